//! Why a table could not be imported at all. What is wrong with one item only stands in the report.

use std::fmt;
use std::path::PathBuf;

/// Why a table could not be imported.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder could not be read.
    Io {
        /// Which.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// It is neither a Visual Pinball file nor a folder with one taken apart.
    NotATable(String),
    /// It is larger than anything this importer takes.
    TooLarge(String),
    /// It is a Visual Pinball file, and damaged where nothing can be read without.
    Damaged(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, cause } => write!(f, "cannot read {}: {cause}", path.display()),
            Self::NotATable(why) => write!(f, "not a Visual Pinball table: {why}"),
            Self::TooLarge(why) => write!(f, "too large: {why}"),
            Self::Damaged(why) => write!(f, "damaged: {why}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { cause, .. } => Some(cause),
            Self::NotATable(_) | Self::TooLarge(_) | Self::Damaged(_) => None,
        }
    }
}

impl Error {
    pub(crate) fn io(path: &std::path::Path, cause: std::io::Error) -> Self {
        Self::Io { path: path.to_path_buf(), cause }
    }
}
