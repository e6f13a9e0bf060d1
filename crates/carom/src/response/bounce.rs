//! A ball against a thing that does not give way, though its surface may move.

use super::{friction_impulse, scattered};
use crate::ball::Ball;
use crate::material::{Grip, Material};
use crate::math::rng::Stream;
use glam::DVec3;

/// What a bounce did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce {
    /// m/s: how fast the ball approached.
    pub speed: f64,
    /// N s: what it received.
    pub impulse: DVec3,
    /// J: energy of motion and spin that it lost.
    pub energy_lost: f64,
}

/// Bounces `ball` off a surface with this outward `normal`, made of `material`, that moves with `surface_velocity`.
///
/// Restitution along the normal: `v_n' = -e v_n` relative to the surface, with `e` for the speed of approach. Friction
/// along the surface: Coulomb's, at most what stops the slip, turning the ball as it acts; its limit is counted from the
/// part of the impulse that the material's [`Grip`] says. Then scatter.
pub fn bounce(
    ball: &mut Ball,
    normal: DVec3,
    material: &Material,
    surface_velocity: DVec3,
    scatter: &mut Stream,
) -> Bounce {
    let speed = approach_speed(ball, normal, surface_velocity);
    let elasticity = material.elasticity().at(speed);
    let mut done = struck(ball, normal, material, surface_velocity, speed, elasticity);
    let before = ball.kinetic_energy();
    ball.velocity = scattered(ball.velocity - surface_velocity, normal, material, scatter) + surface_velocity;
    done.energy_lost += before - ball.kinetic_energy();
    done
}

/// The same without any rebound: the ball stays on the surface.
pub(crate) fn settle(ball: &mut Ball, normal: DVec3, material: &Material, surface_velocity: DVec3) -> Bounce {
    let speed = approach_speed(ball, normal, surface_velocity);
    struck(ball, normal, material, surface_velocity, speed, 0.0)
}

/// m/s: how fast the ball approaches the surface; nothing if rounding says that it leaves.
pub(crate) fn approach_speed(ball: &Ball, normal: DVec3, surface_velocity: DVec3) -> f64 {
    (surface_velocity - ball.velocity).dot(normal).max(0.0)
}

fn struck(
    ball: &mut Ball,
    normal: DVec3,
    material: &Material,
    surface_velocity: DVec3,
    speed: f64,
    elasticity: f64,
) -> Bounce {
    let before = ball.kinetic_energy();
    let gained = (1.0 + elasticity) * speed;
    let normal_impulse = ball.mass * gained;
    // Velocity is changed directly, not by impulse over mass: one rounding less.
    ball.velocity += normal * gained;
    let arm = -normal * ball.radius;
    let slip = ball.surface_velocity(arm) - surface_velocity;
    let slip = slip - normal * slip.dot(normal);
    let pressing = match material.grip() {
        Grip::Whole => normal_impulse,
        Grip::Stopping => ball.mass * speed,
    };
    let grip = friction_impulse(slip, 1.0 / ball.mass, material.friction(), pressing);
    if grip != DVec3::ZERO {
        ball.push(grip, arm);
    }
    Bounce { speed, impulse: normal * normal_impulse + grip, energy_lost: before - ball.kinetic_energy() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ball(velocity: DVec3, spin: DVec3) -> Ball {
        Ball::new(DVec3::ZERO, 0.0135, 0.08).unwrap().with_velocity(velocity).with_spin(spin)
    }

    #[test]
    fn a_gripping_bounce_turns_slip_into_roll() {
        // Enough friction: the contact point stops; v' = 5/7 v, spin = v'/r (no spin before).
        let mut b = ball(DVec3::new(1.0, 0.0, -3.0), DVec3::ZERO);
        let material = Material::new(0.5, 10.0).unwrap();
        bounce(&mut b, DVec3::Z, &material, DVec3::ZERO, &mut Stream::new(0, "test"));
        assert!((b.velocity - DVec3::new(5.0 / 7.0, 0.0, 1.5)).length() < 1e-15, "{:?}", b.velocity);
        assert!(b.surface_velocity(DVec3::new(0.0, 0.0, -b.radius)).truncate().length() < 1e-15, "no slip left");
    }

    #[test]
    fn a_belt_throws_the_ball_along() {
        let mut b = ball(DVec3::new(0.0, 0.0, -1.0), DVec3::ZERO);
        let material = Material::new(0.0, 0.1).unwrap();
        let done = bounce(&mut b, DVec3::Z, &material, DVec3::new(5.0, 0.0, 0.0), &mut Stream::new(0, "test"));
        assert!((b.velocity.x - 0.1).abs() < 1e-15, "friction times the normal impulse: {:?}", b.velocity);
        assert!((done.impulse - DVec3::new(0.008, 0.0, 0.08)).length() < 1e-15, "{done:?}");
    }

    proptest! {
        #[test]
        fn energy_never_grows(
            v in proptest::array::uniform3(-5.0..5.0_f64),
            spin in proptest::array::uniform3(-200.0..200.0_f64),
            e in 0.0..=1.0_f64, friction in 0.0..2.0_f64, scatter in 0.0..0.5_f64,
        ) {
            let mut b = ball(DVec3::from(v), DVec3::from(spin));
            prop_assume!(b.velocity.z < 0.0);
            let before = b.kinetic_energy();
            let incoming = b.velocity;
            let material = Material::new(e, friction).unwrap().with_scatter(scatter).unwrap();
            let done = bounce(&mut b, DVec3::Z, &material, DVec3::ZERO, &mut Stream::new(3, "scatter"));
            prop_assert!(b.kinetic_energy() <= before * (1.0 + 1e-14));
            prop_assert!((before - b.kinetic_energy() - done.energy_lost).abs() <= 1e-14 * before);
            prop_assert!(b.velocity.z >= 0.0, "outgoing");
            if friction == 0.0 && scatter == 0.0 {
                prop_assert!((b.velocity.truncate() - incoming.truncate()).length() == 0.0);
            }
        }
    }
}
