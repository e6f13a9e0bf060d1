//! Carom's table files: read, check, write; the built-in tables; parts into machines.
//!
//! ```
//! use carom_tables::Table;
//!
//! let text = r#"
//!     carom = 1
//!     physics = "2026.1"
//!     units = "mm"
//!
//!     [[flipper]]
//!     name = "left"
//!     at = [160, 930]
//!
//!     [[ball]]
//!     at = [200, 800]
//! "#;
//! let (table, mut machine) = Table::load(text).map_err(|faults| faults.to_string())?;
//! machine.advance(1.0)?;
//! assert_eq!(Table::parse(&table.to_toml()).as_ref(), Ok(&table));
//!
//! // Every fault is told at once, with its place and how to mend it.
//! let faults = Table::parse(&text.replace("name =", "nmae =")).unwrap_err();
//! assert_eq!(faults.list()[0].help, "did you mean `name`?");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it is made
//!
//! Everything that can stand in a file is described once (`parts/`, with the macro of `record.rs` and the kinds of value of
//! `value.rs`); from that description come the structs, the reader, the writer, the reference and the JSON Schema. A
//! [`Table`] holds what the file says, in the file's units; [`Table::machine`] builds the engine's parts from it (`build/`).
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod build;
pub mod built_in;
mod fault;
mod outline;
pub mod parts;
mod read;
mod record;
mod reference;
pub mod rules;
mod several;
mod svg_path;
mod syntax;
mod table;
mod value;
mod write;

pub use build::BuildFault;
pub use built_in::BuiltIn;
pub use fault::{Fault, Faults, meant};
pub use outline::{Bend, Corner, Outline, Spot, Way};
pub use read::parse_inputs;
pub use record::FieldInfo;
pub use reference::{RecordInfo, records, reference, schema};
pub use several::Several;
pub use table::{FORMAT, PHYSICS, Table, Unit};
pub use value::{Amount, Angle, Length, Number, Place, Place3, Share, Size, Words, Worth};

/// The example in the README is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
