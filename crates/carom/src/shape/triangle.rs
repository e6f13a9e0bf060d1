//! A triangle: the face of a mesh. Its edges and points are shapes of their own, so that neighbours can share them.

use super::{Sides, Touch, first_lost, meeting_with_face, touch_of_face};
use crate::broad::Aabb;
use crate::error::{Error, vector_in_range};
use crate::gap::{Facing, Meeting, Sheet, Window, normal_across};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::DVec3;

/// The face of a triangle. Seen from its front, `a`, `b`, `c` go counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "HitTriangle")]
pub struct Triangle {
    corners: [DVec3; 3],
    sides: Sides,
    normal: DVec3,
    /// Unit vectors in the plane, from each edge inwards.
    inward: [DVec3; 3],
}

impl Triangle {
    /// The face between three points, solid from both sides.
    ///
    /// # Errors
    /// When a number is not finite, or the points are in one line.
    pub fn new(a: DVec3, b: DVec3, c: DVec3) -> Result<Self, Error> {
        for (name, point) in [("first", a), ("second", b), ("third", c)] {
            vector_in_range("point of a triangle", point, MOST_LENGTH).map_err(|error| error.within(name))?;
        }
        let flat = || Error::degenerate("a triangle", "has its points in one line; leave it out, or use edges");
        let normal = normal_across([a, b, c]).ok_or_else(flat)?;
        let mut inward = [DVec3::ZERO; 3];
        let corners = [a, b, c];
        for (k, side) in inward.iter_mut().enumerate() {
            *side = normal.cross(corners[(k + 1) % 3] - corners[k]).try_normalize().ok_or_else(flat)?;
        }
        Ok(Self { corners, sides: Sides::Both, normal, inward })
    }

    /// The same triangle, solid from these sides.
    #[must_use]
    pub fn with_sides(mut self, sides: Sides) -> Self {
        self.sides = sides;
        self
    }

    /// m: its points.
    pub fn corners(&self) -> [DVec3; 3] {
        self.corners
    }

    /// From which sides it is solid.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// Unit vector to its front.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    pub(super) fn bounds(&self) -> Aabb {
        let [a, b, c] = self.corners;
        Aabb { min: a.min(b).min(c), max: a.max(b).max(c) }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        if self.faces(p) { touch_of_face(self.sheet(), self.sides, p) } else { None }
    }

    #[inline]
    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        meeting_with_face(self.sheet(), self.sides, path, radius, window, |p| self.faces(p))
    }

    pub(super) fn runs_off(&self, path: &Path, window: Window) -> Option<f64> {
        let inside = |k: usize| {
            let inward = self.inward[k];
            [inward.dot(path.p - self.corners[k]), inward.dot(path.v), 0.5 * inward.dot(path.a)]
        };
        first_lost((0..3).map(inside), window)
    }

    /// Is a ball with this centre over the face, not past an edge?
    fn faces(&self, p: DVec3) -> bool {
        (0..3).all(|k| self.inward[k].dot(p - self.corners[k]) >= 0.0)
    }

    fn sheet(&self) -> Sheet {
        let [origin, ..] = self.corners;
        Sheet { origin, normal: self.normal, facing: Facing::Across(self.corners), flipped: false, thin: true }
    }
}
