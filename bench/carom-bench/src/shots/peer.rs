//! pooltool, as a separate process: a Python that can import it, and a small program of ours.

use std::io::Write as _;
use std::process::Stdio;

use super::cases::Case;
use crate::Fault;
use crate::peer::{self, Peer};

/// A Python with pooltool.
#[derive(Debug)]
pub(super) struct Pooltool(Peer);

impl Pooltool {
    /// Finds it, or installs it.
    pub(super) fn find() -> Result<Self, Fault> {
        Ok(Self(peer::pooltool()?))
    }

    /// Milliseconds of CPU time of a shot: the mean over the shots of the case, of each the best.
    pub(super) fn measure(&self, case: &Case) -> Result<f64, Fault> {
        let mut child = self.0.command().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
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
