//! The rules of a game of pinball: a machine, what counts on it, and who is playing.
//!
//! A [`Game`] owns a machine and steps it by ticks of a millisecond. In every tick: buttons that are due, the machine's tick, what
//! the rules make of its events. The same table, seed and presses give the same score, bit for bit.
//!
//! ```
//! use carom_rules::{Button, Game, GameOptions, Phase, Press};
//! use carom_tables::{Table, built_in};
//!
//! let table = Table::parse(built_in::find("kingfisher")?.text)?;
//! let mut game = Game::new(&table, GameOptions::default()).map_err(|faults| format!("{faults:?}"))?;
//! let mut press = |tick, button, down| game.press(Press { tick, button, down });
//! press(0, Button::Start, true);
//! // Once the ball lies before the plunger, a pull of 230 ms; presses may be sent ahead of their time.
//! press(2_000, Button::Plunge, true);
//! press(2_230, Button::Plunge, false);
//! for _ in 0..6_000 {
//!     game.tick();
//!     for told in game.told() {
//!         println!("{:.3} s: {:?}", told.tick as f64 * 1e-3, told.what);
//!     }
//! }
//! assert_eq!(game.status().phase, Phase::Playing);
//! assert!(game.status().players[0].score > 0, "the top lanes and bumpers have scored");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The game is the referee; [`Rules`] of the table file and [`script::Script`]s hear of every [`Occurrence`] and answer with
//! [`Act`]s. Any table can be played: one without rules gets some from its parts ([`completed`]), one without trough or drain is
//! served by the engine's house keeper, which also helps balls that are stuck. Such a ball costs none.
//!
//! What belongs to a player and waits for their next turn: score, extra balls, counters, lamps, modes that outlast a ball, the
//! hint, locked balls. Timers end with the ball; bonus, multipliers and warnings begin anew with the next. What stands on the
//! table, such as drop targets, stays as it is until rules move it.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod act;
mod board;
mod button;
mod defaults;
mod game;
mod occurrence;
pub mod recording;
pub mod rules;
pub mod script;
mod told;

pub use act::{Act, Lit};
pub use board::{Board, Mode, Phase, PlayerState, Status};
pub use button::{Button, Press};
pub use defaults::completed;
pub use game::{Game, GameOptions, Setup};
pub use occurrence::Occurrence;
pub use recording::{Difference, Player, Recorder, Recording, RecordingFault, Replayed, Tape};
pub use rules::{Rules, Settings};
pub use told::{Told, What};

/// The example in the README is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
