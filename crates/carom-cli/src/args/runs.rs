//! What can be said to commands that run a table.

use super::{TABLE_HELP, ball_seconds, milliseconds, seconds};
use clap::Args;
use std::path::PathBuf;

/// How a table is played while it runs.
#[derive(Debug, Default, Args)]
pub(crate) struct GameOptions {
    /// Inputs at given times, as a TOML file with [[input]] tables
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: Option<PathBuf>,
    /// With --autopilot: keeps so many balls in play, at most 64. Without: drops so many balls in, one every half second
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) balls: Option<u16>,
    /// Starts the random numbers: the same seed gives the same run on every machine [default: the table's own]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Lets a simple player flip, plunge, serve balls and help those that are stuck
    #[arg(long)]
    pub(crate) autopilot: bool,
}

impl GameOptions {
    /// Does anything here change what happens?
    pub(crate) fn is_said(&self) -> bool {
        self.inputs.is_some() || self.balls.is_some() || self.seed.is_some() || self.autopilot
    }
}

#[derive(Debug, Args)]
#[command(after_help = SIMULATE)]
pub(crate) struct SimulateOptions {
    #[arg(value_name = "TABLE", help = TABLE_HELP, long_help = LONG_TABLE)]
    pub(crate) table: PathBuf,
    /// How long to run, in seconds on the table's clock
    #[arg(long, default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    #[command(flatten)]
    pub(crate) game: GameOptions,
    /// Plays whole games by the table's rules, the autopilot at the buttons, and says the scores
    #[arg(long = "game", conflicts_with_all = ["inputs", "balls", "autopilot", "trace", "events", "every"])]
    pub(crate) by_rules: bool,
    /// With --game: records it, for `carom replay`; `-` for standard output
    #[arg(long, value_name = "FILE", requires = "by_rules")]
    pub(crate) record: Option<PathBuf>,
    /// Writes time, place, velocity and spin of every ball: JSON Lines, or CSV if the name ends in .csv; `-` for standard
    /// output
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// How often the trace has a row, in milliseconds; the motion does not depend on it [default: 10]
    #[arg(long, value_name = "MS", value_parser = milliseconds, allow_negative_numbers = true)]
    pub(crate) every: Option<f64>,
    /// Writes every event with the name of its part, as JSON Lines; `-` for standard output. The same name as --trace puts
    /// both into one file
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// Keeps an energy ledger and says where the balls' energy came from, what became of it, and how far that closes
    #[arg(long, conflicts_with = "hash")]
    pub(crate) ledger: bool,
    /// Prints only the hash of the final state: equal runs, equal hashes, on every machine
    #[arg(long, conflicts_with = "json")]
    pub(crate) hash: bool,
    /// Says what happened as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Scenes only: how often to look, in seconds [default: 0.001]
    #[arg(long, conflicts_with = "every", value_parser = seconds, allow_negative_numbers = true, help_heading = SCENES)]
    pub(crate) dt: Option<f64>,
    /// Scenes only: gravity along -y, m/s² [default: 0]
    #[arg(long, allow_negative_numbers = true, help_heading = SCENES)]
    pub(crate) gravity: Option<f64>,
    /// Scenes only: the part of the speed that comes back from an impact, 0 to 1 [default: 1]
    #[arg(long, help_heading = SCENES)]
    pub(crate) restitution: Option<f64>,
    /// Scenes only: draws a picture (SVG) as well; `-` for standard output. `carom draw` draws tables
    #[arg(short, long, value_name = "FILE", help_heading = SCENES)]
    pub(crate) output: Option<PathBuf>,
}

const SCENES: &str = "Scenes";

const LONG_TABLE: &str = "The table: a built-in name (`carom list`), a table file (.toml), a Visual Pinball table (.vpx, or a \
                          folder that vpxtool made of one), or `-` for a file on standard input.\n\nOr a plain scene (.txt): \
                          one thing per line, in metres. `S x1 y1 x2 y2` a wall, `C x y r` a post, `R cx cy hx hy` a box by \
                          centre and half sizes, `B x y vx vy r` a ball, `#` a comment";

const SIMULATE: &str = "Examples:
  carom simulate my-table.toml --seconds 600 --autopilot --balls 3
  carom simulate my-table.toml --inputs flips.toml --trace balls.csv --every 5
  carom simulate my-table.toml --trace - --events - | head
  carom simulate my-table.toml --seconds 60 --autopilot --ledger
  carom simulate my-table.vpx --hash
  carom simulate kingfisher --game --seconds 600 --json
  carom simulate scene.txt --gravity 1.11 --trace trace.csv

Exit code 1: the table has faults, a ball was lost or no longer finite, a tick had more work than it may have, or a
ledger does not close; with --game: its script failed.";

#[derive(Debug, Args)]
#[command(after_help = CHECK)]
pub(crate) struct CheckOptions {
    #[arg(value_name = "TABLE", help = TABLE_HELP, long_help = CHECK_TABLE, required_unless_present = "campaign")]
    pub(crate) tables: Vec<PathBuf>,
    /// How many balls to fire at least
    #[arg(long, value_name = "N", default_value_t = 240, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) balls: u32,
    /// How long each run goes on, in simulated seconds
    #[arg(long, default_value_t = 12.0, value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Starts the random numbers: the same seed gives the same report on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads to use [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Only lists how each part is placed: its colliders, by which rule each got its place (native, replaced, ball to local),
    /// whether it is driven, and the groups in which it lies
    #[arg(long, conflicts_with_all = ["balls", "seconds", "seed", "threads"])]
    pub(crate) placement: bool,
    /// Reports as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Shows no progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Fires balls at the tables with all inputs hammered, and looks for balls that get out, numbers that are none, work without
    /// bounds and energy from nowhere; without a TABLE, at all built-in ones
    #[arg(long, conflicts_with_all = ["balls", "placement"], help_heading = CAMPAIGNS)]
    pub(crate) campaign: bool,
    /// Plays for so many ball-seconds, shared among the tables [default: 10000]
    #[arg(long, value_name = "N", requires = "campaign", value_parser = ball_seconds, help_heading = CAMPAIGNS)]
    pub(crate) ball_seconds: Option<f64>,
    /// Plays for so many minutes, on all tables in turn
    #[arg(long, value_name = "N", requires = "campaign", conflicts_with_all = ["ball_seconds", "cases"], value_parser = seconds, help_heading = CAMPAIGNS)]
    pub(crate) minutes: Option<f64>,
    /// Plays so many cases on every table
    #[arg(long, value_name = "N", requires = "campaign", conflicts_with = "ball_seconds", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000), help_heading = CAMPAIGNS)]
    pub(crate) cases: Option<u64>,
    /// Begins with the case of this number, to go on with a campaign or to repeat a part of it
    #[arg(long, value_name = "N", default_value_t = 0, requires = "campaign", value_parser = clap::value_parser!(u64).range(0..=1_000_000_000_000), help_heading = CAMPAIGNS)]
    pub(crate) first_case: u64,
    /// Where findings are kept
    #[arg(long, value_name = "DIR", default_value = "campaign-findings", requires = "campaign", help_heading = CAMPAIGNS)]
    pub(crate) findings: PathBuf,
    /// Plays a finding again; with a TABLE if it is elsewhere now
    #[arg(long, value_name = "FILE", requires = "campaign", conflicts_with_all = ["ball_seconds", "minutes", "cases", "first_case", "seed", "seconds", "threads"], help_heading = CAMPAIGNS)]
    pub(crate) repeat: Option<PathBuf>,
}

const CAMPAIGNS: &str = "Campaigns";

const CHECK_TABLE: &str = "The table: a built-in name (`carom list`), a table file (.toml), a Visual Pinball table (.vpx, or a \
                           folder that vpxtool made of one), or `-` for a table file on standard input. A campaign can have several";

const CHECK: &str = "Examples:
  carom check my-table.toml
  carom check my-table.vpx --balls 1000 --seed 7 --json
  carom check my-table.toml --placement
  carom check --campaign --minutes 10
  carom check --campaign my-table.toml my-table.vpx --ball-seconds 100000 --seed 7
  carom check --campaign --repeat campaign-findings/my-table-escape-7-31.json

Exit code 1: something is wrong with the table, or a campaign has found something.";

#[derive(Debug, Args)]
#[command(after_help = REPLAY)]
pub(crate) struct ReplayOptions {
    /// The recorded game: a file, a link (or the whole address with it), or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) recording: PathBuf,
    /// The table on which it was recorded, if it is not a built-in one
    #[arg(long, value_name = "TABLE")]
    pub(crate) table: Option<PathBuf>,
    /// Plays it though it was recorded on another table or with another physics, to see where the games part
    #[arg(long)]
    pub(crate) anyway: bool,
    /// Also lists the events that were recorded
    #[arg(long)]
    pub(crate) events: bool,
    /// Reports as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

const REPLAY: &str = "Examples:
  carom replay my-game.json
  carom replay my-game.json --table my-table.toml --json
  carom replay my-game.json --events
  carom replay 'http://127.0.0.1:3141/?table=kingfisher#replay=Q1IB...'

Exit code 1: it is not the same game (the first event that differs is told: what was recorded, what came now), or no
recording, or was made on another table or with another physics.";
