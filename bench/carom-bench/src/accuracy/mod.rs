//! `carom-bench accuracy`: one ball in scenes whose answer is known to more digits than `f64` has, at steps of a
//! sixtieth and of a thousandth of a second and at uneven steps; every error beside what it must stay under.

mod cases;
mod steps;
mod table;

use scenes::exact::State;

use crate::Fault;
use steps::Steps;

/// Reflected velocity, relative.
const VELOCITY: f64 = 1e-12;
/// Metres, one second after the start.
const POSITION: f64 = 1e-10;
/// Relative change of energy, of angular momentum.
const CONSERVED: f64 = 1e-12;
/// Metres, after a minute.
const LONG_POSITION: f64 = 1e-9;
/// Metres, and relative velocity: between the answers at different steps.
const STEPS_APART: f64 = 1e-9;

/// One number and what it must not exceed, if anything was promised about it.
#[derive(Clone, Copy, Debug)]
struct Measure {
    what: &'static str,
    value: f64,
    limit: Option<f64>,
}

impl Measure {
    fn new(what: &'static str, value: f64, limit: f64) -> Self {
        Measure { what, value, limit: Some(limit) }
    }

    /// Looked at, but not judged.
    fn noted(what: &'static str, value: f64) -> Self {
        Measure { what, value, limit: None }
    }

    /// A NaN is never within its limit.
    fn holds(&self) -> bool {
        self.limit.is_none_or(|limit| self.value <= limit)
    }
}

/// A case at one kind of steps.
#[derive(Clone, Debug)]
struct Outcome {
    case: String,
    steps: Steps,
    /// The ball is on the far side of what it was shot at.
    through: bool,
    measures: Vec<Measure>,
    end: State,
    /// What the peers did, in words.
    peers: String,
}

impl Outcome {
    fn holds(&self) -> bool {
        !self.through && self.measures.iter().all(Measure::holds)
    }
}

/// How far the answers of one case at different steps are apart.
#[derive(Clone, Debug)]
struct Spread {
    case: String,
    /// Metres.
    position: f64,
    /// Relative to the speed, or metres per second for a ball slower than 1 m/s.
    velocity: f64,
}

impl Spread {
    fn holds(&self) -> bool {
        self.position <= STEPS_APART && self.velocity <= STEPS_APART
    }
}

/// Runs and prints the whole table; `false` if anything is over its limit.
pub(crate) fn run(json: bool) -> Result<bool, Fault> {
    let outcomes = cases::all()?;
    let spreads = spreads(&outcomes);
    if json {
        crate::say(&table::as_json(&outcomes, &spreads).to_string());
    } else {
        table::print(&outcomes, &spreads);
    }
    Ok(outcomes.iter().all(Outcome::holds) && spreads.iter().all(Spread::holds))
}

fn spreads(outcomes: &[Outcome]) -> Vec<Spread> {
    outcomes
        .chunk_by(|a, b| a.case == b.case)
        .map(|group| {
            let mut spread = Spread { case: group[0].case.clone(), position: 0.0, velocity: 0.0 };
            for (k, a) in group.iter().enumerate() {
                for b in &group[..k] {
                    let speed = libm::hypot(a.end.velocity[0], a.end.velocity[1]);
                    spread.position = worse(spread.position, apart(a.end.position, b.end.position));
                    let velocity = apart(a.end.velocity, b.end.velocity) / speed.max(1.0);
                    spread.velocity = worse(spread.velocity, velocity);
                }
            }
            spread
        })
        .collect()
}

/// Distance of two points or velocities.
fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
    libm::hypot(a[0] - b[0], a[1] - b[1])
}

/// The larger, and NaN if either is: `f64::max` would forget it.
fn worse(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}
