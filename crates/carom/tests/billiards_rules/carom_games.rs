use crate::desk::Desk;
use carom::billiards::rules::{Game, GameKind, InHand};

const POINT: [&str; 5] = ["white yellow", "white rail", "white rail", "white rail", "white red"];

#[test]
fn three_rails_before_the_second_ball_make_a_point() {
    let mut desk = Desk::new(GameKind::ThreeCushion);
    let decision = desk.shot(&POINT);
    assert_eq!((decision.legal, decision.turn_over, decision.score), (true, false, vec![1, 0]));
    assert_eq!(desk.game.constraints().cueable, ["white"]);
    // All three before the first ball are as good.
    assert_eq!(desk.shot(&["white rail", "white rail", "white rail", "white red", "white yellow"]).score, [2, 0]);
}

#[test]
fn what_falls_short_of_three_cushions_ends_the_turn() {
    let stories: [&[&str]; 6] = [
        &["white yellow", "white rail", "white rail", "white red"],
        &["white yellow", "white rail", "white rail", "white rail"],
        &["white rail", "white rail", "white rail", "white yellow", "white yellow"],
        // The third rail at the very moment of the second ball is too late.
        &["white yellow", "white rail", "white rail", "white red", "=white rail"],
        &["white yellow", "white rail", "white rail", "white red", "white rail"],
        // The other balls' rails do not count.
        &["white yellow", "white rail", "yellow rail", "yellow rail", "white rail", "white red"],
    ];
    for story in stories {
        let mut desk = Desk::new(GameKind::ThreeCushion);
        let decision = desk.shot(story);
        assert_eq!((decision.legal, decision.turn_over, decision.score), (true, true, vec![0, 0]), "{story:?}");
        assert_eq!((desk.game.player(), desk.game.constraints().cueable.as_slice()), (1, &["yellow".to_owned()][..]));
    }
}

#[test]
fn the_second_player_plays_the_yellow() {
    let mut desk = Desk::new(GameKind::ThreeCushion);
    desk.shot(&["white rail"]);
    assert!(desk.shot(&POINT).reason.contains("not the player's"));
    desk.shot(&["white rail"]);
    desk.cue_ball = "yellow".to_owned();
    let decision = desk.shot(&["yellow red", "yellow rail", "yellow rail", "yellow rail", "white yellow"]);
    assert_eq!(decision.score, [0, 1]);
}

#[test]
fn three_players_have_three_cue_balls() {
    let mut desk = Desk::of(GameKind::ThreeCushion, 3);
    for (player, ball) in ["white", "yellow", "red", "white"].into_iter().enumerate() {
        assert_eq!((desk.game.player(), desk.game.constraints().cueable[0].as_str()), (player % 3, ball));
        desk.cue_ball = ball.to_owned();
        desk.shot(&[]);
    }
}

#[test]
fn ten_points_win() {
    let mut desk = Desk::new(GameKind::ThreeCushion);
    for point in 1..=10 {
        let decision = desk.shot(&POINT);
        assert_eq!((decision.game_over, decision.winner), (point == 10, (point == 10).then_some(0)));
    }
    assert_eq!(desk.game.over(), Some(Some(0)));
    let mut short = Game::new(GameKind::ThreeCushion, 2, 1);
    desk.game = short.clone();
    assert!(desk.shot(&POINT).game_over);
    short.call(None, None);
    assert!(short.over().is_none());
}

#[test]
fn a_ball_over_the_cushion_takes_the_point_and_comes_back() {
    let mut desk = Desk::new(GameKind::ThreeCushion);
    let mut story = POINT.to_vec();
    story.push("red off");
    let decision = desk.shot(&story);
    assert_eq!((decision.legal, decision.turn_over, decision.score), (false, true, vec![0, 0]));
    assert_eq!(desk.at("red"), desk.table.point(0.5, 0.75));
}

#[test]
fn sum_to_three_wants_exactly_three() {
    for (rails, point) in [(2, false), (3, true), (4, false)] {
        let mut desk = Desk::new(GameKind::SumToThree);
        let mut story = vec!["cue rail", "cue object"];
        story.extend(["object rail"].repeat(rails - 1));
        let decision = desk.shot(&story);
        assert_eq!((decision.score[0], decision.turn_over), (i64::from(point), !point), "{rails}");
    }
    let mut desk = Desk::new(GameKind::SumToThree);
    assert_eq!(desk.shot(&["cue rail", "cue rail", "cue rail"]).score, [0, 0]);
    assert_eq!(desk.game.constraints().hittable, ["object"]);
}

#[test]
fn free_play_lets_everything_pass() {
    let mut desk = Desk::new(GameKind::Free);
    assert_eq!(desk.game.constraints().movable.len(), 10);
    desk.cue_ball = "3".to_owned();
    let decision = desk.shot(&["3 4", "4 pot lt", "3 pot rt", "cue pot rb"]);
    assert!(decision.legal && !decision.turn_over && !decision.game_over);
    assert_eq!(desk.at("cue"), desk.table.point(0.5, 0.25));
    assert!(desk.balls[desk.ball("3")].state.phase.is_out());
    assert_eq!((desk.game.player(), desk.game.shot_number()), (0, 1));
    assert_eq!(desk.game.constraints().in_hand, InHand::Anywhere);
}
