//! The foot of the sheet: how the cue struck, and what the lines mean.

use super::look::IVORY;
use super::trail;
use crate::colour::{Colour, palette};
use crate::form::{circle, polyline};
use crate::pen::Pen;
use crate::scene::{Anchor, Form, Layer, Line};
use crate::sheet::Sheet;
use carom::DVec2;
use carom::billiards::{Phase, Strike};

/// The face of the cue ball with the place of the tip, and the numbers of the strike.
pub(crate) fn strike(strike: &Strike, sheet: &Sheet, pen: &mut Pen) {
    let hair = sheet.hair;
    let radius = 15.0 * hair;
    let at = DVec2::new(sheet.min.x + 0.4 * (sheet.max.x - sheet.min.x), sheet.max.y - 22.0 * hair);
    pen.both(Layer::Top, 0.0, circle(at, radius), IVORY, Line::new(palette::SHADE, hair));
    // Beyond half the radius the tip slips off.
    let limit = Line::new(palette::SHADE.opaque(0.35), 0.7 * hair).dashed(2.0 * hair);
    pen.line(Layer::Top, 0.0, circle(at, 0.5 * radius), limit);
    let cross = |way: DVec2| polyline([at - way * radius, at + way * radius]);
    for way in [DVec2::X, DVec2::Y] {
        pen.line(Layer::Top, 0.0, cross(way), Line::new(palette::SHADE.opaque(0.25), 0.7 * hair));
    }
    // Left of the shooter is left on the ball's face.
    let tip = at + DVec2::new(-strike.side, -strike.height) * radius;
    pen.both(Layer::Top, 0.0, circle(tip, 0.22 * radius), Colour::hex(0x2c78b8), Line::new(palette::SHADE, 0.6 * hair));
    let height = 9.0 * hair;
    let mut words = format!("{:.2} m/s  {:.1}\u{b0}", strike.speed, strike.direction.to_degrees());
    if strike.elevation != 0.0 {
        words += &format!("  up {:.0}\u{b0}", strike.elevation.to_degrees());
    }
    text(&words, at + DVec2::new(1.5 * radius, 0.5 * height), height, Anchor::Start, pen);
}

/// What the lines of trails mean, and how long the shot lasted.
pub(crate) fn legend(phases: &[Phase], seconds: f64, sheet: &Sheet, pen: &mut Pen) {
    let hair = sheet.hair;
    let height = 9.0 * hair;
    let y = sheet.max.y - 22.0 * hair;
    let mut right = sheet.max.x - 30.0 * hair;
    let mut put = |words: &str, phase: Option<Phase>| {
        text(words, DVec2::new(right, y + 0.5 * height), height, Anchor::End, pen);
        right -= (words.chars().count() as f64 + 0.6) * height;
        if let Some(phase) = phase {
            let sample = polyline([DVec2::new(right - 34.0 * hair, y), DVec2::new(right, y)]);
            pen.line(Layer::Top, 0.0, sample, trail::line(phase, IVORY, 3.6 * hair));
            right -= 34.0 * hair + 1.6 * height;
        } else {
            right -= height;
        }
    };
    put(&format!("{seconds:.2} s"), None);
    // An upright sheet has no room for more.
    if sheet.width < sheet.height {
        return;
    }
    for phase in [Phase::Airborne, Phase::Rolling, Phase::Sliding] {
        if phases.contains(&phase) {
            put(phase.name(), Some(phase));
        }
    }
}

/// Words on the room's floor.
pub(crate) fn text(words: &str, at: DVec2, height: f64, anchor: Anchor, pen: &mut Pen) {
    pen.fill(Layer::Top, 0.0, Form::Text { at, height, anchor, words: words.to_owned() }, palette::INK);
}
