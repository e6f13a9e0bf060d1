//! The scene: what a table looks like, as JSON for the page that draws it.
//!
//! All lengths are metres and all angles radians, as in the engine. Arcs and curves are drawn out, so that the page needs no
//! geometry of its own. The number of a part is its index in the machine, by which states and events name it as well.
//!
//! A part is said in its own space. `place` tells where that lies: three rows of four numbers, into the space of the driven
//! group that `group` names, or into the table. What is left out is the identity, or no group.

mod mesh;
mod shape;
mod solid;
mod stuff;

use crate::driven;
use carom::pinball::{Machine, part::Part};
use carom::space::Transform;
use carom::units::PINBALL_RADIUS;
use carom_tables::Table;
use carom_tables::parts::Lamp;
use serde_json::{Value, json};

/// The colours of tables that name none: each far from its neighbours, all bright enough for a dark room.
const ACCENTS: [&str; 8] = ["#2fb7d8", "#f2a03d", "#e0526e", "#63c46b", "#a97bf0", "#f0c64a", "#4f8df5", "#f27bb8"];

/// A table as the page draws it. `name` is the one by which the page asks for it.
pub fn scene(name: &str, table: &Table, machine: &Machine) -> Value {
    let stuff = stuff::Stuff::of(table);
    let mut meshes = mesh::Budget::of(machine);
    let parts: Vec<Value> = machine
        .parts()
        .map(|(id, part_name, part)| {
            let group = driven::of(machine, id);
            let mut place = driven::place(machine, id, group);
            let mut value = match part {
                // The points of a mesh are put where they belong here: only then is it known which of them can be left out.
                Part::Mesh(mesh) => meshes.mesh(mesh, &core::mem::take(&mut place), group.is_some()),
                _ => shape::geometry(part, machine.playfield().difficulty),
            };
            if let Value::Object(fields) = &mut value {
                fields.insert("id".to_owned(), json!(id.index()));
                fields.insert("name".to_owned(), json!(part_name));
                fields.insert("stuff".to_owned(), json!(stuff.word(part_name, part)));
                // What is left of a way out of the group and back is rounded away first.
                let place = rows(&place);
                if place != rows(&Transform::IDENTITY) {
                    fields.insert("place".to_owned(), json!(place));
                }
                if let Some(group) = group {
                    fields.insert("group".to_owned(), json!(group.index()));
                }
            }
            value
        })
        .collect();
    json!({
        "name": name,
        "title": table.name.as_deref().unwrap_or(name),
        "about": table.about.as_deref().unwrap_or_default(),
        "accent": accent(name, table),
        "bounds": bounds(table, machine),
        "slope": round(machine.playfield().slope),
        "ball_radius": round(ball_radius(machine)),
        "parts": parts,
        "groups": groups(machine),
        "lamps": lamps(table),
    })
}

/// Three rows of four numbers: the linear part, and in the last column where the origin goes.
pub(crate) fn rows(place: &Transform) -> [f64; 12] {
    let (m, at) = (place.linear(), place.origin());
    let row = |k: usize| [fine(m.x_axis[k]), fine(m.y_axis[k]), fine(m.z_axis[k]), round(at[k])];
    let (x, y, z) = (row(0), row(1), row(2));
    [x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3], z[0], z[1], z[2], z[3]]
}

/// The driven groups as they lie now: where the origin of each is, how it is turned, and its scale.
fn groups(machine: &Machine) -> Vec<Value> {
    let group = |id| {
        let lies = machine.moving(id)?.lies;
        let name = machine.groups().find(|(other, _)| *other == id).map(|(_, group)| group.name.as_str());
        Some(json!({
            "id": id.index(),
            "name": name.unwrap_or_default(),
            "origin": shape::point(lies.origin()),
            "turn": lies.turn().to_array().map(fine),
            "scale": fine(lies.scale()),
        }))
    };
    driven::groups(machine).filter_map(group).collect()
}

/// The colour of a table: the one it names, if that is one; else by its name, always the same.
fn accent<'a>(name: &str, table: &'a Table) -> &'a str {
    let is_colour = |text: &&str| {
        text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    if let Some(colour) = table.game.accent.as_deref().filter(is_colour) {
        return colour;
    }
    // Bernstein's sum of letters: spreads short names well enough over eight colours.
    let sum = name.bytes().fold(5381_u32, |sum, letter| sum.wrapping_mul(33) ^ u32::from(letter));
    ACCENTS.get(sum as usize % ACCENTS.len()).copied().unwrap_or("#2fb7d8")
}

fn bounds(table: &Table, machine: &Machine) -> Value {
    // Tables without a cabinet still say how large their playfield is.
    let metres = |length: Option<f64>, otherwise: f64| length.map_or(otherwise, |l| l * table.units.metres());
    let field = &table.playfield;
    let (left, back, width, length, glass) = match &machine.playfield().border {
        Some(border) => {
            let size = border.max - border.min;
            (border.min.x, border.min.y, size.x, size.y, border.glass)
        }
        None => (
            metres(field.left.map(|l| l.0), 0.0),
            metres(field.back.map(|l| l.0), 0.0),
            metres(field.width.map(|l| l.0), 0.514_35),
            metres(field.length.map(|l| l.0), 1.0668),
            metres(field.glass.map(|l| l.0), 0.113),
        ),
    };
    json!({"left": round(left), "back": round(back), "width": round(width), "length": round(length), "glass": round(glass)})
}

/// m: the radius of the first ball, or of a common one.
fn ball_radius(machine: &Machine) -> f64 {
    machine.balls().next().and_then(|id| machine.ball(id)).map_or(PINBALL_RADIUS, |ball| ball.radius)
}

fn lamps(table: &Table) -> Vec<Value> {
    let metres = table.units.metres();
    let lamp = |(id, lamp): (usize, &Lamp)| {
        json!({
            "id": id,
            "name": lamp.name.clone().unwrap_or_else(|| format!("lamp {}", id + 1)),
            "at": [round(lamp.at[0].0 * metres), round(lamp.at[1].0 * metres)],
            "radius": round(lamp.radius.map_or(0.008, |radius| radius.0 * metres)),
            "colour": lamp.colour.as_deref().unwrap_or("#ffd36e"),
            "shape": lamp.shape.unwrap_or_default().word(),
            "heading": round(lamp.heading.map_or(0.0, |angle| carom::units::radians(angle.0))),
            "text": lamp.text.as_deref().unwrap_or_default(),
        })
    };
    table.lamps.iter().enumerate().map(lamp).collect()
}

/// To a hundredth of a millimetre: finer than any screen. What is not finite is nothing.
fn round(number: f64) -> f64 {
    let rounded = libm::round(number * 1e5) / 1e5;
    if rounded.is_finite() { rounded + 0.0 } else { 0.0 }
}

/// To a hundred-millionth: what directions are multiplied by.
fn fine(number: f64) -> f64 {
    let rounded = libm::round(number * 1e8) / 1e8;
    if rounded.is_finite() { rounded + 0.0 } else { 0.0 }
}

#[cfg(test)]
mod tests;
