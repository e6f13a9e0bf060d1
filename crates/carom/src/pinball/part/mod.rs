//! The parts of a machine. Each has its own file: its data, in SI, with a table of what every number means, its unit, its
//! default and Visual Pinball's name for it; what it is made of; and what it does.

pub(crate) mod bumper;
pub(crate) mod flipper;
pub(crate) mod gate;
pub(crate) mod kicker;
pub(crate) mod magnet;
pub(crate) mod mesh;
pub(crate) mod plunger;
pub(crate) mod ramp;
pub(crate) mod rubber;
pub(crate) mod solid;
pub(crate) mod spinner;
pub(crate) mod target;
pub(crate) mod trigger;
pub(crate) mod trough;
pub(crate) mod turntable;
pub(crate) mod wall;

pub use bumper::Bumper;
pub use flipper::Flipper;
pub use gate::Gate;
pub use kicker::Kicker;
pub use magnet::Magnet;
pub use mesh::Mesh;
pub use plunger::Plunger;
pub use ramp::{Ramp, RampKind};
pub use rubber::Rubber;
pub use solid::Solid;
pub use spinner::Spinner;
pub use target::{Target, TargetKind};
pub use trigger::{Trigger, TriggerArea};
pub use trough::Trough;
pub use turntable::Turntable;
pub use wall::Wall;

use crate::collider::Collider;
use crate::material::Material;
use crate::space::Transform;
use glam::DVec3;

/// Any part, as data.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Part {
    /// A bat on a shaft.
    Flipper(Flipper),
    /// The rod that shoots the ball.
    Plunger(Plunger),
    /// A hinged plate that lets a ball through, one way or both.
    Gate(Gate),
    /// A plate that turns over.
    Spinner(Spinner),
    /// A post that throws the ball back.
    Bumper(Bumper),
    /// A hole that catches and throws.
    Kicker(Kicker),
    /// A rollover.
    Trigger(Trigger),
    /// A standing or a drop target.
    Target(Target),
    /// A block over an outline, with slingshots on its edges.
    Wall(Wall),
    /// A rubber ring or band.
    Rubber(Rubber),
    /// A ramp.
    Ramp(Ramp),
    /// A mesh of triangles.
    Mesh(Mesh),
    /// Any shapes.
    Solid(Solid),
    /// A magnet under the playfield.
    Magnet(Magnet),
    /// A turning disc in the playfield.
    Turntable(Turntable),
    /// The trough with its drain.
    Trough(Trough),
}

impl Part {
    /// What kind of part it is, in a word, for messages and pages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Flipper(_) => "flipper",
            Self::Plunger(_) => "plunger",
            Self::Gate(_) => "gate",
            Self::Spinner(_) => "spinner",
            Self::Bumper(_) => "bumper",
            Self::Kicker(_) => "kicker",
            Self::Trigger(_) => "trigger",
            Self::Target(_) => "target",
            Self::Wall(_) => "wall",
            Self::Rubber(_) => "rubber",
            Self::Ramp(_) => "ramp",
            Self::Mesh(_) => "mesh",
            Self::Solid(_) => "collider",
            Self::Magnet(_) => "magnet",
            Self::Turntable(_) => "turntable",
            Self::Trough(_) => "trough",
        }
    }

    /// Is its law said in a space of its own, into which a ball must be able to go?
    pub(crate) fn needs_home(&self) -> bool {
        match self {
            Self::Flipper(_) | Self::Plunger(_) | Self::Gate(_) | Self::Spinner(_) | Self::Kicker(_) => true,
            Self::Magnet(_) | Self::Turntable(_) | Self::Trough(_) => true,
            Self::Bumper(_) | Self::Target(_) | Self::Wall(_) | Self::Rubber(_) | Self::Ramp(_) => false,
            Self::Mesh(_) | Self::Solid(_) | Self::Trigger(_) => false,
        }
    }
}

macro_rules! from_each {
    ($($name:ident),*) => {
        $(impl From<$name> for Part {
            fn from(part: $name) -> Self {
                Self::$name(part)
            }
        })*
    };
}
from_each!(
    Flipper, Plunger, Gate, Spinner, Bumper, Kicker, Trigger, Target, Wall, Rubber, Ramp, Mesh, Solid, Magnet,
    Turntable, Trough
);

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
    Tells { threshold: f64 },
    /// A slingshot's edge from `a` to `b`: above `threshold` (m/s) it drives the ball by up to `force` (m/s).
    Sling { a: DVec3, b: DVec3, force: f64, threshold: f64 },
    /// A bumper: above `threshold` (m/s) it adds `force` (m/s).
    Bumper { force: f64, threshold: f64 },
    /// A flipper's bat.
    Bat,
    /// A plunger's tip.
    Tip,
}

impl Role {
    /// The same on a part that was placed so: ends of edges go along, speeds grow with the part.
    pub(crate) fn placed(self, by: &Transform, scale: f64) -> Self {
        match self {
            Self::Tells { threshold } => Self::Tells { threshold: threshold * scale },
            Self::Sling { a, b, force, threshold } => {
                Self::Sling { a: by.place(a), b: by.place(b), force: force * scale, threshold: threshold * scale }
            }
            Self::Bumper { force, threshold } => Self::Bumper { force: force * scale, threshold: threshold * scale },
            Self::Quiet | Self::Bat | Self::Tip => self,
        }
    }
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

/// A material for a default: its numbers are literals of ours, within their ranges.
pub(crate) fn pinball_material(elasticity: f64, falloff: f64, friction: f64) -> Material {
    Material::pinball(elasticity, falloff, friction, 0.0).unwrap_or_default()
}
