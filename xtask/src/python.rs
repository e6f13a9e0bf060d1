//! Tools that come as Python wheels: installed in seconds where building them from source takes minutes.

use crate::command::{Cmd, root};
use crate::tools::{TOOLS, system_package};

/// The spell checker for source code.
const TYPOS: &str = "1.51.1";

/// Where a virtual environment keeps its programs.
const BIN: &str = if cfg!(windows) { "Scripts" } else { "bin" };

/// The spell checker, installed if missing. The error says plainly why there is none here: no Python and no network
/// are not the contributor's fault, so the caller reports them and goes on.
pub(crate) fn typos() -> Result<Cmd, String> {
    let folder = format!("{TOOLS}/typos-{TYPOS}");
    let typos = Cmd::new(format!("{folder}/{BIN}/typos"));
    if typos.clone().args(["--version"]).works() {
        return Ok(typos);
    }
    if !Cmd::line("python3 --version").works() {
        return Err("python3 is not installed; it is needed to fetch the spell checker `typos`".to_owned());
    }
    println!("   installing typos {TYPOS} into {folder}");
    environment(&folder)?;
    let pip = Cmd::new(format!("{folder}/{BIN}/python")).args(["-m", "pip", "install", "--quiet"]);
    let fetched = pip.args([format!("typos=={TYPOS}")]).run();
    fetched.map(|()| typos).map_err(|failure| format!("the wheel could not be fetched: {failure}"))
}

/// Makes a virtual environment with pip in it, or says why there can be none.
fn environment(folder: &str) -> Result<(), String> {
    let make = Cmd::line("python3 -m venv --clear").args([folder]);
    // Some systems split pip's installer from Python: the first try then fails, and a system package mends it.
    if make.works() || (system_package("python3-venv") && make.works()) {
        return Ok(());
    }
    // Leave nothing half made behind: the next run should start afresh.
    let _ = std::fs::remove_dir_all(root().join(folder));
    Err(format!("`{make}` does not work here; install your system's packages for Python's venv and pip"))
}
