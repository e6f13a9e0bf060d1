//! The fields of an item, read tolerantly: names in any spelling of case and underscores, numbers and flags and choices in
//! any form that some version of the text layout gave them. What is not there takes its default; what makes no sense too,
//! and a note says so.

use crate::kind::plain;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The fields of one thing.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    by_name: BTreeMap<String, &'a Value>,
    notes: RefCell<Vec<String>>,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(map: &'a Map<String, Value>) -> Self {
        // Of two spellings of one name the later counts; vpxtool writes one only.
        let by_name =
            map.iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (plain(name), value)).collect();
        Self { by_name, notes: RefCell::default() }
    }

    /// What was odd.
    pub(crate) fn into_notes(self) -> Vec<String> {
        self.notes.into_inner()
    }

    fn get(&self, names: &[&str]) -> Option<&'a Value> {
        names.iter().find_map(|name| self.by_name.get(&plain(name)).copied())
    }

    /// A number, if it is said. Several names: the first that is there counts.
    pub(crate) fn number_if(&self, names: &[&str]) -> Option<f64> {
        let value = self.get(names)?;
        let number = number(value);
        if number.is_none() {
            self.odd(names, value);
        }
        number
    }

    pub(crate) fn number(&self, names: &[&str], default: f64) -> f64 {
        self.number_if(names).unwrap_or(default)
    }

    pub(crate) fn flag_if(&self, names: &[&str]) -> Option<bool> {
        let value = self.get(names)?;
        let flag = match value {
            Value::Bool(flag) => Some(*flag),
            Value::Number(_) => number(value).map(|number| number != 0.0),
            Value::String(text) => match plain(text).as_str() {
                "true" | "yes" | "1" => Some(true),
                "false" | "no" | "0" => Some(false),
                _ => None,
            },
            _ => None,
        };
        if flag.is_none() {
            self.odd(names, value);
        }
        flag
    }

    pub(crate) fn flag(&self, names: &[&str], default: bool) -> bool {
        self.flag_if(names).unwrap_or(default)
    }

    /// Text; nothing if it is empty.
    pub(crate) fn text(&self, names: &[&str]) -> Option<String> {
        match self.get(names)? {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        }
    }

    /// A choice by its name, in any case, or by its number.
    pub(crate) fn choice<T: Copy>(&self, names: &[&str], choices: &[(u32, &str, T)], default: T) -> T {
        let Some(value) = self.get(names) else { return default };
        let found = match value {
            Value::String(text) => {
                let text = plain(text);
                choices.iter().find(|(number, name, _)| plain(name) == text || number.to_string() == text)
            }
            _ => number(value).and_then(|wanted| choices.iter().find(|(number, ..)| f64::from(*number) == wanted)),
        };
        if found.is_none() {
            self.odd(names, value);
        }
        found.map_or(default, |(.., choice)| *choice)
    }

    /// A place or a size: `{ x, y, z }` or `[x, y, z]`; a coordinate that is not said is 0.
    pub(crate) fn vector(&self, names: &[&str]) -> Option<[f64; 3]> {
        let value = self.get(names)?;
        let found = vector(value);
        if found.is_none() {
            self.odd(names, value);
        }
        found
    }

    /// A list of numbers.
    pub(crate) fn numbers(&self, names: &[&str]) -> Vec<f64> {
        match self.get(names) {
            Some(Value::Array(list)) => list.iter().map(|value| number(value).unwrap_or(0.0)).collect(),
            _ => Vec::new(),
        }
    }

    /// A list of things that have fields themselves.
    pub(crate) fn list(&self, names: &[&str]) -> Vec<Fields<'a>> {
        match self.get(names) {
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_object).map(Fields::of).collect(),
            _ => Vec::new(),
        }
    }

    fn odd(&self, names: &[&str], value: &Value) {
        let shown: String = value.to_string().chars().take(30).collect();
        let name = names.first().copied().unwrap_or_default();
        self.notes.borrow_mut().push(format!("its {name} makes no sense ({shown}); Visual Pinball's default is taken"));
    }
}

/// A finite number. Visual Pinball's have seven digits: the shortest decimal number that means the same is what the
/// author wrote, and both ways into this importer then agree to the bit.
fn number(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::Bool(flag) => Some(f64::from(u8::from(*flag))),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.map(|number| number as f32).filter(|number| number.is_finite()).map(tidy)
}

/// The shortest decimal number that means the same.
pub(crate) fn tidy(number: f32) -> f64 {
    // Whole numbers need no detour, and minus zero is zero.
    if number == number.trunc() && number.abs() < 1e7 {
        return f64::from(number) + 0.0;
    }
    number.to_string().parse().unwrap_or_else(|_| f64::from(number))
}

fn vector(value: &Value) -> Option<[f64; 3]> {
    match value {
        Value::Array(list) if list.len() >= 2 => {
            let at = |k: usize| list.get(k).map_or(Some(0.0), number);
            Some([at(0)?, at(1)?, at(2)?])
        }
        Value::Object(map) => {
            let at = |name: &str| {
                let named = map.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
                named.map_or(Some(0.0), |(_, value)| number(value))
            };
            if !map.keys().any(|key| key.eq_ignore_ascii_case("x")) {
                return None;
            }
            Some([at("x")?, at("y")?, at("z")?])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn spellings_do_not_matter() {
        let value =
            json!({ "heightBottom": 5, "IsCollidable": 1, "ramp_type": "FourWire", "Center": { "X": 1.5, "y": 2 } });
        let fields = Fields::of(value.as_object().unwrap());
        assert_eq!(fields.number(&["height_bottom"], 0.0), 5.0);
        assert!(fields.flag(&["is_collidable"], false));
        let kinds = [(0, "flat", 'f'), (1, "four_wire", '4')];
        assert_eq!(fields.choice(&["ramp_type"], &kinds, 'f'), '4');
        assert_eq!(fields.vector(&["center"]), Some([1.5, 2.0, 0.0]));
        assert_eq!(fields.number(&["missing"], 7.0), 7.0);
        assert_eq!(fields.into_notes(), Vec::<String>::new());
    }

    #[test]
    fn nonsense_takes_the_default_and_is_noted() {
        let value = json!({ "mass": "NaN|0000c07f", "height": 1e300, "shape": "hexagon", "at": [1, null], "on": [] });
        let fields = Fields::of(value.as_object().unwrap());
        assert_eq!(fields.number(&["mass"], 1.0), 1.0);
        assert_eq!(fields.number(&["height"], 2.0), 2.0);
        assert_eq!(fields.choice(&["shape"], &[(0, "round", 1)], 3), 3);
        assert_eq!(fields.vector(&["at"]), None);
        assert!(fields.flag(&["on"], true));
        assert_eq!(fields.into_notes().len(), 5);
    }

    #[test]
    fn numbers_are_those_that_the_author_wrote() {
        assert_eq!(tidy(0.8), 0.8);
        assert_eq!(number(&json!(0.800000011920929)), Some(0.8));
        assert_eq!(tidy(-0.0).to_bits(), 0.0f64.to_bits());
        assert_eq!(tidy(1e20), 1e20);
    }
}
