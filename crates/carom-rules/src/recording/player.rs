//! Plays a recorded game again.

use super::noted::{Notebook, Noted, NotedEvent};
use super::{Recording, RecordingFault, VERSION};
use crate::game::{Game, GameOptions, Setup};
use carom_tables::Table;

/// µs: an event that is so late has not come.
const LATE: u64 = 2_000;

/// How a replay ended.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Replayed {
    /// Was it the recorded game, bit for bit?
    pub same: bool,
    /// Everybody's score in the replay.
    pub scores: Vec<i64>,
    /// The first tick at which it was seen to be another game: that of the first event that differs. Where no events were kept,
    /// that of the first hash that differs; the games parted since the hash before it, then.
    pub first_difference: Option<u64>,
    /// The first event that differs, if events were kept and one does.
    pub difference: Option<Difference>,
    /// All that in a sentence.
    pub message: String,
}

/// The first event that differs.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Difference {
    /// Its number: so many events were the same before it.
    pub event: usize,
    /// What was recorded there; nothing if nothing more was.
    pub recorded: Option<NotedEvent>,
    /// What came now; nothing if nothing came.
    pub now: Option<NotedEvent>,
    /// The last event that was the same.
    pub before: Option<NotedEvent>,
    /// How they differ, in words.
    pub how: &'static str,
}

/// Plays a recorded game again, tick by tick: as fast as wanted, or as slowly.
#[derive(Clone, Debug)]
pub struct Player {
    recording: Recording,
    game: Game,
    /// The next press, and the next event.
    next: usize,
    next_event: usize,
    notes: Notebook,
    /// The first event that differs: what came now, and when that was seen.
    differs: Option<(Option<Noted>, u64)>,
    first_difference: Option<u64>,
}

impl Player {
    /// Sets the game up as it was.
    ///
    /// # Errors
    /// When the table or the physics are others.
    pub fn new(recording: Recording, table: &Table) -> Result<Self, RecordingFault> {
        recording.fits(table)?;
        Self::anyway(recording, table)
    }

    /// The same on a table that is set up already.
    ///
    /// # Errors
    /// When the table or the physics are others, or the recording is none.
    pub fn on(recording: Recording, setup: &Setup) -> Result<Self, RecordingFault> {
        recording.fits_hash(|| setup.table_hash())?;
        recording.check()?;
        Ok(Self::of(recording, setup))
    }

    /// The same though the table or the physics are others, to see where the games part.
    ///
    /// # Errors
    /// When the recording is none, or the table cannot be built.
    pub fn anyway(recording: Recording, table: &Table) -> Result<Self, RecordingFault> {
        recording.check()?;
        let setup = Setup::new(table).map_err(|faults| {
            let fault = faults.first().map(ToString::to_string).unwrap_or_default();
            RecordingFault::new(format!("its table cannot be built: {fault}"))
        })?;
        Ok(Self::of(recording, &setup))
    }

    fn of(recording: Recording, setup: &Setup) -> Self {
        let game = setup.game(GameOptions { seed: recording.seed, autopilot: recording.autopilot });
        let notes = Notebook::default();
        Self { recording, game, next: 0, next_event: 0, notes, differs: None, first_difference: None }
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
        self.compare_events();
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

    /// Looks for the first event that differs from the recorded one, or has not come.
    fn compare_events(&mut self) {
        let ticks = self.game.ticks();
        if self.differs.is_some() || ticks > self.recording.events_until {
            return;
        }
        let (events, next, differs) = (&self.recording.events, &mut self.next_event, &mut self.differs);
        self.notes.tick(&self.game, |now| {
            if differs.is_some() {
                return;
            }
            if events.get(*next) == Some(&now) {
                *next += 1;
            } else {
                *differs = Some((Some(now), ticks));
            }
        });
        let due = |event: &Noted| {
            event.time.saturating_add(LATE) < ticks.saturating_mul(1000) || ticks == self.recording.events_until
        };
        if self.differs.is_none() && self.recording.events.get(self.next_event).is_some_and(due) {
            self.differs = Some((None, ticks));
        }
        if let Some((_, tick)) = self.differs
            && self.first_difference.is_none()
        {
            self.first_difference = Some(tick);
        }
    }

    /// Has all of it been played?
    pub fn is_over(&self) -> bool {
        self.game.ticks() >= self.recording.ticks
    }

    /// The game as it is now.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Keeps an energy ledger of the balls from now on, or no longer; it changes nothing in the game.
    pub fn keep_ledger(&mut self, keep: bool) {
        self.game.keep_ledger(keep);
    }

    /// What is played.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The tick at which it was first seen to be another game, so far.
    pub fn first_difference(&self) -> Option<u64> {
        self.first_difference
    }

    /// The first event that differs, so far.
    pub fn difference(&self) -> Option<Difference> {
        let (now, _) = self.differs?;
        let machine = self.game.machine();
        let (events, number) = (&self.recording.events, self.next_event);
        let recorded = events.get(number).copied();
        let how = match (recorded, now) {
            (None, _) => "nothing was recorded there",
            (_, None) => "it did not come",
            (Some(one), Some(other)) if one.reads_as(&other) => {
                "it looks the same, but bits of it, or of what balls did since the event before, differ"
            }
            (Some(one), Some(other)) if (one.kind, one.part, one.ball) != (other.kind, other.part, other.ball) => {
                "another event"
            }
            (Some(one), Some(other)) if one.time != other.time => "the same event at another time",
            _ => "the same event with another strength",
        };
        let told = |event: Noted| event.told(machine);
        let before = number.checked_sub(1).and_then(|last| events.get(last)).copied();
        Some(Difference {
            event: number,
            recorded: recorded.map(told),
            now: now.map(told),
            before: before.map(told),
            how,
        })
    }

    /// How it ended; before its end, how it is so far.
    pub fn replayed(&self) -> Replayed {
        let scores: Vec<i64> = self.game.status().players.iter().map(|player| player.score).collect();
        let (is_over, recording) = (self.is_over(), &self.recording);
        let at_end = is_over && (self.game.hash() != recording.hash || scores != recording.scores);
        let first_difference = self.first_difference.or(at_end.then_some(recording.ticks));
        let difference = self.difference();
        let other = if recording.version == VERSION {
            String::new()
        } else {
            format!("; it was recorded by version {} and this is {VERSION}", recording.version.escape_debug())
        };
        let message = match (first_difference, &difference) {
            (None, _) if is_over => "the same game, bit for bit".to_owned(),
            (None, _) => "the same game so far".to_owned(),
            (Some(_), Some(difference)) => {
                let times = [&difference.recorded, &difference.now].map(|event| event.as_ref().map(|event| event.time));
                let first = times.into_iter().flatten().fold(f64::INFINITY, f64::min);
                format!(
                    "another game: event {} differs, at {first:.6} s: {}{other}",
                    difference.event + 1,
                    difference.how
                )
            }
            // A recording of no ticks has no time between two checks.
            (Some(0), None) => format!("another game: it differs from the start{other}"),
            (Some(tick), None) => {
                let from = (tick - 1) / recording.every * recording.every;
                format!("another game: it differs between {} s and {} s{other}", seconds(from), seconds(tick))
            }
        };
        Replayed { same: is_over && first_difference.is_none(), scores, first_difference, difference, message }
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
