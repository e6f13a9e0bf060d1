//! Every part in a running machine: what it does to a ball, and what it tells.

use crate::common::{at, ball_at, coil, level, position, rolling, run, velocity};
use carom::pinball::part::{
    Bumper, Gate, Kicker, Part, Plunger, Spinner, Target, TargetKind, Trigger, TriggerArea, Wall,
};
use carom::pinball::{Command, Event, Happening, Input, Machine, OutlinePoint, PartId, Playfield};
use carom::units::{PINBALL_RADIUS, VP_LENGTH, VP_SPEED, radians};
use carom::{BallId, DVec2, DVec3};

fn with(playfield: &Playfield, part: impl Into<Part>) -> (Machine, PartId) {
    let mut machine = Machine::new(playfield).unwrap();
    let id = machine.add("part", part).unwrap();
    (machine, id)
}

/// A ball that comes from the player's side with so many of Visual Pinball's units of speed.
fn from_below(machine: &mut Machine, x: f64, units: f64) -> BallId {
    machine.add_ball(rolling(at(x, 150.0), at(0.0, -units * 100.0))).unwrap()
}

fn from_above(machine: &mut Machine, x: f64, units: f64) -> BallId {
    machine.add_ball(rolling(at(x, -150.0), at(0.0, units * 100.0))).unwrap()
}

fn count(told: &[Event], what: impl Fn(&Happening) -> bool) -> usize {
    told.iter().filter(|event| what(&event.what)).count()
}

fn hits(told: &[Event]) -> usize {
    count(told, |what| matches!(what, Happening::Hit { .. }))
}

fn send(machine: &mut Machine, input: Input) {
    machine.send(Command::now(input)).unwrap();
}

#[test]
fn a_plunger_is_pulled_and_shoots() {
    let (mut machine, part) = with(&Playfield::default(), Plunger::default());
    let ball = machine.add_ball(ball_at(at(0.0, -95.0))).unwrap();
    send(&mut machine, Input::Pull { part, retract: false });
    run(&mut machine, 3000);
    assert!(machine.pose(part).unwrap().place.abs() < 1e-9, "fully back");
    let before = position(&machine, ball).y / VP_LENGTH;
    assert!((before + 25.0).abs() < 0.2, "the ball lies before it: {before}");
    send(&mut machine, Input::Release { part });
    let mut fastest: f64 = 0.0;
    for _ in 0..100 {
        machine.tick();
        fastest = fastest.min(velocity(&machine, ball).y / VP_SPEED);
    }
    // The guide's number for a full pull.
    assert!((fastest / -19.17 - 1.0).abs() < 0.02, "{fastest}");
}

#[test]
fn a_real_plunger_is_followed() {
    let (mut machine, part) = with(&level(), Plunger { mechanical: true, ..Plunger::default() });
    let park = machine.pose(part).unwrap().place;
    send(&mut machine, Input::PlungerPosition { part, position: 1.0 });
    run(&mut machine, 2000);
    let back = machine.pose(part).unwrap().place;
    send(&mut machine, Input::PlungerPosition { part, position: 0.9 });
    run(&mut machine, 2000);
    let middle = machine.pose(part).unwrap().place;
    assert!(back.abs() < 1e-5 && park < middle && middle < back, "{park} {middle} {back}");
}

#[test]
fn an_auto_plunger_is_fired_by_its_coil() {
    let (mut machine, part) = with(&Playfield::default(), Plunger { auto: true, ..Plunger::default() });
    let ball = machine.add_ball(ball_at(at(0.0, -95.0))).unwrap();
    run(&mut machine, 500);
    coil(&mut machine, part, true);
    run(&mut machine, 50);
    assert!(velocity(&machine, ball).y < -10.0 * VP_SPEED, "{}", velocity(&machine, ball));
}

#[test]
fn a_gate_lets_balls_through() {
    let gate = Gate { rotation: 0.0, bracket: false, ..Gate::default() };
    for (two_way, up, passes) in [(true, true, true), (true, false, true), (false, true, true), (false, false, false)] {
        let (mut machine, part) = with(&level(), Gate { two_way, ..gate.clone() });
        let ball = if up { from_below(&mut machine, 0.0, 10.0) } else { from_above(&mut machine, 0.0, 10.0) };
        let mut widest: f64 = 0.0;
        let mut told = Vec::new();
        for _ in 0..300 {
            told.extend_from_slice(machine.tick());
            widest = widest.max(machine.pose(part).unwrap().angle);
        }
        let there = if up { position(&machine, ball).y < 0.0 } else { position(&machine, ball).y > 0.0 };
        assert_eq!(there, passes, "two-way {two_way}, up {up}");
        if passes {
            assert!(widest > 0.5 && hits(&told) >= 1, "it swings and tells: {widest} {told:?}");
        }
    }
}

#[test]
fn an_open_gate_lets_balls_through_both_ways() {
    let (mut machine, part) = with(&level(), Gate { rotation: 0.0, two_way: false, ..Gate::default() });
    coil(&mut machine, part, true);
    let ball = from_above(&mut machine, 0.0, 10.0);
    run(&mut machine, 300);
    assert!(position(&machine, ball).y > 0.0, "{}", position(&machine, ball));
    coil(&mut machine, part, false);
    let other = from_above(&mut machine, 0.0, 10.0);
    run(&mut machine, 300);
    assert!(position(&machine, other).y < 0.0, "closed again");
}

#[test]
fn a_spinner_turns_and_tells() {
    let (mut machine, part) = with(&level(), Spinner::default());
    let ball = from_below(&mut machine, 0.0, 40.0);
    let told = run(&mut machine, 500);
    let spins = count(&told, |what| matches!(what, Happening::Spin { .. }));
    assert!(spins >= 3, "{spins}");
    assert!((velocity(&machine, ball).y / VP_SPEED + 40.0).abs() < 1e-6, "the ball is not slowed");
    run(&mut machine, 60_000);
    assert_eq!(machine.pose(part).unwrap().speed, 0.0, "it comes to rest");

    let (mut machine, _) = with(&level(), Spinner { plate_mass: 0.02, ..Spinner::default() });
    let ball = from_below(&mut machine, 0.0, 40.0);
    run(&mut machine, 500);
    assert!(velocity(&machine, ball).y / VP_SPEED > -39.0, "a plate with a mass takes its share");
}

#[test]
fn a_bumper_throws_back() {
    let (mut machine, part) = with(&level(), Bumper::default());
    let ball = from_below(&mut machine, 0.0, 10.0);
    let told = run(&mut machine, 100);
    let speed = velocity(&machine, ball).y / VP_SPEED;
    // 0.3 * 10 + 15; since then the playfield has taken a little, and the spin of rolling up.
    assert!((speed - 18.0).abs() < 0.6, "{speed}");
    assert!(matches!(told[..], [Event { what: Happening::Hit { part: p, .. }, .. }] if p == part), "{told:?}");
}

/// The triangle of the reference runs, its lower edge a slingshot.
fn sling() -> Wall {
    let corner = |x: f64, y: f64, slingshot: bool| OutlinePoint { at: at(x, y), slingshot, ..OutlinePoint::default() };
    Wall {
        outline: vec![corner(-200.0, 0.0, true), corner(200.0, 0.0, false), corner(0.0, -100.0, false)],
        ..Wall::default()
    }
}

#[test]
fn a_slingshot_throws_back_strongest_in_its_middle() {
    let throw = |x: f64| {
        let (mut machine, _) = with(&level(), sling());
        let ball = machine.add_ball(ball_at(at(x, 30.0)).with_velocity(DVec3::NEG_Y * (5.0 * VP_SPEED))).unwrap();
        let told = run(&mut machine, 15);
        assert_eq!(count(&told, |what| matches!(what, Happening::Slingshot { .. })), 1, "{told:?}");
        velocity(&machine, ball).y / VP_SPEED
    };
    // Half of the force of 80 in the middle: 0.3 * (5 + 40).
    let middle = throw(0.0);
    assert!((middle - 13.5).abs() < 0.2, "{middle}");
    assert!(throw(100.0) < middle && throw(180.0) < throw(100.0), "less towards the ends");
}

#[test]
fn an_old_kicker_catches_holds_and_kicks() {
    let (mut machine, part) = with(&level(), Kicker { kick_angle: radians(90.0), ..Kicker::default() });
    let ball = from_below(&mut machine, 5.0, 30.0);
    let told = run(&mut machine, 200);
    assert!(hits(&told) == 1 && machine.is_held(ball) && machine.pose(part).unwrap().active, "{told:?}");
    assert_eq!(position(&machine, ball), DVec3::new(0.0, 0.0, PINBALL_RADIUS));
    // A held ball is an obstacle: another one bounces off it, and it stays.
    let other = from_below(&mut machine, 0.0, 20.0);
    run(&mut machine, 300);
    assert!(velocity(&machine, other).y > 0.0, "{}", velocity(&machine, other));
    assert!((position(&machine, ball) - DVec3::Z * PINBALL_RADIUS).length() < 1e-12, "{}", position(&machine, ball));
    machine.remove_ball(other).unwrap();

    coil(&mut machine, part, true);
    let told = run(&mut machine, 50);
    assert_eq!(count(&told, |what| matches!(what, Happening::Ejected { .. })), 1, "{told:?}");
    assert_eq!(count(&told, |what| matches!(what, Happening::Unhit { .. })), 1, "{told:?}");
    let away = velocity(&machine, ball) / VP_SPEED;
    assert!(away.x > 15.0 && away.y.abs() < 1e-9 && !machine.is_held(ball), "to the right: {away}");
}

#[test]
fn a_kick_can_be_aimed() {
    let (mut machine, part) = with(&level(), Kicker::default());
    let ball = from_below(&mut machine, 0.0, 10.0);
    run(&mut machine, 300);
    let kick = Input::Kick { part, angle: radians(180.0), speed: 30.0 * VP_SPEED, inclination: radians(45.0) };
    send(&mut machine, kick);
    machine.tick();
    let away = velocity(&machine, ball) / VP_SPEED;
    assert!((away.y - 21.2).abs() < 0.1 && (away.z - 21.2).abs() < 0.3 && away.x.abs() < 1e-9, "{away}");
}

#[test]
fn a_real_hole_catches_slow_balls_and_lets_fast_ones_fly_over() {
    let hole = Kicker { legacy: false, radius: 30.0 * VP_LENGTH, ..Kicker::default() };
    for (units, caught) in [(3.0, true), (60.0, false)] {
        let (mut machine, part) = with(&level(), hole.clone());
        let ball = from_below(&mut machine, 0.0, units);
        run(&mut machine, 1500);
        assert_eq!(machine.is_held(ball), caught, "{units}: {}", position(&machine, ball));
        if caught {
            coil(&mut machine, part, true);
            run(&mut machine, 100);
            assert!(position(&machine, ball).y < -0.05, "kicked out: {}", position(&machine, ball));
            assert!((position(&machine, ball).z - PINBALL_RADIUS).abs() < 1e-3, "onto the playfield");
        } else {
            assert!(position(&machine, ball).y < -0.1, "{}", position(&machine, ball));
        }
    }
}

#[test]
fn a_ball_falls_through_a_hole() {
    let (mut machine, _) = with(&level(), Kicker { fall_through: true, ..Kicker::default() });
    let ball = from_below(&mut machine, 0.0, 10.0);
    let told = run(&mut machine, 300);
    assert!(hits(&told) == 1 && machine.ball(ball).is_none(), "{told:?}");
}

#[test]
fn a_trigger_tells_of_coming_and_going() {
    let square = [[-0.02, -0.02], [0.02, -0.02], [0.02, 0.02], [-0.02, 0.02]].map(DVec2::from).to_vec();
    for area in [TriggerArea::Round { centre: DVec2::ZERO, radius: 0.02 }, TriggerArea::Outline(square)] {
        let (mut machine, _) = with(&level(), Trigger { area, ..Trigger::default() });
        let ball = machine.add_ball(rolling(DVec2::new(-0.05, 0.0), DVec2::X)).unwrap();
        let told = run(&mut machine, 100);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(matches!(told[0].what, Happening::Hit { ball: b, .. } if b == ball), "{told:?}");
        assert!(matches!(told[1].what, Happening::Unhit { ball: b, .. } if b == ball), "{told:?}");
        assert!((told[0].time - 0.03).abs() < 1e-6 && (told[1].time - 0.07).abs() < 1e-6, "{told:?}");
        assert!((velocity(&machine, ball) - DVec3::X).length() < 1e-9, "it is not touched");
    }
}

#[test]
fn a_drop_target_drops_in_ticks_and_is_raised() {
    let (mut machine, part) = with(&level(), Target::default());
    let struck = from_below(&mut machine, 0.0, 20.0);
    let told = run(&mut machine, 400);
    let time = |what: fn(&Happening) -> bool| told.iter().find(|event| what(&event.what)).map(|event| event.time);
    let hit = time(|what| matches!(what, Happening::Hit { .. })).unwrap();
    let down = time(|what| matches!(what, Happening::Dropped { .. })).unwrap();
    // 52 units at half a unit a millisecond.
    assert!((down - hit - 0.104).abs() < 0.003, "{told:?}");
    assert!(velocity(&machine, struck).y > 0.0 && machine.pose(part).unwrap().active, "the ball bounced off");
    machine.remove_ball(struck).unwrap();

    let over = from_below(&mut machine, 0.0, 20.0);
    run(&mut machine, 200);
    assert!(position(&machine, over).y < -0.05, "nothing is in the way");
    send(&mut machine, Input::Drop { part, down: false });
    let told = run(&mut machine, 300);
    let raised = told.iter().find(|event| matches!(event.what, Happening::Raised { .. })).unwrap();
    assert!((raised.time - 0.6 - 0.1 - 0.104).abs() < 0.003, "{told:?}");
    let again = from_below(&mut machine, 0.0, 20.0);
    run(&mut machine, 150);
    assert!(position(&machine, again).y > 0.0, "it stands again");
}

#[test]
fn a_standing_target_stays_and_tells() {
    let (mut machine, part) = with(&level(), Target { kind: TargetKind::Rectangle, ..Target::default() });
    for _ in 0..3 {
        let ball = from_below(&mut machine, 0.0, 20.0);
        let told = run(&mut machine, 150);
        assert!(hits(&told) == 1 && velocity(&machine, ball).y > 0.0, "{told:?}");
        machine.remove_ball(ball).unwrap();
    }
    assert!(!machine.pose(part).unwrap().active);
}
