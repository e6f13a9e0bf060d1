//! A ball falls on the cloth.
//!
//! The same impulse as at a cushion (`cushion/impulse.rs`), with the cloth's restitution `e` and friction `f` and the
//! normal upright. With the slip `u` of the lowest point over the cloth:
//!
//! ```text
//! Δn = -(1 + e) v_z
//! Δ  = -(2/7) u           if that is no more than friction can do: the ball grips and rolls
//!    = -f Δn u/|u|        otherwise
//! v += Δ + Δn z,   w += 5/(2R) (-z × Δ)
//! ```
//!
//! A force at the lowest point has no lever about the upright axis, so side spin stays. (The reference engine takes five
//! sevenths of it when the ball grips; see [`Quirks::landing_takes_side_spin`].)

use super::ball::{BallSpec, BallState};
use super::cushion::pushed;
use super::models::Quirks;
use crate::DVec3;

/// Which law a ball obeys when it lands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LandingModel {
    /// Restitution only.
    Frictionless {
        /// A hop that would rise less than this is over, m.
        least_hop: f64,
    },
    /// Restitution, and Coulomb friction at the lowest point.
    Frictional {
        /// A hop that would rise less than this is over, m.
        least_hop: f64,
    },
}

impl Default for LandingModel {
    fn default() -> Self {
        Self::Frictional { least_hop: 0.005 }
    }
}

impl LandingModel {
    /// A hop that would rise less than this is over, m.
    pub fn least_hop(&self) -> f64 {
        match *self {
            Self::Frictionless { least_hop } | Self::Frictional { least_hop } => least_hop,
        }
    }

    /// Velocity and spin after the landing; position and phase are left alone. A ball that does not fall stays as it is.
    pub fn resolve(&self, spec: &BallSpec, state: &BallState, gravity: f64, quirks: Quirks) -> BallState {
        let falling = -state.velocity.z;
        if falling.is_nan() || falling <= 0.0 {
            return *state;
        }
        let push = (1.0 + spec.table_restitution) * falling;
        let mut after = match self {
            Self::Frictionless { .. } => pushed(state, spec.radius, DVec3::Z, push, DVec3::ZERO),
            Self::Frictional { .. } => {
                let (stick, most) = (state.slip(spec) * (-2.0 / 7.0), spec.slide * push);
                let size = stick.length();
                let grips = size <= most;
                let pull = if grips { stick } else { stick * (most / size) };
                let mut after = pushed(state, spec.radius, DVec3::Z, push, pull);
                if grips && quirks.landing_takes_side_spin {
                    after.spin.z *= 2.0 / 7.0;
                }
                after
            }
        };
        // The hop would rise v²/(2g).
        if 0.5 * after.velocity.z * after.velocity.z < self.least_hop() * gravity {
            after.velocity.z = 0.0;
        }
        after
    }
}
