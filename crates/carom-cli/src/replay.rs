//! `carom replay`: a recorded game, played again without a window and as fast as it goes.

use crate::args::ReplayOptions;
use crate::failure::{Failure, counted};
use crate::output;
use crate::progress::Progress;
use crate::report::rounded;
use crate::tables;
use carom::pinball::TICK;
use carom_rules::recording::NotedEvent;
use carom_rules::{Player, Recording, Replayed};
use carom_tables::{Table, built_in};
use serde::Serialize;
use std::path::Path;
use std::time::{Duration, Instant};

/// How every link begins: the first three bytes of a recording, in its letters.
const LINK: &str = "Q1IB";

pub(crate) fn run(options: &ReplayOptions) -> Result<(), Failure> {
    let (name, text) = recorded(&options.recording)?;
    let unreadable = |fault| Failure::problem(format_args!("cannot play {name} again: {fault}"));
    let recording = Recording::parse(&text).map_err(unreadable)?;
    let table = table_of(&recording, options)?;
    let set_up = if options.anyway { Player::anyway } else { Player::new };
    let mut player = set_up(recording, &table).map_err(unreadable)?;
    let mut progress = Progress::new("playing", player.recording().ticks);
    let clock = Instant::now();
    while player.tick() {
        progress.at(player.game().ticks());
    }
    let took = clock.elapsed();
    drop(progress);
    let report = Report::new(&player, took, options.events);
    output::print(&if options.json { report.json() } else { report.text(&name) })?;
    if report.replayed.same { Ok(()) } else { Err(Failure::Told) }
}

/// What the word on the command line stands for: a file, standard input, or the link itself. Its name, its text.
fn recorded(word: &Path) -> Result<(String, String), Failure> {
    if output::is_standard(word) {
        return Ok(("standard input".to_owned(), output::read(word)?));
    }
    match word.to_str() {
        Some(link) if link.contains("#replay=") || (link.starts_with(LINK) && !word.is_file()) => {
            Ok(("the link".to_owned(), link.to_owned()))
        }
        _ => Ok((word.display().to_string(), output::read(word)?)),
    }
}

/// The table that was named, or else the built-in one that the recording names.
fn table_of(recording: &Recording, options: &ReplayOptions) -> Result<Table, Failure> {
    if let Some(word) = &options.table {
        return Ok(tables::load(word)?.table);
    }
    match built_in::find(&recording.table) {
        Ok(table) => Ok(tables::load(Path::new(table.name))?.table),
        Err(_) => Err(Failure::usage(format_args!(
            "it was recorded on \"{}\", which is no built-in table: say where it is with --table",
            recording.table.escape_debug()
        ))),
    }
}

/// What a replay came to. Names and units are part of the command's contract.
#[derive(Debug, Serialize)]
struct Report {
    table: String,
    /// s: on the table's clock.
    seconds: f64,
    ticks: u64,
    presses: usize,
    /// A text, as in a recording: many readers of JSON would round it.
    seed: String,
    /// Which version recorded it.
    version: String,
    /// Which physics it had.
    physics: String,
    recorded_scores: Vec<i64>,
    #[serde(flatten)]
    replayed: Replayed,
    /// Events that the recording has; with --events, each of them.
    recorded_events: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<NotedEvent>,
    /// s: how long it took on this machine, and how much faster than real time that is.
    wall_seconds: f64,
    speed_up: f64,
    /// Of the final state.
    hash: String,
}

impl Report {
    fn new(player: &Player, took: Duration, lists_events: bool) -> Self {
        let (recording, seconds) = (player.recording(), player.game().ticks() as f64 * TICK);
        let events = recording.events.iter().filter(|_| lists_events).map(|event| event.told(player.game().machine()));
        Self {
            table: recording.table.clone(),
            seconds,
            ticks: player.game().ticks(),
            presses: recording.presses.len(),
            seed: recording.seed.to_string(),
            version: recording.version.clone(),
            physics: recording.physics.clone(),
            recorded_scores: recording.scores.clone(),
            replayed: player.replayed(),
            recorded_events: recording.events.len(),
            events: events.collect(),
            wall_seconds: took.as_secs_f64(),
            speed_up: seconds / took.as_secs_f64().max(1e-9),
            hash: format!("{:016x}", player.game().hash()),
        }
    }

    fn json(&self) -> String {
        // Plain numbers and strings: nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    fn text(&self, name: &str) -> String {
        let scores = |scores: &[i64]| match scores {
            [] => "nobody played".to_owned(),
            scores => scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let presses = counted(self.presses, "press", "presses");
        let events = counted(self.recorded_events, "event", "events");
        let table = self.table.escape_debug();
        let mut lines = vec![
            format!("{name}: {} s on {table}, {presses}, {events}, seed {}", self.seconds, self.seed),
            format!("  recorded  {}", scores(&self.recorded_scores)),
            format!("  replayed  {}", scores(&self.replayed.scores)),
            format!("  result    {}", self.replayed.message),
        ];
        if let Some(difference) = &self.replayed.difference {
            let told =
                |event: &Option<NotedEvent>| event.as_ref().map_or("nothing".to_owned(), |event| event.text.clone());
            lines.push(format!("  recorded  {}", told(&difference.recorded)));
            lines.push(format!("  now       {}", told(&difference.now)));
            lines.push(format!("  before    {}, the same in both", told(&difference.before)));
        }
        let speed = rounded(self.speed_up);
        lines.push(format!("  took      {:.3} ms, {speed} times as fast as real time", self.wall_seconds * 1e3));
        lines.extend(self.events.iter().enumerate().map(|(k, event)| format!("  {:>6}  {}", k + 1, event.text)));
        lines.join("\n") + "\n"
    }
}
