//! The tables that come with Carom: every one is whole, and those with flippers can be played.

use carom::pinball::{Autopilot, Command, Happening, Input, Machine};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, DVec3};
use carom_tables::{BuiltIn, Table, built_in};

fn load(built_in: &BuiltIn) -> (Table, Machine) {
    Table::load(built_in.text).unwrap_or_else(|faults| panic!("{}", faults.shown(built_in.name)))
}

/// The tables that have flippers and a drain.
fn tables_to_play() -> impl Iterator<Item = &'static BuiltIn> {
    built_in::ALL.iter().filter(|one| {
        let (table, _) = load(one);
        !table.flippers.is_empty() && !table.troughs.is_empty()
    })
}

#[test]
fn names_are_found_and_others_are_told_what_may_be_meant() {
    for one in built_in::ALL {
        assert_eq!(built_in::find(one.name), Ok(one));
        assert_eq!(built_in::find(&one.name.to_uppercase()), Ok(one));
        assert!(!one.about.is_empty() && !one.about.contains('\n'), "{}", one.name);
        assert_eq!(built_in::ALL.iter().filter(|other| other.name == one.name).count(), 1);
    }
    let near = built_in::find("fairgroud").unwrap_err();
    assert_eq!(near.meant, Some("fairground"));
    let far = built_in::find("no such \"table\"").unwrap_err().to_string();
    assert!(built_in::ALL.iter().all(|one| far.contains(one.name)), "{far}");
}

#[test]
fn every_table_says_what_it_is_and_names_its_parts() {
    for one in built_in::ALL {
        let (table, machine) = load(one);
        assert!(table.name.is_some_and(|name| !name.is_empty()), "{}", one.name);
        assert!(table.about.is_some_and(|about| about.len() > 20), "{}", one.name);
        // A part without a name is called by its kind and number.
        let numbered = machine.parts().filter(|(_, name, _)| {
            let unnamed = |kind: &str| name.strip_prefix(kind).and_then(|rest| rest.trim().parse::<usize>().ok());
            KINDS.iter().any(|kind| unnamed(kind).is_some())
        });
        let numbered: Vec<&str> = numbered.map(|(_, name, _)| name).collect();
        assert!(numbered.is_empty(), "{}: {numbered:?}", one.name);
    }
}

const KINDS: [&str; 17] = [
    "wall",
    "ramp",
    "rubber",
    "post",
    "mesh",
    "collider",
    "flipper",
    "plunger",
    "gate",
    "spinner",
    "bumper",
    "kicker",
    "trigger",
    "target",
    "magnet",
    "turntable",
    "trough",
];

#[test]
fn every_table_is_the_same_when_written_and_read_again() {
    for one in built_in::ALL {
        let (table, mut machine) = load(one);
        let (again, mut other) = Table::load(&table.to_toml()).unwrap();
        assert_eq!(again, table, "{}", one.name);
        assert_eq!(machine.hash(), other.hash(), "{}", one.name);
        machine.advance(2.0).unwrap();
        other.advance(2.0).unwrap();
        assert_eq!(machine.hash(), other.hash(), "{}, after two seconds", one.name);
    }
}

/// s: how long the autopilot plays.
const PLAY: f64 = if cfg!(debug_assertions) { 90.0 } else { 600.0 };

#[test]
fn the_autopilot_can_play_every_table_with_flippers() {
    for one in tables_to_play() {
        for balls in [1, 4] {
            let (_, mut machine) = load(one);
            let mut pilot = Autopilot::new(&machine, 1).with_balls(balls);
            while machine.time() < PLAY {
                pilot.play(&mut machine);
                machine.tick();
            }
            let tally = pilot.tally();
            println!("{}, {balls} balls: {tally:?}", one.name);
            assert_eq!(tally.lost, 0, "{}: {tally:?}", one.name);
            assert!(tally.hits as f64 >= PLAY / 60.0, "{}: {tally:?}", one.name);
            // Once in five minutes and ball a helping hand is allowed, for balls that dance where no flipper is.
            assert!(tally.rescued as f64 <= 1.0 + balls as f64 * PLAY / 300.0, "{}: {tally:?}", one.name);
        }
    }
}

/// Without a flip every ball comes down by itself: nothing on the table holds it for good. Holes are emptied after a second, as a
/// game would.
#[test]
fn balls_drain_from_everywhere() {
    let balls = if cfg!(debug_assertions) { 60 } else { 200 };
    for one in tables_to_play() {
        let (mut table, _) = load(one);
        table.inputs.clear();
        let mut machine = table.machine().unwrap();
        let (fresh, border) = (machine.snapshot(), machine.playfield().border.unwrap());
        let (mut luck, mut dropped) = (0x9e37_79b9_u64, 0);
        let mut between = |low: f64, high: f64| {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + (high - low) * ((luck >> 11) as f64 / (1_u64 << 53) as f64)
        };
        while dropped < balls {
            machine.restore(&fresh).unwrap();
            let (x, y) = (between(border.min.x, border.max.x), between(border.min.y, border.max.y));
            let velocity = DVec3::new(between(-2.0, 2.0), between(-2.0, 2.0), 0.0);
            // Only where one can be laid down from above: not inside a block, not under a ramp.
            let place = DVec3::new(x, y, PINBALL_RADIUS);
            let above = DVec3::new(x, y, border.glass - 1.01 * PINBALL_RADIUS);
            if machine.clear_way(above, place, 0.99 * PINBALL_RADIUS) < 0.999 {
                continue;
            }
            dropped += 1;
            let ball = Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).unwrap().with_velocity(velocity);
            let id = machine.add_ball(ball).unwrap();
            while machine.ball(id).is_some() {
                machine.tick();
                assert!(machine.time() < 60.0, "{}: {place} {velocity} stays at {}", one.name, machine.position(id));
                for event in machine.events().to_vec() {
                    match event.what {
                        Happening::Hit { part, .. } if machine.is_held(id) => {
                            let empty = Command::at(machine.time() + 1.0, Input::Coil { part, on: true });
                            machine.send(empty).unwrap();
                        }
                        Happening::Lost { .. } => panic!("{}: {place} {velocity} left the table", one.name),
                        _ => {}
                    }
                }
                plunge(&mut machine);
            }
        }
    }
}

/// A ball that has rolled back into the plunger's lane is shot out again, as a player would: a second's pull, every two seconds.
fn plunge(machine: &mut Machine) {
    let ticks = (machine.time() * 1e3 + 0.5) as u64;
    if !ticks.is_multiple_of(2000) {
        return;
    }
    let plunger = |name: &str, part: &carom::pinball::part::Part| {
        matches!(part, carom::pinball::part::Part::Plunger(_)) && !name.is_empty()
    };
    let rods: Vec<_> = machine.parts().filter(|(_, name, part)| plunger(name, part)).map(|(id, ..)| id).collect();
    for part in rods {
        let now = machine.time();
        machine.send(Command::at(now, Input::Pull { part, retract: false })).unwrap();
        machine.send(Command::at(now + 1.0, Input::Release { part })).unwrap();
    }
}
