//! The parts of a machine. Each has its own file: its data, in SI, with a table of what every number means, its unit, its
//! default and Visual Pinball's name for it; what it is made of; and what it does.

mod gate;
mod magnet;
mod mesh;
mod plunger;
mod ramp;
mod rubber;
mod spinner;
mod target;
mod turntable;
mod wall;

pub use gate::Gate;
pub use magnet::Magnet;
pub use mesh::Mesh;
pub use plunger::Plunger;
pub use ramp::{Ramp, RampKind};
pub use rubber::Rubber;
pub use spinner::Spinner;
pub use target::{Target, TargetKind};
pub use turntable::Turntable;
pub use wall::Wall;

use crate::collider::Collider;
use glam::DVec2;

/// One collider of a part, and what an impact on it means.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) collider: Collider,
    pub(crate) role: Role,
}

impl Piece {
    /// A collider whose impacts are nobody's business.
    pub(crate) fn quiet(collider: Collider) -> Self {
        Self { collider, role: Role::Quiet }
    }
}

/// What an impact on a collider means to the part that owns it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    /// Nothing: the ball bounces.
    Quiet,
    /// The ball bounces, and above this speed of approach (m/s) the part tells of it.
    Tells {
        threshold: f64,
    },
    /// A slingshot's edge from `a` to `b`: above `threshold` (m/s) it drives the ball by up to `force` (m/s).
    Sling {
        a: DVec2,
        b: DVec2,
        force: f64,
        threshold: f64,
    },
}

/// What a mechanism has to tell after a piece of its motion. Speeds are rad/s of what turns, m/s of what slides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Said {
    /// A ball has struck it.
    Hit,
    /// It has reached the end of its stroke.
    EndOfStroke { speed: f64 },
    /// It has come back to the start of its stroke.
    StartOfStroke { speed: f64 },
    /// It has turned over once.
    Spin,
}
