//! The state of play: who is playing, what counts, which lamps are lit.

use crate::act::Lit;
use serde::Serialize;
use std::collections::BTreeMap;

/// In which phase a game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nobody plays.
    #[default]
    Waiting,
    /// A ball is in play, or is being served.
    Playing,
    /// The ball is over and its bonus is counted.
    Bonus,
    /// The game is over.
    Over,
}

/// What belongs to a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerState {
    /// Points.
    pub score: i64,
    /// Which ball it is, from 1.
    pub ball: u32,
    /// Extra balls that wait.
    pub extra_balls: u32,
}

/// A mode that runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mode {
    /// Its name in the rules.
    pub name: String,
    /// What the display calls it.
    pub title: String,
    /// s: what is left of it, if it ends by itself.
    pub left: Option<f64>,
}

/// What the page shows of a game; sent whenever it changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Status {
    /// The phase.
    pub phase: Phase,
    /// The players.
    pub players: Vec<PlayerState>,
    /// Whose turn it is, from 0.
    pub current: usize,
    /// Balls of a game.
    pub balls: u32,
    /// How many times points count.
    pub multiplier: u32,
    /// The bonus so far.
    pub bonus: i64,
    /// How many times it counts.
    pub bonus_multiplier: u32,
    /// s: how long drained balls come back, in whole seconds.
    pub ball_save: u32,
    /// Balls in play.
    pub in_play: u32,
    /// Balls locked.
    pub locked: u32,
    /// Warnings of the plumb bob in this ball, and how many are allowed.
    pub warnings: u32,
    /// Warnings before a tilt.
    pub warnings_allowed: u32,
    /// Has the machine tilted?
    pub tilted: bool,
    /// Modes that run, `left` in whole seconds.
    pub modes: Vec<Mode>,
    /// What to shoot next.
    pub hint: String,
    /// The line on the display.
    pub message: String,
}

/// The whole state of play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// What the page shows.
    pub status: Status,
    /// Lamps, by their number in the table.
    pub lamps: Vec<Lit>,
    /// Counters, by name. Of the player whose turn it is.
    pub counters: BTreeMap<String, i64>,
    /// Timers: the tick at which each goes off.
    pub timers: BTreeMap<String, u64>,
}
