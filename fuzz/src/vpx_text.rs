//! The importer of the text layout that vpxtool writes: any files in a folder give a table or a reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Files in one folder at most.
const MOST_FILES: usize = 24;

/// Imports a folder. The bytes are its files: a line `@@@ NAME` begins each, where a name is that of a file in `gameitems` if it
/// has a capital, and beside it otherwise. Promised: as for `vpx`.
pub fn vpx_text(data: &[u8]) {
    let folder = folder();
    // What the last one left must not be found by this one.
    _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("gameitems")).expect("a folder to write to");
    let text = String::from_utf8_lossy(data);
    for part in text.split("@@@ ").skip(1).take(MOST_FILES) {
        let (name, content) = part.split_once('\n').unwrap_or((part, ""));
        if let Some(path) = place(folder, name.trim()) {
            // A name too long or strange for the file system is no file.
            _ = fs::write(path, content);
        }
    }
    match carom_vpx::import(folder) {
        Ok(import) => crate::vpx::hold(&import),
        Err(error) => assert!(!error.to_string().is_empty(), "refused without a word"),
    }
}

fn place(folder: &Path, name: &str) -> Option<PathBuf> {
    let plain = !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\\', '\0']);
    let is_item = name.chars().next().is_some_and(char::is_uppercase);
    plain.then(|| if is_item { folder.join("gameitems").join(name) } else { folder.join(name) })
}

/// A folder for this process, in memory where there is such a place.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        parent.join(format!("carom-fuzz-{}", std::process::id()))
    })
}
