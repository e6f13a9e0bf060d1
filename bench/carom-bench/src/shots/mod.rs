//! `carom-bench shots`: whole billiard shots, microseconds and instructions each, beside pooltool's figures; and whether
//! every shot came to rest with its energy accounted for.

mod cases;
mod peer;
mod print;

use core::hint::black_box;
use std::time::Instant;

use carom::billiards::{Models, Outcome, Shot};

use crate::Fault;
use crate::callgrind;
use crate::clock;
use crate::json::Json;
use crate::options::Shots;
use crate::recorded;
use crate::speed::LEAST_SECONDS;
use cases::{Case, Input, NAMES};
use peer::Pooltool;

/// Most runs of a case: enough for a steady median.
const MOST_RUNS: usize = 2_000;
/// s: about how long a run is.
const BATCH: f64 = 200e-6;
/// Runs that are counted under callgrind, after one that is not.
const COUNTED: f64 = 4.0;

/// Before the name of a case that is counted: by Carom's own laws.
const OWN: &str = "own_";

/// Which laws a shot is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Laws {
    /// The reference's, its departures included: for the same work.
    Reference,
    /// Carom's own: balls that jump, pockets with a rim.
    Own,
}

impl Laws {
    fn models(self) -> Models {
        match self {
            Self::Reference => Models::pooltool(),
            Self::Own => Models::default(),
        }
    }
}

/// All that is known about a case after measuring it.
#[derive(Clone, Debug)]
struct Row {
    name: &'static str,
    words: &'static str,
    reference: Measured,
    own: Measured,
    /// Instructions of a shot, by the reference's laws and by Carom's own.
    instructions: Option<[f64; 2]>,
    /// Milliseconds of CPU time, recorded elsewhere.
    recorded: Option<f64>,
    /// Milliseconds of CPU time, in this run.
    pooltool: Option<f64>,
}

/// A case by one set of laws. Times are microseconds of a shot.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    best: f64,
    median: f64,
    /// Events of a shot.
    events: f64,
    /// Shots that did not come to rest.
    restless: usize,
    /// The largest energy that no account explains, as a part of what was given.
    unexplained: f64,
}

impl Measured {
    fn is_right(&self) -> bool {
        self.restless == 0 && self.unexplained < 1e-9
    }
}

/// The names of all cases.
pub(crate) fn names() -> [&'static str; 6] {
    NAMES.map(|(name, _)| name)
}

/// Measures what was asked for; `false` if a shot did not come to rest or lost track of its energy.
pub(crate) fn run(options: &Shots) -> Result<bool, Fault> {
    let counts = options.callgrind.unwrap_or_else(callgrind::is_there);
    let pooltool = options.peers.then(Pooltool::find).transpose()?;
    let mut rows = Vec::new();
    if !options.json {
        crate::say(print::HEADING);
    }
    for name in &options.cases {
        let case = cases::find(name)?;
        let row = Row {
            name: case.name,
            words: case.words,
            reference: measure(&case, Laws::Reference, options.repeat)?,
            own: measure(&case, Laws::Own, options.repeat)?,
            instructions: match counts {
                true => Some([instructions(&case, Laws::Reference)?, instructions(&case, Laws::Own)?]),
                false => None,
            },
            recorded: recorded::pooltool(case.name),
            pooltool: pooltool.as_ref().map(|peer| peer.measure(&case)).transpose()?,
        };
        if !options.json {
            crate::say(&print::line(&row));
        }
        rows.push(row);
    }
    if options.json {
        crate::say(&Json::List(rows.iter().map(print::as_json).collect()).to_string());
    } else {
        crate::say(&format!("\n{}\n\n{}", print::NOTES, print::RIGHT_HEADING));
        rows.iter().for_each(|row| crate::say(&print::right_line(row)));
    }
    Ok(rows.iter().all(|row| row.reference.is_right() && row.own.is_right()))
}

/// Plays a case so many times, and says what it did: for callgrind. With `own_` before its name it is played by Carom's own
/// laws. `None` if there is no such case.
pub(crate) fn count(word: &str, times: f64) -> Option<Result<String, Fault>> {
    let (laws, name) = word.strip_prefix(OWN).map_or((Laws::Reference, word), |name| (Laws::Own, name));
    names().contains(&name).then(|| {
        let case = cases::find(name)?;
        let models = laws.models();
        let mut events = 0;
        for _ in 0..times.max(0.0) as u64 {
            for input in &case.shots {
                events += play(input, &models)?.0.events().len();
            }
        }
        Ok(format!("{word} {times} times: {events} events"))
    })
}

fn play(input: &Input, models: &Models) -> Result<(Shot, Outcome), Fault> {
    let mut shot = Shot::new(&input.table, models, &input.balls, Some(&input.strike))?;
    let outcome = shot.run();
    Ok((shot, outcome))
}

fn measure(case: &Case, laws: Laws, repeat: u32) -> Result<Measured, Fault> {
    let models = laws.models();
    let shots = case.shots.len().max(1) as f64;
    // First, and untimed: what the shots do, which also warms the caches.
    let mut found = Measured::default();
    for input in &case.shots {
        let (shot, outcome) = play(input, &models)?;
        found.events += shot.events().len() as f64 / shots;
        found.restless += usize::from(outcome != Outcome::AtRest);
        let ledger = shot.ledger();
        found.unexplained = found.unexplained.max((ledger.balance() / ledger.given.max(1e-12)).abs());
    }
    let whole = |times: usize| -> Result<f64, Fault> {
        let begun = clock::cpu_seconds();
        for _ in 0..times {
            for input in &case.shots {
                black_box(play(black_box(input), &models)?);
            }
        }
        Ok((clock::cpu_seconds() - begun) / times as f64)
    };
    // A look at the clock takes as long as a short shot: many of them in one go.
    let times = (BATCH / whole(1)?.max(1e-9)).clamp(1.0, 1e4) as usize;
    let mut taken = Vec::new();
    let start = Instant::now();
    while taken.len() < repeat.max(1) as usize
        || (start.elapsed().as_secs_f64() < LEAST_SECONDS && taken.len() < MOST_RUNS)
    {
        taken.push(whole(times)? * 1e6 / shots);
    }
    taken.sort_by(f64::total_cmp);
    found.best = taken.first().copied().unwrap_or(f64::NAN);
    found.median = taken.get(taken.len() / 2).copied().unwrap_or(f64::NAN);
    Ok(found)
}

/// Instructions of a shot.
fn instructions(case: &Case, laws: Laws) -> Result<f64, Fault> {
    let word = match laws {
        Laws::Reference => case.name.to_owned(),
        Laws::Own => format!("{OWN}{}", case.name),
    };
    let collected = |times: f64| callgrind::collected(core::slice::from_ref(&word), times);
    Ok((collected(1.0 + COUNTED)? - collected(1.0)?) / (COUNTED * case.shots.len().max(1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_come_to_rest_with_their_energy_accounted_for() {
        for name in ["one_ball", "two_balls", "nine_break"] {
            let case = cases::find(name).unwrap();
            for laws in [Laws::Reference, Laws::Own] {
                let found = measure(&case, laws, 1).unwrap();
                assert!(found.is_right() && found.events > 4.0, "{name} {laws:?}: {found:?}");
                assert!(found.best > 0.0 && found.best <= found.median);
            }
        }
    }

    #[test]
    fn every_case_has_a_record() {
        assert!(names().iter().all(|name| recorded::pooltool(name).is_some()));
        assert!(count("s1", 1.0).is_none() && count("own_s1", 1.0).is_none());
        assert!(count("own_two_balls", 2.0).unwrap().unwrap().starts_with("own_two_balls 2 times: "));
    }
}
