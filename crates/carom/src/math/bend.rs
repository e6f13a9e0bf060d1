//! The first fall of a quartic through zero, quickly and for certain: by the way it bends.
//!
//! A quartic changes its bend at most twice, at the roots of a quadratic. On a piece with one bend little can happen. Where it
//! bends upwards it has one lowest place, and a root at which it falls is the first; where it bends downwards it lies above
//! its chord, so it falls through zero only if it ends below. So the root is found by following parabolas that osculate the
//! curve (Cauchy's method: each step about triples the digits), and what makes it certain is the bend, not the way there.
//! Whatever lies within the noise of the coefficients is left to others, with more digits.

use super::dd::{two_product, two_sum};
use super::poly::{self, Closing, Few, Trust};
use super::{Dd, Qd, Real};

/// Where a quartic first falls through zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fall {
    /// Nowhere; where it is shut at the start it rises.
    Nowhere,
    /// Near this place, to some millionths of a millionth; before, it is open. True: nowhere else in the interval.
    Near(f64, bool),
    /// The noise hides it.
    Unsure,
}

/// Steps along osculating parabolas before a piece is given up; two or three are usual.
const MOST_STEPS: usize = 16;
/// A step that is a smaller part of the interval than this is the last: the next would be smaller than a rounding.
const LAST_STEP: f64 = 1e-5;

/// The error of a first root that sends the search to double-double, as a part of the interval.
const ROOT_TIME: f64 = 1e-14;
/// What rounding may move a root in `f64`, as a part of the interval, if one step with twice the digits is to make it good.
const ROOT_DOUBT: f64 = 1e-9;

/// Value, slope and half the second derivative at one place.
#[derive(Clone, Copy, Debug)]
struct Jet {
    value: f64,
    slope: f64,
    bend: f64,
}

#[inline]
fn jet(c: &[f64; 5], x: f64) -> Jet {
    let [c0, c1, c2, c3, c4] = *c;
    Jet {
        value: (((c4 * x + c3) * x + c2) * x + c1) * x + c0,
        slope: ((4.0 * c4 * x + 3.0 * c3) * x + 2.0 * c2) * x + c1,
        bend: (6.0 * c4 * x + 3.0 * c3) * x + c2,
    }
}

/// Where a gap `c[0] + c[1] t + ... + c[4] t⁴` first falls through zero in `[0, to]`. Its values are known to within `noise`
/// there, its slopes to within `slope`.
#[inline]
pub(crate) fn first_fall(c: &[f64; 5], to: f64, noise: f64, slope: f64) -> Fall {
    let [c0, c1, c2, c3, c4] = *c;
    let start = Jet { value: c0, slope: c1, bend: c2 };
    // Open, or shut and beyond doubt opening.
    let (is_open, opens) = (c0 > noise, c1 > slope);
    if !(is_open || opens) {
        return Fall::Unsure;
    }
    // The least and the greatest bend, at the ends or between them.
    let end_bend = (6.0 * c4 * to + 3.0 * c3) * to + c2;
    let (mut least, mut most) = (c2.min(end_bend), c2.max(end_bend));
    if c3 * c4 < 0.0 && c3.abs() < 4.0 * c4.abs() * to {
        let between = c2 - 0.375 * c3 * c3 / c4;
        (least, most) = (least.min(between), most.max(between));
    }
    if least >= 0.0 {
        return match upwards(c, start, Piece { low: 0.0, high: to, least }, noise, slope) {
            Ok(Some(x)) => Fall::Near(x, true),
            Ok(None) => Fall::Nowhere,
            Err(Unsure) => Fall::Unsure,
        };
    }
    if most <= 0.0 {
        return match downwards(c, start, Piece { low: 0.0, high: to, least }, noise, slope) {
            Ok(Some(x)) => Fall::Near(x, true),
            Ok(None) => Fall::Nowhere,
            Err(Unsure) => Fall::Unsure,
        };
    }
    by_pieces(c, start, to, noise, slope)
}

/// True if a gap that begins open stays so.
#[inline]
pub(crate) fn stays_open(c: &[f64; 5], to: f64, noise: f64) -> bool {
    c[0] > noise && first_fall(c, to, noise, 0.0) == Fall::Nowhere
}

/// The digits do not decide.
struct Unsure;

/// A part of the interval on which the bend keeps its sign.
#[derive(Clone, Copy, Debug)]
struct Piece {
    low: f64,
    high: f64,
    /// The least bend on it.
    least: f64,
}

/// A quartic that bends both ways.
#[inline(never)]
fn by_pieces(c: &[f64; 5], start: Jet, to: f64, noise: f64, slope: f64) -> Fall {
    let knots = bend_changes(c, to);
    let (mut low, mut at_low) = (0.0, start);
    for (k, &high) in knots.iter().enumerate() {
        if high <= low {
            continue;
        }
        // Where the bend turns it is nothing.
        let bend = jet(c, 0.5 * (low + high)).bend;
        let piece = Piece { low, high, least: 0.0 };
        let falls = if bend >= 0.0 { upwards } else { downwards };
        match falls(c, at_low, piece, noise, slope) {
            Ok(Some(x)) => return Fall::Near(x, k == 2 || never_again(c, &knots[k..], slope)),
            Ok(None) if high == to => return Fall::Nowhere,
            Ok(None) => {}
            Err(Unsure) => return Fall::Unsure,
        }
        (low, at_low) = (high, jet(c, high));
        let is_open = at_low.value > noise;
        if !is_open {
            return Fall::Unsure;
        }
    }
    Fall::Unsure
}

/// Where the bend changes its sign within the interval, rising; then its end.
#[inline]
fn bend_changes(c: &[f64; 5], to: f64) -> [f64; 3] {
    let [_, _, c2, c3, c4] = *c;
    // Half the distance of the roots of c2 + 3 c3 t + 6 c4 t², times 6 c4.
    let half = (2.25 * c3 * c3 - 6.0 * c4 * c2).max(0.0).sqrt();
    let q = if c3 < 0.0 { half - 1.5 * c3 } else { -half - 1.5 * c3 };
    // Not a number, where it bends one way only, is put at the end.
    let within = |x: f64| if x > 0.0 && x < to { x } else { to };
    let (x, y) = (within(q / (6.0 * c4)), within(c2 / q));
    [x.min(y), x.max(y), to]
}

/// True if a gap that has fallen within the piece up to the first of these places does not begin to fall again: it has no highest
/// place afterwards. Such a place lies where it bends downwards, with a slope upwards before and downwards behind.
fn never_again(c: &[f64; 5], knots: &[f64], slope: f64) -> bool {
    knots.windows(2).all(|pair| {
        let (low, high) = (jet(c, pair[0]), jet(c, pair[1]));
        let bends_up = jet(c, 0.5 * (pair[0] + pair[1])).bend >= 0.0;
        bends_up || low.slope < -slope || high.slope > slope
    })
}

/// The falling root on a piece that bends upwards and begins open, or opening.
#[inline]
fn upwards(c: &[f64; 5], start: Jet, piece: Piece, noise: f64, slope: f64) -> Result<Option<f64>, Unsure> {
    // Its slope only grows.
    if start.slope > slope {
        return Ok(None);
    }
    let is_open = start.value > noise;
    if !is_open {
        return Err(Unsure);
    }
    let Piece { low, high, least } = piece;
    let most_step = high - low;
    let (mut x, mut at) = (low, start);
    for _ in 0..MOST_STEPS {
        // It lies above its tangents, and above the parabola with the least bend.
        let above = at.value - noise;
        if at.slope * at.slope < 4.0 * least * above
            || above + at.slope * (if at.slope < 0.0 { high } else { low } - x) > 0.0
        {
            return Ok(None);
        }
        let next = (x + step(at)).clamp(low, high);
        let moved = next - x;
        x = next;
        if moved.abs() <= LAST_STEP * most_step {
            return settled(c, x, piece, noise);
        }
        at = jet(c, x);
    }
    Err(Unsure)
}

/// The falling root on a piece that bends downwards and begins open, or opening.
#[inline]
fn downwards(c: &[f64; 5], start: Jet, piece: Piece, noise: f64, slope: f64) -> Result<Option<f64>, Unsure> {
    let Piece { low, high, .. } = piece;
    let end = jet(c, high);
    if end.value > noise {
        return Ok(None);
    }
    let (is_open, opens, ends_shut) = (start.value > noise, start.slope > slope, end.value < -noise);
    if !(ends_shut && (is_open || opens)) {
        return Err(Unsure);
    }
    // Where it does not begin open, from the end: there the steps come nearer from one side only, or find none.
    let (mut x, mut at) = if is_open { (low, start) } else { (high, end) };
    for _ in 0..MOST_STEPS {
        let next = (x + step(at)).clamp(low, high);
        let moved = next - x;
        x = next;
        if moved.abs() <= LAST_STEP * (high - low) {
            return settled(c, x, piece, noise);
        }
        at = jet(c, x);
    }
    Err(Unsure)
}

/// From a place to the falling root of the parabola that osculates there, or to its lowest place if it has none.
#[inline]
fn step(Jet { value, slope, bend }: Jet) -> f64 {
    let discriminant = slope * slope - 4.0 * bend * value;
    if discriminant <= 0.0 {
        return if bend > 0.0 { -0.5 * slope / bend } else { -value / slope };
    }
    let steepness = discriminant.sqrt();
    if slope <= 0.0 { 2.0 * value / (steepness - slope) } else { -0.5 * (slope + steepness) / bend }
}

/// A place at which the steps ended is a falling root, if it falls there so steeply that there must be one (Kantorovich's
/// condition, with a factor to spare) and the noise cannot move it far.
#[inline]
fn settled(c: &[f64; 5], x: f64, piece: Piece, noise: f64) -> Result<Option<f64>, Unsure> {
    let at = jet(c, x);
    let off = at.value / at.slope;
    let small = LAST_STEP * (piece.high - piece.low);
    let next = x - off;
    let is_steep = at.slope < 0.0
        && noise < -at.slope * small
        && 8.0 * at.bend.abs() * (at.value.abs() + noise) <= at.slope * at.slope;
    if is_steep && off.abs() <= small && next >= piece.low && next <= piece.high { Ok(Some(next)) } else { Err(Unsure) }
}

/// The first `t` in `[0, to]` at which `c[0] + c[1] t + ... + c[4] t⁴` falls through zero, for a polynomial that is above
/// zero at the start, or zero and rising; its coefficients are taken as exact. In `f64` where that is enough, with twice or four
/// times the digits where it is not, so a root that only just is one is found, and one that only just is none is not.
///
/// ```
/// use carom::math::bend::first_root;
/// assert_eq!(first_root([1.0, 0.0, -4.0, 0.0, 0.0], 9.0), Some(0.5)); // 1 - 4 t²
/// assert_eq!(first_root([1.0, 0.0, -4.0, 0.0, 0.0], 0.4), None);
/// assert_eq!(first_root([1.0, -2.0, 1.0, 0.0, 0.0], 9.0), None); // (1 - t)² touches only
/// ```
#[inline]
pub fn first_root(c: [f64; 5], to: f64) -> Option<f64> {
    let [c0, c1, c2, c3, c4] = [c[0].abs(), c[1].abs(), c[2].abs(), c[3].abs(), c[4].abs()];
    // Horner's rule with coefficients that are exact: eight roundings of the sum of the terms' sizes, doubled.
    let (value, slope) =
        ((((c4 * to + c3) * to + c2) * to + c1) * to + c0, ((4.0 * c4 * to + 3.0 * c3) * to + 2.0 * c2) * to + c1);
    let (noise, slope) = (16.0 * f64::ROUNDING * value, 16.0 * f64::ROUNDING * slope);
    let trust = Trust { noise, slope, time: ROOT_TIME * to, last: false };
    match first_fall(&c, to, noise, slope) {
        Fall::Nowhere => None,
        // Made good by a Newton step with a value that has twice the digits. What is lost without them must not move it far.
        Fall::Near(x, _) => {
            let (Jet { slope, bend, .. }, lost) = (jet(&c, x), (((c4 * x + c3) * x + c2) * x + c1) * x + c0);
            let is_steep = 8.0 * f64::ROUNDING * lost < -slope * ROOT_DOUBT * to;
            let step = value_twice(&c, x) / slope;
            let root = x - step;
            // In an interval that is long beside what the curve does there, one step is not the last.
            let is_last = bend.abs() * step * step <= -slope * ROOT_TIME * to;
            // Beside an end, the step may show that the root lies beyond it.
            if is_steep && is_last && (0.0..=to).contains(&root) {
                Some(root)
            } else {
                first_root_carefully(&c, to, trust)
            }
        }
        Fall::Unsure => first_root_carefully(&c, to, trust),
    }
}

/// The value as if with twice the digits: Horner's rule with the error of every step summed beside it (Graillat, Langlois &
/// Louvet 2009).
#[inline]
fn value_twice(c: &[f64; 5], x: f64) -> f64 {
    let (mut sum, mut errors) = (c[4], 0.0);
    for &k in c[..4].iter().rev() {
        let (product, lost) = two_product(sum, x);
        let (next, more) = two_sum(product, k);
        sum = next;
        errors = errors * x + (lost + more);
    }
    sum + errors
}

/// The same, with all the digits that it takes, and slowly.
#[cold]
#[inline(never)]
pub(crate) fn first_root_carefully(c: &[f64; 5], to: f64, trust: Trust) -> Option<f64> {
    fn first<T: Real>(found: &Few<Closing<T>>) -> Option<f64> {
        found.as_slice().iter().find(|closing| closing.crossing).map(|closing| closing.at.get())
    }
    if let Ok(found) = poly::closings(&c.map(Dd::new), Dd::ZERO, Dd::new(to), trust.at_rounding(Dd::ROUNDING)) {
        return first(&found);
    }
    let trust = trust.at_rounding(Qd::ROUNDING).last();
    poly::closings(&c.map(Qd::new), Qd::ZERO, Qd::new(to), trust).ok().and_then(|found| first(&found))
}

#[cfg(test)]
mod tests {
    use super::super::rng::Stream;
    use super::*;

    /// Coefficients of a gap between two balls of which one slows down, `aside` of the other.
    fn slowing(dice: &mut Stream, aside: f64) -> ([f64; 5], f64) {
        let (away, speed, slowing) = (dice.between(0.1, 1.6), dice.between(0.2, 5.0), dice.between(0.05, 3.0));
        let (half, touch) = ([-0.5 * slowing, 0.5 * slowing * dice.between(-0.5, 0.5)], 0.057_15);
        let c = [
            away * away + aside * aside - touch * touch,
            -2.0 * away * speed,
            speed * speed - 2.0 * away * half[0] + 2.0 * aside * half[1],
            2.0 * speed * half[0],
            half[0] * half[0] + half[1] * half[1],
        ];
        (c, (speed / slowing).min(2.0))
    }

    #[test]
    fn first_roots_are_those_of_twice_the_digits() {
        let mut dice = Stream::new(1, "first roots");
        let (mut roots, mut worst) = (0, 0.0_f64);
        for case in 0..30_000 {
            let (c, to) = match case % 3 {
                0 => {
                    let aside = dice.between(-0.07, 0.07);
                    slowing(&mut dice, aside)
                }
                1 => {
                    let by = libm::exp10(dice.between(-14.0, -1.0)) * if case % 2 == 0 { 1.0 } else { -1.0 };
                    slowing(&mut dice, 0.057_15 * (1.0 + by))
                }
                _ => {
                    let mut sized = || dice.between(-1.0, 1.0) * libm::exp10(dice.between(-3.0, 0.0));
                    ([sized().abs(), sized(), sized(), sized(), sized()], dice.between(0.1, 3.0))
                }
            };
            let exact = poly::closings(&c.map(Dd::new), Dd::ZERO, Dd::new(to), Trust::FULL).unwrap();
            let exact = exact.as_slice().iter().find(|closing| closing.crossing).map(|closing| closing.at.get());
            match (first_root(c, to), exact) {
                (Some(found), Some(exact)) => {
                    roots += 1;
                    worst = worst.max((found - exact).abs() / to);
                }
                (found, exact) => assert_eq!(found, exact, "case {case}: {c:?} to {to}"),
            }
        }
        assert!(roots > 8_000 && worst < 1e-14, "{roots} roots, off by {worst:e}");
    }

    /// The fuzz target `quartic` found it: (t - 3)² (t - 6)², a little out of shape, up to 3. In `f64` the fall is just within the interval;
    /// with twice the digits it is 3e-11 behind its end, and was told as a root all the same.
    #[test]
    fn a_root_just_behind_the_end_is_none() {
        let c = [0.324_032_400_000_000_05, -0.324_021_6, 0.117_004_500_000_000_01, -0.018_000_3, 0.001];
        assert_eq!(first_root(c, 3.0), None);
        let behind = first_root(c, 3.001).expect("a root just behind 3");
        assert!((behind - 3.000_000_000_031_8).abs() < 1e-12, "{behind}");
    }

    /// The fuzz target `quartic` found it: 257 (t - 1e-8)³ (t - 2e-8), a little out of shape, up to 32759. Beside the triple root it
    /// rises for a moment, by less than even four times the digits can tell so far from the end: it was taken for a touch.
    #[test]
    fn a_root_that_is_nearly_triple_is_found() {
        let c = [
            5.140_000_005_150_281_4e-30,
            -1.799_000_001_286_285_2e-21,
            2.313_000_001_029_028_4e-13,
            -1.285_000_000_257_257e-5,
            257.0,
        ];
        let root = first_root(c, 32_759.0).expect("a root at 1e-8");
        assert!((root - 1e-8).abs() < 1e-11, "{root}");
        let near = first_root(c, 1.0).expect("the same, with an end that is nearer");
        assert!((near - 1.000_126e-8).abs() < 1e-13, "{near}");
    }

    /// The fuzz target `quartic` found it: a root at a hundred-thousandth of its interval was off by 2e-12 of that.
    #[test]
    fn a_root_near_the_start_of_a_long_interval_is_as_exact() {
        let c = [2.595_700_000_000_000_3, -1000.0, 261.11, 8_458_000.0, -0.305_3];
        let root = first_root(c, 327.67).expect("a root near 0.0028");
        let near = first_root(c, 0.01).expect("the same in a short interval");
        assert!((root - near).abs() < 1e-15 && value_twice(&c, root).abs() < 1e-12, "{root} and {near}");
    }

    #[test]
    fn most_gaps_of_balls_are_decided_quickly() {
        let mut dice = Stream::new(2, "slowing");
        let (mut unsure, mut flat) = (0, 0);
        for _ in 0..10_000 {
            let aside = dice.between(-0.07, 0.07);
            let (c, to) = slowing(&mut dice, aside);
            let size = c[0].abs() + c[1].abs() * to + c[2].abs() * to * to;
            match first_fall(&c, to, 2e-15 * size, 2e-15 * size / to) {
                Fall::Unsure => unsure += 1,
                Fall::Near(x, _) if jet(&c, x).slope > -1e-6 * size / to => flat += 1,
                _ => {}
            }
        }
        assert!(unsure + flat < 20, "{unsure} unsure, {flat} flat of 10000");
    }

    #[test]
    fn what_bends_both_ways_is_searched_piece_by_piece() {
        // (t - 1)(t - 2)(t - 3)(t - 4): falls at one and at three; the second is no longer the first.
        let c = [24.0, -50.0, 35.0, -10.0, 1.0];
        assert!(matches!(first_fall(&c, 5.0, 1e-12, 1e-12), Fall::Near(x, false) if (x - 1.0).abs() < 1e-9));
        assert!(matches!(first_fall(&c, 2.2, 1e-12, 1e-12), Fall::Near(x, true) if (x - 1.0).abs() < 1e-9));
        // Raised by one it falls nowhere before its second valley; a touch is not for f64 to decide.
        assert_eq!(first_fall(&[26.0, -50.0, 35.0, -10.0, 1.0], 5.0, 1e-12, 1e-12), Fall::Nowhere);
        assert_eq!(first_fall(&[25.0, -50.0, 35.0, -10.0, 1.0], 5.0, 1e-12, 1e-12), Fall::Unsure);
        assert_eq!(first_root([f64::NAN; 5], 1.0), None);
    }
}
