//! What rules can do. Rules of the file and scripts do the same things, and only these.

use carom::pinball::{Drive, GroupId, PartId};
use serde::{Deserialize, Serialize};

/// How a lamp is lit. Its number goes over the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Lit {
    /// It is dark.
    #[default]
    Off = 0,
    /// It is lit.
    On = 1,
    /// It blinks.
    Blink = 2,
    /// It blinks quickly: hurry.
    Fast = 3,
}

/// Something that rules do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Act {
    /// Points for the player, times the multiplier.
    Score(i64),
    /// Points for the bonus that is counted at the ball's end.
    Bonus(i64),
    /// From now on points count so many times, until the ball's end.
    Multiplier(u32),
    /// The bonus counts so many times.
    BonusMultiplier(u32),
    /// A lamp, by its number in the table.
    Light(usize, Lit),
    /// A sound for the page, by its name.
    Sound(String),
    /// A line for the display.
    Say(String),
    /// What to shoot next, until something else is said.
    Hint(String),
    /// A coil goes on or off.
    Coil(PartId, bool),
    /// A coil goes on and a moment later off.
    Pulse(PartId),
    /// A kicker throws its ball out as its data say.
    Kick(PartId),
    /// A kicker throws its ball out: heading in radians, m/s, inclination in radians.
    KickTo(PartId, f64, f64, f64),
    /// A drop target goes down, or up.
    Drop(PartId, bool),
    /// A part is there, or not.
    Enable(PartId, bool),
    /// A group is driven so.
    Drive(GroupId, Drive),
    /// Balls that drain within so many seconds come back.
    SaveBall(f64),
    /// The player has one ball more.
    ExtraBall,
    /// A ball is kept: it counts as locked, and another is served.
    Lock(PartId),
    /// So many balls are to be in play: locked ones are let go, others are served.
    Multiball(u32),
    /// A timer of this name goes off after so many seconds, once.
    SetTimer(String, f64),
    /// It does not.
    StopTimer(String),
    /// A counter is set.
    SetCounter(String, i64),
    /// A counter goes on by so much.
    AddCounter(String, i64),
    /// A mode begins: its name.
    BeginMode(String),
    /// A mode ends.
    EndMode(String),
    /// The ball is over: flippers die until it has drained.
    EndBall,
    /// The flag of a big moment for the page: "jackpot", "multiball", "mode" and the like.
    Moment(String),
}
