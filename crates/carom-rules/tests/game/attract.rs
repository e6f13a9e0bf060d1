//! The autopilot plays until somebody comes.

use crate::common::{moments, run};
use carom_rules::{Game, GameOptions, Phase};
use carom_tables::{Table, built_in};

/// Minutes of table time; debug builds are for correctness, and play fewer.
const MINUTES: u64 = if cfg!(debug_assertions) { 4 } else { 10 };

#[test]
fn games_begin_go_over_and_begin_again_on_the_built_in_tables() {
    for name in ["kingfisher", "fairground"] {
        let table = Table::parse(built_in::find(name).unwrap().text).unwrap();
        let mut game = Game::new(&table, GameOptions { seed: 7, autopilot: true }).unwrap();
        let mut told = run(&mut game, 5.0);
        assert_eq!((game.status().phase, game.status().in_play), (Phase::Playing, 1), "{name}");
        let mut second_game = 0;
        for _ in 0..MINUTES * 60 {
            told.extend(run(&mut game, 1.0));
            second_game += u64::from(moments(&told, "game_over") > 0 && game.status().phase == Phase::Playing);
        }
        assert!(moments(&told, "game_over") > 0, "{name}: {:?}", game.status());
        assert!(second_game > 0, "{name}: no game began again");
    }
}
