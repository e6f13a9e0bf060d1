//! Places that notice balls: triggers and the drain.

use crate::colour::palette;
use crate::form::{arrow, circle, heading, polygon};
use crate::pen::Pen;
use crate::scene::{Form, Layer};
use carom::pinball::part::{Trigger, TriggerArea, Trough};
use carom::units::PINBALL_RADIUS;

fn outline(area: &TriggerArea) -> Form {
    match area {
        TriggerArea::Round { centre, radius } => circle(*centre, *radius),
        TriggerArea::Outline(corners) => polygon(corners.iter().copied()),
    }
}

/// A dashed inlay: nothing that a ball would bounce off.
pub(crate) fn trigger(trigger: &Trigger, pen: &mut Pen) {
    let layer = if trigger.low > 0.01 { Layer::High } else { Layer::Inlay };
    let line = pen.hairs(palette::TRIGGER.opaque(0.9), 1.2).dashed(4.0 * pen.hair);
    pen.both(layer, trigger.low, outline(&trigger.area), palette::TRIGGER.opaque(0.13), line);
    if let TriggerArea::Round { centre, radius } = trigger.area {
        pen.fill(layer, trigger.low, circle(centre, 0.35 * radius), palette::TRIGGER.opaque(0.5));
    }
}

/// The drain is a dark slot; where balls come out, a small ring with the way they go.
pub(crate) fn trough(trough: &Trough, pen: &mut Pen) {
    let rim = pen.hairs(palette::METAL_DARK, 1.6);
    pen.both(Layer::Inlay, 0.0, outline(&trough.drain), palette::HOLE, rim);
    let exit = trough.exit.truncate();
    let line = pen.hairs(palette::METAL.opaque(0.8), 1.0).dashed(3.0 * pen.hair);
    pen.line(Layer::Inlay, 0.0, circle(exit, PINBALL_RADIUS), line);
    let way = heading(trough.kick_angle);
    pen.line(Layer::Inlay, 0.0, arrow(exit, way, 2.0 * PINBALL_RADIUS), pen.hairs(palette::METAL.opaque(0.8), 1.0));
}
