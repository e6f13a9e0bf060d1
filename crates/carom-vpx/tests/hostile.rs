//! Files that were damaged on purpose, with what they are made of in mind: an error or a table, never a panic, never for long.
//!
//! `CAROM_FUZZ_SECONDS=600 cargo test --release -p carom-vpx --test hostile -- --nocapture` goes on for ten minutes with
//! each of the two ways in; by itself a fixed number of files is tried. A case is drawn from its number alone, except for
//! the real tables that take part when they are there.

mod support;

use carom::math::rng::Stream;
use carom_vpx::{Error, Import, Outcome, import, import_bytes};
use flate2::{Compression, write::ZlibEncoder};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::{Biff, compound, file, game_data, one_of_each};

/// No file of a few kilobytes may take longer than this, in any build on any machine.
const LONGEST: Duration = Duration::from_secs(20);

#[test]
fn damaged_binary_files_give_an_error_or_a_table() {
    let (whole, real) = (items(), real_tables());
    run(400, |case, dice| {
        let bytes = match dice.bits() % 16 {
            // A real table is large, and most of it is pictures.
            0 if !real.is_empty() => damaged_bytes(pick(&real, dice).clone(), dice),
            _ => damaged_file(&whole, dice),
        };
        judge(case, import_bytes(&bytes))
    });
}

#[test]
fn damaged_folders_give_an_error_or_a_table() {
    let (layout, guests) = (layout(), guests());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("carom-vpx-fuzz");
    run(250, |case, dice| {
        let mut files = layout.clone();
        if !guests.is_empty() {
            for _ in 0..3 {
                let (name, bytes) = pick(&guests, dice).clone();
                files.insert(name, bytes);
            }
            list_all(&mut files);
        }
        for _ in 0..=dice.bits() % 4 {
            damage_layout(&mut files, dice);
        }
        write_layout(&folder, &files);
        play_tricks(&folder, &files, dice);
        judge(case, import(&folder))
    });
}

/// Tries cases until there are enough, and says how it went. A case says whether a table came of it.
fn run(fixed: u64, mut one: impl FnMut(u64, &mut Stream) -> bool) {
    let seconds = std::env::var("CAROM_FUZZ_SECONDS").ok().and_then(|word| word.parse::<u64>().ok());
    let start = Instant::now();
    let (mut tried, mut tables, mut slowest) = (0_u64, 0_u64, (Duration::ZERO, 0));
    while seconds.map_or(tried < fixed, |seconds| start.elapsed() < Duration::from_secs(seconds)) {
        let clock = Instant::now();
        tables += u64::from(one(tried, &mut Stream::new(tried, "hostile")));
        let took = clock.elapsed();
        assert!(took < LONGEST, "case {tried} took {took:?}");
        slowest = slowest.max((took, tried));
        tried += 1;
    }
    println!("{tried} cases, a table of {tables}, slowest {:?} (case {})", slowest.0, slowest.1);
    assert!(tables * 4 > tried, "damage is small mostly: {tables} of {tried} are still tables");
}

/// Whatever comes out: every item is accounted for, the machine can be built and runs, and the table can be written.
fn judge(case: u64, result: Result<Import, Error>) -> bool {
    let Import { table, report } = match result {
        Ok(import) => import,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "case {case}");
            return false;
        }
    };
    for item in &report.items {
        let in_table = matches!(item.outcome, Outcome::Taken | Outcome::Approximated);
        assert_eq!(item.part.is_some(), in_table, "case {case}: {item:?}");
    }
    let mut machine = table.machine().unwrap_or_else(|faults| panic!("case {case}: {faults:?}"));
    for _ in 0..10 {
        machine.tick();
    }
    assert!(machine.balls().all(|ball| machine.position(ball).is_finite()), "case {case}");
    if case.is_multiple_of(8) {
        let again =
            carom_tables::Table::parse(&table.to_toml()).unwrap_or_else(|faults| panic!("case {case}: {faults}"));
        assert_eq!(again, table, "case {case}");
    }
    true
}

fn pick<'a, T>(list: &'a [T], dice: &mut Stream) -> &'a T {
    &list[below(list.len(), dice)]
}

fn below(most: usize, dice: &mut Stream) -> usize {
    (dice.bits() % most.max(1) as u64) as usize
}

/// Numbers that were somebody's undoing once.
fn odd_word(dice: &mut Stream) -> [u8; 4] {
    let odd =
        [0, 1, 3, 4, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFC, 0x00FF_FFFF, 65_536, 1 << 28];
    let float = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 1e-40, 1e30, -1e30, 1e6, -1.0, 0.5];
    match dice.bits() % 4 {
        0 => (dice.bits() as u32).to_le_bytes(),
        1 => pick(&float, dice).to_le_bytes(),
        2 => (dice.between(-2000.0, 2000.0) as f32).to_le_bytes(),
        _ => u32::to_le_bytes(*pick(&odd, dice)),
    }
}

/// Every kind of item, and meshes: packed, plain, and packed to be far larger than they look.
fn items() -> Vec<Biff> {
    let mut points = Vec::new();
    for [x, y, z] in [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        points.extend([x, y, z, 0.0, 0.0, 1.0, 0.0, 0.0].iter().flat_map(|number| number.to_le_bytes()));
    }
    let corners: Vec<u8> = [0u16, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3].iter().flat_map(|k| k.to_le_bytes()).collect();
    let mesh = |name: &str| {
        Biff::item(19, name)
            .floats(b"VPOS", &[500.0, 700.0, 0.0, 0.0])
            .floats(b"VSIZ", &[50.0, 50.0, 50.0, 0.0])
            .whole(b"U3DM", 1)
            .whole(b"M3VN", 4)
    };
    let packed = |bytes: &[u8]| {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let (packed_points, packed_corners) = (packed(&points), packed(&corners));
    let mut items = one_of_each();
    items.push(
        mesh("playfield_mesh")
            .whole(b"M3CY", packed_points.len() as u32)
            .raw(b"M3CX", &packed_points)
            .whole(b"M3FN", 12)
            .whole(b"M3CJ", packed_corners.len() as u32)
            .raw(b"M3CI", &packed_corners)
            .end(),
    );
    items.push(mesh("Plain").raw(b"M3DX", &points).whole(b"M3FN", 12).raw(b"M3DI", &corners).end());
    let bomb = packed(&vec![0; 1 << 20]);
    items.push(mesh("Bomb").raw(b"M3CX", &bomb).whole(b"M3FN", 12).raw(b"M3CI", &bomb).end());
    items
}

/// Where the records of a stream begin: the length of each is there, its tag four bytes on.
fn records(stream: &[u8], first: usize) -> Vec<usize> {
    let (mut at, mut starts) = (first, Vec::new());
    while at + 8 <= stream.len() {
        starts.push(at);
        let length = u32::from_le_bytes(stream[at..at + 4].try_into().unwrap()) as usize;
        at += 4 + length.max(4);
    }
    starts
}

/// Damages records: numbers, lengths, order, whole ones.
fn damage_records(stream: &mut Vec<u8>, first: usize, others: &[Biff], dice: &mut Stream) {
    let starts = records(stream, first);
    let Some(&at) = starts.get(below(starts.len(), dice)) else { return };
    let next = starts.iter().copied().find(|start| *start > at).unwrap_or(stream.len());
    match dice.bits() % 12 {
        0 => stream[at..at + 4].copy_from_slice(&odd_word(dice)),
        1 => {
            stream.drain(at..next);
        }
        2 => {
            let copy = stream[at..next].to_vec();
            for _ in 0..=dice.bits() % 40 {
                stream.splice(at..at, copy.clone());
            }
        }
        3 => {
            // A record of somebody else's.
            let other = &pick(others, dice).0;
            let theirs = records(other, 4);
            let from = *pick(&theirs, dice);
            let to = theirs.iter().copied().find(|start| *start > from).unwrap_or(other.len());
            stream.splice(at..at, other[from..to].iter().copied());
        }
        4 => stream[at + 4 + below(4, dice)] = (dice.bits() % 128) as u8,
        5 => stream.truncate(at + below(12, dice)),
        6 => {
            // Two records change places.
            let record: Vec<u8> = stream.drain(at..next).collect();
            let to = records(stream, first).get(below(starts.len(), dice)).copied().unwrap_or(stream.len());
            stream.splice(to..to, record);
        }
        7 => stream[0..4].copy_from_slice(&(below(40, dice) as u32).to_le_bytes()),
        _ if at + 12 <= next => {
            let numbers = (next - at - 8) / 4;
            let to = at + 8 + 4 * below(numbers, dice);
            stream[to..to + 4].copy_from_slice(&odd_word(dice));
        }
        _ => {}
    }
}

/// A file of damaged items in a damaged container.
fn damaged_file(whole: &[Biff], dice: &mut Stream) -> Vec<u8> {
    let mut items = whole.to_vec();
    for _ in 0..1 + dice.bits() % 8 {
        let k = below(items.len(), dice);
        damage_records(&mut items[k].0, 4, whole, dice);
    }
    if dice.bits().is_multiple_of(4) {
        let (one, other) = (below(items.len(), dice), below(items.len(), dice));
        items.swap(one, other);
    }
    let mut table = game_data(items.len());
    if dice.bits().is_multiple_of(3) {
        damage_records(&mut table.0, 0, whole, dice);
    }
    let mut built = file(&table, &items);
    if dice.bits().is_multiple_of(6) {
        // Streams change places: items where the table's numbers are looked for.
        let mut streams: Vec<(String, Vec<u8>)> = vec![("GameStg/GameData".into(), table.0)];
        streams.extend(items.into_iter().enumerate().map(|(k, item)| (format!("GameStg/GameItem{k}"), item.0)));
        let (one, other) = (below(streams.len(), dice), below(streams.len(), dice));
        let name = std::mem::take(&mut streams[one].0);
        streams[one].0 = std::mem::replace(&mut streams[other].0, name);
        streams.retain(|(name, _)| !name.is_empty());
        built = compound(&streams);
    }
    for _ in 0..(dice.bits() % 8).saturating_sub(4) {
        let at = match dice.bits() % 3 {
            0 => built.fat_at + 4 * below(128, dice),
            1 => built.small_fat_at + 4 * below(128, dice),
            _ => built.directory_at + 128 * below(built.entries.len(), dice) + *pick(&[64, 68, 72, 76, 116, 120], dice),
        };
        if at + 4 <= built.bytes.len() {
            let word = u32::from_le_bytes(odd_word(dice));
            built = built.patched(at, if dice.bits().is_multiple_of(2) { word } else { word % 64 });
        }
    }
    if dice.bits().is_multiple_of(8) { damaged_bytes(built.bytes, dice) } else { built.bytes }
}

/// Bytes that know nothing of what they are in.
fn damaged_bytes(mut bytes: Vec<u8>, dice: &mut Stream) -> Vec<u8> {
    for _ in 0..=dice.bits() % 30 {
        let at = below(bytes.len(), dice);
        match dice.bits() % 40 {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + below(4096, dice)).min(bytes.len());
                bytes[at..end].fill(0xFF);
            }
            2..10 if at + 4 <= bytes.len() => bytes[at..at + 4].copy_from_slice(&odd_word(dice)),
            _ if at < bytes.len() => bytes[at] ^= 1 << (dice.bits() % 8),
            _ => {}
        }
    }
    bytes
}

/// Files of the text layout by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// The layout of the tests, and the kinds that it lacks.
fn layout() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/layout");
    let mut files = Files::new();
    for folder in ["", "gameitems/"] {
        for path in plain_files(&root.join(folder)) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            files.insert(format!("{folder}{name}"), fs::read(&path).unwrap());
        }
    }
    let centre = json!({ "x": 400.0, "y": 900.0 });
    let points: Vec<Value> = [[300.0, 300.0], [380.0, 310.0], [340.0, 380.0]]
        .map(|[x, y]| json!({ "x": x, "y": y, "smooth": true }))
        .to_vec();
    let more = [
        (
            "Kicker",
            json!({ "center": centre, "radius": 25.0, "surface": "Snake", "hit_height": 40.0, "fall_through": true }),
        ),
        ("Trigger", json!({ "center": centre, "shape": "wire_a", "drag_points": points, "hit_height": 50.0 })),
        ("Bumper", json!({ "center": centre, "radius": 45.0, "force": 15.0, "threshold": 1.0 })),
        ("Gate", json!({ "center": centre, "length": 100.0, "rotation": -60.0, "two_way": false, "damping": 0.985 })),
        ("Spinner", json!({ "center": centre, "length": 80.0, "angle_min": 0.0, "angle_max": 90.0 })),
        (
            "Plunger",
            json!({ "center": { "x": 780.0, "y": 1500.0 }, "stroke": 80.0, "speed_fire": 90.0, "surface": "Wire" }),
        ),
        ("Ball", json!({ "pos": { "x": 400.0, "y": 800.0, "z": 25.0 }, "radius": 25.0, "mass": 1.0 })),
        ("PartGroup", json!({ "player_mode_visibility_mask": 1, "space_reference": "inherit" })),
        ("Rubber", json!({ "drag_points": points, "height": 25.0, "thickness": 8 })),
        (
            "Primitive",
            json!({ "position": { "x": 300.0, "y": 300.0, "z": 25.0 }, "size": { "x": 30.0, "y": 30.0, "z": 60.0 },
            "rot_and_tra": [0.0, 0.0, 45.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], "use_3d_mesh": false, "sides": 6 }),
        ),
    ];
    for (kind, mut fields) in more {
        fields["name"] = json!(format!("More{kind}"));
        fields["part_group_name"] = json!("MorePartGroup");
        let name = format!("{kind}.More{kind}.json");
        files.insert(format!("gameitems/{name}"), serde_json::to_vec(&json!({ kind: fields })).unwrap());
    }
    list_all(&mut files);
    files
}

/// The list of items names every file that holds one.
fn list_all(files: &mut Files) {
    let names = files.keys().filter_map(|name| name.strip_prefix("gameitems/"));
    let list: Vec<Value> =
        names.filter(|name| name.ends_with(".json")).map(|name| json!({ "file_name": name })).collect();
    files.insert("gameitems.json".into(), serde_json::to_vec(&list).unwrap());
}

/// Damages one file: its JSON, its mesh, its bytes, or that it is there at all.
fn damage_layout(files: &mut Files, dice: &mut Stream) {
    let names: Vec<String> = files.keys().cloned().collect();
    let name = pick(&names, dice);
    let is_text = name.ends_with(".json");
    let bytes = files.get_mut(name).unwrap();
    match dice.bits() % 16 {
        0 => *bytes = damaged_bytes(std::mem::take(bytes), dice),
        1 => bytes.clear(),
        2 => drop(files.remove(name)),
        3 => {
            // One file with what another holds.
            let other = files[pick(&names, dice)].clone();
            files.insert(name.clone(), other);
        }
        4 => {
            let hostile = [
                "../../Cargo.toml",
                "/etc/passwd",
                "..",
                "",
                ".",
                "gameitems/../../x",
                "C:\\x",
                "a\0b",
                "Wall.json",
                "Wall.Snake.json",
                "Primitive.Tetra.obj",
                "\u{202E}nosj.llaW",
                "Wall..json",
                "Unheard.Of.json",
            ];
            let mut list: Vec<Value> =
                (0..dice.bits() % 40).map(|_| json!({ "file_name": pick(&hostile, dice) })).collect();
            list.push(json!(pick(&hostile, dice)));
            list.extend(names.iter().filter_map(|name| name.strip_prefix("gameitems/")).map(|name| json!(name)));
            files.insert("gameitems.json".into(), serde_json::to_vec(&list).unwrap());
        }
        _ if is_text => {
            if let Ok(mut value) = serde_json::from_slice::<Value>(bytes) {
                for _ in 0..=dice.bits() % 3 {
                    damage_json(&mut value, 0, dice);
                }
                *bytes = serde_json::to_vec(&value).unwrap();
            }
        }
        _ if name.ends_with(".obj") => *bytes = damaged_obj(&String::from_utf8_lossy(bytes), dice).into_bytes(),
        _ => {}
    }
}

/// Changes something somewhere in a value: mostly one of its leaves, and that a number.
fn damage_json(value: &mut Value, depth: u32, dice: &mut Stream) {
    let deeper = depth == 0 || !dice.bits().is_multiple_of(8);
    match value {
        Value::Array(list) if deeper && !list.is_empty() => {
            let k = below(list.len(), dice);
            match dice.bits() % 10 {
                0 => drop(list.remove(k)),
                1 => {
                    let copy = list[k].clone();
                    for _ in 0..=dice.bits() % 30 {
                        list.insert(k, copy.clone());
                    }
                }
                2 => list.truncate(k),
                _ => damage_json(&mut list[k], depth + 1, dice),
            }
        }
        Value::Object(map) if deeper && !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = pick(&keys, dice);
            match dice.bits() % 12 {
                0 => drop(map.remove(key)),
                1 => {
                    // The names of things may be those of others.
                    let other = map[pick(&keys, dice)].clone();
                    map.insert(key.clone(), other);
                }
                _ => damage_json(&mut map[key], depth + 1, dice),
            }
        }
        Value::Number(_) if !dice.bits().is_multiple_of(4) => {
            let odd = [0.0, -1.0, 1e-300, 1e300, -1e300, 1e18, 1e6, 1e9, 0.001, 4_294_967_296.0, 360.0, -180.0];
            *value = if dice.bits().is_multiple_of(2) {
                json!(pick(&odd, dice))
            } else {
                json!(dice.between(-300.0, 2000.0))
            };
        }
        _ => {
            *value = match dice.bits() % 9 {
                0 => Value::Null,
                1 => json!(dice.bits()),
                2 => json!([]),
                3 => json!({}),
                4 => json!("NaN"),
                5 => json!("ä".repeat(below(5000, dice))),
                6 => (0..100).fold(Value::Null, |inner, _| json!([inner])),
                7 => json!(dice.bits().is_multiple_of(2)),
                _ => json!({ "x": 1e300, "y": "left", "z": [1] }),
            };
        }
    }
}

/// Lines and words of a mesh, changed.
fn damaged_obj(text: &str, dice: &mut Stream) -> String {
    let odd = [
        "0",
        "-1",
        "-5",
        "1e39",
        "nan",
        "inf",
        "99999999999",
        "1/",
        "//",
        "1//",
        "4294967297",
        "",
        "x",
        "0.5",
        "v",
        "f",
    ];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=dice.bits() % 6 {
        let k = below(lines.len(), dice);
        let Some(line) = lines.get_mut(k) else { break };
        match dice.bits() % 8 {
            0 => drop(lines.remove(k)),
            1 => line.truncate(line.char_indices().nth(below(10, dice)).map_or(0, |(at, _)| at)),
            2 => *line = format!("f{}", " 1 2 3".repeat(below(400, dice))),
            3 => {
                let line = line.clone();
                lines.extend(vec![line; below(300, dice)]);
            }
            _ => {
                let mut words: Vec<&str> = line.split(' ').collect();
                let at = below(words.len(), dice);
                words[at] = odd[below(odd.len(), dice)];
                *line = words.join(" ");
            }
        }
    }
    lines.join("\n")
}

fn write_layout(folder: &Path, files: &Files) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("gameitems")).unwrap();
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// What a folder can have that no file has: folders in place of files, links out of it and in circles.
fn play_tricks(folder: &Path, files: &Files, dice: &mut Stream) {
    if !dice.bits().is_multiple_of(4) {
        return;
    }
    let names: Vec<&String> = files.keys().collect();
    if names.is_empty() {
        return;
    }
    let path = folder.join(pick(&names, dice));
    let _ = fs::remove_file(&path);
    match dice.bits() % 4 {
        0 => fs::create_dir_all(&path).unwrap(),
        #[cfg(unix)]
        1 => std::os::unix::fs::symlink(&path, &path).unwrap(),
        #[cfg(unix)]
        2 => std::os::unix::fs::symlink("/dev/zero", &path).unwrap(),
        #[cfg(unix)]
        _ => std::os::unix::fs::symlink(folder.join(pick(&names, dice)), &path).unwrap(),
        #[cfg(not(unix))]
        _ => {}
    }
}

fn plain_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/tables")
}

/// Real files, when they are there: those that are small enough to be copied again and again.
fn real_tables() -> Vec<Vec<u8>> {
    let files: Vec<_> = plain_files(&shared().join("vpx")).iter().map(|path| fs::read(path).unwrap()).collect();
    if files.is_empty() {
        println!("no real tables beside the project: those built in code only");
    }
    files.into_iter().filter(|bytes| bytes.len() < 3_000_000).collect()
}

/// Items of a real table in the text layout, when it is there.
fn guests() -> Vec<(String, Vec<u8>)> {
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (format!("gameitems/{name}"), fs::read(path).unwrap())
    };
    let files: Vec<_> = plain_files(&shared().join("extracted/exampleTable/gameitems")).iter().map(named).collect();
    files.into_iter().filter(|(_, bytes)| bytes.len() < 100_000).collect()
}
