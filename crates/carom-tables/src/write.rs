//! Writing a table file. What is written reads back to the same table, bit for bit.

use crate::parts::{Game, Material, Playfield};
use crate::record::Record;
use crate::table::{PHYSICS, Table, for_each_part};
use crate::value::{Value, quoted};
use core::fmt::Write as _;

macro_rules! define_writer {
    ($($field:ident: $type:ident,)*) => {
        impl Table {
            /// The table as a file, of the [oldest version](Self::format) of the format that can say it: so those who have an
            /// older Carom can read it, too, wherever that is possible.
            pub fn to_toml(&self) -> String {
                let mut text = format!("carom = {}\nphysics = \"{PHYSICS}\"\n", self.format());
                for (key, value) in [("name", &self.name), ("about", &self.about), ("author", &self.author)] {
                    if let Some(value) = value {
                        _ = writeln!(text, "{key} = {}", value.write());
                    }
                }
                _ = writeln!(text, "units = {}", self.units.write());
                if self.playfield != Playfield::default() {
                    put(&mut text, "[playfield]", &self.playfield);
                }
                for (name, material) in &self.materials {
                    put(&mut text, &format!("[{}.{}]", Material::KEY, key(name)), material);
                }
                put_all(&mut text, &self.groups);
                $(
                    for part in &self.$field {
                        put(&mut text, &format!("[[{}]]", <crate::parts::$type as Record>::KEY), part);
                    }
                )*
                put_all(&mut text, &self.balls);
                put_all(&mut text, &self.lamps);
                if self.game != Game::default() {
                    put(&mut text, "[game]", &self.game);
                }
                put_all(&mut text, &self.counters);
                put_all(&mut text, &self.modes);
                put_all(&mut text, &self.rules);
                put_all(&mut text, &self.inputs);
                text
            }
        }
    };
}
for_each_part!(define_writer);

fn put_all<R: Record>(text: &mut String, records: &[R]) {
    for record in records {
        put(text, &format!("[[{}]]", R::KEY), record);
    }
}

/// A table with its header. Writing to a string cannot fail.
fn put(text: &mut String, header: &str, record: &impl Record) {
    _ = writeln!(text, "\n{header}");
    for (name, value) in record.write_fields() {
        _ = writeln!(text, "{name} = {value}");
    }
}

/// A key: bare where TOML allows, else between quotes.
fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { name.to_owned() } else { quoted(name) }
}

#[cfg(test)]
mod tests {
    use crate::read::testing::as_it_stands;
    use crate::reference::schema;
    use carom::math::rng::Stream;
    use serde_json::Value as Json;

    fn below(dice: &mut Stream, n: usize) -> usize {
        (dice.bits() % n as u64) as usize
    }

    /// A random value that a schema allows, as TOML.
    fn value(schema: &Json, dice: &mut Stream) -> String {
        if let Some(choices) = schema["oneOf"].as_array() {
            return value(&choices[below(dice, choices.len())], dice);
        }
        if let Some(words) = schema["enum"].as_array() {
            return words[below(dice, words.len())].to_string();
        }
        match schema["type"].as_str() {
            Some("number") => number(schema, dice),
            Some("integer") => below(dice, 1 << 40).to_string(),
            Some("boolean") => (below(dice, 2) == 0).to_string(),
            // An outline may be a text, and must be a path then.
            Some("string") => super::quoted(["M 0 0 L 1 2 L 3 4 Z", "M0 0A5 5 0 0110 0Z"][below(dice, 2)]),
            Some("array") => {
                let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
                let most = schema["maxItems"].as_u64().map_or(least + below(dice, 30), |most| most as usize);
                let items: Vec<String> = (0..most).map(|_| value(&schema["items"], dice)).collect();
                format!("[{}]", items.join(", "))
            }
            _ => {
                let said: Vec<String> = fields(schema, dice).into_iter().map(|(k, v)| format!("{k} = {v}")).collect();
                format!("{{ {} }}", said.join(", "))
            }
        }
    }

    fn number(schema: &Json, dice: &mut Stream) -> String {
        let any: f64 = match below(dice, 6) {
            0 => -0.0,
            1 => 5e-324,
            2 => dice.between(-1e300, 1e300),
            3 => dice.between(-9.0, 9.0).round(),
            _ => dice.between(-1000.0, 1000.0),
        };
        let any = if schema["maximum"].is_null() { any } else { dice.unit() };
        format!("{:?}", if schema["minimum"].is_null() { any } else { any.abs() })
    }

    fn fields(schema: &Json, dice: &mut Stream) -> Vec<(String, String)> {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let mut all = Vec::new();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&name.as_str()) || below(dice, 2) == 0 {
                all.push((name.clone(), value(schema, dice)));
            }
        }
        all
    }

    fn file(dice: &mut Stream) -> String {
        let mut text = String::from("carom = 2\nphysics = \"2026.1\"\nunits = \"vp\"\n");
        for (key, schema) in schema()["properties"].as_object().unwrap() {
            let (header, schema, count) = match key.as_str() {
                "playfield" | "game" => (format!("[{key}]"), schema, 1),
                "materials" => (format!("[{key}.\"a \\\" b\"]"), &schema["additionalProperties"], 1),
                _ if schema["type"] == "array" => (format!("[[{key}]]"), &schema["items"], below(dice, 4)),
                _ => continue,
            };
            for _ in 0..count {
                text += &format!("{header}\n");
                for (name, value) in fields(schema, dice) {
                    text += &format!("{name} = {value}\n");
                }
            }
        }
        text
    }

    #[test]
    fn what_is_written_reads_back_to_the_same_table() {
        for seed in 0..200 {
            let mut dice = Stream::new(seed, "files");
            let table = as_it_stands(&file(&mut dice)).unwrap_or_else(|faults| panic!("{faults}"));
            assert!(table.part_count() > 0, "seed {seed}");
            let written = table.to_toml();
            let again = as_it_stands(&written).unwrap_or_else(|faults| panic!("{faults}"));
            assert_eq!(again, table, "seed {seed}");
            // Equal numbers can differ in the sign of nothing: the text tells.
            assert_eq!(again.to_toml(), written, "seed {seed}");
        }
    }

    #[test]
    fn odd_names_survive() {
        let odd = ["", " ", "a\"b", "\\", "a\tb", "a\nb", "\u{0}\u{1b}\u{7f}\u{85}", "ünïcode \u{1f3b1}", "'''"];
        for name in odd.map(str::to_owned) {
            let table = crate::Table {
                name: Some(name.clone()),
                materials: [(name.clone(), crate::parts::Material::default())].into(),
                bumpers: vec![crate::parts::Bumper { name: Some(name.clone()), ..Default::default() }],
                ..Default::default()
            };
            assert_eq!(as_it_stands(&table.to_toml()).unwrap(), table, "{name:?}");
        }
    }
}
