//! Reading a table file: all its faults at once, each with its place.

use crate::build::{self, BuildFault};
use crate::fault::{Fault, Faults, meant};
use crate::parts::{Ball, Counter, Game, Group, Input, Lamp, Material, Mode, Playfield, Rule};
use crate::record::{Record, stranger};
use crate::syntax;
use crate::table::{FORMAT, PHYSICS, Table, Unit, for_each_part};
use crate::value::{Notes, Value, table_of};
use carom::pinball::Machine;
use core::ops::Range;
use std::collections::BTreeSet;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Bytes: a longer text is refused, before it is taken apart. The largest table known, of 25,000 triangles, has two million.
const MOST_TEXT: usize = 64 << 20;

impl Table {
    /// Reads a table file, and checks that a machine can be built of it.
    ///
    /// # Errors
    /// All faults of the file, with their places.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        Self::load(text).map(|(table, _)| table)
    }

    /// Reads a table file and builds its machine.
    ///
    /// # Errors
    /// All faults of the file, with their places.
    pub fn load(text: &str) -> Result<(Self, Machine), Faults> {
        if text.len() > MOST_TEXT {
            let message = format!("the file is larger than {} MB", MOST_TEXT >> 20);
            return Err(Faults::new("", vec![Fault::new(0..0, message, "cut its meshes down")]));
        }
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            let help =
                format!("begin it with the lines `carom = {FORMAT}`, `physics = \"{PHYSICS}\"` and `units = \"mm\"`");
            return Err(Faults::new(text, vec![Fault::new(0..0, "the file is empty", help)]));
        }
        let (root, syntax) = syntax::parse(text);
        let mut notes = Notes::default();
        let table = read_root(root.get_ref(), &mut notes);
        let (machine, mut faults) = build::build(&table, &notes.names);
        // What could not be read stands there as a default one: its faults are told already.
        let broken: BTreeSet<(&str, usize)> = notes.broken.iter().copied().collect();
        faults.retain(|fault| !broken.contains(&(fault.kind, fault.index)));
        notes.faults.extend(faults.iter().map(|fault| placed(fault, root.get_ref())));
        let faults = syntax::join(text, syntax, notes);
        match machine {
            Some(machine) if faults.is_empty() => Ok((table, machine)),
            _ => Err(Faults::new(text, faults)),
        }
    }
}

/// Scripted inputs by themselves: a file with nothing but `[[input]]`, for a table that is there already.
///
/// # Errors
/// All faults of the file, with their places. Names of parts are checked against `table`.
pub fn parse_inputs(text: &str, table: &Table) -> Result<Vec<Input>, Faults> {
    let (root, syntax) = syntax::parse(text);
    let mut notes = Notes::default();
    for (key, _) in root.get_ref() {
        if key.get_ref() != Input::KEY {
            stranger(key, "a file of inputs", &[Input::KEY], &mut notes);
            if let Some(fault) = notes.faults.last_mut().filter(|fault| !fault.help.contains("did you mean")) {
                fault.help = format!("it has `[[{}]]` and nothing else", Input::KEY);
            }
        }
    }
    let inputs = read_list::<Input>(root.get_ref(), &mut notes);
    if syntax.is_empty() && notes.is_empty() {
        let with = Table { inputs: inputs.clone(), ..table.clone() };
        let faults = build::check(&with, &[]).into_iter().filter(|fault| fault.kind == Input::KEY);
        notes.faults.extend(faults.map(|fault| placed(&fault, root.get_ref())));
    }
    let faults = syntax::join(text, syntax, notes);
    if faults.is_empty() { Ok(inputs) } else { Err(Faults::new(text, faults)) }
}

/// The fields of a file that are not parts.
const HEAD: [&str; 9] = ["carom", "physics", "name", "about", "author", "units", "playfield", "materials", "game"];

macro_rules! define_reader {
    ($($field:ident: $type:ident,)*) => {
        /// The names of all tables and fields at the top of a file.
        pub(crate) fn known_keys() -> Vec<&'static str> {
            let mut keys = HEAD.to_vec();
            keys.extend([Group::KEY, $(<crate::parts::$type as Record>::KEY,)* Ball::KEY, Lamp::KEY]);
            keys.extend([Counter::KEY, Mode::KEY, Rule::KEY, Input::KEY]);
            keys
        }

        fn read_root(root: &DeTable<'_>, notes: &mut Notes) -> Table {
            let known = known_keys();
            for (key, _) in root {
                if !known.contains(&key.get_ref().as_ref()) {
                    stranger(key, "a table file", &known, notes);
                }
            }
            let format = versions(root, notes);
            let units = units(root, notes);
            let name = text_field(root, "name", notes);
            let about = text_field(root, "about", notes);
            let author = text_field(root, "author", notes);
            let playfield = read_one::<Playfield>(root, notes);
            let game = read_one::<Game>(root, notes);
            let materials = read_materials(root, notes);
            let groups = read_list::<Group>(root, notes);
            $(let $field = read_list::<crate::parts::$type>(root, notes);)*
            let balls = read_list::<Ball>(root, notes);
            let lamps = read_list::<Lamp>(root, notes);
            let counters = read_list::<Counter>(root, notes);
            let modes = read_list::<Mode>(root, notes);
            let rules = read_list::<Rule>(root, notes);
            let inputs = read_list::<Input>(root, notes);
            let table = Table {
                name, about, author, units: units.unwrap_or_default(), playfield, materials, game, groups,
                $($field,)* balls, lamps, counters, modes, rules, inputs,
            };
            if let (Some((1, span)), Some(what)) = (format, table.second_format()) {
                let message = format_args!("this is format 1, but {what}, which format 1 does not know");
                notes.fault(span, message, "write `carom = 2`");
            }
            table
        }
    };
}
for_each_part!(define_reader);

/// Looks at the versions; gives that of the format, and where it stands, if it is known.
fn versions(root: &DeTable<'_>, notes: &mut Notes) -> Option<(u64, Range<usize>)> {
    physics(root, notes);
    let Some(value) = root.get("carom") else {
        let message = format_args!("the file does not say `carom = {FORMAT}`");
        notes.missing(0..0, message, format_args!("begin it with a line `carom = {FORMAT}`"));
        return None;
    };
    let DeValue::Integer(number) = value.get_ref() else {
        let help = format_args!("write `carom = {FORMAT}`, a whole number without quotes");
        notes.fault(value.span(), "this is no version of the file format", help);
        return None;
    };
    let known = (1..=FORMAT).find(|format| number.to_string() == format.to_string());
    if known.is_none() {
        let message = format_args!("this is format {number}, but this Carom reads formats 1 to {FORMAT}");
        let help = format_args!("a newer Carom may read it; else write `carom = {FORMAT}`");
        notes.fault(value.span(), message, help);
    }
    known.map(|format| (format, value.span()))
}

/// The first physics that tables were made for.
const FIRST_PHYSICS: &str = "2026.1";

/// Is it a version of the physics that this Carom has, or had?
fn is_known(text: &str) -> bool {
    let numbers = |text: &str| -> Option<(u16, u16)> {
        let (year, number) = text.split_once('.')?;
        let number: u16 = number.parse().ok()?;
        let year: u16 = year.parse().ok()?;
        // One version has one way of writing.
        (format!("{year}.{number}") == text).then_some((year, number))
    };
    let known = numbers(text);
    known.is_some() && numbers(FIRST_PHYSICS) <= known && known <= numbers(PHYSICS)
}

fn physics(root: &DeTable<'_>, notes: &mut Notes) {
    match root.get("physics") {
        None => {
            let help = format_args!("add a line `physics = \"{PHYSICS}\"`");
            notes.missing(0..0, "the file does not say for which physics it was made", help);
        }
        Some(value) => match value.get_ref().as_str() {
            Some(text) if is_known(text) => {}
            Some(other) => notes.fault(
                value.span(),
                format_args!("this Carom has no physics \"{}\"", other.escape_debug()),
                format_args!("it has \"{PHYSICS}\", and reads tables of \"{FIRST_PHYSICS}\" and all between"),
            ),
            None => {
                let help = format_args!("write `physics = \"{PHYSICS}\"`, in quotes");
                notes.fault(value.span(), "this is no version of the physics", help);
            }
        },
    }
}

fn units(root: &DeTable<'_>, notes: &mut Notes) -> Option<Unit> {
    let Some(value) = root.get("units") else {
        let help = "add a line `units = \"mm\"` (or \"m\", \"in\", \"vp\")";
        notes.missing(0..0, "the file does not say in which unit its lengths are", help);
        return None;
    };
    // Other units are too near to the known ones for a guess by their letters: "cm" is not a misspelt "mm".
    let help = match value.get_ref().as_str().map(str::to_lowercase).as_deref() {
        Some("cm") => "write `units = \"mm\"` and ten times the numbers, or \"m\" and a hundredth of them",
        Some("inch" | "inches" | "\"" | "''" | "″") => "write `units = \"in\"` for inches",
        Some("millimeter" | "millimeters" | "millimetre" | "millimetres") => "write `units = \"mm\"`",
        Some("meter" | "meters" | "metre" | "metres") => "write `units = \"m\"`",
        Some("vpu" | "vpx" | "visual pinball") => "write `units = \"vp\"`",
        Some("ft" | "foot" | "feet") => "write `units = \"in\"` and twelve times the numbers",
        _ => return Unit::read(value, notes),
    };
    notes.fault(value.span(), "this unit is not known", help);
    None
}

fn text_field(root: &DeTable<'_>, name: &str, notes: &mut Notes) -> Option<String> {
    root.get(name).and_then(|value| String::read(value, notes))
}

/// A table of which a file has one at most: as it is read, or the default one.
fn read_one<R: Record>(root: &DeTable<'_>, notes: &mut Notes) -> R {
    let Some(value) = root.get(R::KEY) else { return R::default() };
    let (why, help) =
        (format!("there is one {} only", R::KEY), format!("begin it with `[{}]`, in one bracket", R::KEY));
    let table = table_of(value, notes, &why, &help);
    table.and_then(|table| R::read_table(table, value.span(), notes)).unwrap_or_else(|| {
        notes.broken.push((R::KEY, 0));
        R::default()
    })
}

/// Those of a list of tables that can be read; the faults of the others are noted.
fn read_list<R: Record>(root: &DeTable<'_>, notes: &mut Notes) -> Vec<R> {
    let Some(value) = root.get(R::KEY) else { return Vec::new() };
    let list = match value.get_ref() {
        DeValue::Array(list) => list,
        other => {
            let message =
                format_args!("this is {}, but there can be several of `{}`", crate::value::called(other), R::KEY);
            let help =
                format_args!("begin each with a line `[[{}]]`, in two brackets; its name is a field `name`", R::KEY);
            notes.fault(value.span(), message, help);
            return Vec::new();
        }
    };
    let mut read = Vec::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        let table = table_of(
            item,
            notes,
            &format!("a {} has fields", R::KEY),
            &format!("begin it with a line `[[{}]]` and write its fields under it", R::KEY),
        );
        let one = table.and_then(|table| R::read_table(table, item.span(), notes));
        read.push(one.unwrap_or_else(|| {
            notes.broken.push((R::KEY, index));
            let name = table.and_then(|table| table.get("name")).and_then(|name| name.get_ref().as_str());
            notes.names.extend(name.map(str::to_owned));
            R::default()
        }));
    }
    read
}

fn read_materials(root: &DeTable<'_>, notes: &mut Notes) -> std::collections::BTreeMap<String, Material> {
    let Some(value) = root.get(Material::KEY) else { return Default::default() };
    let Some(table) =
        table_of(value, notes, "materials have names", "begin each with `[materials.NAME]`, in one bracket")
    else {
        return Default::default();
    };
    let mut materials = std::collections::BTreeMap::new();
    for (name, value) in table {
        let one = table_of(
            value,
            notes,
            "a material has fields",
            "begin it with `[materials.NAME]` and write its fields under it",
        );
        if let Some(material) = one.and_then(|table| Material::read_table(table, value.span(), notes)) {
            materials.insert(name.get_ref().to_string(), material);
        }
    }
    materials
}

/// A fault of meaning, put where it stands in the file.
fn placed(fault: &BuildFault, root: &DeTable<'_>) -> Fault {
    let span = span_of(fault, root).unwrap_or(0..0);
    Fault::new(span, &fault.message, &fault.help)
}

fn span_of(fault: &BuildFault, root: &DeTable<'_>) -> Option<Range<usize>> {
    let value = root.get(fault.kind)?;
    let item: &Spanned<DeValue<'_>> = match value.get_ref() {
        DeValue::Array(list) => list.get(fault.index)?,
        _ => value,
    };
    let DeValue::Table(table) = item.get_ref() else { return Some(item.span()) };
    if fault.kind == Material::KEY {
        return table.get(fault.field.as_str()).map(Spanned::span).or(Some(item.span()));
    }
    if let Some(value) = table.get(fault.field.as_str()) {
        return Some(value.span());
    }
    // One of a list: "when[2]".
    if let Some((field, number)) = fault.field.strip_suffix(']').and_then(|field| field.split_once('[')) {
        let value = table.get(field)?;
        let item = number.parse::<usize>().ok().and_then(|number| value.get_ref().as_array()?.get(number));
        return Some(item.unwrap_or(value).span());
    }
    // The engine names what is wrong in words: the field whose name occurs there is meant.
    let words = fault.message.to_lowercase();
    let named = table.iter().filter(|(key, _)| words.contains(&key.get_ref().replace('_', " ")));
    let longest = named.max_by_key(|(key, _)| key.get_ref().len());
    longest.map(|(_, value)| value.span()).or(Some(item.span()))
}

/// How often words may be held against each other to guess what was meant: a moment's work. Of very many faults nobody reads
/// more than the first, and a file that names thousands of things that are not there, of thousands that are, would else take
/// minutes.
const MOST_GUESSES: usize = 50_000;

/// Says what may have been meant by names that are not there, as long as there are not too many.
pub(crate) struct Guesses {
    left: usize,
}

impl Default for Guesses {
    fn default() -> Self {
        Self { left: MOST_GUESSES }
    }
}

impl Guesses {
    /// A name that is not there, and what may have been meant.
    pub(crate) fn did_you_mean(&mut self, name: &str, known: &[&str]) -> String {
        let near = match self.left.checked_sub(known.len()) {
            Some(left) => {
                self.left = left;
                meant(name, known.iter().copied())
            }
            None => None,
        };
        match near {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "give the name of one that is in the file".to_owned(),
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// What stands in a text, whether or not a machine can be built of it.
    pub(crate) fn as_it_stands(text: &str) -> Result<Table, String> {
        let (root, syntax) = DeTable::parse_recoverable(text);
        let mut notes = Notes::default();
        let table = read_root(root.get_ref(), &mut notes);
        if let Some(error) = syntax.first() {
            return Err(error.to_string());
        }
        let faults = syntax::join(text, Vec::new(), notes);
        if faults.is_empty() { Ok(table) } else { Err(Faults::new(text, faults).to_string()) }
    }
}
