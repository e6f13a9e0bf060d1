//! The autopilot keeps any table going: it flips, serves, empties holes and helps balls that are stuck.

use crate::common::{at, ball_at, position, rolling, run};
use crate::mini_table::mini_table;
use carom::pinball::part::{
    Flipper, Kicker, Magnet, Part, Plunger, Solid, Target, TriggerArea, Trough, Turntable, Wall,
};
use carom::pinball::{
    Autopilot, Border, Command, Duties, Event, Happening, Input, Machine, OutlinePoint, Playfield, Tally,
};
use carom::shape::Post;
use carom::units::{PINBALL_RADIUS, radians};
use carom::{BallId, DVec2, DVec3, Material};

/// Minutes of the long runs; debug builds are for correctness, and run a fifth of them.
const MINUTES: u64 = if cfg!(debug_assertions) { 2 } else { 10 };

/// Half a metre wide, a metre long, its middle at x = 0.
fn playfield() -> Playfield {
    let border = Border { min: DVec2::new(-0.25, 0.0), max: DVec2::new(0.25, 1.0), glass: 0.11 };
    Playfield { border: Some(border), ..Playfield::default() }
}

fn block(corners: &[[f64; 2]]) -> Wall {
    Wall { outline: corners.iter().map(|&[x, y]| OutlinePoint::new(x, y)).collect(), ..Wall::default() }
}

/// Two flippers with guides that lead to them, and a post.
fn plain_table() -> Machine {
    table_to(0.25)
}

/// The same, whose guide on the right begins here.
fn table_to(right: f64) -> Machine {
    let mut machine = Machine::new(&playfield()).unwrap();
    machine.add("guide left", block(&[[-0.25, 0.7], [-0.25, 0.86], [-0.088, 0.8384]])).unwrap();
    machine.add("guide right", block(&[[right, 0.7], [0.088, 0.8384], [right, 0.86]])).unwrap();
    let left = Flipper { centre: DVec2::new(-0.085, 0.85), ..Flipper::default() };
    let (start_angle, end_angle) = (-left.start_angle, -left.end_angle);
    machine.add("left", left.clone()).unwrap();
    machine.add("right", Flipper { centre: DVec2::new(0.085, 0.85), start_angle, end_angle, ..left }).unwrap();
    // A post in the middle, so that a ball does not fall straight through.
    let rubber = Material::pinball(0.8, 0.3, 0.6, 0.0).unwrap();
    let post = Post::new(DVec2::new(0.0, 0.45), 0.03).unwrap().with_height(0.0, 0.05).unwrap();
    machine.add("post", Solid::of(post, rubber)).unwrap();
    machine
}

/// Strong enough for the length of the table.
fn plunger() -> Plunger {
    Plunger { x: 0.232, y: 0.97, release_speed: 200.0, ..Plunger::default() }
}

/// The same with a plunger at the right, in a lane with its own wall.
fn table_with_lane() -> Machine {
    let (mut machine, top) = (table_to(0.206), 0.25);
    machine.add("plunger", plunger()).unwrap();
    machine.add("lane", block(&[[0.206, top], [0.206, 1.0], [0.214, 1.0], [0.214, top]])).unwrap();
    // A slanted wall that leads a ball out of the lane, over to the left.
    machine.add("arch", block(&[[0.25, 0.0], [0.1, 0.0], [0.25, 0.15]])).unwrap();
    machine
}

/// Plays so many ticks; everything that happened.
fn play(pilot: &mut Autopilot, machine: &mut Machine, ticks: u64) -> Vec<Event> {
    let mut told = Vec::new();
    for _ in 0..ticks {
        pilot.play(machine);
        told.extend_from_slice(machine.tick());
    }
    told
}

/// Plays for some minutes. In each a flipper is hit, no ball gets lost, and there are never more than are wanted.
fn lively(machine: &mut Machine, seed: u64, wanted: usize) -> Tally {
    let mut pilot = Autopilot::new(machine, seed).with_balls(wanted);
    for minute in 0..MINUTES {
        let before = pilot.tally();
        for _ in 0..60_000 {
            pilot.play(machine);
            machine.tick();
            assert!(machine.balls().count() <= wanted, "too many balls at {} s", machine.time());
        }
        let tally = pilot.tally();
        assert!(tally.hits > before.hits, "minute {minute}, seed {seed}, {wanted} balls: no hit; {tally:?}");
        assert_eq!(tally.lost, 0, "minute {minute}: {tally:?}");
        assert!(!machine.is_tilted(), "minute {minute}: {tally:?}");
    }
    pilot.tally()
}

#[test]
fn the_mini_table_runs_for_ten_minutes_and_the_same_way_twice() {
    for wanted in [1, 4] {
        let mut hashes = Vec::new();
        for _ in 0..2 {
            let mut machine = mini_table(0).unwrap().machine;
            let tally = lively(&mut machine, 7, wanted);
            hashes.push((machine.hash(), tally));
        }
        assert_eq!(hashes[0], hashes[1], "{wanted} balls");
        let other = Autopilot::new(&mini_table(0).unwrap().machine, 8).with_balls(wanted);
        let (mut pilot, mut machine) = (other, mini_table(0).unwrap().machine);
        play(&mut pilot, &mut machine, 20_000);
        let mut again = mini_table(0).unwrap().machine;
        play(&mut Autopilot::new(&again, 7).with_balls(wanted), &mut again, 20_000);
        assert_ne!(machine.hash(), again.hash(), "another seed plays another game");
    }
}

#[test]
fn a_ball_lives_several_times_longer_than_without_flips() {
    let alive = |lame: bool| {
        let source = mini_table(0).unwrap().machine;
        let mut machine = Machine::new(source.playfield()).unwrap();
        for (_, name, part) in source.parts() {
            let mut part = part.clone();
            if let Part::Flipper(flipper) = &mut part
                && lame
            {
                flipper.strength = 0.0;
            }
            machine.add(name, part).unwrap();
        }
        let mut pilot = Autopilot::new(&machine, 3);
        play(&mut pilot, &mut machine, MINUTES * 60_000);
        60.0 * MINUTES as f64 / pilot.tally().served as f64
    };
    let (lame, played) = (alive(true), alive(false));
    assert!(played > 4.0 * lame, "{lame:.1} s without, {played:.1} s with flips");
}

#[test]
fn a_trough_serves_and_takes_back_and_no_ball_is_made_or_lost() {
    // With lame flippers, so that balls drain all the time.
    let mut machine = Machine::new(&playfield()).unwrap();
    for (_, name, part) in table_with_lane().parts() {
        let mut part = part.clone();
        if let Part::Flipper(flipper) = &mut part {
            flipper.strength = 0.0;
        }
        machine.add(name, part).unwrap();
    }
    let drain = [[-0.25, 0.95], [0.206, 0.95], [0.206, 1.0], [-0.25, 1.0]].map(DVec2::from).to_vec();
    let exit = DVec3::new(0.232, 0.9, PINBALL_RADIUS);
    let trough = Trough { drain: TriggerArea::Outline(drain), exit, kick_speed: 0.1, balls: 2, ..Trough::default() };
    let trough = machine.add("trough", trough).unwrap();
    let mut pilot = Autopilot::new(&machine, 1).with_balls(2);
    let mut told = Vec::new();
    for _ in 0..MINUTES * 60_000 {
        pilot.play(&mut machine);
        told.extend_from_slice(machine.tick());
        let waiting = machine.pose(trough).unwrap().place as usize;
        assert_eq!(waiting + machine.balls().count(), 2, "at {} s: {:?}", machine.time(), pilot.tally());
    }
    let ejected = told.iter().filter(|event| matches!(event.what, Happening::Ejected { .. })).count() as u64;
    let drained = told.iter().filter(|event| matches!(event.what, Happening::Drained { .. })).count() as u64;
    let tally = pilot.tally();
    assert!(ejected >= 10 && drained >= 10, "balls come and go: {tally:?}");
    // The last tick's events have not been heard yet.
    assert!(ejected - tally.served <= 1 && drained - tally.drained <= 1, "{ejected} {drained} {tally:?}");
    // The last one served may still lie before the plunger.
    assert!(tally.plunges + 1 >= tally.served && tally.rescued == 0 && tally.lost == 0, "{tally:?}");
}

#[test]
fn a_trough_with_too_few_balls_gets_more() {
    let mut machine = plain_table();
    let exit = DVec3::new(-0.1, 0.1, PINBALL_RADIUS);
    let drain = TriggerArea::Round { centre: DVec2::new(0.0, 1.0), radius: 0.1 };
    machine.add("trough", Trough { drain, exit, kick_angle: 2.0, ..Trough::default() }).unwrap();
    let tally = lively(&mut machine, 2, 4);
    assert!(tally.served >= 4, "{tally:?}");
}

#[test]
fn a_ball_is_served_before_the_plunger_and_shot_out_of_its_lane() {
    for (auto, mechanical) in [(false, false), (true, false), (false, true)] {
        let machine = table_with_lane();
        let mut other = Machine::new(machine.playfield()).unwrap();
        for (_, name, part) in machine.parts() {
            let part = if name == "plunger" { Plunger { auto, mechanical, ..plunger() }.into() } else { part.clone() };
            other.add(name, part).unwrap();
        }
        let mut pilot = Autopilot::new(&other, 5);
        play(&mut pilot, &mut other, 100);
        let ball = other.balls().next().expect("served");
        let place = position(&other, ball);
        assert!((place.x - 0.232).abs() < 1e-3 && place.y > 0.85, "before the plunger: {place}");
        play(&mut pilot, &mut other, 12_000);
        let tally = pilot.tally();
        assert!(tally.plunges >= 1 && tally.hits >= 1 && tally.rescued == 0, "auto {auto}: {tally:?}");
        let tally = lively(&mut other, 6, 4);
        // One of the four was in play already; whether one of them drains in the time is luck.
        assert!(tally.served >= 3 && tally.plunges >= 3, "auto {auto}: {tally:?}");
    }
}

/// Somebody else plays; the house keeper does the rest.
const KEEPS: Duties = Duties { flips: false, plunges: false, forgives: false };

#[test]
fn a_house_keeper_alone_serves_and_neither_flips_nor_shoots() {
    let mut machine = table_with_lane();
    let mut pilot = Autopilot::new(&machine, 5);
    pilot.set_duties(KEEPS);
    play(&mut pilot, &mut machine, 120_000);
    let tally = pilot.tally();
    assert_eq!((tally.served, tally.flips, tally.plunges, tally.nudges, tally.rescued), (1, 0, 0, 0, 0), "{tally:?}");
    let ball = machine.balls().next().unwrap();
    assert!(pilot.is_in_lane(position(&machine, ball)), "whoever plays may let it lie as long as they like");
    // Now it is shot, and again when it has come back.
    pilot.set_duties(Duties { plunges: true, ..KEEPS });
    play(&mut pilot, &mut machine, 5_000);
    assert!(pilot.tally().plunges >= 1 && pilot.tally().flips == 0, "{:?}", pilot.tally());
}

#[test]
fn a_ball_on_a_flipper_that_somebody_holds_up_is_not_stuck_and_one_beside_it_is_told_of() {
    let mut machine = plain_table();
    let left = machine.part("left").unwrap();
    machine.send(Command::now(Input::Coil { part: left, on: true })).unwrap();
    let ball = machine.add_ball(ball_at(DVec2::new(-0.1, 0.8))).unwrap();
    let mut pilot = Autopilot::new(&machine, 5);
    pilot.set_duties(KEEPS);
    play(&mut pilot, &mut machine, 100_000);
    assert!(machine.ball(ball).is_some_and(|ball| ball.position.y < 0.86), "{:?}", machine.ball(ball));
    // In a pocket, with both flippers down.
    let mut machine = plain_table();
    let pocket =
        [[-0.03, 0.2], [0.03, 0.2], [0.03, 0.25], [0.025, 0.25], [0.025, 0.21], [-0.025, 0.21], [-0.025, 0.25]];
    machine.add("pocket", block(&pocket.map(|[x, y]| [x, 0.5 - y]))).unwrap();
    let ball = machine.add_ball(ball_at(DVec2::new(0.0, 0.27))).unwrap();
    let mut pilot = Autopilot::new(&machine, 5);
    pilot.set_duties(KEEPS);
    let mut taken = Vec::new();
    while taken.is_empty() && machine.time() < 60.0 {
        play(&mut pilot, &mut machine, 1);
        taken.extend_from_slice(pilot.taken());
    }
    assert!(machine.time() < 15.0 && machine.ball(ball).is_none(), "{} s", machine.time());
    assert_eq!(taken.iter().map(|taken| (taken.ball, taken.drained)).collect::<Vec<_>>(), [(ball, false)]);
}

#[test]
fn what_belongs_to_somebody_else_is_left_alone() {
    let mut machine = plain_table();
    let hole = Kicker { centre: DVec2::new(0.0, 0.2), ..Kicker::default() };
    let hole = machine.add("saucer", hole).unwrap();
    let magnet = machine.add("magnet", Magnet { centre: DVec2::new(0.15, 0.2), ..Magnet::default() }).unwrap();
    let ball = machine.add_ball(ball_at(DVec2::new(0.0, 0.2))).unwrap();
    let captive = machine.add_ball(ball_at(DVec2::new(-0.2, 0.98))).unwrap();
    let mut pilot = Autopilot::new(&machine, 5).with_balls(2);
    pilot.set_duties(KEEPS);
    pilot.leave(hole, 20.0);
    pilot.leave(magnet, f64::INFINITY);
    pilot.leave_ball(captive);
    for _ in 0..19_900 {
        play(&mut pilot, &mut machine, 1);
        assert!(!machine.pose(magnet).unwrap().active);
    }
    assert!(machine.is_held(ball), "so long somebody may keep it");
    play(&mut pilot, &mut machine, 300);
    assert!(!machine.is_held(ball), "and no longer");
    assert!(machine.ball(captive).is_some(), "it lies below the flippers, but has not drained");
}

#[test]
fn a_lane_that_is_closed_is_given_up() {
    // Imported tables have gates that a script opens: nothing gets out of such a lane.
    let mut machine = table_with_lane();
    machine.add("lid", block(&[[0.206, 0.25], [0.206, 0.26], [0.25, 0.26], [0.25, 0.25]])).unwrap();
    let tally = lively(&mut machine.clone(), 1, 1);
    assert!(tally.rescued >= 1 && tally.hits > 10 * MINUTES, "out of the lane by hand: {tally:?}");
    let tally = lively(&mut machine, 1, 4);
    assert!(tally.rescued >= 2 && tally.served >= 4, "{tally:?}");
    assert!(tally.plunges < 20, "after two failures no ball is served there any more: {tally:?}");
}

#[test]
fn a_hole_is_emptied_after_about_a_second_in_its_own_direction() {
    let mut machine = Machine::new(&playfield()).unwrap();
    let centre = DVec2::new(0.0, 0.3);
    let hole = Kicker { centre, kick_angle: radians(90.0), kick_speed: 1.5, ..Kicker::default() };
    let hole = machine.add("saucer", hole).unwrap();
    let ball = machine.add_ball(rolling(DVec2::new(0.0, 0.27), DVec2::new(0.0, 0.3))).unwrap();
    let mut pilot = Autopilot::new(&machine, 1);
    let mut told = Vec::new();
    while pilot.tally().kicks == 0 && machine.time() < 5.0 {
        told.extend(play(&mut pilot, &mut machine, 1));
    }
    told.extend(play(&mut pilot, &mut machine, 100));
    let caught = told.iter().find(|event| matches!(event.what, Happening::Hit { part, .. } if part == hole)).unwrap();
    let thrown = told.iter().find(|event| matches!(event.what, Happening::Ejected { .. })).expect("thrown out");
    assert!((0.8..1.3).contains(&(thrown.time - caught.time)), "{} {}", caught.time, thrown.time);
    assert_eq!(pilot.tally().kicks, 1);
    assert!(position(&machine, ball).x > 0.05, "to the right: {}", position(&machine, ball));
}

#[test]
fn a_hole_without_a_direction_throws_into_the_open() {
    for turn in 0..4 {
        // A hole with walls on three sides, turned in four ways.
        let heading = radians(90.0) * f64::from(turn);
        let (sine, cosine) = (libm::sin(heading), libm::cos(heading));
        let mut machine = plain_table();
        let middle = DVec2::new(0.0, 0.25);
        let turned = |x: f64, y: f64| middle + DVec2::new(x * cosine - y * sine, x * sine + y * cosine);
        let corner = |x: f64, y: f64| turned(x, y).to_array();
        for side in [-1.0, 1.0] {
            let (a, b) = (0.018 * side, 0.022 * side);
            let corners = [corner(a, -0.03), corner(b, -0.03), corner(b, 0.022), corner(a, 0.022)];
            machine.add("side", block(&corners)).unwrap();
        }
        let back = [corner(-0.022, 0.018), corner(0.022, 0.018), corner(0.022, 0.022), corner(-0.022, 0.022)];
        machine.add("back", block(&back)).unwrap();
        machine.add("saucer", Kicker { centre: middle, ..Kicker::default() }).unwrap();
        machine.add_ball(ball_at(middle)).unwrap();
        let mut pilot = Autopilot::new(&machine, 4);
        let told = play(&mut pilot, &mut machine, 40_000);
        let tally = pilot.tally();
        assert!(told.iter().any(|event| matches!(event.what, Happening::Ejected { .. })), "{heading}: {tally:?}");
        assert!(tally.kicks >= 1 && tally.hits >= 1, "{heading}: {tally:?}");
    }
}

#[test]
fn a_hole_that_takes_every_ball_back_does_not_keep_it_for_ever() {
    let mut machine = plain_table();
    let middle = DVec2::new(0.0, 0.25);
    // At the foot of a closed shaft: whatever is thrown up it comes down again.
    let shaft = [
        (-0.0195, -0.05, 0.004, 0.07),
        (0.0195, -0.05, 0.004, 0.07),
        (0.0, -0.12, 0.024, 0.004),
        (0.0, 0.02, 0.024, 0.004),
    ];
    for (x, y, w, h) in shaft {
        let (x, y) = (middle.x + x, middle.y + y);
        let corners = [[x - w, y - h], [x - w, y + h], [x + w, y + h], [x + w, y - h]];
        machine.add("wall", Wall { top: 0.11, ..block(&corners) }).unwrap();
    }
    machine.add("pit", Kicker { centre: middle, ..Kicker::default() }).unwrap();
    machine.add_ball(ball_at(middle)).unwrap();
    let tally = lively(&mut machine, 4, 1);
    assert!(tally.kicks >= 2 && tally.rescued >= 1, "{tally:?}");
}

#[test]
fn a_hole_below_the_flippers_or_with_the_name_of_a_drain_takes_balls_out() {
    for (name, centre) in [("Kicker7", DVec2::new(0.0, 0.97)), ("Drain", DVec2::new(0.0, 0.2))] {
        let mut machine = plain_table();
        machine.add(name, Kicker { centre, ..Kicker::default() }).unwrap();
        let ball = machine.add_ball(ball_at(centre)).unwrap();
        let mut pilot = Autopilot::new(&machine, 1);
        play(&mut pilot, &mut machine, 3_000);
        assert!(machine.ball(ball).is_none(), "{name}");
        let tally = pilot.tally();
        assert!(tally.drained == 1 && tally.served == 1 && tally.kicks == 0, "{name}: {tally:?}");
        lively(&mut machine, 2, 1);
    }
}

#[test]
fn a_hole_through_which_balls_fall_counts_as_a_drain() {
    let mut machine = plain_table();
    let centre = DVec2::new(0.0, 0.95);
    let hole = Kicker { centre, radius: 0.08, fall_through: true, ..Kicker::default() };
    machine.add("hole", hole).unwrap();
    machine.add_ball(rolling(DVec2::new(0.0, 0.87), DVec2::new(0.0, 0.5))).unwrap();
    let mut pilot = Autopilot::new(&machine, 1);
    play(&mut pilot, &mut machine, 3_000);
    let tally = pilot.tally();
    assert!(tally.drained == 1 && tally.served == 1 && tally.rescued == 0, "{tally:?}");
}

#[test]
fn balls_come_out_of_a_hole_whose_name_says_so() {
    let mut machine = plain_table();
    let release = Kicker { centre: DVec2::new(0.1, 0.2), ..Kicker::default() };
    machine.add("BallRelease", release).unwrap();
    let mut pilot = Autopilot::new(&machine, 1);
    play(&mut pilot, &mut machine, 200);
    let ball = machine.balls().next().unwrap();
    assert!(machine.is_held(ball), "in the hole at first");
    play(&mut pilot, &mut machine, 800);
    assert!(!machine.is_held(ball) && pilot.tally().kicks == 1, "{:?}", pilot.tally());
    lively(&mut machine, 3, 4);
}

/// Imported tables have lanes out of which a script would shoot a ball. Four balls at a time were let into one, over and
/// over, and lay there for ten seconds each; heaps of balls cost a hundred times as much as balls in play.
#[test]
fn a_hole_that_lets_balls_into_a_dead_end_is_given_up() {
    let mut machine = plain_table();
    let pocket = [[-0.24, 0.1], [-0.24, 0.3], [-0.16, 0.3], [-0.16, 0.1], [-0.15, 0.1], [-0.15, 0.31], [-0.25, 0.31]];
    let mut corners = pocket.to_vec();
    corners.push([-0.25, 0.1]);
    machine.add("pocket", Wall { top: 0.11, ..block(&corners) }).unwrap();
    machine
        .add("lid", Wall { top: 0.11, ..block(&[[-0.25, 0.08], [-0.15, 0.08], [-0.15, 0.1], [-0.25, 0.1]]) })
        .unwrap();
    machine.add("BallRelease", Kicker { centre: DVec2::new(-0.2, 0.15), ..Kicker::default() }).unwrap();
    let tally = lively(&mut machine, 2, 4);
    assert!(tally.rescued >= 2 && tally.kicks <= 4, "those that were let in at first, and no others: {tally:?}");
    assert!(tally.hits > 20 * MINUTES, "{tally:?}");
}

/// Ramps, plastics and upper playfields cover the flippers of some tables. No ball could be let down there, those served
/// farther up never came, and whole minutes passed without a hit.
#[test]
fn flippers_under_a_roof_get_balls_too() {
    let mut machine = plain_table();
    let below = |y: f64| block(&[[-0.25, y], [0.25, y], [0.25, 1.0], [-0.25, 1.0]]);
    machine.add("roof", Wall { bottom: 0.032, top: 0.04, ..below(0.5) }).unwrap();
    machine.add("fence", block(&[[-0.25, 0.48], [0.25, 0.48], [0.25, 0.5], [-0.25, 0.5]])).unwrap();
    let tally = lively(&mut machine, 1, 1);
    assert!(tally.hits > 5 * MINUTES, "{tally:?}");
    lively(&mut machine, 2, 4);
}

#[test]
fn a_bank_of_drop_targets_comes_up_when_all_are_down() {
    let mut machine = plain_table();
    let target = |x: f64, y: f64| Target { position: DVec3::new(x, y, 0.0), ..Target::default() };
    let bank = [-0.1, -0.06, -0.02].map(|x| machine.add("target", target(x, 0.1)).unwrap());
    let alone = machine.add("alone", target(0.2, 0.3)).unwrap();
    let hidden = machine.add("hidden", Target { starts_down: true, ..target(0.2, 0.5) }).unwrap();
    let mut pilot = Autopilot::new(&machine, 1).with_balls(0);
    let down = |machine: &Machine, part| machine.pose(part).unwrap().active;
    for &part in &bank[..2] {
        machine.send(Command::now(Input::Drop { part, down: true })).unwrap();
    }
    play(&mut pilot, &mut machine, 5_000);
    assert!(down(&machine, bank[0]) && down(&machine, bank[1]), "one of the bank still stands");
    machine.send(Command::now(Input::Drop { part: bank[2], down: true })).unwrap();
    machine.send(Command::now(Input::Drop { part: alone, down: true })).unwrap();
    play(&mut pilot, &mut machine, 1_500);
    assert!(bank.iter().all(|&part| down(&machine, part)) && down(&machine, alone), "not at once");
    play(&mut pilot, &mut machine, 2_000);
    assert!(bank.iter().all(|&part| !down(&machine, part)) && !down(&machine, alone), "all up again");
    machine.send(Command::now(Input::Drop { part: bank[1], down: true })).unwrap();
    play(&mut pilot, &mut machine, 32_000);
    assert!(!down(&machine, bank[1]), "a single one after half a minute");
    assert!(down(&machine, hidden), "one that starts down stays there");
}

#[test]
fn magnets_and_turntables_run_now_and_then_and_let_go() {
    let mut machine = Machine::new(&Playfield { slope: 0.0, ..playfield() }).unwrap();
    let centre = DVec2::new(0.0, 0.3);
    let magnet = machine.add("magnet", Magnet { centre, grab_radius: 0.02, ..Magnet::default() }).unwrap();
    let disc = Turntable { centre: DVec2::new(0.1, 0.7), radius: 0.05, ..Turntable::default() };
    let disc = machine.add("disc", disc).unwrap();
    machine.add_ball(ball_at(centre + DVec2::new(0.005, 0.0))).unwrap();
    let mut pilot = Autopilot::new(&machine, 1);
    let (mut on, mut longest, mut turned) = (0_u64, 0_u64, 0);
    for _ in 0..60_000 {
        pilot.play(&mut machine);
        machine.tick();
        let over = machine.balls().any(|id| (position(&machine, id).truncate() - centre).length() < 0.02);
        on = if over && machine.pose(magnet).unwrap().active { on + 1 } else { 0 };
        longest = longest.max(on);
        turned += u64::from(machine.pose(disc).unwrap().speed != 0.0);
    }
    assert!((500..1_100).contains(&longest), "a ball is held for a second, not longer: {longest} ms");
    assert!((5_000..59_000).contains(&turned), "the disc turned for {turned} ms of a minute");
}

#[test]
fn what_a_mirror_shows_is_played_as_in_a_mirror() {
    let mirrored = |x: f64, vx: f64| {
        let mut machine = plain_table();
        machine.add_ball(rolling(DVec2::new(x, 0.6), DVec2::new(vx, 0.1))).unwrap();
        // One flipper after the other draws from the stream, so each is looked at alone.
        let names = if x < 0.0 { ["left", "right"] } else { ["right", "left"] };
        let mut other = Machine::new(machine.playfield()).unwrap();
        for name in names {
            let part = machine.data(machine.part(name).unwrap()).unwrap().clone();
            other.add(name, part).unwrap();
        }
        for (_, name, part) in machine.parts().filter(|(_, name, _)| !names.contains(name)) {
            other.add(name, part.clone()).unwrap();
        }
        let ball = other.add_ball(machine.ball(machine.balls().next().unwrap()).unwrap()).unwrap();
        let mut pilot = Autopilot::new(&other, 9);
        let mut flips = Vec::new();
        let parts = names.map(|name| other.part(name).unwrap());
        let mut up = [false; 2];
        for tick in 0..1_500 {
            pilot.play(&mut other);
            other.tick();
            for (k, part) in parts.iter().enumerate() {
                let active = other.pose(*part).unwrap().active;
                if active != up[k] {
                    flips.push((tick, k, active));
                    up[k] = active;
                }
            }
        }
        (flips, position(&other, ball))
    };
    for (x, vx) in [(0.06, 0.05), (0.12, -0.1), (0.2, 0.3), (0.03, 0.0)] {
        let (left, at_left) = mirrored(-x, -vx);
        let (right, at_right) = mirrored(x, vx);
        assert_eq!(left, right, "from {x}");
        assert!(!left.is_empty(), "from {x}: it flips");
        assert!((at_left - at_right * DVec3::new(-1.0, 1.0, 1.0)).length() < 1e-3, "{at_left} {at_right}");
    }
}

#[test]
fn flippers_that_hang_upside_down_are_played_too() {
    // The playfield slopes away from the player, and everything is turned by half a turn.
    let upright = plain_table();
    let mut machine = Machine::new(&Playfield { slope: -radians(6.0), ..playfield() }).unwrap();
    for (_, name, part) in upright.parts() {
        let part: Part = match part.clone() {
            Part::Flipper(flipper) => Flipper {
                centre: DVec2::new(-flipper.centre.x, 1.0 - flipper.centre.y),
                start_angle: flipper.start_angle + radians(180.0),
                end_angle: flipper.end_angle + radians(180.0),
                ..flipper
            }
            .into(),
            Part::Wall(mut wall) => {
                wall.outline.iter_mut().for_each(|point| point.at = DVec2::new(-point.at.x, 1.0 - point.at.y));
                wall.into()
            }
            _ => continue,
        };
        machine.add(name, part).unwrap();
    }
    let tally = lively(&mut machine, 1, 1);
    assert!(tally.hits > 5 * MINUTES, "{tally:?}");
}

#[test]
fn an_upper_flipper_is_played_too() {
    let mut machine = plain_table();
    let upper = Flipper {
        centre: DVec2::new(-0.2, 0.4),
        start_angle: radians(130.0),
        end_angle: radians(75.0),
        ..Flipper::default()
    };
    let upper = machine.add("upper", upper).unwrap();
    machine.add("shelf", block(&[[-0.25, 0.3], [-0.25, 0.4], [-0.206, 0.389]])).unwrap();
    machine.add_ball(rolling(DVec2::new(-0.22, 0.27), DVec2::new(0.1, 0.0))).unwrap();
    let mut pilot = Autopilot::new(&machine, 1);
    let told = play(&mut pilot, &mut machine, 1_500);
    let hit = told.iter().any(|event| matches!(event.what, Happening::Collide { part, .. } if part == upper));
    let flipped = told.iter().any(|event| matches!(event.what, Happening::EndOfStroke { part, .. } if part == upper));
    assert!(hit && flipped, "{:?}", pilot.tally());
}

#[test]
fn a_ball_in_a_pocket_is_pushed_first_and_then_taken_out() {
    let mut machine = plain_table();
    let pocket = [[0.05, 0.2], [0.05, 0.26], [0.15, 0.26], [0.15, 0.2], [0.12, 0.2], [0.1, 0.25], [0.08, 0.2]];
    machine.add("pocket", block(&pocket)).unwrap();
    let ball = machine.add_ball(ball_at(DVec2::new(0.1, 0.21))).unwrap();
    let mut pilot = Autopilot::new(&machine, 1);
    play(&mut pilot, &mut machine, 3_900);
    assert_eq!(pilot.tally().nudges, 0, "patience first");
    play(&mut pilot, &mut machine, 3_500);
    assert!(pilot.tally().nudges == 2 && machine.ball(ball).is_some(), "{:?}", pilot.tally());
    play(&mut pilot, &mut machine, 3_500);
    assert!(pilot.tally().rescued == 1 && machine.ball(ball).is_none(), "{:?}", pilot.tally());
    assert!(machine.balls().count() == 1 && !machine.is_tilted());
}

#[test]
fn play_twice_in_one_tick_is_play_once_and_a_copy_goes_on_alike() {
    let mut machine = mini_table(0).unwrap().machine;
    let mut pilot = Autopilot::new(&machine, 1).with_balls(2);
    let (mut other, mut twice) = (machine.clone(), pilot.clone());
    for _ in 0..10_000 {
        pilot.play(&mut machine);
        machine.tick();
        twice.play(&mut other);
        twice.play(&mut other);
        other.tick();
    }
    assert_eq!(machine.hash(), other.hash());
    assert_eq!(pilot.tally(), twice.tally());
    // Back to a snapshot, with the pilot's copy from then.
    let (snapshot, copy) = (machine.snapshot(), pilot.clone());
    play(&mut pilot, &mut machine, 5_000);
    let expected = machine.hash();
    machine.restore(&snapshot).unwrap();
    let mut copy = copy;
    play(&mut copy, &mut machine, 5_000);
    assert_eq!(machine.hash(), expected);
    // A pilot that was not taken back with its machine goes on all the same.
    machine.restore(&snapshot).unwrap();
    play(&mut pilot, &mut machine, 60_000);
    assert!(machine.balls().count() <= 2);
}

#[test]
fn once_a_frame_is_enough_to_keep_a_table_going() {
    let mut machine = mini_table(0).unwrap().machine;
    let mut pilot = Autopilot::new(&machine, 1);
    for _ in 0..60 * 60 {
        pilot.play(&mut machine);
        machine.advance(1.0 / 60.0).unwrap();
    }
    assert!(pilot.tally().hits >= 1 && pilot.tally().lost == 0, "{:?}", pilot.tally());
}

#[test]
fn machines_that_nobody_should_build_do_not_trouble_it() {
    let bare = Playfield::default();
    let mut machines = vec![
        Machine::new(&bare).unwrap(),
        Machine::new(&playfield()).unwrap(),
        Machine::new(&Playfield { material: None, ..playfield() }).unwrap(),
        Machine::new(&Playfield { gravity: 0.0, ..playfield() }).unwrap(),
    ];
    // A flipper in the open: balls roll away for ever.
    let mut alone = Machine::new(&bare).unwrap();
    alone.add("flipper", Flipper::default()).unwrap();
    machines.push(alone);
    // Flippers that cannot turn, or turn round and round, or are tiny.
    let mut odd = Machine::new(&playfield()).unwrap();
    let still =
        Flipper { centre: DVec2::new(0.0, 0.8), end_angle: radians(121.0), strength: 0.0, ..Flipper::default() };
    odd.add("still", still).unwrap();
    odd.add("round", Flipper { centre: DVec2::new(0.1, 0.6), end_angle: 50.0, ..Flipper::default() }).unwrap();
    odd.add("tiny", Flipper { length: 1e-3, base_radius: 1e-3, end_radius: 1e-3, ..Flipper::default() }).unwrap();
    odd.add("plunger", Plunger { x: 5.0, y: -3.0, ..Plunger::default() }).unwrap();
    odd.add("trough", Trough { exit: DVec3::new(9.0, 9.0, -9.0), ..Trough::default() }).unwrap();
    odd.add("drain", Kicker { centre: DVec2::new(7.0, 7.0), ..Kicker::default() }).unwrap();
    odd.add("ball release", Kicker { centre: DVec2::new(-7.0, 7.0), ..Kicker::default() }).unwrap();
    machines.push(odd);
    // A table that is one block: no place is free.
    let mut full = Machine::new(&playfield()).unwrap();
    full.add("flipper", Flipper { centre: DVec2::new(0.0, 0.8), ..Flipper::default() }).unwrap();
    full.add("block", block(&[[-0.25, 0.0], [-0.25, 1.0], [0.25, 1.0], [0.25, 0.0]])).unwrap();
    machines.push(full);
    for (k, machine) in machines.iter_mut().enumerate() {
        let mut pilot = Autopilot::new(machine, 1).with_balls(4);
        play(&mut pilot, machine, 20_000);
        assert!(machine.balls().count() <= 4, "machine {k}");
        assert!(machine.balls().all(|id| machine.ball(id).is_some_and(|ball| ball.is_finite())), "machine {k}");
        let bodies = pilot.tally().served;
        assert!(bodies < 200, "machine {k} does not serve without end: {:?}", pilot.tally());
    }
    assert_eq!(machines[0].balls().count(), 0, "nothing to play with, nowhere to serve");
}

#[test]
fn a_place_is_free_where_a_ball_overlaps_nothing() {
    let mut machine = plain_table();
    let radius = PINBALL_RADIUS;
    let on_floor = |x: f64, y: f64| DVec3::new(x, y, radius);
    // Before and after the first tick: with and without the tree of colliders.
    for _ in 0..2 {
        assert!(machine.is_free(on_floor(0.1, 0.3), radius));
        assert!(!machine.is_free(on_floor(0.1, 0.3) - DVec3::Z * 1e-3, radius), "in the playfield");
        assert!(!machine.is_free(on_floor(-0.24, 0.3), radius), "in the cabinet's wall");
        assert!(!machine.is_free(on_floor(0.04, 0.45), radius), "in the post");
        assert!(!machine.is_free(on_floor(-0.06, 0.86), radius), "in the bat");
        assert!(!machine.is_free(DVec3::NAN, radius) && !machine.is_free(DVec3::ZERO, f64::NAN));
        run(&mut machine, 1);
    }
    let ball: BallId = machine.add_ball(ball_at(DVec2::new(0.1, 0.3))).unwrap();
    assert!(!machine.is_free(on_floor(0.12, 0.3), radius), "in another ball");
    machine.remove_ball(ball).unwrap();
    assert!(machine.is_free(on_floor(0.12, 0.3), radius));
}

#[test]
fn a_clear_way_ends_at_the_first_thing_on_it() {
    let mut machine = plain_table();
    let radius = PINBALL_RADIUS;
    let on_floor = |x: f64, y: f64| DVec3::new(x, y, radius);
    for _ in 0..2 {
        assert_eq!(machine.clear_way(on_floor(0.1, 0.2), on_floor(0.1, 0.6), radius), 1.0);
        // The post, 30 mm wide, 0.35 m below.
        let way = machine.clear_way(on_floor(0.0, 0.1), on_floor(0.0, 0.6), radius);
        assert!((way * 0.5 - (0.35 - 0.03 - radius)).abs() < 1e-9, "{way}");
        let down = machine.clear_way(DVec3::new(0.1, 0.3, 0.09), DVec3::new(0.1, 0.3, 0.0), radius);
        assert!((0.09 - down * 0.09 - radius).abs() < 1e-9, "down onto the playfield: {down}");
        let block = machine.clear_way(DVec3::new(-0.2, 0.8, 0.09), DVec3::new(-0.2, 0.8, radius), radius);
        assert!(block < 0.9, "the lid of a block is higher: {block}");
        let bat = machine.clear_way(on_floor(-0.06, 0.7), on_floor(-0.06, 0.9), radius);
        assert!(bat > 0.4 && bat < 0.8, "onto the bat: {bat}");
        assert_eq!(machine.clear_way(DVec3::NAN, DVec3::ZERO, radius), 0.0);
        run(&mut machine, 1);
    }
    machine.add_ball(ball_at(at(0.0, 0.0) + DVec2::new(0.1, 0.4))).unwrap();
    let way = machine.clear_way(on_floor(0.1, 0.2), on_floor(0.1, 0.6), radius);
    assert!((way * 0.4 - (0.2 - 2.0 * radius)).abs() < 1e-9, "onto another ball: {way}");
}
