//! An upright wall over an arc of a circle: a true arc, not chords. A ball rolling round the top of a table keeps its
//! angular momentum to the last digit.

use super::{Touch, checked_extent};
use crate::broad::Aabb;
use crate::error::{Error, flat_in_range, in_range};
use crate::gap::{Axis, Candidate, Meeting, Round, Window};
use crate::math::trig;
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use core::f64::consts::{FRAC_PI_2, PI, TAU};
use glam::{DVec2, DVec3};

/// From which side an arc is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArcSide {
    /// The hollow side: the ball is nearer to the centre than the arc.
    Inside,
    /// The round side.
    Outside,
}

/// An upright wall over an arc, hit from one side. Its ends are [`Corner`](super::Corner)s of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    centre: DVec2,
    radius: f64,
    start: f64,
    sweep: f64,
    side: ArcSide,
    low: f64,
    high: f64,
    /// Unit vectors to both ends, counter-clockwise.
    first: DVec2,
    last: DVec2,
}

impl Arc {
    /// The arc of `radius` about `centre` that begins at the angle `start` (radians from the x axis) and goes on
    /// counter-clockwise for `sweep`; a full turn or more is a circle.
    ///
    /// # Errors
    /// When a number is not finite, or the radius or the sweep not positive.
    pub fn new(centre: DVec2, radius: f64, start: f64, sweep: f64, side: ArcSide) -> Result<Self, Error> {
        flat_in_range("centre of an arc", centre, MOST_LENGTH)?;
        in_range("radius of an arc", radius, f64::MIN_POSITIVE, MOST_LENGTH)?;
        in_range("start angle of an arc", start, -1e3, 1e3)?;
        in_range("sweep of an arc", sweep, f64::MIN_POSITIVE, 1e3)?;
        let unit = |angle: f64| DVec2::new(trig::cos(angle), trig::sin(angle));
        let (first, last) = (unit(start), unit(start + sweep));
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        Ok(Self { centre, radius, start, sweep: sweep.min(TAU), side, low, high, first, last })
    }

    /// A full circle.
    ///
    /// # Errors
    /// When a number is not finite or the radius not positive.
    pub fn circle(centre: DVec2, radius: f64, side: ArcSide) -> Result<Self, Error> {
        Self::new(centre, radius, 0.0, TAU, side)
    }

    /// The same arc, standing from `low` to `high`.
    ///
    /// # Errors
    /// When `low` is not below `high`.
    pub fn with_height(mut self, low: f64, high: f64) -> Result<Self, Error> {
        (self.low, self.high) = checked_extent(low, high)?;
        Ok(self)
    }

    /// m: its centre.
    pub fn centre(&self) -> DVec2 {
        self.centre
    }

    /// m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// rad: where it begins, and how far it goes counter-clockwise.
    pub fn angles(&self) -> (f64, f64) {
        (self.start, self.sweep)
    }

    /// From which side it is hit.
    pub fn side(&self) -> ArcSide {
        self.side
    }

    /// m: from where to where it stands.
    pub fn height(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// m: its two ends; `None` for a full circle.
    pub fn ends(&self) -> Option<(DVec2, DVec2)> {
        (!self.is_circle()).then(|| (self.centre + self.first * self.radius, self.centre + self.last * self.radius))
    }

    fn is_circle(&self) -> bool {
        self.sweep >= TAU
    }

    pub(super) fn bounds(&self) -> Aabb {
        let mut flat: (DVec2, DVec2) = match self.ends() {
            None => (self.centre - self.radius, self.centre + self.radius),
            Some((a, b)) => (a.min(b), a.max(b)),
        };
        // The four outermost points that lie on the arc.
        for (quarter, unit) in [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].into_iter().enumerate() {
            if self.covers(unit) || angle_within(quarter as f64 * FRAC_PI_2, self.start, self.sweep) {
                let point = self.centre + unit * self.radius;
                flat = (flat.0.min(point), flat.1.max(point));
            }
        }
        Aabb { min: flat.0.extend(self.low), max: flat.1.extend(self.high) }
    }

    pub(super) fn touch(&self, p: DVec3) -> Option<Touch> {
        let arm = self.round().arm(p);
        let distance = arm.length();
        if !self.faces(p) || (distance < self.radius) != (self.side == ArcSide::Inside) {
            return None;
        }
        Some(match self.side {
            ArcSide::Outside => Touch::convex(arm, self.radius, DVec3::Z, DVec3::X),
            ArcSide::Inside if distance == 0.0 => Touch::flat(DVec3::X, self.radius),
            ArcSide::Inside => Touch {
                normal: -arm / distance,
                distance: self.radius - distance,
                curvature: -1.0 / distance,
                axis: DVec3::Z,
            },
        })
    }

    #[inline]
    pub(super) fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        self.round().meets(path, radius, window, |at: Candidate| self.faces(at.centre))
    }

    /// Is a ball with this centre opposite the arc, not past an end?
    fn faces(&self, p: DVec3) -> bool {
        p.z >= self.low && p.z <= self.high && self.covers(p.truncate() - self.centre)
    }

    /// Does the arc lie in this direction from its centre? By the signs of two cross products: no angle is computed.
    fn covers(&self, direction: DVec2) -> bool {
        if self.is_circle() {
            return true;
        }
        let (after_first, before_last) = (self.first.perp_dot(direction) >= 0.0, direction.perp_dot(self.last) >= 0.0);
        if self.sweep <= PI { after_first && before_last } else { after_first || before_last }
    }

    fn round(&self) -> Round {
        Round {
            centre: self.centre.extend(0.0),
            axis: Axis::Upright,
            radius: self.radius,
            hollow: self.side == ArcSide::Inside,
            thin: true,
        }
    }
}

/// Is `angle`, plus some whole turns, from `start` to `start + sweep`?
fn angle_within(angle: f64, start: f64, sweep: f64) -> bool {
    let turns = ((start - angle) / TAU).ceil();
    angle + turns * TAU <= start + sweep
}
