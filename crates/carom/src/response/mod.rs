//! What follows when a ball meets something: a bounce off a thing, a bounce of two balls, or being carried.

pub mod bounce;
pub mod pair;
pub mod rest;

use crate::material::Material;
use crate::math::rng::Stream;
use crate::math::trig;
use crate::tolerance::{FAINT_SPEED, REST_SPEED};
use glam::DVec3;

/// m/s: the rebound below which bouncing is over; see [`REST_SPEED`].
pub(crate) fn rest_limit(elasticity: f64) -> f64 {
    ((1.0 - elasticity) * REST_SPEED).max(FAINT_SPEED)
}

/// Coulomb's friction in an impact: the impulse along the surface that stops the `slip`, or what the grip allows.
///
/// A push along the surface of a solid ball changes the slip by 7/2 of what it changes the velocity: one part from
/// the motion, 5/2 from the spin. `mobility` is the sum of 1/m.
fn friction_impulse(slip: DVec3, mobility: f64, friction: f64, normal_impulse: f64) -> DVec3 {
    let speed = slip.length();
    if speed == 0.0 || friction == 0.0 {
        return DVec3::ZERO;
    }
    let to_stop = speed / (3.5 * mobility);
    slip * (-(friction * normal_impulse).min(to_stop) / speed)
}

/// Turns an outgoing velocity by a random angle up to the material's scatter, in the plane of the bounce. Always leaves
/// it outgoing. The draw has Visual Pinball's shape `x(1 - x²)`, scaled to a peak of one: mostly middling angles.
fn scattered(velocity: DVec3, normal: DVec3, material: &Material, stream: &mut Stream) -> DVec3 {
    let most = material.scatter();
    if most == 0.0 {
        return velocity;
    }
    let x = stream.between(-1.0, 1.0);
    let angle = 1.5 * 3.0_f64.sqrt() * x * (1.0 - x * x) * most;
    let axis = normal.cross(velocity);
    let axis = axis.try_normalize().unwrap_or_else(|| {
        let upright = DVec3::Z - normal * normal.z;
        upright.try_normalize().unwrap_or(DVec3::X)
    });
    let turned = velocity * trig::cos(angle) + axis.cross(velocity) * trig::sin(angle);
    if turned.dot(normal) > 0.0 { turned } else { velocity }
}
