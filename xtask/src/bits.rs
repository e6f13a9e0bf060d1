//! `cargo xtask bits`: the same bits from every build. Cargo unifies features over what it builds together, so a feature of one
//! crate can reach the engine's mathematics through another: each is tried alone, and all are left out.
//!
//! `cargo xtask replays`: many games, recorded and played again.

use std::fs;
use std::process::ExitCode;

use crate::command::{Cmd, TRIAL, root};
use crate::step::{Done, Failure, Step, run_all};
use crate::wrong_usage;

/// The crates that have the engine in them, and the command.
const CRATES: &str = "crates";
/// A game with rules, flippers and scores, for crates that have no golden test of their own.
const RECORDING: &str = "crates/carom-rules/tests/golden/kingfisher-child.json";

/// All builds.
pub(crate) fn run(args: &[String]) -> ExitCode {
    if !args.is_empty() {
        return wrong_usage(&format!("`bits` takes nothing, not `{}`", args.join(" ")));
    }
    let golden = || Cmd::line("cargo test --quiet --package carom --test golden");
    let mut steps = vec![
        Step::command("debug", golden()),
        Step::command("trial", golden().args(["--profile", TRIAL])),
        Step::command("release", golden().args(["--release"])),
        Step::command("optimised for size", golden().args(["--release", "--config", "profile.release.opt-level='s'"])),
    ];
    steps.extend(with_and_without_features());
    run_all(steps)
}

/// A game played again by the command without features, and with each one alone; and a look that no crate has features that
/// nobody tries.
pub(crate) fn with_and_without_features() -> Vec<Step> {
    let replay = |name: &'static str, more: &[&str]| {
        let cargo = Cmd::line("cargo run --quiet --package carom-cli --no-default-features").args(more.iter().copied());
        Step::command(name, cargo.args(["--", "replay", RECORDING]))
    };
    vec![
        Step::task("features", "every feature of every crate is one that is tried", || {
            every_feature_is_tried().map(|()| Done::Passed)
        }),
        replay("bits without features", &[]),
        replay("bits with vpx alone", &["--features", "vpx"]),
    ]
}

/// The features that the steps above try: crate, feature.
const TRIED: [(&str, &str); 1] = [("carom-cli", "vpx")];

fn every_feature_is_tried() -> Result<(), Failure> {
    let folder = fs::read_dir(root().join(CRATES)).map_err(|error| Failure::new(error.to_string()))?;
    let mut strange = Vec::new();
    for krate in folder.flatten() {
        let Ok(text) = fs::read_to_string(krate.path().join("Cargo.toml")) else { continue };
        let name = krate.file_name().to_string_lossy().into_owned();
        let untried = features(&text).into_iter().filter(|feature| !TRIED.contains(&(name.as_str(), feature.as_str())));
        strange.extend(untried.map(|feature| format!("{name} has the feature {feature}")));
    }
    if strange.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "nobody tries whether the bits stay the same: {}: see xtask/src/bits.rs",
        strange.join(", ")
    )))
}

/// The features that a manifest names, but the default.
fn features(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| line.trim() != "[features]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split_once('=')).map(|(name, _)| name.trim().trim_matches('"').to_owned());
    names.filter(|name| name != "default" && !name.starts_with('#')).collect()
}

/// Hands over to the example that plays many games. Built with the whole workspace, so that what other checks built is used.
pub(crate) fn replays(args: &[String]) -> ExitCode {
    let build = Cmd::line("cargo build --quiet --release --workspace --example replays");
    let play = Cmd::new("target/release/examples/replays").args(args.iter().cloned());
    build.run().and_then(|()| play.exit_code()).unwrap_or_else(|failure| {
        eprintln!("xtask: {failure}");
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::features;

    #[test]
    fn features_are_found() {
        let manifest = "[package]\nname = \"x\"\n[features]\ndefault = [\"a\"]\na = []\n# not one = []\n\"b\" = [\"a\"]\n[dependencies]\nc = \"1\"\n";
        assert_eq!(features(manifest), ["a", "b"]);
    }

    #[test]
    fn every_feature_is_tried() {
        super::every_feature_is_tried().expect("every feature is tried");
    }
}
