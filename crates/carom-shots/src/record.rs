//! Reading values key by key: every fault is noted with its place, and reading goes on.

use crate::fault::{Faults, listed, shown, suggestion};
use crate::tree::Tree;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) place: String,
    pub(crate) tree: &'a Tree,
}

/// A range of numbers, both ends in it.
pub(crate) type Range = (f64, f64);

impl<'a> Field<'a> {
    pub(crate) fn new(place: impl Into<String>, tree: &'a Tree) -> Self {
        Self { place: place.into(), tree }
    }

    pub(crate) fn is_null(&self) -> bool {
        *self.tree == Tree::Null
    }

    /// Notes that the value is of the wrong kind.
    fn is_not<T>(&self, wanted: &str, faults: &mut Faults) -> Option<T> {
        faults.add(&self.place, format_args!("{wanted} is needed here, not {}", self.tree.kind()));
        None
    }

    pub(crate) fn number(&self, (least, most): Range, faults: &mut Faults) -> Option<f64> {
        let Tree::Number(number) = *self.tree else { return self.is_not("a number", faults) };
        // JSON has no infinite numbers, but one that is written with too many digits becomes one.
        if !number.is_finite() {
            faults.add(&self.place, "the number is too large");
            None
        } else if number < least || number > most {
            faults.add(&self.place, format_args!("it is {number}; it must be from {least} to {most}"));
            None
        } else {
            Some(number)
        }
    }

    /// A whole number.
    pub(crate) fn count(&self, least: usize, most: usize, faults: &mut Faults) -> Option<usize> {
        let number = self.number((least as f64, most as f64), faults)?;
        if libm::trunc(number) == number {
            return Some(number as usize);
        }
        faults.add(&self.place, format_args!("it is {number}; it must be a whole number"));
        None
    }

    pub(crate) fn flag(&self, faults: &mut Faults) -> Option<bool> {
        let Tree::Flag(flag) = *self.tree else { return self.is_not("true or false", faults) };
        Some(flag)
    }

    pub(crate) fn text(&self, faults: &mut Faults) -> Option<&'a str> {
        let Tree::Text(text) = self.tree else { return self.is_not("a text", faults) };
        Some(text)
    }

    /// A name for a ball or a part of the table.
    pub(crate) fn name(&self, faults: &mut Faults) -> Option<String> {
        let text = self.text(faults)?;
        if text.is_empty() || text.chars().count() > 64 || text.chars().any(char::is_control) {
            faults.add(&self.place, "a name has 1 to 64 letters, and no control characters");
            return None;
        }
        Some(text.to_owned())
    }

    /// One of some words.
    pub(crate) fn choice<T: Copy>(&self, choices: &[(&'static str, T)], faults: &mut Faults) -> Option<T> {
        let text = self.text(faults)?;
        let found = choices.iter().find(|(name, _)| *name == text);
        if found.is_none() {
            let hint = suggestion(text, choices.iter().map(|(name, _)| *name));
            faults.add(&self.place, format_args!("`{}` is not known{hint}", shown(text)));
        }
        found.map(|(_, value)| *value)
    }

    pub(crate) fn vector<const N: usize>(&self, range: Range, faults: &mut Faults) -> Option<[f64; N]> {
        let items = match self.tree {
            Tree::List(items) if items.len() == N => items,
            Tree::List(items) => {
                faults.add(&self.place, format_args!("{N} numbers are needed here, not {}", items.len()));
                return None;
            }
            _ => return self.is_not(&format!("a list of {N} numbers"), faults),
        };
        let mut vector = [0.0; N];
        let mut whole = true;
        for (k, (item, part)) in items.iter().zip(&mut vector).enumerate() {
            match Field::new(format!("{}[{k}]", self.place), item).number(range, faults) {
                Some(number) => *part = number,
                None => whole = false,
            }
        }
        whole.then_some(vector)
    }

    /// The items of a list of at most `most`.
    pub(crate) fn list(&self, most: usize, faults: &mut Faults) -> Option<Vec<Self>> {
        let Tree::List(items) = self.tree else { return self.is_not("a list", faults) };
        if items.len() > most {
            faults.add(&self.place, format_args!("{} are too many; at most {most} are allowed", items.len()));
            return None;
        }
        let fields = items.iter().enumerate();
        Some(fields.map(|(k, item)| Self::new(format!("{}[{k}]", self.place), item)).collect())
    }

    pub(crate) fn record(&self, faults: &mut Faults) -> Option<Record<'a>> {
        let Tree::Record(pairs) = self.tree else { return self.is_not("an object", faults) };
        for (k, (key, _)) in pairs.iter().enumerate() {
            // Looked for only among the first: a file with thousands of keys has other faults.
            if pairs.iter().take(k.min(64)).any(|(other, _)| other == key) {
                faults.add(inside(&self.place, &shown(key)), "it stands here twice; leave one out");
            }
        }
        Some(Record { place: self.place.clone(), pairs, known: Vec::new() })
    }
}

/// An object whose keys are taken one by one. What was not asked for when it is finished is a fault.
#[derive(Debug)]
pub(crate) struct Record<'a> {
    place: String,
    pairs: &'a [(String, Tree)],
    known: Vec<&'static str>,
}

impl<'a> Record<'a> {
    /// The value of a key, if it is there.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<Field<'a>> {
        self.known.push(key);
        let (_, tree) = self.pairs.iter().find(|(own, _)| own == key)?;
        Some(Field::new(self.inside(key), tree))
    }

    /// The value of a key that must be there.
    pub(crate) fn need(&mut self, key: &'static str, what: &str, faults: &mut Faults) -> Option<Field<'a>> {
        let field = self.take(key);
        if field.is_none() {
            faults.add(&self.place, format_args!("`{key}` is missing: {what}"));
        }
        field
    }

    /// The number of a key, or what it is if nothing is said.
    pub(crate) fn number(&mut self, key: &'static str, otherwise: f64, range: Range, faults: &mut Faults) -> f64 {
        self.take(key).and_then(|field| field.number(range, faults)).unwrap_or(otherwise)
    }

    /// The flag of a key, or what it is if nothing is said.
    pub(crate) fn flag(&mut self, key: &'static str, otherwise: bool, faults: &mut Faults) -> bool {
        self.take(key).and_then(|field| field.flag(faults)).unwrap_or(otherwise)
    }

    /// Whether a key is there; it does not count as taken.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.pairs.iter().any(|(own, _)| own == key)
    }

    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    pub(crate) fn inside(&self, key: &str) -> String {
        inside(&self.place, key)
    }

    /// Notes every key that was not asked for.
    pub(crate) fn finish(self, faults: &mut Faults) {
        for (key, _) in self.pairs.iter().filter(|(key, _)| !self.known.contains(&key.as_str())) {
            // Names that are there already would not mend it.
            let open = self.known.iter().copied().filter(|known| !self.has(known)).collect::<Vec<_>>();
            let near = suggestion(key, open.iter().copied());
            let hint = if near.contains("did you mean") { near } else { allowed(&self.known) };
            faults.add(self.inside(&shown(key)), format_args!("this key is not known{hint}"));
        }
    }
}

fn allowed(known: &[&str]) -> String {
    if known.is_empty() {
        String::new()
    } else {
        format!("; the keys here are {}", listed(known).replace(" or ", " and "))
    }
}

fn inside(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") }
}
