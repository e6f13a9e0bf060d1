//! Who pushes too hard.

use crate::common::{chute, down, hole, moments, part, run, run_until, started, up};
use carom_rules::{Act, Button, Game, Phase, Told};

/// Pushes from the front as hard as hands can, so often.
fn rattle(game: &mut Game, times: usize) -> Vec<Told> {
    let mut told = Vec::new();
    for _ in 0..times {
        for _ in 0..4 {
            down(game, Button::NudgeLeft);
            up(game, Button::NudgeLeft);
            told.extend(run(game, 0.1));
        }
        told.extend(run(game, 2.6));
    }
    told
}

#[test]
fn a_single_push_is_allowed() {
    for button in [Button::NudgeLeft, Button::NudgeRight, Button::NudgeUp] {
        let mut game = started(&chute(), 1);
        run(&mut game, 0.5);
        down(&mut game, button);
        let told = run(&mut game, 3.0);
        assert_eq!(moments(&told, "warning"), 0, "{button:?}");
    }
}

#[test]
fn warnings_come_first_and_then_flippers_and_bonus_are_gone() {
    let mut game = started(&hole(), 1);
    // Rules keep the ball where it is.
    let hole = part(&game, "hole");
    game.act(Act::Coil(hole, false));
    game.act(Act::Bonus(5000));
    let told = rattle(&mut game, 1);
    assert_eq!((moments(&told, "warning"), moments(&told, "tilt")), (1, 0));
    assert_eq!((game.status().warnings, game.status().warnings_allowed), (1, 2));
    let told = rattle(&mut game, 1);
    assert_eq!((moments(&told, "warning"), game.status().tilted), (1, false));
    down(&mut game, Button::Left);
    game.tick();
    assert!(game.machine().pose(part(&game, "left")).unwrap().active);
    let told = rattle(&mut game, 1);
    assert_eq!((moments(&told, "tilt"), game.status().bonus), (1, 0));
    assert!(game.status().tilted);
    assert!(!game.machine().pose(part(&game, "left")).unwrap().active, "the flipper falls though its button is held");
    game.act(Act::Score(100));
    assert_eq!(game.status().players[0].score, 0, "nothing counts after a tilt");
    game.act(Act::Kick(hole));
    let told = run_until(&mut game, |game| game.status().phase == Phase::Bonus);
    assert_eq!(moments(&told, "saved"), 0, "what drains after a tilt is gone");
    run_until(&mut game, |game| game.status().phase == Phase::Playing);
    let status = game.status();
    assert_eq!((status.tilted, status.warnings, status.players[0].ball), (false, 0, 2), "the next ball is a new one");
    assert_eq!(status.players[0].score, 0);
    run(&mut game, 0.1);
    assert!(game.machine().pose(part(&game, "left")).unwrap().active, "and flippers work again");
}
