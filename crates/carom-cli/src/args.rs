//! What can be said on the command line.

mod pictures;
mod play;
mod runs;
mod shots;
mod tools;

pub(crate) use pictures::{DemoOptions, DrawOptions};
pub(crate) use play::{PlayOptions, ServeOptions};
pub(crate) use runs::{CheckOptions, GameOptions, ReplayOptions, SimulateOptions};
pub(crate) use shots::{RackOptions, ShotOptions, SolveOptions};
pub(crate) use tools::{CompletionsOptions, ImportOptions, ListOptions, ManOptions, SchemaOptions};

use clap::{Parser, Subcommand};

/// What every command that takes a table says of it.
const TABLE_HELP: &str = "The table: a built-in name (`carom list`), a table file (.toml), a Visual Pinball table (.vpx, or a \
                          folder that vpxtool made of one), or `-` for a table file on standard input";

/// Exact, repeatable ball physics for pinball and billiards.
///
/// Without a command: `carom play`, which opens the built-in tables in the browser.
///
/// Data goes to standard output, messages to standard error. Exit code 0: fine; 1: a problem was found; 2: wrong usage.
#[derive(Debug, Parser)]
#[command(name = "carom", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten, next_help_heading = "Without a command, as with `carom play`")]
    play: ServeOptions,
}

impl Arguments {
    /// The command that was given; without one, tables are played.
    pub(crate) fn asked(self) -> Command {
        self.command.unwrap_or(Command::Play(PlayOptions { tables: Vec::new(), serve: self.play }))
    }
}

const EXAMPLES: &str = "Examples:
  carom
  carom --no-open
  carom list
  carom play my-table.toml
  carom simulate my-table.toml --seconds 60 --autopilot
  carom draw my-table.toml -o my-table.svg
  carom rack nine-ball | carom shot --brief
  carom help simulate";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plays tables in the browser, on this machine only
    Play(PlayOptions),
    /// Runs a table or a scene without a window and says what happened
    Simulate(SimulateOptions),
    /// Plays a recorded game again and says whether it is the same, bit for bit
    Replay(ReplayOptions),
    /// Looks for what is wrong with a table: faults, overlaps, leaks, ball traps, switches that no ball reaches
    Check(CheckOptions),
    /// Draws a table to scale, with the ways of its balls; moving pictures as well
    Draw(DrawOptions),
    /// Converts a Visual Pinball table into a table file and says what was left out
    Import(ImportOptions),
    /// Plays one billiards shot: JSON in, JSON out
    Shot(ShotOptions),
    /// Prints the balls of a game at its start, as a shot's file
    Rack(RackOptions),
    /// Searches for billiards strikes that pot a ball, leave the cue ball somewhere or score
    Solve(SolveOptions),
    /// Lists the built-in tables, scenes, games and laws
    List(ListOptions),
    /// Prints the JSON Schema of table files, for editors that complete and check
    Schema(SchemaOptions),
    /// Runs a built-in scene, draws a picture of it and says what happened
    Demo(DemoOptions),
    /// Prints the completions for a shell
    Completions(CompletionsOptions),
    /// Prints the manual page, or writes one for every command
    Man(ManOptions),
}

/// A length of time that can be asked for.
fn seconds(word: &str) -> Result<f64, String> {
    within(word, 1e6)
}

/// Milliseconds between two looks.
fn milliseconds(word: &str) -> Result<f64, String> {
    within(word, 1e9)
}

/// How much is played in a campaign.
fn ball_seconds(word: &str) -> Result<f64, String> {
    within(word, 1e12)
}

fn within(word: &str, most: f64) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= most => Ok(number),
        Ok(_) => Err(format!("it must be more than 0 and at most {most}")),
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
    fn options_that_are_not_said_are_the_default_ones() {
        let parsed = |words: &[&str]| format!("{:?}", Arguments::parse_from(words).asked());
        let default = format!("{:?}", Command::Play(PlayOptions::default()));
        assert_eq!(parsed(&["carom", "play"]), default);
        assert_eq!(parsed(&["carom"]), default, "with and without the word");
    }

    #[test]
    fn what_is_said_to_play_may_be_said_without_the_word() {
        let parsed = |words: &[&str]| format!("{:?}", Arguments::parse_from(words).asked());
        let options = ["--no-open", "--port", "8080", "--players", "3"];
        assert_eq!(parsed(&[&["carom"][..], &options].concat()), parsed(&[&["carom", "play"][..], &options].concat()));
        // Options before another command are not for it, and are not thrown away in silence.
        assert!(Arguments::try_parse_from(["carom", "--no-open", "list"]).is_err());
    }

    #[test]
    fn every_command_ends_its_help_with_an_example_and_every_option_has_a_word_of_help() {
        for command in Arguments::command().get_subcommands() {
            let name = command.get_name();
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(after.contains(&format!("carom {name}")), "{name}: {after}");
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{name}: {}", argument.get_id());
            }
        }
    }
}
