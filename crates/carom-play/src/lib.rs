//! Plays Carom's tables in the browser.
#![forbid(unsafe_code)]
#![warn(missing_docs)]
