//! What is round the parts: the room, the cabinet, the playfield; the scale bar.

use crate::colour::palette;
use crate::form::{polyline, rectangle};
use crate::pen::Pen;
use crate::scene::{Anchor, Form, Layer, Line, Paint, Stretch};
use crate::sheet::Sheet;
use carom::DVec2;

/// The room, the cabinet if there is one, and the playfield.
pub(crate) fn ground(sheet: &Sheet, cabinet: bool, pen: &mut Pen) {
    let (low, high) = sheet.field;
    let hair = sheet.hair;
    pen.fill(Layer::Ground, -5.0, rectangle(sheet.min, sheet.max), palette::ROOM);
    if cabinet {
        let frame = DVec2::splat(17.0 * hair);
        let corners = |min: DVec2, max: DVec2| vec![min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        let outer = Stretch { points: corners(low - frame, high + frame), closed: true };
        let mut inner = Stretch { points: corners(low, high), closed: true };
        inner.points.reverse();
        // Walked the other way round the playfield is a hole in it. It lies over the shadows, which end at its foot.
        let wood = Form::Path(vec![outer, inner]);
        pen.both(Layer::Shade, 1.0, wood, palette::CABINET, pen.hairs(palette::CABINET_EDGE, 1.4));
    }
    let lit = Paint::Round {
        inner: palette::FIELD_LIT,
        outer: palette::FIELD_DIM,
        middle: DVec2::new(0.5, 0.45),
        reach: 0.72,
    };
    let edge = match cabinet {
        true => pen.hairs(palette::CABINET_EDGE, 2.0),
        false => pen.hairs(palette::METAL_DARK, 1.0).dashed(6.0 * hair),
    };
    pen.both(Layer::Ground, -3.0, rectangle(low, high), lit, edge);
}

/// A bar of a round length with its name, at the left of the foot.
pub(crate) fn scale_bar(sheet: &Sheet, pen: &mut Pen) {
    let length = bar_length(sheet.field.1.x.max(sheet.max.x - 30.0 * sheet.hair) - sheet.field.0.x);
    scale_bar_of(length, sheet, pen);
}

/// The same with a length that is chosen.
pub(crate) fn scale_bar_of(length: f64, sheet: &Sheet, pen: &mut Pen) {
    let at = DVec2::new(sheet.min.x + 30.0 * sheet.hair, sheet.max.y - 22.0 * sheet.hair);
    let end = at + DVec2::new(length, 0.0);
    let tick = DVec2::new(0.0, 5.0 * sheet.hair);
    let stretch = |points: Vec<DVec2>| Stretch { points, closed: false };
    let bar = Form::Path(vec![
        stretch(vec![at - tick, at + tick]),
        stretch(vec![at, end]),
        stretch(vec![end - tick, end + tick]),
    ]);
    pen.line(Layer::Top, 0.0, bar, pen.hairs(palette::INK, 2.0));
    let words = Form::Text {
        at: end + DVec2::new(9.0, 6.0) * sheet.hair,
        height: 12.0 * sheet.hair,
        anchor: Anchor::Start,
        words: name(length),
    };
    pen.fill(Layer::Top, 0.0, words, palette::INK);
}

/// m: 100 mm on every table of an ordinary size; otherwise the power of ten that is at most two fifths of the width.
fn bar_length(width: f64) -> f64 {
    if (0.2..=1.5).contains(&width) {
        return 0.1;
    }
    libm::pow(10.0, libm::floor(libm::log10(0.4 * width.clamp(1e-9, 1e12))))
}

fn name(length: f64) -> String {
    if length >= 0.999 { format!("{length:.0} m") } else { format!("{} mm", number(length * 1e3)) }
}

/// Up to four digits after the point, and no more than needed.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The legend of time, at the right of the foot: a bar of its colours with the first and the last moment.
pub(crate) fn time_bar(sheet: &Sheet, from: f64, to: f64, pen: &mut Pen) {
    const STEPS: usize = 32;
    let hair = sheet.hair;
    let width = (160.0 * hair).min(0.3 * (sheet.max.x - sheet.min.x));
    let right = sheet.max.x - 30.0 * hair;
    let y = sheet.max.y - 22.0 * hair;
    let place = |part: f64| DVec2::new(right - width + width * part, y);
    for k in 0..STEPS {
        let part = |k: usize| k as f64 / STEPS as f64;
        let piece = polyline([place(part(k)), place(part(k + 1))]);
        pen.line(Layer::Top, 0.0, piece, Line::new(crate::colour::of_time(part(k)), 6.0 * hair));
    }
    for (part, time, anchor) in [(0.0, from, Anchor::Start), (1.0, to, Anchor::End)] {
        let at = place(part) - DVec2::new(0.0, 9.0 * hair);
        let form = Form::Text { at, height: 9.0 * hair, anchor, words: format!("{time:.2} s") };
        pen.fill(Layer::Top, 0.0, form, palette::INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_round_lengths() {
        assert_eq!(bar_length(0.51), 0.1);
        assert_eq!(name(bar_length(0.51)), "100 mm");
        assert_eq!(name(bar_length(1e6)), "100000 m");
        assert_eq!(name(bar_length(0.01)), "1 mm");
        assert_eq!(name(bar_length(30.0)), "10 m");
        assert_eq!(number(2.5), "2.5");
        assert_eq!(number(0.0), "0");
    }
}
