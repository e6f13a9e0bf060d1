//! The kinds of value that a field of a table file can have: how each is read, written, described and told to editors.

use crate::fault::Fault;
use core::ops::Range;
use serde_json::{Value as Json, json};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What reading notes on its way.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) faults: Vec<Fault>,
    /// What is not there: it may only have been hidden by a fault of the TOML.
    pub(crate) missing: Vec<Fault>,
    /// Tables that could not be read, by their kind and number, and the names they had.
    pub(crate) broken: Vec<(&'static str, usize)>,
    pub(crate) names: Vec<String>,
}

impl Notes {
    pub(crate) fn fault(
        &mut self,
        span: Range<usize>,
        message: impl core::fmt::Display,
        help: impl core::fmt::Display,
    ) {
        self.faults.push(Fault::new(span, message, help));
    }

    pub(crate) fn missing(
        &mut self,
        span: Range<usize>,
        message: impl core::fmt::Display,
        help: impl core::fmt::Display,
    ) {
        self.missing.push(Fault::new(span, message, help));
    }

    /// Is nothing wrong?
    pub(crate) fn is_empty(&self) -> bool {
        self.faults.is_empty() && self.missing.is_empty()
    }
}

/// A kind of value.
pub(crate) trait Value: Sized {
    /// What it is called in the reference.
    fn kind() -> String;
    /// The value, or nothing after its faults were noted.
    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self>;
    /// As it stands in a file.
    fn write(&self) -> String;
    /// How one looks, for those who wrote something else.
    fn example() -> String;
    /// Its JSON Schema.
    fn schema() -> Json;
    /// The words between which it chooses, and what each means.
    fn words() -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// What a value is, in words, for messages.
pub(crate) fn called(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text {:?}", text.chars().take(40).collect::<String>()),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(yes) => yes.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(list) => format!("a list of {}", list.len()),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Notes that a value is of the wrong kind.
fn wrong<T: Value>(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<T> {
    let message = format!("this is {}, but {} is wanted here", called(value.get_ref()), with_article(&T::kind()));
    notes.fault(value.span(), message, format_args!("write it like {}", T::example()));
    None
}

/// The number that a text such as "24 mm" or "24,5" stands for.
fn number_in(text: &str) -> Option<f64> {
    let number: String = text.trim().chars().take_while(|c| c.is_ascii_digit() || "+-.,".contains(*c)).collect();
    number.replace(',', ".").parse().ok()
}

fn with_article(kind: &str) -> String {
    if kind.starts_with("a ") || kind.starts_with("one of") || kind.starts_with("an ") || kind.contains("true or") {
        kind.to_owned()
    } else if kind.starts_with(['a', 'e', 'i', 'o', 'u']) {
        format!("an {kind}")
    } else {
        format!("a {kind}")
    }
}

/// A finite number, whole or not.
fn number<T: Value>(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<f64> {
    let parsed = match value.get_ref() {
        DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
        DeValue::Integer(integer) => whole(integer),
        DeValue::String(text) if let Some(number) = number_in(text) => {
            let message =
                format!("this is {}, but {} is wanted here", called(value.get_ref()), with_article(&T::kind()));
            let help = "without quotes and unit, with a point for decimals";
            notes.fault(value.span(), message, format_args!("write the number alone: {number}, {help}"));
            return None;
        }
        _ => {
            wrong::<T>(value, notes);
            return None;
        }
    };
    match parsed {
        Some(number) if number.is_finite() => Some(number),
        _ => {
            notes.fault(value.span(), "this number is too large or not a number", "write a finite number such as 12.5");
            None
        }
    }
}

fn whole(integer: &toml::de::DeInteger<'_>) -> Option<f64> {
    i128::from_str_radix(integer.as_str(), integer.radix()).ok().map(|whole| whole as f64)
}

/// The shortest text that reads back to the same bits.
pub(crate) fn written(number: f64) -> String {
    let is_whole = number == number.trunc() && number.abs() < 1e15 && !(number == 0.0 && number.is_sign_negative());
    if is_whole { format!("{number:.0}") } else { format!("{number:?}") }
}

/// A kind of number: what it is called, what it may be.
macro_rules! number_kind {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $least:expr, $most:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
        pub struct $name(pub f64);

        impl From<f64> for $name {
            fn from(number: f64) -> Self {
                Self(number)
            }
        }

        impl Value for $name {
            fn kind() -> String {
                $kind.to_owned()
            }

            fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
                let number = number::<Self>(value, notes)?;
                let (least, most): (f64, f64) = ($least, $most);
                if number < least || number > most {
                    let help = if most.is_infinite() {
                        format!("it must be at least {least}")
                    } else {
                        format!("it must be from {least} to {most}")
                    };
                    notes.fault(value.span(), format_args!("{number} is out of range here"), help);
                    return None;
                }
                Some(Self(number))
            }

            fn write(&self) -> String {
                written(self.0)
            }

            fn example() -> String {
                let (_, most): (f64, f64) = ($least, $most);
                if most.is_finite() { "0.5".to_owned() } else { "12.5".to_owned() }
            }

            fn schema() -> Json {
                let (least, most): (f64, f64) = ($least, $most);
                let mut schema = json!({ "type": "number" });
                if least.is_finite() {
                    schema["minimum"] = json!(least);
                }
                if most.is_finite() {
                    schema["maximum"] = json!(most);
                }
                schema
            }
        }
    };
}

number_kind!(
    /// A length in the file's unit.
    Length, "length", f64::NEG_INFINITY, f64::INFINITY
);
number_kind!(
    /// A length in the file's unit that cannot be negative.
    Size, "size", 0.0, f64::INFINITY
);
number_kind!(
    /// An angle in degrees.
    Angle, "angle", f64::NEG_INFINITY, f64::INFINITY
);
number_kind!(
    /// Any number.
    Number, "number", f64::NEG_INFINITY, f64::INFINITY
);
number_kind!(
    /// A number that cannot be negative.
    Amount, "amount", 0.0, f64::INFINITY
);
number_kind!(
    /// A part of a whole, from 0 to 1.
    Share, "share", 0.0, 1.0
);

impl Value for bool {
    fn kind() -> String {
        "true or false".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::Boolean(yes) => Some(*yes),
            _ => wrong(value, notes),
        }
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn example() -> String {
        "true".to_owned()
    }

    fn schema() -> Json {
        json!({ "type": "boolean" })
    }
}

impl Value for u64 {
    fn kind() -> String {
        "whole number".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        let DeValue::Integer(integer) = value.get_ref() else { return wrong(value, notes) };
        // A TOML integer ends at 2^63.
        let parsed = Self::from_str_radix(integer.as_str(), integer.radix()).ok().filter(|&n| n <= i64::MAX as Self);
        if parsed.is_none() {
            let help = format_args!("it must be from 0 to {}", i64::MAX);
            notes.fault(value.span(), format_args!("{integer} is out of range here"), help);
        }
        parsed
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn example() -> String {
        "4".to_owned()
    }

    fn schema() -> Json {
        json!({ "type": "integer", "minimum": 0 })
    }
}

impl Value for i64 {
    fn kind() -> String {
        "whole number".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        let DeValue::Integer(integer) = value.get_ref() else { return wrong(value, notes) };
        let parsed = Self::from_str_radix(integer.as_str(), integer.radix()).ok();
        if parsed.is_none() {
            notes.fault(value.span(), format_args!("{integer} is out of range here"), "write a smaller number");
        }
        parsed
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn example() -> String {
        "500".to_owned()
    }

    fn schema() -> Json {
        json!({ "type": "integer" })
    }
}

/// One text, or a list of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

impl Words {
    /// One of them.
    pub fn one(text: impl Into<String>) -> Self {
        Self(vec![text.into()])
    }
}

impl Value for Words {
    fn kind() -> String {
        "text or list of text".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::String(text) => Some(Self::one(text.to_string())),
            DeValue::Array(_) => Vec::<String>::read(value, notes).map(Self),
            _ => wrong(value, notes),
        }
    }

    fn write(&self) -> String {
        match self.0.as_slice() {
            [one] => quoted(one),
            all => listed(all.iter().map(|text| quoted(text)).collect()),
        }
    }

    fn example() -> String {
        "\"bumper_1\" or [\"bumper_1\", \"bumper_2\"]".to_owned()
    }

    fn schema() -> Json {
        json!({ "oneOf": [String::schema(), Vec::<String>::schema()] })
    }
}

/// What something is worth: a number, or a sum of numbers and counters such as "1000 * ramps + 500".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Always the same.
    Number(i64),
    /// A sum.
    Sum(String),
}

impl Default for Worth {
    fn default() -> Self {
        Self::Number(0)
    }
}

impl Value for Worth {
    fn kind() -> String {
        "whole number or sum".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::String(text) => Some(Self::Sum(text.to_string())),
            DeValue::Integer(_) => i64::read(value, notes).map(Self::Number),
            _ => wrong(value, notes),
        }
    }

    fn write(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Sum(sum) => quoted(sum),
        }
    }

    fn example() -> String {
        "500 or \"jackpot\" or \"1000 * ramps\"".to_owned()
    }

    fn schema() -> Json {
        json!({ "oneOf": [i64::schema(), String::schema()] })
    }
}

impl Value for String {
    fn kind() -> String {
        "text".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => wrong(value, notes),
        }
    }

    fn write(&self) -> String {
        quoted(self)
    }

    fn example() -> String {
        "\"left flipper\"".to_owned()
    }

    fn schema() -> Json {
        json!({ "type": "string" })
    }
}

/// A text between quotes, as TOML has it.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            '\r' => out += "\\r",
            c if c.is_control() => out += &format!("\\u{:04X}", c as u32),
            c => out.push(c),
        }
    }
    out + "\""
}

/// A place on the playfield, `[x, y]`, in the file's unit.
pub type Place = [Length; 2];
/// A place in space, `[x, y, z]`, in the file's unit.
pub type Place3 = [Length; 3];

impl<T: Value + Copy + Default, const N: usize> Value for [T; N] {
    fn kind() -> String {
        let parts: Vec<String> = (0..N).map(|_| T::kind()).collect();
        format!("[{}]", parts.join(", "))
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        let DeValue::Array(list) = value.get_ref() else { return wrong(value, notes) };
        if list.len() != N {
            let (got, plural) = (list.len(), if list.len() == 1 { "" } else { "s" });
            let message = format_args!("this list has {got} number{plural}, but {N} are wanted here");
            let comma = if got > N { "; decimals have a point, not a comma: 12.5" } else { "" };
            notes.fault(value.span(), message, format_args!("write it like {}{comma}", Self::example()));
            return None;
        }
        let mut all = [T::default(); N];
        let mut sound = true;
        for (slot, item) in all.iter_mut().zip(list.iter()) {
            match T::read(item, notes) {
                Some(read) => *slot = read,
                None => sound = false,
            }
        }
        sound.then_some(all)
    }

    fn write(&self) -> String {
        let parts: Vec<String> = self.iter().map(T::write).collect();
        format!("[{}]", parts.join(", "))
    }

    fn example() -> String {
        match N {
            2 => "[120, 850]".to_owned(),
            4 => "[1, 0, 0, 120]".to_owned(),
            _ => "[120, 850, 30]".to_owned(),
        }
    }

    fn schema() -> Json {
        json!({ "type": "array", "items": T::schema(), "minItems": N, "maxItems": N })
    }
}

impl<T: Value> Value for Vec<T> {
    fn kind() -> String {
        format!("list of {}", T::kind())
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        let DeValue::Array(list) = value.get_ref() else { return wrong(value, notes) };
        let read: Vec<Option<T>> = list.iter().map(|item| T::read(item, notes)).collect();
        read.into_iter().collect()
    }

    fn write(&self) -> String {
        listed(self.iter().map(T::write).collect())
    }

    fn example() -> String {
        format!("[{0}, {0}]", T::example())
    }

    fn schema() -> Json {
        json!({ "type": "array", "items": T::schema() })
    }
}

/// A list as it is written: on one line, or filling lines of a sensible length.
pub(crate) fn listed(parts: Vec<String>) -> String {
    let one_line = format!("[{}]", parts.join(", "));
    if one_line.len() <= 110 {
        return one_line;
    }
    let mut text = String::from("[\n   ");
    let mut column = 3;
    for part in parts {
        if column > 3 && column + part.len() + 2 > 110 {
            text += "\n   ";
            column = 3;
        }
        column += part.len() + 2;
        text += " ";
        text += &part;
        text += ",";
    }
    text + "\n]"
}

/// A choice between words.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[doc = $about:literal])+ $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $about])+ $variant),+ }

        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }

        impl $name {
            /// All of them, in the order of the reference.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its word in a table file.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// What it means.
            pub fn about(self) -> String {
                match self { $(Self::$variant => [$($about),+].map(str::trim).join(" ")),+ }
            }
        }

        impl $crate::value::Value for $name {
            fn kind() -> String {
                let words: Vec<String> = Self::ALL.iter().map(|one| format!("\"{}\"", one.word())).collect();
                format!("one of {}", words.join(", "))
            }

            fn read(value: &toml::Spanned<toml::de::DeValue<'_>>, notes: &mut $crate::value::Notes) -> Option<Self> {
                $crate::value::chosen(value, notes, Self::ALL, Self::word)
            }

            fn write(&self) -> String {
                $crate::value::quoted(self.word())
            }

            fn example() -> String {
                $crate::value::Value::write(&Self::default())
            }

            fn schema() -> serde_json::Value {
                let words: Vec<&str> = Self::ALL.iter().map(|one| one.word()).collect();
                serde_json::json!({ "enum": words })
            }

            fn words() -> Vec<(&'static str, String)> {
                Self::ALL.iter().map(|one| (one.word(), one.about())).collect()
            }
        }
    };
}
pub(crate) use choice;

/// The one of `all` whose word stands there.
pub(crate) fn chosen<T: Copy>(
    value: &Spanned<DeValue<'_>>,
    notes: &mut Notes,
    all: &[T],
    word: fn(T) -> &'static str,
) -> Option<T> {
    let words = all.iter().map(|&one| word(one));
    let list = words.clone().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let DeValue::String(text) = value.get_ref() else {
        let message = format!("this is {}, but a word is wanted here", called(value.get_ref()));
        notes.fault(value.span(), message, format_args!("write one of {list}"));
        return None;
    };
    if let Some(&found) = all.iter().find(|&&one| word(one) == text.as_ref()) {
        return Some(found);
    }
    let help = match crate::fault::meant(text, words) {
        Some(near) => format!("did you mean \"{near}\"? The choices are {list}"),
        None => format!("write one of {list}"),
    };
    notes.fault(value.span(), format_args!("\"{}\" is none of the words for this", text.escape_debug()), help);
    None
}

/// The table that stands there, or nothing after the fault was noted.
pub(crate) fn table_of<'v, 'i>(
    value: &'v Spanned<DeValue<'i>>,
    notes: &mut Notes,
    why: &str,
    help: &str,
) -> Option<&'v DeTable<'i>> {
    match value.get_ref() {
        DeValue::Table(table) => Some(table),
        other => {
            notes.fault(value.span(), format_args!("this is {}, but {why}", called(other)), help);
            None
        }
    }
}
