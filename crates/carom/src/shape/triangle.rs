//! A triangle: the face of a mesh. Its edges and points are shapes of their own, so that neighbours can share them.

use super::{Sides, Touch, first_lost, meeting_with_face, touch_of_face};
use crate::broad::Aabb;
use crate::error::{Error, vector_in_range};
use crate::gap::{Facing, Level, Meeting, Sheet, Window, highest, normal_across};
use crate::path::Path;
use crate::tolerance::{MOST_LENGTH, SEAM};
use glam::DVec3;

/// The face of a triangle. Seen from its front, `a`, `b`, `c` go counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "HitTriangle")]
pub struct Triangle {
    pub(super) corners: [DVec3; 3],
    pub(super) sides: Sides,
    pub(super) normal: DVec3,
    /// Unit vectors in the plane, from each edge inwards.
    pub(super) inward: [DVec3; 3],
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
        let may_face = |misjudged: f64| {
            let seam = |k: usize| misjudged + SEAM * (path.p - self.corners[k]).length();
            (0..3).all(|k| highest(self.inside(path, k), window) >= -seam(k))
        };
        let level = Level { origin: self.corners[0], normal: self.normal, thin: true };
        let way = (path, radius, window);
        meeting_with_face(level, || self.sheet(), self.sides, way, |p| self.faces(p), may_face)
    }

    pub(super) fn runs_off(&self, path: &Path, window: Window) -> Option<f64> {
        first_lost((0..3).map(|k| self.inside(path, k)), window)
    }

    /// m: how far inside one of its edges a path is, as a polynomial in time.
    fn inside(&self, path: &Path, k: usize) -> [f64; 3] {
        let inward = self.inward[k];
        [inward.dot(path.p - self.corners[k]), inward.dot(path.v), 0.5 * inward.dot(path.a)]
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

#[cfg(test)]
mod tests {
    use super::super::careful_meeting_with_face;
    use super::*;
    use crate::math::rng::Stream;

    /// A ball that rolls over a meshed playfield touches the plane of every level triangle around it, to the last digit.
    /// Each was searched with four times the digits, which took most of a machine's time, though the ball lies on one only.
    /// What is left out for that must never be an answer.
    #[test]
    fn what_is_not_under_the_path_is_left_out_without_another_answer() {
        let mut dice = Stream::new(1, "level triangles");
        let (mut met, mut left_out) = (0, 0);
        for case in 0..20_000 {
            let tilt = if dice.bits().is_multiple_of(3) { dice.between(-0.1, 0.1) } else { 0.0 };
            let mut corner = || {
                let (x, y) = (dice.between(-0.2, 0.2), dice.between(-0.2, 0.2));
                DVec3::new(x, y, tilt * x)
            };
            let Ok(face) = Triangle::new(corner(), corner(), corner()) else { continue };
            let up = if face.normal.z < 0.0 { -face.normal } else { face.normal };
            let radius = 0.027;
            // Along the face, or nearly so; from a place inside, outside, or over an edge.
            let place = DVec3::new(dice.between(-0.2, 0.2), dice.between(-0.2, 0.2), 0.0);
            let p = place.with_z(tilt * place.x) + up * radius;
            let along = |v: DVec3| v - up * v.dot(up);
            let faint = [0.0, 1e-17, -1e-17, -1e-12][(dice.bits() % 4) as usize];
            let mut flat = |most: f64| along(DVec3::new(dice.between(-most, most), dice.between(-most, most), 0.0));
            let (v, a) = (flat(1.0) + up * faint, flat(2.0) + up * faint);
            let path = Path { p, v, a };
            let window = Window { from: 0.0, to: 0.05 };
            let face = face.with_sides(if case % 2 == 0 { Sides::Front } else { Sides::Both });
            let quick = face.meets(&path, radius, window);
            let way = (&path, radius, window);
            let whole = careful_meeting_with_face(face.sheet(), face.sides, way, |p| face.faces(p), |_| true);
            assert_eq!(quick, whole, "case {case}");
            met += u32::from(whole.is_some());
            left_out += u32::from((0..3).any(|k| highest(face.inside(&path, k), window) < -1e-12));
        }
        assert!(met > 300 && left_out > 3000, "{met} met, {left_out} left out");
    }
}
