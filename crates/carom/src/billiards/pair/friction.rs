//! How hard one ball's surface rubs on another's.

use crate::Error;
use crate::billiards::BallSpec;
use crate::error::in_range;

/// Friction between two balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BallFriction {
    /// `a + b exp(-c s)` of the slip speed `s` (Alciatore TP A-14, through Marlow's three points).
    Alciatore {
        /// At high speed.
        a: f64,
        /// More at low speed.
        b: f64,
        /// How fast it falls, s/m.
        c: f64,
    },
    /// The mean of the balls' own.
    Average,
}

impl Default for BallFriction {
    fn default() -> Self {
        Self::Alciatore { a: 0.009_951, b: 0.108, c: 1.088 }
    }
}

impl BallFriction {
    /// Coefficient of friction between two balls whose surfaces pass each other at `slip` m/s.
    pub fn coefficient(&self, specs: [&BallSpec; 2], slip: f64) -> f64 {
        match *self {
            // TP A-14: the curve through Marlow's Table 10.
            Self::Alciatore { a, b, c } => a + b * libm::exp(-c * slip),
            Self::Average => 0.5 * (specs[0].ball_friction + specs[1].ball_friction),
        }
    }

    /// Fails if a number of the law is out of its range.
    ///
    /// # Errors
    /// The first such number.
    pub fn check(&self) -> Result<(), Error> {
        if let Self::Alciatore { a, b, c } = *self {
            in_range("ball friction a", a, 0.0, 10.0)?;
            in_range("ball friction b", b, 0.0, 10.0)?;
            in_range("ball friction c", c, 0.0, 1e6)?;
        }
        Ok(())
    }
}
