//! A game: a machine, its rules, its players, tick by tick.

mod acts;
mod balls;
mod hands;
mod locks;
mod setup;
mod turns;

use crate::act::Act;
use crate::board::{Board, Status};
use crate::button::Press;
use crate::occurrence::Occurrence;
use crate::rules::Rules;
use crate::script::{Script, ScriptFault};
use crate::told::{Told, What};
use balls::Balls;
use carom::pinball::{Autopilot, Machine, PartId};
use carom_tables::{BuildFault, Table};
use hands::Hands;
use locks::Locks;
pub use setup::Setup;
use std::collections::VecDeque;
use std::sync::Arc;
use turns::Turns;

/// Occurrences that are heard in one tick. Rules that answer each other for ever come to their end here.
const MOST_HEARD: usize = 256;

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
    /// Serves balls, takes out those that have drained, helps those that are stuck; plays, if nobody else does.
    pilot: Autopilot,
    autopilot: bool,
    rules: Arc<Rules>,
    script: Option<Script>,
    /// Why there is no script, to be told in the first tick.
    fault: Option<ScriptFault>,
    board: Board,
    told: Vec<Told>,
    presses: VecDeque<Press>,
    hands: Hands,
    balls: Balls,
    locks: Locks,
    turns: Turns,
    /// What is still to be heard in this tick.
    queue: VecDeque<Occurrence>,
    /// The part that has made the rules act.
    cause: Option<PartId>,
    /// The status for which lamps that light themselves were last looked at.
    shone: Option<Status>,
    ticks: u64,
}

impl Game {
    /// Sets up a table and its rules; one that has none gets those of [`crate::completed`]. Nobody plays until the start button
    /// is pressed. A script that cannot be read is told of in the first tick, and the game goes on without it. For many games on
    /// one table see [`Setup`].
    ///
    /// # Errors
    /// What is wrong with the table.
    pub fn new(table: &Table, options: GameOptions) -> Result<Self, Vec<BuildFault>> {
        Setup::new(table).map(|setup| setup.game(options))
    }

    /// A button goes down or up. It counts at its tick, or at the next one if that has passed; says at which. Presses of one
    /// tick count in the order in which they came. Where the autopilot plays, buttons do nothing.
    pub fn press(&mut self, press: Press) -> u64 {
        let press = Press { tick: press.tick.max(self.ticks), ..press };
        let after = self.presses.partition_point(|other| other.tick <= press.tick);
        self.presses.insert(after, press);
        press.tick
    }

    /// Runs one tick of a millisecond.
    pub fn tick(&mut self) {
        self.told.clear();
        if let Some(fault) = self.fault.take() {
            self.tell_fault(fault);
        }
        while let Some(press) = self.presses.pop_front_if(|press| press.tick <= self.ticks) {
            self.pressed(press);
        }
        self.take_turns();
        self.run_timers();
        let kept = self.keep_house();
        self.let_locked_go();
        self.machine.tick();
        self.judge(kept);
        self.show();
        if self.hear() {
            self.show();
        }
        self.ticks += 1;
    }

    /// Does something at once, as rules do, and lets the rules hear what comes of it in the next tick. For tests and tools: no
    /// recording knows of it.
    pub fn act(&mut self, act: Act) {
        self.shone = None;
        self.apply(act);
    }

    /// Keeps an energy ledger of the balls from now on, or no longer; it changes nothing in the game.
    pub fn keep_ledger(&mut self, keep: bool) {
        self.machine.keep_ledger(keep);
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
        // The state of play is plain data, and its text has every bit of it. FNV-1a, 64 bits.
        let text = format!("{:?} {:?} {:?} {:?}", self.board, self.balls, self.locks, self.turns);
        let script = self.script.as_ref().map_or(0, Script::hash);
        let start = 0xcbf2_9ce4_8422_2325 ^ self.machine.hash() ^ script.rotate_left(32);
        text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Lets the rules hear what has happened, and does what they say, which makes more happen. Says whether anything may have
    /// changed.
    fn hear(&mut self) -> bool {
        let mut heard = 0;
        let mut acts = Vec::new();
        while let Some(what) = self.queue.pop_front() {
            if heard == MOST_HEARD {
                self.queue.clear();
                let message =
                    format!("more than {MOST_HEARD} things happened in one tick: the rules answer each other");
                self.tell(What::ScriptFault { message, line: None });
                break;
            }
            heard += 1;
            self.cause = part_of(&what);
            self.rules.hear(&what, &self.board, &self.machine, &mut acts);
            for act in acts.drain(..) {
                self.apply(act);
            }
            if let Some(script) = &mut self.script {
                let done = script.hear(&what, &self.board, &self.machine, self.ticks, &mut acts);
                for act in acts.drain(..) {
                    self.apply(act);
                }
                if let Err(fault) = done {
                    self.tell_fault(fault);
                }
            }
        }
        self.cause = None;
        // Lamps that light themselves, when everything else is settled. What follows from them is heard in the next tick. Most ticks
        // change nothing that a condition could ask for: what rules heard, what the machine told and what the page shows is all.
        let stirred = heard > 0 || !self.machine.events().is_empty() || self.shone.as_ref() != Some(&self.board.status);
        if stirred {
            self.rules.shine(&self.board, &self.machine, &mut acts);
            self.shone = Some(self.board.status.clone());
            acts.into_iter().for_each(|act| self.apply(act));
        }
        stirred
    }

    fn tell(&mut self, what: What) {
        self.told.push(Told { tick: self.ticks, what });
    }

    fn tell_fault(&mut self, ScriptFault { message, line, .. }: ScriptFault) {
        self.tell(What::ScriptFault { message, line });
    }

    /// A moment is told once in a tick, whoever sees it.
    fn moment(&mut self, name: &str) {
        let what = What::Moment { name: name.to_owned() };
        if self.told.iter().all(|told| told.what != what) {
            self.tell(what);
        }
    }

    /// Ticks in so many seconds from now.
    fn after(&self, seconds: f64) -> u64 {
        self.ticks.saturating_add(ticks(seconds))
    }
}

/// Ticks in so many seconds; none if that is no time.
fn ticks(seconds: f64) -> u64 {
    // The cast takes what is negative or no number for nothing.
    (seconds * 1000.0 + 0.5) as u64
}

/// The part that an occurrence is about.
fn part_of(what: &Occurrence) -> Option<PartId> {
    match what {
        Occurrence::Locked(part, _) => Some(*part),
        Occurrence::Machine(event) => event.what.part(),
        _ => None,
    }
}
