//! The gap to a circle lying flat: the rim of a disc.
//!
//! With `ρ` the distance from the axis and `z` the height, the gap to the circle's near side is `(ρ - R)² + z² - r²`. It
//! is no polynomial, for `ρ` is a root. But it is `s - 2 R ρ` with the polynomial `s = ρ² + z² + R² - r²`, and it turns
//! where `s' ρ = R (ρ²)'`; squared, that is a polynomial of degree ten, whose roots cut the window into pieces on which
//! the gap is monotone. The rest is the same rule as everywhere.
//!
//! A high degree wants short numbers: the search is confined to the time in which the ball is near enough to touch the
//! circle at all, and the path is seen from the beginning of that time.

use super::{Axis, Candidate, Meeting, Round, Scale, Window, difference, offset_at, vector};
use crate::math::poly::{self, Closing, Curve, Few, Trust, Unsure};
use crate::math::{Dd, Qd, Real, hull, root};
use crate::path::Path;
use crate::tolerance::GAP_ROUNDINGS;
use glam::DVec3;

/// A circle of `radius` lying flat around `centre`: the rim of a disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    pub(crate) centre: DVec3,
    pub(crate) radius: f64,
}

impl Ring {
    /// Vector from the nearest point of the rim to a place, and that point's direction from the axis.
    pub(crate) fn arm(&self, p: DVec3) -> (DVec3, DVec3) {
        let offset = p - self.centre;
        let outward = DVec3::new(offset.x, offset.y, 0.0).try_normalize().unwrap_or(DVec3::X);
        (offset - outward * self.radius, outward)
    }

    /// The first moment in the window at which the gap is shut and closing and `accept` takes the place.
    pub(crate) fn meets(
        &self,
        path: &Path,
        radius: f64,
        window: Window,
        accept: impl Fn(Candidate) -> bool,
    ) -> Option<Meeting> {
        let scale = Scale::new(path.p - self.centre, path, window, self.radius + radius);
        self.passages(path, radius, window, &scale).as_slice().iter().flatten().find_map(|&passage| {
            let local = Local { ring: self, path, radius, passage, scale: &scale };
            let found = local.closings();
            found.as_slice().iter().find_map(|closing| {
                let time = Dd::new(passage.from) + closing.at;
                let candidate = Candidate { centre: path.at(time.get()), seam: scale.seam(self.centre) };
                accept(candidate).then(|| Meeting { time: time.get(), normal: self.normal(path, time) })
            })
        })
    }

    /// When the ball is near enough to touch the circle, with a little to spare.
    fn passages(&self, path: &Path, radius: f64, window: Window, scale: &Scale) -> Few<Option<Window>> {
        let rough = self.near_times(path, radius, window, scale, 0.0);
        let reach = self.radius + radius;
        if scale.size <= 64.0 * reach {
            return rough;
        }
        // Of a long path only that much is known from afar. Once more, seen from where each passage begins.
        let misplaced = 8.0 * f64::EPSILON * (path.p.length() + scale.size);
        let mut passages = Few::none();
        for &Window { from, to } in rough.as_slice().iter().flatten() {
            let (path, window) = (path.from(from), Window { from: 0.0, to: to - from });
            let scale = Scale::new(path.p - self.centre, &path, window, reach);
            for near in self.near_times(&path, radius, window, &scale, misplaced).as_slice().iter().flatten() {
                passages.push(Some(Window { from: from + near.from, to: (from + near.to).min(to) }));
            }
        }
        passages
    }

    /// The times in which the centre is within reach of the circle's, on a path that may be off by `misplaced`.
    fn near_times(
        &self,
        path: &Path,
        radius: f64,
        window: Window,
        scale: &Scale,
        misplaced: f64,
    ) -> Few<Option<Window>> {
        let Window { from, to } = window;
        let mut passages = Few::none();
        let noise = scale.trust(1.0).noise + 4.0 * misplaced * scale.size;
        let about = |axis, hollow| Round { centre: self.centre, axis, radius: self.radius, hollow, thin: false };
        // Never near, or well within the circle all the time.
        let mut c: [f64; 5] = about(Axis::Point, false).gap(path, radius);
        if hull::quartic_is_above(c, from, to, noise) {
            return passages;
        }
        let within: [f64; 5] = about(Axis::Upright, true).gap(path, radius);
        if radius < self.radius && hull::quartic_is_above(within, from, to, noise) {
            return passages;
        }
        let reach = self.radius + radius;
        c[0] -= 1e-3 * reach * reach + 64.0 * noise;
        let changes = poly::sign_changes(&c, from, to);
        let mut start = from;
        for &end in changes.as_slice().iter().chain([&to]) {
            if poly::value(&c, 0.5 * (start + end)) <= 0.0 {
                passages.push(Some(Window { from: start, to: end }));
            }
            start = end;
        }
        passages
    }

    /// Unit vector from the nearest point of the rim, in double-double until the last. On the axis all points are as
    /// near: one is taken, so that the case is defined.
    fn normal(&self, path: &Path, time: Dd) -> DVec3 {
        let [x, y, z] = offset_at(path, self.centre, time);
        let rho = (x * x + y * y).sqrt();
        if rho == Dd::ZERO {
            return DVec3::new(-self.radius, 0.0, z.get()).normalize();
        }
        let part = (rho - Dd::new(self.radius)) / rho;
        let outward = DVec3::new(x.get(), y.get(), 0.0);
        let arm = DVec3::new((x * part).get(), (y * part).get(), z.get());
        arm.try_normalize().unwrap_or_else(|| outward.normalize())
    }
}

/// A passage near the circle, seen from its beginning.
struct Local<'a> {
    ring: &'a Ring,
    path: &'a Path,
    radius: f64,
    passage: Window,
    scale: &'a Scale,
}

impl Local<'_> {
    /// In double-double, and where that is unsure in quad-double. Times are counted from the beginning of the passage.
    fn closings(&self) -> Few<Closing<Dd>> {
        let Window { from, to } = self.passage;
        if self.is_open() {
            return Few::none();
        }
        // A place is rounded in proportion to the whole path, its square also to the passage.
        let near = self.size();
        let rounding = GAP_ROUNDINGS * f64::ROUNDING * self.scale.size;
        let slope = 2.0 * rounding * self.scale.speed;
        let trust = Trust { noise: rounding * near, slope, time: self.scale.time(), last: false };
        self.search(Dd::difference(to, from), trust.at_rounding(Dd::ROUNDING)).unwrap_or_else(|_| {
            let found = self.search(Qd::difference(to, from), trust.at_rounding(Qd::ROUNDING).last());
            // As the last resort nothing is unsure; were it so, an empty answer would be the defined one.
            found.map_or(Few::none(), |found| found.map(|c| Closing { at: c.at.to_dd(), crossing: c.crossing }))
        })
    }

    /// m: how large the passage is.
    fn size(&self) -> f64 {
        let Window { from, to } = self.passage;
        let offset = |t: f64| DVec3::from(offset_at(self.path, self.ring.centre, t)).length();
        offset(from) + offset(to) + 2.0 * (self.ring.radius + self.radius)
    }

    /// Is the gap certainly open all the time? The product of the gaps to the near and the far side, `s² - 4 R² ρ²`, is a
    /// polynomial, and where it stays positive the gap keeps its sign. Spares most passages the search.
    fn is_open(&self) -> bool {
        let big = self.ring.radius;
        let (flat, sum) = self.polynomials::<f64>();
        let mut product: [f64; 9] = poly::product(&sum, &sum);
        for (k, &c) in flat.iter().enumerate() {
            product[k] -= 4.0 * big * big * c;
        }
        let near = self.size();
        // Sixteen: each coefficient of the product gathers up to five products of sums.
        let noise = 16.0 * GAP_ROUNDINGS * f64::ROUNDING * near * near * near * self.scale.size;
        let start = sum[0] - 2.0 * big * flat[0].sqrt();
        start > GAP_ROUNDINGS * f64::ROUNDING * near * self.scale.size
            && hull::is_above(product, self.passage.to - self.passage.from, noise)
    }

    fn search<T: Real + Default>(&self, to: T, trust: Trust) -> Result<Few<Closing<T>>, Unsure> {
        let big = T::new(self.ring.radius);
        let (flat, sum) = self.polynomials::<T>();
        let (flat_slope, sum_slope): ([T; 4], [T; 4]) = (poly::derivative_of(&flat), poly::derivative_of(&sum));
        let gap = |t: T| {
            let rho = poly::value(&flat, t).sqrt();
            let pull = if rho > T::ZERO { big * poly::value(&flat_slope, t) / rho } else { T::ZERO };
            (poly::value(&sum, t) - (big * rho).scaled(2.0), poly::value(&sum_slope, t) - pull)
        };
        // Where the gap turns; where the distance from the axis turns, which may be a cusp of the gap; on the axis
        // neither says anything, and the gap is the sum alone.
        let squared = turning(&sum_slope, &flat, &flat_slope, big);
        let mut knots: Few<T> = Few::none();
        let turns = poly::sign_changes(&squared, T::ZERO, to);
        let kin = [poly::sign_changes(&flat_slope, T::ZERO, to), poly::sign_changes(&sum_slope, T::ZERO, to)];
        for found in [turns, kin[0], kin[1]] {
            found.as_slice().iter().for_each(|&t| knots.push(t));
        }
        // s'' - 2 R ρ'', with ρ² = q: ρ'' = (q'' - q'²/(2 q)) / (2 ρ).
        let (flat_bend, sum_bend): ([T; 3], [T; 3]) =
            (poly::derivative_of(&flat_slope), poly::derivative_of(&sum_slope));
        let bend = |t: T| {
            let at = |c: &[T]| poly::value(c, t).get();
            let (q, slope) = (at(&flat), at(&flat_slope));
            at(&sum_bend) - self.ring.radius * (at(&flat_bend) - 0.5 * slope * slope / q) / q.sqrt()
        };
        // The squared polynomial's roots come in clusters when the ball is much larger than the circle. Is the gap flat
        // where it is said to turn, or is the turning point some way off?
        for &t in turns.as_slice() {
            let ((value, slope), bend) = (gap(t), bend(t));
            let is_near_side = poly::value(&sum_slope, t) * poly::value(&flat_slope, t) > T::ZERO;
            let (value, off) = (value.get(), slope.get() / bend);
            let deeper = (slope.get() * off).abs();
            let matters = is_near_side && value <= trust.noise + 2.0 * deeper;
            if matters && !trust.last && (off.abs() > trust.time || deeper > trust.noise) {
                return Err(Unsure);
            }
        }
        // The same turning point, found twice: a double root is known to the root of the rounding only, and across that
        // the gap is flat.
        knots.sort_apart(16.0 * T::ROUNDING.sqrt() * to.get());
        let curve = Curve { at: gap, bend, crossing: |low, high| root::bracketed(gap, low, high) };
        curve.closings(knots.as_slice(), T::ZERO, to, trust)
    }

    /// `ρ²` and `ρ² + z² + R² - r²`, over the time since the passage began.
    fn polynomials<T: Real>(&self) -> ([T; 5], [T; 5]) {
        let start = T::new(self.passage.from);
        let w0: [T; 3] = if self.passage.from == 0.0 {
            difference(self.path.p, self.ring.centre)
        } else {
            offset_at(self.path, self.ring.centre, start)
        };
        let (v, a): ([T; 3], [T; 3]) = (vector(self.path.v), vector(self.path.a));
        let w1: [T; 3] = core::array::from_fn(|k| v[k] + a[k] * start);
        let w2 = a.map(|x| x.scaled(0.5));
        let square = |k: usize| {
            [
                w0[k] * w0[k],
                (w0[k] * w1[k]).scaled(2.0),
                w1[k] * w1[k] + (w0[k] * w2[k]).scaled(2.0),
                (w1[k] * w2[k]).scaled(2.0),
                w2[k] * w2[k],
            ]
        };
        let (x, y, z) = (square(0), square(1), square(2));
        let flat: [T; 5] = core::array::from_fn(|k| x[k] + y[k]);
        let mut sum: [T; 5] = core::array::from_fn(|k| flat[k] + z[k]);
        let (big, small) = (T::new(self.ring.radius), T::new(self.radius));
        sum[0] = sum[0] + (big - small) * (big + small);
        (flat, sum)
    }
}

/// `s'² ρ² - R² (ρ²)'²`: its roots are the turning points of the gaps to the near and to the far side.
fn turning<T: Real>(sum_slope: &[T; 4], flat: &[T; 5], flat_slope: &[T; 4], big: T) -> [T; 11] {
    let (left, right): ([T; 7], [T; 7]) = (poly::product(sum_slope, sum_slope), poly::product(flat_slope, flat_slope));
    let mut squared: [T; 11] = poly::product(&left, flat);
    for (k, &c) in right.iter().enumerate() {
        squared[k] = squared[k] - big * big * c;
    }
    squared
}
