//! Besieges Carom's server: `cargo xtask siege`.
//!
//! A server is started as a process of its own, on this machine and for this machine only. Then either a crowd comes ([`crowd`]):
//! honest players, whose time between two updates is measured, and hostile ones of every kind ([`hostile`]); or the server is
//! killed over and over while it saves scores and recordings, and after every kill all that it had said to be saved must be
//! there and whole ([`kills`]). In reading order: `server`, `line`, `gaps`, `honest`, `hostile`, `crowd`, `report`, `kills`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod crowd;
pub mod gaps;
pub mod honest;
pub mod hostile;
pub mod kills;
pub mod line;
pub mod report;
pub mod server;
