//! Polynomials of low degree: their real roots without loss of digits, and the moments at which they fall through zero.
//!
//! A polynomial is a slice of coefficients, lowest first: `c[0] + c[1] x + c[2] x^2 + …`, up to degree ten (the
//! turning points of the gap to a disc's rim are roots of that degree; everything else stops at four). Roots are found by the chain of derivatives:
//! the roots of `p'` cut the interval into pieces on which `p` is monotone, and each piece has at most one root, in a
//! bracket. There is no case distinction to get wrong and no formula that loses digits near a double root.

use super::{Real, root};

/// One more than the highest degree.
pub const MOST_COEFFICIENTS: usize = 11;
/// The roots of a polynomial and of some of its kin: ten, three and three for a rim.
const MOST_FOUND: usize = 16;

/// Numbers found, in rising order: at most as many as the highest degree, and some more.
#[derive(Clone, Copy, Debug)]
pub struct Few<T> {
    count: usize,
    items: [T; MOST_FOUND],
}

impl<T: Copy + Default> Few<T> {
    /// Nothing found.
    pub(crate) fn none() -> Self {
        Self::new(T::default())
    }
}

impl<T: Copy> Few<T> {
    fn new(filler: T) -> Self {
        Self { count: 0, items: [filler; MOST_FOUND] }
    }

    pub(crate) fn push(&mut self, item: T) {
        if self.count < MOST_FOUND {
            self.items[self.count] = item;
            self.count += 1;
        }
    }

    /// The same, each changed by `f`.
    pub(crate) fn map<U: Copy + Default>(&self, f: impl Fn(T) -> U) -> Few<U> {
        let mut mapped = Few::none();
        self.as_slice().iter().for_each(|&item| mapped.push(f(item)));
        mapped
    }

    /// In rising order, if they were not; of those that are not farther apart than `distance`, only the first.
    pub(crate) fn sort_apart(&mut self, distance: f64)
    where
        T: Real,
    {
        self.items[..self.count].sort_by(|a, b| a.partial_cmp(b).unwrap_or(core::cmp::Ordering::Equal));
        let mut kept = 0;
        for k in 0..self.count {
            if kept == 0 || (self.items[k] - self.items[kept - 1]).get() > distance {
                self.items[kept] = self.items[k];
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// What was found.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.count]
    }
}

/// `p(x)`, by Horner's rule.
#[inline]
pub fn value<T: Real>(c: &[T], x: T) -> T {
    let mut sum = T::ZERO;
    for &k in c.iter().rev() {
        sum = sum * x + k;
    }
    sum
}

/// `p(x)` and `p'(x)`.
#[inline]
pub fn value_and_slope<T: Real>(c: &[T], x: T) -> (T, T) {
    let (mut sum, mut slope) = (T::ZERO, T::ZERO);
    for &k in c.iter().rev() {
        slope = slope * x + sum;
        sum = sum * x + k;
    }
    (sum, slope)
}

/// The real roots of `c[0] + c[1] x + c[2] x²`, rising; a double root is given once.
///
/// The root that would lose its digits to cancellation is taken from the product of the two (Press et al., *Numerical
/// Recipes*, 5.6). A vanishing leading coefficient leaves the linear root.
pub fn quadratic_roots<T: Real>(c: [T; 3]) -> Few<T> {
    let mut roots = Few::new(T::ZERO);
    let [c0, c1, c2] = c;
    if c2 == T::ZERO {
        if c1 != T::ZERO {
            roots.push(-c0 / c1);
        }
        return roots;
    }
    let discriminant = c1 * c1 - (c2 * c0).scaled(4.0);
    if discriminant < T::ZERO {
        return roots;
    }
    let distance = discriminant.sqrt();
    let q = if c1 < T::ZERO { (distance - c1).scaled(0.5) } else { -(distance + c1).scaled(0.5) };
    if q == T::ZERO {
        roots.push(T::ZERO);
        return roots;
    }
    let (x, y) = (q / c2, c0 / q);
    let (x, y) = if y < x { (y, x) } else { (x, y) };
    roots.push(x);
    if y > x {
        roots.push(y);
    }
    roots
}

/// The places in `(from, to)` where the polynomial changes its sign, rising. A root that only touches is not among them.
///
/// ```
/// use carom::math::poly;
/// // (x - 1)(x - 2)(x - 3)(x - 4)
/// let roots = poly::sign_changes(&[24.0, -50.0, 35.0, -10.0, 1.0], 0.0, 10.0);
/// for (x, root) in roots.as_slice().iter().zip([1.0, 2.0, 3.0, 4.0]) {
///     assert!((x - root).abs() < 1e-14);
/// }
/// ```
pub fn sign_changes<T: Real>(c: &[T], from: T, to: T) -> Few<T> {
    let c = trimmed(c);
    let mut found = Few::new(T::ZERO);
    match c.len() {
        0 | 1 => {}
        2 | 3 => {
            let roots = quadratic_roots([c[0], c[1], if c.len() == 3 { c[2] } else { T::ZERO }]);
            // A double root of a parabola touches: no change of sign.
            if c.len() == 2 || roots.count == 2 {
                roots.as_slice().iter().filter(|&&x| x > from && x < to).for_each(|&x| found.push(x));
            }
        }
        _ => {
            let (slope, length) = derivative(c);
            found = sign_changes_between(c, &sign_changes(&slope[..length], from, to), from, to);
        }
    }
    found
}

/// The same, given the turning points: between two of them there is at most one change.
fn sign_changes_between<T: Real>(c: &[T], knots: &Few<T>, from: T, to: T) -> Few<T> {
    let mut found = Few::new(T::ZERO);
    let (mut low, mut at_low) = (from, value(c, from));
    // The last value that was not zero: a value of exactly zero at a turning point has no side.
    let mut before = at_low;
    for &high in knots.as_slice().iter().chain([&to]) {
        let at_high = value(c, high);
        if (before < T::ZERO && at_high > T::ZERO) || (before > T::ZERO && at_high < T::ZERO) {
            // Rounding may put the turning points of a flat place beside the root, with nothing but zeros there.
            let flat = at_low == T::ZERO;
            found.push(if flat { low } else { root_between(c, low, high) });
        }
        if at_high != T::ZERO {
            before = at_high;
        }
        (low, at_low) = (high, at_high);
    }
    found
}

/// All real roots that change the sign, of a polynomial of any supported degree.
///
/// They lie within Cauchy's bound `1 + max |c_k / c_n|`.
pub fn real_roots<T: Real>(c: &[T]) -> Few<T> {
    let c = trimmed(c);
    let Some((&lead, rest)) = c.split_last() else { return Few::new(T::ZERO) };
    let most = rest.iter().map(|&k| (k / lead).get().abs()).fold(0.0, f64::max);
    let bound = T::new(2.0 * (1.0 + most));
    sign_changes(c, -bound, bound)
}

/// A moment at which a gap is shut and closing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Closing<T> {
    /// When.
    pub at: T,
    /// True where the gap falls through zero; false where it was shut already (at the start, or at a turning point)
    /// and begins to close.
    pub crossing: bool,
}

/// How far a computed gap can be trusted.
#[derive(Clone, Copy, Debug)]
pub struct Trust {
    /// Bound on the rounding error of the gap's values over the interval.
    pub noise: f64,
    /// Bound on the rounding error of its slope.
    pub slope: f64,
    /// The error in a moment that may be tolerated.
    pub time: f64,
    /// There are no more digits to be had: what is within the noise is nothing, and no place is in doubt.
    pub last: bool,
}

impl Trust {
    /// Take every sign as it comes.
    pub const FULL: Self = Self { noise: 0.0, slope: 0.0, time: f64::INFINITY, last: true };

    /// The same for numbers with another rounding than `f64`.
    pub(crate) fn at_rounding(self, rounding: f64) -> Self {
        let part = rounding / f64::ROUNDING;
        Self { noise: self.noise * part, slope: self.slope * part, ..self }
    }

    /// The same as the last resort.
    pub(crate) fn last(self) -> Self {
        Self { last: true, ..self }
    }

    /// Is the sign of a value beyond doubt?
    fn knows(&self, value: f64, error: f64) -> Result<(), Unsure> {
        if error > 0.0 && value.abs() <= error && !self.last { Err(Unsure) } else { Ok(()) }
    }

    /// Is the place of a root known, where the curve has this steepness and its values this error?
    fn places(&self, steepness: f64, error: f64) -> Result<(), Unsure> {
        if error > steepness.abs() * self.time && !self.last { Err(Unsure) } else { Ok(()) }
    }

    /// A value; as the last resort nothing, if it is within the noise.
    fn value<T: Real>(&self, value: T) -> T {
        if self.last && value.get().abs() <= self.noise { T::ZERO } else { value }
    }
}

/// The digits of this precision do not decide; ask again with more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsure;

/// All moments in `[from, to]` at which the polynomial, taken as a gap, is at most zero and falling: THE RULE.
///
/// On each piece on which the gap falls there is at most one: its crossing of zero, or, where the gap was shut already,
/// the start of the piece. So a ball that touches and leaves has no impact, a ball that touches and approaches has one
/// now, and neither needs an epsilon.
///
/// # Errors
/// [`Unsure`] when a sign that matters lies within the noise, or a moment is not known to `trust.time`.
pub fn closings<T: Real>(c: &[T], from: T, to: T, trust: Trust) -> Result<Few<Closing<T>>, Unsure> {
    if to < from {
        return Ok(Few::new(Closing { at: T::ZERO, crossing: false }));
    }
    let c = trimmed(c);
    let (slope, length) = derivative(c);
    let slope = trimmed(&slope[..length]);
    let (bend, length) = derivative(slope);
    let bend = &bend[..length];
    let bends = sign_changes(bend, from, to);
    for &x in bends.as_slice() {
        // Where the slope itself turns near zero, two turning points of the gap may hide in the noise.
        if value(c, x).get() <= trust.noise {
            trust.knows(value(slope, x).get(), trust.slope)?;
        }
    }
    let knots =
        if slope.len() > 3 { sign_changes_between(slope, &bends, from, to) } else { sign_changes(slope, from, to) };
    let gap = Curve {
        at: |x| value_and_slope(c, x),
        bend: |x| value(bend, x).get(),
        crossing: |low, high| crossing(c, low, high),
    };
    gap.closings(knots.as_slice(), from, to, trust)
}

/// A gap, given by what can be asked of it.
pub(crate) struct Curve<A, B, C> {
    /// Its value and slope at a time.
    pub(crate) at: A,
    /// Its second derivative.
    pub(crate) bend: B,
    /// Its root on a falling piece whose ends have different signs.
    pub(crate) crossing: C,
}

impl<A, B, C> Curve<A, B, C> {
    /// THE RULE, given all turning points; places that are none may be among them.
    pub(crate) fn closings<T: Real>(&self, knots: &[T], from: T, to: T, trust: Trust) -> Result<Few<Closing<T>>, Unsure>
    where
        A: Fn(T) -> (T, T),
        B: Fn(T) -> f64,
        C: Fn(T, T) -> T,
    {
        let mut found = Few::new(Closing { at: T::ZERO, crossing: false });
        let shut = |value: T| value.get() <= trust.noise;
        let (start, start_slope) = (self.at)(from);
        let (mut low, mut at_low) = (from, trust.value(start));
        if shut(at_low) {
            // Leaving or approaching?
            trust.knows(start_slope.get(), trust.slope)?;
        }
        let (mut fell, mut touches) = (false, false);
        for (k, &high) in knots.iter().chain([&to]).enumerate() {
            let at_high = trust.value((self.at)(high).0);
            let (low_is_turn, high_is_turn) = (k > 0 && !fell, k < knots.len());
            let falls = (shut(at_low) || shut(at_high)) && self.falls(low, high, at_low, at_high, trust)?;
            if falls {
                trust.knows(at_high.get(), trust.noise)?;
                if low_is_turn {
                    trust.knows(at_low.get(), trust.noise)?;
                }
                // A gap that falls to zero and rises again only touches; at the window's end it is shut.
                let arrives = at_high < T::ZERO || at_high == T::ZERO && !high_is_turn;
                if at_low <= T::ZERO && !fell {
                    if low_is_turn {
                        trust.places((self.bend)(low), trust.slope)?;
                    } else if at_low.get() >= -trust.noise {
                        trust.places(start_slope.get(), trust.noise)?;
                    }
                    // Shut since it fell to zero, with nothing but noise between: that was no touch.
                    found.push(Closing { at: low, crossing: touches });
                } else if at_low > T::ZERO && arrives {
                    let at = if at_high < T::ZERO { (self.crossing)(low, high) } else { high };
                    trust.places((self.at)(at).1.get(), trust.noise)?;
                    found.push(Closing { at, crossing: true });
                } else if touches {
                    // It did not rise again: the turning point was none, or one of several in one place.
                    found.push(Closing { at: low, crossing: true });
                }
                touches = at_low > T::ZERO && !arrives && at_high == T::ZERO;
            } else {
                touches &= at_low == T::ZERO && at_high == T::ZERO;
            }
            fell = falls;
            (low, at_low) = (high, at_high);
        }
        Ok(found)
    }

    /// Does a monotone piece fall? By its values; where these are too near to each other (a very short piece), by the
    /// slope in its middle.
    fn falls<T: Real>(&self, low: T, high: T, at_low: T, at_high: T, trust: Trust) -> Result<bool, Unsure>
    where
        A: Fn(T) -> (T, T),
    {
        let change = (at_high - at_low).get();
        if change.abs() > 2.0 * trust.noise {
            return Ok(change < 0.0);
        }
        let slope = (self.at)((low + high).scaled(0.5)).1.get();
        trust.knows(slope, trust.slope)?;
        Ok(slope < 0.0 && slope.abs() > trust.slope)
    }
}

/// The root on a falling piece whose ends have different signs.
fn crossing<T: Real>(c: &[T], low: T, high: T) -> T {
    if c.len() <= 3 {
        let c2 = if c.len() == 3 { c[2] } else { T::ZERO };
        let roots = quadratic_roots([c[0], c[1], c2]);
        // The falling crossing: the lower root of a parabola open upwards, the upper one of one open downwards.
        let pick = if c2 < T::ZERO { roots.as_slice().last() } else { roots.as_slice().first() };
        if let Some(&x) = pick
            && x >= low
            && x <= high
        {
            return x;
        }
    }
    root_between(c, low, high)
}

/// The root in a bracket. With more digits than `f64` it is looked for in `f64` first, which costs a tenth.
fn root_between<T: Real>(c: &[T], low: T, high: T) -> T {
    if T::ROUNDING >= f64::ROUNDING {
        return root::bracketed(|x| value_and_slope(c, x), low, high);
    }
    let mut rough = [0.0; MOST_COEFFICIENTS];
    rough.iter_mut().zip(c).for_each(|(rough, c)| *rough = c.get());
    let rough = &rough[..c.len().min(MOST_COEFFICIENTS)];
    let guess = T::new(root::bracketed(|x| value_and_slope(rough, x), low.get(), high.get()));
    let guess = if guess > low && guess < high { guess } else { (low + high).scaled(0.5) };
    root::bracketed_near(|x| value_and_slope(c, x), low, high, guess)
}

/// The coefficients of the derivative, one less.
pub(crate) fn derivative_of<T: Real, const N: usize>(c: &[T]) -> [T; N] {
    core::array::from_fn(|k| c[k + 1] * T::new((k + 1) as f64))
}

/// The product of two polynomials, for a result with room for it.
pub(crate) fn product<T: Real, const N: usize>(a: &[T], b: &[T]) -> [T; N] {
    let mut c = [T::ZERO; N];
    for (i, &p) in a.iter().enumerate() {
        for (j, &q) in b.iter().enumerate() {
            c[i + j] = c[i + j] + p * q;
        }
    }
    c
}

/// Without leading zeros.
fn trimmed<T: Real>(c: &[T]) -> &[T] {
    let mut length = c.len().min(MOST_COEFFICIENTS);
    while length > 0 && c[length - 1] == T::ZERO {
        length -= 1;
    }
    &c[..length]
}

/// Coefficients of the derivative, and how many there are.
fn derivative<T: Real>(c: &[T]) -> ([T; MOST_COEFFICIENTS], usize) {
    let mut slope = [T::ZERO; MOST_COEFFICIENTS];
    for (k, &coefficient) in c.iter().enumerate().skip(1) {
        slope[k - 1] = coefficient * T::new(k as f64);
    }
    (slope, c.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::super::Dd;
    use super::*;
    use proptest::prelude::*;

    /// Coefficients of the product of `(x - root)`.
    fn expanded<T: Real>(roots: &[f64]) -> Vec<T> {
        let mut c = vec![T::new(1.0)];
        for &root in roots {
            c.push(T::ZERO);
            for k in (0..c.len()).rev() {
                let lower = if k > 0 { c[k - 1] } else { T::ZERO };
                c[k] = lower - c[k] * T::new(root);
            }
        }
        c
    }

    #[test]
    fn quadratic_keeps_its_small_root() {
        // x² - 1e8 x + 1: the schoolbook formula gives 7.45e-9 for the small root.
        let roots = quadratic_roots([1.0, -1e8, 1.0]);
        assert!((roots.as_slice()[0] - 1e-8).abs() < 1e-23, "{roots:?}");
        assert_eq!(quadratic_roots([1.0, 0.0, 1.0]).as_slice(), [0.0; 0]);
        assert_eq!(quadratic_roots([0.0, 0.0, 1.0]).as_slice(), [0.0]);
        assert_eq!(quadratic_roots([-6.0, 3.0, 0.0]).as_slice(), [2.0]);
    }

    #[test]
    fn hard_quartics_of_the_literature() {
        // Orellana & De Michele 2020 (Algorithm 1010), cases of widely spread and nearly equal roots.
        let cases: [&[f64]; 4] =
            [&[1e3, 1e6, 1e9, 1e12], &[2.001, 2.002, 2.003, 2.01], &[-1.0, 1e-3, 1e3, 2e3], &[1.0, 1.001, 1e3, 1e4]];
        for roots in cases {
            let c: Vec<Dd> = expanded(roots);
            let found = real_roots(&c);
            assert_eq!(found.count, 4, "{roots:?}: {found:?}");
            for (x, root) in found.as_slice().iter().zip(roots) {
                assert!((x.get() - root).abs() <= 1e-12 * root.abs(), "{root}: {x:?}");
            }
        }
    }

    #[test]
    fn closing_rule_on_a_bouncing_gap() {
        // Touching and leaving: no impact until the gap falls again.
        let c = [0.0, 1.0, -0.5];
        let found = closings(&c, 0.0, 10.0, Trust::FULL).unwrap();
        assert_eq!(found.as_slice(), [Closing { at: 2.0, crossing: true }]);
        // Touching and approaching: now.
        let found = closings(&[0.0, -1.0], 0.0, 10.0, Trust::FULL).unwrap();
        assert_eq!(found.as_slice(), [Closing { at: 0.0, crossing: false }]);
        // Touching, at rest, pressed: now.
        let found = closings(&[0.0, 0.0, -5.0], 0.0, 10.0, Trust::FULL).unwrap();
        assert_eq!(found.as_slice(), [Closing { at: 0.0, crossing: false }]);
        // Shut and opening, never quite open, closing again: at the turning point.
        let found = closings(&[-1.0, 1.0, -0.5], 0.0, 10.0, Trust::FULL).unwrap();
        assert_eq!(found.as_slice(), [Closing { at: 1.0, crossing: false }]);
        // At rest and not pressed: never.
        assert_eq!(closings(&[0.0, 0.0, 0.0], 0.0, 10.0, Trust::FULL).unwrap().as_slice(), []);
    }

    #[test]
    fn a_graze_within_the_noise_is_unsure() {
        let graze = [1e-20, -2.0e-10, 1.0];
        let trust = Trust { noise: 1e-18, slope: 1e-18, time: 1e-13, last: false };
        assert!(closings(&graze, 0.0, 1.0, trust).is_err());
        assert!(closings(&graze, 0.0, 1.0, Trust::FULL).is_ok());
    }

    proptest! {
        #[test]
        fn planted_roots_are_found(mut roots in proptest::collection::vec(-10.0..10.0_f64, 1..=8)) {
            roots.sort_by(f64::total_cmp);
            prop_assume!(roots.windows(2).all(|w| w[1] - w[0] > 1e-2));
            let c: Vec<Dd> = expanded(&roots);
            let found = real_roots(&c);
            prop_assert_eq!(found.count, roots.len());
            for (x, root) in found.as_slice().iter().zip(&roots) {
                prop_assert!((x.get() - root).abs() < 1e-11, "{:?} for {}", x, root);
            }
        }

        #[test]
        fn nearly_double_roots_are_told_apart(root in -1.0..1.0_f64, split in -14.0..-3.0_f64, lead in 0.1..10.0_f64) {
            // Two roots 10^split apart, with a quadratic factor without real roots.
            let gap = libm::exp10(split);
            let two: Vec<Dd> = expanded(&[root, root + gap]);
            let four = [
                two[0], two[1], two[2] + two[0] * Dd::new(lead), two[1] * Dd::new(lead), two[2] * Dd::new(lead),
            ];
            let found = real_roots(&four);
            prop_assert_eq!(found.count, 2);
            prop_assert!((found.as_slice()[0].get() - root).abs() < 1e-3 * gap + 1e-15);
        }
    }
}
