//! Is a ball inside a wall? By the wall's outline and the ball's place alone: the engine's search has no part in it.

use super::super::arena::Arena;
use carom::pinball::PartId;
use carom::pinball::part::Part;
use carom::{DVec2, DVec3};

/// m: a ball's centre deeper inside a wall than this has come through its side.
const DEEP: f64 = 1e-3;

/// A wall that stands on the playfield, as a polygon.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) name: String,
    corners: Vec<DVec2>,
    /// m: the least and the greatest place that is not well outside.
    pub(super) min: DVec2,
    pub(super) max: DVec2,
    low: f64,
    high: f64,
}

impl Block {
    pub(super) fn of(arena: &Arena, id: PartId, part: &Part) -> Option<Self> {
        let (machine, who) = (&arena.bare, arena.parts.get(id.index())?);
        let Part::Wall(wall) = part else { return None };
        let home = machine.transform(id);
        let is_driven = machine.carrier(id).is_some();
        // One that is open below may be entered from there.
        let is_closed = wall.bottom <= DEEP || wall.bottom_solid;
        if who.is_door || !who.is_there || is_driven || !is_closed || !home.keeps_upright() {
            return None;
        }
        let corners: Vec<DVec2> =
            wall.drawn_outline()?.iter().map(|point| home.place(point.at.extend(0.0)).truncate()).collect();
        let height = |z: f64| home.place(DVec3::Z * z).z;
        let (a, b) = (height(wall.bottom), height(wall.top));
        let start = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let (min, max) = corners.iter().fold(start, |(min, max), corner| (min.min(*corner), max.max(*corner)));
        let (min, max) = (min - DEEP, max + DEEP);
        Some(Self { name: who.name.clone(), corners, min, max, low: a.min(b), high: a.max(b) })
    }

    /// How a place lies to it: by the winding number, and the distance from every side.
    pub(super) fn sees(&self, place: DVec3) -> Lies {
        let p = place.truncate();
        if place.z < self.low - DEEP || place.z > self.high + DEEP || p.cmplt(self.min).any() || p.cmpgt(self.max).any()
        {
            return Lies::Outside;
        }
        let mut winding = 0;
        for (k, &a) in self.corners.iter().enumerate() {
            let b = self.corners.get(k + 1).or(self.corners.first()).copied().unwrap_or(a);
            let along = b - a;
            let share = ((p - a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            if (p - a - along * share).length() < DEEP {
                return Lies::AtTheSide;
            }
            let side = along.perp_dot(p - a);
            if a.y <= p.y && b.y > p.y && side > 0.0 {
                winding += 1;
            } else if a.y > p.y && b.y <= p.y && side < 0.0 {
                winding -= 1;
            }
        }
        match winding {
            0 => Lies::Outside,
            _ if place.z < self.low + DEEP || place.z > self.high - DEEP => Lies::AtTheSide,
            _ => Lies::Inside,
        }
    }
}

/// How a place lies to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lies {
    /// More than a millimetre.
    Outside,
    /// Less than that.
    AtTheSide,
    /// More than a millimetre.
    Inside,
}
