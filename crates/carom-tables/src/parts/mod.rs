//! The parts of a table file: what can be said of each.

mod devices;
mod ground;
mod group;
mod placement;
mod play;
mod solids;

pub use devices::{
    Bumper, Flipper, Gate, Kicker, Magnet, Plunger, Side, Spinner, Target, TargetKind, Trigger, Trough, Turntable,
};
pub use ground::{Action, Ball, Input, Material, Playfield};
pub use group::{After, Ease, Group, Key};
pub use placement::{Matrix, Placed, Placement, Scale};
pub use play::{BigMoment, Counter, Each, Game, Go, Lamp, LampShape, Mode, Pace, Pose, Rule, Sound};
pub use solids::{Collider, ColliderShape, Facing, Mesh, Post, Ramp, RampKind, Rubber, Wall};
