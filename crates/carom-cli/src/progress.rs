//! A bar that shows how far a long run has come: on a terminal only, and only when it takes longer than a second.

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

impl Drop for Progress {
    /// The bar goes, so that what is printed next stands on a clean line.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
