//! The plunger: tip, rod and spring in its lane.

use crate::body::Body;
use crate::colour::palette;
use crate::form::{polyline, rectangle};
use crate::pen::Pen;
use crate::scene::{Layer, Line};
use carom::DVec2;
use carom::pinball::Pose;
use carom::pinball::part::Plunger;

/// Turns of the spring that are drawn.
const TURNS: usize = 9;

pub(crate) fn draw(plunger: &Plunger, pose: &Pose, pen: &mut Pen) {
    let Plunger { x, width, .. } = *plunger;
    let (front, base) = (plunger.y - plunger.stroke, plunger.y + plunger.height);
    let tip = if pose.place.is_finite() { pose.place.clamp(front, base) } else { plunger.y };
    let z = plunger.low + 0.027;
    let layer = pen.layer_of(plunger.low, z);
    let at = |across: f64, y: f64| DVec2::new(x + across * width, y);
    // The slot in which it runs.
    let slot = rectangle(at(-1.0, front), at(1.0, base));
    pen.both(Layer::Inlay, 0.0, slot, palette::HOLE.opaque(0.35), pen.hairs(palette::METAL_DARK.opaque(0.7), 0.8));
    let head = (0.5 * width).min(0.35 * (base - tip).max(0.3 * width));
    let neck = tip + head;
    pen.fill(layer, z, rectangle(at(-0.24, neck), at(0.24, base)), palette::METAL);
    let coil = |k: usize| {
        let part = k as f64 / (2 * TURNS) as f64;
        at(if k.is_multiple_of(2) { -0.72 } else { 0.72 }, neck + (base - neck) * part)
    };
    let spring = || polyline((0..=2 * TURNS).map(coil));
    let tip_form = rectangle(at(-0.9, tip), at(0.9, neck));
    let colours = [(1.0, palette::BAT_RUBBER)];
    pen.body(&Body { outline: &tip_form, low: plunger.low, high: z, colours: &colours, shadow: 0.4 });
    let wire = (0.09 * width).max(0.9 * pen.hair);
    pen.line(layer, z, spring(), Line::new(palette::SHADE.opaque(0.5), wire + 1.2 * pen.hair));
    pen.line(layer, z, spring(), Line::new(palette::WIRE, wire));
    pen.both(layer, z, tip_form, palette::BAT_RUBBER, pen.hairs(palette::METAL_LIT, 1.0));
    pen.line(layer, z, polyline([at(-1.0, base), at(1.0, base)]), pen.hairs(palette::METAL, 2.4));
}
