//! Numbers of 256 bits, and vectors of them: the reference's arithmetic. Nothing of the engine's is used here.

use astro_float_num::{BigFloat, RoundingMode, Sign};
use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};
use glam::DVec3;

const BITS: usize = 256;
const ROUND: RoundingMode = RoundingMode::ToEven;

/// A number of 256 bits.
#[derive(Clone, Debug)]
pub(crate) struct Big(BigFloat);

impl Big {
    /// The number `x`, exactly; it must be finite.
    pub(crate) fn new(x: f64) -> Self {
        assert!(x.is_finite(), "the reference is asked for {x}");
        Self(BigFloat::from_f64(x, BITS))
    }

    pub(crate) fn sign(&self) -> Ordering {
        match &self.0 {
            x if x.is_zero() => Ordering::Equal,
            x if x.is_negative() => Ordering::Less,
            _ => Ordering::Greater,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    pub(crate) fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// Half of it, exactly.
    pub(crate) fn half(mut self) -> Self {
        if let (false, Some(exponent)) = (self.is_zero(), self.0.exponent()) {
            self.0.set_exponent(exponent - 1);
        }
        self
    }

    pub(crate) fn sqrt(&self) -> Self {
        Self(self.0.sqrt(BITS, ROUND))
    }

    pub(crate) fn abs(&self) -> Self {
        Self(self.0.abs())
    }

    /// An `f64` next to it; its sign is always right.
    pub(crate) fn get(&self) -> f64 {
        let Some((words, _, sign, exponent, _)) = self.0.as_raw_parts() else { return f64::NAN };
        if self.is_zero() {
            return 0.0;
        }
        // The mantissa is a fraction from a half to one, its highest word last.
        let top = words[words.len() - 1] as f64 / 18_446_744_073_709_551_616.0;
        let size = libm::scalbn(top, exponent).max(f64::from_bits(1));
        if sign == Sign::Neg { -size } else { size }
    }
}

impl PartialEq for Big {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.cmp(&other.0).map(|order| order.cmp(&0))
    }
}

macro_rules! operation {
    ($($name:ident, $method:ident;)*) => {
        $(impl $name for &Big {
            type Output = Big;

            fn $method(self, other: &Big) -> Big {
                Big(self.0.$method(&other.0, BITS, ROUND))
            }
        })*
    };
}
operation! { Add, add; Sub, sub; Mul, mul; Div, div; }

impl Neg for &Big {
    type Output = Big;

    fn neg(self) -> Big {
        Big(BigFloat::neg(&self.0))
    }
}

/// A vector.
pub(crate) type Vector = [Big; 3];

pub(crate) fn vector(v: DVec3) -> Vector {
    v.to_array().map(Big::new)
}

pub(crate) fn minus(a: &Vector, b: &Vector) -> Vector {
    core::array::from_fn(|k| &a[k] - &b[k])
}

pub(crate) fn dot(a: &Vector, b: &Vector) -> Big {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

pub(crate) fn cross(a: &Vector, b: &Vector) -> Vector {
    let part = |i: usize, j: usize| &(&a[i] * &b[j]) - &(&a[j] * &b[i]);
    [part(1, 2), part(2, 0), part(0, 1)]
}

pub(crate) fn length(a: &Vector) -> Big {
    dot(a, a).sqrt()
}

pub(crate) fn times(a: &Vector, factor: &Big) -> Vector {
    core::array::from_fn(|k| &a[k] * factor)
}

/// The unit vector, and how long the vector was; each component is rounded once.
pub(crate) fn unit(a: &Vector) -> Option<DVec3> {
    let length = length(a);
    (!length.is_zero()).then(|| DVec3::from_array(core::array::from_fn(|k| (&a[k] / &length).get())))
}
