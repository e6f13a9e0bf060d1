//! A ball on the playfield and nothing else: rolling, sliding, spinning, falling onto it.

use super::follow::{self, Allowed};
use super::{Finding, Measure};
use crate::case::{Case, Fault, Field};
use crate::record::{Record, State};
use crate::run;
use crate::tolerance::{FLOAT, ROLL_PLACE, ROLL_SLACK, ROLL_VELOCITY, TICK};
use carom::DVec3;
use carom::math::trig;
use carom::units::radians;

pub(crate) fn compare(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    Ok(follow::balls(&case.record, ours, allowed(&case.params(), 0.0)?))
}

fn allowed(params: &Field<'_>, drift: f64) -> Result<Allowed, Fault> {
    let along = pull(params)?;
    Ok(Allowed {
        velocity: ROLL_VELOCITY,
        place: ROLL_PLACE,
        slack: ROLL_SLACK,
        along,
        drift,
        fading: 0.0,
        slow: 0.0,
        impact_ms: 1.0,
    })
}

/// Does the recorded ball slip on the playfield, more than a row's lag shows?
pub(crate) fn slips(case: &Case) -> Result<bool, Fault> {
    let params = case.params();
    let radius = params.num("ball_radius")?;
    let lag = 2.0 * TICK * params.num("gravity")? * trig::sin(radians(params.num("slope_deg")?)).abs();
    let slip = |ball: &State| (ball.velocity + ball.spin.cross(DVec3::new(0.0, 0.0, -radius))).truncate().length();
    let on_it = |ball: &State| (ball.place.z - radius).abs() <= FLOAT;
    Ok(case.record.track(0).iter().any(|(_, ball)| on_it(ball) && slip(ball) > ROLLING_SLIP + lag))
}

/// Visual Pinball's friction on a slipping ball is its slip (as a speed) taken for an acceleration, up to Coulomb's limit.
/// On a slope the slip therefore never ends but settles where this equals what rolling needs: at the acceleration along the
/// slope, for one unit of time; the ball is faster by 2/7 of it. Before, slip fades within a unit of time where ours falls in
/// a straight line to nothing: a difference of friction's deceleration over e. Within that the record must be met.
pub(crate) fn slip_ends(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let params = case.params();
    let slope = radians(params.num("slope_deg")?);
    let (gravity, friction) = (params.num("gravity")?, params.num("playfield_friction")?);
    let fading = friction * gravity * trig::cos(slope) / core::f64::consts::E;
    let endless = SLIP_SHARE * gravity * trig::sin(slope).abs();
    Ok(follow::balls(&case.record, ours, Allowed { fading, ..allowed(&params, endless)? }))
}

/// Of the slip's speed, by which a ball is faster than if it rolled: a solid ball's.
pub(crate) const SLIP_SHARE: f64 = 2.0 / 7.0;
/// Slower slip is rolling, in Visual Pinball's eyes.
const ROLLING_SLIP: f64 = 0.01;

/// The acceleration along the playfield that gravity and friction can give.
pub(crate) fn pull(params: &Field<'_>) -> Result<f64, Fault> {
    let slope = radians(params.number_or("slope_deg", 0.0)?);
    let (gravity, friction) = (params.number_or("gravity", 0.0)?, params.number_or("playfield_friction", 0.0)?);
    Ok(gravity * (trig::sin(slope) + friction * trig::cos(slope)))
}

/// On a thing that stands still mass says nothing: the same run with a standard ball is the same.
pub(crate) fn mass_does_not_matter(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let standard = run::run(&case.with_param("ball_mass", 1.0))?;
    let (expected, got) = (standard.track(0), ours.track(0));
    if expected.len() != got.len() {
        return Err(Fault::new(case.params().at(), "two runs of one case have different rows"));
    }
    let apart = expected.iter().zip(&got).map(|((ms, a), (_, b))| ((a.place - b.place).length(), *ms));
    let (error, ms) = apart.fold((0.0, 0.0), |worst, next| if next.0 <= worst.0 { worst } else { next });
    Ok(Finding::of([Measure::new("place beside a standard ball", error, 1e-6, ms)]))
}
