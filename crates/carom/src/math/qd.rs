//! Quad-double: a number as the unevaluated sum of four `f64`, about 62 decimal digits.
//!
//! The last resort, for what double-double cannot decide: exact touches, and nearly triple roots, whose place is only
//! known to the cube root of the precision. One case in thousands comes here, so this is written to be short and
//! right, not fast: sums are exact expansions (Shewchuk, "Adaptive precision floating-point arithmetic", 1997), cut to
//! four terms afterwards.

use super::Real;
use super::dd::{two_product, two_sum};
use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of four `f64`, each smaller than the last place of the one before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Qd([f64; 4]);

/// Terms that a product gathers: ten products, each with its error.
const MOST_TERMS: usize = 20;

/// An exact sum that grows term by term; smallest first.
struct Expansion {
    terms: [f64; MOST_TERMS],
    count: usize,
}

impl Expansion {
    fn new() -> Self {
        Self { terms: [0.0; MOST_TERMS], count: 0 }
    }

    /// Shewchuk's grow-expansion: no digit is lost.
    fn add(&mut self, x: f64) {
        let mut carried = x;
        let mut kept = 0;
        for k in 0..self.count {
            let (sum, error) = two_sum(carried, self.terms[k]);
            carried = sum;
            if error != 0.0 {
                self.terms[kept] = error;
                kept += 1;
            }
        }
        self.terms[kept] = carried;
        self.count = kept + 1;
    }

    /// The four largest terms, each the rounded sum of all that is left.
    fn cut(&self) -> Qd {
        let mut result = [0.0; 4];
        let mut filled = 0;
        let mut sum = 0.0;
        for &term in self.terms[..self.count].iter().rev() {
            let (next, error) = two_sum(sum, term);
            sum = next;
            if error != 0.0 {
                result[filled] = sum;
                filled += 1;
                sum = error;
                if filled == 4 {
                    return Qd(result);
                }
            }
        }
        result[filled] = sum;
        Qd(result)
    }
}

impl Real for Qd {
    const ROUNDING: f64 = 1e-62; // 2^-208 would be 2.4e-63
    const ZERO: Self = Self([0.0; 4]);

    fn new(x: f64) -> Self {
        Self([x, 0.0, 0.0, 0.0])
    }

    fn difference(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, -b);
        Self([high, low, 0.0, 0.0])
    }

    fn get(self) -> f64 {
        self.0[0] + self.0[1]
    }

    fn sqrt(self) -> Self {
        if self.0[0] <= 0.0 {
            return Self::ZERO;
        }
        // Newton's steps from the f64 root: 16, 32, 64 digits.
        let mut x = Self::new(self.0[0].sqrt());
        for _ in 0..3 {
            x = (x + self / x).scaled(0.5);
        }
        x
    }

    fn scaled(self, power_of_two: f64) -> Self {
        Self(self.0.map(|x| x * power_of_two))
    }
}

impl Qd {
    /// Rounded to double-double.
    pub(crate) fn to_dd(self) -> super::Dd {
        let [a, b, c, _] = self.0;
        super::Dd::new(a) + (super::Dd::new(b) + super::Dd::new(c))
    }
}

impl Add for Qd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let mut sum = Expansion::new();
        for k in (0..4).rev() {
            sum.add(self.0[k]);
            sum.add(other.0[k]);
        }
        sum.cut()
    }
}

impl Neg for Qd {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

impl Sub for Qd {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Qd {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let mut sum = Expansion::new();
        // Smallest first; products of a higher order are beyond the last place.
        for order in (0..4_usize).rev() {
            for i in 0..=order {
                let j = order - i;
                if self.0[i] != 0.0 && other.0[j] != 0.0 {
                    let (product, error) = two_product(self.0[i], other.0[j]);
                    sum.add(error);
                    sum.add(product);
                }
            }
        }
        sum.cut()
    }
}

impl Div for Qd {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        // Long division: five digits of the quotient, each an f64.
        let first = self.0[0] / other.0[0];
        if !first.is_finite() {
            return Self::new(first);
        }
        let mut quotient = Self::new(first);
        let mut rest = self - other * quotient;
        for _ in 0..4 {
            let digit = Self::new(rest.0[0] / other.0[0]);
            rest = rest - other * digit;
            quotient = quotient + digit;
        }
        quotient
    }
}

impl PartialEq for Qd {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Qd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (*self - *other).0[0].partial_cmp(&0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_digits_are_kept() {
        let third = Qd::new(1.0) / Qd::new(3.0);
        let back = third + third + third - Qd::new(1.0);
        assert!(back.get().abs() < 1e-61, "three thirds are one, off by {back:?}");
        let tiny = (Qd::new(1.0) + Qd::new(1e-50)) - Qd::new(1.0);
        assert!((tiny.get() - 1e-50).abs() < 1e-63, "a small part survives beside one: {tiny:?}");
        let root = Qd::new(2.0).sqrt();
        assert!((root * root - Qd::new(2.0)).get().abs() < 1e-61, "the square of a root: {root:?}");
        assert!((root * root - Qd::new(2.0)).to_dd().get().abs() < 1e-61, "as double-double");
        assert!(root > Qd::new(1.414) && -root < Qd::ZERO && root == root + Qd::ZERO, "order");
        assert!((Qd::new(1.0) / Qd::ZERO).get().is_infinite(), "a quotient by nothing is not finite");
    }
}
