//! The siege in small: a dozen players and one hostile one of every kind for some seconds, and a few kills. Nothing here depends
//! on how fast the machine is; `cargo xtask siege` judges that.

use carom_siege::crowd::{self, besiege};
use carom_siege::hostile::KINDS;
use carom_siege::kills;
use carom_siege::server::{Running, Start};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("siege-{test}"));
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program that is tested here serves itself.
fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_carom-siege").into()
}

#[test]
fn nobody_who_is_honest_is_lost_and_nobody_hostile_gets_what_they_want() {
    let folder = folder("crowd");
    let start = Start {
        program: program(),
        words: vec!["serve".to_owned()],
        players: 64,
        scores: folder.join("scores.json"),
        recordings: folder.join("recordings"),
        table: None,
    };
    let options = crowd::Options { honest: 12, hostile: KINDS.len(), time: Duration::from_secs(6), start };
    let found = besiege(options).unwrap();
    let faults = found.faults(false);
    assert!(faults.is_empty(), "{}", found.text(&faults));
    assert!(found.tallies.iter().all(|tally| tally.begun > 0), "{}", found.text(&faults));
    assert!(found.gaps.count() > 12 * 10, "everybody saw something: {}", found.text(&faults));
}

#[test]
fn what_was_saved_is_there_after_every_kill() {
    let folder = folder("kills");
    let options = kills::Options { kills: 6, seed: 7, program: program(), words: vec!["serve".to_owned()], folder };
    let found = kills::kill(&options).unwrap();
    assert!(found.faults.is_empty() && found.kills >= 6, "{}", found.text());
}

#[test]
fn a_server_that_does_not_say_where_it_listens_is_no_server() {
    let mut command = Command::new(program());
    command.arg("--help");
    let fault = Running::of(command).unwrap_err();
    assert!(fault.to_string().contains("does not say"), "{fault}");
}
