//! What happened in a shot, when, to which ball.

use super::ball::Phase;

/// One event of a shot. Events are in order of time; at one moment in the order in which they were settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When, s after the strike.
    pub time: f64,
    /// What.
    pub what: What,
    /// Energy lost in it, J; for a pot, what the ball takes with it, counted from the cloth. (What friction takes between events stands in the [`Ledger`](super::Ledger).)
    pub lost: f64,
}

/// What happened. Balls, rails, jaws and pockets by their numbers in the shot and the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The cue strikes a ball.
    Strike {
        /// The ball.
        ball: usize,
    },
    /// Two balls meet, the lower number first.
    Balls {
        /// The balls.
        balls: [usize; 2],
    },
    /// A ball meets a straight cushion.
    Rail {
        /// The ball.
        ball: usize,
        /// The rail.
        rail: usize,
    },
    /// A ball meets the tip of a cushion.
    Jaw {
        /// The ball.
        ball: usize,
        /// The jaw.
        jaw: usize,
    },
    /// A ball comes over the edge of a pocket and begins to fall ([`PocketModel::Rim`](super::PocketModel)).
    Tip {
        /// The ball.
        ball: usize,
        /// The pocket.
        pocket: usize,
    },
    /// A ball strikes the back or the rim of a pocket.
    Rattle {
        /// The ball.
        ball: usize,
        /// The pocket.
        pocket: usize,
    },
    /// A ball is potted.
    Pot {
        /// The ball.
        ball: usize,
        /// The pocket.
        pocket: usize,
    },
    /// A ball lands on the cloth.
    Landing {
        /// The ball.
        ball: usize,
    },
    /// A ball has left the table.
    Off {
        /// The ball.
        ball: usize,
    },
    /// A ball's motion changes by itself: slip, roll or spin has run out.
    Change {
        /// The ball.
        ball: usize,
        /// How it moved.
        from: Phase,
        /// How it moves now.
        to: Phase,
    },
}

impl What {
    /// The balls it happened to, the first of them first.
    pub fn balls(&self) -> (usize, Option<usize>) {
        match *self {
            Self::Strike { ball }
            | Self::Rail { ball, .. }
            | Self::Jaw { ball, .. }
            | Self::Tip { ball, .. }
            | Self::Rattle { ball, .. }
            | Self::Pot { ball, .. }
            | Self::Landing { ball }
            | Self::Off { ball }
            | Self::Change { ball, .. } => (ball, None),
            Self::Balls { balls: [a, b] } => (a, Some(b)),
        }
    }

    /// Whether `ball` took part.
    pub fn involves(&self, ball: usize) -> bool {
        let (a, b) = self.balls();
        a == ball || b == Some(ball)
    }
}

/// Why a shot went no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every ball is at rest or out.
    AtRest,
    /// The time asked for has come.
    Time,
    /// As many events as were allowed have happened; balls still move.
    Budget,
}
