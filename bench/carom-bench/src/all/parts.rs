//! The parts of a whole run: which command is asked, and what of its answer goes into the table.

use scenes::catalogue;
use serde_json::Value;

use super::record::{Accuracy, Figure, Goal, Row, Section};
use super::{Run, goals};
use crate::growth::{self, Series};
use crate::options::Entry;
use crate::recorded;
use crate::shots;

/// All of them, in their order.
pub(super) const ALL: [fn(&mut Run<'_>); 8] = [scenes, machine, billiards, micro, gas, batch, growing, accuracy];

/// The tables that have a peer's figure worth comparing with: those with a ball.
const TABLES: [&str; 5] = ["mini_1", "mini_3", "mini_20", "big_1", "big_20"];

/// What can be asked for by name: parts, and rows of those that can do some without the others.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names = vec!["scenes", "machine", "shots", "micro", "gas", "batch", "growth", "accuracy"];
    names.extend(catalogue::SPEED.iter().chain(&TABLES).chain(&shots::names()));
    names
}

fn scenes(run: &mut Run<'_>) {
    let names = run.wanted("scenes", &catalogue::SPEED);
    let Some(found) = ask_for(run, &["scenes", "--no-peers"], &names) else { return };
    for name in names {
        let Some(scene) = catalogue::find(name) else { continue };
        let carom = row_of(&found, "scene", name).and_then(|row| number(row, "carom_ms_per_second"));
        let entry = Entry { source: name.to_owned(), run: scene };
        let mut peers = run.measure_peers(&entry);
        if let Some(theirs) = recorded::speed_of(&entry.run) {
            let all = [("Chipmunk", theirs.chipmunk), ("Rapier", theirs.rapier), ("pymunk", theirs.pymunk)];
            add_recorded(&mut peers, &all);
            peers.push(elsewhere("Box2D", theirs.box2d));
        }
        run.record.rows.push(Row { peers, ..row(Section::Scenes, name, "ms", carom, goals::scene(name)) });
    }
}

fn machine(run: &mut Run<'_>) {
    let names = run.wanted("machine", &TABLES);
    let Some(found) = ask_for(run, &["machine", "--repeat", "3"], &names) else { return };
    let mut times = Vec::new();
    for name in names {
        let Some(said) = row_of(&found, "table", name) else { continue };
        let theirs = recorded::pinball(name);
        let count = number(said, "carom_million_instructions_per_second");
        let goal = theirs.and_then(|theirs| goals::machine(name, theirs.instructions));
        let peer = |value: Option<f64>| value.map(|value| elsewhere("Vis. Pinball", value)).into_iter().collect();
        let counted = row(Section::Machine, name, "M instructions", count, goal);
        run.record.rows.push(Row { peers: peer(theirs.map(|theirs| theirs.instructions)), ..counted });
        let timed = row(Section::MachineTime, name, "ms", number(said, "carom_ms_per_second"), None);
        times.push(Row { peers: peer(theirs.map(|theirs| theirs.milliseconds)), ..timed });
    }
    run.record.rows.append(&mut times);
}

fn billiards(run: &mut Run<'_>) {
    let names = run.wanted("shots", &shots::names());
    let mut words = vec!["shots", "--no-callgrind"];
    words.extend(run.pooltool.then_some("--peers"));
    let Some(found) = ask_for(run, &words, &names) else { return };
    for name in names {
        let Some(said) = row_of(&found, "case", name) else { continue };
        let best = said.get("reference_laws").and_then(|laws| number(laws, "best_us"));
        let mut peers: Vec<Figure> =
            number(said, "pooltool_ms").map(|ms| measured("pooltool", ms * 1e3)).into_iter().collect();
        add_recorded(
            &mut peers,
            &recorded::pooltool(name).map(|ms| ("pooltool", ms * 1e3)).into_iter().collect::<Vec<_>>(),
        );
        run.record.rows.push(Row { peers, ..row(Section::Shots, name, "µs", best, None) });
    }
}

fn micro(run: &mut Run<'_>) {
    if !run.wants("micro", &[]) {
        return;
    }
    let Some(found) = run.ask(&["micro"]) else { return };
    let lines = found.as_array().map(Vec::as_slice).unwrap_or_default();
    for micro in &goals::MICRO {
        let fits = |line: &&Value| {
            let what = line.get("what").and_then(Value::as_str).unwrap_or_default();
            // A word at the end of the line stands before a space as well.
            micro.words.iter().all(|word| format!("{what} ").contains(word))
        };
        let line = lines.iter().find(fits);
        let ns = line.and_then(|line| number(line, "nanoseconds"));
        // Who is measured in the same run is not shown as recorded.
        let beside = |who: &str| line.and_then(|line| number(line.get("beside")?, who));
        let figure = |(who, value): &(&'static str, f64)| match beside(who) {
            Some(ns) => measured(who, ns),
            None => elsewhere(who, *value),
        };
        let peers = micro.others.iter().map(figure).collect();
        run.record.rows.push(Row { peers, ..row(Section::Micro, micro.name, "ns", ns, Some(micro.goal)) });
    }
}

/// Collisions a second; and of all gases the worst energy and the worst pressure.
fn gas(run: &mut Run<'_>) {
    if !run.wants("gas", &[]) {
        return;
    }
    let Some(found) = run.ask(&["gas"]) else { return };
    let all = found.as_array().cloned().unwrap_or_default();
    let (mut drift, mut off): (Option<f64>, Option<f64>) = (None, None);
    for said in &all {
        let (Some(dimensions), Some(count)) = (number(said, "dimensions"), number(said, "count")) else { continue };
        let speed = number(said, "collisions_per_second");
        let mut peers = Vec::new();
        if dimensions == 2.0 {
            peers = run.step_a_gas(count);
            add_recorded(&mut peers, recorded::stepped_gas(count as u64));
        }
        for (who, key) in [("DynamO", "dynamo"), ("Smallenburg", "smallenburg")] {
            peers.extend(number(said, key).map(|speed| elsewhere(who, speed)));
        }
        let name = super::gas_name(dimensions as u32, count as u64);
        let goal = if dimensions == 2.0 { goals::gas(count as u64) } else { None };
        let note =
            number(said, "instructions_per_collision").map_or(String::new(), |n| format!("{n:.0} instructions each"));
        let row = row(Section::Gas, &name, "collisions/s", speed, goal);
        run.record.rows.push(Row { n: Some(count), peers, note, ..row });
        drift = worse(drift, number(said, "energy_drift").map(f64::abs));
        // A hundred balls in a box that repeats itself are not matter without end.
        if count >= 1_000.0
            && let (Some(z), Some(theory)) = (number(said, "compressibility"), number(said, "theory"))
        {
            off = worse(off, Some((z / theory - 1.0).abs()));
        }
    }
    run.record.rows.push(row(Section::Gas, "energy drift", "worst of all", drift, Some(goals::GAS_ENERGY)));
    run.record.rows.push(row(Section::Gas, "pressure off theory", "worst", off, Some(goals::GAS_PRESSURE)));
    for series in growth::of_gas(&all) {
        if let Some(last) = series.points.last() {
            let memory = row(Section::Gas, &format!("memory, {}", series.name), "bytes a ball", last.bytes, None);
            run.record.rows.push(Row { note: format!("at {} balls", last.n), ..memory });
        }
        run.record.growth.push(series);
    }
}

fn batch(run: &mut Run<'_>) {
    if !run.wants("batch", &[]) {
        return;
    }
    let Some(found) = run.ask(&["batch"]) else { return };
    for said in found.as_array().map(Vec::as_slice).unwrap_or_default() {
        let word = |key: &str| said.get(key).and_then(Value::as_str).unwrap_or_default();
        let (what, unit, threads) = (word("what"), word("unit"), number(said, "threads").unwrap_or(1.0));
        let Some(value) = number(said, "value") else { continue };
        let (value, unit) = match unit {
            "ns" => (value * 1e-3, "µs"),
            "frames a second" => (value, "frames/s"),
            unit => (value, unit),
        };
        let goal = match what {
            what if what.starts_with("two threads against one") => Some(goals::TWO_THREADS),
            what if what.starts_with("snapshot and restore") => Some(goals::SNAPSHOT),
            _ => None,
        };
        let threads = if threads == 1.0 || goal.is_some() { String::new() } else { format!(", {threads} threads") };
        run.record.rows.push(row(Section::Batch, &format!("{what}{threads}"), unit, Some(value), goal));
    }
}

/// Exponents of the fits. Those of the gas come from its own part.
fn growing(run: &mut Run<'_>) {
    if run.wants("growth", &[]) {
        let mut words = vec!["growth", "--colliders"];
        words.extend(run.options.quick.then_some("--quick"));
        let series = run.ask(&words).map(serde_json::from_value::<Vec<Series>>);
        match series {
            Some(Ok(series)) => run.record.growth.extend(series),
            Some(Err(why)) => run.fault("growth", &why.to_string()),
            None => {}
        }
    }
    for series in run.record.growth.clone() {
        let ends = [series.points.first(), series.points.last()].map(|p| p.map_or(0.0, |point| point.n));
        let name = format!("{}, {}", series.name, series.unit);
        let note = format!("{} to {} {}", ends[0], ends[1], series.of);
        run.record.rows.push(Row { note, ..row(Section::Growth, &name, "", series.exponent, None) });
    }
}

/// The larger, and not a number if either is not one.
fn worse(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b > a || b.is_nan() { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// Carom's largest error over the shots, and the peers' from the record, beside what a second of S1 costs each.
fn accuracy(run: &mut Run<'_>) {
    if !run.wants("accuracy", &[]) {
        return;
    }
    let Some(found) = run.ask(&["accuracy"]) else { return };
    let cases = found.get("cases").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let s1 = run.record.rows_of(Section::Scenes).find(|row| row.name == "s1").and_then(|row| row.carom);
    for (dt, rate) in [("1/60", 60.0), ("1/1000", 1000.0)] {
        let mut ours =
            Accuracy { who: "Carom".to_owned(), rate, milliseconds: s1.unwrap_or(f64::NAN), error: 0.0, through: 0 };
        let shots = |case: &&Value| {
            let name = case.get("case").and_then(Value::as_str).unwrap_or_default();
            let fast = recorded::PLOTTED_SPEEDS.iter().any(|speed| name.ends_with(&format!(" {speed} m/s")));
            fast && case.get("dt").and_then(Value::as_str) == Some(dt)
        };
        for case in cases.iter().filter(shots) {
            ours.through += u32::from(case.get("through").and_then(Value::as_bool) == Some(true));
            let measures = case.get("measures").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let place = measures.iter().find(|m| m.get("what").and_then(Value::as_str) == Some("position"));
            ours.error = ours.error.max(place.and_then(|m| number(m, "error")).unwrap_or(f64::INFINITY));
        }
        // Carom's S1 is timed with a thousand looks a second; what sixty would cost is not measured.
        if rate == 1000.0 && s1.is_some() {
            run.record.accuracy.push(ours);
        }
        run.record.accuracy.extend(recorded::accuracy(dt, rate));
    }
}

/// Asks for the named rows of a part; nothing if none was wanted.
fn ask_for(run: &mut Run<'_>, words: &[&str], names: &[&str]) -> Option<Value> {
    if names.is_empty() {
        return None;
    }
    let mut words = words.to_vec();
    for name in names {
        words.extend(["--only", name]);
    }
    if run.options.quick {
        words.extend(["--repeat", "1"]);
    }
    run.ask(&words)
}

fn row(section: Section, name: &str, unit: &str, carom: Option<f64>, goal: Option<Goal>) -> Row {
    Row {
        section,
        name: name.to_owned(),
        unit: unit.to_owned(),
        carom,
        goal,
        n: None,
        peers: Vec::new(),
        note: String::new(),
    }
}

fn measured(who: &str, value: f64) -> Figure {
    Figure { who: who.to_owned(), value, recorded: false, escaped: 0 }
}

fn elsewhere(who: &str, value: f64) -> Figure {
    Figure { recorded: true, ..measured(who, value) }
}

/// Recorded figures of those that were not measured.
fn add_recorded(peers: &mut Vec<Figure>, all: &[(&str, f64)]) {
    for (who, value) in all {
        if !peers.iter().any(|figure| figure.who == *who) {
            peers.push(elsewhere(who, *value));
        }
    }
}

/// The object in a list whose `key` is `name`.
fn row_of<'v>(list: &'v Value, key: &str, name: &str) -> Option<&'v Value> {
    list.as_array()?.iter().find(|row| row.get(key).and_then(Value::as_str) == Some(name))
}

fn number(value: &Value, key: &str) -> Option<f64> {
    value.get(key)?.as_f64()
}
