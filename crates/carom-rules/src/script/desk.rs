//! The desk at which a script works during one call: what it may look at, and where its acts are put down.
//!
//! Rhai's own functions take nothing borrowed along, so the desk lies in a thread's own drawer while a call runs: what is
//! needed of board and machine is copied onto it, and acts are taken off it afterwards.

use super::groups::Place;
use super::handlers::Handlers;
use super::limits::{MOST_ACTS, MOST_NAME, MOST_SAID};
use super::state::Kept;
use crate::act::Act;
use crate::board::Board;
use carom::math::rng::Stream;
use carom::pinball::{Group, GroupId, Machine, PartId};
use carom_tables::Table;
use core::cell::RefCell;
use rhai::EvalAltResult;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a function of the interpreter says.
pub(super) type Said<T> = Result<T, Box<EvalAltResult>>;

/// What names stand for on a table; the same for all calls.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) parts: BTreeMap<String, (PartId, &'static str)>,
    pub(super) lamps: BTreeMap<String, usize>,
    pub(super) groups: BTreeMap<String, (GroupId, Group)>,
    /// The names of parts, groups and lamps, by number.
    pub(super) part_names: Vec<String>,
    pub(super) group_names: Vec<String>,
    pub(super) lamp_names: Vec<String>,
    /// Metres in the table's unit of length.
    pub(super) metres: f64,
}

impl Names {
    pub(super) fn of(machine: &Machine, table: &Table) -> Self {
        let mut names = Self { metres: table.units.metres(), ..Self::default() };
        for (id, name, part) in machine.parts() {
            names.part_names.push(name.to_owned());
            names.parts.entry(name.to_owned()).or_insert((id, part.kind()));
        }
        for (id, group) in machine.groups() {
            names.group_names.push(group.name.clone());
            names.groups.entry(group.name.clone()).or_insert((id, group.clone()));
        }
        for (number, lamp) in table.lamps.iter().enumerate() {
            let name = lamp.name.clone().unwrap_or_default();
            names.lamp_names.push(name.clone());
            if !name.is_empty() {
                names.lamps.entry(name).or_insert(number);
            }
        }
        names
    }

    /// The part of this name.
    pub(super) fn part(&self, name: &str) -> Result<(PartId, &'static str), String> {
        self.parts.get(name).copied().ok_or_else(|| unknown("part", name, self.parts.keys()))
    }

    /// The part of this name, if it is of this kind.
    pub(super) fn part_of(&self, name: &str, kind: &str) -> Result<PartId, String> {
        let (part, is) = self.part(name)?;
        if is == kind { Ok(part) } else { Err(format!("\"{name}\" is a {is}, not a {kind}")) }
    }

    /// The group of this name.
    pub(super) fn group(&self, name: &str) -> Result<&(GroupId, Group), String> {
        self.groups.get(name).ok_or_else(|| unknown("group", name, self.groups.keys()))
    }

    /// The group of this name, if it can be driven.
    pub(super) fn driven(&self, name: &str) -> Result<&(GroupId, Group), String> {
        let found = self.group(name)?;
        if found.1.driven { Ok(found) } else { Err(format!("the group \"{name}\" is not driven: it stands for ever")) }
    }

    /// The lamp of this name.
    pub(super) fn lamp(&self, name: &str) -> Result<usize, String> {
        self.lamps.get(name).copied().ok_or_else(|| unknown("lamp", name, self.lamps.keys()))
    }
}

/// What is on the desk.
#[derive(Debug, Default)]
pub(super) struct Desk {
    pub(super) names: Arc<Names>,
    /// The board as it will be when the acts of this call are done.
    pub(super) board: Board,
    /// Which parts are active: down, on, or holding a ball.
    pub(super) active: Vec<bool>,
    /// Where driven groups are, by their numbers.
    pub(super) places: BTreeMap<usize, Place>,
    pub(super) tick: u64,
    pub(super) kept: Kept,
    pub(super) constants: Arc<BTreeMap<String, rhai::Dynamic>>,
    pub(super) luck: Option<Stream>,
    pub(super) acts: Vec<Act>,
    /// Where handlers are put down while the script is loaded; afterwards there is none.
    pub(super) loading: Option<Handlers>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
}

/// Puts another desk into the drawer and gives back what was there.
pub(super) fn exchange(desk: Desk) -> Desk {
    DESK.with(|drawer| drawer.replace(desk))
}

/// Does something at the desk. Nothing that is done there calls a script, so it is never at work twice.
pub(super) fn at<T>(work: impl FnOnce(&mut Desk) -> Result<T, String>) -> Said<T> {
    DESK.with(|drawer| match drawer.try_borrow_mut() {
        Ok(mut desk) => work(&mut desk).map_err(Into::into),
        Err(_) => Err("the script is at work already".into()),
    })
}

impl Desk {
    /// Puts an act down, unless the script is only being loaded.
    pub(super) fn act(&mut self, act: Act) -> Result<(), String> {
        self.running()?;
        if self.acts.len() >= MOST_ACTS {
            return Err(format!("it did {MOST_ACTS} things in one call, and no more are allowed"));
        }
        self.acts.push(act);
        Ok(())
    }

    /// Is a game running? While a script is loaded there is none.
    pub(super) fn running(&self) -> Result<(), String> {
        match self.loading {
            Some(_) => Err("there is no game yet: do this in a handler, such as `fn game_begins() { ... }`".to_owned()),
            None => Ok(()),
        }
    }
}

/// A text for the display, if it is not too long.
pub(super) fn said(text: &str) -> Result<String, String> {
    if text.chars().count() > MOST_SAID {
        return Err(format!("a text for the display has at most {MOST_SAID} characters"));
    }
    Ok(text.to_owned())
}

/// A name of the script's own, if it can be one.
pub(super) fn named(name: &str) -> Result<String, String> {
    if name.is_empty() || name.chars().count() > MOST_NAME {
        return Err(format!("a name has 1 to {MOST_NAME} characters"));
    }
    Ok(name.to_owned())
}

/// Says that there is no such thing, and which may have been meant.
pub(super) fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a String>) -> String {
    let name = shortened(name);
    match carom_tables::meant(&name, known.into_iter().map(String::as_str)) {
        Some(meant) => format!("there is no {what} \"{name}\": did you mean \"{meant}\"?"),
        None => format!("there is no {what} \"{name}\""),
    }
}

/// A name in a message.
pub(super) fn shortened(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(MOST_NAME).collect()
}
