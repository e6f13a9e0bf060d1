//! What must hold.

use crate::common::{Bench, lamps};
use carom_rules::{Act, Lit, Mode, Occurrence};

/// Does a condition hold?
fn holds(bench: &mut Bench, condition: &str) -> bool {
    let fresh = Bench::new(&format!(
        "[[rule]]\non = \"tilt\"\nstart_timer = \"hurry 5\"\n[[rule]]\non = \"stand\"\nwhen = {condition}\nscore = 7\n"
    ));
    bench.rules = fresh.rules;
    !bench.hit("stand").is_empty()
}

#[test]
fn lamps_are_lit_or_dark() {
    let mut bench = Bench::new("");
    bench.board.lamps[1] = Lit::Blink;
    assert!(holds(&mut bench, "\"lit lane_2\""), "one that blinks is lit");
    assert!(!holds(&mut bench, "\"lit lane_1, lane_2\""), "all of them");
    assert!(holds(&mut bench, "\"unlit lane_1, lane_3\""));
    assert!(!holds(&mut bench, "\"unlit lane_*\""));
    assert!(holds(&mut bench, "\"not unlit lane_*\""), "one of them is lit");
}

#[test]
fn drop_targets_are_down_or_up() {
    let mut bench = Bench::new("");
    bench.lower("drop_1");
    assert!(holds(&mut bench, "\"down drop_1\"") && holds(&mut bench, "\"up drop_2\""));
    assert!(!holds(&mut bench, "\"down drop_*\"") && !holds(&mut bench, "\"up drop_*\""));
}

#[test]
fn a_kicker_holds_a_ball() {
    let mut bench = Bench::new("");
    assert!(!holds(&mut bench, "\"full hole\""));
    let place = carom::DVec3::new(0.3, 0.2, carom::units::PINBALL_RADIUS);
    let ball = carom::Ball::new(place, carom::units::PINBALL_RADIUS, carom::units::PINBALL_MASS).unwrap();
    bench.machine.add_ball(ball).unwrap();
    (0..50).for_each(|_| drop(bench.machine.tick().to_vec()));
    assert!(holds(&mut bench, "\"full hole\""));
}

#[test]
fn modes_and_timers_run() {
    let mut bench = Bench::new("");
    assert!(!holds(&mut bench, "\"mode hunt\"") && !holds(&mut bench, "\"timer hurry\""));
    bench.board.status.modes.push(Mode { name: "hunt".to_owned(), ..Mode::default() });
    bench.board.timers.insert("hurry".to_owned(), 9);
    assert!(holds(&mut bench, "\"mode hunt\"") && holds(&mut bench, "\"timer hurry\""));
}

#[test]
fn more_balls_are_in_play_or_come_back() {
    let mut bench = Bench::new("");
    assert!(!holds(&mut bench, "\"multiball\"") && !holds(&mut bench, "\"ball save\""));
    (bench.board.status.in_play, bench.board.status.ball_save) = (2, 1);
    assert!(holds(&mut bench, "\"multiball\"") && holds(&mut bench, "\"ball save\""));
}

#[test]
fn counters_and_sums_are_compared() {
    let mut bench = Bench::new("");
    bench.board.counters.insert("n".to_owned(), 3);
    bench.board.status.locked = 2;
    let cases = [
        ("n = 3", true),
        ("n == 3", true),
        ("n != 3", false),
        ("n < 4", true),
        ("n <= 2", false),
        ("n > locked", true),
        ("n >= locked + 2", false),
        ("2 * n - 1 = 5", true),
        ("jackpot = 1_000", true),
        ("ball = 1 and player = 1 and in_play = 1", true),
    ];
    for (words, expected) in cases {
        assert_eq!(holds(&mut bench, &format!("\"{words}\"")), expected, "{words}");
    }
}

#[test]
fn conditions_are_joined_by_and_or_not_and_lists() {
    let mut bench = Bench::new("");
    bench.board.counters.insert("n".to_owned(), 1);
    for (words, expected) in [
        ("[\"n = 1\", \"n < 0\"]", false),
        ("[\"n = 1\", \"n > 0\"]", true),
        ("\"n = 1 and n < 0\"", false),
        ("\"n < 0 or n = 1\"", true),
        ("\"n = 5 and n = 1 or n = 1\"", true),
        ("\"not n = 1\"", false),
        ("\"not not n = 1\"", true),
    ] {
        assert_eq!(holds(&mut bench, words), expected, "{words}");
    }
}

#[test]
fn a_lamp_shows_by_itself_whether_something_is_so() {
    let mut bench = Bench::new("");
    let shine = |bench: &mut Bench| {
        let mut acts = Vec::new();
        bench.rules.shine(&bench.board, &bench.machine, &mut acts);
        for act in &acts {
            let Act::Light(lamp, lit) = act else { panic!("{act:?}") };
            bench.board.lamps[*lamp] = *lit;
        }
        (acts.len(), lamps(bench, 5))
    };
    assert_eq!(shine(&mut bench), (0, ".....".to_owned()));
    bench.board.counters.insert("n".to_owned(), 2);
    assert_eq!(shine(&mut bench), (1, "....o".to_owned()));
    assert_eq!(shine(&mut bench), (0, "....o".to_owned()), "what is so already is not said again");
    bench.board.status.modes.push(Mode { name: "hunt".to_owned(), ..Mode::default() });
    assert_eq!(shine(&mut bench), (1, "....b".to_owned()));
}

#[test]
fn all_rules_see_the_game_as_it_was_when_it_happened() {
    let rules = "[[rule]]\non = \"stand\"\nwhen = \"n = 0\"\nset = \"n = 1\"\n[[rule]]\non = \"stand\"\nwhen = \"n = 1\"\nscore = 7\n";
    let mut bench = Bench::new(rules);
    assert!(!bench.hit("stand").contains(&Act::Score(7)));
    assert!(bench.hit("stand").contains(&Act::Score(7)));
}

#[test]
fn a_rule_acts_once_in_a_ball_or_in_a_game() {
    let rules =
        "[[rule]]\non = \"stand\"\nonce = \"ball\"\nscore = 1\n[[rule]]\non = \"stand\"\nonce = \"game\"\nscore = 10\n";
    let mut bench = Bench::new(rules);
    let points = |bench: &mut Bench| -> i64 {
        bench.hit("stand").iter().map(|act| if let Act::Score(points) = act { *points } else { 0 }).sum()
    };
    bench.hear(Occurrence::BallBegins);
    assert_eq!([points(&mut bench), points(&mut bench)], [11, 0]);
    bench.hear(Occurrence::BallBegins);
    assert_eq!([points(&mut bench), points(&mut bench)], [1, 0]);
}
