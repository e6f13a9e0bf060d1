//! Times between two updates, counted in bins: hundreds of players for minutes would be millions of numbers.

use std::time::Duration;

/// µs: how wide a bin is.
const BIN: u64 = 250;
/// Bins; what is longer than all of them, half a second, is in the last.
const BINS: usize = 2000;

/// How often there was a gap of which length.
#[derive(Clone, Debug)]
pub struct Gaps {
    bins: Vec<u32>,
    count: u64,
    longest: Duration,
}

impl Default for Gaps {
    fn default() -> Self {
        Self { bins: vec![0; BINS], count: 0, longest: Duration::ZERO }
    }
}

impl Gaps {
    /// Takes down a gap.
    pub fn note(&mut self, gap: Duration) {
        let bin = usize::try_from(gap.as_micros()).unwrap_or(usize::MAX) / BIN as usize;
        self.bins[bin.min(BINS - 1)] += 1;
        self.count += 1;
        self.longest = self.longest.max(gap);
    }

    /// Adds what another has counted.
    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.bins.iter_mut().zip(&other.bins) {
            *mine += theirs;
        }
        self.count += other.count;
        self.longest = self.longest.max(other.longest);
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The longest, in ms.
    pub fn longest(&self) -> f64 {
        self.longest.as_secs_f64() * 1e3
    }

    /// The gap, in ms, that this part of all gaps does not exceed: the upper end of its bin. Not a number if there are none.
    pub fn at(&self, part: f64) -> f64 {
        let wanted = (part * self.count as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (k, count) in self.bins.iter().enumerate() {
            seen += u64::from(*count);
            if seen >= wanted {
                return if k + 1 == BINS { self.longest() } else { ((k as u64 + 1) * BIN) as f64 * 1e-3 };
            }
        }
        f64::NAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_gaps_are_found_to_the_width_of_a_bin() {
        let mut gaps = Gaps::default();
        assert!(gaps.at(0.5).is_nan());
        for k in 1..=1000 {
            gaps.note(Duration::from_micros(100 * k));
        }
        for (part, ms) in [(0.5, 50.0), (0.99, 99.0), (1.0, 100.0)] {
            assert!((gaps.at(part) - ms).abs() <= 0.25, "{part}: {}", gaps.at(part));
        }
        let mut both = Gaps::default();
        both.note(Duration::from_secs(3));
        both.add(&gaps);
        assert_eq!((both.count(), both.longest(), both.at(1.0)), (1001, 3000.0, 3000.0));
    }
}
