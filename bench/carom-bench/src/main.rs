//! Carom on the shared scenes: how fast, how exact, and what the peers do on the same.
//!
//! `carom-bench all` runs everything and prints one table. Its parts are commands of their own: `scenes` measures speed,
//! `machine` a whole pinball machine, `shots` whole billiard shots, `gas` hard disks and spheres, `batch` many machines at
//! once, `micro` single impact tests, `growth` how costs grow, `accuracy` compares with exact answers. `roots` checks the first
//! roots of millions of quartics, `plots` draws what `all` kept, `count` only simulates (for callgrind), `export` writes
//! scene files.

mod accuracy;
mod all;
mod batch;
mod callgrind;
mod clock;
mod gas;
mod growth;
mod json;
mod machine;
mod micro;
mod options;
mod peer;
mod plots;
mod process;
mod recorded;
mod roots;
mod shots;
mod sim;
mod speed;
mod validate;

use std::io::Write as _;
use std::process::ExitCode;

/// Anything that can go wrong, in words.
type Fault = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("carom-bench: {fault}");
            ExitCode::from(2)
        }
    }
}

/// Does what was asked for; `false` if it found something wrong.
fn run(words: &[String]) -> Result<bool, Fault> {
    let (command, rest) = words.split_first().ok_or_else(options::usage)?;
    let asked_wrongly = |fault: String| format!("{fault}\n\n{}", options::usage());
    match command.as_str() {
        "all" => all::run(&options::all(rest).map_err(asked_wrongly)?),
        "scenes" => speed::run(&options::speed(rest).map_err(asked_wrongly)?),
        "accuracy" => accuracy::run(options::json_only(rest).map_err(asked_wrongly)?),
        "batch" => batch::run(options::json_only(rest).map_err(asked_wrongly)?),
        "micro" => micro::run(options::json_only(rest).map_err(asked_wrongly)?),
        "roots" => roots::run(&options::roots(rest).map_err(asked_wrongly)?),
        "machine" => machine::run(&options::machine(rest).map_err(asked_wrongly)?),
        "shots" => shots::run(&options::shots(rest).map_err(asked_wrongly)?),
        "plots" => plots::run(&options::plots(rest).map_err(asked_wrongly)?),
        "growth" => growth::run(&options::growth(rest).map_err(asked_wrongly)?),
        "gas" => gas::run(options::json_only(rest).map_err(asked_wrongly)?),
        "count" => count(rest).map(|()| true),
        "export" => export(rest).map(|()| true),
        "help" | "--help" => {
            say(&options::usage());
            Ok(true)
        }
        other => Err(asked_wrongly(format!("unknown command {other:?}")).into()),
    }
}

/// A line on the screen. Whoever stops reading (`| head`) has seen enough, and that is no fault.
fn say(line: &str) {
    if writeln!(std::io::stdout(), "{line}").is_err() {
        std::process::exit(0);
    }
}

/// Simulates and prints the state's hash, so that nothing can be left out as unused.
fn count(words: &[String]) -> Result<(), Fault> {
    let (source, seconds, rest) = match words {
        [source, seconds, rest @ ..] => (source, scenes::request::number("SECONDS", seconds)?, rest),
        _ => return Err("count needs SCENE and SECONDS".into()),
    };
    if let Some(said) = rest.is_empty().then(|| batch::count(source, seconds)).flatten() {
        say(&said?);
        return Ok(());
    }
    if let (Some(table), []) = (machine::find(source), rest) {
        say(&machine::count(table, seconds)?);
        return Ok(());
    }
    if let Some(said) = rest.is_empty().then(|| gas::count(source, seconds)).flatten() {
        say(&said?);
        return Ok(());
    }
    if let Some(said) = rest.is_empty().then(|| shots::count(source, seconds)).flatten() {
        say(&said?);
        return Ok(());
    }
    let mut run = scenes::request::find(source)?;
    scenes::request::set_all(&mut run, rest)?;
    let mut sim = sim::Sim::new(&run)?;
    sim.run(run.ticks(seconds))?;
    say(&format!("{} {seconds} s: {} impacts, hash {:016x}", run.name, sim.impacts(), sim.hash()));
    Ok(())
}

/// Writes every scene of the catalogue as a text file.
fn export(words: &[String]) -> Result<(), Fault> {
    let [folder] = words else { return Err("export needs a folder".into()) };
    std::fs::create_dir_all(folder)?;
    for name in scenes::catalogue::names() {
        if let Some(run) = scenes::catalogue::find(&name) {
            let path = std::path::Path::new(folder).join(format!("{name}.txt"));
            std::fs::write(path, scenes::text::write(&run.scene))?;
        }
    }
    Ok(())
}
