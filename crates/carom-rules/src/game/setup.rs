//! A table set up for games: what all games on it have in common is made once.

use super::balls::Balls;
use super::hands::Hands;
use super::{Game, GameOptions};
use crate::act::Lit;
use crate::board::Board;
use crate::recording;
use crate::rules::Rules;
use crate::script::{Script, ScriptFault};
use carom::pinball::{Autopilot, Cabinet, Machine, PartId};
use carom_tables::{BuildFault, Table};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// A table set up for games. A game from it costs little beside one that is set up alone, and shares the table's walls with
/// all others: for a server of many players, and for whoever plays over and over.
///
/// ```
/// use carom_rules::{GameOptions, Setup};
/// use carom_tables::{Table, built_in};
///
/// let (table, _) = Table::load(built_in::find("fairground")?.text)?;
/// let setup = Setup::new(&table).map_err(|faults| format!("{faults:?}"))?;
/// let mut games: Vec<_> = (0..100).map(|seed| setup.game(GameOptions { seed, autopilot: true })).collect();
/// for game in &mut games {
///     game.tick();
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    /// With the rules that it got if it has none.
    table: Table,
    machine: Machine,
    rules: Arc<Rules>,
    script: Option<Script>,
    fault: Option<ScriptFault>,
    hands: Hands,
    /// Parts that rules and script switch.
    switched: Vec<PartId>,
    /// By which recordings know it: worked out when one is made.
    hash: OnceLock<u64>,
}

impl Setup {
    /// Sets up a table and its rules; one that has none gets those of [`crate::completed`]. A script that cannot be read is
    /// told of in the first tick of every game, which goes on without it.
    ///
    /// # Errors
    /// What is wrong with the table.
    pub fn new(table: &Table) -> Result<Self, Vec<BuildFault>> {
        let mut table = crate::completed(table);
        // What a file lets happen by itself shows the table without a player. Here somebody plays.
        let shown = if table.flippers.is_empty() { Vec::new() } else { core::mem::take(&mut table.inputs) };
        let mut machine = table.machine()?;
        let rules = Rules::compile(&table, &machine)?;
        let settings = rules.settings();
        let script = settings.script.as_deref().map(|text| Script::compile(text, &machine, &table)).transpose();
        let (script, fault) = script.map_or_else(|fault| (None, Some(fault)), |script| (script, None));
        let cabinet = Cabinet { warnings: settings.tilt_warnings, ..Cabinet::default() };
        // Every count of warnings is sane.
        machine.set_cabinet(cabinet).unwrap_or_default();
        machine.sort_things();
        let (hands, switched) = (Hands::new(&table, &machine), Balls::switched(&table, &machine));
        if !shown.is_empty() {
            table.inputs = shown;
        }
        let rules = Arc::new(rules);
        Ok(Self { table, machine, rules, script, fault, hands, switched, hash: OnceLock::new() })
    }

    /// A game: nobody plays until the start button is pressed.
    pub fn game(&self, options: GameOptions) -> Game {
        let mut machine = self.machine.clone();
        machine.set_seed(options.seed);
        let mut script = self.script.clone();
        if let Some(script) = &mut script {
            script.set_seed(options.seed);
        }
        let mut pilot = Autopilot::new(&machine, options.seed).with_balls(0);
        let mut balls = Balls::new(&machine, &mut pilot);
        balls.leave_ruled(&self.switched, &mut pilot);
        let settings = self.rules.settings();
        let mut board = Board { lamps: vec![Lit::Off; self.table.lamps.len()], ..Board::default() };
        board.status.balls = settings.balls.max(1);
        board.status.warnings_allowed = settings.tilt_warnings;
        (board.status.multiplier, board.status.bonus_multiplier) = (1, 1);
        Game {
            machine,
            pilot,
            autopilot: options.autopilot,
            rules: self.rules.clone(),
            script,
            fault: self.fault.clone(),
            board,
            told: Vec::new(),
            presses: VecDeque::new(),
            hands: self.hands.clone(),
            balls,
            locks: super::Locks::default(),
            turns: super::Turns::default(),
            queue: VecDeque::new(),
            cause: None,
            shone: None,
            ticks: 0,
        }
    }

    /// By which recordings know the table: [`recording::table_hash`].
    pub fn table_hash(&self) -> u64 {
        *self.hash.get_or_init(|| recording::table_hash(&self.table))
    }
}
