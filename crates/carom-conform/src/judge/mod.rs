//! Holding a run against its record: one file per group of families. A judge measures; the verdict follows from the
//! measures and, where the engine differs on purpose, from the law that is stated in [`crate::mended`].

mod ball_ball;
mod bounce;
mod follow;
mod mechanisms;
mod mini;
mod rest;
mod roll;
mod shot;
mod spin;
mod stroke;

pub(crate) use shot::Spreads;

use crate::case::{Case, Fault};
use crate::mended::{self, Mend};
use crate::record::Record;

/// One comparison: the error where it was worst, what is allowed, and when that was.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measure {
    pub(crate) what: String,
    pub(crate) error: f64,
    pub(crate) tolerance: f64,
    pub(crate) ms: f64,
}

impl Measure {
    pub(crate) fn new(what: impl Into<String>, error: f64, tolerance: f64, ms: f64) -> Self {
        Self { what: what.into(), error, tolerance, ms }
    }

    /// The error as a share of what is allowed. A number that is none is as wrong as can be.
    pub(crate) fn share(&self) -> f64 {
        let share = self.error / self.tolerance;
        if share.is_finite() { share } else { f64::MAX }
    }
}

/// What a judge has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Finding {
    pub(crate) measures: Vec<Measure>,
    /// What no number can say: an event that is missing, a ball that went the other way.
    pub(crate) complaints: Vec<String>,
}

impl Finding {
    pub(crate) fn of(measures: impl IntoIterator<Item = Measure>) -> Self {
        Self { measures: measures.into_iter().collect(), complaints: Vec::new() }
    }

    pub(crate) fn and(mut self, other: Self) -> Self {
        self.measures.extend(other.measures);
        self.complaints.extend(other.complaints);
        self
    }

    pub(crate) fn complain(&mut self, what: impl Into<String>) {
        self.complaints.push(what.into());
    }

    pub(crate) fn is_fine(&self) -> bool {
        self.complaints.is_empty() && self.measures.iter().all(|measure| measure.share() <= 1.0)
    }

    /// What was measured and complained of, in a line.
    pub(crate) fn in_words(&self) -> String {
        let measured = |measure: &Measure| {
            let mark = if measure.share() > 1.0 { "!" } else { "" };
            let Measure { what, error, tolerance, ms } = measure;
            format!("{what} {error:.3e} of {tolerance:.1e}{mark} at {ms} ms")
        };
        let mut words: Vec<String> = self.measures.iter().map(measured).collect();
        words.extend(self.complaints.iter().take(4).cloned());
        if self.complaints.len() > 4 {
            words.push(format!("and {} more", self.complaints.len() - 4));
        }
        words.join("; ")
    }

    /// The largest error as a share of what is allowed.
    pub(crate) fn worst(&self) -> f64 {
        self.measures.iter().map(Measure::share).fold(0.0, f64::max)
    }
}

/// How a case ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// As recorded.
    Passed,
    /// Not judged by the record, for the reason given (slow touches).
    Excepted(&'static str),
    /// Different on purpose, and true to the law stated for it.
    Mended(&'static Mend),
    /// Outside, within the share of the family that may be.
    Missed,
    /// Different without reason.
    Failed,
}

/// A case and how it ended.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    pub(crate) case: String,
    pub(crate) outcome: Outcome,
    pub(crate) finding: Finding,
}

/// What there is to know beside a case: Visual Pinball's own spread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    pub(crate) spreads: Spreads,
}

/// The families there are. Whatever is not here is not a family's file.
pub(crate) const FAMILIES: [&str; 17] = [
    "ball_ball",
    "bounce_circle",
    "bounce_line",
    "bounce_plane",
    "bounce_point",
    "bounce_triangle",
    "bumper",
    "flipper_shot",
    "flipper_stroke",
    "free_roll",
    "gate",
    "kicker",
    "mini_table",
    "plunger",
    "rest_contact",
    "slingshot",
    "spinner",
];

/// What is asked of a family, in a line.
pub(crate) fn asked(family: &str) -> &'static str {
    match family {
        "flipper_stroke" => "angle 0.1 degree at every ms, stops 0.2 ms",
        "free_roll" => "velocity 0.5 %, place 0.5 % + 0.3 mm",
        "ball_ball" => "velocity 1e-3",
        "flipper_shot" => "speed 3 %, direction 1.5 degrees, or inside the spread; in 90 %",
        "rest_contact" => "ends within 0.5 mm",
        "mini_table" => "ten events within 2 ms, within 2 mm until the third",
        name if name.starts_with("bounce") => "velocity and spin 1e-3",
        _ => "2 %, events within 1 ms",
    }
}

/// Holds a run against the record of its case.
pub(crate) fn judge(case: &Case, ours: &Record, context: &Context) -> Result<Verdict, Fault> {
    let compared = compare(case, ours, context)?;
    let verdict = |outcome, finding| Verdict { case: case.name.clone(), outcome, finding };
    if let Some(reason) = mended::slow_touch(case)? {
        // Not held against the record, but a touch must not drive the ball either.
        let law = bounce::gains_nothing(ours);
        let outcome = if law.is_fine() { Outcome::Excepted(reason) } else { Outcome::Failed };
        let finding = if law.is_fine() { compared } else { law };
        return Ok(verdict(outcome, finding));
    }
    if compared.is_fine() {
        return Ok(verdict(Outcome::Passed, compared));
    }
    let mut broken = Vec::new();
    for mend in mended::of(case)? {
        let law = (mend.law)(case, ours)?;
        if law.is_fine() {
            return Ok(verdict(Outcome::Mended(mend), compared));
        }
        broken.push((mend, law));
    }
    let mut finding = compared;
    for (mend, law) in broken {
        finding.complain(format!("breaks the law of `{}` ({}): {}", mend.name, mend.law_says, law.in_words()));
    }
    Ok(verdict(Outcome::Failed, finding))
}

fn compare(case: &Case, ours: &Record, context: &Context) -> Result<Finding, Fault> {
    match case.family.as_str() {
        "flipper_stroke" => Ok(stroke::compare(case, ours)),
        "free_roll" => roll::compare(case, ours),
        "ball_ball" => ball_ball::compare(case, ours),
        "flipper_shot" => shot::compare(case, ours, &context.spreads),
        "rest_contact" => rest::compare(case, ours),
        "mini_table" => Ok(mini::compare(case, ours)),
        "kicker" => mechanisms::kicker(case, ours),
        name if name.starts_with("bounce") => bounce::compare(case, ours),
        _ => mechanisms::compare(case, ours),
    }
}

/// The laws that mended behaviour is held to; [`crate::mended`] names them.
pub(crate) mod laws {
    pub(crate) use super::ball_ball::{is_mirrored, true_normal};
    pub(crate) use super::mechanisms::{between_ticks, bowl, same_launch};
    pub(crate) use super::mini::until_balls_meet;
    pub(crate) use super::rest::{between_frictions, holds, slip_on_ramp_ends};
    pub(crate) use super::roll::{mass_does_not_matter, slip_ends, slips};
    pub(crate) use super::shot::{flies_over_at, until_it_flies_over};
    pub(crate) use super::spin::{killed_at, until_spin_is_killed};
}
