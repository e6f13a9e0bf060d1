//! Coming to rest and rolling in contact: where the ball ends.

use super::roll::SLIP_SHARE;
use super::{Finding, Measure};
use crate::case::{Case, Fault, Field};
use crate::record::{Record, State};
use crate::run;
use crate::tolerance::{CREEP_SPEED, FLOAT, REST_PLACE, TICK};
use carom::DVec3;
use carom::math::trig;
use carom::units::radians;

pub(crate) fn compare(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let (expected, got) = (case.record.track(0), ours.track(0));
    let (Some((ms, expected)), Some((_, got))) = (expected.last(), got.last()) else {
        return Err(Fault::new(case.params().at(), "has no ball in its samples"));
    };
    Ok(ends(expected, got, *ms, 0.0))
}

/// On a slope a ball of Visual Pinball goes on slipping (see [`super::laws::slip_ends`]): it gets ahead by no more than that.
pub(crate) fn slip_on_ramp_ends(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let (expected, got) = (case.record.track(0), ours.track(0));
    let (Some((ms, expected)), Some((_, got))) = (expected.last(), got.last()) else { return Ok(Finding::default()) };
    let ahead = SLIP_SHARE * steepest(&case.params())? * TICK * ms;
    Ok(ends(expected, got, *ms, ahead))
}

/// Visual Pinball sees a ball that touches a wall slowly only when it overlaps, so a rail's friction hardly acts on a ball that
/// rolls along it; ours feels it all the time. The record ends between our run and our run without that friction.
pub(crate) fn between_frictions(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let smooth = run::run(&case.with_smooth_walls())?;
    let end = |record: &Record| record.track(0).last().copied();
    let (Some((ms, expected)), Some((_, rough)), Some((_, smooth))) = (end(&case.record), end(ours), end(&smooth))
    else {
        return Ok(Finding::default());
    };
    let ahead = SLIP_SHARE * steepest(&case.params())? * TICK * ms;
    let way = smooth.place - rough.place;
    let share = (expected.place - rough.place).dot(way) / way.length_squared().max(1e-9);
    let nearest = State { place: rough.place + way * share.clamp(0.0, 1.0), ..rough };
    Ok(ends(&expected, &nearest, ms, ahead))
}

/// The greatest acceleration along the playfield or a triangle.
fn steepest(params: &Field<'_>) -> Result<f64, Fault> {
    let slope = radians(params.num("slope_deg")?);
    let gravity = DVec3::new(0.0, trig::sin(slope), -trig::cos(slope)) * params.num("gravity")?;
    let mut steepest = gravity.y.abs();
    for collider in params.get("colliders")?.list()? {
        if collider.get("type")?.text()? == "triangle" {
            let [a, b, c] = [collider.vec3("v0")?, collider.vec3("v1")?, collider.vec3("v2")?];
            steepest = steepest.max(gravity.reject_from((c - a).cross(b - a)).length());
        }
    }
    Ok(steepest)
}

/// The same place. Visual Pinball's steps put a moving ball ahead by half a tick's way (it moves with the speed of the
/// tick's end); that much more is allowed, and what it may be `adrift`.
fn ends(expected: &State, got: &State, ms: f64, adrift: f64) -> Finding {
    let mut apart = got.place - expected.place;
    apart.z = (apart.z.abs() - FLOAT).max(0.0);
    let ahead = 0.5 * TICK * expected.velocity.truncate().length() + adrift;
    let error = (apart.length() - ahead).max(0.0);
    let error = if apart.is_finite() { error } else { f64::INFINITY };
    Finding::of([Measure::new("place at the end", error, REST_PLACE, ms)])
}

/// Where Visual Pinball's ball creeps, ours holds: over the second half of the run it does not move any more.
pub(crate) fn holds(_: &Case, ours: &Record) -> Result<Finding, Fault> {
    let track = ours.track(0);
    let mut finding = Finding::default();
    let half = &track[track.len() / 2..];
    let (Some((_, from)), Some((ms, to))) = (half.first(), half.last()) else { return Ok(finding) };
    finding.measures.push(Measure::new("way in the second half", (to.place - from.place).length(), 0.01, *ms));
    finding.measures.push(Measure::new("speed at the end", to.velocity.length(), CREEP_SPEED, *ms));
    Ok(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_millimetre() {
        let at = |x: f64, speed: f64| State {
            place: DVec3::new(x, 0.0, 25.0),
            velocity: DVec3::new(speed, 0.0, 0.0),
            ..State::default()
        };
        assert!(ends(&at(0.0, 0.0), &at(0.9, 0.0), 0.0, 0.0).is_fine(), "0.49 mm");
        assert!(!ends(&at(0.0, 0.0), &at(1.0, 0.0), 0.0, 0.0).is_fine(), "0.54 mm");
        assert!(ends(&at(0.0, 30.0), &at(-2.0, 30.0), 0.0, 0.0).is_fine(), "half a tick behind");
        assert!(!ends(&at(0.0, 0.0), &at(f64::NAN, 0.0), 0.0, 0.0).is_fine(), "no number");
    }
}
