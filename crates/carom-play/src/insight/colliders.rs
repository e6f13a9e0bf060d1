//! All that a ball can strike, as lines and circles that a page can draw.

use super::{fine, rounded};
use carom::pinball::part::Part;
use carom::pinball::{Machine, PartId};
use carom::shape::{Bat, Shape};
use carom::{DVec2, DVec3};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Lines and circles in all, at most: more than that is a grey cloud, and slow to draw.
const MOST_STROKES: usize = 20_000;

/// The colliders of a machine, gathered by the part that owns them, and its zones.
///
/// `groups`: each with `kind`, `part` (nothing: the cabinet), `name`, `lines` (each two ends: x, y, z, x, y, z) and `circles`
/// (x, y, z, radius). What moves has `moves`: `turn` about `pivot` by the part's angle minus `angle`, or `slide` along y
/// by its place minus `place`. `zones`: `border` as x, y, x, y, closed, or open if of two points.
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
            sketch.add(collider.shape(), part);
        }
    }
    sketch.add_creases();
    let groups: Vec<Value> = sketch.groups.iter().map(|(part, group)| group.value(machine, *part)).collect();
    let zones = machine.zones().map(|(zone, part)| {
        let border: Vec<Value> = zone.border().into_iter().flat_map(|p| [fine(p.x), fine(p.y)]).collect();
        let (low, high) = zone.height();
        let data = part.and_then(|part| machine.data(part));
        json!({
            "kind": data.map_or("cabinet", Part::kind), "part": part.map(PartId::index), "border": border,
            "low": fine(low), "high": fine(high),
        })
    });
    json!({
        "count": count,
        "left_out": sketch.left_out,
        "groups": groups,
        "zones": zones.take(MOST_STROKES / 10).collect::<Vec<_>>(),
    })
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
                value["place"] = fine(pose.place);
            }
            _ => {}
        }
        value
    }
}

#[derive(Debug, Default)]
struct Sketch {
    groups: BTreeMap<Option<PartId>, Group>,
    /// Lines that are there already: faces of a mesh share theirs.
    known: BTreeSet<[i64; 6]>,
    strokes: usize,
    left_out: usize,
    /// Edges of triangles.
    creases: BTreeMap<[i64; 6], Crease>,
    /// m: how high things without a top are drawn.
    glass: f64,
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

impl Sketch {
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
                    let crease = Crease { part, a, b, normal: triangle.normal(), flat: false };
                    self.creases
                        .entry(key(a, b))
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
        for crease in core::mem::take(&mut self.creases).into_values().filter(|crease| !crease.flat) {
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

    fn line(&mut self, part: Option<PartId>, a: DVec3, b: DVec3) {
        let key = key(a, b);
        if key[..3] == key[3..] || !self.known.insert(key) || !self.has_room() {
            return;
        }
        self.groups.entry(part).or_default().lines.push([a.x, a.y, a.z, b.x, b.y, b.z]);
    }

    fn circle(&mut self, part: Option<PartId>, centre: DVec3, radius: f64) {
        if self.has_room() {
            self.groups.entry(part).or_default().circles.push([centre.x, centre.y, centre.z, radius]);
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
