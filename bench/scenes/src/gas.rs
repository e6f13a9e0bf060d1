//! S4: an elastic gas of disks of radius 0.5 at packing 0.3, in a box.

use core::f64::consts::PI;

use crate::lcg::Lcg;
use crate::{Ball, Scene, border};

/// Radius of a gas ball: one diameter is the unit of length.
const RADIUS: f64 = 0.5;
/// Share of the area that the disks cover.
const PACKING: f64 = 0.3;

/// `count` balls on a grid, with velocities drawn from a normal distribution, no net momentum, and a mean of v² of 2.
pub fn gas(count: u32) -> Scene {
    let n = f64::from(count);
    let side = libm::sqrt(n * PI * 0.25 / PACKING);
    let columns = libm::ceil(libm::sqrt(n)) as u32;
    let pitch = |k: u32| (f64::from(k) + 0.5) * side / f64::from(columns);

    let mut draws = Lcg::new(u64::from(count));
    let mut balls: Vec<Ball> = (0..count)
        .map(|i| {
            // Box and Muller's way; 1 - u so that the logarithm never sees zero.
            let size = libm::sqrt(-2.0 * libm::log(1.0 - draws.draw()));
            let angle = 2.0 * PI * draws.draw();
            let velocity = [size * libm::cos(angle), size * libm::sin(angle)];
            Ball { position: [pitch(i % columns), pitch(i / columns)], velocity, radius: RADIUS }
        })
        .collect();

    let mean = [0, 1].map(|axis| balls.iter().map(|b| b.velocity[axis]).sum::<f64>() / n);
    for ball in &mut balls {
        ball.velocity[0] -= mean[0];
        ball.velocity[1] -= mean[1];
    }
    let sum: f64 = balls.iter().map(|b| b.velocity[0] * b.velocity[0] + b.velocity[1] * b.velocity[1]).sum();
    let scale = libm::sqrt(2.0 * n / sum);
    for ball in &mut balls {
        ball.velocity = ball.velocity.map(|v| v * scale);
    }
    Scene { segments: border(0.0, 0.0, side, side).to_vec(), balls, ..Scene::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gas_is_at_rest_as_a_whole_and_as_warm_as_said() {
        let scene = gas(1000);
        let sum = |f: fn(&Ball) -> f64| scene.balls.iter().map(f).sum::<f64>();
        assert!(sum(|b| b.velocity[0]).abs() < 1e-11);
        assert!(sum(|b| b.velocity[1]).abs() < 1e-11);
        assert!((sum(|b| b.velocity[0] * b.velocity[0] + b.velocity[1] * b.velocity[1]) - 2000.0).abs() < 1e-9);
    }
}
