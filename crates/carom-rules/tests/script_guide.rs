//! The guide to scripts says what is true.

mod common;

use carom_rules::Act;
use carom_rules::script::{function_names, limits};
use common::Bench;

const GUIDE: &str = include_str!("../../../docs/scripts.md");

#[test]
fn every_function_is_in_the_guide() {
    let missing: Vec<&str> = function_names()
        .filter(|name| !GUIDE.contains(&format!("`{name}(")) && !GUIDE.contains(&format!("`{name}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(function_names().count() > 90, "{}", function_names().count());
}

#[test]
fn the_limits_in_the_guide_are_those_that_hold() {
    let rows = [
        ("operations of one call", limits::MOST_OPERATIONS as usize),
        ("operations in a second", limits::MOST_OPERATIONS_A_SECOND as usize),
        ("things done", limits::MOST_ACTS),
        ("calls within calls", limits::MOST_CALLS),
        ("expressions within", limits::MOST_DEPTH),
        ("expressions within", limits::MOST_DEPTH_IN_FUNCTION),
        ("variables of", limits::MOST_VARIABLES),
        ("functions of", limits::MOST_FUNCTIONS),
        ("characters of a script", limits::MOST_TEXT),
        ("bytes of a text", limits::MOST_STRING),
        ("values in an array", limits::MOST_ARRAY),
        ("values in an array", limits::MOST_MAP),
        ("names in `state`", limits::MOST_KEPT),
        ("names in `state`", limits::MOST_KEPT_SIZE),
        ("timers at", limits::MOST_TIMERS),
        ("faults of", limits::MOST_FAULTS as usize),
    ];
    let table = &GUIDE[GUIDE.find("| limit |").expect("a table of limits")..];
    for (row, limit) in rows {
        let line = table.lines().find(|line| line.contains(row)).unwrap_or_else(|| panic!("no row {row}"));
        let numbers = line.replace(',', "");
        assert!(
            numbers.split(|c: char| !c.is_ascii_digit()).any(|number| number == limit.to_string()),
            "{line}: {limit}"
        );
    }
}

#[test]
fn the_example_of_the_guide_works() {
    let start = GUIDE.find("```rust\n").expect("an example") + 8;
    let text = &GUIDE[start..start + GUIDE[start..].find("```").expect("its end")];
    let mut bench = Bench::new(text);
    let mut acts: Vec<Act> = Vec::new();
    for _ in 0..3 {
        acts = bench.hit("target1").expect("a hit");
    }
    assert_eq!(acts.len(), 3, "{acts:?}");
    assert_eq!(acts[0], Act::Score(1500));
    bench.board.lamps[0] = carom_rules::Lit::Blink;
    let acts = bench.hit("saucer").expect("a hit");
    assert!(acts.contains(&Act::Score(25_000)) && acts.contains(&Act::Moment("jackpot".to_owned())), "{acts:?}");
    let acts = bench.hear(&carom_rules::Occurrence::Timer("let go".to_owned())).expect("a kick");
    assert!(matches!(acts.as_slice(), [Act::KickTo(..)]), "{acts:?}");
}
