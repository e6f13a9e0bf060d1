//! From items to a table. Everything that an author of a table can get wrong is met here: what cannot be used as it is, is
//! changed as little as possible and noted, or left out with a reason.

mod devices;
mod number;
mod solids;

use crate::Import;
use crate::items::{Body, Found, FoundItem, Item, Light, Physics, Space, Surface, TableData};
use crate::kind::Kind;
use crate::report::{ItemReport, Outcome, Report};
use carom::units::VP_ACCELERATION;
use carom_tables::parts::{Collider, ColliderShape, Lamp, Playfield};
use carom_tables::{Amount, Angle, Length, Share, Size, Table, Unit};
use number::Notes;
use solids::Why;
use std::collections::{BTreeMap, BTreeSet};

/// Lengths beyond this (540 m) are no table's.
const FAR: f64 = 1e6;
/// Triangles of all meshes of a table.
const MOST_TRIANGLES: usize = 2_000_000;

/// Lamps of a table. Some tables have hundreds, most of them only to make others look softer.
const MOST_LAMPS: usize = 200;
/// Radius of a lamp: how far a light shines says little of how large it is.
const LAMP: f64 = 18.0;

/// Turns what was found into a table.
pub(crate) fn convert(found: Found) -> Import {
    let mut notes = found.notes;
    let table_data = settled(&found.table, &mut notes);
    let mut converter = Converter {
        surfaces: surfaces(&found.items),
        groups: groups(&found.items),
        materials: found.materials.iter().rev().map(|(name, surface)| (name.to_lowercase(), *surface)).collect(),
        data: table_data,
        table: Table { name: found.name.clone(), author: found.author, units: Unit::VisualPinball, ..Table::default() },
        names: Names::default(),
        lamp_names: Names::default(),
        placed: Vec::new(),
        triangles: 0,
        meshed_playfield: None,
    };
    converter.table.playfield = playfield(&converter.data, &mut notes);
    let mut report = Report {
        version: found.version,
        name: found.name,
        items: Vec::new(),
        collections: found.collections,
        notes: Vec::new(),
    };
    for (index, item) in found.items.iter().enumerate() {
        let told = converter.item(index, item);
        report.items.push(told);
    }
    converter.leave_out_what_cannot_be_built(&mut report, &mut notes);
    converter.carry_balls(&mut notes);
    general_notes(&report, &mut notes);
    report.notes = notes;
    Import { table: converter.table, report }
}

/// The table as it grows.
struct Converter<'a> {
    data: TableData,
    table: Table,
    /// Walls and ramps by their names in small letters: parts can stand on them, even if no ball can.
    surfaces: BTreeMap<String, &'a Body>,
    groups: BTreeMap<String, (Space, Option<String>)>,
    materials: BTreeMap<String, Surface>,
    names: Names,
    lamp_names: Names,
    /// Which entry of the table came of which item: kind in the table, number there, number of the item.
    placed: Vec<(&'static str, usize, usize)>,
    triangles: usize,
    /// The name of the mesh that is the playfield, and how low it reaches.
    meshed_playfield: Option<(String, f64)>,
}

impl Converter<'_> {
    fn item(&mut self, index: usize, found: &FoundItem) -> ItemReport {
        // What was odd in the file already makes it differ from what its author meant.
        let mut notes = Notes { list: found.notes.clone(), differs: !found.notes.is_empty() };
        let placed = match &found.item {
            Ok(None) => Ok(None),
            // What is not physical need not be readable.
            Err(_) if !found.kind.is_physical() && !matches!(found.kind, Kind::Unknown(_)) => Ok(None),
            Err(why) => Err(Why::Fault(why.clone())),
            Ok(Some(item)) if !self.on_playfield(item) => {
                Err(Why::NotFelt("its group lives on the cabinet or in the room, and not on the playfield"))
            }
            Ok(Some(item)) => self.place(index, found, item, &mut notes),
        };
        let (outcome, part) = match placed {
            Ok(None) => {
                if let Kind::Unknown(_) = found.kind {
                    notes.say("no such kind of item is known");
                }
                (Outcome::NotPhysical, None)
            }
            Ok(Some(name)) => (if notes.differs { Outcome::Approximated } else { Outcome::Taken }, Some(name)),
            Err(Why::NotFelt(why)) => {
                notes.list.insert(0, why.into());
                (Outcome::NotPhysical, None)
            }
            Err(Why::Fault(why)) => {
                notes.list.insert(0, why);
                (Outcome::LeftOut, None)
            }
        };
        let FoundItem { source, kind, name, .. } = found;
        ItemReport { kind: *kind, name: name.clone(), source: source.clone(), part, outcome, notes: notes.list }
    }

    /// Puts an item into the table and gives its name there; nothing if there is nothing to put.
    fn place(
        &mut self,
        index: usize,
        found: &FoundItem,
        item: &Item,
        notes: &mut Notes,
    ) -> Result<Option<String>, Why> {
        match &item.body {
            Body::Group(_) => return Ok(None),
            Body::Light(light) => {
                self.light(light, &found.name);
                return Ok(None);
            }
            _ => {}
        }
        let name = self.names.give(&found.name, found.kind);
        let placed = match &item.body {
            Body::Wall(wall) => self.wall(wall, &name, notes),
            Body::Ramp(ramp) => self.ramp(ramp, &name, notes),
            Body::Rubber(rubber) => self.rubber(rubber, &name, notes),
            Body::Primitive(primitive) => self.primitive(primitive, &found.name, &name, notes),
            Body::Flipper(flipper) => self.flipper(flipper, item, &name, notes),
            Body::Plunger(plunger) => self.plunger(plunger, item, &name, notes),
            Body::Bumper(bumper) => self.bumper(bumper, item, &name, notes),
            Body::Trigger(trigger) => self.trigger(trigger, item, &name, notes),
            Body::Kicker(kicker) => self.kicker(kicker, item, &name, notes),
            Body::Gate(gate) => self.gate(gate, item, &name, notes),
            Body::Spinner(spinner) => self.spinner(spinner, item, &name, notes),
            Body::Target(target) => self.target(target, &name, notes),
            Body::Ball { at, radius, mass } => self.ball(*at, *radius, *mass, notes),
            Body::Group(_) | Body::Light(_) => return Ok(None),
        };
        match placed {
            Ok((kind, number)) => {
                self.placed.push((kind, number, index));
                if name != found.name {
                    notes.say(format!("its part is called {name:?}, since names must be there and be different"));
                }
                Ok(Some(name))
            }
            Err(why) => {
                self.names.take_back(&name);
                Err(why)
            }
        }
    }

    /// A light becomes a lamp, if it lies on the playfield.
    fn light(&mut self, light: &Light, name: &str) {
        let [x, y, _] = light.at;
        let data = &self.data;
        let inside = (data.left..=data.right).contains(&x) && (data.top..=data.bottom).contains(&y);
        if light.backglass || !inside || self.table.lamps.len() >= MOST_LAMPS {
            return;
        }
        let is_colour = |text: &String| {
            let digits = text.strip_prefix('#').unwrap_or_default();
            // Black lights nothing: its author has coloured it by a picture.
            digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()) && digits != "000000"
        };
        self.table.lamps.push(Lamp {
            name: Some(self.lamp_names.give(name, Kind::Light)),
            at: [Length(x), Length(y)],
            radius: Some(Size(if light.falloff.is_finite() { light.falloff.clamp(6.0, LAMP) } else { LAMP })),
            colour: light.colour.clone().filter(is_colour),
            ..Lamp::default()
        });
    }

    /// Only parts whose group lives in playfield space meet balls (guide 8.1).
    fn on_playfield(&self, item: &Item) -> bool {
        let mut group = item.group.clone();
        // Groups within groups end, or run in a circle that is nowhere else.
        for _ in 0..64 {
            let Some(name) = group else { return true };
            match self.groups.get(&name.to_lowercase()) {
                None | Some((Space::Playfield, _)) => return true,
                Some((Space::Elsewhere, _)) => return false,
                Some((Space::Inherit, outer)) => group = outer.clone(),
            }
        }
        true
    }

    /// The height of what an item at a place stands on (guide 8.1).
    fn low(&self, item: &Item, [x, y, _]: [f64; 3]) -> f64 {
        let Some(name) = &item.surface else { return 0.0 };
        match self.surfaces.get(&name.to_lowercase()) {
            Some(Body::Wall(wall)) => wall.top,
            Some(Body::Ramp(ramp)) => solids::height_on(ramp, x, y).unwrap_or(0.0),
            _ => 0.0,
        }
    }

    /// Its own numbers, or those of its physics material; a material that is not there is all zeros (guide 8.1).
    fn surface_of(&self, physics: &Physics) -> Surface {
        if physics.overwrite {
            return physics.own;
        }
        let named = physics.material.as_ref().and_then(|name| self.materials.get(&name.to_lowercase()));
        named.copied().unwrap_or_default()
    }

    /// A playfield of triangles may have holes; below it, balls must not fall for ever. If the engine refused the mesh, the
    /// plane stays.
    fn carry_balls(&mut self, notes: &mut Vec<String>) {
        let Some((name, lowest)) = self.meshed_playfield.take() else { return };
        if !self.table.meshes.iter().any(|mesh| mesh.name.as_ref() == Some(&name)) {
            return;
        }
        self.table.playfield.floor = Some(false);
        let height = (lowest.min(0.0) - 60.0).max(-FAR);
        self.table.colliders.push(Collider {
            name: Some(self.names.give("safety floor", Kind::Primitive)),
            shape: ColliderShape::Plane,
            points: vec![[Length(0.0), Length(0.0), Length(height)]],
            ..Collider::default()
        });
        notes.push(format!(
            "the mesh \"playfield_mesh\" is the playfield; balls that fall through its holes land on a floor at {height}, \
             which Visual Pinball does not have"
        ));
    }

    /// The engine has the last word: what it refuses is left out.
    fn leave_out_what_cannot_be_built(&mut self, report: &mut Report, notes: &mut Vec<String>) {
        // Nothing that is left refers to what was taken out, so one round is enough; the others are for what nobody thought of.
        for _ in 0..4 {
            let Err(faults) = self.table.machine() else { return };
            let mut out: BTreeSet<(&str, usize)> = BTreeSet::new();
            let items: BTreeMap<(&str, usize), usize> =
                self.placed.iter().map(|&(kind, number, item)| ((kind, number), item)).collect();
            for fault in &faults {
                if fault.kind == "playfield" {
                    notes.push(format!(
                        "the playfield cannot be as the table says, defaults are taken: {}",
                        fault.message
                    ));
                    self.table.playfield = playfield(&TableData::default(), notes);
                    continue;
                }
                if out.insert((fault.kind, fault.index)) {
                    let item = items.get(&(fault.kind, fault.index));
                    match item.and_then(|&item| report.items.get_mut(item)) {
                        Some(item) => {
                            (item.outcome, item.part) = (Outcome::LeftOut, None);
                            item.notes.insert(0, fault.message.clone());
                        }
                        None => notes.push(format!("left out: {fault}")),
                    }
                }
            }
            let parts: Vec<(&str, usize)> = out.iter().copied().collect();
            self.table.remove_parts(&parts);
            let mut index = 0;
            self.table.balls.retain(|_| {
                index += 1;
                !out.contains(&("ball", index - 1))
            });
            self.placed.retain(|placed| !out.contains(&(placed.0, placed.1)));
            let before = |kind: &str, number: usize| parts.partition_point(|part| *part < (kind, number));
            for placed in &mut self.placed {
                placed.1 -= before(placed.0, placed.1) - before(placed.0, 0);
            }
        }
    }
}

/// The table's numbers with an override set in force: those are kept in Visual Pinball's settings and not in the file, so its
/// defaults for them count (guide 8.9).
fn settled(data: &TableData, notes: &mut Vec<String>) -> TableData {
    if data.override_set == 0 {
        return data.clone();
    }
    notes.push(format!(
        "the table asks for the physics set {} of Visual Pinball's settings, which are not in the file; the defaults of \
         such a set are taken",
        data.override_set
    ));
    let usual = TableData::default();
    TableData {
        gravity: usual.gravity,
        surface: usual.surface,
        hard_scatter: 0.5,
        slope_min: 6.0,
        slope_max: 6.0,
        ..data.clone()
    }
}

fn playfield(data: &TableData, notes: &mut Vec<String>) -> Playfield {
    let mut own = Notes::default();
    let usual = TableData::default();
    let sane = |low: f64, high: f64| low.abs() <= FAR && high.abs() <= FAR && high - low >= 2.0;
    let (mut left, mut right, mut top, mut bottom) = (data.left, data.right, data.top, data.bottom);
    if !sane(left, right) || !sane(top, bottom) {
        own.differ(format!(
            "its borders from {left}, {top} to {right}, {bottom} make no sense; the usual ones are taken"
        ));
        (left, right, top, bottom) = (usual.left, usual.right, usual.top, usual.bottom);
    }
    let mut glass = data.glass_top;
    if let Some(front) = data.glass_bottom.filter(|front| *front != glass) {
        own.differ(format!(
            "its glass is at {glass} at the back and at {front} in front; here it is level, at the higher one"
        ));
        glass = glass.max(front);
    }
    if !(2.0..=FAR).contains(&glass) {
        own.differ(format!("its glass at {glass} makes no sense; it is at {}", usual.glass_top));
        glass = usual.glass_top;
    }
    let difficulty = own.within("difficulty", data.difficulty, 0.0, 1.0);
    let slope = data.slope_min + (data.slope_max - data.slope_min) * difficulty;
    let surface = own.surface(data.surface, data.hard_scatter);
    let playfield = Playfield {
        width: Some(Size(right - left)),
        length: Some(Size(bottom - top)),
        left: Some(Length(left)),
        back: Some(Length(top)),
        glass: Some(Size(glass)),
        slope: Some(Angle(own.within("slope", slope, -85.0, 85.0))),
        gravity: Some(Amount(own.within("gravity", data.gravity, 0.0, 1000.0) * VP_ACCELERATION)),
        difficulty: Some(Share(difficulty)),
        elasticity: Some(surface.elasticity),
        falloff: Some(surface.falloff),
        friction: Some(surface.friction),
        scatter: Some(surface.scatter),
        ..Playfield::default()
    };
    notes.extend(own.list.into_iter().map(|note| format!("the table: {note}")));
    playfield
}

fn surfaces(items: &[FoundItem]) -> BTreeMap<String, &Body> {
    let mut surfaces = BTreeMap::new();
    for found in items {
        if let Ok(Some(Item { body: body @ (Body::Wall(_) | Body::Ramp(_)), .. })) = &found.item {
            surfaces.entry(found.name.to_lowercase()).or_insert(body);
        }
    }
    surfaces
}

fn groups(items: &[FoundItem]) -> BTreeMap<String, (Space, Option<String>)> {
    let mut groups = BTreeMap::new();
    for found in items {
        if let Ok(Some(Item { body: Body::Group(space), group, .. })) = &found.item {
            groups.entry(found.name.to_lowercase()).or_insert((*space, group.clone()));
        }
    }
    groups
}

/// What every reader of a report should know, if it concerns this table.
fn general_notes(report: &Report, notes: &mut Vec<String>) {
    let has = |kind: Kind| report.items.iter().any(|item| item.kind == kind && item.part.is_some());
    notes.push("the script is not run: what it does is not done here".into());
    if has(Kind::Flipper) {
        notes.push("which button moves a flipper is in the script; here, the way it turns decides".into());
    }
    if !has(Kind::Ball) {
        notes.push("the table has no ball at first: its script makes them, mostly in a kicker".into());
    }
}

/// Names of parts: every part has one, and no two the same.
#[derive(Default)]
struct Names {
    taken: BTreeSet<String>,
    /// The next number to try behind a name.
    next: BTreeMap<String, usize>,
}

impl Names {
    fn give(&mut self, wanted: &str, kind: Kind) -> String {
        let wanted = if wanted.trim().is_empty() { kind.to_string() } else { wanted.to_owned() };
        if self.taken.insert(wanted.clone()) {
            return wanted;
        }
        let next = self.next.entry(wanted.clone()).or_insert(2);
        loop {
            let name = format!("{wanted}_{next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// A part did not come to be, and its name is free again.
    fn take_back(&mut self, name: &str) {
        self.taken.remove(name);
    }
}
