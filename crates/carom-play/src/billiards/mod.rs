//! Billiards on the page: a table that is asked for shots, and answers.
//!
//! Nothing here follows the clock. A page asks (`ask`), its [`Room`] answers with what the engine computed in closed form,
//! and the page shows that at its own pace. In reading order: `ask` (what a page can ask for), `games` (what can be
//! played), `room` (one page's table), `shoot`, `preview`, `place`, `search` (what it does there), `tell` (how it is said), `socket`
//! (its line to a page).

mod ask;
mod games;
mod place;
mod preview;
mod room;
mod search;
mod shoot;
pub(crate) mod socket;
mod tell;

pub use ask::{Aim, Ask, Call, Goal, Leave, Setup};
pub use games::games;
pub use room::Room;
pub use search::Search;
