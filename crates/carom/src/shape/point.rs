//! A point in space: the corner of a mesh, the end of an edge.

use super::{Sphere, Touch};
use crate::broad::Aabb;
use crate::error::Error;
use crate::gap::{Meeting, Window};
use crate::path::Path;
use glam::DVec3;

/// A point: a sphere without a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "HitPoint")]
pub struct Point(Sphere);

impl Point {
    /// The point `at`.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn new(at: DVec3) -> Result<Self, Error> {
        Sphere::new(at, 0.0).map(Self).map_err(|error| error.within("point"))
    }

    /// The point `at`, which is in range.
    #[inline(always)]
    pub(super) fn known(at: DVec3) -> Self {
        Self(Sphere { centre: at, radius: 0.0 })
    }

    /// m: where it is.
    pub fn at(&self) -> DVec3 {
        self.0.centre()
    }

    pub(super) fn bounds(&self) -> Aabb {
        self.0.bounds()
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        self.0.touch(p)
    }

    #[inline]
    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        self.0.meets(path, radius, window)
    }
}
