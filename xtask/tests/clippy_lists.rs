//! Clippy reads only the configuration nearest to a crate, so the engine's list must repeat the workspace's.

use std::fs;
use std::path::Path;

/// The entries of a list, as written.
fn entries(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.lines().map(str::trim).filter(|line| line.starts_with("{ path")).map(str::to_owned).collect()
}

#[test]
fn the_engine_forbids_all_that_the_workspace_forbids() {
    let engine = entries("crates/carom/clippy.toml");
    let workspace = entries("clippy.toml");
    assert!(!workspace.is_empty(), "clippy.toml lists nothing: has its layout changed?");
    let missing: Vec<_> = workspace.iter().filter(|entry| !engine.contains(entry)).collect();
    assert!(missing.is_empty(), "copy these lines of clippy.toml into crates/carom/clippy.toml: {missing:#?}");
}

#[test]
fn every_forbidden_method_comes_with_its_reason() {
    for entry in entries("crates/carom/clippy.toml") {
        assert!(entry.contains("reason = \""), "no reason given: {entry}");
    }
}
