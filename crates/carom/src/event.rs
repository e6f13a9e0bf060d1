//! What happened, when, to whom; and the order of what happens at one moment.

use glam::DVec3;

/// Which ball. Ids stay the same when other balls are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BallId(pub(crate) u32);

/// Which collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColliderId(pub(crate) u32);

/// Which zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZoneId(pub(crate) u32);

impl ZoneId {
    /// Its number: the first zone of a world is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which driven thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DriveId(pub(crate) u32);

impl DriveId {
    /// Its number: the first driven thing of a world is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BallId {
    /// Its number: the first ball of a world is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl ColliderId {
    /// Its number: the first collider of a world is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a ball moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Motion {
    /// Free: a parabola.
    #[default]
    Flying,
    /// Carried, and slipping over what carries it.
    Sliding,
    /// Carried, and rolling without slip.
    Rolling,
    /// Carried, and still.
    Resting,
}

/// Something that happened.
///
/// Events are handled, and told, by rising time. At the same time (to the last bit): changes of a ball's own motion first,
/// then impacts with faces, then with round things, then with edges and corners, then with points, then zones, then two balls;
/// among equals the lower ball index, then the lower index of the other. Each is handled whole before the next is looked
/// for, so a chain of touching balls passes an impulse on one after the other at one moment: Newton's cradle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// s: when.
    pub time: f64,
    /// To which ball (of two balls, the one with the lower index).
    pub ball: BallId,
    /// What.
    pub what: What,
}

/// The kinds of event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum What {
    /// The ball hit a collider. Impacts slower than [`FAINT_SPEED`](crate::tolerance::FAINT_SPEED) are handled, not told.
    Impact {
        /// Which.
        collider: ColliderId,
        /// How.
        hit: Hit,
    },
    /// The ball hit another ball; normal and impulse are those of the ball with the lower index.
    BallImpact {
        /// The other one.
        other: BallId,
        /// How.
        hit: Hit,
    },
    /// The ball now moves in another way.
    Motion {
        /// Before.
        from: Motion,
        /// From now on.
        to: Motion,
    },
    /// The ball has come into a zone.
    Entered {
        /// Which.
        zone: ZoneId,
    },
    /// The ball has left a zone.
    Left {
        /// Which.
        zone: ZoneId,
    },
    /// The ball was found inside something and has been pushed out.
    Overlap {
        /// m: how deep it was in the deepest place.
        depth: f64,
        /// m: how deep it still is; nothing, unless there is no room.
        left: f64,
    },
    /// The ball is between a driven thing and something that does not give way: the thing waits.
    Stalled {
        /// Which.
        drive: DriveId,
    },
    /// A number of the ball was no longer finite; it is out of play.
    Quarantined,
}

/// How two things hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// m: where.
    pub point: DVec3,
    /// Unit vector to the ball.
    pub normal: DVec3,
    /// m/s: how fast they approached.
    pub speed: f64,
    /// N s: what the ball received.
    pub impulse: DVec3,
    /// J: energy of motion and spin that was lost (negative where a moving surface gave some).
    pub energy_lost: f64,
}
