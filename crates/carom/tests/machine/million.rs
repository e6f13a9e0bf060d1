//! A million ticks of the mini table: nothing escapes, nothing overflows, and the same bits everywhere.

use crate::mini_table::{big_table, mini_table};
use carom::pinball::Happening;

/// Ticks of the long run; debug builds are for correctness, and run a fiftieth of it.
const TICKS: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
/// Where the hashes of debug and release are compared.
const CHECK: u64 = 20_000;

/// The hash that another test compares in every build, too.
fn golden(name: &str) -> u64 {
    let line = include_str!("../golden/hashes.txt").lines().find(|line| line.split_whitespace().next() == Some(name));
    u64::from_str_radix(line.unwrap().split_whitespace().last().unwrap(), 16).unwrap()
}

fn long_run(balls: usize, name: &str) {
    let mut scene = mini_table(balls).unwrap();
    let mut at_check = 0;
    let mut branch = None;
    for tick in 1..=TICKS {
        scene.tick().unwrap();
        for event in scene.machine.events() {
            let bad = matches!(event.what, Happening::Lost { .. } | Happening::Overloaded);
            assert!(!bad, "tick {tick}: {event:?}");
        }
        if tick % 97 == 0 {
            for &id in &scene.balls {
                let ball = scene.machine.ball(id).unwrap();
                assert!(ball.is_finite(), "tick {tick}: {ball:?}");
                assert!(scene.holds(&ball), "tick {tick}: {:?}", ball.position);
            }
        }
        if tick == CHECK {
            at_check = scene.machine.hash();
        }
        // A branch from the middle, played beside.
        if tick == TICKS / 2 {
            let mut other = mini_table(balls).unwrap();
            other.take_over(&scene).unwrap();
            branch = Some(other);
        } else if let Some(other) = &mut branch
            && tick <= TICKS / 2 + 2_000
        {
            other.tick().unwrap();
            assert_eq!(other.machine.hash(), scene.machine.hash(), "tick {tick}: after snapshot and restore");
        }
    }
    assert_eq!(at_check, golden(name), "hash after {CHECK} ticks: {at_check:#x}");
}

#[test]
fn twenty_balls_among_five_thousand_edges() {
    let mut scene = big_table(20).unwrap();
    for tick in 0..if cfg!(debug_assertions) { 2_000 } else { 20_000 } {
        scene.tick().unwrap();
        for &id in &scene.balls {
            let ball = scene.machine.ball(id).unwrap();
            assert!(scene.holds(&ball), "tick {tick}: {:?}", ball.position);
        }
    }
}

#[test]
fn one_ball() {
    long_run(1, "machine/1-ball");
}

#[test]
fn three_balls() {
    long_run(3, "machine/3-balls");
}

#[test]
fn twenty_balls() {
    long_run(20, "machine/20-balls");
}
