//! What is looked at after every tick of a campaign: are all balls where balls can be, are their numbers numbers, was the work within
//! its bounds, and has nothing gained energy that nobody gave it?
//!
//! The engine tells of some of this itself (balls lost, ticks overloaded, the energy ledger). All of it is looked at here once more,
//! from places and velocities alone, with nothing of the engine's search in it: a box, polygons, and m g h.

use super::super::arena::{Arena, place_of};
use super::block::{Block, Lies};
use super::cells::Cells;
use super::faces::Faces;
use super::plan::What;
use carom::pinball::part::Part;
use carom::pinball::{Border, Happening, Machine, PartId, TICK};
use carom::units::PINBALL_RADIUS;
use carom::{Ball, BallId, DVec2, DVec3, Ledger};
use serde::{Deserialize, Serialize};

/// m: a ball's centre farther outside than this is outside, and not a rounding.
const OUTSIDE: f64 = 1e-6;
/// Ticks between two looks at the ledger, and at how balls are turned.
const LEDGER_EVERY: u64 = 100;
/// The part of what was turned over to which a ledger closes, and J: what an impact may give by rounding.
const CLOSES: f64 = 1e-9;
const ROUNDING: f64 = 1e-9;
/// m: how far from the reach of a part that drives balls a ball must be to be left alone by it.
const APART: f64 = 0.02;
/// Ticks after which nothing is left of a sway that has ended: a hundred of its time constants.
const SWAY_ENDS: u64 = 400;
/// J: what a ball that is left alone may seem to gain: roundings.
const SEEMING: f64 = 1e-7;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// A ball is outside of the table, or inside a wall.
    Escape,
    /// A number is none.
    NotFinite,
    /// The work of a tick came to its limit.
    Budget,
    /// Energy that nobody gave, or books that do not close.
    EnergyGain,
    /// The engine panicked.
    Panic,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [Self::Escape, Self::NotFinite, Self::Budget, Self::EnergyGain, Self::Panic];

    /// In words, for one of them.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Escape => "escape",
            Self::NotFinite => "number that is none",
            Self::Budget => "budget stop",
            Self::EnergyGain => "energy gain",
            Self::Panic => "panic",
        }
    }
}

/// Something that went wrong in a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trouble {
    pub(crate) kind: Kind,
    /// After which tick it was seen.
    pub(crate) tick: u64,
    /// Which ball, by its number in the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ball: Option<usize>,
    /// m: where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<[f64; 3]>,
    pub(crate) words: String,
}

/// What stands still in a table, as far as the watch has to know it.
#[derive(Debug)]
pub(crate) struct Ground {
    area: (DVec2, DVec2),
    border: Option<Border>,
    has_floor: bool,
    /// m/s²: what pulls the balls.
    pull: DVec3,
    blocks: Vec<Block>,
    /// Where a part may drive a ball: middle and radius, m.
    drivers: Vec<(DVec2, f64)>,
    /// Which blocks and which drivers there are near a place, by index.
    near_blocks: Cells,
    near_drivers: Cells,
    /// Parts that work at a distance, and on everything at once.
    far: Vec<PartId>,
    has_drives: bool,
}

/// m: the way for which the drivers near a place are known.
const WAY: f64 = 0.02;

impl Ground {
    pub(crate) fn of(arena: &Arena) -> Self {
        let machine = &arena.bare;
        let field = machine.playfield();
        let (sine, cosine) = (libm::sin(field.slope), libm::cos(field.slope));
        let (mut drivers, mut far) = (Vec::new(), Vec::new());
        for (id, _, part) in machine.parts() {
            let (home, scale) = arena.home_and_scale(id.index());
            let flat = |at: DVec2| home.place(at.extend(0.0)).truncate();
            let mut round = |at: DVec2, reach: f64| drivers.push((flat(at), scale * reach + PINBALL_RADIUS + APART));
            match part {
                Part::Flipper(bat) => round(bat.centre, bat.length + bat.base_radius + bat.end_radius),
                Part::Bumper(bumper) => round(bumper.centre, bumper.radius),
                Part::Kicker(kicker) => round(kicker.centre, kicker.radius),
                Part::Gate(gate) => round(gate.centre, gate.length),
                Part::Spinner(spinner) => round(spinner.centre, spinner.length),
                Part::Plunger(rod) => {
                    round(DVec2::new(rod.x, rod.y), rod.width + rod.stroke.abs() + rod.height.abs() + 0.05);
                }
                Part::Target(_) => {
                    if let Some(place) = place_of(machine, id, part) {
                        drivers.push((place.truncate(), 0.1));
                    }
                }
                Part::Wall(wall) if wall.outline.iter().any(|point| point.slingshot) => {
                    for (k, point) in wall.outline.iter().enumerate().filter(|(_, point)| point.slingshot) {
                        let next = wall.outline.get(k + 1).or(wall.outline.first()).map_or(point.at, |next| next.at);
                        // A bent one lies within a circle over its chord, or nearly.
                        round(0.5 * (point.at + next), 0.75 * (next - point.at).length());
                    }
                }
                Part::Magnet(_) | Part::Turntable(_) => far.push(id),
                _ => {}
            }
        }
        let blocks: Vec<Block> = machine.parts().filter_map(|(id, _, part)| Block::of(arena, id, part)).collect();
        let near_blocks = Cells::new(arena.area, blocks.iter().map(|block| (block.min, block.max)));
        let reached = |&(middle, reach): &(DVec2, f64)| (middle - (reach + WAY), middle + (reach + WAY));
        let near_drivers = Cells::new(arena.area, drivers.iter().map(reached));
        Self {
            area: arena.area,
            border: field.border,
            has_floor: field.material.is_some(),
            pull: DVec3::new(0.0, sine, -cosine) * field.gravity,
            blocks,
            drivers,
            near_blocks,
            near_drivers,
            far,
            has_drives: machine.groups().any(|(_, group)| group.driven),
        }
    }

    /// Is a place well outside of all blocks; and the block that it is well inside of, if any.
    fn blocks_at(&self, place: DVec3) -> (bool, Option<&Block>) {
        let mut is_outside = true;
        for block in self.near_blocks.at(place.truncate()).filter_map(|k| self.blocks.get(k)) {
            match block.sees(place) {
                Lies::Outside => {}
                Lies::AtTheSide => is_outside = false,
                Lies::Inside => return (false, Some(block)),
            }
        }
        (is_outside, None)
    }

    /// Is a place in none of the walls? They are hollow, and whoever looks for a free place may find one there.
    pub(crate) fn is_open(&self, place: DVec3) -> bool {
        self.blocks_at(place).0
    }

    /// In which way a place is outside of the table, if it is.
    fn outside(&self, place: DVec3) -> Option<&'static str> {
        let (min, max) = self.border.map_or(self.area, |border| (border.min, border.max));
        let flat = place.truncate();
        if flat.cmplt(min - OUTSIDE).any() || flat.cmpgt(max + OUTSIDE).any() {
            return Some("is beside the table");
        }
        if self.border.is_some_and(|border| place.z > border.glass + OUTSIDE) {
            return Some("is above the glass");
        }
        // In a hole it may be a little lower than the playfield.
        (self.has_floor && place.z < -2.0 * PINBALL_RADIUS).then_some("is below the playfield")
    }

    fn energy(&self, ball: &Ball) -> f64 {
        ball.kinetic_energy() - ball.mass * self.pull.dot(ball.position)
    }
}

/// What is remembered of a ball from tick to tick.
#[derive(Clone, Copy, Debug)]
struct Seen {
    tick: u64,
    place: DVec3,
    is_held: bool,
    /// It has been outside of all blocks since it was put somewhere by hand.
    is_clear: bool,
    /// It is in the face of a mesh, through which it has come from behind.
    is_in_face: bool,
    /// J: the least energy, and m/s: the greatest speed, since it was left alone.
    least: Option<(f64, f64)>,
}

/// The watch over one case.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    ground: &'a Ground,
    /// What balls may come through from behind, if that is to be looked at.
    faces: Option<&'a Faces>,
    /// By their index.
    balls: Vec<Option<Seen>>,
    /// Room for the balls of a tick.
    room: Vec<(BallId, Ball)>,
    /// Sum over all ticks of the balls in play.
    pub(crate) ball_ticks: u64,
    /// How the cabinet stood after the last tick.
    offset: DVec2,
    /// m/s: of the fastest ball after the last tick.
    fastest: f64,
    /// The tick from which on the cabinet is not swayed any more; it cannot be seen in how it stands.
    swayed_until: u64,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(ground: &'a Ground, faces: Option<&'a Faces>) -> Self {
        Self {
            ground,
            faces,
            balls: Vec::new(),
            room: Vec::new(),
            ball_ticks: 0,
            offset: DVec2::ZERO,
            fastest: 0.0,
            swayed_until: 0,
        }
    }

    /// Something is done in this tick.
    pub(crate) fn note(&mut self, deed: What, tick: u64) {
        if let What::Sway { x, y } = deed {
            self.swayed_until = if x == 0.0 && y == 0.0 { tick + SWAY_ENDS } else { u64::MAX };
        }
    }

    /// Looks at the machine after its `tick`th tick.
    pub(crate) fn look(&mut self, machine: &Machine, tick: u64) -> Option<Trouble> {
        let told = machine.events().iter().find_map(|event| told(machine, event.what, tick));
        let mut balls = core::mem::take(&mut self.room);
        balls.clear();
        let looks_closely = tick % LEDGER_EVERY == LEDGER_EVERY - 1;
        let see = |id| if looks_closely { machine.ball(id) } else { machine.unturned_ball(id) };
        balls.extend(machine.balls().filter_map(|id| Some((id, see(id)?))));
        self.ball_ticks += balls.len() as u64;
        // A ball that has just come may have hit another and gone on since the last look.
        let has_come = |id: &BallId| self.before(*id, tick).is_none();
        let nobody_came = !balls.iter().any(|(id, _)| has_come(id));
        let is_calm = self.is_calm(machine) && tick > self.swayed_until && nobody_came;
        let fastest = balls.iter().map(|(_, ball)| ball.velocity.length()).fold(0.0, f64::max);
        let way = 2.0 * TICK * core::mem::replace(&mut self.fastest, fastest).max(fastest);
        let mut trouble = told;
        for (id, ball) in &balls {
            let others = balls.iter().filter(|(other, _)| other != id).map(|(_, other)| other);
            let is_alone = is_calm && self.is_left_alone(ball, others, way);
            let found = self.look_at(machine, *id, ball, is_alone, tick);
            trouble = trouble.or(found);
        }
        self.room = balls;
        if looks_closely {
            trouble = trouble.or_else(|| machine.ledger().and_then(|ledger| books(&ledger, tick)));
        }
        trouble
    }

    /// Looks at the books once more at the end.
    pub(crate) fn end(&self, machine: &Machine, tick: u64) -> Option<Trouble> {
        machine.ledger().and_then(|ledger| books(&ledger, tick))
    }

    /// What was seen of a ball in the tick before this one.
    fn before(&self, id: BallId, tick: u64) -> Option<Seen> {
        self.balls.get(id.index()).copied().flatten().filter(|seen| seen.tick + 1 == tick)
    }

    fn look_at(&mut self, machine: &Machine, id: BallId, ball: &Ball, is_alone: bool, tick: u64) -> Option<Trouble> {
        let place = ball.position;
        let trouble = |kind: Kind, words: String| {
            Some(Trouble { kind, tick, ball: Some(id.index()), place: Some(place.to_array()), words })
        };
        if !ball.is_finite() {
            return trouble(Kind::NotFinite, format!("a number of a ball in play is none: {ball:?}"));
        }
        if let Some(how) = self.ground.outside(place) {
            return trouble(Kind::Escape, format!("a ball {how}"));
        }
        let is_held = machine.is_held(id);
        let (is_outside, inside) = self.ground.blocks_at(place);
        let before = self.before(id, tick);
        let (was_clear, was_least) = before.map_or((false, None), |seen| (seen.is_clear, seen.least));
        let was_in_face = before.is_some_and(|seen| seen.is_in_face);
        let is_in_face = self.faces.is_some_and(|faces| {
            let from = before.filter(|seen| !seen.is_held).map(|seen| seen.place);
            faces.hold(place, ball.radius, from, was_in_face)
        });
        let is_clear = !is_held && (is_outside || was_clear);
        let (energy, speed) = (self.ground.energy(ball), ball.velocity.length());
        let least = match was_least {
            _ if !is_alone || is_held || is_in_face || was_in_face => None,
            None => Some((energy, speed)),
            Some((least, fastest)) => Some((energy.min(least), speed.max(fastest))),
        };
        if self.balls.len() <= id.index() {
            self.balls.resize(id.index() + 1, None);
        }
        self.balls[id.index()] = Some(Seen { tick, place, is_held, is_clear, is_in_face, least });
        if let Some(block) = inside.filter(|_| was_clear && !is_held) {
            return trouble(Kind::Escape, format!("a ball is inside wall \"{}\"", block.name));
        }
        if let (Some((_, fastest)), Some((least, _))) = (least, was_least) {
            // An impact sees gravity as ticks have it: a part of a tick ahead, and back after it.
            let ahead = 4.0 * ball.mass * self.ground.pull.length() * TICK * (fastest + 1.0);
            let gain = energy - least;
            if gain > SEEMING + ahead {
                let words = format!("a ball that nothing drives has gained {gain:.3e} J of {energy:.3e}");
                return trouble(Kind::EnergyGain, words);
            }
        }
        None
    }

    /// Is the cabinet at rest, and does nothing work at a distance?
    fn is_calm(&mut self, machine: &Machine) -> bool {
        let offset = machine.cabinet_offset();
        let rocks = offset != DVec2::ZERO || self.offset != DVec2::ZERO;
        self.offset = offset;
        let works = |part: &PartId| machine.pose(*part).is_some_and(|pose| pose.active || pose.speed != 0.0);
        !rocks && !self.ground.has_drives && !self.ground.far.iter().any(works)
    }

    /// Is a ball away from all that could drive it, and from all others, none of which has gone farther than half of `way` (m)?
    fn is_left_alone<'b>(&self, ball: &Ball, mut others: impl Iterator<Item = &'b Ball>, way: f64) -> bool {
        let flat = ball.position.truncate();
        let is_near = |(middle, reach): &(DVec2, f64)| (flat - *middle).length() < reach + way;
        let meets = |other: &Ball| {
            let apart = (other.position - ball.position).length();
            apart < ball.radius + other.radius + 1e-3 + way
        };
        let is_driven = if way <= WAY {
            self.ground.near_drivers.at(flat).filter_map(|k| self.ground.drivers.get(k)).any(is_near)
        } else {
            self.ground.drivers.iter().any(is_near)
        };
        !is_driven && !others.any(meets)
    }
}

/// What the engine itself says of trouble.
fn told(machine: &Machine, what: Happening, tick: u64) -> Option<Trouble> {
    match what {
        Happening::Lost { ball } => {
            let quarantined = |event: &carom::Event| event.ball == ball && event.what == carom::What::Quarantined;
            let is_none = machine.raw_events().iter().any(quarantined);
            let (kind, words) = if is_none {
                (Kind::NotFinite, "the engine took a ball out of play, a number of which was none")
            } else {
                (Kind::Escape, "the engine lost a ball: it has left the cabinet")
            };
            Some(Trouble { kind, tick, ball: Some(ball.index()), place: None, words: words.to_owned() })
        }
        Happening::Overloaded => {
            let words = "the work of a tick came to its limit".to_owned();
            Some(Trouble { kind: Kind::Budget, tick, ball: None, place: None, words })
        }
        _ => None,
    }
}

/// What is wrong with the books.
fn books(ledger: &Ledger, tick: u64) -> Option<Trouble> {
    let trouble = |words: String| Some(Trouble { kind: Kind::EnergyGain, tick, ball: None, place: None, words });
    let residual = ledger.residual();
    let closes = residual.abs() <= CLOSES * ledger.turned_over + ROUNDING;
    if !closes {
        return trouble(format!(
            "the energy ledger does not close: {residual:.3e} J of {:.3e} turned over",
            ledger.turned_over
        ));
    }
    if ledger.least_impact < -ROUNDING {
        return trouble(format!("an impact gave {:.3e} J", -ledger.least_impact));
    }
    if ledger.least_friction < -ROUNDING {
        return trouble(format!("friction gave {:.3e} J", -ledger.least_friction));
    }
    None
}
