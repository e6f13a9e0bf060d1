//! The three kinds of gap that shapes are made of, along a parabola, in any precision.
//!
//! * [`Sheet`]: to a plane: `n·Δ(t) - r`, degree two.
//! * [`Round`]: to a point, an upright line or any line, with a radius: `|Δ(t)|² - (R + r)²`, degree four.
//! * [`Ring`]: to a circle lying flat, which is no polynomial.
//!
//! A gap is positive when open. Each kind states itself once, for any [`Real`]; [`poly::closings`] is the rule
//! that finds the moments. First in `f64`; where that cannot decide, the same lines again in double-double, and where
//! even that cannot (an exact touch, a triple root) in quad-double.

mod level;
mod quick;
mod ring;
mod slab;
#[cfg(test)]
mod tests;

pub(crate) use level::{Level, Unsure};
pub(crate) use ring::Ring;
pub(crate) use slab::{BORDER, Nearing, Slab};

use quick::{Across, Along, Quick, Reach};

use crate::math::hull::{self, Fall};
use crate::math::poly::{self, Closing, Few, Trust};
use crate::math::{Dd, Qd, Real, cross, dot, root};
use crate::path::Path;
use crate::shape::Sides;
use crate::tolerance::{GAP_ROUNDINGS, IMPACT_TIME, PLAIN, SEAM};
use glam::{DVec2, DVec3};

/// How far beside a piece of a line a ball may be for it to count as beside it, as a part of the size of all numbers: thousands of
/// roundings.
const BESIDE: f64 = 1e-12;

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
    /// m: how far past a border within a solid the place may be taken to be.
    pub(crate) seam: f64,
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

    /// m: how far a place on the path near `at` may be misjudged.
    fn seam(&self, at: DVec3) -> f64 {
        SEAM * (self.size + at.length())
    }

    /// The error in a moment that may be tolerated.
    fn time(&self) -> f64 {
        if self.speed > 0.0 { IMPACT_TIME * self.size / self.speed } else { f64::INFINITY }
    }

    /// Trust in a polynomial of squares of `size`, times `factor`.
    fn trust(&self, factor: f64) -> Trust {
        let rounding = GAP_ROUNDINGS * f64::ROUNDING * factor * self.size;
        Trust { noise: rounding * self.size, slope: 2.0 * rounding * self.speed, time: self.time(), last: false }
    }
}

/// The moments found by the rule.
struct Found {
    closings: Few<Closing<Dd>>,
    /// Newton steps in double-double that the times still need.
    steps: usize,
}

impl Found {
    /// The rule, in `f64`, and where that is unsure in higher precisions, whose roundings are `worse` times larger than
    /// the numbers alone would say.
    fn new<const N: usize>(
        c: [f64; N],
        double: impl FnOnce() -> [Dd; N],
        quadruple: impl FnOnce() -> [Qd; N],
        window: Window,
        trust: Trust,
        worse: f64,
    ) -> Self {
        let Window { from, to } = window;
        if let Ok(found) = poly::closings(&c, from, to, trust) {
            let closings = found.map(|c| Closing { at: Dd::new(c.at), crossing: c.crossing });
            return Self { closings, steps: 2 };
        }
        if let Ok(closings) =
            poly::closings(&double(), Dd::new(from), Dd::new(to), trust.at_rounding(Dd::ROUNDING * worse))
        {
            return Self { closings, steps: 1 };
        }
        let trust = trust.at_rounding(Qd::ROUNDING * worse).last();
        let found = poly::closings(&quadruple(), Qd::new(from), Qd::new(to), trust);
        // As the last resort nothing is unsure; were it so, an empty answer would be the defined one.
        let fine = |c: Closing<Qd>| Closing { at: c.at.to_dd(), crossing: c.crossing };
        Self { closings: found.map_or(Few::none(), |found| found.map(fine)), steps: 0 }
    }
}

fn vector<T: Real>(v: DVec3) -> [T; 3] {
    v.to_array().map(T::new)
}

fn difference<T: Real>(a: DVec3, b: DVec3) -> [T; 3] {
    [T::difference(a.x, b.x), T::difference(a.y, b.y), T::difference(a.z, b.z)]
}

/// Where a path is at a time, seen from `origin`.
fn offset_at<T: Real>(path: &Path, origin: DVec3, time: T) -> [T; 3] {
    let (start, v, a): ([T; 3], [T; 3], [T; 3]) = (difference(path.p, origin), vector(path.v), vector(path.a));
    core::array::from_fn(|k| start[k] + (v[k] + (a[k] * time).scaled(0.5)) * time)
}

/// What defines the direction of a plane, so that it can be had with any number of digits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Facing {
    /// The stored normal, whose length differs from one by a rounding.
    Stored,
    /// To the left, walking from one point to the other.
    LeftOf(DVec2, DVec2),
    /// To whoever sees these three counter-clockwise.
    Across([DVec3; 3]),
}

/// A plane through `origin`; the gap is on the side of `normal`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    pub(crate) origin: DVec3,
    /// Unit, as near as `f64` can.
    pub(crate) normal: DVec3,
    pub(crate) facing: Facing,
    /// Seen from behind: `normal` is against `facing`.
    pub(crate) flipped: bool,
    /// A thin sheet can be passed round: a ball whose centre is behind it does not overlap it. A half-space cannot.
    pub(crate) thin: bool,
}

impl Sheet {
    /// Seen from the other side.
    pub(crate) fn flipped(self) -> Self {
        Self { normal: -self.normal, flipped: !self.flipped, ..self }
    }

    /// Height of a place above the plane.
    #[inline]
    pub(crate) fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p - self.origin)
    }

    /// The unit normal with all the digits there are.
    fn true_normal<T: Real>(&self) -> [T; 3] {
        let long: [T; 3] = match self.facing {
            Facing::Stored if self.is_along_an_axis() => return vector(self.normal),
            Facing::Stored => return unit(vector(self.normal)),
            Facing::LeftOf(a, b) => [T::difference(a.y, b.y), T::difference(b.x, a.x), T::ZERO],
            Facing::Across([a, b, c]) => cross(difference(b, a), difference(c, a)),
        };
        unit(if self.flipped { long.map(|x| -x) } else { long })
    }

    /// Is it a floor, or a wall along an axis of the world?
    fn is_along_an_axis(&self) -> bool {
        matches!(self.facing, Facing::Stored)
            && matches!(self.normal.abs().to_array(), [1.0, 0.0, 0.0] | [0.0, 1.0, 0.0] | [0.0, 0.0, 1.0])
    }

    /// The rule for a ball that touches a floor, or a wall along an axis, to the last digit as the window begins: the gap is `t (c1 +
    /// c2 t)`, and both numbers are exact. A ball on a floor is the usual case for which `f64` is not enough.
    fn touching(&self, [_, c1, c2]: [f64; 3], path: &Path, radius: f64, window: Window) -> Option<Found> {
        if window.from != 0.0 || !self.is_along_an_axis() {
            return None;
        }
        let height: Dd = dot(vector(self.normal), difference(path.p, self.origin));
        if height - Dd::new(radius) != Dd::ZERO {
            return None;
        }
        let mut closings = Few::none();
        if c1 < 0.0 || c1 == 0.0 && c2 < 0.0 {
            closings.push(Closing { at: Dd::ZERO, crossing: false });
        } else if c1 > 0.0 && c2 < 0.0 && -c1 / c2 <= window.to {
            closings.push(Closing { at: Dd::new(-c1 / c2), crossing: true });
        }
        Some(Found { closings, steps: 0 })
    }

    /// How many times more than its parts the true normal is rounded: much for a sliver of a triangle.
    fn worse(&self) -> f64 {
        let Facing::Across([a, b, c]) = self.facing else { return 1.0 };
        let (u, w) = (b - a, c - a);
        (u.length() * w.length() / u.cross(w).length()).min(1e30)
    }

    fn gap<T: Real>(&self, normal: [T; 3], path: &Path, radius: f64) -> [T; 3] {
        let along = |w: [T; 3]| dot(normal, w);
        [
            along(difference(path.p, self.origin)) - T::new(radius),
            along(vector(path.v)),
            along(vector(path.a)).scaled(0.5),
        ]
    }

    /// The first moment in the window at which the gap is shut and closing and `accept` takes the place.
    #[inline]
    pub(crate) fn meets(
        &self,
        path: &Path,
        radius: f64,
        window: Window,
        accept: impl Fn(DVec3) -> bool,
    ) -> Option<Meeting> {
        let level = Level { origin: self.origin, normal: self.normal, thin: self.thin };
        match level.meets(Sides::Front, path, radius, window, &accept) {
            Ok(found) => found,
            Err(_) => self.meets_carefully(path, radius, window, accept, |_| true),
        }
    }

    /// The same without the quick answer: with as many digits as it takes. `may` is asked before the search that needs many digits, with how far a place may be misjudged (m): if it says
    /// that `accept` takes no place on the whole path, there is nothing to search for. A ball that rolls over a mesh touches
    /// the planes of all level triangles around it, to the last digit, and lies on one of them.
    #[cold]
    #[inline(never)]
    pub(crate) fn meets_carefully(
        &self,
        path: &Path,
        radius: f64,
        window: Window,
        accept: impl Fn(DVec3) -> bool,
        may: impl Fn(f64) -> bool,
    ) -> Option<Meeting> {
        if window.to < window.from {
            return None;
        }
        let c = self.gap(self.normal.to_array(), path, radius);
        // Bounds on rounding, part by part: a part that is nothing has none, so a ball that rolls along a level floor
        // is known not to fall.
        let n = self.normal.abs();
        let rounding = GAP_ROUNDINGS * f64::ROUNDING;
        let slope = rounding * n.dot(path.v.abs() + path.a.abs() * window.to);
        // Never falling: nothing to find. The usual answer.
        let slope_at = |t: f64| c[1] + 2.0 * c[2] * t;
        if slope_at(window.from) >= slope && slope_at(window.to) >= slope {
            return None;
        }
        let noise = rounding * (n.dot((path.p - self.origin).abs()) + radius) + slope * window.to;
        // Behind a thin sheet all along (the other side of every wall that the ball leaves): no affair of this side.
        if self.thin && highest(c, window) + radius < -noise {
            return None;
        }
        // Open at both ends and nowhere lower between them.
        if c[2] <= 0.0 && poly::value(&c, window.from).min(poly::value(&c, window.to)) > 2.0 * noise {
            return None;
        }
        let scale = Scale::new(path.p - self.origin, path, window, radius);
        let trust = Trust { noise, slope, time: scale.time(), last: false };
        if let Some(plain) = plain_fall(c, window, trust) {
            // The usual impact. A parabola falls through zero only once, so a place that is not taken ends the matter.
            let time = plain?;
            return accept(path.at(time)).then_some(Meeting { time, normal: self.normal });
        }
        if !may(scale.seam(path.p)) {
            return None;
        }
        let (double, quadruple) =
            (|| self.gap(self.true_normal(), path, radius), || self.gap(self.true_normal(), path, radius));
        let found = self
            .touching(c, path, radius, window)
            .unwrap_or_else(|| Found::new(c, double, quadruple, window, trust, self.worse()));
        found.closings.as_slice().iter().find_map(|closing| {
            let time = closing.at.get();
            let centre = path.at(time);
            let in_front = closing.crossing || !self.thin || self.height(centre) >= 0.0;
            (in_front && accept(centre)).then_some(Meeting { time, normal: self.normal })
        })
    }
}

/// The highest value of a parabola in a window.
#[inline]
pub(crate) fn highest(c: [f64; 3], window: Window) -> f64 {
    let ends = poly::value(&c, window.from).max(poly::value(&c, window.to));
    let turn = -0.5 * c[1] / c[2];
    if c[2] < 0.0 && turn > window.from && turn < window.to { c[0] + 0.5 * c[1] * turn } else { ends }
}

/// Where a parabola that begins open falls through zero in the window, if `f64` is enough to tell: `Some(None)` if plainly
/// nowhere, `None` if it is not plain.
#[inline]
fn plain_fall(c: [f64; 3], window: Window, trust: Trust) -> Option<Option<f64>> {
    let [c0, c1, c2] = c;
    if poly::value(&c, window.from) <= trust.noise {
        return None;
    }
    let discriminant = c1 * c1 - 4.0 * c2 * c0;
    if discriminant < 0.0 {
        // The lowest place is open, beyond doubt?
        return (-discriminant > 4.0 * c2 * trust.noise).then_some(None);
    }
    // At its falling root the slope is minus this; the root that would lose its digits is taken from the other one.
    let steepness = discriminant.sqrt();
    if trust.noise > steepness * trust.time {
        return None;
    }
    let root = if c1 <= 0.0 { 2.0 * c0 / (steepness - c1) } else { -(c1 + steepness) / (2.0 * c2) };
    if root >= window.from && root <= window.to {
        return Some(Some(root));
    }
    // Beyond the window's end or not is not for rounding to say.
    (root > window.to + trust.time || root < window.from - trust.time).then_some(None)
}

fn unit<T: Real>(v: [T; 3]) -> [T; 3] {
    let length = dot(v, v).sqrt();
    v.map(|x| x / length)
}

/// The unit vector across three points, from a cross product in double-double: that of a sliver loses many digits.
pub(crate) fn normal_across(corners: [DVec3; 3]) -> Option<DVec3> {
    let [a, b, c] = corners;
    let normal: [Dd; 3] = cross(difference(b, a), difference(c, a));
    DVec3::from(normal.map(Dd::get)).try_normalize()
}

/// What a round thing is round about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Axis {
    /// A point.
    Point,
    /// The upright line through the centre.
    Upright,
    /// The line from the centre through this other point, and its direction.
    LineTo(DVec3, DVec3),
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
            Axis::LineTo(end, _) => cross(w, difference(end, self.centre)),
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
        if let Axis::LineTo(end, _) = self.axis {
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
        self.arm_to(p - self.centre)
    }

    fn arm_to(&self, offset: DVec3) -> DVec3 {
        match self.axis {
            Axis::Point => offset,
            Axis::Upright => DVec3::new(offset.x, offset.y, 0.0),
            Axis::LineTo(end, _) => {
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
        match self.meets_plainly(path, radius, window, &accept) {
            Ok(found) => found,
            Err(_) => self.meets_carefully(path, radius, window, accept),
        }
    }

    /// The same where that is plain in `f64`.
    #[inline(always)]
    pub(crate) fn meets_plainly(
        &self,
        path: &Path,
        radius: f64,
        window: Window,
        accept: impl Fn(Candidate) -> bool,
    ) -> Result<Option<Meeting>, Unsure> {
        if self.hollow && radius >= self.radius {
            return Ok(None); // A ball too large for the hollow touches only its ends.
        }
        match self.axis {
            Axis::Point => {
                let (start, half) = (path.p - self.centre, path.a * 0.5);
                let across = Across { start, velocity: path.v, half, along: Along::default() };
                self.finish(across.meets(self.reach(radius), window), path, radius, window, accept, |arm| arm)
            }
            Axis::Upright => {
                let (start, half) = (path.p.truncate() - self.centre.truncate(), path.a.truncate() * 0.5);
                let (up, bend) = (path.v.z, 0.5 * path.a.z);
                let along = Along { start: 0.0, velocity: up * up, half: bend * bend };
                let across = Across { start, velocity: path.v.truncate(), half, along };
                self.finish(across.meets(self.reach(radius), window), path, radius, window, accept, |arm| {
                    arm.extend(0.0)
                })
            }
            Axis::LineTo(_, axis) => {
                let across = |w: DVec3| {
                    let along = axis.dot(w);
                    (w - axis * along, along * along)
                };
                let (start, velocity, half) = (across(path.p - self.centre), across(path.v), across(path.a * 0.5));
                let along = Along { start: start.1, velocity: velocity.1, half: half.1 };
                let across = Across { start: start.0, velocity: velocity.0, half: half.0, along };
                self.finish(across.meets(self.reach(radius), window), path, radius, window, accept, |arm| arm)
            }
        }
    }

    #[inline(always)]
    fn reach(&self, radius: f64) -> Reach {
        let touch = if self.hollow { self.radius - radius } else { self.radius + radius };
        Reach { touch, hollow: self.hollow, strip: self.thin.then_some(self.radius) }
    }

    /// What the quick answer comes to.
    #[inline(always)]
    fn finish<V>(
        &self,
        quick: Quick<V>,
        path: &Path,
        radius: f64,
        window: Window,
        accept: impl Fn(Candidate) -> bool,
        whole: impl Fn(V) -> DVec3,
    ) -> Result<Option<Meeting>, Unsure> {
        if let Quick::Miss = quick {
            return Ok(None);
        }
        if let Quick::Hit { time, arm, only } = quick {
            let seam = || Scale::new(path.p - self.centre, path, window, self.radius + radius).seam(self.centre);
            if accept(Candidate { centre: path.at(time), seam: seam() }) {
                // The arm is as long as the reach but for some roundings: one step of Newton's method makes it a unit vector.
                let part = 1.0 / if self.hollow { radius - self.radius } else { self.radius + radius };
                let normal = whole(arm) * part;
                return Ok(Some(Meeting { time, normal: normal * (1.5 - 0.5 * normal.length_squared()) }));
            }
            if only {
                return Ok(None);
            }
        }
        Err(Unsure)
    }

    /// The same without the quick answer: with as many digits as it takes.
    #[cold]
    #[inline(never)]
    pub(crate) fn meets_carefully(
        self,
        path: &Path,
        radius: f64,
        window: Window,
        accept: impl Fn(Candidate) -> bool,
    ) -> Option<Meeting> {
        if self.hollow && radius >= self.radius || window.to < window.from {
            return None;
        }
        let c: [f64; 5] = self.gap(path, radius);
        let scale = Scale::new(path.p - self.centre, path, window, self.radius + radius);
        let trust = self.trust(&scale);
        match hull::first_fall(c, window.from, window.to, trust.noise) {
            Fall::Nowhere => return None,
            Fall::Between(from, to) => {
                // The usual impact.
                if let Some(meeting) = self.plain_crossing(&c, path, radius, Window { from, to }, &scale)
                    && accept(Candidate { centre: path.at(meeting.time), seam: scale.seam(self.centre) })
                {
                    return Some(meeting);
                }
            }
            Fall::Unsure => {
                // A ball that rolls under a line as high as itself touches it in passing, to the last digit; the edge on that
                // line is seldom there.
                if self.beside(path, window).is_none_or(|beside| {
                    matches!(hull::first_fall(c, beside.from, beside.to, trust.noise), Fall::Nowhere)
                }) {
                    return None;
                }
            }
        }
        self.meets_to_the_last_digit(path, radius, window, &scale, trust, accept)
    }

    fn trust(&self, scale: &Scale) -> Trust {
        let square = if let Axis::LineTo(end, _) = self.axis { (end - self.centre).length_squared() } else { 1.0 };
        scale.trust(square)
    }

    /// The same by the rule alone.
    fn meets_to_the_last_digit(
        &self,
        path: &Path,
        radius: f64,
        window: Window,
        scale: &Scale,
        trust: Trust,
        accept: impl Fn(Candidate) -> bool,
    ) -> Option<Meeting> {
        let c: [f64; 5] = self.gap(path, radius);
        let found = Found::new(c, || self.gap(path, radius), || self.gap(path, radius), window, trust, 1.0);
        found.closings.as_slice().iter().find_map(|closing| {
            let centre = path.at(closing.at.get());
            if !closing.crossing && self.thin {
                let distance = self.arm_to(DVec3::from(offset_at(path, self.centre, closing.at.get()))).length();
                if (distance < self.radius) != self.hollow {
                    return None;
                }
            }
            accept(Candidate { centre, seam: scale.seam(self.centre) }).then(|| {
                let steps = if closing.crossing { found.steps } else { 0 };
                self.refined(path, radius, closing.at, steps, scale)
            })
        })
    }

    /// The part of a window in which the ball is beside the piece of its axis from the centre to the end, or may be so but for
    /// rounding. All of it if the axis is no line to an end.
    fn beside(&self, path: &Path, window: Window) -> Option<Window> {
        let Axis::LineTo(end, along) = self.axis else { return Some(window) };
        if window.from >= window.to {
            return Some(window);
        }
        let c = [along.dot(path.p - self.centre), along.dot(path.v), 0.5 * along.dot(path.a)];
        let (length, from, to) = ((end - self.centre).length(), window.from, window.to);
        let margin = BESIDE * Scale::new(path.p - self.centre, path, window, length).size;
        let is_beside = |at: f64| at >= -margin && at <= length + margin;
        // It comes and goes where its place along the axis is that of an end. Between two such moments it is beside all the time
        // or not at all.
        let mut moments = Few::none();
        moments.push(from);
        for border in [-margin, length + margin] {
            let crosses = poly::quadratic_roots([c[0] - border, c[1], c[2]]);
            crosses.as_slice().iter().filter(|&&t| t > from && t < to).for_each(|&t| moments.push(t));
        }
        moments.push(to);
        moments.sort_apart(0.0);
        let mut found: Option<Window> = None;
        for pair in moments.as_slice().windows(2) {
            if is_beside(poly::value(&c, 0.5 * (pair[0] + pair[1]))) {
                found = Some(Window { from: found.map_or(pair[0], |found| found.from), to: pair[1] });
            }
        }
        found
    }

    /// The one crossing in a window that has only one, where `f64` is enough: not at a shallow angle, nor so far from the
    /// path's start that the place is too coarse for the normal. The polynomial's root is made good by a Newton step with
    /// the arm itself, whose rounding is that of the offset, 4e-16 of the size.
    fn plain_crossing(&self, c: &[f64; 5], path: &Path, radius: f64, window: Window, scale: &Scale) -> Option<Meeting> {
        let reach = if self.hollow { self.radius - radius } else { self.radius + radius };
        let rough = root::bracketed(|t| poly::value_and_slope(c, t), window.from, window.to);
        let (arm, velocity) = (self.arm_at(path, rough), path.velocity_at(rough));
        if scale.size * scale.speed * arm.length() > PLAIN * reach * arm.dot(velocity).abs() {
            return None;
        }
        let step = 0.5 * (arm.length_squared() - reach * reach) / arm.dot(velocity);
        let time = (rough - step).clamp(window.from, window.to);
        Some(Meeting { time, normal: self.normal(self.arm_at(path, time), path, time) })
    }

    /// Vector from the axis to the place after `time`. Seen from the centre: far from the world's origin a place has fewer
    /// digits than an offset.
    fn arm_at(&self, path: &Path, time: f64) -> DVec3 {
        self.arm_to(DVec3::from(offset_at(path, self.centre, time)))
    }

    /// The moment and the normal to the last digit. Far from its start a path's `f64` place is too coarse for the
    /// normal of a small post: an error of 1e-13 m turns it by 1e-11. So time and arm in double-double.
    fn refined(&self, path: &Path, radius: f64, at: Dd, steps: usize, scale: &Scale) -> Meeting {
        let reach = if self.hollow { self.radius - radius } else { self.radius + radius };
        if scale.size * scale.size <= 64.0 * reach * reach {
            // Seen from the centre: far from the world's origin a place has fewer digits than an offset.
            let arm = self.arm_to(DVec3::from(offset_at(path, self.centre, at.get())));
            return Meeting { time: at.get(), normal: self.normal(arm, path, at.get()) };
        }
        let mut time = at;
        for _ in 0..steps {
            // Newton's step with the arm itself: near the thing it has more digits than the polynomial's terms.
            let arm = self.exact_arm(offset_at(path, self.centre, time));
            let a: [Dd; 3] = vector(path.a);
            let v: [Dd; 3] = vector(path.v);
            let velocity = core::array::from_fn(|k| v[k] + a[k] * time);
            let reach =
                if self.hollow { Dd::difference(self.radius, radius) } else { Dd::new(self.radius) + Dd::new(radius) };
            let step = (dot(arm, arm) - reach * reach) / dot(arm, velocity).scaled(2.0);
            // The search has bracketed the root already: a step that is not small, or not a number, is not taken.
            if step.get().abs() <= scale.time() {
                time = time - step;
            }
        }
        let arm = self.exact_arm(offset_at(path, self.centre, time));
        Meeting { time: time.get(), normal: self.normal(DVec3::from(arm.map(Dd::get)), path, time.get()) }
    }

    /// Vector from the axis to a place seen from the centre, in double-double.
    fn exact_arm(&self, offset: [Dd; 3]) -> [Dd; 3] {
        match self.axis {
            Axis::Point => offset,
            Axis::Upright => [offset[0], offset[1], Dd::ZERO],
            Axis::LineTo(end, _) => {
                let e: [Dd; 3] = difference(end, self.centre);
                let along = dot(offset, e) / dot(e, e);
                core::array::from_fn(|k| offset[k] - e[k] * along)
            }
        }
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
            Axis::LineTo(end, _) => (end - self.centre).any_orthogonal_vector().normalize(),
        }
    }
}
