//! The figures of `docs/physics`: each is drawn from what the engine does, not from the formula beside it.

mod billiards;
mod contact;
mod gas;
mod pinball;

use carom::Error;

/// A figure: the name of its file and page, and what draws it.
pub type Figure = (&'static str, fn() -> Result<String, Error>);

/// All figures, in the order of the pages.
pub const ALL: [Figure; 20] = [
    ("impact", contact::impact),
    ("bounce", contact::bounce),
    ("restitution", contact::restitution),
    ("rolling", contact::rolling),
    ("groups", contact::groups),
    ("moving-frames", contact::moving_frames),
    ("ledger", contact::ledger),
    ("flipper", pinball::flipper),
    ("plunger", pinball::plunger),
    ("kicks", pinball::kicks),
    ("plates", pinball::plates),
    ("magnet", pinball::magnet),
    ("nudge", pinball::nudge),
    ("cloth", billiards::cloth),
    ("cue", billiards::cue),
    ("ball-ball", billiards::ball_ball),
    ("cushions", billiards::cushions),
    ("landing", billiards::landing),
    ("pockets", billiards::pockets),
    ("gas", gas::gas),
];

/// Numbers from `from` to `to`, so many of them.
fn steps(from: f64, to: f64, count: usize) -> impl Iterator<Item = f64> + Clone {
    (0..count).map(move |k| from + (to - from) * k as f64 / (count - 1).max(1) as f64)
}
