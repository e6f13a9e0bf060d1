//! Every small number in Carom: what it means, its unit, why it has this size, and the test that needs it.
//!
//! None of them decides whether a ball hits a thing: the rule of [`impact`](crate::impact) needs no epsilon. They say
//! when a bounce has become rest, how long a piece of curved motion is, and what input is sane.

/// Time error of an impact that sends the search to double-double, as a part of the path's time scale. The promise is
/// 1e-12; this leaves a factor of ten. (`tests/reference.rs`)
pub const IMPACT_TIME: f64 = 1e-13;

/// Rounding errors in a gap polynomial's value, in units of `f64` rounding times the squared size of its terms.
/// A bound by counting operations: differences (1), squares (1), sums (3), Horner (8), doubled. (`tests/reference.rs`)
pub const GAP_ROUNDINGS: f64 = 32.0;

/// How far past its border a part of a solid thing (the round end of a rod, the rim of a disc) still takes an impact, as
/// a part of the path's size: some fifty roundings of a place. Where two parts join, their surfaces agree to the square
/// of this, so both give the same impact; without it, a ball aimed just there could be sent by each to the other.
/// (`tests/impact_laws.rs`: `no_ball_slips_through_a_seam`)
pub const SEAM: f64 = 1e-14;

/// An impact with a round thing is plain, and `f64` enough for it, when the path's size over the distance of the centres,
/// times the ball's speed over that of closing, is no more than this: rounding of 4e-16 of the size turns the normal by at
/// most 2e-13. (`tests/reference.rs`)
pub const PLAIN: f64 = 500.0;

/// m/s. A bounce is over when the rebound speed is below this times `1 - elasticity`. The bounces left out would all
/// together have lasted less than `2 REST_SPEED / g`: 1 ms under full gravity, 9 ms on a table at 6.5 degrees; the
/// highest of them, at elasticity 0.7, would have been 1 µm. An elastic ball never comes to rest by this rule.
/// (`tests/world.rs`: `a_dropped_ball_comes_to_rest`)
pub const REST_SPEED: f64 = 5e-3;

/// m/s. A rebound slower than this is over even when elastic: it would rise 5e-16 m under gravity, the rounding of a
/// position. Keeps a ball laid on a floor with a rounding error from bouncing a thousand million times a second.
pub const FAINT_SPEED: f64 = 1e-7;

/// m/s. A speed along the normal below this, plus as much for every 100 m/s of the ball's own, is neither approach nor
/// leaving: what is left when a few balls that touch have taken each other's speed at one moment. A ball that grazes a
/// thing so cannot meet it again on the same path; in a second it would get 1e-10 m into it.
pub const GRAZE_SPEED: f64 = 1e-10;

/// A ball whose path has been changed more than this often within [`STORM_TIME`] is in a storm of impacts: several things
/// touch it at once, and what they do to each other no longer follows from pairs. From then on slow impacts do not rebound
/// (at [`STORM_REST_SPEED`] or less), and grazing is taken twice as widely with every further change, so every moment
/// ends. (After the TC model: a real contact lasts a while, and impacts that follow faster are one contact. Luding &
/// McNamara, Granular Matter 1 (1998) 113.) What is perfectly elastic has no such end: its series of impacts is finite,
/// unless something else takes part in it ([`ENDLESS_STORM`]).
pub const STORM: u32 = 32;
/// A ball whose path has been changed more than this often within [`STORM_TIME`], and which meets something at the very moment of the last
/// change, is wedged between things: it stays on what it meets, however fast and however elastic. Between a thing that it does not
/// bounce off and one that it does, at a small angle θ, it loses only θ² of its speed in a round, so their series is endless
/// to any budget; what it comes to is what staying comes to at once, no speed but along both. Perfectly elastic series take
/// their time, and are played to their end. (`tests/world.rs: a_ball_in_a_narrow_wedge_comes_to_an_end`; `tests/lessons.rs: pi_from_collisions`)
pub const ENDLESS_STORM: u32 = 1_000;
/// s: the length of a real contact of pinballs is of this order.
pub const STORM_TIME: f64 = 1e-5;
/// m/s: see [`STORM`].
pub const STORM_REST_SPEED: f64 = 0.05;
/// m/s: the widest grazing of a ball in a storm.
pub const STORM_GRAZE_SPEED: f64 = 1e-3;

/// m/s². A supporting thing is left when the ball accelerates away from it by more than this; less is rounding.
pub const LIFT_ACCELERATION: f64 = 1e-9;

/// m/s. Speed of leaving a supporting thing, or of slip at a contact, below which it is rounding.
pub const STILL_SPEED: f64 = 1e-9;

/// m. A gap up to this that is about to shut is shut: some ten roundings of a place two metres away.
/// (`tests/placement`: `a_wall_plays_the_same_anywhere`)
pub const ROUNDED_GAP: f64 = 1e-14;
/// s. How long a ball falls through such a gap at most, where something presses it on at all.
pub const ROUNDED_FALL: f64 = 1e-6;

/// s. Length of a piece of motion that has no closed form: on a curved support, against several things at once, in a
/// gravity field, slipping on an incline. Within a piece the acceleration is constant; the error in place is
/// `jerk h³ / 6`, 1e-8 m for a ball rolling off a post, and is taken out at the end of the piece.
/// (`tests/world.rs`: `a_ball_slides_off_a_post_where_theory_says`)
pub const PIECE: f64 = 1e-3;

/// m. How far a ball that slips on an incline may be off within one piece of its motion, in which friction is taken to have
/// one direction. The slip turns by `w` a second and friction slows by `f`: off by `w f h³ / 16` at most, two thirds through
/// the piece of length `h`, and by nothing at its end. Its speed is right all along. (`tests/world.rs`: `a_ball_slips_sideways_down_a_slope`)
pub const SLIP_DRIFT: f64 = 1e-6;

/// m. The same where nobody puts it right (on a thing that is driven, between several things, in a gravity field), times twelve: there
/// friction has the direction of the middle of the piece, and the ball is off by `w f h³ / 12` at its end.
pub(crate) const SLIP_LEFT: f64 = 3e-7;

/// Radii. How far to its sides a ball that moves in pieces looks, so that the next pieces need not look: a fifth of a
/// millimetre, which holds for some twenty pieces along a curve. Nothing that is met depends on it.
pub const CLEAR_SIDES: f64 = 0.015;
/// Pieces. How far ahead it looks then.
pub const CLEAR_PIECES: f64 = 4.0;
/// Pieces. How long it does not try again where something stands too near.
pub const CLEAR_WAIT: f64 = 5.0;

/// rad. How far a ball goes round a bend in one piece, at most: the gap it leaves is a six-millionth of the radius.
pub const PIECE_ANGLE: f64 = 0.01;

/// m. Overlap that is reported and repaired. Smaller ones are rounding, or the drift of a piece, and the impact rule
/// copes with them by itself. (`tests/world.rs`: `overlap_is_reported_and_repaired`)
pub const OVERLAP: f64 = 1e-9;

/// m. A gap between things that press on each other up to which it is left as it is: a rounding or two of a place. A ball that
/// rests in a pile is not moved by what happens beside it.
pub const CLOSED_GAP: f64 = 1e-16;

/// Rounds of pushing balls out of what they overlap, before what is left is left as it is.
pub const REPAIR_ROUNDS: usize = 32;

/// Rounds over all contacts of a group in which the speed along their normals is taken out. A column of a few balls
/// settles in some tens.
pub const CONTACT_ROUNDS: usize = 200;

/// Rounds in which the forces of a group are found. They begin from those of the piece before, so a large group that needs
/// more has them a few milliseconds later.
pub const FORCE_ROUNDS: usize = 40;

/// m/s². The contact solver stops when no contact changes an acceleration by more than this, a millionth of gravity. In a
/// piece of motion it would move a ball by 1e-11 m.
pub const CONTACT_ACCELERATION: f64 = 1e-5;

/// m/s². The same for forces that may hold for up to [`STRAIGHT_PIECE`].
pub const LASTING_ACCELERATION: f64 = 1e-12;

/// m. A contact whose gap is wider than this after a piece is no contact any more. A piece drifts by
/// some 1e-8 m.
pub const PARTED: f64 = 1e-5;

/// m/s. A speed of parting up to this is the drift of one piece, which is taken out; more is leaving.
pub const DRIFT_SPEED: f64 = 1e-4;

/// m/s. A group of balls of which none is faster than this, and none pulled by more than [`STILL_PULL`], rests: that much
/// is left where going round meets forces at shallow angles. (`tests/world.rs`: `balls_come_to_rest_on_each_other`)
pub const STILL_IN_GROUP: f64 = 1e-6;
/// m/s². See [`STILL_IN_GROUP`].
pub const STILL_PULL: f64 = 4e-5;

/// m/s. Speed along the normals of a group's contacts that may be left in it: in a piece of motion 1e-11 m.
pub const HELD_SPEED: f64 = 1e-8;

/// s. The longest piece of a group without friction, whose motion is smooth and which [`PIECE_ANGLE`] keeps exact, and of one
/// ball between flat things.
pub const SMOOTH_PIECE: f64 = 4e-3;

/// s. The longest piece of one ball between flat things, where nothing that grips it comes to an end or turns: it is a parabola
/// then, and would hold for as long as that lasts.
pub const STRAIGHT_PIECE: f64 = 0.25;

/// m. A gap to a turning thing that is taken as shut: some thousand roundings of a place on a table, so that the strides of
/// the search end. (`tests/machine.rs`: `a_flapping_flipper_lets_nothing_through`)
pub const SWEEP_CLOSE: f64 = 1e-13;
/// s. How far ahead a search looks to tell whether a touching ball is pressed on or let go.
pub const SWEEP_INSTANT: f64 = 1e-7;
/// Strides of one search. Two or three are usual, ten for a graze.
pub const SWEEP_STRIDES: usize = 64;

/// m. What the path of a ball, seen from a thing that turns, may differ from the parabola that is taken for it. The moment of an
/// impact is made good afterwards; a graze that shallow may be missed. (`tests/driven.rs`)
pub const DRIVEN_DRIFT: f64 = 1e-9;
/// s. The longest such parabola.
pub const DRIVEN_WINDOW: f64 = 5e-3;
/// Such parabolas in one look; then the ball looks again. Few: a ball over a moving magnet looks anew in every tick, and a
/// longer look would be thrown away.
pub const DRIVEN_WINDOWS: usize = 16;
/// s. The shortest round of a track that goes on: work must stay bounded. (`space/track.rs`)
pub const LEAST_ROUND: f64 = 1e-3;
/// s. How long a driven thing waits for a ball that it squeezes against something, and within what time hits count for that.
pub const STALL: f64 = 1e-3;
/// Hits of one ball within [`STALL`] after which a driven thing no longer throws it back, so that a ball in a closing gap does
/// not become ever faster.
pub const STALL_SOFT: u32 = 4;
/// Hits after which the driven thing waits. (`tests/driven.rs`: `a_squeezed_ball_stops_the_wall`)
pub const STALL_HITS: u32 = 12;
/// m. How far a driven thing may come after a ball that has just run off it before the ball looks for it again.
pub const LEFT_OUT_DEPTH: f64 = 1e-8;
/// m. How deep a ball that lies between a driven thing and something else may be pressed into it before the thing waits.
pub const SQUEEZED_DEPTH: f64 = 1e-6;
/// s. A driven thing that waits again within this time does not tell again.
pub const STALL_TOLD: f64 = 0.1;

/// How unevenly a placement may scale, and how far from square it may be, and still count as one that leaves a ball a ball:
/// matrices in files have six digits. What is round is then taken as the nearest true one, 0.1 µm off in 10 cm.
pub const PLACED_ALIKE: f64 = 1e-6;
/// How far a placement may lean and still count as upright: some roundings of three turns that cancel. More is placed with
/// its lean, exactly.
pub const PLACED_UPRIGHT: f64 = 1e-14;

/// How far from level (of a unit vector; of gravity; m of height) something may seem to a placed part and still be level
/// there: the roundings of a turn there and back.
pub const LEVEL: f64 = 1e-12;

/// m, for a thing within a metre of the origin: how far one of the two triangles of a leaning wall reaches over the diagonal
/// between them. The moments at which a ball is found to meet each differ by 1e-13 of the path's, so it may be that far along.
/// (`tests/placement_shapes.rs`: `no_ball_slips_through_the_diagonal_of_a_leaning_wall`)
pub const PLACED_SEAM: f64 = 1e-11;
/// m. How far the prism that stands for an unevenly scaled post may be from its surface: a tenth of a hair.
pub const PRISM_DEVIATION: f64 = 1e-5;
/// Most sides of such a prism; a larger post is rougher.
pub const PRISM_SIDES: usize = 64;

/// s. A visit to a zone shorter than this is the rounding of one moment. (`zone.rs`: `changes_are_those_of_a_walk`)
pub const ZONE_INSTANT: f64 = 1e-9;
/// m. How far a ball must reach across a plate to be noticed.
pub const ZONE_DEPTH: f64 = 1e-8;

/// rad/s. A flipper slower than this near a stop is laid on it (0.01 of Visual Pinball's units).
pub const STOP_SPEED: f64 = 1.0;
/// rad. How near that is.
pub const STOP_ANGLE: f64 = 0.01;
/// rad/s. A flipper slower than this does not bounce off its stop (0.0005 of Visual Pinball's units).
pub const STOP_STILL: f64 = 0.05;

/// m/s. A ball that meets a moving part slower than this does not bounce off it but is carried (0.099 of Visual Pinball's
/// units, on which its flippers were tuned).
pub const CONTACT_SPEED: f64 = 0.099 * crate::units::VP_SPEED;

/// How often a ball may hit a flipper in one tick before the flipper waits: it is between the bat and something that does
/// not give way. Each hit takes about half of the bat's momentum. The same for a plunger's tip, which a ball may roll after.
/// (`tests/machine`: `a_squeezed_ball_stops_the_flipper`, `balls_that_follow_a_rod_cost_little`)
pub const SQUEEZE: u32 = 24;

/// m. A ball that has not moved farther than this since it told of a hit tells of no other (0.5 of Visual Pinball's units).
pub const TOLD_APART: f64 = 0.5 * crate::units::VP_LENGTH;

/// Steps of work that one tick of a machine may take; some tens are usual.
pub const TICK_BUDGET: usize = 20_000;

/// Things that are asked whether a ball is in them, for each of which there is a step of work: an event takes some ten
/// microseconds, such a question some ten nanoseconds. (`tests/machine`: `a_hostile_machine_neither_panics_nor_hangs`)
pub const TOIL: usize = 256;

/// m. How near a ball counts as touching a part that moves, at the start of a tick (0.05 of Visual Pinball's units: the
/// series of small impacts in which a flipper accelerates a ball depends on it, and the strength of flippers was tuned so).
pub const SKIN: f64 = 0.05 * crate::units::VP_LENGTH;

/// m. A ball nearer than this to a turning bat is pushed along by it, and its slip on the playfield fades as Visual
/// Pinball's does.
pub const NEAR_BAT: f64 = 1e-3;

/// Estimates of the moment of an impact with a moving part by false position before it is given up, as in Visual Pinball.
pub const FALSE_POSITIONS: usize = 20;
/// By how much of the skin the gap at the end of a tick is taken wider in those estimates. Found by comparison with the
/// recorded flipper shots: between 0.03 and 0.05 most of them are met, at 0 and at 0.1 a tenth fewer.
pub const FALSE_POSITION_LATE: f64 = 0.05;

/// How far a ball may travel in one search, in ball radii, at first; each ball adapts it to how crowded its way is.
pub const STRIDE: f64 = 4.0;

/// m. Largest coordinate, length or radius. Products of four such lengths stay far from overflow.
pub const MOST_LENGTH: f64 = 1e6;

/// m. Smallest radius of a ball.
pub const LEAST_RADIUS: f64 = 1e-6;

/// m/s. Largest speed.
pub const MOST_SPEED: f64 = 1e6;

/// rad/s. Largest spin.
pub const MOST_SPIN: f64 = 1e8;

/// kg. Smallest and largest mass.
pub const LEAST_MASS: f64 = 1e-9;
/// kg. Largest mass.
pub const MOST_MASS: f64 = 1e12;
/// kg. A ball of this mass, more than any may have, is held: nothing pulls it, and whatever hits it bounces off as off a wall.
pub const HELD_MASS: f64 = 1e18;

/// m/s². Largest acceleration.
pub const MOST_ACCELERATION: f64 = 1e9;

/// s. Longest time that one call may ask for.
pub const MOST_TIME: f64 = 1e9;

/// Events that one `advance` may handle unless told otherwise.
pub const EVENT_BUDGET: usize = 1_000_000;

// The parts of a pinball machine.

/// Sine of a fold up to which two faces count as one, and the edge between them is left out: the rounding of meshes that
/// were stored with seven digits. Beside such an edge a ball of 10 cm could get at most 1e-7 m between the faces, which
/// is [`MESH_OVERLAP`].
pub const MESH_FLAT: f64 = 1e-6;

/// m: how far faces with a left-out edge reach past their borders, in their own planes, so that no ball gets between them.
pub const MESH_OVERLAP: f64 = 1e-7;

/// How many times [`MESH_OVERLAP`] a sharp corner of such a face is moved at most.
pub const MESH_MITRE: f64 = 100.0;

/// Height over longest side of a triangle too thin to be widened by [`MESH_OVERLAP`]: its edges stay.
pub const MESH_SLIVER: f64 = 1e-2;

/// Height over longest side of a triangle that is none. What is left of it are its neighbours' edges.
pub const MESH_NO_TRIANGLE: f64 = 1e-9;

/// Edges that meet in a point, up to which it is asked whether a ball can touch it there.
pub const MESH_EDGES_ASKED: usize = 24;

/// Sine of a turn below which a corner counts as straight, and a ball may touch it.
pub const OUTLINE_STRAIGHT: f64 = 1e-9;

/// Part of an outline's area by which its filling may differ from it: rounding, not a fault of the outline.
pub const OUTLINE_FILLED: f64 = 1e-9;

/// Most points of an outline, as given, as drawn out, and as cut where it crosses itself: filling it costs up to the square of
/// their number, a second for so many. (`outline/tests.rs`: `ten_thousand_points_are_filled_quickly`)
pub const OUTLINE_POINTS: usize = 16_384;

/// m: how far an arc of a wall may be from the chords that bound its lid. Its side is a true arc; a ball that comes down over
/// the rim gets at most this deep beside it. (`part/wall/tests.rs`: `no_ball_gets_into_a_round_wall`)
pub const ARC_CHORD: f64 = 1e-5;

/// m: how far the arc of a rubber's or a ramp's axis may be from its chords: a tenth of a hair.
pub const ARC_ROUGH_CHORD: f64 = 5e-5;

/// m: an arc lower than this over its chord is straight, and one of a larger radius is, too: rounding would move its surface.
pub const ARC_STRAIGHT: f64 = 1e-7;
/// m. See [`ARC_STRAIGHT`].
pub const MOST_ARC_RADIUS: f64 = 1e4;

/// Largest bulge of an edge: all but a four-hundredth of a degree of a circle.
pub const MOST_BULGE: f64 = 1e5;

/// Sine of a turn up to which an arc goes on smoothly in the next edge, without a corner: the rounding of numbers with seven
/// digits. The faces overlap there by [`MESH_OVERLAP`].
pub const ARC_SMOOTH: f64 = 1e-6;

/// m: an end of an edge that is nearer than this to another edge lies on it.
pub const OUTLINE_TOUCHES: f64 = 1e-9;

/// m: how far beside an edge it is looked whether the wall is solid there. What is thinner is a fence.
pub const OUTLINE_BESIDE: f64 = 1e-7;

/// Times that a piece of a curve is halved at most: a thousandth of the way between two points is fine enough.
pub const OUTLINE_HALVINGS: u32 = 10;

/// Part of a step by which a target may be short of its end and is there: the rounding of a hundred steps.
pub const TARGET_THERE: f64 = 1e-6;

/// rad. A plate nearer than this to where it hangs, and slower than [`SPINNER_STILL_SPEED`], hangs still. Its edge is then 2 µm
/// from rest; Visual Pinball's swings on for ever, ever less.
pub const SPINNER_STILL_ANGLE: f64 = 1e-4;

/// rad/s. See [`SPINNER_STILL_ANGLE`]; a plate swings through its rest at five times its amplitude a second.
pub const SPINNER_STILL_SPEED: f64 = 5e-4;

/// Updates. A plate that leans on a stop, and is slower than what gravity gives it in so many, lies there: it would bounce
/// about as high as one update can show.
pub const SPINNER_LEANING: f64 = 3.0;

/// rad. A plate nearer than this to its closed place, and slower than [`GATE_STILL_SPEED`], hangs still: Visual Pinball's limit,
/// half a degree, below which nobody sees it move.
pub const GATE_STILL_ANGLE: f64 = 0.01;

/// rad/s. See [`GATE_STILL_ANGLE`]. A plate with half the default pull of gravity swings 0.1 rad at this speed.
pub const GATE_STILL_SPEED: f64 = 0.01 * crate::units::VP_SPIN;

/// m/s². A cabinet that rocks with less acceleration than this stands still. A hundred-thousandth of gravity: it moves
/// the cabinet by less than 0.1 µm.
pub const CABINET_STILL: f64 = 1e-4;

/// rad. A bob nearer to the plumb than this, and slower than [`BOB_STILL_SPIN`], hangs still: a hundredth of the smallest
/// angle of a tilt.
pub const BOB_STILL_ANGLE: f64 = 2e-5;

/// rad/s. See [`BOB_STILL_ANGLE`]; a bob swings through the plumb at ten times its amplitude a second.
pub const BOB_STILL_SPIN: f64 = 2e-4;

/// rad. How far within its ring a bob is put that has touched it.
pub const BOB_WITHIN_RING: f64 = 0.001;

/// The hardest nudge that is heard, in the units of a nudge: 250 times gravity. m/s²: the same for a sway and for all pushes.
pub const MOST_NUDGE: f64 = 1e3;

/// m/s². The hardest sway that is heard.
pub const MOST_SWAY: f64 = 2.5e3;

/// m/s. A ball that leaves the tip faster than this is not struck; one that neither leaves nor comes is, if it overlaps.
pub const PLUNGER_LEAVING_SPEED: f64 = 1e-4 * crate::units::VP_SPEED;

/// m/s. The approach that a ball is given that lies in the tip without moving, so that it comes out.
pub const PLUNGER_EMBEDDED_SPEED: f64 = 0.05 * crate::units::VP_SPEED;

/// m. The most by which one impact pushes a ball out of the tip: a fifth of a ball's radius, so that nothing jumps.
pub const PLUNGER_REPAIR: f64 = 5.0 * crate::units::VP_LENGTH;

/// m. A tip that is this near to where its sensor wants it, and slower than [`PLUNGER_FOLLOWED_SPEED`], has followed and stands:
/// finer than any sensor, and a thousandth of a hair.
pub const PLUNGER_FOLLOWED: f64 = 1e-7;

/// m/s. See [`PLUNGER_FOLLOWED`]; a tip comes nearer by some hundredth of the rest each millisecond.
pub const PLUNGER_FOLLOWED_SPEED: f64 = 1e-5;

/// m/s: with what a ball that has got into the turning bat is pushed out (0.1 in Visual Pinball's units).
pub const OUT_OF_BAT: f64 = 0.1 * crate::units::VP_LENGTH / crate::units::VP_TIME;

/// m/s: slower slip is none (0.01 in Visual Pinball's units).
pub const BAT_SLIP_SPEED: f64 = 0.01 * crate::units::VP_LENGTH / crate::units::VP_TIME;

/// m. Billiard balls (and a ball and a cushion) no farther apart than this touch: their gap is rounding, and what follows
/// is decided by their speeds. (`tests/billiards_shot.rs`: `a_perfectly_touching_cradle_passes_the_blow_on`)
pub const BILLIARD_TOUCH: f64 = 1e-10;

/// m/s. Touching billiard balls that part or approach more slowly than this do neither.
pub const BILLIARD_GRAZE: f64 = 1e-9;

/// m. How far touching balls that neither part nor approach are pressed together by their accelerations before it counts
/// as a meeting: then there is a speed to resolve. Below the promise of no overlap above 1e-9 m.
pub const BILLIARD_SINK: f64 = 5e-10;

/// m/s. A slower meeting of the same two within [`CHATTER_TIME`] of their last is one of a series: a ball pushes another, or
/// is pressed along a cushion. Each meeting of such a series would follow sooner than the last, without end. So it loses
/// nothing, and the two part with at least [`PART_SPEED`]: their velocity past each other is turned outwards by as much, or a
/// little of their spin is turned into it, which keeps momentum and energy. (`tests/billiards_shot.rs`: `a_ball_that_leans_on_another_does_not_chatter_for_ever`)
pub const CHATTER_SPEED: f64 = 5e-3;
/// s: see [`CHATTER_SPEED`].
pub const CHATTER_TIME: f64 = 2e-2;
/// m/s: see [`CHATTER_SPEED`]. Two balls pressed together by 0.1 m/s² then touch every 40 ms and are 20 µm apart between.
pub const PART_SPEED: f64 = 2e-3;

/// m. Balls laid so far into each other, or into a cushion, are taken as touching; deeper is refused. Positions written
/// with seven digits need it.
pub const BILLIARD_OVERLAP: f64 = 1e-6;
