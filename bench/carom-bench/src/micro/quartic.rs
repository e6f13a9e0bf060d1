//! The first root of a quartic: when a ball that slows down meets one at rest.

use carom::math::bend::first_root;
use scenes::lcg::Lcg;

use super::{CASES, Line, ROUNDS, best};
use crate::roots::{Quartic, slowing};

pub(super) fn line() -> Line {
    let mut draws = Lcg::new(10);
    let cases: Vec<Quartic> = (0..CASES).map(|_| slowing(&mut draws)).collect();
    let (nanoseconds, hits) =
        best(&cases, ROUNDS, |quartic| core::hint::black_box(first_root(quartic.c, quartic.to)).is_some());
    let first = |all: &[f64], to: f64| all.iter().copied().filter(|root| (0.0..=to).contains(root)).reduce(f64::min);
    let (roots, _) = best(&cases, ROUNDS, |Quartic { c, to }| {
        let all = roots::find_roots_quartic(c[4], c[3], c[2], c[1], c[0]);
        core::hint::black_box(first(all.as_ref(), *to)).is_some()
    });
    let (kurbo, _) = best(&cases, ROUNDS, |Quartic { c, to }| {
        let all = kurbo::common::solve_quartic(c[0], c[1], c[2], c[3], c[4]);
        core::hint::black_box(first(&all, *to)).is_some()
    });
    let what = "first quartic root, ball - ball slowing down".to_owned();
    let beside = vec![("roots", roots), ("kurbo", kurbo)];
    Line { what, nanoseconds, hits, beside, elsewhere: "105 roots (3e-11), 203 kurbo (2e-14)" }
}
