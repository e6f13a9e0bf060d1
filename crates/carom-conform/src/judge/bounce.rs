//! Bounces on one thing that stands still, without gravity: velocity and spin after it.

use super::{Finding, Measure};
use crate::case::{Case, Fault};
use crate::record::{Record, State};
use crate::tolerance::BOUNCE;

pub(crate) fn compare(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let radius = case.params().num("ball_radius")?;
    let (expected, got) = (case.record.track(0), ours.track(0));
    let (Some((_, start)), Some((ms, expected)), Some((_, got))) = (expected.first(), expected.last(), got.last())
    else {
        return Err(Fault::new(case.params().at(), "has no ball in its samples"));
    };
    Ok(outgoing(start, expected, got, radius, *ms))
}

/// Both as a share of the incoming speed; spin counts by the speed of the ball's surface.
fn outgoing(start: &State, expected: &State, got: &State, radius: f64, ms: f64) -> Finding {
    let incoming = start.velocity.length();
    let velocity = (got.velocity - expected.velocity).length() / incoming;
    let spin = (got.spin - expected.spin).length() * radius / incoming;
    Finding::of([Measure::new("velocity", velocity, BOUNCE, ms), Measure::new("spin", spin, BOUNCE, ms)])
}

/// A touch leaves the ball no faster than it came, and the ball is still there.
pub(crate) fn gains_nothing(ours: &Record) -> Finding {
    let track = ours.track(0);
    let (Some((_, start)), Some((ms, end))) = (track.first(), track.last()) else { return Finding::default() };
    let incoming = start.velocity.length();
    let gain = (end.velocity.length() - incoming) / incoming;
    Finding::of([Measure::new("speed gained in a slow touch", gain.max(0.0), BOUNCE, *ms)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::DVec3;

    #[test]
    fn a_thousandth_of_the_incoming_speed() {
        let state = |velocity: [f64; 3], spin: [f64; 3]| State {
            velocity: DVec3::from(velocity),
            spin: DVec3::from(spin),
            ..State::default()
        };
        let (start, end) = (state([0.0, -10.0, 0.0], [0.0; 3]), state([1.0, 7.0, 0.0], [0.0, 0.0, -0.1]));
        let fine = |got: &State| outgoing(&start, &end, got, 25.0, 24.0).is_fine();
        assert!(fine(&state([1.005, 7.005, 0.0], [0.0, 0.0, -0.1])), "inside");
        assert!(!fine(&state([1.0, 7.02, 0.0], [0.0, 0.0, -0.1])), "too fast");
        assert!(!fine(&state([1.0, 7.0, 0.0], [0.0, 0.0, -0.101])), "wrong spin");
        assert!(!fine(&state([1.0, f64::NAN, 0.0], [0.0, 0.0, -0.1])), "no number");
    }
}
