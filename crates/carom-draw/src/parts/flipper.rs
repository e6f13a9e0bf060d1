//! Flippers: tapered bats with a rubber round them.

use crate::body::Body;
use crate::colour::palette;
use crate::form::{bat, circle, heading};
use crate::pen::Pen;
use carom::pinball::Pose;
use carom::pinball::part::Flipper;

pub(crate) fn draw(flipper: &Flipper, difficulty: f64, pose: &Pose, pen: &mut Pen) {
    let (base, z) = (flipper.centre, flipper.low + flipper.height);
    let tip = base + heading(pose.angle) * flipper.length_at(difficulty);
    let layer = pen.layer_of(flipper.low, z);
    let whole = bat(base, flipper.base_radius, tip, flipper.end_radius);
    pen.shadow(&whole, z, 0.45);
    // The rubber lies round the middle of the bat.
    let colours = [(0.2, palette::BAT), (0.8, palette::BAT_RUBBER), (1.0, palette::BAT)];
    pen.body(&Body { outline: &whole, low: flipper.low, high: z, colours: &colours, shadow: 0.45 });
    let edge = pen.hairs(palette::SHADE.opaque(0.5), 0.8);
    pen.both(layer, z, whole, palette::BAT_RUBBER, edge);
    // The rubber is a band of one thickness; what is left within is the bat.
    let band = 0.3 * flipper.base_radius.min(flipper.end_radius);
    let body = bat(base, flipper.base_radius - band, tip, flipper.end_radius - band);
    pen.fill(layer, z, body, palette::BAT);
    let shaft = circle(base, 0.38 * flipper.base_radius);
    pen.both(layer, z, shaft, palette::METAL, pen.hairs(palette::METAL_DARK, 0.8));
}
