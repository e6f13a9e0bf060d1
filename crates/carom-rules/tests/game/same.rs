//! The same table, seed and presses give the same game.

use crate::common::{down, lane, run};
use carom_rules::{Button, Game, GameOptions, Press};
use carom_tables::Table;

/// A game with presses here and there.
fn played(seed: u64) -> Game {
    let mut table = lane();
    let rules = "carom = 1\nphysics = \"2026.1\"\nunits = \"mm\"\n[[rule]]\non = \"top\"\nscore = 110\nbonus = 70\n";
    table.rules = Table::parse(&format!("{rules}[[trigger]]\nname = \"top\"\nat = [0, 0]\n")).unwrap().rules;
    let mut game = Game::new(&table, GameOptions { seed, autopilot: false }).unwrap();
    down(&mut game, Button::Start);
    for second in 1..30 {
        let tick = second * 1000;
        let button = if second % 2 == 0 { Button::Left } else { Button::Right };
        game.press(Press { tick, button: Button::Plunge, down: true });
        game.press(Press { tick: tick + 240, button: Button::Plunge, down: false });
        game.press(Press { tick: tick + 500, button, down: true });
        game.press(Press { tick: tick + 700, button, down: false });
    }
    game
}

#[test]
fn the_same_presses_give_the_same_hash() {
    let (mut one, mut other) = (played(3), played(3));
    for _ in 0..30 {
        run(&mut one, 1.0);
        run(&mut other, 1.0);
        assert_eq!(one.hash(), other.hash());
    }
}

#[test]
fn a_copy_goes_on_in_the_same_way_and_may_go_another() {
    let mut game = played(3);
    run(&mut game, 10.0);
    let (mut copy, mut branch) = (game.clone(), game.clone());
    down(&mut branch, Button::NudgeLeft);
    run(&mut branch, 5.0);
    run(&mut game, 5.0);
    run(&mut copy, 5.0);
    assert_eq!(game.hash(), copy.hash());
    assert_ne!(game.hash(), branch.hash());
}

#[test]
fn a_scripted_game_scores_the_same_in_every_build() {
    let mut game = played(3);
    run(&mut game, 60.0);
    let player = &game.status().players[0];
    assert_eq!((player.score, player.ball), (1620, 3));
}
