//! A flipper's bat, seen from above the hull of two disks; also a thin bar, where both radii are nothing. It is the one
//! shape that may turn: it is convex, so the distance to it tells safely how long a ball cannot reach it (`sweep`).

use super::{Touch, checked_extent};
use crate::broad::Aabb;
use crate::error::{Error, flat_in_range, in_range};
use crate::gap::{Meeting, Window};
use crate::math::trig;
use crate::path::Path;
use crate::sweep::{self, Drift, Swept};
use crate::tolerance::{MOST_LENGTH, ZONE_INSTANT};
use glam::{DVec2, DVec3};

/// An upright bat: everything between a disk about `base` and a disk about `tip`, from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "HitFlipper")]
pub struct Bat {
    base: DVec2,
    base_radius: f64,
    tip_radius: f64,
    low: f64,
    high: f64,
    /// Unit, from base to tip.
    along: DVec2,
    length: f64,
    /// Sine and cosine of the angle by which the faces are turned inwards to the tip.
    taper: (f64, f64),
    /// Without the round of its base.
    blade: bool,
}

impl Bat {
    /// A bat over the hull of two disks, unbounded upwards and downwards.
    ///
    /// # Errors
    /// When a number is not finite, a radius negative, or one disk lies within the other (use a
    /// [`Post`](super::Post)).
    pub fn new(base: DVec2, base_radius: f64, tip: DVec2, tip_radius: f64) -> Result<Self, Error> {
        flat_in_range("base of a bat", base, MOST_LENGTH)?;
        flat_in_range("tip of a bat", tip, MOST_LENGTH)?;
        in_range("base radius of a bat", base_radius, 0.0, MOST_LENGTH)?;
        in_range("tip radius of a bat", tip_radius, 0.0, MOST_LENGTH)?;
        let length = (tip - base).length();
        let inward = (base_radius - tip_radius) / length;
        let Some(along) = (tip - base).try_normalize().filter(|_| inward.abs() < 1.0) else {
            return Err(Error::degenerate("a bat", "has one end within the other; use a post"));
        };
        let taper = (inward, (1.0 - inward * inward).sqrt());
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        Ok(Self { base, base_radius, tip_radius, low, high, along, length, taper, blade: false })
    }

    /// The same bat, standing from `low` to `high`. A ball may lie on it.
    ///
    /// # Errors
    /// When `low` is not below `high`.
    pub fn with_height(mut self, low: f64, high: f64) -> Result<Self, Error> {
        (self.low, self.high) = checked_extent(low, high)?;
        Ok(self)
    }

    /// The same bat without the round of its base, which does not move when it turns and is better a
    /// [`Post`](super::Post) of its own: faces, tip, and a flat back.
    #[must_use]
    pub fn without_base(mut self) -> Self {
        self.blade = true;
        self
    }

    /// The same bat, pointing in the direction of this unit vector.
    pub(crate) fn pointing(mut self, along: DVec2) -> Self {
        self.along = along;
        self
    }

    /// The same bat with this heading: 0 points along -y, a quarter turn along x.
    pub(crate) fn heading(self, angle: f64) -> Self {
        self.pointing(DVec2::new(trig::sin(angle), -trig::cos(angle)))
    }

    /// m: the axis at its base.
    pub fn base(&self) -> DVec2 {
        self.base
    }

    /// m: the middle of its tip.
    pub fn tip(&self) -> DVec2 {
        self.base + self.along * self.length
    }

    /// m: radius at the base and at the tip.
    pub fn radii(&self) -> (f64, f64) {
        (self.base_radius, self.tip_radius)
    }

    /// Has it the round of its base?
    pub fn has_base(&self) -> bool {
        !self.blade
    }

    /// m: from where to where it stands.
    pub fn height(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// m: the farthest that any of it is from the middle of its base.
    pub(crate) fn reach(&self) -> f64 {
        (self.length + self.tip_radius).max(self.base_radius)
    }

    pub(super) fn bounds(&self) -> Aabb {
        let (base, tip) = (self.base, self.tip());
        let (b, t) = (DVec2::splat(self.base_radius), DVec2::splat(self.tip_radius));
        Aabb { min: (base - b).min(tip - t).extend(self.low), max: (base + b).max(tip + t).extend(self.high) }
    }

    /// The bat lies along x, the ball above it: where along it the ball is, how far off the axis, and how far along the face.
    fn seen_from_bat(&self, p: DVec2) -> (f64, f64, f64) {
        let arm = p - self.base;
        let (x, side) = (arm.dot(self.along), self.along.perp_dot(arm));
        let (inward, flat) = self.taper;
        (x, side, flat * x - inward * side.abs())
    }

    /// Distance and outward normal in the plane, one over the distance from the centre of the round (nothing on a face).
    fn flat_touch(&self, p: DVec2) -> (f64, DVec2, f64) {
        let (x, side, along_face) = self.seen_from_bat(p);
        let (inward, flat) = self.taper;
        let across = DVec2::new(-self.along.y, self.along.x) * if side < 0.0 { -1.0 } else { 1.0 };
        let round = |centre: f64, radius: f64| {
            let arm = self.along * (x - centre) + across * side.abs();
            let length = arm.length();
            let normal = if length > 0.0 { arm / length } else { across };
            (length - radius, normal, if length > 0.0 { 1.0 / length } else { 0.0 })
        };
        if along_face < 0.0 && self.blade {
            // Where the face begins; or the back between the two faces.
            let (start, half) = (self.base_radius * inward, self.base_radius * flat);
            if side.abs() <= half {
                return (start - x, -self.along, 0.0);
            }
            let arm = self.along * (x - start) + across * (side.abs() - half);
            let length = arm.length();
            (length, arm / length, 1.0 / length)
        } else if along_face < 0.0 {
            round(0.0, self.base_radius)
        } else if along_face > flat * self.length {
            round(self.length, self.tip_radius)
        } else {
            let distance = inward * x + flat * side.abs() - self.base_radius;
            (distance, self.along * inward + across * flat, 0.0)
        }
    }

    /// Where a ball is nearest; always somewhere.
    pub(crate) fn nearest(&self, p: DVec3) -> Touch {
        let (distance, normal, curvature) = self.flat_touch(p.truncate());
        let above = (p.z - self.high).max(self.low - p.z);
        if above <= 0.0 {
            return Touch { normal: normal.extend(0.0), distance, curvature, axis: DVec3::Z };
        }
        let up = if p.z > self.high { DVec3::Z } else { DVec3::NEG_Z };
        if distance <= 0.0 {
            return Touch::flat(up, above);
        }
        // The rim: taken as straight, which is exact along the faces.
        let axis = DVec3::new(-normal.y, normal.x, 0.0);
        Touch::convex(normal.extend(0.0) * distance + up * above, 0.0, axis, up)
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        Some(self.nearest(p))
    }

    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        match sweep::first(self, &Drift::STILL, path, radius, window) {
            Swept::Meets(meeting) => Some(meeting),
            Swept::Clear => None,
        }
    }

    /// When the centre of a ball that is carried by a face comes to where the bat is round, or to its rim.
    pub(super) fn bends(&self, path: &Path, window: Window) -> Option<f64> {
        let (_, side, along_face) = self.seen_from_bat(path.at(window.from).truncate());
        let (inward, flat) = self.taper;
        if along_face < 0.0 || along_face > flat * self.length {
            return None;
        }
        let across = DVec2::new(-self.along.y, self.along.x) * if side < 0.0 { -1.0 } else { 1.0 };
        let tangent = (self.along * flat - across * inward).extend(0.0);
        let start = tangent.dot(path.p - self.base.extend(0.0));
        let (speed, half) = (tangent.dot(path.v), 0.5 * tangent.dot(path.a));
        let ends = [[start, speed, half], [flat * self.length - start, -speed, -half]];
        // At the very border it is there already.
        super::first_lost(ends.into_iter(), window).filter(|&at| at > window.from + ZONE_INSTANT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bat() -> Bat {
        Bat::new(DVec2::new(0.1, 0.2), 0.0116, DVec2::new(0.15, 0.24), 0.007).unwrap().with_height(0.0, 0.027).unwrap()
    }

    proptest! {
        /// The distance is that to the nearest of many disks between the two ends, on the sides and above.
        #[test]
        fn distance_is_that_to_the_hull(x in 0.0..0.3_f64, y in 0.1..0.4_f64, z in 0.0..0.08_f64) {
            let bat = bat();
            let p = DVec3::new(x, y, z);
            let (base, tip, (rb, rt)) = (bat.base(), bat.tip(), bat.radii());
            let mut nearest = f64::INFINITY;
            for k in 0..=20_000 {
                let s = f64::from(k) / 20_000.0;
                let flat = (p.truncate() - base.lerp(tip, s)).length() - (rb + (rt - rb) * s);
                nearest = nearest.min(flat);
            }
            let above = (z - 0.027).max(0.0);
            let distance = if above == 0.0 { nearest } else { libm::hypot(nearest.max(0.0), above) };
            prop_assume!(nearest > -0.006);
            prop_assert!((bat.nearest(p).distance - distance).abs() < 2e-8, "{} {distance}", bat.nearest(p).distance);
        }
    }

    #[test]
    fn one_end_within_the_other_is_refused() {
        let message = Bat::new(DVec2::ZERO, 0.02, DVec2::X * 0.005, 0.01).unwrap_err().to_string();
        assert!(message.contains("one end within the other"), "{message}");
    }
}
