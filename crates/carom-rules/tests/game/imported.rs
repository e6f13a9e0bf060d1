//! Any table can be played: those of Visual Pinball, without their scripts. The files are not part of the project.

use carom_rules::{Button, Game, GameOptions, Phase, Press, What};
use std::path::{Path, PathBuf};

const TABLES: [&str; 3] = ["vpx/strippedTable.vpx", "vpx/pingod-basicgame.vpx", "extracted/exampleTable"];

fn found(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/tables").join(name);
    if !path.exists() {
        println!("skipped: there is no {name} beside the project");
    }
    path.exists().then_some(path)
}

#[test]
fn an_imported_table_is_played_until_the_game_is_over() {
    for path in TABLES.iter().filter_map(|name| found(name)) {
        let table = carom_vpx::import(&path).unwrap().table;
        let mut game = Game::new(&table, GameOptions::default()).unwrap();
        game.press(Press { tick: 0, button: Button::Start, down: true });
        let mut scores = Vec::new();
        // Somebody who pulls and flips now and then, without looking.
        for tick in 0..600_000 {
            let plunge = (tick % 3_000 == 2_000).then_some((Button::Plunge, 900));
            let left = (tick % 1_400 == 0).then_some((Button::Left, 150));
            let right = (tick % 1_400 == 700).then_some((Button::Right, 150));
            for (button, held) in [plunge, left, right].into_iter().flatten() {
                game.press(Press { tick, button, down: true });
                game.press(Press { tick: tick + held, button, down: false });
            }
            game.tick();
            for told in game.told() {
                if let What::GameOver { scores: all } = &told.what {
                    scores.clone_from(all);
                }
            }
            if game.status().phase == Phase::Over {
                break;
            }
        }
        assert!(scores.iter().any(|score| *score > 0), "{}: {scores:?} {:?}", path.display(), game.status());
    }
}
