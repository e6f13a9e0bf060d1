//! The reader of table files: any text gives a table or faults, and a table can be written, read, built and played.

use carom_rules::{Button, Game, GameOptions, Press};
use carom_tables::Table;

/// Ticks that a machine, and a game on it, are run for.
const TICKS: u64 = 30;

/// Reads a text as a table file. Promised: no panic; faults are told; what is written reads back the same; the machine that was
/// built runs, with finite numbers; a game can be set up on it, or it is said why not.
pub fn table(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (table, mut machine) = match Table::load(&text) {
        Ok(loaded) => loaded,
        Err(faults) => {
            assert!(!faults.list().is_empty(), "refused without a fault");
            assert!(faults.shown("fuzz").starts_with("error: "), "a fault is shown");
            return;
        }
    };
    match Table::parse(&table.to_toml()) {
        Ok(again) => assert_eq!(again, table, "written and read again it is another"),
        Err(faults) => panic!("what was written cannot be read: {faults}\n{}", table.to_toml()),
    }
    for _ in 0..TICKS {
        machine.tick();
        for ball in machine.balls() {
            assert!(machine.position(ball).is_finite(), "a ball in play is nowhere");
        }
    }
    if let Ok(mut game) = Game::new(&table, GameOptions::default()) {
        game.press(Press { tick: 1, button: Button::Start, down: true });
        for _ in 0..TICKS {
            game.tick();
        }
    }
}
