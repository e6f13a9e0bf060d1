//! What rules hear.

use crate::button::Button;
use carom::BallId;
use carom::pinball::{Event, PartId};

/// Something that rules may answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Occurrence {
    /// A game has begun.
    GameBegins,
    /// A ball is about to be served to a player.
    BallBegins,
    /// The last ball in play has drained; the bonus was not counted yet.
    BallEnds,
    /// The last player's last ball is over.
    GameEnds,
    /// The machine tells something.
    Machine(Event),
    /// A ball has drained; others may be in play.
    Drained(BallId),
    /// A ball that drained comes back.
    Saved,
    /// A kicker keeps a ball: so many are locked now.
    Locked(PartId, u32),
    /// More than one ball is in play.
    MultiballBegins(u32),
    /// Only one ball is left in play.
    MultiballEnds,
    /// A button went down or up.
    Button(Button, bool),
    /// A timer went off.
    Timer(String),
    /// A counter has changed to this.
    Counter(String, i64),
    /// A mode has begun.
    ModeBegins(String),
    /// A mode has ended.
    ModeEnds(String),
    /// A lamp has changed.
    Lamp(usize),
    /// The plumb bob has touched its ring: so often in this ball.
    Warning(u32),
    /// The machine has tilted.
    Tilt,
}
