//! `carom schema`.

mod common;

use common::{folder, good, json};
use std::fs;

#[test]
fn the_schema_is_json_and_names_the_parts() {
    let folder = folder("schema");
    let text = good(&folder, &["schema"]);
    let schema = json(&text);
    for part in ["flipper", "bumper", "wall", "ramp", "trough", "ball", "input", "playfield", "materials"] {
        assert!(schema["properties"][part].is_object(), "{part}");
    }
    assert!(text.contains("\"start_angle\""), "and their fields");
    good(&folder, &["schema", "-o", "schema.json"]);
    assert_eq!(fs::read_to_string(folder.join("schema.json")).unwrap(), text);
}
