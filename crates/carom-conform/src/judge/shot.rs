//! Flipper shots: with which speed and in which direction the ball leaves. Visual Pinball's own shots vary with the order
//! in which it handles contacts; its spread over 24 seeds counts as right.

use super::follow::{self, Allowed};
use super::{Finding, Measure};
use crate::case::{Case, Fault, Field};
use crate::record::{Record, State};
use crate::tolerance::{FLOAT, GRAVITY, MECHANISM_MS, ROLL_SLACK, SHOT_DEGREES, SHOT_SPEED, SUPPORT_SPEED, TICK};
use carom::math::trig;
use carom::units::{degrees, radians};
use std::collections::BTreeMap;

/// From the least to the greatest value in Visual Pinball's runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    speed: [f64; 2],
    direction: [f64; 2],
}

/// The spreads of all shots, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spreads(BTreeMap<String, Spread>);

impl Spreads {
    /// Reads the file of spreads: of each shot the values of the reference build.
    pub(crate) fn read(file: &Field<'_>) -> Result<Self, Fault> {
        let mut spreads = BTreeMap::new();
        for entry in file.list()? {
            let build = entry.get("reference_build")?;
            let range = |name: &str| -> Result<[f64; 2], Fault> {
                let field = build.get(name)?;
                Ok([field.num("min")?, field.num("max")?])
            };
            let spread = Spread { speed: range("speed_out")?, direction: range("direction_deg_from_up_cw")? };
            spreads.insert(entry.get("name")?.text()?.to_owned(), spread);
        }
        Ok(Self(spreads))
    }
}

pub(crate) fn compare(case: &Case, ours: &Record, spreads: &Spreads) -> Result<Finding, Fault> {
    let params = case.params();
    let support = params.num("gravity")? * trig::cos(radians(params.num("slope_deg")?)) * TICK;
    let (expected, got) = (case.record.track(0), ours.track(0));
    let (Some((ms, expected)), Some((_, got))) = (expected.last(), got.last()) else {
        return Err(Fault::new(params.at(), "has no ball in its samples"));
    };
    let got = as_shown(*got, params.num("ball_radius")?, support);
    Ok(leaving(expected, &got, spreads.0.get(&case.name), *ms))
}

/// ms: when the recorded ball, within the flipper's reach, is so high that Visual Pinball's bat lets it pass: its centre more
/// than half its radius above the bat.
pub(crate) fn flies_over_at(case: &Case) -> Result<Option<f64>, Fault> {
    let params = case.params();
    let (Some(flipper), true) = (params.find("flipper"), case.family == "flipper_shot") else { return Ok(None) };
    let [x, y] = flipper.get("center")?.numbers::<2>()?;
    let radius = params.num("ball_radius")?;
    let reach = flipper.num("length")? + flipper.num("end_radius")? + radius;
    let top = flipper.num("height")? + 0.5 * radius;
    let over = |ball: &State| ball.place.z > top && (ball.place.truncate() - carom::DVec2::new(x, y)).length() < reach;
    Ok(case.record.track(0).iter().find(|(_, ball)| over(ball)).map(|(ms, _)| *ms))
}

/// Where the bat of ours has a rim and theirs has none, the ball goes the recorded way until it is over it.
pub(crate) fn until_it_flies_over(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let Some(end) = flies_over_at(case)? else { return Ok(Finding::default()) };
    let cut = |record: &Record| {
        let mut track = record.track(0);
        track.retain(|(ms, _)| *ms <= end);
        track
    };
    let allowed = Allowed {
        velocity: SHOT_SPEED,
        place: SHOT_SPEED,
        slack: ROLL_SLACK,
        along: GRAVITY,
        drift: 0.0,
        fading: 0.0,
        slow: 0.0,
        impact_ms: MECHANISM_MS,
    };
    Ok(follow::ball(&cut(&case.record), &cut(ours), allowed))
}

/// A row of Visual Pinball shows a supported ball with the push against the next tick's gravity.
fn as_shown(mut ball: State, radius: f64, support: f64) -> State {
    if (ball.place.z - radius).abs() <= FLOAT && ball.velocity.z.abs() < SUPPORT_SPEED {
        ball.velocity.z = support;
    }
    ball
}

/// Degrees from up the table, clockwise.
fn direction(ball: &State) -> f64 {
    degrees(trig::atan2(ball.velocity.x, -ball.velocity.y))
}

fn leaving(expected: &State, got: &State, spread: Option<&Spread>, ms: f64) -> Finding {
    let (speed, heading) = (got.velocity.length(), direction(got));
    let off_speed = (speed - expected.velocity.length()).abs() / expected.velocity.length();
    let off_heading = turn(heading - direction(expected)).abs();
    let beside = |value: f64, range: [f64; 2]| (range[0] - value).max(value - range[1]).max(0.0);
    // Inside the spread is right; outside, the nearer of the recorded run and the spread's rim does not matter: the
    // agreed tolerance is around the recorded run.
    let inside_speed = spread.is_some_and(|spread| beside(speed, spread.speed) == 0.0);
    let inside_heading = spread.is_some_and(|spread| beside(heading, spread.direction) == 0.0);
    let speed_measure = Measure::new("speed", if inside_speed { 0.0 } else { off_speed }, SHOT_SPEED, ms);
    let heading_error = if inside_heading { 0.0 } else { off_heading };
    let mut finding =
        Finding::of([speed_measure, Measure::new("direction (degrees)", heading_error, SHOT_DEGREES, ms)]);
    if !got.velocity.is_finite() {
        finding.complain("the ball's velocity is no number");
    }
    finding
}

/// An angle between -180 and 180 degrees.
fn turn(angle: f64) -> f64 {
    angle - 360.0 * ((angle + 180.0) / 360.0).floor()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::DVec3;
    use serde_json::json;

    fn shot(speed: f64, heading: f64) -> State {
        let (sine, cosine) = (trig::sin(radians(heading)), trig::cos(radians(heading)));
        State { velocity: DVec3::new(speed * sine, -speed * cosine, 0.0), ..State::default() }
    }

    #[test]
    fn speed_and_direction_within_what_was_agreed() {
        let recorded = shot(40.0, 179.5);
        let fine = |got: &State, spread: Option<&Spread>| leaving(&recorded, got, spread, 80.0).is_fine();
        assert!(fine(&shot(41.0, 178.5), None), "inside");
        assert!(fine(&shot(40.0, -179.5), None), "over the back");
        assert!(!fine(&shot(41.5, 179.5), None), "too fast");
        assert!(!fine(&shot(40.0, 177.5), None), "aside");
        assert!(!fine(&shot(f64::NAN, 177.5), None), "no number");
        let spread = Spread { speed: [38.0, 42.0], direction: [175.0, 180.0] };
        assert!(fine(&shot(41.5, 176.0), Some(&spread)), "inside the spread");
        assert!(!fine(&shot(42.5, 176.0), Some(&spread)), "outside the spread and the tolerance");
    }

    /// A ball that rises beside a flipper, seven units a row from 25; the bat is 50 high.
    fn rising() -> Case {
        let row = |k: i32| json!([k, 400 + k, 1450, 25 + 7 * k, 10, 0, 70, 0, 0, 0]);
        let columns = ["t_ms", "x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"];
        let flipper = json!({"center": [400, 1500], "length": 130, "end_radius": 13, "height": 50});
        let params = json!({"flipper": flipper, "ball_radius": 25});
        let samples: Vec<_> = (0..10).map(row).collect();
        let value = json!({"name": "n", "params": params, "columns": columns, "samples": samples, "events": []});
        Case::read("flipper_shot", "test.json", &value, 0).expect("readable")
    }

    #[test]
    fn over_the_bat_anything_goes_before_it_nothing() {
        let case = rising();
        assert_eq!(flies_over_at(&case).expect("readable"), Some(6.0), "25 + 42 is more than 62.5");
        let mut ours = case.record.clone();
        ours.rows[8].balls[0].place.x = 900.0;
        assert!(until_it_flies_over(&case, &ours).expect("readable").is_fine(), "after it");
        ours.rows[4].balls[0].place.x = 420.0;
        assert!(!until_it_flies_over(&case, &ours).expect("readable").is_fine(), "before it");
    }

    #[test]
    fn spreads_are_read_by_name() {
        let range = json!({"min": 1.0, "max": 2.0});
        let file = json!([{"name": "n", "reference_build": {"speed_out": range, "direction_deg_from_up_cw": range}}]);
        let spreads = Spreads::read(&Field::new(&file, "spread")).expect("readable");
        assert_eq!(spreads.0["n"], Spread { speed: [1.0, 2.0], direction: [1.0, 2.0] }, "both");
        assert!(Spreads::read(&Field::new(&json!([{"name": "n"}]), "spread")).is_err(), "damaged");
    }
}
