//! `cargo xtask bench`: hands over to the programs in `bench/`, a workspace of its own.

use std::process::ExitCode;

use crate::command::{Cmd, root};
use crate::step::Failure;

/// The program all benchmarks live in, seen from the root.
pub(crate) const PROGRAM: &str = "bench/target/release/carom-bench";

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
    build()?;
    let program = Cmd::new(PROGRAM);
    if args.is_empty() { program.args(["--help"]).exit_code() } else { program.args(args).exit_code() }
}

/// Builds our own program in release. It builds a peer itself when it needs one: built together with us, a peer's
/// features would become the engine's.
pub(crate) fn build() -> Result<(), Failure> {
    cargo("build --release")?.args(["--quiet", "--package", "carom-bench"]).run()
}

/// A cargo command in `bench/`. The target folder is named so that a CARGO_TARGET_DIR of the caller cannot move the
/// program.
pub(crate) fn cargo(what: &str) -> Result<Cmd, Failure> {
    if !root().join("bench/Cargo.toml").exists() {
        return Err(Failure::new("there is no bench/Cargo.toml in this checkout"));
    }
    Ok(Cmd::line("cargo")
        .args(what.split(' '))
        .args("--manifest-path bench/Cargo.toml --target-dir bench/target".split(' ')))
}
