//! What the autopilot sees: the table as it is laid out, once, and the balls, in every tick.

use super::keeper::Way;
use crate::event::BallId;
use crate::pinball::part::Part;
use crate::pinball::{Border, Machine, PartId};
use crate::shape::Bat;
use crate::space::Similarity;
use crate::units::{PINBALL_MASS, PINBALL_RADIUS};
use glam::{DVec2, DVec3};

/// m: a ball that has come no farther than this from where it was has not moved.
const STAYS_WITHIN: f64 = 2.0 * PINBALL_RADIUS;
/// m: flippers that are so much farther up than the lowest do not guard the drain.
const UPPER_FLIPPER: f64 = 0.15;

/// A flipper that guards the drain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// m: a place on its bat, as it rests, where a ball is well hit; and the height of what it stands on.
    pub(super) spot: DVec2,
    pub(super) low: f64,
}

/// The table as it is laid out.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) border: Option<Border>,
    /// Which way balls roll along y: 1 towards the player, −1 away.
    pub(super) down: f64,
    /// m: balls that are farther down than this along y have passed the flippers.
    pub(super) drain_line: f64,
    pub(super) guards: Vec<Guard>,
    pub(super) troughs: Vec<PartId>,
    lanes: Vec<Lane>,
    /// kg: of a ball to be served.
    pub(super) mass: f64,
    /// m.
    pub(super) radius: f64,
}

impl Layout {
    pub(super) fn of(machine: &Machine) -> Self {
        let playfield = machine.playfield();
        let down = if playfield.slope < 0.0 { -1.0 } else { 1.0 };
        let mut bats = Vec::new();
        let (mut troughs, mut lanes) = (Vec::new(), Vec::new());
        for (id, _, part) in machine.parts() {
            match part {
                Part::Flipper(flipper) => {
                    let bat = flipper.bat(playfield.difficulty);
                    bats.extend(bat.map(|bat| Lying::new(&bat, flipper.low, machine.placed(id).as_ref())));
                }
                Part::Trough(_) => troughs.push(id),
                Part::Plunger(rod) => lanes.push(Lane {
                    left: rod.x - rod.width - PINBALL_RADIUS,
                    right: rod.x + rod.width + PINBALL_RADIUS,
                    end: rod.y + rod.height,
                    lies: machine.placed(id),
                }),
                _ => {}
            }
        }
        let lowest = bats.iter().map(|bat: &Lying| down * bat.base.y).fold(f64::NEG_INFINITY, f64::max);
        bats.retain(|bat| down * bat.base.y > lowest - UPPER_FLIPPER);
        let mut line = f64::INFINITY;
        for bat in &bats {
            let (base, tip) = (down * bat.base.y, down * bat.tip.y);
            let below = (base + bat.radii.0).max(tip + bat.radii.1) + 2.0 * PINBALL_RADIUS;
            line = if line.is_finite() { line.max(below) } else { below };
        }
        if let Some(border) = playfield.border {
            let bottom = if down > 0.0 { border.max.y } else { -border.min.y };
            line = line.min(bottom - 1.5 * PINBALL_RADIUS);
        }
        let guards = bats.iter().map(|bat| Guard { spot: bat.base.lerp(bat.tip, 0.65), low: bat.low }).collect();
        let (mass, radius) = (PINBALL_MASS, PINBALL_RADIUS);
        Self { border: playfield.border, down, drain_line: line, guards, troughs, lanes, mass, radius }
    }

    pub(super) fn is_trough(&self, part: PartId) -> bool {
        self.troughs.contains(&part)
    }

    /// Has a ball here passed the flippers? Plungers lie that low, too: balls in their lanes have not.
    pub(super) fn is_below(&self, place: DVec3) -> bool {
        self.down * place.y > self.drain_line && !self.is_in_lane(place)
    }

    pub(super) fn is_in_lane(&self, place: DVec3) -> bool {
        self.lanes.iter().any(|lane| {
            let place = lane.lies.as_ref().map_or(place, |lies| lies.place_in(place));
            place.x > lane.left && place.x < lane.right && place.y < lane.end
        })
    }
}

/// m: a plunger's lane: a strip of x, and where it ends along y, in the plunger's own space.
#[derive(Clone, Debug)]
struct Lane {
    left: f64,
    right: f64,
    end: f64,
    lies: Option<Similarity>,
}

/// A bat as it rests, seen from above the table.
struct Lying {
    base: DVec2,
    tip: DVec2,
    radii: (f64, f64),
    low: f64,
}

impl Lying {
    fn new(bat: &Bat, low: f64, lies: Option<&Similarity>) -> Self {
        let (base, tip, radii) = (bat.base(), bat.tip(), bat.radii());
        let Some(lies) = lies else { return Self { base, tip, radii, low } };
        let (base, tip) = (lies.place_out(base.extend(low)), lies.place_out(tip.extend(low)));
        let radii = (radii.0 * lies.scale(), radii.1 * lies.scale());
        Self { base: base.truncate(), tip: tip.truncate(), radii, low: base.z.min(tip.z) }
    }
}

/// A ball, and what is remembered of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) id: BallId,
    pub(super) place: DVec3,
    pub(super) velocity: DVec3,
    pub(super) radius: f64,
    pub(super) held: bool,
    /// How it was served.
    pub(super) way: Way,
    /// Where it was when it last moved, and the tick of that.
    anchor: DVec3,
    pub(super) still_since: u64,
    /// The tick at which it came; and at which it last met a flipper, or came.
    pub(super) came: u64,
    pub(super) touched: u64,
    /// Nudges since it moved last.
    pub(super) nudges: u32,
    /// Plunges since it came before a plunger.
    pub(super) plunges: u32,
    /// Since when it is below the flippers.
    pub(super) below_since: Option<u64>,
    /// Since when it lies before a plunger.
    pub(super) waits_since: Option<u64>,
}

impl Seen {
    /// As a part sees it that was placed so.
    pub(super) fn seen_by(&self, lies: Option<&Similarity>) -> Self {
        lies.map_or(*self, |lies| Self {
            place: lies.place_in(self.place),
            velocity: lies.vector_in(self.velocity),
            radius: lies.length_in(self.radius),
            ..*self
        })
    }
}

/// The balls.
#[derive(Clone, Debug, Default)]
pub(super) struct Eyes {
    pub(super) balls: Vec<Seen>,
    /// Room for the next look.
    spare: Vec<Seen>,
}

impl Eyes {
    /// Looks at all balls. New ones were served in this way.
    pub(super) fn look(&mut self, machine: &Machine, layout: &Layout, now: u64, way: Way) {
        self.spare.clear();
        let mut known = self.balls.iter().peekable();
        for id in machine.balls() {
            let (place, velocity) = machine.place_and_velocity(id);
            while known.next_if(|seen| seen.id < id).is_some() {}
            let mut seen = known.next_if(|seen| seen.id == id).copied().unwrap_or_else(|| Seen {
                id,
                place,
                velocity,
                radius: machine.ball(id).map_or(layout.radius, |ball| ball.radius),
                held: false,
                way,
                anchor: place,
                still_since: now,
                came: now,
                touched: now,
                nudges: 0,
                plunges: 0,
                below_since: None,
                waits_since: None,
            });
            (seen.place, seen.velocity, seen.held) = (place, velocity, machine.is_held(id));
            if seen.held || (seen.place - seen.anchor).length() > STAYS_WITHIN {
                (seen.anchor, seen.still_since, seen.nudges) = (seen.place, now, 0);
            }
            if !layout.is_in_lane(seen.place) {
                seen.waits_since = None;
            }
            let below = !seen.held && layout.is_below(seen.place);
            seen.below_since = if below { seen.below_since.or(Some(now)) } else { None };
            self.spare.push(seen);
        }
        core::mem::swap(&mut self.balls, &mut self.spare);
    }

    pub(super) fn find(&mut self, id: BallId) -> Option<&mut Seen> {
        self.balls.iter_mut().find(|seen| seen.id == id)
    }
}
