//! Writes marks as SVG. Lengths are in pixels of the picture's size, to a hundredth.

use crate::colour::Colour;
use crate::scene::{Anchor, Form, Line, Mark, Paint, Scene};
use crate::sheet::Sheet;
use carom::DVec2;
use core::fmt::Write;

/// The picture as text. `names` are those of the parts, shown when the pointer rests on one.
pub(crate) fn write(scene: &Scene, sheet: &Sheet, names: &[&str]) -> String {
    let mut writer = Writer { sheet, out: String::new(), gradients: Vec::new() };
    let mut inside = None;
    for mark in scene.marks.iter().filter(|mark| sheet.shows(mark)) {
        if mark.part != inside {
            if inside.is_some() {
                writer.out.push_str("</g>\n");
            }
            if let Some(part) = mark.part {
                let name = names.get(part).map(|name| escaped(name)).unwrap_or_default();
                let _ = writeln!(writer.out, "<g><title>{name}</title>");
            }
            inside = mark.part;
        }
        writer.mark(mark);
    }
    if inside.is_some() {
        writer.out.push_str("</g>\n");
    }
    let (width, height) = (sheet.width, sheet.height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    );
    text.push_str("<defs>\n");
    for (k, gradient) in writer.gradients.iter().enumerate() {
        text.push_str(&gradient_text(k, gradient));
    }
    text.push_str("</defs>\n");
    text.push_str(&writer.out);
    text.push_str("</svg>\n");
    text
}

struct Writer<'s> {
    sheet: &'s Sheet,
    out: String,
    /// Round paints that are used, each once: they lie in the box of what they fill, so all bumpers share one.
    gradients: Vec<Paint>,
}

impl Writer<'_> {
    fn mark(&mut self, mark: &Mark) {
        let form = match &mark.form {
            Form::Circle { centre, radius } => {
                let at = self.sheet.pixel(*centre);
                let most = 32.0 * f64::from(self.sheet.width.max(self.sheet.height));
                let radius = short((radius * self.sheet.scale).min(most));
                format!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"", short(at.x), short(at.y))
            }
            Form::Path(stretches) => {
                let mut data = String::new();
                for stretch in stretches {
                    self.stretch(&stretch.points, stretch.closed, &mut data);
                }
                if data.is_empty() {
                    return;
                }
                format!("<path d=\"{data}\"")
            }
            Form::Curve { start, pieces } => {
                let at = self.sheet.pixel(*start);
                let mut data = format!("M{} {}", short(at.x), short(at.y));
                for piece in pieces {
                    let [by, to] = piece.map(|p| self.sheet.pixel(p));
                    let _ = write!(data, "Q{} {} {} {}", short(by.x), short(by.y), short(to.x), short(to.y));
                }
                format!("<path d=\"{data}\"")
            }
            Form::Text { at, height, anchor, .. } => {
                let at = self.sheet.pixel(*at);
                // A capital is about seven tenths of the size of its font.
                let size = short(height * self.sheet.scale / 0.7);
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                format!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
                     font-family=\"system-ui, sans-serif\" paint-order=\"stroke\"",
                    short(at.x),
                    short(at.y)
                )
            }
        };
        self.out.push_str(&form);
        match &mark.fill {
            None => self.out.push_str(" fill=\"none\""),
            Some(Paint::Flat(colour)) => self.colour("fill", *colour),
            Some(round) => {
                let known = self.gradients.iter().position(|gradient| gradient == round);
                let k = known.unwrap_or(self.gradients.len());
                if known.is_none() {
                    self.gradients.push(*round);
                }
                let _ = write!(self.out, " fill=\"url(#g{k})\"");
            }
        }
        if let Some(line) = &mark.line {
            self.line(line);
        }
        match &mark.form {
            Form::Text { words, .. } => {
                let _ = writeln!(self.out, ">{}</text>", escaped(words));
            }
            _ => self.out.push_str("/>\n"),
        }
    }

    fn line(&mut self, line: &Line) {
        self.colour("stroke", line.colour);
        let _ = write!(self.out, " stroke-width=\"{}\"", short(line.width * self.sheet.scale));
        if let Some(dash) = line.dash {
            let dash = short(dash * self.sheet.scale);
            let _ = write!(self.out, " stroke-dasharray=\"{dash}\"");
        }
        if !line.round_ends {
            self.out.push_str(" stroke-linecap=\"butt\"");
        }
    }

    fn colour(&mut self, what: &str, colour: Colour) {
        let _ = write!(self.out, " {what}=\"{}\"", hex(colour));
        if colour.a < 255 {
            let _ = write!(self.out, " {what}-opacity=\"{}\"", short(f64::from(colour.a) / 255.0));
        }
    }

    fn stretch(&self, points: &[DVec2], closed: bool, data: &mut String) {
        if points.len() < 2 {
            return;
        }
        for (k, &point) in points.iter().enumerate() {
            let at = self.sheet.pixel(point);
            data.push(if k == 0 { 'M' } else { 'L' });
            let _ = write!(data, "{} {}", short(at.x), short(at.y));
        }
        if closed {
            data.push('Z');
        }
    }
}

fn gradient_text(k: usize, paint: &Paint) -> String {
    let Paint::Round { inner, outer, middle, reach } = paint else { return String::new() };
    let stop = |offset: u8, colour: &Colour| {
        let opacity = short(f64::from(colour.a) / 255.0);
        format!("<stop offset=\"{offset}\" stop-color=\"{}\" stop-opacity=\"{opacity}\"/>", hex(*colour))
    };
    format!(
        "<radialGradient id=\"g{k}\" cx=\"{}\" cy=\"{}\" r=\"{}\">{}{}</radialGradient>\n",
        short(middle.x),
        short(middle.y),
        short(*reach),
        stop(0, inner),
        stop(1, outer)
    )
}

fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b)
}

/// A number to a hundredth, without needless digits.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Words as XML may hold them: signs with a meaning are written out, and what XML forbids is left out.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\t' | '\n' | '\r' => text.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {}
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, 0.126, -0.001, 120.0, -3.5].map(short), ["1", "0.13", "0", "120", "-3.5"]);
    }

    #[test]
    fn names_cannot_break_the_text() {
        assert_eq!(escaped("a<b & \"c\"\n\u{1}>"), "a&lt;b &amp; &quot;c&quot; &gt;");
    }
}
