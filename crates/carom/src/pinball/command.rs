//! What comes into a machine: commands, each with the time at which it counts.

use super::event::PartId;
use super::group::{Drive, GroupId};
use crate::ball::Ball;
use crate::event::BallId;
use glam::DVec2;

/// Something to do, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Command {
    /// s, on the table's clock: it counts at the first tick that begins then or later.
    pub at: f64,
    /// What.
    pub input: Input,
}

impl Command {
    /// To be done at the next tick.
    pub fn now(input: Input) -> Self {
        Self { at: 0.0, input }
    }

    /// To be done at a time of the table's clock.
    pub fn at(time: f64, input: Input) -> Self {
        Self { at: time, input }
    }
}

/// The kinds of command.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields say themselves")]
pub enum Input {
    /// Switches a coil: a flipper goes up or down, a kicker or trough ejects, a magnet or turntable runs, an auto plunger fires, a
    /// gate is held open.
    Coil { part: PartId, on: bool },
    /// Pulls a plunger back; with `retract` it comes forward again by itself, and back, until it is let go.
    Pull { part: PartId, retract: bool },
    /// Lets a plunger go.
    Release { part: PartId },
    /// A real plunger stands here: 0 is at rest, 1 fully back.
    PlungerPosition { part: PartId, position: f64 },
    /// Throws the ball out of a kicker, in this direction.
    Kick { part: PartId, angle: f64, speed: f64, inclination: f64 },
    /// Pushes the cabinet: heading of the push (0 from the player) and force (2 is a firm push).
    Nudge { angle: f64, force: f64 },
    /// A sensor feels the cabinet accelerate like this, m/s², until told otherwise.
    Sway { acceleration: DVec2 },
    /// Puts a ball into play.
    AddBall(Ball),
    /// Takes a ball out of play.
    RemoveBall(BallId),
    /// Lets a part be there, or not.
    Enable { part: PartId, on: bool },
    /// Lowers or raises a drop target.
    Drop { part: PartId, down: bool },
    /// Drives a group.
    Drive { group: GroupId, drive: Drive },
    /// Forgets tilt and warnings: a new ball.
    ClearTilt,
}
