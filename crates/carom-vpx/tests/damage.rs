//! Damaged files: a clear error or a table without the damaged item, never a panic, never for long.

mod support;

use carom_vpx::{Error, Outcome, import_bytes};
use proptest::prelude::*;
use std::time::{Duration, Instant};
use support::{Biff, SQUARE, file, game_data, one_of_each, vpx};

fn message(bytes: &[u8]) -> String {
    import_bytes(bytes).unwrap_err().to_string()
}

#[test]
fn other_files_are_told_apart() {
    assert_eq!(message(b"\x89PNG\r\n\x1a\n"), r#"not a Visual Pinball table: it begins with ".PNG....""#);
    assert!(message(b"").contains("nothing: it is empty"));
    let other = support::compound(&[("WordDocument/Text".to_owned(), vec![1; 100])]);
    assert!(matches!(import_bytes(&other.bytes), Err(Error::NotATable(why)) if why.contains("GameStg/GameData")));
}

#[test]
fn files_that_are_cut_off_say_where() {
    let whole = vpx(&one_of_each());
    assert!(message(&whole[..100]).contains("cut off after 100 bytes, within the header"));
    for length in (512..whole.len()).step_by(300) {
        match import_bytes(&whole[..length]) {
            Err(Error::Damaged(why)) => assert!(!why.is_empty()),
            Err(other) => panic!("{length}: {other}"),
            Ok(import) => assert!(import.report.total().found > 0 || !import.report.notes.is_empty(), "{length}"),
        }
    }
}

#[test]
fn a_stream_in_a_circle_costs_its_item_only() {
    // Large enough for sectors of its own; and a small one.
    let mut large = Biff::item(0, "Large");
    for k in 0..60 {
        large = large.point(k as f32, (k * k) as f32, false, false);
    }
    let large = large.end();
    assert!(large.0.len() > 4096);
    let wall = || Biff::item(0, "Good").points(&SQUARE).end();
    let built = file(&game_data(3), &[wall(), large, Biff::item(5, "Small").floats(b"VCEN", &[3.0, 3.0]).end()]);
    for (item, table) in [("GameStg/GameItem1", built.fat_at), ("GameStg/GameItem2", built.small_fat_at)] {
        let start = built.starts[built.entry(item)];
        let circle = built.clone().patched(table + 4 * start as usize, start);
        let import = import_bytes(&circle.bytes).unwrap();
        let lost = import.report.items.iter().find(|item| item.outcome == Outcome::LeftOut);
        // The small stream has one sector only and does not get to its circle.
        if item.ends_with('1') {
            assert!(lost.unwrap().notes[0].contains(&format!("sector chain of {item} runs in a circle")), "{lost:?}");
        } else {
            assert_eq!(lost, None);
        }
        assert_eq!(import.table.walls[0].name.as_deref(), Some("Good"));
    }
    let start = built.starts[built.entry("GameStg/GameItem1")];
    let away = built.clone().patched(built.fat_at + 4 * start as usize, 0x00FF_FFFF);
    let import = import_bytes(&away.bytes).unwrap();
    assert!(import.report.items[1].notes[0].contains("leaves the file"), "{:?}", import.report.items[1]);
}

#[test]
fn a_directory_in_a_circle_ends() {
    let built = file(&game_data(1), &[Biff::item(5, "B").floats(b"VCEN", &[3.0, 3.0]).end()]);
    let (item, storage) = (built.entry("GameStg/GameItem0"), built.entry("GameStg"));
    // The right link of the last entry leads back to the first storage.
    let circle = built.clone().patched(built.directory_at + 128 * item + 72, storage as u32);
    assert!(message(&circle.bytes).contains("directory runs in a circle"), "{}", message(&circle.bytes));
    // A link to an entry that does not exist is a branch that leads nowhere.
    let nowhere = built.clone().patched(built.directory_at + 128 * item + 72, 1_000_000);
    assert_eq!(import_bytes(&nowhere.bytes).unwrap().table.bumpers.len(), 1);
    // The lists of sectors and the directory's own chain.
    let lists = built.clone().patched(68, 0);
    assert!(import_bytes(&lists.bytes).is_ok() || message(&lists.bytes).contains("circle"));
    let start = u32::from_le_bytes(built.bytes[48..52].try_into().unwrap());
    let own = built.clone().patched(built.fat_at + 4 * start as usize, start);
    assert!(message(&own.bytes).contains("sector chain of the directory runs in a circle"), "{}", message(&own.bytes));
}

/// Strict readers refuse such files.
#[test]
fn unused_entries_need_not_be_blank() {
    let built = file(&game_data(1), &[Biff::item(5, "B").floats(b"VCEN", &[3.0, 3.0]).end()]);
    let unused = built.directory_at + 128 * built.entries.len();
    let unclean = built.clone().patched(unused + 64, 2).patched(unused + 116, 0xFFFF_FFFE);
    let import = import_bytes(&unclean.bytes).unwrap();
    assert!(import.report.notes[0].contains("not blank"), "{:?}", import.report.notes);
    assert_eq!(import.table.bumpers.len(), 1);
    assert!(!import_bytes(&built.bytes).unwrap().report.notes.iter().any(|note| note.contains("not blank")));
}

#[test]
fn records_that_do_not_fit_cost_their_item_only() {
    let mut cut = Biff::item(5, "Cut").floats(b"VCEN", &[3.0, 3.0]);
    cut.0.extend_from_slice(&500u32.to_le_bytes());
    cut.0.extend_from_slice(b"RADI");
    let short = Biff(vec![5, 0]);
    let good = Biff::item(5, "Good").floats(b"VCEN", &[3.0, 3.0]).end();
    // No end, bytes behind the end, records of the wrong length, halves of letters.
    let endless = Biff::item(5, "Endless").floats(b"VCEN", &[3.0, 3.0]);
    let mut longer = good.clone();
    longer.0.extend_from_slice(b"what was left in the sector");
    let brief = Biff::item(5, "Brief").floats(b"VCEN", &[3.0, 3.0]).raw(b"RADI", &[1]).end();
    let halves = Biff::default().raw(b"NAME", &[3, 0, 0, 0, 0x00, 0xD8, 0x41]).floats(b"VCEN", &[3.0, 3.0]).end();
    let halves = Biff([5u32.to_le_bytes().to_vec(), halves.0].concat());
    let import = import_bytes(&vpx(&[cut, short, good, endless, longer, brief, halves])).unwrap();
    assert!(import.report.items[0].notes[0].contains("record RADI at byte 34"), "{:?}", import.report.items[0]);
    assert_eq!(import.report.items[0].name, "Cut");
    assert!(import.report.items[1].notes[0].contains("too short"));
    assert_eq!(import.table.bumpers.len(), 5);
    let brief = &import.report.items[5];
    assert!(brief.outcome == Outcome::Approximated && brief.notes[0].contains("RADI"), "{brief:?}");
}

/// The reader behind the sieve took the end of a point for the end of a flipper, and panicked at what followed.
#[test]
fn points_where_none_belong_are_passed_over() {
    let bumper = Biff::item(5, "B").floats(b"VCEN", &[3.0, 3.0]).points(&SQUARE).float(b"RADI", 30.0).end();
    let import = import_bytes(&vpx(&[bumper])).unwrap();
    assert_eq!(import.table.bumpers[0].radius.unwrap().0, 30.0);
}

#[test]
fn items_that_are_missing_or_too_many_are_told_of() {
    let bumper = || Biff::item(5, "B").floats(b"VCEN", &[3.0, 3.0]).end();
    let fewer = import_bytes(&file(&game_data(5), &[bumper(), bumper()]).bytes).unwrap();
    assert!(fewer.report.notes.iter().any(|note| note.contains("3 items more")), "{:?}", fewer.report.notes);
    let more = import_bytes(&file(&game_data(1), &[bumper(), bumper()]).bytes).unwrap();
    assert_eq!((more.table.bumpers.len(), more.report.total().found), (1, 2));
    assert!(more.report.items[1].notes[0].contains("does not count it"));
}

#[test]
fn a_table_whose_own_numbers_are_lost_keeps_its_parts() {
    let mut table = game_data(1);
    table.0.truncate(30);
    let import = import_bytes(&file(&table, &[Biff::item(5, "B").floats(b"VCEN", &[3.0, 3.0]).end()]).bytes).unwrap();
    assert_eq!(import.table.bumpers.len(), 1);
    assert!(import.report.notes[0].contains("lost"), "{:?}", import.report.notes);
    assert_eq!(import.table.playfield.slope.unwrap().0, 4.5 + 1.5 * 0.2);
}

/// Whatever comes out, a machine can be built of it, and it can be written and read.
fn check(bytes: &[u8]) {
    let start = Instant::now();
    if let Ok(import) = import_bytes(bytes) {
        assert!(import.table.machine().is_ok());
        assert_eq!(carom_tables::Table::parse(&import.table.to_toml()).unwrap(), import.table);
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

fn words() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        Just(u32::MAX),
        0u32..70,
        any::<f32>().prop_map(f32::to_bits),
        prop::sample::select(vec![f32::NAN, f32::INFINITY, -1.0, 0.0, 1e-30, 1e30, 1e6, -1e6]).prop_map(f32::to_bits),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_with_changed_bytes_never_panics(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40)) {
        let mut bytes = vpx(&one_of_each());
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        check(&bytes);
    }

    #[test]
    fn a_file_cut_off_anywhere_never_panics(length in any::<prop::sample::Index>()) {
        let bytes = vpx(&one_of_each());
        check(&bytes[..length.index(bytes.len())]);
    }

    /// Changes within the items only: these get past the container.
    #[test]
    fn items_with_changed_numbers_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), words()), 1..12)) {
        let mut items = one_of_each();
        for (item, at, word) in changes {
            let index = item.index(items.len());
            let stream = &mut items[index].0;
            let at = at.index(stream.len() - 3);
            stream[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        check(&vpx(&items));
    }

    /// Values only, records left whole: every number of every kind.
    #[test]
    fn any_numbers_make_a_table(seed in prop::collection::vec(words(), 16)) {
        let mut items = one_of_each();
        let mut next = seed.into_iter().cycle();
        for item in &mut items {
            let mut at = 4;
            while at + 12 <= item.0.len() {
                let length = u32::from_le_bytes(item.0[at..at + 4].try_into().unwrap()) as usize;
                let tag: [u8; 4] = item.0[at + 4..at + 8].try_into().unwrap();
                let is_number = length.is_multiple_of(4) && !matches!(&tag, b"NAME" | b"SURF" | b"MAPH");
                if is_number && next.next().unwrap() % 3 == 0 {
                    for k in (at + 8..at + 4 + length).step_by(4) {
                        item.0[k..k + 4].copy_from_slice(&next.next().unwrap().to_le_bytes());
                    }
                }
                at += 4 + length;
            }
        }
        check(&vpx(&items));
    }
}
