//! An upright wall over a segment: the face only. Its ends are [`Corner`](super::Corner)s of their own, so that walls can
//! share them; [`World::add_segment`](crate::World::add_segment) puts up both.

use super::{Sides, Touch, checked_extent, first_lost, meeting_with_face, touch_of_face};
use crate::broad::Aabb;
use crate::error::{Error, flat_in_range};
use crate::gap::{Facing, Level, Meeting, Sheet, Window};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::{DVec2, DVec3};

/// An upright wall. Walking from `a` to `b`, its front is on the left.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "LineSeg")]
pub struct Wall {
    pub(super) a: DVec2,
    pub(super) b: DVec2,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) sides: Sides,
    /// It has neither a foot nor a top.
    pub(super) endless: bool,
    /// Unit, to the left of a to b.
    pub(super) normal: DVec2,
    /// Unit, from a to b.
    pub(super) along: DVec2,
    pub(super) length: f64,
}

impl Wall {
    /// A wall over the segment from `a` to `b`, unbounded upwards and downwards, solid from both sides.
    ///
    /// # Errors
    /// When a number is not finite, or the segment has no length (use a [`Corner`](super::Corner)).
    pub fn new(a: DVec2, b: DVec2) -> Result<Self, Error> {
        flat_in_range("first point of a wall", a, MOST_LENGTH)?;
        flat_in_range("second point of a wall", b, MOST_LENGTH)?;
        let length = (b - a).length();
        let Some(along) = (b - a).try_normalize() else {
            return Err(Error::degenerate("a wall", "has no length; use a corner"));
        };
        let normal = DVec2::new(-along.y, along.x);
        Ok(Self {
            a,
            b,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            sides: Sides::Both,
            endless: true,
            normal,
            along,
            length,
        })
    }

    /// The same wall, standing from `low` to `high`.
    ///
    /// # Errors
    /// When `low` is not below `high`.
    pub fn with_height(mut self, low: f64, high: f64) -> Result<Self, Error> {
        (self.low, self.high) = checked_extent(low, high)?;
        self.endless = self.low == f64::NEG_INFINITY && self.high == f64::INFINITY;
        Ok(self)
    }

    /// The same wall, solid from these sides.
    #[must_use]
    pub fn with_sides(mut self, sides: Sides) -> Self {
        self.sides = sides;
        self
    }

    /// m: its first point.
    pub fn a(&self) -> DVec2 {
        self.a
    }

    /// m: its second point.
    pub fn b(&self) -> DVec2 {
        self.b
    }

    /// m: from where to where it stands.
    pub fn height(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// From which sides it is solid.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    pub(super) fn bounds(&self) -> Aabb {
        Aabb { min: self.a.min(self.b).extend(self.low), max: self.a.max(self.b).extend(self.high) }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        if self.faces(p) { touch_of_face(self.sheet(), self.sides, p) } else { None }
    }

    #[inline]
    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        let level = Level { origin: self.a.extend(0.0), normal: self.normal.extend(0.0), thin: true };
        let way = (path, radius, window);
        meeting_with_face(level, || self.sheet(), self.sides, way, |p| self.faces(p), |_| true)
    }

    #[inline(always)]
    pub(super) fn runs_off(&self, path: &Path, window: Window) -> Option<f64> {
        let axis = self.along.extend(0.0);
        let (speed, half) = (axis.dot(path.v), 0.5 * axis.dot(path.a));
        let start = axis.dot(path.p - self.a.extend(0.0));
        let ends = [[start, speed, half], [self.length - start, -speed, -half]];
        let floor = [path.p.z - self.low, path.v.z, 0.5 * path.a.z];
        let top = [self.high - path.p.z, -path.v.z, -0.5 * path.a.z];
        first_lost(ends.into_iter().chain([floor, top]).filter(|c| c[0].is_finite()), window)
    }

    /// Is a ball with this centre opposite the face, not past an end?
    fn faces(&self, p: DVec3) -> bool {
        let along = self.along.dot(p.truncate() - self.a);
        along >= 0.0 && along <= self.length && p.z >= self.low && p.z <= self.high
    }

    fn sheet(&self) -> Sheet {
        let facing = Facing::LeftOf(self.a, self.b);
        Sheet { origin: self.a.extend(0.0), normal: self.normal.extend(0.0), facing, flipped: false, thin: true }
    }
}
