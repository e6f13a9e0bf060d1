//! What a ball can meet. Each shape has its own file: what it is, its box, where a ball touches it, when a moving ball
//! meets it. The ball is always the other party, so this is a column of shapes, not a square of pairs.
//!
//! Flat shapes (wall, post, arc, corner) stand upright on the playfield, from `low` to `high`; unless told otherwise
//! they are unbounded, and the game is played in a plane. A solid block is walls, corners, a lid and the lid's edges.

mod arc;
mod bat;
mod capsule;
mod corner;
mod disc;
mod edge;
mod facet;
mod place;
mod placed;
mod plane;
mod point;
mod post;
mod rim;
mod segment;
mod sphere;
mod triangle;
mod wall;
#[cfg(test)]
mod wholes;

pub use arc::{Arc, ArcSide};
pub use bat::Bat;
pub use capsule::Capsule;
pub use corner::Corner;
pub use disc::Disc;
pub use edge::Edge;
pub use facet::Facet;
pub use place::Rule;
pub use placed::{Placed, Upright};
pub use plane::Plane;
pub use point::Point;
pub use post::Post;
pub use rim::Rim;
pub use segment::Segment;
pub use sphere::Sphere;
pub use triangle::Triangle;
pub use wall::Wall;

use crate::broad::Aabb;
use crate::error::{Error, in_range};
use crate::gap::{Level, Meeting, Sheet, Window};
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::DVec3;

/// From which sides a thin shape can be hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sides {
    /// From the front only; a ball from behind passes.
    Front,
    /// From both.
    #[default]
    Both,
}

/// Where the surface of a shape is nearest to a ball's centre, and how it bends there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Unit vector from the surface to the centre.
    pub normal: DVec3,
    /// m: from the surface to the centre; a ball touches when this is its radius.
    pub distance: f64,
    /// 1/m: one over the radius of the circle on which the centre of a ball that keeps touching goes; positive round a
    /// post, negative inside an arc, nothing on a flat.
    pub curvature: f64,
    /// Unit vector along which the surface does not bend; nothing if it bends all ways, or not at all.
    pub axis: DVec3,
}

impl Touch {
    pub(crate) fn flat(normal: DVec3, distance: f64) -> Self {
        Self { normal, distance, curvature: 0.0, axis: DVec3::ZERO }
    }

    /// About an axis, `arm` away from it; `surface` is the radius of the round.
    pub(crate) fn convex(arm: DVec3, surface: f64, axis: DVec3, otherwise: DVec3) -> Self {
        let length = arm.length();
        if length == 0.0 {
            return Self { normal: otherwise, distance: -surface, curvature: 0.0, axis };
        }
        Self { normal: arm / length, distance: length - surface, curvature: 1.0 / length, axis }
    }

    /// m/s²: how fast the gap's speed changes for a ball that moves with `velocity` and `acceleration`.
    pub(crate) fn gap_acceleration(&self, velocity: DVec3, acceleration: DVec3) -> f64 {
        let along = acceleration.dot(self.normal);
        if self.curvature == 0.0 {
            return along;
        }
        let tangential = velocity - self.normal * velocity.dot(self.normal) - self.axis * velocity.dot(self.axis);
        along + tangential.length_squared() * self.curvature
    }
}

/// Any shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A half-space.
    Plane(Plane),
    /// An upright wall over a segment.
    Wall(Wall),
    /// An upright cylinder over a disk.
    Post(Post),
    /// An upright wall over an arc.
    Arc(Arc),
    /// An upright edge over a point.
    Corner(Corner),
    /// A triangle.
    Triangle(Triangle),
    /// A straight edge.
    Edge(Edge),
    /// A point.
    Point(Point),
    /// A ball that does not move.
    Sphere(Sphere),
    /// A disc lying flat, with its rim.
    Disc(Disc),
    /// A rod with round ends.
    Capsule(Capsule),
    /// A flipper's bat.
    Bat(Bat),
    /// The rim of a round hole.
    Rim(Rim),
    /// One of those that know only upright, leaning.
    Placed(Placed),
}

/// The same call on whichever shape it is.
macro_rules! each {
    ($shape:expr, $s:ident => $call:expr) => {
        match $shape {
            Shape::Plane($s) => $call,
            Shape::Wall($s) => $call,
            Shape::Post($s) => $call,
            Shape::Arc($s) => $call,
            Shape::Corner($s) => $call,
            Shape::Triangle($s) => $call,
            Shape::Edge($s) => $call,
            Shape::Point($s) => $call,
            Shape::Sphere($s) => $call,
            Shape::Disc($s) => $call,
            Shape::Capsule($s) => $call,
            Shape::Bat($s) => $call,
            Shape::Rim($s) => $call,
            Shape::Placed($s) => $call,
        }
    };
}

impl Shape {
    /// The box that holds it; infinite where it is unbounded.
    pub fn bounds(&self) -> Aabb {
        each!(self, s => s.bounds())
    }

    /// Where a ball with its centre at `p` is nearest to the surface; `None` where another shape would be nearer (past
    /// a wall's end) or the ball is behind a one-sided wall.
    pub fn touch(&self, p: DVec3) -> Option<Touch> {
        each!(self, s => s.touch(p))
    }

    /// When a ball of `radius` on `path` first meets it within `window`.
    #[inline]
    pub fn meets(&self, path: &Path, radius: f64, window: Window) -> Option<Meeting> {
        each!(self, s => s.meets(path, radius, window))
    }

    /// When the centre of a ball that is carried by a flat shape runs off its end; `None` if not within the window, or
    /// if the shape is not flat.
    #[inline(always)]
    pub(crate) fn runs_off(&self, path: &Path, window: Window) -> Option<f64> {
        match self {
            Self::Wall(s) => s.runs_off(path, window),
            Self::Triangle(s) => s.runs_off(path, window),
            Self::Disc(s) => s.runs_off(path, window),
            Self::Placed(s) => s.runs_off(path, window),
            _ => None,
        }
    }

    /// When a ball that is carried by a flat part of a shape comes to where the same shape bends.
    pub(crate) fn bends(&self, path: &Path, window: Window) -> Option<f64> {
        match self {
            Self::Bat(bat) => bat.bends(path, window),
            Self::Placed(placed) => placed.bends(path, window),
            _ => None,
        }
    }

    /// Faces come before edges, and edges before points, when a ball meets several at one moment.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Plane(_) | Self::Wall(_) | Self::Triangle(_) | Self::Disc(_) => 0,
            Self::Post(_) | Self::Arc(_) | Self::Sphere(_) | Self::Capsule(_) | Self::Bat(_) => 1,
            Self::Corner(_) | Self::Edge(_) | Self::Rim(_) => 2,
            Self::Point(_) => 3,
            Self::Placed(placed) => placed.rank(),
        }
    }
}

macro_rules! from_each {
    ($($name:ident),*) => {
        $(impl From<$name> for Shape {
            fn from(shape: $name) -> Self {
                Self::$name(shape)
            }
        })*
    };
}
from_each!(Plane, Wall, Post, Arc, Corner, Triangle, Edge, Point, Sphere, Disc, Capsule, Bat, Rim, Placed);

/// From where to where an upright shape stands: any numbers, infinities included, `low` below `high`.
fn checked_extent(low: f64, high: f64) -> Result<(f64, f64), Error> {
    if low.is_nan() || high.is_nan() {
        in_range("height", f64::NAN, -MOST_LENGTH, MOST_LENGTH)?;
    }
    if low >= high {
        return Err(Error::degenerate("an upright shape", "must reach from a lower to a higher place"));
    }
    Ok((low, high))
}

/// Where a ball opposite a thin face touches it.
fn touch_of_face(face: Sheet, sides: Sides, p: DVec3) -> Option<Touch> {
    let height = face.height(p);
    match sides {
        _ if height >= 0.0 => Some(Touch::flat(face.normal, height)),
        Sides::Front => None,
        Sides::Both => Some(Touch::flat(-face.normal, -height)),
    }
}

/// When a ball meets a thin face, from whichever side it is solid; `faces` tells whether a place is opposite it. `face` and
/// `may_face` are only asked where the quick answer is unsure.
#[inline(always)]
fn meeting_with_face(
    level: Level,
    face: impl Fn() -> Sheet,
    sides: Sides,
    (path, radius, window): (&Path, f64, Window),
    faces: impl Fn(DVec3) -> bool,
    may_face: impl Fn(f64) -> bool,
) -> Option<Meeting> {
    match level.meets(sides, path, radius, window, &faces) {
        Ok(found) => found,
        Err(_) => careful_meeting_with_face(face(), sides, (path, radius, window), faces, may_face),
    }
}

/// The same with as many digits as it takes.
#[cold]
#[inline(never)]
fn careful_meeting_with_face(
    face: Sheet,
    sides: Sides,
    (path, radius, window): (&Path, f64, Window),
    faces: impl Fn(DVec3) -> bool,
    may_face: impl Fn(f64) -> bool,
) -> Option<Meeting> {
    let front = face.meets_carefully(path, radius, window, &faces, &may_face);
    if sides == Sides::Front {
        return front;
    }
    let window = Window { to: front.map_or(window.to, |meeting| meeting.time), ..window };
    face.flipped().meets_carefully(path, radius, window, &faces, &may_face).or(front)
}

/// The first moment at which one of several linear or curved conditions, each positive inside, is lost.
fn first_lost(conditions: impl Iterator<Item = [f64; 3]>, window: Window) -> Option<f64> {
    use crate::math::poly::{Trust, closings};
    let lost = |c: [f64; 3]| closings(&c, window.from, window.to, Trust::FULL).ok()?.as_slice().first().map(|x| x.at);
    conditions.filter_map(lost).min_by(f64::total_cmp)
}
