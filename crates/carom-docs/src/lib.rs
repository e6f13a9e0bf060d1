//! What stands in the project's pages, kept true: their examples are compiled and run as documentation tests, and the
//! [figures](figure) of `docs/physics` are drawn from the engine's own numbers. Nothing of it is published.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod figure;
pub mod plot;

/// The front page.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Many worlds at once.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/batch.md")]
struct BatchPage;
