//! Rapier, by cargo, in the version whose figures are on record.

use std::process::Command;

use super::{Peer, workspace};
use crate::Fault;

/// As in `bench/peers/rapier/Cargo.toml`.
const VERSION: &str = "0.36.1";

pub(super) fn build() -> Result<Peer, Fault> {
    eprintln!("building rapier-bench (about two minutes the first time; --no-peers goes without)");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = workspace().join("target");
    // The target folder is named so that a CARGO_TARGET_DIR of the caller cannot move the program.
    let status = Command::new(cargo)
        .args(["build", "--release", "--quiet", "--package", "rapier-bench", "--target-dir"])
        .arg(&target)
        .current_dir(workspace())
        .status()?;
    if !status.success() {
        return Err("rapier-bench did not build".into());
    }
    let program = target.join("release").join(format!("rapier-bench{}", std::env::consts::EXE_SUFFIX));
    Ok(Peer { name: "Rapier", version: VERSION.to_owned(), program, first: Vec::new(), knows_names: true })
}
