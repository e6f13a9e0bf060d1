//! `carom-bench roots`: the first root of millions of quartics, against an answer that is slow and has twice the digits.
//!
//! A third are gaps of two balls of which one slows down, a third are such gaps that graze, and a third are anything.

use carom::math::bend::first_root;
use carom::math::poly::{Trust, closings};
use carom::math::{Dd, Real};
use scenes::lcg::Lcg;

use crate::Fault;
use crate::json::Json;

/// A quartic, and the end of the interval that begins at zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quartic {
    pub(crate) c: [f64; 5],
    pub(crate) to: f64,
}

/// What was asked for.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) cases: u64,
    pub(crate) json: bool,
}

/// m: two billiard balls touch at this distance of their centres.
const TOUCH: f64 = 2.0 * 0.028_575;
/// A root farther from the truth than this part of the interval is a wrong one.
const WRONG: f64 = 1e-13;

/// What came of it.
#[derive(Debug, Default)]
struct Tally {
    /// With a root.
    roots: u64,
    /// A root where there is none, none where there is one, or another than the first.
    wrong: u64,
    /// The largest error, as a part of the interval.
    error: f64,
}

pub(crate) fn run(request: &Request) -> Result<bool, Fault> {
    let tally = check(request.cases);
    if request.json {
        let said = vec![
            ("cases", Json::from(request.cases as f64)),
            ("roots", Json::from(tally.roots as f64)),
            ("wrong", Json::from(tally.wrong as f64)),
            ("largest_error", Json::from(tally.error)),
        ];
        crate::say(&Json::Object(said).to_string());
    } else {
        let Tally { roots, wrong, error } = tally;
        crate::say(&format!(
            "{} quartics, {roots} with a root: {wrong} wrong, largest error {error:.1e} of the interval",
            request.cases
        ));
    }
    Ok(tally.wrong == 0)
}

fn check(cases: u64) -> Tally {
    let mut draws = Lcg::new(12);
    let mut tally = Tally::default();
    for case in 0..cases {
        let quartic = match case % 3 {
            0 => slowing(&mut draws),
            1 => grazing(&mut draws),
            _ => any(&mut draws),
        };
        let (found, truth) = (first_root(quartic.c, quartic.to), trusted(&quartic));
        tally.roots += u64::from(truth.is_some());
        match (found, truth) {
            (Some(found), Some(truth)) => {
                let error = (found - truth).abs() / quartic.to;
                tally.error = tally.error.max(error);
                tally.wrong += u64::from(error > WRONG);
            }
            (found, truth) => tally.wrong += u64::from(found.is_some() != truth.is_some()),
        }
    }
    tally
}

/// By the turning points, and theirs, in double-double.
fn trusted(quartic: &Quartic) -> Option<f64> {
    let found = closings(&quartic.c.map(Dd::new), Dd::ZERO, Dd::new(quartic.to), Trust::FULL).ok()?;
    found.as_slice().iter().find(|closing| closing.crossing).map(|closing| closing.at.get())
}

/// The gap to a ball at rest of one that comes towards it and slows down, until it stops.
pub(crate) fn slowing(draws: &mut Lcg) -> Quartic {
    let aside = TOUCH * 1.3 * (2.0 * draws.draw() - 1.0);
    slowing_aside(draws, aside)
}

/// The same, just touching or just not.
fn grazing(draws: &mut Lcg) -> Quartic {
    let by = libm::exp10(-1.0 - 13.0 * draws.draw());
    let aside = TOUCH * (1.0 + if draws.draw() < 0.5 { by } else { -by });
    slowing_aside(draws, aside)
}

fn slowing_aside(draws: &mut Lcg, aside: f64) -> Quartic {
    let away = 0.1 + 1.5 * draws.draw();
    let speed = 0.2 + 5.0 * draws.draw();
    // Rolling or sliding, on cloth; sliding, also a little aside.
    let slides = draws.draw() < 0.5;
    let slowing = if slides { 0.2 * 9.81 } else { 0.01 * 9.81 } * (0.5 + draws.draw());
    let bent = if slides { draws.draw() - 0.5 } else { 0.0 };
    let (start, velocity, half) = ([-away, aside], [speed, 0.0], [-0.5 * slowing, 0.5 * slowing * bent]);
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let c = [
        dot(start, start) - TOUCH * TOUCH,
        2.0 * dot(start, velocity),
        dot(velocity, velocity) + 2.0 * dot(start, half),
        2.0 * dot(velocity, half),
        dot(half, half),
    ];
    Quartic { c, to: (speed / slowing).min(2.0) }
}

/// Coefficients of any size and sign; open at the start.
fn any(draws: &mut Lcg) -> Quartic {
    let mut sized = || (2.0 * draws.draw() - 1.0) * libm::exp10(-3.0 * draws.draw());
    let mut c = [sized(), sized(), sized(), sized(), sized()];
    c[0] = c[0].abs();
    Quartic { c, to: 0.1 + 3.0 * draws.draw() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_root_is_wrong() {
        let tally = check(20_000);
        assert_eq!(tally.wrong, 0, "{tally:?}");
        assert!(tally.roots > 5_000 && tally.error < 3e-14, "{tally:?}");
    }
}
