//! Peers in Python, each in a virtual environment of its own under `bench/target`, with pinned versions.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::{Peer, folder, workspace};
use crate::Fault;
use crate::process::{self, Complaints};

/// Seconds that an installation may take: pooltool brings a compiler and a game engine with it.
const PATIENCE: u64 = 600;

const PYMUNK: &str = "7.3.1";
const POOLTOOL: &str = "0.6.0";

/// What pooltool needs. Its release pins a build of panda3d that is no longer there; any 1.10 will do, since nothing is
/// drawn.
const POOLTOOL_NEEDS: [&str; 16] = [
    "numpy==2.3.5",
    "numba==0.62.1",
    "scipy",
    "attrs",
    "cattrs",
    "msgpack",
    "msgpack-numpy",
    "pyyaml",
    "click",
    "pillow",
    "h5py",
    "h11",
    "rich<15",
    "numpy-quaternion",
    "panda3d<1.11",
    "panda3d-simplepbr",
];

pub(super) fn pymunk() -> Result<Peer, Fault> {
    let program = environment("pymunk", "import pymunk.batch", &[&[&format!("pymunk=={PYMUNK}")]])?;
    Ok(peer("pymunk", "pymunk", program, "peers/pymunk/pymunk_bench.py"))
}

/// A Python that can import pooltool: the one that the variable `POOLTOOL_PYTHON` names, one that can already, or one of
/// our own.
pub(crate) fn pooltool() -> Result<Peer, Fault> {
    let python = python_with_pooltool()?;
    Ok(peer("pooltool", "pooltool-billiards", python, "peers/pooltool/time_shots.py"))
}

fn python_with_pooltool() -> Result<PathBuf, Fault> {
    const IMPORT: &str = "import pooltool";
    if let Some(named) = std::env::var_os("POOLTOOL_PYTHON").map(PathBuf::from) {
        return if can(&named, IMPORT) { Ok(named) } else { Err("POOLTOOL_PYTHON cannot import pooltool".into()) };
    }
    if let Some(python) = PYTHONS.map(PathBuf::from).into_iter().find(|python| can(python, IMPORT)) {
        return Ok(python);
    }
    let release = format!("pooltool-billiards=={POOLTOOL}");
    let steps: [&[&str]; 2] = [&["--no-deps", &release, "panda3d-gltf"], &POOLTOOL_NEEDS];
    environment("pooltool", IMPORT, &steps)
}

const PYTHONS: [&str; 3] = ["python3.11", "python3.12", "python3"];

/// The Python of a virtual environment in which `import` works, made and filled if needed: one call of pip per step.
fn environment(name: &str, import: &str, steps: &[&[&str]]) -> Result<PathBuf, Fault> {
    let place = folder()?.join(name);
    let python = place.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if can(&python, import) {
        return Ok(python);
    }
    eprintln!("installing {name} into bench/target/peers/{name} (once; --no-peers goes without)");
    let base =
        PYTHONS.iter().find(|python| process::works(Command::new(python).args(["-c", "import venv, ensurepip"])));
    let base = base.ok_or("there is no Python with venv")?;
    insist(Command::new(base).args(["-m", "venv"]).arg(&place), "no virtual environment could be made")?;
    for step in steps {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(*step);
        insist(&mut pip, &format!("pip could not install {name}"))?;
    }
    if can(&python, import) { Ok(python) } else { Err(format!("`{import}` fails after the installation").into()) }
}

/// A peer that is a script of ours under a Python with a package.
fn peer(name: &'static str, package: &str, program: PathBuf, script: &str) -> Peer {
    let ask = format!("import importlib.metadata as m; print(m.version('{package}'))");
    let asked = process::run(Command::new(&program).args(["-c", &ask]), Complaints::Kept, Duration::from_secs(30));
    let version = asked.map(|said| said.out.trim().to_owned()).unwrap_or_default();
    let first = vec![workspace().join(script).into_os_string()];
    Peer { name, version, program, first, knows_names: false }
}

fn can(python: &Path, import: &str) -> bool {
    process::works(Command::new(python).args(["-c", import]))
}

/// The last line of a complaint is the one that says what is wrong; the whole is a page.
fn insist(command: &mut Command, otherwise: &str) -> Result<(), Fault> {
    let said = process::run(command, Complaints::Kept, Duration::from_secs(PATIENCE))?;
    let last = said
        .err
        .lines()
        .rev()
        .find(|line| ["Error", "error"].iter().any(|word| line.contains(word)))
        .unwrap_or_default();
    if said.fine { Ok(()) } else { Err(format!("{otherwise}: {last}").into()) }
}
