//! Round things: bumpers, kickers, magnets, turntables.

use crate::body::Body;
use crate::colour::palette;
use crate::form::{arc, arrow, circle, heading, polyline, unit};
use crate::pen::Pen;
use crate::scene::{Form, Layer, Line, Paint, Stretch};
use carom::DVec2;
use carom::pinball::Pose;
use carom::pinball::part::{Bumper, Kicker, Magnet, Turntable};
use core::f64::consts::TAU;

/// Skirt, metal ring and a cap that is lit from within.
pub(crate) fn bumper(bumper: &Bumper, pen: &mut Pen) {
    let Bumper { centre, radius, .. } = *bumper;
    let z = bumper.low + bumper.height;
    let layer = pen.layer_of(bumper.low, z);
    let body = circle(centre, radius);
    pen.shadow(&body, z, 0.5);
    let cap = if bumper.fires { palette::BUMPER_CAP } else { palette::WALL_LOW };
    let colours = [(0.45, palette::BUMPER_SKIRT), (0.6, palette::METAL), (1.0, cap)];
    pen.body(&Body { outline: &body, low: bumper.low, high: z, colours: &colours, shadow: 0.5 });
    pen.both(layer, z, body, palette::BUMPER_SKIRT, pen.hairs(palette::SHADE.opaque(0.6), 1.0));
    pen.line(layer, z, circle(centre, 0.84 * radius), Line::new(palette::METAL, 0.1 * radius));
    // One that does not fire is a dull post.
    let (inner, outer) = match bumper.fires {
        true => (palette::BUMPER_LIT, palette::BUMPER_CAP),
        false => (palette::WALL_HIGH, palette::WALL_LOW),
    };
    let cap = Paint::Round { inner, outer, middle: DVec2::new(0.4, 0.38), reach: 0.62 };
    pen.both(layer, z, circle(centre, 0.72 * radius), cap, pen.hairs(palette::SHADE.opaque(0.5), 0.8));
    let ray = |k: usize| {
        let way = unit(TAU * k as f64 / 8.0);
        Stretch { points: vec![centre + way * (0.32 * radius), centre + way * (0.58 * radius)], closed: false }
    };
    let star = Form::Path((0..8).map(ray).collect());
    pen.line(layer, z, star, Line::new(palette::BUMPER_SKIRT, 0.075 * radius));
}

/// A dark hole with a metal rim, and where it throws.
pub(crate) fn kicker(kicker: &Kicker, pen: &mut Pen) {
    let Kicker { centre, radius, low, .. } = *kicker;
    let layer = if low > 0.001 { pen.layer_of(low, low) } else { Layer::Inlay };
    let hole = Paint::Round {
        inner: palette::HOLE,
        outer: palette::HOLE.towards(palette::FIELD_DIM, 0.5),
        middle: DVec2::new(0.5, 0.58),
        reach: 0.6,
    };
    pen.both(layer, low, circle(centre, radius), hole, Line::new(palette::METAL, (0.13 * radius).max(pen.hair)));
    let way = heading(kicker.kick_angle);
    let throw = arrow(centre - way * (0.45 * radius), way, 0.9 * radius);
    pen.line(layer, low, throw, Line::new(palette::METAL.opaque(0.55), (0.07 * radius).max(0.6 * pen.hair)));
}

/// Rings of its field, brighter when it is on.
pub(crate) fn magnet(magnet: &Magnet, pose: &Pose, pen: &mut Pen) {
    let strong = if pose.active { 1.0 } else { 0.55 };
    let glow = Paint::Round {
        inner: palette::MAGNET.opaque(0.4 * strong),
        outer: palette::MAGNET.opaque(0.02),
        middle: DVec2::splat(0.5),
        reach: 0.5,
    };
    pen.fill(Layer::Inlay, magnet.low, circle(magnet.centre, magnet.radius), glow);
    for ring in [1.0, 0.75, 0.5, 0.25] {
        let line = pen.hairs(palette::MAGNET.opaque((1.15 - 0.7 * ring) * strong), 1.3);
        pen.line(Layer::Inlay, magnet.low, circle(magnet.centre, ring * magnet.radius), line);
    }
    pen.fill(Layer::Inlay, magnet.low, circle(magnet.centre, 0.09 * magnet.radius), palette::MAGNET);
    if magnet.grab_radius > 0.0 {
        let line = pen.hairs(palette::MAGNET, 1.2).dashed(3.0 * pen.hair);
        pen.line(Layer::Inlay, magnet.low, circle(magnet.centre, magnet.grab_radius), line);
    }
}

/// A disc with spokes, and the way it turns.
pub(crate) fn turntable(turntable: &Turntable, pen: &mut Pen) {
    let Turntable { centre, radius, low, .. } = *turntable;
    let disc = Paint::Round {
        inner: palette::TURNTABLE.opaque(0.6),
        outer: palette::TURNTABLE.opaque(0.3),
        middle: DVec2::splat(0.5),
        reach: 0.5,
    };
    pen.both(Layer::Inlay, low, circle(centre, radius), disc, pen.hairs(palette::METAL, 1.8));
    let spoke = |k: usize| {
        let way = unit(TAU * k as f64 / 12.0);
        Stretch { points: vec![centre + way * (0.16 * radius), centre + way * (0.94 * radius)], closed: false }
    };
    let spokes = Form::Path((0..12).map(spoke).collect());
    pen.line(Layer::Inlay, low, spokes, pen.hairs(palette::METAL.opaque(0.45), 1.0));
    pen.both(Layer::Inlay, low, circle(centre, 0.13 * radius), palette::METAL_DARK, pen.hairs(palette::METAL, 1.0));
    // x towards y is clockwise to the player.
    let sign = if turntable.drive < 0.0 { -1.0 } else { 1.0 };
    let curve = arc(centre, 0.62 * radius, -0.6 * sign, 1.2 * sign);
    if let [.., before, tip] = curve.as_slice() {
        let way = (*tip - *before).normalize_or_zero();
        let head = arrow(*tip - way * (0.22 * radius), way, 0.22 * radius);
        pen.line(Layer::Inlay, low, head, pen.hairs(palette::GATE_ARROW, 1.8));
    }
    pen.line(Layer::Inlay, low, polyline(curve), pen.hairs(palette::GATE_ARROW, 1.8));
}
