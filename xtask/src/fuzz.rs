//! `cargo xtask fuzz`: runs the fuzz targets in `fuzz/`, a workspace of its own, for a while each, and tells what they found.
//!
//! libFuzzer does the searching, through cargo-fuzz and a nightly compiler. What it finds stays in `fuzz/artifacts`, made as small as
//! it gets; what it learned stays in `fuzz/corpus`, so that the next run goes on from there. Neither is under version control: a
//! finding becomes a regression test, and seeds worth keeping go to `fuzz/seeds`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use crate::command::{Cmd, from_root, root};
use crate::step::Failure;
use crate::{tools, wrong_usage};

/// s: how long each target runs unless told otherwise, and how long a finding is made smaller.
const SECONDS: u64 = 60;
const SHRINK_SECONDS: u64 = 60;
/// s and MB: an input that takes longer, or more memory, is a finding.
const TIMEOUT: u64 = 30;
const MEMORY: u64 = 3_072;

/// The longest input of each target, bytes: what the longest real ones need, for libFuzzer is quicker with short ones.
const LONGEST: [(&str, u64); 10] = [
    ("table", 16_384),
    ("vpx", 65_536),
    ("vpx_text", 16_384),
    ("script", 4_096),
    ("recording", 8_192),
    ("pinball_protocol", 8_192),
    ("billiards_protocol", 8_192),
    ("shot", 8_192),
    ("impact", 96),
    ("quartic", 64),
];

/// Runs the targets that are named, or all.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let wish = match Wish::of(args) {
        Ok(wish) => wish,
        Err(complaint) => return wrong_usage(&complaint),
    };
    if wish.list {
        LONGEST.iter().for_each(|(name, _)| println!("{name:<20} {}", about(name)));
        return ExitCode::SUCCESS;
    }
    match run_all(&wish) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("fuzz: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// What was asked for.
#[derive(Debug, PartialEq)]
struct Wish {
    targets: Vec<&'static str>,
    seconds: u64,
    list: bool,
}

impl Wish {
    fn of(args: &[String]) -> Result<Self, String> {
        let mut wish = Self { targets: Vec::new(), seconds: SECONDS, list: false };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--list" => wish.list = true,
                "--seconds" => {
                    let number = args.next().and_then(|word| word.parse().ok()).filter(|seconds| *seconds > 0);
                    wish.seconds = number.ok_or("`--seconds` needs a number of seconds")?;
                }
                word => match LONGEST.iter().find(|(name, _)| *name == word) {
                    Some((name, _)) => wish.targets.push(name),
                    None => {
                        let names: Vec<&str> = LONGEST.iter().map(|(name, _)| *name).collect();
                        return Err(format!("there is no fuzz target `{word}`; there are {}", names.join(", ")));
                    }
                },
            }
        }
        if wish.targets.is_empty() {
            wish.targets = LONGEST.iter().map(|(name, _)| *name).collect();
        }
        Ok(wish)
    }
}

/// What a target is about: the first line of its file.
fn about(name: &str) -> String {
    let text = fs::read_to_string(root().join(format!("fuzz/src/{name}.rs"))).unwrap_or_default();
    text.lines().next().unwrap_or_default().trim_start_matches("//!").trim().to_owned()
}

/// Builds and runs the targets one after the other; how many findings there are.
fn run_all(wish: &Wish) -> Result<usize, Failure> {
    let fuzzer = Fuzzer::new()?;
    println!("fuzz: building {} with a nightly compiler; the first time takes some minutes", wish.targets.join(", "));
    for target in &wish.targets {
        fuzzer.command("build", target).args([*target]).capture()?;
    }
    let (mut executions, mut findings) = (0, 0);
    for target in &wish.targets {
        let told = fuzzer.run(target, wish.seconds)?;
        executions += told.executions;
        findings += told.findings.len();
        println!("{told}");
    }
    println!("fuzz: {} targets, {executions} executions, {findings} findings", wish.targets.len());
    Ok(findings)
}

/// cargo-fuzz, with the compiler that it needs.
struct Fuzzer {
    program: Cmd,
}

impl Fuzzer {
    fn new() -> Result<Self, Failure> {
        let Some(cargo) = Cmd::line("rustup which cargo --toolchain nightly").quiet() else {
            let why = "a nightly toolchain is needed for fuzzing, and rustup has none; the seeds alone can be played with \
                       `cargo test --manifest-path fuzz/Cargo.toml`";
            return Err(Failure::new(why).repeat("rustup toolchain install nightly && cargo xtask fuzz"));
        };
        // Inside `cargo xtask` both variables name the compiler that built it.
        let program = tools::cargo_fuzz()?.env("RUSTUP_TOOLCHAIN", "nightly").env("CARGO", cargo.trim());
        Ok(Self { program })
    }

    fn command(&self, what: &str, target: &str) -> Cmd {
        // Physics and parsers are ours and safe; what they stand on is not, so addresses are watched.
        let line = "--fuzz-dir fuzz --target-dir fuzz/target --sanitizer address --no-default-features";
        let command = self.program.clone().args(["fuzz", what]).args(line.split(' '));
        match target {
            "vpx" | "vpx_text" => command.args(["--features", "importers"]),
            "pinball_protocol" | "billiards_protocol" => command.args(["--features", "protocols"]),
            // Their reference allocates a number at a time: what the sanitizer keeps of each would come to gigabytes.
            "impact" | "quartic" => command.env("ASAN_OPTIONS", "quarantine_size_mb=16:malloc_context_size=2"),
            _ => command,
        }
    }

    fn run(&self, target: &'static str, seconds: u64) -> Result<Told, Failure> {
        let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
        let artifacts = root().join(format!("fuzz/artifacts/{target}"));
        for folder in [root().join(&corpus), artifacts.clone()] {
            fs::create_dir_all(&folder).map_err(|fault| cannot(&folder, &fault))?;
        }
        let began = SystemTime::now();
        let command = self.command("run", target).args([target, &corpus, &seeds, "--"]).args(limits(target)).args([
            format!("-max_total_time={seconds}"),
            "-print_final_stats=1".to_owned(),
            "-report_slow_units=60".to_owned(),
        ]);
        let output = command.output()?;
        let log = root().join(format!("fuzz/artifacts/{target}.log"));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        fs::write(&log, &text).map_err(|fault| cannot(&log, &fault))?;
        let mut found = found_since(&artifacts, began)?;
        if !output.status.success() && found.is_empty() {
            let why =
                format!("{target} ended with {} and left nothing; see {}", output.status, from_root(&log).display());
            return Err(Failure::new(why).repeat(command));
        }
        for file in &mut found {
            self.shrink(target, file);
        }
        let (executions, fresh) = (stat(&text, "number_of_executed_units"), stat(&text, "new_units_added"));
        let (coverage, memory) = (coverage(&text), stat(&text, "peak_rss_mb"));
        Ok(Told { target, seconds, executions, coverage, fresh, memory, findings: found })
    }

    /// Makes a finding smaller, if that goes: what only takes too long takes too long to make smaller, too.
    fn shrink(&self, target: &str, file: &mut PathBuf) {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.starts_with("crash-") {
            return;
        }
        println!("   {target}: making {name} smaller");
        let (began, path) = (SystemTime::now(), file.display().to_string());
        let command = self.command("tmin", target).args([target, &path, "--"]).args(limits(target));
        // Without a smaller one the finding stays as it is.
        _ = command.args([format!("-max_total_time={SHRINK_SECONDS}")]).output();
        let folder = file.parent().map(Path::to_path_buf).unwrap_or_default();
        let smaller = found_since(&folder, began).unwrap_or_default();
        let size = |path: &PathBuf| fs::metadata(path).map_or(u64::MAX, |about| about.len());
        if let Some(least) = smaller.into_iter().min_by_key(size).filter(|least| size(least) <= size(file)) {
            *file = least;
        }
    }
}

/// How libFuzzer is told what an input may be and use up.
fn limits(target: &str) -> Vec<String> {
    let longest = LONGEST.iter().find(|(name, _)| *name == target).map_or(4_096, |(_, longest)| *longest);
    let mut flags = vec![
        format!("-max_len={longest}"),
        format!("-timeout={TIMEOUT}"),
        format!("-rss_limit_mb={MEMORY}"),
        "-detect_leaks=0".to_owned(),
    ];
    let words = format!("fuzz/dictionaries/{target}.dict");
    if root().join(&words).exists() {
        flags.push(format!("-dict={words}"));
    }
    flags
}

/// What libFuzzer left in its folder since then, in order.
fn found_since(folder: &Path, began: SystemTime) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|fault| cannot(folder, &fault))? {
        let path = entry.map_err(|fault| cannot(folder, &fault))?.path();
        let is_new = fs::metadata(&path).and_then(|about| about.modified()).is_ok_and(|changed| changed >= began);
        // Inputs that are merely slow are no findings.
        let is_slow = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("slow-unit-"));
        if is_new && !is_slow {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn cannot(path: &Path, fault: &std::io::Error) -> Failure {
    Failure::new(format!("cannot use {}: {fault}", from_root(path).display()))
}

/// A number of libFuzzer's final statistics.
fn stat(log: &str, name: &str) -> u64 {
    let start = format!("stat::{name}:");
    log.lines().rev().find_map(|line| line.trim().strip_prefix(&start)?.trim().parse().ok()).unwrap_or(0)
}

/// How many places in the code were reached at the start, by what was known, and at the end. A target that stays at its start
/// learns nothing: its inputs are refused at the door.
fn coverage(log: &str) -> (u64, u64) {
    let reached = |line: &str| line.split_once(" cov: ")?.1.split_whitespace().next()?.parse().ok();
    let start = log.lines().skip_while(|line| !line.contains("INITED")).find_map(reached);
    (start.unwrap_or(0), log.lines().rev().find_map(reached).unwrap_or(0))
}

/// What came of one target.
#[derive(Debug)]
struct Told {
    target: &'static str,
    seconds: u64,
    executions: u64,
    coverage: (u64, u64),
    fresh: u64,
    memory: u64,
    findings: Vec<PathBuf>,
}

impl core::fmt::Display for Told {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { target, seconds, executions, coverage: (start, end), fresh, memory, findings } = self;
        write!(
            f,
            "{target:<20} {seconds} s, {executions} executions ({} a second), {start} places reached at the start and {end} at the end, \
             {fresh} new inputs, {memory} MB, {} findings",
            executions / seconds,
            findings.len()
        )?;
        for file in findings {
            let file = from_root(file);
            write!(f, "\n   FOUND: {}", file.display())?;
            write!(
                f,
                "\n   repeat it with: cargo run --release --manifest-path fuzz/Cargo.toml --bin {target} -- {}",
                file.display()
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(text: &str) -> Result<Wish, String> {
        Wish::of(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn targets_and_times_are_understood() {
        let all = wish("").unwrap();
        assert_eq!((all.targets.len(), all.seconds, all.list), (10, 60, false), "everything for a minute");
        let two = wish("table --seconds 900 quartic").unwrap();
        assert_eq!((two.targets, two.seconds), (vec!["table", "quartic"], 900), "two for a quarter of an hour");
        assert!(wish("--list").unwrap().list, "a list");
        for wrong in ["tabloid", "--seconds", "--seconds x", "--seconds 0", "--minutes 3"] {
            assert!(wish(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_target_is_known_here_and_has_a_line_about_it() {
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        assert_eq!(manifest.matches("[[bin]]").count(), LONGEST.len(), "programs in fuzz/Cargo.toml");
        for (name, _) in LONGEST {
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is in fuzz/Cargo.toml");
            assert!(about(name).len() > 20, "{name}: {}", about(name));
        }
    }

    #[test]
    fn the_last_statistics_count() {
        let log = "#5 DONE\nstat::number_of_executed_units: 5\nstat::new_units_added:          2\n";
        assert_eq!((stat(log, "number_of_executed_units"), stat(log, "new_units_added")), (5, 2), "both");
        assert_eq!(stat("", "new_units_added"), 0, "a log that was cut off");
    }

    #[test]
    fn coverage_is_that_of_the_start_and_of_the_end() {
        let log = "#2\tINITED cov: 10 ft: 11 corp: 1/1b\n#5\tNEW    cov: 12 ft: 15 corp: 2/3b\n#9\tDONE   cov: 13 ft: 15\nstat::x: 1\n";
        assert_eq!((coverage(log), coverage("")), ((10, 13), (0, 0)), "a log, and one without");
    }
}
