//! What rules wait for.

use crate::common::{Bench, ball};
use carom::pinball::Happening;
use carom_rules::{Act, Button, Occurrence};

/// A rule with these words in `on` scores for this, and for nothing else that is tried.
fn scores(on: &str, what: impl Fn(&mut Bench) -> Vec<Act>) {
    let mut bench = Bench::new(&format!("[[rule]]\non = {on}\nscore = 7\n"));
    let acts = what(&mut bench);
    assert_eq!(acts, [Act::Score(7)], "{on}");
    assert_eq!(bench.hit("stand"), [], "{on} does not wait for the standing target");
    assert_eq!(bench.hear(Occurrence::Button(Button::Start, true)), [], "{on} does not wait for a button");
}

#[test]
fn a_part_is_waited_for_by_its_name() {
    for part in ["bumper_1", "sling", "hole", "lane_1", "trough", "flipper"] {
        scores(&format!("\"{part}\""), |bench| bench.hit(part));
    }
}

#[test]
fn a_star_stands_for_many_parts_and_so_does_a_list() {
    for on in ["\"bumper_*\"", "\"bumper_1, bumper_2\"", "[\"bumper_1\", \"bumper_2\"]"] {
        scores(on, |bench| bench.hit("bumper_1"));
        scores(on, |bench| bench.hit("bumper_2"));
    }
}

#[test]
fn a_spinner_counts_its_turns_and_not_the_balls() {
    scores("\"spinner\"", |bench| {
        let (part, ball) = (bench.part("spinner"), ball());
        assert_eq!(bench.told(Happening::Hit { part, ball, speed: 1.0 }), []);
        bench.hit("spinner")
    });
}

#[test]
fn a_drop_target_counts_when_it_falls_and_when_it_is_raised() {
    scores("\"drop_1\"", |bench| {
        let (part, ball) = (bench.part("drop_1"), ball());
        assert_eq!(bench.told(Happening::Hit { part, ball, speed: 1.0 }), []);
        bench.told(Happening::Dropped { part })
    });
    scores("\"raise drop_*\"", |bench| {
        let part = bench.part("drop_1");
        bench.told(Happening::Raised { part })
    });
}

#[test]
fn a_ball_leaves_a_switch() {
    scores("\"leave lane_2\"", |bench| {
        let (part, ball) = (bench.part("lane_2"), ball());
        assert_eq!(bench.hit("lane_2"), []);
        bench.told(Happening::Unhit { part, ball })
    });
}

#[test]
fn the_game_and_the_ball_begin_and_end() {
    let hole = Bench::new("").part("hole");
    let moments = [
        ("game begins", Occurrence::GameBegins),
        ("game ends", Occurrence::GameEnds),
        ("ball begins", Occurrence::BallBegins),
        ("ball ends", Occurrence::BallEnds),
        ("drain", Occurrence::Drained(ball())),
        ("ball saved", Occurrence::Saved),
        ("ball locked", Occurrence::Locked(hole, 1)),
        ("multiball begins", Occurrence::MultiballBegins(3)),
        ("multiball ends", Occurrence::MultiballEnds),
        ("warning", Occurrence::Warning(1)),
        ("tilt", Occurrence::Tilt),
    ];
    for (words, what) in moments {
        scores(&format!("\"{words}\""), |bench| bench.hear(what.clone()));
    }
}

#[test]
fn a_button_goes_down_and_up() {
    scores("\"button left\"", |bench| {
        assert_eq!(bench.hear(Occurrence::Button(Button::Left, false)), []);
        bench.hear(Occurrence::Button(Button::Left, true))
    });
    scores("\"release right_extra\"", |bench| bench.hear(Occurrence::Button(Button::RightExtra, false)));
}

#[test]
fn a_counter_changes_or_comes_to_a_number() {
    let rules = "[[rule]]\non = \"bumper_1\"\ncount = \"n\"\n[[rule]]\non = \"counter n\"\nscore = 1\n\
                 [[rule]]\non = \"n = 2\"\nscore = 20\n[[rule]]\non = \"n >= 3\"\nscore = 300\n";
    let mut bench = Bench::new(rules);
    let mut points = || -> i64 {
        let acts = bench.hit("bumper_1");
        acts.iter().map(|act| if let Act::Score(points) = act { *points } else { 0 }).sum()
    };
    assert_eq!([points(), points(), points(), points()], [1, 21, 301, 301]);
}

#[test]
fn lamps_become_lit_all_together() {
    let rules =
        "[[rule]]\non = \"lane_*\"\nlight = \"same\"\n[[rule]]\non = \"lit lane_*\"\nscore = 5\nunlight = \"lane_*\"\n";
    let mut bench = Bench::new(rules);
    assert!(!bench.hit("lane_1").contains(&Act::Score(5)));
    assert!(!bench.hit("lane_3").contains(&Act::Score(5)));
    assert_eq!(bench.hit("lane_3"), [], "lit already");
    let acts = bench.hit("lane_2");
    assert_eq!(acts.iter().filter(|act| **act == Act::Score(5)).count(), 1);
    assert_eq!(crate::common::lamps(&bench, 3), "...");
}

#[test]
fn a_bank_of_drop_targets_is_down() {
    let mut bench = Bench::new("[[rule]]\non = \"down drop_*\"\nscore = 5\nraise = \"drop_*\"\n");
    bench.lower("drop_2");
    assert_eq!(bench.hit("drop_2"), []);
    bench.lower("drop_1");
    let [one, two] = [bench.part("drop_1"), bench.part("drop_2")];
    assert_eq!(bench.hit("drop_1"), [Act::Score(5), Act::Drop(one, false), Act::Drop(two, false)]);
}

#[test]
fn a_timer_goes_off() {
    let mut bench =
        Bench::new("[[rule]]\non = \"stand\"\nstart_timer = \"hurry 20\"\n[[rule]]\non = \"timer hurry\"\nscore = 7\n");
    assert_eq!(bench.hit("stand"), [Act::SetTimer("hurry".to_owned(), 20.0)]);
    assert_eq!(bench.runs_out("hurry"), [Act::Score(7)]);
}

#[test]
fn a_mode_begins_and_ends() {
    scores("\"mode hunt begins\"", |bench| bench.hear(Occurrence::ModeBegins("hunt".to_owned())));
    scores("\"mode hunt ends\"", |bench| bench.hear(Occurrence::ModeEnds("hunt".to_owned())));
}

#[test]
fn a_driven_group_arrives_or_waits() {
    // The machine counts the cabin after the tower in which it lies; the file has it first.
    scores("\"arrived cabin\"", |bench| {
        let (cabin, lift) = (bench.group("cabin"), bench.group("lift"));
        assert_eq!(bench.told(Happening::Arrived { group: lift }), []);
        assert_eq!(bench.told(Happening::Stalled { group: cabin, ball: ball() }), []);
        bench.told(Happening::Arrived { group: cabin })
    });
    scores("[\"stalled lift, cabin\"]", |bench| {
        let group = bench.group("lift");
        bench.told(Happening::Stalled { group, ball: ball() })
    });
    scores("\"arrived *\"", |bench| {
        let group = bench.group("lift");
        bench.told(Happening::Arrived { group })
    });
}
