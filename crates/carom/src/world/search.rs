//! Looking ahead: the first thing that a ball will meet on its path.
//!
//! A ball looks one stride ahead, remembers that the way is clear so far, and looks again only when it has got there or
//! its path has changed. Whatever else happens in the world, a quiet ball costs nothing.

use super::World;
use super::body::{Body, Coming, Graze, Other};
use super::driven::{NOBODY, meet_driven, meet_driven_zones};
use super::mover::meet_movers;
use super::queue::Due;
use super::zones::{meet_zones, meet_zones_at_rest};
use crate::broad::{Aabb, Way};
use crate::event::Motion;
use crate::gap::Window;
use crate::impact::meeting_of_balls;
use crate::path::Path;
use crate::response::rest::Ending;
use crate::shape::Shape;
use crate::tolerance::{HELD_SPEED, LIFT_ACCELERATION, PIECE, ROUNDED_FALL, ROUNDED_GAP, STORM, STORM_TIME};
use glam::DVec3;

/// Ranks of events at one moment (see `event`): a change of motion, then colliders by shape, then balls, then looking on.
const RANK_OWN: u8 = 0;
pub(super) const RANK_SHAPE: u8 = 1;
pub(super) const RANK_ZONE: u8 = 7;
const RANK_BALL: u8 = 8;
pub(super) const RANK_LOOK: u8 = 9;

/// Balls and movers asked in one look after which the next look is shorter, and up to which it is longer. Things that stand
/// still do not count: they are asked near before far, and not beyond the first that is met.
const CROWDED: usize = 12;
const LONELY: usize = 6;
/// How far a ball looks ahead, in radii.
const SHORTEST_STRIDE: f64 = 0.25;
const LONGEST_STRIDE: f64 = 256.0;
/// What comes in this part of a stride comes soon, and the next stride is this part of it. Looks that find nothing double it:
/// between the two it settles where one look in fifteen does.
const SOON: f64 = 0.125;
const SHORTER: f64 = 0.84;

/// The best answer so far.
pub(super) struct Best {
    /// Seconds after the path's start.
    pub(super) at: f64,
    pub(super) rank: u8,
    /// Index of the other party, for ties.
    pub(super) index: usize,
    pub(super) coming: Coming,
}

impl Best {
    pub(super) fn beats(&self, at: f64, rank: u8, index: usize) -> bool {
        (at, rank, index) < (self.at, self.rank, self.index)
    }
}

/// Finds what comes next for ball `i`, and says so to the queue.
pub(super) fn look(world: &mut World, i: usize) {
    let now = world.state.time;
    let body = &world.state.bodies[i];
    let radius = body.ball.radius;
    if !body.in_play {
        set(world, i, f64::INFINITY, Due::NEVER, Coming::Nothing);
        return;
    }
    let from = (now - body.start).max(0.0);
    let stride_ends = from + body.path.time_to_travel(from, body.stride);
    if body.motion == Motion::Resting || (stride_ends == f64::INFINITY && body.ends.is_none()) {
        let here = body.path.at(from);
        world.state.bodies[i].reach = Aabb { min: here, max: here }.grown(radius);
        let mut best = Best { at: f64::INFINITY, rank: u8::MAX, index: 0, coming: Coming::Nothing };
        meet_movers(world, i, from, &mut best);
        if !world.state.driven.is_empty() {
            look_at_driven(world, i, from, &mut best);
        }
        meet_zones_at_rest(world, i, from, &mut best);
        if world.state.balls_meet {
            let reach = world.state.bodies[i].reach;
            world.state.grid.put(i, &reach);
            meet_balls(world, i, from, &mut best);
        }
        let due = Due { time: world.state.bodies[i].start + best.at, rank: best.rank };
        set(world, i, best.at, due, best.coming);
        return;
    }

    let mut best = Best { at: stride_ends, rank: RANK_LOOK, index: 0, coming: Coming::Look };
    if let Some((at, ending)) = body.ends
        && best.beats(at, RANK_OWN, 0)
    {
        best = Best { at, rank: RANK_OWN, index: 0, coming: Coming::Ends(ending) };
    }
    let in_pieces = matches!(best.coming, Coming::Ends(Ending::Piece | Ending::SlipTurns | Ending::SlipFades));
    let piece = if world.state.driven.is_empty() { PIECE } else { left_out_for(world, &body.grazes) };
    if best.beats(piece, RANK_OWN, 0) && body.grazes.iter().any(|graze| may_come_back(world, i, graze)) {
        best = Best { at: piece.max(from), rank: RANK_OWN, index: 0, coming: Coming::Ends(Ending::Piece) };
    }
    for contact in &body.contacts {
        if let Other::Collider(collider) = contact.with {
            let shape = world.colliders[collider as usize].shape();
            let window = Window { from, to: best.at };
            if world.carrier[collider as usize] != NOBODY {
                run_off_driven(world, i, collider, from, &mut best);
                continue;
            }
            if let Some(at) = shape.runs_off(&body.path, window) {
                // A ball that runs off a face onto its edge may go less than a rounding of its place and be back on the face,
                // over and over: in such a storm it stays on the face for a piece of motion.
                let (at, coming) = if body.changes > STORM && at - from <= STORM_TIME {
                    (from + PIECE, Coming::Ends(Ending::Piece))
                } else {
                    (at, Coming::RunsOff { collider })
                };
                if best.beats(at, RANK_OWN, collider as usize) {
                    best = Best { at, rank: RANK_OWN, index: collider as usize, coming };
                }
            }
            if let Some(at) = shape.bends(&body.path, window)
                && best.beats(at, RANK_OWN, collider as usize)
            {
                best = Best { at, rank: RANK_OWN, index: collider as usize, coming: Coming::Ends(Ending::Piece) };
            }
        }
    }
    let mut tests = meet_movers(world, i, from, &mut best);
    if !world.state.driven.is_empty() {
        look_at_driven(world, i, from, &mut best);
    }
    if world.rounded {
        meet_colliders::<true>(world, i, from, &mut best);
    } else if in_pieces && best.at > from && world.knows_clear(i, Window { from, to: best.at }) {
        meet_everywhere(world, i, from, &mut best);
    } else {
        meet_colliders::<false>(world, i, from, &mut best);
    }
    meet_zones(world, i, from, &mut best);
    let body = &mut world.state.bodies[i];
    body.reach = body.path.bounds(from, best.at).grown(radius);
    if world.state.balls_meet {
        let reach = body.reach;
        world.state.grid.put(i, &reach);
        tests += meet_balls(world, i, from, &mut best);
    }
    // Among other balls a ball looks less far. Otherwise some three times as far as it usually gets: most looks find what
    // comes next, and what is not reached is not looked at.
    let body = &mut world.state.bodies[i];
    if tests > CROWDED {
        look_less_far(body);
    } else if best.at >= stride_ends {
        if tests <= LONELY {
            body.stride = (2.0 * body.stride).min(LONGEST_STRIDE * radius);
        }
    } else if best.at - from < SOON * (stride_ends - from) {
        body.stride = (SHORTER * body.stride).max(SHORTEST_STRIDE * radius);
    }
    let due = Due { time: world.state.bodies[i].start + best.at, rank: best.rank };
    set(world, i, best.at, due, best.coming);
}

/// A ball whose path was changed by somebody else, or which is among many, had better not look far: while the cabinet is pushed
/// every path is another in every tick. Looks that find nothing make it look farther again.
pub(super) fn look_less_far(body: &mut Body) {
    body.stride = (0.5 * body.stride).max(SHORTEST_STRIDE * body.ball.radius);
}

/// The same for a driven collider, in its own space.
#[cold]
fn run_off_driven(world: &World, i: usize, collider: u32, from: f64, best: &mut Best) {
    let body = &world.state.bodies[i];
    let seen = world.path_seen_from(collider, &body.path, body.start, from);
    let window = Window { from: 0.0, to: best.at - from };
    if let Some(after) = world.colliders[collider as usize].shape().runs_off(&seen, window)
        && best.beats(from + after, RANK_OWN, collider as usize)
    {
        let coming = Coming::RunsOff { collider };
        *best = Best { at: from + after, rank: RANK_OWN, index: collider as usize, coming };
    }
}

/// s: for how long what a ball grazes may be left out at most.
#[cold]
fn left_out_for(world: &World, grazes: &[Graze]) -> f64 {
    let of = |graze: &Graze| if let Other::Collider(c) = graze.with { world.catches_up_in(c) } else { PIECE };
    grazes.iter().fold(PIECE, |least, graze| least.min(of(graze)))
}

/// The first driven thing on the way, and the first border of a driven zone.
#[cold]
fn look_at_driven(world: &World, i: usize, from: f64, best: &mut Best) {
    meet_driven(world, i, from, best);
    meet_driven_zones(world, i, from, best);
}

/// Could a ball meet on this path what it grazes at its start? What it has run off, yes; not a flat thing that it is not pressed on, nor a ball that
/// is accelerated as it is. Anything else is left out for one piece of motion only, and so is what it still comes nearer to: in a storm, or in
/// a crowd too large to find its end.
fn may_come_back(world: &World, i: usize, graze: &Graze) -> bool {
    let path = &world.state.bodies[i].path;
    match graze.with {
        _ if graze.left => true,
        _ if (path.v - graze.velocity).dot(graze.normal) < -2.0 * HELD_SPEED => true,
        Other::Collider(c) => {
            path.a != DVec3::ZERO && (world.colliders[c as usize].shape().rank() > 0 || path.a.dot(graze.normal) < 0.0)
        }
        Other::Ball(j) => (path.a - world.state.bodies[j as usize].path.a).length() > LIFT_ACCELERATION,
    }
}

/// The first collider on the way, if it comes before `best`. `ROUNDED`: things were placed by transforms; what is met within
/// a rounding is met at once, even if something else is, too, and rank says which comes first.
///
/// Each is asked about the whole way, though only the first matters: the last bit of a moment may depend on how long a way was
/// searched, and must not depend on who was asked before. So the order of asking is the tree's own affair.
fn meet_colliders<const ROUNDED: bool>(world: &World, i: usize, from: f64, best: &mut Best) {
    let body = &world.state.bodies[i];
    let (path, radius) = (&body.path, body.ball.radius);
    let slack = if ROUNDED { ROUNDED_GAP } else { 0.0 };
    let way = Way { path, radius, slack, window: Window { from, to: best.at } };
    let to = if ROUNDED { best.at.max(from + ROUNDED_FALL) } else { best.at };
    world.tree.sweep(&way, |index| {
        let other = Other::Collider(index as u32);
        if !world.enabled[index] || body.through == index as u32 || body.keeps_touching(other, 0) {
            return best.at;
        }
        let shape = world.colliders[index].shape();
        if let Some(meeting) = shape.meets(path, radius, Window { from, to }) {
            let rank = RANK_SHAPE + shape.rank();
            let time = if ROUNDED { at_once(shape, path, radius, (from, meeting.time)) } else { meeting.time };
            if best.beats(time, rank, index) {
                let coming = Coming::Meets { collider: index as u32, normal: meeting.normal };
                *best = Best { at: time, rank, index, coming };
            }
        }
        best.at
    });
}

/// The same where it is known that nothing with bounds is on the way.
fn meet_everywhere(world: &World, i: usize, from: f64, best: &mut Best) {
    let body = &world.state.bodies[i];
    let window = Window { from, to: best.at };
    for &collider in world.tree.everywhere() {
        let index = collider as usize;
        if !world.enabled[index] || body.through == collider || body.keeps_touching(Other::Collider(collider), 0) {
            continue;
        }
        let shape = world.colliders[index].shape();
        if let Some(meeting) = shape.meets(&body.path, body.ball.radius, window) {
            let rank = RANK_SHAPE + shape.rank();
            if best.beats(meeting.time, rank, index) {
                let coming = Coming::Meets { collider, normal: meeting.normal };
                *best = Best { at: meeting.time, rank, index, coming };
            }
        }
    }
}

/// Seconds after the path's start at which a shape is met that would be met at `time`. A gap no wider than the rounding of a
/// place is shut already. A ball that has been struck from the side lies on its floor as before; where that leans, it seems to
/// hover by a rounding, and would fall for some nanoseconds without rubbing on it. (`tests/placement`)
fn at_once(shape: &Shape, path: &Path, radius: f64, (from, time): (f64, f64)) -> f64 {
    if time == from || time - from > ROUNDED_FALL {
        return time;
    }
    let gap = shape.touch(path.at(from)).map_or(f64::INFINITY, |touch| touch.distance - radius);
    if gap <= ROUNDED_GAP { from } else { time }
}

/// The first ball on the way, if it comes before `best`. Returns how many were tested.
fn meet_balls(world: &mut World, i: usize, from: f64, best: &mut Best) -> usize {
    let mut tests = 0;
    let mut near = core::mem::take(&mut world.state.near);
    world.state.grid.neighbours(i, &mut near);
    let body = &world.state.bodies[i];
    let now = body.start + from;
    for &j in &near {
        let other = &world.state.bodies[j as usize];
        if !other.in_play || !body.reach.overlaps(&other.reach) || body.keeps_touching(Other::Ball(j), other.version) {
            continue;
        }
        tests += 1;
        // Both paths from the moment when the later one began.
        let base = body.start.max(other.start);
        let (mine, theirs) = (base - body.start, base - other.start);
        let relative = body.path.from(mine).seen_from(&other.path.from(theirs));
        let until = (best.at - mine).min(other.reach_until - base);
        let window = Window { from: now.max(base) - base, to: until };
        if until == f64::INFINITY || until <= window.from {
            continue; // Neither moves; or the other one looks around itself at this very moment, and will see this one.
        }
        if let Some(meeting) = meeting_of_balls(&relative, body.ball.radius, other.ball.radius, window) {
            let at = mine + meeting.time;
            if best.beats(at, RANK_BALL, j as usize) {
                let coming = Coming::MeetsBall { ball: j, version: other.version, normal: meeting.normal };
                *best = Best { at, rank: RANK_BALL, index: j as usize, coming };
            }
        }
    }
    world.state.near = near;
    tests
}

fn set(world: &mut World, i: usize, at: f64, due: Due, coming: Coming) {
    let body = &mut world.state.bodies[i];
    body.coming = coming;
    body.coming_at = at;
    body.reach_until = due.time;
    world.state.queue.set(i, due);
}
