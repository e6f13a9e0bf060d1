//! Tables that can be played, and what the page asks about them before it plays.

use crate::insight::colliders;
use crate::scene::scene;
use crate::scores;
use carom_draw::{Options, Picture};
use carom_rules::{Setup, completed};
use carom_tables::{BuildFault, Table};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// A table that can be played.
#[derive(Debug)]
pub struct Offer {
    /// By which the page asks for it: letters, digits, `-` and `_`.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The table.
    pub table: Table,
    /// Under which its high scores are kept.
    pub(crate) key: String,
    drawn: OnceLock<Result<Drawn, String>>,
    /// What all games on it have in common, made for the first.
    setup: OnceLock<Result<Setup, String>>,
}

/// What is made of a table once, when somebody asks for it.
#[derive(Debug)]
struct Drawn {
    entry: Value,
    scene: String,
    colliders: String,
    picture: String,
}

impl Offer {
    /// Offers a table. Signs in the name that an address does not like become `-`.
    pub fn new(name: &str, title: &str, table: Table) -> Self {
        let key = scores::key(name, &table);
        Self {
            name: addressable(name),
            title: title.to_owned(),
            table,
            key,
            drawn: OnceLock::new(),
            setup: OnceLock::new(),
        }
    }

    /// The table, set up for games.
    pub(crate) fn setup(&self) -> Result<&Setup, String> {
        let set_up = || {
            let setup = Setup::new(&self.table).map_err(|faults| in_words(&faults))?;
            // Whoever starts a game needs it, and is not to wait for it.
            setup.table_hash();
            Ok(setup)
        };
        let fault = |fault: &String| format!("no game can be set up on this table: {fault}");
        self.setup.get_or_init(set_up).as_ref().map_err(fault)
    }

    /// What the list of tables says of it.
    pub(crate) fn entry(&self) -> Value {
        match self.drawn() {
            Ok(drawn) => drawn.entry.clone(),
            Err(fault) => {
                json!({ "name": self.name, "title": self.title, "about": fault, "accent": "#888888", "parts": 0 })
            }
        }
    }

    /// What the page draws, as JSON.
    pub(crate) fn scene(&self) -> Result<&str, &str> {
        self.drawn().map(|drawn| drawn.scene.as_str())
    }

    /// What the overlay draws, as JSON.
    pub(crate) fn colliders(&self) -> Result<&str, &str> {
        self.drawn().map(|drawn| drawn.colliders.as_str())
    }

    /// A small picture for the picker, as SVG.
    pub(crate) fn picture(&self) -> Result<&str, &str> {
        self.drawn().map(|drawn| drawn.picture.as_str())
    }

    fn drawn(&self) -> Result<&Drawn, &str> {
        self.drawn.get_or_init(|| self.draw()).as_ref().map_err(String::as_str)
    }

    fn draw(&self) -> Result<Drawn, String> {
        let machine = self.table.machine().map_err(|faults| in_words(&faults))?;
        let about = self.table.about.as_deref().unwrap_or_default();
        // Tables without rules are given some, and lamps with them.
        let scene = scene(&self.name, &completed(&self.table), &machine);
        let accent = scene.get("accent").cloned().unwrap_or_else(|| json!("#2fb7d8"));
        let parts = self.table.part_count();
        let entry = json!({ "name": self.name, "title": self.title, "about": about, "accent": accent, "parts": parts });
        let picture = Picture::of(&machine).with_options(Options { size: 400, ..Options::default() }).svg();
        Ok(Drawn { entry, scene: scene.to_string(), colliders: colliders(&machine).to_string(), picture })
    }
}

fn in_words(faults: &[BuildFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A name that can stand in an address as it is.
fn addressable(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_".contains(letter) { letter } else { '-' };
    let name: String = name.chars().map(plain).take(60).collect();
    if name.is_empty() { "table".to_owned() } else { name }
}

/// Gives every table another name than those before it. Of tables with one title, as copies of a demo table have, each title says its
/// name, too.
pub(crate) fn told_apart(offers: Vec<Offer>) -> Vec<Offer> {
    let titles: Vec<String> = offers.iter().map(|offer| offer.title.clone()).collect();
    let mut apart: Vec<Offer> = Vec::with_capacity(offers.len());
    for mut offer in offers {
        let wanted = offer.name.clone();
        let mut count = 1;
        while apart.iter().any(|other| other.name == offer.name) {
            count += 1;
            offer.name = format!("{wanted}-{count}");
        }
        if titles.iter().filter(|title| **title == offer.title).count() > 1 {
            offer.title = format!("{} ({})", offer.title, offer.name);
        }
        apart.push(offer);
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_an_address_and_differ() {
        let offers = ["../etc/passwd", "a b", "a b", "a-b", ""].map(|name| Offer::new(name, name, Table::default()));
        let names: Vec<String> = told_apart(offers.into()).into_iter().map(|offer| offer.name).collect();
        assert_eq!(names, ["---etc-passwd", "a-b", "a-b-2", "a-b-3", "table"]);

        let copies = [("one", "Demo"), ("two", "Demo"), ("three", "Another")];
        let offers = copies.map(|(name, title)| Offer::new(name, title, Table::default()));
        let titles: Vec<String> = told_apart(offers.into()).into_iter().map(|offer| offer.title).collect();
        assert_eq!(titles, ["Demo (one)", "Demo (two)", "Another"]);
    }
}
