//! Balls are served and drain, players take turns, games end.

use crate::common::{
    chute, down, ejected, game, harsh, hit, hole, moments, part, points, run, run_until, started, with,
};
use carom_rules::{Act, Button, Lit, Phase, What};

#[test]
fn nothing_happens_until_the_start_button_is_pressed() {
    let mut game = game(&chute());
    assert!(run(&mut game, 3.0).is_empty());
    assert_eq!((game.status().phase, game.status().in_play), (Phase::Waiting, 0));
}

#[test]
fn a_ball_is_served_and_ends_when_it_has_drained() {
    let mut game = started(&chute(), 1);
    assert!(ejected(&game, "trough"), "served at once");
    assert_eq!((game.status().in_play, game.status().players[0].ball), (1, 1));
    let told = run_until(&mut game, |game| game.status().phase == Phase::Bonus);
    assert!(moments(&told, "drained") > 0);
    assert_eq!(game.status().in_play, 0);
    let drained = game.ticks();
    run_until(&mut game, |game| ejected(game, "trough"));
    assert!(game.ticks() - drained < 700, "the next one {} ms later", game.ticks() - drained);
    assert_eq!((game.status().phase, game.status().players[0].ball), (Phase::Playing, 2));
}

#[test]
fn three_balls_end_the_game() {
    let mut game = started(&chute(), 1);
    let told = run_until(&mut game, |game| game.status().phase == Phase::Over);
    assert_eq!(game.status().players[0].ball, 3);
    assert_eq!(moments(&told, "game_over"), 1);
    assert!(told.iter().any(|told| told.what == What::GameOver { scores: vec![0] }));
    run(&mut game, 5.0);
    assert_eq!((game.status().phase, game.status().in_play), (Phase::Over, 0), "it stays over");
}

#[test]
fn players_take_turns_and_each_has_a_score_of_their_own() {
    for players in [2, 4] {
        let mut game = started(&harsh(), players);
        let mut order = Vec::new();
        let mut last = (usize::MAX, 0);
        let told = run_until(&mut game, |game| {
            let status = game.status();
            let turn = (status.current, status.players[status.current].ball);
            if status.phase == Phase::Playing && turn != last {
                last = turn;
                order.push(turn);
            }
            status.phase == Phase::Over
        });
        let expected: Vec<_> = (1..=3).flat_map(|ball| (0..players).map(move |player| (player, ball))).collect();
        assert_eq!(order, expected);
        assert_eq!(moments(&told, "game_over"), 1);

        let mut game = started(&harsh(), players);
        for player in 0..players {
            run_until(&mut game, |game| game.status().phase == Phase::Playing && game.status().current == player);
            game.act(Act::Score(100 * (player as i64 + 1)));
        }
        let scores: Vec<i64> = game.status().players.iter().map(|player| player.score).collect();
        assert_eq!(scores, (1..=players as i64).map(|n| 100 * n).collect::<Vec<_>>());
    }
}

#[test]
fn a_player_can_join_only_before_the_second_ball_and_only_four_can_play() {
    let mut game = started(&chute(), 1);
    run_until(&mut game, |game| game.status().phase == Phase::Bonus);
    down(&mut game, Button::Start);
    game.tick();
    assert_eq!(game.status().players.len(), 2, "the first ball's bonus is still to come");
    run_until(&mut game, |game| game.status().players[0].ball == 2);
    down(&mut game, Button::Start);
    game.tick();
    assert_eq!(game.status().players.len(), 2, "too late");
    let mut game = started(&chute(), 4);
    down(&mut game, Button::Start);
    game.tick();
    assert_eq!(game.status().players.len(), 4);
}

#[test]
fn counters_lamps_and_modes_wait_for_their_player() {
    let lamps = with("[[lamp]]\nname = \"arrow\"\nat = [100, 200]\n");
    let mut game = started(&lamps, 2);
    game.act(Act::Light(0, Lit::Blink));
    game.act(Act::AddCounter("ramps".into(), 2));
    game.act(Act::Hint("THE RAMP".into()));
    run_until(&mut game, |game| game.status().current == 1);
    assert_eq!(game.board().lamps, [Lit::Off]);
    assert_eq!(game.board().counters.get("ramps").copied().unwrap_or(0), 0);
    assert_eq!(game.status().hint, "");
    game.act(Act::AddCounter("ramps".into(), 5));
    run_until(&mut game, |game| game.status().current == 0);
    assert_eq!(game.board().lamps, [Lit::Blink]);
    assert_eq!(game.board().counters["ramps"], 2);
    assert_eq!(game.status().hint, "THE RAMP");
}

#[test]
fn an_extra_ball_lets_the_same_player_shoot_again() {
    let mut game = started(&chute(), 2);
    game.act(Act::ExtraBall);
    assert_eq!(moments(game.told(), "extra_ball"), 1);
    game.tick();
    assert_eq!(game.status().players[0].extra_balls, 1);
    run_until(&mut game, |game| game.status().phase == Phase::Bonus);
    run_until(&mut game, |game| game.status().phase == Phase::Playing);
    let status = game.status();
    assert_eq!((status.current, status.players[0].ball, status.players[0].extra_balls), (0, 1, 0));
    run_until(&mut game, |game| game.status().current == 1);
}

#[test]
fn the_bonus_is_counted_in_steps_and_times_its_multiplier() {
    let mut game = started(&chute(), 1);
    game.act(Act::Bonus(1234));
    game.act(Act::BonusMultiplier(3));
    // The score's own multiplier is over with the ball.
    game.act(Act::Multiplier(5));
    run_until(&mut game, |game| game.status().phase == Phase::Bonus);
    assert_eq!((game.status().bonus, game.status().players[0].score), (1234, 0));
    let ended = game.ticks();
    let mut steps = 0;
    let told = run_until(&mut game, |game| {
        steps += usize::from(game.told().iter().any(|told| matches!(told.what, What::Score { .. })));
        game.status().phase == Phase::Playing
    });
    assert!(steps > 10, "{steps} steps");
    assert!(game.ticks() - ended < 3000, "{} ms", game.ticks() - ended);
    assert_eq!(game.status().players[0].score, 3702);
    assert_eq!(points(&told), 3702);
    assert_eq!(moments(&told, "bonus"), 1);
    assert!(told.iter().any(|told| told.what == What::Bonus { points: 1234, times: 3 }));
    let status = game.status();
    assert_eq!((status.bonus, status.bonus_multiplier, status.multiplier), (0, 1, 1), "a new ball, a new bonus");
}

#[test]
fn a_flipper_button_cuts_the_bonus_short() {
    let mut game = started(&chute(), 1);
    game.act(Act::Bonus(1000));
    run_until(&mut game, |game| game.status().phase == Phase::Bonus);
    run(&mut game, 0.5);
    let ended = game.ticks();
    down(&mut game, Button::Right);
    run_until(&mut game, |game| game.status().phase == Phase::Playing);
    assert_eq!(game.status().players[0].score, 1000, "nothing is lost by it");
    assert!(game.ticks() - ended < 300, "{} ms", game.ticks() - ended);
}

#[test]
fn rules_can_end_a_ball() {
    let mut game = started(&hole(), 1);
    run_until(&mut game, |game| hit(game, "hole"));
    game.act(Act::EndBall);
    down(&mut game, Button::Left);
    game.tick();
    assert!(!game.machine().pose(part(&game, "left")).unwrap().active, "flippers are dead");
    let told = run_until(&mut game, |game| game.status().phase == Phase::Bonus);
    assert_eq!(moments(&told, "saved"), 0, "the ball save is over with it");
}

#[test]
fn a_game_that_is_over_can_begin_again() {
    let mut game = started(&chute(), 2);
    game.act(Act::Score(77));
    run_until(&mut game, |game| game.status().phase == Phase::Over);
    assert_eq!(game.status().players[0].score, 77);
    down(&mut game, Button::Start);
    run(&mut game, 0.2);
    let status = game.status();
    assert_eq!((status.phase, status.players.len(), status.players[0].score), (Phase::Playing, 1, 0));
    run_until(&mut game, |game| game.status().phase == Phase::Over);
}

#[test]
fn a_timer_goes_off_once_and_not_when_it_was_stopped() {
    let mut game = started(&chute(), 1);
    game.act(Act::SetTimer("one".into(), 0.25));
    game.act(Act::SetTimer("other".into(), 0.25));
    game.act(Act::StopTimer("other".into()));
    let begin = game.ticks();
    assert_eq!(game.board().timers.len(), 1);
    run_until(&mut game, |game| game.board().timers.is_empty());
    assert_eq!(game.ticks() - begin, 251, "its tick has run");
}
