//! Raw shapes: posts, guides, whatever no other part is.

use crate::body::Body;
use crate::colour::palette;
use crate::form::{arc, bat, circle, polygon, polyline};
use crate::lay::Lay;
use crate::pen::Pen;
use crate::scene::{Layer, Line, Paint};
use carom::pinball::part::Solid;
use carom::shape::{Placed, Shape, Upright};
use carom::space::Transform;
use carom::{DVec2, DVec3, Material};

/// m: what has no end is drawn as if it ended here.
const HIGH: f64 = 0.05;

pub(crate) fn draw(solid: &Solid, pen: &mut Pen) {
    for (shape, material) in &solid.shapes {
        draw_shape(shape, material, pen);
    }
}

fn draw_shape(shape: &Shape, material: &Material, pen: &mut Pen) {
    let (layer, z) = place(shape, pen);
    let leans = pen.leans();
    if let (true, Some(lay)) = (leans, &mut pen.lay) {
        // Each shape for itself: the posts of one part may stand far apart.
        lay.about(middle(shape));
    }
    let guide = pen.hairs(palette::METAL, 2.4);
    match shape {
        Shape::Wall(wall) if leans => strip(&[wall.a(), wall.b()], ends(wall.height()), layer, pen),
        Shape::Arc(bow) if leans => {
            let (start, sweep) = bow.angles();
            strip(&arc(bow.centre(), bow.radius(), start, sweep), ends(bow.height()), layer, pen);
        }
        Shape::Corner(corner) if leans => {
            let (low, high) = ends(corner.height());
            pen.run(layer, &[corner.at().extend(low), corner.at().extend(high)], pen.hairs(palette::METAL, 1.0));
        }
        Shape::Edge(edge) if leans => {
            pen.run(layer, &[edge.a(), edge.b()], pen.hairs(palette::METAL.opaque(0.6), 1.0));
        }
        Shape::Triangle(triangle) if leans => {
            let fill = pen.lit(palette::WALL_HIGH, triangle.normal());
            let fill = if layer == Layer::High { fill.opaque(0.4) } else { fill };
            pen.face(layer, &triangle.corners(), fill, pen.hairs(fill, 0.5));
        }
        Shape::Capsule(rod) if leans => {
            let (width, colour) = ((2.0 * rod.radius()).max(1.5 * pen.hair), colour_of(material));
            let axis = [rod.a(), rod.b()];
            pen.run(layer, &axis, Line::new(palette::SHADE.opaque(0.5), width + 1.4 * pen.hair));
            pen.run(layer, &axis, Line::new(colour, width));
        }
        Shape::Placed(placed) => within(placed, material, layer, pen),
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
        Shape::Post(post) => {
            let (form, (low, high)) = (circle(post.centre(), post.radius()), ends(post.height()));
            let colours = [(1.0, colour_of(material))];
            pen.body(&Body { outline: &form, low, high, colours: &colours, shadow: 0.45 });
            round_post(post.centre(), post.radius(), layer, z, material, pen);
        }
        Shape::Sphere(sphere) if leans => {
            let edge = pen.hairs(palette::SHADE.opaque(0.6), 0.8);
            pen.ball(layer, sphere.centre(), sphere.radius(), colour_of(material), edge);
        }
        Shape::Sphere(sphere) => round_post(sphere.centre().truncate(), sphere.radius(), layer, z, material, pen),
        Shape::Disc(disc) => {
            let form = circle(disc.centre().truncate(), disc.radius());
            let z = if leans { disc.centre().z } else { z };
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
            let ((low, high), colours) = (ends(shape.height()), [(1.0, colour_of(material))]);
            pen.body(&Body { outline: &form, low, high, colours: &colours, shadow: 0.4 });
            pen.shadow(&form, z, 0.4);
            pen.both(layer, z, form, colour_of(material), pen.hairs(palette::SHADE.opaque(0.5), 0.8));
        }
        Shape::Rim(rim) => {
            let form = circle(rim.centre().truncate(), rim.radius());
            let z = if leans { rim.centre().z } else { z };
            pen.both(Layer::Inlay, z, form, palette::HOLE, pen.hairs(palette::METAL, 1.6));
        }
        // A plane is everywhere: there is nothing to see of it from above.
        _ => {}
    }
}

/// A shape in a space of its own.
fn within(placed: &Placed, material: &Material, layer: Layer, pen: &mut Pen) {
    let shape: Shape = match placed.shape() {
        Upright::Wall(shape) => (*shape).into(),
        Upright::Post(shape) => (*shape).into(),
        Upright::Arc(shape) => (*shape).into(),
        Upright::Corner(shape) => (*shape).into(),
        Upright::Disc(shape) => (*shape).into(),
        Upright::Rim(shape) => (*shape).into(),
        Upright::Bat(shape) => (*shape).into(),
    };
    let (before, hair) = (pen.lay, pen.hair);
    let inner = Transform::from(*placed.lies());
    let outer = before.unwrap_or_else(|| Lay::new(Transform::IDENTITY, None));
    let lay = outer.within(&inner, layer);
    pen.hair *= outer.scale / lay.scale;
    pen.lay = Some(lay);
    draw_shape(&shape, material, pen);
    pen.hair = hair;
    // How far it reached is for the part to know.
    pen.lay = before.map(|before| before.joined(pen.lay));
}

fn place(shape: &Shape, pen: &Pen) -> (Layer, f64) {
    let bounds = shape.bounds();
    let (low, high) = ends((bounds.min.z, bounds.max.z));
    (pen.layer_of(low, high.max(0.002)), high)
}

/// m: from where to where something stands, if it has no end there.
fn ends((low, high): (f64, f64)) -> (f64, f64) {
    (if low.is_finite() { low } else { 0.0 }, if high.is_finite() { high } else { HIGH })
}

fn middle(shape: &Shape) -> DVec2 {
    let bounds = shape.bounds();
    let middle = (bounds.min + bounds.max).truncate() * 0.5;
    if middle.is_finite() { middle } else { DVec2::ZERO }
}

/// A thin wall over a run of lines.
fn strip(points: &[DVec2], (low, high): (f64, f64), layer: Layer, pen: &mut Pen) {
    for pair in points.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let corners = [a.extend(low), b.extend(low), b.extend(high), a.extend(high)];
        let fill = pen.lit(palette::METAL, (b - a).perp().extend(0.0));
        pen.face(layer, &corners, fill.opaque(0.8), pen.hairs(fill, 0.6));
    }
    let level = |z: f64| points.iter().map(|p| p.extend(z)).collect::<Vec<DVec3>>();
    pen.run(layer, &level(low), pen.hairs(palette::METAL_DARK, 1.2));
    pen.run(layer, &level(high), pen.hairs(palette::METAL, 2.0));
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
