//! Where results go: standard output, standard error, files. The only place that prints.

use crate::failure::Failure;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Does this file name mean standard output (or input)?
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Says something to the person at the terminal: on standard error.
pub(crate) fn say(message: impl Display) {
    // When standard error is closed there is nobody left to tell.
    _ = writeln!(io::stderr(), "{message}");
}

/// Writes data to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|fault| match fault.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::problem(format_args!("cannot write to standard output: {fault}")),
    })
}

/// Writes a file whole or not at all (or to standard output, for `-`): what was there before stays until the new is safe.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if is_standard(path) {
        return print(text);
    }
    if path.is_dir() {
        return Err(Failure::problem(format_args!("cannot write {}: it is a folder", path.display())));
    }
    // A device or a pipe takes what is written; putting a file in its place would be wrong.
    if path.exists() && !path.is_file() {
        return fs::write(path, text).map_err(|fault| Failure::file("write", path, &fault));
    }
    // A link stays a link: what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&target);
    put(&temporary, text).and_then(|()| fs::rename(&temporary, &target)).map_err(|fault| {
        _ = fs::remove_file(&temporary);
        Failure::file("write", path, &fault)
    })
}

/// A name in the same folder, so that renaming does not have to copy; with the process in it, so that two do not meet.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Reads a file (or standard input, for `-`).
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let text = if is_standard(path) { io::read_to_string(io::stdin()) } else { fs::read_to_string(path) };
    text.map_err(|fault| Failure::file("read", path, &fault))
}
