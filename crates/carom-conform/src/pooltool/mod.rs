//! Recorded shots, single steps and games of pooltool, repeated by Carom and compared.
//!
//! Files are known by what they hold, not by their names: tables, balls and cues; shots; shots without a result; single
//! steps; games; a list of what should be there.

mod coarse;
mod common;
mod contact;
mod games;
mod micro;
mod play;
mod reach;
mod record;
mod report;
mod robust;
mod shots;
mod tolerance;
mod trace;
mod verdict;

use crate::case::{Fault, Field, read_json};
use carom::billiards::Quirks;
use clap::Args;
use common::Common;
use play::LIKE_THE_REFERENCE;
use record::RecordedShot;
use report::{Family, Kind, Report};
use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use verdict::{Measures, Verdict};

#[derive(Debug, Args)]
pub(crate) struct Pooltool {
    /// The folder with the recorded files
    folder: PathBuf,
    /// The report as JSON, with every case
    #[arg(long)]
    json: bool,
    /// Only the case of this name; a shot is shown event by event
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
}

/// A folder's files, read.
#[derive(Debug, Default)]
struct Data {
    shots: Vec<RecordedShot>,
    /// Shots on which the reference gave up.
    hard: Vec<RecordedShot>,
    steps: Vec<(String, Value)>,
    games: Vec<(String, Value)>,
    /// Shots that a list says are there.
    listed: Vec<String>,
    common: Common,
}

/// Runs the comparison. Exit code 0: the thresholds hold; 1: they do not; 2: the data are damaged.
pub(crate) fn run(options: &Pooltool) -> ExitCode {
    let mut faults = Vec::new();
    let data = read_folder(&options.folder, &mut faults);
    let mut report = judge_all(&data, &mut faults, options.case.as_deref());
    let warnings = missing(&data);
    if let Some(name) = &options.case {
        keep(&mut report, name);
        if report.families.is_empty() {
            faults.push(Fault::new(name, "there is no such case"));
        } else if let (Some(shot), false) = (data.shots.iter().find(|shot| shot.id == *name), options.json) {
            let _ = std::io::stdout().write_all(trace::trace(shot).as_bytes());
        }
    } else if report.families.is_empty() {
        faults.push(Fault::new(&options.folder.display().to_string(), "holds no recorded case"));
    }
    let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
    let text = if options.json { format!("{:#}\n", report.json(&faults, &warnings)) } else { report.text() };
    // A reader that has seen enough (`| head`) is no fault.
    let _ = std::io::stdout().write_all(text.as_bytes());
    for warning in &warnings {
        let _ = writeln!(std::io::stderr(), "warning: {warning}");
    }
    for fault in &faults {
        let _ = writeln!(std::io::stderr(), "error: {fault}");
    }
    ExitCode::from(if !faults.is_empty() { 2 } else { u8::from(!report.conforms()) })
}

/// Reads every JSON file of a folder. Whatever cannot be read is told, and the rest goes on.
fn read_folder(folder: &Path, faults: &mut Vec<Fault>) -> Data {
    let mut data = Data::default();
    let mut files = Vec::new();
    match json_files(folder) {
        Ok(paths) => {
            for path in paths {
                let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                match read_json(&path) {
                    Ok(value) => files.push((name, value)),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        Err(fault) => faults.push(fault),
    }
    let (common, files): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(_, value)| value.get("ball_params").is_some());
    match common.as_slice() {
        [(name, value)] => match Common::read(value, name) {
            Ok(common) => data.common = common,
            Err(fault) => faults.push(fault),
        },
        found => {
            let count = found.len();
            let fault = format!("{count} files with tables, balls and cues (common.json) where one is needed");
            faults.push(Fault::new(&folder.display().to_string(), fault));
            return data;
        }
    }
    for (name, value) in files {
        sort_file(&mut data, name, value, faults);
    }
    data
}

fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let fault = |error: std::io::Error| Fault::new(&folder.display().to_string(), error);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.extension().is_some_and(|kind| kind == "json") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Puts a file's contents where they belong.
fn sort_file(data: &mut Data, name: String, value: Value, faults: &mut Vec<Fault>) {
    if let Some(list) = value.as_array() {
        let ids = list.iter().filter(|entry| entry.get("error").is_none_or(Value::is_null));
        data.listed.extend(ids.filter_map(|entry| entry.get("id")).filter_map(Value::as_str).map(str::to_owned));
    } else if let Some(shots) = value.get("shots").and_then(Value::as_array) {
        for (number, shot) in shots.iter().enumerate() {
            match RecordedShot::read(shot, &data.common, &name, number) {
                Ok(read) if read.events.is_empty() => data.hard.push(read),
                Ok(read) => data.shots.push(read),
                Err(fault) => faults.push(fault),
            }
        }
    } else if value.get("games").is_some() {
        data.games.push((name, value));
    } else if value.as_object().is_some_and(|groups| groups.values().any(|group| group.get("cases").is_some())) {
        data.steps.push((name, value));
    } else {
        faults.push(Fault::new(&name, "holds neither shots nor steps nor games"));
    }
}

/// Judges everything, or only what can hold the case of that name.
fn judge_all(data: &Data, faults: &mut Vec<Fault>, only: Option<&str>) -> Report {
    let wanted = |shot: &&RecordedShot| only.is_none_or(|name| shot.id == name);
    let mut report = Report::default();
    for (name, value) in &data.steps {
        let (families, found) = micro::judge(value, name, &data.common);
        faults.extend(found);
        report.families.extend(families.into_iter().map(|group| Family {
            kind: Kind::Micro,
            name: group.family,
            verdicts: group.verdicts,
        }));
    }
    for shot in data.shots.iter().filter(wanted) {
        add(&mut report, Kind::Shot, &shot.family, judge_shot(shot));
    }
    for (file, value) in &data.games {
        let games = Field::new(value, file.as_str()).get("games").and_then(|games| games.list());
        let count = games.map_or_else(
            |fault| {
                faults.push(fault);
                0
            },
            |games| games.len(),
        );
        for number in 0..count {
            match games::judge(&value["games"][number], file, number, &data.common) {
                Ok(game) => {
                    game.verdicts.into_iter().for_each(|verdict| add(&mut report, Kind::Game, &game.family, verdict))
                }
                Err(fault) => faults.push(fault),
            }
        }
    }
    for shot in data.hard.iter().filter(wanted) {
        add(&mut report, Kind::Robust, "robustness", robust::judge(shot));
    }
    report
}

/// A shot with the reference's quirks, which decides. Beside it: which of the quirks it takes, how well it does on the strict
/// line, and what Carom's own contacts make of it.
fn judge_shot(shot: &RecordedShot) -> Verdict {
    let passes = |verdict: &Verdict| verdict.outcome != verdict::Outcome::Missed;
    let judged = |quirks: Quirks, line| play::play(shot, quirks).map(|ours| shots::judge(shot, &ours, line));
    let ours = match play::play(shot, LIKE_THE_REFERENCE) {
        Ok(ours) => ours,
        Err(error) => {
            let mut measures = Measures::default();
            measures.complain(error);
            return measures.verdict(shot.id.clone(), Vec::new());
        }
    };
    let mut verdict = shots::judge(shot, &ours, tolerance::ASKED);
    verdict.same = Some((shots::same_events(shot, &ours), shot.events.len()));
    verdict.strict = passes(&shots::judge(shot, &ours, tolerance::STRICT));
    for (quirk, switch) in play::SWITCHES {
        let mut quirks = LIKE_THE_REFERENCE;
        *switch(&mut quirks) = false;
        if passes(&verdict) && !judged(quirks, tolerance::ASKED).is_ok_and(|without| passes(&without)) {
            verdict.quirks.push(quirk);
        }
    }
    let own = Quirks::POOLTOOL;
    verdict.own_asked = judged(own, tolerance::ASKED).is_ok_and(|own| passes(&own));
    match judged(own, tolerance::OWN) {
        Ok(own) if passes(&own) => {}
        Ok(own) => verdict.own = Some(own.words),
        Err(error) => verdict.own = Some(error),
    }
    verdict
}

fn add(report: &mut Report, kind: Kind, family: &str, verdict: Verdict) {
    match report.families.iter_mut().find(|other| other.kind == kind && other.name == family) {
        Some(family) => family.verdicts.push(verdict),
        None => report.families.push(Family { kind, name: family.to_owned(), verdicts: vec![verdict] }),
    }
}

/// Leaves one case in a report.
fn keep(report: &mut Report, name: &str) {
    report.families.iter_mut().for_each(|family| family.verdicts.retain(|verdict| verdict.case == name));
    report.families.retain(|family| !family.verdicts.is_empty());
}

/// Shots that a list names and no file holds.
fn missing(data: &Data) -> Vec<String> {
    let there = |id: &String| data.shots.iter().chain(&data.hard).any(|shot| shot.id == *id);
    let absent: Vec<&str> = data.listed.iter().filter(|id| !there(id)).map(String::as_str).collect();
    match absent.as_slice() {
        [] => Vec::new(),
        [first, ..] => vec![format!("{} listed shots are in no file, {first} the first of them", absent.len())],
    }
}
