//! Laws that hold in any scene: energy never grows by itself, nothing gets out of a closed box, balls do not overlap,
//! mirrored worlds stay mirrored, elastic worlds run backwards.

use carom::math::rng::Stream;
use carom::shape::{Plane, Post};
use carom::{Ball, BallId, Collider, DVec2, DVec3, Gravity, Material, Outcome, World};
use proptest::prelude::*;

const R: f64 = 0.02;

#[derive(Clone, Debug)]
struct Scene {
    balls: Vec<([f64; 2], [f64; 2], f64)>,
    posts: Vec<([f64; 2], f64)>,
    elasticity: f64,
    friction: f64,
    gravity: [f64; 3],
}

fn scene(elasticity: impl Strategy<Value = f64>, friction: impl Strategy<Value = f64>) -> impl Strategy<Value = Scene> {
    let place = || (-0.95..0.95_f64, 0.05..0.95_f64).prop_map(|(x, y)| [x, y]);
    let velocity = proptest::array::uniform2(-3.0..3.0_f64);
    let balls = proptest::collection::vec((place(), velocity, 0.5..2.0_f64), 1..12);
    let posts = proptest::collection::vec((place(), 0.005..0.05_f64), 0..6);
    let gravity = (-2.0..2.0_f64, -5.0..2.0_f64, -12.0..-5.0_f64).prop_map(|(x, y, z)| [x, y, z]);
    (balls, posts, elasticity, friction, gravity).prop_map(|(balls, posts, elasticity, friction, gravity)| Scene {
        balls,
        posts,
        elasticity,
        friction,
        gravity,
    })
}

/// A closed box with posts on a floor. `mirror` swaps left and right, exactly: the middle is at nothing.
fn build(scene: &Scene, mirror: bool, floor: bool) -> World {
    let sign = if mirror { -1.0 } else { 1.0 };
    let [x, y, z] = scene.gravity;
    let gravity = DVec3::new(sign * x, y, if floor { z } else { 0.0 });
    let mut world = World::new(Gravity::uniform(gravity)).unwrap();
    let material = Material::new(scene.elasticity, scene.friction).unwrap();
    world.set_ball_material(material.clone());
    if floor {
        world.add_collider(Collider::new(Plane::floor(0.0).unwrap(), material.clone())).unwrap();
    }
    // Planes: a box that is closed at any height.
    for (point, normal) in
        [(DVec3::NEG_X, DVec3::X), (DVec3::ZERO, DVec3::Y), (DVec3::X, DVec3::NEG_X), (DVec3::Y, DVec3::NEG_Y)]
    {
        world.add_collider(Collider::new(Plane::new(point, normal).unwrap(), material.clone())).unwrap();
    }
    for (at, radius) in &scene.posts {
        let post = Post::new(DVec2::new(sign * at[0], at[1]), *radius).unwrap();
        world.add_collider(Collider::new(post, material.clone())).unwrap();
    }
    for (k, (at, v, size)) in scene.balls.iter().enumerate() {
        let radius = R * size;
        // Each in its own layer when there is a floor, so that most do not overlap to begin with.
        let height = if floor { radius + 0.1 * k as f64 } else { 0.0 };
        let ball = Ball::new(DVec3::new(sign * at[0], at[1], height), radius, size * size * size).unwrap();
        world.add_ball(ball.with_velocity(DVec3::new(sign * v[0], v[1], 0.0))).unwrap();
    }
    world
}

fn deepest_overlap(world: &World) -> f64 {
    let ids: Vec<BallId> = world.balls().collect();
    let mut deepest: f64 = 0.0;
    for (k, &a) in ids.iter().enumerate() {
        let a = world.ball(a).unwrap();
        for (_, collider) in world.colliders() {
            if let Some(touch) = collider.shape().touch(a.position) {
                deepest = deepest.max(a.radius - touch.distance);
            }
        }
        for &b in &ids[..k] {
            let b = world.ball(b).unwrap();
            deepest = deepest.max(a.radius + b.radius - (a.position - b.position).length());
        }
    }
    deepest
}

/// A cube of twelve triangles with their edges and points. Balls of all sizes are thrown about in it, come to rest in its
/// corners and roll over its seams. Seen while it was written: a ball on the very border between two triangles was found to
/// touch by the search and not by the contact, and the moment never ended.
#[test]
fn a_closed_mesh_keeps_its_balls() {
    let triangles = [
        [0, 1, 3],
        [0, 3, 2],
        [4, 6, 7],
        [4, 7, 5],
        [0, 4, 5],
        [0, 5, 1],
        [2, 3, 7],
        [2, 7, 6],
        [0, 2, 6],
        [0, 6, 4],
        [1, 5, 7],
        [1, 7, 3],
    ];
    let side = 0.5;
    let bit = |k: usize, shift: usize| if k >> shift & 1 == 1 { side } else { 0.0 };
    let points: Vec<DVec3> = (0..8).map(|k| DVec3::new(bit(k, 0), bit(k, 1), bit(k, 2))).collect();
    for seed in 0..if cfg!(debug_assertions) { 3 } else { 8 } {
        let mut dice = Stream::new(seed, "mesh");
        let pull = DVec3::new(dice.between(-3.0, 3.0), dice.between(-3.0, 3.0), dice.between(-12.0, -1.0));
        let mut world = World::new(Gravity::uniform(pull)).unwrap();
        world.set_budget(20_000);
        let material = Material::new(dice.unit(), dice.between(0.0, 0.6)).unwrap();
        world.set_ball_material(material.clone());
        world.add_mesh(&points, &triangles, &material).unwrap();
        for k in 0..8 {
            let radius = dice.between(0.01, 0.04);
            let at = DVec3::new(0.1 + 0.1 * f64::from(k % 4), 0.15 + 0.2 * f64::from(k / 4), 0.25);
            let mut any = || dice.between(-20.0, 20.0);
            let ball = Ball::new(at, radius, 4e4 * radius * radius * radius).unwrap();
            let ball = ball.with_velocity(DVec3::new(any(), any(), any())).with_spin(DVec3::new(any(), any(), any()));
            world.add_ball(ball).unwrap();
        }
        for _ in 0..300 {
            let done = world.advance(0.01).unwrap();
            assert!(done.outcome != Outcome::Budget, "seed {seed}: a storm at {}", world.time());
            for id in world.balls().collect::<Vec<_>>() {
                let ball = world.ball(id).unwrap();
                let room = DVec3::splat(ball.radius - 1e-5);
                let inside = ball.position.cmpge(room).all() && ball.position.cmple(DVec3::splat(side) - room).all();
                assert!(inside, "seed {seed}: at {} s ball {} is at {}", world.time(), id.index(), ball.position);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 300 }))]

    #[test]
    fn energy_never_grows_and_nothing_overlaps_or_escapes(scene in scene(0.0..0.99_f64, 0.0..1.0_f64)) {
        let mut world = build(&scene, false, true);
        world.set_budget(20_000);
        world.advance(0.0).unwrap(); // repairs what was put in overlapping
        prop_assume!(deepest_overlap(&world) < 1e-9);
        let mut energy = world.energy().unwrap();
        let scale = energy.abs() + world.balls().count() as f64;
        for _ in 0..40 {
            let done = world.advance(0.05).unwrap();
            prop_assert!(done.outcome != Outcome::Budget, "a storm at {}", world.time());
            let now = world.energy().unwrap();
            // Inside a piece of curved motion the energy is only as good as the piece; it must not grow over many.
            prop_assert!(now <= energy + 1e-6 * scale, "energy grew from {} to {}", energy, now);
            energy = energy.min(now);
            let overlap = deepest_overlap(&world);
            // Heaps of unequal balls with friction: mostly under a micrometre, 13 in the worst of some thousands.
            prop_assert!(overlap < 2e-5, "overlap {} at {}", overlap, world.time());
        }
    }

    #[test]
    fn elastic_worlds_keep_their_energy(scene in scene(Just(1.0), Just(0.0))) {
        let mut world = build(&scene, false, false);
        world.advance(0.0).unwrap();
        prop_assume!(deepest_overlap(&world) < 1e-9);
        let energy = world.energy().unwrap();
        let scale: f64 = world.balls().map(|id| world.ball(id).unwrap().kinetic_energy()).sum::<f64>() + 1e-3;
        world.advance(3.0).unwrap();
        let drift = (world.energy().unwrap() - energy).abs();
        prop_assert!(drift < 1e-11 * scale * (1.0 + energy.abs()), "drift {} of {}", drift, scale);
        prop_assert!(deepest_overlap(&world) < 1e-9, "overlap {}", deepest_overlap(&world));
    }

    #[test]
    fn a_mirrored_world_stays_mirrored(scene in scene(0.5..1.0_f64, 0.0..0.5_f64)) {
        // Without gravity nothing comes to rest, and no order of contacts is seen.
        let scene = Scene { gravity: [0.0; 3], ..scene };
        let (mut world, mut mirrored) = (build(&scene, false, false), build(&scene, true, false));
        prop_assume!(deepest_overlap(&world) < 1e-9);
        world.advance(1.0).unwrap();
        mirrored.advance(1.0).unwrap();
        for id in world.balls().collect::<Vec<_>>() {
            let (a, b) = (world.position(id), mirrored.position(id));
            // Two things met at one moment are tried in the order of their numbers, and the last ulp of a time knows it.
            let error = (DVec3::new(-a.x, a.y, a.z) - b).length();
            prop_assert!(error < 1e-8, "{} and {}", a, b);
        }
    }

    #[test]
    fn an_elastic_world_runs_backwards(scene in scene(Just(1.0), Just(0.0))) {
        let mut world = build(&scene, false, false);
        world.advance(0.0).unwrap();
        prop_assume!(deepest_overlap(&world) < 1e-9);
        let ids: Vec<BallId> = world.balls().collect();
        let start: Vec<DVec3> = ids.iter().map(|&id| world.position(id)).collect();
        world.advance(0.2).unwrap();
        for &id in &ids {
            let back = -world.velocity(id);
            world.set_velocity(id, back).unwrap();
        }
        world.advance(0.2).unwrap();
        for (&id, &p) in ids.iter().zip(&start) {
            let error = (world.position(id) - p).length();
            prop_assert!(error < 1e-6, "{} m off", error);
        }
    }
}
