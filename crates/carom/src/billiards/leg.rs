//! A stretch of motion.

use super::ball::BallState;
use crate::DVec3;

/// A stretch of one ball's motion between two of its events, in closed form: `p + v t + a t²/2`, and the spin falling
/// evenly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// The ball.
    pub ball: usize,
    /// When it begins, s after the strike.
    pub start: f64,
    /// When it ends (infinite while nothing ends it).
    pub end: f64,
    /// Motion at its beginning.
    pub state: BallState,
    /// Acceleration, m/s².
    pub acceleration: DVec3,
    /// Change of the spin, rad/s². Its `z` never carries the spin past zero.
    pub spin_rate: DVec3,
}
