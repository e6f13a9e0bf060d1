//! What comes in from outside, and which compiler takes it: licences, unused dependencies, the oldest Rust, and whether the
//! public interface keeps its promises.

use std::process::ExitCode;

use crate::command::Cmd;
use crate::package::{PUBLISHED, stated};
use crate::step::{Done, Failure, Step, run_all};
use crate::{tools, wrong_usage};

/// Licences we may ship, no wildcards, nothing from strange places.
pub(crate) fn dependencies() -> Step {
    deny("dependencies", "check licenses bans sources")
}

/// Known vulnerabilities. Apart, because the database must be fetched: without a network this says nothing about us.
pub(crate) fn advisories() -> Step {
    deny("advisories", "check advisories")
}

fn deny(name: &'static str, what: &'static str) -> Step {
    Step::task(name, format!("cargo deny {what}"), move || {
        tools::cargo_deny()?.args(what.split(' ')).run().map(|()| Done::Passed)
    })
}

/// Dependencies that a manifest names and no source uses.
pub(crate) fn unused() -> Step {
    Step::task("unused dependencies", "cargo machete: every dependency is used by the crate that names it", || {
        tools::cargo_machete()?.args(["crates", "xtask", "bench"]).run().map(|()| Done::Passed)
    })
}

/// The Rust version in the manifests is the one that builds. Where the compiler at hand is that one, every other check has
/// shown it already; where it is newer, everything is checked once more with the stated one.
pub(crate) fn oldest_compiler() -> Step {
    Step::task("oldest compiler", "the Rust version that the manifests state builds everything", || {
        let Some(oldest) = stated("rust-version") else {
            return Err(Failure::new("the root's Cargo.toml states no rust-version"));
        };
        let here = Cmd::line("cargo --version").quiet().unwrap_or_default();
        let here = here.split(' ').nth(1).unwrap_or_default().to_owned();
        if release(&here) == release(&oldest) {
            println!("   this is Rust {here}: all checks ran with the oldest that is promised, {oldest}");
            return Ok(Done::Passed);
        }
        // Not the cargo that started us: rustup must choose another.
        let check = Cmd::line("rustup run").args([&oldest]);
        if !check.clone().args(["cargo", "--version"]).works() {
            return Ok(Done::Skipped(format!(
                "this is Rust {here}, and {oldest} is not installed: rustup toolchain install {oldest}"
            )));
        }
        let words = "cargo check --locked --workspace --all-targets --target-dir target/oldest";
        check.args(words.split(' ')).run().map(|()| Done::Passed)
    })
}

/// 1.95.0 and 1.95 are one release.
fn release(version: &str) -> Option<(&str, &str)> {
    let mut numbers = version.split('.');
    Some((numbers.next()?, numbers.next()?))
}

const SEMVER_HELP: &str = "\
Usage: cargo xtask semver REVISION

Compares the public interface of every published crate with that of a revision (a tag, a branch, a commit) and names
what would break those who use it, by the rules of semantic versioning. Nothing is published yet, so there is no
default: once there is a release, its tag is the REVISION. The first run builds cargo-semver-checks, for ten minutes
or so; every run documents two versions of each crate. The names alone are compared by `cargo xtask test`, at once.
";

/// `cargo xtask semver REVISION`: would a release with this interface break anybody?
pub(crate) fn semver(args: &[String]) -> ExitCode {
    match args {
        [help] if help == "--help" || help == "-h" => {
            print!("{SEMVER_HELP}");
            ExitCode::SUCCESS
        }
        [revision] if !revision.starts_with('-') => run_all(vec![compatible(revision.clone())]),
        _ => wrong_usage("`semver` takes the revision to compare with, for instance `cargo xtask semver v0.1.0`"),
    }
}

fn compatible(revision: String) -> Step {
    Step::task("semver", format!("cargo semver-checks --baseline-rev {revision}"), move || {
        let known = format!("{revision}^{{commit}}");
        if !Cmd::line("git rev-parse --verify --quiet").args([&known]).works() {
            return Err(Failure::new(format!("git knows no revision `{revision}`")));
        }
        let mut command =
            tools::cargo_semver_checks()?.args(["semver-checks", "check-release", "--baseline-rev", &revision]);
        // The command has no interface but its words.
        for name in PUBLISHED.iter().filter(|name| **name != "carom-cli") {
            command = command.args(["--package", name]);
        }
        command.run().map(|()| Done::Passed)
    })
}

#[cfg(test)]
mod tests {
    use super::release;

    #[test]
    fn a_patch_is_the_same_release() {
        assert_eq!(release("1.95.0"), release("1.95"), "with and without the last number");
        assert_ne!(release("1.96.0"), release("1.95"), "a newer one");
        assert_ne!(release("1.9"), release("1.95"), "digits are not prefixes");
    }
}
