//! `carom check --campaign`: seeded balls are fired at tables with all inputs hammered, for as long as is asked for, on all
//! processors. Escapes, numbers that are none, budget stops and energy gains are cut down to a small file that shows them again.
//!
//! In reading order: `plan` (a case, written down), `watch` (what is looked at; `block`, walls), `case` (a plan is played and watched), `shrink`
//! (a plan is cut down), `file` (a finding kept), `report`. Cases are played by `carom-batch`, in blocks of which each is finished
//! before the next is thought of: a report depends on the seed, the tables and the numbers of the cases, and on no clock or thread.

mod block;
mod case;
mod cells;
mod faces;
mod file;
mod plan;
mod report;
mod shrink;
mod watch;

use super::arena::Arena;
use crate::args::CheckOptions;
use crate::failure::Failure;
use crate::output;
use crate::tables::{self, Source};
use carom::pinball::Machine;
use carom_batch::{Batch, Setup};
use carom_rules::recording::table_hash;
use carom_tables::{Table, built_in};
use case::{Field, Played};
use file::{Origin, Record};
use indicatif::{ProgressBar, ProgressStyle};
use plan::Plan;
use report::{Found, LeftOut, Report, TableReport};
use shrink::shrink;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Cases that are played together; their number decides how far a campaign overshoots what was asked for.
const BLOCK: u64 = 32;
/// The same where a time was asked for: it is looked at after each block.
const SHORT_BLOCK: u64 = 8;
/// Findings of one kind on one table that are cut down and kept; those after them are only counted.
const MOST_KEPT: usize = 3;
/// Ball-seconds that are played if nothing is said.
const USUAL: f64 = 10_000.0;

pub(super) fn run(options: &CheckOptions) -> Result<(), Failure> {
    match &options.repeat {
        Some(file) => repeat(file, options),
        None => campaign(options),
    }
}

/// How much is to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Until {
    /// So many ball-seconds, shared among the tables.
    BallSeconds(f64),
    /// So many cases on each table.
    Cases(u64),
    /// As much as goes in this time.
    Time(Duration),
}

impl Until {
    fn of(options: &CheckOptions) -> Self {
        if let Some(minutes) = options.minutes {
            return Self::Time(Duration::from_secs_f64(60.0 * minutes));
        }
        match options.cases {
            Some(cases) => Self::Cases(cases),
            None => Self::BallSeconds(options.ball_seconds.unwrap_or(USUAL)),
        }
    }
}

fn campaign(options: &CheckOptions) -> Result<(), Failure> {
    let began = Instant::now();
    let mut report = Report { seed: options.seed, seconds: options.seconds, ..Report::default() };
    let mut courts = Vec::new();
    for word in words(options) {
        match Court::open(&word, options) {
            Ok(court) => courts.push(court),
            // One table among many does not keep the others from being played.
            Err(failure) if options.tables.len() != 1 => {
                report.left_out.push(LeftOut { table: word.display().to_string(), why: failure.words() });
            }
            Err(failure) => return Err(failure),
        }
    }
    if courts.is_empty() {
        return Err(Failure::problem("there is no table to play on"));
    }
    let bar = progress(options.quiet);
    play_all(&mut courts, Until::of(options), began, &bar)?;
    bar.set_message("cutting findings down");
    for court in courts {
        court.tell(options, &mut report)?;
    }
    bar.finish_and_clear();
    report.ball_seconds = report.tables.iter().map(|table| table.ball_seconds).sum();
    report.cases = report.tables.iter().map(|table| table.cases).sum();
    if !options.quiet {
        let seconds = began.elapsed().as_secs_f64();
        let speed = report.ball_seconds / seconds;
        output::say(format_args!("{seconds:.1} s, {speed:.0} ball-seconds a second"));
    }
    output::print(&if options.json { report.json() } else { report.text() })?;
    match (report.findings.is_empty(), options.json) {
        (true, _) => Ok(()),
        (false, true) => Err(Failure::problem(report.summary())),
        (false, false) => Err(Failure::Told),
    }
}

/// The tables that are meant: those that are named, or all built-in ones.
fn words(options: &CheckOptions) -> Vec<PathBuf> {
    if options.tables.is_empty() {
        built_in::ALL.iter().map(|table| table.name.into()).collect()
    } else {
        options.tables.clone()
    }
}

/// Plays on all tables in turn, block by block, until there is enough.
fn play_all(courts: &mut [Court], until: Until, began: Instant, bar: &ProgressBar) -> Result<(), Failure> {
    let each = courts.len() as f64;
    let wants = |court: &Court| match until {
        Until::BallSeconds(seconds) => court.ball_seconds() * each < seconds,
        Until::Cases(cases) => court.played < cases,
        Until::Time(time) => began.elapsed() < time,
    };
    loop {
        let mut is_done = true;
        for court in courts.iter_mut() {
            if !wants(court) {
                continue;
            }
            is_done = false;
            let block = match until {
                Until::Cases(cases) => BLOCK.min(cases - court.played),
                Until::BallSeconds(_) => BLOCK,
                Until::Time(_) => SHORT_BLOCK,
            };
            bar.set_message(court.name.clone());
            court.play(block, bar)?;
        }
        if is_done {
            return Ok(());
        }
    }
}

/// A table on which a campaign is played.
struct Court {
    name: String,
    hash: u64,
    field: Field,
    batch: Batch<Machine>,
    seed: u64,
    seconds: f64,
    first: u64,
    played: u64,
    ball_ticks: u64,
    /// The numbers of the cases with trouble, and which.
    troubles: Vec<(u64, watch::Trouble)>,
}

impl Court {
    fn open(word: &Path, options: &CheckOptions) -> Result<Self, Failure> {
        let (name, table, text) = read(word)?;
        let arena = Arena::new(&table, text.as_deref()).map_err(|faults| Failure::unbuildable(&name, &faults))?;
        let field = Field::new(arena);
        if field.arena.floor.open.is_empty() {
            return Err(Failure::problem("no place was found on it where a ball can lie"));
        }
        let setup = Setup { threads: usize::from(options.threads.unwrap_or(0)), balls: Some(0) };
        let batch = Batch::with(field.arena.bare.clone(), BLOCK as usize, setup).map_err(Failure::problem)?;
        Ok(Self {
            name,
            hash: table_hash(&table),
            field,
            batch,
            seed: options.seed,
            seconds: options.seconds,
            first: options.first_case,
            played: 0,
            ball_ticks: 0,
            troubles: Vec::new(),
        })
    }

    fn ball_seconds(&self) -> f64 {
        self.ball_ticks as f64 * carom::pinball::TICK
    }

    fn plan(&self, number: u64) -> Plan {
        Plan::of(&self.field.arena, self.hash, self.seed, number, self.seconds)
    }

    /// Plays the next cases.
    fn play(&mut self, count: u64, bar: &ProgressBar) -> Result<(), Failure> {
        let first = self.first + self.played;
        let mut done: Vec<Played> = vec![Played::default(); self.batch.len()];
        let Self { field, batch, hash, seed, seconds, .. } = self;
        let played = batch.each(&mut done, |index, machine, done| {
            if index as u64 >= count {
                return Ok(());
            }
            let plan = Plan::of(&field.arena, *hash, *seed, first + index as u64, *seconds);
            *done = field.play(machine, &plan)?;
            bar.inc(1);
            Ok(())
        });
        played.map_err(Failure::problem)?;
        for (number, played) in (first..).zip(done).take(count as usize) {
            self.ball_ticks += played.ball_ticks;
            self.troubles.extend(played.trouble.map(|trouble| (number, trouble)));
        }
        self.played += count;
        Ok(())
    }

    /// Enters everything into the report; findings are cut down and kept first.
    fn tell(self, options: &CheckOptions, report: &mut Report) -> Result<(), Failure> {
        let mut told = TableReport {
            table: self.name.clone(),
            table_hash: format!("{:016x}", self.hash),
            first_case: self.first,
            cases: self.played,
            ball_seconds: self.ball_seconds(),
            ..TableReport::default()
        };
        let mut machine = self.field.arena.bare.clone();
        for (number, trouble) in &self.troubles {
            let before = told.clone();
            told.count(trouble.kind);
            let plan = self.plan(*number);
            let mut found = Found {
                table: self.name.clone(),
                case: *number,
                kind: trouble.kind,
                words: trouble.words.clone(),
                size: plan.size(),
                cut_down_to: None,
                file: None,
            };
            if kept(&before, trouble.kind) < MOST_KEPT {
                let shrunk = shrink(&self.field, &mut machine, &plan, trouble);
                let origin = Origin { table: self.name.clone(), table_hash: self.hash, seed: self.seed, case: *number };
                let names = |part: usize| self.field.arena.name(part).to_owned();
                (found.cut_down_to, found.words) = (Some(shrunk.plan.size()), shrunk.trouble.words.clone());
                let record = Record::new(&origin, &names, shrunk.plan, shrunk.trouble);
                found.file = Some(record.write(&options.findings)?.display().to_string());
            }
            report.findings.push(found);
        }
        report.tables.push(told);
        Ok(())
    }
}

fn kept(told: &TableReport, kind: watch::Kind) -> usize {
    match kind {
        watch::Kind::Escape => told.escapes,
        watch::Kind::NotFinite => told.not_finite,
        watch::Kind::Budget => told.budget_stops,
        watch::Kind::EnergyGain => told.energy_gains,
        watch::Kind::Panic => told.panics,
    }
}

/// The table that a word stands for: its name, itself, and its text if it has one.
fn read(word: &Path) -> Result<(String, Table, Option<String>), Failure> {
    match tables::open(word)? {
        Source::Text { name, text } => match Table::parse(&text) {
            Ok(table) => Ok((name, table, Some(text))),
            Err(faults) => Err(Failure::Faults { file: name, faults }),
        },
        Source::VisualPinball(path) => Ok((path.display().to_string(), crate::import::table_of(&path)?, None)),
    }
}

/// Plays a finding again.
fn repeat(file: &Path, options: &CheckOptions) -> Result<(), Failure> {
    let record = Record::read(file)?;
    let word = match options.tables.as_slice() {
        [] => PathBuf::from(&record.table),
        [word] => word.clone(),
        _ => return Err(Failure::usage("a finding belongs to one table")),
    };
    let (name, table, text) = read(&word)?;
    let hash = format!("{:016x}", table_hash(&table));
    if hash != record.table_hash {
        return Err(Failure::problem(format_args!(
            "{}: it was found on another table, or on another version of it: {name} is {hash}, and it was {}",
            file.display(),
            record.table_hash
        )));
    }
    let arena = Arena::new(&table, text.as_deref()).map_err(|faults| Failure::unbuildable(&name, &faults))?;
    let field = Field::new(arena);
    let mut machine = field.arena.bare.clone();
    let played = field.play(&mut machine, &record.plan)?;
    let same = played.trouble.as_ref() == Some(&record.trouble);
    if options.json {
        let told = serde_json::json!({ "found": played.trouble, "same": same });
        output::print(&format!("{told:#}\n"))?;
    }
    match played.trouble {
        None => {
            if !options.json {
                let was = record.trouble.kind.word();
                output::print(&format!("{name}: nothing found any more; it was: {was}: {}\n", record.trouble.words))?;
            }
            Ok(())
        }
        Some(found) => {
            let as_before = if same { "just as before" } else { "not as before" };
            let line = format!("{name}: {}: {} (tick {}; {as_before})", found.kind.word(), found.words, found.tick);
            if !options.json {
                output::print(&(line.clone() + "\n"))?;
                return Err(Failure::Told);
            }
            Err(Failure::problem(line))
        }
    }
}

/// A sign of life on standard error, if that is a terminal.
fn progress(quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {pos} cases in {elapsed}; {msg}");
    let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests;
