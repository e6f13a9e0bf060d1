//! The physics bench, `tables/bench.toml`: every station shows the law it stands for.
//!
//! A machine's impacts see gravity as ticks of a millisecond do (`docs/conformance.md`), so what bounces under gravity is allowed half a
//! tick's worth of it. Everything else on the bench is held to a thousandth or better.

use carom::pinball::{Happening, Machine, TICK};
use carom::units::VP_FALLOFF_SPEED;
use carom::{Ball, BallId, DVec3};
use carom_tables::{Table, built_in};

/// m/s², as the bench's file says.
const GRAVITY: f64 = 9.81;

fn bench() -> Machine {
    Table::load(built_in::find("bench").unwrap().text).unwrap().1
}

/// Runs the bench for `seconds` and returns every event with its time and the name of its part.
fn run(seconds: f64) -> Vec<(f64, String, Happening)> {
    let mut machine = bench();
    let mut told = Vec::new();
    while machine.time() < seconds {
        machine.tick();
        for event in machine.events() {
            let part = match event.what {
                Happening::Hit { part, .. }
                | Happening::Collide { part, .. }
                | Happening::EndOfStroke { part, .. }
                | Happening::Spin { part } => machine.name(part).unwrap_or_default(),
                _ => "",
            };
            told.push((event.time, part.to_owned(), event.what));
        }
    }
    told
}

/// When and how fast a ball came to a part; the balls that lie in their guns at first do not count.
fn hit(told: &[(f64, String, Happening)], name: &str) -> (f64, f64) {
    let mut hits = told.iter().filter_map(|(time, part, what)| match what {
        Happening::Hit { speed, .. } if part == name && *time > 0.0 => Some((*time, *speed)),
        _ => None,
    });
    hits.next().unwrap_or_else(|| panic!("nothing came to {name}"))
}

/// The ball of this number, tick by tick.
fn follow(index: usize, seconds: f64) -> Vec<Ball> {
    let mut machine = bench();
    let id: BallId = machine.balls().find(|ball| ball.index() == index).unwrap();
    let mut seen = Vec::new();
    while machine.time() < seconds {
        machine.tick();
        seen.extend(machine.ball(id));
    }
    seen
}

#[track_caller]
fn assert_near(value: f64, expected: f64, part: f64, what: &str) {
    assert!((value - expected).abs() <= part * expected.abs(), "{what}: {value}, expected {expected}");
}

#[test]
fn one_ball_comes_and_one_ball_goes() {
    let told = run(2.0);
    assert_near(hit(&told, "cradle catcher").1, 1.0, 1e-12, "the last ball has all the speed");
    for ball in 0..5 {
        let speed = follow(ball, 2.0).last().unwrap().velocity.length();
        assert!(speed < 1e-12, "ball {ball} is left behind at rest, not at {speed}");
    }
}

#[test]
fn a_sliding_ball_comes_to_roll_at_five_sevenths() {
    let told = run(2.5);
    let ((first, _), (second, speed)) = (hit(&told, "slab 400"), hit(&told, "slab 800"));
    assert_near(0.4 / (second - first), 5.0 / 7.0, 1e-9, "mean speed between the lines");
    assert_near(speed, 5.0 / 7.0, 1e-9, "speed at the line");
    // It rolls: at its lowest point it stands still.
    let ball = follow(6, 1.5).last().copied().unwrap();
    let foot = ball.velocity + ball.spin.cross(DVec3::NEG_Z * ball.radius);
    assert!(foot.length() < 1e-9, "{foot}");
    // While it slid, friction slowed it by mu g: 60 ms after the shot.
    let slid = follow(6, 1.06).last().unwrap().velocity.x;
    assert_near(slid, 1.0 - 0.2 * GRAVITY * 0.06, 2e-3, "sliding");
}

#[test]
fn rolling_down_takes_five_sevenths_of_the_pull() {
    let told = run(2.0);
    let slope = libm::atan(100.0 / 900.0);
    for (name, part) in [("rough", 5.0 / 7.0), ("smooth", 1.0)] {
        let expected = part * GRAVITY * libm::sin(slope);
        for (line, way) in [(700, 0.2), (500, 0.4), (300, 0.6)] {
            let (time, speed) = hit(&told, &format!("{name} {line}"));
            let way = way / libm::cos(slope);
            assert_near(2.0 * way / (time * time), expected, 1e-4, &format!("{name} {line}, by time"));
            assert_near(speed * speed / (2.0 * way), expected, 2e-4, &format!("{name} {line}, by speed"));
        }
    }
}

#[test]
fn a_ball_climbs_as_high_as_its_energy_carries_it() {
    let slope = libm::atan(140.0 / 700.0);
    let way = follow(9, 2.4);
    let top = way.iter().map(|ball| ball.position.z).fold(0.0, f64::max);
    let along = 1.2 * libm::cos(slope);
    // On the slope its centre is r (1 / cos a - 1) higher over the point below it, and it was that much before the foot.
    let foot = way[0].radius;
    assert_near(top - foot, along * along / (2.0 * GRAVITY), 5e-3, "height");
    let (_, back) = hit(&run(3.0), "climb gun");
    assert_near(back, along * libm::cos(slope), 1e-3, "it comes back with what two knees have left of its speed");
}

#[test]
fn rubber_is_duller_the_harder_it_is_hit() {
    let told = run(2.5);
    for (gun, speed) in [("slow gun", 0.5), ("middle gun", 1.5), ("fast gun", 4.0)] {
        let elasticity = 0.9 / (1.0 + 0.5 * speed / VP_FALLOFF_SPEED);
        assert_near(hit(&told, gun).1, elasticity * speed, 1e-9, gun);
    }
}

#[test]
fn pads_give_back_their_part_of_the_speed() {
    let fallen = (2.0 * GRAVITY * 0.1_f64).sqrt();
    for (ball, elasticity) in [(13, 0.3), (14, 0.6), (15, 0.9)] {
        let way = follow(ball, 0.6);
        let landed = way.iter().position(|ball| ball.velocity.z > 0.0).expect("it bounces");
        let top = way[landed..].iter().map(|ball| ball.position.z).fold(0.0, f64::max) - 0.010 - way[0].radius;
        let rebound = (2.0 * GRAVITY * top).sqrt();
        // Half a tick's gravity before and after the impact, and the top is seen at ticks.
        let allowed = (1.0 + elasticity) * 0.5 * GRAVITY * TICK + 1e-4;
        assert!((rebound - elasticity * fallen).abs() < allowed, "pad {elasticity}: {rebound} of {fallen}");
    }
}

#[test]
fn a_bat_on_its_stop_is_a_rubber_wall() {
    let way = follow(16, 1.15);
    let before = DVec3::new(0.0, 1.0, 0.0);
    let after = way.last().unwrap().velocity;
    // The side of the bat leans by the asin of the radii's difference over its length.
    let lean = libm::asin((11.604625 - 7.01675) / 70.1675);
    let normal = DVec3::new(libm::sin(lean), -libm::cos(lean), 0.0);
    let speed = -before.dot(normal);
    let elasticity = 0.8 / (1.0 + 0.43 * speed / VP_FALLOFF_SPEED);
    let expected = before + normal * ((1.0 + elasticity) * speed);
    assert!((after - expected).length() < 1e-3, "{after}, expected {expected}");
}

#[test]
fn a_flip_gives_a_ball_no_more_than_the_coils_work() {
    let told = run(1.6);
    let struck =
        told.iter().find(|(_, part, what)| part == "swinging bat" && matches!(what, Happening::Collide { .. }));
    let &(at, ..) = struck.expect("the bat meets the ball");
    assert!(at > 1.0 && at < 1.05, "soon after the coil: {at}");
    assert!(told.iter().any(|(time, part, what)| {
        part == "swinging bat" && matches!(what, Happening::EndOfStroke { .. }) && *time > at
    }));
    // Before it comes to the wall of the pen.
    let ball = follow(17, 1.054).last().copied().unwrap();
    let work = 0.51274091 * core::f64::consts::FRAC_PI_4;
    let energy = 0.5 * ball.mass * ball.velocity.length_squared();
    assert!(energy < work && energy > 0.1 * work, "{energy} J of {work} J");
    assert!(ball.velocity.y < -1.0, "{}", ball.velocity);
}

#[test]
fn a_gate_is_free_one_way_and_shut_the_other() {
    let told = run(4.0);
    assert_near(hit(&told, "free gate").1, 1.5, 1e-9, "through the gate");
    assert_near(hit(&told, "lane catcher").1, 1.5, 1e-9, "neither gate nor spinner slows it");
    assert_near(hit(&told, "gate gun").1, 0.4 * 1.5, 1e-9, "back from the shut gate");
    let spins: Vec<f64> = told.iter().filter(|(_, part, _)| part == "spinner").map(|(time, ..)| *time).collect();
    assert!(spins.len() >= 5, "{spins:?}");
    // Damped: every turn takes longer than the one before.
    for turns in spins.windows(3) {
        assert!(turns[2] - turns[1] > turns[1] - turns[0], "{spins:?}");
    }
}
