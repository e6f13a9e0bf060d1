//! The pen with which parts put their marks down.

use crate::colour::palette;
use crate::form::moved;
use crate::scene::{Form, Layer, Line, Mark, Paint};
use carom::DVec2;
use carom::units::PINBALL_RADIUS;

/// m: what begins higher than this hangs above the balls. A little less than a ball is high, since plastics of real tables
/// lie right on their posts.
pub(crate) const ABOVE_BALLS: f64 = 1.7 * PINBALL_RADIUS;
/// m: what ends lower than this is flush with the playfield.
pub(crate) const FLUSH: f64 = 0.001;

/// The pen with which parts put their marks down.
#[derive(Debug)]
pub(crate) struct Pen {
    /// m: the width of a thin line, about a thousandth of the table.
    pub(crate) hair: f64,
    /// m²: of the playfield.
    pub(crate) field_area: f64,
    /// Points that all meshes together may still use for their steps of height and light; the others are drawn plainly. It
    /// keeps the text of a table with hundreds of toys to a few megabytes.
    pub(crate) mesh_points: usize,
    /// Whose marks these are.
    pub(crate) part: Option<usize>,
    pub(crate) marks: Vec<Mark>,
}

impl Pen {
    pub(crate) fn new(hair: f64, field_area: f64) -> Self {
        Self { hair, field_area, mesh_points: 150_000, part: None, marks: Vec::new() }
    }

    pub(crate) fn fill(&mut self, layer: Layer, z: f64, form: Form, fill: impl Into<Paint>) {
        self.put(layer, z, form, Some(fill.into()), None);
    }

    /// A line so many hairs wide.
    pub(crate) fn line(&mut self, layer: Layer, z: f64, form: Form, line: Line) {
        self.put(layer, z, form, None, Some(line));
    }

    pub(crate) fn both(&mut self, layer: Layer, z: f64, form: Form, fill: impl Into<Paint>, line: Line) {
        self.put(layer, z, form, Some(fill.into()), Some(line));
    }

    /// The shadow that something so high casts on the playfield; the light comes from the back, on the left.
    pub(crate) fn shadow(&mut self, form: &Form, height: f64, depth: f64) {
        let length = height.clamp(0.0, 0.05);
        if length > 0.0 {
            let by = DVec2::new(0.16, 0.26) * length;
            self.fill(Layer::Shade, 0.0, moved(form, by), palette::SHADE.opaque(depth));
        }
    }

    /// A line of this colour, so many hairs wide.
    pub(crate) fn hairs(&self, colour: crate::Colour, hairs: f64) -> Line {
        Line::new(colour, hairs * self.hair)
    }

    fn put(&mut self, layer: Layer, z: f64, form: Form, fill: Option<Paint>, line: Option<Line>) {
        self.marks.push(Mark { layer, z, part: self.part, form, fill, line });
    }
}

/// Where something between these heights lies.
pub(crate) fn layer_of(bottom: f64, top: f64) -> Layer {
    if bottom >= ABOVE_BALLS {
        Layer::High
    } else if top <= FLUSH {
        Layer::Inlay
    } else {
        Layer::Low
    }
}
