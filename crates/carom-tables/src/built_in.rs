//! The tables that come with Carom: the files in `tables/`, as they are.
//!
//! ```
//! use carom_tables::{Table, built_in};
//! let board = built_in::find("galton")?;
//! let (table, mut machine) = Table::load(board.text).unwrap();
//! machine.advance(1.0).unwrap();
//! assert!(table.about.is_some());
//! assert_eq!(built_in::find("galtno").unwrap_err().to_string(), "there is no built-in table \"galtno\": did you mean \"galton\"?");
//! # Ok::<(), built_in::NotBuiltIn>(())
//! ```

use crate::fault::meant;

/// A table that comes with Carom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// What it is called, in one word.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// The files lie in `tables/` at the root of the repository; `tables` in this crate's folder is a link to it, because a packaged
/// crate can only take in what is in its folder.
macro_rules! table {
    ($name:literal, $about:literal) => {
        BuiltIn { name: $name, about: $about, text: include_str!(concat!("../tables/", $name, ".toml")) }
    };
}

/// All of them, the ones to play before the ones to learn from.
pub const ALL: &[BuiltIn] = &[
    table!("kingfisher", "a full modern table: ramp, orbit, bumpers, drop targets, saucer, spinner"),
    table!("fairground", "a small wood-rail table: short weak flippers, bumpers, a gobble hole"),
    table!("galton", "a Galton board: balls fall through rows of pins into a bell curve"),
    table!("bench", "a physics bench: stations that show one law each"),
];

/// A name that none of the built-in tables has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotBuiltIn {
    /// What was asked for.
    pub name: String,
    /// The name that may have been meant.
    pub meant: Option<&'static str>,
}

impl core::fmt::Display for NotBuiltIn {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "there is no built-in table \"{}\": ", self.name.escape_debug())?;
        match self.meant {
            Some(name) => write!(f, "did you mean \"{name}\"?"),
            None => {
                let names: Vec<&str> = ALL.iter().map(|table| table.name).collect();
                write!(f, "there are {}", names.join(", "))
            }
        }
    }
}

impl core::error::Error for NotBuiltIn {}

/// The built-in table of this name; upper and lower case are the same.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<&'static BuiltIn, NotBuiltIn> {
    ALL.iter()
        .find(|table| table.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| NotBuiltIn { name: name.to_owned(), meant: meant(name, ALL.iter().map(|table| table.name)) })
}
