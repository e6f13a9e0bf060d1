//! The checks of the page: its types, its units in node, and the page itself in a real browser against the real
//! server. `cargo xtask page` runs the last of them alone, or one of the measuring scripts.

use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use crate::command::{Cmd, TRIAL, root};
use crate::node::{FOLDER, chromium, node, node_with_packages};
use crate::step::{Done, Failure, Step, run_all};
use crate::wrong_usage;

/// Where the tests lie, seen from the root.
const TESTS: &str = "crates/carom-play/page-tests";

/// No honest run of the browser tests takes this long, even on a busy machine.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// One file of tests may take this long before node gives it up, in milliseconds.
const LONGEST_FILE: u32 = 600_000;

/// `cargo xtask page`: the browser tests, some of them, or a measurement.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let known = measurements();
    match args {
        [] => run_all(vec![browser(None)]),
        [name, rest @ ..] if known.iter().any(|script| script == name) => measure(name, rest),
        [filter] if !filter.starts_with('-') => run_all(vec![browser(Some(filter.clone()))]),
        _ => wrong_usage(&format!("`page` takes part of a test's name or one of {}", known.join(", "))),
    }
}

/// The types in the comments of the page and its tests, as the TypeScript compiler sees them.
pub(crate) fn types() -> Step {
    Step::task("page types", "tsc reads the types of the page and of its tests", || {
        let node = match node_with_packages() {
            Ok(node) => node,
            Err(reason) => return Ok(Done::Skipped(reason)),
        };
        let tsc = node.args([format!("{FOLDER}/node_modules/typescript/bin/tsc"), "--project".to_owned()]);
        tsc.clone().args([FOLDER]).run()?;
        tsc.args([TESTS]).run().map(|()| Done::Passed)
    })
}

/// Those parts of the page that need no browser.
pub(crate) fn units() -> Step {
    Step::task("page units", format!("node --test {TESTS}/unit"), || match node() {
        Ok(node) => tests_in("unit", None, node),
        Err(reason) => Ok(Done::Skipped(reason)),
    })
}

/// The page in a browser, on the server of the release build.
pub(crate) fn browser(filter: Option<String>) -> Step {
    Step::task("page tests", format!("{TESTS}/browser in Chromium, on the release build"), move || {
        match node_with_packages().and_then(|node| Ok((node, chromium()?))) {
            Err(reason) => Ok(Done::Skipped(reason)),
            Ok((node, chromium)) => {
                let node = node.env("CAROM", server(TRIAL)?).env("CHROMIUM", chromium);
                tests_in("browser", filter.as_deref(), node)
            }
        }
    })
}

/// Runs one measuring script. These print figures and assert nothing: times on a shared machine are no test.
fn measure(name: &str, args: &[String]) -> ExitCode {
    let ready = node_with_packages().and_then(|node| Ok((node, chromium()?))).map_err(Failure::new);
    let outcome = ready.and_then(|(node, chromium)| {
        let node = node.env("CAROM", server("release")?).env("CHROMIUM", chromium);
        node.args([format!("{TESTS}/measure/{name}.js")]).args(args).exit_code()
    });
    outcome.unwrap_or_else(|failure| {
        eprintln!("page {name}: {failure}");
        ExitCode::FAILURE
    })
}

/// Builds the command and gives its path. The whole workspace is selected because cargo chooses features by what is
/// selected: so this is what the tests in release built, and not a third build of everything.
fn server(profile: &str) -> Result<String, Failure> {
    Cmd::line("cargo build --quiet --workspace --bin carom --profile").args([profile]).run()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |named| root().join(named));
    Ok(target.join(profile).join(format!("carom{}", std::env::consts::EXE_SUFFIX)).display().to_string())
}

/// The test files of a folder, run one after the other: they share the processor with a server and a browser. A filter
/// is part of a file's name, or else of a test's.
fn tests_in(folder: &str, filter: Option<&str>, node: Cmd) -> Result<Done, Failure> {
    let files = files(folder, ".test.js");
    if files.is_empty() {
        return Err(Failure::new(format!("there are no tests in {TESTS}/{folder}")));
    }
    let chosen: Vec<&String> = files.iter().filter(|file| filter.is_some_and(|part| file.contains(part))).collect();
    let mut node = node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    node = node.args([format!("--test-timeout={LONGEST_FILE}")]);
    if let (Some(filter), true) = (filter, chosen.is_empty()) {
        node = node.args([format!("--test-name-pattern={filter}")]);
    }
    let chosen = if chosen.is_empty() { files.iter().collect() } else { chosen };
    let paths = chosen.iter().map(|file| format!("{TESTS}/{folder}/{file}"));
    node.args(paths).run_within(LONGEST).map(|()| Done::Passed)
}

/// What `cargo xtask page NAME` can measure.
fn measurements() -> Vec<String> {
    files("measure", ".js").iter().filter_map(|file| file.strip_suffix(".js")).map(str::to_owned).collect()
}

/// The names of the files in a folder of the tests that end in a certain way, in order.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(TESTS).join(folder)).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
    names.sort();
    names
}
