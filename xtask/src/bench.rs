//! `cargo xtask bench`: hands over to the programs in `bench/`, a workspace of its own.

use std::process::ExitCode;

use crate::command::{Cmd, root};
use crate::step::Failure;

/// The program all benchmarks live in, seen from the root.
pub(crate) const PROGRAM: &str = "bench/target/release/carom-bench";

/// What of `bench/` to build.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    /// Our own program only: seconds.
    Ours,
    /// The peers too, each in a program of its own: a minute or two, once.
    All,
}

/// Builds the benchmarks and passes every argument on. Without arguments the program says what there is.
pub(crate) fn run(args: &[String]) -> ExitCode {
    match hand_over(args) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn hand_over(args: &[String]) -> Result<ExitCode, Failure> {
    if args.is_empty() {
        build(What::Ours)?;
        return Cmd::new(PROGRAM).args(["--help"]).exit_code();
    }
    build(What::All)?;
    Cmd::new(PROGRAM).args(args).exit_code()
}

/// Builds in release. The target folder is named so that a CARGO_TARGET_DIR of the caller cannot move the program.
pub(crate) fn build(what: What) -> Result<(), Failure> {
    if !root().join("bench/Cargo.toml").exists() {
        return Err(Failure::new("there is no bench/Cargo.toml in this checkout"));
    }
    let build = Cmd::line("cargo build --quiet --release --manifest-path bench/Cargo.toml --target-dir bench/target");
    match what {
        What::Ours => build.args(["--package", "carom-bench"]),
        What::All => build.args(["--workspace"]),
    }
    .run()
}
