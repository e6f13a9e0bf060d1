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
    let what = "first quartic root, ball - ball slowing down".to_owned();
    Line { what, nanoseconds, hits, elsewhere: "105 roots (3e-11), 203 kurbo (2e-14)" }
}
