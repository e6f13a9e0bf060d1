//! How far long work has come: on a terminal only. A bar for runs that take longer than a second, a sign of life for drawing.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// Steps between two looks at the clock: a step may take less than the clock does.
const EVERY: u64 = 256;
/// Before that no bar is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far a run has come.
#[derive(Debug)]
pub(crate) struct Progress {
    doing: &'static str,
    total: u64,
    begun: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(doing: &'static str, total: u64) -> Self {
        Self { doing, total, begun: Instant::now(), bar: None }
    }

    /// So many steps of the total are done.
    pub(crate) fn at(&mut self, done: u64) {
        if !done.is_multiple_of(EVERY) || self.begun.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            // The target hides itself when standard error is no terminal.
            let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr_with_hz(10));
            let style = ProgressStyle::with_template("{msg} [{wide_bar}] {percent}% {eta} left");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
            bar.with_message(self.doing).with_elapsed(self.begun.elapsed())
        });
        bar.set_position(done);
    }
}

/// A sign of life for work whose end cannot be seen coming; it goes when this is dropped.
#[derive(Debug)]
pub(crate) struct Busy(ProgressBar);

impl Busy {
    pub(crate) fn new(doing: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10)).with_message(doing);
        bar.set_style(
            ProgressStyle::with_template("{msg} {spinner}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        bar.enable_steady_tick(Duration::from_millis(100));
        Self(bar)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Progress {
    /// The bar goes, so that what is printed next stands on a clean line.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
