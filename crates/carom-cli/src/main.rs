//! The `carom` command. Data goes to standard output, messages to standard error; exit code 0 is fine, 1 found a problem,
//! 2 wrong usage.

mod args;
mod check;
mod demo;
mod draw;
mod failure;
mod game;
mod import;
mod output;
mod picture;
mod play;
mod progress;
mod replay;
mod report;
mod run;
mod scene;
mod shots;
mod simulate;
mod tables;
mod told;
mod tools;
mod trace;

use args::{Arguments, Command};
use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Arguments::parse().asked() {
        Command::Play(options) => play::run(&options),
        Command::Simulate(options) => simulate::run(&options),
        Command::Replay(options) => replay::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Draw(options) => draw::run(&options),
        Command::Import(options) => import::run(&options),
        Command::Shot(options) => shots::shot(&options),
        Command::Rack(options) => shots::rack(&options),
        Command::Solve(options) => shots::solve(&options),
        Command::List(options) => tools::list(options.json),
        Command::Schema(options) => tools::schema(&options),
        Command::Demo(options) => demo::run(&options),
        Command::Completions(options) => tools::completions(&options),
        Command::Man(options) => tools::man(&options),
    };
    done.map_or_else(|failure| failure.report(), |()| ExitCode::SUCCESS)
}
