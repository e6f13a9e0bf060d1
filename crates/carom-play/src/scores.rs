//! High scores: the best ten of every table, in a file of the user's own.

pub(crate) mod file;

use crate::console::Console;
use carom_rules::recording::table_hash;
use carom_tables::Table;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many scores a table keeps.
pub const BEST: usize = 10;
/// How many tables are remembered; the ones that were played longest ago are forgotten first.
pub(crate) const MOST_TABLES: usize = 256;
const VERSION: u32 = 1;

/// A score in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Points.
    pub score: i64,
    /// Whose.
    pub initials: String,
    /// The day, as year-month-day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// The high scores of all tables. Sessions share it, and so do servers: each adds what is new to what stands in the file.
#[derive(Debug)]
pub struct Scores {
    path: Option<PathBuf>,
    memory: Mutex<Memory>,
    /// One at a time writes. Whoever only looks does not wait for the disk.
    writing: Mutex<()>,
    console: Console,
}

#[derive(Debug, Default)]
struct Memory {
    book: Book,
    /// What is not in the file yet: just entered, or the file could not be written.
    unsaved: Vec<Entry>,
    entered: u64,
}

/// A score on its way into the file.
#[derive(Clone, Debug)]
struct Entry {
    number: u64,
    table: String,
    score: Score,
    /// s since 1970.
    at: u64,
}

/// What stands in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Book {
    version: u32,
    tables: BTreeMap<String, Page>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Page {
    /// s since 1970: when it was changed last.
    changed: u64,
    list: Vec<Score>,
}

impl Default for Book {
    fn default() -> Self {
        Self { version: VERSION, tables: BTreeMap::new() }
    }
}

impl Scores {
    /// Where high scores lie unless somebody says otherwise: in the user's data directory. `None` if there is no such thing.
    pub fn usual_place() -> Option<PathBuf> {
        use etcetera::BaseStrategy as _;
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.data_dir().join("carom").join("scores.json"))
    }

    /// Opens the file, or begins a new one. A damaged file is put aside under another name; what went wrong, if anything, is
    /// said in words.
    pub fn open(path: Option<PathBuf>) -> (Self, Option<String>) {
        let (book, trouble) = match path.as_deref().map(file::open) {
            None | Some(Ok(None)) => (Book::default(), None),
            Some(Ok(Some(book))) => (book, None),
            Some(Err(fault)) => (Book::default(), Some(fault)),
        };
        let memory = Mutex::new(Memory { book, ..Memory::default() });
        (Self { path, memory, writing: Mutex::default(), console: Console::default() }, trouble)
    }

    /// With somebody who is told when the file cannot be written.
    pub(crate) fn telling(self, console: Console) -> Self {
        Self { console, ..self }
    }

    /// The list of a table, best first.
    pub fn list(&self, table: &str) -> Vec<Score> {
        self.with(|memory| memory.book.tables.get(table).map(|page| page.list.clone()).unwrap_or_default())
    }

    /// The place (from 1) that a score would have in the list, if it comes in.
    pub fn place(&self, table: &str, score: i64) -> Option<usize> {
        self.with(|memory| place(memory.book.tables.get(table).map_or(&[][..], |page| &page.list), score))
    }

    /// Puts a score into the list: its place, if it came in. When this comes back well, the score is on the disk. It stays in
    /// memory even when the file cannot be written, and is tried again: with the next score, and when the server ends.
    ///
    /// # Errors
    /// Why the file could not be written, in words.
    pub fn enter(&self, table: &str, score: i64, initials: &str) -> (Option<usize>, Result<(), String>) {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let score = Score { score, initials: initials.to_owned(), date: Some(day(at)) };
        let place = self.with(|memory| {
            memory.entered += 1;
            let entry = Entry { number: memory.entered, table: table.to_owned(), score, at };
            let place = memory.book.enter(&entry)?;
            memory.unsaved.push(entry);
            memory.forget();
            Some(place)
        });
        (place, if place.is_some() { self.save() } else { Ok(()) })
    }

    /// Brings to the disk what is not there yet. Blocks for as long as the disk takes.
    ///
    /// # Errors
    /// Why the file could not be written, in words.
    pub fn save(&self) -> Result<(), String> {
        let Some(path) = self.path.as_deref() else { return Ok(()) };
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let (book, unsaved) = self.with(|memory| (memory.book.clone(), memory.unsaved.clone()));
        // Whoever wrote while this one waited has written this one's score as well.
        let Some(last) = unsaved.last().map(|entry| entry.number) else { return Ok(()) };
        let merged = file::add(path, book, &unsaved).map_err(|fault| {
            let what =
                if unsaved.len() == 1 { "a score is".to_owned() } else { format!("{} scores are", unsaved.len()) };
            let said = format!("{what} not saved, but kept and tried again: {}: {fault}", path.display());
            self.console.tell(&said);
            said
        })?;
        self.with(|memory| {
            memory.unsaved.retain(|entry| entry.number > last);
            memory.book = merged;
            for entry in &memory.unsaved {
                memory.book.enter(entry);
            }
        });
        Ok(())
    }

    /// Is there something that could not be written?
    pub(crate) fn has_unsaved(&self) -> bool {
        self.path.is_some() && self.with(|memory| !memory.unsaved.is_empty())
    }

    fn with<T>(&self, then: impl FnOnce(&mut Memory) -> T) -> T {
        // A session that panicked in here left a whole book behind: every change above is made of whole steps.
        then(&mut self.memory.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Memory {
    /// Scores that better ones have pushed out of their list need not be saved.
    fn forget(&mut self) {
        let Self { book, unsaved, .. } = self;
        unsaved.retain(|entry| book.tables.get(&entry.table).is_some_and(|page| page.list.contains(&entry.score)));
    }
}

impl Book {
    /// Puts a score into its list; its place, if it comes in.
    fn enter(&mut self, Entry { table, score, at, .. }: &Entry) -> Option<usize> {
        let place = place(self.tables.get(table).map_or(&[][..], |page| &page.list), score.score)?;
        let page = self.tables.entry(table.clone()).or_default();
        page.list.insert(place - 1, score.clone());
        page.list.truncate(BEST);
        page.changed = page.changed.max(*at);
        while self.tables.len() > MOST_TABLES {
            let oldest = self.tables.iter().filter(|(name, _)| *name != table).min_by_key(|(_, page)| page.changed);
            let Some(name) = oldest.map(|(name, _)| name.clone()) else { break };
            self.tables.remove(&name);
        }
        Some(place)
    }
}

/// The key of a table: its name, and a number of its content. Another version of a table, or another table of the same name,
/// has a list of its own, because its points do not compare.
pub(crate) fn key(name: &str, table: &Table) -> String {
    format!("{name} {:016x}", table_hash(table))
}

/// Only what is better than the last of ten comes in; an equal score stays behind the older one.
fn place(list: &[Score], score: i64) -> Option<usize> {
    let better = list.iter().filter(|other| other.score >= score).count();
    (score > 0 && better < BEST).then_some(better + 1)
}

/// Year-month-day of a time in seconds since 1970, in universal time. The calendar from days is Hinnant's
/// (`civil_from_days`): eras of 400 years, years that begin in March.
pub(crate) fn day(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let (month, later) = if march < 10 { (march + 3, 0) } else { (march - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + later)
}

#[cfg(test)]
mod tests;
