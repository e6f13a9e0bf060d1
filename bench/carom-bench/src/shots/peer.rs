//! pooltool, as a separate process: a Python that can import it, and a small program beside this one.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::cases::Case;
use crate::Fault;

/// A Python with pooltool.
#[derive(Debug)]
pub(super) struct Pooltool {
    python: PathBuf,
    program: PathBuf,
}

impl Pooltool {
    /// The Python that the variable `POOLTOOL_PYTHON` names, or the first on the search path that can import pooltool.
    pub(super) fn find() -> Result<Self, Fault> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers/pooltool/time_shots.py");
        let named = std::env::var_os("POOLTOOL_PYTHON").map(PathBuf::from);
        let usual = ["python3.11", "python3.12", "python3"].map(PathBuf::from);
        let mut candidates = named.map_or_else(|| usual.to_vec(), |python| vec![python]).into_iter();
        let can = |python: &PathBuf| {
            let tried = Command::new(python).args(["-c", "import pooltool"]).output();
            tried.is_ok_and(|output| output.status.success())
        };
        let python = candidates.find(can).ok_or(
            "no Python here can import pooltool: see bench/README.md for how to install it, and name its Python in \
             POOLTOOL_PYTHON",
        )?;
        Ok(Self { python, program })
    }

    /// Milliseconds of CPU time of a shot: the mean over the shots of the case, of each the best.
    pub(super) fn measure(&self, case: &Case) -> Result<f64, Fault> {
        let mut child = Command::new(&self.python)
            .arg(&self.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        child.stdin.take().ok_or("no way in")?.write_all(case.as_json().to_string().as_bytes())?;
        let output = child.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().last().unwrap_or_default();
        last.split_whitespace().next().and_then(|word| word.parse().ok()).ok_or_else(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("pooltool said {text:?} {said}").into()
        })
    }
}
