//! The one bracketed search: a safeguarded Newton iteration that cannot leave its bracket.

use super::Real;

/// Iterations after which the bracket of any two finite numbers has been halved to nothing, in double-double too.
const MOST_STEPS: usize = 240;

/// Finds `x` in `[low, high]` with `f(x) = 0`, where `f` has opposite signs at the two ends.
///
/// `f` returns value and slope. Each step is Newton's where that stays inside the bracket and shrinks fast enough, and
/// halves the bracket otherwise (the classic safeguard, e.g. Dahlquist & Björck, *Numerical Methods*, 6.3). The
/// answer is within one rounding of a sign change of the computed `f`, after a bounded number of steps, whatever `f` is.
///
/// ```
/// let x = carom::math::root::bracketed(|x: f64| (x * x - 2.0, 2.0 * x), 0.0, 2.0);
/// assert!((x - 2.0_f64.sqrt()).abs() < 3e-16);
/// ```
pub fn bracketed<T: Real>(f: impl Fn(T) -> (T, T), low: T, high: T) -> T {
    bracketed_near(f, low, high, (low + high).scaled(0.5))
}

/// The same, begun at a guess within the bracket: from the root in `f64` two or three steps lead to all digits of a
/// double-double.
pub(crate) fn bracketed_near<T: Real>(f: impl Fn(T) -> (T, T), low: T, high: T, guess: T) -> T {
    let rising = f(high).0 > T::ZERO;
    search(f, low, high, rising, guess)
}

/// The same for an `f` that is known to be above zero at `low` and not at `high`, whatever is computed there: where rounding
/// has it above zero at both ends the answer is `high`, to a rounding or two, for the root is beside it.
#[inline]
pub(crate) fn falling<T: Real>(f: impl Fn(T) -> (T, T), low: T, high: T) -> T {
    search(f, low, high, false, (low + high).scaled(0.5))
}

#[inline]
fn search<T: Real>(f: impl Fn(T) -> (T, T), low: T, high: T, rising: bool, guess: T) -> T {
    let (mut low, mut high) = (low, high);
    let mut x = guess;
    let mut last_step = high - low;
    for _ in 0..MOST_STEPS {
        let (value, slope) = f(x);
        if value == T::ZERO {
            return x;
        }
        if (value > T::ZERO) == rising {
            high = x;
        } else {
            low = x;
        }
        let newton = x - value / slope;
        let step = newton - x;
        let half = (low + high).scaled(0.5);
        // `!(..)` also turns away the not-a-number of a flat slope.
        let useful = newton >= low && newton <= high && size(step).get() <= 0.5 * size(last_step).get();
        let next = if useful { newton } else { half };
        last_step = next - x;
        if size(next - x).get() <= 2.0 * T::ROUNDING * size(x).get() || next == low || next == high && !useful {
            return next;
        }
        x = next;
    }
    x
}

#[inline]
fn size<T: Real>(x: T) -> T {
    if x < T::ZERO { -x } else { x }
}

#[cfg(test)]
mod tests {
    use super::super::Dd;
    use super::*;

    #[test]
    fn finds_roots_of_ill_behaved_functions() {
        // A triple root, where Newton crawls; a flat start, where it leaps away; a step.
        let x = bracketed(|x: f64| ((x - 0.3) * (x - 0.3) * (x - 0.3), 3.0 * (x - 0.3) * (x - 0.3)), 0.0, 1.0);
        assert!((x - 0.3).abs() < 1e-15, "triple root: {x}");
        let x = bracketed(|x: f64| (if x < 0.7 { -1.0 } else { 1.0 }, 0.0), 0.0, 1.0);
        assert!((x - 0.7).abs() < 1e-15, "a step: {x}");
        let of_two = |x: Dd| (x * x - Dd::new(2.0), x + x);
        // From the middle, from near the root, and from places that are no help.
        for guess in [1.0, core::f64::consts::SQRT_2, 0.0, 2.0] {
            let x = bracketed_near(of_two, Dd::new(0.0), Dd::new(2.0), Dd::new(guess));
            assert!((x * x - Dd::new(2.0)).get().abs() < 1e-30, "root of two in double-double from {guess}: {x:?}");
        }
    }

    #[test]
    fn falling_functions_and_roots_at_zero_end() {
        let x = bracketed(|x: f64| (-x, -1.0), -1.0, 3.0);
        assert!(x.abs() < 1e-300, "root at zero: {x}");
        let x = bracketed(|x: f64| (1.0 - x, -1.0), 0.0, 3.0);
        assert_eq!(x, 1.0);
    }

    #[test]
    fn what_is_known_to_fall_is_not_searched_at_the_wrong_end() {
        // Rounding has it just above zero at both ends.
        let f = |x: f64| (1.0 - x + 1e-300, -1.0);
        assert!((falling(f, 0.0, 0.75) - 0.75).abs() < 5e-16, "above");
        assert!((falling(|x: f64| (-1e-9 - x, -1.0), 0.5, 0.75) - 0.5).abs() < 5e-16, "or below");
    }
}
