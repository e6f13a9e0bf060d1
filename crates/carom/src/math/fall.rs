//! The first moment at which a gap of two moving balls closes: the first fall of a quartic through zero, found within a
//! bounded time and without a degenerate case.

use super::hull::{halves, quartic_hull};
use super::root::falling;

/// How often an interval is halved before what is left of a graze is taken as none: its depth is then below rounding. If it ends
/// below zero it was no graze, but a fall so flat that the hull's signs do not settle.
const HALVINGS: u32 = 40;

/// The first `t` in `[0, to]` at which `c[0] + c[1] t + ... + c[4] t⁴` falls through zero, for a polynomial that is above
/// zero at the start (or zero and rising). Coefficients may vanish: it need not be a quartic.
///
/// Bernstein coefficients on an interval change their sign at least as often as the curve: none below zero means no root,
/// one change means one root, which a bracketed Newton search finds; otherwise the interval is halved, the first half
/// first (de Casteljau; Farouki & Rajan 1987).
///
/// ```
/// use carom::math::fall::first_fall;
/// let t = first_fall([1.0, 0.0, -4.0, 0.0, 0.0], 9.0); // 1 - 4 t²
/// assert_eq!(t, Some(0.5));
/// assert_eq!(first_fall([1.0, 0.0, -4.0, 0.0, 0.0], 0.4), None);
/// ```
#[inline]
pub fn first_fall(c: [f64; 5], to: f64) -> Option<f64> {
    let hull = quartic_hull(c, 0.0, to);
    if hull.iter().all(|&b| b > 0.0) {
        return None;
    }
    within(&c, hull, 0.0, to, HALVINGS)
}

fn within(c: &[f64; 5], hull: [f64; 5], from: f64, to: f64, halvings: u32) -> Option<f64> {
    if from > 0.0 && hull[0] == 0.0 && hull.iter().find(|&&b| b != 0.0).is_some_and(|&b| b < 0.0) {
        // The root lies just where an interval was halved; it may be a flat one.
        return Some(from);
    }
    let open = hull.iter().take_while(|&&b| b >= 0.0).count();
    // All above, or all below: the way down was before. (Not a number is neither.)
    if open == 5 || !hull.iter().any(|&b| b > 0.0) {
        return None;
    }
    if open > 0 && hull[open..].iter().all(|&b| b <= 0.0) && hull[0] > 0.0 {
        return Some(newton(c, from, to));
    }
    if halvings == 0 {
        return (hull[0] >= 0.0 && hull[4] < 0.0).then(|| newton(c, from, to));
    }
    let middle = 0.5 * (from + to);
    let (left, right) = halves(hull);
    within(c, left, from, middle, halvings - 1).or_else(|| within(c, right, middle, to, halvings - 1))
}

/// The root between `from`, where the polynomial is above zero, and `to`, where it is not, as the hull has it.
#[inline]
fn newton(c: &[f64; 5], from: f64, to: f64) -> f64 {
    falling(|t: f64| at(c, t), from, to)
}

/// Value and slope.
#[inline]
fn at(c: &[f64; 5], t: f64) -> (f64, f64) {
    let value = (((c[4] * t + c[3]) * t + c[2]) * t + c[1]) * t + c[0];
    let slope = ((4.0 * c[4] * t + 3.0 * c[3]) * t + 2.0 * c[2]) * t + c[1];
    (value, slope)
}

#[cfg(test)]
mod tests {
    use super::super::poly::{sign_changes, value};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_fall_is_the_first_root(c in proptest::array::uniform5(-1.0..1.0_f64), start in 1e-9..1.0_f64, to in 0.01..5.0_f64) {
            let mut c = c;
            c[0] = start;
            let roots = sign_changes(&c, 0.0, to);
            match (first_fall(c, to), roots.as_slice().first()) {
                (Some(t), Some(&root)) => prop_assert!((t - root).abs() <= 1e-13 * to + 1e-7 * value(&c, t).abs().sqrt(), "{t} {root}"),
                (None, None) => {}
                (found, first) => {
                    // Only a graze that is below rounding may be seen differently.
                    let t = found.or(first.copied()).unwrap();
                    prop_assert!(value(&c, t).abs() < 1e-14, "{found:?} {first:?}");
                    prop_assert!(at(&c, t).1.abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn vanishing_coefficients_are_no_special_case() {
        assert_eq!(first_fall([1.0, -2.0, 0.0, 0.0, 0.0], 1.0), Some(0.5));
        assert_eq!(first_fall([1.0, 0.0, 0.0, 0.0, 0.0], 1.0), None);
        assert_eq!(first_fall([0.0, 1.0, -1.0, 0.0, 0.0], 2.0), Some(1.0));
        assert_eq!(first_fall([1.0, -2.0, 1.0, 0.0, 0.0], 9.0), None, "a touch without a fall");
        assert_eq!(first_fall([f64::NAN; 5], 1.0), None);
    }

    /// The fuzz target `quartic` found it: (t - 1)² (t - 2)², scaled and a little out of shape. The hull's last number at the middle
    /// of the interval was a rounding below zero, the curve's value there a rounding above, so the search took the curve for one
    /// that rises, and followed it to the wrong end: two balls that only just graze met at once, half a table apart.
    #[test]
    fn a_graze_where_an_interval_is_halved_is_not_seen_at_its_start() {
        let c = [2_048.000_204_8, -6_144.000_409_6, 6_656.000_256, -3_072.000_051_2, 512.0];
        let t = first_fall(c, 4.0);
        assert!(t.is_none_or(|t| (t - 1.0).abs() < 4e-6), "{t:?}");
    }

    /// The fuzz target `quartic` found it: (t - 1)³ (t - 58). Round a triple root the hull keeps three changes of sign however often the
    /// interval is halved, and when the halvings had run out the fall was taken for a graze and left out. Everything behind it is
    /// below zero, so nothing was found at all.
    #[test]
    fn a_fall_as_flat_as_a_triple_root_is_found() {
        let c = [58.0, -175.0, 177.0, -61.0, 1.0].map(|x| 275_000.0 * x);
        let t = first_fall(c, 2_304.0).expect("it falls at 1");
        assert!((t - 1.0).abs() < 1e-4, "{t}");
        // (t - 1)³ (t - 2), the next finding: here an interval is halved at the triple root itself, where the hull
        // begins with three zeros and has nothing above zero, which was taken for a way down long past.
        assert_eq!(first_fall([6.0, -21.0, 27.0, -15.0, 3.0], 256.0), Some(1.0), "where an interval is halved");
    }

    #[test]
    fn a_root_in_the_very_middle_is_found_at_once() {
        // The halves begin and end with an exact zero; a search that missed it went on for ever.
        assert_eq!(first_fall([12.0, -7.0, 1.0, 0.0, 0.0], 6.0), Some(3.0));
        assert_eq!(first_fall([12.0, -7.0, 1.0, 0.0, 0.0], 12.0), Some(3.0));
    }
}
