//! When a ball next meets something, from its present path: other balls, cushions, pockets, the cloth.
//!
//! The rule is the engine's (see [`impact`](crate::impact)): the first moment at which the gap is shut and closing. Touching
//! and leaving needs no spacer; touching and approaching is an impact now; touching and neither is decided a little later.

mod bed;
mod flight;
mod pair;

pub(super) use bed::{Bed, Fit, Wall};
pub(super) use flight::{Flight, next as flight};
pub(super) use pair::pair;

use crate::tolerance::{BILLIARD_GRAZE, BILLIARD_SINK, BILLIARD_TOUCH};

/// The gap at which a meeting counts, for two things `gap` apart that open it at `speed`: nothing, usually. Things that
/// overlap by rounding and part count as touching where they are; things that touch and neither part nor approach are left
/// alone until acceleration has pressed them together by far less than anybody sees, so that there is a speed to resolve.
#[inline]
fn level(gap: f64, speed: f64) -> f64 {
    if gap > BILLIARD_TOUCH || speed < -BILLIARD_GRAZE {
        0.0
    } else if speed > BILLIARD_GRAZE {
        gap.min(0.0)
    } else {
        (-BILLIARD_SINK).min(gap - BILLIARD_SINK / 16.0)
    }
}

/// The first `t` in `[0, to]` at which the gap `g[0] + g[1] t + g[2] t²` is shut and closing.
#[inline]
fn closes(g: [f64; 3], to: f64) -> Option<f64> {
    let level = level(g[0], g[1]);
    let start = g[0] - level;
    if start <= 0.0 && g[1] < 0.0 {
        return Some(0.0);
    }
    falls([start.max(0.0), g[1], g[2]]).filter(|&t| t <= to)
}

/// Where a parabola that starts above zero (or at zero and rising) first falls through it.
#[inline]
fn falls([c, b, a]: [f64; 3]) -> Option<f64> {
    let square = b * b - 4.0 * a * c;
    if square < 0.0 || (b >= 0.0 && a >= 0.0) {
        return None;
    }
    let root = square.sqrt();
    // The form without cancellation (Press et al., Numerical Recipes, 5.6).
    Some(if b < 0.0 { 2.0 * c / (root - b) } else { (b + root) / (-2.0 * a) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_and_leaving_is_no_meeting_and_touching_and_approaching_is_one_now() {
        assert_eq!(closes([0.0, 1.0, 0.0], 9.0), None);
        assert_eq!(closes([-1e-17, 1.0, 0.0], 9.0), None);
        assert_eq!(closes([0.0, -1.0, 0.0], 9.0), Some(0.0));
        assert_eq!(closes([0.0, 0.0, 0.0], 9.0), None, "beside each other");
        // Leaving, and coming back.
        assert_eq!(closes([0.0, 1.0, -2.0], 9.0), Some(0.5));
        let pressed = closes([0.0, 0.0, -1.0], 9.0).unwrap();
        assert!(pressed > 1e-6 && pressed < 1e-4, "{pressed}");
        assert_eq!(closes([1.0, -2.0, 0.0], 0.4), None, "too late");
        assert_eq!(closes([1.0, -2.0, 0.0], 0.5), Some(0.5));
    }
}
