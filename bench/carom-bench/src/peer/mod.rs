//! Other engines, each a separate process: so that the engine's own numbers need not wait for a peer to compile, and so
//! that neither program's features or allocator touch the other's.
//!
//! A peer is a small program that is given a scene, seconds, a number of runs and options, and prints one line,
//! `name ms_per_simulated_second escaped=N`. Whatever must be installed goes into `bench/target`; a system package only
//! if we are root, and it is said.

mod chipmunk;
mod python;
mod rapier;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use scenes::{request, text};

use crate::Fault;
use crate::options::Entry;
use crate::process::{self, Complaints};

pub(crate) use python::pooltool;

/// Seconds after which a run of a peer is given up.
const PATIENCE: u64 = 180;

/// What a peer did with a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    /// Milliseconds of CPU time per simulated second.
    pub(crate) milliseconds: f64,
    /// Balls outside the border at the end.
    pub(crate) escaped: u32,
}

/// An engine that can be asked.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    pub(crate) version: String,
    program: PathBuf,
    /// Words before those of the run.
    first: Vec<OsString>,
    /// Whether it knows the catalogue's names; if not, it is given the scene as a file.
    knows_names: bool,
}

/// How to find or install a peer.
type Find = fn() -> Result<Peer, Fault>;

/// The peers that run scenes, in the order of the table: each found or installed, or why not.
pub(crate) const SCENE_PEERS: [(&str, Find); 3] =
    [("Chipmunk", chipmunk::find), ("Rapier", rapier::build), ("pymunk", python::pymunk)];

impl Peer {
    /// Rapier, built if needed; the first time takes about two minutes.
    pub(crate) fn rapier() -> Result<Self, Fault> {
        rapier::build()
    }

    /// Its program, before it is told what to do.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.first);
        command
    }

    /// The best of `repeat` runs.
    pub(crate) fn measure(&self, entry: &Entry, repeat: u32) -> Result<Measured, Fault> {
        let source = if self.knows_names { entry.source.clone() } else { written(entry)? };
        let words = request::words(&source, &entry.run);
        let mut command = self.command();
        command.args([&words[0], &entry.run.seconds.to_string(), &repeat.to_string()]).args(&words[1..]);
        let said = process::run(&mut command, Complaints::Kept, Duration::from_secs(PATIENCE))?;
        // The last line: libraries greet the world before it.
        let mut fields = said.out.lines().last().unwrap_or_default().split_whitespace().skip(1);
        let milliseconds = fields.next().and_then(|word| word.parse().ok());
        let escaped = fields.next().and_then(|word| word.strip_prefix("escaped=")?.parse().ok());
        match (milliseconds, escaped) {
            (Some(milliseconds), Some(escaped)) if said.fine => Ok(Measured { milliseconds, escaped }),
            _ => Err(format!("{} said {:?} {}", self.name, said.out, said.err).into()),
        }
    }
}

/// The scene as a file that any program can read.
fn written(entry: &Entry) -> Result<String, Fault> {
    let path = folder()?.join(format!("{}.txt", entry.run.name));
    std::fs::write(&path, text::write(&entry.run.scene))?;
    Ok(path.to_string_lossy().into_owned())
}

/// The workspace in `bench/`.
pub(crate) fn workspace() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().map_or_else(|| package.to_path_buf(), Path::to_path_buf)
}

/// Where everything goes that peers need: `cargo clean` takes it away again.
fn folder() -> Result<PathBuf, Fault> {
    let folder = workspace().join("target/peers");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
