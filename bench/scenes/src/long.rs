//! S5, long: one ball for a minute in a scene whose answer is known.

use core::f64::consts::PI;

use crate::{BALL_RADIUS, Ball, Scene, Segment, border};

/// Gravity of the scenes that have any, downwards, in m/s².
pub const GRAVITY: f64 = 9.81;
/// Radius of the circle around the stadium's corners, and of the true circle; metres.
pub const CIRCLE_RADIUS: f64 = 0.5;

/// A ball dropped from half a metre onto a floor.
pub fn bounce() -> Scene {
    on_floor(0.5 + BALL_RADIUS)
}

/// A ball that lies on the floor.
pub fn rest() -> Scene {
    on_floor(BALL_RADIUS)
}

/// A ball thrown in a box of one metre; it never reaches the ceiling.
pub fn arcbox() -> Scene {
    let ball = Ball { position: [0.3, 0.6], velocity: [1.3, 0.4], radius: BALL_RADIUS };
    Scene { segments: border(0.0, 0.0, 1.0, 1.0).to_vec(), balls: vec![ball], ..Scene::default() }
}

/// A ball inside a regular polygon of `chords` sides, counter-clockwise.
pub fn stadium(chords: u32) -> Scene {
    let vertex = |k: u32| {
        let angle = 2.0 * PI * f64::from(k) / f64::from(chords);
        [CIRCLE_RADIUS * libm::cos(angle), CIRCLE_RADIUS * libm::sin(angle)]
    };
    // The last corner is the first one to the bit, so that the ring is closed. (The peers' files have sin 2 pi there,
    // 1e-16 m away.)
    let segments = (0..chords).map(|k| Segment { a: vertex(k), b: vertex((k + 1) % chords) }).collect();
    Scene { segments, balls: vec![circling()], ..Scene::default() }
}

/// The ball of the stadium and of the true circle.
pub fn circling() -> Ball {
    Ball { position: [0.3, 0.0], velocity: [0.0, 2.0], radius: BALL_RADIUS }
}

fn on_floor(height: f64) -> Scene {
    let ball = Ball { position: [0.0, height], velocity: [0.0, 0.0], radius: BALL_RADIUS };
    Scene { segments: vec![Segment::new(-1.0, 0.0, 1.0, 0.0)], balls: vec![ball], ..Scene::default() }
}
