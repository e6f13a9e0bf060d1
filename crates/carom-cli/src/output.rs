//! Where results go: standard output, standard error, files. The only place that prints.

use crate::failure::Failure;
use carom_play::whole::{self, WholeFile};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

/// Bytes: what is read at most. A table file may have 64 MB; a device that never ends must not fill the memory.
const MOST_INPUT: u64 = 256 << 20;

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
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|fault| on_stdout(&fault))
}

fn on_stdout(fault: &io::Error) -> Failure {
    match fault.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::problem(format_args!("cannot write to standard output: {fault}")),
    }
}

/// Writes a file whole or not at all (or to standard output, for `-`): what was there before stays until the new is safe.
pub(crate) fn write(path: &Path, data: impl AsRef<[u8]>) -> Result<(), Failure> {
    if is_standard(path) {
        return print_bytes(data.as_ref());
    }
    let mut stream = Stream::to(path)?;
    stream.put(data.as_ref())?;
    stream.finish()
}

/// A file that is written piece by piece, and takes its place only when it is finished.
#[derive(Debug)]
pub(crate) struct Stream {
    path: PathBuf,
    out: Out,
}

#[derive(Debug)]
enum Out {
    Standard(BufWriter<io::Stdout>),
    /// A device or a pipe takes what is written; putting a file in its place would be wrong.
    Device(BufWriter<File>),
    File(BufWriter<WholeFile>),
}

impl Stream {
    /// Begins to write; `-` is standard output.
    pub(crate) fn to(path: &Path) -> Result<Self, Failure> {
        let fault = |fault: io::Error| Failure::file("write", path, &fault);
        let out = if is_standard(path) {
            Out::Standard(BufWriter::new(io::stdout()))
        } else if path.is_dir() {
            return Err(Failure::problem(format_args!("cannot write {}: it is a folder", path.display())));
        } else if path.exists() && !path.is_file() {
            Out::Device(BufWriter::new(File::options().write(true).open(path).map_err(fault)?))
        } else {
            // What was left here by a run that was killed goes.
            whole::sweep(path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new(".")));
            Out::File(BufWriter::new(WholeFile::begin(path).map_err(fault)?))
        };
        Ok(Self { path: path.to_owned(), out })
    }

    /// Writes more.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let done = match &mut self.out {
            Out::Standard(writer) => return writer.write_all(bytes).map_err(|fault| on_stdout(&fault)),
            Out::Device(writer) => writer.write_all(bytes),
            Out::File(writer) => writer.write_all(bytes),
        };
        done.map_err(|fault| Failure::file("write", &self.path, &fault))
    }

    /// Everything is there: the file takes its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let done = match self.out {
            Out::Standard(mut writer) => return writer.flush().map_err(|fault| on_stdout(&fault)),
            Out::Device(mut writer) => writer.flush(),
            Out::File(writer) => {
                // The writer that comes back with a fault is dropped, and leaves nothing behind.
                writer.into_inner().map_err(io::IntoInnerError::into_error).and_then(WholeFile::finish)
            }
        };
        done.map_err(|fault| Failure::file("write", &self.path, &fault))
    }
}

/// Reads a text file (or standard input, for `-`).
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path)?)
        .map_err(|_| Failure::problem(format_args!("cannot read {}: it is not a text file", path.display())))
}

/// Reads a file (or standard input, for `-`).
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if is_standard(path) {
        io::stdin().lock().take(MOST_INPUT + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MOST_INPUT + 1).read_to_end(&mut bytes))
    };
    read.map_err(|fault| Failure::file("read", path, &fault))?;
    if bytes.len() as u64 > MOST_INPUT {
        let most = MOST_INPUT >> 20;
        return Err(Failure::problem(format_args!("cannot read {}: it has more than {most} MB", path.display())));
    }
    Ok(bytes)
}
