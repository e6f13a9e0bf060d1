//! What can be said to the command that plays.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Default, Args)]
#[command(after_help = PLAY)]
pub(crate) struct PlayOptions {
    /// The tables to play, the first one at once; the built-in ones are there as well. Each is a built-in name (`carom
    /// list`), a table file (.toml) or a Visual Pinball table (.vpx, or a folder that vpxtool made of one)
    #[arg(value_name = "TABLE")]
    pub(crate) tables: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) serve: ServeOptions,
}

/// How tables are served, whichever they are. What `carom` understands without a command, too.
#[derive(Debug, Default, Args)]
pub(crate) struct ServeOptions {
    /// The port on this machine [default: 3141, or the next that is free]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) port: Option<u16>,
    /// Does not open the browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Where high scores are kept [default: in the user's data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) scores: Option<PathBuf>,
    /// Keeps a recording of every game that somebody plays to its end in this folder; `carom replay` plays it again
    #[arg(long, value_name = "DIR")]
    pub(crate) recordings: Option<PathBuf>,
    /// How many tables may be played at a time, 1 to 1000; who comes later is asked to wait [default: 64]
    #[arg(long, value_name = "N", value_parser = players)]
    pub(crate) players: Option<usize>,
    /// Takes the page from this folder, for those who work on it
    #[arg(long, value_name = "DIR", hide = true)]
    pub(crate) page: Option<PathBuf>,
}

fn players(word: &str) -> Result<usize, String> {
    match word.parse() {
        Ok(number @ 1..=1000) => Ok(number),
        _ => Err("it must be from 1 to 1000".to_owned()),
    }
}

const PLAY: &str = "Examples:
  carom play
  carom play my-table.toml
  carom play my-table.vpx --no-open --port 8080

Only this machine can reach the page. Ctrl-C ends it.";
