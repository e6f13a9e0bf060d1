//! Roots of polynomials of the fourth degree.

use super::super::tolerance::CLOSED_FORM;
use super::super::verdict::{Measures, NEAR_DOUBLE, Outcome, Verdict};
use crate::case::{Fault, Field};
use carom::math::poly;

/// The smallest real root that is not negative. The record counts as real what its own filter lets pass; where two roots
/// nearly coincide, only the polynomial can tell.
pub(super) fn quartic(name: String, case: &Field<'_>) -> Result<Verdict, Fault> {
    let mut coefficients = case.get("coeffs")?.numbers::<5>()?;
    coefficients.reverse();
    let theirs = case.some("smallest").map(|root| root.number()).transpose()?;
    let ours = poly::real_roots(&coefficients).as_slice().iter().copied().find(|root| *root >= 0.0);
    let mut measures = Measures::default();
    match (theirs, ours) {
        (None, None) => measures.take(0.0, 1.0, || "no root".to_owned()),
        (Some(theirs), Some(ours)) => {
            measures.take((theirs - ours).abs(), CLOSED_FORM * theirs.abs().max(1e-9), || "smallest root".to_owned());
        }
        (theirs, ours) => measures.complain(format!("{ours:?} and not {theirs:?}")),
    }
    let mut verdict = measures.verdict(name, Vec::new());
    let found: Vec<f64> = [theirs, ours].into_iter().flatten().collect();
    let all_are_roots = found.iter().all(|root| is_root_to_rounding(&coefficients, *root));
    let one_is_double = found.iter().any(|root| near_double(&coefficients, *root));
    if verdict.outcome == Outcome::Missed && all_are_roots && one_is_double {
        verdict.outcome = Outcome::Excepted(NEAR_DOUBLE);
    }
    Ok(verdict)
}

/// Whether the polynomial at `x` is zero but for the rounding of its terms.
fn is_root_to_rounding(c: &[f64; 5], x: f64) -> bool {
    poly::value(c, x).abs() <= 16.0 * f64::EPSILON * size_of_terms(c, x)
}

/// Whether the slope at a root is so small that rounding of the coefficients moves it by more than is allowed.
fn near_double(c: &[f64; 5], x: f64) -> bool {
    let (_, slope) = poly::value_and_slope(c, x);
    f64::EPSILON * size_of_terms(c, x) > 0.1 * CLOSED_FORM * slope.abs() * x.abs()
}

fn size_of_terms(c: &[f64; 5], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum: f64, k| sum * x.abs() + k.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn outcome(value: &serde_json::Value) -> Outcome {
        quartic("q".to_owned(), &Field::new(value, "q")).expect("readable").outcome
    }

    #[test]
    fn the_smallest_positive_root_counts() {
        let right = json!({"coeffs": [1.0, -10.0, 35.0, -50.0, 24.0], "smallest": 1.0});
        assert_eq!(outcome(&right), Outcome::Passed, "1, 2, 3, 4");
        let wrong = json!({"coeffs": [1.0, -10.0, 35.0, -50.0, 24.0], "smallest": 1.0001});
        assert_eq!(outcome(&wrong), Outcome::Missed, "a wrong record is no near-double root");
        let none = json!({"coeffs": [1.0, 0.0, 0.0, 0.0, 1.0], "smallest": null});
        assert_eq!(outcome(&none), Outcome::Passed, "no real root");
    }

    #[test]
    fn roots_that_nearly_coincide_are_held_to_the_polynomial() {
        // (t - 2) (t - 2 - 1e-9) (t - 3) (t + 1), and a root that another solver might give.
        let coefficients = [1.0, -6.000_000_001, 9.000_000_004, 3.999_999_999, -12.000_000_006];
        let other = json!({"coeffs": coefficients, "smallest": 1.999_999_93});
        assert_eq!(outcome(&other), Outcome::Excepted(NEAR_DOUBLE), "as good as ours");
        let wrong = json!({"coeffs": coefficients, "smallest": 1.999_9});
        assert_eq!(outcome(&wrong), Outcome::Missed, "no root at all");
    }
}
