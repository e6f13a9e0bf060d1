//! Recorded games. The same table, seed and presses give the same game, so a recording is just that: what was pressed, and
//! when. Hashes on the way and at the end show that a replay is the game, and not one like it; a few bytes of every event say
//! which was the first that differs.
//!
//! A recording is a file ([`Recording::to_json`], which can be read and looked through) or a link
//! ([`Recording::to_link`], which is short, and has no events). [`Recording::parse`] reads both.

mod bytes;
mod json;
mod link;
mod noted;
mod pack;
mod player;
mod recorder;
mod strip;

pub use noted::{KINDS, Noted, NotedEvent};
pub use player::{Difference, Player, Replayed, replay};
pub use recorder::{Recorder, Tape};

use crate::button::Press;
use carom_tables::{PHYSICS, Table};

/// Ticks between two hashes on the way: ten seconds. A link of a game of ten minutes is longer by 320 letters for them.
pub const EVERY: u64 = 10_000;
/// Presses in a recording.
pub const MOST_PRESSES: usize = 1_000_000;
/// Events that a recorder keeps: those of an hour or more, in half a megabyte of file. What comes later is in the hashes only.
pub const MOST_EVENTS: usize = 40_000;
/// Ticks in a recording: 24 hours.
pub const MOST_TICKS: u64 = 24 * 60 * 60 * 1000;
/// Bytes of a recording as text.
const MOST_TEXT: usize = 64 << 20;
/// Bytes of a name in a recording.
const MOST_NAME: usize = 200;
/// Players in a recording.
const MOST_SCORES: usize = 16;
/// The version of this crate.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A recorded game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The version of Carom that recorded it.
    pub version: String,
    /// The version of the physics.
    pub physics: String,
    /// The table's name, by which it can be found.
    pub table: String,
    /// What is in the table: [`table_hash`].
    pub table_hash: u64,
    /// The game's seed.
    pub seed: u64,
    /// Did the autopilot play?
    pub autopilot: bool,
    /// What was pressed, in the order in which it counted.
    pub presses: Vec<Press>,
    /// Ticks that the game ran.
    pub ticks: u64,
    /// Everybody's score at the end.
    pub scores: Vec<i64>,
    /// The game's hash at the end.
    pub hash: u64,
    /// Ticks between two hashes on the way.
    pub every: u64,
    /// The lower halves of the hashes on the way.
    pub checks: Vec<u32>,
    /// What happened, in the order in which it was told: in the first [`Recording::events_until`] ticks.
    pub events: Vec<Noted>,
    /// Ticks whose events are kept: all, but in very long games, and none in links.
    pub events_until: u64,
}

/// Why something is no recording, or cannot be played here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordingFault {
    /// Why.
    pub message: String,
}

impl RecordingFault {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl core::fmt::Display for RecordingFault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for RecordingFault {}

impl Recording {
    /// Reads a recording in either form. A whole address with `#replay=` in it is a link too.
    ///
    /// # Errors
    /// When it is cut off, was changed, or is none. Nothing in it is believed before its checksum is right.
    pub fn parse(text: &str) -> Result<Self, RecordingFault> {
        if text.len() > MOST_TEXT {
            return Err(RecordingFault::new(format!("a recording has at most {} MB", MOST_TEXT >> 20)));
        }
        let text = text.trim_start_matches('\u{feff}').trim();
        let recording = if text.starts_with('{') {
            json::read(text)?
        } else {
            link::read(text.rsplit_once("#replay=").map_or(text, |(_, link)| link))?
        };
        recording.check()?;
        Ok(recording)
    }

    /// The same without its events: as a link has it.
    #[must_use]
    pub fn without_events(mut self) -> Self {
        self.events.clear();
        self.events_until = 0;
        self
    }

    /// The recording as a file: JSON, one press in a line. `docs/recordings.md` says what stands in it.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// The recording as a link: letters, digits, `-` and `_`.
    pub fn to_link(&self) -> String {
        link::write(self)
    }

    /// Can it be played on this table, by this version?
    ///
    /// # Errors
    /// When the physics or the table are others: the game would be another.
    pub fn fits(&self, table: &Table) -> Result<(), RecordingFault> {
        self.fits_hash(|| table_hash(table))
    }

    /// The same for a table that is known by its hash, which may not be needed.
    fn fits_hash(&self, hash: impl FnOnce() -> u64) -> Result<(), RecordingFault> {
        if self.physics != PHYSICS {
            let which = if is_newer(&self.physics) { "a newer Carom has" } else { "an older Carom had" };
            return Err(RecordingFault::new(format!(
                "it was recorded by Carom {} with the physics \"{}\", which {which}; this one has \"{PHYSICS}\", and the balls \
                 would go other ways: play it with the Carom that recorded it",
                self.version.escape_debug(),
                self.physics.escape_debug()
            )));
        }
        let hash = hash();
        if self.table_hash != hash {
            return Err(RecordingFault::new(format!(
                "it was recorded on another table, or on another version of it: \"{}\" was {:016x}, and this one is {hash:016x}",
                self.table.escape_debug(),
                self.table_hash
            )));
        }
        Ok(())
    }

    /// Is all of it possible?
    fn check(&self) -> Result<(), RecordingFault> {
        let fault = |message: String| Err(RecordingFault::new(message));
        if self.ticks > MOST_TICKS {
            return fault(format!("it is longer than {} hours", MOST_TICKS / 3_600_000));
        }
        if self.presses.len() > MOST_PRESSES {
            return fault(format!("it has more than {MOST_PRESSES} presses"));
        }
        if self.scores.len() > MOST_SCORES {
            return fault(format!("it has more than {MOST_SCORES} players"));
        }
        if [&self.version, &self.physics, &self.table].iter().any(|name| name.len() > MOST_NAME) {
            return fault(format!("a name in it is longer than {MOST_NAME} bytes"));
        }
        if self.every == 0 || self.checks.len() as u64 != self.ticks / self.every {
            return fault("it does not have the hashes on the way that it should have".to_owned());
        }
        if self.events_until > self.ticks || (self.events_until == 0 && !self.events.is_empty()) {
            return fault("it has events of a time that it does not have".to_owned());
        }
        if !self.presses.is_sorted_by_key(|press| press.tick) {
            return fault("its presses are not in order".to_owned());
        }
        if self.presses.last().is_some_and(|press| press.tick >= self.ticks) {
            return fault("a press in it comes after its end".to_owned());
        }
        Ok(())
    }
}

impl core::str::FromStr for Recording {
    type Err = RecordingFault;

    fn from_str(text: &str) -> Result<Self, RecordingFault> {
        Self::parse(text)
    }
}

/// What is in a table: a number that differs when anything in its file differs but the writing, and the physics for which it was
/// made. A table without rules counts with those that it is played by.
pub fn table_hash(table: &Table) -> u64 {
    let mut chain = bytes::Chain::new();
    let text = crate::completed(table).to_toml();
    for line in text.split_inclusive('\n').filter(|line| !line.starts_with("physics = ")) {
        chain.add(line.as_bytes());
    }
    chain.whole()
}

/// Is a version of the physics (year, point, number) newer than this one? What is none counts as older.
fn is_newer(physics: &str) -> bool {
    let numbers = |text: &str| -> Option<(u32, u32)> {
        let (year, number) = text.split_once('.')?;
        Some((year.parse().ok()?, number.parse().ok()?))
    };
    numbers(physics) > numbers(PHYSICS)
}
