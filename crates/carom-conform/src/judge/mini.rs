//! The mini table: the same first events in the same order, and the ball where it was until the third.

use super::{Finding, Measure};
use crate::case::{Case, Fault};
use crate::record::{Record, Told};
use crate::tolerance::{MINI_EVENTS, MINI_MS, MINI_PLACE, MINI_PLACE_EVENTS};

pub(crate) fn compare(case: &Case, ours: &Record) -> Finding {
    until(&case.record, ours, case.record.end())
}

/// With several balls the runs part when two meet: Visual Pinball's line of centres is turned. Until then they agree.
pub(crate) fn until_balls_meet(case: &Case, ours: &Record) -> Result<Finding, Fault> {
    let meet = |record: &Record| record.events.iter().find(|told| told.what == "ballball").map(|told| told.ms);
    let (recorded, got) = (meet(&case.record), meet(ours));
    let first = [recorded, got].into_iter().flatten().fold(case.record.end(), f64::min);
    let mut finding = until(&case.record, ours, first - MINI_MS);
    match (recorded, got) {
        (Some(a), Some(b)) => {
            finding.measures.push(Measure::new("time of the first meeting (ms)", (a - b).abs(), MINI_MS, a))
        }
        (None, None) => {}
        (a, b) => finding.complain(format!("balls first meet at {a:?} ms, ours at {b:?} ms")),
    }
    Ok(finding)
}

fn until(reference: &Record, ours: &Record, end: f64) -> Finding {
    let count = reference.events.iter().take_while(|told| told.ms < end).count().min(MINI_EVENTS);
    let expected = &reference.events[..count];
    let third = expected.get(MINI_PLACE_EVENTS - 1).map_or(end, |told| told.ms).min(end);
    places(reference, ours, third).and(in_order(expected, &ours.events))
}

fn in_order(expected: &[Told], ours: &[Told]) -> Finding {
    let mut finding = Finding::default();
    let mut worst = Measure::new("time of an event (ms)", 0.0, MINI_MS, 0.0);
    for (number, event) in expected.iter().enumerate() {
        let Some(got) = ours.get(number) else {
            finding.complain(format!("event {}, `{} {}`, does not come", number + 1, event.who, event.what));
            break;
        };
        if (&got.who, &got.what) != (&event.who, &event.what) {
            let said = format!("`{} {}` at {:.2} ms", got.who, got.what, got.ms);
            let right = format!("`{} {}` at {:.2} ms", event.who, event.what, event.ms);
            finding.complain(format!("event {} is {said}, recorded {right}", number + 1));
            break;
        }
        if (got.ms - event.ms).abs() > worst.error {
            (worst.error, worst.ms) = ((got.ms - event.ms).abs(), event.ms);
        }
    }
    finding.measures.push(worst);
    finding
}

fn places(reference: &Record, ours: &Record, until: f64) -> Finding {
    let mut worst = Measure::new("place until the third event", 0.0, MINI_PLACE, 0.0);
    for (expected, got) in reference.rows.iter().zip(&ours.rows).take_while(|(row, _)| row.ms <= until) {
        for (a, b) in expected.balls.iter().zip(&got.balls) {
            let apart = (a.place - b.place).truncate().length();
            if apart.is_nan() || apart > worst.error {
                (worst.error, worst.ms) = (if apart.is_nan() { f64::INFINITY } else { apart }, expected.ms);
            }
        }
    }
    Finding::of([worst])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Row, State};
    use carom::DVec3;

    fn run(shift: f64, names: [&str; 4]) -> Record {
        let ball = |ms: f64| State { place: DVec3::new(ms + shift, 0.0, 25.0), ..State::default() };
        let row = |k: u32| Row { ms: f64::from(k), balls: vec![ball(f64::from(k))], ..Row::default() };
        let told = |(k, who): (usize, &str)| Told {
            ms: 10.0 + 10.0 * k as f64 + shift,
            who: who.to_owned(),
            what: "hit".to_owned(),
            value: 0.0,
        };
        let events = names.into_iter().enumerate().map(told).collect();
        Record { rows: (0..100).map(row).collect(), events }
    }

    #[test]
    fn order_time_and_place_count() {
        let recorded = run(0.0, ["a", "b", "c", "d"]);
        let fine = |ours: &Record| until(&recorded, ours, 99.0).is_fine();
        assert!(fine(&run(1.0, ["a", "b", "c", "d"])), "a little later, a little farther");
        assert!(!fine(&run(2.5, ["a", "b", "c", "d"])), "too late");
        assert!(!fine(&run(0.0, ["a", "c", "b", "d"])), "another order");
        let mut short = recorded.clone();
        short.events.pop();
        assert!(!fine(&short), "one missing");
        let mut strays = recorded.clone();
        strays.rows[25].balls[0].place.y = 4.0;
        assert!(!fine(&strays), "off its way before the third event");
        strays = recorded.clone();
        strays.rows[60].balls[0].place.y = 4.0;
        assert!(fine(&strays), "after it that may be");
    }
}
