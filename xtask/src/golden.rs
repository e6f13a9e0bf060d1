//! `cargo xtask golden`: the hashes and recordings that must not change, and making them anew when they must.
//!
//! Bits that change make recordings of games useless, so a change raises the version of the physics: `--bless` does, once for
//! every commit, then writes down what comes out now, and says what that changed.

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;

use crate::command::{Cmd, root};
use crate::step::{Done, Failure, Step, run_all};
use crate::wrong_usage;

/// Where the version of the physics stands, and how.
const VERSION: &str = "crates/carom/src/lib.rs";
const LINE: &str = "pub const PHYSICS: &str = \"";

/// The golden hashes, and the folder of the golden recordings.
const HASHES: [&str; 2] = ["crates/carom/tests/golden/hashes.txt", "crates/carom-tables/tests/golden/hashes.txt"];
const RECORDINGS: &str = "crates/carom-rules/tests/golden";
/// The game that is made by a program that looks ahead, and seeds to try for it.
const EARNED: &str = "kingfisher-earned.json";
const SEEDS: [u32; 8] = [2, 1, 3, 4, 5, 6, 7, 8];

/// Compares, or makes anew.
pub(crate) fn run(args: &[String]) -> ExitCode {
    match args {
        [] => run_all(vec![
            Step::command("golden hashes", hashes("")),
            Step::command("golden tables", tables()),
            Step::command("golden recordings", recordings("")),
        ]),
        [flag] if flag == "--bless" => run_all(vec![Step::task(
            "golden",
            "makes hashes and recordings anew, raises the version of the physics if they changed",
            || bless().map(|()| Done::Passed),
        )]),
        _ => wrong_usage(&format!("`golden` takes nothing but --bless, not `{}`", args.join(" "))),
    }
}

fn hashes(filter: &str) -> Cmd {
    Cmd::line("cargo test --quiet --package carom --test golden").args(Some(filter).filter(|filter| !filter.is_empty()))
}

fn tables() -> Cmd {
    Cmd::line("cargo test --quiet --package carom-tables --test golden")
}

fn recordings(filter: &str) -> Cmd {
    Cmd::line("cargo test --quiet --package carom-rules --test golden")
        .args(Some(filter).filter(|filter| !filter.is_empty()))
}

fn bless() -> Result<(), Failure> {
    let before = Known::now()?;
    let committed = Cmd::line("git show").args([format!("HEAD:{VERSION}")]).quiet();
    let committed = committed.as_deref().and_then(version_in).unwrap_or_else(|| before.physics.clone());
    // A version that no commit has yet may still change its bits: nobody has recorded anything with it.
    let mut is_fresh = committed != before.physics;
    if !make(is_fresh) {
        if is_fresh {
            return Err(Failure::new("hashes or recordings could not be made; see above"));
        }
        raise(&before.physics)?;
        is_fresh = true;
        if !make(is_fresh) {
            return Err(Failure::new("hashes or recordings could not be made under a new version either; see above"));
        }
    }
    if !recordings("earned::").works() {
        earn()?;
    }
    hashes("").run()?;
    tables().run()?;
    recordings("").run()?;
    let after = Known::now()?;
    println!("{}", before.against(&after));
    Ok(())
}

/// Writes everything; refused where bits changed under a version that is already committed.
fn make(is_fresh: bool) -> bool {
    let word = if is_fresh { "raised" } else { "yes" };
    let hashes = hashes("every_build_gives_these_hashes").env("CAROM_BLESS", word);
    let recordings =
        recordings("every_golden_recording_plays_again").args(["--", "--nocapture"]).env("CAROM_BLESS", word);
    hashes.run().is_ok() && tables().env("CAROM_BLESS", word).run().is_ok() && recordings.run().is_ok()
}

/// Lets the planner play until it has earned what the test asks for.
fn earn() -> Result<(), Failure> {
    let file = root().join(RECORDINGS).join(EARNED);
    for seed in SEEDS {
        println!("   the planner plays Kingfisher with seed {seed}");
        let planner = Cmd::line("cargo run --quiet --release --package carom-rules --example planner --");
        planner.args([seed.to_string(), "240".to_owned()]).run_into(&file)?;
        if recordings("earned::").works() {
            return Ok(());
        }
    }
    Err(Failure::new(format!("no seed of {SEEDS:?} brought the planner to multiball and a jackpot")))
}

/// Writes the next version of the physics into the engine.
fn raise(from: &str) -> Result<(), Failure> {
    let next = next_version(from).ok_or_else(|| Failure::new(format!("\"{from}\" is no version of the physics")))?;
    let path = root().join(VERSION);
    let text = fs::read_to_string(&path).map_err(|error| Failure::new(format!("{VERSION}: {error}")))?;
    let raised = text.replace(&format!("{LINE}{from}\""), &format!("{LINE}{next}\""));
    fs::write(&path, raised).map_err(|error| Failure::new(format!("{VERSION}: {error}")))?;
    println!("   the bits have changed: the physics is \"{next}\" now, after \"{from}\" ({VERSION})");
    Ok(())
}

fn next_version(version: &str) -> Option<String> {
    let (year, number) = version.split_once('.')?;
    Some(format!("{year}.{}", number.parse::<u32>().ok()? + 1))
}

fn version_in(text: &str) -> Option<String> {
    let (_, rest) = text.split_once(LINE)?;
    rest.split_once('"').map(|(version, _)| version.to_owned())
}

/// What is written down.
#[derive(Debug)]
struct Known {
    physics: String,
    /// Lines of hashes and first lines of recordings, by name.
    lines: BTreeMap<String, String>,
}

impl Known {
    fn now() -> Result<Self, Failure> {
        let read = |path: &str| {
            fs::read_to_string(root().join(path)).map_err(|error| Failure::new(format!("cannot read {path}: {error}")))
        };
        let physics = version_in(&read(VERSION)?).ok_or_else(|| Failure::new(format!("{VERSION} has no PHYSICS")))?;
        let mut lines = BTreeMap::new();
        for text in HASHES.map(read) {
            for line in text?.lines().filter(|line| line.contains('/') && !line.starts_with('#')) {
                let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
                lines.insert(name.to_owned(), rest.trim().to_owned());
            }
        }
        let folder = fs::read_dir(root().join(RECORDINGS)).map_err(|error| Failure::new(error.to_string()))?;
        for file in folder.flatten().filter(|file| file.path().extension().is_some_and(|end| end == "json")) {
            let text = fs::read_to_string(file.path()).unwrap_or_default();
            let field = |name: &str| {
                let line = text.lines().find(|line| line.trim_start().starts_with(&format!("\"{name}\":")));
                line.and_then(|line| line.split_once(':')).map_or("", |(_, value)| value.trim().trim_end_matches(','))
            };
            let about = ["scores", "hash"].map(field).join(" ");
            lines.insert(format!("recording {}", file.file_name().display()), about);
        }
        Ok(Self { physics, lines })
    }

    /// What has become of it.
    fn against(&self, after: &Self) -> String {
        let mut told = Vec::new();
        for (name, now) in &after.lines {
            match self.lines.get(name) {
                Some(was) if was == now => {}
                Some(was) => told.push(format!("   {name}: was {was}, is {now}")),
                None => told.push(format!("   {name}: is {now}, and is new")),
            }
        }
        let gone = self.lines.keys().filter(|name| !after.lines.contains_key(*name));
        told.extend(gone.map(|name| format!("   {name}: is gone")));
        let head = match (told.len(), self.physics == after.physics) {
            (0, true) => format!("   nothing has changed; the physics is \"{}\"", after.physics),
            (count, true) => {
                format!("   {count} of {} have changed, the physics \"{}\" has not", after.lines.len(), after.physics)
            }
            (count, false) => {
                let (was, is) = (&self.physics, &after.physics);
                format!("   {count} of {} have changed; the physics was \"{was}\" and is \"{is}\"", after.lines.len())
            }
        };
        told.insert(0, head);
        told.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, VERSION, next_version, version_in};
    use crate::command::root;

    #[test]
    fn the_version_is_found_and_raised() {
        let text = std::fs::read_to_string(root().join(VERSION)).expect("the engine's front page");
        let version = version_in(&text).expect("it says its physics");
        assert!(next_version(&version).is_some(), "{version}");
        assert_eq!(next_version("2026.9").as_deref(), Some("2026.10"));
        assert_eq!((next_version("2026"), next_version("2026.x")), (None, None));
    }

    #[test]
    fn what_changed_is_said() {
        let known = |physics: &str, hash: &str| Known {
            physics: physics.to_owned(),
            lines: [("world/pegs".to_owned(), hash.to_owned())].into(),
        };
        let told = known("2026.2", "1 aa").against(&known("2026.3", "1 bb"));
        assert!(told.contains("1 of 1 have changed; the physics was \"2026.2\" and is \"2026.3\""), "{told}");
        assert!(told.contains("world/pegs: was 1 aa, is 1 bb"), "{told}");
        assert!(known("1", "a").against(&known("1", "a")).contains("nothing has changed"));
    }
}
