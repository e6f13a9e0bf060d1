//! Draws marks in pixels.

use crate::colour::Colour;
use crate::error::Error;
use crate::font;
use crate::scene::{Form, Line, Mark, Paint, Stretch};
use crate::sheet::Sheet;
use carom::DVec2;
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, Path, PathBuilder, Pixmap, PixmapPaint, Point, RadialGradient,
    Shader, SpreadMode, Stroke, StrokeDash, Transform,
};

/// Of the height of a letter: how thick its strokes are.
const STROKE: f64 = 0.13;

/// A picture in the making: clear at first.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    sheet: Sheet,
    pixels: Pixmap,
}

impl Canvas {
    pub(crate) fn new(sheet: &Sheet) -> Result<Self, Error> {
        let pixels = Pixmap::new(sheet.width, sheet.height);
        let pixels = pixels.ok_or_else(|| Error::Encoder("no room for so many pixels".into()))?;
        Ok(Self { sheet: *sheet, pixels })
    }

    pub(crate) fn draw(&mut self, marks: &[Mark]) {
        let sheet = self.sheet;
        for mark in marks.iter().filter(|mark| sheet.shows(mark)) {
            self.put(mark);
        }
    }

    /// Lays another picture over this one.
    pub(crate) fn lay(&mut self, other: &Self) {
        let pixels = other.pixels.as_ref();
        self.pixels.draw_pixmap(0, 0, pixels, &PixmapPaint::default(), Transform::identity(), None);
    }

    /// Red, green and blue of every pixel, row by row. They are moved together in place: large pictures need their memory
    /// once.
    pub(crate) fn into_rgb(self) -> Vec<u8> {
        let mut bytes = self.pixels.take();
        let pixels = bytes.len() / 4;
        for k in 0..pixels {
            bytes.copy_within(4 * k..4 * k + 3, 3 * k);
        }
        bytes.truncate(3 * pixels);
        bytes
    }

    fn put(&mut self, mark: &Mark) {
        if let Form::Text { at, height, anchor, words } = &mark.form {
            let Some(path) = self.path(&font::strokes(words, *at, *height, *anchor)) else { return };
            let width = STROKE * height;
            if let Some(halo) = mark.line {
                self.stroke(&path, &Line { width: width + halo.width, ..halo });
            }
            if let Some(Paint::Flat(colour)) = mark.fill {
                self.stroke(&path, &Line::new(colour, width));
            }
            return;
        }
        let path = match &mark.form {
            Form::Circle { centre, radius } => {
                let middle = self.sheet.pixel(*centre);
                let most = 32.0 * f64::from(self.sheet.width.max(self.sheet.height));
                PathBuilder::from_circle(middle.x as f32, middle.y as f32, (radius * self.sheet.scale).min(most) as f32)
            }
            Form::Path(stretches) => self.path(stretches),
            Form::Curve { start, pieces } => self.curve(*start, pieces),
            Form::Text { .. } => None,
        };
        let Some(path) = path else { return };
        if let Some(fill) = mark.fill {
            let paint = paint(shader(&fill, &path));
            self.pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
        if let Some(line) = mark.line {
            self.stroke(&path, &line);
        }
    }

    fn stroke(&mut self, path: &Path, line: &Line) {
        let stroke = Stroke {
            width: (line.width * self.sheet.scale).clamp(0.0, 1e5) as f32,
            line_cap: if line.round_ends { LineCap::Round } else { LineCap::Butt },
            line_join: LineJoin::Round,
            dash: line.dash.and_then(|dash| {
                let length = (dash * self.sheet.scale) as f32;
                StrokeDash::new(vec![length, length], 0.0)
            }),
            ..Stroke::default()
        };
        let paint = paint(Shader::SolidColor(colour(line.colour)));
        self.pixels.stroke_path(path, &paint, &stroke, Transform::identity(), None);
    }

    fn curve(&self, start: DVec2, pieces: &[[DVec2; 2]]) -> Option<Path> {
        let mut builder = PathBuilder::new();
        let at = self.sheet.pixel(start);
        builder.move_to(at.x as f32, at.y as f32);
        for piece in pieces {
            let [by, to] = piece.map(|p| self.sheet.pixel(p));
            builder.quad_to(by.x as f32, by.y as f32, to.x as f32, to.y as f32);
        }
        builder.finish()
    }

    fn path(&self, stretches: &[Stretch]) -> Option<Path> {
        let mut builder = PathBuilder::new();
        for stretch in stretches {
            for (k, &point) in stretch.points.iter().enumerate() {
                let at = self.sheet.pixel(point);
                let (x, y) = (at.x as f32, at.y as f32);
                if k == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            if stretch.closed && !stretch.points.is_empty() {
                builder.close();
            }
        }
        builder.finish()
    }
}

fn colour(colour: Colour) -> Color {
    Color::from_rgba8(colour.r, colour.g, colour.b, colour.a)
}

fn paint(shader: Shader<'_>) -> tiny_skia::Paint<'_> {
    tiny_skia::Paint { shader, anti_alias: true, ..tiny_skia::Paint::default() }
}

/// The gradient of a round paint lies in the form's box, which may be longer than wide.
fn shader(fill: &Paint, path: &Path) -> Shader<'static> {
    match *fill {
        Paint::Flat(flat) => Shader::SolidColor(colour(flat)),
        Paint::Round { inner, outer, middle, reach } => {
            let bounds = path.bounds();
            let place = Transform::from_row(bounds.width(), 0.0, 0.0, bounds.height(), bounds.x(), bounds.y());
            let stops = vec![GradientStop::new(0.0, colour(inner)), GradientStop::new(1.0, colour(outer))];
            let at = Point::from_xy(middle.x as f32, middle.y as f32);
            let gradient = RadialGradient::new(at, 0.0, at, reach as f32, stops, SpreadMode::Pad, place);
            gradient.unwrap_or(Shader::SolidColor(colour(inner)))
        }
    }
}
