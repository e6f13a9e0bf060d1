//! Running a table, tick by tick.

use super::report::{Counts, TableReport};
use crate::args::SimulateOptions;
use crate::failure::Failure;
use crate::game::{self, Game};
use crate::output;
use crate::progress::Progress;
use crate::tables::Loaded;
use crate::trace::Writer;
use std::time::Instant;

/// ms: how often a trace has a row, unless told otherwise.
const EVERY: f64 = 10.0;

pub(super) fn run(loaded: Loaded, options: &SimulateOptions, is_stdout_taken: bool) -> Result<(), Failure> {
    let name = loaded.name.clone();
    let mut game = Game::new(loaded, &options.game)?;
    let ticks = game::ticks_in(options.seconds);
    let every = game::ticks_in(options.every.unwrap_or(EVERY) * 1e-3);
    game.machine.keep_ledger(options.ledger);
    let mut writer = Writer::new(options.trace.as_deref(), options.events.as_deref())?;
    let mut counts = Counts::new(&game.machine);
    let mut progress = Progress::new("simulating", ticks);

    let clock = Instant::now();
    writer.rows(&game.machine)?;
    for tick in 1..=ticks {
        game.tick();
        if !game.machine.events().is_empty() {
            counts.add(&game.machine);
            writer.events(&game.machine)?;
        }
        if tick.is_multiple_of(every) || tick == ticks {
            writer.rows(&game.machine)?;
        }
        progress.at(tick);
    }
    let took = clock.elapsed();
    drop(progress);
    writer.finish()?;

    let report = TableReport::new(name, ticks, options.game.seed, &counts, &game, took);
    match (options.json, options.hash, is_stdout_taken) {
        (true, ..) => output::print(&report.json())?,
        (_, true, _) => output::print(&format!("{}\n", report.hash))?,
        (.., false) => output::print(&report.text())?,
        (.., true) => output::say(report.text().trim_end()),
    }
    report.verdict()
}
