//! When a straight path comes as near to a plane as the ball's radius: the first question about a flat thing that is asked as a
//! whole, with its edges and points. Where the path never comes so near, none of them is met; where it does, its place then says
//! which of them can be.

use super::Window;
use super::quick::Offset;
use crate::math::Real;
use crate::tolerance::{GAP_ROUNDINGS, IMPACT_TIME};

const ROUNDING: f64 = GAP_ROUNDINGS * f64::ROUNDING;
/// A ball that touches a face nearer to its border than this part of the path's size touches the border, too, to the rounding of its
/// moment: the second is later by the square of it, and [`IMPACT_TIME`] is what may be misjudged.
pub(crate) const BORDER: f64 = 4e-6;

/// A straight path seen from a point of a plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slab<V> {
    /// Unit, to the front.
    pub(crate) normal: V,
    /// From the plane's origin to the path's start.
    pub(crate) offset: V,
    pub(crate) velocity: V,
    /// m²/s²: the square of the whole velocity.
    pub(crate) swift: f64,
}

/// How a path comes to a slab.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nearing {
    /// Not within the window.
    Never,
    /// As near as the radius, or nearer already, from `gap / closing` seconds after the path's start on. The quotient is left to those
    /// who need it: which side of a border that place is on can be told without.
    From {
        /// m.
        gap: f64,
        /// m/s.
        closing: f64,
        /// From afar: this is when the plane would be touched.
        touches: bool,
        /// From the front.
        front: bool,
        /// How near to a border in the plane rounding could decide, times `closing`. See [`BORDER`].
        doubt: f64,
    },
    /// Rounding could decide.
    Unsure,
}

impl<V: Offset> Slab<V> {
    /// When the path comes to lie within `radius` of the plane.
    #[inline(always)]
    pub(crate) fn nearing(&self, radius: f64, window: Window) -> Nearing {
        let Window { from, to } = window;
        let (height, speed) = (self.normal.dot(self.offset), self.normal.dot(self.velocity));
        // No part along a unit vector is longer than these.
        let (far, fast) = (self.offset.size() + radius, self.velocity.size());
        let (start, slope) = (ROUNDING * far, ROUNDING * fast);
        let noise = start + slope * to;
        let front = speed < 0.0;
        let (closing, height) = (speed.abs(), if front { height } else { -height });
        let gap = height - radius;
        let (first, last) = (gap - closing * from, gap - closing * to);
        // Not so far within the window, or gone through already. Where the speed is all rounding, so is what it changes.
        if (last > 2.0 * noise) | (first + 2.0 * radius < -2.0 * noise) {
            return Nearing::Never;
        }
        let touches = first > noise;
        let is_within = (first < -noise) & (first + 2.0 * radius > noise);
        if !(touches | is_within) {
            return Nearing::Unsure;
        }
        let gap = if first > noise { gap } else { from * closing };
        let doubt = BORDER * (far * closing + fast * gap) + 2.0 * (fast * start + far * slope);
        Nearing::From { gap, closing, touches, front, doubt }
    }
    /// Is the moment at which it touches the plane known well enough? Only one who needs it has to ask.
    #[inline(always)]
    pub(crate) fn is_steep(&self, radius: f64, gap: f64, closing: f64) -> bool {
        let (start, slope) = (ROUNDING * (self.offset.size() + radius), ROUNDING * self.velocity.size());
        let (sharp, rounding) = (closing * IMPACT_TIME, start * closing + slope * gap);
        let size = self.offset.norm() * (closing * closing) + self.swift * (gap * gap);
        closing > slope && sharp * sharp * size >= rounding * rounding * self.swift
    }
}
