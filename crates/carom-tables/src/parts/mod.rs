//! The parts of a table file: what can be said of each.

mod devices;
mod ground;
mod play;
mod solids;

pub use devices::{
    Bumper, Flipper, Gate, Kicker, Magnet, Plunger, Side, Spinner, Target, TargetKind, Trigger, Trough, Turntable,
};
pub use ground::{Action, Ball, Input, Material, Playfield};
pub use play::{BigMoment, Counter, Each, Game, Lamp, LampShape, Mode, Rule, Sound};
pub use solids::{Collider, ColliderShape, Facing, Mesh, Post, Ramp, RampKind, Rubber, Wall};
