//! Double-double: a number as the unevaluated sum of two `f64`, about 32 decimal digits.
//!
//! Dekker, "A floating-point technique for extending the available precision", Numer. Math. 18 (1971); Knuth, TAOCP
//! vol. 2, 4.2.2 for the sum. No fused multiply-add is used, so the bits do not depend on the machine.
//! Valid while no product passes 1e300: coordinates are bounded far below (see `tolerance`).

use super::Real;
use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number with twice the digits of an `f64`: `high + low`, with `low` at most half an ulp of `high`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dd {
    high: f64,
    low: f64,
}

/// Knuth's two-sum: `a + b` as rounded sum and exact error.
#[inline]
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// Two-sum when `|a| >= |b|`.
#[inline]
fn quick_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// Veltkamp's split of a number into two halves of 26 bits, whose products are exact.
#[inline]
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a; // 2^27 + 1
    let high = c - (c - a);
    (high, a - high)
}

/// Dekker's product: `a * b` as rounded product and exact error.
#[inline]
pub(super) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let (ah, al) = split(a);
    let (bh, bl) = split(b);
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

impl Dd {
    fn from_sum(high: f64, low: f64) -> Self {
        let (high, low) = quick_two_sum(high, low);
        Self { high, low }
    }
}

impl Real for Dd {
    // 2^-104: a product of two may err by five units of 2^-106, a sum by three.
    const ROUNDING: f64 = 5e-32;
    const ZERO: Self = Self { high: 0.0, low: 0.0 };

    #[inline]
    fn new(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }

    #[inline]
    fn difference(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, -b);
        Self { high, low }
    }

    #[inline]
    fn get(self) -> f64 {
        self.high + self.low
    }

    fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            return Self::ZERO;
        }
        // One Newton step from the f64 root doubles its digits; a second removes the last doubtful bits.
        let mut x = Self::new(self.high.sqrt());
        for _ in 0..2 {
            x = (x + self / x).scaled(0.5);
        }
        x
    }

    #[inline]
    fn scaled(self, power_of_two: f64) -> Self {
        Self { high: self.high * power_of_two, low: self.low * power_of_two }
    }
}

impl Add for Dd {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let (sum, error) = two_sum(self.high, other.high);
        let (low_sum, low_error) = two_sum(self.low, other.low);
        let (sum, error) = quick_two_sum(sum, error + low_sum);
        Self::from_sum(sum, error + low_error)
    }
}

impl Neg for Dd {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for Dd {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Dd {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let (product, error) = two_product(self.high, other.high);
        Self::from_sum(product, error + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Dd {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        // Long division: three digits of the quotient, each an f64.
        let q1 = self.high / other.high;
        if !q1.is_finite() {
            return Self::new(q1);
        }
        let rest = self - other * Self::new(q1);
        let q2 = rest.high / other.high;
        let rest = rest - other * Self::new(q2);
        let q3 = rest.high / other.high;
        Self::from_sum(q1, q2) + Self::new(q3)
    }
}

impl PartialOrd for Dd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.high.partial_cmp(&other.high) {
            Some(Ordering::Equal) => self.low.partial_cmp(&other.low),
            order => order,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_sums_keep_what_f64_loses() {
        let third = Dd::new(1.0) / Dd::new(3.0);
        let back = third + third + third - Dd::new(1.0);
        assert!(back.get().abs() < 1e-31, "three thirds are one, off by {back:?}");
        let tiny = (Dd::new(1.0) + Dd::new(1e-25)) - Dd::new(1.0);
        assert!((tiny.get() - 1e-25).abs() < 1e-40, "a small part survives beside one: {tiny:?}");
        let root = Dd::new(2.0).sqrt();
        assert!((root * root - Dd::new(2.0)).get().abs() < 1e-31, "the square of a root: {root:?}");
        assert_eq!(Dd::difference(0.3, 0.1).get(), 0.3 - 0.1, "the rounded difference is f64's own");
    }
}
