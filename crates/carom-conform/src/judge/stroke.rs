//! The flipper's stroke, without a ball: the angle at every millisecond, and when the stops are met.

use super::{Finding, Measure, follow};
use crate::case::Case;
use crate::record::Record;
use crate::tolerance::{STROKE_DEGREES, STROKE_MS};
use carom::units::degrees;

pub(crate) fn compare(case: &Case, ours: &Record) -> Finding {
    angles(&case.record, ours).and(follow::events(&case.record.events, &ours.events, STROKE_MS, case.record.end()))
}

fn angles(reference: &Record, ours: &Record) -> Finding {
    let (expected, got) = (reference.motion(0), ours.motion(0));
    let mut finding = Finding::default();
    if expected.len() != got.len() || expected.is_empty() {
        finding.complain(format!("{} angles recorded, {} of ours", expected.len(), got.len()));
        return finding;
    }
    let error = |((ms, a), (_, b)): (&(f64, _), &(f64, _))| {
        let (a, b): (&crate::record::Mover, &crate::record::Mover) = (a, b);
        (degrees((a.place - b.place).abs()), *ms)
    };
    let errors = expected.iter().zip(&got).map(error);
    let (worst, ms) = errors.fold((0.0, 0.0), |worst, next| if next.0 <= worst.0 { worst } else { next });
    finding.measures.push(Measure::new("angle (degrees)", worst, STROKE_DEGREES, ms));
    finding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Mover, Row};

    fn stroke(offset: f64) -> Record {
        let row =
            |ms: f64| Row { ms, movers: vec![Mover { place: 2.0 - 0.01 * ms + offset, speed: 0.1 }], ..Row::default() };
        Record { rows: (0..50).map(|ms| row(f64::from(ms))).collect(), events: Vec::new() }
    }

    #[test]
    fn a_tenth_of_a_degree() {
        assert!(angles(&stroke(0.0), &stroke(0.09_f64.to_radians())).is_fine(), "just inside");
        assert!(!angles(&stroke(0.0), &stroke(0.11_f64.to_radians())).is_fine(), "just outside");
        assert!(!angles(&stroke(0.0), &stroke(f64::NAN)).is_fine(), "no number");
        assert!(!angles(&stroke(0.0), &Record::default()).is_fine(), "nothing");
    }
}
