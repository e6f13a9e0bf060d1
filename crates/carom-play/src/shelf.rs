//! The shelf: a folder in which the recordings of finished games are kept, if somebody wants that.

use crate::console::Console;
use crate::scores::day;
use crate::whole;
use carom_rules::Recording;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Recordings in the folder at most. Nobody's recording makes room for another's: the folder is full then, and that is said.
pub(crate) const MOST_KEPT: usize = 10_000;
/// Letters of a table's name in the name of a file.
const LETTERS: usize = 60;

/// A folder of recordings. Sessions share it.
#[derive(Debug)]
pub struct Shelf {
    folder: PathBuf,
    /// One at a time looks for a name and takes it.
    writing: Mutex<()>,
    console: Console,
}

impl Shelf {
    /// A shelf in this folder. What killed servers have left in it goes; what went wrong, if anything, is said in words.
    pub fn open(folder: PathBuf) -> (Self, Option<String>) {
        let trouble = fs::create_dir_all(&folder)
            .err()
            .map(|fault| format!("recordings cannot be kept: {}: {fault}", folder.display()));
        whole::sweep(&folder);
        (Self { folder, writing: Mutex::default(), console: Console::default() }, trouble)
    }

    /// With somebody who is told when a recording cannot be kept.
    pub(crate) fn telling(self, console: Console) -> Self {
        Self { console, ..self }
    }

    /// Keeps a recording: the name of its file. When this comes back well, it is on the disk. Blocks for as long as that takes.
    ///
    /// # Errors
    /// Why it could not be kept, in words.
    pub fn keep(&self, recording: &Recording) -> Result<String, String> {
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.put(recording).map_err(|fault| {
            let said = format!("the recording is not kept: {}: {fault}", self.folder.display());
            self.console.tell(&said);
            said
        })
    }

    fn put(&self, recording: &Recording) -> std::io::Result<String> {
        fs::create_dir_all(&self.folder)?;
        let there = fs::read_dir(&self.folder)?.count();
        if there >= MOST_KEPT {
            return Err(std::io::Error::other(format!("there are {there} files in it already")));
        }
        let name = free_name(&self.folder, &stem(recording));
        whole::write(&self.folder.join(&name), recording.to_json().as_bytes())?;
        Ok(name)
    }
}

/// Table, moment, best score and seed: names sort by table and time, and two games do not meet.
fn stem(recording: &Recording) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_".contains(letter) { letter } else { '-' };
    let table: String = recording.table.chars().map(plain).take(LETTERS).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (hour, minute, second) = (now / 3600 % 24, now / 60 % 60, now % 60);
    let best = recording.scores.iter().max().copied().unwrap_or_default();
    format!("{table}-{}-{hour:02}{minute:02}{second:02}-{best}-{:x}", day(now), recording.seed)
}

fn free_name(folder: &Path, stem: &str) -> String {
    let mut name = format!("{stem}.json");
    let mut count = 1;
    while fs::symlink_metadata(folder.join(&name)).is_ok() {
        count += 1;
        name = format!("{stem}-{count}.json");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_rules::{Game, GameOptions, Recorder};
    use carom_tables::Table;

    fn recording() -> Recording {
        let table = Table::default();
        let mut game = Game::new(&table, GameOptions::default()).unwrap();
        let mut recorder = Recorder::new("../a b", &table, GameOptions::default());
        game.tick();
        recorder.ticked(&game);
        recorder.finish(&game).unwrap()
    }

    #[test]
    fn recordings_are_kept_side_by_side_and_read_back_the_same() {
        let folder = std::env::temp_dir().join(format!("carom-shelf-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        let (shelf, trouble) = Shelf::open(folder.join("deep"));
        assert_eq!(trouble, None);
        let recording = recording();
        let names = [(); 3].map(|()| shelf.keep(&recording).unwrap());
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), 3, "{names:?}");
        for name in &names {
            assert!(name.starts_with("---a-b-20") && !name.contains('/'), "{name}");
            let text = fs::read_to_string(folder.join("deep").join(name)).unwrap();
            assert_eq!(Recording::parse(&text).unwrap(), recording);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_kept_is_said_to_the_player_and_on_the_console() {
        let path = std::env::temp_dir().join(format!("carom-shelf-blocked-{}", std::process::id()));
        fs::write(&path, "a file where a folder must be").unwrap();
        let (shelf, trouble) = Shelf::open(path.join("deep"));
        assert!(trouble.unwrap().contains("cannot be kept"));
        let (said, heard) = std::sync::mpsc::channel();
        let shelf = shelf.telling(Console::new(move |words| _ = said.send(words.to_owned())));
        let fault = shelf.keep(&recording()).unwrap_err();
        assert!(fault.contains("not kept"), "{fault}");
        assert_eq!(heard.try_recv(), Ok(fault));
        assert_eq!(shelf.keep(&recording()).is_err(), heard.try_recv().is_err(), "not said twice in a moment");
        fs::remove_file(path).unwrap();
    }
}
