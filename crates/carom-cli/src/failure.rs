//! Why a command did not do what it was asked, and with which exit code that ends.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// The three ways to end before the end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong usage: exit code 2.
    Usage(String),
    /// Something is wrong with a file, a scene or a run: exit code 1.
    Problem(String),
    /// The reader of standard output has seen enough (`| head`). Not a fault: exit code 0, in silence.
    ReaderGone,
}

impl Failure {
    pub(crate) fn usage(what: impl Display) -> Self {
        Self::Usage(what.to_string())
    }

    pub(crate) fn problem(what: impl Display) -> Self {
        Self::Problem(what.to_string())
    }

    /// A file could not be read or written.
    pub(crate) fn file(doing: &str, path: &Path, fault: &io::Error) -> Self {
        Self::Problem(format!("cannot {doing} {}: {fault}", path.display()))
    }

    /// Says it on standard error; the exit code that goes with it.
    pub(crate) fn report(&self) -> ExitCode {
        let (code, text) = match self {
            Self::Usage(text) => (2, text),
            Self::Problem(text) => (1, text),
            Self::ReaderGone => return ExitCode::SUCCESS,
        };
        crate::output::say(format_args!("error: {text}"));
        ExitCode::from(code)
    }
}

impl From<carom::Error> for Failure {
    fn from(error: carom::Error) -> Self {
        Self::problem(error)
    }
}
