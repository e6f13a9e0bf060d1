//! High scores: the best ten of every table, in a file of the user's own.

use carom_rules::recording::table_hash;
use carom_tables::Table;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many scores a table keeps.
pub const BEST: usize = 10;
/// How many tables are remembered; the ones that were played longest ago are forgotten first.
const MOST_TABLES: usize = 256;
/// Bytes: a larger file is not ours.
const LARGEST: u64 = 4 << 20;
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

/// The high scores of all tables. Sessions share it; one at a time reads and writes.
#[derive(Debug)]
pub struct Scores {
    path: Option<PathBuf>,
    book: Mutex<Book>,
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
        let (book, trouble) = match path.as_deref().map(read) {
            None | Some(Ok(None)) => (Book::default(), None),
            Some(Ok(Some(book))) => (book, None),
            Some(Err(fault)) => (Book::default(), Some(fault)),
        };
        (Self { path, book: Mutex::new(book) }, trouble)
    }

    /// The list of a table, best first.
    pub fn list(&self, table: &str) -> Vec<Score> {
        self.with(|book| book.tables.get(table).map(|page| page.list.clone()).unwrap_or_default())
    }

    /// The place (from 1) that a score would have in the list, if it comes in.
    pub fn place(&self, table: &str, score: i64) -> Option<usize> {
        self.with(|book| place(book.tables.get(table).map_or(&[][..], |page| &page.list), score))
    }

    /// Puts a score into the list: its place, if it came in. It stays in memory even when the file cannot be written, and the next
    /// score tries again.
    ///
    /// # Errors
    /// Why the file could not be written, in words.
    pub fn enter(&self, table: &str, score: i64, initials: &str) -> (Option<usize>, Result<(), String>) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        self.with(|book| {
            let page = book.tables.entry(table.to_owned()).or_default();
            let Some(place) = place(&page.list, score) else { return (None, Ok(())) };
            page.list.insert(place - 1, Score { score, initials: initials.to_owned(), date: Some(day(now)) });
            page.list.truncate(BEST);
            page.changed = now;
            while book.tables.len() > MOST_TABLES {
                let oldest = book.tables.iter().filter(|(name, _)| *name != table).min_by_key(|(_, page)| page.changed);
                let Some(name) = oldest.map(|(name, _)| name.clone()) else { break };
                book.tables.remove(&name);
            }
            let written = self.path.as_deref().map_or(Ok(()), |path| {
                write(path, book).map_err(|fault| format!("the score is not saved: {}: {fault}", path.display()))
            });
            (Some(place), written)
        })
    }

    fn with<T>(&self, then: impl FnOnce(&mut Book) -> T) -> T {
        // A session that panicked in here left a whole book behind: every change above is made of whole steps.
        then(&mut self.book.lock().unwrap_or_else(PoisonError::into_inner))
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

/// The book in a file; `None` if there is none yet.
fn read(path: &Path) -> Result<Option<Book>, String> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
    let fault = match read {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(fault) if fault.kind() == io::ErrorKind::InvalidData => fault.to_string(),
        Err(fault) => return Err(format!("high scores cannot be read: {}: {fault}", path.display())),
        Ok(_) => match serde_json::from_str::<Book>(&text) {
            Ok(book) if book.version == VERSION => return Ok(Some(sound(book))),
            Ok(book) => format!("it is of version {}, not {VERSION}", book.version),
            Err(fault) => fault.to_string(),
        },
    };
    // Whatever it is, somebody may want to look at it: it is kept.
    let aside = path.with_extension("json.bad");
    let kept = match fs::rename(path, &aside) {
        Ok(()) => format!("it is kept as {}", aside.display()),
        Err(fault) => format!("it cannot be put aside: {fault}"),
    };
    Err(format!("{} holds no high scores ({fault}); {kept}", path.display()))
}

/// What a person wrote into the file by hand is put right: the order, and how many.
fn sound(mut book: Book) -> Book {
    for page in book.tables.values_mut() {
        page.list.sort_by_key(|score| core::cmp::Reverse(score.score));
        page.list.truncate(BEST);
    }
    book
}

/// Writes whole or not at all: what was there before stays until the new is safe.
fn write(path: &Path, book: &Book) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // A link stays a link: what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = target.with_extension(format!("json.{}.tmp", std::process::id()));
    let text = serde_json::to_vec_pretty(book)?;
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(&text).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        _ = fs::remove_file(&temporary);
    }
    written
}

/// Year-month-day of a time in seconds since 1970, in universal time. The calendar from days is Hinnant's
/// (`civil_from_days`): eras of 400 years, years that begin in March.
fn day(seconds: u64) -> String {
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
