//! A list of checks, run in order with a headline and the time each took, ending at the first failure.

use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::command::{Cmd, in_ci};

/// What a step that did not fail reports.
#[derive(Debug)]
pub(crate) enum Done {
    /// The check ran and all was well.
    Passed,
    /// The check could not run here, for the reason given. Under CI=true this counts as a failure.
    Skipped(String),
    /// The same for a check that the continuous build may go without.
    LeftOut(String),
}

/// Why a step failed, and what to type to see it again.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    repeat: Option<String>,
}

impl Failure {
    /// A failure with its reason in one sentence.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), repeat: None }
    }

    /// Adds the command that shows the failure alone.
    pub(crate) fn repeat(mut self, command: impl fmt::Display) -> Self {
        self.repeat = Some(command.to_string());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.repeat.iter().try_for_each(|command| write!(f, "\n  repeat it with: {command}"))
    }
}

type Work = Box<dyn FnOnce() -> Result<Done, Failure>>;

/// One check: its name, what it does in a line, and the work.
pub(crate) struct Step {
    name: &'static str,
    does: String,
    work: Work,
}

impl Step {
    /// A check that is one command: it passes when the command does.
    pub(crate) fn command(name: &'static str, command: Cmd) -> Self {
        Self { name, does: command.to_string(), work: Box::new(move || command.run().map(|()| Done::Passed)) }
    }

    /// A check that is more than one command.
    pub(crate) fn task(
        name: &'static str,
        does: impl Into<String>,
        work: impl FnOnce() -> Result<Done, Failure> + 'static,
    ) -> Self {
        Self { name, does: does.into(), work: Box::new(work) }
    }
}

/// Runs the steps in order until one fails. Ends with one plain line of counts.
pub(crate) fn run_all(steps: Vec<Step>) -> ExitCode {
    let start = Instant::now();
    let count = steps.len();
    let mut tally = Tally::default();
    for (index, step) in steps.into_iter().enumerate() {
        println!("\n== [{}/{count}] {}: {}", index + 1, step.name, step.does);
        let began = Instant::now();
        let outcome = (step.work)();
        let took = seconds(began.elapsed());
        match outcome {
            Ok(Done::Passed) => {
                tally.passed += 1;
                println!("   ok: {} in {took}", step.name);
            }
            Ok(Done::LeftOut(reason)) => {
                tally.skipped += 1;
                println!("   LEFT OUT: {}: {reason}", step.name);
            }
            Ok(Done::Skipped(reason)) if !in_ci() => {
                tally.skipped += 1;
                println!("   SKIPPED: {}: {reason}", step.name);
            }
            Ok(Done::Skipped(reason)) => {
                tally.failed += 1;
                eprintln!("\nFAILED: {} cannot run, and CI=true allows no gaps: {reason}", step.name);
                break;
            }
            Err(failure) => {
                tally.failed += 1;
                eprintln!("\nFAILED: {} after {took}: {failure}", step.name);
                break;
            }
        }
    }
    tally.not_run = count - tally.passed - tally.skipped - tally.failed;
    println!("\nchecks: {tally} ({})", seconds(start.elapsed()));
    if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many steps ended in which way.
#[derive(Debug, Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
    not_run: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        if self.not_run > 0 {
            write!(f, ", {} not run", self.not_run)?;
        }
        Ok(())
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::{Failure, Tally};

    #[test]
    fn counts_that_are_zero_stay_out_of_the_summary_except_passed_and_failed() {
        let clean = Tally { passed: 9, ..Tally::default() };
        assert_eq!(clean.to_string(), "9 passed, 0 failed", "a clean run");
        let broken = Tally { passed: 3, failed: 1, skipped: 1, not_run: 4 };
        assert_eq!(broken.to_string(), "3 passed, 1 failed, 1 skipped, 4 not run", "a broken run");
    }

    #[test]
    fn a_failure_says_how_to_see_it_again() {
        let failure = Failure::new("spelling").repeat("typos");
        assert_eq!(failure.to_string(), "spelling\n  repeat it with: typos", "message and command");
    }
}
