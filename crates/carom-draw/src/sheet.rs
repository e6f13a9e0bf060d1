//! The sheet on which a picture is drawn: which part of the world it shows, and how large.

use crate::options::{LARGEST_SIZE, SMALLEST_SIZE};
use crate::pen::Pen;
use crate::places::Places;
use crate::scene::Mark;
use crate::{ball, parts};
use carom::DVec2;
use carom::pinball::Machine;

/// Of the longer side of the playfield: the frame round it, and the foot with scale bar and legend.
const MARGIN: f64 = 0.03;
const FOOT: f64 = 0.045;
/// The longer side of a sheet is at most so many times the shorter.
const NARROWEST: f64 = 4.0;
/// How many sheets away a point may be drawn; what is farther off is drawn there, since pixels have no room for it.
const FARTHEST: f64 = 32.0;

/// Which part of the world a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sheet {
    /// m: the playfield, or what the parts cover.
    pub(crate) field: (DVec2, DVec2),
    /// m: all that is shown.
    pub(crate) min: DVec2,
    pub(crate) max: DVec2,
    /// m: the width of a thin line.
    pub(crate) hair: f64,
    /// Pixels.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Pixels for a metre.
    pub(crate) scale: f64,
}

impl Sheet {
    /// The sheet of a machine, so many pixels long.
    pub(crate) fn of(machine: &Machine, size: u32) -> Self {
        let field = match machine.playfield().border {
            Some(border) => (border.min, border.max),
            None => covered(machine).unwrap_or((DVec2::ZERO, DVec2::new(0.51, 1.07))),
        };
        Self::about(field, size)
    }

    /// A sheet about a box of the world, so many pixels long.
    pub(crate) fn about((low, high): (DVec2, DVec2), size: u32) -> Self {
        let longer = (high - low).max_element().max(1e-3);
        let middle = (low + high) * 0.5;
        let half = ((high - low) * 0.5).max(DVec2::splat(0.5 * longer / NARROWEST));
        let field = (middle - half, middle + half);
        let min = field.0 - DVec2::splat(MARGIN * longer);
        let max = field.1 + DVec2::new(MARGIN, MARGIN + FOOT) * longer;
        let span = max - min;
        let size = size.clamp(SMALLEST_SIZE, LARGEST_SIZE);
        let scale = f64::from(size) / span.max_element();
        let pixels = |length: f64| (libm::round(length * scale) as u32).clamp(1, size);
        let (width, height) = (pixels(span.x), pixels(span.y));
        Self { field: (low, high), min, max, hair: longer * 1e-3, width, height, scale }
    }

    /// m²: of the playfield.
    pub(crate) fn field_area(&self) -> f64 {
        let span = self.field.1 - self.field.0;
        span.x * span.y
    }

    /// Pixels from the upper left corner to a place on the table.
    pub(crate) fn pixel(&self, at: DVec2) -> DVec2 {
        let most = FARTHEST * f64::from(self.width.max(self.height));
        let place = (at - self.min) * self.scale;
        let near = |c: f64| if c.is_finite() { c.clamp(-most, most) } else { 0.0 };
        DVec2::new(near(place.x), near(place.y))
    }

    /// Could anything of this mark be seen?
    pub(crate) fn shows(&self, mark: &Mark) -> bool {
        let Some((low, high)) = mark.form.bounds() else { return true };
        let beyond = DVec2::splat(mark.line.map_or(0.0, |line| line.width));
        (low - beyond).cmple(self.max).all() && (high + beyond).cmpge(self.min).all()
    }
}

/// m: the box of all that the parts and balls of a machine without border cover, with a little room.
fn covered(machine: &Machine) -> Option<(DVec2, DVec2)> {
    let mut pen = Pen::new(0.0, f64::INFINITY);
    let places = Places::now(machine);
    for (id, _, part) in machine.parts() {
        parts::draw(&places, id, part, &machine.pose(id).unwrap_or_default(), &mut pen);
    }
    for ball in machine.balls().filter_map(|id| machine.ball(id)) {
        ball::draw(ball.position, ball.radius, &mut pen);
    }
    let boxes = pen.marks.iter().filter_map(|mark| mark.form.bounds());
    let (low, high) = boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    let room = DVec2::splat(0.02 * (high - low).max_element().max(1e-3));
    Some((low - room, high + room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fills_its_sheet() {
        let sheet = Sheet::about((DVec2::ZERO, DVec2::new(0.51, 1.07)), 1000);
        assert_eq!((sheet.width < 600, sheet.height), (true, 1000));
        assert_eq!(sheet.pixel(sheet.min), DVec2::ZERO);
        assert!((sheet.pixel(sheet.max).y - 1000.0).abs() < 1e-9);
    }

    #[test]
    fn a_thread_is_given_room_beside_it() {
        for span in [DVec2::new(1e6, 1e-6), DVec2::new(0.0, 3.0), DVec2::ZERO] {
            let sheet = Sheet::about((DVec2::ZERO, span), 800);
            assert!(sheet.width >= 150 && sheet.height >= 150, "{} {}", sheet.width, sheet.height);
            assert!(sheet.pixel(DVec2::splat(f64::NAN)).is_finite() && sheet.pixel(DVec2::splat(1e300)).is_finite());
        }
    }
}
