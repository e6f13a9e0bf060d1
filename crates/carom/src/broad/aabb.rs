//! An axis-aligned box.

use glam::DVec3;

/// All points from `min` to `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// m: the least of each coordinate.
    pub min: DVec3,
    /// m: the most of each coordinate.
    pub max: DVec3,
}

impl Aabb {
    /// All of space.
    pub const EVERYTHING: Self = Self { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY };
    /// Nothing: the box to which others are added.
    pub const NOTHING: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// Do they share a point?
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
            && self.min.z <= other.max.z
            && other.min.z <= self.max.z
    }

    /// The box that holds both.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box with `margin` more on all sides, and two roundings more for those of the sums.
    #[must_use]
    #[inline]
    pub fn grown(&self, margin: f64) -> Self {
        let margin = margin * (1.0 + 2.0 * f64::EPSILON);
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// Is it bounded in the plane, so that a tree can sort it?
    pub(crate) fn is_bounded_in_plane(&self) -> bool {
        self.min.truncate().is_finite() && self.max.truncate().is_finite()
    }

    /// Twice the middle of one coordinate; nothing where that is not bounded.
    pub(crate) fn middle(&self, axis: usize) -> f64 {
        let sum = self.min[axis] + self.max[axis];
        if sum.is_finite() { sum } else { 0.0 }
    }
}
