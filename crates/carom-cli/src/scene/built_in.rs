//! The scenes of `carom demo`.

use super::Scene;
use crate::failure::Failure;
use carom::math::rng::Stream;
use carom::shape::{Plane, Post};
use carom::{Ball, Collider, DVec2, DVec3, Gravity, Material, World};

/// A scene that can be asked for by name.
#[derive(Debug)]
pub(crate) struct Demo {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Simulated seconds, unless told otherwise.
    pub(crate) seconds: f64,
    /// How many balls, unless told otherwise, and the most there is room for.
    pub(crate) balls: usize,
    pub(crate) most: usize,
    build: fn(usize, Stream) -> Result<Scene, carom::Error>,
}

/// All of them, in the order in which they are listed.
pub(crate) const DEMOS: [Demo; 4] = [
    Demo {
        name: "pillars",
        about: "balls among pillars, nothing lost",
        seconds: 6.0,
        balls: 1,
        most: 12,
        build: pillars,
    },
    Demo {
        name: "bounce",
        about: "balls dropped on a floor that gives back seven tenths of their speed",
        seconds: 3.0,
        balls: 7,
        most: 12,
        build: bounce,
    },
    Demo {
        name: "cradle",
        about: "Newton's cradle between two walls; --balls: how many come in",
        seconds: 2.0,
        balls: 1,
        most: 4,
        build: cradle,
    },
    Demo {
        name: "break",
        about: "a break on a nine-foot table without friction; --balls: a full rack or less",
        seconds: 1.3,
        balls: 15,
        most: 15,
        build: break_shot,
    },
];

/// The scene of that name, or what can be asked for.
pub(crate) fn find(name: &str) -> Result<&'static Demo, Failure> {
    DEMOS.iter().find(|demo| demo.name == name).ok_or_else(|| {
        let names = DEMOS.map(|demo| demo.name).join(", ");
        Failure::usage(format_args!("there is no scene '{name}'; there are: {names} (see 'carom list')"))
    })
}

impl Demo {
    /// The scene with this many balls, its random numbers started from `seed`.
    pub(crate) fn build(&self, balls: Option<usize>, seed: u64) -> Result<Scene, Failure> {
        let balls = balls.unwrap_or(self.balls);
        if balls == 0 || balls > self.most {
            let (name, most) = (self.name, self.most);
            return Err(Failure::usage(format_args!("the scene '{name}' takes 1 to {most} balls, not {balls}")));
        }
        Ok((self.build)(balls, Stream::new(seed, self.name))?)
    }
}

/// A closed room: walls through these corners.
fn room(world: &mut World, corners: &[[f64; 2]], material: &Material) -> Result<(), carom::Error> {
    let corners: Vec<DVec2> = corners.iter().map(|&corner| DVec2::from(corner)).collect();
    world.add_polyline(&corners, true, material).map(drop)
}

fn scene(name: &str, world: World, low: [f64; 2], high: [f64; 2]) -> Scene {
    Scene { name: name.to_owned(), world, low: low.into(), high: high.into() }
}

fn pillars(balls: usize, mut stream: Stream) -> Result<Scene, carom::Error> {
    let mut world = World::new(Gravity::none())?;
    let smooth = Material::default();
    let corners =
        [[0.06, 0.0], [0.94, 0.0], [1.0, 0.06], [1.0, 0.5], [0.94, 0.56], [0.06, 0.56], [0.0, 0.5], [0.0, 0.06]];
    room(&mut world, &corners, &smooth)?;
    for column in 0..5 {
        let x = 0.18 + 0.16 * f64::from(column);
        let even = [(0.12, 0.03), (0.28, 0.042), (0.44, 0.03)];
        let odd = [(0.2, 0.036), (0.36, 0.036)];
        for &(y, radius) in if column % 2 == 0 { &even[..] } else { &odd[..] } {
            world.add_collider(Collider::new(Post::new(DVec2::new(x, y), radius)?, smooth.clone()))?;
        }
    }
    for k in 0..balls {
        // Along the left side, from the middle outwards.
        let side = if k % 2 == 0 { 1.0 } else { -1.0 };
        let y = 0.28 + side * 0.036 * k.div_ceil(2) as f64;
        let angle = stream.between(-0.6, 0.6);
        let velocity = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * 1.5;
        world.add_ball(Ball::new(DVec3::new(0.045, y, 0.0), 0.0135, 0.08)?.with_velocity(velocity))?;
    }
    Ok(scene("pillars", world, [0.0, 0.0], [1.0, 0.56]))
}

fn bounce(balls: usize, mut stream: Stream) -> Result<Scene, carom::Error> {
    let mut world = World::new(Gravity::uniform(DVec3::new(0.0, -9.81, 0.0)))?;
    world.add_collider(Collider::new(Plane::new(DVec3::ZERO, DVec3::Y)?, Material::new(0.7, 0.0)?))?;
    for k in 0..balls {
        // Each from its own height, in its own lane, so that they do not meet.
        let x = 0.06 + 0.1 * k as f64;
        let y = 0.2 + 0.55 * (k + 1) as f64 / balls as f64 + stream.between(0.0, 0.02);
        world.add_ball(Ball::new(DVec3::new(x, y, -0.1 * k as f64), 0.02, 0.08)?.with_velocity(DVec3::X * 0.16))?;
    }
    Ok(scene("bounce", world, [0.0, -0.03], [0.1 * balls as f64 + 0.62, 0.8]))
}

fn cradle(incoming: usize, _: Stream) -> Result<Scene, carom::Error> {
    let mut world = World::new(Gravity::none())?;
    room(&mut world, &[[-0.3, -0.06], [0.3, -0.06], [0.3, 0.06], [-0.3, 0.06]], &Material::default())?;
    for k in 0..5 {
        let (back, speed) = if k < incoming { (0.12, 0.5) } else { (0.0, 0.0) };
        let place = DVec3::X * ((k as f64 - 2.0) * 0.05 - back);
        world.add_ball(Ball::new(place, 0.025, 0.1)?.with_velocity(DVec3::X * speed))?;
    }
    Ok(scene("cradle", world, [-0.3, -0.06], [0.3, 0.06]))
}

fn break_shot(balls: usize, mut stream: Stream) -> Result<Scene, carom::Error> {
    let (length, width, radius, mass) = (2.54, 1.27, 0.028_575, 0.17);
    let mut world = World::new(Gravity::none())?;
    room(&mut world, &[[0.0, 0.0], [length, 0.0], [length, width], [0.0, width]], &Material::default())?;
    let cue = Ball::new(DVec3::new(0.25 * length, 0.5 * width + 0.006, 0.0), radius, mass)?;
    world.add_ball(cue.with_velocity(DVec3::X * 9.0))?;
    // Nobody racks so that all balls touch: 0.1 mm between neighbours, each up to 0.04 mm off its spot.
    let half = radius + 0.05e-3;
    let spots = (0..5)
        .flat_map(|row| (0..=row).map(move |k| DVec2::new(3.0_f64.sqrt() * f64::from(row), f64::from(2 * k - row))));
    for spot in spots.take(balls) {
        let off = DVec2::new(stream.between(-1.0, 1.0), stream.between(-1.0, 1.0)) * 0.028e-3;
        let place = DVec2::new(0.75 * length, 0.5 * width) + spot * half + off;
        world.add_ball(Ball::new(place.extend(0.0), radius, mass)?)?;
    }
    Ok(scene("break", world, [0.0, 0.0], [length, width]))
}
