//! The first fall of a quartic through zero: both searches of the engine against the reference of 256 bits.

use crate::bytes::Bytes;
use crate::reference::big::Big;
use crate::reference::poly::{Fall, Poly};
use carom::math::{bend, fall};

/// The error that the exact search may have, as a part of the interval.
const EXACT: f64 = 1e-13;
/// Roundings of the sum of all terms' sizes by which the quick search may see the curve too high or too low.
const ROUNDINGS: f64 = 64.0;

/// Asks for the first fall of a quartic. Promised: the exact search finds the first root to 1e-13 of the interval, and none where there is
/// none; the quick one finds that of a curve that is higher or lower by some roundings of its terms.
pub fn quartic(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (c, to) = curve(&mut bytes);
    let is_sized = |x: &f64| *x == 0.0 || (1e-30..1e30).contains(&x.abs());
    // The searches are for gaps that begin open.
    if !c.iter().all(is_sized) || c[0] <= 0.0 || !(1e-9..1e6).contains(&to) {
        return;
    }
    let terms: f64 = c.iter().rev().fold(0.0, |sum, x| sum * to + x.abs());
    if !(1e-60..1e60).contains(&terms) {
        return;
    }
    exact(&c, to, terms);
    quick(&c, to, terms);
}

fn exact(c: &[f64; 5], to: f64, terms: f64) {
    let found = bend::first_root(*c, to);
    // A root that touches to 60 digits, or is at the very end, may be one or none.
    let little = 1e-60 * terms;
    let end = to * (1.0 + EXACT);
    let (early, late) = (first(c, end, -little), first(c, end, little));
    within(found, early, late, EXACT * to, "first_root", c, to);
}

fn quick(c: &[f64; 5], to: f64, terms: f64) {
    let found = fall::first_fall(*c, to);
    let noise = ROUNDINGS * f64::EPSILON * terms;
    let (early, late) = (first(c, to, -noise), first(c, to, noise));
    // Where even the curve that is lower does not begin open, the fall may be at once.
    let early = if c[0] <= noise { Some(0.0) } else { early };
    within(found, early, late, 1e-12 * to, "first_fall", c, to);
}

/// Is what was found between the roots of the curve a little lower and a little higher?
fn within(found: Option<f64>, early: Option<f64>, late: Option<f64>, slack: f64, who: &str, c: &[f64; 5], to: f64) {
    let bounds = format!("{who} of {c:?} to {to:?}: found {found:?}, true between {early:?} and {late:?}");
    match found {
        None => assert!(late.is_none_or(|late| late > to - slack), "missed: {bounds}"),
        Some(found) => {
            assert!((0.0..=to).contains(&found), "outside: {bounds}");
            assert!(early.is_some_and(|early| found >= early - slack), "too early, or none is there: {bounds}");
            assert!(late.is_none_or(|late| found <= late + slack), "too late: {bounds}");
        }
    }
}

/// Where the curve, raised by so much, first falls through zero.
fn first(c: &[f64; 5], to: f64, raised: f64) -> Option<f64> {
    let poly = Poly(c.iter().map(|x| Big::new(*x)).collect()).plus_constant(&Big::new(raised));
    if !poly.value(&Big::new(0.0)).is_positive() {
        return Some(0.0);
    }
    let falls = poly.falls(&Big::new(0.0), &Big::new(to));
    falls.iter().find(|fall| matches!(fall, Fall::Through(_))).map(|fall| fall.at().get())
}

/// A quartic: any numbers, or one with roots at given places, near each other or not.
fn curve(bytes: &mut Bytes<'_>) -> ([f64; 5], f64) {
    match bytes.byte() % 4 {
        0 => (core::array::from_fn(|_| bytes.float()), bytes.float().abs()),
        1 => (core::array::from_fn(|_| short(bytes)), short(bytes).abs()),
        kind => {
            let mut roots: [f64; 4] = core::array::from_fn(|_| short(bytes));
            if kind == 3 {
                // Two, three or four of them all but in one place.
                for k in 1..4 {
                    if bytes.byte().is_multiple_of(2) {
                        roots[k] = roots[0] * (1.0 + libm::exp10(-f64::from(bytes.byte() % 17)));
                    }
                }
            }
            let mut c = [short(bytes).abs().max(1e-3), 0.0, 0.0, 0.0, 0.0];
            for (degree, root) in roots.iter().enumerate() {
                for k in (0..=degree + 1).rev() {
                    let lower = if k > 0 { c[k - 1] } else { 0.0 };
                    c[k] = lower - c[k] * root;
                }
            }
            // Moved up or down by a little, so that a double root is two or none.
            c[0] += libm::exp10(-f64::from(bytes.byte() % 20)) * f64::from(bytes.byte().cast_signed()) * c[0].abs();
            (c.map(|x| if c[0] < 0.0 { -x } else { x }), short(bytes).abs())
        }
    }
}

/// A number of a few digits.
fn short(bytes: &mut Bytes<'_>) -> f64 {
    f64::from(i16::from_le_bytes(bytes.take())) * bytes.pick(&[1.0, 1e-2, 1.0 / 64.0, 1e-4, 1e-8, 1e3])
}
