//! The pen with which parts put their marks down.

use crate::body::lit_paint;
use crate::colour::palette;
use crate::form::moved;
use crate::lay::Lay;
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
    /// How the space in which they are said lies in the table; as the table itself if nothing is said.
    pub(crate) lay: Option<Lay>,
    pub(crate) marks: Vec<Mark>,
}

impl Pen {
    pub(crate) fn new(hair: f64, field_area: f64) -> Self {
        Self { hair, field_area, mesh_points: 150_000, part: None, lay: None, marks: Vec::new() }
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

    /// The shadow that something so high casts on the playfield. What leans casts its own: [`body`](Self::body).
    pub(crate) fn shadow(&mut self, form: &Form, height: f64, depth: f64) {
        let (moved, height) = match &mut self.lay {
            None => (moved(form, shadow_by(height)), height),
            Some(lay) if lay.upright => {
                let lifted = lay.lifted(height);
                (moved(&lay.form(form, height), shadow_by(lifted)), lifted)
            }
            Some(_) => return,
        };
        if height > 0.0 {
            let fill = Some(palette::SHADE.opaque(depth).into());
            self.marks.push(Mark { layer: Layer::Shade, z: 0.0, part: self.part, form: moved, fill, line: None });
        }
    }

    /// Where something between these heights lies.
    pub(crate) fn layer_of(&self, bottom: f64, top: f64) -> Layer {
        self.lay.map_or_else(|| layer_of(bottom, top), |lay| lay.layer_of(bottom, top))
    }

    /// Does what is drawn lean, so that its sides are seen from above?
    pub(crate) fn leans(&self) -> bool {
        self.lay.is_some_and(|lay| !lay.upright)
    }

    /// A line of this colour, so many hairs wide.
    pub(crate) fn hairs(&self, colour: crate::Colour, hairs: f64) -> Line {
        Line::new(colour, hairs * self.hair)
    }

    fn put(&mut self, layer: Layer, z: f64, form: Form, fill: Option<Paint>, line: Option<Line>) {
        let mark = match &mut self.lay {
            None => Mark { layer, z, part: self.part, form, fill, line },
            Some(lay) => {
                let form = lay.form(&form, z);
                let mut line = line.map(|line| lay.line(line));
                if let (true, Some(line)) = (lay.is_edge_on(), &mut line) {
                    line.width = line.width.min(self.hair * lay.scale);
                }
                let fill = if lay.upright { fill } else { fill.map(|fill| lit_paint(fill, lay.up())) };
                Mark { layer: lay.layer(layer, z), z: lay.order(z), part: self.part, form, fill, line }
            }
        };
        self.marks.push(mark);
    }
}

/// m: where the shadow of something so high lies; the light comes from the back, on the left.
pub(crate) fn shadow_by(height: f64) -> DVec2 {
    DVec2::new(0.16, 0.26) * height.clamp(0.0, 0.05)
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
