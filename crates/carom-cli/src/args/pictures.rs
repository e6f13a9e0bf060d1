//! What can be said to commands that draw.

use super::runs::GameOptions;
use super::seconds;
use carom_draw::View;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = DRAW)]
pub(crate) struct DrawOptions {
    #[arg(value_name = "TABLE|SHOT", help = TABLE_OR_SHOT)]
    pub(crate) table: PathBuf,
    /// Where to put the picture; its ending says what it becomes: .svg, .png, or moving .gif, .apng; `-` for SVG on standard
    /// output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Draws where balls went, from a trace that `carom simulate` wrote (JSON Lines, or CSV if its name ends in .csv)
    #[arg(long, value_name = "FILE", conflicts_with = "seconds")]
    pub(crate) trace: Option<PathBuf>,
    /// Runs the table for so long, in seconds on its clock, and draws where balls went; a shot is drawn so far and no
    /// farther
    #[arg(long, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    #[command(flatten)]
    pub(crate) game: GameOptions,
    /// Pixels of the longer side [default: 1200; moving pictures 600, of shots 800]
    #[arg(long, value_name = "PX")]
    pub(crate) size: Option<u32>,
    /// Writes the name of every part beside it; of a shot, the names of balls and pockets
    #[arg(long)]
    pub(crate) labels: bool,
    /// From where a table is seen: above, front, side or oblique; from all but above only the outlines of what balls meet are
    /// drawn
    #[arg(long, default_value = "above", value_name = "VIEW", value_parser = <View as core::str::FromStr>::from_str)]
    pub(crate) view: View,
    /// Moving pictures: frames per second, 1 to 50
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub(crate) fps: u16,
    /// Shots: the balls as they lie before it, with the line of aim
    #[arg(long, conflicts_with_all = ["seconds", "slow"])]
    pub(crate) layout: bool,
    /// Shots: the table stands upright, its head rail at the foot
    #[arg(long)]
    pub(crate) portrait: bool,
    /// Shots, moving: so many times slower than in life, 0.1 to 1000
    #[arg(long, value_name = "TIMES", value_parser = slow)]
    pub(crate) slow: Option<f64>,
}

/// How many times slower than in life.
fn slow(word: &str) -> Result<f64, String> {
    let times = word.parse::<f64>().ok().filter(|times| (0.1..=1000.0).contains(times));
    times.ok_or_else(|| format!("'{word}' is not a number from 0.1 to 1000"))
}

const TABLE_OR_SHOT: &str = "The table: a built-in name (`carom list`), a table file (.toml), a Visual Pinball table (.vpx, or \
                             a folder that vpxtool made of one); or a billiard shot (.json); or `-` for a table file or a \
                             shot on standard input";

const DRAW: &str = "Examples:
  carom draw my-table.toml -o my-table.svg --labels
  carom draw my-table.vpx -o my-table.png --seconds 20 --autopilot
  carom draw my-table.toml -o outlines.svg --view oblique
  carom draw my-table.toml -o game.gif --seconds 10 --autopilot --balls 3 --size 400
  carom draw shot.json -o shot.svg
  carom draw shot.json -o shot.gif --portrait --slow 4
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
