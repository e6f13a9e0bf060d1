//! What can be said to commands that draw.

use super::runs::GameOptions;
use super::{TABLE_HELP, seconds};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = DRAW)]
pub(crate) struct DrawOptions {
    #[arg(value_name = "TABLE", help = TABLE_HELP)]
    pub(crate) table: PathBuf,
    /// Where to put the picture; its ending says what it becomes: .svg, .png, or moving .gif, .apng; `-` for SVG on standard
    /// output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Draws where balls went, from a trace that `carom simulate` wrote (JSON Lines, or CSV if its name ends in .csv)
    #[arg(long, value_name = "FILE", conflicts_with = "seconds")]
    pub(crate) trace: Option<PathBuf>,
    /// Runs the table for so long, in seconds on its clock, and draws where balls went
    #[arg(long, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    #[command(flatten)]
    pub(crate) game: GameOptions,
    /// Pixels of the longer side [default: 1200; moving pictures 600]
    #[arg(long, value_name = "PX")]
    pub(crate) size: Option<u32>,
    /// Writes the name of every part beside it
    #[arg(long)]
    pub(crate) labels: bool,
    /// Moving pictures: frames per second, 1 to 50
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub(crate) fps: u16,
}

const DRAW: &str = "Examples:
  carom draw my-table.toml -o my-table.svg --labels
  carom draw my-table.vpx -o my-table.png --seconds 20 --autopilot
  carom draw my-table.toml -o game.gif --seconds 10 --autopilot --balls 3 --size 400
  carom simulate my-table.toml --trace balls.jsonl && carom draw my-table.toml --trace balls.jsonl -o balls.svg";

#[derive(Debug, Args)]
#[command(after_help = DEMO)]
pub(crate) struct DemoOptions {
    /// Which scene; `carom list` names them
    #[arg(default_value = "pillars")]
    pub(crate) scene: String,
    /// Where to put the picture (SVG); `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "carom-demo.svg")]
    pub(crate) output: PathBuf,
    /// How long to run, in simulated seconds [default: the scene's own]
    #[arg(long, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// Starts the scene's random numbers: the same seed gives the same run on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many balls, where the scene leaves it open [default: the scene's own]
    #[arg(long, value_name = "N")]
    pub(crate) balls: Option<usize>,
    /// Says what happened as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

const DEMO: &str = "Examples:
  carom demo
  carom demo break --seed 3 -o break.svg";
