//! `carom-conform`: sets up recorded runs of another engine (Visual Pinball, pooltool), runs them in Carom and compares.
//! The report goes to standard output, messages to standard error; exit code 0 all is well, 1 a case fails, 2 wrong usage
//! or damaged data.

mod case;
mod judge;
mod mended;
mod parts;
mod pooltool;
mod record;
mod report;
mod run;
mod schedule;
mod setup;
mod tolerance;
mod trace;

use case::{Fault, Field, read_family, read_json};
use clap::{Args, Parser, Subcommand};
use judge::{Context, FAMILIES, Spreads, judge};
use report::FamilyReport;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs recorded cases of another engine and compares.
#[derive(Debug, Parser)]
#[command(name = "carom-conform", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Cases of Visual Pinball: every family's file in a folder
    Vpx(Vpx),
    /// Shots, single steps and games of pooltool: every file in a folder
    Pooltool(pooltool::Pooltool),
}

#[derive(Debug, Args)]
struct Vpx {
    /// The folder with the families' files
    folder: PathBuf,
    /// The report as JSON, with every case
    #[arg(long)]
    json: bool,
    /// Instead of a report: one case row by row, the record and ours
    #[arg(long, value_name = "FAMILY/CASE", conflicts_with = "json")]
    trace: Option<String>,
}

/// Files of the folder that are not families: how much Visual Pinball varies by itself.
const SPREAD: &str = "flipper_shot_spread";
const SENSITIVITY: &str = "sensitivity";

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Vpx(options) => vpx(&options),
        Command::Pooltool(options) => pooltool::run(&options),
    }
}

/// The runs of Visual Pinball.
fn vpx(options: &Vpx) -> ExitCode {
    if let Some(which) = &options.trace {
        return show(traced(&options.folder, which));
    }
    let (families, faults) = match conform(&options.folder) {
        Ok(done) => done,
        Err(fault) => (Vec::new(), vec![fault]),
    };
    let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
    let text = if options.json { format!("{:#}\n", report::json(&families, &faults)) } else { report::text(&families) };
    // A reader that has seen enough (`| head`) is no fault.
    let _ = std::io::stdout().write_all(text.as_bytes());
    for fault in &faults {
        let _ = writeln!(std::io::stderr(), "error: {fault}");
    }
    let failed = families.iter().any(|family| family.failed() > 0);
    ExitCode::from(if !faults.is_empty() { 2 } else { u8::from(failed) })
}

/// Prints a text, or what is wrong.
fn show(text: Result<String, Fault>) -> ExitCode {
    match text {
        Ok(text) => {
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "error: {fault}");
            ExitCode::from(2)
        }
    }
}

/// One case, row by row.
fn traced(folder: &Path, which: &str) -> Result<String, Fault> {
    let Some((family, name)) = which.split_once('/') else {
        return Err(Fault::new(which, "must be FAMILY/CASE"));
    };
    let (cases, faults) = read_family(&folder.join(format!("{family}.json")), family);
    let case = cases.iter().find(|case| case.name == name);
    match (case, faults.first()) {
        (Some(case), _) => trace::trace(case),
        (None, Some(fault)) => Err(fault.clone()),
        (None, None) => Err(Fault::new(which, "there is no such case")),
    }
}

/// Every family of a folder, and what is wrong with the data.
fn conform(folder: &Path) -> Result<(Vec<FamilyReport>, Vec<Fault>), Fault> {
    let (mut families, mut faults) = (Vec::new(), Vec::new());
    let context = context(folder)?;
    for (name, path) in files(folder)? {
        if !FAMILIES.contains(&name.as_str()) {
            faults.push(Fault::new(&path.display().to_string(), "is no family known here"));
            continue;
        }
        let (cases, damaged) = read_family(&path, &name);
        faults.extend(damaged);
        let mut verdicts = Vec::new();
        for case in cases {
            match run::run(&case).and_then(|ours| judge(&case, &ours, &context)) {
                Ok(verdict) => verdicts.push(verdict),
                Err(fault) => faults.push(fault),
            }
        }
        families.push(FamilyReport::new(&name, verdicts));
    }
    if families.is_empty() && faults.is_empty() {
        faults.push(Fault::new(&folder.display().to_string(), "holds no family's file"));
    }
    Ok((families, faults))
}

/// The JSON files of a folder by name, in order, without those that are not families.
fn files(folder: &Path) -> Result<Vec<(String, PathBuf)>, Fault> {
    let fault = |error: std::io::Error| Fault::new(&folder.display().to_string(), error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let Some(name) = path.file_stem().map(|name| name.to_string_lossy().into_owned()) else { continue };
        if path.extension().is_some_and(|kind| kind == "json") && name != SPREAD && name != SENSITIVITY {
            files.push((name, path));
        }
    }
    files.sort();
    Ok(files)
}

/// What lies beside the cases. Without the file of spreads, shots are judged by the agreed tolerance alone.
fn context(folder: &Path) -> Result<Context, Fault> {
    let path = folder.join(format!("{SPREAD}.json"));
    if !path.exists() {
        return Ok(Context::default());
    }
    let value = read_json(&path)?;
    Ok(Context { spreads: Spreads::read(&Field::new(&value, format!("{SPREAD}.json")))? })
}
