//! Carom.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod math;
pub mod tolerance;
pub mod units;

mod ball;
pub mod broad;
mod error;
mod gap;
pub mod impact;
mod material;
mod path;
pub mod shape;

pub use ball::Ball;
pub use error::{Error, ErrorKind};
pub use glam::{DQuat, DVec2, DVec3};
pub use material::{Elasticity, Material};
pub use path::Path;
