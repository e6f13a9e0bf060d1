//! Numbers of about 32 digits, as an unevaluated sum of two `f64` (Dekker 1971; Knuth's two-sum).
//!
//! Only what the exact answers need: the four operations, square root, floor. An error of 1e-30 against thresholds of
//! 1e-12 leaves the whole error to the engine.

use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// `high + low`, with `low` at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    pub high: f64,
    pub low: f64,
}

impl Double {
    pub const ZERO: Double = Double { high: 0.0, low: 0.0 };

    /// The nearest `f64`.
    pub fn to_f64(self) -> f64 {
        self.high
    }

    /// One Newton step from the `f64` root doubles its digits; `self` must not be negative.
    pub fn sqrt(self) -> Double {
        if self.high == 0.0 {
            return Double::ZERO;
        }
        let guess = Double::from(libm::sqrt(self.high));
        guess + (self - guess * guess) / (guess + guess)
    }

    /// The largest whole number not above `self`.
    pub fn floor(self) -> Double {
        let high = libm::floor(self.high);
        if high == self.high { fast_sum(high, libm::floor(self.low)) } else { Double::from(high) }
    }

    /// What is left of `self` after taking away the largest whole multiple of `period` not above it.
    pub fn modulo(self, period: Double) -> Double {
        self - (self / period).floor() * period
    }
}

impl From<f64> for Double {
    fn from(value: f64) -> Self {
        Double { high: value, low: 0.0 }
    }
}

/// `a + b` with its rounding error, if `a` is not smaller than `b`.
fn fast_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    Double { high, low: b - (high - a) }
}

/// `a + b` with its rounding error.
fn sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let shadow = high - a;
    Double { high, low: (a - (high - shadow)) + (b - shadow) }
}

impl Add for Double {
    type Output = Double;
    fn add(self, other: Double) -> Double {
        let head = sum(self.high, other.high);
        let tail = sum(self.low, other.low);
        let first = fast_sum(head.high, head.low + tail.high);
        fast_sum(first.high, first.low + tail.low)
    }
}

impl Neg for Double {
    type Output = Double;
    fn neg(self) -> Double {
        Double { high: -self.high, low: -self.low }
    }
}

impl Sub for Double {
    type Output = Double;
    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;
    fn mul(self, other: Double) -> Double {
        let high = self.high * other.high;
        // A fused multiply-add gives the rounding error of the product exactly.
        let low = libm::fma(self.high, other.high, -high);
        fast_sum(high, low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Double {
    type Output = Double;
    fn div(self, other: Double) -> Double {
        // Three digits of a long division in base 2^53.
        let first = self.high / other.high;
        let rest = self - Double::from(first) * other;
        let second = rest.high / other.high;
        let rest = rest - Double::from(second) * other;
        fast_sum(first, second) + Double::from(rest.high / other.high)
    }
}

impl PartialOrd for Double {
    fn partial_cmp(&self, other: &Double) -> Option<Ordering> {
        let rest = *self - *other;
        rest.high.partial_cmp(&0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> Double {
        Double::from(value)
    }

    #[test]
    fn a_third_thrice_is_one_to_thirty_digits() {
        let third = double(1.0) / double(3.0);
        let rest = third * double(3.0) - double(1.0);
        assert!(rest.to_f64().abs() < 1e-31, "{rest:?}");
        assert_ne!(third.low, 0.0);
    }

    #[test]
    fn the_square_of_a_root_is_the_number() {
        for value in [2.0, 3.0, 1e-7, 9.81, 1e9] {
            let root = double(value).sqrt();
            let rest = root * root - double(value);
            assert!((rest.to_f64() / value).abs() < 1e-30, "{value}: {rest:?}");
        }
        assert_eq!(Double::ZERO.sqrt(), Double::ZERO);
    }

    #[test]
    fn modulo_keeps_the_digits_that_f64_loses() {
        // 10^15 / 10 + 1/10: the tenth survives.
        let big = double(1e15) + double(1.0) / double(10.0);
        let rest = big.modulo(double(10.0));
        assert!((rest - double(1.0) / double(10.0)).to_f64().abs() < 1e-16);
        assert_eq!(double(-0.5).modulo(double(2.0)), double(1.5));
    }

    #[test]
    fn order_looks_at_the_low_part() {
        let more = double(1.0) + double(1e-20);
        assert!(more > double(1.0) && double(1.0) < more);
    }
}
