//! `cargo xtask wasm`: the golden scenes and tables under WebAssembly, in node, compared with the native ones.
//!
//! Two ways lead there. With rustup, `rustup target add wasm32-unknown-unknown` is all. Without it, Debian has a compiler for the
//! web among its packages, whose standard library is built from source on the way; that takes unstable flags and 816 MB, so it
//! is never installed by the way, only when this command is asked for.

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;

use crate::command::{Cmd, root};
use crate::node;
use crate::step::{Done, Failure, Step, run_all};
use crate::tools::{renew_package_lists, system_package};
use crate::wrong_usage;

const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's packages: a compiler, its cargo and its sources.
const PACKAGES: &str = "rustc-web cargo-web rust-web-src";
/// Its linkers, the newest first. Any of them does.
const LINKERS: [&str; 3] = ["22", "19", "16"];
const MODULE: &str = "wasm/target/wasm32-unknown-unknown/release/carom_wasm_check.wasm";
/// What the native tests compare with.
const HASHES: [&str; 2] = ["crates/carom/tests/golden/hashes.txt", "crates/carom-tables/tests/golden/hashes.txt"];

/// Runs it, and installs what it takes.
pub(crate) fn run(args: &[String]) -> ExitCode {
    match args {
        [] => run_all(vec![step(true)]),
        _ => wrong_usage(&format!("`wasm` takes nothing, not `{}`", args.join(" "))),
    }
}

/// The check as a step of others. Where no compiler for it is there, it is left out, and says how to get one.
pub(crate) fn step(may_install: bool) -> Step {
    Step::task("wasm", "golden scenes and tables under WebAssembly, in node", move || {
        let builds = match compiler(may_install) {
            Ok(builds) => builds,
            Err(reason) => return Ok(Done::LeftOut(reason)),
        };
        let node = match node::node() {
            Ok(node) => node,
            Err(reason) => return Ok(Done::LeftOut(reason)),
        };
        same_versions()?;
        builds.run()?;
        let told = node.args(["wasm/run.mjs", MODULE]).capture()?;
        compare(&String::from_utf8_lossy(&told.stdout), &expected()?).map(|()| Done::Passed)
    })
}

/// The command that builds the module, with whichever compiler is there.
fn compiler(may_install: bool) -> Result<Cmd, String> {
    let build = "build --release --locked --manifest-path wasm/Cargo.toml --target wasm32-unknown-unknown";
    if has_target() {
        return Ok(Cmd::line("cargo").args(build.split(' ')));
    }
    if !debians_works() && may_install {
        renew_package_lists();
        for package in PACKAGES.split(' ') {
            if !system_package(package) {
                return Err(format!("the system package {package} could not be installed; {}", how()));
            }
        }
        let _ = linker().is_some() || LINKERS.iter().any(|version| system_package(&format!("lld-{version}")));
    }
    match linker() {
        Some(linker) if debians_works() => Ok(Cmd::new("/usr/bin/cargo")
            .args(build.split(' '))
            .args(["-Z", "build-std=std,panic_abort"])
            .env("RUSTC", "/usr/bin/rustc")
            .env("RUSTC_BOOTSTRAP", "1")
            // The toolchain that runs this tool is not the one that builds.
            .env("CARGO", "/usr/bin/cargo")
            .env("RUSTUP_TOOLCHAIN", "")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)),
        _ => Err(format!("no compiler for {TARGET} is here, or it is too old; {}", how())),
    }
}

fn how() -> String {
    format!(
        "`rustup target add {TARGET}` is the ordinary way to get one; on Debian `cargo xtask wasm` installs {PACKAGES} and \
         lld (816 MB)"
    )
}

/// Has the toolchain that runs us the standard library of the target?
fn has_target() -> bool {
    let folder = Cmd::line("rustc --print target-libdir --target").args([TARGET]).quiet();
    folder.is_some_and(|folder| fs::read_dir(folder.trim()).is_ok_and(|mut files| files.next().is_some()))
}

/// Is Debian's compiler there, with its sources, and not older than we ask for?
fn debians_works() -> bool {
    let version = Cmd::line("/usr/bin/rustc --version").quiet();
    if !version.is_some_and(|version| is_new_enough(&version, env!("CARGO_PKG_RUST_VERSION"))) {
        return false;
    }
    let source = Cmd::line("/usr/bin/rustc --print sysroot").quiet();
    let source = source.map(|sysroot| format!("{}/lib/rustlib/src/rust/library/std/Cargo.toml", sysroot.trim()));
    Cmd::line("/usr/bin/cargo --version").works() && source.is_some_and(|path| fs::metadata(path).is_ok())
}

/// Is a compiler that says this of itself at least of this version?
fn is_new_enough(says: &str, least: &str) -> bool {
    let numbers = |version: &str| -> Option<(u32, u32)> {
        let mut parts = version.split('.');
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    };
    says.split_whitespace().nth(1).and_then(numbers) >= numbers(least)
}

fn linker() -> Option<String> {
    let names = LINKERS.iter().map(|version| format!("wasm-ld-{version}")).chain(["wasm-ld".to_owned()]);
    names.into_iter().find(|name| Cmd::new(name.clone()).args(["--version"]).works())
}

/// The check stands outside the workspace, so its lock file is its own: the engine's mathematics must be the same crates.
fn same_versions() -> Result<(), Failure> {
    let version = |lock: &str, name: &str| -> Result<String, Failure> {
        let text = fs::read_to_string(root().join(lock)).map_err(|error| Failure::new(format!("{lock}: {error}")))?;
        let entry = format!("name = \"{name}\"\nversion = \"");
        let found =
            text.split_once(&entry).and_then(|(_, rest)| rest.split_once('"')).map(|(version, _)| version.to_owned());
        found.ok_or_else(|| Failure::new(format!("{lock} does not name {name}")))
    };
    for name in ["glam", "libm", "toml"] {
        let (own, ours) = (version("wasm/Cargo.lock", name)?, version("Cargo.lock", name)?);
        if own != ours {
            return Err(Failure::new(format!("wasm/Cargo.lock has {name} {own}, the workspace {ours}: update it")));
        }
    }
    Ok(())
}

/// What the native tests say.
fn expected() -> Result<BTreeMap<String, String>, Failure> {
    let mut known = BTreeMap::new();
    for path in HASHES {
        let text = fs::read_to_string(root().join(path))
            .map_err(|error| Failure::new(format!("cannot read {path}: {error}")))?;
        for line in text.lines().filter(|line| line.contains('/') && !line.starts_with('#')) {
            if let [name, events, hash] = *line.split_whitespace().collect::<Vec<_>>() {
                known.insert(name.to_owned(), format!("{events} {hash}"));
            }
        }
    }
    Ok(known)
}

/// Compares what node printed with what is known. Everything must be there.
fn compare(told: &str, known: &BTreeMap<String, String>) -> Result<(), Failure> {
    let mut left: BTreeMap<&str, &str> = known.iter().map(|(name, found)| (name.as_str(), found.as_str())).collect();
    let mut wrong = Vec::new();
    for line in told.lines() {
        let Some((name, found)) = line.split_once(' ') else {
            return Err(Failure::new(format!("node said `{line}`")));
        };
        let right = left.remove(name).unwrap_or("nothing");
        println!("   {name}: {found}{}", if found == right { ", as natively" } else { "" });
        if found != right {
            wrong.push(format!("{name}: {found} under WebAssembly, {right} natively"));
        }
    }
    wrong.extend(left.keys().map(|name| format!("{name}: not run")));
    if wrong.is_empty() && !known.is_empty() {
        println!("   {0} of {0} give the same bits under WebAssembly as natively", known.len());
        Ok(())
    } else {
        Err(Failure::new(format!("other bits under WebAssembly:\n  {}", wrong.join("\n  "))))
    }
}

#[cfg(test)]
mod tests {
    use super::{compare, is_new_enough};

    /// An old list of packages offered one of ten versions ago, and the build failed.
    #[test]
    fn an_old_compiler_is_not_taken() {
        assert!(is_new_enough("rustc 1.96.0 (abc 2026-05-01) (built from a source tarball)", "1.95"));
        assert!(is_new_enough("rustc 1.95.0\n", "1.95") && is_new_enough("rustc 2.0.0", "1.95"));
        for old in ["rustc 1.85.0 (4d91de4e4 2025-02-17)", "rustc 1.9.0", "rustc", "", "rustc x.y.z"] {
            assert!(!is_new_enough(old, "1.95"), "{old}");
        }
    }

    #[test]
    fn other_bits_and_missing_scenes_are_noticed() {
        let known = [("world/pegs", "3 0a"), ("table/galton", "9 0b")];
        let known = known.map(|(name, found)| (name.to_owned(), found.to_owned())).into();
        assert!(compare("world/pegs 3 0a\ntable/galton 9 0b\n", &known).is_ok());
        for told in [
            "world/pegs 3 0b\ntable/galton 9 0b\n",
            "world/pegs 4 0a\ntable/galton 9 0b\n",
            "world/pegs 3 0a\n",
            "",
            "what?\n",
        ] {
            assert!(compare(told, &known).is_err(), "{told}");
        }
    }
}
