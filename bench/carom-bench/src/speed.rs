//! `carom-bench scenes`: milliseconds per simulated second on every scene, with Rapier beside it in the same run and the
//! other peers' figures from elsewhere; and whether the answer was right.

use scenes::catalogue::Run;

use crate::all::{Goal, scene_goal};
use crate::json::Json;
use crate::options::{Entry, Speed};
use crate::peer::{Measured, Peer};
use crate::recorded;
use crate::sim::Sim;
use crate::validate::{Report, validate};
use crate::{Fault, callgrind, clock};

/// Runs are repeated until this much time has been spent on a scene, so that the best of runs of a millisecond is not
/// the best of five.
pub(crate) const LEAST_SECONDS: f64 = 0.4;
/// But no more often than this,
pub(crate) const MOST_RUNS: u32 = 400;
/// and no longer, building the worlds included: a run may be over in no time whose world is not.
pub(crate) const MOST_SECONDS: f64 = 3.0;
/// Rapier takes up to half a minute for all scenes in one run of each; its best of this many is close enough.
const RAPIER_RUNS: u32 = 3;

/// All that is known about a scene after measuring it.
struct Row {
    name: String,
    carom: f64,
    /// Milliseconds to build the world and take the first tick.
    set_up: f64,
    rapier: Option<Measured>,
    recorded: Option<recorded::Speed>,
    instructions: Option<f64>,
    report: Report,
    ticks_per_second: f64,
}

impl Row {
    /// A goal counts for the run it was set for, as a record does.
    fn goal(&self) -> Option<Goal> {
        self.recorded.and_then(|record| scene_goal(record.scene))
    }
}

/// Measures what was asked for; `false` if a ball escaped or a scene could not be finished.
pub(crate) fn run(options: &Speed) -> Result<bool, Fault> {
    let rapier = if options.peers { Some(Peer::rapier()?) } else { None };
    let (mut rows, mut finished) = (Vec::new(), true);
    if !options.json {
        crate::say(&heading(options));
    }
    for entry in &options.entries {
        // One scene that cannot be finished does not hide the others.
        let row = match measure(entry, options, rapier.as_ref()) {
            Ok(row) => row,
            Err(fault) => {
                eprintln!("{:<14} NOT FINISHED: {fault}", entry.run.name);
                finished = false;
                continue;
            }
        };
        if !options.json {
            crate::say(&speed_line(&row, options));
        }
        rows.push(row);
    }
    if options.json {
        crate::say(&Json::List(rows.iter().map(as_json).collect()).to_string());
    } else {
        crate::say(&format!("\n{NOTES}\n\n{RIGHT_HEADING}"));
        for row in &rows {
            crate::say(&right_line(row));
        }
    }
    Ok(finished && rows.iter().all(|row| row.report.escaped.unwrap_or(0) == 0 && row.report.in_order))
}

fn measure(entry: &Entry, options: &Speed, rapier: Option<&Peer>) -> Result<Row, Fault> {
    let run = &entry.run;
    // First, and untimed: there is no point in timing an engine that is wrong, and it warms the caches.
    let report = validate(run)?;
    let (carom, set_up) = best_of(run, options.repeat)?;
    let rapier = rapier.map(|rapier| rapier.measure(entry, RAPIER_RUNS.min(options.repeat))).transpose()?;
    let instructions = options.callgrind.then(|| callgrind::instructions_per_step(entry)).transpose()?;
    Ok(Row {
        name: run.name.clone(),
        carom,
        set_up,
        rapier,
        recorded: recorded::speed_of(run),
        instructions,
        report,
        ticks_per_second: 1.0 / run.dt,
    })
}

/// Milliseconds per simulated second of the best run, and milliseconds of set-up. One thread and the best of many: on a
/// busy machine the best is what is left when nothing else ran.
fn best_of(run: &Run, repeat: u32) -> Result<(f64, f64), Fault> {
    let ticks = run.ticks(run.seconds);
    let (mut best, mut best_set_up) = (f64::INFINITY, f64::INFINITY);
    let (mut spent, mut runs) = (0.0, 0);
    let begun = clock::cpu_seconds();
    let time_left = |spent: f64| spent < LEAST_SECONDS && clock::cpu_seconds() - begun < MOST_SECONDS;
    while runs < repeat.max(1) || (time_left(spent) && runs < MOST_RUNS) {
        let start = clock::cpu_seconds();
        let mut sim = Sim::new(run)?;
        // Engines build their trees in the first tick, Rapier as well; that is set-up, and it is there left out too.
        sim.step()?;
        let ready = clock::cpu_seconds();
        sim.run(ticks)?;
        let taken = clock::cpu_seconds() - ready;
        core::hint::black_box(sim.hash());
        best = best.min(taken);
        best_set_up = best_set_up.min(ready - start);
        spent += taken;
        runs += 1;
    }
    Ok((best * 1e3 / (ticks as f64 * run.dt), best_set_up * 1e3))
}

fn heading(options: &Speed) -> String {
    let mut text = format!(
        "{:<14}{:>10}{:>8}{:>6}{:>10}{:>7} |{:>10}{:>7}{:>9}{:>7}{:>9}",
        "ms per sim. s", "Carom", "goal", "", "Rapier", "x", "Chipmunk", "x", "Box2D", "x", "Rapier"
    );
    if options.callgrind {
        text.push_str(&format!(" |{:>13}{:>12}{:>10}", "instr./step", "instr./s", "Chipmunk"));
    }
    text
}

const NOTES: &str = "x: how many times faster Carom is. Left of the bar: measured in this run, best of many, one thread. \
    Right of it: recorded\nelsewhere (Chipmunk without continuous detection; Box2D AVX2; Rapier f64), on another day and \
    perhaps another machine.";

fn speed_line(row: &Row, options: &Speed) -> String {
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), short);
    let times = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{:.1}", value / row.carom));
    let recorded = |pick: fn(&recorded::Speed) -> f64| row.recorded.as_ref().map(pick);
    let goal = row.goal();
    let verdict = goal.map_or("", |goal| if goal.is_met(row.carom) { "met" } else { "MISS" });
    let rapier = row.rapier.map(|measured| measured.milliseconds);
    let mut text = format!(
        "{:<14}{:>10}{:>8}{:>6}{:>10}{:>7} |{:>10}{:>7}{:>9}{:>7}{:>9}",
        row.name,
        short(row.carom),
        figure(goal.map(Goal::limit)),
        verdict,
        figure(rapier),
        times(rapier),
        figure(recorded(|r| r.chipmunk)),
        times(recorded(|r| r.chipmunk)),
        figure(recorded(|r| r.box2d)),
        times(recorded(|r| r.box2d)),
        figure(recorded(|r| r.rapier)),
    );
    if options.callgrind {
        let per_second = row.instructions.map(|n| n * row.ticks_per_second);
        let chipmunk = row.recorded.and_then(|record| record.chipmunk_instructions);
        let whole = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.0}"));
        text.push_str(&format!(" |{:>13}{:>12}{:>10}", whole(row.instructions), whole(per_second), whole(chipmunk)));
    }
    text
}

const RIGHT_HEADING: &str = "right?          set-up ms   impacts/s  escaped   deepest in an obstacle   deepest in a ball   energy drift   \
    Rapier escaped   hash";

fn right_line(row: &Row) -> String {
    let report = &row.report;
    let energy = report.energy.map_or("-".to_owned(), |energy| format!("{energy:.1e}"));
    let escaped = report.escaped.map_or("-".to_owned(), |escaped| escaped.to_string());
    let rapier = row.rapier.map_or("-".to_owned(), |measured| measured.escaped.to_string());
    format!(
        "{:<14}{:>11}{:>12.1}{:>9}{:>23.1e} m{:>18.1e} m{:>15}{:>17}   {:016x}{}",
        row.name,
        short(row.set_up),
        report.impacts_per_second,
        escaped,
        report.depth,
        report.overlap,
        energy,
        rapier,
        report.hash,
        if report.in_order { "" } else { "   EVENTS OUT OF ORDER" }
    )
}

/// Three digits, without exponent in the range that occurs.
pub(crate) fn short(value: f64) -> String {
    match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v if v >= 1.0 => format!("{v:.2}"),
        v if v >= 0.1 => format!("{v:.3}"),
        v => format!("{v:.4}"),
    }
}

fn as_json(row: &Row) -> Json {
    let recorded = |pick: fn(&recorded::Speed) -> f64| Json::from(row.recorded.as_ref().map(pick));
    let report = &row.report;
    Json::Object(vec![
        ("scene", row.name.as_str().into()),
        ("carom_ms_per_second", row.carom.into()),
        ("carom_set_up_ms", row.set_up.into()),
        ("rapier_ms_per_second", row.rapier.map(|measured| measured.milliseconds).into()),
        ("rapier_escaped", row.rapier.map(|measured| f64::from(measured.escaped)).into()),
        ("recorded_chipmunk", recorded(|r| r.chipmunk)),
        ("recorded_box2d", recorded(|r| r.box2d)),
        ("recorded_rapier", recorded(|r| r.rapier)),
        ("goal", row.goal().map(Goal::limit).into()),
        ("instructions_per_step", row.instructions.into()),
        ("impacts_per_second", report.impacts_per_second.into()),
        ("escaped", report.escaped.map(|escaped| escaped as f64).into()),
        ("deepest_in_obstacle_m", report.depth.into()),
        ("deepest_in_ball_m", report.overlap.into()),
        ("energy_drift", report.energy.into()),
        ("events_in_order", report.in_order.into()),
        ("hash", format!("{:016x}", report.hash).as_str().into()),
    ])
}
