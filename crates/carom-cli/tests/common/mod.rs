//! What the tests of all commands share: a folder each, and the built command.
#![allow(dead_code, reason = "every test file is a program of its own and uses what it needs")]

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A fresh folder for one test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn carom(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.args(arguments).current_dir(folder);
    command
}

/// Exit code, standard output, standard error.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    texts(carom(folder, arguments).output().unwrap())
}

/// The same, with something on standard input.
pub(crate) fn run_with_input(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child =
        carom(folder, arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    texts(child.wait_with_output().unwrap())
}

fn texts(Output { status, stdout, stderr }: Output) -> (i32, String, String) {
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Standard output of a command that must end well and say nothing on standard error.
pub(crate) fn good(folder: &Path, arguments: &[&str]) -> String {
    let (code, out, err) = run(folder, arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}: {out}");
    out
}

/// Runs a command whose reader has gone before the first byte. It must end well, in silence.
pub(crate) fn without_reader(folder: &Path, arguments: &[&str]) {
    let mut child = carom(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert!(child.wait().unwrap().success(), "{arguments:?}: {err}");
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
}

pub(crate) fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|fault| panic!("not JSON ({fault}): {text}"))
}

pub(crate) fn is_svg(text: &str) -> bool {
    let text = text.trim();
    text.starts_with("<svg ") && text.ends_with("</svg>") && !text.contains("NaN") && !text.contains("inf")
}

/// A small table with a bit of everything that a run can show: two flippers, a bumper, a ball, inputs.
pub(crate) const TABLE: &str = r#"carom = 1
physics = "2026.1"
name = "Small"
units = "mm"

[[flipper]]
name = "left"
at = [150, 950]

[[flipper]]
name = "right"
at = [360, 950]
side = "right"

[[bumper]]
name = "bumper"
at = [200, 500]

[[ball]]
at = [201, 300]

[[input]]
time = 0.5
action = "press"
part = "left"
"#;
