//! Reading the recorded runs. The files come from elsewhere, so nothing is taken for granted: whatever is missing or
//! damaged gives a message with file, case and field.

use crate::record::{Record, read_record};
use carom::{DVec2, DVec3};
use serde_json::Value;
use std::fmt;
use std::path::Path;

/// What is wrong with the data, and where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault(String);

impl Fault {
    pub(crate) fn new(at: &str, what: impl fmt::Display) -> Self {
        Self(format!("{at}: {what}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A value of the data that knows where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    value: &'a Value,
    at: String,
}

impl<'a> Field<'a> {
    pub(crate) fn new(value: &'a Value, at: impl Into<String>) -> Self {
        Self { value, at: at.into() }
    }

    /// Where it stands: file, case, field.
    pub(crate) fn at(&self) -> &str {
        &self.at
    }

    /// The field of that name, if there is one.
    pub(crate) fn find(&self, name: &str) -> Option<Self> {
        let value = self.value.get(name)?;
        Some(Self { value, at: format!("{}.{name}", self.at) })
    }

    /// The field of that name, if there is one and it is not null.
    pub(crate) fn some(&self, name: &str) -> Option<Self> {
        self.find(name).filter(|field| !field.value.is_null())
    }

    /// The field of that name.
    pub(crate) fn get(&self, name: &str) -> Result<Self, Fault> {
        self.find(name).ok_or_else(|| Fault::new(&self.at, format_args!("`{name}` is missing")))
    }

    /// The number of that name, or another when there is none.
    pub(crate) fn number_or(&self, name: &str, otherwise: f64) -> Result<f64, Fault> {
        self.find(name).map_or(Ok(otherwise), |field| field.number())
    }

    /// The number of that name.
    pub(crate) fn num(&self, name: &str) -> Result<f64, Fault> {
        self.get(name)?.number()
    }

    /// Is the flag of that name up? A missing one is down.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Fault> {
        let Some(field) = self.find(name) else { return Ok(false) };
        field.value.as_bool().ok_or_else(|| field.is_not("true or false"))
    }

    pub(crate) fn number(&self) -> Result<f64, Fault> {
        self.value.as_f64().filter(|x| x.is_finite()).ok_or_else(|| self.is_not("a number"))
    }

    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        self.value.as_str().ok_or_else(|| self.is_not("a text"))
    }

    pub(crate) fn list(&self) -> Result<Vec<Self>, Fault> {
        let list = self.value.as_array().ok_or_else(|| self.is_not("a list"))?;
        Ok(list.iter().enumerate().map(|(k, value)| Self { value, at: format!("{}[{k}]", self.at) }).collect())
    }

    /// The fields of an object with their names.
    pub(crate) fn entries(&self) -> Result<Vec<(&'a str, Self)>, Fault> {
        let object = self.value.as_object().ok_or_else(|| self.is_not("an object"))?;
        let entry =
            |(name, value): (&'a String, &'a Value)| (name.as_str(), Self { value, at: format!("{}.{name}", self.at) });
        Ok(object.iter().map(entry).collect())
    }

    pub(crate) fn bool(&self) -> Result<bool, Fault> {
        self.value.as_bool().ok_or_else(|| self.is_not("true or false"))
    }

    /// A whole number that can count things.
    pub(crate) fn count(&self) -> Result<usize, Fault> {
        let count = self.value.as_u64().and_then(|count| usize::try_from(count).ok());
        count.ok_or_else(|| self.is_not("a whole number"))
    }

    /// A list of texts.
    pub(crate) fn texts(&self) -> Result<Vec<String>, Fault> {
        self.list()?.iter().map(|item| item.text().map(str::to_owned)).collect()
    }

    /// A list of exactly so many numbers.
    pub(crate) fn numbers<const N: usize>(&self) -> Result<[f64; N], Fault> {
        let list = self.value.as_array().filter(|list| list.len() == N);
        let list = list.ok_or_else(|| self.is_not(&format!("a list of {N} numbers")))?;
        let mut out = [0.0; N];
        for (slot, value) in out.iter_mut().zip(list) {
            *slot = value.as_f64().ok_or_else(|| self.is_not(&format!("a list of {N} numbers")))?;
        }
        Ok(out)
    }

    pub(crate) fn vec2(&self, name: &str) -> Result<DVec2, Fault> {
        self.get(name)?.numbers::<2>().map(DVec2::from)
    }

    pub(crate) fn vec3(&self, name: &str) -> Result<DVec3, Fault> {
        self.get(name)?.numbers::<3>().map(DVec3::from)
    }

    fn is_not(&self, what: &str) -> Fault {
        let shown: String = self.value.to_string().chars().take(60).collect();
        Fault::new(&self.at, format_args!("must be {what}, is {shown}"))
    }
}

/// One recorded run: what it was set up with, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) family: String,
    pub(crate) name: String,
    /// File and name, for messages.
    at: String,
    params: Value,
    pub(crate) record: Record,
}

impl Case {
    pub(crate) fn params(&self) -> Field<'_> {
        Field::new(&self.params, format!("{} params", self.at))
    }

    /// The same case with another number among its parameters.
    pub(crate) fn with_param(&self, name: &str, number: f64) -> Self {
        let mut other = self.clone();
        if let Some(field) = other.params.get_mut(name) {
            *field = number.into();
        }
        other
    }

    /// The same case without friction on anything but the playfield.
    pub(crate) fn with_smooth_walls(&self) -> Self {
        let mut other = self.clone();
        for collider in other.params.get_mut("colliders").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(friction) = collider.get_mut("friction") {
                *friction = 0.0.into();
            }
        }
        other
    }

    /// A case from its entry in a family's file.
    pub(crate) fn read(family: &str, file: &str, value: &Value, number: usize) -> Result<Self, Fault> {
        let entry = Field::new(value, format!("{file} case {number}"));
        let name = entry.get("name")?.text()?.to_owned();
        let at = format!("{file} case {name}");
        let entry = Field::new(value, at.clone());
        entry.get("params")?;
        let record = read_record(&entry)?;
        let params = value.get("params").cloned().unwrap_or_default();
        Ok(Self { family: family.to_owned(), name, at, params, record })
    }
}

/// All cases of one file, the readable ones apart from the others.
pub(crate) fn read_family(path: &Path, family: &str) -> (Vec<Case>, Vec<Fault>) {
    let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let value = match read_json(path) {
        Ok(value) => value,
        Err(fault) => return (Vec::new(), vec![fault]),
    };
    let Some(list) = value.as_array() else {
        return (Vec::new(), vec![Fault::new(&file, "must be a list of cases")]);
    };
    let (mut cases, mut faults) = (Vec::new(), Vec::new());
    for (number, entry) in list.iter().enumerate() {
        match Case::read(family, &file, entry, number) {
            Ok(case) => cases.push(case),
            Err(fault) => faults.push(fault),
        }
    }
    (cases, faults)
}

/// A file's tree of values.
pub(crate) fn read_json(path: &Path) -> Result<Value, Fault> {
    let at = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Fault::new(&at, error))?;
    serde_json::from_str(&text).map_err(|error| Fault::new(&at, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_missing_is_named() {
        let whole = json!({"name": "n", "params": {"speed": "fast", "pos": [1, 2]}, "columns": ["t_ms"], "samples": [[0]],
            "events": []});
        let case = Case::read("bumper", "bumper.json", &whole, 0).expect("readable");
        let complaint = |fault: Result<f64, Fault>| fault.expect_err("a fault").to_string();
        assert_eq!(
            complaint(case.params().num("speed")),
            "bumper.json case n params.speed: must be a number, is \"fast\"",
            "wrong kind"
        );
        assert_eq!(complaint(case.params().num("force")), "bumper.json case n params: `force` is missing", "missing");
        assert!(case.params().vec3("pos").is_err(), "two numbers are no place");
        assert!(Case::read("bumper", "bumper.json", &json!({"name": 3}), 7).is_err(), "a name is a text");
        assert!(Case::read("bumper", "bumper.json", &json!([]), 7).is_err(), "a case is no list");
    }
}
