//! Writing a table file. What is written reads back to the same table, bit for bit.

use crate::parts::{Ball, Input, Material, Playfield};
use crate::record::Record;
use crate::table::{FORMAT, PHYSICS, Table, for_each_part};
use crate::value::{Value, quoted};
use core::fmt::Write as _;

macro_rules! define_writer {
    ($($field:ident: $type:ident,)*) => {
        impl Table {
            /// The table as a file.
            pub fn to_toml(&self) -> String {
                let mut text = format!("carom = {FORMAT}\nphysics = \"{PHYSICS}\"\n");
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
                $(
                    for part in &self.$field {
                        put(&mut text, &format!("[[{}]]", <crate::parts::$type as Record>::KEY), part);
                    }
                )*
                for ball in &self.balls {
                    put(&mut text, &format!("[[{}]]", Ball::KEY), ball);
                }
                for input in &self.inputs {
                    put(&mut text, &format!("[[{}]]", Input::KEY), input);
                }
                text
            }
        }
    };
}
for_each_part!(define_writer);

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
