//! `carom simulate`: a table or a scene, without a window.

mod game;
mod ledger;
mod report;
mod scene;
mod table;

use crate::args::SimulateOptions;
use crate::failure::Failure;
use crate::output;
use crate::tables::{self, Source};

pub(crate) fn run(options: &SimulateOptions) -> Result<(), Failure> {
    let data = [&options.trace, &options.events, &options.output, &options.record].map(|path| path.as_deref());
    let mut on_stdout = data.iter().flatten().filter(|path| output::is_standard(path)).count();
    if options.trace.is_some() && options.trace == options.events && on_stdout > 0 {
        // One stream takes both.
        on_stdout -= 1;
    }
    if on_stdout + usize::from(options.json || options.hash) > 1 {
        let which = "--trace, --events, --output, --record, --json and --hash";
        return Err(Failure::usage(format_args!("only one of {which} can go to standard output")));
    }
    let is_stdout_taken = on_stdout > 0;
    match tables::open(&options.table)? {
        Source::Text { name, text } if tables::is_scene(&options.table, &text) => {
            refuse(
                "a scene",
                "tables",
                &[
                    ("--inputs", options.game.inputs.is_some()),
                    ("--balls", options.game.balls.is_some()),
                    ("--seed", options.game.seed.is_some()),
                    ("--autopilot", options.game.autopilot),
                    ("--game", options.by_rules),
                    ("--events", options.events.is_some()),
                    ("--ledger", options.ledger),
                ],
            )?;
            scene::run(&name, &text, options, is_stdout_taken)
        }
        source => {
            refuse(
                "a table",
                "scenes",
                &[
                    ("--dt", options.dt.is_some()),
                    ("--gravity", options.gravity.is_some()),
                    ("--restitution", options.restitution.is_some()),
                    ("--output", options.output.is_some()),
                ],
            )?;
            let loaded = tables::build(source)?;
            if options.by_rules {
                return game::run(loaded, options, is_stdout_taken);
            }
            table::run(loaded, options, is_stdout_taken)
        }
    }
}

/// An option that would do nothing is wrong usage.
fn refuse(what: &str, others: &str, said: &[(&str, bool)]) -> Result<(), Failure> {
    match said.iter().find(|(_, is_said)| *is_said) {
        Some((option, _)) => Err(Failure::usage(format_args!("this is {what}, and {option} is for {others}"))),
        None => Ok(()),
    }
}
