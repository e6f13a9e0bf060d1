//! Faults that tests have found once: each stays mended.

use crate::common::{at, ball_at, bits, coil, level, position, rolling, run, velocity};
use crate::flapping::Stage;
use carom::pinball::part::{Flipper, Kicker, Magnet, Plunger, Ramp, RampKind, Solid, Trough, Turntable, Wall};
use carom::pinball::{Command, Happening, Input, Machine, OutlinePoint, Playfield, RampPoint, Watch};
use carom::shape::{Arc, ArcSide};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, VP_LENGTH, VP_SPEED};
use carom::{Ball, DVec2, DVec3, Material, What};
use proptest::prelude::*;

fn with(playfield: &Playfield, part: impl Into<carom::pinball::part::Part>) -> (Machine, carom::pinball::PartId) {
    let mut machine = Machine::new(playfield).unwrap();
    let id = machine.add("part", part).unwrap();
    (machine, id)
}

#[test]
fn a_flapping_flipper_lets_nothing_through_for_many_seeds() {
    let ticks = if cfg!(debug_assertions) { 12_000 } else { 600_000 };
    for seed in 1..=12 {
        let flipper = Flipper { centre: DVec2::splat(0.15), ..Flipper::default() };
        let mut stage = Stage::new(flipper, 5, seed);
        stage.from_above = 0.2;
        // Seen once in two hours of play: 1.4e-4 m at the end of one tick. Balls near a bat have been settled once a tick, and not
        // twice, since then; why that one got deeper is not known.
        stage.depth = 3e-4;
        stage.flap(ticks);
    }
}

fn any_flipper() -> impl Strategy<Value = Flipper> {
    let drive = (0.1..1.0_f64, 0.08..0.3_f64, 0.0..1.0_f64, 0.0..0.05_f64);
    let size = (0.04..0.12_f64, 0.004..0.015_f64, 0.003..0.015_f64);
    let angles = (-3.2..3.2_f64, 0.05..2.0_f64, any::<bool>());
    let rubber = (0.0..0.85_f64, 0.0..1.0_f64, 0.0..1.2_f64, 0.0..0.3_f64);
    (drive, size, angles, rubber).prop_map(|(drive, size, angles, rubber)| {
        let (strength, mass, return_ratio, ramp_up) = drive;
        let (length, base_radius, end_radius) = size;
        let (start_angle, stroke, clockwise) = angles;
        let (elasticity, falloff, friction, stop_elasticity) = rubber;
        let end_angle = if clockwise { start_angle + stroke } else { start_angle - stroke };
        let centre = DVec2::splat(0.2);
        let shape = Flipper { centre, start_angle, end_angle, base_radius, end_radius, length, ..Flipper::default() };
        let drive = Flipper { mass, strength, return_ratio, ramp_up, ..shape };
        Flipper { elasticity, falloff, friction, stop_elasticity, ..drive }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 1000 }))]

    /// Flippers much stronger than any real one, whose bats turn by up to a tenth of a radian in a tick.
    #[test]
    fn any_flipper_gives_no_more_than_it_has(flipper in any_flipper(), balls in 1..5_usize, seed in any::<u64>()) {
        let mut stage = Stage::new(flipper, balls, seed);
        // 5.54e-4 m was seen once, in some hundred thousand flippers.
        stage.depth = 6e-4;
        stage.from_above = 0.2;
        stage.flap(300);
    }
}

#[test]
fn a_trough_ejects_while_a_flipper_moves() {
    let mut machine = Machine::new(&Playfield::default()).unwrap();
    let exit = DVec3::new(0.3, 0.0, PINBALL_RADIUS);
    let trough = machine.add("trough", Trough { exit, ..Trough::default() }).unwrap();
    let flipper = machine.add("flipper", Flipper { centre: DVec2::new(0.28, 0.02), ..Flipper::default() }).unwrap();
    let ball = machine.add_ball(ball_at(DVec2::new(0.32, 0.02))).unwrap();
    coil(&mut machine, flipper, true);
    run(&mut machine, 20);
    coil(&mut machine, trough, true);
    // Switching anything off lets all balls look again, the new one too.
    machine.send(Command::now(Input::Enable { part: trough, on: false })).unwrap();
    run(&mut machine, 20);
    assert!(machine.ball(ball).is_some() && machine.balls().count() == 2);
}

#[test]
fn a_ball_before_a_plunger_that_is_held_back_lies_still() {
    let (mut machine, part) = with(&Playfield::default(), Plunger::default());
    let ball = machine.add_ball(ball_at(at(0.0, -95.0))).unwrap();
    machine.send(Command::now(Input::Pull { part, retract: false })).unwrap();
    run(&mut machine, 3000);
    let rest = bits(&machine, ball);
    run(&mut machine, 100);
    let depth = 25.0 + position(&machine, ball).y / VP_LENGTH;
    assert!(depth < 1e-3, "{depth} units in the tip");
    assert_eq!(bits(&machine, ball), rest, "no jitter");
}

#[test]
fn a_magnet_pulls_a_ball_that_was_put_over_it() {
    let (mut machine, part) = with(&level(), Magnet::default());
    let ball = machine.add_ball(ball_at(at(40.0, 0.0))).unwrap();
    run(&mut machine, 200);
    assert_eq!(position(&machine, ball).x, 40.0 * VP_LENGTH, "off");
    coil(&mut machine, part, true);
    run(&mut machine, 100);
    assert!(velocity(&machine, ball).x < -0.01, "{}", velocity(&machine, ball));
}

#[test]
fn a_turntable_carries_a_ball_that_was_put_on_it() {
    let (mut machine, part) = with(&level(), Turntable { spin_up: 0.1, ..Turntable::default() });
    let ball = machine.add_ball(ball_at(at(0.0, -60.0))).unwrap();
    coil(&mut machine, part, true);
    run(&mut machine, 50);
    assert!(velocity(&machine, ball).x > 0.01, "{}", velocity(&machine, ball));
}

#[test]
fn the_hash_sees_a_part_that_is_switched_off() {
    let (mut machine, part) = with(&level(), Flipper::default());
    let mut other = machine.clone();
    other.send(Command::now(Input::Enable { part, on: false })).unwrap();
    run(&mut machine, 3);
    run(&mut other, 3);
    assert_ne!(machine.hash(), other.hash());
}

#[test]
fn the_hash_sees_a_command_to_come() {
    let (machine, part) = with(&level(), Flipper::default());
    let mut other = machine.clone();
    other.send(Command::at(1.0, Input::Coil { part, on: true })).unwrap();
    assert_ne!(machine.hash(), other.hash(), "its future is another");
}

#[test]
fn a_stuck_ball_is_searched_for() {
    let mut machine = Machine::new(&level()).unwrap();
    machine.set_watch(Watch { stuck_after: 1.0, search_after: 3.0, ..Watch::default() }).unwrap();
    machine.add_ball(ball_at(DVec2::ZERO)).unwrap();
    let told = run(&mut machine, 10_000);
    assert!(told.iter().any(|event| event.what == Happening::BallSearch), "{told:?}");
}

#[test]
fn a_held_ball_stays_to_the_bit_when_it_is_struck() {
    let (mut machine, _) = with(&level(), Kicker::default());
    let ball = machine.add_ball(rolling(at(0.0, 150.0), at(0.0, -1000.0))).unwrap();
    run(&mut machine, 300);
    let rest = bits(&machine, ball);
    machine.add_ball(rolling(at(0.0, 150.0), at(0.0, -20.0 * 100.0))).unwrap();
    run(&mut machine, 300);
    assert!(machine.is_held(ball) && VP_SPEED > 0.0);
    assert_eq!(bits(&machine, ball), rest);
}

#[test]
fn a_ramp_carries_up_and_back_down() {
    for kind in [RampKind::Flat, RampKind::OneWire, RampKind::TwoWire, RampKind::FourWire] {
        let points = vec![RampPoint::new(0.0, 0.0, 0.0), RampPoint::new(0.0, -0.4, 0.0)];
        let top = 50.0 * VP_LENGTH;
        let ramp = Ramp { points, kind, wire_diameter: 0.04, top, ..Ramp::default() };
        // To roll up 27 mm takes v² 7/10 = g h: 0.61 m/s.
        for (speed, over) in [(1.0, true), (0.4, false)] {
            let (mut machine, _) = with(&level(), ramp.clone());
            let ball = machine.add_ball(rolling(DVec2::new(0.0, 0.1), DVec2::new(0.0, -speed))).unwrap();
            let mut highest: f64 = 0.0;
            for _ in 0..2500 {
                machine.tick();
                highest = highest.max(position(&machine, ball).z - PINBALL_RADIUS);
            }
            let place = position(&machine, ball);
            assert_eq!(place.y < -0.4, over, "{kind:?} at {speed}: {place}");
            if over {
                assert!(highest > 0.9 * top, "{kind:?}: over the top: {highest}");
                assert!((place.z - PINBALL_RADIUS).abs() < 1e-6, "{kind:?}: down again: {place}");
            } else {
                // It turns where its energy is used up; the bend at the foot has taken a little.
                let height = 0.7 * speed * speed / 9.52;
                assert!(highest > 0.8 * height && highest < 1.02 * height, "{kind:?}: {highest} for {height}");
                assert!(place.y > 0.05, "{kind:?}: and back: {place}");
            }
        }
    }
}

/// A rod pulled back no faster than the balls before it roll after it met the ball that touches it again and again, without end,
/// and ticks ran out of work (seen on tables that pull slowly, and with several balls before the rod: 100 ms a tick). A rod that
/// has met balls so often in a tick waits for the next.
#[test]
fn balls_that_follow_a_rod_cost_little() {
    for pull_speed in [0.001, 0.006, 0.02, 0.03, 0.27] {
        for count in 1..=4 {
            let mut machine = Machine::new(&Playfield::sized(0.5, 1.0)).unwrap();
            let plunger = Plunger { x: 0.25, y: 0.9, stroke: 0.08, pull_speed, ..Plunger::default() };
            let rod = machine.add("rod", plunger).unwrap();
            for x in [0.23, 0.27] {
                let outline = [[-0.004, 0.1], [0.004, 0.1], [0.004, 0.95], [-0.004, 0.95]];
                let outline =
                    outline.map(|p| OutlinePoint::new(x + p[0] + if x < 0.25 { -0.004 } else { 0.004 }, p[1]));
                machine.add(&format!("side {x}"), Wall { outline: outline.to_vec(), ..Wall::default() }).unwrap();
            }
            for k in 0..count {
                let at = DVec3::new(0.25 + 1e-3 * f64::from(k % 2), 0.8 - 0.03 * f64::from(k), PINBALL_RADIUS);
                machine.add_ball(Ball::new(at, PINBALL_RADIUS, PINBALL_MASS).unwrap()).unwrap();
            }
            machine.advance(2.0).unwrap();
            machine.send(Command::at(machine.time(), Input::Pull { part: rod, retract: false })).unwrap();
            let mut overloaded = 0;
            for _ in 0..1500 {
                let events = machine.tick();
                overloaded += events.iter().filter(|event| event.what == Happening::Overloaded).count();
            }
            assert_eq!(overloaded, 0, "{count} balls, {pull_speed} m/s");
            let back = machine.pose(rod).unwrap().place;
            machine.send(Command::at(machine.time(), Input::Release { part: rod })).unwrap();
            let mut fastest: f64 = 0.0;
            for _ in 0..300 {
                let events = machine.tick();
                overloaded += events.iter().filter(|event| event.what == Happening::Overloaded).count();
                let speeds = machine.balls().filter_map(|id| machine.ball(id)).map(|ball| -ball.velocity.y);
                fastest = speeds.fold(fastest, f64::max);
            }
            println!("{pull_speed} {count}: back {back} fastest {fastest}");
            assert_eq!(overloaded, 0, "{count} balls, shot");
            if pull_speed > 0.02 {
                assert!((back - 0.9).abs() < 1e-9, "{count} balls, {pull_speed} m/s: pulled back to {back}");
                assert!(fastest > 0.5, "{count} balls: shot at {fastest} m/s");
            }
        }
    }
}

/// A ball that came over the rim of a hole was outside of it by a rounding, every now and then, so that the rim did not see it: it
/// fell past the rim, and rolled on in the playfield. (Found by a campaign.)
#[test]
fn a_ball_that_cuts_across_a_hole_is_carried_by_its_rim() {
    let hole = Kicker { centre: at(250.0, 700.0), radius: 0.6 * 0.0254, legacy: false, ..Kicker::default() };
    let mut across = 0;
    for k in 0..400 {
        let (mut machine, _) = with(&level(), hole.clone());
        let turned = DVec2::from_angle(0.017 * f64::from(k));
        // Past the middle at nearly the hole's own radius: over its edge, and out again.
        let aside = hole.radius * (0.9 + 0.0025 * f64::from(k % 40));
        let start = hole.centre + turned * -0.03 + turned.perp() * aside;
        let ball = machine.add_ball(rolling(start, turned * (0.1 + 0.0007 * f64::from(k % 97)))).unwrap();
        let mut was_over = false;
        for tick in 0..400 {
            machine.tick();
            let p = position(&machine, ball);
            let out = (p.truncate() - hole.centre).length() - hole.radius;
            was_over |= out < 0.0;
            let depth = PINBALL_RADIUS - p.z;
            assert!(
                out < 1e-9 || depth < 1e-6,
                "case {k}, tick {tick}: {depth} m deep in the playfield, {out} m outside"
            );
            across += u32::from(was_over && out > 0.005);
        }
    }
    assert!(across > 1000, "some get across: {across}");
}

/// A ball that an arch bends round at 13 m/s is accelerated by a hundred times gravity. What an impact sees of gravity ahead of its
/// time was taken from all of that: a touch of the floor threw the ball off the arch, and gave it some of what the arch had taken.
#[test]
fn a_fast_ball_on_an_arch_gains_nothing_from_a_touch_of_the_floor() {
    let field = Playfield { material: Some(Material::pinball(0.25, 0.0, 0.0, 0.0).unwrap()), ..level() };
    for k in 0..60 {
        let arch = Arc::circle(DVec2::ZERO, 0.15, ArcSide::Inside).unwrap().with_height(0.0, 0.1).unwrap();
        let wood = Material::pinball(0.4, 0.0, 0.0, 0.0).unwrap();
        let (mut machine, _) = with(&field, Solid::of(arch, wood));
        let place = DVec3::new(0.0, 0.15 - PINBALL_RADIUS, PINBALL_RADIUS + 1e-5 * f64::from(k));
        let thrown = Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).unwrap().with_velocity(DVec3::new(13.0, 0.0, 0.0));
        let id = machine.add_ball(thrown).unwrap();
        let energy = |ball: &Ball| ball.kinetic_energy() + 9.81 * ball.mass * ball.position.z;
        let (mut least, mut bounces) = (energy(&thrown), 0);
        for tick in 0..60 {
            machine.tick();
            bounces += machine.raw_events().iter().filter(|event| is_floor(&event.what)).count();
            let now = energy(&machine.ball(id).unwrap());
            assert!(now <= least + 2e-3, "height {k}, tick {tick}: {least} J became {now} J");
            least = least.min(now);
        }
        assert!(k < 10 || bounces > 0, "height {k}: the floor was not touched");
    }
}

fn is_floor(what: &What) -> bool {
    matches!(what, What::Impact { hit, .. } if hit.normal == DVec3::Z)
}
