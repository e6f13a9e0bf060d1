//! The parts of every shape, from the numbers that define it: end points, centres, radii, heights, angles.

use super::big::{Big, Vector, cross, dot, length, minus, vector};
use super::part::{Axis, Part, Surface};
use carom::shape::{Arc, ArcSide, Capsule, Disc, Edge, Shape, Sides, Triangle, Wall};
use carom::{DVec2, DVec3};
use core::f64::consts::TAU;

/// What a ball meets in these tests.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Shape(Shape),
    /// Another ball, from which the path is seen.
    Ball {
        radius: f64,
    },
}

impl Target {
    /// The parts, the place from which the engine measures the path's size, and the shape's own radius.
    pub(crate) fn parts(&self) -> (Vec<Part>, DVec3, f64) {
        let shape = match self {
            Self::Shape(shape) => shape,
            Self::Ball { radius } => return (vec![ball(DVec3::ZERO, *radius)], DVec3::ZERO, *radius),
        };
        match shape {
            Shape::Plane(s) => {
                let normal = vector(s.normal());
                (vec![anywhere(s.point(), Surface::Sheet { normal })], s.point(), 0.0)
            }
            Shape::Wall(s) => (wall(s), s.a().extend(0.0), 0.0),
            Shape::Post(s) => (vec![upright(s.centre(), s.radius(), s.height())], s.centre().extend(0.0), s.radius()),
            Shape::Corner(s) => (vec![upright(s.at(), 0.0, s.height())], s.at().extend(0.0), 0.0),
            Shape::Arc(s) => (vec![arc(s)], s.centre().extend(0.0), s.radius()),
            Shape::Triangle(s) => (triangle(s), s.corners()[0], 0.0),
            Shape::Edge(s) => (vec![edge(s)], s.a(), 0.0),
            Shape::Point(s) => (vec![ball(s.at(), 0.0)], s.at(), 0.0),
            Shape::Sphere(s) => (vec![ball(s.centre(), s.radius())], s.centre(), s.radius()),
            Shape::Disc(s) => (disc(s), s.centre(), s.radius()),
            Shape::Capsule(s) => (capsule(s), s.a(), s.radius()),
            _ => panic!("a shape the reference does not know: {shape:?}"),
        }
    }
}

fn anywhere(origin: DVec3, surface: Surface) -> Part {
    Part { origin: vector(origin), surface, place: Box::new(|_, _| f64::INFINITY) }
}

fn ball(centre: DVec3, radius: f64) -> Part {
    anywhere(centre, Surface::Round { axis: Axis::Point, radius, hollow: false })
}

/// How far a height is inside an extent that may be unbounded.
fn within(z: f64, (low, high): (f64, f64)) -> f64 {
    (z - low).min(high - z)
}

fn upright(at: DVec2, radius: f64, height: (f64, f64)) -> Part {
    Part {
        origin: vector(at.extend(0.0)),
        surface: Surface::Round { axis: Axis::Upright, radius, hollow: false },
        place: Box::new(move |offset, _| within(offset[2].get(), height)),
    }
}

/// A thin sheet, seen from one side or both; a ball that overlaps it must have its centre on the side seen.
fn sheets(origin: DVec3, normal: Vector, sides: Sides, inside: impl Fn(&Vector) -> f64 + Copy + 'static) -> Vec<Part> {
    let one = |normal: Vector| {
        let long = length(&normal);
        let n = normal.clone();
        let height = move |offset: &Vector| (&dot(offset, &n) / &long).get();
        let place = move |offset: &Vector, crossing: bool| {
            let front = if crossing { f64::INFINITY } else { height(offset) };
            inside(offset).min(front)
        };
        Part { origin: vector(origin), surface: Surface::Sheet { normal }, place: Box::new(place) }
    };
    let back = normal.clone().map(|x| -&x);
    match sides {
        Sides::Front => vec![one(normal)],
        Sides::Both => vec![one(normal), one(back)],
    }
}

fn wall(wall: &Wall) -> Vec<Part> {
    let (a, b, height) = (wall.a().extend(0.0), wall.b().extend(0.0), wall.height());
    let along = move || minus(&vector(b), &vector(a));
    let [x, y, z] = along();
    sheets(a, [-&y, x, z], wall.sides(), move |offset| {
        let along = along();
        let long = length(&along);
        let from_a = &dot(offset, &along) / &long;
        let to_b = &long - &from_a;
        from_a.get().min(to_b.get()).min(within(offset[2].get(), height))
    })
}

fn triangle(triangle: &Triangle) -> Vec<Part> {
    let corners = triangle.corners();
    let side = move |k: usize| minus(&vector(corners[(k + 1) % 3]), &vector(corners[k]));
    let normal = cross(&side(0), &side(1));
    sheets(corners[0], normal, triangle.sides(), move |offset| {
        let normal = cross(&side(0), &side(1));
        let first = vector(corners[0]);
        let inside = |k: usize| {
            let inward = cross(&normal, &side(k));
            let from_corner = minus(offset, &minus(&vector(corners[k]), &first));
            (&dot(&from_corner, &inward) / &length(&inward)).get()
        };
        inside(0).min(inside(1)).min(inside(2))
    })
}

/// How far a place is between the ends of a segment, given from its first.
fn between(offset: &Vector, along: &Vector) -> f64 {
    let long = length(along);
    let from_a = &dot(offset, along) / &long;
    from_a.get().min((&long - &from_a).get())
}

fn segment(a: DVec3, b: DVec3, radius: f64) -> Part {
    let along = minus(&vector(b), &vector(a));
    let surface = Surface::Round { axis: Axis::Along(along.clone()), radius, hollow: false };
    Part { origin: vector(a), surface, place: Box::new(move |offset, _| between(offset, &along)) }
}

fn edge(edge: &Edge) -> Part {
    segment(edge.a(), edge.b(), 0.0)
}

/// The side between the ends, and the half spheres past them.
fn capsule(capsule: &Capsule) -> Vec<Part> {
    let (a, b, radius) = (capsule.a(), capsule.b(), capsule.radius());
    if a == b {
        return vec![ball(a, radius)];
    }
    let end = |centre: DVec3, other: DVec3| {
        let away = minus(&vector(centre), &vector(other));
        let long = length(&away);
        Part { place: Box::new(move |offset, _| (&dot(offset, &away) / &long).get()), ..ball(centre, radius) }
    };
    vec![segment(a, b, radius), end(a, b), end(b, a)]
}

/// The face and the rim. Where the face is solid, a ball over it is no affair of the rim.
fn disc(disc: &Disc) -> Vec<Part> {
    let (centre, radius, sides) = (disc.centre(), disc.radius(), disc.sides());
    let over = move |offset: &Vector| (&Big::new(radius) - &length(&Axis::Upright.arm(offset))).get();
    let mut parts = sheets(centre, vector(DVec3::Z), sides, over);
    let place = move |offset: &Vector, _: bool| match sides {
        Sides::Both => -over(offset),
        Sides::Front => (-over(offset)).max(-offset[2].get()),
    };
    parts.push(Part { origin: vector(centre), surface: Surface::Rim { radius }, place: Box::new(place) });
    parts
}

fn arc(arc: &Arc) -> Part {
    let (radius, (start, sweep), height, side) = (arc.radius(), arc.angles(), arc.height(), arc.side());
    let hollow = side == ArcSide::Inside;
    let place = move |offset: &Vector, crossing: bool| {
        let arm = Axis::Upright.arm(offset);
        let mut inside = within(offset[2].get(), height);
        if !crossing {
            let beyond = (&length(&arm) - &Big::new(radius)).get();
            inside = inside.min(if hollow { -beyond } else { beyond });
        }
        if sweep >= TAU { inside } else { inside.min(inside_sweep(&arm, start, sweep)) }
    };
    let surface = Surface::Round { axis: Axis::Upright, radius, hollow };
    Part { origin: vector(arc.centre().extend(0.0)), surface, place: Box::new(place) }
}

/// m: how far a place is from the nearer of the two rays that bound a sector, along its circle; positive in the sector.
/// By angles; the engine takes two cross products.
fn inside_sweep(arm: &Vector, start: f64, sweep: f64) -> f64 {
    let (sine, cosine) = (Big::new(libm::sin(start)), Big::new(libm::cos(start)));
    let x = &(&arm[0] * &cosine) + &(&arm[1] * &sine);
    let y = &(&arm[1] * &cosine) - &(&arm[0] * &sine);
    let angle = libm::atan2(y.get(), x.get());
    // How far past the start, and how far before the end, each the short way round where that is shorter.
    let from_start = if angle < 0.0 { angle + TAU } else { angle };
    let distance = length(arm).get();
    let nearest = |turn: f64| turn.min(TAU - turn);
    let (to_start, to_end) = (nearest(from_start), nearest((from_start - sweep).abs()));
    distance * if from_start <= sweep { to_start.min(to_end) } else { -to_start.min(to_end) }
}

/// m: how far the place of a foot may be misjudged: 2e-14 of the path's size and of its distance from the world's origin,
/// about a hundred roundings, and for an arc 1e-13 of its radius, for the directions of its ends are sines and cosines
/// rounded to `f64`.
pub(crate) fn seam(target: &Target, size: f64, from_origin: f64) -> f64 {
    let angle = if let Target::Shape(Shape::Arc(arc)) = target { 1e-13 * arc.radius() } else { 0.0 };
    2e-14 * (size + from_origin) + angle
}
