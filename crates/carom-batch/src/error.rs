//! What can be wrong with what a batch is given.

use core::fmt;

/// Why a batch refused something.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// There is no world of this index.
    NoSuchWorld {
        /// The index asked for.
        index: usize,
        /// How many worlds there are.
        count: usize,
    },
    /// An array has the wrong length.
    WrongLength {
        /// Which array.
        what: &'static str,
        /// How long it has to be.
        expected: usize,
        /// How long it is.
        got: usize,
    },
    /// A world refused something. The others have been stepped all the same; if several refused, this is the first.
    World {
        /// Which.
        index: usize,
        /// Why.
        error: carom::Error,
    },
    /// A snapshot of another table, or of a batch with other observations.
    ForeignSnapshot,
    /// The system did not give the threads.
    Threads {
        /// How many were asked for.
        asked: usize,
        /// What the system said.
        why: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchWorld { index, count } => write!(f, "there is no world {index} in a batch of {count}"),
            Self::WrongLength { what, expected, got } => write!(f, "{what}: {got} long instead of {expected}"),
            Self::World { index, error } => write!(f, "world {index}: {error}"),
            Self::ForeignSnapshot => {
                write!(f, "the snapshot is of another table, or of a batch with other observations")
            }
            Self::Threads { asked, why } => write!(f, "{asked} threads cannot be had: {why}"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        if let Self::World { error, .. } = self { Some(error) } else { None }
    }
}
