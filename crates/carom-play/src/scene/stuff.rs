//! What things are made of, as far as the file says so by name; else by how they bounce.

use carom::Material;
use carom::pinball::part::{Part, RampKind, Solid};
use carom::shape::Shape;
use carom_tables::Table;
use std::collections::BTreeMap;

/// The materials that parts name, by the parts' names.
#[derive(Debug)]
pub(super) struct Stuff<'a> {
    named: BTreeMap<String, &'a str>,
}

/// Adds what the parts of one kind name; parts without a name go by their kind and number, as in the machine.
macro_rules! collect {
    ($named:ident, $table:ident, $($field:ident: $kind:literal),*) => {
        $(for (index, part) in $table.$field.iter().enumerate() {
            if let Some(material) = part.material.as_deref() {
                let name = part.name.clone().unwrap_or_else(|| format!("{} {}", $kind, index + 1));
                $named.insert(name, material);
            }
        })*
    };
}

impl<'a> Stuff<'a> {
    pub(super) fn of(table: &'a Table) -> Self {
        let mut named = BTreeMap::new();
        collect!(
            named, table, walls: "wall", ramps: "ramp", rubbers: "rubber", posts: "post", meshes: "mesh",
            colliders: "collider", gates: "gate", bumpers: "bumper", targets: "target"
        );
        Self { named }
    }

    /// The word of the page for what a part is made of.
    pub(super) fn word(&self, name: &str, part: &Part) -> &'static str {
        match part {
            Part::Flipper(_) | Part::Rubber(_) => "rubber",
            Part::Plunger(_) | Part::Gate(_) | Part::Spinner(_) | Part::Turntable(_) => "metal",
            Part::Bumper(_) => "plastic",
            Part::Target(_) => "target",
            Part::Ramp(ramp) if ramp.kind != RampKind::Flat => "wire",
            Part::Ramp(ramp) => self.look_up(name, &ramp.material),
            Part::Wall(wall) => self.look_up(name, &wall.material),
            Part::Mesh(mesh) => self.look_up(name, &mesh.material),
            Part::Solid(solid) if is_post(solid) && !self.named.contains_key(name) => "post",
            Part::Solid(solid) => match solid.shapes.first() {
                Some((_, material)) => self.look_up(name, material),
                None => "other",
            },
            _ => "other",
        }
    }

    fn look_up(&self, name: &str, material: &Material) -> &'static str {
        self.named.get(name).and_then(|word| by_word(word)).unwrap_or_else(|| by_bounce(material))
    }
}

/// A post of a table file, which is of the material "post" unless it says otherwise: a cylinder with a lid.
fn is_post(solid: &Solid) -> bool {
    matches!(solid.shapes.as_slice(), [(Shape::Post(_), _), (Shape::Disc(_), _)])
}

/// Materials of imported tables are called by people: "Rubber Post", "metal_shiny".
fn by_word(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    // The narrower word comes first: a rubber post is a post.
    let words = [
        ("post", "post"),
        ("rubber", "rubber"),
        ("wire", "wire"),
        ("metal", "metal"),
        ("steel", "metal"),
        ("chrome", "metal"),
        ("wood", "wood"),
        ("plastic", "plastic"),
        ("target", "target"),
    ];
    words.iter().find(|(word, _)| name.contains(word)).map(|(_, stuff)| *stuff)
}

fn by_bounce(material: &Material) -> &'static str {
    if material.elasticity().at(0.0) >= 0.6 { "rubber" } else { "other" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_are_known_by_the_words_in_their_names() {
        assert_eq!(by_word("Rubber Post"), Some("post"));
        assert_eq!(by_word("METAL_shiny"), Some("metal"));
        assert_eq!(by_word("Playfield"), None);
    }
}
