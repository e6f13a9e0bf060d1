//! Exact, fast, repeatable ball physics for pinball and billiards.
//!
//! Between two events every ball moves on a parabola, exactly, and every impact happens at its true moment. So a
//! [`World`] can be advanced by any time, even or uneven, with the same result; nothing tunnels at any speed; and the same
//! input gives the same bits on every machine, in debug and release.
//!
//! ```
//! use carom::{Ball, Collider, DVec2, DVec3, Gravity, Material, What, World, shape::Post};
//!
//! // A table on a slope of 6.5 degrees seen from above, with a border and a post in it.
//! let mut world = World::new(Gravity::uniform(DVec3::new(0.0, -1.11, 0.0)))?;
//! let rubber = Material::new(0.7, 0.1)?;
//! let border = [[0.0, 0.0], [0.5, 0.0], [0.5, 1.0], [0.0, 1.0]].map(DVec2::from);
//! world.add_polyline(&border, true, &rubber)?;
//! world.add_collider(Collider::new(Post::new(DVec2::new(0.25, 0.6), 0.02)?, rubber))?;
//! let ball = world.add_ball(Ball::new(DVec3::new(0.2, 0.1, 0.0), 0.0135, 0.08)?.with_velocity(DVec3::Y))?;
//!
//! world.advance(2.0)?;
//! let hits = world.events().iter().filter(|event| matches!(event.what, What::Impact { .. })).count();
//! println!("{hits} impacts; now at {} and {:?}", world.position(ball), world.motion(ball));
//! # assert!(hits > 0);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! [`tour`] leads through everything in twelve short programs.
//!
//! # The modules, in reading order
//!
//! Ground: [`math`] (roots, precisions, random streams), [`units`], [`tolerance`] (every small number and its reason),
//! [`Material`], [`Ball`], [`Path`], [`Event`]. First floor: [`shape`], [`Collider`], [`broad`], [`impact`] (the rule),
//! [`response`]. Second: [`World`]; beside it [`View`], the way to a screen.
//!
//! Lengths are metres, times seconds, masses kilograms, angles radians. Visual Pinball's units are converted in [`units`].
//!
//! # Caveats
//!
//! Motion that has no closed form goes in pieces of at most a millisecond: on a round support, pressed by several things,
//! slipping on an incline, in a gravity field. Its error is stated in [`tolerance`]. Simultaneous impacts are handled one
//! after the other, in a written order (see [`Event`]). The pieces do not depend on how time is cut into frames.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod math;
mod shared;
pub mod tolerance;
pub mod units;

mod ball;
mod error;
mod event;
mod material;
mod path;
mod reuse;
pub mod space;

pub mod broad;
mod collider;
mod gap;
pub mod impact;
pub mod response;
pub mod shape;
mod sweep;
mod zone;

mod screen;
mod world;

pub mod billiards;
mod calendar;
pub mod gas;
pub mod pinball;
pub mod tour;

pub use ball::Ball;
pub use collider::Collider;
pub use error::{Error, ErrorKind};
pub use event::{BallId, ColliderId, DriveId, Event, Hit, Motion, What, ZoneId};
pub use glam::{DMat3, DQuat, DVec2, DVec3};
pub use material::{Elasticity, Grip, Material};
pub use path::Path;
pub use screen::View;
pub use world::{Advance, Course, Gravity, GravityField, Ledger, Outcome, Party, Snapshot, Touching, World};
pub use zone::Zone;

/// The version of the physics: its year, a point, and a number that rises whenever the bits of any motion change. Recordings
/// carry it, and golden hashes are kept under it: `cargo xtask golden` notices when it should have been raised, and raises it.
pub const PHYSICS: &str = "2026.11";

/// The examples in the README are compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
