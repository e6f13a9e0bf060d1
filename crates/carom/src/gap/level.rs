//! The quick answer about the gap to a plane, from one side or from both at once. A height along a parabola is a quadratic: where
//! its signs and its root are beyond the roundings, nothing else is asked.

use super::{Meeting, Window};
use crate::math::Real;
use crate::path::Path;
use crate::shape::Sides;
use crate::tolerance::{GAP_ROUNDINGS, IMPACT_TIME};
use glam::DVec3;

/// A plane, without what only the careful search asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    pub(crate) origin: DVec3,
    /// Unit, to the front.
    pub(crate) normal: DVec3,
    /// See [`Sheet`](super::Sheet).
    pub(crate) thin: bool,
}

/// Rounding could decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unsure;

const ROUNDING: f64 = GAP_ROUNDINGS * f64::ROUNDING;

/// A gap over time, and how far it can be trusted.
#[derive(Clone, Copy, Debug)]
struct Gap {
    c: [f64; 3],
    /// Rounding at the start of the path.
    start: f64,
    /// Rounding of the slope.
    slope: f64,
    /// m²: the square of the distance at the start of the path.
    distance: f64,
    /// m²/s² and m²/s⁴: the squares of speed and acceleration.
    motion: [f64; 2],
    /// s²: the square of the time that the path takes up to the window's end, from below.
    least: f64,
}

impl Level {
    /// The first moment in the window at which the gap on one of these sides is shut and closing and `accept` takes the place.
    #[inline(always)]
    pub(crate) fn meets(
        &self,
        sides: Sides,
        path: &Path,
        radius: f64,
        window: Window,
        accept: impl Fn(DVec3) -> bool,
    ) -> Result<Option<Meeting>, Unsure> {
        let offset = path.p - self.origin;
        let (height, speed) = (self.normal.dot(offset), self.normal.dot(path.v));
        let n = self.normal.abs();
        // Bounds on rounding, part by part: a part that is nothing has none, so a ball that rolls along a level floor is known
        // not to fall.
        if path.a == DVec3::ZERO {
            let slope = ROUNDING * n.dot(path.v.abs());
            let start = ROUNDING * (n.dot(offset.abs()) + radius);
            let way = (path, radius, window);
            return self.straight(sides, way, [height, speed, slope, start], offset.length_squared(), accept);
        }
        let Window { from, to } = window;
        let half = 0.5 * self.normal.dot(path.a);
        let fastest = path.v.abs() + path.a.abs() * to;
        let slope = ROUNDING * n.dot(fastest);
        // Where it never comes nearer on a side, there is nothing to find. The usual answer.
        let (first, last) = (speed + 2.0 * half * from, speed + 2.0 * half * to);
        let falls = !(first >= slope && last >= slope);
        let rises = sides == Sides::Both && !(first <= -slope && last <= -slope);
        if !falls && !rises {
            return Ok(None);
        }
        let start = ROUNDING * (n.dot(offset.abs()) + radius);
        let (distance, motion) = (offset.length_squared(), [path.v.length_squared(), path.a.length_squared()]);
        let size = distance + fastest.length_squared() * to * to;
        let swift = 2.0 * (motion[0] + motion[1] * to * to);
        let gap = Gap { c: [height - radius, speed, half], start, slope, distance, motion, least: size / swift };
        let mut window = window;
        let mut found = None;
        if falls
            && let Some(time) = gap.falls(radius, window, self.thin)?
            && accept(path.at(time))
        {
            window.to = time;
            found = Some(Meeting { time, normal: self.normal });
        }
        if rises {
            let gap = Gap { c: [-height - radius, -speed, -half], ..gap };
            if let Some(time) = gap.falls(radius, window, self.thin)?
                && accept(path.at(time))
            {
                found = Some(Meeting { time, normal: -self.normal });
            }
        }
        Ok(found)
    }

    /// Without a bend a ball comes nearer on one side only.
    #[inline(always)]
    fn straight(
        &self,
        sides: Sides,
        (path, radius, window): (&Path, f64, Window),
        [height, speed, slope, start]: [f64; 4],
        distance: f64,
        accept: impl Fn(DVec3) -> bool,
    ) -> Result<Option<Meeting>, Unsure> {
        let Window { from, to } = window;
        let is_front = speed < 0.0;
        let (closing, height) = (speed.abs(), if is_front { height } else { -height });
        let gap = height - radius;
        let noise = start + slope * to;
        let (first, last) = (gap - closing * from, gap - closing * to);
        // Still open at the end; or behind a thin sheet all along; or not solid on that side; or without any motion towards it. All
        // asked before the one branch that nobody can foresee.
        let misses = (last > 2.0 * noise)
            | (self.thin & (first + radius < -noise))
            | (!is_front & (sides == Sides::Front))
            | (closing == 0.0);
        if (closing >= slope) & misses {
            return Ok(None);
        }
        let (swift, time) = (path.v.length_squared(), gap / closing);
        // The error is promised as a part of the time that the path takes up to the impact, not to the window's end.
        let (sharp, rounding) = (closing * closing * (IMPACT_TIME * IMPACT_TIME), start + slope * time);
        let is_steep = sharp * (distance + swift * time * time) >= rounding * rounding * swift;
        let is_plain = (closing > slope) & (first > noise) & is_steep & (time >= from) & (time <= to);
        if !is_plain {
            return Err(Unsure);
        }
        let normal = if is_front { self.normal } else { -self.normal };
        Ok(accept(path.at(time)).then_some(Meeting { time, normal }))
    }
}

impl Gap {
    /// Where it falls through zero. (A parabola does so only once.)
    #[inline(always)]
    fn falls(&self, radius: f64, window: Window, thin: bool) -> Result<Option<f64>, Unsure> {
        let Window { from, to } = window;
        let [c0, c1, c2] = self.c;
        let noise = self.start + self.slope * to;
        let (first, last) = ((c2 * from + c1) * from + c0, (c2 * to + c1) * to + c0);
        // Behind a thin sheet all along (the other side of every wall that the ball leaves): no affair of this side.
        let depth = radius + noise;
        if thin && first < -depth && last < -depth && (c2 >= 0.0 || 4.0 * c2 * (c0 + depth) > c1 * c1) {
            return Ok(None);
        }
        // Open at both ends and nowhere lower between them.
        if c2 <= 0.0 && first > 2.0 * noise && last > 2.0 * noise {
            return Ok(None);
        }
        // Open, or shut and opening: the ball that has just bounced and falls back.
        let (is_open, opens) = (first > noise, c2 < 0.0 && c1 + 2.0 * c2 * from > self.slope);
        if !(is_open || opens) {
            return Err(Unsure);
        }
        let discriminant = c1 * c1 - 4.0 * c2 * c0;
        if discriminant < 0.0 {
            // The lowest place is open, beyond doubt?
            return if -discriminant > 4.0 * c2 * noise && is_open { Ok(None) } else { Err(Unsure) };
        }
        // At its falling root the slope is minus this; the root that would lose its digits is taken from the other one.
        let steepness = discriminant.sqrt();
        let root = if c1 <= 0.0 { 2.0 * c0 / (steepness - c1) } else { -(c1 + steepness) / (2.0 * c2) };
        // Where it is too flat for the time to be known, ask with more digits. Up to the impact a path may take much less time than
        // up to the window's end, and its error is promised as a part of either.
        // (A window may end before the path's start, by a rounding.)
        let until = root.clamp(0.0, to.max(0.0));
        let noise = self.start + self.slope * until;
        let swift = 2.0 * (self.motion[0] + self.motion[1] * until * until);
        let sharp = discriminant * (IMPACT_TIME * IMPACT_TIME);
        let is_steep = sharp * self.least >= noise * noise;
        let is_steep_there = sharp * (self.distance + swift * until * until) >= noise * noise * swift;
        if !(is_steep & is_steep_there) {
            return Err(Unsure);
        }
        if root >= from && root <= to {
            return Ok(Some(root));
        }
        // Beyond the window's end or not is not for rounding to say.
        let doubt = 2.0 * noise;
        if (root - to) * steepness > doubt || is_open && (from - root) * steepness > doubt {
            Ok(None)
        } else {
            Err(Unsure)
        }
    }
}
