//! Takes a game down while it is played.

use super::noted::{Notebook, Noted};
use super::pack::{pack, unpack};
use super::{EVERY, MOST_EVENTS, MOST_PRESSES, MOST_TICKS, Recording, RecordingFault, VERSION, table_hash};
use crate::button::Press;
use crate::game::{Game, GameOptions};
use carom_tables::{PHYSICS, Table};

/// Takes a game down: told of every press, and after every tick.
///
/// ```
/// use carom_rules::{Button, Game, GameOptions, Press, Recorder, recording};
/// use carom_tables::{Table, built_in};
///
/// let (table, _) = Table::load(built_in::find("fairground")?.text)?;
/// let options = GameOptions { seed: 7, autopilot: false };
/// let mut game = Game::new(&table, options).map_err(|faults| format!("{faults:?}"))?;
/// let mut recorder = Recorder::new("fairground", &table, options);
/// let press = Press { tick: 10, button: Button::Start, down: true };
/// recorder.note(Press { tick: game.press(press), ..press });
/// for _ in 0..500 {
///     game.tick();
///     recorder.ticked(&game);
/// }
/// let link = recorder.finish(&game)?.to_link();
///
/// let again = recording::replay(&link.parse()?, &table)?;
/// assert!(again.same, "{}", again.message);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    /// All but its events.
    recording: Recording,
    events: Packed,
    /// Presses that it had no room for.
    lost: bool,
    notes: Notebook,
}

/// What happened so far, in a quarter of the room: a server may take down hundreds of long games at a time.
#[derive(Clone, Debug, Default)]
struct Packed {
    bytes: Vec<u8>,
    count: usize,
    /// µs: of the last.
    last: u64,
    /// Those of the present tick.
    fresh: Vec<Noted>,
}

impl Recorder {
    /// Begins with a game that has not run yet. The name is the one by which the table is found again.
    pub fn new(name: &str, table: &Table, options: GameOptions) -> Self {
        let recording = Recording {
            version: VERSION.to_owned(),
            physics: PHYSICS.to_owned(),
            table: name.chars().take(super::MOST_NAME / 4).collect(),
            table_hash: table_hash(table),
            seed: options.seed,
            autopilot: options.autopilot,
            every: EVERY,
            ..Recording::default()
        };
        Self { recording, events: Packed::default(), lost: false, notes: Notebook::default() }
    }

    /// A press, with the tick at which it counts: what [`Game::press`] gave back.
    pub fn note(&mut self, press: Press) {
        let presses = &mut self.recording.presses;
        if presses.len() >= MOST_PRESSES {
            self.lost = true;
            return;
        }
        // As the game does it: presses of one tick count in the order in which they came.
        let after = presses.partition_point(|other| other.tick <= press.tick);
        presses.insert(after, press);
    }

    /// The game has run a tick.
    pub fn ticked(&mut self, game: &Game) {
        let ticks = game.ticks();
        // Whole ticks are kept or none, so that a replay knows what must be there.
        let Packed { bytes, count, last, fresh } = &mut self.events;
        fresh.clear();
        self.notes.tick(game, |event| fresh.push(event));
        if *count + fresh.len() <= MOST_EVENTS && self.recording.events_until + 1 == ticks {
            self.recording.events_until = ticks;
            *count += fresh.len();
            pack(fresh, last, bytes);
        }
        if ticks > 0 && ticks.is_multiple_of(EVERY) && self.recording.checks.len() as u64 == ticks / EVERY - 1 {
            self.recording.checks.push(game.hash() as u32);
        }
    }

    /// The recording up to now. The game may go on, and be asked again.
    ///
    /// # Errors
    /// When the game was too long, or the recorder was not told of every tick.
    pub fn finish(&self, game: &Game) -> Result<Recording, RecordingFault> {
        let ticks = game.ticks();
        if self.lost || ticks > MOST_TICKS {
            return Err(RecordingFault::new("the game was too long to be recorded"));
        }
        let reached = self.recording.presses.partition_point(|press| press.tick < ticks);
        let recording = Recording {
            presses: self.recording.presses.iter().take(reached).copied().collect(),
            ticks,
            scores: game.status().players.iter().map(|player| player.score).collect(),
            hash: game.hash(),
            events: unpack(&self.events.bytes, &mut 0).unwrap_or_default(),
            ..self.recording.clone()
        };
        recording.check()?;
        Ok(recording)
    }
}
