//! Runs every example of the engine once, without a window, and looks at what it printed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{Cmd, TRIAL, from_root, root};
use crate::step::{Done, Failure};

/// Every example must end well and print an SVG. The pictures stay in `target/examples-output` to be looked at.
pub(crate) fn all_draw() -> Result<Done, Failure> {
    let names = names(&root().join("crates/carom/examples"))?;
    if names.is_empty() {
        println!("   no examples yet");
        return Ok(Done::Passed);
    }
    let pictures = root().join("target/examples-output");
    fs::create_dir_all(&pictures)
        .map_err(|error| Failure::new(format!("cannot make {}: {error}", pictures.display())))?;
    Cmd::line("cargo build --quiet --package carom --examples --profile").args([TRIAL]).run()?;
    for name in &names {
        let picture = pictures.join(format!("{name}.svg"));
        let command =
            Cmd::line("cargo run --quiet --package carom --profile").args([TRIAL, "--example", name.as_str()]);
        command.run_into(&picture)?;
        let text = fs::read_to_string(&picture)
            .map_err(|error| Failure::new(format!("example `{name}` printed no text: {error}")).repeat(&command))?;
        check_picture(name, &text).map_err(|failure| failure.repeat(&command))?;
        println!("   {name}: {} bytes in {}", text.len(), from_root(&picture).display());
    }
    Ok(Done::Passed)
}

/// The names of the examples cargo would find in a folder, in order: files `a.rs` and folders `b/main.rs`.
fn names(folder: &Path) -> Result<Vec<String>, Failure> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries =
        fs::read_dir(folder).map_err(|error| Failure::new(format!("cannot list {}: {error}", folder.display())))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut names: Vec<String> = paths.filter(|path| is_example(path)).filter_map(|path| stem(&path)).collect();
    names.sort();
    Ok(names)
}

fn is_example(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs") || path.join("main.rs").is_file()
}

fn stem(path: &Path) -> Option<String> {
    Some(PathBuf::from(path.file_stem()?).display().to_string())
}

fn check_picture(name: &str, text: &str) -> Result<(), Failure> {
    if !text.starts_with("<svg") {
        let start: String = text.chars().take(40).collect();
        return Err(Failure::new(format!(
            "example `{name}` must print an SVG and nothing else, but began with {start:?}"
        )));
    }
    if !text.trim_end().ends_with("</svg>") {
        return Err(Failure::new(format!("example `{name}` printed an SVG without its end: `</svg>` is missing")));
    }
    // Rust prints these for numbers that are not numbers; a viewer would drop the shape without a word.
    for bad in ["NaN", "inf\""] {
        if text.contains(bad) {
            return Err(Failure::new(format!("example `{name}` drew with a number that is not finite (`{bad}`)")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_picture;

    #[test]
    fn a_picture_is_an_svg_from_its_first_to_its_last_letter() {
        assert!(check_picture("good", "<svg width=\"1\"></svg>\n").is_ok(), "a small picture");
        assert!(check_picture("chatty", "hello\n<svg></svg>").is_err(), "words before the picture");
        assert!(check_picture("torn", "<svg>").is_err(), "no end");
        assert!(check_picture("wild", "<svg><circle r=\"NaN\"/></svg>").is_err(), "not a number");
        assert!(check_picture("empty", "").is_err(), "nothing at all");
    }
}
