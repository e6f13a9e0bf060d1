//! A disc lying flat: the lid of a post, the bottom of a hole. With its rim, which a ball can hit from the side.

use super::{Sides, Touch};
use crate::broad::Aabb;
use crate::error::{Error, in_range, vector_in_range};
use crate::gap::{Candidate, Facing, Meeting, Ring, Sheet, Window};
use crate::math::poly::{Trust, closings};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::DVec3;

/// A horizontal disc; its front is above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    centre: DVec3,
    radius: f64,
    sides: Sides,
}

impl Disc {
    /// The disc of `radius` about `centre`, solid from both sides.
    ///
    /// # Errors
    /// When a number is not finite or the radius not positive.
    pub fn new(centre: DVec3, radius: f64) -> Result<Self, Error> {
        vector_in_range("centre of a disc", centre, MOST_LENGTH)?;
        in_range("radius of a disc", radius, f64::MIN_POSITIVE, MOST_LENGTH)?;
        Ok(Self { centre, radius, sides: Sides::Both })
    }

    /// The same disc, its face solid from these sides. The rim is solid always.
    #[must_use]
    pub fn with_sides(mut self, sides: Sides) -> Self {
        self.sides = sides;
        self
    }

    /// m: its centre.
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// From which sides its face is solid.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    pub(super) fn bounds(&self) -> Aabb {
        let reach = DVec3::new(self.radius, self.radius, 0.0);
        Aabb { min: self.centre - reach, max: self.centre + reach }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        let height = p.z - self.centre.z;
        if !self.faces(p) {
            let (arm, outward) = self.ring().arm(p);
            // The rim bends most in the upright plane through the axis; across it, it is taken as straight.
            return Some(Touch::convex(arm, 0.0, outward.cross(DVec3::Z), outward));
        }
        match self.sides {
            _ if height >= 0.0 => Some(Touch::flat(DVec3::Z, height)),
            Sides::Front => None,
            Sides::Both => Some(Touch::flat(DVec3::NEG_Z, -height)),
        }
    }

    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        let face = |sheet: Sheet, window| sheet.meets(path, radius, window, |p| self.faces(p));
        let before = |found: &Option<Meeting>| Window { to: found.map_or(window.to, |m| m.time), ..window };
        let above = Sheet { origin: self.centre, normal: DVec3::Z, facing: Facing::Stored, flipped: false, thin: true };
        let mut found = face(above, window);
        if self.sides == Sides::Both {
            found = face(above.flipped(), before(&found)).or(found);
        }
        self.ring().meets(path, radius, before(&found), |at| self.rims(at)).or(found)
    }

    /// Is a ball that touches the rim an affair of the rim? Not over a solid face: that is nearer.
    fn rims(&self, at: Candidate) -> bool {
        let offset = at.centre - self.centre;
        let open = self.sides == Sides::Front && offset.z < 0.0;
        open || offset.truncate().length() >= self.radius - at.seam
    }

    pub(super) fn runs_off(&self, path: &Path, window: Window) -> Option<f64> {
        let (p, v, a) = (path.p - self.centre, path.v, path.a * 0.5);
        let flat = |u: DVec3, w: DVec3| u.x * w.x + u.y * w.y;
        let c = [
            self.radius * self.radius - flat(p, p),
            -2.0 * flat(p, v),
            -flat(v, v) - 2.0 * flat(p, a),
            -2.0 * flat(v, a),
            -flat(a, a),
        ];
        closings(&c, window.from, window.to, Trust::FULL).ok()?.as_slice().first().map(|closing| closing.at)
    }

    /// Is a ball with this centre over or under the face, not past the rim?
    fn faces(&self, p: DVec3) -> bool {
        (p - self.centre).truncate().length_squared() <= self.radius * self.radius
    }

    fn ring(&self) -> Ring {
        Ring { centre: self.centre, radius: self.radius }
    }
}
