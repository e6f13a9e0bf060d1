//! How much a page may say: a bucket that fills with time and empties with messages.

use std::time::Instant;

/// A bucket of something that is used up.
#[derive(Debug)]
pub(crate) struct Meter {
    left: f64,
    most: f64,
    per_second: f64,
    seen: Instant,
}

impl Meter {
    /// So much at once, and so much every second.
    pub(crate) fn new(most: f64, per_second: f64, now: Instant) -> Self {
        Self { left: most, most, per_second, seen: now }
    }

    /// Takes some, if so much is there.
    pub(crate) fn take(&mut self, amount: f64, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.seen).as_secs_f64();
        self.left = (self.left + passed * self.per_second).min(self.most);
        self.seen = now;
        let enough = self.left >= amount;
        if enough {
            self.left -= amount;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut meter = Meter::new(1000.0, 500.0, start);
        assert_eq!((0..1500).filter(|_| meter.take(1.0, start)).count(), 1000);
        let later = start + Duration::from_millis(100);
        assert_eq!((0..1500).filter(|_| meter.take(1.0, later)).count(), 50);
    }
}
