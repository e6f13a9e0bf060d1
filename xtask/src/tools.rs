//! Tools from outside, each at a pinned version, installed when missing into `target/tools` and nowhere else.

use crate::command::Cmd;
use crate::step::Failure;

/// Where tools go, seen from the repository's root. `cargo clean` takes them away again.
pub(crate) const TOOLS: &str = "target/tools";

/// cargo-deny: licences, bans and sources of the dependencies. Built from source: about three minutes on two cores.
const CARGO_DENY: &str = "0.20.2";
/// cargo-fuzz: builds and runs fuzz targets. Built from source: about a minute on two cores.
const CARGO_FUZZ: &str = "0.13.2";

/// cargo-machete: dependencies that nobody uses. Built from source: about a minute on two cores.
const CARGO_MACHETE: &str = "0.9.2";

/// cargo-semver-checks: what would break users. Built from source: about eight minutes on two cores.
const CARGO_SEMVER_CHECKS: &str = "0.51.0";

/// Whether cargo-nextest is here. It is a faster test runner, not a different one, so it is never required.
pub(crate) fn have_nextest() -> bool {
    Cmd::line("cargo nextest --version").works()
}

/// Sees to it that a component of the toolchain (`rustfmt`, `clippy`) is there.
pub(crate) fn component(name: &str) -> Result<(), Failure> {
    let subcommand = if name == "rustfmt" { "fmt" } else { name };
    if Cmd::line("cargo").args([subcommand, "--version"]).works() {
        return Ok(());
    }
    println!("   {name} is missing from the toolchain; adding it");
    Cmd::line("rustup component add").args([name]).run()
}

/// cargo-deny, installed if missing.
pub(crate) fn cargo_deny() -> Result<Cmd, Failure> {
    from_source("cargo-deny", CARGO_DENY)
}

/// cargo-machete, installed if missing.
pub(crate) fn cargo_machete() -> Result<Cmd, Failure> {
    from_source("cargo-machete", CARGO_MACHETE)
}

/// cargo-semver-checks, installed if missing.
pub(crate) fn cargo_semver_checks() -> Result<Cmd, Failure> {
    from_source("cargo-semver-checks", CARGO_SEMVER_CHECKS)
}

/// cargo-fuzz, installed if missing.
pub(crate) fn cargo_fuzz() -> Result<Cmd, Failure> {
    from_source("cargo-fuzz", CARGO_FUZZ)
}

/// A tool that cargo builds, at one version, in a folder named for both.
fn from_source(name: &str, version: &str) -> Result<Cmd, Failure> {
    let folder = format!("{TOOLS}/{name}-{version}");
    let tool = Cmd::new(format!("{folder}/bin/{name}"));
    if !tool.clone().args(["--version"]).works() {
        println!("   installing {name} {version} into {folder}; this takes a few minutes, once");
        Cmd::line("cargo install --locked --quiet").args([name, "--version", version, "--root", &folder]).run()?;
    }
    Ok(tool)
}

/// Valgrind, installed through the system's packages if missing and if we may. The error says why not.
pub(crate) fn valgrind() -> Result<Cmd, String> {
    let valgrind = Cmd::new("valgrind");
    let works = || valgrind.clone().args(["--version"]).works();
    if works() || (system_package("valgrind") && works()) {
        return Ok(valgrind);
    }
    Err("valgrind is not installed, and could not be: install it with your system's packages".to_owned())
}

/// Installs a package with apt-get where that exists and we are root, or may become root without a password. Says
/// whether it worked.
pub(crate) fn system_package(name: &str) -> bool {
    let Some(apt) = apt() else { return false };
    println!("   installing the system package {name}");
    let install = apt("install --quiet --yes --no-install-recommends").args([name]);
    // The package lists may be missing or old on a fresh machine: fetch them only if the first try fails.
    install.works() || (apt("update --quiet").works() && install.works())
}

/// Fetches the package lists, for those who need a package that is not older than what the list of a fresh machine may offer.
pub(crate) fn renew_package_lists() {
    if let Some(apt) = apt() {
        apt("update --quiet").works();
    }
}

/// The way to call apt-get, if it is there and we may.
fn apt() -> Option<impl Fn(&str) -> Cmd> {
    let root = Cmd::line("id -u").quiet().is_some_and(|id| id.trim() == "0");
    let sudo = !root && Cmd::line("sudo --non-interactive true").works();
    ((root || sudo) && Cmd::line("apt-get --version").works()).then_some(move |what: &str| {
        // `env` because sudo does not hand on our environment.
        let line = format!("env DEBIAN_FRONTEND=noninteractive apt-get {what}");
        if sudo { Cmd::line("sudo --non-interactive").args(line.split(' ')) } else { Cmd::line(&line) }
    })
}
