//! Just enough JSON to write results down.

use core::fmt;

/// A JSON value; objects keep the order in which they were made.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl From<f64> for Json {
    fn from(value: f64) -> Self {
        Json::Number(value)
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Json::Bool(value)
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Self {
        Json::Text(value.to_owned())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Json::Null, Into::into)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            // JSON has no word for what is not finite.
            Json::Number(value) if !value.is_finite() => f.write_str("null"),
            // `{:?}` prints large and small numbers with an exponent; both forms are JSON.
            Json::Number(value) => write!(f, "{value:?}"),
            Json::Text(text) => write_text(f, text),
            Json::List(items) => {
                f.write_str("[")?;
                for (k, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if k == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Json::Object(members) => {
                f.write_str("{")?;
                for (k, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}\"{name}\": {value}", if k == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            c if u32::from(c) < 0x20 => write!(f, "\\u{:04x}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_a_reader_expects() {
        let value = Json::Object(vec![
            ("name", "a \"b\"\n".into()),
            ("list", Json::List(vec![1.5.into(), f64::NAN.into(), true.into()])),
            ("none", None::<f64>.into()),
            ("small", 1e-17.into()),
        ]);
        assert_eq!(
            value.to_string(),
            r#"{"name": "a \"b\"\u000a", "list": [1.5, null, true], "none": null, "small": 1e-17}"#
        );
    }
}
