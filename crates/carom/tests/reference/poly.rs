//! Polynomials in 256 bits, and where they change their sign: by Bernstein coefficients and Descartes' rule of signs.
//!
//! The engine follows the chain of derivatives. This is another method on purpose: on an interval, the number of sign
//! changes among the Bernstein coefficients is the number of roots, or more by an even number (Collins & Akritas 1976).
//! None: no root. One: exactly one. More: halve the interval, which costs additions only, and ask again.

use super::big::Big;
use core::cmp::Ordering;

/// Coefficients, lowest first.
#[derive(Clone, Debug)]
pub(crate) struct Poly(pub(crate) Vec<Big>);

/// Halvings after which a cluster of roots counts as one: 2^-110 of the window.
const MOST_HALVINGS: usize = 110;

/// Where a polynomial changes from positive to negative, or too little to say.
#[derive(Clone, Debug)]
pub(crate) enum Fall {
    /// It falls through zero here.
    Through(Big),
    /// Somewhere at this place it touches zero, to 2^-110 of the window: from which side, 256 bits do not say.
    Touches(Big),
}

impl Fall {
    pub(crate) fn at(&self) -> &Big {
        match self {
            Self::Through(at) | Self::Touches(at) => at,
        }
    }
}

impl Poly {
    pub(crate) fn value(&self, x: &Big) -> Big {
        let mut terms = self.0.iter().rev();
        let Some(mut sum) = terms.next().cloned() else { return Big::new(0.0) };
        for c in terms {
            sum = &(&sum * x) + c;
        }
        sum
    }

    pub(crate) fn derivative(&self) -> Self {
        Self(self.0.iter().enumerate().skip(1).map(|(k, c)| c * &Big::new(k as f64)).collect())
    }

    pub(crate) fn negated(&self) -> Self {
        Self(self.0.iter().map(|c| -c).collect())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (long, short) = if self.0.len() >= other.0.len() { (self, other) } else { (other, self) };
        let mut sum = long.0.clone();
        for (a, b) in sum.iter_mut().zip(&short.0) {
            *a = &*a + b;
        }
        Self(sum)
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        if self.0.is_empty() || other.0.is_empty() {
            return Self(vec![]);
        }
        let mut product = vec![Big::new(0.0); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
            for (j, b) in other.0.iter().enumerate().filter(|(_, b)| !b.is_zero()) {
                product[i + j] = &product[i + j] + &(a * b);
            }
        }
        Self(product)
    }

    pub(crate) fn scaled(&self, factor: &Big) -> Self {
        Self(self.0.iter().map(|c| c * factor).collect())
    }

    pub(crate) fn plus_constant(mut self, constant: &Big) -> Self {
        match self.0.first_mut() {
            Some(c) => *c = &*c + constant,
            None => self.0.push(constant.clone()),
        }
        self
    }

    pub(crate) fn is_nothing(&self) -> bool {
        self.0.iter().all(Big::is_zero)
    }

    /// Does it fall just after `x`? By the first derivative there that is not zero.
    pub(crate) fn falls_after(&self, x: &Big) -> bool {
        let mut slope = self.derivative();
        while !slope.0.is_empty() {
            match slope.value(x).sign() {
                Ordering::Less => return true,
                Ordering::Greater => return false,
                Ordering::Equal => slope = slope.derivative(),
            }
        }
        false
    }

    /// All places in `(from, to)` at which it falls through zero, rising; also `to`, if it falls to zero just there.
    pub(crate) fn falls(&self, from: &Big, to: &Big) -> Vec<Fall> {
        let mut found = vec![];
        let length = self.0.iter().rposition(|c| !c.is_zero()).map_or(0, |k| k + 1);
        if length < 2 || to <= from {
            return found;
        }
        let trimmed = Self(self.0[..length].to_vec());
        let whole = Piece { b: trimmed.bernstein(from, to), from: from.clone(), to: to.clone() };
        whole.falls(&trimmed, 0, &mut found);
        if whole.b[length - 1].is_zero() && whole.last_sign() == Ordering::Greater {
            found.push(Fall::Through(to.clone()));
        }
        found
    }

    /// The coefficients over `[from, to]`.
    fn bernstein(&self, from: &Big, to: &Big) -> Vec<Big> {
        let mut c = self.0.clone();
        let degree = c.len() - 1;
        // Taylor coefficients at `from`, by repeated synthetic division.
        if !from.is_zero() {
            for start in 0..degree {
                for k in (start..degree).rev() {
                    c[k] = &c[k] + &(&c[k + 1] * from);
                }
            }
        }
        // Scaled to the unit interval and divided by the binomials: the differences of the Bernstein coefficients.
        let width = to - from;
        let (mut power, mut binomial) = (Big::new(1.0), Big::new(1.0));
        for (k, c) in c.iter_mut().enumerate().skip(1) {
            power = &power * &width;
            binomial = &(&binomial * &Big::new((degree + 1 - k) as f64)) / &Big::new(k as f64);
            *c = &(&*c * &power) / &binomial;
        }
        for start in (0..degree).rev() {
            for k in start..degree {
                c[k + 1] = &c[k + 1] + &c[k];
            }
        }
        c
    }

    /// The root between two places, where it is positive just after the first and negative just before the second.
    fn fall_between(&self, low: &Big, high: &Big) -> Big {
        let slope = self.derivative();
        let (mut low, mut high) = (low.clone(), high.clone());
        let close = &(&high - &low) * &Big::new(1e-30);
        let mut x = (&low + &high).half();
        for _ in 0..400 {
            let value = self.value(&x);
            match value.sign() {
                Ordering::Equal => return x,
                Ordering::Greater => low = x.clone(),
                Ordering::Less => high = x.clone(),
            }
            let steep = slope.value(&x);
            let newton = if steep.is_negative() { &x - &(&value / &steep) } else { low.clone() };
            let next = if newton > low && newton < high { newton } else { (&low + &high).half() };
            let step = (&next - &x).abs();
            x = next;
            if step <= close {
                break;
            }
        }
        x
    }
}

/// What happens at a root that is known as a place only, by the signs before and after.
fn fall_at(at: Big, before: Ordering, after: Ordering) -> Option<Fall> {
    match (before, after) {
        (Ordering::Greater, Ordering::Less) => Some(Fall::Through(at)),
        (Ordering::Greater, Ordering::Greater) => Some(Fall::Touches(at)),
        _ => None,
    }
}

/// A polynomial over an interval.
struct Piece {
    b: Vec<Big>,
    from: Big,
    to: Big,
}

impl Piece {
    fn first_sign(&self) -> Ordering {
        self.b.iter().map(Big::sign).find(|&s| s != Ordering::Equal).unwrap_or(Ordering::Equal)
    }

    fn last_sign(&self) -> Ordering {
        self.b.iter().rev().map(Big::sign).find(|&s| s != Ordering::Equal).unwrap_or(Ordering::Equal)
    }

    fn sign_changes(&self) -> usize {
        let signs: Vec<Ordering> = self.b.iter().map(Big::sign).filter(|&s| s != Ordering::Equal).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    fn falls(&self, p: &Poly, depth: usize, found: &mut Vec<Fall>) {
        match self.sign_changes() {
            0 => {}
            1 => {
                if self.first_sign() == Ordering::Greater {
                    found.push(Fall::Through(p.fall_between(&self.from, &self.to)));
                }
            }
            _ if depth == MOST_HALVINGS => {
                let middle = (&self.from + &self.to).half();
                found.extend(fall_at(middle, self.first_sign(), self.last_sign()));
            }
            _ => {
                let (left, right) = self.halves();
                left.falls(p, depth + 1, found);
                if right.b[0].is_zero() {
                    found.extend(fall_at(left.to.clone(), left.last_sign(), right.first_sign()));
                }
                right.falls(p, depth + 1, found);
            }
        }
    }

    /// De Casteljau's scheme at the middle: additions and halvings.
    fn halves(&self) -> (Self, Self) {
        let mut row = self.b.clone();
        let mut left = Vec::with_capacity(row.len());
        let mut right = Vec::with_capacity(row.len());
        while let (Some(first), Some(last)) = (row.first(), row.last()) {
            left.push(first.clone());
            right.push(last.clone());
            row = row.windows(2).map(|pair| (&pair[0] + &pair[1]).half()).collect();
        }
        right.reverse();
        let middle = (&self.from + &self.to).half();
        (
            Self { b: left, from: self.from.clone(), to: middle.clone() },
            Self { b: right, from: middle, to: self.to.clone() },
        )
    }
}
