//! The search for strikes that do what one wants, ranked by how much error they forgive.
//!
//! Strikes are tried at random, some of them near the aims that geometry gives; the best are improved step by step; those
//! that meet the goal are repeated with a player's errors, and the part that still meets it ranks them. All random numbers
//! come from one seed and the number of the trial, and results are taken in order: neither the machine nor the number of
//! threads changes what is found.

mod goal;
mod noise;
mod propose;
mod rank;
mod trial;

pub use goal::{Goal, Leave, Pot};
pub use noise::Noise;

use crate::Prepared;
use crate::file::usual;
use carom::DVec3;
use carom::billiards::{CueSpec, Strike};
use core::fmt;
use core::sync::atomic::AtomicBool;
use propose::Proposer;
use rank::Round;
use trial::Bench;

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Strikes simulated in all, at most, repeats with errors included. Fewer than 64 find little, and may be exceeded by a
    /// dozen.
    pub tries: usize,
    /// Starts the random numbers.
    pub seed: u64,
    /// Solutions wanted.
    pub keep: usize,
    /// A player's errors.
    pub noise: Noise,
    /// Repeats with errors, of each solution.
    pub repeats: usize,
    /// Slowest and fastest cue, m/s.
    pub speeds: (f64, f64),
    /// Farthest contact point from the middle, as a part of the radius (also limited by the miscue limit).
    pub offset: f64,
    /// Highest elevation of the cue, rad. Zero: level strikes only.
    pub elevation: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            tries: 50_000,
            seed: 1,
            keep: 5,
            noise: Noise::default(),
            repeats: 100,
            speeds: (0.4, 7.0),
            offset: 0.5,
            elevation: 0.0,
        }
    }
}

/// A strike that meets the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The strike.
    pub strike: Strike,
    /// The part of the repeats with errors that met the goal too.
    pub robust: f64,
    /// How many repeats there were.
    pub repeats: usize,
    /// The ball and the pocket to call, by name, if a ball is potted.
    pub call: Option<(String, String)>,
    /// Where the struck ball ends, m.
    pub cue_ball: DVec3,
    /// What happens, in words.
    pub words: String,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Strikes that meet the goal, the most forgiving first.
    pub solutions: Vec<Solution>,
    /// If there is none: the strike that came nearest, and by how much it missed (m, roughly).
    pub nearest: Option<(Strike, f64)>,
    /// Strikes simulated.
    pub tried: usize,
    /// Whether it was told to stop before its end.
    pub stopped: bool,
}

/// Why nothing can be searched for.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// The goal asks for nothing.
    NoGoal,
    /// There is no ball to strike: neither a strike nor a ball called `cue` or `white`.
    NoCueBall,
    /// A number in the goal or the options cannot be used.
    Number(&'static str),
    /// The layout cannot be played at all.
    Layout(carom::Error),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGoal => {
                write!(f, "no goal: say what to pot, where to leave the cue ball, or which game to score in")
            }
            Self::NoCueBall => {
                write!(f, "no ball to strike: the shot has no `cue`, and no ball is called `cue` or `white`")
            }
            Self::Number(what) => write!(f, "{what}"),
            Self::Layout(error) => write!(f, "the layout cannot be played: {error}"),
        }
    }
}

impl core::error::Error for Refused {}

/// Searches for strikes that meet `goal`. The balls must be at rest; the shot's own strike only says which ball is struck
/// and with which cue ([`struck`] if there is none).
///
/// `progress` is told how many strikes are done, out of how many; it is called from several threads. The search stops soon
/// after `stop` becomes true, with what it has; only then does the answer depend on time. Threads are those of the rayon
/// pool it is called in.
///
/// # Errors
/// Goals, options or layouts that cannot be used.
pub fn solve(
    prepared: &Prepared,
    goal: &Goal,
    options: &Options,
    progress: &(dyn Fn(usize, usize) + Sync),
    stop: &AtomicBool,
) -> Result<Found, Refused> {
    let (ball, cue) = struck(prepared)?;
    check(prepared, goal, options)?;
    let plain = Strike { ball, speed: 1.0, direction: 0.0, elevation: 0.0, side: 0.0, height: 0.0, cue };
    Prepared { strike: Some(plain), ..prepared.clone() }.begin().map_err(Refused::Layout)?;
    let bench = Bench::new(prepared, goal, options.tries, progress, stop);
    let proposer = Proposer::new(prepared, goal, plain, options);
    let mut round = Round::new(&bench, &proposer, options);
    round.play();
    Ok(round.found())
}

/// The ball to be struck, and the cue: those of the shot's strike, or the ball called `cue` or `white` and the cue that
/// goes with the table.
///
/// # Errors
/// If there is no such ball.
pub fn struck(prepared: &Prepared) -> Result<(usize, CueSpec), Refused> {
    if let Some(strike) = &prepared.strike {
        return Ok((strike.ball, strike.cue));
    }
    let named = |name: &str| prepared.balls.iter().position(|ball| ball.name == name);
    let ball = named("cue").or_else(|| named("white")).ok_or(Refused::NoCueBall)?;
    Ok((ball, usual(&prepared.table.name).1))
}

fn check(prepared: &Prepared, goal: &Goal, options: &Options) -> Result<(), Refused> {
    let need = |holds: bool, what: &'static str| if holds { Ok(()) } else { Err(Refused::Number(what)) };
    if goal.is_empty() {
        return Err(Refused::NoGoal);
    }
    if let Some(pot) = &goal.pot {
        need(!prepared.table.pockets.is_empty(), "a table without pockets has nothing to pot into")?;
        need(pot.ball.is_none_or(|ball| ball < prepared.balls.len()), "there is no such ball to pot")?;
        need(pot.pocket.is_none_or(|pocket| pocket < prepared.table.pockets.len()), "there is no such pocket")?;
    }
    if let Some(leave) = &goal.leave {
        need(leave.at.is_finite() && leave.within > 0.0, "the place to leave the cue ball must be a finite one")?;
    }
    let (slow, fast) = options.speeds;
    need(slow > 0.0 && slow <= fast && fast <= 100.0, "speeds must be more than 0 and at most 100 m/s")?;
    need((0.0..=1.0).contains(&options.offset), "the farthest contact point must be from 0 to 1")?;
    need((0.0..=1.5).contains(&options.elevation), "the elevation must be from 0 to 85 degrees")?;
    need((1..=100_000).contains(&options.repeats), "there must be 1 to 100000 repeats")?;
    need((1..=1000).contains(&options.keep), "there must be 1 to 1000 solutions to keep")?;
    need((1..=1_000_000_000).contains(&options.tries), "there must be 1 to 1000000000 tries")?;
    need(options.noise.is_sound(), "errors must be finite and not below 0")
}
