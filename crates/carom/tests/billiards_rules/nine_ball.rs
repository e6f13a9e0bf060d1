use crate::desk::Desk;
use carom::DVec2;
use carom::billiards::rules::{GameKind, InHand};

fn after_break() -> Desk {
    let mut desk = Desk::new(GameKind::NineBall);
    let decision = desk.shot(&["cue 1", "1 rail", "2 rail", "3 rail", "4 rail"]);
    assert!(decision.legal && decision.turn_over);
    desk
}

fn fault(desk: &mut Desk, story: &[&str], words: &str) {
    let score = desk.game.score().to_vec();
    let decision = desk.shot(story);
    assert!(!decision.legal && decision.turn_over, "{story:?}");
    assert!(decision.reason.contains(words), "{story:?}: {}", decision.reason);
    assert_eq!(decision.score, score);
    assert_eq!(desk.game.constraints().in_hand, InHand::Anywhere);
    assert_eq!(desk.at("cue"), DVec2::new(0.635, 0.635));
}

#[test]
fn each_fault_is_found_in_its_order() {
    fault(&mut after_break(), &["cue rail", "cue pot lt"], "no ball was hit");
    fault(&mut after_break(), &["cue 2", "cue pot lt"], "lowest");
    fault(&mut after_break(), &["cue 1", "cue pot lt"], "cue ball was potted");
    fault(&mut after_break(), &["cue 1"], "no cushion");
    fault(&mut after_break(), &["cue 1", "5 off"], "no cushion");
    fault(&mut after_break(), &["cue 1", "cue rail", "5 off"], "a ball left");
    fault(&mut after_break(), &["cue 1", "cue rail", "cue off"], "cue ball left");
}

#[test]
fn a_weak_break_is_a_fault_but_any_ball_may_be_hit_first() {
    fault(&mut Desk::new(GameKind::NineBall), &["cue 1", "1 rail", "2 rail", "3 rail"], "fewer than four");
    let mut desk = Desk::new(GameKind::NineBall);
    assert!(desk.shot(&["cue 3", "1 rail", "2 rail", "3 rail", "4 rail"]).legal);
}

#[test]
fn a_legal_pot_scores_and_keeps_the_turn() {
    let mut desk = after_break();
    let decision = desk.shot(&["cue 1", "1 3", "3 pot lt"]);
    assert_eq!((decision.turn_over, decision.score), (false, vec![0, 1]));
    assert_eq!(desk.game.constraints().hittable, ["1"]);
    let decision = desk.shot(&["cue 1", "1 pot lt", "2 pot rt"]);
    assert_eq!(decision.score, [0, 3]);
    assert_eq!(desk.game.constraints().hittable, ["4"]);
}

#[test]
fn the_nine_wins_by_a_combination_and_counts_two() {
    let decision = after_break().shot(&["cue 1", "1 9", "9 pot rc"]);
    assert_eq!((decision.game_over, decision.winner, decision.score), (true, Some(1), vec![0, 2]));
    let decision = Desk::new(GameKind::NineBall).shot(&["cue 1", "9 pot rc"]);
    assert_eq!((decision.game_over, decision.winner), (true, Some(0)));
}

#[test]
fn a_nine_potted_with_a_foul_stays_down_and_the_next_highest_wins() {
    let mut desk = after_break();
    fault(&mut desk, &["cue 2", "9 pot rc"], "lowest");
    let decision = desk.shot(&["cue 1", "8 pot rc"]);
    assert_eq!((decision.game_over, decision.winner, decision.score), (true, Some(0), vec![1, 0]));
}

#[test]
fn the_last_ball_potted_with_a_foul_comes_back() {
    let mut desk = after_break();
    desk.remove(&["1", "2", "3", "4", "5", "6", "7", "8"]);
    let decision = desk.shot(&["cue 9", "9 pot rc", "cue pot lt"]);
    assert!(!decision.legal && !decision.game_over);
    assert_eq!(desk.at("9"), DVec2::new(0.635, 1.905));
    assert_eq!(desk.game.constraints().hittable, ["9"]);
}

#[test]
fn of_balls_off_the_table_only_the_nine_comes_back() {
    let mut desk = after_break();
    fault(&mut desk, &["cue 1", "1 rail", "9 off", "5 off"], "a ball left");
    assert!(desk.balls[desk.ball("5")].state.phase.is_out());
    assert!(!desk.balls[desk.ball("9")].state.phase.is_out());
    desk.assert_apart();
}

#[test]
fn only_the_cue_ball_may_be_struck() {
    let mut desk = after_break();
    desk.cue_ball = "1".to_owned();
    assert!(desk.shot(&["1 2", "2 rail"]).reason.contains("not the player's"));
}
