//! Instruction counts of a few scenes, compared with a recorded baseline.
//!
//! A stopwatch on a shared machine tells 25 % from nothing at best. Valgrind's callgrind counts instructions, and
//! the same program on the same input gives the same count every time, so a growth of a few per cent is a fact.
//! What it cannot see is the cost of each instruction (cache misses, divisions): for that there is
//! `cargo xtask bench`.

use std::fs;
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::bench;
use crate::command::{Cmd, root};
use crate::step::{Done, Failure};
use crate::tools;

/// The headline.
pub(crate) const DOES: &str = "callgrind against bench/record/instructions.txt";

const RECORD: &str = "bench/record/instructions.txt";

/// What is counted: its name for `carom-bench count`, how much is taken off at the start, and how much is counted.
struct Hot {
    scene: &'static str,
    /// What both runs have: the set-up, and the tree that is built when the world first advances. Nothing at all would
    /// leave the tree in the count.
    warm_up: f64,
    counted: u32,
}

const fn hot(scene: &'static str, warm_up: f64, counted: u32) -> Hot {
    Hot { scene, warm_up, counted }
}

/// In simulated seconds: one ball on a table, many balls on it, balls among many walls; pinball machines with few balls
/// and with twenty, and one of thousands of triangles. In shots: a break, and two hundred random shots by the engine's own
/// laws. In collisions: gases that fit into the cache and that do not. In times: a state saved and restored. Long enough that
/// a chaotic path costs about what any other would: a change in the last bit is a different path. Each is a second or two
/// under callgrind.
const HOT: [Hot; 15] = [
    hot("s1", 1.0, 60),
    hot("s2_20", 1.0, 20),
    hot("s2_200", 0.1, 1),
    hot("s3_5000_1", 1.0, 60),
    hot("s3_5000_100", 0.1, 2),
    hot("mini_1", 1.0, 60),
    hot("mini_3", 1.0, 30),
    hot("mini_20", 0.1, 4),
    hot("big_1", 1.0, 60),
    hot("big_20", 0.1, 5),
    hot("eight_break", 1.0, 20),
    hot("own_random", 1.0, 2),
    hot("gas2_1000", 1_000.0, 30_000),
    hot("gas2_10000", 1_000.0, 30_000),
    hot("snapshot", 1.0, 2_000),
];

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

/// One scene's count: instructions for so many simulated seconds, shots, collisions or times, without the set-up.
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
    let counts = count_all(&valgrind)?;
    match baseline {
        Baseline::Rewrite => record(&counts),
        Baseline::Compare => compare_all(&recorded()?, &counts),
    }
}

/// Counts everything, on all cores at once: a count does not depend on what else the machine does.
fn count_all(valgrind: &Cmd) -> Result<Vec<Count>, Failure> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(hot) = HOT.get(index) else { return found };
            found.push((index, count(valgrind, hot)));
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, Result<Count, Failure>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    found.sort_by_key(|(index, _)| *index);
    if found.len() < HOT.len() {
        return Err(Failure::new("a worker that counts instructions broke off"));
    }
    found.into_iter().map(|(_, count)| count).collect()
}

fn count(valgrind: &Cmd, &Hot { scene, warm_up, counted }: &Hot) -> Result<Count, Failure> {
    let whole = simulate(valgrind, scene, warm_up + f64::from(counted))?;
    let instructions = whole.saturating_sub(simulate(valgrind, scene, warm_up)?);
    println!("   {scene}: {instructions} instructions for {counted}");
    Ok(Count { scene: scene.to_owned(), seconds: counted, instructions })
}

/// Instructions of one whole run, set-up included: the caller takes the difference of two.
fn simulate(valgrind: &Cmd, scene: &str, seconds: f64) -> Result<u64, Failure> {
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
    parse(&text)
        .map_err(|line| Failure::new(format!("{RECORD} has a line that is not a scene and two numbers: {line}")))
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
        "# Instructions by callgrind for so many simulated seconds of a scene, shots, collisions of a gas, or times, after a\n\
         # beginning that is not counted.\n\
         # Written by `{BLESS}` with {}.\n# scene, how much, instructions\n",
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
    let (mut faults, mut faster) = (Vec::new(), Vec::new());
    for count in new {
        match old.iter().find(|before| before.scene == count.scene && before.seconds == count.seconds) {
            None => faults.push(format!("{} for {} has no baseline", count.scene, count.seconds)),
            Some(before) => {
                let change = change(before, count);
                match Verdict::of(before.instructions, count.instructions) {
                    Verdict::Same => {}
                    Verdict::Shrunk => faster.push(change),
                    Verdict::Grown => faults.push(change),
                }
            }
        }
    }
    if !faster.is_empty() {
        println!("   faster, so that the record should be renewed with `{BLESS}`: {}", faster.join("; "));
    }
    for gone in old.iter().filter(|before| !new.iter().any(|count| count.scene == before.scene)) {
        println!("   the record has {}, which nobody counts any more", gone.scene);
    }
    if faults.is_empty() {
        return Ok(Done::Passed);
    }
    let message = format!("{} (allowed: {ALLOWED_GROWTH} %); if that is meant, run `{BLESS}`", faults.join("; "));
    Err(Failure::new(message).repeat("cargo xtask audit"))
}

/// What became of a count, and by how much.
fn change(before: &Count, now: &Count) -> String {
    let per_cent = 100.0 * (now.instructions as f64 / before.instructions.max(1) as f64 - 1.0);
    let how = if per_cent > 0.0 { "grew" } else { "shrank" };
    format!("{} {how} by {:.1} %, from {} to {}", now.scene, per_cent.abs(), before.instructions, now.instructions)
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
    use super::{Count, Verdict, change, compare_all, parse};

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
        assert!(failure.to_string().contains("s1 grew by 20.0 %, from 100 to 120"), "{failure}");
        assert!(failure.to_string().contains("s9 for 5 has no baseline"), "{failure}");
    }

    #[test]
    fn what_became_faster_is_no_fault_and_is_said_with_its_size() {
        assert!(compare_all(&[count("s1", 200)], &[count("s1", 100)]).is_ok(), "half of it");
        assert_eq!(change(&count("s1", 200), &count("s1", 100)), "s1 shrank by 50.0 %, from 200 to 100", "in words");
    }

    #[test]
    fn the_record_is_read_with_its_comments() {
        let text = "# a comment\n\ns1 5 290000 # so far\n";
        assert_eq!(parse(text), Ok(vec![count("s1", 290_000)]), "one scene");
        assert_eq!(parse("s1 5"), Err("s1 5".to_owned()), "the line at fault comes back");
    }
}
