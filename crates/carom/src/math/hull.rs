//! Quick answers about polynomials from their Bernstein coefficients, whose hull holds the curve (Farouki & Rajan 1987): most
//! pairs of ball and thing are dismissed here, and most impacts found, before any root is searched for.

/// True when a quartic is certainly above `floor` on all of `[from, to]`: its Bernstein coefficients there, whose hull
/// holds the curve (Farouki & Rajan 1987), are. A cheap test that spares most ball-thing pairs the search for roots.
#[inline]
pub(crate) fn quartic_is_above(c: [f64; 5], from: f64, to: f64, floor: f64) -> bool {
    quartic_hull(c, from, to).into_iter().all(|b| b > floor)
}

/// Where a quartic first falls through zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fall {
    /// It stays above the noise all along, or rises all along.
    Nowhere,
    /// Between these two, once; before, it is above the noise.
    Between(f64, f64),
    /// It is not plain: it begins within the noise, or comes near zero without passing it.
    Unsure,
}

/// How often an interval is halved in search of a plain fall.
const HALVINGS: usize = 6;

/// Where a quartic first falls through zero in `[from, to]`, if that is plain.
///
/// Bernstein coefficients change their sign at least as often as the curve. Where they are all above zero there is no
/// root, where they change once there is one; otherwise the interval is halved (de Casteljau), the first half first.
#[inline]
pub(crate) fn first_fall(c: [f64; 5], from: f64, to: f64, noise: f64) -> Fall {
    let hull = quartic_hull(c, from, to);
    // Where each coefficient is above the one before, the curve rises all along: two that touch and part. Each is known to
    // within the noise.
    if hull.windows(2).all(|pair| pair[1] - pair[0] > 2.0 * noise) {
        return Fall::Nowhere;
    }
    fall_within(hull, from, to, noise, HALVINGS)
}

fn fall_within(hull: [f64; 5], from: f64, to: f64, noise: f64, halvings: usize) -> Fall {
    let open = hull.iter().take_while(|&&b| b > noise).count();
    if open == 5 {
        return Fall::Nowhere;
    }
    if open == 0 {
        return Fall::Unsure;
    }
    if hull[open..].iter().all(|&b| b < -noise) {
        return Fall::Between(from, to);
    }
    if halvings == 0 {
        return Fall::Unsure;
    }
    let middle = 0.5 * (from + to);
    let (left, right) = halves(hull);
    match fall_within(left, from, middle, noise, halvings - 1) {
        Fall::Nowhere => fall_within(right, middle, to, noise, halvings - 1),
        found => found,
    }
}

/// The Bernstein coefficients of a quartic on `[from, to]`.
#[inline]
pub(super) fn quartic_hull([c0, c1, c2, c3, c4]: [f64; 5], from: f64, to: f64) -> [f64; 5] {
    let (x, h) = (from, to - from);
    // Taylor coefficients at `from`, scaled to the unit interval.
    let b0 = (((c4 * x + c3) * x + c2) * x + c1) * x + c0;
    let b1 = (((4.0 * c4 * x + 3.0 * c3) * x + 2.0 * c2) * x + c1) * h;
    let b2 = ((6.0 * c4 * x + 3.0 * c3) * x + c2) * h * h;
    let b3 = (4.0 * c4 * x + c3) * h * h * h;
    let b4 = c4 * h * h * h * h;
    [b0, b0 + 0.25 * b1, b0 + 0.5 * b1 + b2 / 6.0, b0 + 0.75 * b1 + 0.5 * b2 + 0.25 * b3, b0 + b1 + b2 + b3 + b4]
}

/// True when a polynomial is certainly above `floor` on all of `[0, to]`; the same test for any degree, in halves,
/// quarters and eighths where the whole is too coarse.
pub(crate) fn is_above<const N: usize>(mut c: [f64; N], to: f64, floor: f64) -> bool {
    // Taylor coefficients, scaled to the unit interval and divided by the binomials, are differences; so sum them up.
    let (mut power, mut binomial) = (1.0, 1.0);
    for (k, c) in c.iter_mut().enumerate().skip(1) {
        power *= to;
        binomial *= (N - k) as f64 / k as f64;
        *c *= power / binomial;
    }
    for start in (0..N - 1).rev() {
        for k in start..N - 1 {
            c[k + 1] += c[k];
        }
    }
    hull_is_above(c, floor, 3)
}

/// Are all Bernstein coefficients above `floor`, or those of both halves?
fn hull_is_above<const N: usize>(hull: [f64; N], floor: f64, halvings: usize) -> bool {
    if hull.iter().all(|&b| b > floor) {
        return true;
    }
    if halvings == 0 || hull[0] <= floor || hull[N - 1] <= floor {
        return false;
    }
    let (left, right) = halves(hull);
    hull_is_above(left, floor, halvings - 1) && hull_is_above(right, floor, halvings - 1)
}

/// The coefficients of the two halves of the interval, by de Casteljau's scheme.
#[inline]
pub(super) fn halves<const N: usize>(hull: [f64; N]) -> ([f64; N], [f64; N]) {
    let (mut left, mut right) = (hull, hull);
    for row in 1..N {
        // What stays in front of each round is the left half.
        left[row - 1] = right[0];
        for k in 0..N - row {
            right[k] = 0.5 * (right[k] + right[k + 1]);
        }
    }
    left[N - 1] = right[0];
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::super::poly::{sign_changes, value};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_fall_is_the_first(c in proptest::array::uniform5(-1.0..1.0_f64), start in 0.01..1.0_f64) {
            let mut c = c;
            c[0] = start;
            let roots = sign_changes(&c, 0.0, 3.0);
            let first = roots.as_slice().first().copied();
            match first_fall(c, 0.0, 3.0, 1e-13) {
                Fall::Nowhere => prop_assert_eq!(first, None),
                Fall::Between(low, high) => {
                    let root = first.unwrap();
                    prop_assert!(low <= root && root <= high, "{} is not from {} to {}", root, low, high);
                    prop_assert!(value(&c, low) > 0.0 && value(&c, high) < 0.0);
                }
                Fall::Unsure => {
                    // Only where it comes near zero without passing, or turns there.
                    let grazes = (0..=3000).any(|k| value(&c, f64::from(k) * 1e-3).abs() < 0.05);
                    prop_assert!(grazes);
                }
            }
        }

        #[test]
        fn the_hull_never_denies_a_root(c in proptest::array::uniform5(-1.0..1.0_f64), x in 0.0..1.0_f64) {
            let mut c = c;
            c[0] -= value(&c, x); // plant a root inside
            prop_assert!(!quartic_is_above(c, 0.0, 1.0, 1e-14));
        }

        #[test]
        fn no_hull_denies_a_root(c in proptest::array::uniform9(-1.0..1.0_f64), x in 0.0..1.0_f64, to in 0.1..3.0_f64) {
            let mut c = c;
            c[0] -= value(&c, x * to);
            prop_assert!(!is_above(c, to, 1e-10));
            c[0] += 1e6;
            prop_assert!(is_above(c, to, 1e-10));
        }
    }
}
