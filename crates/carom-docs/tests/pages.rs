//! The pages in `docs/physics` must be true: every file and test that they name exists, every page has its figure and stands in
//! the index, and the figures are what the engine draws.

use carom_docs::figure::ALL;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_figure_is_what_the_engine_draws() {
    let mut old = Vec::new();
    for (name, draw) in ALL {
        let drawn = draw().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{name} draws what is no number");
        let file = folder().join(format!("figures/{name}.svg"));
        if fs::read_to_string(file).ok().as_deref() != Some(&drawn) {
            old.push(name);
        }
    }
    assert!(
        old.is_empty(),
        "these figures have changed: {old:?}; `cargo xtask figures` draws them again, look at them"
    );
}

#[test]
fn every_page_shows_its_figure_and_stands_in_the_index() {
    let index = page("README");
    let names: BTreeSet<String> = ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    let pages: BTreeSet<String> = files(&folder(), "md").into_iter().filter(|name| name != "README").collect();
    assert_eq!(pages, names, "a page for each figure");
    assert_eq!(files(&folder().join("figures"), "svg"), names, "and no other figure lies there");
    for name in pages {
        assert!(index.contains(&format!("({name}.md)")), "{name}.md is not in docs/physics/README.md");
        assert!(page(&name).contains(&format!("](figures/{name}.svg)")), "{name}.md does not show its figure");
    }
}

/// A line of "Proved by" names a file and then tests in it.
#[test]
fn every_file_and_every_test_that_is_named_exists() {
    let mut proofs = 0;
    for (name, _) in ALL {
        let mut file: Option<String> = None;
        let mut proving = false;
        for line in page(name).lines() {
            if line.starts_with("## ") {
                proving = line == "## Proved by";
            }
            for word in line.split('`').skip(1).step_by(2) {
                if word.contains('/') && Path::new(word).extension().is_some() || word.starts_with("crates/") {
                    let path = root().join(word);
                    // Names of files of other projects have no `crates` or `docs` in them.
                    if word.starts_with("crates/") || word.starts_with("docs/") {
                        assert!(path.exists(), "{name}.md names {word}, which does not exist");
                        file = fs::read_to_string(path).ok();
                    }
                } else if proving && word.contains('_') {
                    let text =
                        file.as_deref().unwrap_or_else(|| panic!("{name}.md names the test {word} without its file"));
                    assert!(
                        text.contains(&format!("fn {word}(")),
                        "{name}.md names the test {word}, which is not there"
                    );
                    proofs += 1;
                }
            }
        }
        assert!(file.is_some(), "{name}.md names no proof");
    }
    assert!(proofs > 60, "only {proofs} tests were found on the pages: has their layout changed?");
}

#[test]
fn every_link_between_the_pages_leads_somewhere() {
    for name in files(&folder(), "md") {
        for link in page(&name).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(folder().join(link).exists(), "{name}.md links to {link}");
        }
    }
}

/// The names of the files with an ending, without it.
fn files(folder: &Path, ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let ours = paths.filter(|path| path.extension().is_some_and(|found| found == ending));
    ours.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

fn page(name: &str) -> String {
    fs::read_to_string(folder().join(format!("{name}.md"))).unwrap_or_else(|error| panic!("{name}.md: {error}"))
}

fn folder() -> PathBuf {
    root().join("docs/physics")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
