//! `carom-siege`: besieges a server, or kills it over and over. `cargo xtask siege` builds everything and starts it.

use carom_play::{Console, Limits, Offer, ServerOptions, serve_until_interrupted};
use carom_siege::server::Start;
use carom_siege::{crowd, kills};
use carom_tables::{Table, built_in};
use clap::{Args, Parser, Subcommand};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Besieges Carom's server on this machine: players who play, hostile ones among them; or kills it over and over.
///
/// Exit code 0: it held; 1: it did not; 2: wrong usage.
#[derive(Debug, Parser)]
#[command(name = "carom-siege", args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    serve: Option<Mode>,
    #[command(flatten)]
    siege: SiegeOptions,
}

#[derive(Debug, Subcommand)]
enum Mode {
    /// Is the server that is besieged
    #[command(hide = true)]
    Serve(ServeOptions),
}

#[derive(Debug, Args)]
struct SiegeOptions {
    /// How long everybody stays, in seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Players who play
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=900))]
    honest: u64,
    /// Hostile ones, of all kinds in turn
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=200))]
    hostile: u64,
    /// Kills so many servers while they save, in place of the siege
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    kills: Option<u64>,
    /// Decides the moments of the kills
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The `carom` command that is besieged; without it this program serves itself
    #[arg(long, value_name = "FILE")]
    carom: Option<PathBuf>,
    /// Besieges the `carom` command that lies beside this program
    #[arg(long, conflicts_with = "carom")]
    beside: bool,
    /// Prints the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct ServeOptions {
    #[arg(long)]
    players: usize,
    #[arg(long)]
    scores: PathBuf,
    #[arg(long)]
    recordings: PathBuf,
    table: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.serve {
        Some(Mode::Serve(options)) => serve(options).map(|()| true),
        None => siege(arguments.siege),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("siege: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn siege(options: SiegeOptions) -> Result<bool, Box<dyn Error>> {
    let beside =
        || std::env::current_exe().map(|path| path.with_file_name(format!("carom{}", std::env::consts::EXE_SUFFIX)));
    let carom = if options.beside { Some(beside()?) } else { options.carom };
    let (program, words) = match carom {
        Some(carom) => (carom, vec!["play".to_owned(), "--no-open".to_owned()]),
        None => (std::env::current_exe()?, vec!["serve".to_owned()]),
    };
    let folder = std::env::temp_dir().join(format!("carom-siege-{}", std::process::id()));
    if let Some(kills) = options.kills {
        let found = kills::kill(&kills::Options {
            kills: usize::try_from(kills)?,
            seed: options.seed,
            program,
            words,
            folder: folder.clone(),
        })?;
        print!("{}", if options.json { format!("{:#}\n", found.json()) } else { found.text() });
        // What is left of a failure can be looked at.
        if found.faults.is_empty() {
            std::fs::remove_dir_all(folder)?;
        }
        return Ok(found.faults.is_empty());
    }
    let (honest, hostile) = (usize::try_from(options.honest)?, usize::try_from(options.hostile)?);
    let start = Start {
        program,
        words,
        // Hostile ones take tables as well; some of them take several.
        players: (honest + 2 * hostile).min(1000),
        scores: folder.join("scores.json"),
        recordings: folder.join("recordings"),
        table: None,
    };
    let found = crowd::besiege(crowd::Options { honest, hostile, time: Duration::from_secs(options.seconds), start })?;
    let faults = found.faults(true);
    print!("{}", if options.json { format!("{:#}\n", found.json(&faults)) } else { found.text(&faults) });
    std::fs::remove_dir_all(folder)?;
    Ok(faults.is_empty())
}

/// The same server as `carom play`, on any port that is free.
fn serve(options: ServeOptions) -> Result<(), Box<dyn Error>> {
    let mut tables = Vec::new();
    if let Some(path) = options.table {
        let table = Table::parse(&std::fs::read_to_string(&path)?)?;
        tables.push(Offer::new(&path.file_stem().unwrap_or_default().to_string_lossy(), "given", table));
    }
    for table in built_in::ALL {
        tables.push(Offer::new(table.name, table.name, Table::parse(table.text)?));
    }
    let options = ServerOptions {
        port: Some(0),
        tables,
        scores: Some(options.scores),
        recordings: Some(options.recordings),
        page: None,
        limits: Limits { sessions: options.players, ..Limits::default() },
        console: Console::new(|words| eprintln!("note: {words}")),
    };
    serve_until_interrupted(options, |server| {
        println!("http://{}/", server.address());
        Ok(())
    })
}
