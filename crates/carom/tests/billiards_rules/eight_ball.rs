use crate::desk::Desk;
use carom::DVec2;
use carom::billiards::rules::{GameKind, InHand};

const BREAK: [&str; 6] = ["cue 1", "1 2", "1 rail", "2 rail", "3 jaw", "9 rail"];

/// After a break that potted nothing: player 1 is at an open table.
fn after_break() -> Desk {
    let mut desk = Desk::new(GameKind::EightBall);
    let decision = desk.shot(&BREAK);
    assert!(decision.legal && decision.turn_over);
    desk
}

/// Player 1 has the stripes (9 down), player 0 the solids; player 1 goes on.
fn stripes_taken() -> Desk {
    let mut desk = after_break();
    let decision = desk.called("9", "rb", &["cue 9", "9 pot rb"]);
    assert!(decision.legal && !decision.turn_over);
    desk
}

fn fault(desk: &mut Desk, ball: &str, story: &[&str], words: &str) {
    let player = desk.game.player();
    let decision = desk.called(ball, "lt", story);
    assert!(!decision.legal && decision.turn_over, "{story:?}");
    assert!(decision.reason.contains(words), "{story:?}: {}", decision.reason);
    assert_ne!(desk.game.player(), player);
    assert_eq!(desk.game.constraints().in_hand, InHand::Anywhere);
    assert_eq!(desk.game.constraints().movable, ["cue"]);
    assert_eq!(desk.at("cue"), DVec2::new(0.635, 0.635));
}

#[test]
fn a_game_opens_behind_the_line_without_a_call() {
    let desk = Desk::new(GameKind::EightBall);
    let holds = desk.game.constraints();
    assert_eq!((holds.in_hand, holds.call_shot, holds.hittable.len()), (InHand::BehindLine, false, 14));
    assert!(!holds.hittable.contains(&"8".to_owned()));
}

#[test]
fn a_break_needs_a_pot_or_four_balls_at_cushions() {
    let mut desk = Desk::new(GameKind::EightBall);
    // The cue ball and a ball that comes twice do not count.
    let decision = desk.shot(&["cue 1", "1 rail", "2 rail", "3 jaw", "3 rail", "cue rail"]);
    assert!(!decision.legal);
    assert!(decision.reason.contains("fewer than four"));
    assert_eq!(desk.game.constraints().in_hand, InHand::Anywhere);

    let mut desk = Desk::new(GameKind::EightBall);
    let decision = desk.shot(&["cue 1", "1 pot lt"]);
    assert!(decision.legal && !decision.turn_over);
    assert_eq!((desk.game.player(), desk.game.shot_number(), desk.game.turn_number()), (0, 1, 0));
    // The group is still open, for nothing was called.
    assert_eq!(desk.game.constraints().hittable.len(), 14);
    assert!(desk.game.constraints().call_shot);

    let mut desk = Desk::new(GameKind::EightBall);
    assert!(!desk.shot(&["cue 1", "1 pot lt", "cue pot rb"]).legal);
}

#[test]
fn an_eight_on_the_break_wins_or_loses() {
    let mut desk = Desk::new(GameKind::EightBall);
    assert_eq!(desk.shot(&["cue 1", "8 pot lt"]).winner, Some(0));
    let mut desk = Desk::new(GameKind::EightBall);
    let decision = desk.shot(&["cue 1", "8 pot lt", "cue pot lb"]);
    assert!(decision.game_over && !decision.legal);
    assert_eq!(decision.winner, Some(1));
    assert_eq!(desk.game.over(), Some(Some(1)));
}

#[test]
fn each_fault_is_found() {
    fault(&mut after_break(), "9", &["cue 9", "9 rail", "cue pot lt"], "cue ball was potted");
    fault(&mut after_break(), "9", &["cue 9", "9 rail", "cue off"], "cue ball left");
    fault(&mut after_break(), "9", &["cue rail"], "no ball was hit");
    fault(&mut after_break(), "9", &["cue 8", "8 rail"], "not on");
    fault(&mut after_break(), "9", &["cue rail", "cue 9"], "no cushion");
    fault(&mut after_break(), "9", &["cue rail", "cue 9", "=9 rail"], "no cushion");
    fault(&mut after_break(), "9", &["cue 9", "9 rail", "3 off"], "a ball left the table");
    // The first that matches is named.
    fault(&mut after_break(), "9", &["cue 8", "cue pot lt"], "cue ball was potted");

    let mut desk = after_break();
    desk.game.call(Some("9"), None);
    assert!(desk.shot(&["cue 9", "9 rail"]).reason.contains("called"));
}

#[test]
fn a_turn_goes_on_only_with_the_called_ball_in_the_called_pocket() {
    for (ball, pocket, kept) in [("9", "rb", true), ("9", "lb", false), ("10", "rb", false)] {
        let decision = after_break().called(ball, pocket, &["cue 9", "9 pot rb"]);
        assert!(decision.legal);
        assert_eq!(decision.turn_over, !kept, "{ball} {pocket}");
    }
}

#[test]
fn a_kept_turn_decides_the_groups() {
    let mut desk = stripes_taken();
    assert_eq!(desk.game.constraints().hittable, ["9", "10", "11", "12", "13", "14", "15"]);
    // The group counts from the next shot on.
    assert_eq!(desk.game.score(), [0, 0]);
    let decision = desk.called("10", "rb", &["cue 10", "10 rail", "3 pot lt"]);
    assert_eq!((decision.score, decision.turn_over), (vec![1, 1], true));
    assert_eq!(desk.game.constraints().hittable, ["1", "2", "3", "4", "5", "6", "7"]);
    fault(&mut desk, "1", &["cue 10", "10 rail"], "not on");
}

#[test]
fn the_last_ball_of_a_group_opens_the_eight() {
    let mut desk = stripes_taken();
    desk.remove(&["10", "11", "12", "13", "14"]);
    let decision = desk.called("15", "lt", &["cue 15", "15 pot lt"]);
    assert_eq!(decision.score, [0, 7]);
    assert_eq!(desk.game.constraints().hittable, ["8"]);

    let mut wrong =
        Desk { game: desk.game.clone(), balls: desk.balls.clone(), table: desk.table.clone(), ..after_break() };
    let decision = wrong.called("8", "lb", &["cue 8", "8 pot rc"]);
    assert_eq!((decision.legal, decision.winner), (false, Some(0)));

    let decision = desk.called("8", "rc", &["cue 8", "8 pot rc"]);
    assert_eq!((decision.legal, decision.turn_over, decision.winner), (true, false, Some(1)));
    // After the end nothing changes any more.
    let late = desk.called("1", "lt", &["cue 1", "1 pot lt"]);
    assert!(late.game_over && !late.legal);
    assert_eq!(late.winner, Some(1));
}

#[test]
fn the_eight_out_of_turn_loses() {
    let decision = stripes_taken().called("8", "lt", &["cue 9", "8 pot lt"]);
    assert!(decision.reason.contains("the eight"));
    assert_eq!((decision.game_over, decision.winner), (true, Some(0)));
}

#[test]
fn the_eight_off_the_table_loses_but_not_on_the_break() {
    let decision = stripes_taken().called("9", "lt", &["cue 10", "10 rail", "8 off"]);
    assert_eq!((decision.legal, decision.game_over, decision.winner), (false, true, Some(0)));

    let mut desk = Desk::new(GameKind::EightBall);
    let one = desk.ball("8");
    let decision = desk.shot(&["cue 1", "1 rail", "2 rail", "3 rail", "4 rail", "8 off"]);
    assert!(!decision.legal && !decision.game_over);
    let back = decision.respotted.iter().find(|&&(ball, _)| ball == one).unwrap().1;
    // The foot spot is taken by the rack's first ball: the eight goes behind it on the same line.
    assert_eq!(back.x, 0.635);
    assert!(back.y > 1.905);
    desk.assert_apart();
}

#[test]
fn a_head_spot_that_is_taken_is_not_shared() {
    let mut desk = after_break();
    desk.put("3", DVec2::new(0.64, 0.635));
    desk.called("9", "lt", &["cue rail"]);
    assert_eq!(desk.at("cue").x, 0.635);
    desk.assert_apart();
}

#[test]
fn one_player_alone_can_lose_to_nobody() {
    let mut desk = Desk::of(GameKind::EightBall, 1);
    desk.shot(&BREAK);
    assert_eq!(desk.game.player(), 0);
    let decision = desk.called("9", "lt", &["cue 9", "8 pot lt"]);
    assert_eq!((decision.game_over, decision.winner), (true, None));
}
