//! A small table for tests of scripts.
#![allow(dead_code, reason = "every test file takes what it needs")]

use carom::pinball::{Event, Happening, Machine};
use carom_rules::script::{Script, ScriptFault};
use carom_rules::{Act, Board, Lit, Occurrence, PlayerState};
use carom_tables::Table;

/// The table.
pub(crate) const TABLE: &str = r#"
carom = 2
physics = "2026.1"
units = "mm"

[[target]]
name = "target1"
at = [100, 100]

[[target]]
name = "target2"
at = [200, 100]
kind = "drop"

[[bumper]]
name = "bumper1"
at = [300, 300]

[[kicker]]
name = "saucer"
at = [100, 300]

[[trigger]]
name = "left lane"
at = [50, 500]

[[spinner]]
name = "spinner"
at = [400, 500]

[[flipper]]
name = "left"
at = [160, 930]

[[ball]]
at = [200, 800]

[[lamp]]
name = "lamp1"
at = [100, 200]

[[lamp]]
name = "lamp2"
at = [200, 200]

[[group]]
name = "cabin"
parent = "tower"
driven = true

[[group]]
name = "tower"
shift = [300, 700, 0]
turn = [0, 0, 90]

[[group]]
name = "my lift"
shift = [400, 700, 0]
path = [{ time = 0 }, { time = 1, shift = [0, 0, 40] }]
"#;

/// A table, its machine, a board in the middle of a game, and a script.
#[derive(Clone, Debug)]
pub(crate) struct Bench {
    pub(crate) table: Table,
    pub(crate) machine: Machine,
    pub(crate) board: Board,
    pub(crate) script: Script,
    pub(crate) tick: u64,
}

impl Bench {
    pub(crate) fn new(text: &str) -> Self {
        Self::try_new(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
    }

    pub(crate) fn try_new(text: &str) -> Result<Self, ScriptFault> {
        let (table, machine) = Table::load(TABLE).unwrap_or_else(|faults| panic!("{faults}"));
        let script = Script::compile(text, &machine, &table)?;
        let mut board = Board { lamps: vec![Lit::Off; table.lamps.len()], ..Board::default() };
        board.status.players = vec![PlayerState { score: 1000, ball: 2, extra_balls: 0 }, PlayerState::default()];
        (board.status.multiplier, board.status.bonus_multiplier, board.status.in_play) = (1, 1, 1);
        Ok(Self { table, machine, board, script, tick: 5_000 })
    }

    /// What the script does when it hears something.
    pub(crate) fn hear(&mut self, what: &Occurrence) -> Result<Vec<Act>, ScriptFault> {
        let mut acts = Vec::new();
        self.script.hear(what, &self.board, &self.machine, self.tick, &mut acts)?;
        Ok(acts)
    }

    /// What it does when a part is hit.
    pub(crate) fn hit(&mut self, part: &str) -> Result<Vec<Act>, ScriptFault> {
        let hit = self.a_hit(part);
        self.hear(&hit)
    }

    pub(crate) fn a_hit(&self, part: &str) -> Occurrence {
        let part = self.machine.part(part).expect("a part of the table");
        let ball = self.machine.balls().next().expect("a ball");
        Occurrence::Machine(Event { time: 5.0, what: Happening::Hit { part, ball, speed: 1.5 } })
    }
}
