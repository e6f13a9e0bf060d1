//! What a game tells the page: moments, sounds, words.

use serde::Serialize;

/// Something told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    /// The tick at which it happened.
    pub tick: u64,
    /// What.
    #[serde(flatten)]
    pub what: What,
}

/// The kinds of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields say themselves")]
pub enum What {
    /// Points were scored: how many, for which part if any.
    Score { points: i64, part: Option<u32> },
    /// A line for the display.
    Say { text: String },
    /// A sound by its name.
    Sound { name: String },
    /// A big moment: "jackpot", "multiball", "mode", "saved", "extra_ball", "drained", "tilt", "warning", "bonus", "game_over".
    Moment { name: String },
    /// A script failed: what, and in which of its lines.
    ScriptFault { message: String, line: Option<u32> },
    /// The bonus was counted.
    Bonus { points: i64, times: u32 },
    /// The game is over: everybody's score.
    GameOver { scores: Vec<i64> },
}
