//! The scenes of the tables that come with Carom.

use super::*;
use carom_tables::built_in;

fn all_numbers(value: &Value, found: &mut Vec<f64>) {
    match value {
        Value::Number(number) => found.push(number.as_f64().unwrap_or(f64::NAN)),
        Value::Array(list) => list.iter().for_each(|v| all_numbers(v, found)),
        Value::Object(fields) => fields.values().for_each(|v| all_numbers(v, found)),
        _ => {}
    }
}

#[test]
fn every_part_of_every_built_in_table_is_in_its_scene() {
    for table in built_in::ALL {
        let (data, machine) = Table::load(table.text).unwrap();
        let scene = scene(table.name, &data, &machine);
        let parts = scene["parts"].as_array().unwrap();
        assert_eq!(parts.len(), machine.parts().count(), "{}", table.name);
        for ((id, name, _), part) in machine.parts().zip(parts) {
            assert_eq!(part["id"], json!(id.index()));
            assert_eq!(part["name"], json!(name));
            assert!(part["kind"].is_string() && part["stuff"].is_string(), "{part}");
            let mut numbers = Vec::new();
            all_numbers(part, &mut numbers);
            assert!(numbers.len() > 1, "{name} of {} has no geometry", table.name);
            // A table is a few metres large; what is not finite would have been written as null.
            assert!(numbers.iter().all(|n| n.abs() < 1e4), "{part}");
            let unfinished = part.to_string().contains("null");
            assert!(!unfinished, "{part}");
        }
        assert_eq!(scene["lamps"].as_array().unwrap().len(), data.lamps.len());
    }
}

#[test]
fn the_scene_of_the_full_table_is_small() {
    let (data, machine) = Table::load(built_in::find("kingfisher").unwrap().text).unwrap();
    let text = scene("kingfisher", &data, &machine).to_string();
    assert!(text.len() < 200_000, "{} bytes", text.len());
}

const MOVING: &str = include_str!("../../page-tests/support/moving.toml");

#[test]
fn parts_say_where_they_lie_and_with_which_driven_group_they_go() {
    let (data, machine) = Table::load(MOVING).unwrap();
    let scene = scene("moving", &data, &machine);
    let part =
        |name: &str| scene["parts"].as_array().unwrap().iter().find(|part| part["name"] == name).unwrap().clone();
    assert_eq!(part("shifted")["place"], json!([1.0, 0.0, 0.0, 0.1, 0.0, 1.0, 0.0, 0.7, 0.0, 0.0, 1.0, 0.0]));
    assert_eq!((&part("rail")["group"], &part("rail")["place"]), (&json!(0), &Value::Null));
    assert_eq!((&part("disc")["group"], &part("disc")["place"]), (&Value::Null, &Value::Null));
    let rest =
        json!({"id": 0, "name": "carriage", "origin": [0.15, 0.4, 0.0], "turn": [0.0, 0.0, 0.0, 1.0], "scale": 1.0});
    assert_eq!(scene["groups"], json!([rest]));
}

#[test]
fn a_table_has_the_colour_it_names_or_one_by_its_name() {
    let mut table = Table::default();
    let colours: std::collections::BTreeSet<&str> = built_in::ALL.iter().map(|one| accent(one.name, &table)).collect();
    assert!(colours.len() > 2, "{colours:?}");
    assert_eq!(accent("galton", &table), accent("galton", &table));
    table.game.accent = Some("#2ec4b6".to_owned());
    assert_eq!(accent("galton", &table), "#2ec4b6");
    table.game.accent = Some("url(javascript:x)".to_owned());
    assert!(ACCENTS.contains(&accent("galton", &table)));
}

/// Imported tables have meshes of a hundred thousand triangles, most of which no screen could show.
#[test]
fn the_scene_of_a_table_with_a_large_mesh_stays_small() {
    let n = 180;
    let point = |k: usize| {
        let (x, y) = ((k % n) as f64, (k / n) as f64);
        carom::DVec3::new(0.002 * x, 0.004 * y, 0.01 + 0.01 * libm::sin(0.3 * x) * libm::cos(0.2 * y))
    };
    let cell = |k: usize| [[k, k + 1, k + n], [k + 1, k + n + 1, k + n]];
    let mesh = carom::pinball::part::Mesh {
        points: (0..n * n).map(point).collect(),
        triangles: (0..n * (n - 1)).filter(|k| k % n + 1 < n).flat_map(cell).collect(),
        ..Default::default()
    };
    assert!(mesh.triangles.len() > 60_000);
    let mut machine = Machine::new(&carom::pinball::Playfield::default()).unwrap();
    machine.add("hills", mesh).unwrap();
    let text = scene("hills", &Table::default(), &machine).to_string();
    assert!(text.len() < 2_000_000, "{} bytes", text.len());
    assert!(text.len() > 100_000, "hardly anything is left: {} bytes", text.len());
}
