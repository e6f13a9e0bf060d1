//! Rubbers: round bands.

use crate::colour::palette;
use crate::form::polyline;
use crate::lay::mean_scale;
use crate::pen::{Pen, layer_of};
use crate::scene::Line;
use carom::pinball::part::Rubber;
use carom::space::Transform;
use carom::{DVec2, DVec3};

pub(crate) fn draw(rubber: &Rubber, lies: &Transform, pen: &mut Pen) {
    let Some(axis) = rubber.drawn_axis() else { return };
    let axis: Vec<DVec3> = axis.iter().map(|&p| lies.place(p)).collect();
    let thickness = rubber.thickness * mean_scale(lies);
    let half = 0.5 * thickness;
    let height = |pick: fn(f64, f64) -> f64, start: f64| axis.iter().map(|p| p.z).fold(start, pick);
    let (low, high) = (height(f64::min, f64::INFINITY) - half, height(f64::max, f64::NEG_INFINITY) + half);
    let layer = layer_of(low, high);
    let flat: Vec<DVec2> = axis.iter().map(|p| p.truncate()).collect();
    let band = || polyline(flat.iter().copied());
    // Thin rubbers stay visible.
    let width = thickness.max(2.0 * pen.hair);
    pen.line(layer, high, band(), Line::new(palette::SHADE.opaque(0.55), width + 1.6 * pen.hair));
    pen.line(layer, high, band(), Line::new(palette::RUBBER, width));
    pen.line(layer, high, band(), Line::new(palette::RUBBER_LIT, 0.3 * width));
}
