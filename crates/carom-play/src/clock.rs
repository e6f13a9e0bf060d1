//! Wall time, which tests turn by hand.

use core::time::Duration;
use std::time::Instant;

/// Tells the time, from any beginning.
pub trait Clock: Send {
    /// Time that has passed. It never runs backwards.
    fn now(&self) -> Duration;
}

/// The clock on the wall.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// Begins now.
    #[expect(clippy::new_without_default, reason = "two clocks made the same way do not tell the same time")]
    pub fn new() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
