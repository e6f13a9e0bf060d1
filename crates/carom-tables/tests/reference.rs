//! The reference in docs/file-format.md and the schema say what the code does.

use carom_tables::{Table, records, reference, schema};
use std::path::Path;

/// A part with nothing but what must be said.
fn least(key: &str) -> &'static str {
    match key {
        "wall" => "outline = [[0, 0], [100, 0], [50, 80]]",
        "ramp" => "path = [[0, 0], [0, -200]]",
        "rubber" => "outline = [[0, 0], [100, 0], [50, 80]]",
        "mesh" => "points = [[0, 0, 0], [90, 0, 0], [0, 90, 0]]\ntriangles = [[0, 1, 2]]",
        "collider" => "shape = \"post\"\npoints = [[50, 50, 0]]\nradius = 9",
        "trough" => "drain = [250, 1000]\nexit = [480, 900]",
        "input" => "time = 1\naction = \"clear_tilt\"",
        "rule" => "on = \"ball begins\"\nscore = 1",
        "mode" | "counter" => "name = \"one\"",
        "group" => "name = \"one\"\npath = [{ time = 0 }, { time = 1 }]",
        "playfield" | "materials" | "game" => "",
        _ => "at = [200, 300]",
    }
}

fn file(header: &str, key: &str, more: &str) -> String {
    let header = header.replace("NAME", "stuff");
    let user = if key == "materials" { "[[post]]\nat = [100, 100]\nmaterial = \"stuff\"\n" } else { "" };
    let inputs = if more.starts_with("part") { "[[flipper]]\nname = \"f\"\nat = [1, 2]\n" } else { "" };
    format!("carom = 2\nphysics = \"2026.1\"\nunits = \"mm\"\n{user}{inputs}{header}\n{}\n{more}\n", least(key))
}

/// All numbers of a machine's data, in order.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-' || c == '+'));
    words.filter_map(|word| word.parse::<f64>().ok()).collect()
}

fn data(text: &str) -> String {
    let (_, machine) = Table::load(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    format!("{machine:?}")
}

/// Saying a default must change nothing: so the defaults in the reference are the engine's own.
#[test]
fn every_default_in_the_reference_is_the_true_one() {
    let mut checked = 0;
    for record in records() {
        let plain = data(&file(&record.header, record.key, ""));
        for field in &record.fields {
            let Some(default) = field.default.filter(|default| *default != "none") else { continue };
            // Where saying it changes what kind of thing it is, the reference says so in words.
            if [("collider", "radius"), ("group", "driven")].contains(&(record.key, field.name)) {
                continue;
            }
            let said = data(&file(&record.header, record.key, &format!("{} = {default}", field.name)));
            let (plain, said) = (numbers(&plain), numbers(&said));
            assert_eq!(plain.len(), said.len(), "{}.{}", record.key, field.name);
            for (a, b) in plain.iter().zip(&said) {
                // A bat that does not turn yet has headings that are no numbers.
                let same = a == b || (a.is_nan() && b.is_nan());
                assert!(
                    same || (a - b).abs() <= 1e-9 * (1.0 + a.abs()),
                    "{}.{} = {default}: {a} is not {b}",
                    record.key,
                    field.name
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 150, "{checked} defaults");
}

#[test]
fn the_page_holds_the_reference() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/file-format.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once("<!-- reference: begin -->\n").expect("the page has a place for it");
    let (held, after) = rest.split_once("<!-- reference: end -->").expect("that ends");
    let expected = format!("\n{}", reference());
    if held != expected && std::env::var_os("CAROM_BLESS").is_some() {
        let whole = format!("{before}<!-- reference: begin -->\n{expected}<!-- reference: end -->{after}");
        std::fs::write(&page, whole).unwrap();
        return;
    }
    assert!(
        held == expected,
        "docs/file-format.md is out of date: run CAROM_BLESS=1 cargo test -p carom-tables --test reference"
    );
}

/// Every example in the page is a file that can be read.
#[test]
fn the_examples_in_the_page_can_be_read() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/file-format.md");
    let text = std::fs::read_to_string(page).unwrap();
    let mut examples = 0;
    for piece in text.split("```toml\n").skip(1) {
        let (example, _) = piece.split_once("```").expect("a fence ends");
        let head = if example.starts_with("carom") { "" } else { "carom = 2\nphysics = \"2026.1\"\nunits = \"mm\"\n" };
        if let Err(faults) = Table::parse(&format!("{head}{example}")) {
            panic!("{faults}");
        }
        examples += 1;
    }
    assert!(examples >= 5, "{examples}");
}

#[test]
fn the_schema_names_every_field() {
    let schema = schema();
    for record in records() {
        let place = &schema["properties"][record.key];
        let object = match record.key {
            "playfield" | "game" => place,
            "materials" => &place["additionalProperties"],
            _ => &place["items"],
        };
        assert_eq!(object["additionalProperties"], false, "{}", record.key);
        for field in &record.fields {
            let described = object["properties"][field.name]["description"].as_str();
            assert_eq!(described, Some(field.about.as_str()), "{}.{}", record.key, field.name);
        }
    }
    assert_eq!(schema["properties"]["flipper"]["items"]["required"], serde_json::json!(["at"]));
}
