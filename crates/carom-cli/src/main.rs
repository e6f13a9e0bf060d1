//! The `carom` command. Data goes to standard output, messages to standard error; exit code 0 is fine, 1 found a problem,
//! 2 wrong usage.

mod args;
mod demo;
mod failure;
mod output;
mod picture;
mod report;
mod run;
mod scene;
mod simulate;

use args::{Arguments, Command, DemoOptions};
use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Arguments::parse().command.unwrap_or_else(|| Command::Demo(DemoOptions::default())) {
        Command::Demo(options) => demo::run(&options),
        Command::Simulate(options) => simulate::run(&options),
        Command::List(options) => demo::list(options.json),
    };
    done.map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS)
}
