//! Takes a game down while it is played.

use super::bytes::Reader;
use super::link::{put_press, take_press};
use super::noted::{Notebook, Noted};
use super::pack::{pack, unpack};
use super::strip::Strip;
use super::{EVERY, MOST_EVENTS, MOST_PRESSES, MOST_TICKS, Recording, RecordingFault, VERSION, table_hash};
use crate::button::Press;
use crate::game::{Game, GameOptions, Setup};
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
    /// All but its presses and events.
    recording: Recording,
    presses: Presses,
    events: Events,
    /// Presses that it had no room for.
    lost: bool,
    notes: Notebook,
}

/// What was pressed so far. What has counted is packed, as are the events, in a quarter of the room or less: a server may take
/// down hundreds of long games at a time.
#[derive(Clone, Debug, Default)]
struct Presses {
    strip: Strip,
    count: usize,
    /// The tick of the last that is packed.
    last: u64,
    /// Those to come, in order.
    coming: Vec<Press>,
}

/// What happened so far.
#[derive(Clone, Debug, Default)]
struct Events {
    strip: Strip,
    count: usize,
    /// µs: of the last.
    last: u64,
    /// Those of the present tick, and room for their bytes.
    fresh: Vec<Noted>,
    bytes: Vec<u8>,
}

/// A game taken down to its end, or to some moment of it, in as little room as a recorder takes: what a server keeps of
/// everybody's last game, until somebody wants to see it.
#[derive(Clone, Debug)]
pub struct Tape {
    recorder: Recorder,
    ticks: u64,
    scores: Vec<i64>,
    hash: u64,
}

impl Recorder {
    /// Begins with a game that has not run yet. The name is the one by which the table is found again.
    pub fn new(name: &str, table: &Table, options: GameOptions) -> Self {
        Self::begin(name, table_hash(table), options)
    }

    /// The same for a game on a table that is set up already.
    pub fn on(name: &str, setup: &Setup, options: GameOptions) -> Self {
        Self::begin(name, setup.table_hash(), options)
    }

    fn begin(name: &str, table_hash: u64, options: GameOptions) -> Self {
        let recording = Recording {
            version: VERSION.to_owned(),
            physics: PHYSICS.to_owned(),
            table: name.chars().take(super::MOST_NAME / 4).collect(),
            table_hash,
            seed: options.seed,
            autopilot: options.autopilot,
            every: EVERY,
            ..Recording::default()
        };
        let (presses, events, notes) = (Presses::default(), Events::default(), Notebook::default());
        Self { recording, presses, events, lost: false, notes }
    }

    /// A press, with the tick at which it counts: what [`Game::press`] gave back.
    pub fn note(&mut self, press: Press) {
        let Presses { count, coming, last, .. } = &mut self.presses;
        if *count + coming.len() >= MOST_PRESSES {
            self.lost = true;
            return;
        }
        let press = Press { tick: press.tick.max(*last), ..press };
        // As the game does it: presses of one tick count in the order in which they came.
        let after = coming.partition_point(|other| other.tick <= press.tick);
        coming.insert(after, press);
    }

    /// The game has run a tick.
    pub fn ticked(&mut self, game: &Game) {
        let ticks = game.ticks();
        self.presses.reach(ticks);
        // Whole ticks are kept or none, so that a replay knows what must be there.
        let Events { strip, count, last, fresh, bytes } = &mut self.events;
        fresh.clear();
        self.notes.tick(game, |event| fresh.push(event));
        if *count + fresh.len() <= MOST_EVENTS && self.recording.events_until + 1 == ticks {
            self.recording.events_until = ticks;
            *count += fresh.len();
            bytes.clear();
            pack(fresh, last, bytes);
            strip.extend(bytes);
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
        self.tape(game)?.recording()
    }

    /// The same, packed as it is here: [`Tape::recording`] unpacks it.
    ///
    /// # Errors
    /// When the game was too long.
    pub fn tape(&self, game: &Game) -> Result<Tape, RecordingFault> {
        let ticks = game.ticks();
        if self.lost || ticks > MOST_TICKS {
            return Err(RecordingFault::new("the game was too long to be recorded"));
        }
        let mut recorder = self.clone();
        recorder.presses.reach(ticks);
        recorder.presses.coming = Vec::new();
        (recorder.events.fresh, recorder.events.bytes) = (Vec::new(), Vec::new());
        let scores = game.status().players.iter().map(|player| player.score).collect();
        Ok(Tape { recorder, ticks, scores, hash: game.hash() })
    }
}

impl Presses {
    /// Those before this tick have counted, and nothing comes before them any more.
    fn reach(&mut self, tick: u64) {
        let reached = self.coming.iter().take_while(|press| press.tick < tick).count();
        let mut bytes = Vec::new();
        for press in self.coming.drain(..reached) {
            put_press(&mut bytes, &press, &mut self.last);
            self.count += 1;
        }
        self.strip.extend(&bytes);
    }

    /// All that have counted.
    fn all(&self) -> Option<Vec<Press>> {
        let bytes = self.strip.joined();
        let (mut reader, mut last) = (Reader { bytes: &bytes }, 0);
        (0..self.count).map(|_| take_press(&mut reader, &mut last)).collect()
    }
}

impl Tape {
    /// The recording.
    ///
    /// # Errors
    /// When the recorder was not told of every tick.
    pub fn recording(&self) -> Result<Recording, RecordingFault> {
        let Recorder { recording, presses, events, .. } = &self.recorder;
        let damaged = || RecordingFault::new("what was taken down cannot be read");
        let recording = Recording {
            presses: presses.all().ok_or_else(damaged)?,
            ticks: self.ticks,
            scores: self.scores.clone(),
            hash: self.hash,
            events: unpack(&events.strip.joined(), &mut 0).ok_or_else(damaged)?,
            ..recording.clone()
        };
        recording.check()?;
        Ok(recording)
    }
}
