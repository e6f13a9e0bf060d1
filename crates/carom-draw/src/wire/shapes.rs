//! The outlines of shapes, in space.

use crate::form::{arc, bat, circle, unit};
use crate::lay::borders;
use carom::shape::{Shape, Upright};
use carom::space::Transform;
use carom::{DVec2, DVec3};
use core::f64::consts::{FRAC_PI_4, TAU};

/// Corners of a circle.
const CORNERS: usize = 32;
/// m: how much of a plane is drawn, each way.
const PLANE: f64 = 0.1;
/// m: half of the cross at a point.
const CROSS: f64 = 0.001;

/// A run of lines in space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) points: Vec<DVec3>,
    pub(crate) closed: bool,
    /// Is it a triangle? Where there are edges beside them, sides of triangles are seams within a face.
    pub(crate) is_triangle: bool,
}

impl Run {
    pub(crate) fn open(points: impl IntoIterator<Item = DVec3>) -> Self {
        Self { points: points.into_iter().collect(), closed: false, is_triangle: false }
    }

    pub(crate) fn closed(points: impl IntoIterator<Item = DVec3>) -> Self {
        Self { points: points.into_iter().collect(), closed: true, is_triangle: false }
    }

    pub(crate) fn placed(mut self, lies: &Transform) -> Self {
        self.points.iter_mut().for_each(|p| *p = lies.place(*p));
        self
    }
}

/// The outlines of a shape. What has no end is drawn from `low` to `high`.
pub(crate) fn outlines(shape: &Shape, (low, high): (f64, f64)) -> Vec<Run> {
    let ends = |(a, b): (f64, f64)| (if a.is_finite() { a } else { low }, if b.is_finite() { b } else { high });
    match shape {
        Shape::Plane(plane) => {
            let side = plane.normal().any_orthonormal_vector() * PLANE;
            let other = plane.normal().cross(side);
            vec![Run::closed([side, other, -side, -other].map(|p| plane.point() + p))]
        }
        Shape::Wall(wall) => vec![quad(wall.a(), wall.b(), ends(wall.height()))],
        Shape::Post(post) => {
            let ring = ring(post.centre(), post.radius());
            prism(&ring, &eighths(post.centre(), post.radius()), ends(post.height()))
        }
        Shape::Arc(bow) => {
            let (start, sweep) = bow.angles();
            let points = arc(bow.centre(), bow.radius(), start, sweep);
            let (low, high) = ends(bow.height());
            let level = |z: f64| Run::open(points.iter().map(move |p| p.extend(z)));
            let posts = [points.first(), points.last()].into_iter().flatten();
            let posts = posts.map(|p| Run::open([p.extend(low), p.extend(high)]));
            [level(low), level(high)].into_iter().chain(posts).collect()
        }
        Shape::Corner(corner) => {
            let (low, high) = ends(corner.height());
            vec![Run::open([corner.at().extend(low), corner.at().extend(high)])]
        }
        Shape::Triangle(triangle) => vec![Run { is_triangle: true, ..Run::closed(triangle.corners()) }],
        Shape::Edge(edge) => vec![Run::open([edge.a(), edge.b()])],
        Shape::Point(point) => {
            let at = point.at();
            [DVec3::X, DVec3::Y, DVec3::Z].map(|way| Run::open([at - way * CROSS, at + way * CROSS])).to_vec()
        }
        Shape::Sphere(sphere) => {
            let at = sphere.centre();
            let axes = [(DVec3::X, DVec3::Y), (DVec3::Y, DVec3::Z), (DVec3::Z, DVec3::X)];
            axes.map(|(a, b)| hoop(at, a * sphere.radius(), b * sphere.radius())).to_vec()
        }
        Shape::Disc(disc) => vec![flat_ring(disc.centre(), disc.radius())],
        Shape::Rim(rim) => vec![flat_ring(rim.centre(), rim.radius())],
        Shape::Capsule(rod) => {
            let axis = (rod.b() - rod.a()).normalize_or_zero();
            let side = axis.any_orthonormal_vector() * rod.radius();
            let other = axis.cross(side);
            let hoops = [rod.a(), rod.b()].map(|at| hoop(at, side, other));
            let sides = [side, other, -side, -other].map(|by| Run::open([rod.a() + by, rod.b() + by]));
            hoops.into_iter().chain(sides).collect()
        }
        Shape::Bat(shape) => {
            let (base, tip) = shape.radii();
            bat_block(shape.base(), base, shape.tip(), tip, ends(shape.height()))
        }
        Shape::Placed(placed) => {
            let inner = match placed.shape() {
                Upright::Wall(shape) => Shape::from(*shape),
                Upright::Post(shape) => (*shape).into(),
                Upright::Arc(shape) => (*shape).into(),
                Upright::Corner(shape) => (*shape).into(),
                Upright::Disc(shape) => (*shape).into(),
                Upright::Rim(shape) => (*shape).into(),
                Upright::Bat(shape) => (*shape).into(),
            };
            let lies = Transform::from(*placed.lies());
            // A shape within a placed one is upright, so this goes one step down and no farther.
            outlines(&inner, (low, high)).into_iter().map(|run| run.placed(&lies)).collect()
        }
        // A shape that this version does not know.
        _ => Vec::new(),
    }
}

/// An upright rectangle over a segment.
pub(crate) fn quad(a: DVec2, b: DVec2, (low, high): (f64, f64)) -> Run {
    Run::closed([a.extend(low), b.extend(low), b.extend(high), a.extend(high)])
}

/// A block over a border, with upright edges at some places.
pub(crate) fn prism(border: &[DVec2], edges: &[DVec2], (low, high): (f64, f64)) -> Vec<Run> {
    let level = |z: f64| Run::closed(border.iter().map(move |p| p.extend(z)));
    let edges = edges.iter().map(|p| Run::open([p.extend(low), p.extend(high)]));
    [level(low), level(high)].into_iter().chain(edges).collect()
}

/// A round block.
pub(crate) fn barrel(centre: DVec2, radius: f64, ends: (f64, f64)) -> Vec<Run> {
    prism(&ring(centre, radius), &eighths(centre, radius), ends)
}

/// A flipper's bat.
pub(crate) fn bat_block(base: DVec2, base_radius: f64, tip: DVec2, tip_radius: f64, ends: (f64, f64)) -> Vec<Run> {
    let hull = bat(base, base_radius, tip, tip_radius);
    let along = (tip - base).normalize_or_zero();
    let edges = [base - along * base_radius, tip + along * tip_radius];
    let border = borders(&hull).into_iter().next();
    border.map(|border| prism(&border, &edges, ends)).unwrap_or_default()
}

pub(crate) fn flat_ring(centre: DVec3, radius: f64) -> Run {
    Run::closed(ring(centre.truncate(), radius).into_iter().map(|p| p.extend(centre.z)))
}

fn ring(centre: DVec2, radius: f64) -> Vec<DVec2> {
    (0..CORNERS).map(|k| centre + unit(TAU * k as f64 / CORNERS as f64) * radius).collect()
}

/// Eight places round a circle: from wherever it is seen, two are near its limb.
fn eighths(centre: DVec2, radius: f64) -> Vec<DVec2> {
    (0..8).map(|k| centre + unit(FRAC_PI_4 * f64::from(k)) * radius).collect()
}

fn hoop(centre: DVec3, a: DVec3, b: DVec3) -> Run {
    let point = |k: usize| {
        let way = unit(TAU * k as f64 / CORNERS as f64);
        centre + a * way.x + b * way.y
    };
    Run::closed((0..CORNERS).map(point))
}

/// The border of a form that has one.
pub(crate) fn border_of(centre: DVec2, radius: f64) -> Vec<DVec2> {
    borders(&circle(centre, radius)).into_iter().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::shape;
    use core::f64::consts::FRAC_PI_2;

    fn span(runs: &[Run]) -> (DVec3, DVec3) {
        let points = runs.iter().flat_map(|run| &run.points);
        points.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| (low.min(*p), high.max(*p)))
    }

    /// Every kind of shape has an outline, and it fills the shape's own box.
    #[test]
    fn an_outline_is_as_large_as_its_shape() {
        let at = DVec2::new;
        let up = (0.01, 0.05);
        let lies = Transform::rotation(DVec3::new(1.0, 2.0, -0.5), 0.7).unwrap();
        let lies = lies.then(&Transform::translation(DVec3::new(0.1, 0.2, 0.3))).similarity().unwrap();
        let wall = shape::Wall::new(at(0.0, 0.1), at(0.2, 0.0)).unwrap().with_height(up.0, up.1).unwrap();
        let shapes: Vec<Shape> = vec![
            wall.into(),
            shape::Post::new(at(0.1, 0.1), 0.02).unwrap().with_height(up.0, up.1).unwrap().into(),
            shape::Arc::circle(at(0.1, 0.1), 0.05, shape::ArcSide::Inside)
                .unwrap()
                .with_height(0.0, 0.1)
                .unwrap()
                .into(),
            shape::Corner::new(at(0.3, 0.2)).unwrap().with_height(up.0, up.1).unwrap().into(),
            shape::Triangle::new(DVec3::X, DVec3::Y, DVec3::Z).unwrap().into(),
            shape::Edge::new(DVec3::X, DVec3::Z).unwrap().into(),
            shape::Sphere::new(DVec3::ONE, 0.2).unwrap().into(),
            shape::Disc::new(DVec3::ONE, 0.2).unwrap().into(),
            shape::Rim::new(DVec3::ONE, 0.2).unwrap().into(),
            shape::Bat::new(at(0.0, 0.0), 0.02, at(0.1, 0.0), 0.01).unwrap().with_height(0.0, 0.02).unwrap().into(),
            shape::Placed::new(Upright::Wall(wall), lies).into(),
        ];
        for shape in shapes {
            let (low, high) = span(&outlines(&shape, (0.0, 1.0)));
            let bounds = shape.bounds();
            // Circles are drawn with corners; the box of what leans may have room to spare.
            let slack = if matches!(shape, Shape::Placed(_)) { 0.05 } else { 3e-3 };
            assert!((low - bounds.min).abs().max_element() < slack, "{shape:?}: {low} {:?}", bounds.min);
            assert!((high - bounds.max).abs().max_element() < slack, "{shape:?}: {high} {:?}", bounds.max);
        }
    }

    #[test]
    fn a_leaning_wall_has_its_corners_where_they_lie() {
        let wall = shape::Wall::new(DVec2::ZERO, DVec2::X).unwrap().with_height(0.0, 1.0).unwrap();
        let lies = Transform::rotation(DVec3::X, -FRAC_PI_2).unwrap().similarity().unwrap();
        let runs = outlines(&shape::Placed::new(Upright::Wall(wall), lies).into(), (0.0, 1.0));
        let expected = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y];
        assert_eq!(runs.len(), 1);
        assert!(runs[0].points.iter().zip(expected).all(|(a, b)| (*a - b).length() < 1e-12), "{runs:?}");
    }

    /// A wall without height is endless; its outline is not.
    #[test]
    fn what_has_no_end_is_cut() {
        let wall = shape::Wall::new(DVec2::ZERO, DVec2::X).unwrap();
        let (low, high) = span(&outlines(&wall.into(), (-0.1, 0.4)));
        assert_eq!((low.z, high.z), (-0.1, 0.4));
        assert!(!outlines(&shape::Plane::floor(0.0).unwrap().into(), (0.0, 1.0)).is_empty());
    }
}
