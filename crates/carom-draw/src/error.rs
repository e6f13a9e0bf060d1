//! What can be wrong with a picture that was asked for.

use core::fmt;

/// What can be wrong with a picture that was asked for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A number is out of its range.
    OutOfRange {
        /// Which.
        what: &'static str,
        /// What it is.
        got: f64,
        /// The least it may be.
        least: f64,
        /// The most it may be.
        most: f64,
    },
    /// An encoder refused to write.
    Encoder(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { what, got, least, most } => {
                write!(f, "{what}: {got}, but it must be from {least} to {most}")
            }
            Self::Encoder(why) => write!(f, "the picture could not be written: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// Is a number within its range?
pub(crate) fn in_range(what: &'static str, got: f64, least: f64, most: f64) -> Result<(), Error> {
    if got >= least && got <= most { Ok(()) } else { Err(Error::OutOfRange { what, got, least, most }) }
}
