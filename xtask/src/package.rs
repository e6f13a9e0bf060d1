//! The packages that users would get: do they hold what they need and no more, how large are they, and do they build
//! alone? The last takes minutes, so it is a command of its own, `cargo xtask package`; `cargo xtask audit` does the rest.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use crate::command::{Cmd, root};
use crate::step::{Done, Failure, Step, run_all};
use crate::wrong_usage;

/// What is published, the engine first and each after what it is built on. All others say `publish = false`.
pub(crate) const PUBLISHED: [&str; 9] = [
    "carom",
    "carom-tables",
    "carom-vpx",
    "carom-rules",
    "carom-shots",
    "carom-batch",
    "carom-draw",
    "carom-play",
    "carom-cli",
];

/// What every package must have, whatever else.
const IN_EVERY_ONE: [&str; 4] = ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Where packages are put and built, seen from the root.
const PACKED: &str = "target/packages";

/// No package of ours is near this many bytes. One that is has swallowed something: recordings, pictures, a target folder.
const LARGEST: u64 = 600_000;

/// `cargo xtask package`: what the audit looks at, and every package built from its own archive alone.
pub(crate) fn run(args: &[String]) -> ExitCode {
    match args {
        [] => run_all(vec![
            contents(),
            Step::task("packages, verified", "every package builds from its own archive", || pack(Build::Each)),
        ]),
        _ => wrong_usage("`package` takes no arguments"),
    }
}

/// What would be packed, without building it.
pub(crate) fn contents() -> Step {
    Step::task("packages", "cargo package --no-verify: what is in each, and how large it is", || {
        every_crate_is_listed()?;
        for name in PUBLISHED {
            check(name)?;
        }
        pack(Build::Nothing)
    })
}

/// A crate that is neither published nor said to stay here would be forgotten when a release is made.
fn every_crate_is_listed() -> Result<(), Failure> {
    let folder = root().join("crates");
    let entries = fs::read_dir(&folder).map_err(|error| Failure::new(format!("cannot list crates: {error}")))?;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) else { continue };
        let stays = manifest.lines().any(|line| line.trim() == "publish = false");
        if stays == PUBLISHED.contains(&name.as_str()) {
            let mend = "name it in PUBLISHED of xtask/src/package.rs, or write `publish = false` in its Cargo.toml";
            return Err(Failure::new(format!("crates/{name} must be one of the two, published or not: {mend}")));
        }
    }
    Ok(())
}

/// The files of one package: what must be there is, tests are not, and nothing in it reaches out of it.
fn check(name: &str) -> Result<(), Failure> {
    let command = Cmd::line("cargo package --allow-dirty --list --quiet --package").args([name]);
    let output = command.capture()?;
    let list: Vec<PathBuf> = String::from_utf8_lossy(&output.stdout).lines().map(PathBuf::from).collect();
    let holds = |path: &Path| list.iter().any(|file| file == path);
    let wrong = |what: String| Err(Failure::new(format!("the package {name} {what}")).repeat(&command));
    if let Some(missing) = IN_EVERY_ONE.iter().find(|file| !holds(Path::new(file))) {
        return wrong(format!("has no {missing}"));
    }
    if let Some(test) = list.iter().find(|file| file.starts_with("tests")) {
        return wrong(format!("holds a test, {}, which cannot run outside the repository", test.display()));
    }
    let folder = root().join("crates").join(name);
    for source in list.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs")) {
        let text = fs::read_to_string(folder.join(source))
            .map_err(|error| Failure::new(format!("cannot read {name}/{}: {error}", source.display())))?;
        for included in included_files(&text) {
            let file = beside(source, included);
            if !holds(&file) {
                return wrong(format!("does not hold {}, which {} includes", file.display(), source.display()));
            }
        }
    }
    println!("   {name}: {} files", list.len());
    Ok(())
}

/// What `include_str!` and `include_bytes!` name in a source, where they name it in one piece.
fn included_files(text: &str) -> Vec<&str> {
    let after = |mark: &'static str| text.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
    after("include_str!(\"").chain(after("include_bytes!(\"")).collect()
}

/// A path as a source names it, seen from the package's root; `..` at its beginning if it leads out.
fn beside(source: &Path, named: &str) -> PathBuf {
    let mut path = source.parent().map(Path::to_path_buf).unwrap_or_default();
    for part in Path::new(named).components() {
        if part == Component::ParentDir
            && path.components().next_back().is_some_and(|last| last != Component::ParentDir)
        {
            path.pop();
        } else {
            path.push(part);
        }
    }
    path
}

/// Whether the packed crates are built.
#[derive(Clone, Copy, PartialEq)]
enum Build {
    Nothing,
    Each,
}

/// Packs all of them together, so that each finds the others though nothing is published, and says how large they are.
fn pack(build: Build) -> Result<Done, Failure> {
    // With one folder named for all, what one package has built of other people's crates serves the next; and what a
    // contributor has built stays as it is.
    let target = root().join(PACKED).display().to_string();
    let mut command = Cmd::line("cargo package --locked --allow-dirty --quiet").env("CARGO_TARGET_DIR", target);
    if build == Build::Nothing {
        command = command.args(["--no-verify"]);
    }
    for name in PUBLISHED {
        command = command.args(["--package", name]);
    }
    command.capture()?;
    let version = version()?;
    let mut all = 0;
    for name in PUBLISHED {
        let archive = format!("{PACKED}/package/{name}-{version}.crate");
        let size =
            fs::metadata(root().join(&archive)).map_err(|error| Failure::new(format!("{archive}: {error}")))?.len();
        println!("   {archive}: {} kB", size.div_ceil(1000));
        if size > LARGEST {
            let text = format!("{archive} has {size} bytes, more than the {LARGEST} that any of ours should need");
            return Err(Failure::new(text).repeat(format!("tar tzvf {archive}")));
        }
        all += size;
    }
    println!("   together: {} kB", all.div_ceil(1000));
    Ok(Done::Passed)
}

/// The version that all our crates share.
pub(crate) fn version() -> Result<String, Failure> {
    stated("version").ok_or_else(|| Failure::new("the root's Cargo.toml states no version"))
}

/// What the root's manifest says under `[workspace.package]`.
pub(crate) fn stated(key: &str) -> Option<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).ok()?;
    let section = manifest.split("[workspace.package]").nth(1)?.split("\n[").next()?;
    let line = section.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
    Some(line.trim().trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{beside, included_files, stated};

    #[test]
    fn what_a_source_includes_is_found_and_seen_from_the_root() {
        let text = "const A: &str = include_str!(\"../pages/a.md\"); include_bytes!(\"b.bin\") include_str!(concat!(";
        assert_eq!(included_files(text), ["../pages/a.md", "b.bin"], "both kinds, and not what is put together");
        assert_eq!(beside(Path::new("src/lib.rs"), "../pages/a.md"), Path::new("pages/a.md"), "inside the package");
        assert_eq!(beside(Path::new("src/lib.rs"), "../../../docs/a.md"), Path::new("../../docs/a.md"), "outside it");
    }

    #[test]
    fn version_and_compiler_are_stated_once() {
        assert!(stated("version").is_some_and(|version| version.split('.').count() == 3), "{:?}", stated("version"));
        assert!(stated("rust-version").is_some(), "which Rust builds it");
        assert_eq!(stated("no-such-key"), None, "and nothing is made up");
    }
}
