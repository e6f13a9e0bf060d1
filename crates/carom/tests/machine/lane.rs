//! A lane full of balls: what `carom check --campaign` found there stays mended.

use crate::common::{ball_at, boxed, coil, run};
use carom::math::rng::Stream;
use carom::pinball::part::{Plunger, Trough, Wall};
use carom::pinball::{Command, Happening, Input, Machine, OutlinePoint};
use carom::units::PINBALL_RADIUS;
use carom::{DVec2, DVec3, What};

/// m: a lane one and a half balls wide and half a metre long, between a thin wall and the cabinet's side.
const LEFT: f64 = 0.474;
const RIGHT: f64 = 0.514_35;
const BACK: f64 = 0.494;
const FRONT: f64 = 0.994;

fn lane() -> Machine {
    let mut machine = Machine::new(&boxed(DVec2::new(0.0, BACK), DVec2::new(RIGHT, FRONT), 0.1)).unwrap();
    let corners = [(LEFT - 0.002, BACK), (LEFT, BACK), (LEFT, FRONT), (LEFT - 0.002, FRONT)];
    let outline = corners.map(|(x, y)| OutlinePoint::new(x, y)).to_vec();
    machine.add("wall", Wall { outline, top: 0.1, ..Wall::default() }).unwrap();
    machine
}

/// Runs on, and looks at every ball after every tick.
fn play(machine: &mut Machine, ticks: usize) {
    for _ in 0..ticks {
        let wrong =
            |event: &&carom::pinball::Event| matches!(event.what, Happening::Lost { .. } | Happening::Overloaded);
        let told = machine.tick().iter().find(wrong).copied();
        assert_eq!(told, None, "after {} s", machine.time());
        for id in machine.balls() {
            let place = machine.ball(id).unwrap().position;
            let (left, right) = (LEFT + 0.9 * PINBALL_RADIUS, RIGHT - 0.9 * PINBALL_RADIUS);
            assert!(place.x > left && place.x < right, "{id:?} at {place} after {} s", machine.time());
        }
    }
}

/// The trough put its third ball into the two that lay at its exit; there was no way out but through the wall.
#[test]
fn a_trough_that_ejects_into_a_full_lane_puts_no_ball_into_another() {
    let mut machine = lane();
    let exit = DVec3::new(0.494_2, 0.93, PINBALL_RADIUS);
    let trough = Trough { exit, balls: 20, capacity: 20, kick_speed: 0.1, ..Trough::default() };
    let trough = machine.add("trough", trough).unwrap();
    let mut luck = Stream::new(3, "full lane");
    let mut came = 0;
    for _ in 0..60 {
        coil(&mut machine, trough, true);
        let told = run(&mut machine, 1);
        came += told.iter().filter(|event| matches!(event.what, Happening::Ejected { .. })).count();
        let put_in = machine.raw_events().iter().find(|event| matches!(event.what, What::Overlap { .. })).cloned();
        assert_eq!(put_in, None, "ball {came}");
        coil(&mut machine, trough, false);
        play(&mut machine, luck.between(20.0, 400.0) as usize);
        // A push that shakes them together.
        let (angle, force) = (luck.between(0.0, 6.0), luck.between(0.0, 3.0));
        machine.send(Command::now(Input::Nudge { angle, force })).unwrap();
    }
    assert!(came >= 8, "{came} balls have come, and lie on each other");
}

/// Balls that somebody puts into others are pushed out of them, step by step: not through a wall, neither then nor later.
#[test]
fn balls_that_are_put_into_a_heap_stay_in_the_lane() {
    for seed in 0..20 {
        let mut machine = lane();
        let mut luck = Stream::new(seed, "heap");
        for _ in 0..12 {
            let x = luck.between(LEFT + 1.1 * PINBALL_RADIUS, RIGHT - 1.1 * PINBALL_RADIUS);
            let y = luck.between(FRONT - 0.08, FRONT - 1.1 * PINBALL_RADIUS);
            machine.add_ball(ball_at(DVec2::new(x, y))).unwrap();
            play(&mut machine, 60);
        }
    }
}

/// A tip that was pulled back onto a ball behind it threw it to and fro between itself and the wall, a thousand times in no time.
#[test]
fn a_plunger_is_stopped_by_a_ball_behind_its_tip() {
    let mut machine = lane();
    let plunger = Plunger { x: 0.494_2, y: FRONT - 0.012_7, stroke: 0.05, width: 0.012_7, ..Plunger::default() };
    let plunger = machine.add("plunger", plunger).unwrap();
    let ball = machine.add_ball(ball_at(DVec2::new(0.494_2, FRONT - PINBALL_RADIUS - 1e-4))).unwrap();
    play(&mut machine, 200);
    for _ in 0..10 {
        machine.send(Command::now(Input::Pull { part: plunger, retract: false })).unwrap();
        play(&mut machine, 700);
        machine.send(Command::now(Input::Release { part: plunger })).unwrap();
        play(&mut machine, 300);
    }
    let place = machine.ball(ball).unwrap().position;
    assert!(place.y > FRONT - 0.06 && place.y < FRONT, "it lies behind the tip still: {place}");
}
