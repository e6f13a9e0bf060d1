//! The quick answer about a round gap, in `f64`: for most pairs of ball and thing a clear miss, for most of the others a clear
//! hit. Whatever rounding could decide is left to the careful search.
//!
//! All is seen across the axis, so a post and a ball that stays on its level are two numbers each, and a straight path leaves a
//! quadratic with its closed form. A path that bends leaves a quartic, see [`bend`](crate::math::bend).

use super::Window;
use crate::math::Real;
use crate::math::bend::{self, Fall};
use crate::tolerance::{GAP_ROUNDINGS, PLAIN};
use core::ops::{Add, Mul};
use glam::{DVec2, DVec3};

/// A path across an axis: `start + velocity t + half t²`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across<V> {
    pub(super) start: V,
    pub(super) velocity: V,
    /// Half the acceleration.
    pub(super) half: V,
    /// The squares of what was left out along the axis. Rounding is a part of what was taken away along a leaning axis, and the
    /// time that a path takes is one of all its speed.
    pub(super) along: Along,
}

/// See [`Across`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Along {
    pub(super) start: f64,
    pub(super) velocity: f64,
    pub(super) half: f64,
}

impl Along {
    /// The square of the speed along the axis until `to`, or at least half of it.
    #[inline(always)]
    fn swift(&self, to: f64) -> f64 {
        self.velocity + 4.0 * self.half * to * to
    }
}

/// How far the centre is to be from the axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// m: where they touch.
    pub(super) touch: f64,
    /// The ball is inside, and comes from a smaller distance.
    pub(super) hollow: bool,
    /// m: a thin strip at this distance; what stays on its other side does not meet it.
    pub(super) strip: Option<f64>,
}

/// The quick answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quick<V> {
    /// Certainly none.
    Miss,
    /// Certainly this one is the first.
    Hit {
        /// Seconds after the path's start.
        time: f64,
        /// From the axis to the centre then.
        arm: V,
        /// Certainly no other follows within the window.
        only: bool,
    },
    /// Rounding could decide.
    Unsure,
}

/// Bound on the roundings of a squared length, as a part of the sum of its terms' squares: four for the square of a sum of up
/// to four terms.
const NOISE: f64 = 4.0 * GAP_ROUNDINGS * f64::ROUNDING;
/// The same for a product of two lengths of three terms each: three for the dot product, one for the offset, doubled twice.
const SLOPE_NOISE: f64 = 16.0 * f64::ROUNDING;

impl<V: Offset> Across<V> {
    /// When the distance from the axis first becomes `reach`, if that is plain.
    #[inline(always)]
    pub(super) fn meets(&self, reach: Reach, window: Window) -> Quick<V> {
        if self.half != V::default() {
            self.on_a_parabola(reach, window)
        } else if reach.hollow {
            self.straight_inside(reach, window)
        } else {
            self.straight(reach, window)
        }
    }

    /// The usual way: towards a round thing, or away from it, or past it.
    #[inline(always)]
    fn straight(&self, reach: Reach, window: Window) -> Quick<V> {
        let Window { from, to } = window;
        let square = reach.touch * reach.touch;
        let (far, towards, speed) = (self.start.norm(), self.start.dot(self.velocity), self.velocity.norm());
        let (size, swift) = (far + square + self.along.start, speed + self.along.swift(to));
        let slope = towards + speed * from;
        // A quarter of the discriminant; minus the square of the least distance, times that of the speed.
        let discriminant = towards * towards - speed * (far - square);
        let scale = size * swift;
        // The distance only grows; or its least is wide of it; or the window ends before. All asked before the one branch that nobody
        // can foresee.
        let leaves = (slope > 0.0) & (slope * slope > SLOPE_NOISE * SLOPE_NOISE * swift * (size + swift * from * from));
        let is_wide = discriminant < -NOISE * scale;
        let ends_before = (towards + speed * to < 0.0)
            & (far - square + (2.0 * towards + speed * to) * to > NOISE * (size + self.along.swift(to) * to * to));
        if leaves | is_wide | ends_before {
            return Quick::Miss;
        }
        // Not at a shallow angle, nor from so far that the arm is too coarse. The size of the path up to the impact is at most
        // twice the root of this.
        let is_plain = PLAIN * PLAIN * discriminant > 4.0 * scale;
        if !is_plain | (slope >= 0.0) {
            return if self.velocity == V::default() { Quick::Miss } else { Quick::Unsure };
        }
        let steepness = discriminant.sqrt();
        let time = (far - square) / (steepness - towards);
        let doubt = NOISE * size;
        // Not for rounding to say: whether it is over already, or comes within the window.
        let (is_ahead, in_time) = ((time - from) * steepness > doubt, (to - time) * steepness > doubt);
        if !is_ahead {
            return self.within_thin(reach, window, far, towards);
        }
        if (time - to) * steepness > doubt {
            return Quick::Miss;
        }
        if !in_time {
            return Quick::Unsure;
        }
        self.polished(reach, window, time, true)
    }

    /// Inside a hollow: out of it there is one way.
    #[inline(always)]
    fn straight_inside(&self, reach: Reach, window: Window) -> Quick<V> {
        let Window { from, to } = window;
        let square = reach.touch * reach.touch;
        let (far, towards, speed) = (self.start.norm(), self.start.dot(self.velocity), self.velocity.norm());
        // A ball outside the strip has to come in first.
        let mut begins_beyond = false;
        if let Some(strip) = reach.strip {
            let strip = strip * strip;
            let noise = NOISE * (far + speed * from * from + strip);
            begins_beyond = far + from * (2.0 * towards + speed * from) - strip > noise;
            if begins_beyond && (towards + speed * from >= 0.0 || (far - strip - noise) * speed > towards * towards) {
                return Quick::Miss;
            }
        }
        let discriminant = towards * towards + speed * (square - far);
        let scale = (far + square) * (speed + self.along.swift(to));
        let is_plain = PLAIN * PLAIN * discriminant > 4.0 * scale;
        if !is_plain {
            return Quick::Unsure;
        }
        let steepness = discriminant.sqrt();
        let time = if towards > 0.0 { (square - far) / (towards + steepness) } else { (steepness - towards) / speed };
        // The path up to there is at most as long as across the hollow, and as far as it began outside.
        let doubt = 4.0 * NOISE * (far + square);
        // Within at the start: between the root at which it came in and this one.
        let enters = -(towards + steepness);
        let is_within = begins_beyond || (from * speed - enters) * steepness > doubt * speed;
        let (is_ahead, in_time) = ((time - from) * steepness > doubt, (to - time) * steepness > doubt);
        if !(is_within && is_ahead) {
            return Quick::Unsure;
        }
        if (time - to) * steepness > doubt {
            return Quick::Miss;
        }
        if !in_time {
            return Quick::Unsure;
        }
        self.polished(reach, window, time, true)
    }

    /// A ball inside a thin round strip that is hit from outside is no affair of it, if it stays there.
    #[inline(always)]
    fn within_thin(&self, reach: Reach, window: Window, far: f64, towards: f64) -> Quick<V> {
        let Some(strip) = reach.strip else { return Quick::Unsure };
        let speed = self.velocity.norm();
        let at = |t: f64| far + t * (2.0 * towards + speed * t);
        let noise = NOISE * (far + speed * window.to * window.to + strip * strip);
        let farthest = at(window.from).max(at(window.to));
        if farthest - strip * strip < -noise { Quick::Miss } else { Quick::Unsure }
    }

    /// A path that bends, seen from where the window begins.
    #[inline]
    fn on_a_parabola(&self, reach: Reach, window: Window) -> Quick<V> {
        let Window { from, to } = window;
        let length = to - from;
        if length < 0.0 {
            return Quick::Miss;
        }
        let (start, velocity) = (self.at(from), self.velocity_at(from));
        let square = reach.touch * reach.touch;
        let (far, towards, speed) = (start.norm(), start.dot(velocity), velocity.norm());
        let (pull, turn, bent) = (start.dot(self.half), velocity.dot(self.half), self.half.norm());
        let c = [far - square, 2.0 * towards, speed + 2.0 * pull, 2.0 * turn, bent];
        let Along { start: far_along, velocity: speed_along, half: bent_along } = self.along;
        // How large the numbers were from which this comes, and are until the window ends.
        let bends = bent + bent_along;
        let fastest = speed + speed_along + 8.0 * bends * to * to;
        let until = far + fastest * length * length + square;
        let mut before = far_along;
        if from != 0.0 {
            before += self.start.norm();
            before += (self.velocity.norm() + speed_along + bends * from * from) * from * from;
        }
        let noise = NOISE * (until + before);
        let slope = 2.0 * NOISE * ((until + before) * fastest).sqrt();
        if let Some(strip) = reach.strip
            && self.beyond_strip(strip, reach.hollow, &c, square, length, noise)
        {
            return Quick::Miss;
        }
        let c = if reach.hollow { c.map(|x| -x) } else { c };
        match bend::first_fall(&c, length, noise, slope) {
            Fall::Nowhere => Quick::Miss,
            Fall::Near(after, only) => {
                let time = from + after;
                // The arm is known to some roundings of the size until the impact. That must neither turn the normal, as for a
                // straight path, nor shift the moment by more than a part of the time that the path takes, from its start to the
                // impact or to the window's end.
                let velocity = self.velocity_at(time);
                let (closing, until) = (self.at(time).dot(velocity), velocity.norm().max(speed) + speed_along);
                let size = 4.0 * (far + square + before + until * after * after);
                let closing = PLAIN * PLAIN * closing * closing;
                let (begins, swift) = (self.start.norm() + square, self.velocity.norm() + speed_along);
                let is_sharp = |t: f64| {
                    let swift = 2.0 * (swift + 4.0 * bends * t * t);
                    closing * (t * t * swift + begins) > 16.0 * size * square * swift
                };
                let is_plain = (closing > size * until) & is_sharp(time) & is_sharp(to);
                if !is_plain {
                    return Quick::Unsure;
                }
                self.polished(reach, window, time, only)
            }
            Fall::Unsure => Quick::Unsure,
        }
    }

    /// On a strip's other side all along?
    #[inline]
    fn beyond_strip(&self, strip: f64, hollow: bool, c: &[f64; 5], touch: f64, length: f64, noise: f64) -> bool {
        let mut gap = *c;
        gap[0] = c[0] + touch - strip * strip;
        if hollow {
            gap[0] > noise && bend::stays_open(&gap, length, noise)
        } else {
            gap[0] < -noise && bend::stays_open(&gap.map(|x| -x), length, noise)
        }
    }

    /// The root is made good by a Newton step with the arm itself, whose rounding is that of the offset.
    #[inline(always)]
    fn polished(&self, reach: Reach, window: Window, rough: f64, only: bool) -> Quick<V> {
        let arm = self.at(rough);
        let step = 0.5 * (arm.norm() - reach.touch * reach.touch) / arm.dot(self.velocity_at(rough));
        let time = (rough - step).max(window.from).min(window.to);
        Quick::Hit { time, arm: self.at(time), only }
    }

    #[inline(always)]
    fn at(&self, time: f64) -> V {
        self.start + (self.velocity + self.half * time) * time
    }

    #[inline(always)]
    fn velocity_at(&self, time: f64) -> V {
        self.velocity + self.half * (2.0 * time)
    }
}

/// A vector across an axis: with two numbers, or with three.
pub(crate) trait Offset: Copy + Default + PartialEq + Add<Output = Self> + Mul<f64, Output = Self> {
    /// The scalar product.
    fn dot(self, other: Self) -> f64;

    /// A length that is no less than its own: the sum of its numbers without their signs.
    fn size(self) -> f64;

    /// The square of the length.
    #[inline(always)]
    fn norm(self) -> f64 {
        self.dot(self)
    }
}

impl Offset for DVec2 {
    #[inline(always)]
    fn size(self) -> f64 {
        self.x.abs() + self.y.abs()
    }

    #[inline(always)]
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

impl Offset for DVec3 {
    #[inline(always)]
    fn size(self) -> f64 {
        self.x.abs() + self.y.abs() + self.z.abs()
    }

    #[inline(always)]
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
}
