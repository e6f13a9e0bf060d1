//! What rules do.

use crate::common::{Bench, lamps};
use carom::DVec3;
use carom::pinball::Drive;
use carom_rules::{Act, Button, Occurrence};
use core::f64::consts::FRAC_PI_2;

/// What a rule with these lines does when the standing target is hit.
fn does(lines: &str) -> Vec<Act> {
    Bench::new(&format!("[[rule]]\non = \"stand\"\n{lines}\n")).hit("stand")
}

#[test]
fn points_and_bonus_are_numbers_or_sums() {
    assert_eq!(does("score = 500\nbonus = 50"), [Act::Score(500), Act::Bonus(50)]);
    assert_eq!(does("score = \"jackpot\""), [Act::Score(1000)]);
    assert_eq!(does("score = \"2 * jackpot - 500 + ball\""), [Act::Score(1501)]);
    let huge = "score = \"9223372036854775807 * jackpot\"";
    assert_eq!(does(huge), [Act::Score(i64::MAX)], "nothing runs over");
}

#[test]
fn points_and_the_bonus_count_several_times() {
    assert_eq!(does("multiplier = 2"), [Act::Multiplier(2)]);
    let acts = does("bonus_multiplier = \"bonus_multiplier + 1\"\nsay = \"Bonus {bonus_multiplier}X\"");
    assert_eq!(acts, [Act::BonusMultiplier(2), Act::Say("Bonus 2X".to_owned())]);
    assert_eq!(does("multiplier = \"0 - 5\""), [Act::Multiplier(0)], "never less than nothing");
}

#[test]
fn counters_count_and_are_set() {
    let mut bench =
        Bench::new("[[rule]]\non = \"stand\"\ncount = \"n\"\nset = [\"jackpot + 600\", \"hits = 2 * n\"]\n");
    bench.hit("stand");
    assert_eq!((bench.counter("n"), bench.counter("jackpot"), bench.counter("hits")), (1, 1600, 2));
    (0..3).for_each(|_| drop(bench.hit("stand")));
    assert_eq!(bench.counter("jackpot"), 2500, "it has a most");
}

#[test]
fn two_rules_that_count_the_same_both_count() {
    let rule = "[[rule]]\non = \"stand\"\ncount = \"n\"\n";
    let mut bench = Bench::new(&format!("{rule}{rule}"));
    bench.hit("stand");
    assert_eq!(bench.counter("n"), 2);
}

#[test]
fn counters_of_a_ball_begin_again_with_it() {
    let mut bench = Bench::new("[[rule]]\non = \"stand\"\ncount = \"n, hits\"\n");
    bench.hit("stand");
    assert_eq!((bench.counter("n"), bench.counter("hits")), (1, 1));
    bench.hear(Occurrence::BallBegins);
    assert_eq!((bench.counter("n"), bench.counter("hits")), (1, 0));
}

#[test]
fn lamps_go_on_and_off_and_blink() {
    let rules = "[[rule]]\non = \"stand\"\nlight = \"lane_1\"\nblink = \"lane_2\"\nhurry = \"lane_3\"\n\
                 [[rule]]\non = \"bumper_1\"\ntoggle = \"lane_1, arrow\"\n\
                 [[rule]]\non = \"bumper_2\"\nunlight = \"*\"\nlight = \"lane_2\"\n";
    let text = rules.replace("\"*\"", "[\"lane_*\", \"arrow\"]");
    let mut bench = Bench::new(&text);
    bench.hit("stand");
    assert_eq!(lamps(&bench, 4), "obf.");
    bench.hit("bumper_1");
    assert_eq!(lamps(&bench, 4), ".bfo");
    bench.hit("bumper_2");
    assert_eq!(lamps(&bench, 4), ".o..", "off comes before on");
}

#[test]
fn the_next_dark_lamp_goes_on() {
    let mut bench = Bench::new("[[rule]]\non = \"stand\"\nlight_next = \"lane_*\"\n");
    let mut shown = Vec::new();
    for _ in 0..4 {
        bench.hit("stand");
        shown.push(lamps(&bench, 4));
    }
    assert_eq!(shown, ["o...", "oo..", "ooo.", "ooo."]);
}

#[test]
fn lit_lanes_move_with_the_flipper_buttons() {
    let mut bench = Bench::new(
        "[[rule]]\non = \"button left\"\nshift_left = \"lane_*\"\n[[rule]]\non = \"button right\"\nshift_right = \"lane_*\"\n\
         [[rule]]\non = \"stand\"\nlight = \"lane_1\"\nblink = \"lane_2\"\n",
    );
    bench.hit("stand");
    bench.hear(Occurrence::Button(Button::Right, true));
    assert_eq!(lamps(&bench, 4), ".ob.");
    bench.hear(Occurrence::Button(Button::Left, true));
    bench.hear(Occurrence::Button(Button::Left, true));
    assert_eq!(lamps(&bench, 4), "b.o.");
}

#[test]
fn same_stands_for_what_was_hit() {
    let mut bench =
        Bench::new("[[rule]]\non = [\"lane_1\", \"lane_3\"]\nwhen = \"unlit same\"\nlight = \"same\"\nscore = 5\n");
    assert!(bench.hit("lane_3").contains(&Act::Score(5)));
    assert_eq!(lamps(&bench, 4), "..o.");
    assert_eq!(bench.hit("lane_3"), []);
    assert!(bench.hit("lane_1").contains(&Act::Score(5)));
}

#[test]
fn the_display_says_words_with_numbers_in_them() {
    let acts = does("set = \"jackpot + 500\"\nsay = \"Jackpot {1000 * jackpot}\"\nhint = \"Shoot\"");
    assert_eq!(acts[1..], [Act::Say("Jackpot 1,500,000".to_owned()), Act::Hint("Shoot".to_owned())]);
}

#[test]
fn sounds_and_moments_are_passed_on() {
    let acts = does("sound = \"rise\"\nmoment = \"jackpot\"");
    assert_eq!(acts, [Act::Sound("rise".to_owned()), Act::Moment("jackpot".to_owned())]);
}

#[test]
fn coils_and_targets_move() {
    let bench = Bench::new("");
    let [hole, flipper, one, two] = ["hole", "flipper", "drop_1", "drop_2"].map(|name| bench.part(name));
    assert_eq!(does("kick = \"hole\"\npulse = \"hole\""), [Act::Pulse(hole), Act::Kick(hole)]);
    assert_eq!(does("coil_on = \"flipper\""), [Act::Coil(flipper, true)]);
    assert_eq!(does("coil_off = \"flipper\""), [Act::Coil(flipper, false)]);
    assert_eq!(does("raise = \"drop_*\""), [Act::Drop(one, false), Act::Drop(two, false)]);
    assert_eq!(does("lower = \"drop_2\""), [Act::Drop(two, true)]);
    assert_eq!(does("disable = \"drop_1\""), [Act::Enable(one, false)]);
    assert_eq!(does("enable = \"drop_1\""), [Act::Enable(one, true)]);
}

#[test]
fn a_rule_acts_later_whatever_holds_then() {
    let mut bench = Bench::new("[[rule]]\non = \"hole\"\nwhen = \"n = 0\"\nafter = 1.2\nkick = \"hole\"\n");
    let hole = bench.part("hole");
    let acts = bench.hit("hole");
    let [Act::SetTimer(name, seconds)] = acts.as_slice() else { panic!("{acts:?}") };
    assert_eq!(*seconds, 1.2);
    bench.board.counters.insert("n".to_owned(), 1);
    assert_eq!(bench.runs_out(&name.clone()), [Act::Kick(hole)]);
    assert_eq!(bench.hit("hole"), [], "but it begins only if all holds");
}

#[test]
fn timers_start_and_stop() {
    assert_eq!(does("start_timer = \"hurry up 2.5\""), [Act::SetTimer("hurry up".to_owned(), 2.5)]);
    let both = "start_timer = \"hurry 20\"\n[[rule]]\non = \"bumper_1\"\nstop_timer = \"hurry\"";
    let mut bench = Bench::new(&format!("[[rule]]\non = \"stand\"\n{both}\n"));
    bench.hit("stand");
    bench.hit("bumper_1");
    assert!(bench.board.timers.is_empty());
}

#[test]
fn modes_begin_and_end() {
    assert_eq!(does("begin_mode = \"hunt\""), [Act::BeginMode("hunt".to_owned())]);
    assert_eq!(does("end_mode = \"hunt\""), [Act::EndMode("hunt".to_owned())]);
    let bench = Bench::new("");
    let hunt = bench.rules.mode("hunt").unwrap();
    let told = (hunt.title.as_str(), hunt.seconds, hunt.hint.as_str(), hunt.ends_with_ball);
    assert_eq!(told, ("The Hunt", Some(20.0), "Shoot", true));
}

#[test]
fn balls_are_saved_given_locked_and_multiplied() {
    let hole = Bench::new("").part("hole");
    assert_eq!(does("save = 12"), [Act::SaveBall(12.0)]);
    assert_eq!(does("extra_ball = true"), [Act::ExtraBall]);
    assert_eq!(does("lock = \"hole\""), [Act::Lock(hole)]);
    assert_eq!(does("multiball = 3"), [Act::Multiball(3)]);
    assert_eq!(does("end_ball = true"), [Act::EndBall]);
}

#[test]
fn the_game_is_played_as_its_table_says() {
    let bench = Bench::new(
        "[game]\nballs = 5\nball_save = 4\ntilt_warnings = 1\nplayers = 2\naccent = \"#2ec4b6\"\nbonus = 99\n",
    );
    let settings = bench.rules.settings();
    assert_eq!((settings.balls, settings.ball_save, settings.tilt_warnings, settings.players), (5, 4.0, 1, 2));
    assert_eq!((settings.accent.as_str(), settings.bonus), ("#2ec4b6", 99));
}

#[test]
fn groups_run_and_stop_and_go() {
    let bench = Bench::new("");
    let (cabin, lift) = (bench.group("cabin"), bench.group("lift"));
    assert_eq!(does("run = \"lift\""), [Act::Drive(lift, Drive::Run)]);
    assert_eq!(does("stop = \"lift, cabin\""), [Act::Drive(lift, Drive::Stop), Act::Drive(cabin, Drive::Stop)]);
    let go = Drive::Go { shift: DVec3::new(0.0, 0.01, 0.04), angle: FRAC_PI_2, time: 0.5 };
    let line = "go = { group = \"cabin\", shift = [0, 10, 40], angle = 90, seconds = 0.5 }";
    assert_eq!(does(line), [Act::Drive(cabin, go)], "metres and radians");
    let pose = Drive::Pose { shift: DVec3::ZERO, angle: -FRAC_PI_2 };
    let line = "pose = { group = [\"cabin\", \"lift\"], angle = -90 }";
    assert_eq!(does(line), [Act::Drive(cabin, pose), Act::Drive(lift, pose)]);
    let pace = Drive::Velocity { velocity: DVec3::new(0.0, 0.0, 0.25), spin: 2.0 };
    let line = "velocity = { group = \"cabin\", velocity = [0, 0, 0.25], spin = 2 }";
    assert_eq!(does(line), [Act::Drive(cabin, pace)]);
    let rest = Drive::Go { shift: DVec3::ZERO, angle: 0.0, time: 1.0 };
    let both = does("go = [{ group = \"cabin\" }, { group = \"lift\" }]\nstop = \"lift\"");
    let expected = [Act::Drive(lift, Drive::Stop), Act::Drive(cabin, rest), Act::Drive(lift, rest)];
    assert_eq!(both, expected, "it stops before it goes on");
}
