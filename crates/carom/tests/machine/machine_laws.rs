//! Laws of the machine as a whole: time, commands, events, errors, nudges, snapshots.

use crate::common::{at, ball_at, coil, level, position, rolling, run, velocity};
use crate::mini_table::mini_table;
use carom::math::rng::Stream;
use carom::pinball::part::{Bumper, Flipper, Kicker, Magnet, Plunger, Target, TargetKind, Trigger, Trough, Turntable};
use carom::pinball::{
    Cabinet, CatchUp, Command, Event, Frame, Happening, Input, Machine, PartId, Playfield, TICK, Watch,
};
use carom::units::{PINBALL_RADIUS, VP_LENGTH, radians};
use carom::{Ball, DVec2, DVec3, Party};

/// Two balls on the mini table; the flippers flap by commands that were sent before.
fn two_seconds() -> Machine {
    let mut machine = mini_table(2).unwrap().machine;
    for (name, first) in [("flipperL", 0.3), ("flipperR", 0.4123)] {
        let part = machine.part(name).unwrap();
        for k in 0..12 {
            let at = first + 0.13 * f64::from(k);
            machine.send(Command::at(at, Input::Coil { part, on: k % 2 == 0 })).unwrap();
        }
    }
    machine
}

#[test]
fn any_frame_rate_gives_the_same_motion() {
    let mut stream = Stream::new(3, "frames");
    let mut results: Vec<(u64, Vec<Event>)> = Vec::new();
    for rate in [1000.0, 60.0, 144.0, 7.0, 0.0] {
        let (mut machine, mut told, mut time) = (two_seconds(), Vec::new(), 0.0);
        while time < 2.0 {
            let dt = if rate > 0.0 { 1.0 / rate } else { stream.between(0.0, 0.05) };
            let dt = dt.min(2.0 - time);
            time = if time + dt > 2.0 - 1e-9 { 2.0 } else { time + dt };
            machine.advance(dt).unwrap();
            told.extend_from_slice(machine.events());
        }
        assert_eq!(machine.time(), 2.0, "at {rate} frames");
        results.push((machine.hash(), told));
    }
    assert!(results[0].1.len() > 10, "something happens: {:?}", results[0].1);
    for result in &results {
        assert_eq!(*result, results[0]);
    }
}

#[test]
fn a_long_frame_is_caught_up_as_was_agreed() {
    let fresh = |catch_up: CatchUp| {
        let mut machine = two_seconds();
        machine.set_catch_up(catch_up);
        machine
    };
    let mut all = fresh(CatchUp::All);
    assert_eq!(all.advance(0.1).unwrap(), Frame { ticks: 100, due: 0, dropped: 0 });

    let mut later = fresh(CatchUp::Later(30));
    assert_eq!(later.advance(0.1).unwrap(), Frame { ticks: 30, due: 70, dropped: 0 });
    assert_eq!(later.advance(0.0).unwrap(), Frame { ticks: 30, due: 40, dropped: 0 });
    assert_eq!(later.advance(0.0).unwrap().due, 10);
    assert_eq!(later.advance(0.0).unwrap(), Frame { ticks: 10, due: 0, dropped: 0 });
    assert_eq!(later.hash(), all.hash(), "only later, nothing else");

    let mut drops = fresh(CatchUp::Drop(30));
    assert_eq!(drops.advance(0.1).unwrap(), Frame { ticks: 30, due: 0, dropped: 70 });
    let last = drops.events().last().unwrap();
    assert_eq!(last.what, Happening::Dropouts { ticks: 70 }, "and says so");
    assert_eq!(drops.advance(0.001).unwrap(), Frame { ticks: 1, due: 0, dropped: 0 });
    assert!((drops.time() - 0.031).abs() < 1e-12, "{}", drops.time());
}

fn one_flipper() -> (Machine, PartId) {
    let mut machine = Machine::new(&Playfield::default()).unwrap();
    let part = machine.add("flipper", Flipper::default()).unwrap();
    (machine, part)
}

#[test]
fn commands_count_at_their_own_time() {
    let end_of_stroke = |commands: &[(f64, bool)]| {
        let (mut machine, part) = one_flipper();
        for &(at, on) in commands {
            machine.send(Command::at(at, Input::Coil { part, on })).unwrap();
        }
        run(&mut machine, 300).first().map(|event| event.time)
    };
    let now = end_of_stroke(&[(0.0, true)]).unwrap();
    let later = end_of_stroke(&[(0.1, true)]).unwrap();
    assert!((later - now - 0.1).abs() < 1e-12, "{now} {later}");
    assert_eq!(end_of_stroke(&[(0.0995, true)]), Some(later), "at the next tick");
    assert_eq!(end_of_stroke(&[(0.2, false), (0.1, true)]), Some(later), "whatever the order of sending");
    assert_eq!(end_of_stroke(&[(0.1, false), (0.1, true)]), Some(later), "of one time, in the order of sending");
    assert_eq!(end_of_stroke(&[(0.1, true), (0.1, false)]), None);
    assert_eq!(end_of_stroke(&[(-5.0, true)]), Some(now), "what is late counts at once");
}

#[test]
fn wrong_commands_are_refused_by_name_and_nothing_is_kept() {
    let (mut machine, flipper) = one_flipper();
    let bumper = machine.add("pop", Bumper::default()).unwrap();
    let foreign = {
        let mut other = machine.clone();
        other.add("more", Bumper::default()).unwrap()
    };
    let kick = |part, angle| Input::Kick { part, angle, speed: 1.0, inclination: 0.0 };
    let nan = f64::NAN;
    let stray = Ball { velocity: DVec3::splat(nan), ..ball_at(DVec2::ZERO) };
    let cases = [
        (0.0, Input::Coil { part: bumper, on: true }, "\"pop\""),
        (0.0, Input::Coil { part: foreign, on: true }, "part"),
        (nan, Input::Coil { part: flipper, on: true }, "time of a command"),
        (0.0, Input::Pull { part: flipper, retract: false }, "\"flipper\""),
        (0.0, Input::Release { part: bumper }, "plunger"),
        (0.0, Input::PlungerPosition { part: flipper, position: nan }, "position of a plunger"),
        (0.0, kick(flipper, 0.0), "kicker"),
        (0.0, kick(flipper, nan), "angle of a kick"),
        (0.0, Input::Nudge { angle: nan, force: 1.0 }, "angle of a nudge"),
        (0.0, Input::Nudge { angle: 0.0, force: f64::INFINITY }, "force of a nudge"),
        (0.0, Input::Sway { acceleration: DVec2::splat(nan) }, "sway"),
        (0.0, Input::AddBall(stray), "velocity"),
        (0.0, Input::Enable { part: foreign, on: true }, "part"),
        (0.0, Input::Drop { part: bumper, down: true }, "drop target"),
    ];
    let before = machine.hash();
    for (at, input, named) in cases {
        let error = machine.send(Command::at(at, input)).unwrap_err().to_string();
        assert!(error.contains(named), "{input:?}: {error}");
    }
    assert!(run(&mut machine, 50).is_empty());
    let (mut untouched, _) = one_flipper();
    untouched.add("pop", Bumper::default()).unwrap();
    assert_eq!(untouched.hash(), before);
    run(&mut untouched, 50);
    assert_eq!(machine.hash(), untouched.hash(), "nothing was kept");
}

#[test]
fn numbers_that_are_none_are_refused() {
    let (mut machine, _) = one_flipper();
    let ball = machine.add_ball(ball_at(at(0.0, -200.0))).unwrap();
    let before = machine.hash();
    for dt in [f64::NAN, f64::INFINITY, -1e-9, 1e300] {
        assert!(machine.advance(dt).is_err(), "{dt}");
    }
    let nowhere = Ball { position: DVec3::splat(f64::NAN), ..ball_at(DVec2::ZERO) };
    assert!(machine.add_ball(nowhere).is_err());
    assert!(machine.set_ball(ball, nowhere).is_err());
    let weak = machine.add("weak", Flipper { strength: f64::NAN, ..Flipper::default() }).unwrap_err().to_string();
    assert!(weak.contains("\"weak\"") && weak.contains("strength"), "{weak}");
    assert!(machine.add("pop", Bumper { radius: -1.0, ..Bumper::default() }).is_err());
    assert!(Machine::new(&Playfield { slope: f64::NAN, ..Playfield::default() }).is_err());
    assert!(machine.set_cabinet(Cabinet { strength: f64::NAN, ..Cabinet::default() }).is_err());
    assert!(machine.set_watch(Watch { stuck_after: f64::NAN, ..Watch::default() }).is_err());
    assert_eq!(machine.parts().count(), 1, "nothing was added");
    assert_eq!(machine.hash(), before);
}

#[test]
fn a_part_that_is_switched_off_is_not_there() {
    let mut machine = Machine::new(&level()).unwrap();
    let flipper = machine.add("flipper", Flipper { centre: at(-100.0, 0.0), ..Flipper::default() }).unwrap();
    let trigger = machine.add("trigger", Trigger::default()).unwrap();
    for on in [false, true] {
        for part in [flipper, trigger] {
            machine.send(Command::now(Input::Enable { part, on })).unwrap();
        }
        let ball = machine.add_ball(rolling(at(-50.0, -150.0), at(0.0, 1500.0))).unwrap();
        let other = machine.add_ball(rolling(at(20.0, -150.0), at(0.0, 1500.0))).unwrap();
        let told = run(&mut machine, 300);
        assert_eq!(position(&machine, ball).y > 0.1, !on, "through the bat: {}", position(&machine, ball));
        assert_eq!(told.iter().any(|event| matches!(event.what, Happening::Hit { .. })), on, "{told:?}");
        machine.remove_ball(ball).unwrap();
        machine.remove_ball(other).unwrap();
    }
}

#[test]
fn a_ball_that_goes_nowhere_is_told_of() {
    let (mut machine, part) = one_flipper();
    machine.set_watch(Watch { stuck_after: 1.0, search_after: 100.0, ..Watch::default() }).unwrap();
    // In the pocket above a post pair it would roll; on a level playfield it just lies.
    let mut quiet = Machine::new(&level()).unwrap();
    quiet.set_watch(Watch { stuck_after: 1.0, search_after: 100.0, ..Watch::default() }).unwrap();
    let ball = quiet.add_ball(ball_at(DVec2::ZERO)).unwrap();
    let told = run(&mut quiet, 3000);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|event| event.what == Happening::Stuck { ball }), "{told:?}");
    assert!(told[0].time >= 1.0 && told[0].time < 1.1, "{told:?}");
    // A ball that lies on a raised flipper is where the player wants it.
    machine.add_ball(ball_at(at(0.0, 300.0))).unwrap();
    coil(&mut machine, part, true);
    let told = run(&mut machine, 3000);
    assert!(!told.iter().any(|event| matches!(event.what, Happening::Stuck { .. })), "{told:?}");
}

#[test]
fn when_nothing_happens_it_is_time_to_search() {
    let mut machine = Machine::new(&level()).unwrap();
    machine.set_watch(Watch { stuck_after: 100.0, search_after: 2.0, ..Watch::default() }).unwrap();
    assert!(run(&mut machine, 5000).is_empty(), "no ball is in play");
    machine.add_ball(ball_at(DVec2::ZERO)).unwrap();
    let told = run(&mut machine, 5000);
    assert!(told.len() == 2 && told.iter().all(|event| event.what == Happening::BallSearch), "{told:?}");
    assert!(told[0].time - 5.0 >= 1.9 && told[0].time - 5.0 < 2.2, "{told:?}");
}

#[test]
fn a_nudge_moves_the_ball() {
    let mut machine = Machine::new(&level()).unwrap();
    let ball = machine.add_ball(ball_at(DVec2::ZERO)).unwrap();
    machine.send(Command::now(Input::Nudge { angle: radians(90.0), force: 2.0 })).unwrap();
    let mut farthest: f64 = 0.0;
    for _ in 0..500 {
        machine.tick();
        farthest = farthest.max(position(&machine, ball).truncate().length());
    }
    assert!(farthest > 1e-4 && position(&machine, ball).y.abs() < 1e-9, "sideways only: {farthest}");
    run(&mut machine, 10_000);
    assert_eq!(machine.cabinet_offset(), DVec2::ZERO, "the cabinet comes to rest");

    machine.send(Command::now(Input::Sway { acceleration: DVec2::new(0.5, 0.0) })).unwrap();
    run(&mut machine, 100);
    assert!(velocity(&machine, ball).x < 0.0, "the cabinet goes to the right, the ball stays behind");
}

#[test]
fn rough_hands_are_warned_and_tilt() {
    let mut machine = Machine::new(&level()).unwrap();
    let mut told = Vec::new();
    for _ in 0..6 {
        machine.send(Command::now(Input::Nudge { angle: 0.3, force: 6.0 })).unwrap();
        told.extend(run(&mut machine, 3000));
    }
    let tilts: Vec<Happening> = told.iter().map(|event| event.what).collect();
    let warnings = [Happening::TiltWarning { count: 1 }, Happening::TiltWarning { count: 2 }, Happening::Tilt];
    assert_eq!(tilts[..3], warnings, "{tilts:?}");
    machine.send(Command::now(Input::ClearTilt)).unwrap();
    machine.send(Command::now(Input::Nudge { angle: 0.3, force: 6.0 })).unwrap();
    let told = run(&mut machine, 3000);
    assert_eq!(told.first().map(|event| event.what), Some(warnings[0]), "a new ball: {told:?}");
}

#[test]
fn a_snapshot_in_a_stroke_has_the_same_future() {
    let mut machine = two_seconds();
    run(&mut machine, 315);
    let flipper = machine.part("flipperL").unwrap();
    assert!(machine.pose(flipper).unwrap().speed.abs() > 1.0, "in the middle of a stroke");
    let (saved, mut branch) = (machine.snapshot(), machine.clone());
    run(&mut machine, 700);
    let future = machine.hash();
    run(&mut branch, 700);
    assert_eq!(branch.hash(), future, "a branch");
    machine.restore(&saved).unwrap();
    assert!((machine.time() - 0.315).abs() < 1e-12);
    run(&mut machine, 700);
    assert_eq!(machine.hash(), future, "the same machine again");
    let mut built_alike = two_seconds();
    built_alike.restore(&saved).unwrap();
    run(&mut built_alike, 700);
    assert_eq!(built_alike.hash(), future, "another one");
    let (mut other, _) = one_flipper();
    assert!(other.restore(&saved).is_err(), "of another machine");
}

/// Copies have their walls in common, and nothing else.
#[test]
fn copies_that_run_side_by_side_do_not_feel_each_other() {
    let (mut flapping, mut quiet) = (two_seconds(), mini_table(2).unwrap().machine);
    flapping.sort_things();
    quiet.sort_things();
    let (mut first, mut second) = (flapping.clone(), quiet.clone());
    // One more copy is stepped between, with its bats elsewhere, and gets a part of its own.
    let mut between = flapping.clone();
    let flipper = between.part("flipperL").unwrap();
    coil(&mut between, flipper, true);
    between.add("post", Bumper { centre: at(300.0, 500.0), ..Bumper::default() }).unwrap();
    for _ in 0..1500 {
        between.tick();
        first.tick();
        second.tick();
    }
    let (mut flapping_alone, mut quiet_alone) = (two_seconds(), mini_table(2).unwrap().machine);
    run(&mut flapping_alone, 1500);
    run(&mut quiet_alone, 1500);
    assert_eq!((first.hash(), second.hash()), (flapping_alone.hash(), quiet_alone.hash()));
    assert!(between.part("post").is_some() && first.part("post").is_none(), "what is added to one is there alone");
    // A state from one copy into another, whose bats stand elsewhere.
    first.restore(&flapping.snapshot()).unwrap();
    run(&mut first, 1500);
    assert_eq!(first.hash(), flapping_alone.hash());
}

#[test]
fn the_hash_sees_every_change() {
    let mut machine = Machine::new(&level()).unwrap();
    let ball = machine.add_ball(ball_at(at(0.0, 300.0))).unwrap();
    let flipper = machine.add("flipper", Flipper::default()).unwrap();
    let plunger = machine.add("plunger", Plunger { x: 0.3, ..Plunger::default() }).unwrap();
    let magnet = machine.add("magnet", Magnet { centre: at(500.0, 0.0), ..Magnet::default() }).unwrap();
    let turntable = machine.add("turntable", Turntable { centre: at(900.0, 0.0), ..Turntable::default() }).unwrap();
    let target = Target { kind: TargetKind::DropSimple, position: DVec3::new(0.5, 0.5, 0.0), ..Target::default() };
    let target = machine.add("target", target).unwrap();
    let trough = machine.add("trough", Trough { exit: DVec3::new(1.0, 1.0, PINBALL_RADIUS), ..Trough::default() });
    let trough = trough.unwrap();
    machine.add("kicker", Kicker { centre: at(0.0, 600.0), ..Kicker::default() }).unwrap();
    let mut unchanged = machine.clone();
    run(&mut unchanged, 3);
    let coil = |part, on| Input::Coil { part, on };
    let inputs = [
        coil(flipper, true),
        coil(magnet, true),
        coil(turntable, true),
        coil(trough, true),
        Input::Pull { part: plunger, retract: true },
        Input::Drop { part: target, down: true },
        Input::Nudge { angle: 0.0, force: 1.0 },
        Input::RemoveBall(ball),
        Input::AddBall(ball_at(at(0.0, 700.0))),
    ];
    let mut hashes = vec![unchanged.hash()];
    for input in inputs {
        let mut other = machine.clone();
        other.send(Command::now(input)).unwrap();
        run(&mut other, 3);
        assert!(!hashes.contains(&other.hash()), "{input:?}");
        hashes.push(other.hash());
    }
    let mut other = machine.clone();
    let moved =
        Ball { position: DVec3::new(VP_LENGTH * 1e-9, at(0.0, 300.0).y, PINBALL_RADIUS), ..ball_at(DVec2::ZERO) };
    other.set_ball(ball, moved).unwrap();
    run(&mut other, 3);
    assert!(!hashes.contains(&other.hash()), "a ball by half a picometre");
    let before = other.hash();
    other.advance(TICK).unwrap();
    assert_ne!(other.hash(), before, "time");
}

#[test]
fn looking_at_a_machine_changes_nothing_and_tells_what_is_there() {
    let (mut seen, mut unseen) = (two_seconds(), two_seconds());
    let (mut touches, mut cells) = (0, 0);
    for tick in 0..2000 {
        seen.tick();
        unseen.tick();
        for ball in seen.balls().collect::<Vec<_>>() {
            let place = seen.position(ball);
            for touching in seen.touching(ball) {
                touches += 1;
                assert!((touching.normal.length() - 1.0).abs() < 1e-9, "{touching:?} at tick {tick}");
                assert!((touching.point - place).length() < 1.01 * PINBALL_RADIUS, "{touching:?} at tick {tick}");
            }
            let (looked, leaves) = seen.looked_at(ball).unwrap();
            assert!(leaves.iter().all(|leaf| leaf.overlaps(&looked)), "at tick {tick}");
            cells += leaves.len();
            assert!(seen.motion(ball).is_some());
        }
    }
    assert!(touches > 1000 && cells > 1000, "{touches} touches, {cells} cells");
    assert_eq!(seen.hash(), unseen.hash());
    let owners: Vec<_> = seen.colliders().filter_map(|(_, _, owner)| owner).collect();
    assert!(owners.len() > 20 && owners.iter().all(|&part| seen.data(part).is_some()));
    assert_eq!(seen.colliders().filter(|(_, _, owner)| owner.is_none()).count(), 6, "playfield, four sides, glass");
}

#[test]
fn a_ball_that_has_come_to_rest_names_what_carries_it() {
    let mut machine = Machine::new(&Playfield::sized(0.5, 1.0)).unwrap();
    let wall = carom::shape::Wall::new(DVec2::new(0.5, 0.6), DVec2::new(0.0, 0.6)).unwrap();
    let wood = carom::Material::pinball(0.3, 0.0, 0.3, 0.0).unwrap();
    let part = machine.add("shelf", carom::pinball::part::Solid::of(wall, wood)).unwrap();
    let ball = machine.add_ball(ball_at(DVec2::new(0.2, 0.5))).unwrap();
    run(&mut machine, 5000);
    assert_eq!(machine.motion(ball), Some(carom::Motion::Resting));
    let owners = machine.touching(ball).map(|touching| match touching.with {
        Party::Collider(collider) => (machine.owner(collider), touching.normal, touching.presses),
        Party::Ball(_) => panic!("there is no other ball"),
    });
    let owners = owners.collect::<Vec<_>>();
    assert_eq!(owners.len(), 2, "playfield and shelf: {owners:?}");
    assert!(
        owners.contains(&(None, DVec3::Z, true)) && owners.contains(&(Some(part), DVec3::NEG_Y, true)),
        "{owners:?}"
    );
}
