//! A game: a machine, its rules, its players, tick by tick.

use crate::board::{Board, Status};
use crate::button::Press;
use crate::told::Told;
use carom::pinball::Machine;
use carom_tables::{BuildFault, Table};

/// How a game is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOptions {
    /// Starts all random numbers.
    pub seed: u64,
    /// Does the autopilot play? Then a game begins by itself, and again when it is over.
    pub autopilot: bool,
}

impl Default for GameOptions {
    fn default() -> Self {
        Self { seed: 1, autopilot: false }
    }
}

/// A game on a table.
#[derive(Clone, Debug)]
pub struct Game {
    machine: Machine,
    board: Board,
    told: Vec<Told>,
    presses: Vec<Press>,
    ticks: u64,
}

impl Game {
    /// Sets up a table and its rules. Nobody plays until the start button is pressed.
    ///
    /// # Errors
    /// What is wrong with the table.
    pub fn new(table: &Table, options: GameOptions) -> Result<Self, Vec<BuildFault>> {
        _ = options;
        let machine = table.machine()?;
        Ok(Self { machine, board: Board::default(), told: Vec::new(), presses: Vec::new(), ticks: 0 })
    }

    /// A button goes down or up. It counts at its tick, or at the next one if that has passed; says at which.
    pub fn press(&mut self, press: Press) -> u64 {
        let press = Press { tick: press.tick.max(self.ticks), ..press };
        self.presses.push(press);
        press.tick
    }

    /// Runs one tick of a millisecond.
    pub fn tick(&mut self) {
        self.told.clear();
        self.machine.tick();
        self.ticks += 1;
    }

    /// Ticks that have run.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The machine, with the events of the last tick.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// What was told in the last tick.
    pub fn told(&self) -> &[Told] {
        &self.told
    }

    /// The state of play.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What the page shows of it.
    pub fn status(&self) -> &Status {
        &self.board.status
    }

    /// A number that differs when anything differs: machine, score, lamps.
    pub fn hash(&self) -> u64 {
        self.machine.hash()
    }
}
