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

#[test]
fn every_listed_billiard_table_and_law_can_be_used_in_a_shot() {
    let folder = folder("list-billiards");
    let billiards = json(&good(&folder, &["list", "--json"]))["billiards"].clone();
    let plain = good(&folder, &["list"]);
    let names = |key: &str| -> Vec<String> {
        let list = billiards[key].as_array().unwrap_or_else(|| panic!("{key} is missing in {billiards}"));
        let name = |item: &serde_json::Value| {
            let (name, about) = (item["name"].as_str().unwrap(), item["about"].as_str().unwrap());
            assert!(
                !about.is_empty() && plain.lines().any(|line| line.contains(name) && line.contains(about)),
                "{name}"
            );
            name.to_owned()
        };
        list.iter().map(name).collect()
    };
    let play = |table: &str, models: serde_json::Value| {
        let shot = serde_json::json!({
            "table": table, "models": models,
            "balls": [{"name": "cue", "at": [0.4, 0.5]}, {"name": "1", "at": [0.5, 1.0]}],
            "cue": {"speed": 3, "direction": 80},
        });
        let (code, _, err) = common::run_with_input(&folder, &["shot"], &shot.to_string());
        assert_eq!((code, err.as_str()), (0, ""), "{shot}");
    };
    for table in names("tables") {
        play(&table, serde_json::json!({}));
    }
    for (list, key) in [
        ("ball_ball_laws", "pair"),
        ("cushion_laws", "rail"),
        ("cushion_laws", "jaw"),
        ("landing_laws", "landing"),
        ("pocket_laws", "pocket"),
    ] {
        for law in names(list) {
            play("pool-8", serde_json::json!({ key: law }));
        }
    }
    for law in names("ball_friction_laws") {
        play("pool-8", serde_json::json!({"pair": {"law": "frictional", "friction": law}}));
    }
    assert_eq!(names("games").len(), 6);
}
