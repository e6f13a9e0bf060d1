//! Lists the page's files, so that all of them go into the binary and none is forgotten.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    // Cargo looks at everything below it.
    println!("cargo::rerun-if-changed=page");
    let mut files = Vec::new();
    walk(&folder, "", &mut files)?;
    files.sort();
    let mut list = "&[\n".to_owned();
    for name in files {
        let path = folder.join(&name);
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .map_err(io::Error::other)?;
    }
    list += "]\n";
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("assets.rs"), list)
}

/// All files below a folder, as paths from it; hidden ones are somebody's own.
fn walk(folder: &Path, before: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{before}{name}");
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
