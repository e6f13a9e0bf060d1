//! A half-space: everything below a plane is solid. A floor, a playfield, a wall without end.

use super::Touch;
use crate::broad::Aabb;
use crate::error::{Error, in_range, vector_in_range};
use crate::gap::{Facing, Meeting, Sheet, Window};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::DVec3;

/// All points `p` with `normal · (p - point) <= 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "HitPlane")]
pub struct Plane {
    point: DVec3,
    normal: DVec3,
}

impl Plane {
    /// The half-space below the plane through `point`, with `normal` pointing out of it (any length).
    ///
    /// # Errors
    /// When a number is not finite or the normal has no length.
    pub fn new(point: DVec3, normal: DVec3) -> Result<Self, Error> {
        vector_in_range("point of a plane", point, MOST_LENGTH)?;
        vector_in_range("normal of a plane", normal, MOST_LENGTH)?;
        let Some(normal) = normal.try_normalize() else {
            return Err(Error::degenerate("normal of a plane", "has no length; give the direction out of the solid"));
        };
        Ok(Self { point, normal })
    }

    /// A level floor at `height`.
    ///
    /// # Errors
    /// When the height is not a sane number.
    pub fn floor(height: f64) -> Result<Self, Error> {
        in_range("height of a floor", height, -MOST_LENGTH, MOST_LENGTH)?;
        Ok(Self { point: DVec3::new(0.0, 0.0, height), normal: DVec3::Z })
    }

    /// Unit vector out of the solid.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// m: a point of the surface.
    pub fn point(&self) -> DVec3 {
        self.point
    }

    pub(super) fn bounds(&self) -> Aabb {
        Aabb::EVERYTHING
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        Some(Touch::flat(self.normal, self.sheet().height(p)))
    }

    #[inline]
    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        self.sheet().meets(path, radius, window, |_| true)
    }

    fn sheet(&self) -> Sheet {
        Sheet { origin: self.point, normal: self.normal, facing: Facing::Stored, flipped: false, thin: false }
    }
}
