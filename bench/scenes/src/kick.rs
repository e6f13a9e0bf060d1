//! The kick rule: keeps a pinball scene in play without moving any ball by hand, so every engine can do it alike.
//!
//! After every tick, balls in index order: a ball that is low and not rising, or that was last kicked five seconds
//! ago, is given the velocity (2u - 1, 4). One generator serves all balls, so the order of balls is part of the rule.

use crate::lcg::Lcg;

/// Below this height a ball that does not rise is kicked; metres.
const LOW: f64 = 0.05;
/// A ball that found a pocket is freed after this time; seconds.
const PATIENCE: f64 = 5.0;
/// Upward speed after a kick; metres per second.
const LIFT: f64 = 4.0;
/// Seed of the shared generator.
const SEED: u64 = 42;

/// Whom to kick, and how hard. Knows no engine: it is asked about one ball at a time.
#[derive(Clone, Debug)]
pub struct KickRule {
    draws: Lcg,
    patience: u64,
    last: Vec<u64>,
}

impl KickRule {
    /// The rule for `balls` balls in a run of steps of `dt` seconds.
    pub fn new(balls: usize, dt: f64) -> Self {
        // Time is counted in ticks: a sum of steps would be late by a tick or not, depending on its rounding.
        let patience = libm::round(PATIENCE / dt).max(1.0) as u64;
        KickRule { draws: Lcg::new(SEED), patience, last: vec![0; balls] }
    }

    /// The new velocity of ball `index` if the rule kicks it after tick `tick`; the first tick is number 1.
    ///
    /// To be asked once per tick and ball, balls in index order. `height` and `rise` are its y and vy.
    pub fn judge(&mut self, tick: u64, index: usize, height: f64, rise: f64) -> Option<[f64; 2]> {
        let low = height < LOW && rise <= 0.0;
        if !low && tick - self.last[index] < self.patience {
            return None;
        }
        self.last[index] = tick;
        Some([2.0 * self.draws.draw() - 1.0, LIFT])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_low_ball_is_kicked_at_once_and_a_stuck_one_after_five_seconds() {
        let mut rule = KickRule::new(2, 0.001);
        assert!(rule.judge(1, 0, 0.04, 0.1).is_none(), "a rising ball is left alone");
        assert!(rule.judge(1, 1, 0.04, 0.0).is_some(), "a low ball at rest is kicked");
        assert!(rule.judge(4_999, 0, 0.5, 0.0).is_none());
        assert!(rule.judge(5_000, 0, 0.5, 0.0).is_some());
        assert!(rule.judge(5_000, 1, 0.5, 0.0).is_none(), "kicked at tick 1, so due at 5001");
        assert!(rule.judge(5_001, 1, 0.5, 0.0).is_some());
    }

    #[test]
    fn all_balls_share_one_generator() {
        let mut rule = KickRule::new(2, 0.001);
        let mut draws = Lcg::new(42);
        for index in [0, 1] {
            assert_eq!(rule.judge(1, index, 0.0, -1.0), Some([2.0 * draws.draw() - 1.0, 4.0]));
        }
    }
}
