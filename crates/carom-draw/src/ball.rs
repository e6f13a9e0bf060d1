//! Balls: chrome, with a highlight and a shadow that parts from a ball that flies.

use crate::colour::palette;
use crate::form::circle;
use crate::pen::{ABOVE_BALLS, Pen};
use crate::scene::{Layer, Paint};
use crate::view::View;
use carom::{DVec2, DVec3};

/// The same from anywhere: its shadow is seen from above only.
pub(crate) fn draw_seen(centre: DVec3, radius: f64, view: View, pen: &mut Pen) {
    match view {
        View::Above => draw(centre, radius, pen),
        _ => draw(view.seen(centre).truncate().extend(0.0), radius, pen),
    }
}

/// A ball with its centre here. One that is nowhere leaves no mark.
pub(crate) fn draw(centre: DVec3, radius: f64, pen: &mut Pen) {
    if !centre.is_finite() {
        return;
    }
    let (at, z) = (centre.truncate(), centre.z + radius);
    let layer = if centre.z - radius >= ABOVE_BALLS { Layer::HighBall } else { Layer::Ball };
    let drop = DVec2::new(0.16, 0.26) * centre.z.clamp(0.0, 0.3);
    pen.fill(layer, z, circle(at + drop, radius), palette::SHADE.opaque(0.4));
    let chrome = Paint::Round {
        inner: palette::METAL_LIT,
        outer: palette::METAL_DARK,
        middle: DVec2::new(0.36, 0.32),
        reach: 0.68,
    };
    let rim = pen.hairs(palette::SHADE.opaque(0.75), 0.9);
    pen.both(layer, z, circle(at, radius), chrome, rim);
    pen.fill(layer, z, circle(at - DVec2::new(0.3, 0.36) * radius, 0.2 * radius), crate::Colour::hex(0xffffff));
}
