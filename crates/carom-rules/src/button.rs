//! What a player presses.

use serde::{Deserialize, Serialize};

/// The buttons of a cabinet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Button {
    /// The left flippers.
    Left,
    /// The right flippers.
    Right,
    /// The plunger: pulled back as long as it is held; an automatic one fires.
    Plunge,
    /// Begins a game; before the first player's second ball, adds a player.
    Start,
    /// A push from the left.
    NudgeLeft,
    /// A push from the right.
    NudgeRight,
    /// A push from the front.
    NudgeUp,
    /// The second button on the left, for rules that use it.
    LeftExtra,
    /// The second button on the right.
    RightExtra,
}

impl Button {
    /// All of them, in the order of their numbers in recordings and messages.
    pub const ALL: [Self; 9] = [
        Self::Left,
        Self::Right,
        Self::Plunge,
        Self::Start,
        Self::NudgeLeft,
        Self::NudgeRight,
        Self::NudgeUp,
        Self::LeftExtra,
        Self::RightExtra,
    ];
}

/// A button goes down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Press {
    /// The tick of the game from which on it counts.
    pub tick: u64,
    /// Which.
    pub button: Button,
    /// Down, or up again?
    pub down: bool,
}
