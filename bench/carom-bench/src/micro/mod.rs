//! `carom-bench micro`: nanoseconds per impact test, and per search for the first thing a ball hits among many.

mod first_hit;
mod quartic;
mod single;

use core::hint::black_box;

use crate::Fault;
use crate::clock;
use crate::json::Json;

/// Different cases of a kind, so that no branch is learned by heart.
const CASES: usize = 4096;
/// Rounds over all cases; the best counts.
const ROUNDS: u32 = 60;

/// A cost.
struct Line {
    what: String,
    nanoseconds: f64,
    /// Share of the cases that hit.
    hits: f64,
    /// The best figure known from elsewhere.
    elsewhere: &'static str,
}

pub(crate) fn run(json: bool) -> Result<bool, Fault> {
    let mut lines = single::all()?;
    lines.push(quartic::line());
    lines.extend(first_hit::all()?);
    if json {
        let line = |line: &Line| {
            Json::Object(vec![
                ("what", line.what.as_str().into()),
                ("nanoseconds", line.nanoseconds.into()),
                ("hits", line.hits.into()),
                ("elsewhere", line.elsewhere.into()),
            ])
        };
        crate::say(&Json::List(lines.iter().map(line).collect()).to_string());
    } else {
        crate::say(&format!("{:<52}{:>9}{:>7}   {}", "impact test", "ns", "hits", "recorded elsewhere, ns"));
        for line in &lines {
            let hits = line.hits * 100.0;
            crate::say(&format!("{:<52}{:>9.1}{:>6.0}%   {}", line.what, line.nanoseconds, hits, line.elsewhere));
        }
    }
    Ok(true)
}

/// The best time of one call of `test`, in nanoseconds, over all cases; and the share of cases in which it said yes.
fn best<T>(cases: &[T], rounds: u32, test: impl Fn(&T) -> bool) -> (f64, f64) {
    let (mut best, mut hits) = (f64::INFINITY, 0);
    for _ in 0..rounds {
        let start = clock::cpu_seconds();
        hits = cases.iter().filter(|case| test(black_box(case))).count();
        best = best.min(clock::cpu_seconds() - start);
    }
    let count = cases.len() as f64;
    (best * 1e9 / count, hits as f64 / count)
}
