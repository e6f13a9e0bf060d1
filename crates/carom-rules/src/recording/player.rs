//! Plays a recorded game again.

use super::{Recording, RecordingFault, VERSION};
use crate::game::{Game, GameOptions};
use carom_tables::Table;

/// How a replay ended.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Replayed {
    /// Was it the recorded game, bit for bit?
    pub same: bool,
    /// Everybody's score in the replay.
    pub scores: Vec<i64>,
    /// The first tick at which it was seen to be another game; it differs since the hash before that at the earliest.
    pub first_difference: Option<u64>,
    /// All that in a sentence.
    pub message: String,
}

/// Plays a recorded game again, tick by tick: as fast as wanted, or as slowly.
#[derive(Clone, Debug)]
pub struct Player {
    recording: Recording,
    game: Game,
    /// The next press.
    next: usize,
    first_difference: Option<u64>,
}

impl Player {
    /// Sets the game up as it was.
    ///
    /// # Errors
    /// When the table or the physics are others.
    pub fn new(recording: Recording, table: &Table) -> Result<Self, RecordingFault> {
        recording.check()?;
        recording.fits(table)?;
        let options = GameOptions { seed: recording.seed, autopilot: recording.autopilot };
        let game = Game::new(table, options).map_err(|faults| {
            let fault = faults.first().map(ToString::to_string).unwrap_or_default();
            RecordingFault::new(format!("its table cannot be built: {fault}"))
        })?;
        Ok(Self { recording, game, next: 0, first_difference: None })
    }

    /// Runs a tick, with what was pressed then; `false` when the recording is over.
    pub fn tick(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        while let Some(press) = self.recording.presses.get(self.next).filter(|press| press.tick <= self.game.ticks()) {
            self.game.press(*press);
            self.next += 1;
        }
        self.game.tick();
        let ticks = self.game.ticks();
        if self.first_difference.is_none() && ticks.is_multiple_of(self.recording.every) {
            let number = usize::try_from(ticks / self.recording.every - 1).ok();
            let check = number.and_then(|number| self.recording.checks.get(number));
            if check.is_some_and(|check| *check != self.game.hash() as u32) {
                self.first_difference = Some(ticks);
            }
        }
        true
    }

    /// Has all of it been played?
    pub fn is_over(&self) -> bool {
        self.game.ticks() >= self.recording.ticks
    }

    /// The game as it is now.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is played.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The tick at which it was first seen to be another game, so far.
    pub fn first_difference(&self) -> Option<u64> {
        self.first_difference
    }

    /// How it ended; before its end, how it is so far.
    pub fn replayed(&self) -> Replayed {
        let scores: Vec<i64> = self.game.status().players.iter().map(|player| player.score).collect();
        let (is_over, recording) = (self.is_over(), &self.recording);
        let at_end = is_over && (self.game.hash() != recording.hash || scores != recording.scores);
        let first_difference = self.first_difference.or(at_end.then_some(recording.ticks));
        let message = match first_difference {
            None if is_over => "the same game, bit for bit".to_owned(),
            None => "the same game so far".to_owned(),
            Some(tick) => {
                let from = (tick - 1) / recording.every * recording.every;
                let other = if recording.version == VERSION {
                    String::new()
                } else {
                    format!("; it was recorded by version {} and this is {VERSION}", recording.version.escape_debug())
                };
                format!("another game: it differs between {} s and {} s{other}", seconds(from), seconds(tick))
            }
        };
        Replayed { same: is_over && first_difference.is_none(), scores, first_difference, message }
    }
}

/// Plays a recorded game again to its end.
///
/// # Errors
/// When the table or the physics are others.
pub fn replay(recording: &Recording, table: &Table) -> Result<Replayed, RecordingFault> {
    let mut player = Player::new(recording.clone(), table)?;
    while player.tick() {}
    Ok(player.replayed())
}

fn seconds(ticks: u64) -> String {
    format!("{}.{:03}", ticks / 1000, ticks % 1000)
}
