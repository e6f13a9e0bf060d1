//! Placing a shape by any transform: which of the three rules it gets.
//!
//! | shape | as it is, with other numbers | other shapes that lean | in a space of its own | refused |
//! |---|---|---|---|---|
//! | plane, triangle, edge, point | always | | | |
//! | sphere, capsule | scaled evenly | | | uneven |
//! | wall | upright | leaning: two triangles | leaning without end | uneven, leaning, without end |
//! | corner | upright | leaning: an edge | leaning without end | |
//! | post | upright, round | uneven: a prism | leaning | uneven without end |
//! | arc, disc, rim, bat | upright, round | | leaning | uneven |
//!
//! Mirrors are placements like others. A front stays on the side on which the mirrored thing has it.

mod flat;
mod prism;
mod round;

use super::{Placed, Shape, Upright};
use crate::error::{Error, ErrorKind, in_range, vector_in_range};
use crate::space::{Similarity, Transform};
use crate::tolerance::{MOST_LENGTH, PLACED_ALIKE};
use glam::{DVec2, DVec3};

/// How a shape was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// It is a shape of its own kind, with other numbers.
    Native,
    /// It is other shapes, which can lean: a wall two triangles, a corner an edge.
    Replaced,
    /// It stands in a space of its own, into which the ball goes.
    Local,
}

impl Rule {
    /// In a word, for lists.
    pub fn word(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Replaced => "replaced",
            Self::Local => "ball to local",
        }
    }
}

/// Shapes, and by which rule they were placed.
type Placement = Result<(Vec<Shape>, Rule), Error>;

impl Shape {
    /// The same shape, placed: one or several shapes, and by which rule.
    ///
    /// Everything is exact but a post that is scaled unevenly: it becomes a prism whose faces are at most 10 µm inside and
    /// whose edges at most 10 µm outside the true surface, or, if that would take more than 64 sides, one of 64 (0.6 mm for
    /// each metre of the larger half-axis).
    ///
    /// ```
    /// use carom::shape::{Post, Rule, Shape};
    /// use carom::space::Transform;
    /// use carom::{DVec2, DVec3};
    /// let post = Shape::from(Post::new(DVec2::ZERO, 0.01)?.with_height(0.0, 0.05)?);
    /// let (shifted, rule) = post.placed(&Transform::translation(DVec3::X))?;
    /// assert_eq!((shifted[0], rule), (Post::new(DVec2::X, 0.01)?.with_height(0.0, 0.05)?.into(), Rule::Native));
    /// let (leaning, rule) = post.placed(&Transform::rotation(DVec3::X, 0.5)?)?;
    /// assert!(matches!(leaning[0], Shape::Placed(_)));
    /// assert_eq!((leaning.len(), rule), (1, Rule::Local));
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the placement would deform the shape into one that Carom does not have (or the ball, seen from it), or put it
    /// where nothing may be.
    pub fn placed(&self, by: &Transform) -> Placement {
        if *by == Transform::IDENTITY {
            return Ok((vec![*self], Rule::Native));
        }
        match self {
            Self::Plane(shape) => native(flat::plane(shape, by)),
            Self::Wall(shape) => flat::wall(shape, by),
            Self::Post(shape) => round::post(shape, by),
            Self::Arc(shape) => round::arc(shape, by),
            Self::Corner(shape) => flat::corner(shape, by),
            Self::Triangle(shape) => native(flat::triangle(shape, by)),
            Self::Edge(shape) => native(flat::edge(shape, by)),
            Self::Point(shape) => native(flat::point(shape, by)),
            Self::Sphere(shape) => native(round::sphere(shape, by)),
            Self::Disc(shape) => round::disc(shape, by),
            Self::Capsule(shape) => native(round::capsule(shape, by)),
            Self::Bat(shape) => round::bat(shape, by),
            Self::Rim(shape) => round::rim(shape, by),
            Self::Placed(shape) => Self::from(*shape.shape()).placed(&Transform::from(*shape.lies()).then(by)),
        }
    }
}

impl From<Upright> for Shape {
    fn from(shape: Upright) -> Self {
        match shape {
            Upright::Wall(shape) => shape.into(),
            Upright::Post(shape) => shape.into(),
            Upright::Arc(shape) => shape.into(),
            Upright::Corner(shape) => shape.into(),
            Upright::Disc(shape) => shape.into(),
            Upright::Rim(shape) => shape.into(),
            Upright::Bat(shape) => shape.into(),
        }
    }
}

fn native(shape: Result<impl Into<Shape>, Error>) -> Placement {
    Ok((vec![shape?.into()], Rule::Native))
}

fn replaced(shapes: Vec<Shape>) -> Placement {
    Ok((shapes, Rule::Replaced))
}

/// The shape in a space of its own, if the placement leaves a ball a ball; otherwise refused, with what to do instead.
fn local(shape: Upright, by: &Transform, said: &'static [&'static str; 2]) -> Placement {
    let deformed = || deformed(said, by);
    let (shape, proper) = if by.mirrors() {
        // Mirrored within its own space, where that is easy; what is left is no mirror any more.
        let mirror = mirror()?;
        let (mirrored, _) = Shape::from(shape).placed(&mirror)?;
        (mirrored.first().and_then(upright).ok_or_else(deformed)?, mirror.then(by))
    } else {
        (shape, *by)
    };
    let lies = proper.similarity().ok_or_else(deformed)?;
    own_space(shape, lies)
}

/// A shape in a space of its own, if it is not too far away or too large.
fn own_space(shape: Upright, lies: Similarity) -> Placement {
    let placed = Shape::from(Placed::new(shape, lies));
    in_range("scale of a placement", lies.scale(), 1.0 / MOST_LENGTH, MOST_LENGTH)?;
    vector_in_range("shift of a placement", lies.origin(), MOST_LENGTH)?;
    let bounds = placed.bounds();
    for end in bounds.min.to_array().into_iter().chain(bounds.max.to_array()).filter(|end| !end.is_infinite()) {
        // The corners of a leaning box reach farther than what is in it.
        in_range("place of a leaning shape", end, -4.0 * MOST_LENGTH, 4.0 * MOST_LENGTH)?;
    }
    Ok((vec![placed], Rule::Local))
}

fn upright(shape: &Shape) -> Option<Upright> {
    Some(match *shape {
        Shape::Wall(shape) => Upright::Wall(shape),
        Shape::Post(shape) => Upright::Post(shape),
        Shape::Arc(shape) => Upright::Arc(shape),
        Shape::Corner(shape) => Upright::Corner(shape),
        Shape::Disc(shape) => Upright::Disc(shape),
        Shape::Rim(shape) => Upright::Rim(shape),
        Shape::Bat(shape) => Upright::Bat(shape),
        _ => return None,
    })
}

/// Left and right exchanged.
fn mirror() -> Result<Transform, Error> {
    Transform::scaling(DVec3::new(-1.0, 1.0, 1.0))
}

/// By what all lengths are scaled, mirrored or not; `None` if not all alike.
fn even_scale(by: &Transform) -> Result<Option<f64>, Error> {
    let proper = if by.mirrors() { mirror()?.then(by) } else { *by };
    Ok(proper.similarity().map(|lies| lies.scale()))
}

fn deformed(said: &'static [&'static str; 2], by: &Transform) -> Error {
    let scales = by.scales();
    let (x, y, z) = (by.linear().x_axis, by.linear().y_axis, by.linear().z_axis);
    let across = [x.dot(y) / (scales.x * scales.y), y.dot(z) / (scales.y * scales.z), z.dot(x) / (scales.z * scales.x)];
    let oblique = across.into_iter().any(|cosine| cosine.abs() > PLACED_ALIKE);
    Error::new(ErrorKind::Deformed { said, scales: scales.as_vec3().to_array(), oblique })
}

/// m: from where to where a thing stands that is placed upright.
fn height(by: &Transform, (low, high): (f64, f64)) -> (f64, f64) {
    // Upright means that this scale is positive, so that an infinite height stays one.
    let (scale, shift) = (by.linear().z_axis.z, by.origin().z);
    (low * scale + shift, high * scale + shift)
}

/// Where a place of the plan goes that is placed upright.
fn on_plan(by: &Transform, at: DVec2) -> DVec2 {
    by.place(at.extend(0.0)).truncate()
}

fn is_bounded((low, high): (f64, f64)) -> bool {
    low.is_finite() && high.is_finite()
}
