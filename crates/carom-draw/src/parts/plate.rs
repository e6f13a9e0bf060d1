//! Plates: gates, spinners and targets.

use crate::body::Body;
use crate::colour::palette;
use crate::form::{arrow, bar, circle, heading, polygon, polyline, unit};
use crate::pen::Pen;
use crate::scene::Layer;
use carom::DVec2;
use carom::pinball::Pose;
use carom::pinball::part::{Gate, Spinner, Target};

/// The axle with the posts that carry it.
fn axle(centre: DVec2, half: DVec2, z: f64, layer: Layer, bracket: bool, pen: &mut Pen) {
    let ends = [centre - half, centre + half];
    pen.line(layer, z, polyline(ends), pen.hairs(palette::METAL, 2.0));
    if bracket {
        for end in ends {
            let post = circle(end, (0.09 * half.length()).max(2.4 * pen.hair));
            pen.both(layer, z, post, palette::METAL_LIT, pen.hairs(palette::METAL_DARK, 0.8));
        }
    }
}

/// What carries an axle that leans: seen from a slant, the axle hangs in the air without it.
fn legs(bracket: bool, ends: [DVec2; 2], (low, high): (f64, f64), layer: Layer, pen: &mut Pen) {
    if bracket {
        for end in ends {
            pen.run(layer, &[end.extend(low), end.extend(high)], pen.hairs(palette::METAL_DARK, 3.0));
        }
    }
}

/// A plate hung from an axle; seen from above it is a line while it hangs, and wide when it is up.
pub(crate) fn gate(gate: &Gate, pose: &Pose, pen: &mut Pen) {
    let along = unit(gate.rotation);
    let half = along * (0.5 * gate.length);
    // The way in which a one-way gate lets balls through, which is the way its plate swings.
    let way = heading(gate.rotation);
    let z = gate.low + gate.height;
    let layer = pen.layer_of(gate.low, z);
    let swing = way * (0.8 * gate.height * libm::sin(pose.angle));
    let (a, b) = (gate.centre - half * 0.9, gate.centre + half * 0.9);
    let plate = polygon([a, b, b + swing, a + swing]);
    match pen.leans() {
        false => pen.both(layer, z, plate, palette::METAL.opaque(0.55), pen.hairs(palette::WIRE, 1.2)),
        true => {
            let hangs = (way * libm::sin(pose.angle)).extend(-libm::cos(pose.angle)) * (0.8 * gate.height);
            let ends = [a, b].map(|p| p.extend(z));
            let plate = [ends[0], ends[1], ends[1] + hangs, ends[0] + hangs];
            legs(gate.bracket, [gate.centre - half, gate.centre + half], (gate.low, z), layer, pen);
            pen.face(layer, &plate, palette::METAL.opaque(0.55), pen.hairs(palette::WIRE, 1.2));
        }
    }
    axle(gate.centre, half, z, layer, gate.bracket, pen);
    let length = (0.42 * gate.length).max(6.0 * pen.hair);
    let ways: &[f64] = if gate.two_way { &[1.0, -1.0] } else { &[1.0] };
    for &sign in ways {
        let from = gate.centre + way * (sign * 0.12 * length);
        let colour = palette::GATE_ARROW.opaque(if gate.two_way { 0.6 } else { 1.0 });
        pen.line(layer, z, arrow(from, way * sign, length), pen.hairs(colour, 1.8));
    }
}

/// A plate that turns over: as wide as it shows itself at its angle.
pub(crate) fn spinner(spinner: &Spinner, pose: &Pose, pen: &mut Pen) {
    let along = unit(spinner.rotation);
    let half = along * (0.5 * spinner.length);
    let z = spinner.low + spinner.height;
    let layer = pen.layer_of(spinner.low, z);
    let reach = 0.5 * spinner.height * libm::sin(pose.angle).abs();
    let (a, b) = (spinner.centre - half * 0.9, spinner.centre + half * 0.9);
    let thick = (0.08 * spinner.length).max(3.0 * pen.hair);
    let plate = bar(a, b, reach.max(thick));
    pen.shadow(&plate, z, 0.4);
    match pen.leans() {
        false => pen.both(layer, z, plate, palette::SPINNER, pen.hairs(palette::METAL_LIT, 1.0)),
        true => {
            let out = (heading(spinner.rotation) * libm::sin(pose.angle)).extend(-libm::cos(pose.angle));
            let (out, [a, b]) = (out * (0.5 * spinner.height), [a, b].map(|p| p.extend(z)));
            let ends = [spinner.centre - half * 1.15, spinner.centre + half * 1.15];
            legs(spinner.bracket, ends, (spinner.low, z), layer, pen);
            pen.face(
                layer,
                &[a - out, b - out, b + out, a + out],
                palette::SPINNER,
                pen.hairs(palette::METAL_LIT, 1.0),
            );
        }
    }
    axle(spinner.centre, half * 1.15, z, layer, spinner.bracket, pen);
}

/// A coloured plate, brightest along its front; hollow when it is down.
pub(crate) fn target(target: &Target, pose: &Pose, pen: &mut Pen) {
    let corners = target.corners();
    let [left, right, back_right, back_left] = corners;
    let top = target.position.z + 1.8 * target.size.z;
    let down = target.kind.drops() && (pose.active || pose.place > 0.5 * target.size.z);
    let colour = if target.kind.drops() { palette::TARGET } else { palette::STANDING_TARGET };
    if down {
        let line = pen.hairs(colour.opaque(0.8), 1.0).dashed(3.0 * pen.hair);
        pen.both(Layer::Inlay, 0.0, polygon(corners), palette::HOLE.opaque(0.6), line);
        return;
    }
    let layer = pen.layer_of(target.position.z - 0.2 * target.size.z, top);
    pen.shadow(&polygon(corners), top, 0.45);
    let body = colour.towards(palette::SHADE, 0.35);
    let (outline, low) = (polygon(corners), target.position.z - 0.2 * target.size.z);
    pen.body(&Body { outline: &outline, low, high: top, colours: &[(1.0, colour)], shadow: 0.45 });
    pen.both(layer, top, polygon(corners), body, pen.hairs(palette::SHADE.opaque(0.6), 0.8));
    // The front half is the plate that a ball strikes.
    let (mid_left, mid_right) = ((left + back_left) * 0.5, (right + back_right) * 0.5);
    pen.fill(layer, top, polygon([left, right, mid_right, mid_left]), colour);
    let front = (right - left).perp().normalize_or_zero();
    let middle = (left + right) * 0.5;
    // A mark before the front, so that a small target still says which way it looks.
    let tick = polyline([middle, middle + front * (3.5 * pen.hair)]);
    pen.line(layer, top, tick, pen.hairs(colour, 1.6));
}
