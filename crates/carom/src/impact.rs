//! THE RULE: an impact is the first moment at which the gap between a ball and a thing is shut *and closing*.
//!
//! Each shape states its gap (`shape`, `gap`); [`poly::closings`](crate::math::poly::closings) applies the rule to it.
//! So these cases need no tolerance and have one defined answer:
//!
//! * touching and leaving: no impact, however the rounding of the last place fell;
//! * touching and approaching, or pressed together by acceleration: an impact now;
//! * grazing: an impact if the true gap falls below zero, decided with more digits where `f64` cannot tell; a gap that
//!   falls to zero exactly and opens again is none;
//! * at rest beside each other: none;
//! * overlapping and approaching: now; overlapping and leaving: none.

use crate::gap::{Axis, Round};
pub use crate::gap::{Meeting, Window};
use crate::path::Path;
use crate::shape::Shape;
use glam::DVec3;

/// The first moment at which a ball meets a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Seconds after the path's start.
    pub time: f64,
    /// m: where they touch.
    pub point: DVec3,
    /// Unit vector from the thing to the ball.
    pub normal: DVec3,
    /// m/s: how fast they approach.
    pub speed: f64,
}

/// The first impact of a ball of `radius` on `path` with `shape`, within `window`.
///
/// ```
/// use carom::impact::{self, Window};
/// use carom::{DVec3, Path, shape::Plane};
/// let floor = Plane::floor(0.0)?;
/// let path = Path { p: DVec3::new(0.0, 0.0, 1.25), v: DVec3::X, a: DVec3::new(0.0, 0.0, -8.0) };
/// let impact = impact::first(&floor.into(), &path, 0.25, Window { from: 0.0, to: 10.0 }).unwrap();
/// assert_eq!((impact.time, impact.point), (0.5, DVec3::new(0.5, 0.0, 0.0)));
/// # Ok::<(), carom::Error>(())
/// ```
pub fn first(shape: &Shape, path: &Path, radius: f64, window: Window) -> Option<Impact> {
    shape.meets(path, radius, window).map(|meeting| described(path, radius, meeting))
}

/// The first impact of two balls, given how the first one's centre moves as seen from the second; the normal points to
/// the first, the point is seen from the second.
pub fn first_between_balls(relative: &Path, radius: f64, other_radius: f64, window: Window) -> Option<Impact> {
    meeting_of_balls(relative, radius, other_radius, window).map(|meeting| described(relative, radius, meeting))
}

#[inline]
pub(crate) fn meeting_of_balls(relative: &Path, radius: f64, other_radius: f64, window: Window) -> Option<Meeting> {
    let other = Round { centre: DVec3::ZERO, axis: Axis::Point, radius: other_radius, hollow: false, thin: false };
    other.meets(relative, radius, window, |_| true)
}

fn described(path: &Path, radius: f64, meeting: Meeting) -> Impact {
    let Meeting { time, normal } = meeting;
    Impact { time, point: path.at(time) - normal * radius, normal, speed: -path.velocity_at(time).dot(normal) }
}
