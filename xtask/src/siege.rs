//! `cargo xtask siege`: builds the command and what besieges it, and lets the siege begin.

use std::process::ExitCode;

use crate::command::Cmd;
use crate::step::Failure;

/// Builds both in release, and passes every argument on. The exit code is the siege's: 0 it held, 1 it did not.
pub(crate) fn run(args: &[String]) -> ExitCode {
    match hand_over(args) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("siege: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn hand_over(args: &[String]) -> Result<ExitCode, Failure> {
    // Built together, so that the one lies beside the other.
    let both = "--release --quiet --package carom-cli --package carom-siege";
    Cmd::line(&format!("cargo build {both}")).run()?;
    Cmd::line("cargo run --release --quiet --package carom-siege -- --beside").args(args.iter().cloned()).exit_code()
}
