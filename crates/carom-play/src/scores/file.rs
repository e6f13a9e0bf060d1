//! The file of high scores: read, written whole, and shared with other servers.

use super::{BEST, Book, Entry, VERSION};
use crate::whole;
use core::time::Duration;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Bytes: a larger file is not ours.
pub(crate) const LARGEST: u64 = 4 << 20;
/// How long another server may keep the file to itself. It needs milliseconds.
const PATIENCE: Duration = Duration::from_secs(3);
/// Damaged files that are kept, under one name with numbers. Then the last one makes room.
const MOST_ASIDE: u32 = 20;

/// The book in the file; `None` if there is none yet. What killed servers have left beside it goes.
pub(super) fn open(path: &Path) -> Result<Option<Book>, String> {
    let target = whole::led_to(path).unwrap_or_else(|_| path.to_owned());
    whole::sweep(whole::folder_of(&target));
    read(&target)
}

/// Adds scores to what stands in the file, and writes it. `known` is what stood there when we looked last, for a file that
/// is gone or damaged. Afterwards the file is on the disk, or as it was before.
pub(super) fn add(path: &Path, known: Book, unsaved: &[Entry]) -> io::Result<Book> {
    let target = whole::led_to(path)?;
    fs::create_dir_all(whole::folder_of(&target))?;
    let _alone = lock(&target)?;
    let mut book = match read(&target) {
        Ok(Some(mut book)) => {
            unsaved.iter().for_each(|entry| _ = book.enter(entry));
            book
        }
        // The scores to be saved are in the book that we know already.
        Ok(None) => known,
        Err(fault) if target.exists() => return Err(io::Error::other(fault)),
        Err(_) => known,
    };
    book.version = VERSION;
    whole::write(&target, &serde_json::to_vec_pretty(&book)?)?;
    Ok(book)
}

/// Keeps other servers from writing until it is dropped. The lock is on a file beside: the one with the scores is replaced by
/// another at every write. It is empty and stays, because whoever removed it could remove it from under another's lock.
fn lock(target: &Path) -> io::Result<Option<File>> {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    let file = File::options().create(true).truncate(false).write(true).open(target.with_file_name(name))?;
    let begin = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "another program keeps the file locked"));
            }
            // There are file systems without locks. One server alone needs none.
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
}

/// The book in a file; `None` if there is none yet. A file that holds no book is put aside, and why is said.
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
    // Whatever it is, somebody may want to look at it: it is kept, and does not push out one that was kept before.
    let aside = aside(path);
    let kept = match fs::rename(path, &aside) {
        Ok(()) => format!("it is kept as {}", aside.display()),
        Err(fault) => format!("it cannot be put aside: {fault}"),
    };
    Err(format!("{} holds no high scores ({fault}); {kept}", path.display()))
}

fn aside(path: &Path) -> PathBuf {
    let numbered = |k: u32| path.with_extension(if k == 1 { "json.bad".to_owned() } else { format!("json.bad{k}") });
    (1..MOST_ASIDE).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(MOST_ASIDE))
}

/// What a person wrote into the file by hand is put right: the order, and how many.
fn sound(mut book: Book) -> Book {
    for page in book.tables.values_mut() {
        page.list.sort_by_key(|score| core::cmp::Reverse(score.score));
        page.list.truncate(BEST);
    }
    book
}
