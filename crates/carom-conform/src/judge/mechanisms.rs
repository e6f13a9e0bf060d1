//! Bumper, slingshot, plunger, kicker, gate, spinner: the ball, the part that moves, and the events.

use super::follow::{self, Allowed, Range};
use super::roll::pull;
use super::{Finding, Measure};
use crate::case::{Case, Fault, Field};
use crate::record::{Mover, Record};
use crate::run;
use crate::tolerance::{MECHANISM, MECHANISM_MS, ROLL_SLACK, SUPPORT_SPEED, TICK};
use carom::DVec3;
use core::f64::consts::{PI, TAU};

pub(crate) fn compare(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let params = case.params();
    let balls = follow::balls(&case.record, ours, allowed(&params)?);
    let events = follow::events(&case.record.events, &ours.events, MECHANISM_MS, case.record.end());
    Ok(balls.and(moves(&params, &case.record, ours)?).and(events))
}

/// As agreed for all of them; free roll's slack in place, and an impact as much earlier or later as an event may be.
fn allowed(params: &Field<'_>) -> Result<Allowed, Fault> {
    let along = pull(params)?;
    Ok(Allowed {
        velocity: MECHANISM,
        place: MECHANISM,
        slack: ROLL_SLACK,
        along,
        drift: 0.0,
        fading: 0.0,
        slow: SUPPORT_SPEED,
        impact_ms: MECHANISM_MS,
    })
}

/// The part's own motion: two per cent of its range, or what it does within the time an event may be off.
fn moves(params: &Field<'_>, reference: &Record, ours: &Record) -> Result<Finding, Fault> {
    if reference.rows.first().is_none_or(|row| row.movers.is_empty()) {
        return Ok(Finding::default());
    }
    let range = if let Some(gate) = params.find("gate") {
        gate.num("angle_max_rad")? - gate.num("angle_min_rad")?
    } else if let Some(plunger) = params.find("plunger") {
        plunger.num("stroke")?
    } else {
        TAU
    };
    let expected = reference.motion(0);
    let mut got = ours.motion(0);
    if params.find("spinner").is_some() {
        // Once round is where it was.
        got.iter_mut().zip(&expected).for_each(|((_, got), (_, expected))| unwind(got, expected));
    }
    // The jump of a tip that is let go is in the row of that millisecond, though it comes after it.
    let without_ms = params.find("fire_at_ms").map(|at| at.number()).transpose()?;
    let range = Range { place: MECHANISM * range, shift_ms: MECHANISM_MS, without_ms };
    Ok(follow::mover(&expected, &got, range))
}

/// The same angle, by whole turns nearest to another.
fn unwind(got: &mut Mover, expected: &Mover) {
    let turns = ((expected.place - got.place + PI) / TAU).floor();
    got.place += turns * TAU;
}

/// A legacy kicker as recorded, row by row. The bowl of the other kind is not in the data: whoever differs is held to
/// what [`bowl`] asks.
pub(crate) fn kicker(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    Ok(compare(case, ours)?.and(same_catch(&case.record, ours)))
}

/// Caught or not caught.
fn same_catch(reference: &Record, ours: &Record) -> Finding {
    let caught = |record: &Record| record.rows.iter().any(|row| row.held);
    let mut finding = Finding::default();
    match (caught(reference), caught(ours)) {
        (true, false) => finding.complain("the kicker does not catch the ball"),
        (false, true) => finding.complain("the kicker catches a ball that got away"),
        _ => {}
    }
    finding
}

/// Without the bowl's mesh: whether a ball sinks in or flies over is not asked; one that both have caught is thrown out the
/// same way, and one that is not held never gets faster than it was and the slope can make it.
pub(crate) fn bowl(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let caught = |record: &Record| record.rows.iter().any(|row| row.held);
    let (expected, got) = (case.record.track(0), ours.track(0));
    let (Some((_, start)), Some((ms, expected)), Some((_, end))) = (expected.first(), expected.last(), got.last())
    else {
        return Err(Fault::new(case.params().at(), "has no ball in its samples"));
    };
    if caught(&case.record) && caught(ours) {
        let error = (expected.velocity - end.velocity).truncate().length() / expected.velocity.length();
        return Ok(Finding::of([Measure::new("velocity after the kick", error, MECHANISM, *ms)]));
    }
    if caught(ours) {
        return Ok(Finding::default());
    }
    let slope = case.params().num("gravity")? * TICK * ms;
    let (most, fastest) = (start.velocity.length() + slope, got.iter().map(|(_, ball)| ball.velocity.length()));
    let fastest = fastest.fold(0.0, |a: f64, b| if b <= a { a } else { b });
    Ok(Finding::of([Measure::new("speed of a ball that flies over", fastest, most, *ms)]))
}

/// Visual Pinball moves a ball through a tick with the speed of the tick's end, ours with that of the moment; what a spinner
/// gets is so much more or less, and a plate that just makes it over the top shows that. Runs with a ball faster and slower
/// by one tick's gravity must take the recorded events between them.
pub(crate) fn between_ticks(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let kick = DVec3::new(0.0, TICK * pull(&case.params())?, 0.0);
    let [slow, fast] = [run::run_kicked(case, -kick)?, run::run_kicked(case, kick)?];
    let mut finding = Finding::default();
    let mut worst = Measure::new("time of an event beyond a tick's gravity (ms)", 0.0, MECHANISM_MS, 0.0);
    let counts = [&slow, ours, &fast].map(|record| record.events.len());
    for (number, event) in case.record.events.iter().enumerate() {
        let told: Vec<_> = [&slow, ours, &fast].iter().filter_map(|record| record.events.get(number)).collect();
        let same = told.iter().all(|other| (&other.who, &other.what) == (&event.who, &event.what));
        let first = told.iter().map(|told| told.ms).fold(f64::INFINITY, f64::min);
        // A run that does not come to this event any more comes to it late.
        let last = told.iter().map(|told| told.ms).fold(if told.len() < 3 { f64::INFINITY } else { 0.0 }, f64::max);
        if !same || told.is_empty() {
            finding.complain(format!("event {} is not `{} {}`", number + 1, event.who, event.what));
            break;
        }
        let beyond = (first - event.ms).max(event.ms - last).max(0.0);
        if beyond > worst.error {
            (worst.error, worst.ms) = (beyond, event.ms);
        }
    }
    let recorded = case.record.events.len();
    if !(counts.iter().any(|count| *count <= recorded) && counts.iter().any(|count| *count >= recorded)) {
        finding.complain(format!("{recorded} events recorded, ours {counts:?}"));
    }
    finding.measures.push(worst);
    Ok(finding.and(follow::balls(&case.record, ours, allowed(&case.params())?)))
}

/// A ball that is not of mass one hops on Visual Pinball's playfield, and rolls otherwise afterwards. The tip moves as
/// recorded, and the ball is shot with the same speed.
pub(crate) fn same_launch(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let fastest = |record: &Record| record.track(0).iter().map(|(_, ball)| ball.velocity.length()).fold(0.0, f64::max);
    let (expected, got) = (fastest(&case.record), fastest(ours));
    let launch = Measure::new("greatest speed", (expected - got).abs() / expected, MECHANISM, 0.0);
    let events = follow::events(&case.record.events, &ours.events, MECHANISM_MS, case.record.end());
    Ok(Finding::of([launch]).and(moves(&case.params(), &case.record, ours)?).and(events))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Row;

    #[test]
    fn once_round_is_where_it_was() {
        let mut got = Mover { place: -0.1, speed: 1.0 };
        unwind(&mut got, &Mover { place: TAU - 0.1, speed: 1.0 });
        assert!((got.place - (TAU - 0.1)).abs() < 1e-12, "{got:?}");
    }

    #[test]
    fn a_ball_not_caught_is_seen() {
        let run = |held| Record { rows: vec![Row { held, ..Row::default() }], events: Vec::new() };
        assert!(same_catch(&run(true), &run(true)).is_fine(), "caught");
        assert!(!same_catch(&run(true), &run(false)).is_fine(), "missed");
        assert!(!same_catch(&run(false), &run(true)).is_fine(), "caught what got away");
    }
}
