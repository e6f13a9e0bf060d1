//! From the word on the command line to a table and its machine.

use crate::failure::Failure;
use crate::output;
use carom::pinball::Machine;
use carom_tables::{Table, built_in};
use std::path::{Path, PathBuf};

/// A table, and the machine that was built of it.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// As the command line names it.
    pub(crate) name: String,
    pub(crate) table: Table,
    pub(crate) machine: Machine,
}

/// What a word on the command line stands for.
#[derive(Debug)]
pub(crate) enum Source {
    /// A built-in table, a table file, or a plain scene: text.
    Text { name: String, text: String },
    /// A Visual Pinball table: a file or a folder.
    VisualPinball(PathBuf),
}

/// A compound file, as Visual Pinball writes them, begins with this.
const COMPOUND_FILE: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/// Finds what is meant, and reads it. A built-in name goes before a file of the same name; `./NAME` is the file.
pub(crate) fn open(word: &Path) -> Result<Source, Failure> {
    let name = word.display().to_string();
    if let Ok(table) = built_in::find(&name) {
        return Ok(Source::Text { name: table.name.to_owned(), text: table.text.to_owned() });
    }
    if word.is_dir() || has_ending(word, "vpx") {
        return Ok(Source::VisualPinball(word.to_owned()));
    }
    if !output::is_standard(word) && looks_like_a_name(word) && !word.exists() {
        let unknown = built_in::find(&name).err().map(|unknown| unknown.to_string()).unwrap_or_default();
        return Err(Failure::usage(format_args!("there is no file '{name}', and {unknown}")));
    }
    let bytes = output::read_bytes(word)?;
    if bytes.starts_with(&COMPOUND_FILE) && !output::is_standard(word) {
        return Ok(Source::VisualPinball(word.to_owned()));
    }
    match String::from_utf8(bytes) {
        Ok(text) if output::is_standard(word) => Ok(Source::Text { name: "standard input".to_owned(), text }),
        Ok(text) => Ok(Source::Text { name, text }),
        Err(fault) => {
            let bytes = fault.into_bytes();
            // What is text in another encoding is mended in an editor; anything else is no table at all.
            let is_text = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || !bytes.contains(&0);
            let why = if is_text {
                "its text is not UTF-8: save it as UTF-8"
            } else {
                "it is neither a text file nor a Visual Pinball table"
            };
            Err(Failure::problem(format_args!("cannot read {name}: {why}")))
        }
    }
}

/// The table that a word stands for.
pub(crate) fn load(word: &Path) -> Result<Loaded, Failure> {
    build(open(word)?)
}

/// The table of a source, and its machine.
pub(crate) fn build(source: Source) -> Result<Loaded, Failure> {
    match source {
        Source::Text { name, text } => match Table::load(&text) {
            Ok((table, machine)) => Ok(Loaded { name, table, machine }),
            Err(faults) => Err(Failure::Faults { file: name, faults }),
        },
        Source::VisualPinball(path) => {
            let name = path.display().to_string();
            let table = crate::import::table_of(&path)?;
            let machine = table.machine().map_err(|faults| Failure::unbuildable(&name, &faults))?;
            Ok(Loaded { name, table, machine })
        }
    }
}

/// Is a text a plain scene, rather than a table file? Its first line with anything on it begins with a letter of its own.
pub(crate) fn is_scene(word: &Path, text: &str) -> bool {
    if has_ending(word, "toml") {
        return false;
    }
    let mut words = text.lines().filter_map(|line| line.split('#').next()?.split_whitespace().next());
    has_ending(word, "txt") || words.next().is_some_and(|first| matches!(first, "S" | "C" | "R" | "B"))
}

/// Does a file name end like this, in small letters or capitals?
pub(crate) fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// A bare word, as the name of a built-in table is.
fn looks_like_a_name(word: &Path) -> bool {
    word.extension().is_none() && word.components().count() == 1
}
