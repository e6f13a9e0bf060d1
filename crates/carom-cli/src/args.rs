//! What can be said on the command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Exact, repeatable ball physics for pinball and billiards.
///
/// Without a command: `carom demo`, which runs a scene and draws a picture of it. Playing tables in the browser comes with a
/// later version.
#[derive(Debug, Parser)]
#[command(name = "carom", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a built-in scene, draws a picture of it and says what happened
    Demo(DemoOptions),
    /// Runs a scene file without a window
    Simulate(SimulateOptions),
    /// Lists the built-in scenes
    List(ListOptions),
}

#[derive(Debug, Args)]
pub(crate) struct DemoOptions {
    /// Which scene; `carom list` names them
    #[arg(default_value = "pillars")]
    pub(crate) scene: String,
    /// Where to put the picture (SVG); `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "carom-demo.svg")]
    pub(crate) output: PathBuf,
    /// How long to run, in simulated seconds [default: the scene's own]
    #[arg(long, value_parser = seconds)]
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

impl Default for DemoOptions {
    /// What `carom demo` without anything means; a test sees to it that the two agree.
    fn default() -> Self {
        let (scene, output) = ("pillars".to_owned(), PathBuf::from("carom-demo.svg"));
        Self { scene, output, seconds: None, seed: 1, balls: None, json: false }
    }
}

#[derive(Debug, Args)]
pub(crate) struct SimulateOptions {
    /// The scene: one thing per line, in metres. `S x1 y1 x2 y2` a wall, `C x y r` a post, `R cx cy hx hy` a box by centre
    /// and half sizes, `B x y vx vy r` a ball, `#` a comment; `-` reads standard input
    #[arg(value_name = "SCENE.txt")]
    pub(crate) scene: PathBuf,
    /// How long to run, in simulated seconds
    #[arg(long, default_value_t = 10.0, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How often to look, in seconds: the rows of the trace. The motion does not depend on it
    #[arg(long, default_value_t = 1e-3, value_parser = seconds)]
    pub(crate) dt: f64,
    /// Gravity along -y, m/s²
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) gravity: f64,
    /// The part of the speed that comes back from an impact, 0 to 1
    #[arg(long, default_value_t = 1.0)]
    pub(crate) restitution: f64,
    /// Writes time, ball, place and velocity as CSV; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Draws a picture (SVG) as well; `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Prints only the hash of the final state: equal runs, equal hashes, on every machine
    #[arg(long, conflicts_with = "json")]
    pub(crate) hash: bool,
    /// Says what happened as JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A length of time that can be asked for.
fn seconds(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        Ok(_) => Err("it must be more than 0 and at most 1000000".to_owned()),
        Err(_) => Err("it is not a number".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn no_command_means_demo() {
        let Some(Command::Demo(parsed)) = Arguments::parse_from(["carom", "demo"]).command else { panic!("a demo") };
        assert_eq!(
            format!("{parsed:?}"),
            format!("{:?}", DemoOptions::default()),
            "the same with and without the word"
        );
        assert!(Arguments::parse_from(["carom"]).command.is_none());
    }
}
