//! Where a pocket is open towards the table.

use crate::DVec2;
use crate::billiards::table::Pocket;

/// The part of a pocket's rim over which the centre of a ball can come: an arc about the direction to the table, on both
/// sides as far as a ball lies free of every rail and jaw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mouth {
    /// Level unit vector from the pocket's centre to the table.
    pub(crate) towards: DVec2,
    /// Sine and cosine of half the arc; at most a right angle.
    pub(crate) sine: f64,
    pub(crate) cosine: f64,
}

impl Mouth {
    /// For a ball whose centre comes as near to cushions as `reach`, on a table whose playing area is `area`. Rails are given
    /// by their ends, jaws by their centres and radii.
    pub(crate) fn new(
        pocket: &Pocket,
        reach: f64,
        area: DVec2,
        rails: impl Iterator<Item = [DVec2; 2]>,
        jaws: impl Iterator<Item = (DVec2, f64)>,
    ) -> Self {
        // Straight out of a side, and half-way between two: the nearest point of a smaller rectangle.
        let inset = DVec2::splat(0.25 * area.min_element());
        let inner = pocket.centre.clamp(inset, area - inset);
        let towards = (inner - pocket.centre).try_normalize().unwrap_or(DVec2::X);
        let mut free = Free { centre: pocket.centre, rim: pocket.radius, towards, cosine: 0.0 };
        for (centre, jaw) in jaws {
            free.without_round(centre, jaw + reach);
        }
        for [from, to] in rails {
            free.without_round(from, reach);
            free.without_round(to, reach);
            free.without_strip(from, to, reach);
        }
        let cosine = free.cosine.min(1.0);
        Self { towards, sine: (1.0 - cosine * cosine).sqrt(), cosine }
    }

    /// Is a place, seen from the pocket's centre, in its direction? With a hair to spare for one at its end.
    pub(crate) fn faces(&self, place: DVec2) -> bool {
        place.dot(self.towards) >= (self.cosine - 1e-9) * place.length()
    }

    /// Level unit vectors along the two ends of the arc, and for each the one across it, out of the mouth.
    pub(crate) fn ends(&self) -> [(DVec2, DVec2); 2] {
        let (along, across) = (self.towards * self.cosine, self.towards.perp() * self.sine);
        let end = |side: f64| {
            let end = along + across * side;
            (end, end.perp() * side)
        };
        [end(1.0), end(-1.0)]
    }
}

/// The arc that is left.
struct Free {
    centre: DVec2,
    rim: f64,
    towards: DVec2,
    cosine: f64,
}

impl Free {
    /// No ball's centre within `reach` of a point.
    fn without_round(&mut self, point: DVec2, reach: f64) {
        let arm = point - self.centre;
        let (distance, least) = (arm.length(), (self.rim - reach).abs());
        if distance >= self.rim + reach || distance <= least || distance == 0.0 {
            return;
        }
        // Where the two circles meet: at equal angles from the line of centres.
        let along = (self.rim * self.rim + distance * distance - reach * reach) / (2.0 * distance);
        let across = (self.rim * self.rim - along * along).max(0.0).sqrt();
        let unit = arm / distance;
        self.ends_at(unit * along + unit.perp() * across);
        self.ends_at(unit * along - unit.perp() * across);
        if (self.towards * self.rim - arm).length_squared() < reach * reach {
            self.cosine = 1.0;
        }
    }

    /// No ball's centre within `reach` of a line, beside it.
    fn without_strip(&mut self, from: DVec2, to: DVec2, reach: f64) {
        let Some(along) = (to - from).try_normalize() else { return };
        let start = from - self.centre;
        let distance = start.dot(along.perp());
        for offset in [distance - reach, distance + reach] {
            if offset.abs() < self.rim {
                let half = (self.rim * self.rim - offset * offset).sqrt();
                for s in [-half, half] {
                    if (0.0..=(to - from).length()).contains(&(s - start.dot(along))) {
                        self.ends_at(along * s + along.perp() * offset);
                    }
                }
            }
        }
    }

    fn ends_at(&mut self, place: DVec2) {
        self.cosine = self.cosine.max(place.dot(self.towards) / self.rim);
    }
}
