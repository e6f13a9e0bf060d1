//! Balls that come back: saved ones, lost ones, stuck ones.

use crate::common::{chute, down, drained, ejected, game, lane, moments, run, run_until, started, up, with};
use carom_rules::{Act, Button, Phase};

#[test]
fn a_ball_that_drains_soon_comes_back() {
    let mut game = started(&chute(), 1);
    assert_eq!(game.status().ball_save, 8);
    let told = run_until(&mut game, drained);
    assert_eq!((moments(&told, "saved"), moments(&told, "drained")), (1, 1));
    let before = game.ticks();
    run_until(&mut game, |game| ejected(game, "trough"));
    assert!((600..1200).contains(&(game.ticks() - before)), "{} ms", game.ticks() - before);
    assert_eq!((game.status().phase, game.status().players[0].ball), (Phase::Playing, 1));
    // The time goes on, and what drains after it is over.
    run_until(&mut game, |game| game.status().ball_save == 0);
    assert!((8_000..9_500).contains(&game.ticks()), "{} ms", game.ticks());
    let told = run_until(&mut game, drained);
    assert_eq!((moments(&told, "saved"), game.status().phase), (0, Phase::Bonus));
}

#[test]
fn the_save_begins_when_the_ball_has_left_the_lane() {
    let mut game = started(&lane(), 1);
    run(&mut game, 20.0);
    assert_eq!((game.status().ball_save, game.status().in_play), (8, 1), "the player takes their time");
    down(&mut game, Button::Plunge);
    run(&mut game, 0.3);
    up(&mut game, Button::Plunge);
    run(&mut game, 3.0);
    assert!((5..8).contains(&game.status().ball_save), "{} s", game.status().ball_save);
    // What comes back is shot by the game itself.
    let told = run_until(&mut game, drained);
    assert_eq!(moments(&told, "saved"), 1);
    run_until(&mut game, |game| ejected(game, "trough"));
    run_until(&mut game, drained);
}

#[test]
fn a_table_without_a_switch_does_not_save_for_ever() {
    let mut table = chute();
    table.triggers.clear();
    let mut game = started(&table, 1);
    run_until(&mut game, |game| game.status().phase == Phase::Bonus);
}

#[test]
fn rules_can_save_balls_for_longer() {
    let mut game = started(&chute(), 1);
    run_until(&mut game, |game| game.status().ball_save == 0);
    game.act(Act::SaveBall(5.0));
    game.act(Act::SaveBall(1.0));
    game.tick();
    assert_eq!(game.status().ball_save, 5, "the longer one counts");
    let told = run_until(&mut game, drained);
    assert_eq!(moments(&told, "saved"), 1);
}

#[test]
fn a_ball_that_is_lost_or_stuck_costs_no_ball() {
    // A pocket below the trough's exit in which every ball comes to rest.
    let pocket = with(
        r#"
        [[wall]]
        name = "pocket"
        outline = [[60, 300], [60, 250], [70, 250], [70, 290], [130, 290], [130, 250], [140, 250], [140, 300]]
        "#,
    );
    let mut game = started(&pocket, 1);
    run(&mut game, 5.0);
    let first = game.machine().balls().next().unwrap();
    run_until(&mut game, |game| game.machine().ball(first).is_none());
    assert!((9_000..14_000).contains(&game.ticks()), "taken out after {} ms", game.ticks());
    run_until(&mut game, |game| game.machine().balls().next().is_some());
    let status = game.status();
    assert_eq!((status.phase, status.players[0].ball, status.in_play), (Phase::Playing, 1, 1));

    // A hole from which nothing comes back. It is no drain: a script would have brought the ball up again somewhere.
    let scoop = with("[[kicker]]\nname = \"scoop\"\nat = [100, 290]\nfall_through = true\n");
    let mut game = started(&scoop, 1);
    let first = game.machine().balls().next().unwrap();
    run_until(&mut game, |game| game.machine().ball(first).is_none());
    run_until(&mut game, |game| game.machine().balls().next().is_some());
    assert_eq!((game.status().phase, game.status().players[0].ball), (Phase::Playing, 1));
}

#[test]
fn a_ball_on_a_raised_flipper_is_not_stuck() {
    let text = r#"
        carom = 1
        physics = "2026.1"
        units = "mm"
        [playfield]
        width = 200
        length = 400
        slope = 6.5
        [[trough]]
        drain = [150, 390]
        drain_outline = [[0, 380], [200, 380], [200, 400], [0, 400]]
        exit = [60, 250]
        kick_speed = 0
        [[flipper]]
        name = "left"
        at = [30, 300]
        [[wall]]
        outline = [[0, 260], [25, 285], [20, 300], [0, 300]]
        "#;
    let mut game = game(&carom_tables::Table::parse(text).unwrap());
    down(&mut game, Button::Start);
    down(&mut game, Button::Left);
    run(&mut game, 30.0);
    let ball = game.machine().balls().next().unwrap();
    let place = game.machine().position(ball);
    assert!(place.y < 0.31 && game.status().phase == Phase::Playing, "it lies at {place:?}");
    assert_eq!(ball.index(), 0, "and is still the first");
}
