//! Running a table by its rules: whole games, played by the autopilot.

use super::ledger::LedgerReport;
use crate::args::SimulateOptions;
use crate::failure::{Failure, counted};
use crate::game::ticks_in;
use crate::output;
use crate::progress::Progress;
use crate::report::rounded;
use crate::tables::Loaded;
use carom::pinball::TICK;
use carom_rules::{Game, GameOptions, Recorder, What};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// Games and faults that are listed.
const MOST_LISTED: usize = 100;

pub(super) fn run(loaded: Loaded, options: &SimulateOptions, is_stdout_taken: bool) -> Result<(), Failure> {
    let Loaded { name, table, .. } = loaded;
    let set_up = GameOptions { seed: options.game.seed.unwrap_or(1), autopilot: true };
    let mut game = Game::new(&table, set_up).map_err(|faults| Failure::unbuildable(&name, &faults))?;
    game.keep_ledger(options.ledger);
    let stem = Path::new(&name).file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
    let mut recorder = options.record.is_some().then(|| Recorder::new(&stem, &table, set_up));
    let ticks = ticks_in(options.seconds);
    let mut report = GameReport { table: name, seed: set_up.seed, ticks, ..GameReport::default() };
    let mut progress = Progress::new("playing", ticks);

    let clock = Instant::now();
    for tick in 1..=ticks {
        game.tick();
        report.add(&game);
        if let Some(recorder) = &mut recorder {
            recorder.ticked(&game);
        }
        progress.at(tick);
    }
    report.finish(&game, clock.elapsed().as_secs_f64());
    drop(progress);
    if let (Some(path), Some(recorder)) = (&options.record, recorder) {
        let recording = recorder.finish(&game).map_err(Failure::problem)?;
        output::write(path, recording.to_json())?;
    }
    match (options.json, options.hash, is_stdout_taken) {
        (true, ..) => output::print(&report.json())?,
        (_, true, _) => output::print(&format!("{}\n", report.hash))?,
        (.., false) => output::print(&report.text())?,
        (.., true) => output::say(report.text().trim_end()),
    }
    if let Some(fault) = report.ledger.as_ref().and_then(LedgerReport::fault) {
        return Err(Failure::problem(fault));
    }
    if report.faults > 0 { Err(Failure::Told) } else { Ok(()) }
}

/// What the games came to. Names and units are part of the command's contract.
#[derive(Debug, Default, Serialize)]
struct GameReport {
    table: String,
    /// s: on the table's clock.
    seconds: f64,
    ticks: u64,
    seed: u64,
    /// Games that came to their end, and the scores of the first hundred.
    games: usize,
    scores: Vec<Vec<i64>>,
    /// The score and the ball of the game that was not over.
    score: Vec<i64>,
    ball: u32,
    /// Big moments, by name.
    moments: BTreeMap<String, u64>,
    /// Faults of the table's script: how many, and the first hundred.
    faults: usize,
    script_faults: Vec<ScriptFault>,
    /// Where the balls' energy came from and went, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    ledger: Option<LedgerReport>,
    /// s: how long it took on this machine, and how much faster than real time that is.
    wall_seconds: f64,
    speed_up: f64,
    /// Of the final state.
    hash: String,
}

#[derive(Debug, Serialize)]
struct ScriptFault {
    tick: u64,
    line: Option<u32>,
    message: String,
}

impl GameReport {
    /// Adds what was told in the last tick.
    fn add(&mut self, game: &Game) {
        for told in game.told() {
            match &told.what {
                What::GameOver { scores } => {
                    self.games += 1;
                    if self.scores.len() < MOST_LISTED {
                        self.scores.push(scores.clone());
                    }
                }
                What::Moment { name } => *self.moments.entry(name.clone()).or_default() += 1,
                What::ScriptFault { message, line } => {
                    self.faults += 1;
                    if self.script_faults.len() < MOST_LISTED {
                        let (tick, line, message) = (told.tick, *line, message.clone());
                        self.script_faults.push(ScriptFault { tick, line, message });
                    }
                }
                _ => {}
            }
        }
    }

    fn finish(&mut self, game: &Game, took: f64) {
        let status = game.status();
        self.seconds = self.ticks as f64 * TICK;
        self.score = status.players.iter().map(|player| player.score).collect();
        self.ball = status.players.get(status.current).map_or(0, |player| player.ball);
        (self.wall_seconds, self.speed_up) = (took, self.seconds / took.max(1e-9));
        self.ledger = game.machine().ledger().as_ref().map(LedgerReport::of);
        self.hash = format!("{:016x}", game.hash());
    }

    fn json(&self) -> String {
        // Plain numbers and strings: nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    fn text(&self) -> String {
        let listed = |scores: &[i64]| scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let mut lines = vec![format!("{}: {} s by its rules, seed {}", self.table, self.seconds, self.seed)];
        let scores: Vec<String> = self.scores.iter().map(|scores| listed(scores)).collect();
        let mut games = format!("  games     {} over", self.games);
        if !scores.is_empty() {
            games += &format!(": {}", scores.join("; "));
        }
        lines.push(games);
        lines.push(format!("  present   ball {}, score {}", self.ball, listed(&self.score)));
        if !self.moments.is_empty() {
            let moments: Vec<String> = self.moments.iter().map(|(name, count)| format!("{name} {count}")).collect();
            lines.push(format!("  moments   {}", moments.join(", ")));
        }
        if let Some(first) = self.script_faults.first() {
            let at = first.line.map_or(String::new(), |line| format!(" in line {line}"));
            let faults = counted(self.faults, "fault", "faults");
            lines.push(format!("  script    {faults}; the first{at}: {}", first.message));
        }
        lines.extend(self.ledger.iter().map(LedgerReport::text));
        let speed = rounded(self.speed_up);
        lines.push(format!("  took      {:.3} ms, {speed} times as fast as real time", self.wall_seconds * 1e3));
        lines.push(format!("  state     {} (the same on every machine)", self.hash));
        lines.join("\n") + "\n"
    }
}
