//! The table as the checks see it: its machine, who its parts are, the body of each part alone, where its area ends.

use super::floor::Floor;
use carom::pinball::part::{Part, TriggerArea};
use carom::pinball::{Machine, PartId, Playfield};
use carom::space::Transform;
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, DVec2, DVec3};
use carom_tables::parts::Action;
use carom_tables::{BuildFault, Table};

/// m: flippers that are so much farther up than the lowest do not guard the drain.
const UPPER_FLIPPER: f64 = 0.15;
/// m: thickness of the ray with which blocks are felt for.
const RAY: f64 = 1e-6;

/// A part, as a person knows it.
#[derive(Clone, Debug)]
pub(super) struct Who {
    pub(super) name: String,
    /// As in a table file.
    pub(super) kind: &'static str,
    /// Its line in the table file, if there is one.
    pub(super) line: Option<usize>,
    /// Is it there when the game begins?
    pub(super) is_there: bool,
    /// Can it be taken away in the game: by the table's own inputs, or as a wall that can be let down?
    pub(super) is_door: bool,
}

/// The body of one part, alone in the world: what it overlaps is overlapped by this part.
#[derive(Debug)]
pub(super) struct Body {
    /// Its number among all parts.
    pub(super) part: usize,
    alone: Machine,
    /// m: from where to where it stands, if it is a block.
    block: Option<(f64, f64)>,
}

impl Body {
    fn of(part: usize, name: &str, data: &Part, home: &Transform) -> Option<Self> {
        let height = |z: f64| home.place(DVec3::Z * z).z;
        let block = match data {
            // One that leans is felt for like anything else.
            Part::Wall(wall) if home.keeps_upright() => Some((height(wall.bottom), height(wall.top))),
            Part::Trigger(_) | Part::Magnet(_) | Part::Turntable(_) | Part::Trough(_) | Part::Kicker(_) => return None,
            _ => None,
        };
        let mut alone = Machine::new(&Playfield { border: None, material: None, ..Playfield::default() }).ok()?;
        alone.add_to(None, home, name, data.clone()).ok()?;
        // The first tick sorts its surfaces, so that asking is quick.
        alone.tick();
        Some(Self { part, alone, block })
    }

    /// m: how deep a ball here would be in it; nothing if it would not.
    pub(super) fn depth(&self, place: DVec3, radius: f64) -> f64 {
        if self.holds(place) {
            return radius;
        }
        if self.alone.is_free(place, radius) {
            return 0.0;
        }
        let (mut free, mut not) = (0.0, radius);
        for _ in 0..20 {
            let middle = 0.5 * (free + not);
            *(if self.alone.is_free(place, middle) { &mut free } else { &mut not }) = middle;
        }
        radius - free
    }

    /// Is a place in the middle of it, if it is a block? A block is closed above, and only from above can it be felt there.
    pub(super) fn holds(&self, place: DVec3) -> bool {
        let Some((bottom, top)) = self.block.filter(|&(bottom, top)| place.z > bottom && place.z < top) else {
            return false;
        };
        let above = place.truncate().extend(top + (top - bottom) + RAY);
        self.alone.clear_way(above, place, RAY) < 1.0
    }
}

/// The table as the checks see it.
#[derive(Debug)]
pub(super) struct Arena {
    /// As the game begins, and the same without its balls.
    pub(super) full: Machine,
    pub(super) bare: Machine,
    pub(super) parts: Vec<Who>,
    /// The bodies of the parts that are there when the game begins.
    pub(super) bodies: Vec<Body>,
    /// How the space of each part lies in the table when the game begins.
    homes: Vec<Transform>,
    /// The balls that are there when the game begins.
    pub(super) balls: Vec<Ball>,
    /// Their lines in the table file.
    pub(super) ball_lines: Vec<Option<usize>>,
    /// m: outside of this a ball has left the table.
    pub(super) area: (DVec2, DVec2),
    /// Where a ball can be on the playfield, as far as it is one piece with where the game is played.
    pub(super) floor: Floor,
    /// m: balls that are farther down than this along y have passed the flippers.
    drain_line: f64,
    down: f64,
    has_drain: bool,
    /// m: the plungers' lanes: from and to along x, and where they end along y.
    lanes: Vec<(f64, f64, f64)>,
}

impl Arena {
    /// Of a table, and the text it was read from, if there is one.
    pub(super) fn new(table: &Table, text: Option<&str>) -> Result<Self, Vec<BuildFault>> {
        let mut full = table.machine()?;
        let mut without = Table { balls: Vec::new(), ..table.clone() };
        without.inputs.retain(|input| input.action != Action::AddBall);
        let mut bare = without.machine()?;
        let balls: Vec<Ball> = full.balls().filter_map(|id| full.ball(id)).collect();
        let ball_lines = (0..balls.len()).map(|k| text.and_then(|text| line_of(text, "ball", k))).collect();
        full.tick();
        bare.tick();
        let parts = who(table, &bare, text);
        let there = |id: PartId| parts.get(id.index()).is_some_and(|who| who.is_there);
        let bodies = bare
            .parts()
            .filter(|(id, ..)| there(*id))
            .filter_map(|(id, name, data)| Body::of(id.index(), name, data, &bare.transform(id)))
            .collect();
        let homes = bare.parts().map(|(id, ..)| bare.transform(id)).collect();
        let mut arena = Self {
            full,
            parts,
            bodies,
            homes,
            balls,
            ball_lines,
            area: area(table, &bare),
            floor: Floor::default(),
            drain_line: f64::INFINITY,
            down: if bare.playfield().slope < 0.0 { -1.0 } else { 1.0 },
            has_drain: false,
            lanes: Vec::new(),
            bare,
        };
        arena.find_drain();
        arena.floor = Floor::of(&arena);
        Ok(arena)
    }

    fn find_drain(&mut self) {
        let mut has_trough = false;
        let (mut ends, mut kickers, mut lanes) = (Vec::new(), Vec::new(), Vec::new());
        for (id, _, part) in self.bare.parts() {
            let home = self.home(id.index());
            let (flat, scale) = (|at: DVec2| home.place(at.extend(0.0)), home.scales().max_element());
            match part {
                Part::Flipper(flipper) => {
                    let tip = flat(flipper.centre + direction(flipper.start_angle) * flipper.length);
                    let base = self.down * flat(flipper.centre).y;
                    let low = (base + scale * flipper.base_radius).max(self.down * tip.y + scale * flipper.end_radius);
                    ends.push((base, low + 2.0 * PINBALL_RADIUS));
                }
                Part::Trough(_) => has_trough = true,
                Part::Kicker(kicker) => kickers.push(self.down * flat(kicker.centre).y),
                Part::Plunger(rod) => {
                    let half = scale * rod.width + PINBALL_RADIUS;
                    let end = flat(DVec2::new(rod.x, rod.y + rod.height));
                    lanes.push((end.x - half, end.x + half, end.y));
                }
                _ => {}
            }
        }
        (self.has_drain, self.lanes) = (has_trough, lanes);
        let lowest = ends.iter().map(|(base, _)| *base).fold(f64::NEG_INFINITY, f64::max);
        let guards = ends.iter().filter(|(base, _)| *base > lowest - UPPER_FLIPPER);
        let line = guards.map(|(_, end)| *end).fold(f64::NEG_INFINITY, f64::max);
        let (min, max) = self.area;
        let bottom = if self.down > 0.0 { max.y } else { -min.y } - 1.5 * PINBALL_RADIUS;
        self.drain_line = if line.is_finite() { line.min(bottom) } else { bottom };
        self.has_drain |= kickers.iter().any(|&y| y > self.drain_line - PINBALL_RADIUS);
    }

    /// How the space of a part lies in the table when the game begins.
    pub(super) fn home(&self, part: usize) -> Transform {
        self.homes.get(part).copied().unwrap_or(Transform::IDENTITY)
    }

    /// The same, and by how much it is larger there.
    pub(super) fn home_and_scale(&self, part: usize) -> (Transform, f64) {
        let home = self.home(part);
        (home, home.scales().max_element())
    }

    /// Is a ball here simply out, on a table that has no drain to take it?
    pub(super) fn is_out(&self, place: DVec3) -> bool {
        let in_lane = self.lanes.iter().any(|&(from, to, end)| place.x > from && place.x < to && place.y < end);
        !self.has_drain && !in_lane && self.down * place.y > self.drain_line
    }

    /// Has a ball here left the table?
    pub(super) fn has_left(&self, place: DVec3) -> bool {
        let (min, max) = self.area;
        let flat = place.truncate();
        flat.cmplt(min).any() || flat.cmpgt(max).any() || place.z < -8.0 * PINBALL_RADIUS
    }

    /// The names of the parts that a ball here touches, within `slack`.
    pub(super) fn touching(&self, place: DVec3, slack: f64) -> Vec<usize> {
        let near = |body: &&Body| body.depth(place, PINBALL_RADIUS + slack) > 0.0;
        self.bodies.iter().filter(near).map(|body| body.part).collect()
    }

    /// The block in the middle of which a place is.
    pub(super) fn block_at(&self, place: DVec3) -> Option<usize> {
        self.bodies.iter().find(|body| body.holds(place)).map(|body| body.part)
    }

    pub(super) fn name(&self, part: usize) -> &str {
        self.parts.get(part).map_or("", |who| who.name.as_str())
    }

    pub(super) fn names(&self, parts: &[usize]) -> Vec<String> {
        parts.iter().map(|&part| self.name(part).to_owned()).collect()
    }

    /// What a part is called in a sentence.
    pub(super) fn called(&self, part: usize) -> String {
        let Some(Who { name, kind, .. }) = self.parts.get(part) else { return String::new() };
        // A part without a name goes by its kind and number.
        let nameless = name.strip_prefix(kind).and_then(|rest| rest.strip_prefix(' '));
        if nameless.is_some_and(|rest| rest.parse::<usize>().is_ok()) {
            name.clone()
        } else {
            format!("{kind} \"{name}\"")
        }
    }

    pub(super) fn line(&self, part: usize) -> Option<usize> {
        self.parts.get(part)?.line
    }
}

/// A ball as the checks fire it.
pub(super) fn ball(place: DVec3, velocity: DVec3) -> Option<Ball> {
    Some(Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).ok()?.with_velocity(velocity))
}

/// The unit vector of a heading.
pub(super) fn direction(heading: f64) -> DVec2 {
    DVec2::new(libm::sin(heading), -libm::cos(heading))
}

/// m: a place on the table that stands for a part, and the height of what it stands on.
pub(super) fn place_of(machine: &Machine, id: PartId, part: &Part) -> Option<DVec3> {
    own_place(part).map(|place| machine.transform(id).place(place))
}

/// The same in the part's own space.
fn own_place(part: &Part) -> Option<DVec3> {
    let mean = |points: &mut dyn Iterator<Item = DVec2>| {
        let (sum, count) = points.fold((DVec2::ZERO, 0.0), |(sum, count), point| (sum + point, count + 1.0));
        (count > 0.0).then(|| sum / count)
    };
    Some(match part {
        Part::Flipper(flipper) => flipper.centre.extend(flipper.low),
        Part::Plunger(rod) => DVec3::new(rod.x, rod.y, rod.low),
        Part::Gate(gate) => gate.centre.extend(gate.low),
        Part::Spinner(spinner) => spinner.centre.extend(spinner.low),
        Part::Bumper(bumper) => bumper.centre.extend(bumper.low),
        Part::Kicker(kicker) => kicker.centre.extend(kicker.low),
        Part::Trigger(trigger) => middle(&trigger.area)?.extend(trigger.low),
        Part::Target(target) => target.position,
        Part::Wall(wall) => {
            let count = wall.outline.len();
            let sling = (0..count).find(|&k| wall.outline.get(k).is_some_and(|point| point.slingshot));
            let edge = sling.and_then(|k| Some([wall.outline.get(k)?.at, wall.outline.get((k + 1) % count)?.at]));
            match edge {
                Some([a, b]) => 0.5 * (a + b),
                None => mean(&mut wall.outline.iter().map(|point| point.at))?,
            }
            .extend(wall.bottom)
        }
        Part::Rubber(rubber) => mean(&mut rubber.outline.iter().map(|point| point.at))?.extend(rubber.height),
        Part::Ramp(ramp) => ramp.points.first()?.at.truncate().extend(ramp.bottom),
        Part::Mesh(mesh) => mesh.position,
        Part::Solid(solid) => {
            let bounds = solid.shapes.first()?.0.bounds();
            let middle = 0.5 * (bounds.min + bounds.max);
            let low = if bounds.min.z.is_finite() { bounds.min.z } else { 0.0 };
            middle.truncate().extend(low)
        }
        Part::Magnet(magnet) => magnet.centre.extend(magnet.low),
        Part::Turntable(disc) => disc.centre.extend(0.0),
        Part::Trough(trough) => middle(&trough.drain)?.extend(0.0),
        _ => return None,
    })
    .filter(|place| place.is_finite())
}

fn middle(area: &TriggerArea) -> Option<DVec2> {
    match area {
        TriggerArea::Round { centre, .. } => Some(*centre),
        TriggerArea::Outline(corners) if !corners.is_empty() => {
            Some(corners.iter().sum::<DVec2>() / corners.len() as f64)
        }
        TriggerArea::Outline(_) => None,
    }
}

/// Everything within the border; without one, the playfield and all that stands farther out.
fn area(table: &Table, machine: &Machine) -> (DVec2, DVec2) {
    if let Some(border) = machine.playfield().border {
        return (border.min, border.max);
    }
    let unit = table.units.metres();
    let field = &table.playfield;
    let min = DVec2::new(field.left.map_or(0.0, |x| x.0), field.back.map_or(0.0, |y| y.0)) * unit;
    let width = field.width.map_or(0.514_35, |width| width.0 * unit);
    let length = field.length.map_or(1.066_8, |length| length.0 * unit);
    let places = machine.parts().filter_map(|(id, _, part)| place_of(machine, id, part)).map(DVec3::truncate);
    let (min, max) = places.fold((min, min + DVec2::new(width, length)), |(a, b), at| (a.min(at), b.max(at)));
    (min - 2.0 * PINBALL_RADIUS, max + 2.0 * PINBALL_RADIUS)
}

/// Who the parts are, in the order of the machine.
fn who(table: &Table, machine: &Machine, text: Option<&str>) -> Vec<Who> {
    macro_rules! there {
        ($($list:ident),*) => { vec![$((stringify!($list), table.$list.iter().map(|part| part.enabled.unwrap_or(true)).collect::<Vec<bool>>())),*] };
    }
    let can_be_away = there!(
        walls, ramps, rubbers, posts, meshes, colliders, flippers, gates, spinners, bumpers, kickers, triggers,
        targets, magnets
    );
    let kinds = table.counts().into_iter().flat_map(|(kind, count)| (0..count).map(move |index| (kind, index)));
    let named = machine.parts().zip(kinds);
    named
        .map(|((_, name, data), (kind, index))| {
            let taken = |input: &carom_tables::parts::Input| {
                input.action == Action::Disable && input.part.as_deref() == Some(name)
            };
            let droppable = matches!(data, Part::Wall(wall) if wall.droppable);
            let is_door = droppable || table.inputs.iter().any(taken);
            let list = can_be_away.iter().find(|(list, _)| list.starts_with(kind));
            let is_there = list.and_then(|(_, there)| there.get(index)).copied().unwrap_or(true);
            Who {
                name: name.to_owned(),
                kind,
                line: text.and_then(|text| line_of(text, kind, index)),
                is_there,
                is_door,
            }
        })
        .collect()
}

/// The line on which the entry of a kind begins, counted from 1.
fn line_of(text: &str, kind: &str, index: usize) -> Option<usize> {
    let head = format!("[[{kind}]]");
    let lines = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with(&head));
    lines.map(|(k, _)| k + 1).nth(index)
}

#[cfg(test)]
mod tests {
    use super::super::testing::arena;
    use super::*;

    #[test]
    fn parts_are_known_by_name_and_line() {
        let arena = arena(
            "[[wall]]\noutline = [[0, 0], [50, 0], [50, 50]]\n[[bumper]]\nname = \"pop\"\nat = [250, 300]\n\
             [[wall]]\nenabled = false\noutline = [[100, 100], [150, 100], [150, 150]]\n",
        );
        let told: Vec<String> = (0..3).map(|k| format!("{} {:?}", arena.called(k), arena.line(k))).collect();
        let first = arena.line(0).unwrap();
        let lines = [first, first + 5, first + 2].map(Some);
        let expected = [
            format!("wall 1 {:?}", lines[0]),
            format!("wall 2 {:?}", lines[1]),
            format!("bumper \"pop\" {:?}", lines[2]),
        ];
        assert_eq!(told, expected);
        assert_eq!(arena.parts.iter().map(|who| who.is_there).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(arena.bodies.iter().map(|body| body.part).collect::<Vec<_>>(), [0, 2], "only what is there");
    }

    #[test]
    fn a_body_says_how_deep_a_ball_is_in_it() {
        let arena = arena("[[wall]]\noutline = [[100, 100], [200, 100], [200, 200], [100, 200]]\n");
        let at = |x: f64, z: f64| DVec3::new(x, 0.15, z);
        let body = &arena.bodies[0];
        let depth = body.depth(at(0.09, PINBALL_RADIUS), PINBALL_RADIUS);
        assert!((depth - (PINBALL_RADIUS - 0.01)).abs() < 1e-6, "{depth}");
        assert_eq!(body.depth(at(0.08, PINBALL_RADIUS), PINBALL_RADIUS), 0.0);
        assert!(body.holds(at(0.15, PINBALL_RADIUS)) && !body.holds(at(0.15, 0.05)) && !body.holds(at(0.25, 0.01)));
        assert_eq!(arena.block_at(at(0.15, 0.01)), Some(0));
    }
}
