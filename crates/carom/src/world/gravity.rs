//! What pulls all balls.

use glam::DVec3;
use std::sync::Arc;

/// A gravity that depends on the place: pure, the same answer for the same place always.
pub type GravityField = Arc<dyn Fn(DVec3) -> DVec3 + Send + Sync>;

/// What pulls all balls.
#[derive(Clone)]
pub enum Gravity {
    /// The same everywhere, m/s².
    Uniform(DVec3),
    /// A function of the place, m/s²: hills and ramps seen from above. Motion goes in pieces of a millisecond, each with
    /// the gravity at its middle.
    Field(GravityField),
}

impl core::fmt::Debug for Gravity {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Uniform(g) => f.debug_tuple("Uniform").field(g).finish(),
            Self::Field(_) => f.write_str("Field(..)"),
        }
    }
}

impl Gravity {
    /// No gravity.
    pub fn none() -> Self {
        Self::Uniform(DVec3::ZERO)
    }

    /// The same everywhere, m/s².
    pub fn uniform(acceleration: DVec3) -> Self {
        Self::Uniform(acceleration)
    }

    /// A function of the place.
    pub fn field(field: impl Fn(DVec3) -> DVec3 + Send + Sync + 'static) -> Self {
        Self::Field(Arc::new(field))
    }

    pub(crate) fn varies(&self) -> bool {
        matches!(self, Self::Field(_))
    }
}
