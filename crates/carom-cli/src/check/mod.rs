//! `carom check`: lints a table. Faults of the file, things in one place, balls that get out, balls that stay, switches that
//! no ball reaches. Errors make it fail; warnings and notes do not.

mod arena;
mod campaign;
mod doubt;
mod finding;
mod fire;
mod floor;
mod leaks;
mod overlap;
mod placement;
mod reach;
mod traps;

use crate::args::CheckOptions;
use crate::failure::Failure;
use crate::tables::{self, Source};
use crate::{import, output};
use arena::Arena;
use carom::pinball::Tally;
use carom::units::radians;
use carom_tables::{Faults, Table, Unit};
use finding::{Figures, Finding, Kind, Level, Report, counted};
use fire::{Rest, Seen};
use indicatif::{ProgressBar, ProgressStyle};

/// Shots at each part that no ball met.
const AIMED_AT_EACH: usize = 24;

/// Degrees: on a playfield that is less steep balls may lie anywhere.
const LEVEL: f64 = 0.5;

/// What is asked for, beside the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) balls: usize,
    /// s: how long each run goes on.
    pub(crate) seconds: f64,
    pub(crate) seed: u64,
    /// Is the table a converted one, whose rules are not run?
    pub(crate) is_import: bool,
}

pub(crate) fn run(options: &CheckOptions) -> Result<(), Failure> {
    if options.campaign {
        return campaign::run(options);
    }
    let [table] = options.tables.as_slice() else {
        return Err(Failure::usage("one table is checked at a time; a campaign can have several"));
    };
    let effort =
        Effort { balls: options.balls as usize, seconds: options.seconds, seed: options.seed, is_import: false };
    let (name, table, text, is_import) = match tables::open(table)? {
        Source::Text { name, text } => match Table::parse(&text) {
            // A converted table keeps Visual Pinball's units.
            Ok(table) => (name, table.clone(), Some(text), table.units == Unit::VisualPinball),
            Err(faults) => return tell_faults(&name, &faults, effort, options.json),
        },
        Source::VisualPinball(path) => (path.display().to_string(), import::table_of(&path)?, None, true),
    };
    if options.placement {
        return match table.machine() {
            Ok(machine) => {
                let list = placement::Placement::of(&name, &table, &machine);
                output::print(&if options.json { list.json() } else { list.text() })
            }
            Err(faults) => Err(Failure::unbuildable(&name, &faults)),
        };
    }
    let threads = usize::from(options.threads.unwrap_or(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|fault| Failure::problem(format_args!("cannot start threads: {fault}")))?;
    let bar = progress(options.quiet);
    let report = pool.install(|| check(&name, &table, text.as_deref(), Effort { is_import, ..effort }, &bar));
    bar.finish_and_clear();
    output::print(&if options.json { report.json() } else { report.text() })?;
    if report.errors > 0 { Err(failed(&report, options.json)) } else { Ok(()) }
}

/// A file that cannot be read as a table: all its faults, and nothing more can be said.
fn tell_faults(name: &str, faults: &Faults, effort: Effort, json: bool) -> Result<(), Failure> {
    let found = faults.list().iter().map(|fault| {
        let (line, column) = faults.place(fault);
        let message = format!("{} (column {column})", fault.message);
        Finding::new(Level::Error, Kind::Fault, message).on_line(Some(line)).help(fault.help.as_str())
    });
    let report = Report::new(name, effort.seed, effort.seconds, Figures::default(), found.collect());
    output::print(&if json { report.json() } else { faults.shown(name) })?;
    Err(if json { failed(&report, json) } else { Failure::problem(report.summary()) })
}

/// How a check ends that found errors. Its text ends with the count already; beside JSON a person wants it, too.
fn failed(report: &Report, json: bool) -> Failure {
    if json { Failure::problem(report.summary()) } else { Failure::Told }
}

/// Checks a table; `text` is what it was read from, if it was.
pub(crate) fn check(name: &str, table: &Table, text: Option<&str>, effort: Effort, bar: &ProgressBar) -> Report {
    let arena = match Arena::new(table, text) {
        Ok(arena) => arena,
        Err(faults) => {
            let fault = |fault: &carom_tables::BuildFault| {
                Finding::new(Level::Error, Kind::Fault, fault.to_string()).help(fault.help.as_str())
            };
            let found = faults.iter().map(fault).collect();
            return Report::new(name, effort.seed, effort.seconds, Figures::default(), found);
        }
    };
    let mut found = overlap::overlaps(&arena);
    // Visual Pinball's tables keep parts that the script brings in beside the table.
    let outside = if effort.is_import { Vec::new() } else { doubt::outside(&arena) };
    found.extend(doubt::doubts(&arena, &outside));
    let shots = fire::plan(effort.balls, effort.seconds, effort.seed);
    bar.set_length(shots.len() as u64);
    let seen = fire::fire(&arena, &shots, || bar.inc(1));
    let mut met = vec![false; arena.parts.len()];
    join(&mut met, &seen);
    let mut unmet = reach::unmet(&arena, &met);
    unmet.retain(|part| !outside.contains(part));
    let aims = fire::aim(&unmet, AIMED_AT_EACH, effort.seed);
    bar.inc_length(aims.len() as u64);
    let shot_at = fire::fire(&arena, &aims, || bar.inc(1));
    let mut aimed = vec![false; arena.parts.len()];
    join(&mut aimed, &shot_at);

    let figures = figures(&seen, effort.balls);
    let balls = effort.balls as u64 + figures.served;
    let leaks: Vec<_> = seen.iter().chain(&shot_at).flat_map(|seen| seen.leaks.clone()).collect();
    let rests: Vec<Rest> = seen.into_iter().flat_map(|seen| seen.rests).collect();
    found.extend(leaks::leaks(&arena, &leaks, balls));
    if !is_level(&arena) {
        found.extend(traps::traps(&arena, &rests, balls, effort.is_import));
    }
    found.extend(reach::unreachable(&arena, &unmet, &aimed, shots.len()));
    found.extend(about(&arena, figures, effort));
    Report::new(name, effort.seed, effort.seconds, figures, found).in_unit(table.units)
}

fn is_level(arena: &Arena) -> bool {
    arena.bare.playfield().slope.abs() < radians(LEVEL)
}

/// What all runs met.
fn join(met: &mut [bool], seen: &[Seen]) {
    for seen in seen {
        met.iter_mut().zip(&seen.met).for_each(|(all, one)| *all |= one);
    }
}

fn figures(seen: &[Seen], balls: usize) -> Figures {
    let mut figures = Figures { balls, runs: seen.len(), ..Figures::default() };
    for Seen { tally: Tally { served, flips, hits, drained, lost, rescued, .. }, rests, overloads, .. } in seen {
        figures.served += served;
        figures.flips += flips;
        figures.flipper_hits += hits;
        figures.drained += drained;
        figures.lost += lost;
        figures.rescued += rescued;
        figures.rests += rests.len();
        figures.overloads += overloads;
    }
    figures
}

/// What a reader has to know to judge the rest.
fn about(arena: &Arena, figures: Figures, effort: Effort) -> Vec<Finding> {
    let note = |message: String| Finding::new(Level::Note, Kind::About, message);
    let mut notes = Vec::new();
    if effort.is_import {
        notes.push(note(
            "this table is converted from Visual Pinball, and its script is not run: walls, gates and targets that the \
             script moves stay as they are, so some switches may be called unreachable and some places traps that are none"
                .to_owned(),
        ));
    }
    if is_level(arena) {
        notes.push(note("the playfield is level: balls may lie anywhere, and traps were not looked for".to_owned()));
    }
    if arena.floor.open.is_empty() {
        let help = "balls were only served, not dropped; put a flipper, a plunger, a trough or a ball on the playfield";
        notes.push(note("no place on the playfield was found where a ball can lie".to_owned()).help(help));
    }
    let away = arena.parts.iter().filter(|who| !who.is_there).count();
    if away > 0 {
        let parts = counted(away, "part");
        notes.push(note(format!("left out, being away when the game begins (`enabled = false`): {parts}")));
    }
    if figures.overloads > 0 {
        let ticks = counted(figures.overloads, "tick");
        notes.push(note(format!("in {ticks} the work came to its limit: balls are pressed between things that move")));
    }
    notes
}

/// A bar on standard error, if that is a terminal.
fn progress(quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("checking {bar:40} {pos}/{len} runs, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
