use super::*;

fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("carom-whole-{test}-{}", std::process::id()));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn listed(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_old_stays_until_the_new_is_finished_and_nothing_else_is_left() {
    let folder = folder("old");
    let path = folder.join("a.json");
    write(&path, b"old").unwrap();
    let mut file = WholeFile::begin(&path).unwrap();
    file.write_all(b"half").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(file);
    assert_eq!((fs::read(&path).unwrap(), listed(&folder)), (b"old".to_vec(), vec!["a.json".to_owned()]));
    write(&path, b"new").unwrap();
    assert_eq!((fs::read(&path).unwrap(), listed(&folder)), (b"new".to_vec(), vec!["a.json".to_owned()]));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_the_dead_left_is_swept_away_and_the_living_are_left_alone() {
    let folder = folder("sweep");
    fs::write(folder.join(".carom-1-0.tmp"), "left behind").unwrap();
    fs::write(folder.join("carom-1-0.tmp"), "not ours").unwrap();
    fs::create_dir(folder.join(".carom-2-0.tmp")).unwrap();
    let mut living = WholeFile::begin(&folder.join("a")).unwrap();
    living.write_all(b"a").unwrap();
    assert_eq!(sweep(&folder), 1);
    living.finish().unwrap();
    assert_eq!(listed(&folder), [".carom-2-0.tmp", "a", "carom-1-0.tmp"]);
    assert_eq!(sweep(&folder.join("nowhere")), 0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_name_as_long_as_names_can_be_is_written() {
    // With the temporary's name made from the target's, a name of 255 bytes was refused.
    let folder = folder("long");
    let path = folder.join("x".repeat(255));
    write(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_and_a_file_that_must_not_be_changed_are_refused() {
    let folder = folder("refused");
    assert_eq!(write(&folder, b"new").unwrap_err().kind(), io::ErrorKind::IsADirectory);
    let path = folder.join("kept");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let fault = write(&path, b"new").unwrap_err();
    assert_eq!((fault.kind(), fs::read(&path).unwrap()), (io::ErrorKind::PermissionDenied, b"old".to_vec()));
    assert_eq!(listed(&folder), ["kept"]);
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn links_stay_links_even_those_that_lead_to_nothing_yet() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder("links");
    fs::create_dir(folder.join("deep")).unwrap();
    symlink("deep/file", folder.join("link")).unwrap();
    symlink("link", folder.join("second")).unwrap();
    for content in [&b"first"[..], b"again"] {
        write(&folder.join("second"), content).unwrap();
        assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
        assert_eq!(fs::read(folder.join("deep/file")).unwrap(), content);
    }
    symlink("b", folder.join("a")).unwrap();
    symlink("a", folder.join("b")).unwrap();
    assert!(write(&folder.join("a"), b"").is_err(), "links that lead to each other");

    // Who may read the old file may read the new one, and nobody else.
    let path = folder.join("deep/file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    write(&path, b"new").unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_that_was_put_in_the_way_is_not_followed() {
    // The temporary used to have a name that could be foreseen, and was opened through whatever link lay there: in a folder that
    // everybody can write to, another user could have chosen which of our files is overwritten.
    let folder = folder("trap");
    fs::write(folder.join("precious"), "precious").unwrap();
    std::os::unix::fs::symlink("precious", folder.join(".carom-1-0.tmp")).unwrap();
    std::os::unix::fs::symlink("nothing", folder.join(".carom-1-1.tmp")).unwrap();
    let names = (0..3).map(|k| format!(".carom-1-{k}.tmp"));
    let (mut file, path) = temporary(&folder, names).unwrap();
    file.write_all(b"ours").unwrap();
    assert_eq!(path, folder.join(".carom-1-2.tmp"));
    assert_eq!(fs::read(folder.join("precious")).unwrap(), b"precious");
    assert!(!folder.join("nothing").exists());
    drop(file);
    assert_eq!(sweep(&folder), 1, "links are not swept");
    fs::remove_dir_all(folder).unwrap();
}

/// A disk of 64 kB, where the test may mount one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder("full");
    let run = |line: &str| {
        let mut words = line.split(' ');
        let mut command = std::process::Command::new(words.next().unwrap());
        command.args(words).arg(&folder).stderr(std::process::Stdio::null()).status().is_ok_and(|done| done.success())
    };
    if run("mount -t tmpfs -o size=64k tmpfs") {
        let path = folder.join("a");
        write(&path, b"old").unwrap();
        let fault = write(&path, &[b'x'; 100_000]).unwrap_err();
        let found = (fault.kind(), fs::read(&path).unwrap(), listed(&folder));
        assert!(run("umount"), "the small disk goes");
        assert_eq!(found, (io::ErrorKind::StorageFull, b"old".to_vec(), vec!["a".to_owned()]));
    }
    fs::remove_dir_all(folder).unwrap();
}
