//! `carom-bench machine`: a whole pinball machine, milliseconds and instructions per second on its clock, beside Visual
//! Pinball's recorded figures; and whether all balls stayed on the table.

#[allow(unreachable_pub, dead_code, reason = "the same file as in the engine's tests, which use more of it")]
#[path = "../../../../crates/carom/tests/machine/mini_table.rs"]
mod mini_table;
mod print;

use core::hint::black_box;
use std::time::Instant;

use carom::pinball::Happening;
use carom::units::VP_LENGTH;
use carom::{Ball, DVec3, Error};
use mini_table::{Scene, big_table, mini_table, prism_table};

use crate::Fault;
use crate::callgrind;
use crate::clock;
use crate::json::Json;
use crate::options::Machine;
use crate::recorded::{self, PinballSpeed};
use crate::sim::{LOOK_AT_CLOCK, PATIENCE};
use crate::speed::{LEAST_SECONDS, MOST_RUNS, MOST_SECONDS};

/// Ticks in a second.
const RATE: f64 = 1000.0;
/// Seconds on the clock that the two runs under callgrind share. Set-up is in them, and the fall of all balls at once
/// with which a table of many balls begins.
const HEAD: f64 = 2.0;

/// How often a table is played, each time from another start: one game is luck, since a ball that comes to lie somewhere costs
/// nothing, and one that rolls along a guide much.
const STARTS: u32 = 6;
/// m/s: by how much the balls of one start are faster across the table than those of the one before.
const START_STEP: f64 = 0.02;

/// A table with so many balls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    make: fn(usize) -> Result<Scene, Error>,
    balls: usize,
    /// Width, length and height of the glass, in Visual Pinball's units.
    size: [f64; 3],
    /// Which start; nothing is that of the record.
    start: u32,
}

impl Table {
    /// The table with its balls.
    fn build(&self) -> Result<Scene, Error> {
        let mut scene = (self.make)(self.balls)?;
        let faster = DVec3::new(START_STEP * f64::from(self.start), 0.0, 0.0);
        for k in 0..if self.start == 0 { 0 } else { scene.balls.len() } {
            if let Some(ball) = scene.machine.ball(scene.balls[k]) {
                scene.machine.set_ball(scene.balls[k], Ball { velocity: ball.velocity + faster, ..ball })?;
            }
        }
        Ok(scene)
    }

    /// The same table from all its starts. Without balls there is one only.
    fn starts(self) -> impl Iterator<Item = Self> {
        (0..if self.balls == 0 { 1 } else { STARTS }).map(move |start| Self { start, ..self })
    }
}

pub(crate) const TABLES: [Table; 7] = [
    mini("mini_0", 0),
    mini("mini_1", 1),
    mini("mini_3", 3),
    mini("mini_20", 20),
    big("big_0", 0),
    big("big_1", 1),
    big("big_20", 20),
];

const fn mini(name: &'static str, balls: usize) -> Table {
    Table { name, make: mini_table, balls, size: [600.0, 1200.0, 210.0], start: 0 }
}

const fn big(name: &'static str, balls: usize) -> Table {
    Table { name, make: big_table, balls, size: [1000.0, 2000.0, 400.0], start: 0 }
}

/// The table of that name; `mini_1@3` is the third of its other starts.
pub(crate) fn find(name: &str) -> Option<Table> {
    let (name, start) = name.split_once('@').unwrap_or((name, "0"));
    let start = start.parse().ok().filter(|start| *start < STARTS)?;
    TABLES.into_iter().find(|table| table.name == name).map(|table| Table { start, ..table })
}

/// A table of so many rows and columns of prisms with three balls, after its first tick.
pub(crate) fn prisms(rows: u32, columns: u32) -> Result<Scene, Fault> {
    let mut scene = prism_table(rows, columns, 3)?;
    scene.tick()?;
    Ok(scene)
}

/// All that is known about a table after measuring it.
struct Row {
    name: &'static str,
    /// Milliseconds per second on the clock.
    milliseconds: f64,
    /// Milliseconds to build the machine and run its first tick.
    set_up: f64,
    /// Millions per second on the clock.
    instructions: Option<f64>,
    recorded: Option<PinballSpeed>,
    report: Report,
}

/// What a run looked like from outside.
#[derive(Clone, Copy, Debug)]
struct Report {
    events_per_second: f64,
    /// Balls that were outside the cabinet after any tick, or out of play.
    escaped: usize,
    /// Ticks whose work came to its limit.
    overloaded: usize,
    in_order: bool,
    hash: u64,
}

impl Report {
    fn is_right(&self) -> bool {
        self.escaped == 0 && self.overloaded == 0 && self.in_order
    }
}

/// Measures what was asked for; `false` if a ball escaped or a table could not be run to the end.
pub(crate) fn run(options: &Machine) -> Result<bool, Fault> {
    let counts = options.callgrind.unwrap_or_else(callgrind::is_there);
    let (mut rows, mut finished) = (Vec::new(), true);
    if !options.json {
        crate::say(print::HEADING);
    }
    for &table in &options.tables {
        // One table that cannot be finished does not hide the others.
        let row = match measure(table, options, counts) {
            Ok(row) => row,
            Err(fault) => {
                eprintln!("{:<10} NOT FINISHED: {fault}", table.name);
                finished = false;
                continue;
            }
        };
        if !options.json {
            crate::say(&print::speed_line(&row));
        }
        rows.push(row);
    }
    if options.json {
        crate::say(&Json::List(rows.iter().map(print::as_json).collect()).to_string());
    } else {
        crate::say(&format!("\n{}\n\n{}", print::NOTES, print::RIGHT_HEADING));
        rows.iter().for_each(|row| crate::say(&print::right_line(row)));
    }
    Ok(finished && rows.iter().all(|row| row.report.is_right()))
}

/// Runs a table for so many seconds, and says what it did: for callgrind.
pub(crate) fn count(table: Table, seconds: f64) -> Result<String, Fault> {
    let mut scene = table.build()?;
    let events = play(&mut scene, ticks(seconds))?;
    Ok(format!("{} {seconds} s: {events} events, hash {:016x}", table.name, scene.machine.hash()))
}

fn measure(table: Table, options: &Machine, counts: bool) -> Result<Row, Fault> {
    // First, and untimed: there is no point in timing a machine that loses balls, and it warms the caches.
    let report = validate_all(table, options.seconds)?;
    let (milliseconds, set_up) = best_of(table, options)?;
    let instructions = counts.then(|| instructions(table, options.seconds)).transpose()?;
    let recorded = recorded::pinball(table.name);
    Ok(Row { name: table.name, milliseconds, set_up, instructions, recorded, report })
}

/// Milliseconds per second on the clock, of every start the best run, and milliseconds of set-up.
fn best_of(table: Table, options: &Machine) -> Result<(f64, f64), Fault> {
    let (mut sum, mut best_set_up, mut starts) = (0.0, f64::INFINITY, 0.0);
    for table in table.starts() {
        let (best, set_up) = best_of_start(table, options)?;
        (sum, best_set_up, starts) = (sum + best, best_set_up.min(set_up), starts + 1.0);
    }
    Ok((sum / starts, best_set_up))
}

fn best_of_start(table: Table, options: &Machine) -> Result<(f64, f64), Fault> {
    let ticks = ticks(options.seconds);
    let (mut best, mut best_set_up) = (f64::INFINITY, f64::INFINITY);
    let (mut spent, mut runs) = (0.0, 0);
    let begun = clock::cpu_seconds();
    let share = 1.0 / f64::from(STARTS);
    let time_left = |spent: f64| spent < share * LEAST_SECONDS && clock::cpu_seconds() - begun < share * MOST_SECONDS;
    while runs < options.repeat.max(1) || (time_left(spent) && runs < MOST_RUNS) {
        let start = clock::cpu_seconds();
        let mut scene = table.build()?;
        scene.tick()?;
        let ready = clock::cpu_seconds();
        play(&mut scene, ticks)?;
        let taken = clock::cpu_seconds() - ready;
        black_box(scene.machine.hash());
        best = best.min(taken);
        best_set_up = best_set_up.min(ready - start);
        spent += taken;
        runs += 1;
    }
    Ok((best * 1e3 / options.seconds, best_set_up * 1e3))
}

/// Millions of instructions per second on the clock: the mean over all starts.
fn instructions(table: Table, seconds: f64) -> Result<f64, Fault> {
    let (mut sum, mut starts) = (0.0, 0.0);
    for table in table.starts() {
        let name = format!("{}@{}", table.name, table.start);
        let collected = |seconds: f64| callgrind::collected(core::slice::from_ref(&name), seconds);
        sum += collected(HEAD + seconds)? - collected(HEAD)?;
        starts += 1.0;
    }
    Ok(sum / starts / seconds * 1e-6)
}

/// Ticks as a game has them: the table's rules, which look at every ball, and a look at the events. Returns how many.
pub(crate) fn play(scene: &mut Scene, ticks: u64) -> Result<usize, Fault> {
    let start = Instant::now();
    let mut events = 0;
    for tick in 0..ticks {
        scene.tick()?;
        events += black_box(scene.machine.events()).len();
        if tick % LOOK_AT_CLOCK == 0 && start.elapsed().as_secs() >= PATIENCE {
            return Err(format!("given up after {PATIENCE} s at {} s on the clock", scene.machine.time()).into());
        }
    }
    Ok(events)
}

/// All starts: the worst of each, and the hash of the first.
fn validate_all(table: Table, seconds: f64) -> Result<Report, Fault> {
    let mut all = validate(table, seconds)?;
    let mut starts = 1.0;
    for table in table.starts().skip(1) {
        let one = validate(table, seconds)?;
        all.events_per_second += one.events_per_second;
        all.escaped += one.escaped;
        all.overloaded += one.overloaded;
        all.in_order &= one.in_order;
        starts += 1.0;
    }
    all.events_per_second /= starts;
    Ok(all)
}

fn validate(table: Table, seconds: f64) -> Result<Report, Fault> {
    // Once without looking, which gives up in time if the engine cannot do it at all.
    play(&mut table.build()?, ticks(seconds))?;
    let mut scene = table.build()?;
    let mut out = vec![false; scene.balls.len()];
    let (mut events, mut overloaded, mut in_order) = (0, 0, true);
    for _ in 0..ticks(seconds) {
        scene.tick()?;
        for (out, id) in out.iter_mut().zip(&scene.balls) {
            *out |= scene.machine.ball(*id).is_none_or(|ball| table.has_lost(&ball));
        }
        let told = scene.machine.events();
        events += told.len();
        overloaded += told.iter().filter(|event| event.what == Happening::Overloaded).count();
        in_order &= told.is_sorted_by(|a, b| a.time <= b.time);
    }
    Ok(Report {
        events_per_second: events as f64 / seconds,
        escaped: out.iter().filter(|out| **out).count(),
        overloaded,
        in_order,
        hash: scene.machine.hash(),
    })
}

impl Table {
    /// Is the ball's centre outside the cabinet, or nowhere?
    fn has_lost(&self, ball: &Ball) -> bool {
        let most = DVec3::from(self.size) * VP_LENGTH;
        !ball.is_finite() || ball.position.cmplt(DVec3::ZERO).any() || ball.position.cmpgt(most).any()
    }
}

fn ticks(seconds: f64) -> u64 {
    (seconds * RATE).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_its_balls_and_a_record() {
        for table in TABLES {
            let scene = table.build().unwrap();
            assert_eq!(scene.balls.len(), table.balls, "{}", table.name);
            assert!(recorded::pinball(table.name).is_some(), "{} has no record", table.name);
            assert_eq!(find(table.name).map(|found| found.start), Some(0));
        }
    }

    #[test]
    fn other_starts_are_other_games() {
        let (one, two) = (find("mini_1").unwrap(), find("mini_1@1").unwrap());
        assert_ne!(validate(one, 1.0).unwrap().hash, validate(two, 1.0).unwrap().hash);
        assert!(find("mini_1@99").is_none() && find("mini_1@x").is_none());
    }

    #[test]
    fn a_ball_outside_is_noticed() {
        let table = find("mini_1").unwrap();
        let at = |x: f64, y: f64, z: f64| Ball::new(DVec3::new(x, y, z) * VP_LENGTH, 0.0135, 0.08).unwrap();
        assert!(!table.has_lost(&at(300.0, 600.0, 25.0)));
        for outside in [at(-1.0, 600.0, 25.0), at(601.0, 600.0, 25.0), at(300.0, 1201.0, 25.0), at(300.0, 600.0, -1.0)]
        {
            assert!(table.has_lost(&outside), "{outside:?}");
        }
    }

    #[test]
    fn a_short_run_is_right_and_repeats_itself() {
        let table = find("mini_3").unwrap();
        let (one, two) = (validate(table, 0.2).unwrap(), validate(table, 0.2).unwrap());
        assert!(one.is_right() && one.events_per_second > 0.0, "{one:?}");
        assert_eq!(one.hash, two.hash);
    }
}
