//! What a number must be able to do so that one piece of geometry serves three precisions.
//!
//! Every gap polynomial and every root search in Carom is written once, for any [`Real`]. It runs in `f64`; where the
//! sign of a value or the place of a root is in doubt there, the same lines run again in [`Dd`](super::Dd) with twice
//! the digits, and if need be in [`Qd`](super::Qd) with four times. That is how a grazing ball is decided rightly without
//! slowing the others.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// A real number of some precision: `f64`, [`Dd`](super::Dd) or [`Qd`](super::Qd).
pub trait Real:
    Copy
    + core::fmt::Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Half the distance from one to the next number: the relative error of one operation.
    const ROUNDING: f64;
    /// Nothing.
    const ZERO: Self;

    /// The number `x`, exactly.
    fn new(x: f64) -> Self;
    /// `a - b` of two `f64`, rounded only to this precision (in `Dd`: exactly).
    fn difference(a: f64, b: f64) -> Self;
    /// The nearest `f64`.
    fn get(self) -> f64;
    /// The square root of a number that is not negative.
    fn sqrt(self) -> Self;
    /// Itself times a power of two: exact.
    fn scaled(self, power_of_two: f64) -> Self;
}

impl Real for f64 {
    const ROUNDING: f64 = f64::EPSILON / 2.0;
    const ZERO: Self = 0.0;

    #[inline]
    fn new(x: f64) -> Self {
        x
    }

    #[inline]
    fn difference(a: f64, b: f64) -> Self {
        a - b
    }

    #[inline]
    fn get(self) -> f64 {
        self
    }

    #[inline]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    #[inline]
    fn scaled(self, power_of_two: f64) -> Self {
        self * power_of_two
    }
}

/// `a . b` of two vectors.
#[inline]
pub(crate) fn dot<T: Real>(a: [T; 3], b: [T; 3]) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `a x b` of two vectors.
#[inline]
pub(crate) fn cross<T: Real>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
