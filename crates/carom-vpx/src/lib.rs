//! Visual Pinball tables into Carom's: `.vpx` files, and folders in the text layout that `vpxtool extract` writes.
//!
//! [`import`] gives a [`Table`](carom_tables::Table) and a [`Report`] of what became of every item. What one item has wrong
//! never costs the table: it is left out, and the report says why. Scripts are not run.
//!
//! ```no_run
//! let import = carom_vpx::import("table.vpx".as_ref())?;
//! println!("{}", import.report.text());
//! std::fs::write("table.toml", import.table.to_toml())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Files are somebody else's, so nothing in them is trusted: sizes are bounded, chains end, names do not leave their folder,
//! and no panic gets out. Two ways lead in (`binary.rs` and `folder.rs`), to one neutral set of items; one
//! conversion turns that into a table.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod biff;
mod binary;
mod container;
mod convert;
mod decode;
mod error;
mod fields;
mod folder;
mod items;
mod kind;
mod mesh;
mod quiet;
mod report;
mod sieve;

pub use error::Error;
pub use kind::Kind;
pub use report::{Counts, ItemReport, Outcome, Report};

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// An imported table.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The table, in Visual Pinball's unit of length. A machine can be built of it.
    pub table: carom_tables::Table,
    /// What became of every item.
    pub report: Report,
}

/// Imports a `.vpx` file, or a folder in vpxtool's text layout (or its `gamedata.json`). What it is, is seen by what it
/// holds and not by how it is called.
///
/// # Errors
/// When it cannot be read at all, is something else, or is damaged where nothing can be read without.
pub fn import(path: &Path) -> Result<Import, Error> {
    let about = std::fs::metadata(path).map_err(|cause| Error::io(path, cause))?;
    if about.is_dir() {
        if !folder::is_layout(path) {
            let why = "the folder has neither gamedata.json nor gameitems.json nor gameitems";
            return Err(Error::NotATable(why.into()));
        }
        return Ok(convert::convert(folder::read(path)?));
    }
    let most = container::MOST_BYTES as u64;
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|cause| Error::io(path, cause))?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|cause| Error::io(path, cause))?;
    let is_part_of_layout = path.file_name().is_some_and(|name| name == "gamedata.json" || name == "gameitems.json");
    match path.parent() {
        Some(parent) if is_part_of_layout && !container::is_compound(&bytes) => {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            Ok(convert::convert(folder::read(parent)?))
        }
        _ => import_bytes(&bytes),
    }
}

/// Imports the bytes of a `.vpx` file.
///
/// # Errors
/// When they are something else, or damaged where nothing can be read without.
pub fn import_bytes(bytes: &[u8]) -> Result<Import, Error> {
    Ok(convert::convert(binary::read(bytes)?))
}

/// The example in the README is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
