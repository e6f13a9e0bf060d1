//! Instructions instead of time: the same on a busy machine and a quiet one.

use std::process::Command;

use scenes::request;

use crate::Fault;
use crate::options::Entry;

/// Simulated seconds that both runs share: set-up, and whatever the engine builds at its first step.
const HEAD: f64 = 1.0;

/// Instructions per step: this program under callgrind for two lengths, and the difference over the steps between.
pub(crate) fn instructions_per_step(entry: &Entry) -> Result<f64, Fault> {
    let words = request::words(&entry.source, &entry.run);
    let short = collected(&words, HEAD)?;
    let long = collected(&words, HEAD + entry.run.seconds)?;
    let steps = entry.run.ticks(HEAD + entry.run.seconds) - entry.run.ticks(HEAD);
    Ok((long - short) / steps.max(1) as f64)
}

/// Is there a valgrind to be started?
pub(crate) fn is_there() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Instructions of this program's `count` for so many seconds, set-up included. `words` are a scene and its options.
pub(crate) fn collected(words: &[String], seconds: f64) -> Result<f64, Fault> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["count", &words[0], &seconds.to_string()])
        .args(&words[1..])
        .output()
        .map_err(|fault| format!("valgrind could not be started: {fault}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let number = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    match number {
        Some(number) if output.status.success() => Ok(number),
        _ => Err(format!("callgrind failed:\n{said}").into()),
    }
}
