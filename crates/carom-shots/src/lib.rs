//! Billiard shots as files, and the search for shots.
//!
//! A shot's file is JSON: a table, balls, a strike, and the laws ([`read`], [`write()`]; every key is in `docs/shots.md`).
//! What happened is JSON as well ([`report`]). The crate reads no files itself: a table that a shot names by its file is
//! brought by the caller ([`read_with`]).
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod angle;
mod ball;
mod cue;
mod fault;
mod file;
mod models;
mod pretty;
mod record;
mod report;
mod sensitivity;
pub mod solve;
mod summary;
mod table;
mod tree;

pub use fault::Fault;
pub use file::{Prepared, Request, read, read_layout, read_value, read_with, write, write_strike};
pub use models::{ball_friction_laws, cushion_laws, landing_laws, pair_laws, pocket_laws};
pub use pretty::pretty;
pub use report::{event, report, report_request, state};
pub use sensitivity::{Growth, Sensitivity, Slope, sensitivity};
pub use summary::{brief, summary};
pub use table::{read_table, write_table};

/// The most balls a shot's file may have.
pub const MOST_BALLS: usize = 4096;
/// The most bytes a shot's file (or a table's) may have.
pub const MOST_BYTES: usize = 4 << 20;
