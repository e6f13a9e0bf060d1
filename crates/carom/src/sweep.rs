//! When a ball meets a convex thing that turns or slides: the way in short, safe strides.
//!
//! Seen from the thing, the centre of the ball moves with a velocity that changes by at most `K` a second. The distance to
//! a convex thing is a convex function of the place, so from a gap `g` that changes by `s` a second it cannot shut before
//! `g + s h - K h²/2` does. Going to that moment and asking again never passes an impact, and converges on it with twice
//! the digits each time. (Conservative advancement after Mirtich, "Impulse-based Dynamic Simulation", 1996, with the
//! second derivative for a bound.)

use crate::gap::{Meeting, Window};
use crate::math::trig;
use crate::path::Path;
use crate::shape::{Bat, Touch};
use crate::tolerance::{
    CONTACT_SPEED, FALSE_POSITION_LATE, FALSE_POSITIONS, LIFT_ACCELERATION, STILL_SPEED, SWEEP_CLOSE, SWEEP_INSTANT,
    SWEEP_STRIDES, ZONE_INSTANT,
};
use glam::{DVec2, DVec3};

/// How a thing moves for a while: steadily, about an upright axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drift {
    /// m: where the axis is at the start.
    pub(crate) pivot: DVec2,
    /// m/s.
    pub(crate) velocity: DVec3,
    /// rad/s about the axis, x towards y.
    pub(crate) turn: f64,
    /// s: when it began, on the path's clock.
    pub(crate) start: f64,
    /// m: a ball that is so near when the motion begins, and approaches, is met at once.
    pub(crate) skin: f64,
}

impl Drift {
    /// No motion at all.
    pub(crate) const STILL: Self = Self { pivot: DVec2::ZERO, velocity: DVec3::ZERO, turn: 0.0, start: 0.0, skin: 0.0 };

    /// A thing that stays, of which a ball that lies within its skin is carried.
    pub(crate) fn still(start: f64, skin: f64) -> Self {
        Self { start, skin, ..Self::STILL }
    }

    fn is_still(&self) -> bool {
        self.turn == 0.0 && self.velocity == DVec3::ZERO
    }

    /// Is a ball within the skin met at once? By what moves, if it approaches; by what stays, if it is slow and pressed on.
    fn catches(&self, rate: f64, pull: f64) -> bool {
        if self.is_still() { rate.abs() <= CONTACT_SPEED && pull < 0.0 } else { rate < -STILL_SPEED }
    }

    /// m/s: how the thing moves at a place, after `time`.
    pub(crate) fn velocity_at(&self, p: DVec3, time: f64) -> DVec3 {
        let arm = p.truncate() - self.pivot - self.velocity.truncate() * time;
        self.velocity + DVec3::new(-arm.y, arm.x, 0.0) * self.turn
    }

    /// How a place looks from the thing after `time`, and the turn that takes directions back.
    fn seen(&self, p: DVec3, time: f64) -> (DVec3, DVec2) {
        let p = p - self.velocity * time;
        if self.turn == 0.0 {
            return (p, DVec2::X);
        }
        let angle = self.turn * time;
        let turn = DVec2::new(trig::cos(angle), trig::sin(angle));
        let arm = p.truncate() - self.pivot;
        let back = DVec2::new(turn.x * arm.x + turn.y * arm.y, turn.x * arm.y - turn.y * arm.x);
        ((self.pivot + back).extend(p.z), turn)
    }
}

/// The answer of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Swept {
    /// They do not meet in the window.
    Clear,
    /// They meet. Where strides have become too short to be worth going on, they are taken to touch.
    Meets(Meeting),
}

/// They have not met before the end of the window; but are they within a fifth of the skin there, and closing?
fn almost(drift: &Drift, gap_at: impl Fn(f64) -> (f64, f64, DVec3), to: f64, from: f64) -> Swept {
    let last = to - ZONE_INSTANT;
    if drift.skin == 0.0 || drift.is_still() || last <= from {
        return Swept::Clear;
    }
    let (gap, rate, normal) = gap_at(last);
    if gap <= 0.2 * drift.skin && rate < -STILL_SPEED {
        return Swept::Meets(Meeting { time: last, normal });
    }
    Swept::Clear
}

/// The moment that Visual Pinball takes for that of an impact with a moving part: the first estimate by false position
/// (Illinois) at which the gap is less than a fifth of the skin. It differs from the true one by some microseconds; in the
/// series of small impacts in which a bat accelerates a ball that adds up. None if it finds none, or none near the true one.
fn by_false_position(
    drift: &Drift,
    gap_at: &impl Fn(f64) -> (f64, f64, DVec3),
    window: Window,
    exact: f64,
) -> Option<(f64, DVec3)> {
    let near = 0.2 * drift.skin;
    if near == 0.0 || drift.is_still() || exact <= window.from {
        return None;
    }
    let (mut left, mut right) = (window.from, window.to);
    let (mut at_left, mut at_right) = (gap_at(left).0, gap_at(right).0 + FALSE_POSITION_LATE * drift.skin);
    if at_left <= drift.skin || at_right >= 0.0 {
        return None;
    }
    let mut before = at_right;
    for _ in 0..FALSE_POSITIONS {
        let t = left - at_left * (right - left) / (at_right - at_left);
        let (gap, rate, normal) = gap_at(t);
        if gap.abs() <= near {
            return (rate < -STILL_SPEED && (t - exact) * rate.abs() <= 2.0 * near).then_some((t, normal));
        }
        let same = gap * before > 0.0;
        if gap * at_left <= 0.0 {
            (right, at_right) = (t, gap);
            at_left *= if same { 0.5 } else { 1.0 };
        } else {
            (left, at_left) = (t, gap);
            at_right *= if same { 0.5 } else { 1.0 };
        }
        before = gap;
    }
    None
}

/// Where the ball is nearest to the bat at a moment, seen from the table.
fn nearest(bat: &Bat, drift: &Drift, p: DVec3, time: f64) -> Touch {
    let (seen, turn) = drift.seen(p, time);
    let touch = bat.nearest(seen);
    if drift.turn == 0.0 {
        return touch;
    }
    let n = touch.normal;
    let normal = DVec3::new(turn.x * n.x - turn.y * n.y, turn.y * n.x + turn.x * n.y, n.z);
    Touch { normal, ..touch }
}

/// The first moment in the window at which the gap is shut and closing.
pub(crate) fn first(bat: &Bat, drift: &Drift, path: &Path, radius: f64, window: Window) -> Swept {
    let Window { from, to } = window;
    // m/s²: how fast the velocity seen from the thing may change, at most.
    let speed = (path.v - drift.velocity).length() + path.a.length() * to;
    let far = (path.at(from).truncate() - drift.pivot).length() + (speed + drift.velocity.length()) * (to - from);
    let spin = drift.turn.abs();
    let bend = if spin == 0.0 { path.a.length() } else { path.a.length() + spin * (2.0 * speed + spin * far) };

    let gap_at = |t: f64| {
        let p = path.at(t);
        let time = t - drift.start;
        let touch = nearest(bat, drift, p, time);
        let rate = (path.velocity_at(t) - drift.velocity_at(p, time)).dot(touch.normal);
        (touch.distance - radius, rate, touch.normal)
    };
    let mut t = from;
    for _ in 0..SWEEP_STRIDES {
        let (gap, rate, normal) = gap_at(t);
        if t <= drift.start && gap <= drift.skin && drift.catches(rate, path.a.dot(normal)) {
            return Swept::Meets(Meeting { time: t, normal });
        }
        let mut least: f64 = 0.0;
        if gap <= SWEEP_CLOSE {
            if rate < -STILL_SPEED {
                let (time, normal) = by_false_position(drift, &gap_at, window, t).unwrap_or((t, normal));
                return Swept::Meets(Meeting { time, normal });
            }
            if rate <= STILL_SPEED {
                // Neither closing nor opening: pressed together or not?
                let ahead = SWEEP_INSTANT.min(to - t);
                let change = gap_at(t + ahead).1 - rate;
                if change < -LIFT_ACCELERATION * ahead {
                    return Swept::Meets(Meeting { time: t, normal });
                }
                least = SWEEP_INSTANT;
            }
        }
        let open = gap.max(0.0);
        let root = (rate * rate + 2.0 * bend * open).sqrt();
        let stride = if rate < 0.0 { 2.0 * open / (root - rate) } else { (rate + root) / bend };
        let next = t + stride.max(least);
        // Not a number where nothing bends and nothing moves: they never meet.
        if next > to || next.is_nan() {
            return almost(drift, gap_at, to, from);
        }
        t = next;
    }
    let (gap, rate, normal) = gap_at(t);
    if rate < 0.0 || gap <= SWEEP_CLOSE { Swept::Meets(Meeting { time: t, normal }) } else { Swept::Clear }
}
