//! Rapier, as a separate process: so that the engine's own numbers need not wait two minutes for a peer to compile,
//! and so that neither program's features or allocator touch the other's.

use std::path::{Path, PathBuf};
use std::process::Command;

use scenes::request;

use crate::Fault;
use crate::options::Entry;

/// What a peer did with a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    /// Milliseconds per simulated second.
    pub(crate) milliseconds: f64,
    /// Balls outside the border at the end.
    pub(crate) escaped: u32,
}

/// The built peer.
#[derive(Debug)]
pub(crate) struct Rapier {
    program: PathBuf,
}

impl Rapier {
    /// Builds it if needed; the first time takes about two minutes.
    pub(crate) fn build() -> Result<Self, Fault> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        eprintln!("building rapier-bench (about two minutes the first time; --no-peers goes without)");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            .args(["build", "--release", "--quiet", "--package", "rapier-bench"])
            .current_dir(&workspace)
            .status()?;
        if !status.success() {
            return Err("rapier-bench did not build; --no-peers goes without".into());
        }
        // Beside this program if it is a release build of the same target folder, else where cargo puts it.
        let name = format!("rapier-bench{}", std::env::consts::EXE_SUFFIX);
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
        Ok(Rapier { program: target.join("release").join(name) })
    }

    /// The best of `repeat` runs.
    pub(crate) fn measure(&self, entry: &Entry, repeat: u32) -> Result<Measured, Fault> {
        let words = request::words(&entry.source, &entry.run);
        let output = Command::new(&self.program)
            .args([&words[0], &entry.run.seconds.to_string(), &repeat.to_string()])
            .args(&words[1..])
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut fields = text.split_whitespace().skip(1);
        let milliseconds = fields.next().and_then(|word| word.parse().ok());
        let escaped = fields.next().and_then(|word| word.strip_prefix("escaped=")?.parse().ok());
        match (milliseconds, escaped) {
            (Some(milliseconds), Some(escaped)) => Ok(Measured { milliseconds, escaped }),
            _ => Err(format!("rapier-bench said {text:?} {}", String::from_utf8_lossy(&output.stderr)).into()),
        }
    }
}
