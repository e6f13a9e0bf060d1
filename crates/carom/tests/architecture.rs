//! The map must be true: every path in ARCHITECTURE.md exists, and every file of the engine is on it.
//!
//! A path is a word between backticks that contains a slash or ends in `.rs`, `.toml` or `.md`. It is looked up from the
//! repository's root, from the engine's folder and its `src`, and from the folders named earlier on the same line; so a
//! table row may say `crates/carom/src/shape/` once and then `plane.rs`, `wall.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const MAP: &str = "ARCHITECTURE.md";
const ENGINE: &str = "crates/carom/src";

#[test]
fn every_path_on_the_map_exists() {
    let missing = read(&map(), &root()).missing;
    let lines: Vec<_> = missing.iter().map(|(line, path)| format!("  {MAP}:{line}: `{path}`")).collect();
    assert!(
        lines.is_empty(),
        "these paths do not exist; were they moved, renamed or not written yet?\n{}\n",
        lines.join("\n")
    );
}

#[test]
fn every_file_of_the_engine_is_on_the_map() {
    let named = read(&map(), &root()).named;
    let absent: Vec<_> = sources(&root(), Path::new(ENGINE)).into_iter().filter(|file| !on_map(&named, file)).collect();
    let lines: Vec<_> = absent.iter().map(|file| format!("  `{}`", file.display())).collect();
    assert!(
        lines.is_empty(),
        "{MAP} does not mention these files; add each to the row of its folder, with what it holds:\n{}\n",
        lines.join("\n")
    );
}

#[test]
fn a_false_map_is_noticed() {
    let text = "The engine, `crates/carom/src/`, has `lib.rs` and `nowhere.rs`.\n\
                ```text\nmade/up.rs in a drawing\n```\n\
                Not paths: `cargo run --release`, `1/60`, `World::advance`, `f64`. But `no/such/place` is.";
    let map = read(text, &root());
    let missing: Vec<_> = map.missing.iter().map(|(line, path)| (*line, path.as_str())).collect();
    assert_eq!(missing, [(1, "nowhere.rs"), (5, "no/such/place")], "what is missing, and on which line");
    assert!(map.named.contains(Path::new("crates/carom/src/lib.rs")), "found beside its folder: {:?}", map.named);
    assert!(!on_map(&map.named, Path::new("crates/carom/src/other.rs")), "a folder does not stand for its files");
}

/// What a text names.
#[derive(Default)]
struct Map {
    /// Paths that exist, seen from the root.
    named: BTreeSet<PathBuf>,
    /// Paths that do not, with the line they are on.
    missing: Vec<(usize, String)>,
}

fn read(text: &str, root: &Path) -> Map {
    let mut map = Map::default();
    let mut in_drawing = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_drawing = !in_drawing;
        } else if !in_drawing {
            read_line(line, index + 1, root, &mut map);
        }
    }
    map
}

fn read_line(line: &str, number: usize, root: &Path, map: &mut Map) {
    let mut folders = vec![PathBuf::new(), PathBuf::from("crates/carom"), PathBuf::from(ENGINE)];
    // Between backticks lies every second piece.
    for word in line.split('`').skip(1).step_by(2).filter(|word| is_path(word)) {
        // The folder named last is the nearest.
        match folders.iter().rev().map(|folder| folder.join(word)).find(|path| root.join(path).exists()) {
            None => map.missing.push((number, word.to_owned())),
            Some(path) => {
                // Joined anew, without a slash at the end.
                let path: PathBuf = path.components().collect();
                if root.join(&path).is_dir() {
                    folders.push(path.clone());
                }
                map.named.insert(path);
            }
        }
    }
}

fn is_path(word: &str) -> bool {
    let letters = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let fraction = word.chars().all(|c| c.is_ascii_digit() || "./".contains(c));
    let file = [".rs", ".toml", ".md"].iter().any(|ending| word.ends_with(ending));
    letters && !fraction && (word.contains('/') || file)
}

/// A file is on the map by its own name; the `mod.rs` of a folder is there with the folder.
fn on_map(named: &BTreeSet<PathBuf>, file: &Path) -> bool {
    let by_folder = file.ends_with("mod.rs") && file.parent().is_some_and(|folder| named.contains(folder));
    named.contains(file) || by_folder
}

/// All Rust files below a folder, seen from the root.
fn sources(root: &Path, folder: &Path) -> BTreeSet<PathBuf> {
    let listing = fs::read_dir(root.join(folder)).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = BTreeSet::new();
    for entry in listing.map(|entry| entry.expect("a readable folder")) {
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            files.extend(sources(root, &path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.insert(path);
        }
    }
    files
}

fn map() -> String {
    fs::read_to_string(root().join(MAP)).unwrap_or_else(|error| panic!("{MAP}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
