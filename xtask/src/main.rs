//! `cargo xtask`: what a contributor and the continuous build run.
//!
//! Each command is one file: [`mod@test`] holds the checks everyone needs, [`audit`] the slow ones, [`mod@bench`] hands
//! over to the benchmarks, [`conform`] to the comparison with recorded runs; [`page`] looks at the page in a browser,
//! [`api`] at the names that users know, [`package`] at what they would get, [`supply`] at what comes in from outside.
//! [`golden`], [`bits`] and [`wasm`] see to it that the same input gives the same bits.
//! [`siege`] sends it hostile clients; [`fuzz`] searches for inputs that break a promise, [`campaign`] for balls that do.
//! They share [`step`] (a list of checks with headlines and times), [`command`] (a program to run, shown the way it can
//! be typed again), [`tools`], [`node`] and [`python`] (what gets installed when it is missing).

mod api;
mod audit;
mod bench;
mod bits;
mod campaign;
mod command;
mod conform;
mod examples;
mod fuzz;
mod golden;
mod instructions;
mod node;
mod package;
mod page;
mod python;
mod siege;
mod step;
mod supply;
mod test;
mod tools;
mod wasm;

use std::process::ExitCode;

use crate::command::Cmd;

const HELP: &str = "\
Usage: cargo xtask COMMAND [OPTIONS]

Commands:
  test            every check a contributor needs: formatting, spelling, lints, tests, the page in a
                  browser, examples, documentation
      --quick     only formatting, lints and the tests of the debug build
  audit           the slow checks: licences and sources of dependencies, unused ones, the oldest compiler, packages,
                  tests of the benchmarks, the same bits with and without features and (where a compiler for it is
                  there) under WebAssembly, instruction counts
      --advisories  also look for known vulnerabilities (needs a network that reaches the advisory database)
      --bless       record today's instruction counts as the new baseline instead of comparing with it
  bench           build the benchmarks in release and run all: one table of Carom, its goals and its peers
      --quick       rougher figures, sooner
      --no-peers    only Carom and what is recorded of others; otherwise they are installed into bench/target
      --only NAME   only this part, or this row; may be said again
      --json        the whole result as JSON
      --keep        also write it to bench/record
  bench NAME ...  run one of them; `cargo xtask bench help` lists them
  conform vpx DIR [--json]
                  run the recorded cases of Visual Pinball in a folder and compare
  conform pooltool DIR [--json] [--case NAME]
                  repeat the recorded shots, steps and games of pooltool in a folder and compare
  golden          only the golden hashes and recordings
      --bless     make them anew, raise the version of the physics if they changed, and say what changed
  bits            the golden hashes in debug, trial and release, with and without each feature
  wasm            the golden scenes and tables under WebAssembly, in node; installs what that takes, where it can
  replays [--games 1000] [--seconds 60] [--seed 1]
                  so many games of the autopilot, recorded and played again
  page [FILTER]   only the tests of the page in a browser; FILTER is part of a file's or a test's name
  page latency | soak [MINUTES] | shots
                  measure the page, or take the pictures of the documentation
  package         every published crate packed, and built from its own archive alone
  api             compare the names that each published crate offers with docs/api; part of `test`
      --bless       write them down as they are now
  semver REVISION compare the whole public interface with a revision's: would a release break its users?
  figures         draw the figures of docs/physics again
  siege           besiege `carom play` with players and with hostile ones of every kind, and measure what the players get
      --honest N    players, 100; --hostile N  hostile ones, 20; --seconds N  for how long, 60
      --kills N     kill it N times while it saves, in place of that; --seed N decides the moments
      --json        the result as JSON
  fuzz [TARGET ...]
                  search for inputs that break a promise, with a nightly compiler: fuzz/ and docs/fuzzing.md
      --seconds N   how long each target runs (60)
      --list        names the targets
  campaign        fire balls at all built-in tables with every input hammered, in release: docs/campaign.md
      --minutes N | --ball-seconds N | --cases N
                    how long (10000 ball-seconds)
      --seed S      starts the random numbers (1)
      --tables DIR  also all tables in a folder and those below it: .toml, .vpx, folders that vpxtool made
      --first-case N, --threads N, --findings DIR, --json, --quiet
                    as `carom check --campaign` has them
  help            this text

Exit code: 0 fine, 1 a check failed, 2 wrong usage. CI=true turns a check that cannot run here into a failure.
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next();
    let rest: Vec<String> = args.collect();
    match command.as_deref() {
        None | Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Some("test") => test::run(&rest),
        Some("audit") => audit::run(&rest),
        Some("bench") => bench::run(&rest),
        Some("page") => page::run(&rest),
        Some("conform") => conform::run(&rest),
        Some("package") => package::run(&rest),
        Some("api") => api::run(&rest),
        Some("semver") => supply::semver(&rest),
        Some("figures") => figures(&rest),
        Some("golden") => golden::run(&rest),
        Some("bits") => bits::run(&rest),
        Some("wasm") => wasm::run(&rest),
        Some("replays") => bits::replays(&rest),
        Some("siege") => siege::run(&rest),
        Some("fuzz") => fuzz::run(&rest),
        Some("campaign") => campaign::run(&rest),
        Some(other) => wrong_usage(&format!("unknown command `{other}`")),
    }
}

/// `cargo xtask figures`: the program that draws them, which is quick in any build.
fn figures(args: &[String]) -> ExitCode {
    if !args.is_empty() {
        return wrong_usage("`figures` takes no arguments");
    }
    Cmd::line("cargo run --quiet --package carom-docs").exit_code().unwrap_or_else(|failure| {
        eprintln!("figures: {failure}");
        ExitCode::FAILURE
    })
}

/// Complains about the command line and gives the exit code that means "wrong usage".
fn wrong_usage(complaint: &str) -> ExitCode {
    eprintln!("xtask: {complaint}; `cargo xtask --help` lists what there is");
    ExitCode::from(2)
}
