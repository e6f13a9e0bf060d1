//! A ball that was put inside something: found, reported, pushed out.

use super::{World, book};
use crate::broad::Aabb;
use crate::event::{BallId, Event, What};
use crate::tolerance::{OVERLAP, REPAIR_ROUNDS};
use glam::DVec3;

/// Pushes ball `i` out of whatever it overlaps, deepest first, and tells of it.
///
/// Things do not give way; another ball does not either, so that a ball that is put into a pile does not scatter it.
pub(super) fn repair(world: &mut World, i: usize) {
    let Some((deepest, _)) = worst(world, i) else { return };
    for _ in 0..REPAIR_ROUNDS {
        let Some((depth, normal)) = worst(world, i) else { break };
        let body = &mut world.state.bodies[i];
        // A hair more than needed, so that the rounding of the sum does not leave it inside.
        let out = normal * (depth + f64::EPSILON * (depth + body.path.p.length()));
        body.path.p += out;
        body.ball.position = body.path.p;
        book::moved_out(body, &world.gravity, out);
    }
    let left = worst(world, i).map_or(0.0, |(depth, _)| depth);
    let what = What::Overlap { depth: deepest, left };
    world.tell(Event { time: world.state.time, ball: BallId(i as u32), what });
}

/// The deepest overlap of ball `i`, and the way out.
fn worst(world: &World, i: usize) -> Option<(f64, DVec3)> {
    let body = &world.state.bodies[i];
    let (p, radius) = (body.path.p, body.ball.radius);
    let mut worst: Option<(f64, DVec3)> = None;
    let mut consider = |depth: f64, normal: DVec3| {
        if depth > OVERLAP && worst.is_none_or(|(most, _)| depth > most) {
            worst = Some((depth, normal));
        }
    };
    world.tree.query(&Aabb { min: p, max: p }.grown(radius), |index| {
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
    for (j, other) in world.state.bodies.iter().enumerate() {
        if j != i && other.in_play {
            let arm = p - other.at(world.state.time).position;
            let normal = arm.try_normalize().unwrap_or(DVec3::X);
            consider(radius + other.ball.radius - arm.length(), normal);
        }
    }
    worst
}
