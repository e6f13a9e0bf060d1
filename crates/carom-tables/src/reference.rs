//! What can stand in a table file, told to people and to editors. Both come from the same descriptions as the reader, so they
//! cannot disagree with it.

use crate::outline::{Bend, Corner};
use crate::parts::{Ball, Counter, Game, Go, Group, Input, Key, Lamp, Material, Mode, Pace, Playfield, Pose, Rule};
use crate::record::{FieldInfo, Record};
use crate::table::{FORMAT, PHYSICS, Unit, for_each_part};
use crate::value::Value as _;
use core::fmt::Write as _;
use serde_json::{Value as Json, json};

/// A kind of table in a file, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordInfo {
    /// Its name in a file.
    pub key: &'static str,
    /// How it begins in a file.
    pub header: String,
    /// What it is.
    pub about: String,
    /// Its fields.
    pub fields: Vec<FieldInfo>,
}

fn info<R: Record>(header: &str) -> RecordInfo {
    RecordInfo { key: R::KEY, header: header.to_owned(), about: R::about(), fields: R::fields() }
}

macro_rules! define_reference {
    ($($field:ident: $type:ident,)*) => {
        /// Everything that can stand in a table file, in the order of the reference.
        pub fn records() -> Vec<RecordInfo> {
            let mut all = vec![info::<Playfield>("[playfield]"), info::<Material>("[materials.NAME]")];
            all.push(info::<Group>("[[group]]"));
            $(
                let key = <crate::parts::$type as Record>::KEY;
                all.push(info::<crate::parts::$type>(&format!("[[{key}]]")));
            )*
            all.push(info::<Ball>("[[ball]]"));
            all.push(info::<Lamp>("[[lamp]]"));
            all.push(info::<Game>("[game]"));
            all.push(info::<Counter>("[[counter]]"));
            all.push(info::<Mode>("[[mode]]"));
            all.push(info::<Rule>("[[rule]]"));
            all.push(info::<Input>("[[input]]"));
            all
        }

        /// The JSON Schema of table files: editors complete and check with it.
        pub fn schema() -> Json {
            let mut properties = serde_json::Map::new();
            let mut put = |key: &str, schema: Json| {
                properties.insert(key.to_owned(), schema);
            };
            let formats: Vec<u64> = (1..=FORMAT).collect();
            put("carom", json!({ "enum": formats, "description": "The version of the file format." }));
            let about = format!("The physics for which the table was made; the present one is {PHYSICS}.");
            put("physics", json!({ "type": "string", "pattern": "^20[0-9]{2}\\.[1-9][0-9]*$", "description": about }));
            put("name", json!({ "type": "string", "description": "What the table is called." }));
            put("about", json!({ "type": "string", "description": "What it is, in a sentence or two." }));
            put("author", json!({ "type": "string", "description": "Who made it." }));
            let mut unit = Unit::schema();
            unit["description"] = json!("The unit of all lengths in the file.");
            put("units", unit);
            put(Playfield::KEY, Playfield::schema_of());
            put(Material::KEY, json!({ "type": "object", "additionalProperties": Material::schema_of() }));
            put(Group::KEY, json!({ "type": "array", "items": Group::schema_of() }));
            $(
                let part = <crate::parts::$type as Record>::schema_of();
                put(<crate::parts::$type as Record>::KEY, json!({ "type": "array", "items": part }));
            )*
            put(Ball::KEY, json!({ "type": "array", "items": Ball::schema_of() }));
            put(Lamp::KEY, json!({ "type": "array", "items": Lamp::schema_of() }));
            put(Game::KEY, Game::schema_of());
            put(Counter::KEY, json!({ "type": "array", "items": Counter::schema_of() }));
            put(Mode::KEY, json!({ "type": "array", "items": Mode::schema_of() }));
            put(Rule::KEY, json!({ "type": "array", "items": Rule::schema_of() }));
            put(Input::KEY, json!({ "type": "array", "items": Input::schema_of() }));
            json!({
                "$schema": "http://json-schema.org/draft-07/schema#",
                "title": "A Carom table",
                "type": "object",
                "properties": properties,
                "required": ["carom", "physics", "units"],
                "additionalProperties": false,
            })
        }
    };
}
for_each_part!(define_reference);

/// The reference in Markdown: a table of fields for everything that can stand in a file.
pub fn reference() -> String {
    let mut text = String::new();
    let group = Group::fields();
    for record in records() {
        _ = writeln!(text, "### `{}`\n\n{}\n", record.header, record.about);
        // What parts say of their place is told once, where a group says it.
        let (placing, own): (Vec<_>, Vec<_>) =
            record.fields.into_iter().partition(|field| record.key != Group::KEY && group.contains(field));
        fields(&mut text, &own);
        let placing: Vec<String> =
            placing.iter().filter(|field| field.name != "name").map(|field| format!("`{}`", field.name)).collect();
        if !placing.is_empty() {
            _ = writeln!(text, "Its place, as of a [group](#group): {}.\n", placing.join(", "));
        }
    }
    text += "### A place on a group's path\n\nA table with these fields:\n\n";
    fields(&mut text, &Key::fields());
    text += "### A point of an outline\n\n`[x, y]`, or a table with these fields:\n\n";
    fields(&mut text, &Corner::fields());
    text += "### A point of a ramp\n\n`[x, y]`, `[x, y, z]`, or a table with these fields:\n\n";
    fields(&mut text, &Bend::fields());
    for one in [info::<Go>("go"), info::<Pose>("pose"), info::<Pace>("velocity")] {
        _ = writeln!(text, "### `{}` of a rule\n\n{}\n", one.header, one.about);
        fields(&mut text, &one.fields);
    }
    text
}

fn fields(text: &mut String, fields: &[FieldInfo]) {
    _ = writeln!(text, "| field | value | default | meaning |\n|---|---|---|---|");
    for field in fields {
        let kind = if field.words.is_empty() { field.kind.clone() } else { "word, see below".to_owned() };
        let default = match field.default {
            None => "**must be said**".to_owned(),
            Some("none") => String::new(),
            Some(default) => format!("`{default}`"),
        };
        _ = writeln!(text, "| `{}` | {kind} | {default} | {} |", field.name, field.about);
    }
    for field in fields.iter().filter(|field| !field.words.is_empty()) {
        let words: Vec<String> = field.words.iter().map(|(word, about)| format!("`\"{word}\"`: {about}")).collect();
        _ = writeln!(text, "\nWords for `{}`:\n\n- {}", field.name, words.join("\n- "));
    }
    text.push('\n');
}
