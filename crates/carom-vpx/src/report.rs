//! What became of every item of a table.

use crate::kind::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// What became of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It is in the table as it was.
    Taken,
    /// It is in the table, with differences that its notes name.
    Approximated,
    /// A ball could feel it, and it is not in the table; its notes say why.
    LeftOut,
    /// No ball can feel it: a light, a toy, a wall that is not collidable.
    NotPhysical,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Taken => "taken",
            Self::Approximated => "approximated",
            Self::LeftOut => "left out",
            Self::NotPhysical => "not physical",
        })
    }
}

/// What became of one item.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemReport {
    /// Its kind.
    pub kind: Kind,
    /// Its name in the file.
    pub name: String,
    /// Its stream or file.
    pub source: String,
    /// The name of its part in the table, if it has one.
    pub part: Option<String>,
    /// What became of it.
    pub outcome: Outcome,
    /// Why, and what else is worth knowing.
    pub notes: Vec<String>,
}

/// What became of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The version of the file: 1080 is 10.8.
    pub version: Option<u32>,
    /// The table's name.
    pub name: Option<String>,
    /// Every item of the file, in its order.
    pub items: Vec<ItemReport>,
    /// Collections of the file: lists of items for its script, which no ball can feel.
    pub collections: usize,
    /// What concerns the whole table.
    pub notes: Vec<String>,
}

/// How many items of a kind there are, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// In the file.
    pub found: usize,
    /// In the table as they were.
    pub taken: usize,
    /// In the table with differences.
    pub approximated: usize,
    /// Not in the table.
    pub left_out: usize,
    /// Nothing that a ball can feel.
    pub not_physical: usize,
}

impl Counts {
    fn add(&mut self, outcome: Outcome) {
        self.found += 1;
        match outcome {
            Outcome::Taken => self.taken += 1,
            Outcome::Approximated => self.approximated += 1,
            Outcome::LeftOut => self.left_out += 1,
            Outcome::NotPhysical => self.not_physical += 1,
        }
    }
}

impl Report {
    /// Counts by kind.
    pub fn counts(&self) -> BTreeMap<Kind, Counts> {
        let mut counts: BTreeMap<Kind, Counts> = BTreeMap::new();
        for item in &self.items {
            counts.entry(item.kind).or_default().add(item.outcome);
        }
        counts
    }

    /// Counts of all kinds together.
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.items.iter().for_each(|item| total.add(item.outcome));
        total
    }

    /// For people: the counts, then what concerns the whole table, then every item that is not simply taken.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |words: String| {
            text.push_str(&words);
            text.push('\n');
        };
        let version = self
            .version
            .map_or(String::new(), |version| format!(", Visual Pinball {}.{:02}", version / 100, version % 100));
        line(format!(
            "{}{version}: {} items",
            self.name.as_deref().unwrap_or("A table without a name"),
            self.items.len()
        ));
        line(format!(
            "{:<16}{:>7}{:>7}{:>14}{:>10}{:>14}",
            "kind", "found", "taken", "approximated", "left out", "not physical"
        ));
        let row = |name: &str, c: &Counts| {
            format!(
                "{name:<16}{:>7}{:>7}{:>14}{:>10}{:>14}",
                c.found, c.taken, c.approximated, c.left_out, c.not_physical
            )
        };
        for (kind, counts) in self.counts() {
            line(row(&kind.to_string(), &counts));
        }
        if self.collections > 0 {
            let counts = Counts { found: self.collections, not_physical: self.collections, ..Counts::default() };
            line(row("Collection", &counts));
        }
        line(row("all", &self.total()));
        for note in &self.notes {
            line(format!("note: {note}"));
        }
        for outcome in [Outcome::LeftOut, Outcome::Approximated, Outcome::Taken] {
            for item in self.items.iter().filter(|item| item.outcome == outcome && !item.notes.is_empty()) {
                line(format!("{outcome}: {} {:?}: {}", item.kind, item.name, item.notes.join("; ")));
            }
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let counts: serde_json::Map<String, Value> = self
            .counts()
            .into_iter()
            .map(|(kind, c)| {
                let counts = json!({
                    "found": c.found, "taken": c.taken, "approximated": c.approximated,
                    "left_out": c.left_out, "not_physical": c.not_physical,
                });
                (kind.to_string(), counts)
            })
            .collect();
        let items: Vec<Value> = self
            .items
            .iter()
            .map(|item| {
                json!({
                    "kind": item.kind.to_string(), "name": item.name, "source": item.source, "part": item.part,
                    "outcome": item.outcome.to_string(), "notes": item.notes,
                })
            })
            .collect();
        json!({
            "version": self.version, "name": self.name, "counts": counts, "collections": self.collections,
            "notes": self.notes, "items": items,
        })
    }
}
