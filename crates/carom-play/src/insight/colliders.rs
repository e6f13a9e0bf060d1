//! All that a ball can strike, as lines and circles that a page can draw.

use super::{fine, rounded};
use crate::{driven, scene};
use carom::pinball::part::Part;
use carom::pinball::{Machine, PartId};
use carom::shape::{Bat, Placed, Shape, Upright};
use carom::space::{Place, Seen as _, Similarity};
use carom::{DVec2, DVec3};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Lines and circles in all, at most: more than that is a grey cloud, and slow to draw.
const MOST_STROKES: usize = 20_000;

/// The colliders of a machine, gathered by the part that owns them, and its zones.
///
/// `groups`: each with `kind`, `part` (nothing: the cabinet), `name`, `lines` (each two ends: x, y, z, x, y, z) and `circles`
/// (x, y, z, radius). What moves has `moves`: `turn` about `pivot` by the part's angle minus `angle`, or `slide` along y
/// by its part's place minus `at`; that is said in the part's own space, which lies as `place` says (as in scenes). What belongs
/// to a driven group has `driven`, and is said in that group's space. `zones`: `border` as x, y, z, closed, or open if of two
/// points.
pub fn colliders(machine: &Machine) -> Value {
    let mut sketch =
        Sketch { glass: machine.playfield().border.as_ref().map_or(0.1, |border| border.glass), ..Sketch::default() };
    let mut count = 0;
    for (_, collider, part) in machine.colliders() {
        count += 1;
        // Walls are covered by triangles, cut as suits the engine; their sides show already where those end.
        let is_wall = part.and_then(|part| machine.data(part)).is_some_and(|data| matches!(data, Part::Wall(_)));
        let is_lid = matches!(collider.shape(), Shape::Triangle(face) if face.normal().z.abs() > 0.999);
        if !(is_wall && is_lid) {
            let home = part.and_then(|part| own_space(machine, part)).map(|place| place.inverse());
            let group = part.and_then(|part| driven::of(machine, part));
            sketch.space = match (home, part, group) {
                (Some(_), Some(part), _) => Space::Part(part.index()),
                (_, _, Some(group)) => Space::Driven(group.index()),
                _ => Space::Table,
            };
            sketch.add_placed(collider.shape(), part, home);
        }
    }
    sketch.add_creases();
    let groups: Vec<Value> = sketch.groups.iter().map(|(part, group)| group.value(machine, *part)).collect();
    let zones = machine.zones().map(|(zone, part)| {
        let border: Vec<Value> = zone.rim().into_iter().flat_map(|p| p.to_array().map(fine)).collect();
        let (low, high) = zone.height();
        let data = part.and_then(|part| machine.data(part));
        let mut value = json!({
            "kind": data.map_or("cabinet", Part::kind), "part": part.map(PartId::index), "border": border,
            "low": fine(low), "high": fine(high),
        });
        if let Some(group) = part.and_then(|part| driven::of(machine, part)) {
            value["driven"] = group.index().into();
        }
        value
    });
    json!({
        "count": count,
        "left_out": sketch.left_out,
        "groups": groups,
        "zones": zones.take(MOST_STROKES / 10).collect::<Vec<_>>(),
    })
}

/// The own space of a part with a bat, if that lies elsewhere than the table or its driven group: bats move in there.
fn own_space(machine: &Machine, part: PartId) -> Option<Similarity> {
    let has_bat = matches!(machine.data(part), Some(Part::Flipper(_) | Part::Plunger(_)));
    let place = has_bat.then(|| driven::place(machine, part, driven::of(machine, part)).similarity())??;
    (place != Similarity::IDENTITY).then_some(place)
}

/// Lines and circles of one part.
#[derive(Debug, Default)]
struct Group {
    /// m: two ends each.
    lines: Vec<[f64; 6]>,
    /// m: centre and radius.
    circles: Vec<[f64; 4]>,
    /// The bat, if the part has one.
    bat: Option<Bat>,
}

impl Group {
    fn value(&self, machine: &Machine, part: Option<PartId>) -> Value {
        let data = part.and_then(|part| machine.data(part));
        let numbers = |x: &f64| rounded(*x, 1e5);
        let lines: Vec<Vec<Value>> = self.lines.iter().map(|line| line.iter().map(numbers).collect()).collect();
        let circles: Vec<Vec<Value>> = self.circles.iter().map(|circle| circle.iter().map(numbers).collect()).collect();
        let mut value = json!({
            "kind": data.map_or("cabinet", Part::kind),
            "part": part.map(PartId::index),
            "name": part.and_then(|part| machine.name(part)),
            "lines": lines,
            "circles": circles,
        });
        let pose = part.and_then(|part| machine.pose(part)).unwrap_or_default();
        match (data, self.bat) {
            (Some(Part::Flipper(_)), Some(bat)) => {
                value["moves"] = "turn".into();
                value["pivot"] = json!([fine(bat.base().x), fine(bat.base().y)]);
                value["angle"] = fine(pose.angle);
            }
            (Some(Part::Plunger(_)), Some(_)) => {
                value["moves"] = "slide".into();
                value["at"] = fine(pose.place);
            }
            _ => {}
        }
        if let Some(place) = part.and_then(|part| own_space(machine, part)) {
            value["place"] = json!(scene::rows(&place.into()));
        }
        if let Some(group) = part.and_then(|part| driven::of(machine, part)) {
            value["driven"] = group.index().into();
        }
        value
    }
}

#[derive(Debug, Default)]
struct Sketch {
    groups: BTreeMap<Option<PartId>, Group>,
    /// Lines that are there already: faces of a mesh share theirs.
    known: BTreeSet<(Space, [i64; 6])>,
    strokes: usize,
    left_out: usize,
    /// Edges of triangles.
    creases: BTreeMap<(Space, [i64; 6]), Crease>,
    /// m: how high things without a top are drawn.
    glass: f64,
    /// How the space lies in which the present shape is said, and that in which it is told.
    lies: Option<Similarity>,
    space: Space,
}

/// In which space lines are told. In two of them the same numbers are two lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Space {
    #[default]
    Table,
    Driven(usize),
    Part(usize),
}

/// An edge of a triangle. Where two lie side by side in one plane, their common edge is nothing that a ball could feel.
#[derive(Clone, Copy, Debug)]
struct Crease {
    part: Option<PartId>,
    a: DVec3,
    b: DVec3,
    normal: DVec3,
    flat: bool,
}

/// A line by its ends, in hundredths of a millimetre; either way round it is the same line.
fn key(a: DVec3, b: DVec3) -> [i64; 6] {
    let grid = |p: DVec3| p.to_array().map(|x| (x * 1e5).round() as i64);
    let (mut one, mut other) = (grid(a), grid(b));
    if one > other {
        core::mem::swap(&mut one, &mut other);
    }
    [one[0], one[1], one[2], other[0], other[1], other[2]]
}

/// A shape that leans, as it is in its own space.
fn upright(placed: &Placed) -> Shape {
    match *placed.shape() {
        Upright::Wall(shape) => Shape::Wall(shape),
        Upright::Post(shape) => Shape::Post(shape),
        Upright::Arc(shape) => Shape::Arc(shape),
        Upright::Corner(shape) => Shape::Corner(shape),
        Upright::Disc(shape) => Shape::Disc(shape),
        Upright::Rim(shape) => Shape::Rim(shape),
        Upright::Bat(shape) => Shape::Bat(shape),
    }
}

impl Sketch {
    /// A shape that is upright in a space of its own goes from there; then everything goes `home`, where it is told.
    fn add_placed(&mut self, shape: &Shape, part: Option<PartId>, home: Option<Similarity>) {
        let Shape::Placed(placed) = shape else {
            self.lies = home;
            return self.add(shape, part);
        };
        self.lies = Some(home.map_or(*placed.lies(), |home| placed.lies().then(&home)));
        self.add(&upright(placed), part);
    }

    fn add(&mut self, shape: &Shape, part: Option<PartId>) {
        match shape {
            Shape::Wall(wall) => {
                let (low, high) = self.heights(wall.height());
                let (a, b) = (wall.a(), wall.b());
                self.line(part, a.extend(low), b.extend(low));
                self.line(part, a.extend(high), b.extend(high));
                self.line(part, a.extend(low), a.extend(high));
                self.line(part, b.extend(low), b.extend(high));
            }
            Shape::Post(post) => {
                let (low, high) = self.heights(post.height());
                self.circle(part, post.centre().extend(low), post.radius());
                self.circle(part, post.centre().extend(high), post.radius());
            }
            Shape::Arc(arc) => {
                let (low, high) = self.heights(arc.height());
                let (start, sweep) = arc.angles();
                // A line for every ten degrees.
                let pieces = (libm::fabs(sweep) / 0.175).ceil().clamp(1.0, 72.0);
                let at = |k: f64| {
                    let angle = start + sweep * k / pieces;
                    arc.centre() + DVec2::new(libm::cos(angle), libm::sin(angle)) * arc.radius()
                };
                for k in 0..pieces as u32 {
                    let (a, b) = (at(f64::from(k)), at(f64::from(k) + 1.0));
                    self.line(part, a.extend(low), b.extend(low));
                    self.line(part, a.extend(high), b.extend(high));
                }
            }
            Shape::Corner(corner) => {
                let (low, high) = self.heights(corner.height());
                self.line(part, corner.at().extend(low), corner.at().extend(high));
            }
            Shape::Triangle(triangle) => {
                let [a, b, c] = triangle.corners();
                for (a, b) in [(a, b), (b, c), (c, a)] {
                    let (a, b) = (self.told(a), self.told(b));
                    let crease = Crease { part, a, b, normal: triangle.normal(), flat: false };
                    self.creases
                        .entry((self.space, key(a, b)))
                        // Either side of a triangle may be its front.
                        .and_modify(|known| known.flat |= known.normal.cross(crease.normal).length() < 0.02)
                        .or_insert(crease);
                }
            }
            Shape::Edge(edge) => self.line(part, edge.a(), edge.b()),
            Shape::Sphere(sphere) => self.circle(part, sphere.centre(), sphere.radius()),
            Shape::Disc(disc) => self.circle(part, disc.centre(), disc.radius()),
            Shape::Rim(rim) => self.circle(part, rim.centre(), rim.radius()),
            Shape::Capsule(capsule) => {
                self.line(part, capsule.a(), capsule.b());
                self.circle(part, capsule.a(), capsule.radius());
                self.circle(part, capsule.b(), capsule.radius());
            }
            Shape::Bat(bat) => self.bat(bat, part),
            // Points end lines that are drawn; planes are the playfield and the glass.
            _ => {}
        }
    }

    fn add_creases(&mut self) {
        self.lies = None;
        for ((space, _), crease) in core::mem::take(&mut self.creases) {
            if crease.flat {
                continue;
            }
            self.space = space;
            self.line(crease.part, crease.a, crease.b);
        }
    }

    /// Two rounds and the flanks that touch both.
    fn bat(&mut self, bat: &Bat, part: Option<PartId>) {
        let (low, high) = self.heights(bat.height());
        let middle = 0.5 * (low + high);
        let (base, tip) = (bat.base(), bat.tip());
        let (base_radius, tip_radius) = bat.radii();
        let along = tip - base;
        let length = along.length();
        self.circle(part, tip.extend(middle), tip_radius);
        self.circle(part, base.extend(middle), base_radius);
        if length > (base_radius - tip_radius).abs() {
            // The flank's normal leans towards the tip by the taper.
            let along = along / length;
            let lean = (base_radius - tip_radius) / length;
            let upright = (1.0 - lean * lean).max(0.0).sqrt();
            for side in [-1.0, 1.0] {
                let normal = along * lean + along.perp() * (side * upright);
                let (a, b) = (base + normal * base_radius, tip + normal * tip_radius);
                self.line(part, a.extend(middle), b.extend(middle));
            }
        }
        self.groups.entry(part).or_default().bat = Some(*bat);
    }

    /// Where a place of the present shape is told.
    fn told(&self, p: DVec3) -> DVec3 {
        self.lies.as_ref().map_or(p, |lies| Place(p).out_of(lies).0)
    }

    fn line(&mut self, part: Option<PartId>, a: DVec3, b: DVec3) {
        let (a, b) = (self.told(a), self.told(b));
        let key = key(a, b);
        if key[..3] == key[3..] || !self.known.insert((self.space, key)) || !self.has_room() {
            return;
        }
        self.groups.entry(part).or_default().lines.push([a.x, a.y, a.z, b.x, b.y, b.z]);
    }

    /// A level circle; one that leans is told as lines.
    fn circle(&mut self, part: Option<PartId>, centre: DVec3, radius: f64) {
        let leans = self.lies.is_some_and(|lies| (lies.turn() * DVec3::Z).z < 1.0 - 1e-9);
        if leans {
            let at = |k: f64| {
                let angle = k * core::f64::consts::TAU / 24.0;
                centre + DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * radius
            };
            (0..24).map(f64::from).for_each(|k| self.line(part, at(k), at(k + 1.0)));
        } else if self.has_room() {
            let at = self.told(centre);
            let radius = radius * self.lies.map_or(1.0, |lies| lies.scale());
            self.groups.entry(part).or_default().circles.push([at.x, at.y, at.z, radius]);
        }
    }

    fn has_room(&mut self) -> bool {
        let room = self.strokes < MOST_STROKES;
        if room {
            self.strokes += 1;
        } else {
            self.left_out += 1;
        }
        room
    }

    /// From where to where something is drawn that may have no end.
    fn heights(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let low = if low.is_finite() { low } else { 0.0 };
        (low, if high.is_finite() { high } else { self.glass.max(low) })
    }
}
