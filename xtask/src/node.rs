//! What checks the page: node with its packages, and a browser. Each is looked for, installed where that can be done,
//! and otherwise missed with a plain sentence. The page itself needs none of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::command::{Cmd, root};
use crate::tools::system_package;

/// The folder of the page, its tests and their `package.json`, seen from the root.
pub(crate) const FOLDER: &str = "crates/carom-play";

/// The oldest node that the packages run on.
const OLDEST_NODE: u32 = 20;

/// Programs that are Chromium, the first that answers is taken. The variable CHROMIUM goes before all of them.
const CHROMIUMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// On Windows npm is a script, and scripts are only found by their whole name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Node, installed if missing. The error says why there is none here.
pub(crate) fn node() -> Result<Cmd, String> {
    let version = || Cmd::line("node --version").quiet().and_then(|text| major(&text));
    let found = match version() {
        None if system_package("nodejs") => version(),
        found => found,
    };
    match found {
        None => {
            Err("node is not installed, and could not be: install nodejs and npm with your system's packages".into())
        }
        Some(old) if old < OLDEST_NODE => Err(format!("node {old} is too old: {OLDEST_NODE} or newer is needed")),
        Some(_) => Ok(Cmd::new("node")),
    }
}

/// Node with the packages of the lock file beside the page, installed if they are missing or older than that file.
pub(crate) fn node_with_packages() -> Result<Cmd, String> {
    let node = node()?;
    let folder = root().join(FOLDER);
    let installed = changed(&folder.join("node_modules/.package-lock.json"));
    if installed.is_some_and(|installed| Some(installed) >= changed(&folder.join("package-lock.json"))) {
        return Ok(node);
    }
    let npm = Cmd::new(NPM);
    let works = || npm.clone().args(["--version"]).works();
    let ready = works() || (system_package("npm") && works());
    if !ready {
        return Err("npm is not installed, and could not be: install it with your system's packages".to_owned());
    }
    println!("   installing the packages of {FOLDER}/package-lock.json into {FOLDER}/node_modules");
    let install = npm.args("ci --no-audit --no-fund --loglevel=error --prefix".split(' ')).args([FOLDER]);
    install.run().map(|()| node).map_err(|failure| format!("the packages could not be fetched: {failure}"))
}

/// The path or name of a Chromium, installed if missing. The error says why there is none here.
pub(crate) fn chromium() -> Result<String, String> {
    if let Some(named) = std::env::var("CHROMIUM").ok().filter(|named| !named.is_empty()) {
        let works = Cmd::new(&named).args(["--version"]).works();
        return if works { Ok(named) } else { Err(format!("CHROMIUM names `{named}`, which cannot be started")) };
    }
    let find = || CHROMIUMS.iter().find_map(|name| on_search_path(name));
    find().or_else(|| if system_package("chromium") { find() } else { None }).ok_or_else(|| {
        "no Chromium was found, and none could be installed: install one with your system's packages, or let the \
         variable CHROMIUM name it"
            .to_owned()
    })
}

/// Where a program lies that answers when asked for its version. A driver needs the whole path.
fn on_search_path(name: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let file = |folder: PathBuf| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let files = std::env::split_paths(&path).map(file).filter(|file| file.is_file());
    let mut names = files.map(|file| file.display().to_string());
    names.find(|file| Cmd::new(file).args(["--version"]).works())
}

/// The 20 of `v20.11.1`.
fn major(version: &str) -> Option<u32> {
    version.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|about| about.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::{FOLDER, major};
    use crate::command::root;

    #[test]
    fn nodes_version_is_read() {
        assert_eq!(major("v20.11.1\n"), Some(20), "as node prints it");
        assert_eq!(major("what?"), None, "something else");
    }

    /// A lock file that names the host it was made with sends every contributor there, who may not reach it.
    #[test]
    fn the_lock_file_names_no_host() {
        let lock =
            std::fs::read_to_string(root().join(FOLDER).join("package-lock.json")).expect("there is a lock file");
        assert!(!lock.contains("\"resolved\"") && !lock.contains("://"), "package-lock.json names where it came from");
    }

    /// What passes here must pass elsewhere, and next month.
    #[test]
    fn the_tools_of_the_page_are_pinned() {
        let package =
            std::fs::read_to_string(root().join(FOLDER).join("package.json")).expect("there is a package.json");
        let (_, tools) = package.split_once("devDependencies").expect("it names tools");
        let versions = tools.lines().filter_map(|line| line.split_once("\": \"")).map(|(_, version)| version);
        let loose: Vec<&str> = versions.filter(|version| !version.starts_with(|c: char| c.is_ascii_digit())).collect();
        assert!(loose.is_empty(), "versions that float: {loose:?}");
    }
}
