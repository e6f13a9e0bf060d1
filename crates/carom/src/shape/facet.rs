//! A triangle with its edges and points, asked as the one thing that a player sees.
//!
//! Of a straight path it is asked where it comes as near to the triangle's plane as the ball's radius. Within all three edges it
//! meets the face. Beyond an edge it meets nothing if it passes that edge's line at more than the radius: seen along the edge, the
//! triangle lies behind that line. Otherwise it meets the edge, or the point at the end of the edge past which it is when it is as
//! near as the radius; if what it touches then is the nearest place of the triangle, it is the first that it meets, for the distance
//! from a triangle along a line falls and then rises. The answer is that of the part which is met, bit by bit. Where rounding could
//! say which, where none of this is clear, and on a path that bends, all seven are asked.

use super::{Edge, Point, Shape, Sides, Triangle};
use crate::error::Error;
use crate::gap::{BORDER, Meeting, Nearing, Slab, Unsure, Window};
use crate::path::Path;
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
        let edge = |k| Shape::Edge(self.edge(k));
        let point = |k| Shape::Point(self.point(k));
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
        // Seen along each edge: two numbers, of which one is the same for all.
        let (height, rises) = (normal.dot(offset), normal.dot(velocity));
        let round = Rounding::new(offset.length_squared() + self.girth * self.girth, slab.swift, radius, window.from);
        let seen: [Passing; 3] = core::array::from_fn(|k| {
            let (far, speed) = (start[k] * start[k] + height * height, goes[k] * goes[k] + rises * rises);
            Passing { far, towards: start[k] * goes[k] + height * rises, speed }
        });
        let misses: [bool; 3] = core::array::from_fn(|k| round.misses(&seen[k]));
        if (misses[0] & (then[0] < -doubt)) | (misses[1] & (then[1] < -doubt)) | (misses[2] & (then[2] < -doubt)) {
            return Ok(None);
        }
        self.meets_border((path, radius, window), (start, goes), (seen, misses, then), &round)
    }

    /// A path that comes near the plane beyond an edge, and perhaps near enough to it.
    #[inline(always)]
    fn meets_border(
        &self,
        (path, radius, window): (&Path, f64, Window),
        (start, goes): ([f64; 3], [f64; 3]),
        (seen, misses, then): ([Passing; 3], [bool; 3], [f64; 3]),
        round: &Rounding,
    ) -> Result<Option<Meeting>, Unsure> {
        let corners = &self.face.corners;
        let (mut missed, mut met) = ([false; 3], false);
        let mut k = if then[0] <= then[1] { 0 } else { 1 };
        k = if then[k] <= then[2] { k } else { 2 };
        for _ in 0..3 {
            let edge = k;
            k = (k + 1) % 3;
            if misses[edge] {
                continue;
            }
            let time = round.comes(&seen[edge])?;
            let offset = path.p - corners[edge];
            let place = self.along[edge].dot(offset) + self.along[edge].dot(path.v) * time;
            let past = (place - 0.5 * self.length[edge]).abs() - 0.5 * self.length[edge];
            let size = offset.abs().element_sum() + self.girth + radius + path.v.abs().element_sum() * time;
            let doubt = BORDER * size;
            if past.abs() <= doubt {
                return Err(Unsure);
            }
            if past < 0.0 {
                if time <= window.from {
                    return Err(Unsure); // It overlaps from the start.
                }
                if start[edge] + goes[edge] * time < -doubt {
                    let line = self.edge(edge);
                    return line.round().meets_plainly(path, radius, window, |at| line.faces(at.centre));
                }
                met = true; // From within: something else comes first.
                continue;
            }
            let point = if place < 0.0 { edge } else { k };
            if missed[point] {
                continue;
            }
            let offset = path.p - corners[point];
            let passing =
                Passing { far: offset.length_squared(), towards: offset.dot(path.v), speed: path.v.length_squared() };
            if round.misses(&passing) {
                missed[point] = true;
                continue;
            }
            let time = round.comes(&passing)?;
            if time <= window.from {
                return Err(Unsure);
            }
            let arm = offset + path.v * time;
            let [before, after] = [self.along[(point + 2) % 3].dot(arm), self.along[point].dot(arm)];
            if before > doubt && after < -doubt {
                return self.point(point).round().meets_plainly(path, radius, window, |_| true);
            }
            met = true;
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

    #[inline(always)]
    fn edge(&self, k: usize) -> Edge {
        let corners = &self.face.corners;
        Edge { a: corners[k], b: corners[(k + 1) % 3], along: self.along[k] }
    }

    #[inline(always)]
    fn point(&self, k: usize) -> Point {
        Point::known(self.face.corners[k])
    }
}

/// What a straight path looks like from a point, or along a line: the square of its distance, half of how that changes, and the square
/// of its speed.
#[derive(Clone, Copy)]
struct Passing {
    far: f64,
    towards: f64,
    speed: f64,
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
}

impl Rounding {
    #[inline(always)]
    fn new(size: f64, swift: f64, radius: f64, from: f64) -> Self {
        let square = radius * radius;
        let size = size + square;
        let begins = FLAT * (size + swift * from * from);
        Self { square, from, doubt: FLAT * size * swift, slope: swift * begins, begins }
    }

    /// A quarter of the discriminant.
    #[inline(always)]
    fn depth(&self, passing: &Passing) -> f64 {
        passing.towards * passing.towards - passing.speed * (passing.far - self.square)
    }

    /// Never so near, or outside and leaving?
    #[inline(always)]
    fn misses(&self, passing: &Passing) -> bool {
        let Passing { far, towards, speed } = *passing;
        let slope = towards + speed * self.from;
        let begins = far - self.square + (2.0 * towards + speed * self.from) * self.from;
        let leaves = (slope > 0.0) & (slope * slope > self.slope) & (begins > self.begins);
        (self.depth(passing) < -self.doubt) | leaves
    }

    /// From when on it is so near, not before the window.
    #[inline(always)]
    fn comes(&self, passing: &Passing) -> Result<f64, Unsure> {
        let depth = self.depth(passing);
        if depth < self.doubt || passing.towards >= 0.0 {
            return Err(Unsure);
        }
        Ok(((passing.far - self.square) / (depth.sqrt() - passing.towards)).max(self.from))
    }
}

/// The lesser of two numbers.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
