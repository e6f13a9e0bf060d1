//! A sphere that does not move: a captive ball, a dome. Solid; the ball is outside.

use super::Touch;
use crate::broad::Aabb;
use crate::error::{Error, in_range, vector_in_range};
use crate::gap::{Axis, Meeting, Round, Window};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::DVec3;

/// A solid sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    pub(super) centre: DVec3,
    pub(super) radius: f64,
}

impl Sphere {
    /// The sphere of `radius` about `centre`.
    ///
    /// # Errors
    /// When a number is not finite or the radius is negative.
    pub fn new(centre: DVec3, radius: f64) -> Result<Self, Error> {
        vector_in_range("centre of a sphere", centre, MOST_LENGTH)?;
        in_range("radius of a sphere", radius, 0.0, MOST_LENGTH)?;
        Ok(Self { centre, radius })
    }

    /// m: its centre.
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    pub(super) fn bounds(&self) -> Aabb {
        Aabb { min: self.centre - self.radius, max: self.centre + self.radius }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        Some(Touch::convex(p - self.centre, self.radius, DVec3::ZERO, DVec3::Z))
    }

    #[inline]
    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        self.round().meets(path, radius, window, |_| true)
    }

    pub(super) fn round(&self) -> Round {
        Round { centre: self.centre, axis: Axis::Point, radius: self.radius, hollow: false, thin: false }
    }
}
