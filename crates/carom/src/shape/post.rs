//! An upright post over a disk: a peg, a pillar, a bumper's body. Solid; the ball is outside.

use super::{Touch, checked_extent};
use crate::broad::Aabb;
use crate::error::{Error, flat_in_range, in_range};
use crate::gap::{Axis, Meeting, Round, Window};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::{DVec2, DVec3};

/// An upright cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "HitCircle")]
pub struct Post {
    pub(super) centre: DVec2,
    pub(super) radius: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Post {
    /// A post of `radius` about `centre`, unbounded upwards and downwards.
    ///
    /// # Errors
    /// When a number is not finite or the radius is negative.
    pub fn new(centre: DVec2, radius: f64) -> Result<Self, Error> {
        flat_in_range("centre of a post", centre, MOST_LENGTH)?;
        in_range("radius of a post", radius, 0.0, MOST_LENGTH)?;
        Ok(Self { centre, radius, low: f64::NEG_INFINITY, high: f64::INFINITY })
    }

    /// The same post, standing from `low` to `high`. Its lid is a [`Disc`](super::Disc).
    ///
    /// # Errors
    /// When `low` is not below `high`.
    pub fn with_height(mut self, low: f64, high: f64) -> Result<Self, Error> {
        (self.low, self.high) = checked_extent(low, high)?;
        Ok(self)
    }

    /// m: where its axis stands.
    pub fn centre(&self) -> DVec2 {
        self.centre
    }

    /// m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// m: from where to where it stands.
    pub fn height(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    pub(super) fn bounds(&self) -> Aabb {
        let reach = DVec2::splat(self.radius);
        Aabb { min: (self.centre - reach).extend(self.low), max: (self.centre + reach).extend(self.high) }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        let round = self.round();
        (p.z >= self.low && p.z <= self.high)
            .then(|| Touch::convex(round.arm(p), self.radius, DVec3::Z, round.any_normal()))
    }

    #[inline]
    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        self.round().meets(path, radius, window, |at| at.centre.z >= self.low && at.centre.z <= self.high)
    }

    pub(super) fn round(&self) -> Round {
        Round { centre: self.centre.extend(0.0), axis: Axis::Upright, radius: self.radius, hollow: false, thin: false }
    }
}
