//! What was found, for people (a table and what is remarkable) and for programs (JSON with every case).

use crate::judge::{Outcome, Verdict, asked};
use crate::tolerance::SHOT_QUOTA;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A family and how its cases ended.
#[derive(Clone, Debug)]
pub(crate) struct FamilyReport {
    pub(crate) family: String,
    pub(crate) verdicts: Vec<Verdict>,
}

impl FamilyReport {
    /// Puts a family together. Of flipper shots a tenth may miss: they are listed, not counted as failures.
    pub(crate) fn new(family: &str, mut verdicts: Vec<Verdict>) -> Self {
        let failed = verdicts.iter().filter(|verdict| verdict.outcome == Outcome::Failed).count();
        let hit = verdicts.len() - failed;
        if family == "flipper_shot" && hit as f64 >= SHOT_QUOTA * verdicts.len() as f64 {
            let missed = verdicts.iter_mut().filter(|verdict| verdict.outcome == Outcome::Failed);
            missed.for_each(|verdict| verdict.outcome = Outcome::Missed);
        }
        Self { family: family.to_owned(), verdicts }
    }

    fn count(&self, is: impl Fn(Outcome) -> bool) -> usize {
        self.verdicts.iter().filter(|verdict| is(verdict.outcome)).count()
    }

    pub(crate) fn passed(&self) -> usize {
        self.count(|outcome| outcome == Outcome::Passed)
    }

    pub(crate) fn mended(&self) -> usize {
        self.count(|outcome| matches!(outcome, Outcome::Mended(_)))
    }

    pub(crate) fn excepted(&self) -> usize {
        self.count(|outcome| matches!(outcome, Outcome::Excepted(_)))
    }

    pub(crate) fn missed(&self) -> usize {
        self.count(|outcome| outcome == Outcome::Missed)
    }

    pub(crate) fn failed(&self) -> usize {
        self.count(|outcome| outcome == Outcome::Failed)
    }

    /// The errors of the cases that are held to the record, as shares of what is allowed, the smallest first.
    fn shares(&self) -> Vec<f64> {
        let held = |verdict: &&Verdict| !matches!(verdict.outcome, Outcome::Mended(_) | Outcome::Excepted(_));
        let mut shares: Vec<f64> = self.verdicts.iter().filter(held).map(|verdict| verdict.finding.worst()).collect();
        shares.sort_by(f64::total_cmp);
        shares
    }

    pub(crate) fn worst(&self) -> f64 {
        self.shares().last().copied().unwrap_or(0.0)
    }

    pub(crate) fn median(&self) -> f64 {
        let shares = self.shares();
        let middle = shares.len() / 2;
        match (shares.get(middle), shares.len() % 2) {
            (Some(share), 1) => *share,
            (Some(share), _) => 0.5 * (shares[middle - 1] + share),
            (None, _) => 0.0,
        }
    }
}

/// The table, then every case that is not simply right, with what was measured.
pub(crate) fn text(families: &[FamilyReport]) -> String {
    let mut out = String::new();
    let head = ["family", "cases", "passed", "mended", "excepted", "missed", "failed", "worst", "median"];
    out.push_str(&line(&head.map(str::to_owned), "asked (worst and median are shares of it)"));
    for family in families {
        let counts = [family.verdicts.len(), family.passed(), family.mended(), family.excepted(), family.missed()];
        let mut cells = vec![family.family.clone()];
        cells.extend(counts.iter().map(usize::to_string));
        cells.push(family.failed().to_string());
        cells.extend([share(family.worst()), share(family.median())]);
        out.push_str(&line(&cells, asked(&family.family)));
    }
    let total = |count: fn(&FamilyReport) -> usize| families.iter().map(count).sum::<usize>();
    let all = [
        families.iter().map(|family| family.verdicts.len()).sum(),
        total(FamilyReport::passed),
        total(FamilyReport::mended),
        total(FamilyReport::excepted),
        total(FamilyReport::missed),
        total(FamilyReport::failed),
    ];
    let mut cells = vec!["all".to_owned()];
    cells.extend(all.iter().map(usize::to_string));
    cells.extend([String::new(), String::new()]);
    out.push_str(&line(&cells, ""));
    out.push('\n');
    for family in families {
        for verdict in family.verdicts.iter().filter(|verdict| verdict.outcome != Outcome::Passed) {
            out.push_str(&remark(&family.family, verdict));
        }
    }
    out.push_str(&reasons(families));
    out
}

fn line(cells: &[String], last: &str) -> String {
    let mut out = format!("{:16}", cells[0]);
    for cell in &cells[1..] {
        let _ = write!(out, "{cell:>9}");
    }
    let _ = write!(out, "  {last}");
    format!("{}\n", out.trim_end())
}

/// A share in as many digits as tell something.
fn share(share: f64) -> String {
    if share >= 1e4 { format!("{share:.0e}") } else { format!("{share:.3}") }
}

fn remark(family: &str, verdict: &Verdict) -> String {
    let (kind, name, _) = told(verdict.outcome);
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    format!("{kind:8} {family} {}{name}: {}\n", verdict.case, verdict.finding.in_words())
}

/// Why cases may differ, each reason once.
fn reasons(families: &[FamilyReport]) -> String {
    let mut out = String::new();
    let mut seen = Vec::new();
    for verdict in families.iter().flat_map(|family| &family.verdicts) {
        let (_, name, reason) = told(verdict.outcome);
        if !name.is_empty() && !seen.contains(&name) {
            seen.push(name);
            let _ = writeln!(out, "{name}: {reason}");
        }
    }
    if out.is_empty() { out } else { format!("\nWhy they may differ (docs/conformance.md):\n{out}") }
}

/// The word for an outcome, the name of what excuses it, and why.
fn told(outcome: Outcome) -> (&'static str, &'static str, String) {
    match outcome {
        Outcome::Passed => ("passed", "", String::new()),
        Outcome::Excepted(reason) => ("excepted", "slow touch", reason.to_owned()),
        Outcome::Mended(mend) => ("mended", mend.name, format!("{}. What holds: {}.", mend.reason, mend.law_says)),
        Outcome::Missed => ("missed", "a tenth may miss", "of the flipper shots, as agreed".to_owned()),
        Outcome::Failed => ("FAILED", "", String::new()),
    }
}

/// The same, with every case.
pub(crate) fn json(families: &[FamilyReport], faults: &[String]) -> Value {
    let measure = |m: &crate::judge::Measure| json!({"what": m.what, "error": number(m.error), "tolerance": m.tolerance, "ms": m.ms});
    let case = |verdict: &Verdict| {
        let (outcome, excuse, reason) = told(verdict.outcome);
        json!({
            "name": verdict.case, "outcome": outcome.to_lowercase(), "excuse": excuse, "reason": reason,
            "error": number(verdict.finding.worst()),
            "measures": verdict.finding.measures.iter().map(measure).collect::<Vec<_>>(),
            "complaints": verdict.finding.complaints,
        })
    };
    let family = |family: &FamilyReport| {
        json!({
            "family": family.family, "asked": asked(&family.family), "cases": family.verdicts.len(),
            "passed": family.passed(), "mended": family.mended(), "excepted": family.excepted(),
            "missed": family.missed(), "failed": family.failed(),
            "worst": number(family.worst()), "median": number(family.median()),
            "list": family.verdicts.iter().map(case).collect::<Vec<_>>(),
        })
    };
    let failed: usize = families.iter().map(FamilyReport::failed).sum();
    json!({
        "conforms": failed == 0 && faults.is_empty(),
        "faults": faults,
        "families": families.iter().map(family).collect::<Vec<_>>(),
    })
}

/// JSON knows no infinity: the greatest number stands for it.
fn number(x: f64) -> f64 {
    if x.is_finite() { x } else { f64::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Finding, Measure};

    fn verdict(name: &str, error: f64) -> Verdict {
        let finding = Finding::of([Measure::new("speed", error, 1.0, 0.0)]);
        let outcome = if finding.is_fine() { Outcome::Passed } else { Outcome::Failed };
        Verdict { case: name.to_owned(), outcome, finding }
    }

    #[test]
    fn a_tenth_of_the_shots_may_miss() {
        let shots = |wrong: usize| -> FamilyReport {
            let verdicts = (0..10).map(|k| verdict("shot", if k < wrong { 2.0 } else { 0.5 })).collect();
            FamilyReport::new("flipper_shot", verdicts)
        };
        assert_eq!((shots(1).missed(), shots(1).failed()), (1, 0), "one of ten");
        assert_eq!((shots(2).missed(), shots(2).failed()), (0, 2), "two of ten");
        let bounces = FamilyReport::new("bounce_line", (0..10).map(|k| verdict("b", 0.2 * f64::from(k))).collect());
        assert_eq!(bounces.failed(), 4, "elsewhere none may miss");
    }

    #[test]
    fn worst_and_median() {
        let verdicts = [0.1, 0.4, 0.2, 0.3].map(|error| verdict("n", error)).into();
        let family = FamilyReport::new("gate", verdicts);
        assert_eq!((family.worst(), family.median()), (0.4, 0.25), "of four");
        let empty = FamilyReport::new("gate", Vec::new());
        assert_eq!((empty.worst(), empty.median()), (0.0, 0.0), "of none");
        assert!(text(&[family]).contains("gate"), "in the table");
    }
}
