//! S5, short: one ball, one obstacle, one reflection, at speeds up to a thousand metres per second.
//!
//! The moment of impact is no multiple of any step, so an engine that reflects at the end of a step shows it.

use core::f64::consts::FRAC_PI_6;

use crate::double::Double;
use crate::exact::{State, off_post, off_wall};
use crate::{BALL_RADIUS, Ball, Disk, Scene, Segment, Slab};

/// Speeds of the shots in metres per second.
pub const SPEEDS: [u32; 5] = [1, 5, 20, 100, 1000];
/// When the answer is compared, in seconds.
pub const COMPARED_AT: f64 = 1.0;
/// The moment of impact in seconds.
const IMPACT: f64 = 0.370_413_7;
/// Half the thickness of the box: it is a millimetre thick, thinner than one step of a fast ball by far.
const HALF_WALL: f64 = 0.0005;
/// The post is 2 mm in radius, and its middle 5 mm beside the path.
const POST: (f64, f64) = (0.002, 0.005);

/// What is shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A box one millimetre thick and two metres tall.
    Wall,
    /// A single segment of two metres.
    Segment,
    /// A disk of 2 mm, hit off centre.
    Post,
}

impl Target {
    pub const ALL: [Target; 3] = [Target::Wall, Target::Segment, Target::Post];

    /// The name used in tables and scene files.
    pub fn name(self) -> &'static str {
        match self {
            Target::Wall => "wall",
            Target::Segment => "seg",
            Target::Post => "post",
        }
    }
}

/// A shot, without gravity and without loss, and where it must be after [`COMPARED_AT`].
#[derive(Clone, Debug)]
pub struct Shot {
    pub scene: Scene,
    pub exact: State,
}

/// The shot at `target` with `speed` metres per second.
pub fn shot(target: Target, speed: u32) -> Shot {
    let v = f64::from(speed);
    match target {
        Target::Wall | Target::Segment => {
            // 30 degrees to the normal, aimed so that the touch is at y = 0.
            let (vx, vy) = (v * libm::cos(FRAC_PI_6), v * libm::sin(FRAC_PI_6));
            let face = vx * IMPACT + BALL_RADIUS;
            let ball = Ball { position: [0.0, -vy * IMPACT], velocity: [vx, vy], radius: BALL_RADIUS };
            let mut scene = Scene { balls: vec![ball], ..Scene::default() };
            let exact_face = if target == Target::Wall {
                let centre = face + HALF_WALL;
                scene.slabs.push(Slab { centre: [centre, 0.0], half: [HALF_WALL, 1.0] });
                // The face of the box as given, not as meant.
                Double::from(centre) - Double::from(HALF_WALL)
            } else {
                scene.segments.push(Segment::new(face, -1.0, face, 1.0));
                Double::from(face)
            };
            Shot { exact: off_wall(&ball, exact_face, COMPARED_AT), scene }
        }
        Target::Post => {
            let (radius, beside) = POST;
            let touch = BALL_RADIUS + radius;
            let centre = [v * IMPACT + libm::sqrt(touch * touch - beside * beside), beside];
            let ball = Ball { position: [0.0, 0.0], velocity: [v, 0.0], radius: BALL_RADIUS };
            let scene = Scene { disks: vec![Disk { centre, radius }], balls: vec![ball], ..Scene::default() };
            Shot { exact: off_post(&ball, centre, radius, COMPARED_AT), scene }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shot_comes_back_with_the_speed_it_had() {
        for target in Target::ALL {
            for speed in SPEEDS {
                let exact = shot(target, speed).exact;
                let v = f64::from(speed);
                assert!(exact.velocity[0] < 0.0);
                assert!((libm::hypot(exact.velocity[0], exact.velocity[1]) / v - 1.0).abs() < 1e-15);
            }
        }
    }
}
