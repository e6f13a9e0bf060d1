//! A straight edge in space: where two faces of a mesh meet, the top of a wall. Its ends are [`Point`](super::Point)s.

use super::Touch;
use crate::broad::Aabb;
use crate::error::{Error, vector_in_range};
use crate::gap::{Axis, Meeting, Round, Window};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::DVec3;

/// The segment between two points, without its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "HitLine3D")]
pub struct Edge {
    pub(super) a: DVec3,
    pub(super) b: DVec3,
    /// Unit, from a to b.
    pub(super) along: DVec3,
}

impl Edge {
    /// The edge from `a` to `b`.
    ///
    /// # Errors
    /// When a number is not finite, or the edge has no length (use a [`Point`](super::Point)).
    pub fn new(a: DVec3, b: DVec3) -> Result<Self, Error> {
        vector_in_range("first point of an edge", a, MOST_LENGTH)?;
        vector_in_range("second point of an edge", b, MOST_LENGTH)?;
        let along = (b - a).try_normalize().filter(|_| (b - a).length_squared() >= f64::MIN_POSITIVE);
        let Some(along) = along else {
            return Err(Error::degenerate("an edge", "has no length; use a point"));
        };
        Ok(Self { a, b, along })
    }

    /// m: its first point.
    pub fn a(&self) -> DVec3 {
        self.a
    }

    /// m: its second point.
    pub fn b(&self) -> DVec3 {
        self.b
    }

    pub(super) fn bounds(&self) -> Aabb {
        Aabb { min: self.a.min(self.b), max: self.a.max(self.b) }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        let round = self.round();
        self.faces(p).then(|| Touch::convex(round.arm(p), 0.0, self.along, round.any_normal()))
    }

    #[inline]
    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        self.round().meets(path, radius, window, |at| self.faces(at.centre))
    }

    /// Is a ball with this centre beside the edge, not past an end?
    pub(super) fn faces(&self, p: DVec3) -> bool {
        let edge = self.b - self.a;
        edge.dot(p - self.a) >= 0.0 && edge.dot(self.b - p) >= 0.0
    }

    pub(super) fn round(&self) -> Round {
        Round { centre: self.a, axis: Axis::LineTo(self.b, self.along), radius: 0.0, hollow: false, thin: false }
    }
}
