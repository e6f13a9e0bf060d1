//! Arcs of a circle between two points of an outline.

use crate::math::trig;
use crate::tolerance::{ARC_STRAIGHT, MOST_ARC_RADIUS};
use glam::{DVec2, DVec3};

/// The circle on which an edge of an outline goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bend {
    pub(crate) centre: DVec2,
    pub(crate) radius: f64,
    /// The way turns from x towards y: clockwise as the player sees it, with the centre on the side of (-dy, dx).
    pub(crate) clockwise: bool,
}

impl Bend {
    /// The arc from `a` to `b`; `None` if it is as good as straight.
    ///
    /// With `t` the bulge, the tangent of a quarter of the turn, and `L` the chord, its height is `t L / 2`, the radius
    /// `L (1 + t²) / 4t`, and the centre `L (1 - t²) / 4t` beside the middle of the chord.
    pub(crate) fn over(a: DVec2, b: DVec2, bulge: f64) -> Option<Self> {
        let chord = b - a;
        let length = chord.length();
        let radius = length * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
        // A bulge of nothing has no radius.
        if 0.5 * length * bulge.abs() < ARC_STRAIGHT || radius > MOST_ARC_RADIUS || radius.is_nan() {
            return None;
        }
        let centre = 0.5 * (a + b) + chord.perp() * ((1.0 - bulge * bulge) / (4.0 * bulge));
        Some(Self { centre, radius, clockwise: bulge > 0.0 })
    }

    /// The same arc, walked the other way.
    pub(crate) fn reversed(self) -> Self {
        Self { clockwise: !self.clockwise, ..self }
    }

    /// Into how many chords it is cut so that none is farther from it than `height`.
    pub(super) fn chords(&self, bulge: f64, height: f64) -> usize {
        // Over an angle of w the arc is r (1 - cos(w/2)) above its chord, that is r w²/8 and never more.
        let widest = (8.0 * height / self.radius).sqrt();
        (turn_of(bulge) / widest).ceil().max(1.0) as usize
    }

    /// The places at which it is cut, between its ends.
    pub(super) fn between(self, a: DVec3, b: DVec3, bulge: f64, chords: usize) -> impl Iterator<Item = DVec3> {
        let start = angle(a.truncate() - self.centre);
        let turn = if self.clockwise { turn_of(bulge) } else { -turn_of(bulge) };
        (1..chords).map(move |k| {
            let part = k as f64 / chords as f64;
            let at = start + turn * part;
            let arm = DVec2::new(trig::cos(at), trig::sin(at)) * self.radius;
            (self.centre + arm).extend(a.z + (b.z - a.z) * part)
        })
    }

    /// Unit vector along the way where it passes `at`.
    pub(crate) fn along(&self, at: DVec2) -> DVec2 {
        let arm = (at - self.centre).normalize_or_zero().perp();
        if self.clockwise { arm } else { -arm }
    }

    /// rad: where the part from `a` to `b` begins, walked from x towards y, and how far it goes.
    pub(crate) fn angles(&self, a: DVec2, b: DVec2) -> (f64, f64) {
        let (first, last) = if self.clockwise { (a, b) } else { (b, a) };
        let (start, end) = (angle(first - self.centre), angle(last - self.centre));
        let sweep = end - start;
        (start, if sweep > 0.0 { sweep } else { sweep + core::f64::consts::TAU })
    }
}

/// rad: by how much an edge with this bulge turns.
fn turn_of(bulge: f64) -> f64 {
    4.0 * libm::atan(bulge.abs())
}

fn angle(arm: DVec2) -> f64 {
    libm::atan2(arm.y, arm.x)
}
