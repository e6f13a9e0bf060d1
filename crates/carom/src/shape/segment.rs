//! A wall with both its ends, asked as the one thing that a player sees. A straight path needs one question: where is the ball when it
//! is as near to the wall's line as its radius? Opposite the wall it meets the face, before it the first end or nothing, beyond it the
//! second end or nothing. The answer is that of the part which is met, bit by bit; where rounding could say which, and on a path that
//! bends, all three are asked.

use super::{Corner, Shape, Sides, Wall};
use crate::gap::{BORDER, Meeting, Nearing, Slab, Unsure, Window};
use crate::path::Path;
use glam::DVec3;

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
        if path.a != DVec3::ZERO {
            return Err(Unsure);
        }
        let Wall { a, b, low, high, sides, normal, along, length } = self.wall;
        let (offset, velocity) = (path.p.truncate() - a, path.v.truncate());
        let slab = Slab { normal, offset, velocity, swift: path.v.length_squared() };
        let (gap, closing, touches, front, doubt) = match slab.nearing(radius, window) {
            Nearing::Never => return Ok(None),
            Nearing::From { gap, closing, touches, front, doubt } => (gap, closing, touches, front, doubt),
            Nearing::Unsure => return Err(Unsure),
        };
        // How far past the nearer end it is then, times the speed of closing.
        let (place, half) = (along.dot(offset) * closing + along.dot(velocity) * gap, 0.5 * length * closing);
        let past = (place - half).abs() - half;
        if past.abs() <= doubt + 2.0 * BORDER * half {
            return Err(Unsure);
        }
        if past < 0.0 {
            let time = gap / closing;
            let is_solid =
                touches && (front || sides == Sides::Both) && time <= window.to && slab.is_steep(radius, gap, closing);
            let normal = if front { normal } else { -normal };
            return if is_solid && self.stands_at(path, time) {
                Ok(Some(Meeting { time, normal: normal.extend(0.0) }))
            } else {
                Err(Unsure)
            };
        }
        let end = if place < 0.0 { a } else { b };
        // A ball that begins within an end, and leaves it, may meet the other from within.
        let start = path.at(window.from).truncate() - end;
        if !touches && start.length_squared() <= (1.0 + BORDER) * radius * radius {
            return Err(Unsure);
        }
        let found = Corner::standing(end, low, high).round().meets_plainly(path, radius, window, |_| true)?;
        if found.is_some_and(|meeting| !self.stands_at(path, meeting.time)) { Err(Unsure) } else { Ok(found) }
    }

    /// Is the ball's centre between its foot and its top?
    #[inline(always)]
    fn stands_at(&self, path: &Path, time: f64) -> bool {
        let z = path.at(time).z;
        (z >= self.wall.low) & (z <= self.wall.high)
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
