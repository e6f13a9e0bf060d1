//! `carom import`. Real tables are tried when they lie beside the repository; they are not part of it.
#![cfg(feature = "vpx")]

mod common;

use common::{folder, good, json, run};
use std::fs;
use std::path::{Path, PathBuf};

/// A table in vpxtool's text layout, as small as can be: one bumper.
fn layout(folder: &Path) {
    let items = folder.join("layout/gameitems");
    fs::create_dir_all(&items).unwrap();
    let data = r#"{"left": 0.0, "top": 0.0, "right": 952.0, "bottom": 2162.0}"#;
    fs::write(folder.join("layout/gamedata.json"), data).unwrap();
    fs::write(folder.join("layout/gameitems.json"), r#"[{"file_name": "Bumper.One.json"}]"#).unwrap();
    let bumper = r#"{"Bumper": {"name": "One", "center": {"x": 400.0, "y": 700.0}, "radius": 45.0}}"#;
    fs::write(items.join("Bumper.One.json"), bumper).unwrap();
}

#[test]
fn a_table_is_converted_and_what_became_of_it_is_told() {
    let folder = folder("import");
    layout(&folder);
    let out = good(&folder, &["import", "layout", "-o", "table.toml"]);
    assert!(out.starts_with("table.toml: ") && out.contains("of 1 items") && out.contains("Bumper"), "{out}");
    let text = fs::read_to_string(folder.join("table.toml")).unwrap();
    assert!(text.contains("[[bumper]]\nname = \"One\""), "{text}");
    let report = json(&good(&folder, &["import", "layout", "-o", "table.toml", "--json"]));
    assert_eq!(report["counts"]["Bumper"]["found"], 1, "{report}");
    let full = good(&folder, &["import", "layout", "-o", "table.toml", "--report", "-"]);
    assert!(full.contains("approximated") && full.contains("left out"), "{full}");
    good(&folder, &["import", "layout", "-o", "table.toml", "--report", "report.json", "--json"]);
    assert_eq!(json(&fs::read_to_string(folder.join("report.json")).unwrap()), report);
    let hash = |table: &str| good(&folder, &["simulate", table, "--hash", "--seconds", "2", "--balls", "2"]);
    assert_eq!(hash("layout"), hash("table.toml"), "it plays as the original does");
}

#[test]
fn what_is_read_is_never_written_over() {
    let folder = folder("import_over");
    layout(&folder);
    let before = fs::read_to_string(folder.join("layout/gamedata.json")).unwrap();
    for arguments in [
        &["import", "layout", "-o", "layout/gamedata.json"][..],
        &["import", "layout", "-o", "table.toml", "--report", "layout/gamedata.json"],
        &["import", "layout/gamedata.json", "-o", "layout/../layout/gamedata.json"],
        &["import", "layout", "-o", "table.toml", "--report", "table.toml"],
        &["import", "layout", "-o", "-", "--json"],
    ] {
        let (code, out, err) = run(&folder, arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    }
    assert_eq!(fs::read_to_string(folder.join("layout/gamedata.json")).unwrap(), before);
    assert!(!folder.join("table.toml").exists());
}

#[test]
fn what_is_no_table_ends_with_one() {
    let folder = folder("import_bad");
    fs::write(folder.join("noise.vpx"), "this is not a table").unwrap();
    for command in [&["import", "noise.vpx", "-o", "a.toml"][..], &["simulate", "noise.vpx"]] {
        let (code, out, err) = run(&folder, command);
        assert_eq!((code, out.as_str()), (1, ""));
        assert!(err.starts_with("error: noise.vpx: "), "{err}");
    }
    let (code, _, err) = run(&folder, &["import", "missing.vpx", "-o", "a.toml"]);
    assert!(code == 1 && err.starts_with("error: cannot read missing.vpx: "), "{err}");
    assert!(!folder.join("a.toml").exists());
}

#[test]
fn real_tables_play_the_same_before_and_after() {
    let folder = folder("import_real");
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/tables");
    let entries = |path: PathBuf| fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut tables: Vec<PathBuf> = entries(beside.join("vpx")).chain(entries(beside.join("extracted"))).collect();
    tables.sort();
    if tables.is_empty() {
        println!("skipped: there are no real tables beside the repository");
    }
    for table in &tables {
        let table = table.to_str().unwrap();
        let (code, _, err) = run(&folder, &["import", table, "-o", "table.toml"]);
        assert_eq!((code, err.as_str()), (0, ""), "{table}");
        let hash = |name: &str| run(&folder, &["simulate", name, "--hash", "--seconds", "1", "--autopilot"]).1;
        let (before, after) = (hash(table), hash("table.toml"));
        assert!(before.trim().len() == 16 && before == after, "{table}: {before} and {after}");
    }
}
