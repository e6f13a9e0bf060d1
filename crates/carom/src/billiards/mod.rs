//! Billiards: exact shots, event by event.
//!
//! Between two events a ball slides, rolls, spins or flies in closed form. A [`Shot`] asks for the next event, moves the
//! balls concerned to its moment, lets a law settle it, and asks again: no time step, no spacer between balls.

mod aim;
mod ball;
mod cluster;
mod cue;
mod cushion;
mod detect;
mod event;
mod landing;
mod ledger;
mod leg;
mod models;
mod motion;
mod pair;
mod places;
mod plan;
mod pocket;
mod queue;
mod resolve;
pub mod rules;
mod shot;
mod sieve;
mod snapshot;
pub mod spacer;
mod table;

pub use aim::{PotAim, cut_direction, direction, ghost_ball, pots};
pub use ball::{Ball, BallSpec, BallState, Phase};
pub use cue::{CueSpec, Strike, StrikeModel};
pub use cushion::{CushionModel, Touch};
pub use event::{Event, Outcome, What};
pub use landing::LandingModel;
pub use ledger::Ledger;
pub use leg::Leg;
pub use models::{Models, Quirks};
pub use pair::{BallFriction, Meeting, PairModel};
pub use pocket::PocketModel;
pub use shot::{EVENT_BUDGET, Shot};
pub use snapshot::Snapshot;
pub use table::{Jaw, Pocket, PocketSpec, Rail, Table};
