//! Carom's table files: read, check, write; the built-in tables; parts into machines.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod build;
mod fault;
mod outline;
pub mod parts;
mod read;
mod record;
mod reference;
mod svg_path;
mod table;
mod value;
mod write;

pub use build::BuildFault;
pub use fault::{Fault, Faults};
pub use outline::{Bend, Corner, Outline, Spot, Way};
pub use read::parse_inputs;
pub use record::FieldInfo;
pub use reference::{RecordInfo, records, reference, schema};
pub use table::{FORMAT, PHYSICS, Table, Unit};
pub use value::{Amount, Angle, Length, Number, Place, Place3, Share, Size};
