//! The rules of a game of pinball: a machine, what counts on it, and who is playing.
//!
//! A [`Game`] owns a machine and steps it by ticks of a millisecond. In every tick: buttons that are due, the machine's tick, what
//! the rules make of its events. The same table, seed and presses give the same score, bit for bit.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod act;
mod board;
mod button;
mod game;
mod occurrence;
mod told;

pub use act::{Act, Lit};
pub use board::{Board, Mode, Phase, PlayerState, Status};
pub use button::{Button, Press};
pub use game::{Game, GameOptions};
pub use occurrence::Occurrence;
pub use told::{Told, What};
