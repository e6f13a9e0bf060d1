//! A table out of a `.vpx` file: streams out of the container, through the sieve, read by `vpin`.
//!
//! Meshes and names are read here and not by `vpin`: it would unpack a mesh to whatever size the file makes it, and the name
//! is wanted of items that cannot be read as well.

use crate::biff;
use crate::container::Container;
use crate::decode;
use crate::error::Error;
use crate::items::{self, Found, FoundItem};
use crate::kind::Kind;
use crate::mesh::{MOST_OF_ALL, MeshData};
use crate::quiet::caught;
use crate::sieve;
use serde_json::{Map, Value, json};
use std::panic::AssertUnwindSafe;
use vpin::vpx::version::Version;
use vpin::vpx::{gamedata, gameitem};

/// Items of the largest table that is read.
pub(crate) const MOST_ITEMS: usize = 100_000;

/// Reads a `.vpx` file.
pub(crate) fn read(bytes: &[u8]) -> Result<Found, Error> {
    let container = Container::read(bytes)?;
    let mut found = Found { notes: container.notes.clone(), ..Found::default() };
    let version = container.stream("GameStg/Version").ok().flatten();
    found.version = version.as_deref().and_then(biff::split_u32).map(|(version, _)| version);
    let stated = read_table(&container, &mut found)?;
    for (path, name) in [("TableInfo/TableName", &mut found.name), ("TableInfo/AuthorName", &mut found.author)] {
        let text = container.stream(path).ok().flatten().map(|raw| raw_wide(&raw)).filter(|text| !text.is_empty());
        *name = text.or(name.take());
    }
    let mut numbers: Vec<usize> = container.paths().filter_map(|path| number_of(path, "GameStg/GameItem")).collect();
    numbers.sort_unstable();
    if numbers.len() > MOST_ITEMS {
        return Err(Error::TooLarge(format!("{} items; the most is {MOST_ITEMS}", numbers.len())));
    }
    found.collections = container.paths().filter(|path| number_of(path, "GameStg/Collection").is_some()).count();
    let missing = stated.map_or(0, |stated| stated.saturating_sub(numbers.iter().filter(|&&n| n < stated).count()));
    if missing > 0 {
        found.notes.push(format!("the table should have {missing} items more than the file holds"));
    }
    let mut mesh_left = MOST_OF_ALL;
    for number in numbers {
        let mut item = read_item(&container, number, &mut mesh_left);
        if stated.is_some_and(|stated| number >= stated) {
            item.item = Err("the table does not count it among its items".into());
        }
        found.items.push(item);
    }
    Ok(found)
}

/// The table's own numbers and materials. How many items it says it has, if it can be read.
fn read_table(container: &Container<'_>, found: &mut Found) -> Result<Option<usize>, Error> {
    let Some(stream) = container.stream("GameStg/GameData").transpose() else {
        return Err(Error::NotATable("it is a compound file, but has no stream GameStg/GameData".into()));
    };
    // A table whose own numbers are damaged still has its parts.
    let lost = |why: &dyn std::fmt::Display| format!("the table's own numbers are lost, defaults are taken: {why}");
    let stream = match stream {
        Ok(stream) => stream,
        Err(error) => {
            found.notes.push(lost(&error));
            return Ok(None);
        }
    };
    let records = match biff::records(&stream) {
        Ok(records) => records,
        Err(why) => {
            found.notes.push(lost(&why));
            return Ok(None);
        }
    };
    let sieved = sieve::table(&records);
    found.notes.extend(sieved.notes.iter().map(|note| format!("the table: {note}")));
    let version = Version::new(found.version.unwrap_or(1080));
    let data = match caught(AssertUnwindSafe(|| gamedata::read_all_gamedata_records(&sieved.stream, &version))) {
        Ok(data) => data,
        Err(why) => {
            found.notes.push(lost(&why));
            return Ok(None);
        }
    };
    let has = |tag: &[u8; 4]| sieved.tags.contains(tag);
    let fields = [
        (b"LEFT", "left", json!(data.left)),
        (b"TOPX", "top", json!(data.top)),
        (b"RGHT", "right", json!(data.right)),
        (b"BOTM", "bottom", json!(data.bottom)),
        (b"GLAS", "glass_top_height", json!(data.glass_top_height)),
        (b"GLAB", "glass_bottom_height", json!(data.glass_bottom_height)),
        (b"SLOP", "angle_tilt_min", json!(data.angle_tilt_min)),
        (b"SLPX", "angle_tilt_max", json!(data.angle_tilt_max)),
        (b"GAVT", "gravity", json!(data.gravity)),
        (b"ELAS", "elasticity", json!(data.elasticity)),
        (b"ELFA", "elastic_falloff", json!(data.elastic_falloff)),
        (b"FRCT", "friction", json!(data.friction)),
        (b"PFSC", "scatter", json!(data.scatter)),
        (b"SCAT", "default_scatter", json!(data.default_scatter)),
        (b"TDFT", "global_difficulty", json!(data.global_difficulty)),
        (b"ORRP", "override_physics", json!(data.override_physics)),
        (b"ORPF", "override_physics_flipper", json!(data.override_physics_flipper)),
        (b"NAME", "name", json!(data.name)),
    ];
    // What is not in the file takes Visual Pinball's defaults and not vpin's.
    let said: Map<String, Value> =
        fields.into_iter().filter(|(tag, ..)| has(tag)).map(|(_, name, value)| (name.to_owned(), value)).collect();
    let (table, name, notes) = items::table_data(&Value::Object(said));
    (found.table, found.name) = (table, name);
    found.notes.extend(notes.into_iter().map(|note| format!("the table: {note}")));
    let surface = |name: &str, e: f32, falloff: f32, friction: f32, scatter: f32| {
        items::material(&json!({
            "name": name, "elasticity": e, "elasticity_falloff": falloff, "friction": friction, "scatter_angle": scatter
        }))
    };
    let old = data.materials_physics_old.iter().flatten();
    let old = old.map(|m| surface(&m.name, m.elasticity, m.elasticity_falloff, m.friction, m.scatter_angle));
    let new = data.materials.iter().flatten();
    let new = new.map(|m| surface(&m.name, m.elasticity, m.elasticity_falloff, m.friction, m.scatter_angle));
    // Files of 10.8 hold both for older versions' sake; the new ones count.
    found.materials = new.chain(old).flatten().collect();
    Ok(has(b"SEDT").then_some(data.gameitems_size as usize))
}

fn read_item(container: &Container<'_>, number: usize, mesh_left: &mut usize) -> FoundItem {
    let source = format!("GameItem{number}");
    let unread =
        |kind, name, why: String| FoundItem { source: source.clone(), kind, name, item: Err(why), notes: Vec::new() };
    let stream = match container.stream(&format!("GameStg/{source}")) {
        Ok(Some(stream)) => stream,
        Ok(None) => return unread(Kind::Unknown(u32::MAX), String::new(), "its stream is missing".into()),
        Err(error) => return unread(Kind::Unknown(u32::MAX), String::new(), error.to_string()),
    };
    let Some((code, body)) = biff::split_u32(&stream) else {
        return unread(
            Kind::Unknown(u32::MAX),
            String::new(),
            format!("its stream of {} bytes is too short", stream.len()),
        );
    };
    let kind = Kind::of_number(code);
    let name = biff::name(body);
    if kind == Kind::Light {
        let (item, notes) = decode::item(kind, &light(body), || Ok(None));
        return FoundItem { source, kind, name, item, notes };
    }
    if !kind.is_physical() && kind != Kind::PartGroup {
        return FoundItem { source, kind, name, item: Ok(None), notes: Vec::new() };
    }
    let records = match biff::records(body) {
        Ok(records) => records,
        Err(why) => return unread(kind, name, why),
    };
    let sieved = sieve::item(kind, code, &records);
    let read = caught(AssertUnwindSafe(|| serde_json::to_value(gameitem::read(&sieved.stream))));
    let mut fields = match read {
        Ok(Ok(Value::Object(outer))) => match outer.into_iter().next() {
            Some((_, Value::Object(fields))) => fields,
            _ => return unread(kind, name, "it holds nothing".into()),
        },
        Ok(Ok(_)) => return unread(kind, name, "it holds nothing".into()),
        Ok(Err(error)) => return unread(kind, name, error.to_string()),
        Err(why) => return unread(kind, name, why),
    };
    for (_, _, field) in NOT_VPINS.iter().filter(|(of, tag, _)| *of == kind && !sieved.tags.contains(tag)) {
        fields.remove(*field);
    }
    // vpin does not keep the group of a group.
    if let Some(group) = records.iter().find(|record| &record.tag == b"GRUP").and_then(|record| biff::text(record.data))
    {
        let letters: String = group.iter().map(|&letter| char::from(letter)).collect();
        fields.insert("part_group_name".into(), Value::String(letters));
    }
    let (item, notes) = decode::item(kind, &fields, || MeshData::from_records(&records, mesh_left));
    FoundItem { source, kind, name, item, notes: [sieved.notes, notes].concat() }
}

/// What is wanted of a light: no more than four of its records, so that nothing else in it can be wrong.
fn light(body: &[u8]) -> Map<String, Value> {
    let mut fields = Map::new();
    let real = |data: &[u8]| data.first_chunk().map(|four| f32::from_le_bytes(*four));
    for record in biff::records(body).unwrap_or_default() {
        let (name, value) = match (&record.tag, record.data) {
            (b"VCEN", data) => match (real(data), data.get(4..).and_then(real)) {
                (Some(x), Some(y)) => ("center", json!({ "x": x, "y": y })),
                _ => continue,
            },
            (b"RADI", data) => match real(data) {
                Some(radius) => ("falloff_radius", json!(radius)),
                None => continue,
            },
            (b"COLR", [red, green, blue, ..]) => ("color", json!(format!("#{red:02x}{green:02x}{blue:02x}"))),
            (b"BGLS", [flag, ..]) => ("is_backglass", json!(*flag != 0)),
            _ => continue,
        };
        fields.insert(name.to_owned(), value);
    }
    fields
}

/// Fields for which vpin has other defaults than Visual Pinball, or a default where there must be none.
const NOT_VPINS: [(Kind, &[u8; 4], &str); 28] = [
    (Kind::Flipper, b"VCEN", "center"),
    (Kind::Plunger, b"VCEN", "center"),
    (Kind::Bumper, b"VCEN", "center"),
    (Kind::Trigger, b"VCEN", "center"),
    (Kind::Kicker, b"VCEN", "center"),
    (Kind::Gate, b"VCEN", "center"),
    (Kind::Spinner, b"VCEN", "center"),
    (Kind::Ball, b"VCEN", "pos"),
    (Kind::Primitive, b"VPOS", "position"),
    (Kind::HitTarget, b"VPOS", "position"),
    (Kind::Plunger, b"SPDP", "speed_pull"),
    (Kind::Kicker, b"KHAC", "hit_accuracy"),
    (Kind::Gate, b"TWWA", "two_way"),
    (Kind::Primitive, b"HTEV", "hit_event"),
    (Kind::Ramp, b"ELAS", "elasticity"),
    (Kind::Ramp, b"RFCT", "friction"),
    (Kind::Ramp, b"RSCT", "scatter"),
    (Kind::Rubber, b"ELAS", "elasticity"),
    (Kind::Rubber, b"ELFO", "elasticity_falloff"),
    (Kind::Rubber, b"RFCT", "friction"),
    (Kind::Rubber, b"RSCT", "scatter"),
    (Kind::HitTarget, b"ELAS", "elasticity"),
    (Kind::HitTarget, b"ELFO", "elasticity_falloff"),
    (Kind::HitTarget, b"RFCT", "friction"),
    (Kind::HitTarget, b"RSCT", "scatter"),
    (Kind::HitTarget, b"DRSP", "drop_speed"),
    (Kind::PartGroup, b"SPRF", "space_reference"),
    (Kind::Plunger, b"MPRK", "park_position"),
];

/// The number at the end of a path that begins so.
fn number_of(path: &str, before: &str) -> Option<usize> {
    let (start, end) = path.split_at_checked(before.len())?;
    let digits = start.eq_ignore_ascii_case(before) && end.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| end.parse().ok()).flatten()
}

/// Text of two bytes a letter and nothing else.
fn raw_wide(raw: &[u8]) -> String {
    let letters: Vec<u16> =
        raw.chunks_exact(2).take(1000).filter_map(|two| two.first_chunk().map(|b| u16::from_le_bytes(*b))).collect();
    String::from_utf16_lossy(&letters).trim_matches(['\0', ' ']).to_owned()
}
