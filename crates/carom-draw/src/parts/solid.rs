//! Raw shapes: posts, guides, whatever no other part is.

use crate::colour::palette;
use crate::form::{arc, bat, circle, polygon, polyline};
use crate::pen::{Pen, layer_of};
use crate::scene::{Layer, Line, Paint};
use carom::pinball::part::Solid;
use carom::shape::Shape;
use carom::{DVec2, DVec3, Material};

/// m: what has no end is drawn as if it ended here.
const HIGH: f64 = 0.05;

pub(crate) fn draw(solid: &Solid, pen: &mut Pen) {
    for (shape, material) in &solid.shapes {
        draw_shape(shape, material, pen);
    }
}

fn draw_shape(shape: &Shape, material: &Material, pen: &mut Pen) {
    let (layer, z) = place(shape);
    let guide = pen.hairs(palette::METAL, 2.4);
    match shape {
        Shape::Wall(wall) => pen.line(layer, z, polyline([wall.a(), wall.b()]), guide),
        Shape::Arc(bow) => {
            let (start, sweep) = bow.angles();
            pen.line(layer, z, polyline(arc(bow.centre(), bow.radius(), start, sweep)), guide);
        }
        Shape::Edge(edge) => {
            let line = pen.hairs(palette::METAL.opaque(0.6), 1.0);
            pen.line(layer, z, polyline([edge.a(), edge.b()].map(DVec3::truncate)), line);
        }
        Shape::Corner(corner) => dot(corner.at(), layer, z, pen),
        Shape::Point(point) => dot(point.at().truncate(), layer, z, pen),
        Shape::Post(post) => round_post(post.centre(), post.radius(), layer, z, material, pen),
        Shape::Sphere(sphere) => round_post(sphere.centre().truncate(), sphere.radius(), layer, z, material, pen),
        Shape::Disc(disc) => {
            let form = circle(disc.centre().truncate(), disc.radius());
            pen.both(layer, z, form, palette::METAL.opaque(0.45), pen.hairs(palette::METAL, 1.0));
        }
        Shape::Triangle(triangle) => {
            let lit = triangle.normal().z.abs();
            let fill = palette::WALL_LOW.towards(palette::WALL_HIGH, lit);
            let fill = if layer == Layer::High { fill.opaque(0.4) } else { fill };
            pen.both(layer, z, polygon(triangle.corners().map(DVec3::truncate)), fill, pen.hairs(fill, 0.5));
        }
        Shape::Capsule(rod) => {
            let axis = || polyline([rod.a(), rod.b()].map(DVec3::truncate));
            let (width, colour) = ((2.0 * rod.radius()).max(1.5 * pen.hair), colour_of(material));
            pen.line(layer, z, axis(), Line::new(palette::SHADE.opaque(0.5), width + 1.4 * pen.hair));
            pen.line(layer, z, axis(), Line::new(colour, width));
        }
        Shape::Bat(shape) => {
            let (base, tip) = shape.radii();
            let form = bat(shape.base(), base, shape.tip(), tip);
            pen.shadow(&form, z, 0.4);
            pen.both(layer, z, form, colour_of(material), pen.hairs(palette::SHADE.opaque(0.5), 0.8));
        }
        Shape::Rim(rim) => {
            let form = circle(rim.centre().truncate(), rim.radius());
            pen.both(Layer::Inlay, z, form, palette::HOLE, pen.hairs(palette::METAL, 1.6));
        }
        // A plane is everywhere: there is nothing to see of it from above.
        _ => {}
    }
}

fn place(shape: &Shape) -> (Layer, f64) {
    let bounds = shape.bounds();
    let (low, high) = (bounds.min.z, bounds.max.z);
    let high = if high.is_finite() { high } else { HIGH };
    (layer_of(if low.is_finite() { low } else { 0.0 }, high.max(0.002)), high)
}

fn dot(at: DVec2, layer: Layer, z: f64, pen: &mut Pen) {
    pen.fill(layer, z, circle(at, 1.8 * pen.hair), palette::METAL);
}

/// A post, with its rubber if it bounces like one.
fn round_post(centre: DVec2, radius: f64, layer: Layer, z: f64, material: &Material, pen: &mut Pen) {
    let form = circle(centre, radius);
    pen.shadow(&form, z, 0.45);
    pen.both(layer, z, form, colour_of(material), pen.hairs(palette::SHADE.opaque(0.6), 0.8));
    let head = Paint::Round {
        inner: palette::METAL_LIT,
        outer: palette::METAL_DARK,
        middle: DVec2::new(0.4, 0.38),
        reach: 0.65,
    };
    pen.fill(layer, z, circle(centre, 0.55 * radius), head);
}

fn colour_of(material: &Material) -> crate::Colour {
    if material.elasticity().at(0.0) >= 0.5 { palette::RUBBER } else { palette::METAL }
}
