//! Row against row: a ball's way and velocity, a part's motion, and the list of events.

use super::{Finding, Measure};
use crate::record::{Mover, Record, State, Told};
use crate::tolerance::{FLOAT, GRAVITY, JUMP, LEAP, SUPPORT_SPEED, TICK};
use carom::DVec3;

/// How far a ball's run may be from the recorded one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// Of velocity, as a share of the greatest speed so far (at least the incoming one).
    pub(crate) velocity: f64,
    /// Of place, as a share of the way so far.
    pub(crate) place: f64,
    /// Of place, anywhere (Visual Pinball's length units).
    pub(crate) slack: f64,
    /// Acceleration in a plane of the table: a row of Visual Pinball may be one tick of it early or late.
    pub(crate) along: f64,
    /// A speed by which the recorded ball may be faster or slower all the time, and get ahead or behind.
    pub(crate) drift: f64,
    /// A speed by which the recorded ball may be faster or slower for a while.
    pub(crate) fading: f64,
    /// A speed below which velocities are not compared: in its touch layer Visual Pinball turns a slow ball back ticks earlier.
    pub(crate) slow: f64,
    /// ms by which an impact may come earlier or later: rows so near to one are judged by place only.
    pub(crate) impact_ms: f64,
}

/// Follows one ball. The finding holds the row in which velocity was worst and the one in which place was.
pub(crate) fn ball(reference: &[(f64, State)], ours: &[(f64, State)], allowed: Allowed) -> Finding {
    let mut finding = Finding::default();
    if reference.len() != ours.len() || reference.is_empty() {
        finding.complain(format!("{} rows recorded, {} of ours", reference.len(), ours.len()));
        return finding;
    }
    let near = |spans: &[(f64, f64)], ms: f64| {
        let reach = allowed.impact_ms;
        spans.iter().any(|(from, to)| from - reach < ms && ms < to + reach)
    };
    let (jumps, leaps) = (impacts(reference), leaps(reference));
    let (mut fastest, mut way) = (0.0_f64, 0.0_f64);
    let mut velocity = Measure::new("velocity", 0.0, allowed.velocity, 0.0);
    let mut place = Measure::new("place", 0.0, 1.0, 0.0);
    let mut last = reference[0].1.place;
    for ((ms, expected), (_, got)) in reference.iter().zip(ours) {
        fastest = fastest.max(expected.velocity.length());
        way += (expected.place - last).length();
        last = expected.place;
        let apart = beyond(expected.place, got.place, FLOAT).length();
        let adrift = allowed.drift * TICK * ms;
        if !near(&leaps, *ms) {
            worse(&mut place, apart / (allowed.slack + allowed.place * way + adrift), *ms);
        }
        let lag = (expected.velocity - got.velocity).truncate().length()
            - allowed.along * TICK
            - allowed.drift
            - allowed.fading;
        let lift = (expected.velocity.z - got.velocity.z).abs() - SUPPORT_SPEED;
        let error = DVec3::new(lag.max(0.0), lift.max(0.0), 0.0).length();
        let slow = expected.velocity.length().max(got.velocity.length()) < allowed.slow;
        if !slow && !near(&jumps, *ms) {
            worse(&mut velocity, error / fastest.max(1e-6), *ms);
        }
    }
    finding.measures = vec![velocity, place];
    finding
}

fn worse(measure: &mut Measure, error: f64, ms: f64) {
    // A NaN is worse than anything.
    if error.is_nan() || error > measure.error {
        (measure.error, measure.ms) = (if error.is_nan() { f64::INFINITY } else { error }, ms);
    }
}

/// The way between two places, leaving out a height difference that only says how a touching ball floats.
fn beyond(expected: DVec3, got: DVec3, float: f64) -> DVec3 {
    let mut apart = got - expected;
    apart.z = apart.z.signum() * (apart.z.abs() - float).max(0.0);
    apart
}

/// Between which rows the recorded velocity jumps.
fn impacts(track: &[(f64, State)]) -> Vec<(f64, f64)> {
    let jumped = |pair: &[(f64, State)]| {
        let [(from, before), (to, after)] = pair else { return None };
        // Between two rows a ball may fall or be carried: either is no impact.
        let fallen = GRAVITY * TICK * (to - from);
        let change = after.velocity - before.velocity + DVec3::new(0.0, 0.0, fallen);
        (change.length() > JUMP + fallen).then_some((*from, *to))
    };
    track.windows(2).filter_map(jumped).collect()
}

/// Between which rows the recorded ball is put somewhere else: into a kicker, or from the drain to the top.
fn leaps(track: &[(f64, State)]) -> Vec<(f64, f64)> {
    let leapt = |pair: &[(f64, State)]| {
        let [(from, before), (to, after)] = pair else { return None };
        let speed = before.velocity.length().max(after.velocity.length());
        let way = (after.place - before.place).length();
        (way > LEAP + 2.0 * speed * TICK * (to - from)).then_some((*from, *to))
    };
    track.windows(2).filter_map(leapt).collect()
}

/// How far a part's run may be from the recorded one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// Of place.
    pub(crate) place: f64,
    /// ms by which it may be early or late.
    pub(crate) shift_ms: f64,
    /// A row that is not judged: the record shows what is done at its time already in it.
    pub(crate) without_ms: Option<f64>,
}

/// Follows a part that moves.
pub(crate) fn mover(reference: &[(f64, Mover)], ours: &[(f64, Mover)], range: Range) -> Finding {
    let mut finding = Finding::default();
    if reference.len() != ours.len() {
        finding.complain(format!("{} rows of a part recorded, {} of ours", reference.len(), ours.len()));
        return finding;
    }
    let mut measure = Measure::new("part's place", 0.0, 1.0, 0.0);
    let shift = range.shift_ms * TICK;
    for (k, ((ms, expected), (_, got))) in reference.iter().zip(ours).enumerate() {
        // Around a stop the speed turns: the faster of the rows beside it says how far a shift in time goes.
        let rows = &reference[k.saturating_sub(1)..(k + 2).min(reference.len())];
        let speed = rows.iter().map(|(_, mover)| mover.speed.abs()).fold(0.0, f64::max);
        let error = (expected.place - got.place).abs() / (range.place + shift * speed);
        if range.without_ms != Some(*ms) {
            worse(&mut measure, error, *ms);
        }
    }
    finding.measures.push(measure);
    finding
}

/// ms. Both sides count some events in whole ticks; the sum of so many ticks is not quite a whole number.
const ROUNDING_MS: f64 = 1e-3;

/// The same events, each within `window` ms. `until` ends the comparison: what is recorded or told later is let be, and
/// near it an event may have slipped over the edge.
pub(crate) fn events(reference: &[Told], ours: &[Told], window: f64, until: f64) -> Finding {
    let mut finding = Finding::default();
    let mut worst = Measure::new("time of an event (ms)", 0.0, window, 0.0);
    let mut left: Vec<&Told> = ours.iter().filter(|told| told.ms < until + window).collect();
    for expected in reference {
        let same = |told: &Told| told.who == expected.who && told.what == expected.what;
        let nearest = left
            .iter()
            .enumerate()
            .filter(|(_, told)| same(told))
            .min_by(|(_, a), (_, b)| (a.ms - expected.ms).abs().total_cmp(&(b.ms - expected.ms).abs()));
        match nearest.map(|(place, told)| (place, told.ms)) {
            Some((place, ms)) if (ms - expected.ms).abs() <= window + ROUNDING_MS => {
                worse(&mut worst, (ms - expected.ms).abs().min(window), expected.ms);
                left.remove(place);
            }
            _ if expected.ms > until - window => {}
            found => {
                let nearest = found.map_or_else(String::new, |(_, ms)| format!(", nearest at {ms:.2} ms"));
                finding.complain(format!("no `{} {}` at {:.2} ms{nearest}", expected.who, expected.what, expected.ms));
            }
        }
    }
    for told in left.iter().filter(|told| told.ms <= until - window) {
        finding.complain(format!("`{} {}` at {:.2} ms is not in the record", told.who, told.what, told.ms));
    }
    finding.measures.push(worst);
    finding
}

/// Every ball of a run.
pub(crate) fn balls(reference: &Record, ours: &Record, allowed: Allowed) -> Finding {
    let count = reference.rows.first().map_or(0, |row| row.balls.len());
    (0..count).map(|k| ball(&reference.track(k), &ours.track(k), allowed)).fold(Finding::default(), Finding::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWED: Allowed = Allowed {
        velocity: 0.01,
        place: 0.01,
        slack: 0.1,
        along: 0.0,
        drift: 0.0,
        fading: 0.0,
        slow: 0.0,
        impact_ms: 1.0,
    };

    /// A ball that runs along x and is thrown back at 10 ms.
    fn there_and_back(turn: f64, factor: f64) -> Vec<(f64, State)> {
        let state = |ms: f64| {
            let (run, back) = (ms.min(turn), (ms - turn).max(0.0));
            let velocity = if ms < turn { 10.0 } else { -10.0 * factor };
            let place = DVec3::new(run - back * factor, 0.0, 25.0);
            State { place, velocity: DVec3::new(velocity, 0.0, 0.0), spin: DVec3::ZERO }
        };
        (0..30).map(|ms| (f64::from(ms), state(f64::from(ms)))).collect()
    }

    #[test]
    fn a_ball_is_followed() {
        let track = there_and_back(10.5, 1.0);
        assert_eq!(ball(&track, &track, ALLOWED).worst(), 0.0, "the same is the same");
        assert!(!ball(&track, &there_and_back(10.5, 0.9), ALLOWED).is_fine(), "a wrong bounce");
        assert!(!ball(&track, &there_and_back(14.0, 1.0), ALLOWED).is_fine(), "a bounce too late");
        assert!(!ball(&track, &track[..20], ALLOWED).is_fine(), "a run too short");
        let mut lost = track.clone();
        lost[20].1.place.x = f64::NAN;
        assert!(!ball(&track, &lost, ALLOWED).is_fine(), "no number");
        let mut floats = track.clone();
        floats.iter_mut().for_each(|(_, state)| (state.place.z, state.velocity.z) = (25.05, 0.175));
        assert!(ball(&track, &floats, ALLOWED).is_fine(), "how a ball floats means nothing");
    }

    #[test]
    fn a_ball_that_is_put_elsewhere_may_be_so_a_little_earlier() {
        let caught = |at: f64| -> Vec<(f64, State)> {
            let state =
                |ms: f64| State { place: DVec3::new(if ms < at { ms } else { 100.0 }, 0.0, 25.0), ..State::default() };
            (0..30).map(|ms| (f64::from(ms), state(f64::from(ms)))).collect()
        };
        assert!(ball(&caught(10.0), &caught(11.0), ALLOWED).is_fine(), "a row later");
        assert!(!ball(&caught(10.0), &caught(13.0), ALLOWED).is_fine(), "three rows later");
    }

    #[test]
    fn events_are_matched_by_name_and_time() {
        let told = |ms, who: &str| Told { ms, who: who.to_owned(), what: "hit".to_owned(), value: 0.0 };
        let recorded = [told(10.0, "left"), told(20.0, "right")];
        let fine = |ours: &[Told]| events(&recorded, ours, 1.0, 100.0).is_fine();
        assert!(fine(&[told(10.5, "left"), told(19.5, "right")]), "within a millisecond");
        assert!(!fine(&[told(10.5, "left"), told(21.5, "right")]), "one too late");
        assert!(!fine(&[told(10.5, "left")]), "one missing");
        assert!(!fine(&[told(10.0, "left"), told(20.0, "right"), told(50.0, "right")]), "one too many");
        assert!(!fine(&[told(10.0, "right"), told(20.0, "left")]), "exchanged");
        let late = [told(99.5, "left")];
        assert!(events(&late, &[], 1.0, 100.0).is_fine(), "over the edge of the run");
    }

    #[test]
    fn a_part_is_followed() {
        let swing = |speed: f64| -> Vec<(f64, Mover)> {
            (0..20).map(|ms| (f64::from(ms), Mover { place: 0.1 * speed * f64::from(ms), speed })).collect()
        };
        let range = Range { place: 0.03, shift_ms: 0.0, without_ms: None };
        assert!(mover(&swing(1.0), &swing(1.0), range).is_fine(), "the same");
        assert!(!mover(&swing(1.0), &swing(1.1), range).is_fine(), "a tenth faster");
        assert!(!mover(&swing(1.0), &swing(1.0)[..3], range).is_fine(), "too short");
        let mut late = swing(1.0);
        late[7].1.place += 1.0;
        assert!(!mover(&swing(1.0), &late, range).is_fine(), "one row off");
        let without = Range { without_ms: Some(7.0), ..range };
        assert!(mover(&swing(1.0), &late, without).is_fine(), "but that one");
    }
}
