//! Chipmunk, by the system's package, and our small C program on it.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{Peer, folder, workspace};
use crate::Fault;
use crate::process::{self, Complaints};

const PACKAGE: &str = "libchipmunk-dev";

/// Compiles the program, after installing the library if it is missing and we may.
pub(super) fn find() -> Result<Peer, Fault> {
    let program = folder()?.join("chipmunk-bench");
    if let Err(fault) = compile(&program) {
        if !process::works(Command::new("cc").arg("--version")) {
            return Err("there is no C compiler (cc)".into());
        }
        install().map_err(|why| format!("{why} ({})", first_line(&fault.to_string())))?;
        compile(&program)?;
    }
    let version = process::run(Command::new(&program).arg("--version"), Complaints::Kept, Duration::from_secs(10))?;
    let version = version.out.trim().to_owned();
    Ok(Peer { name: "Chipmunk", version, program, first: Vec::new(), knows_names: false })
}

fn compile(program: &Path) -> Result<(), Fault> {
    let source = workspace().join("peers/chipmunk/chipmunk_bench.c");
    let mut cc = Command::new("cc");
    cc.args(["-O3", "-o"]).arg(program).arg(source).args(["-lchipmunk", "-lm"]);
    let said = process::run(&mut cc, Complaints::Kept, Duration::from_secs(60))?;
    if said.fine { Ok(()) } else { Err(said.err.into()) }
}

/// Installs the library with apt-get if there is one and we are root.
fn install() -> Result<(), String> {
    let id = process::run(Command::new("id").arg("-u"), Complaints::Kept, Duration::from_secs(10));
    if !id.is_ok_and(|said| said.out.trim() == "0") {
        return Err(format!("its library is missing, and only root can install the system package {PACKAGE}"));
    }
    eprintln!("installing the system package {PACKAGE}");
    let apt = |words: &[&str]| {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(words);
        process::run(&mut command, Complaints::Kept, Duration::from_secs(180)).is_ok_and(|said| said.fine)
    };
    let install = || apt(&["install", "--quiet", "--yes", "--no-install-recommends", PACKAGE]);
    // The package lists may be missing or old on a fresh machine: fetch them only if the first try fails.
    if install() || (apt(&["update", "--quiet"]) && install()) {
        return Ok(());
    }
    Err(format!("its library is missing, and apt-get could not install {PACKAGE}"))
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| line.contains("error")).or(text.lines().next()).unwrap_or_default()
}
