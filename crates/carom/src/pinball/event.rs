//! What a machine tells: which part, which ball, when.

use super::group::GroupId;
use crate::event::BallId;

/// Which part of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId(pub(crate) u32);

impl PartId {
    /// Its number: the first part of a machine is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Something that happened in a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// s: when, on the table's clock; not rounded to ticks.
    pub time: f64,
    /// What.
    pub what: Happening,
}

impl Happening {
    /// The part that it happened to, if it was one.
    pub fn part(&self) -> Option<PartId> {
        match *self {
            Self::Hit { part, .. }
            | Self::Unhit { part, .. }
            | Self::Collide { part, .. }
            | Self::Slingshot { part, .. }
            | Self::EndOfStroke { part, .. }
            | Self::StartOfStroke { part, .. }
            | Self::Spin { part }
            | Self::Dropped { part }
            | Self::Raised { part }
            | Self::Drained { part, .. }
            | Self::Ejected { part, .. } => Some(part),
            Self::BallsMeet { .. }
            | Self::TiltWarning { .. }
            | Self::Tilt
            | Self::Stuck { .. }
            | Self::BallSearch
            | Self::Lost { .. }
            | Self::Arrived { .. }
            | Self::Stalled { .. }
            | Self::Overloaded
            | Self::Dropouts { .. } => None,
        }
    }
}

/// The kinds of event. Speeds are m/s, of what turns rad/s.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "part, ball and speed say themselves")]
pub enum Happening {
    /// A ball has hit a part, or come onto it.
    Hit { part: PartId, ball: BallId, speed: f64 },
    /// A ball has left a trigger or a kicker.
    Unhit { part: PartId, ball: BallId },
    /// A ball has hit a flipper's bat.
    Collide { part: PartId, ball: BallId, speed: f64 },
    /// A slingshot has fired.
    Slingshot { part: PartId, ball: BallId, speed: f64 },
    /// A flipper, plunger, gate or spinner has reached the end of its stroke.
    EndOfStroke { part: PartId, speed: f64 },
    /// It has come back to the start of its stroke.
    StartOfStroke { part: PartId, speed: f64 },
    /// A spinner has turned over.
    Spin { part: PartId },
    /// Two balls have met.
    BallsMeet { one: BallId, other: BallId, speed: f64 },
    /// A driven group has come to the end of its way.
    Arrived { group: GroupId },
    /// A driven group waits: a ball is between it and something that does not give way.
    Stalled { group: GroupId, ball: BallId },
    /// A drop target is down.
    Dropped { part: PartId },
    /// A drop target is up again.
    Raised { part: PartId },
    /// A ball has gone into the trough, which holds so many now.
    Drained { part: PartId, ball: BallId, held: usize },
    /// The trough or a kicker has put a ball into play.
    Ejected { part: PartId, ball: BallId },
    /// The plumb bob has touched its ring: so often in this game.
    TiltWarning { count: u32 },
    /// The plumb bob has touched its ring once too often.
    Tilt,
    /// A ball has not come anywhere for a while.
    Stuck { ball: BallId },
    /// Nothing has happened for a while though balls are in play: time to fire all coils.
    BallSearch,
    /// A ball has left the cabinet, or a number of it was no longer finite; it is out of play.
    Lost { ball: BallId },
    /// The work of one tick came to its limit; the rest of its time is made good later.
    Overloaded,
    /// Ticks that were due and were dropped, because the machine was told not to catch up farther.
    Dropouts { ticks: u64 },
}
