//! Lessons whose answers are known: pi by counting impacts, Newton's cradle, colliding masses.

use carom::shape::Plane;
use carom::{Ball, BallId, Collider, DVec3, Gravity, Material, What, World};

/// Two blocks on a line and a wall: the heavy one comes in, and the number of impacts shows the digits of pi (Galperin,
/// "Playing pool with π", 2003). With a mass ratio of 100^k it is the first k + 1 digits.
fn impacts(ratio: f64) -> usize {
    let mut world = World::new(Gravity::none()).unwrap();
    world.add_collider(Collider::new(Plane::new(DVec3::ZERO, DVec3::X).unwrap(), Material::default())).unwrap();
    let ball = |x: f64, mass: f64| Ball::new(DVec3::new(x, 0.0, 0.0), 0.01, mass).unwrap();
    world.add_ball(ball(0.1, 1.0)).unwrap();
    world.add_ball(ball(0.2, ratio).with_velocity(DVec3::new(-1.0, 0.0, 0.0))).unwrap();
    world.set_budget(usize::MAX);
    let mut count = 0;
    // Until both go away for good, the heavy one faster.
    for _ in 0..100 {
        world.advance(1.0).unwrap();
        let hits = |event: &carom::Event| matches!(event.what, What::Impact { .. } | What::BallImpact { .. });
        count += world.events().iter().filter(|event| hits(event)).count();
        let velocity: Vec<f64> = world.balls().map(|id| world.velocity(id).x).collect();
        if velocity[0] >= 0.0 && velocity[1] >= velocity[0] {
            return count;
        }
    }
    panic!("they never part");
}

#[test]
fn pi_from_collisions() {
    // The seventh digit takes 3,141,592 impacts: in a debug build six digits must do.
    let digits = if cfg!(debug_assertions) { 6 } else { 7 };
    let exact = [3, 31, 314, 3_141, 31_415, 314_159, 3_141_592];
    let mut ratio = 1.0;
    for (k, &pi) in exact.iter().enumerate().take(digits) {
        assert_eq!(impacts(ratio), pi, "mass ratio 100^{k}");
        ratio *= 100.0;
    }
}

/// Five touching balls in a row along x; the first `moving` come in at 1 m/s from a little way off.
fn cradle(moving: usize, gap: f64) -> Vec<f64> {
    const R: f64 = 0.02;
    let mut world = World::new(Gravity::none()).unwrap();
    let ids: Vec<BallId> = (0..5)
        .map(|k| {
            let back = if k < moving { 0.1 } else { 0.0 };
            let x = k as f64 * (2.0 * R + gap) - back;
            let speed = if k < moving { 1.0 } else { 0.0 };
            let ball = Ball::new(DVec3::new(x, 0.0, 0.0), R, 0.1).unwrap();
            world.add_ball(ball.with_velocity(DVec3::new(speed, 0.0, 0.0))).unwrap()
        })
        .collect();
    world.advance(1.0).unwrap();
    ids.iter().map(|&id| world.velocity(id).x).collect()
}

#[test]
fn newtons_cradle_sends_out_as_many_as_come_in() {
    for moving in 1..=4 {
        for gap in [0.0, 1e-9, 1e-4] {
            let out = cradle(moving, gap);
            for (k, v) in out.iter().enumerate() {
                let exact = if k >= 5 - moving { 1.0 } else { 0.0 };
                assert!((v - exact).abs() < 1e-9, "{moving} in, gap {gap}: {out:?}");
            }
        }
    }
}

#[test]
fn simultaneous_impacts_are_handled_in_the_written_order() {
    // One ball strikes a touching row: the impulse runs down the row at one moment, pair by pair.
    const R: f64 = 0.02;
    let mut world = World::new(Gravity::none()).unwrap();
    for k in 0..5 {
        let x = f64::from(k) * 2.0 * R - if k == 0 { 0.1 } else { 0.0 };
        let ball = Ball::new(DVec3::new(x, 0.0, 0.0), R, 0.1).unwrap();
        let speed = if k == 0 { 1.0 } else { 0.0 };
        world.add_ball(ball.with_velocity(DVec3::new(speed, 0.0, 0.0))).unwrap();
    }
    world.advance(1.0).unwrap();
    let pairs: Vec<(usize, usize)> = world
        .events()
        .iter()
        .filter_map(|event| match event.what {
            What::BallImpact { other, .. } => Some((event.ball.index(), other.index())),
            _ => None,
        })
        .collect();
    assert_eq!(pairs, [(0, 1), (1, 2), (2, 3), (3, 4)]);
    let times: Vec<f64> = world.events().iter().map(|event| event.time).collect();
    assert!(times.windows(2).all(|w| w[1] - w[0] < 1e-12), "all at one moment: {times:?}");
}

#[test]
fn unequal_masses_share_momentum_and_energy() {
    // One dimension, elastic: v1' = (m1 - m2)/(m1 + m2) v, v2' = 2 m1/(m1 + m2) v.
    let mut world = World::new(Gravity::none()).unwrap();
    let heavy = Ball::new(DVec3::ZERO, 0.05, 3.0).unwrap().with_velocity(DVec3::new(2.0, 0.0, 0.0));
    let heavy = world.add_ball(heavy).unwrap();
    let light = world.add_ball(Ball::new(DVec3::new(0.5, 0.0, 0.0), 0.01, 1.0).unwrap()).unwrap();
    world.advance(1.0).unwrap();
    assert!((world.velocity(heavy).x - 1.0).abs() < 1e-15, "{}", world.velocity(heavy));
    assert!((world.velocity(light).x - 3.0).abs() < 1e-15, "{}", world.velocity(light));
    // They met at 0.44 m, after 0.22 s; the light one has gone on for 0.78 s.
    assert!((world.position(light).x - (0.5 + 3.0 * 0.78)).abs() < 1e-14, "{}", world.position(light));
}
