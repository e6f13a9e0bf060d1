//! Tables in a file: by name, by another file, or with all their cushions.

use crate::MOST_BYTES;
use crate::fault::{Fault, Faults, shown, suggestion};
use crate::record::{Field, Range, Record};
use crate::tree::Tree;
use carom::DVec2;
use carom::billiards::{Jaw, Pocket, PocketSpec, Rail, Table};
use serde_json::{Value, json};

/// Brings the text of a file that a shot names, or says why not.
pub(crate) type Fetch<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

/// Rails, jaws and pockets at most, of each.
const MOST_PARTS: usize = 1000;
/// Where things may be, m.
const PLACES: Range = (-2e4, 2e4);
/// How far a unit vector may be from its length, and from a right angle with its rail.
const SQUARE: f64 = 1e-9;

/// Reads a table's own file: the object that may stand under `table` in a shot.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_table(text: &str) -> Result<Table, Vec<Fault>> {
    let mut faults = Faults::default();
    let table = parse(text, "", &mut faults).and_then(|tree| table_of(&Field::new("", &tree), None, &mut faults));
    match table {
        Some(table) => faults.or(table),
        None => Err(faults.or(()).err().unwrap_or_default()),
    }
}

/// The table as an object with all its parts (a built-in one too).
pub fn write_table(table: &Table) -> Value {
    let rail = |rail: &Rail| json!({"name": rail.name, "from": rail.from.to_array(), "to": rail.to.to_array(), "inward": rail.inward.to_array()});
    let jaw = |jaw: &Jaw| json!({"name": jaw.name, "centre": jaw.centre.to_array(), "radius": jaw.radius});
    let pocket = |pocket: &Pocket| json!({"name": pocket.name, "centre": pocket.centre.to_array(), "radius": pocket.radius, "depth": pocket.depth});
    json!({
        "name": table.name,
        "width": table.width,
        "length": table.length,
        "nose_height": table.nose_height,
        "cushion_width": table.cushion_width,
        "rails": table.rails.iter().map(rail).collect::<Vec<_>>(),
        "jaws": table.jaws.iter().map(jaw).collect::<Vec<_>>(),
        "pockets": table.pockets.iter().map(pocket).collect::<Vec<_>>(),
    })
}

/// The name of a built-in table, or all its parts.
pub(crate) fn write_named(table: &Table) -> Value {
    if built_in(&table.name).as_ref() == Some(table) { json!(table.name) } else { write_table(table) }
}

/// What stands under `table`.
pub(crate) fn read_named(field: &Field<'_>, fetch: &mut Fetch<'_>, faults: &mut Faults) -> Option<Table> {
    table_of(field, Some(fetch), faults)
}

/// JSON of a bounded size.
pub(crate) fn parse(text: &str, place: &str, faults: &mut Faults) -> Option<Tree> {
    if text.len() > MOST_BYTES {
        faults.add(place, format_args!("it has {} bytes; at most {MOST_BYTES} are read", text.len()));
        return None;
    }
    // Some editors put a mark before the text.
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(tree) => Some(tree),
        Err(fault) => {
            faults.add(place, format_args!("it is no JSON: {fault}"));
            None
        }
    }
}

fn built_in(name: &str) -> Option<Table> {
    Table::NAMES.contains(&name).then(|| Table::named(name)).flatten()
}

fn table_of(field: &Field<'_>, fetch: Option<&mut Fetch<'_>>, faults: &mut Faults) -> Option<Table> {
    if let Tree::Text(name) = field.tree {
        let table = built_in(name);
        if table.is_none() {
            let hint = suggestion(name, Table::NAMES);
            faults.add(&field.place, format_args!("there is no built-in table `{}`{hint}", shown(name)));
        }
        return table;
    }
    let mut record = field.record(faults)?;
    if record.has("file") {
        let file = record.take("file")?;
        record.finish(faults);
        return from_file(&file, fetch, faults);
    }
    let table = match record.take("pocket_table") {
        Some(figures) => pocket_table(&mut record, &figures, faults),
        None => inline(&mut record, faults),
    };
    record.finish(faults);
    table
}

/// A table with six pockets by its few figures. Angles are in degrees.
fn pocket_table(record: &mut Record<'_>, field: &Field<'_>, faults: &mut Faults) -> Option<Table> {
    let name = own_name(record, faults);
    let mut figures = field.record(faults)?;
    let like = figures.take("like").and_then(|like| like.choice(&POCKET_TABLES, faults));
    let mut spec = like.unwrap_or(PocketSpec::POOL_9);
    for (key, is_angle, place) in FIGURES {
        let own = *place(&mut spec);
        if let Some(field) = figures.take(key) {
            let number = field.number((-1e4, 1e4), faults).unwrap_or(own);
            *place(&mut spec) = if is_angle { number.to_radians() } else { number };
        }
    }
    let before = figures.place().to_owned();
    figures.finish(faults);
    match spec.check().map(|()| spec.build(&name)).and_then(|table| table.check().map(|()| table)) {
        Ok(table) => Some(table),
        Err(error) => {
            faults.add(before, error);
            None
        }
    }
}

const POCKET_TABLES: [(&str, PocketSpec); 4] = [
    ("pool-7", PocketSpec::POOL_7),
    ("pool-8", PocketSpec::POOL_8),
    ("pool-9", PocketSpec::POOL_9),
    ("snooker", PocketSpec::SNOOKER),
];

/// Every figure of a table with pockets: its key, whether it is an angle, and where it stands.
type Figure = (&'static str, bool, fn(&mut PocketSpec) -> &mut f64);
const FIGURES: [Figure; 15] = [
    ("width", false, |spec| &mut spec.width),
    ("length", false, |spec| &mut spec.length),
    ("cushion_width", false, |spec| &mut spec.cushion_width),
    ("nose_height", false, |spec| &mut spec.nose_height),
    ("corner_width", false, |spec| &mut spec.corner_width),
    ("corner_angle", true, |spec| &mut spec.corner_angle),
    ("corner_depth", false, |spec| &mut spec.corner_depth),
    ("corner_radius", false, |spec| &mut spec.corner_radius),
    ("corner_jaw_radius", false, |spec| &mut spec.corner_jaw_radius),
    ("side_width", false, |spec| &mut spec.side_width),
    ("side_angle", true, |spec| &mut spec.side_angle),
    ("side_depth", false, |spec| &mut spec.side_depth),
    ("side_radius", false, |spec| &mut spec.side_radius),
    ("side_jaw_radius", false, |spec| &mut spec.side_jaw_radius),
    ("drop", false, |spec| &mut spec.drop),
];

fn own_name(record: &mut Record<'_>, faults: &mut Faults) -> String {
    record.take("name").and_then(|name| name.name(faults)).unwrap_or_else(|| "custom".to_owned())
}

fn from_file(field: &Field<'_>, fetch: Option<&mut Fetch<'_>>, faults: &mut Faults) -> Option<Table> {
    let name = field.text(faults)?;
    let Some(fetch) = fetch else {
        faults.add(&field.place, "a table's file cannot send on to another file");
        return None;
    };
    match fetch(name) {
        Ok(text) => {
            let place = shown(name);
            let tree = parse(&text, &place, faults)?;
            table_of(&Field::new(place, &tree), None, faults)
        }
        Err(why) => {
            faults.add(&field.place, why);
            None
        }
    }
}

/// A table with all its parts.
fn inline(record: &mut Record<'_>, faults: &mut Faults) -> Option<Table> {
    let name = own_name(record, faults);
    let width = needed(record, "width", "along x, in metres", (0.05, 1e4), faults);
    let length = needed(record, "length", "along y, in metres", (0.05, 1e4), faults);
    let nose_height = needed(record, "nose_height", "of the cushions over the cloth, in metres", (1e-4, 1.0), faults);
    let cushion_width = record.number("cushion_width", 0.05, (0.0, 10.0), faults);
    let has_rails = record.has("rails");
    let middle = DVec2::new(width.unwrap_or_default(), length.unwrap_or_default()) / 2.0;
    let rails = parts(record, "rails", faults, |record, faults| rail(record, middle, faults));
    let jaws = parts(record, "jaws", faults, |record, faults| {
        let centre = needed_place(record, "centre", faults);
        let radius = needed(record, "radius", "in metres", (1e-6, 1e3), faults);
        let name = record.need("name", "of the jaw in reports", faults).and_then(|name| name.name(faults));
        Some(Jaw { name: name?, centre: centre?, radius: radius? })
    });
    let pockets = parts(record, "pockets", faults, |record, faults| {
        let centre = needed_place(record, "centre", faults);
        let radius = needed(record, "radius", "in metres", (1e-3, 1e3), faults);
        let depth = record.number("depth", 0.08, (1e-3, 10.0), faults);
        let name = record.need("name", "of the pocket in reports", faults).and_then(|name| name.name(faults));
        Some(Pocket { name: name?, centre: centre?, radius: radius?, depth })
    });
    unique(record, "rails", rails.iter().map(|rail| rail.name.as_str()), faults);
    unique(record, "jaws", jaws.iter().map(|jaw| jaw.name.as_str()), faults);
    unique(record, "pockets", pockets.iter().map(|pocket| pocket.name.as_str()), faults);
    let (width, length, nose_height) = (width?, length?, nose_height?);
    // A table of which no rails are told has the four that one expects.
    let rails = if has_rails { rails } else { Table::carom(width, length, nose_height, cushion_width).rails };
    Some(Table { name, width, length, nose_height, cushion_width, rails, jaws, pockets })
}

fn rail(record: &mut Record<'_>, middle: DVec2, faults: &mut Faults) -> Option<Rail> {
    let name = record.need("name", "of the rail in reports", faults).and_then(|name| name.name(faults));
    let from = needed_place(record, "from", faults);
    let to = needed_place(record, "to", faults);
    let inward = record.take("inward");
    let (from, to) = (from?, to?);
    let Some(along) = (to - from).try_normalize() else {
        faults.add(record.place(), "`from` and `to` are the same point; a rail needs a length");
        return None;
    };
    let inward = match inward {
        None => {
            let left = along.perp();
            if left.dot(middle - from) < 0.0 { -left } else { left }
        }
        Some(field) => {
            let inward = DVec2::from_array(field.vector::<2>((-2.0, 2.0), faults)?);
            if (inward.length() - 1.0).abs() > SQUARE || inward.dot(along).abs() > SQUARE {
                let why = "it must have the length 1 and stand square on the rail; leave it out, and it points to the \
                           table's middle";
                faults.add(field.place, why);
            }
            inward
        }
    };
    Some(Rail { name: name?, from, to, inward })
}

/// The items of a list of objects. Without the key there are none.
fn parts<T>(
    record: &mut Record<'_>,
    key: &'static str,
    faults: &mut Faults,
    mut read: impl FnMut(&mut Record<'_>, &mut Faults) -> Option<T>,
) -> Vec<T> {
    let items = record.take(key).and_then(|field| field.list(MOST_PARTS, faults)).unwrap_or_default();
    let mut one = |item: Field<'_>| {
        let mut record = item.record(faults)?;
        let part = read(&mut record, faults);
        record.finish(faults);
        part
    };
    items.into_iter().filter_map(&mut one).collect()
}

fn needed(record: &mut Record<'_>, key: &'static str, what: &str, range: Range, faults: &mut Faults) -> Option<f64> {
    record.need(key, what, faults).and_then(|field| field.number(range, faults))
}

fn needed_place(record: &mut Record<'_>, key: &'static str, faults: &mut Faults) -> Option<DVec2> {
    let field = record.need(key, "[x, y] in metres", faults)?;
    field.vector(PLACES, faults).map(DVec2::from_array)
}

fn unique<'a>(record: &Record<'_>, key: &str, names: impl Iterator<Item = &'a str>, faults: &mut Faults) {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        if let [first, second] = pair
            && first == second
        {
            faults.add(record.inside(key), format_args!("two are called `{}`", shown(first)));
        }
    }
}
