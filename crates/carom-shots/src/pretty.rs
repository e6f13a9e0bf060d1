//! JSON for people: what is short stands on one line, and names come first.

use serde_json::Value;
use std::fmt::Write as _;

/// Letters of a line at most.
const WIDTH: usize = 120;

/// Keys in the order in which one reads them; all others follow by the alphabet.
const ORDER: [&str; 37] = [
    "carom",
    "tried",
    "stopped",
    "solutions",
    "outcome",
    "name",
    "law",
    "preset",
    "time",
    "what",
    "ball",
    "table",
    "spec",
    "balls",
    "at",
    "cue",
    "rail",
    "jaw",
    "pocket",
    "speed",
    "direction",
    "elevation",
    "side",
    "height",
    "from",
    "to",
    "inward",
    "width",
    "length",
    "start",
    "end",
    "phase",
    "position",
    "velocity",
    "spin",
    "lost",
    "before",
];

/// A JSON text of a value. It ends with a line's end.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    put(&mut text, value, 0, 0);
    text.push('\n');
    text
}

/// Writes a value at an indentation, in a line that holds `taken` letters besides.
fn put(text: &mut String, value: &Value, indent: usize, taken: usize) {
    let line = one_line(value);
    let is_flat = !matches!(value, Value::Array(_) | Value::Object(_));
    if is_flat || indent + taken + line.len() <= WIDTH {
        text.push_str(&line);
        return;
    }
    let inner = indent + 2;
    let new_line = |text: &mut String, indent: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', indent));
    };
    match value {
        Value::Array(items) => {
            text.push('[');
            for (k, item) in items.iter().enumerate() {
                text.push_str(if k == 0 { "" } else { "," });
                new_line(text, inner);
                put(text, item, inner, 1);
            }
            new_line(text, indent);
            text.push(']');
        }
        Value::Object(map) => {
            text.push('{');
            for (k, (key, item)) in ordered(map).into_iter().enumerate() {
                text.push_str(if k == 0 { "" } else { "," });
                new_line(text, inner);
                let key = quoted(key);
                _ = write!(text, "{key}: ");
                put(text, item, inner, key.len() + 3);
            }
            new_line(text, indent);
            text.push('}');
        }
        _ => {}
    }
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let pairs = ordered(map).into_iter().map(|(key, item)| format!("{}: {}", quoted(key), one_line(item)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        _ => value.to_string(),
    }
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}

fn ordered(map: &serde_json::Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut pairs: Vec<(&String, &Value)> = map.iter().collect();
    let rank = |key: &str| ORDER.iter().position(|known| *known == key).unwrap_or(ORDER.len());
    pairs.sort_by_key(|(key, _)| (rank(key), *key));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_pretty_text_is_the_same_value_and_keeps_to_its_width() {
        let balls: Vec<Value> =
            (0..9).map(|k| json!({"name": format!("ball \"{k}\""), "at": [f64::from(k) / 7.0, -0.0]})).collect();
        let value =
            json!({"balls": balls, "table": "pool-9", "empty": {}, "none": [], "deep": {"a": [[1, 2], [3, 4]]}});
        let text = pretty(&value);
        assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(value));
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(
            text.starts_with(
                "{\n  \"table\": \"pool-9\",\n  \"balls\": [\n    {\"name\": \"ball \\\"0\\\"\", \"at\": [0.0, -0.0]},"
            ),
            "{text}"
        );
    }
}
