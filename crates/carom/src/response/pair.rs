//! Ball against ball: any masses and radii, with restitution, friction and spin.

use super::bounce::Bounce;
use super::friction_impulse;
use crate::ball::Ball;
use crate::material::Material;
use glam::DVec3;

/// m/s: how fast two balls approach along `normal`, which points from the second to the first.
pub(crate) fn approach_speed(first: &Ball, second: &Ball, normal: DVec3) -> f64 {
    (second.velocity - first.velocity).dot(normal).max(0.0)
}

/// Lets two balls bounce. `normal` is the unit vector from the second to the first; the impulse told is the first's.
pub fn bounce(first: &mut Ball, second: &mut Ball, normal: DVec3, material: &Material) -> Bounce {
    let speed = approach_speed(first, second, normal);
    struck(first, second, normal, material, speed, material.elasticity().at(speed))
}

/// The same without any rebound: they stay together.
pub(crate) fn settle(first: &mut Ball, second: &mut Ball, normal: DVec3, material: &Material) -> Bounce {
    let speed = approach_speed(first, second, normal);
    struck(first, second, normal, material, speed, 0.0)
}

fn struck(
    first: &mut Ball,
    second: &mut Ball,
    normal: DVec3,
    material: &Material,
    speed: f64,
    elasticity: f64,
) -> Bounce {
    let energy = |a: &Ball, b: &Ball| a.kinetic_energy() + b.kinetic_energy();
    let before = energy(first, second);
    // Conservation of momentum, and v' = -e v along the normal: each gets its share by the other's mass. For equal
    // masses the shares are exactly one half, so a head-on elastic hit swaps velocities to the last bit.
    let total = first.mass + second.mass;
    let gained = (1.0 + elasticity) * speed;
    let (first_share, second_share) = (second.mass / total, first.mass / total);
    first.velocity += normal * (gained * first_share);
    second.velocity -= normal * (gained * second_share);
    let normal_impulse = gained * first.mass * first_share;
    let (first_arm, second_arm) = (-normal * first.radius, normal * second.radius);
    let slip = first.surface_velocity(first_arm) - second.surface_velocity(second_arm);
    let slip = slip - normal * slip.dot(normal);
    let mobility = 1.0 / first.mass + 1.0 / second.mass;
    let grip = friction_impulse(slip, mobility, material.friction(), normal_impulse);
    if grip != DVec3::ZERO {
        first.push(grip, first_arm);
        second.push(-grip, second_arm);
    }
    Bounce { speed, impulse: normal * normal_impulse + grip, energy_lost: before - energy(first, second) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn momentum_stays_and_energy_never_grows(
            v in proptest::array::uniform3(-5.0..5.0_f64),
            spin in proptest::array::uniform3(-200.0..200.0_f64),
            mass in 0.01..10.0_f64, radius in 0.005..0.1_f64,
            e in 0.0..=1.0_f64, friction in 0.0..2.0_f64,
        ) {
            let mut a = Ball::new(DVec3::ZERO, 0.03, 0.2).unwrap().with_velocity(DVec3::from(v));
            let mut b = Ball::new(DVec3::ZERO, radius, mass).unwrap().with_spin(DVec3::from(spin));
            prop_assume!(a.velocity.x < 0.0);
            let momentum = a.velocity * a.mass + b.velocity * b.mass;
            let energy = a.kinetic_energy() + b.kinetic_energy();
            let speed = -a.velocity.x;
            bounce(&mut a, &mut b, DVec3::X, &Material::new(e, friction).unwrap());
            let after = a.velocity * a.mass + b.velocity * b.mass;
            prop_assert!((momentum - after).length() < 1e-13, "momentum {} {}", momentum, after);
            prop_assert!(a.kinetic_energy() + b.kinetic_energy() <= energy * (1.0 + 1e-14));
            prop_assert!(((a.velocity - b.velocity).x - e * speed).abs() < 1e-13, "restitution");
        }
    }

    #[test]
    fn equal_balls_swap_velocities_to_the_bit() {
        let mut a = Ball::new(DVec3::ZERO, 0.03, 0.17).unwrap();
        let mut b = a.with_velocity(DVec3::new(0.1 + 0.2, 0.0, 0.0));
        bounce(&mut a, &mut b, DVec3::X, &Material::default());
        assert_eq!((a.velocity.x, b.velocity.x), (0.1 + 0.2, 0.0));
    }
}
