//! Files that are there whole or not at all: what was there before stays until the new one is safe on the disk.
//!
//! The new content is written to a temporary file in the same folder, brought to the disk, and then takes the place of the
//! old one in a single step. Whoever is killed in between leaves the temporary behind. Its writer held a lock on it, and the
//! system lets go of the locks of the dead: so whoever comes next can tell rubbish from work, and [sweeps](sweep) it away.

use crate::session::by_chance;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How the name of a temporary begins and ends.
const FIRST: &str = ".carom-";
const LAST: &str = ".tmp";
/// Names that are tried for a temporary.
const TRIES: u32 = 100;
/// Links that lead to links that are followed at most, as systems do.
const LINKS: usize = 40;

/// A file that takes its place when it is [finished](Self::finish). Dropped before that, it leaves nothing behind.
#[derive(Debug)]
pub struct WholeFile {
    file: File,
    temporary: PathBuf,
    target: PathBuf,
    finished: bool,
}

impl WholeFile {
    /// Begins a file. A link stays a link: what it points to is replaced. Who may read the old file may read the new one.
    ///
    /// # Errors
    /// When the folder cannot be written to, or the old file is a folder, or must not be changed.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let target = led_to(path)?;
        let old = match fs::metadata(&target) {
            Ok(old) if old.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
            // Renaming would not mind, but whoever protected the file would.
            Ok(old) if old.permissions().readonly() => {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
            }
            Ok(old) => Some(old),
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => None,
            Err(fault) => return Err(fault),
        };
        let (file, temporary) = temporary(folder_of(&target), names())?;
        let whole = Self { file, temporary, target, finished: false };
        if let Some(old) = old {
            // Some file systems know no permissions; the content matters more.
            _ = whole.file.set_permissions(old.permissions());
        }
        Ok(whole)
    }

    /// Everything is written: it goes to the disk and takes its place.
    ///
    /// # Errors
    /// When the disk has no room, mostly. The old file is as it was then.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.target)?;
        self.finished = true;
        settle(folder_of(&self.target));
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.finished {
            _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// As [`WholeFile::begin`] and [`WholeFile::finish`].
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::begin(path)?;
    file.write_all(content)?;
    file.finish()
}

/// Removes what writers that were killed have left in a folder; those that are at work are left alone. How many there were.
pub fn sweep(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let left = entries.filter_map(Result::ok).filter(|entry| is_temporary(&entry.file_name())).filter(|entry| {
        // A link, or a thing that is no file, is not ours, whatever its name.
        entry.file_type().is_ok_and(|kind| kind.is_file())
            && File::options().write(true).open(entry.path()).is_ok_and(|file| {
                let dead = file.try_lock().is_ok();
                dead && fs::remove_file(entry.path()).is_ok()
            })
    });
    left.count()
}

fn is_temporary(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(FIRST) && name.ends_with(LAST))
}

/// Names for a temporary that nobody can foresee. They say nothing of the target's, which may be as long as names can be.
fn names() -> impl Iterator<Item = String> {
    (0..TRIES).map(|_| format!("{FIRST}{}-{:x}{LAST}", std::process::id(), by_chance()))
}

/// A new file, locked, of the first name that is free.
fn temporary(folder: &Path, names: impl Iterator<Item = String>) -> io::Result<(File, PathBuf)> {
    for name in names {
        let path = folder.join(name);
        // Only a file that was not there: a link that somebody has put there beforehand is not followed.
        let file = match File::create_new(&path) {
            Ok(file) => file,
            Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(fault) => return Err(fault),
        };
        match file.try_lock() {
            // Somebody who sweeps can have been faster than the lock.
            Ok(()) if path.exists() => return Ok((file, path)),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // There are file systems without locks. Nobody sweeps there either.
            Err(TryLockError::Error(_)) => return Ok((file, path)),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "no name is left for a temporary file"))
}

/// Where a path leads, through links; to a file that is not there yet, too.
pub(crate) fn led_to(path: &Path) -> io::Result<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&at) {
            Ok(next) => at = folder_of(&at).join(next),
            Err(_) => return Ok(at),
        }
    }
    Err(io::Error::other("too many links lead to each other"))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Brings the folder to the disk, with the new name in it. Only some systems have that; others need it not.
fn settle(folder: &Path) {
    if cfg!(unix) {
        _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests;
