use crate::desk::Desk;
use carom::billiards::rules::{GameKind, InHand};

fn desk() -> Desk {
    Desk::new(GameKind::Snooker)
}

/// The reds but one are down.
fn last_red() -> Desk {
    let mut desk = desk();
    let reds: Vec<String> = (2..=15).map(|number| format!("red_{number:02}")).collect();
    desk.remove(&reds.iter().map(String::as_str).collect::<Vec<_>>());
    desk
}

/// No red is left, and it is the turn of player 1; lower colours than `colour` are down.
fn on_colour(colour: &str) -> Desk {
    let mut desk = last_red();
    desk.shot(&["white red_01", "red_01 pot lt"]);
    desk.shot(&["white rail"]);
    let order = ["yellow", "green", "brown", "blue", "pink", "black"];
    for ball in order.into_iter().take_while(|ball| *ball != colour) {
        let player = desk.game.player();
        desk.shot(&[&format!("white {ball}"), &format!("{ball} pot rt")]);
        assert_eq!(desk.game.player(), player);
    }
    assert_eq!(desk.game.constraints().hittable, [colour]);
    desk
}

fn foul(desk: &mut Desk, story: &[&str], points: i64, words: &str) {
    let (player, before) = (desk.game.player(), desk.game.score().to_vec());
    let decision = desk.shot(story);
    assert!(!decision.legal && decision.turn_over, "{story:?}");
    assert!(decision.reason.contains(words), "{story:?}: {}", decision.reason);
    assert_eq!(decision.score[1 - player] - before[1 - player], points, "{story:?}");
    assert_eq!(decision.score[player], before[player], "{story:?}");
}

#[test]
fn the_break_is_from_the_d_at_the_reds() {
    let desk = desk();
    let holds = desk.game.constraints();
    assert_eq!((holds.in_hand, holds.hittable.len()), (InHand::Semicircle, 15));
    assert_eq!(holds.cueable, ["white"]);
}

#[test]
fn fouls_cost_the_dearest_ball_and_at_least_four() {
    foul(&mut desk(), &["white red_01", "white pot lt"], 4, "cue ball was potted");
    foul(&mut desk(), &["white pot lt"], 4, "cue ball was potted");
    foul(&mut desk(), &["white rail"], 4, "no ball was hit");
    foul(&mut desk(), &["white yellow"], 4, "not on");
    foul(&mut desk(), &["white pink"], 6, "not on");
    foul(&mut desk(), &["white red_01", "black pot lt"], 7, "not on was potted");
    foul(&mut desk(), &["white red_01", "black off"], 7, "a ball left");
    foul(&mut desk(), &["white red_01", "red_01 off"], 4, "a ball left");
    foul(&mut desk(), &["white blue", "black pot lt", "white pot rb"], 7, "cue ball was potted");
}

#[test]
fn reds_count_one_each_and_then_a_colour_is_called() {
    let mut desk = desk();
    let decision = desk.shot(&["white red_01", "red_01 pot lt", "red_02 pot rt"]);
    assert_eq!((decision.turn_over, decision.score), (false, vec![2, 0]));
    let holds = desk.game.constraints();
    assert!(holds.call_shot);
    assert_eq!(holds.hittable, ["yellow", "green", "brown", "blue", "pink", "black"]);
    let decision = desk.called("blue", "lt", &["white blue", "blue pot lt"]);
    assert_eq!((decision.legal, decision.turn_over, decision.score), (true, false, vec![7, 0]));
    // The blue is back on its spot, and a red is on again.
    assert_eq!(desk.at("blue"), desk.table.point(0.5, 0.5));
    assert_eq!(desk.game.constraints().hittable.len(), 15);
    assert!(!desk.game.constraints().call_shot);
}

#[test]
fn another_colour_than_the_called_one_is_a_foul_of_the_dearer() {
    let pot = ["white red_01", "red_01 pot lt"];
    let mut first = desk();
    first.shot(&pot);
    first.game.call(Some("black"), None);
    foul(&mut first, &["white yellow", "yellow pot lt"], 7, "not on");
    assert_eq!(first.at("yellow"), first.table.point(0.333, 0.2045));
    // Without a call the first colour hit is meant.
    let mut second = desk();
    second.shot(&pot);
    assert_eq!(second.shot(&["white pink", "pink pot lt"]).score, [7, 0]);
    let mut third = desk();
    third.shot(&pot);
    foul(&mut third, &["white pink", "pink blue", "blue pot lt"], 6, "not on was potted");
}

#[test]
fn the_white_is_in_hand_only_after_an_in_off() {
    let mut desk = desk();
    desk.shot(&["white rail"]);
    assert_eq!(desk.game.constraints().in_hand, InHand::No);
    desk.shot(&["white red_01", "white pot lt"]);
    assert_eq!(desk.game.constraints().in_hand, InHand::Semicircle);
    assert_eq!(desk.game.constraints().movable, ["white"]);
    assert_eq!(desk.at("white"), desk.table.point(7.0 / 12.0, 0.2045));
}

#[test]
fn after_the_last_red_comes_one_free_colour_and_then_the_order() {
    let mut desk = last_red();
    desk.shot(&["white red_01", "red_01 pot lt"]);
    assert_eq!(desk.game.constraints().hittable.len(), 6);
    let decision = desk.called("black", "lt", &["white black", "black pot lt"]);
    assert_eq!(decision.score, [8, 0]);
    assert_eq!(decision.respotted.len(), 1);
    assert_eq!(desk.game.constraints().hittable, ["yellow"]);
    let decision = desk.shot(&["white yellow", "yellow pot lt"]);
    assert_eq!((decision.score, decision.respotted.len()), (vec![10, 0], 0));
    assert_eq!(desk.game.constraints().hittable, ["green"]);
}

#[test]
fn a_last_red_lost_in_a_foul_leads_straight_to_the_colours() {
    let mut desk = last_red();
    foul(&mut desk, &["white red_01", "red_01 pot lt", "white pot rb"], 4, "cue ball");
    assert_eq!(desk.game.constraints().hittable, ["yellow"]);
}

#[test]
fn a_colour_potted_with_a_foul_comes_back_in_the_end_too() {
    let mut desk = on_colour("brown");
    foul(&mut desk, &["white brown", "brown pot lt", "blue pot rb"], 5, "not on was potted");
    assert_eq!(desk.game.constraints().hittable, ["brown"]);
    assert_eq!(desk.at("brown"), desk.table.point(0.5, 0.2045));
    assert_eq!(desk.at("blue"), desk.table.point(0.5, 0.5));
}

#[test]
fn the_black_ends_the_game_potted_or_fouled() {
    let mut desk = on_colour("black");
    // Player 0 has one red; player 1 four points for the miss and 2 + 3 + 4 + 5 + 6.
    assert_eq!(desk.game.score(), [1, 24]);
    let mut fouled = Desk { game: desk.game.clone(), balls: desk.balls.clone(), ..last_red() };
    let decision = desk.shot(&["white black", "black pot lt"]);
    assert_eq!((decision.game_over, decision.winner, decision.score), (true, Some(1), vec![1, 31]));
    let decision = fouled.shot(&["white rail"]);
    assert_eq!((decision.legal, decision.game_over, decision.winner), (false, true, Some(1)));
}

#[test]
fn equal_points_are_a_tie() {
    let mut desk = on_colour("black");
    let mut standing = desk.game.standing().clone();
    standing.score = vec![7, 0];
    desk.game = carom::billiards::rules::Game::resume(GameKind::Snooker, 10, standing);
    assert_eq!(desk.game.player(), 1);
    let decision = desk.shot(&["white black", "black pot lt"]);
    assert_eq!((decision.game_over, decision.winner, decision.score), (true, None, vec![7, 7]));
}

#[test]
fn a_colour_whose_spot_is_taken_goes_to_the_dearest_free_spot() {
    let mut desk = desk();
    desk.shot(&["white red_01", "red_01 pot lt"]);
    // The white stands on the blue's spot; pink and black have been moved from theirs, so the black's is the dearest free.
    desk.put("white", desk.table.point(0.5, 0.5));
    desk.put("black", desk.table.point(0.2, 0.6));
    desk.called("blue", "lt", &["white blue", "blue pot lt"]);
    assert_eq!(desk.at("blue"), desk.table.point(0.5, 10.0 / 11.0));
    desk.assert_apart();
}

#[test]
fn a_colour_without_any_free_spot_goes_as_near_as_possible() {
    let mut desk = desk();
    desk.shot(&["white red_01", "red_01 pot lt"]);
    desk.put("white", desk.table.point(0.5, 0.5));
    desk.called("blue", "lt", &["white blue", "blue pot lt"]);
    let (at, spot) = (desk.at("blue"), desk.table.point(0.5, 0.5));
    assert_eq!(at.x, spot.x);
    let gap = at.y - spot.y - 2.0 * desk.balls[0].spec.radius;
    assert!((0.0..2e-6).contains(&gap), "{gap}");
    desk.assert_apart();
}

#[test]
fn the_white_in_hand_stays_in_the_d_and_pool_behind_its_line() {
    let table = desk().table;
    let (brown, yellow) = (table.point(0.5, 0.2045), table.point(0.333, 0.2045));
    let radius = brown.distance(yellow);
    for (across, along, inside) in [(0.0, 0.0, true), (0.99, 0.0, true), (0.0, -0.99, true), (0.0, 0.01, false)] {
        let at = brown + radius * carom::DVec2::new(across, along);
        assert_eq!(InHand::Semicircle.allows(&table, at), inside, "{across} {along}");
    }
    assert!(!InHand::Semicircle.allows(&table, brown - radius * carom::DVec2::new(0.8, 0.8)));
    assert!(InHand::BehindLine.allows(&table, table.point(0.9, 0.25)));
    assert!(!InHand::BehindLine.allows(&table, table.point(0.9, 0.26)));
    assert!(InHand::Anywhere.allows(&table, table.point(0.9, 0.9)));
    assert!(!InHand::Anywhere.allows(&table, table.point(1.1, 0.9)));
    assert!(!InHand::No.allows(&table, brown));
    assert!(!InHand::Anywhere.allows(&table, carom::DVec2::NAN));
}
