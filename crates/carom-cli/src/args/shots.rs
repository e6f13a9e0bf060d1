//! What can be said to commands that play billiards.

use super::seconds;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = SHOT)]
pub(crate) struct ShotOptions {
    /// The shot (JSON; docs/shots.md has every key), or `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// Says what happened in lines for people, instead of JSON
    #[arg(long)]
    pub(crate) brief: bool,
    /// Adds the state of all balls every so many seconds [default: as the file says]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, conflicts_with = "brief")]
    pub(crate) samples: Option<f64>,
    /// Adds every stretch of motion, with its formula's numbers
    #[arg(long, conflicts_with = "brief")]
    pub(crate) legs: bool,
    /// Adds how the end changes with every number of the strike, and how fast a small shift grows
    #[arg(long, conflicts_with = "brief")]
    pub(crate) sensitivity: bool,
    /// As JSON; that is the default
    #[arg(long, conflicts_with = "brief")]
    pub(crate) json: bool,
}

const SHOT: &str = "Examples:
  carom shot my-shot.json
  carom rack nine-ball | carom shot --brief
  carom shot my-shot.json --samples 0.02 --legs > report.json

Exit code 1: something is wrong with the file; each fault is told with its place.";

#[derive(Debug, Args)]
#[command(after_help = RACK)]
pub(crate) struct RackOptions {
    /// The game; `carom list` names them
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The table: a built-in one (`carom list`), or a table's file (.json) [default: the game's own]
    #[arg(long, value_name = "TABLE")]
    pub(crate) table: Option<PathBuf>,
    /// Gaps between racked balls, as a part of their radius; 0: frozen together
    #[arg(long, value_name = "PART", default_value_t = 0.0, value_parser = part, allow_negative_numbers = true)]
    pub(crate) spacing: f64,
    /// Deals the places that the rules leave to chance, and shakes the balls within their gaps
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

const RACK: &str = "Examples:
  carom rack nine-ball > break.json
  carom rack eight-ball --table pool-7 --spacing 0.01 --seed 7 | carom shot --brief
  carom rack three-cushion | carom solve - --score three-cushion

It prints a shot's file with a strike at the rack: change it as you like.";

#[derive(Debug, Args)]
#[command(after_help = SOLVE)]
pub(crate) struct SolveOptions {
    /// The layout: a shot's file, whose strike only says which ball is struck; or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Pots this ball; `any`: any but the struck one
    #[arg(long, value_name = "BALL")]
    pub(crate) pot: Option<String>,
    /// Pots into this pocket (lb, lc, lt, rb, rc, rt: left or right, bottom, centre or top)
    #[arg(long, value_name = "POCKET")]
    pub(crate) pocket: Option<String>,
    /// Leaves the struck ball near this point, m
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub(crate) leave: Option<[f64; 2]>,
    /// How near is near enough, m
    #[arg(long, value_name = "M", default_value_t = 0.15, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) within: f64,
    /// Scores under the rules of this game, after its break
    #[arg(long, value_name = "GAME")]
    pub(crate) score: Option<String>,
    /// How many strikes to simulate in all
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub(crate) tries: u32,
    /// Stops after so many seconds of waiting; what is found then depends on the machine
    #[arg(long, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// How many solutions to tell
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) keep: u16,
    /// How often each solution is repeated with a player's errors
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) repeats: u32,
    /// Size of the errors: 1 is a practised amateur (0.125 degrees of aim, 3 % of speed, half a millimetre at the tip)
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor, allow_negative_numbers = true)]
    pub(crate) errors: f64,
    /// Fastest cue, m/s
    #[arg(long, value_name = "M/S", default_value_t = 7.0, value_parser = factor, allow_negative_numbers = true)]
    pub(crate) speed: f64,
    /// Highest elevation of the cue, in degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, value_parser = factor, allow_negative_numbers = true)]
    pub(crate) elevation: f64,
    /// Starts the random numbers: the same seed finds the same strikes on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads to use; the answer does not depend on it [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Prints the layout with the best strike as a shot's file, and nothing else
    #[arg(long, conflicts_with = "json")]
    pub(crate) shot: bool,
    /// Says what was found as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows no progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

const SOLVE: &str = "Examples:
  carom solve layout.json --pot 3 --pocket lt --leave 0.6,1.2
  carom solve layout.json --score nine-ball --tries 50000 --json
  carom solve layout.json --pot any --shot | carom shot --brief

Solutions are ranked by the part of the repeats with errors that still do what was asked.
Exit code 1: no strike was found, or something is wrong with the file.";

/// A part of something, 0 to 10.
fn part(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(number) if (0.0..=10.0).contains(&number) => Ok(number),
        Ok(_) => Err("it must be from 0 to 10".to_owned()),
        Err(_) => Err("it is not a number".to_owned()),
    }
}

/// A number from 0 to 100.
fn factor(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(number) if (0.0..=100.0).contains(&number) => Ok(number),
        Ok(_) => Err("it must be from 0 to 100".to_owned()),
        Err(_) => Err("it is not a number".to_owned()),
    }
}

/// Two numbers with a comma between them.
fn point(word: &str) -> Result<[f64; 2], String> {
    let numbers: Option<Vec<f64>> = word.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y]) if x.is_finite() && y.is_finite() => Ok([x, y]),
        _ => Err("two numbers with a comma between them are needed, such as 0.6,1.2".to_owned()),
    }
}
