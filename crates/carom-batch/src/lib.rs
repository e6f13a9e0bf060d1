//! Many worlds at once: pinball machines or billiard shots of one table, for training agents and for searching shots.
//!
//! ```
//! use carom::pinball::{Command, Input, Machine, Playfield, part::Flipper};
//! use carom::{Ball, DVec2, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS}};
//! use carom_batch::Batch;
//!
//! // A ball that rolls down onto a flipper.
//! let mut machine = Machine::new(&Playfield::sized(0.51, 1.07))?;
//! let left = machine.add("left", Flipper { centre: DVec2::new(0.15, 0.95), ..Flipper::default() })?;
//! let place = DVec3::new(0.19, 0.85, PINBALL_RADIUS);
//! let ball = machine.add_ball(Ball::new(place, PINBALL_RADIUS, PINBALL_MASS)?)?;
//!
//! // Sixty futures, in each of which the flipper goes up in another frame: which shoots the ball highest?
//! let mut batch = Batch::new(machine, 60)?;
//! let mut highest = vec![f64::INFINITY; batch.len()];
//! for frame in 0..90 {
//!     batch.step_and_see(
//!         1.0 / 60.0,
//!         &mut highest,
//!         |index, machine, _| {
//!             let on = frame >= index;
//!             machine.send(Command::now(Input::Coil { part: left, on }))
//!         },
//!         |_, machine, highest| *highest = highest.min(machine.position(ball).y),
//!     )?;
//! }
//! let best = (0..60).min_by(|&a, &b| highest[a].total_cmp(&highest[b])).unwrap();
//! assert!(highest[best] < 0.6 && best > 5, "frame {best}: {}", highest[best]);
//!
//! // Everything is in rows of numbers, too, in the order of the worlds.
//! let rows = batch.observations();
//! assert_eq!(rows.len(), 60 * batch.width());
//! assert_eq!(batch.columns()[0], "time");
//! assert!((rows[0] - 1.5).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is made
//!
//! A table does not change while it is played; what changes is a few kilobytes. So a [`Batch`] keeps one whole world for each
//! thread, and for each index only a state, which goes into the world of a thread for its turn and out again
//! (`exchange`: hardly anything is copied). Four thousand full tables would take gigabytes, and every step would fetch its
//! table from memory again.
//!
//! Threads take the states in small groups, whoever is free. No state depends on another, and results are written to where
//! their index says: the number of threads and their luck make no difference to any bit.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod batch;
mod buttons;
mod crew;
mod error;
mod machine;
mod playable;
mod shot;

pub use batch::{Batch, Setup, Snapshot};
pub use buttons::Buttons;
pub use error::Error;
pub use machine::{Counts, MachineSight};
pub use playable::Playable;
pub use shot::ShotSight;
