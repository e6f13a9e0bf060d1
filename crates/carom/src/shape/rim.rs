//! The rim of a round hole: the edge over which a ball rolls in, and against which it rattles.

use super::Touch;
use crate::broad::Aabb;
use crate::error::{Error, in_range, vector_in_range};
use crate::gap::{Meeting, Ring, Window};
use crate::path::Path;
use crate::tolerance::{MOST_LENGTH, SEAM};
use glam::DVec3;

/// A circle lying flat, met from inside and above: the surface around it is another shape's affair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rim {
    centre: DVec3,
    radius: f64,
}

impl Rim {
    /// The rim of a hole of `radius` about `centre`.
    ///
    /// # Errors
    /// When a number is not finite or the radius not positive.
    pub fn new(centre: DVec3, radius: f64) -> Result<Self, Error> {
        vector_in_range("centre of a rim", centre, MOST_LENGTH)?;
        in_range("radius of a rim", radius, f64::MIN_POSITIVE, MOST_LENGTH)?;
        Ok(Self { centre, radius })
    }

    /// m: the middle of the hole.
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    pub(super) fn bounds(&self) -> Aabb {
        let reach = DVec3::new(self.radius, self.radius, 0.0);
        Aabb { min: self.centre - reach, max: self.centre + reach }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        let (arm, outward) = self.ring().arm(p);
        // It bends most in the upright plane through the axis; across it, it is taken as straight.
        let spare = SEAM * (p.abs().max_element() + self.radius);
        self.is_over(p, spare).then(|| Touch::convex(arm, 0.0, outward.cross(DVec3::Z), DVec3::Z))
    }

    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        self.ring().meets(path, radius, window, |at| self.is_over(at.centre, at.seam))
    }

    /// Is a ball with this centre over the hole, or in it? Where it comes over the rim, the playfield is gone from then on: who is
    /// just outside, by a rounding, is carried by the rim, for nothing else would.
    fn is_over(&self, p: DVec3, spare: f64) -> bool {
        let most = self.radius + spare;
        (p - self.centre).truncate().length_squared() <= most * most
    }

    fn ring(&self) -> Ring {
        Ring { centre: self.centre, radius: self.radius }
    }
}
