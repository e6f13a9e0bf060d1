//! Three worlds with all that a plain world has.

use super::Found;
use carom::math::rng::Stream;
use carom::shape::{Arc, ArcSide, Capsule, Disc, Plane, Post, Sphere};
use carom::{Ball, Collider, DVec2, DVec3, Elasticity, Gravity, Material, World};

/// A peg table on its slope, with spin, falloff and scatter.
fn pegs() -> World {
    let mut world = World::new(Gravity::uniform(DVec3::new(0.0, -1.11, 0.0))).unwrap();
    world.set_seed(42);
    let wall = Material::new(0.7, 0.2).unwrap();
    let rubber = wall.clone().with_elasticity(Elasticity::falloff(0.9, 0.2)).unwrap().with_scatter(0.05).unwrap();
    let border = [[0.0, 0.0], [0.5, 0.0], [0.5, 0.7], [0.0, 0.7]].map(DVec2::from);
    world.add_polyline(&border, true, &wall).unwrap();
    let top = Arc::new(DVec2::new(0.25, 0.7), 0.25, 0.0, core::f64::consts::PI, ArcSide::Inside).unwrap();
    world.add_arc(top, &wall).unwrap();
    let mut dice = Stream::new(1, "pegs");
    for k in 0..30 {
        let at = DVec2::new(0.06 + 0.08 * f64::from(k % 6), 0.12 + 0.1 * f64::from(k / 6));
        let post = Post::new(at + 0.01 * dice.unit(), dice.between(0.004, 0.012)).unwrap();
        world.add_collider(Collider::new(post, rubber.clone())).unwrap();
    }
    world.set_ball_material(Material::new(0.85, 0.1).unwrap());
    for k in 0..12 {
        let at = DVec3::new(0.05 + 0.035 * f64::from(k), 0.66, 0.0);
        let velocity = DVec3::new(dice.between(-2.0, 2.0), dice.between(-1.0, 1.0), 0.0);
        world.add_ball(Ball::new(at, 0.0135, 0.08).unwrap().with_velocity(velocity)).unwrap();
    }
    world
}

/// A rack of fifteen struck at speed, on cloth: sliding, rolling, stopping.
fn rack() -> World {
    const R: f64 = 0.028575;
    let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81))).unwrap();
    let cloth = Material::new(0.5, 0.2).unwrap().with_rolling_friction(0.01).unwrap();
    world.add_collider(Collider::new(Plane::floor(0.0).unwrap(), cloth)).unwrap();
    let cushion = Material::new(0.85, 0.2).unwrap();
    let border = [[0.0, 0.0], [2.54, 0.0], [2.54, 1.27], [0.0, 1.27]].map(DVec2::from);
    world.add_polyline(&border, true, &cushion).unwrap();
    world.set_ball_material(Material::new(0.95, 0.05).unwrap());
    for row in 0..5_i32 {
        for k in 0..=row {
            let x = 1.9 + f64::from(row) * 3.0_f64.sqrt() * R;
            let y = 0.635 + (2.0 * f64::from(k) - f64::from(row)) * R;
            world.add_ball(Ball::new(DVec3::new(x, y, R), R, 0.17).unwrap()).unwrap();
        }
    }
    let cue = Ball::new(DVec3::new(0.6, 0.64, R), R, 0.17).unwrap();
    let cue = cue.with_velocity(DVec3::new(7.0, 0.02, 0.0)).with_spin(DVec3::new(3.0, -20.0, 15.0));
    world.add_ball(cue).unwrap();
    world
}

/// Balls of all sizes falling on a bowl of triangles, a rod, a dome and a disc.
fn heap() -> World {
    let mut world = World::new(Gravity::uniform(DVec3::new(0.3, -0.2, -9.81))).unwrap();
    world.set_seed(7);
    let wood = Material::new(0.5, 0.3).unwrap().with_scatter(0.02).unwrap();
    world.add_collider(Collider::new(Plane::floor(-0.2).unwrap(), wood.clone())).unwrap();
    let n = 6_usize;
    let points: Vec<DVec3> = (0..=n)
        .flat_map(|i| (0..=n).map(move |j| (i as f64 / n as f64 - 0.5, j as f64 / n as f64 - 0.5)))
        .map(|(x, y)| DVec3::new(x, y, 0.6 * (x * x + y * y)))
        .collect();
    let square = |i: usize, j: usize| {
        let a = i * (n + 1) + j;
        [[a, a + n + 1, a + 1], [a + 1, a + n + 1, a + n + 2]]
    };
    let triangles: Vec<[usize; 3]> = (0..n).flat_map(|i| (0..n).flat_map(move |j| square(i, j))).collect();
    world.add_mesh(&points, &triangles, &wood).unwrap();
    let rod = Capsule::new(DVec3::new(-0.3, 0.1, 0.3), DVec3::new(0.3, -0.1, 0.25), 0.01).unwrap();
    world.add_collider(Collider::new(rod, wood.clone())).unwrap();
    let dome = Sphere::new(DVec3::new(0.15, 0.2, 0.1), 0.08).unwrap();
    world.add_collider(Collider::new(dome, wood.clone())).unwrap();
    let disc = Disc::new(DVec3::new(-0.2, -0.2, 0.25), 0.07).unwrap();
    world.add_collider(Collider::new(disc, wood.clone())).unwrap();
    world.set_ball_material(Material::new(0.6, 0.2).unwrap());
    let mut dice = Stream::new(3, "heap");
    for k in 0..14 {
        let at = DVec3::new(dice.between(-0.3, 0.3), dice.between(-0.3, 0.3), 0.5 + 0.08 * f64::from(k));
        let radius = dice.between(0.01, 0.03);
        let spin = DVec3::new(dice.between(-50.0, 50.0), 0.0, 9.0);
        world.add_ball(Ball::new(at, radius, radius * 4.0).unwrap().with_spin(spin)).unwrap();
    }
    world
}

fn run(mut world: World, seconds: f64) -> Found {
    let mut events = 0;
    // Uneven frames on purpose.
    let mut k = 0_u32;
    while world.time() < seconds {
        world.advance((0.001 + 0.003 * f64::from(k % 7)).min(seconds - world.time())).unwrap();
        events += world.events().len() as u64;
        k += 1;
    }
    (events, world.hash())
}

pub(super) fn five_seconds_of_pegs() -> Found {
    run(pegs(), 5.0)
}

pub(super) fn four_seconds_of_a_rack() -> Found {
    run(rack(), 4.0)
}

pub(super) fn three_seconds_of_a_heap() -> Found {
    run(heap(), 3.0)
}
