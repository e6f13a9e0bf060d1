//! Looking ahead: the first thing that a ball will meet on its path.
//!
//! A ball looks one stride ahead, remembers that the way is clear so far, and looks again only when it has got there or
//! its path has changed. Whatever else happens in the world, a quiet ball costs nothing.

use super::World;
use super::body::{Coming, Graze, Other};
use super::mover::meet_movers;
use super::queue::Due;
use super::zones::{meet_zones, meet_zones_at_rest};
use crate::broad::Aabb;
use crate::event::Motion;
use crate::gap::Window;
use crate::impact::meeting_of_balls;
use crate::response::rest::Ending;
use crate::tolerance::{LIFT_ACCELERATION, PIECE};
use core::ops::ControlFlow;
use glam::DVec3;

/// Ranks of events at one moment (see `event`): a change of motion, then colliders by shape, then balls, then looking on.
const RANK_OWN: u8 = 0;
pub(super) const RANK_SHAPE: u8 = 1;
pub(super) const RANK_ZONE: u8 = 7;
const RANK_BALL: u8 = 8;
pub(super) const RANK_LOOK: u8 = 9;

/// Tests in one look after which the next look is shorter, and up to which it is longer.
const CROWDED: usize = 4;
const LONELY: usize = 1;
/// How far a ball looks ahead, in radii.
const SHORTEST_STRIDE: f64 = 0.25;
const LONGEST_STRIDE: f64 = 256.0;

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
    if best.beats(PIECE, RANK_OWN, 0) && body.grazes.iter().any(|graze| may_come_back(world, i, graze)) {
        best = Best { at: PIECE.max(from), rank: RANK_OWN, index: 0, coming: Coming::Ends(Ending::Piece) };
    }
    for contact in &body.contacts {
        if let Other::Collider(collider) = contact.with {
            let shape = world.colliders[collider as usize].shape();
            let window = Window { from, to: best.at };
            if let Some(at) = shape.runs_off(&body.path, window)
                && best.beats(at, RANK_OWN, collider as usize)
            {
                best = Best { at, rank: RANK_OWN, index: collider as usize, coming: Coming::RunsOff { collider } };
            }
            if let Some(at) = shape.bends(&body.path, window)
                && best.beats(at, RANK_OWN, collider as usize)
            {
                best = Best { at, rank: RANK_OWN, index: collider as usize, coming: Coming::Ends(Ending::Piece) };
            }
        }
    }
    let mut tests = meet_movers(world, i, from, &mut best);
    tests += meet_colliders(world, i, from, &mut best);
    meet_zones(world, i, from, &mut best);
    let body = &mut world.state.bodies[i];
    body.reach = body.path.bounds(from, best.at).grown(radius);
    if world.state.balls_meet {
        let reach = body.reach;
        world.state.grid.put(i, &reach);
        tests += meet_balls(world, i, from, &mut best);
    }
    // Crowded ways are looked at in short pieces, empty ones in long ones.
    let body = &mut world.state.bodies[i];
    if tests > CROWDED {
        body.stride = (0.5 * body.stride).max(SHORTEST_STRIDE * radius);
    } else if tests <= LONELY && best.at >= stride_ends {
        body.stride = (2.0 * body.stride).min(LONGEST_STRIDE * radius);
    }
    let due = Due { time: world.state.bodies[i].start + best.at, rank: best.rank };
    set(world, i, best.at, due, best.coming);
}

/// Could a ball meet on this path what it grazes at its start? What it has run off, yes; not a flat thing that it is not pressed on, nor a ball that
/// is accelerated as it is. Anything else is left out for one piece of motion only.
fn may_come_back(world: &World, i: usize, graze: &Graze) -> bool {
    let path = &world.state.bodies[i].path;
    match graze.with {
        _ if graze.left => true,
        Other::Collider(c) => {
            path.a != DVec3::ZERO && (world.colliders[c as usize].shape().rank() > 0 || path.a.dot(graze.normal) < 0.0)
        }
        Other::Ball(j) => (path.a - world.state.bodies[j as usize].path.a).length() > LIFT_ACCELERATION,
    }
}

/// The first collider on the way, if it comes before `best`. Returns how many were tested.
fn meet_colliders(world: &World, i: usize, from: f64, best: &mut Best) -> usize {
    let body = &world.state.bodies[i];
    let (path, radius) = (&body.path, body.ball.radius);
    let mut tests = 0;
    let level = path.v.z == 0.0 && path.a.z == 0.0;
    // A ball that moves on one level cannot meet what only reaches up to its lowest point, or down to its highest.
    let reach = |to: f64| {
        let mut area = path.bounds(from, to).grown(radius);
        if level {
            (area.min.z, area.max.z) = ((path.p.z - radius).next_up(), (path.p.z + radius).next_down());
        }
        area
    };
    let mut area = reach(best.at);
    let direction = path.velocity_at(from);
    world.tree.query_along(&mut area, direction, |area, index| {
        let other = Other::Collider(index as u32);
        if !world.enabled[index] || body.through == Some(index as u32) || body.keeps_touching(other, 0) {
            return ControlFlow::<()>::Continue(());
        }
        tests += 1;
        let shape = world.colliders[index].shape();
        if let Some(meeting) = shape.meets(path, radius, Window { from, to: best.at }) {
            let rank = RANK_SHAPE + shape.rank();
            if best.beats(meeting.time, rank, index) {
                let coming = Coming::Meets { collider: index as u32, normal: meeting.normal };
                *best = Best { at: meeting.time, rank, index, coming };
                *area = reach(best.at);
            }
        }
        ControlFlow::Continue(())
    });
    tests
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
