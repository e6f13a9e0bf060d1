//! `docs/dependencies.md` must be true: what the manifests name is in its tables, in the row of the crates that name it, and
//! nothing else is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = "docs/dependencies.md";

/// The crates that use each dependency. The benchmarks' workspace is kept apart, as it is on the page.
type Uses = BTreeMap<(Workspace, String), BTreeSet<String>>;

#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Workspace {
    Carom,
    Benchmarks,
}

#[test]
fn the_page_names_every_dependency_and_who_uses_it() {
    let (named, used) = (on_page(&read(PAGE)), in_manifests());
    assert!(used.len() > 20, "only {} dependencies were found: has the layout of the manifests changed?", used.len());
    let mut faults = Vec::new();
    for (key, users) in &used {
        match named.get(key) {
            None => faults.push(format!("{:?}: `{}` of {users:?} has no row", key.0, key.1)),
            Some(row) if row != users => {
                faults.push(format!("{:?}: `{}` is used by {users:?}, its row says {row:?}", key.0, key.1))
            }
            Some(_) => {}
        }
    }
    let gone = named.keys().filter(|key| !used.contains_key(*key));
    faults.extend(gone.map(|key| format!("{:?}: `{}` has a row, but no manifest names it", key.0, key.1)));
    assert!(faults.is_empty(), "{PAGE}:\n  {}", faults.join("\n  "));
}

#[test]
fn every_row_says_what_for_and_what_instead() {
    for line in read(PAGE).lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 4, "four cells: {line}");
        assert!(cells.iter().all(|cell| !cell.is_empty()), "an empty cell: {line}");
    }
}

/// Cargo takes a crate without `rust-version` for one that any compiler builds.
#[test]
fn every_manifest_states_version_licence_and_compiler_of_the_workspace() {
    for (_, manifest) in manifests() {
        let text = fs::read_to_string(&manifest).unwrap();
        for key in ["version", "edition", "rust-version", "license"] {
            let line = format!("\n{key}.workspace = true\n");
            assert!(text.contains(&line), "{} does not say `{}`", manifest.display(), line.trim());
        }
        assert!(text.contains("\n[lints]\nworkspace = true"), "{} does not take over the lints", manifest.display());
    }
}

#[test]
fn dependencies_are_read_as_cargo_reads_them() {
    let manifest = "[package]\nname = \"x\"\n\n[dependencies]\n# A remark.\na.workspace = true\nb = { version = \"1\", optional = true }\n\
                    carom = { path = \"../carom\" }\n\n[target.'cfg(unix)'.dependencies]\nc-d = \"1\"\n\n[dev-dependencies]\ne = \"2\"\n\n[lints]\nworkspace = true\n";
    assert_eq!(dependencies(manifest), ["a", "b", "carom", "c-d", "e"], "of all kinds, and nothing else");
}

fn in_manifests() -> Uses {
    let list = manifests();
    let ours: BTreeSet<String> = list.iter().map(|(_, path)| name(&fs::read_to_string(path).unwrap())).collect();
    let mut uses = Uses::new();
    for (workspace, path) in &list {
        let text = fs::read_to_string(path).unwrap();
        for dependency in dependencies(&text).into_iter().filter(|dependency| !ours.contains(dependency)) {
            uses.entry((*workspace, dependency)).or_default().insert(name(&text));
        }
    }
    uses
}

fn name(manifest: &str) -> String {
    let line = manifest.lines().find_map(|line| line.strip_prefix("name = ")).expect("a manifest has a name");
    line.trim_matches('"').to_owned()
}

/// The names in all tables of dependencies of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut counts = false;
    for line in manifest.lines() {
        if let Some(header) = line.strip_prefix('[') {
            counts = header.trim_end_matches(']').ends_with("dependencies");
        } else if counts && line.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            names.push(name.to_owned());
        }
    }
    names
}

/// Every manifest of a crate, in both workspaces.
fn manifests() -> Vec<(Workspace, PathBuf)> {
    let mut list = vec![(Workspace::Carom, root().join("xtask/Cargo.toml"))];
    let folders =
        [(Workspace::Carom, "crates"), (Workspace::Benchmarks, "bench"), (Workspace::Benchmarks, "bench/peers")];
    for (workspace, folder) in folders {
        let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        let paths = entries.map(|entry| entry.unwrap().path().join("Cargo.toml")).filter(|path| path.exists());
        list.extend(paths.map(|path| (workspace, path)));
    }
    list.sort();
    list
}

/// The rows of the page. Below the headline of the benchmarks they are theirs.
fn on_page(page: &str) -> Uses {
    let mut workspace = Workspace::Carom;
    let mut uses = Uses::new();
    for line in page.lines() {
        if line.starts_with("## ") {
            workspace = if line.contains("benchmarks") { Workspace::Benchmarks } else { Workspace::Carom };
        } else if line.starts_with("| `") {
            let cells: Vec<_> = line.split('|').collect();
            let name = cells[1].trim().trim_matches('`').to_owned();
            let users = cells[2].split('`').skip(1).step_by(2).map(str::to_owned).collect();
            assert!(uses.insert((workspace, name), users).is_none(), "twice on the page: {line}");
        }
    }
    uses
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
