//! A table with five driven parts, for ten minutes: nothing gets lost, and the energy adds up.

use carom::Motion;
use carom::pinball::{Autopilot, Happening, Machine};
use carom_tables::Table;

const TABLE: &str = include_str!("data/clockwork.toml");

fn clockwork() -> Machine {
    Table::load(TABLE).unwrap_or_else(|faults| panic!("{faults}")).1
}

/// How the work goes: seconds of the clock, fewer where a quick answer is wanted.
const SECONDS: f64 = 600.0;

#[test]
fn ten_minutes_with_five_driven_parts_lose_nothing_and_close_their_books() {
    let mut machine = clockwork();
    machine.keep_ledger(true);
    assert_eq!(machine.groups().filter(|(_, group)| group.driven).count(), 5);
    let mut pilot = Autopilot::new(&machine, 7).with_balls(3);
    let mut hits = std::collections::BTreeMap::new();
    let (mut drains, mut most) = (0, 0);
    while machine.time() < SECONDS {
        pilot.play(&mut machine);
        machine.tick();
        for event in machine.events() {
            match event.what {
                Happening::Lost { ball } => panic!("{ball:?} is lost at {} s", event.time),
                Happening::Overloaded => panic!("too much work at {} s", event.time),
                Happening::Drained { .. } => drains += 1,
                _ => {}
            }
        }
        for event in machine.raw_events() {
            if let carom::What::Impact { collider, .. } = event.what
                && let Some(part) = machine.owner(collider)
                && let Some(group) = machine.group_of(part)
            {
                *hits.entry(group).or_insert(0) += 1;
            }
        }
        most = most.max(machine.balls().count());
        for ball in machine.balls() {
            let p = machine.position(ball);
            let inside = p.x > 0.0 && p.x < 0.515 && p.y > 0.0 && p.y < 1.07 && p.z > 0.0 && p.z < 0.12;
            assert!(inside, "{ball:?} is at {p} at {} s", machine.time());
            assert!(machine.motion(ball) != Some(Motion::Resting) || p.z < 0.1, "no ball hangs in the air");
        }
    }
    let ledger = machine.ledger().unwrap();
    println!("{ledger}\nhits by group {hits:?}, {drains} drained, at most {most} balls");
    let residual = ledger.residual().abs();
    assert!(residual <= 1e-9, "{residual} J of {} J", ledger.turned_over);
    assert!(ledger.driven.abs() > 1.0, "driven parts work: {}", ledger.driven);
    assert_eq!(hits.len(), 5, "every driven part was hit: {hits:?}");
    assert!(hits.values().all(|&count| count >= 10) && drains >= 3, "{hits:?}, {drains}");
}

/// The same game, tick for tick, from a table that was written and read again.
#[test]
fn it_plays_the_same_when_it_is_written_and_read_again() {
    let table = Table::load(TABLE).unwrap_or_else(|faults| panic!("{faults}")).0;
    let mut again = Table::load(&table.to_toml()).unwrap_or_else(|faults| panic!("{faults}")).1;
    let mut machine = clockwork();
    let (mut one, mut two) = (Autopilot::new(&machine, 3), Autopilot::new(&again, 3));
    for _ in 0..20_000 {
        one.play(&mut machine);
        two.play(&mut again);
        machine.tick();
        again.tick();
    }
    assert_eq!(machine.hash(), again.hash());
}
