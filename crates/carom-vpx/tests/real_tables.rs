//! Tables that this project did not write, when they are there. Items are counted by a second, simpler reading of each file.

use carom_vpx::{Import, Outcome, import};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The folder with real tables beside the project; nothing, with a word about it, if it is not there.
fn tables() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/tables");
    if !path.is_dir() {
        println!("skipped: no real tables beside the project");
        return None;
    }
    Some(path)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Imports, builds the machine, writes and reads the table, all within five seconds.
fn imported(path: &Path) -> Import {
    let start = Instant::now();
    let import = import(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let took = start.elapsed();
    println!("{}: {:.1} ms", path.file_name().unwrap().to_string_lossy(), took.as_secs_f64() * 1e3);
    assert!(took < Duration::from_secs(5), "{took:?}");
    let total = import.report.total();
    assert_eq!(total.found, total.taken + total.approximated + total.left_out + total.not_physical);
    let in_table = total.taken + total.approximated;
    let own = usize::from(import.table.colliders.iter().any(|c| c.name.as_deref() == Some("safety floor")));
    assert_eq!(in_table + own, import.table.part_count() + import.table.balls.len());
    import.table.machine().unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display()));
    let again =
        carom_tables::Table::parse(&import.table.to_toml()).unwrap_or_else(|f| panic!("{}", f.shown("table.toml")));
    assert_eq!(again, import.table, "written and read again");
    for item in &import.report.items {
        let said = !item.notes.is_empty();
        assert!(said || matches!(item.outcome, Outcome::Taken | Outcome::NotPhysical), "{item:?} without a reason");
        assert_eq!(item.part.is_some(), matches!(item.outcome, Outcome::Taken | Outcome::Approximated), "{item:?}");
    }
    import
}

fn counted(import: &Import) -> BTreeMap<String, usize> {
    import.report.counts().into_iter().map(|(kind, counts)| (kind.to_string(), counts.found)).collect()
}

#[test]
fn every_file_is_imported_with_all_its_items() {
    let Some(tables) = tables() else { return };
    for file in files(&tables.join("vpx")) {
        let import = imported(&file);
        println!("{}", import.report.text());
        let mut expected = BTreeMap::new();
        for code in item_codes(&std::fs::read(&file).unwrap()) {
            *expected.entry(name_of(code)).or_insert(0) += 1;
        }
        assert_eq!(counted(&import), expected, "{}", file.display());
    }
}

#[test]
fn the_text_layout_is_imported_with_all_its_items() {
    let Some(tables) = tables() else { return };
    for folder in files(&tables.join("extracted")) {
        let import = imported(&folder);
        println!("{}", import.report.text());
        let mut expected = BTreeMap::new();
        for file in files(&folder.join("gameitems")) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            if name.ends_with(".json") {
                *expected.entry(name.split('.').next().unwrap().to_owned()).or_insert(0) += 1;
            }
        }
        assert_eq!(counted(&import), expected, "{}", folder.display());
    }
}

/// The directory of this file has unused entries that are not blank, and strict readers refuse it.
#[test]
fn a_directory_with_unclean_entries_is_read_and_noted() {
    let Some(tables) = tables() else { return };
    let import = imported(&tables.join("vpx/fixture-kicker.vpx"));
    assert!(import.report.notes.iter().any(|note| note.contains("not blank")), "{:?}", import.report.notes);
    assert_eq!(import.table.kickers.len(), 12);
}

/// The numbers of the items' kinds, by the shortest way there is: no checks, files that are sound.
fn item_codes(bytes: &[u8]) -> Vec<u32> {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let size = 1usize << u16::from_le_bytes([bytes[30], bytes[31]]);
    let sector = |n: u32| &bytes[(n as usize + 1) * size..((n as usize + 2) * size).min(bytes.len())];
    let words = |raw: &[u8]| -> Vec<u32> {
        raw.chunks_exact(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect()
    };
    let fat: Vec<u32> =
        (0..109).map(|k| word(76 + 4 * k)).filter(|&n| n < 0xFFFF_FFFA).flat_map(|n| words(sector(n))).collect();
    let chain = |mut n: u32| {
        let mut all = Vec::new();
        while n < 0xFFFF_FFFA {
            all.extend_from_slice(sector(n));
            n = fat[n as usize];
        }
        all
    };
    let directory = chain(word(48));
    let root = u32::from_le_bytes(directory[116..120].try_into().unwrap());
    let small = chain(root);
    let mut codes = Vec::new();
    for entry in directory.chunks_exact(128).filter(|entry| entry[66] == 2) {
        let name: Vec<u16> = entry[..64]
            .chunks_exact(2)
            .map(|two| u16::from_le_bytes([two[0], two[1]]))
            .take_while(|&c| c != 0)
            .collect();
        if !String::from_utf16_lossy(&name).starts_with("GameItem") {
            continue;
        }
        let start = u32::from_le_bytes(entry[116..120].try_into().unwrap());
        let length = u32::from_le_bytes(entry[120..124].try_into().unwrap());
        let first = if length < 4096 { &small[start as usize * 64..] } else { sector(start) };
        codes.push(u32::from_le_bytes(first[..4].try_into().unwrap()));
    }
    codes
}

fn name_of(code: u32) -> String {
    let names = [
        "Wall",
        "Flipper",
        "Timer",
        "Plunger",
        "TextBox",
        "Bumper",
        "Trigger",
        "Light",
        "Kicker",
        "Decal",
        "Gate",
        "Spinner",
        "Ramp",
        "",
        "",
        "",
        "",
        "Reel",
        "LightSequencer",
        "Primitive",
        "Flasher",
        "Rubber",
        "HitTarget",
        "Ball",
        "PartGroup",
    ];
    names
        .get(code as usize)
        .filter(|name| !name.is_empty())
        .map_or_else(|| format!("Unknown{code}"), |name| (*name).to_owned())
}
