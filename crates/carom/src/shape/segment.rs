//! A wall with both its ends, asked as the one thing that a player sees. A straight path needs one question: where is the ball when it
//! is as near to the wall's line as its radius? Opposite the wall it meets the face, before it the first end or nothing, beyond it the
//! second end or nothing. The answer is that of the part which is met, that of the face bit by bit, that of an end but for roundings;
//! where rounding could say which, and on a path that bends, all three are asked.

use super::{Corner, Shape, Sides, Wall};
use crate::gap::{BORDER, Meeting, Unsure, Window};
use crate::math::Real;
use crate::path::Path;
use crate::tolerance::{GAP_ROUNDINGS, IMPACT_TIME, PLAIN};
use glam::DVec2;

/// A [`Wall`] and the [`Corner`]s at its ends.
///
/// ```
/// use carom::impact::Window;
/// use carom::shape::{Segment, Wall};
/// use carom::{DVec2, DVec3, Path};
/// let segment = Segment::of(Wall::new(DVec2::ZERO, DVec2::X)?);
/// // Past the end of the wall by three fifths of the ball's radius.
/// let path = Path { p: DVec3::new(1.3, 2.4, 0.0), v: DVec3::NEG_Y, a: DVec3::ZERO };
/// let meeting = segment.meets(&path, 0.5, Window { from: 0.0, to: 10.0 }).unwrap();
/// assert!((meeting.time - 2.0).abs() < 1e-12);
/// assert!((meeting.normal - DVec3::new(0.6, 0.8, 0.0)).length() < 1e-12);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    wall: Wall,
}

impl Segment {
    /// This wall and its ends.
    pub fn of(wall: Wall) -> Self {
        Self { wall }
    }

    /// The wall between the ends.
    pub fn wall(&self) -> &Wall {
        &self.wall
    }

    /// What it consists of: the wall, its first end, its second end.
    pub fn parts(&self) -> [Shape; 3] {
        let Wall { a, b, low, high, .. } = self.wall;
        let end = |at| Shape::Corner(Corner::standing(at, low, high));
        [self.wall.into(), end(a), end(b)]
    }

    /// When a ball of `radius` on `path` first meets one of its parts within `window`.
    #[inline]
    pub fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        match self.meets_plainly(path, radius, window) {
            Ok(found) => found,
            Err(Unsure) => self.ask_parts(path, radius, window),
        }
    }

    #[inline(always)]
    pub(super) fn meets_plainly(&self, path: &Path, radius: f64, window: Window) -> Result<Option<Meeting>, Unsure> {
        if bends(path) {
            return Err(Unsure);
        }
        let Window { from, to } = window;
        let Wall { a, b, sides, normal, along, length, .. } = self.wall;
        let (offset, velocity) = (path.p.truncate() - a, path.v.truncate());
        let (height, speed) = (normal.dot(offset), normal.dot(velocity));
        // No part along a unit vector is longer than these.
        let (far, fast) = (offset.x.abs() + offset.y.abs() + radius, velocity.x.abs() + velocity.y.abs());
        let noise = ROUNDING * (far + fast * to);
        let front = speed < 0.0;
        let closing = speed.abs();
        let gap = if front { height } else { -height } - radius;
        let (first, last) = (gap - closing * from, gap - closing * to);
        if last > 2.0 * noise || first + 2.0 * radius < -2.0 * noise {
            return Ok(None); // Not so far within the window, or gone through already.
        }
        // From outside, or along the line from the start.
        let touches = first > noise;
        if !touches && !((first < -noise) & (first + 2.0 * radius > noise)) {
            return Err(Unsure);
        }
        let gap = if touches { gap } else { from * closing };
        // How far past the nearer end it is then, times the speed of closing.
        let (place, half) = (along.dot(offset) * closing + along.dot(velocity) * gap, 0.5 * length * closing);
        let past = (place - half).abs() - half;
        // What rounding may do to it, and how near to an end both are touched at the same moment, to a rounding.
        let reach = far * closing + fast * gap;
        let is_plain = past.abs() > BORDER * (reach + 2.0 * half) + 4.0 * ROUNDING * far * fast;
        if !is_plain {
            return Err(Unsure); // Nor is anything that is not a number.
        }
        let swift = path.v.length_squared();
        let (time, normal) = if past < 0.0 {
            // The error is promised as a part of the time that the path takes up to the impact.
            let (sharp, rounding) = (closing * IMPACT_TIME, ROUNDING * reach);
            let size = offset.length_squared() * (closing * closing) + swift * (gap * gap);
            let is_steep = sharp * sharp * size >= rounding * rounding * swift;
            let time = gap / closing;
            if !(touches & is_steep & (front | (sides == Sides::Both)) & (time <= to)) {
                return Err(Unsure);
            }
            (time, if front { normal } else { -normal })
        } else {
            let start = path.p.truncate() - if place < half { a } else { b };
            // A ball that begins within an end, and leaves it, may meet the other from within.
            if !touches && (start + velocity * from).length_squared() <= (1.0 + BORDER) * radius * radius {
                return Err(Unsure);
            }
            match meets_end(start, velocity, swift, radius, window)? {
                Some(found) => found,
                None => return Ok(None),
            }
        };
        if self.wall.endless || self.stands_at(path, time) {
            Ok(Some(Meeting { time, normal: normal.extend(0.0) }))
        } else {
            Err(Unsure)
        }
    }

    /// Is the ball's centre between its foot and its top, beyond doubt?
    #[inline(always)]
    fn stands_at(&self, path: &Path, time: f64) -> bool {
        let rises = path.v.z * time;
        let z = path.p.z + rises;
        let doubt = IMPACT_TIME * (z.abs() + rises.abs());
        z - self.wall.low >= doubt && self.wall.high - z >= doubt
    }

    #[cold]
    #[inline(never)]
    fn ask_parts(&self, path: &Path, radius: f64, mut window: Window) -> Option<Meeting> {
        let mut found = None;
        for part in self.parts() {
            if let Some(meeting) = part.meets(path, radius, window) {
                window.to = meeting.time;
                found = Some(meeting);
            }
        }
        found
    }
}

/// Is it no straight path? Asked by the bits, without their signs: one branch.
#[inline(always)]
fn bends(path: &Path) -> bool {
    (path.a.x.to_bits() | path.a.y.to_bits() | path.a.z.to_bits()) << 1 != 0
}

/// What rounding may do to a sum of a few products, as a part of their size.
const ROUNDING: f64 = GAP_ROUNDINGS * f64::ROUNDING;
/// The roundings of a cross product and of a square, twice over.
pub(super) const CROSS_NOISE: f64 = 16.0 * f64::ROUNDING;
/// A moment is sharp when roundings shift it by no more than this part of itself: half of what is allowed, for that turns the normal
/// by as many times more as the way is longer than the radius.
pub(super) const SHARP: f64 = 0.5 * IMPACT_TIME;

/// When a ball that comes from outside meets an upright edge at `start` from it. The least distance is taken from a cross product, which
/// loses no digits on a long way; so the root needs no second step.
#[inline(always)]
fn meets_end(
    start: DVec2,
    velocity: DVec2,
    swift: f64,
    radius: f64,
    Window { from, to }: Window,
) -> Result<Option<(f64, DVec2)>, Unsure> {
    let square = radius * radius;
    let (far, towards, speed) = (start.length_squared(), start.dot(velocity), velocity.length_squared());
    let across = start.perp_dot(velocity);
    // A quarter of the discriminant.
    let depth = square * speed - across * across;
    let size = (start.x.abs() + start.y.abs()) * (velocity.x.abs() + velocity.y.abs());
    let doubt = CROSS_NOISE * (across.abs() * size + square * speed);
    // It passes wide of it, or leaves it all along.
    let slope = towards + speed * from;
    if depth < -doubt || slope > CROSS_NOISE * (size + speed * from) {
        return Ok(None);
    }
    // (As for all round things: not at too shallow an angle, nor from so far that the arm is too coarse.)
    let is_plain = PLAIN * PLAIN * depth > 4.0 * (far + square) * swift;
    if !is_plain {
        return Err(Unsure);
    }
    let steepness = depth.sqrt();
    let until = steepness - towards;
    let time = (far - square) / until;
    // What the moment may be off by, times the product of both.
    let (sharp, late) = (steepness * until, doubt * time + steepness * CROSS_NOISE * (far + square + size * to));
    if doubt > 2.0 * SHARP * sharp || ((time - from) * sharp <= late) | ((to - time).abs() * sharp <= late) {
        return Err(Unsure);
    }
    if time > to {
        return Ok(None);
    }
    // As long as the radius but for some roundings: one step of Newton's method makes it a unit vector.
    let normal = (start + velocity * time) * (1.0 / radius);
    Ok(Some((time, normal * (1.5 - 0.5 * normal.length_squared()))))
}
