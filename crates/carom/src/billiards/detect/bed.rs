//! When a ball on the cloth meets a cushion or a pocket.
//!
//! Most of a table is free of both: inside a rectangle nothing can be met but balls. So the first question is when a ball
//! leaves it; where it leaves opposite a straight rail, that is the impact. Only in the mouths of pockets is everything
//! tried.

use super::super::models::Quirks;
use super::super::pocket::Mouth;
use super::super::sieve::Box2;
use super::super::table::{Pocket, Table, nose_reach};
use super::{closes, falls};
use crate::math::fall::first_fall;
use crate::tolerance::BILLIARD_TOUCH;
use crate::{DVec2, DVec3};

/// Something fixed that a ball on the cloth can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Wall {
    Rail(usize),
    Jaw(usize),
    Pocket(usize),
}

/// A table as the search sees it.
#[derive(Clone, Debug)]
pub(in super::super) struct Bed {
    pub(in super::super) width: f64,
    pub(in super::super) length: f64,
    pub(in super::super) nose: f64,
    pub(in super::super) cushion_width: f64,
    pub(in super::super) rails: Vec<Side>,
    pub(in super::super) jaws: Vec<Round>,
    pub(in super::super) pockets: Vec<Pocket>,
    upright: bool,
}

/// A straight rail.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Side {
    pub(in super::super) from: DVec2,
    pub(in super::super) along: DVec2,
    pub(in super::super) span: f64,
    pub(in super::super) inward: DVec2,
    /// Which side of the table's rectangle it lies on: left, right, bottom, top; or none of them.
    border: Option<u8>,
}

/// A jaw.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Round {
    pub(in super::super) centre: DVec2,
    pub(in super::super) radius: f64,
}

/// What depends on the size of a ball.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Fit {
    pub(in super::super) radius: f64,
    /// Level distance of the centre from a nose line at contact.
    pub(in super::super) reach: f64,
    /// Where a centre is clear of everything fixed.
    clear: Option<Box2>,
}

impl Bed {
    pub(in super::super) fn new(table: &Table, quirks: Quirks) -> Self {
        let (w, l) = (table.width, table.length);
        let rails = table.rails.iter().map(|rail| {
            let (a, b) = (rail.from, rail.to);
            let border = match rail.inward.to_array() {
                [1.0, 0.0] if a.x == 0.0 && b.x == 0.0 => Some(0),
                [-1.0, 0.0] if a.x == w && b.x == w => Some(1),
                [0.0, 1.0] if a.y == 0.0 && b.y == 0.0 => Some(2),
                [0.0, -1.0] if a.y == l && b.y == l => Some(3),
                _ => None,
            };
            let span = (b - a).length();
            Side { from: a, along: (b - a) / span, span, inward: rail.inward, border }
        });
        Self {
            width: w,
            length: l,
            nose: table.nose_height,
            cushion_width: table.cushion_width,
            rails: rails.collect(),
            jaws: table.jaws.iter().map(|jaw| Round { centre: jaw.centre, radius: jaw.radius }).collect(),
            pockets: table.pockets.iter().map(|pocket| Pocket { name: String::new(), ..*pocket }).collect(),
            upright: quirks.upright_cushions,
        }
    }

    /// The nearest place beside cushions for a ball on the cloth that overlaps one; where it is, if it does not.
    pub(in super::super) fn beside(&self, fit: &Fit, place: DVec2) -> DVec2 {
        let mut place = place;
        for rail in &self.rails {
            let gap = (place - rail.from).dot(rail.inward) - fit.reach;
            if gap < 0.0 && gap > -fit.reach && rail.faces(place) {
                place -= rail.inward * gap;
            }
        }
        for jaw in &self.jaws {
            let arm = place - jaw.centre;
            let gap = arm.length() - jaw.radius - fit.reach;
            if gap < 0.0 {
                place -= arm.normalize_or_zero() * gap;
            }
        }
        place
    }

    /// Where a pocket is open for a ball.
    pub(in super::super) fn mouth(&self, pocket: usize, fit: &Fit) -> Mouth {
        let rails = self.rails.iter().map(|rail| [rail.from, rail.from + rail.along * rail.span]);
        let jaws = self.jaws.iter().map(|jaw| (jaw.centre, jaw.radius));
        Mouth::new(&self.pockets[pocket], fit.reach, DVec2::new(self.width, self.length), rails, jaws)
    }

    /// What depends on the radius.
    pub(in super::super) fn fit(&self, radius: f64) -> Fit {
        let reach = if self.upright { radius } else { nose_reach(self.nose, radius) };
        let inner = Box2 { low: DVec2::splat(reach), high: DVec2::new(self.width - reach, self.length - reach) };
        Fit { radius, reach, clear: self.is_clear(&inner, reach).then_some(inner) }
    }

    fn is_clear(&self, inner: &Box2, reach: f64) -> bool {
        let (w, l) = (self.width, self.length);
        let outside = |a: DVec2, b: DVec2| {
            let slack = BILLIARD_TOUCH;
            (a.x <= slack && b.x <= slack)
                || (a.x >= w - slack && b.x >= w - slack)
                || (a.y <= slack && b.y <= slack)
                || (a.y >= l - slack && b.y >= l - slack)
        };
        let distance = |p: DVec2| (p - p.clamp(inner.low, inner.high)).length();
        inner.low.x < inner.high.x
            && inner.low.y < inner.high.y
            && self.rails.iter().all(|rail| outside(rail.from, rail.from + rail.along * rail.span))
            && self.jaws.iter().all(|jaw| distance(jaw.centre) >= jaw.radius + reach - BILLIARD_TOUCH)
            && self.pockets.iter().all(|pocket| distance(pocket.centre) >= pocket.radius)
    }

    /// The first cushion or pocket that a ball on the cloth comes to within `to`, on the path `p + v t + a t²/2`.
    #[inline]
    pub(in super::super) fn first(&self, fit: &Fit, p: DVec3, v: DVec3, a: DVec3, to: f64) -> Option<(f64, Wall)> {
        let path = Flat { p: p.truncate(), v: v.truncate(), half: a.truncate() * 0.5 };
        let Some(clear) = fit.clear.filter(|clear| is_inside(clear, path.p)) else {
            return self.try_all(fit, &path, 0.0, to);
        };
        let gaps = [
            [path.p.x - clear.low.x, path.v.x, path.half.x],
            [clear.high.x - path.p.x, -path.v.x, -path.half.x],
            [path.p.y - clear.low.y, path.v.y, path.half.y],
            [clear.high.y - path.p.y, -path.v.y, -path.half.y],
        ];
        let mut first = (to, None);
        for (side, gap) in gaps.into_iter().enumerate() {
            // Most sides are behind.
            if gap[1] >= 0.0 && gap[2] >= 0.0 {
                continue;
            }
            if let Some(t) = closes(gap, first.0) {
                first = (t, Some(side as u8));
            }
        }
        let (t, Some(side)) = first else { return None };
        let place = path.at(t);
        let opposite = self.rails.iter().position(|rail| rail.border == Some(side) && rail.faces(place));
        match opposite {
            Some(rail) => Some((t, Wall::Rail(rail))),
            None => self.try_all(fit, &path, t, to),
        }
    }

    /// Everything fixed, one after the other, from `from` on.
    fn try_all(&self, fit: &Fit, path: &Flat, from: f64, to: f64) -> Option<(f64, Wall)> {
        let path = Flat { p: path.at(from), v: path.v + path.half * (2.0 * from), half: path.half };
        let mut best = (to - from, None);
        for (k, rail) in self.rails.iter().enumerate() {
            let gap = [
                (path.p - rail.from).dot(rail.inward) - fit.reach,
                path.v.dot(rail.inward),
                path.half.dot(rail.inward),
            ];
            let time = if gap[0] < -fit.reach || gap[0] < 0.0 && !rail.faces(path.p) {
                // Behind the line, beside the rail: only by coming forward and back again.
                comes_back(gap)
            } else {
                closes(gap, best.0)
            };
            if let Some(t) = time.filter(|&t| t < best.0 && rail.faces(path.at(t))) {
                best = (t, Some(Wall::Rail(k)));
            }
        }
        for (k, jaw) in self.jaws.iter().enumerate() {
            let arm = (path.p - jaw.centre).extend(0.0);
            let reach = jaw.radius + fit.reach;
            if let Some(t) = super::pair(arm, path.v.extend(0.0), (path.half * 2.0).extend(0.0), reach, best.0)
                && t < best.0
            {
                best = (t, Some(Wall::Jaw(k)));
            }
        }
        for (k, pocket) in self.pockets.iter().enumerate() {
            if let Some(t) = path.enters(pocket, best.0).filter(|&t| t < best.0) {
                best = (t, Some(Wall::Pocket(k)));
            }
        }
        best.1.map(|wall| (from + best.0, wall))
    }
}

/// When a gap that is shut opens and closes again.
fn comes_back([c, b, a]: [f64; 3]) -> Option<f64> {
    let square = b * b - 4.0 * a * c;
    (a < 0.0 && b > 0.0 && square > 0.0).then(|| (b + square.sqrt()) / (-2.0 * a))
}

#[inline]
fn is_inside(clear: &Box2, p: DVec2) -> bool {
    let slack = 1e-9;
    p.x >= clear.low.x - slack
        && p.x <= clear.high.x + slack
        && p.y >= clear.low.y - slack
        && p.y <= clear.high.y + slack
}

impl Side {
    /// Whether a place is beside it, not past an end.
    #[inline]
    fn faces(&self, place: DVec2) -> bool {
        let s = (place - self.from).dot(self.along);
        (0.0..=self.span).contains(&s)
    }
}

/// A path on the cloth.
#[derive(Clone, Copy, Debug)]
struct Flat {
    p: DVec2,
    v: DVec2,
    half: DVec2,
}

impl Flat {
    #[inline]
    fn at(&self, t: f64) -> DVec2 {
        self.p + (self.v + self.half * t) * t
    }

    /// When the centre comes over a hole.
    fn enters(&self, pocket: &Pocket, to: f64) -> Option<f64> {
        let arm = self.p - pocket.centre;
        let c = [
            arm.length_squared() - pocket.radius * pocket.radius,
            2.0 * self.v.dot(arm),
            self.v.length_squared() + 2.0 * self.half.dot(arm),
            2.0 * self.half.dot(self.v),
            self.half.length_squared(),
        ];
        if c[0] <= 0.0 { Some(0.0) } else { first_fall(c, to) }
    }
}

/// The first `t` at which a level gap falls through zero, for a path in the air.
#[inline]
pub(super) fn passes([c, b]: [f64; 2]) -> Option<f64> {
    if c < 0.0 { None } else { falls([c, b, 0.0]) }
}
