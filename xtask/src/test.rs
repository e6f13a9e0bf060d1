//! `cargo xtask test`: every check a contributor needs, the cheapest first.
//!
//! To add a check, write a function that gives a [`Step`] and name it in [`all`], at the place its cost asks for.

use std::process::ExitCode;

use crate::command::{Cmd, TRIAL};
use crate::step::{Done, Step, run_all};
use crate::{api, examples, page, python, tools, wrong_usage};

/// Runs the checks the arguments ask for.
pub(crate) fn run(args: &[String]) -> ExitCode {
    match args {
        [] => run_all(all()),
        [flag] if flag == "--quick" => run_all(quick()),
        _ => wrong_usage(&format!("`test` takes nothing but --quick, not `{}`", args.join(" "))),
    }
}

/// What to run before a commit.
fn quick() -> Vec<Step> {
    vec![formatting(), lints(), tests(Build::Debug)]
}

/// What to run before a push.
fn all() -> Vec<Step> {
    vec![
        formatting(),
        spelling(),
        lints(),
        lints_without_features(),
        page::types(),
        page::units(),
        tests(Build::Debug),
        doc_tests(),
        tests(Build::Release),
        page::browser(None),
        examples_draw(),
        documentation(),
        api::unchanged(),
    ]
}

fn formatting() -> Step {
    with_component("formatting", "rustfmt", Cmd::line("cargo fmt --all --check"))
}

fn spelling() -> Step {
    Step::task("spelling", "typos", || match python::typos() {
        Ok(typos) => typos.run().map(|()| Done::Passed),
        Err(reason) => Ok(Done::Skipped(reason)),
    })
}

fn lints() -> Step {
    with_component("lints", "clippy", Cmd::line("cargo clippy --workspace --all-targets -- -D warnings"))
}

/// The engine and the command alone, as their smallest users build them: a `use` hidden behind a feature shows here.
fn lints_without_features() -> Step {
    let command = Cmd::line("cargo clippy --package carom --package carom-cli --no-default-features -- -D warnings");
    with_component("lints without features", "clippy", command)
}

fn doc_tests() -> Step {
    Step::command("documentation examples", Cmd::line("cargo test --workspace --doc"))
}

fn examples_draw() -> Step {
    Step::task("examples", "each example in crates/carom/examples prints a picture", examples::all_draw)
}

fn documentation() -> Step {
    let command = Cmd::line("cargo doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings");
    Step::command("documentation", command)
}

/// The two builds the same bits must come out of.
#[derive(Clone, Copy, Debug)]
enum Build {
    Debug,
    Release,
}

/// Unit and integration tests. Both builds run them, because the golden hashes must agree between the two.
fn tests(build: Build) -> Step {
    let (command, profile) = if tools::have_nextest() {
        (Cmd::line("cargo nextest run --workspace"), "--cargo-profile")
    } else {
        // Documentation examples have their own step: `cargo nextest` cannot run them, so neither does this.
        (Cmd::line("cargo test --workspace --lib --bins --tests --examples"), "--profile")
    };
    // The property tests draw their cases at random. Here always the same ones, so that a change is judged by what it
    // changes; plain `cargo test` draws new ones each time, and so does another seed.
    let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "20261116".to_owned());
    let command = command.env("PROPTEST_RNG_SEED", &seed);
    match build {
        Build::Debug => Step::command("tests, debug", command),
        Build::Release => Step::command("tests, release", command.args([profile, TRIAL])),
    }
}

/// A step that needs a component of the Rust toolchain, added first when missing.
fn with_component(name: &'static str, component: &'static str, command: Cmd) -> Step {
    Step::task(name, command.to_string(), move || {
        tools::component(component)?;
        command.run().map(|()| Done::Passed)
    })
}
