//! Games: what is allowed, what a shot was worth, whose turn it is. Decided from the events of a shot alone.

mod eight_ball;
mod facts;
mod free;
mod game;
mod nine_ball;
mod rack;
mod respot;
mod snooker;
mod sum_to_three;
mod three_cushion;

pub use game::{Game, Standing};
pub use rack::{diamond, triangle};

use super::ball::{Ball, BallSpec, BallState};
use super::cue::CueSpec;
use super::event::Event;
use super::table::{PocketSpec, Table};
use crate::DVec2;

/// The games Carom can judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    /// Solids and stripes, then the eight.
    EightBall,
    /// Lowest ball first; the nine wins.
    NineBall,
    /// Reds and colours.
    Snooker,
    /// Three cushions before the second ball.
    ThreeCushion,
    /// Two balls, three cushions in all.
    SumToThree,
    /// No rules.
    Free,
}

impl GameKind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::EightBall, Self::NineBall, Self::Snooker, Self::ThreeCushion, Self::SumToThree, Self::Free];

    /// `eight-ball`, `nine-ball`, `snooker`, `three-cushion`, `sum-to-three` or `free`.
    pub fn name(self) -> &'static str {
        match self {
            Self::EightBall => "eight-ball",
            Self::NineBall => "nine-ball",
            Self::Snooker => "snooker",
            Self::ThreeCushion => "three-cushion",
            Self::SumToThree => "sum-to-three",
            Self::Free => "free",
        }
    }

    /// The game of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The table it is played on unless another is chosen.
    pub fn table(self) -> Table {
        match self {
            Self::EightBall | Self::NineBall | Self::Free => PocketSpec::POOL_9.build("pool-9"),
            Self::Snooker => PocketSpec::SNOOKER.build("snooker"),
            Self::ThreeCushion | Self::SumToThree => Table::standard_carom(),
        }
    }

    /// Its balls.
    pub fn ball_spec(self) -> BallSpec {
        match self {
            Self::EightBall | Self::NineBall | Self::Free => BallSpec::POOL,
            Self::Snooker => BallSpec::SNOOKER,
            Self::ThreeCushion | Self::SumToThree => BallSpec::CAROM,
        }
    }

    /// Its cue.
    pub fn cue_spec(self) -> CueSpec {
        match self {
            Self::EightBall | Self::NineBall | Self::Free => CueSpec::POOL,
            Self::Snooker => CueSpec::SNOOKER,
            Self::ThreeCushion | Self::SumToThree => CueSpec::CAROM,
        }
    }

    /// Its balls at the start, the cue ball first. `spacing` is the gap between racked balls as a part of the radius
    /// (0: frozen together); `seed` shakes them within it and deals the places that the rules leave to chance.
    ///
    /// Free play has the balls of nine-ball, on a table without pockets those of three-cushion.
    pub fn rack(self, table: &Table, spacing: f64, seed: u64) -> Vec<Ball> {
        let carom = self == Self::Free && table.pockets.is_empty();
        let spec = if carom { BallSpec::CAROM } else { self.ball_spec() };
        self.rack_of(spec, table, spacing, seed)
    }

    /// The same with balls of your own.
    pub fn rack_of(self, spec: BallSpec, table: &Table, spacing: f64, seed: u64) -> Vec<Ball> {
        rack::rack(self, table, spec, spacing, seed)
    }
}

/// Where the player may put the cue ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InHand {
    /// Nowhere: it is played as it lies.
    No,
    /// Anywhere on the table.
    Anywhere,
    /// Behind the head string (`y` up to a quarter of the length).
    BehindLine,
    /// In snooker's D.
    Semicircle,
}

impl InHand {
    /// Whether the cue ball's centre may be put there, as far as lines go. Cushions and other balls do not count here.
    ///
    /// Snooker's D is the half circle about the brown's spot that ends at the yellow's.
    pub fn allows(self, table: &Table, at: DVec2) -> bool {
        match self {
            Self::No => false,
            Self::Anywhere => at.cmpge(DVec2::ZERO).all() && at.cmple(table.point(1.0, 1.0)).all(),
            Self::BehindLine => Self::Anywhere.allows(table, at) && at.y <= 0.25 * table.length,
            Self::Semicircle => {
                let [brown, yellow] = ["brown", "yellow"].map(|name| rack::snooker_spot(table, name));
                let (Some(brown), Some(yellow)) = (brown, yellow) else { return false };
                at.y <= brown.y && at.distance(brown) <= yellow.distance(brown)
            }
        }
    }
}

/// What holds for the coming shot. Balls and pockets by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraints {
    /// Whether the cue ball is in hand.
    pub in_hand: InHand,
    /// Balls that may be moved.
    pub movable: Vec<String>,
    /// Balls that may be struck.
    pub cueable: Vec<String>,
    /// Balls that may be hit first: a whole group, those of it that are down included. Empty: any.
    pub hittable: Vec<String>,
    /// Whether ball and pocket must be called.
    pub call_shot: bool,
    /// The ball called.
    pub ball_call: Option<String>,
    /// The pocket called.
    pub pocket_call: Option<String>,
}

/// A shot that was played, for the referee.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The table.
    pub table: &'a Table,
    /// The balls before it.
    pub before: &'a [Ball],
    /// What happened.
    pub events: &'a [Event],
    /// Their states at its end.
    pub after: &'a [BallState],
    /// The number of the ball that was struck.
    pub cue_ball: usize,
}

/// What the referee says.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Whether the shot was legal.
    pub legal: bool,
    /// If not, why.
    pub reason: String,
    /// Whether the turn is over.
    pub turn_over: bool,
    /// Whether the game is over.
    pub game_over: bool,
    /// Who won: the number of a player; `None` also for a tie.
    pub winner: Option<usize>,
    /// Points of each player so far.
    pub score: Vec<i64>,
    /// Balls put back on the table: their number and place.
    pub respotted: Vec<(usize, DVec2)>,
}
