//! What a thing looks like from above, roughly: a thick line. Enough to say of most things that a ball passes them by.

use super::Aabb;
use crate::shape::Shape;
use glam::{DVec2, DVec3};

/// A thick line in the plane that holds everything of a thing: a wall's face, a post's disk, the box of anything else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outline {
    pub(super) a: DVec2,
    pub(super) b: DVec2,
    pub(super) radius: f64,
    /// It is upright, thin or convex, and solid from outside: a ball that goes away from it in the plane cannot meet it.
    pub(super) upright: bool,
}

impl Outline {
    pub(super) fn of_box(bounds: &Aabb) -> Self {
        let (min, max) = (bounds.min.truncate(), bounds.max.truncate());
        let (middle, half) = (0.5 * (min + max), 0.5 * (max - min));
        // The middle line of the longer side, as thick as the shorter.
        let along = if half.x >= half.y { DVec2::new(half.x, 0.0) } else { DVec2::new(0.0, half.y) };
        Self { a: middle - along, b: middle + along, radius: half.min_element(), upright: false }
    }

    pub(super) fn of_shape(shape: &Shape) -> Self {
        let round = |centre: DVec2, radius: f64, upright: bool| Self { a: centre, b: centre, radius, upright };
        match shape {
            Shape::Wall(s) => Self { a: s.a(), b: s.b(), radius: 0.0, upright: true },
            Shape::Post(s) => round(s.centre(), s.radius(), true),
            Shape::Corner(s) => round(s.at(), 0.0, true),
            // Even one that stands upright: a ball may come down on the points at its ends, which are asked with it.
            Shape::Edge(s) => Self { a: s.a().truncate(), b: s.b().truncate(), radius: 0.0, upright: false },
            Shape::Triangle(s) if s.normal().z == 0.0 => Self::of_upright(s.corners()),
            Shape::Point(s) => round(s.at().truncate(), 0.0, false),
            Shape::Sphere(s) => round(s.centre().truncate(), s.radius(), false),
            Shape::Capsule(s) => Self { a: s.a().truncate(), b: s.b().truncate(), radius: s.radius(), upright: false },
            Shape::Disc(s) => round(s.centre().truncate(), s.radius(), false),
            Shape::Rim(s) => round(s.centre().truncate(), s.radius(), false),
            _ => Self::of_box(&shape.bounds()),
        }
    }

    /// An upright triangle is a line from above, and met like a wall.
    fn of_upright(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners.map(DVec3::truncate);
        let sides = [(a, b), (b, c), (c, a)];
        let length = |side: &(DVec2, DVec2)| (side.1 - side.0).length_squared();
        let (a, b) = sides.into_iter().max_by(|one, two| length(one).total_cmp(&length(two))).unwrap_or((a, b));
        Self { a, b, radius: 0.0, upright: true }
    }
}
