//! Files that commands write: whole or not at all, whatever stands in the way.

mod common;

use common::{TABLE, carom, folder, good, run};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

/// Everything in a folder, by name.
fn listed(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A run that writes a long trace.
const TRACE: [&str; 7] = ["simulate", "t.toml", "--seconds", "20", "--autopilot", "--trace", "disk/trace.jsonl"];

#[test]
fn a_folder_in_the_way_is_refused_and_a_missing_folder_is_said() {
    let folder = folder("output-folder");
    fs::create_dir(folder.join("there.svg")).unwrap();
    for (path, part) in [("there.svg", "it is a folder"), ("nowhere/a.svg", "nowhere/a.svg")] {
        let (code, out, err) = run(&folder, &["draw", "kingfisher", "-o", path]);
        assert!(code != 0 && out.is_empty() && err.contains(part), "{path}: {code} {err}");
    }
    assert_eq!((listed(&folder), listed(&folder.join("there.svg"))), (vec!["there.svg".to_owned()], vec![]));
}

#[test]
fn what_a_killed_run_left_behind_goes_with_the_next_one_and_a_file_of_another_name_stays() {
    let folder = folder("output-swept");
    fs::write(folder.join(".carom-1-0.tmp"), "half a pic").unwrap();
    fs::write(folder.join("notes.tmp"), "mine").unwrap();
    good(&folder, &["draw", "kingfisher", "-o", "a.svg"]);
    assert_eq!(listed(&folder), ["a.svg", "notes.tmp"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_read_only_file_stays_as_it_is() {
    let folder = folder("output-link");
    fs::create_dir(folder.join("deep")).unwrap();
    std::os::unix::fs::symlink("deep/a.svg", folder.join("a.svg")).unwrap();
    // The link leads to nothing at first: it used to be replaced by a file.
    for _ in 0..2 {
        good(&folder, &["draw", "kingfisher", "-o", "a.svg"]);
        assert!(fs::symlink_metadata(folder.join("a.svg")).unwrap().is_symlink());
        assert!(common::is_svg(&fs::read_to_string(folder.join("deep/a.svg")).unwrap()));
    }
    let kept = folder.join("kept.svg");
    fs::write(&kept, "kept").unwrap();
    let mut permissions = fs::metadata(&kept).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&kept, permissions).unwrap();
    let (code, _, err) = run(&folder, &["draw", "kingfisher", "-o", "kept.svg"]);
    assert!(code == 1 && err.contains("cannot write kept.svg") && err.contains("read-only"), "{code} {err}");
    assert_eq!(fs::read_to_string(&kept).unwrap(), "kept");
    assert_eq!(listed(&folder), ["a.svg", "deep", "kept.svg"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_room_is_said_and_so_is_standard_output() {
    let folder = folder("output-device");
    for arguments in [&["list"][..], &["draw", "kingfisher", "-o", "-"], &["schema"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = carom(&folder, arguments).stdout(full).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {err}");
        assert!(err.contains("cannot write to standard output"), "{arguments:?}: {err}");
    }
}

/// A disk of 256 kB in the folder `disk`, until it is dropped.
struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    /// Nothing where the system does not allow it.
    fn mount(folder: &'a Path) -> Option<Self> {
        fs::create_dir_all(folder).unwrap();
        let mounted = cfg!(target_os = "linux") && command("mount -t tmpfs -o size=256k tmpfs", folder);
        mounted.then_some(Self(folder))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        _ = command("umount", self.0);
    }
}

fn command(line: &str, folder: &Path) -> bool {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().unwrap());
    command.args(words).arg(folder).output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_full_disk_is_said_and_the_old_file_stays() {
    let folder = folder("output-full");
    fs::write(folder.join("t.toml"), TABLE).unwrap();
    let path = folder.join("disk");
    let Some(disk) = Disk::mount(&path) else { return };
    fs::write(path.join("trace.jsonl"), "the one before").unwrap();
    let (code, _, err) = run(&folder, &TRACE);
    let found = (code, fs::read_to_string(path.join("trace.jsonl")).unwrap(), listed(&path));
    drop(disk);
    assert_eq!(found, (1, "the one before".to_owned(), vec!["trace.jsonl".to_owned()]), "{err}");
    assert!(err.contains("cannot write disk/trace.jsonl") && err.contains("space"), "{err}");
}

#[test]
fn a_disk_that_may_not_be_written_to_is_said() {
    let folder = folder("output-read-only");
    fs::write(folder.join("t.toml"), TABLE).unwrap();
    let path = folder.join("disk");
    let Some(disk) = Disk::mount(&path) else { return };
    fs::write(path.join("trace.jsonl"), "the one before").unwrap();
    assert!(command("mount -o remount,ro", &path));
    let (code, _, err) = run(&folder, &TRACE);
    let found = (code, fs::read_to_string(path.join("trace.jsonl")).unwrap());
    drop(disk);
    assert_eq!(found, (1, "the one before".to_owned()), "{err}");
    assert!(err.contains("cannot write disk/trace.jsonl") && err.to_lowercase().contains("read-only"), "{err}");
}
