//! What rules of table files do: a test for every feature of `docs/rules.md`.

mod common;
mod cues;
mod deeds;
mod defaults;
mod guide;
mod kingfisher;
mod odd;
mod when;
