//! Carom on the shared scenes: how fast, how exact, and what the peers do on the same.
//!
//! `carom-bench scenes` measures speed, `carom-bench accuracy` compares with exact answers, `carom-bench micro` times
//! single impact tests, `carom-bench count` only simulates (for callgrind), `carom-bench export` writes scene files.

mod accuracy;
mod callgrind;
mod json;
mod micro;
mod options;
mod peer;
mod recorded;
mod sim;
mod speed;
mod validate;

use std::process::ExitCode;

/// Anything that can go wrong, in words.
type Fault = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.split_first() {
        Some((command, rest)) => match command.as_str() {
            "scenes" => options::speed(rest).map_err(Fault::from).and_then(|options| speed::run(&options)),
            "accuracy" => options::json_only(rest).map_err(Fault::from).and_then(accuracy::run),
            "micro" => options::json_only(rest).map_err(Fault::from).and_then(micro::run),
            "count" => count(rest).map(|()| true),
            "export" => export(rest).map(|()| true),
            other => Err(format!("unknown command {other:?}").into()),
        },
        None => Err("a command is needed".into()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("carom-bench: {fault}\n\n{}", options::usage());
            ExitCode::from(2)
        }
    }
}

/// Simulates and prints the state's hash, so that nothing can be left out as unused.
fn count(words: &[String]) -> Result<(), Fault> {
    let (source, seconds, rest) = match words {
        [source, seconds, rest @ ..] => (source, scenes::request::number("SECONDS", seconds)?, rest),
        _ => return Err("count needs SCENE and SECONDS".into()),
    };
    let mut run = scenes::request::find(source)?;
    scenes::request::set_all(&mut run, rest)?;
    let mut sim = sim::Sim::new(&run)?;
    sim.run(run.ticks(seconds))?;
    println!("{} {seconds} s: {} impacts, hash {:016x}", run.name, sim.impacts(), sim.hash());
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
