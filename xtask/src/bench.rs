//! `cargo xtask bench`: hands over to the programs in `bench/`, a workspace of its own.

use std::process::ExitCode;

use crate::command::{Cmd, root};
use crate::step::Failure;

/// The program all benchmarks live in, seen from the root.
pub(crate) const PROGRAM: &str = "bench/target/release/carom-bench";

/// Builds the benchmarks and passes every argument on. Without a command all of them are run, into one table.
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
    Cmd::new(PROGRAM).args(words(args)).exit_code()
}

/// The words for the program: options alone are those of `all`.
fn words(args: &[String]) -> Vec<String> {
    let all = match args.first().map(String::as_str) {
        None => true,
        Some("--help" | "-h") => return vec!["--help".to_owned()],
        Some(first) => first.starts_with('-'),
    };
    all.then(|| "all".to_owned()).into_iter().chain(args.iter().cloned()).collect()
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

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn without_a_command_everything_is_run() {
        let said = |text: &str| words(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).join(" ");
        assert_eq!(said(""), "all", "no words at all");
        assert_eq!(said("--quick --only s1"), "all --quick --only s1", "options alone");
        assert_eq!(said("machine --json"), "machine --json", "a command");
        assert_eq!(said("--help"), "--help", "a call for help");
    }
}
