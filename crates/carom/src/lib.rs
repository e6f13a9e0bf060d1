//! Carom.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod math;
pub mod tolerance;
pub mod units;

mod ball;
pub mod broad;
mod collider;
mod error;
mod event;
mod gap;
pub mod impact;
mod material;
mod path;
pub mod response;
mod screen;
pub mod shape;
mod world;

pub use ball::Ball;
pub use collider::Collider;
pub use error::{Error, ErrorKind};
pub use event::{BallId, ColliderId, Event, Hit, Motion, What};
pub use glam::{DQuat, DVec2, DVec3};
pub use material::{Elasticity, Material};
pub use path::Path;
pub use screen::View;
pub use world::{Advance, Gravity, GravityField, Outcome, Snapshot, World};
