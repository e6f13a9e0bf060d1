//! A gate: a plate hung from an axle, which a ball pushes open. A one-way gate lets balls through against the plate's
//! front normal only; an ordinary wall stops the others.
//!
//! By Visual Pinball's law the plate takes its speed from the ball and gives nothing back. A `plate_mass` makes it a real
//! plate: ball and plate then share their momentum.

use super::{Piece, Said, pinball_material};
use crate::collider::Collider;
use crate::error::{Error, flat_in_range, in_range};
use crate::material::Material;
use crate::math::trig::{cos, sin};
use crate::pinball::TICK;
use crate::shape::{Post, Sides, Wall};
use crate::tolerance::{GATE_STILL_ANGLE, GATE_STILL_SPEED, MOST_LENGTH, MOST_MASS};
use crate::units::{VP_LENGTH, VP_SPIN, VP_TIME, radians};
use glam::DVec2;

/// m: how far a plate feels for balls beyond its ends, and how high it hangs over the surface.
const SKIN: f64 = 25.0 * VP_LENGTH;
const PLATE_HEIGHT: f64 = 50.0 * VP_LENGTH;
/// m: the least arm at which a ball pushes a plate.
const LEAST_ARM: f64 = VP_LENGTH;
/// m: radius of the posts of a bracket.
const BRACKET_RADIUS: f64 = 0.01 * VP_LENGTH;
/// rad/s²: how gravity speeds up a plate held level, at a gravity factor of one.
const LEVEL_PULL: f64 = 0.001 * VP_SPIN / TICK;
/// The part of its speed that a plate keeps when it bounces off its stop.
const STOP_ELASTICITY: f64 = 0.8;
/// By how much weaker a push from the wrong side of a one-way gate is.
const WRONG_SIDE: f64 = 50.0;
/// rad/s: how fast a coil opens or closes it.
const COIL_SPEED: f64 = 0.2 * VP_SPIN;
/// rad: the farthest a plate can turn.
const MOST_ANGLE: f64 = core::f64::consts::TAU;

/// A gate.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `centre` | middle of the axle, seen from above | m | (0, 0) | Center |
/// | `length` | of the plate; it feels for balls 25 units farther | m | 100 units, 54 mm | Length |
/// | `rotation` | of the axle, clockwise from the x axis | rad | −90° | Rotation |
/// | `low` | height of the surface it stands on | m | 0 | Surface |
/// | `height` | of the axle over the surface; a ball pushes at half of it | m | 50 units, 27 mm | Height |
/// | `two_way` | do balls pass both ways? Else only towards (sin, −cos) of the rotation | | true | TwoWay |
/// | `angle_min` | the plate's angle when closed | rad | 0 | CloseAngle |
/// | `angle_max` | the plate's angle when wide open | rad | π/2 | OpenAngle |
/// | `material` | of the wall in a one-way gate | | elasticity 0.3, friction 0.02 | Elasticity, Friction |
/// | `damping` | part of the plate's speed left after 10 ms | | 0.985 | Damping |
/// | `gravity_factor` | how gravity pulls the plate, in 100 rad/s² | | 0.25 | GravityFactor |
/// | `bracket` | do posts stand at the axle's ends? | | true | ShowBracket |
/// | `plate_mass` | 0: the ball is not slowed; else ball and plate share their momentum | kg | 0 | none |
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// m: middle of the axle.
    pub centre: DVec2,
    /// m: of the plate.
    pub length: f64,
    /// rad: of the axle, clockwise from the x axis.
    pub rotation: f64,
    /// m: height of the surface it stands on.
    pub low: f64,
    /// m: of the axle over the surface.
    pub height: f64,
    /// Do balls pass both ways?
    pub two_way: bool,
    /// rad: the plate's angle when closed.
    pub angle_min: f64,
    /// rad: the plate's angle when wide open.
    pub angle_max: f64,
    /// Of the wall in a one-way gate.
    pub material: Material,
    /// Part of the plate's speed left after 10 ms.
    pub damping: f64,
    /// How gravity pulls the plate, in 100 rad/s².
    pub gravity_factor: f64,
    /// Do posts stand at the axle's ends?
    pub bracket: bool,
    /// kg: 0 if the ball is not slowed.
    pub plate_mass: f64,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            centre: DVec2::ZERO,
            length: 100.0 * VP_LENGTH,
            rotation: radians(-90.0),
            low: 0.0,
            height: 50.0 * VP_LENGTH,
            two_way: true,
            angle_min: 0.0,
            angle_max: core::f64::consts::FRAC_PI_2,
            material: pinball_material(0.3, 0.0, 0.02),
            damping: 0.985,
            gravity_factor: 0.25,
            bracket: true,
            plate_mass: 0.0,
        }
    }
}

impl Gate {
    /// Is every number sane?
    pub(crate) fn check(&self) -> Result<(), Error> {
        flat_in_range("centre", self.centre, MOST_LENGTH)?;
        in_range("length", self.length, 1e-6, MOST_LENGTH)?;
        in_range("rotation", self.rotation, -1e6, 1e6)?;
        in_range("low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("height", self.height, VP_LENGTH * 1e-3, MOST_LENGTH)?;
        in_range("angle_min", self.angle_min, 0.0, MOST_ANGLE)?;
        in_range("angle_max", self.angle_max, self.angle_min, MOST_ANGLE)?;
        in_range("damping", self.damping, 0.0, 1.0)?;
        in_range("gravity_factor", self.gravity_factor, 0.0, 1e3)?;
        in_range("plate_mass", self.plate_mass, 0.0, MOST_MASS)?;
        Ok(())
    }

    /// The plate as balls meet it: its ends, in the order whose front normal is (−sin, cos) of the rotation, and from
    /// where to where it hangs.
    pub(crate) fn plate(&self) -> (DVec2, DVec2, f64, f64) {
        plate_over(self.centre, self.length, self.rotation, self.low)
    }

    /// What stands still: the wall of a one-way gate, solid towards (sin, −cos) of the rotation, and the bracket.
    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        let mut pieces = Vec::new();
        if !self.two_way {
            let (a, b, low, high) = self.plate();
            let wall = Wall::new(b, a)?.with_height(low, high)?.with_sides(Sides::Front);
            pieces.push(Piece::quiet(Collider::new(wall, self.material.clone())));
        }
        if self.bracket {
            let half = DVec2::new(cos(self.rotation), sin(self.rotation)) * (0.5 * self.length);
            for end in [self.centre - half, self.centre + half] {
                let post = Post::new(end, BRACKET_RADIUS)?.with_height(self.low, self.low + self.height)?;
                pieces.push(Piece::quiet(Collider::new(post, bracket_material())));
            }
        }
        Ok(pieces)
    }

    /// m: from the axle to where a ball pushes.
    fn arm(&self) -> f64 {
        (0.5 * self.height).max(LEAST_ARM)
    }

    /// The part of the plate's speed left after one update.
    fn kept(&self) -> f64 {
        libm::pow(self.damping, TICK / VP_TIME)
    }
}

/// A gate's or spinner's plate as balls meet it: ends, and from where to where it hangs.
pub(super) fn plate_over(centre: DVec2, length: f64, rotation: f64, low: f64) -> (DVec2, DVec2, f64, f64) {
    let half = DVec2::new(cos(rotation), sin(rotation)) * (0.5 * length + SKIN);
    (centre - half, centre + half, low, low + PLATE_HEIGHT)
}

/// What brackets are made of.
pub(super) fn bracket_material() -> Material {
    pinball_material(0.3, 0.0, 0.3)
}

/// m/s: the speed that a ball and a plate have after they met without rebound. The ball goes at `speed`, the plate at
/// `plate` the same way, where they meet, and weighs `weight` (kg) there. A plate that runs ahead of the ball is left alone;
/// one that swings against it stops it at most.
pub(super) fn shared_speed(mass: f64, speed: f64, weight: f64, plate: f64) -> f64 {
    if weight <= 0.0 || plate >= speed {
        return speed;
    }
    ((mass * speed + weight * plate) / (mass + weight)).max(0.0)
}

/// How a gate's plate hangs and swings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GateState {
    /// rad: away from hanging straight down.
    pub(crate) angle: f64,
    /// rad/s.
    pub(crate) speed: f64,
    /// Was a one-way plate last pushed from its wrong side?
    from_behind: bool,
    /// Held open by a coil: balls pass, plate and wall are out of the way.
    opened: bool,
    /// Moved by a coil: it stops at its ends without bouncing.
    driven: bool,
}

impl GateState {
    /// Closed and still.
    pub(crate) fn new(gate: &Gate) -> Self {
        Self { angle: gate.angle_min, speed: 0.0, from_behind: false, opened: false, driven: false }
    }

    /// A ball of `mass` (kg) begins to overlap the plate's plane, or is `leaving` it, with the speed `along` (m/s) along
    /// the front normal. Answers what the gate tells, and what part of that speed the ball keeps.
    ///
    /// Visual Pinball's law. Where it happens counts: on the side to which the front normal points, or behind. A ball that
    /// passes is felt twice, and on leaving turns the plate of a two-way gate about. A plate with a mass is pushed when
    /// met only, and let go on leaving.
    pub(crate) fn touched_by(&mut self, gate: &Gate, mass: f64, along: f64, leaving: bool) -> (Option<Said>, f64) {
        let in_front = (along < 0.0) != leaving;
        let speed = along.abs();
        let arm = gate.arm();
        let heavy = gate.plate_mass > 0.0;
        // A plate hung by its edge, pushed at half its height: (1/3 M h²) / (h/2)².
        let weight = if leaving { 0.0 } else { gate.plate_mass * (4.0 / 3.0) };
        if !gate.two_way && !in_front {
            self.from_behind = along > 0.0;
            if !(heavy && leaving) {
                self.speed = speed / (arm * WRONG_SIDE);
            }
            return (None, 1.0);
        }
        self.from_behind = false;
        let way = if gate.two_way && in_front { -1.0 } else { 1.0 };
        let after = shared_speed(mass, speed, weight, way * self.speed * arm);
        if !heavy {
            self.speed = way * speed / arm;
        } else if !leaving && way * self.speed * arm < speed {
            self.speed = way * after / arm;
        }
        (Some(Said::Hit), if speed > 0.0 { after / speed } else { 1.0 })
    }

    /// One millisecond of gravity and damping. Unlike Visual Pinball's, a plate that a coil left half open falls.
    pub(crate) fn update(&mut self, gate: &Gate) {
        if self.opened {
            return;
        }
        if self.angle.abs() < gate.angle_min + GATE_STILL_ANGLE && self.speed.abs() < GATE_STILL_SPEED {
            self.angle = gate.angle_min;
            self.speed = 0.0;
        }
        if self.angle != gate.angle_min {
            self.speed -= sin(self.angle) * gate.gravity_factor * LEVEL_PULL * TICK;
            self.speed *= gate.kept();
        }
    }

    /// `h` seconds of motion. The stops are looked at before it, as in Visual Pinball.
    pub(crate) fn displace(&mut self, gate: &Gate, h: f64) -> Option<Said> {
        if self.speed == 0.0 {
            self.driven = false;
            return None;
        }
        let said = self.stop(gate);
        if self.speed == 0.0 {
            self.driven = false;
        }
        let before = self.angle;
        self.angle += h * self.speed;
        // A coil closes a two-way gate and leaves it there; Visual Pinball lets it swing through, to hang open behind.
        if self.driven && !self.opened && gate.two_way && before > gate.angle_min && self.angle <= gate.angle_min {
            self.angle = gate.angle_min;
            self.speed = 0.0;
            self.driven = false;
        }
        said
    }

    /// Opens it by a coil, or lets it close.
    pub(crate) fn open(&mut self, gate: &Gate, open: bool) {
        self.opened = open;
        self.driven = true;
        self.from_behind = false;
        if open && self.angle < gate.angle_max {
            self.speed = COIL_SPEED;
        } else if !open && self.angle > gate.angle_min {
            self.speed = -COIL_SPEED;
        }
    }

    /// Is it held open, with plate and wall out of the way?
    pub(crate) fn is_open(&self) -> bool {
        self.opened
    }

    /// Would an update change nothing?
    pub(crate) fn is_still(&self, gate: &Gate) -> bool {
        self.speed == 0.0 && (self.opened || self.angle == gate.angle_min)
    }

    /// Everything it knows, for hashes.
    pub(crate) fn numbers(&self) -> [f64; 5] {
        let flags = [self.from_behind, self.opened, self.driven].map(f64::from);
        [self.angle, self.speed, flags[0], flags[1], flags[2]]
    }

    /// Turns it back at its stops.
    fn stop(&mut self, gate: &Gate) -> Option<Said> {
        let speed = self.speed.abs();
        // A two-way plate has the same stops on both sides, a one-way plate on the side to which it was pushed.
        let side = match gate.two_way {
            true => 1.0_f64.copysign(self.angle),
            false if self.from_behind => -1.0,
            false => 1.0,
        };
        let out = side * self.angle;
        let (end, outward, said) = if out > gate.angle_max {
            (gate.angle_max, 1.0, Some(Said::EndOfStroke { speed }))
        } else if out < gate.angle_min {
            (gate.angle_min, -1.0, if gate.two_way { None } else { Some(Said::StartOfStroke { speed }) })
        } else {
            return None;
        };
        self.angle = side * end;
        if !self.driven {
            self.speed *= -gate.kept() * STOP_ELASTICITY;
        } else if side * outward * self.speed > 0.0 {
            self.speed = 0.0;
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::units::{VP_MASS, VP_SPEED, degrees};

    /// Angle and speed after each millisecond, and what was said in which.
    type Run = (Vec<(f64, f64)>, Vec<(usize, Said)>);

    /// What Visual Pinball's own code was recorded with.
    fn recorded(two_way: bool) -> Gate {
        Gate { rotation: 0.0, two_way, bracket: false, ..Gate::default() }
    }

    /// Angle (rad) and speed (rad/10 ms) after each millisecond, and the events, for balls that touch or leave at the
    /// given milliseconds with the given speeds in Visual Pinball's units.
    fn run(gate: &Gate, ms: usize, touches: &[(f64, f64, bool)]) -> Run {
        let mut state = GateState::new(gate);
        let (mut rows, mut events) = (vec![(state.angle, state.speed)], Vec::new());
        for k in 0..ms {
            state.update(gate);
            let mut now = k as f64;
            for &(at, along, leaving) in touches.iter().filter(|t| t.0 >= k as f64 && t.0 < (k + 1) as f64) {
                events.extend(state.displace(gate, (at - now) * TICK).map(|said| (k + 1, said)));
                events.extend(state.touched_by(gate, VP_MASS, along * VP_SPEED, leaving).0.map(|said| (k + 1, said)));
                now = at;
            }
            events.extend(state.displace(gate, ((k + 1) as f64 - now) * TICK).map(|said| (k + 1, said)));
            rows.push((state.angle, state.speed / VP_SPIN));
        }
        (rows, events)
    }

    fn near(row: (f64, f64), angle: f64, speed: f64) {
        assert!((row.0 - angle).abs() < 2e-4, "angle {} instead of {angle}", row.0);
        assert!((row.1 - speed).abs() < 2e-5, "speed {} instead of {speed}", row.1);
    }

    #[test]
    fn a_ball_from_behind_swings_a_two_way_plate_as_recorded() {
        // Recorded case twoway_down_v30.
        let g = 0.018_428_2;
        let touches = [(18.256_145, 30.231_697 + g, false), (34.727_755, 30.442_329 + g, true)];
        let (rows, events) = run(&recorded(true), 1000, &touches);
        near(rows[18], 0.0, 0.0);
        near(rows[19], 0.090_006_858, 1.210_005);
        near(rows[25], 0.812_034_61, 1.198_524_4);
        near(rows[32], 1.645_357_3, 1.184_354_5);
        near(rows[33], 1.476_353_9, -0.944_425_17);
        near(rows[35], 1.280_298_5, -1.218_430_3);
        near(rows[60], -1.477_135_4, 0.936_609_15);
        near(rows[120], -0.244_514_26, -0.686_111_81);
        near(rows[300], -1.277_605_4, 0.265_749_37);
        near(rows[1000], 1.559_549_3, -0.028_428_396);
        let ends = events.iter().filter_map(|&(ms, said)| match said {
            Said::EndOfStroke { speed } => Some((ms, degrees(speed / VP_SPIN))),
            _ => None,
        });
        let ends: Vec<_> = ends.collect();
        let known = [
            (33, 67.741_776),
            (60, 67.181_145),
            (95, 50.865_395),
            (141, 37.865_959),
            (203, 27.494_986),
            (290, 19.173_885),
            (417, 12.489_211),
            (617, 7.037_953_4),
            (997, 1.994_503_4),
        ];
        assert_eq!(ends.len(), known.len(), "{ends:?}");
        for (end, known) in ends.iter().zip(known) {
            assert!(end.0 == known.0 && (end.1 - known.1).abs() < 2e-3, "{end:?} instead of {known:?}");
        }
        assert_eq!(events.iter().filter(|event| event.1 == Said::Hit).count(), 2, "met and left");
    }

    #[test]
    fn a_ball_from_the_front_swings_a_two_way_plate_the_other_way() {
        // Recorded case twoway_up_v60.
        let g = 0.018_428_2;
        let touches = [(9.176_922_2, -59.886_787 + g, false), (17.535_664, -59.781_471 + g, true)];
        let (rows, _) = run(&recorded(true), 20, &touches);
        near(rows[10], -0.197_105_29, -2.394_734_4);
        near(rows[16], -1.626_097_1, -2.372_138_3);
        near(rows[17], -1.381_618, 1.891_784);
        near(rows[18], -1.169_421_3, 2.390_521_8);
    }

    #[test]
    fn a_ball_passes_a_one_way_gate_as_recorded() {
        // Recorded case oneway_up_v10: the leaving ball nearly stops the plate, which then falls slowly.
        let g = 0.018_428_2;
        let left = 113.0 + (975.478_03 - 975.0) / (0.1 * (8.517_89 - g));
        let touches = [(57.190_31, -9.254_996_3 + g, false), (left, -8.517_89 + g, true)];
        let (rows, events) = run(&recorded(false), 600, &touches);
        near(rows[58], 0.029_915_024, 0.369_462_73);
        near(rows[102], 1.589_769_7, 0.338_729_23);
        near(rows[103], 1.543_799_8, -0.269_966_16);
        near(rows[114], 1.259_923_8, 0.006_799_569_4);
        near(rows[200], 1.229_386_2, -0.013_201_804);
        near(rows[535], 0.010_717_144, 0.035_668_347);
        near(rows[600], 0.226_972_12, 0.030_455_559);
        let known = [58, 103, 533];
        assert_eq!(events.iter().map(|event| event.0).collect::<Vec<_>>(), known, "{events:?}");
        let Said::StartOfStroke { speed } = events[2].1 else { panic!("{events:?}") };
        assert!((degrees(speed / VP_SPIN) - 2.566_358_6).abs() < 1e-3, "{speed}");
    }

    #[test]
    fn the_wall_of_a_one_way_gate_faces_the_right_way() {
        let gate = Gate { rotation: 0.3, two_way: false, ..Gate::default() };
        let pieces = gate.pieces().unwrap();
        assert_eq!(pieces.len(), 3, "a wall and two posts");
        let Shape::Wall(_) = pieces[0].collider.shape() else { panic!("no wall") };
        let blocked = DVec2::new(sin(0.3), -cos(0.3));
        let touch = |side: f64| pieces[0].collider.shape().touch((blocked * side).extend(0.01));
        assert!((touch(0.1).unwrap().normal.truncate() - blocked).length() < 1e-12, "solid there");
        assert!(touch(-0.1).is_none(), "a ball from the other side passes");
        assert!(Gate { bracket: false, ..Gate::default() }.pieces().unwrap().is_empty(), "a two-way gate has no wall");
        let (a, b, low, high) = gate.plate();
        let along = (b - a).normalize();
        assert!((DVec2::new(-along.y, along.x) + blocked).length() < 1e-12, "the plate's front is the other side");
        assert!(((b - a).length() - 150.0 * VP_LENGTH).abs() < 1e-12 && low == 0.0 && high == PLATE_HEIGHT);
    }

    #[test]
    fn a_plate_with_a_mass_shares_its_momentum() {
        let gate = Gate { plate_mass: 0.015, ..Gate::default() };
        let mut state = GateState::new(&gate);
        let (said, kept) = state.touched_by(&gate, VP_MASS, 2.0, false);
        assert_eq!(said, Some(Said::Hit));
        let arm = 0.5 * gate.height;
        let inertia = gate.plate_mass * gate.height * gate.height / 3.0;
        let (before, after) = (VP_MASS * 2.0 * arm, VP_MASS * 2.0 * kept * arm + inertia * state.speed);
        assert!((before - after).abs() < 1e-15, "angular momentum about the axle: {before} and {after}");
        assert!((state.speed * arm - 2.0 * kept).abs() < 1e-12, "they go together");
        // The same ball once more: the plate already goes with it.
        assert_eq!(state.touched_by(&gate, VP_MASS, 2.0 * kept, false).1, 1.0);
        let swinging = state.speed;
        assert_eq!(state.touched_by(&gate, VP_MASS, 2.0 * kept, true).1, 1.0);
        assert_eq!(state.speed, swinging, "let go, not turned about");
    }

    #[test]
    fn a_coil_opens_and_closes_it() {
        for two_way in [false, true] {
            let gate = recorded(two_way);
            let mut state = GateState::new(&gate);
            let run = |state: &mut GateState, ms| {
                let mut said = Vec::new();
                for _ in 0..ms {
                    state.update(&gate);
                    said.extend(state.displace(&gate, TICK));
                }
                said
            };
            state.open(&gate, true);
            assert_eq!(run(&mut state, 200).len(), 1, "it tells of the end of its stroke once");
            assert!(state.is_open() && state.is_still(&gate) && state.angle == gate.angle_max, "{state:?}");
            state.open(&gate, false);
            run(&mut state, 200);
            assert!(!state.is_open() && state.is_still(&gate), "closed and still: {state:?}");
        }
    }

    #[test]
    fn a_pushed_plate_comes_to_rest() {
        let gate = Gate::default();
        let mut state = GateState::new(&gate);
        state.touched_by(&gate, VP_MASS, 1.0, false);
        let ms = (0..60_000).position(|_| {
            state.update(&gate);
            state.displace(&gate, TICK);
            state.is_still(&gate)
        });
        assert!(ms.is_some_and(|ms| ms > 1000), "{ms:?} {state:?}");
    }

    #[test]
    fn faults_are_named() {
        let message = |gate: Gate| gate.check().unwrap_err().to_string();
        assert!(Gate::default().check().is_ok());
        assert_eq!(message(Gate { damping: 1.5, ..Gate::default() }), "damping is 1.5; it must be from 0 to 1");
        assert!(message(Gate { angle_min: 2.0, ..Gate::default() }).starts_with("angle_max is"), "inverted");
        assert!(message(Gate { centre: DVec2::NAN, ..Gate::default() }).starts_with("centre is NaN"));
    }
}
