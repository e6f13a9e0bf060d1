//! `carom list`.

mod common;

use common::{folder, good, json};

#[test]
fn every_listed_table_can_be_run_and_drawn() {
    let folder = folder("list");
    let list = json(&good(&folder, &["list", "--json"]));
    let plain = good(&folder, &["list"]);
    let tables = list["tables"].as_array().unwrap();
    assert!(!tables.is_empty());
    for table in tables.iter().chain(list["scenes"].as_array().unwrap()) {
        let (name, about) = (table["name"].as_str().unwrap(), table["about"].as_str().unwrap());
        assert!(
            plain.lines().any(|line| line.contains(name) && line.contains(about)),
            "{name} is in the plain list too"
        );
    }
    for table in tables {
        let name = table["name"].as_str().unwrap();
        let report = json(&good(&folder, &["simulate", name, "--seconds", "0.5", "--autopilot", "--json"]));
        assert_eq!((report["table"].as_str(), report["ticks"].as_u64()), (Some(name), Some(500)));
        assert!(common::is_svg(&good(&folder, &["draw", name, "-o", "-"])), "{name}");
    }
}
