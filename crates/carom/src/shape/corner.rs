//! An upright edge over a point: the end of a wall, the joint of two.

use super::{Post, Touch};
use crate::broad::Aabb;
use crate::error::Error;
use crate::gap::{Meeting, Window};
use crate::path::Path;
use glam::{DVec2, DVec3};

/// An upright edge: a post without a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "HitLineZ")]
pub struct Corner(Post);

impl Corner {
    /// An edge over `at`, unbounded upwards and downwards.
    ///
    /// # Errors
    /// When a number is not finite.
    pub fn new(at: DVec2) -> Result<Self, Error> {
        Post::new(at, 0.0).map(Self).map_err(|error| error.within("corner"))
    }

    /// The same edge, standing from `low` to `high`.
    ///
    /// # Errors
    /// When `low` is not below `high`.
    pub fn with_height(self, low: f64, high: f64) -> Result<Self, Error> {
        self.0.with_height(low, high).map(Self)
    }

    /// At a wall's end, as high as the wall, all of which is in range.
    #[inline(always)]
    pub(super) fn standing(at: DVec2, low: f64, high: f64) -> Self {
        Self(Post { centre: at, radius: 0.0, low, high })
    }

    /// m: where it stands.
    pub fn at(&self) -> DVec2 {
        self.0.centre()
    }

    /// m: from where to where it stands.
    pub fn height(&self) -> (f64, f64) {
        self.0.height()
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
