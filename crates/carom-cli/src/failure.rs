//! Why a command did not do what it was asked, and with which exit code that ends.

use carom_tables::{BuildFault, Faults};
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// The ways to end before the end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong usage: exit code 2.
    Usage(String),
    /// Something is wrong with a file, a scene or a run: exit code 1.
    Problem(String),
    /// A table file has faults, each shown in its place: exit code 1.
    Faults {
        /// The file's name.
        file: String,
        faults: Faults,
    },
    /// A shot's file has faults, each told with its place: exit code 1.
    ShotFaults {
        /// The file's name.
        file: String,
        faults: Vec<carom_shots::Fault>,
    },
    /// A problem was found, and everything is said already: exit code 1.
    Told,
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

    /// A table that is no file, and of which no machine can be built.
    pub(crate) fn unbuildable(name: &str, faults: &[BuildFault]) -> Self {
        let lines: String = faults.iter().map(|fault| format!("\n  {fault}")).collect();
        Self::Problem(format!("{name}: no machine can be built of it{lines}"))
    }

    /// What is wrong, without saying it: for faults that stand in a larger list.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Usage(text) | Self::Problem(text) => text.clone(),
            Self::Faults { file, faults } => format!("{file} has {}", counted(faults.list().len(), "fault", "faults")),
            Self::ShotFaults { file, faults } => format!("{file} has {}", counted(faults.len(), "fault", "faults")),
            Self::Told | Self::ReaderGone => String::new(),
        }
    }

    /// Says it on standard error; the exit code that goes with it.
    pub(crate) fn report(&self) -> ExitCode {
        let (code, text) = match self {
            Self::Usage(text) => (2, text.clone()),
            Self::Problem(text) => (1, text.clone()),
            Self::Faults { file, faults } => {
                crate::output::say(faults.shown(file));
                (1, format!("{file} has {}", counted(faults.list().len(), "fault", "faults")))
            }
            Self::ShotFaults { file, faults } => {
                for fault in faults {
                    crate::output::say(format_args!("{file}: {fault}"));
                }
                (1, format!("{file} has {}", counted(faults.len(), "fault", "faults")))
            }
            Self::Told => return ExitCode::FAILURE,
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

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::problem(error)
    }
}

/// A number of things, in words.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
