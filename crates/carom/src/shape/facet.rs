//! A triangle with its edges and points, asked as the one thing that a player sees.
//!
//! Of a straight path it is asked where it comes as near to the triangle's plane as the ball's radius. Within all three edges it
//! meets the face. Beyond an edge it meets nothing if it passes that edge's line at more than the radius: seen along the edge, the
//! triangle lies behind that line. Otherwise it meets the edge, or the point at the end of the edge past which it is when it is as
//! near as the radius; if what it touches then is the nearest place of the triangle, it is the first that it meets, for the distance
//! from a triangle along a line falls and then rises. The answer is that of the part which is met, that of the face bit by bit, that of
//! the others but for roundings. Where rounding could say which, where none of this is clear, and on a path that bends, all seven are
//! asked.

use super::segment::{CROSS_NOISE, SHARP};
use super::{Edge, Point, Shape, Sides, Triangle};
use crate::error::Error;
use crate::gap::{BORDER, Meeting, Nearing, Slab, Unsure, Window};
use crate::path::Path;
use crate::tolerance::IMPACT_TIME;
use glam::DVec3;

/// A [`Triangle`] with its three [`Edge`]s and three [`Point`]s.
///
/// ```
/// use carom::impact::Window;
/// use carom::shape::{Facet, Triangle};
/// use carom::{DVec3, Path};
/// let facet = Facet::of(Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y)?)?;
/// // Down beside an edge, past it by three fifths of the ball's radius.
/// let path = Path { p: DVec3::new(0.4, -0.3, 2.4), v: DVec3::NEG_Z, a: DVec3::ZERO };
/// let meeting = facet.meets(&path, 0.5, Window { from: 0.0, to: 10.0 }).unwrap();
/// assert!((meeting.time - 2.0).abs() < 1e-12);
/// assert!((meeting.normal - DVec3::new(0.0, -0.6, 0.8)).length() < 1e-12);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet {
    face: Triangle,
    /// Unit, along each edge.
    along: [DVec3; 3],
    /// m: the length of each edge.
    length: [f64; 3],
    /// m: how far the first point is inside the second edge, negative. The others begin or end there.
    opposite: f64,
    /// m: the sum of the lengths.
    girth: f64,
}

/// A graze whose quarter of a discriminant is less than this part of the numbers it is made of is left to the parts.
const FLAT: f64 = 1e-5;

impl Facet {
    /// This face with its edges and points.
    ///
    /// # Errors
    /// When an edge is too short to have a direction.
    pub fn of(face: Triangle) -> Result<Self, Error> {
        let corners = face.corners;
        let (mut along, mut length) = ([DVec3::ZERO; 3], [0.0; 3]);
        for k in 0..3 {
            let edge = Edge::new(corners[k], corners[(k + 1) % 3])?;
            (along[k], length[k]) = (edge.along, (edge.b - edge.a).length());
        }
        let opposite = face.inward[1].dot(corners[1] - corners[0]);
        Ok(Self { face, along, length, opposite, girth: length.iter().sum() })
    }

    /// The face between the edges.
    pub fn face(&self) -> &Triangle {
        &self.face
    }

    /// What it consists of: the face, the edges from each point to the next, the points.
    pub fn parts(&self) -> [Shape; 7] {
        let corners = &self.face.corners;
        let edge = |k: usize| Shape::Edge(Edge { a: corners[k], b: corners[(k + 1) % 3], along: self.along[k] });
        let point = |k: usize| Shape::Point(Point::known(corners[k]));
        [self.face.into(), edge(0), edge(1), edge(2), point(0), point(1), point(2)]
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
        let Triangle { corners, sides, normal, inward } = &self.face;
        let (offset, velocity) = (path.p - corners[0], path.v);
        let slab = Slab { normal: *normal, offset, velocity, swift: velocity.length_squared() };
        let (gap, closing, touches, front, doubt) = match slab.nearing(radius, window) {
            Nearing::Never => return Ok(None),
            Nearing::From { gap, closing, touches, front, doubt } => (gap, closing, touches, front, doubt),
            Nearing::Unsure => return Err(Unsure),
        };
        let doubt = doubt + BORDER * self.girth * closing;
        // How far inside each edge it is, and goes, and is then, times the speed of closing.
        let start = [inward[0].dot(offset), inward[1].dot(offset) - self.opposite, inward[2].dot(offset)];
        let goes = inward.map(|inward| inward.dot(velocity));
        let then: [f64; 3] = core::array::from_fn(|k| start[k] * closing + goes[k] * gap);
        let least = lesser(lesser(then[0], then[1]), then[2]);
        if least > doubt {
            let time = gap / closing;
            let is_solid =
                touches && (front || *sides == Sides::Both) && time <= window.to && slab.is_steep(radius, gap, closing);
            let normal = if front { *normal } else { -*normal };
            return if is_solid { Ok(Some(Meeting { time, normal })) } else { Err(Unsure) };
        }
        if least > -doubt {
            return Err(Unsure);
        }
        let way = Way {
            path,
            radius,
            from: window.from,
            to: window.to,
            start,
            goes,
            height: normal.dot(offset),
            rises: normal.dot(velocity),
            round: Rounding::new(offset.length_squared() + self.girth * self.girth, slab.swift, radius, window.from),
        };
        // Beyond the edge that it is farthest past then, it misses all of the triangle if it misses the edge's line.
        let first = if then[0] <= then[1] { 0 } else { 1 };
        let first = if then[first] <= then[2] { first } else { 2 };
        let passing = way.seen_along(first);
        if way.round.misses(&passing) {
            return Ok(None);
        }
        match self.asks_edge(&way, first, &passing)? {
            Asked::Met(time, arm) => way.met(time, arm),
            Asked::Missed | Asked::Later => self.asks_all(&way, first, then.map(|then| then < -doubt)),
        }
    }

    /// Does the ball first meet this edge, or a point at its end?
    #[inline(always)]
    fn asks_edge(&self, way: &Way<'_>, edge: usize, passing: &Passing) -> Result<Asked, Unsure> {
        let (path, corners) = (way.path, &self.face.corners);
        let time = way.round.comes(passing)?;
        let offset = path.p - corners[edge];
        let place = self.along[edge].dot(offset) + self.along[edge].dot(path.v) * time;
        let past = (place - 0.5 * self.length[edge]).abs() - 0.5 * self.length[edge];
        let size = offset.abs().element_sum() + self.girth + way.radius + path.v.abs().element_sum() * time;
        let doubt = BORDER * size;
        if past.abs() <= doubt {
            return Err(Unsure);
        }
        if past < 0.0 {
            if time <= way.from {
                return Err(Unsure); // It overlaps from the start.
            }
            let inside = way.start[edge] + way.goes[edge] * time;
            if inside >= -doubt {
                return Ok(Asked::Later); // From within: something else comes first.
            }
            let arm = self.face.inward[edge] * inside + self.face.normal * (way.height + way.rises * time);
            return Ok(Asked::Met(time, arm));
        }
        let point = if place < 0.0 { edge } else { (edge + 1) % 3 };
        let offset = path.p - corners[point];
        let passing = Passing {
            far: offset.length_squared(),
            towards: offset.dot(path.v),
            speed: path.v.length_squared(),
            across: offset.cross(path.v).length_squared(),
        };
        if way.round.misses(&passing) {
            return Ok(Asked::Missed);
        }
        let time = way.round.comes(&passing)?;
        if time <= way.from {
            return Err(Unsure);
        }
        let arm = offset + path.v * time;
        let [before, after] = [self.along[(point + 2) % 3].dot(arm), self.along[point].dot(arm)];
        if before > doubt && after < -doubt { Ok(Asked::Met(time, arm)) } else { Ok(Asked::Later) }
    }

    /// A path that comes near the plane beyond an edge, and neither meets that one nor passes it at more than the radius.
    #[inline(never)]
    fn asks_all(&self, way: &Way<'_>, first: usize, beyond: [bool; 3]) -> Result<Option<Meeting>, Unsure> {
        let seen: [Passing; 3] = core::array::from_fn(|k| way.seen_along(k));
        let misses = seen.map(|passing| way.round.misses(&passing));
        if (0..3).any(|k| misses[k] && beyond[k]) {
            return Ok(None);
        }
        let mut met = false;
        for k in [first, (first + 1) % 3, (first + 2) % 3] {
            if misses[k] {
                continue;
            }
            match self.asks_edge(way, k, &seen[k])? {
                Asked::Met(time, arm) => return way.met(time, arm),
                Asked::Missed => {}
                Asked::Later => met = true,
            }
        }
        if met { Err(Unsure) } else { Ok(None) }
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

/// What asking an edge comes to.
enum Asked {
    /// This is the first that is met: when, and from what it meets to the ball's centre.
    Met(f64, DVec3),
    /// Neither the edge nor the point at its end is met.
    Missed,
    /// It is, but something else comes first.
    Later,
}

/// A straight path, seen from a triangle.
struct Way<'a> {
    path: &'a Path,
    radius: f64,
    from: f64,
    to: f64,
    /// m and m/s: how far inside each edge it begins, and goes.
    start: [f64; 3],
    goes: [f64; 3],
    /// m and m/s: above the plane.
    height: f64,
    rises: f64,
    round: Rounding,
}

impl Way<'_> {
    /// What it looks like along an edge: two numbers, of which one is the same for all.
    #[inline(always)]
    fn seen_along(&self, edge: usize) -> Passing {
        let (start, goes) = (self.start[edge], self.goes[edge]);
        let across = start * self.rises - self.height * goes;
        Passing {
            far: start * start + self.height * self.height,
            towards: start * goes + self.height * self.rises,
            speed: goes * goes + self.rises * self.rises,
            across: across * across,
        }
    }

    /// A meeting, if it is within the window beyond doubt.
    #[inline(always)]
    fn met(&self, time: f64, arm: DVec3) -> Result<Option<Meeting>, Unsure> {
        let doubt = 2.0 * IMPACT_TIME * (time + self.to);
        if time - self.from <= doubt || (time - self.to).abs() <= doubt {
            return Err(Unsure); // Rounding could say whether it is.
        }
        // As long as the radius but for some roundings: one step of Newton's method makes it a unit vector.
        let normal = arm * (1.0 / self.radius);
        let normal = normal * (1.5 - 0.5 * normal.length_squared());
        Ok((time < self.to).then_some(Meeting { time, normal }))
    }
}

/// What a straight path looks like from a point, or along a line: the square of its distance, half of how that changes, the square of
/// its speed, and the square of its least distance times that of its speed.
#[derive(Clone, Copy)]
struct Passing {
    far: f64,
    towards: f64,
    speed: f64,
    across: f64,
}

/// What roundings may do to such numbers.
struct Rounding {
    /// The square of the radius.
    square: f64,
    from: f64,
    /// For a quarter of the discriminant.
    doubt: f64,
    /// For the slope at the window's start, squared.
    slope: f64,
    /// For the distance there, squared.
    begins: f64,
    /// What rounding may really do to a quarter of the discriminant, for one who meets it.
    noise: f64,
}

impl Rounding {
    #[inline(always)]
    fn new(size: f64, swift: f64, radius: f64, from: f64) -> Self {
        let square = radius * radius;
        let size = size + square;
        let begins = FLAT * (size + swift * from * from);
        let noise = CROSS_NOISE * swift * (radius * size.sqrt() + square);
        Self { square, from, doubt: FLAT * size * swift, slope: swift * begins, begins, noise }
    }

    /// A quarter of the discriminant. The least distance is a cross product, which loses no digits on a long way.
    #[inline(always)]
    fn depth(&self, passing: &Passing) -> f64 {
        passing.speed * self.square - passing.across
    }

    /// Never so near, or outside and leaving?
    #[inline(always)]
    fn misses(&self, passing: &Passing) -> bool {
        let Passing { far, towards, speed, .. } = *passing;
        let slope = towards + speed * self.from;
        let begins = far - self.square + (2.0 * towards + speed * self.from) * self.from;
        let leaves = (slope > 0.0) & (slope * slope > self.slope) & (begins > self.begins);
        (self.depth(passing) < -self.doubt) | leaves
    }

    /// From when on it is so near, not before the window.
    #[inline(always)]
    fn comes(&self, passing: &Passing) -> Result<f64, Unsure> {
        let depth = self.depth(passing);
        let is_deep = depth >= self.doubt;
        if !is_deep {
            return Err(Unsure);
        }
        let steepness = depth.sqrt();
        let until = steepness - passing.towards;
        if passing.towards >= 0.0 || self.noise > 2.0 * SHARP * steepness * until {
            return Err(Unsure);
        }
        Ok(((passing.far - self.square) / until).max(self.from))
    }
}

/// The lesser of two numbers.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
