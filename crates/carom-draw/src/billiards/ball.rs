//! A billiard ball, turned as it lies: its number on two sides, its stripe between them.

use super::look::{IVORY, Look};
use super::view::View;
use crate::colour::{Colour, palette};
use crate::font;
use crate::form::{circle, polygon, unit};
use crate::pen::Pen;
use crate::scene::{Anchor, Form, Layer, Line, Paint, Stretch};
use carom::{DQuat, DVec2, DVec3};
use core::f64::consts::TAU;

/// As parts of the radius: how far from the middle the white ends of a striped ball begin, and how large the disc of the
/// number is (the cosine of half its angle).
const STRIPE: f64 = 0.56;
const DISC: f64 = 0.86;
/// As a part of the radius: the height of a number.
const NUMBER: f64 = 0.5;

/// What is to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// m: on the table.
    pub(crate) centre: DVec3,
    pub(crate) radius: f64,
    pub(crate) look: Look,
    /// From its first pose, the number up and level.
    pub(crate) turned: DQuat,
    /// How much of its light it has: less in a pocket.
    pub(crate) light: f64,
}

/// Puts a ball down with its shadow. One that is nowhere leaves no mark.
pub(crate) fn draw(body: &Body, view: View, layer: Layer, pen: &mut Pen) {
    if !body.centre.is_finite() {
        return;
    }
    let Body { centre, radius, look, light, .. } = *body;
    let at = view.place(centre.truncate());
    let z = centre.z;
    let above = (z - radius).clamp(0.0, 0.5);
    if light >= 1.0 {
        let drop = DVec2::new(0.14, 0.2) * radius + DVec2::new(0.25, 0.4) * above;
        let blur = 1.06 + 0.5 * above;
        pen.fill(layer, z, circle(at + drop, blur * radius), palette::SHADE.opaque(0.34 / (1.0 + 6.0 * above)));
    }
    // A ball in the air is nearer to the eye.
    let radius = radius * (1.0 + 0.6 * above);
    let ground = if look.striped { IVORY } else { look.colour };
    pen.fill(layer, z, circle(at, radius), ground);
    let face = Face { at, radius, turned: body.turned, view };
    if look.striped {
        face.band(look.colour, layer, z, pen);
    }
    if let Some(number) = look.number {
        for side in [1.0, -1.0] {
            face.number(number, side, layer, z, pen);
        }
    } else if look.colour == IVORY {
        // Six red points show how a cue ball turns, as on the balls of broadcasts.
        for axis in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z] {
            if let Some(spot) = face.cap(axis, 0.99) {
                pen.fill(layer, z, spot, Colour::hex(0xc8322c).opaque(0.75));
            }
        }
    }
    shade(at, radius, light, layer, z, pen);
}

/// Light from the upper left, a dark limb, and a highlight.
fn shade(at: DVec2, radius: f64, light: f64, layer: Layer, z: f64, pen: &mut Pen) {
    let limb = Paint::Round {
        inner: Colour::hex(0xffffff).opaque(0.12 * light),
        outer: palette::SHADE.opaque(0.62 + 0.3 * (1.0 - light)),
        middle: DVec2::new(0.38, 0.34),
        reach: 0.82,
    };
    let rim = Line::new(palette::SHADE.opaque(0.55), 0.05 * radius);
    pen.both(layer, z, circle(at, radius), limb, rim);
    if light < 1.0 {
        pen.fill(layer, z, circle(at, radius), palette::SHADE.opaque(0.75 * (1.0 - light)));
    }
    let glint = Paint::Round {
        inner: Colour::hex(0xffffff).opaque(0.85 * light),
        outer: Colour::hex(0xffffff).opaque(0.0),
        middle: DVec2::splat(0.5),
        reach: 0.5,
    };
    pen.fill(layer, z, circle(at - DVec2::new(0.36, 0.42) * radius, 0.26 * radius), glint);
}

/// The side of a ball that is seen.
struct Face {
    at: DVec2,
    radius: f64,
    turned: DQuat,
    view: View,
}

impl Face {
    /// Where a point of the unit ball is on the sheet; it is seen if it looks up.
    fn point(&self, on_table: DVec3) -> DVec2 {
        self.at + self.view.place(on_table.truncate()) * self.radius
    }

    /// The seen part of the cap of all points `p` with `p · axis > cosine` (`axis` on the unturned ball).
    fn cap(&self, axis: DVec3, cosine: f64) -> Option<Form> {
        Some(polygon(self.cap_points(axis, cosine)?))
    }

    fn cap_points(&self, axis: DVec3, cosine: f64) -> Option<Vec<DVec2>> {
        let axis = self.turned * axis;
        let sine = (1.0 - cosine * cosine).sqrt();
        let (u, v) = axis.any_orthonormal_pair();
        let pieces = if cosine > 0.95 { 16_u32 } else { 48 };
        let border = |k: u32| {
            let way = unit(TAU * f64::from(k) / f64::from(pieces));
            axis * cosine + (u * way.x + v * way.y) * sine
        };
        let seen = |k: u32| border(k).z >= 0.0;
        let count = (0..pieces).filter(|&k| seen(k)).count() as u32;
        if count == pieces {
            return Some((0..pieces).map(|k| self.point(border(k))).collect());
        }
        let flat = axis.truncate();
        // All of its border is behind: nothing is seen, since a cap is less than half a ball.
        if count == 0 || flat.length() <= cosine {
            return None;
        }
        // The run of seen points, then along the limb back, on the side to which the cap lies.
        let first = (0..pieces).find(|&k| seen(k) && !seen((k + pieces - 1) % pieces))?;
        let run = (0..count).map(|k| border((first + k) % pieces));
        let mut points: Vec<DVec2> = run.map(|p| self.point(p)).collect();
        let half = libm::acos((cosine / flat.length()).clamp(-1.0, 1.0));
        let middle = libm::atan2(flat.y, flat.x);
        let limb = |k: i32| self.point(unit(middle + half * f64::from(k) / 12.0).extend(0.0));
        let (left, right) = (limb(-12), limb(12));
        let last = points.last().copied()?;
        let ways: Vec<DVec2> = (-12..=12).map(limb).collect();
        if (last - left).length() <= (last - right).length() {
            points.extend(ways);
        } else {
            points.extend(ways.into_iter().rev());
        }
        Some(points)
    }

    /// The band of a striped ball: all but the two white ends.
    fn band(&self, colour: Colour, layer: Layer, z: f64, pen: &mut Pen) {
        pen.fill(layer, z, circle(self.at, self.radius), colour);
        for end in [self.view.down(), -self.view.down()] {
            if let Some(cap) = self.cap(end, STRIPE) {
                pen.fill(layer, z, cap, IVORY);
            }
        }
    }

    /// The number on the upper (1) or lower (-1) side.
    fn number(&self, number: u8, side: f64, layer: Layer, z: f64, pen: &mut Pen) {
        let axis = DVec3::Z * side;
        let Some(disc) = self.cap(axis, DISC) else { return };
        pen.fill(layer, z, disc, IVORY);
        // A number that is seen too much from the side is no more than a smear.
        if (self.turned * axis).z < 0.35 {
            return;
        }
        let words = number.to_string();
        let high = if words.len() > 1 { 0.8 * NUMBER } else { NUMBER };
        let strokes = font::strokes(&words, DVec2::new(0.0, 0.5 * high), high, Anchor::Middle);
        let (right, down) = (self.view.right() * side, self.view.down());
        let on_ball = |p: &DVec2| self.point(self.turned * (axis + right * p.x + down * p.y).normalize());
        let stretch = |s: &Stretch| Stretch { points: s.points.iter().map(on_ball).collect(), closed: s.closed };
        let line = Line::new(super::look::DARK, 0.15 * high * self.radius);
        pen.line(layer, z, Form::Path(strokes.iter().map(stretch).collect()), line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::area;

    fn face(turned: DQuat) -> Face {
        Face { at: DVec2::ZERO, radius: 1.0, turned, view: View { portrait: false } }
    }

    /// Seen from above, a cap whose axis lies level shows half of itself: the segment of the disc beyond the chord.
    #[test]
    fn a_cap_on_the_limb_is_a_segment_of_the_disc() {
        let points = face(DQuat::IDENTITY).cap_points(DVec3::X, 0.5).unwrap();
        let exact = libm::acos(0.5) - 0.5 * (0.75_f64).sqrt();
        assert!((area(&points) - exact).abs() < 0.01, "{} {exact}", area(&points));
    }

    /// The cap holds the hidden pole and still comes over the limb: what is seen is a crescent, not the rest of the disc.
    #[test]
    fn a_cap_that_looks_away_shows_a_crescent() {
        let axis = DVec3::new(libm::sin(0.8), 0.0, -libm::cos(0.8));
        let points = face(DQuat::IDENTITY).cap_points(axis, 0.5).unwrap();
        assert!(area(&points) < 0.3, "{}", area(&points));
        assert_eq!(face(DQuat::IDENTITY).cap_points(DVec3::NEG_Z, 0.5), None);
        let whole = face(DQuat::IDENTITY).cap_points(DVec3::Z, 0.5).unwrap();
        assert!((area(&whole) - 0.75 * core::f64::consts::PI).abs() < 0.02);
    }
}
