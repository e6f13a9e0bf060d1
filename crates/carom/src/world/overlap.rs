//! A ball that was put inside something: found, reported, pushed out.

use super::{World, book};
use crate::broad::Aabb;
use crate::event::{BallId, Event, What};
use crate::tolerance::{OVERLAP, REPAIR_ROUNDS};
use glam::DVec3;

/// Pushes ball `i` out of whatever it overlaps, deepest first, and tells of it.
///
/// Things do not give way; another ball does not either, so that a ball that is put into a pile does not scatter it. Out of a ball
/// it goes in short steps, and out of things before it goes on: the way out must not lead through a wall. Where there is none
/// beside the other ball, it is laid on top.
pub(super) fn repair(world: &mut World, i: usize) {
    let body = &world.state.bodies[i];
    let gone = (world.state.time - body.start).max(0.0);
    let Some(first) = worst_at(world, i, body.path.at(gone)) else { return };
    if gone > 0.0 {
        // It was on its way when something came up around it: it is where it is by now, and nothing carries it any more.
        world.change(BallId(i as u32), |_| ()).unwrap_or_default();
    }
    push_out(world, i);
    if worst(world, i).is_some_and(|lap| lap.of_ball) {
        lay_on_top(world, i);
    }
    let left = worst(world, i).map_or(0.0, |lap| lap.depth);
    let what = What::Overlap { depth: first.depth, left };
    world.tell(Event { time: world.state.time, ball: BallId(i as u32), what });
}

fn push_out(world: &mut World, i: usize) {
    for _ in 0..REPAIR_ROUNDS {
        let Some(Lap { depth, normal, of_ball }) = worst(world, i) else { break };
        let body = &world.state.bodies[i];
        let far = if of_ball { depth.min(LONGEST_STEP * body.ball.radius) } else { depth };
        // A hair more than needed, so that the rounding of the sum does not leave it inside.
        move_by(world, i, normal * (far + f64::EPSILON * (far + body.path.p.length())));
    }
    // Rather in a ball, which will give way, than in a wall.
    let p = world.state.bodies[i].path.p;
    move_by(world, i, out_of_things(world, i, p, &mut 0) - p);
}

/// Lifts ball `i` against gravity, a radius at a time, until it overlaps nothing; if nothing comes of it, it stays where it is.
fn lay_on_top(world: &mut World, i: usize) {
    let body = &world.state.bodies[i];
    let (from, radius) = (body.path.p, body.ball.radius);
    let Some(up) = (-world.pull_on(&body.ball, 0.0).0).try_normalize() else { return };
    for _ in 0..MOST_LIFTS {
        // Not through a ceiling: what stands in the way of one step is felt by the next.
        move_by(world, i, up * (LONGEST_STEP * radius));
        match worst(world, i) {
            None => return,
            Some(lap) if lap.of_ball => {}
            Some(_) => break,
        }
    }
    let back = from - world.state.bodies[i].path.p;
    move_by(world, i, back);
}

fn move_by(world: &mut World, i: usize, out: DVec3) {
    let body = &mut world.state.bodies[i];
    body.path.p += out;
    body.ball.position = body.path.p;
    book::moved_out(body, &world.gravity, out);
}

/// How far a ball is moved out of another at a time, in radii: its centre must not pass a wall that it does not touch yet.
pub(super) const LONGEST_STEP: f64 = 0.5;
/// Steps up. Three balls on top of each other are ten.
const MOST_LIFTS: usize = 16;

/// What a ball overlaps: how deep, the way out, and whether it is a ball.
#[derive(Clone, Copy, Debug)]
struct Lap {
    depth: f64,
    normal: DVec3,
    of_ball: bool,
}

/// What is to be put right first of what ball `i` overlaps, where its path begins: the deepest thing, or else the deepest ball.
fn worst(world: &World, i: usize) -> Option<Lap> {
    worst_at(world, i, world.state.bodies[i].path.p)
}

/// The same if it were at `p`.
fn worst_at(world: &World, i: usize, p: DVec3) -> Option<Lap> {
    let radius = world.state.bodies[i].ball.radius;
    let mut worst = deepest_thing(world, i, p, &mut 0);
    if worst.is_some() {
        return worst;
    }
    for (j, other) in world.state.bodies.iter().enumerate() {
        if j != i && other.in_play {
            let arm = p - other.path.at((world.state.time - other.start).max(0.0));
            let (depth, normal) = (radius + other.ball.radius - arm.length(), arm.try_normalize().unwrap_or(DVec3::X));
            if depth > OVERLAP && worst.is_none_or(|lap| depth > lap.depth) {
                worst = Some(Lap { depth, normal, of_ball: true });
            }
        }
    }
    worst
}

/// The thing that ball `i` would overlap deepest at `p`.
fn deepest_thing(world: &World, i: usize, p: DVec3, toil: &mut usize) -> Option<Lap> {
    let body = &world.state.bodies[i];
    let radius = body.ball.radius;
    let mut worst: Option<Lap> = None;
    let mut consider = |depth: f64, normal: DVec3| {
        if depth > OVERLAP && worst.is_none_or(|lap| depth > lap.depth) {
            worst = Some(Lap { depth, normal, of_ball: false });
        }
    };
    world.tree.query(&Aabb { min: p, max: p }.grown(radius), |index| {
        *toil += 1;
        if world.enabled[index]
            && body.through != index as u32
            && let Some(touch) = world.colliders[index].shape().touch(p)
        {
            consider(radius - touch.distance, touch.normal);
        }
    });
    world.each_driven_touch(p, |c, touch| {
        if world.enabled[c as usize] && body.through != c {
            consider(radius - touch.distance, touch.normal);
        }
    });
    for mover in &world.state.movers {
        let touch = mover.touch(p);
        consider(radius - touch.distance, touch.normal);
    }
    worst
}

/// Where ball `i` lies outside of all things, if it was moved to `p` by another ball: not farther than [`LONGEST_STEP`], so that its
/// centre is on the right side still. Every thing that was asked is counted in `toil`.
pub(super) fn out_of_things(world: &World, i: usize, mut p: DVec3, toil: &mut usize) -> DVec3 {
    for _ in 0..REPAIR_ROUNDS {
        let Some(lap) = deepest_thing(world, i, p, toil) else { break };
        p += lap.normal * lap.depth;
    }
    p
}
