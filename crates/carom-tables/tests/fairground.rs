//! The fairground, `tables/fairground.toml`: what an old table should do.

use carom::DVec3;
use carom::pinball::{Command, Happening, Input, Machine};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom_tables::{Table, built_in};

/// m in an inch.
const INCH: f64 = 0.0254;

/// The table without its own inputs.
fn fairground() -> Machine {
    let mut table = Table::parse(built_in::find("fairground").unwrap().text).unwrap();
    table.inputs.clear();
    table.machine().unwrap()
}

/// Plays one ball, pulled for `pull` seconds and shot, for eight seconds. The names of what it came to, in order.
fn shot(pull: f64) -> Vec<String> {
    let mut machine = fairground();
    let (trough, plunger) = (machine.part("trough").unwrap(), machine.part("plunger").unwrap());
    machine.send(Command::at(0.1, Input::Coil { part: trough, on: true })).unwrap();
    machine.send(Command::at(1.5, Input::Pull { part: plunger, retract: false })).unwrap();
    machine.send(Command::at(1.5 + pull, Input::Release { part: plunger })).unwrap();
    let mut came = Vec::new();
    while machine.time() < 10.0 {
        machine.tick();
        for event in machine.events() {
            if let Happening::Hit { part, .. } | Happening::Drained { part, .. } = event.what {
                came.push(machine.name(part).unwrap().to_owned());
            }
        }
    }
    came
}

#[test]
fn a_full_pull_comes_into_play_and_a_touch_does_not() {
    let came = shot(1.0);
    assert_eq!(came.first().map(String::as_str), Some("lane gate"), "{came:?}");
    assert!(came.len() > 1, "{came:?}");
    assert_eq!(came.iter().filter(|name| *name == "lane gate").count(), 1, "never back through the gate: {came:?}");
    assert!(shot(0.03).is_empty(), "a touch leaves it in the lane");
}

/// A ball that rolls along the arch keeps to it: a true arc has no corners to be thrown off by.
#[test]
fn a_ball_follows_the_arch() {
    let mut machine = fairground();
    let radius = 6.0 * INCH - PINBALL_RADIUS;
    let place = DVec3::new(6.0 * INCH + radius * 0.7, 6.0 * INCH - radius * (1.0 - 0.49_f64).sqrt(), PINBALL_RADIUS);
    let out = (place.truncate() - carom::DVec2::splat(6.0 * INCH)) / radius;
    let along = DVec3::new(out.y, -out.x, 0.0) * 1.5;
    let ball = carom::Ball::new(place * (1.0 - 1e-9), PINBALL_RADIUS, PINBALL_MASS).unwrap().with_velocity(along);
    let ball = machine.add_ball(ball).unwrap();
    // Over the top, as far as a quarter of a circle.
    while machine.position(ball).x > 3.0 * INCH {
        machine.tick();
        let from = (machine.position(ball).truncate() - carom::DVec2::splat(6.0 * INCH)).length();
        assert!((from - radius).abs() < 1e-4, "{} mm off the arch", (from - radius) * 1e3);
        assert!(machine.time() < 1.0);
    }
}

#[test]
fn the_gobble_hole_takes_a_slow_ball_and_lets_a_fast_one_pass() {
    for (speed, falls) in [(0.15, true), (1.5, false)] {
        let mut machine = fairground();
        let place = DVec3::new(5.25 * INCH, 16.6 * INCH, PINBALL_RADIUS);
        let ball = carom::Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).unwrap();
        // Uphill, rolling; the slope takes some of the speed on the two inches to the hole.
        let speed = speed + 0.2;
        let rolling =
            ball.with_velocity(DVec3::new(0.0, -speed, 0.0)).with_spin(DVec3::new(speed / PINBALL_RADIUS, 0.0, 0.0));
        let ball = machine.add_ball(rolling).unwrap();
        let mut fell = false;
        while machine.time() < 1.0 && !fell && machine.position(ball).y > 13.4 * INCH {
            machine.tick();
            fell = machine.ball(ball).is_none();
        }
        assert_eq!(fell, falls, "at {speed} m/s");
    }
}

/// Weak as they are, the flippers bring a ball back up to the bumpers: at some of the moments at which one may flip.
#[test]
fn a_flipper_reaches_the_bumpers() {
    let highest: Vec<f64> = (0..12).map(|k| flipped(0.30 + 0.02 * f64::from(k))).collect();
    let reached = highest.iter().filter(|&&y| y < 10.0 * INCH).count();
    assert!(reached >= 3, "{highest:?}");
}

/// m: how near to the back a ball comes that rolls onto the left flipper and is shot at `time`.
fn flipped(time: f64) -> f64 {
    let mut machine = fairground();
    let left = machine.part("left flipper").unwrap();
    let place = DVec3::new(3.9 * INCH, 20.0 * INCH, PINBALL_RADIUS);
    let ball = machine.add_ball(carom::Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).unwrap()).unwrap();
    machine.send(Command::at(time, Input::Coil { part: left, on: true })).unwrap();
    let mut highest = place.y;
    while machine.time() < 3.0 && machine.ball(ball).is_some() {
        machine.tick();
        highest = highest.min(machine.position(ball).y);
    }
    highest
}
