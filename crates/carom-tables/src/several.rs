//! Small tables in one line, `{ group = "lift", seconds = 0.5 }`: one of them, or a list.

use crate::record::Record;
use crate::value::{Notes, Value, called, listed};
use serde_json::{Value as Json, json};
use toml::Spanned;
use toml::de::DeValue;

/// One small table, or several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Several<R>(pub Vec<R>);

impl<R: Record> Value for Several<R> {
    fn kind() -> String {
        format!("`{}` table or list of them, see below", R::KEY)
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::Array(list) => {
                let read: Vec<Option<R>> = list.iter().map(|item| one(item, notes)).collect();
                read.into_iter().collect::<Option<Vec<R>>>().map(Self)
            }
            _ => one(value, notes).map(|one| Self(vec![one])),
        }
    }

    fn write(&self) -> String {
        let written: Vec<String> = self.0.iter().map(in_braces).collect();
        match <[String; 1]>::try_from(written) {
            Ok([one]) => one,
            Err(all) => listed(all),
        }
    }

    fn example() -> String {
        let fields = R::fields().into_iter().filter(|field| field.default.is_none());
        let fields: Vec<String> = fields.map(|field| format!("{} = ...", field.name)).collect();
        format!("{{ {} }}", fields.join(", "))
    }

    fn schema() -> Json {
        let one = R::schema_of();
        json!({ "oneOf": [one, { "type": "array", "items": one }] })
    }
}

fn one<R: Record>(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<R> {
    match value.get_ref() {
        DeValue::Table(table) => R::read_table(table, value.span(), notes),
        other => {
            let message = format_args!("this is {}, but fields between braces are wanted here", called(other));
            notes.fault(value.span(), message, format_args!("write it like {}", Several::<R>::example()));
            None
        }
    }
}

fn in_braces(record: &impl Record) -> String {
    let fields = record.write_fields().into_iter().map(|(name, value)| format!("{name} = {value}"));
    format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
}
