//! A rod with round ends: a wire of a ramp, a rubber between two posts. Solid; the ball is outside.

use super::Touch;
use crate::broad::Aabb;
use crate::error::{Error, in_range, vector_in_range};
use crate::gap::{Axis, Candidate, Meeting, Round, Window};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::DVec3;

/// All points within `radius` of a segment. Without length it is a sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    a: DVec3,
    b: DVec3,
    radius: f64,
}

impl Capsule {
    /// The rod of `radius` from `a` to `b`.
    ///
    /// # Errors
    /// When a number is not finite or the radius is negative.
    pub fn new(a: DVec3, b: DVec3, radius: f64) -> Result<Self, Error> {
        vector_in_range("first point of a capsule", a, MOST_LENGTH)?;
        vector_in_range("second point of a capsule", b, MOST_LENGTH)?;
        in_range("radius of a capsule", radius, 0.0, MOST_LENGTH)?;
        // Too short to have a direction: a sphere.
        let b = if (b - a).length_squared() < f64::MIN_POSITIVE { a } else { b };
        Ok(Self { a, b, radius })
    }

    /// m: its first point.
    pub fn a(&self) -> DVec3 {
        self.a
    }

    /// m: its second point.
    pub fn b(&self) -> DVec3 {
        self.b
    }

    /// m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    pub(super) fn bounds(&self) -> Aabb {
        Aabb { min: self.a.min(self.b) - self.radius, max: self.a.max(self.b) + self.radius }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        let rod = self.b - self.a;
        let along = rod.dot(p - self.a);
        let touch = |arm: DVec3, axis: DVec3, otherwise| Touch::convex(arm, self.radius, axis, otherwise);
        Some(if along <= 0.0 {
            touch(p - self.a, DVec3::ZERO, DVec3::Z)
        } else if along >= rod.length_squared() {
            touch(p - self.b, DVec3::ZERO, DVec3::Z)
        } else {
            let side = self.about(self.a, Axis::LineTo(self.b, rod.normalize()));
            touch(side.arm(p), rod.normalize(), side.any_normal())
        })
    }

    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        let rod = self.b - self.a;
        let before = |found: &Option<Meeting>| Window { to: found.map_or(window.to, |m| m.time), ..window };
        let first = self.about(self.a, Axis::Point);
        if rod == DVec3::ZERO {
            return first.meets(path, radius, window, |_| true);
        }
        // The end spheres lie inside the rod beside it: there a ball that meets them overlaps the rod already.
        let length = rod.length();
        let past_a = |at: Candidate| rod.dot(at.centre - self.a) <= at.seam * length;
        let past_b = |at: Candidate| rod.dot(at.centre - self.b) >= -at.seam * length;
        let mut found = first.meets(path, radius, window, past_a).map(|m| leaning(m, -rod / length));
        let last = self.about(self.b, Axis::Point);
        found = last.meets(path, radius, before(&found), past_b).map(|m| leaning(m, rod / length)).or(found);
        let beside = |p: DVec3| rod.dot(p - self.a) >= 0.0 && rod.dot(p - self.b) <= 0.0;
        let side = self.about(self.a, Axis::LineTo(self.b, rod / length));
        side.meets(path, radius, before(&found), |at| beside(at.centre)).or(found)
    }

    fn about(&self, centre: DVec3, axis: Axis) -> Round {
        Round { centre, axis, radius: self.radius, hollow: false, thin: false }
    }
}

/// At the seam with the side, the normal of a round end does not lean over the rod.
fn leaning(meeting: Meeting, outward: DVec3) -> Meeting {
    let lean = meeting.normal.dot(outward).min(0.0);
    let normal = if lean < 0.0 { (meeting.normal - outward * lean).normalize() } else { meeting.normal };
    Meeting { normal, ..meeting }
}
