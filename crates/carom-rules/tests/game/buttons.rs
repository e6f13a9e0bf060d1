//! Buttons count at their tick, and move what they should.

use crate::common::{chute, down, game, lane, part, run, run_until, started, up};
use carom_rules::{Button, Game, Phase, Press};

fn angle(game: &Game, name: &str) -> f64 {
    game.machine().pose(part(game, name)).unwrap().angle
}

#[test]
fn each_button_moves_the_flippers_of_its_side() {
    for (button, moves, stays) in [(Button::Left, "left", "right"), (Button::Right, "right", "left")] {
        let mut game = started(&chute(), 1);
        let rest = (angle(&game, moves), angle(&game, stays));
        down(&mut game, button);
        run(&mut game, 0.1);
        assert!((angle(&game, moves) - rest.0).abs() > 0.5, "{button:?}");
        assert_eq!(angle(&game, stays), rest.1);
        up(&mut game, button);
        run(&mut game, 0.5);
        assert!((angle(&game, moves) - rest.0).abs() < 0.01, "{button:?}");
    }
}

#[test]
fn flippers_are_dead_when_nobody_plays() {
    let mut game = game(&chute());
    let rest = angle(&game, "left");
    down(&mut game, Button::Left);
    run(&mut game, 0.2);
    assert_eq!(angle(&game, "left"), rest);
    // A button that is held when the game begins counts.
    down(&mut game, Button::Start);
    run(&mut game, 0.2);
    assert!((angle(&game, "left") - rest).abs() > 0.5);
    up(&mut game, Button::Left);
    run_until(&mut game, |game| game.status().phase == Phase::Over);
    down(&mut game, Button::Left);
    run(&mut game, 0.2);
    assert!((angle(&game, "left") - rest).abs() < 0.01, "the game is over");
}

#[test]
fn the_plunger_follows_how_long_its_button_is_held() {
    let reach = |hold: f64| {
        let mut game = started(&lane(), 1);
        run(&mut game, 1.0);
        down(&mut game, Button::Plunge);
        run(&mut game, hold);
        up(&mut game, Button::Plunge);
        let mut top = f64::INFINITY;
        run_until(&mut game, |game| {
            let ball = game.machine().balls().next().unwrap();
            let y = game.machine().position(ball).y;
            top = top.min(y);
            y > top + 0.01
        });
        top
    };
    let (short, long) = (reach(0.08), reach(0.25));
    assert!(long < short - 0.05, "{long} and {short} m from the far end");
}

#[test]
fn a_press_counts_at_its_tick_and_a_late_one_at_the_next() {
    let state = |tick: u64| {
        let mut game = started(&chute(), 1);
        assert_eq!(game.press(Press { tick, button: Button::Left, down: true }), tick);
        run(&mut game, 0.3);
        (game.machine().hash(), game.hash())
    };
    assert_eq!(state(200), state(200));
    assert_ne!(state(200).0, state(201).0, "a millisecond later is another game");
    let mut game = started(&chute(), 1);
    run(&mut game, 1.0);
    let now = game.ticks();
    assert_eq!(game.press(Press { tick: 3, button: Button::Left, down: true }), now);
}

#[test]
fn presses_wait_in_the_order_of_their_ticks() {
    let state = |order: [usize; 3]| {
        let mut game = started(&chute(), 1);
        let presses = [(100, true), (140, false), (300, true)];
        for k in order {
            let (tick, down) = presses[k];
            game.press(Press { tick, button: Button::Right, down });
        }
        run(&mut game, 0.4);
        game.hash()
    };
    assert_eq!(state([0, 1, 2]), state([2, 0, 1]));
}

#[test]
fn a_nudge_moves_the_cabinet_only_while_a_ball_is_played() {
    let moved = |game: &mut Game, button: Button| {
        down(game, button);
        let mut most = 0.0_f64;
        for _ in 0..200 {
            game.tick();
            let x = game.machine().cabinet_offset().x;
            most = if x.abs() > most.abs() { x } else { most };
        }
        most
    };
    let mut waiting = game(&chute());
    assert_eq!(moved(&mut waiting, Button::NudgeLeft), 0.0);
    assert!(moved(&mut started(&chute(), 1), Button::NudgeLeft) > 1e-4, "from the left, to the right");
    assert!(moved(&mut started(&chute(), 1), Button::NudgeRight) < -1e-4, "from the right, to the left");
}
