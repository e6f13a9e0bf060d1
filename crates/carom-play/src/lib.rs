//! Plays Carom's tables in the browser: a server on the own machine, and the page.
//!
//! Every page that connects gets a [`Session`]: a game that follows the wall clock, takes presses and sends state frames. It is a
//! task among those that shuttle bytes; what takes a while is done on another thread, so a heavy table harms nobody else.
//! `docs/protocol.md` describes what goes over the line.
//!
//! In reading order: `request`, `message`, `driven`, `frame` (what is said), `pace`, `play`, `session`, `table` (a game in real time), `outbox`, `talk`,
//! `socket` (its line to a page), `billiards` (shots on request, without a clock), `offer`, `scores`, `assets` (what can be asked for),
//! `whole`, `shelf`, `console` (what is kept, and who is told when it cannot be), `guard`, `routes`, `house`, `door`, `crew`, `server`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod assets;
pub mod billiards;
mod cadence;
mod clock;
mod console;
mod crew;
mod door;
mod driven;
pub mod frame;
mod guard;
mod house;
pub mod insight;
mod limits;
mod message;
mod meter;
mod offer;
mod outbox;
mod pace;
mod play;
mod request;
mod routes;
pub mod scene;
mod scores;
mod server;
mod session;
mod shelf;
mod socket;
mod table;
mod talk;
pub mod whole;

pub use clock::{Clock, WallClock};
pub use console::Console;
pub use limits::Limits;
pub use message::{Mode, PROTOCOL};
pub use offer::Offer;
pub use outbox::Outgoing;
pub use request::Request;
pub use scores::{BEST, Score, Scores};
pub use server::{Server, ServerOptions, USUAL_PORT, serve_until_interrupted};
pub use session::Session;
pub use shelf::Shelf;
