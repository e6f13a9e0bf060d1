//! `carom-bench micro`: nanoseconds per impact test, and per search for the first thing a ball hits among many.

mod by_hand;
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
    /// ns: others on the same cases, in the same run.
    beside: Vec<(&'static str, f64)>,
    /// The best figures known from elsewhere.
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
                ("beside", Json::Object(line.beside.iter().map(|&(who, ns)| (who, ns.into())).collect())),
                ("elsewhere", line.elsewhere.into()),
            ])
        };
        crate::say(&Json::List(lines.iter().map(line).collect()).to_string());
    } else {
        let heading = ["impact test", "ns", "hits", "others in this run, ns", "recorded elsewhere, ns"];
        let [what, ns, hits, beside, elsewhere] = heading;
        crate::say(&format!("{what:<52}{ns:>9}{hits:>7}   {beside:<28}{elsewhere}"));
        for Line { what, nanoseconds, hits, beside, elsewhere } in &lines {
            let beside: Vec<String> = beside.iter().map(|(who, ns)| format!("{ns:.1} {who}")).collect();
            let (hits, beside) = (hits * 100.0, beside.join(", "));
            crate::say(&format!("{what:<52}{nanoseconds:>9.1}{hits:>6.0}%   {beside:<28}{elsewhere}"));
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
