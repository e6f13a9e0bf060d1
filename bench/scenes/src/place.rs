//! Balls scattered over a scene, none touching anything.

use core::f64::consts::PI;

use crate::lcg::Lcg;
use crate::{BALL_RADIUS, Ball, Scene};

/// Free space demanded around every ball, in metres.
const MARGIN: f64 = 0.001;

/// The rectangle in which centres are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub low: [f64; 2],
    pub high: [f64; 2],
}

/// Draws x and y until `count` balls have a free place, and an angle for each that has.
///
/// Every wall is looked at for every draw: a few million distances at most, which is not worth a grid here.
pub fn place(scene: &Scene, draws: &mut Lcg, count: usize, area: Area, speed: f64) -> Vec<Ball> {
    let mut balls: Vec<Ball> = Vec::with_capacity(count);
    while balls.len() < count {
        let x = area.low[0] + (area.high[0] - area.low[0]) * draws.draw();
        let y = area.low[1] + (area.high[1] - area.low[1]) * draws.draw();
        if is_free(scene, &balls, [x, y]) {
            let angle = 2.0 * PI * draws.draw();
            let velocity = [speed * libm::cos(angle), speed * libm::sin(angle)];
            balls.push(Ball { position: [x, y], velocity, radius: BALL_RADIUS });
        }
    }
    balls
}

fn is_free(scene: &Scene, balls: &[Ball], p: [f64; 2]) -> bool {
    let apart = |q: [f64; 2], limit: f64| libm::hypot(p[0] - q[0], p[1] - q[1]) >= limit;
    let room = BALL_RADIUS + MARGIN;
    scene.segments.iter().all(|s| s.distance(p) >= room)
        && scene.disks.iter().all(|d| apart(d.centre, room + d.radius))
        && balls.iter().all(|b| apart(b.position, 2.0 * BALL_RADIUS + MARGIN))
}
