//! The three kinds of gap that shapes are made of, along a parabola, in any precision.
//!
//! * [`Sheet`]: to a plane: `n·Δ(t) - r`, degree two.
//! * [`Round`]: to a point, an upright line or any line, with a radius: `|Δ(t)|² - (R + r)²`, degree four.
//! * [`Ring`]: to a circle lying flat: degree eight.
//!
//! A gap is positive when open. Each kind states its polynomial once, for any [`Real`]; [`poly::closings`] is the rule
//! that finds the moments. First in `f64`; where that cannot decide, the same lines again in double-double.

use crate::math::poly::{self, Closing, Few, Trust};
use crate::math::{Dd, Real, cross, dot};
use crate::path::Path;
use crate::tolerance::{GAP_ROUNDINGS, IMPACT_TIME};
use glam::DVec3;

/// The part of a path that is searched: from one time to another, seconds after the path's start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The first moment.
    pub from: f64,
    /// The last moment.
    pub to: f64,
}

/// A ball meets a shape: when, and which way the surface pushes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Seconds after the path's start.
    pub time: f64,
    /// Unit vector from the surface to the ball.
    pub normal: DVec3,
}

/// A moment offered to a shape, which takes it if the place is on its surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The ball's centre then.
    pub(crate) centre: DVec3,
    /// True where the gap falls through zero, false where it was shut and begins to close.
    pub(crate) crossing: bool,
}

/// How large the numbers along a path are, for bounds on rounding.
struct Scale {
    size: f64,
    speed: f64,
}

impl Scale {
    fn new(offset: DVec3, path: &Path, window: Window, radius: f64) -> Self {
        let speed = path.v.length() + path.a.length() * window.to;
        Self { size: offset.length() + speed * window.to + radius, speed }
    }

    /// Trust in a polynomial whose terms are as large as `size^power` times `factor`.
    fn trust(&self, power: i32, factor: f64) -> Trust {
        let mut terms = factor;
        for _ in 0..power {
            terms *= self.size;
        }
        let time = if self.speed > 0.0 { IMPACT_TIME * self.size / self.speed } else { f64::INFINITY };
        Trust { noise: GAP_ROUNDINGS * f64::ROUNDING * terms, time }
    }
}

/// The rule, in `f64` and where that is unsure in double-double.
fn closings<const N: usize>(
    c: [f64; N],
    exact: impl FnOnce() -> [Dd; N],
    window: Window,
    trust: Trust,
) -> Few<Closing<f64>> {
    poly::closings(&c, window.from, window.to, trust).unwrap_or_else(|_| {
        let found = poly::closings(&exact(), Dd::new(window.from), Dd::new(window.to), Trust::FULL);
        // With full trust nothing is unsure; were it so, an empty answer would be the defined one.
        found.map_or(Few::none(), |found| found.map(|c| Closing { at: c.at.get(), crossing: c.crossing }))
    })
}

fn vector<T: Real>(v: DVec3) -> [T; 3] {
    v.to_array().map(T::new)
}

fn difference<T: Real>(a: DVec3, b: DVec3) -> [T; 3] {
    [T::difference(a.x, b.x), T::difference(a.y, b.y), T::difference(a.z, b.z)]
}

/// A plane through `origin`; the gap is on the side of `normal`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    pub(crate) origin: DVec3,
    /// Unit, as near as `f64` can.
    pub(crate) normal: DVec3,
    /// A thin sheet can be passed round: a ball whose centre is behind it does not overlap it. A half-space cannot.
    pub(crate) thin: bool,
}

impl Sheet {
    /// Seen from the other side.
    pub(crate) fn flipped(self) -> Self {
        Self { normal: -self.normal, ..self }
    }

    /// Height of a place above the plane.
    #[inline]
    pub(crate) fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p - self.origin)
    }

    /// The gap's polynomial times `length`, for a normal given with its `length`.
    fn gap<T: Real>(origin: DVec3, normal: [T; 3], length: T, path: &Path, radius: f64) -> [T; 3] {
        let along = |w: [T; 3]| dot(normal, w);
        [
            along(difference(path.p, origin)) - T::new(radius) * length,
            along(vector(path.v)),
            along(vector(path.a)).scaled(0.5),
        ]
    }

    /// The first moment in the window at which the gap is shut and closing and `accept` takes the place.
    ///
    /// `exact` gives the true normal, not normalised, and its length, for the doubtful cases.
    #[inline]
    pub(crate) fn meets(
        &self,
        path: &Path,
        radius: f64,
        window: Window,
        exact: impl Fn() -> ([Dd; 3], Dd),
        accept: impl Fn(DVec3) -> bool,
    ) -> Option<Meeting> {
        let c = Self::gap(self.origin, self.normal.to_array(), 1.0, path, radius);
        // Never falling from here on: nothing to find. The usual answer.
        if c[1] + 2.0 * c[2] * window.from >= 0.0 && c[2] >= 0.0 {
            return None;
        }
        let trust = Scale::new(path.p - self.origin, path, window, radius).trust(1, 1.0);
        // Open at both ends and nowhere lower between them.
        if c[2] <= 0.0 && poly::value(&c, window.from) > 0.0 && poly::value(&c, window.to) > 0.0 {
            return None;
        }
        let exactly = || {
            let (normal, length) = exact();
            Self::gap(self.origin, normal, length, path, radius)
        };
        let found = closings(c, exactly, window, trust);
        found.as_slice().iter().find_map(|closing| {
            let centre = path.at(closing.at);
            let in_front = closing.crossing || !self.thin || self.height(centre) >= 0.0;
            (in_front && accept(centre)).then_some(Meeting { time: closing.at, normal: self.normal })
        })
    }
}

/// What a round thing is round about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Axis {
    /// A point.
    Point,
    /// The upright line through the centre.
    Upright,
    /// The line from the centre through this other point.
    LineTo(DVec3),
}

/// A sphere or cylinder of `radius` (nothing, for a point or an edge) about an axis through `centre`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) centre: DVec3,
    pub(crate) axis: Axis,
    pub(crate) radius: f64,
    /// The ball is inside, and the gap is to the wall around it.
    pub(crate) hollow: bool,
    /// A thin strip of the round: a ball on its other side does not overlap it.
    pub(crate) thin: bool,
}

impl Round {
    /// The part of a vector that counts: across the axis. For a general line it is turned and scaled by the axis'
    /// length, which `square` of the axis makes good.
    fn across<T: Real>(&self, w: [T; 3]) -> [T; 3] {
        match self.axis {
            Axis::Point => w,
            Axis::Upright => [w[0], w[1], T::ZERO],
            Axis::LineTo(end) => cross(w, difference(end, self.centre)),
        }
    }

    /// `|across(Δ(t))|² - reach²`, negated where the ball is inside.
    fn gap<T: Real>(&self, path: &Path, radius: f64) -> [T; 5] {
        let w0: [T; 3] = self.across(difference(path.p, self.centre));
        let w1: [T; 3] = self.across(vector(path.v));
        let w2: [T; 3] = self.across(vector(path.a)).map(|x: T| x.scaled(0.5));
        let mut reach =
            if self.hollow { T::difference(self.radius, radius) } else { T::new(self.radius) + T::new(radius) };
        reach = reach * reach;
        if let Axis::LineTo(end) = self.axis {
            let e = difference(end, self.centre);
            reach = reach * dot(e, e);
        }
        let c = [
            dot(w0, w0) - reach,
            dot(w0, w1).scaled(2.0),
            dot(w1, w1) + dot(w0, w2).scaled(2.0),
            dot(w1, w2).scaled(2.0),
            dot(w2, w2),
        ];
        if self.hollow { c.map(|x| -x) } else { c }
    }

    /// Vector from the axis to a place.
    pub(crate) fn arm(&self, p: DVec3) -> DVec3 {
        let offset = p - self.centre;
        match self.axis {
            Axis::Point => offset,
            Axis::Upright => DVec3::new(offset.x, offset.y, 0.0),
            Axis::LineTo(end) => {
                let e = end - self.centre;
                offset - e * (offset.dot(e) / e.length_squared())
            }
        }
    }

    /// The first moment in the window at which the gap is shut and closing and `accept` takes the place.
    #[inline]
    pub(crate) fn meets(
        &self,
        path: &Path,
        radius: f64,
        window: Window,
        accept: impl Fn(Candidate) -> bool,
    ) -> Option<Meeting> {
        if self.hollow && radius >= self.radius {
            return None; // A ball too large for the hollow touches only its ends.
        }
        let c: [f64; 5] = self.gap(path, radius);
        let scale = Scale::new(path.p - self.centre, path, window, self.radius + radius);
        let square = if let Axis::LineTo(end) = self.axis { (end - self.centre).length_squared() } else { 1.0 };
        let trust = scale.trust(2, square);
        if poly::quartic_is_above(c, window.from, window.to, trust.noise) {
            return None;
        }
        let found = closings(c, || self.gap(path, radius), window, trust);
        found.as_slice().iter().find_map(|closing| {
            let centre = path.at(closing.at);
            if !closing.crossing && self.thin {
                let distance = self.arm(centre).length();
                if (distance < self.radius) != self.hollow {
                    return None;
                }
            }
            accept(Candidate { centre, crossing: closing.crossing })
                .then(|| self.refined(path, radius, *closing, &scale))
        })
    }

    /// The moment and the normal to the last digit. Far from its start a path's `f64` place is too coarse for the
    /// normal of a small post: an error of 1e-13 m turns it by 1e-11. So the polynomial and the arm in double-double.
    fn refined(&self, path: &Path, radius: f64, closing: Closing<f64>, scale: &Scale) -> Meeting {
        let reach = if self.hollow { self.radius - radius } else { self.radius + radius };
        let near = scale.size * scale.size <= 64.0 * reach * reach;
        if near || !closing.crossing {
            return Meeting { time: closing.at, normal: self.normal(self.arm(path.at(closing.at)), path, closing.at) };
        }
        let c: [Dd; 5] = self.gap(path, radius);
        let time = newton(&c, closing.at);
        let offset: [Dd; 3] = difference(path.p, self.centre);
        let (v, a) = (vector::<Dd>(path.v), vector::<Dd>(path.a));
        let place = |k: usize| offset[k] + (v[k] + (a[k] * time).scaled(0.5)) * time;
        let mut arm = [place(0), place(1), place(2)];
        match self.axis {
            Axis::Point => {}
            Axis::Upright => arm[2] = Dd::ZERO,
            Axis::LineTo(end) => {
                let e: [Dd; 3] = difference(end, self.centre);
                let along = dot(arm, e) / dot(e, e);
                arm = core::array::from_fn(|k| arm[k] - e[k] * along);
            }
        }
        Meeting { time: time.get(), normal: self.normal(DVec3::from(arm.map(Dd::get)), path, time.get()) }
    }

    /// Unit vector from the surface to the ball. Coincident centres: against the motion; without motion, upwards or
    /// along x, so that the case is defined.
    fn normal(&self, arm: DVec3, path: &Path, time: f64) -> DVec3 {
        let arm = if self.hollow { -arm } else { arm };
        arm.try_normalize().unwrap_or_else(|| {
            let back = -self.arm(self.centre + path.velocity_at(time));
            back.try_normalize().unwrap_or(self.any_normal())
        })
    }

    /// Some direction across the axis.
    pub(crate) fn any_normal(&self) -> DVec3 {
        match self.axis {
            Axis::Point => DVec3::Z,
            Axis::Upright => DVec3::X,
            Axis::LineTo(end) => (end - self.centre).any_orthogonal_vector().normalize(),
        }
    }
}

/// A circle of `radius` lying flat around `centre`: the rim of a disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    pub(crate) centre: DVec3,
    pub(crate) radius: f64,
}

impl Ring {
    /// With `ρ` the distance from the axis and `z` the height: the product of the gaps to the near and the far side of
    /// the circle, `(ρ² + z² + R² - r²)² - 4 R² ρ²`. The second is positive where a ball meets the rim from outside.
    fn gap<T: Real>(&self, path: &Path, radius: f64) -> [T; 9] {
        let w0: [T; 3] = difference(path.p, self.centre);
        let (w1, w2) = (vector::<T>(path.v), vector::<T>(path.a).map(|x| x.scaled(0.5)));
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
        let rho: [T; 5] = core::array::from_fn(|k| x[k] + y[k]);
        let mut sum: [T; 5] = core::array::from_fn(|k| rho[k] + z[k]);
        let big = T::new(self.radius) * T::new(self.radius);
        sum[0] = sum[0] + big - T::new(radius) * T::new(radius);
        let mut c = [T::ZERO; 9];
        for (i, &p) in sum.iter().enumerate() {
            for (j, &q) in sum.iter().enumerate() {
                c[i + j] = c[i + j] + p * q;
            }
        }
        for (k, &p) in rho.iter().enumerate() {
            c[k] = c[k] - (big * p).scaled(4.0);
        }
        c
    }

    /// Vector from the nearest point of the rim to a place, and that point's direction from the axis.
    pub(crate) fn arm(&self, p: DVec3) -> (DVec3, DVec3) {
        let offset = p - self.centre;
        let outward = DVec3::new(offset.x, offset.y, 0.0).try_normalize().unwrap_or(DVec3::X);
        (offset - outward * self.radius, outward)
    }

    /// The first moment in the window at which the ball meets the rim from outside.
    pub(crate) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        // Too far away all the time?
        let reach = self.radius + radius;
        let scale = Scale::new(path.p - self.centre, path, window, reach);
        let around = Round { centre: self.centre, axis: Axis::Point, radius: self.radius, hollow: false, thin: false };
        let c: [f64; 5] = around.gap(path, radius);
        if poly::quartic_is_above(c, window.from, window.to, scale.trust(2, 1.0).noise) {
            return None;
        }
        // Sixteen: each coefficient of the product gathers up to five products of sums.
        let found = closings(self.gap(path, radius), || self.gap(path, radius), window, scale.trust(4, 16.0));
        found.as_slice().iter().find_map(|closing| {
            let time = if closing.crossing { newton(&self.gap(path, radius), closing.at).get() } else { closing.at };
            let centre = path.at(time);
            let (arm, outward) = self.arm(centre);
            // A ball over the face meets that before it meets the rim; but one that is shut over it is no affair of the rim.
            let outside = (centre - self.centre).dot(outward) >= self.radius;
            (closing.crossing || outside).then(|| Meeting { time, normal: arm.try_normalize().unwrap_or(outward) })
        })
    }
}

/// Two Newton steps in double-double from a root known to `f64`: all digits of an `f64` and more. A step that is not
/// small is not taken; the search has bracketed the root already.
fn newton<const N: usize>(c: &[Dd; N], start: f64) -> Dd {
    let mut x = Dd::new(start);
    for _ in 0..2 {
        let (value, slope) = poly::value_and_slope(c, x);
        let step = value / slope;
        if step.get().abs() > 1e-9 * start.abs() || !step.get().is_finite() {
            break;
        }
        x = x - step;
    }
    x
}
