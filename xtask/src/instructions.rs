//! Instruction counts of a few scenes, compared with a recorded baseline.
//!
//! A stopwatch on a shared machine tells 25 % from nothing at best. Valgrind's callgrind counts instructions, and
//! the same program on the same input gives the same count every time, so a growth of a few per cent is a fact.
//! What it cannot see is the cost of each instruction (cache misses, divisions): for that there is
//! `cargo xtask bench scenes`, `cargo xtask bench machine` and `cargo xtask bench shots`.

use std::fs;
use std::process::Output;

use crate::bench;
use crate::command::{Cmd, root};
use crate::step::{Done, Failure};
use crate::tools;

/// The headline.
pub(crate) const DOES: &str = "callgrind against bench/record/instructions.txt";

const RECORD: &str = "bench/record/instructions.txt";

/// Scene and simulated seconds: one ball on a table, many balls on it, one ball among many walls; a pinball machine with one
/// ball and with three, and one of thousands of triangles. Of billiard shots how often instead of seconds: a break, and two
/// hundred random shots by the engine's own laws. Long enough that a chaotic path costs about what any other
/// would: a change in the last bit is a different path.
const SCENES: [(&str, u32); 8] = [
    ("s1", 60),
    ("s2_20", 20),
    ("s3_5000_1", 60),
    ("mini_1", 60),
    ("mini_3", 30),
    ("big_1", 60),
    ("eight_break", 20),
    ("own_random", 2),
];

/// Simulated seconds taken off at the start, and with them the set-up: reading the scene, and the tree that is built
/// when the world first advances. A run of no seconds at all would leave the tree in the count.
const WARM_UP: u32 = 1;

/// Growth that fails, in per cent. Compilers and inlining move counts by one or two without anybody's doing.
const ALLOWED_GROWTH: u64 = 5;

/// What to do with the recorded counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Baseline {
    /// Fail if a count has grown too much.
    Compare,
    /// Write today's counts down.
    Rewrite,
}

/// One scene's count: instructions for so many simulated seconds, without the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Count {
    scene: String,
    seconds: u32,
    instructions: u64,
}

/// Counts all scenes, then compares or records.
pub(crate) fn check(baseline: Baseline) -> Result<Done, Failure> {
    let valgrind = match tools::valgrind() {
        Ok(valgrind) => valgrind,
        Err(reason) => return Ok(Done::Skipped(reason)),
    };
    bench::build()?;
    let mut counts = Vec::new();
    for (scene, seconds) in SCENES {
        let whole = simulate(&valgrind, scene, WARM_UP + seconds)?;
        let instructions = whole.saturating_sub(simulate(&valgrind, scene, WARM_UP)?);
        println!("   {scene}: {instructions} instructions for {seconds}");
        counts.push(Count { scene: scene.to_owned(), seconds, instructions });
    }
    match baseline {
        Baseline::Rewrite => record(&counts),
        Baseline::Compare => compare_all(&recorded()?, &counts),
    }
}

/// Instructions of one whole run, set-up included: the caller takes the difference of two.
fn simulate(valgrind: &Cmd, scene: &str, seconds: u32) -> Result<u64, Failure> {
    let command = valgrind
        .clone()
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", bench::PROGRAM, "count", scene])
        .args([seconds.to_string()]);
    collected(&command.capture()?).ok_or_else(|| {
        Failure::new("callgrind printed no line `Collected : N`; is this valgrind 3.15 or newer?").repeat(&command)
    })
}

/// The number in callgrind's closing line, `==123== Collected : 456`.
fn collected(output: &Output) -> Option<u64> {
    let text = String::from_utf8_lossy(&output.stderr);
    let (_, rest) = text.split_once("Collected :")?;
    rest.split_whitespace().next()?.parse().ok()
}

fn recorded() -> Result<Vec<Count>, Failure> {
    let text = fs::read_to_string(root().join(RECORD))
        .map_err(|error| Failure::new(format!("no baseline in {RECORD} ({error}); `{BLESS}` writes one")))?;
    parse(&text).map_err(|line| Failure::new(format!("{RECORD} has a line that is not `scene seconds count`: {line}")))
}

const BLESS: &str = "cargo xtask audit --bless";

/// Reads the record: `scene seconds instructions` per line, `#` opens a comment. The error is the line at fault.
fn parse(text: &str) -> Result<Vec<Count>, String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(|line| parse_line(line).ok_or_else(|| line.to_owned())).collect()
}

fn parse_line(line: &str) -> Option<Count> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [scene, seconds, instructions] = words[..] else { return None };
    Some(Count { scene: scene.to_owned(), seconds: seconds.parse().ok()?, instructions: instructions.parse().ok()? })
}

fn record(counts: &[Count]) -> Result<Done, Failure> {
    let compiler = Cmd::line("rustc --version").capture()?;
    let mut text = format!(
        "# Instructions by callgrind for so many simulated seconds of a scene, after a first second that is not counted; of\n\
         # billiard shots for so many times, after a first.\n\
         # Written by `{BLESS}` with {}.\n# scene seconds instructions\n",
        String::from_utf8_lossy(&compiler.stdout).trim()
    );
    for Count { scene, seconds, instructions } in counts {
        text += &format!("{scene} {seconds} {instructions}\n");
    }
    fs::write(root().join(RECORD), text).map_err(|error| Failure::new(format!("cannot write {RECORD}: {error}")))?;
    println!("   recorded in {RECORD}: commit it with the change that explains it");
    Ok(Done::Passed)
}

/// Compares every scene before failing, so that one run tells the whole story.
fn compare_all(old: &[Count], new: &[Count]) -> Result<Done, Failure> {
    let mut faults = Vec::new();
    for count in new {
        match old.iter().find(|before| before.scene == count.scene && before.seconds == count.seconds) {
            None => faults.push(format!("{} for {} s has no baseline", count.scene, count.seconds)),
            Some(before) => match Verdict::of(before.instructions, count.instructions) {
                Verdict::Same => {}
                Verdict::Shrunk => {
                    println!("   {}: down from {}; `{BLESS}` keeps it", count.scene, before.instructions)
                }
                Verdict::Grown => {
                    faults.push(format!("{} grew from {} to {}", count.scene, before.instructions, count.instructions));
                }
            },
        }
    }
    if faults.is_empty() {
        return Ok(Done::Passed);
    }
    let message = format!("{} (allowed: {ALLOWED_GROWTH} %); if that is meant, run `{BLESS}`", faults.join("; "));
    Err(Failure::new(message).repeat("cargo xtask audit"))
}

/// How a count compares with its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Less by more than the allowance: worth recording, so that the gain cannot slip away again.
    Shrunk,
    /// The same within the allowance.
    Same,
    /// More by more than the allowance.
    Grown,
}

impl Verdict {
    /// Whole numbers throughout: at the limit the answer is the same on every machine.
    fn of(before: u64, now: u64) -> Self {
        let (before, now) = (u128::from(before), u128::from(now));
        let allowed = u128::from(ALLOWED_GROWTH);
        if now * 100 > before * (100 + allowed) {
            Self::Grown
        } else if now * (100 + allowed) < before * 100 {
            Self::Shrunk
        } else {
            Self::Same
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, Verdict, compare_all, parse};

    fn count(scene: &str, instructions: u64) -> Count {
        Count { scene: scene.to_owned(), seconds: 5, instructions }
    }

    #[test]
    fn five_per_cent_is_the_limit() {
        assert_eq!(Verdict::of(1000, 1050), Verdict::Same, "exactly at the limit");
        assert_eq!(Verdict::of(1000, 1051), Verdict::Grown, "just above it");
        assert_eq!(Verdict::of(1051, 1000), Verdict::Shrunk, "as far below");
        assert_eq!(Verdict::of(0, 1), Verdict::Grown, "from nothing to something");
    }

    #[test]
    fn growth_and_a_missing_baseline_both_fail() {
        assert!(compare_all(&[count("s1", 100)], &[count("s1", 104)]).is_ok(), "within the allowance");
        let failure = compare_all(&[count("s1", 100)], &[count("s1", 120), count("s9", 1)]).expect_err("grown");
        assert!(failure.to_string().contains("s1 grew from 100 to 120"), "{failure}");
        assert!(failure.to_string().contains("s9 for 5 s has no baseline"), "{failure}");
    }

    #[test]
    fn the_record_is_read_with_its_comments() {
        let text = "# a comment\n\ns1 5 290000 # so far\n";
        assert_eq!(parse(text), Ok(vec![count("s1", 290_000)]), "one scene");
        assert_eq!(parse("s1 5"), Err("s1 5".to_owned()), "the line at fault comes back");
    }
}
