//! What was found, for people (a table and what is remarkable) and for programs (JSON with every case).

use super::tolerance::SHOT_QUOTA;
use super::verdict::{Outcome, Quirk, Verdict};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Which threshold a family is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Every step, but for listed quirks.
    Micro,
    /// 99 of 100 of the comparable ones.
    Shot,
    /// Every decision.
    Game,
    /// Every one.
    Robust,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Micro, Self::Shot, Self::Game, Self::Robust];

    fn name(self) -> &'static str {
        match self {
            Self::Micro => "steps",
            Self::Shot => "shots",
            Self::Game => "decisions",
            Self::Robust => "robustness",
        }
    }
}

/// A family and how its cases ended.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) verdicts: Vec<Verdict>,
}

/// How many cases ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    pub(crate) cases: usize,
    pub(crate) passed: usize,
    pub(crate) excepted: usize,
    pub(crate) missed: usize,
    /// The greatest error of the cases that are held to the record, as a share of what is allowed.
    pub(crate) worst: f64,
}

impl Sums {
    fn of<'a>(verdicts: impl Iterator<Item = &'a Verdict>) -> Self {
        let mut sums = Self::default();
        for verdict in verdicts {
            sums.cases += 1;
            match verdict.outcome {
                Outcome::Passed => sums.passed += 1,
                Outcome::Excepted(_) => sums.excepted += 1,
                Outcome::Missed => sums.missed += 1,
            }
            if !matches!(verdict.outcome, Outcome::Excepted(_)) {
                sums.worst = sums.worst.max(verdict.worst);
            }
        }
        sums
    }

    /// Share of the comparable cases that are as recorded.
    fn share(&self) -> f64 {
        let comparable = self.passed + self.missed;
        if comparable == 0 { 1.0 } else { self.passed as f64 / comparable as f64 }
    }
}

/// Everything found in a folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) families: Vec<Family>,
}

impl Report {
    fn sums(&self, kind: Kind) -> Sums {
        Sums::of(self.families.iter().filter(|family| family.kind == kind).flat_map(|family| &family.verdicts))
    }

    /// Whether the thresholds hold: every step (but for quirks), 99 % of the shots, every decision, every hard input.
    pub(crate) fn conforms(&self) -> bool {
        Kind::ALL.iter().all(|kind| self.holds(*kind))
    }

    fn holds(&self, kind: Kind) -> bool {
        let sums = self.sums(kind);
        if kind == Kind::Shot { sums.share() >= SHOT_QUOTA } else { sums.missed == 0 }
    }

    /// The table, then every case that is not simply right.
    pub(crate) fn text(&self) -> String {
        let mut out = line("family", ["cases", "passed", "excepted", "missed", "worst"].map(str::to_owned), "");
        for family in &self.families {
            out.push_str(&row(&family.name, &Sums::of(family.verdicts.iter()), ""));
        }
        out.push('\n');
        for kind in Kind::ALL {
            let sums = self.sums(kind);
            if sums.cases > 0 {
                let asked = if kind == Kind::Shot { SHOT_QUOTA } else { 1.0 };
                let holds = if self.holds(kind) { "holds" } else { "FAILS" };
                let last =
                    format!("{:.2} % of the comparable, asked {:.0} %: {holds}", 100.0 * sums.share(), 100.0 * asked);
                out.push_str(&row(kind.name(), &sums, &last));
            }
        }
        out.push_str(&self.told());
        out.push('\n');
        for verdict in self.verdicts().filter(|verdict| verdict.outcome == Outcome::Missed) {
            let _ = writeln!(out, "MISSED   {}: {}", verdict.case, verdict.words);
        }
        for verdict in self.verdicts() {
            if let Outcome::Excepted(quirk) = verdict.outcome {
                let _ = writeln!(out, "excepted {} ({}): {}", verdict.case, quirk.name, verdict.words);
            }
        }
        out.push_str(&self.quirks());
        out
    }

    fn shots(&self) -> impl Iterator<Item = &Verdict> {
        self.families.iter().filter(|family| family.kind == Kind::Shot).flat_map(|family| &family.verdicts)
    }

    /// What is told about the shots and not asked.
    fn told(&self) -> String {
        let all = self.shots().count();
        if all == 0 {
            return String::new();
        }
        let strict = self.shots().filter(|verdict| verdict.strict).count();
        let own_asked = self.shots().filter(|verdict| verdict.own_asked).count();
        let own = self.shots().filter(|verdict| verdict.own.is_none()).count();
        let to_the_end = self.shots().filter(|verdict| verdict.same.is_some_and(|(same, of)| same == of)).count();
        let mut out = format!(
            "\ntold, not asked: {to_the_end} of {all} shots have the same events to their end, horizon or not;\n  \
             {strict} of {all} are within max(1e-9, 1e-10 amp);\n  \
             with Carom's own contacts, without the reference's spacer, {own_asked} of {all} are within 3e-6 max(1, amp),\n  \
             and {own} of {all} within 1.2e-4 max(1, amp); not so:\n"
        );
        for verdict in self.shots() {
            if let Some(words) = &verdict.own {
                let _ = writeln!(out, "  {}: {words}", verdict.case);
            }
        }
        out
    }

    fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.families.iter().flat_map(|family| &family.verdicts)
    }

    /// The quirks that show, the cases in which they do, and why.
    fn quirks(&self) -> String {
        let mut seen: Vec<(Quirk, Vec<&str>)> = Vec::new();
        for verdict in self.verdicts() {
            let excepted = if let Outcome::Excepted(quirk) = verdict.outcome { Some(quirk) } else { None };
            for quirk in verdict.quirks.iter().copied().chain(excepted) {
                match seen.iter_mut().find(|(other, _)| *other == quirk) {
                    Some((_, cases)) if cases.last() == Some(&verdict.case.as_str()) => {}
                    Some((_, cases)) => cases.push(&verdict.case),
                    None => seen.push((quirk, vec![&verdict.case])),
                }
            }
        }
        let mut out = String::new();
        for (quirk, cases) in seen {
            let _ = writeln!(out, "\nquirk: {} ({}): {}.\n  {}", quirk.name, cases.len(), quirk.reason, some(&cases));
        }
        out
    }

    /// The same, with every case.
    pub(crate) fn json(&self, faults: &[String], warnings: &[String]) -> Value {
        let case = |verdict: &Verdict| {
            let (outcome, reason) = match verdict.outcome {
                Outcome::Passed => ("passed", None),
                Outcome::Excepted(quirk) => ("excepted", Some(quirk)),
                Outcome::Missed => ("missed", None),
            };
            json!({
                "name": verdict.case, "outcome": outcome, "worst": number(verdict.worst), "words": verdict.words,
                "reason": reason.map(|quirk| quirk.reason),
                "same_events": verdict.same.map(|(same, _)| same), "events": verdict.same.map(|(_, of)| of),
                "strict": verdict.strict, "own_contacts_as_asked": verdict.own_asked, "own_contacts": verdict.own,
                "quirks": verdict.quirks.iter().map(|quirk| quirk.name).collect::<Vec<_>>(),
            })
        };
        let numbers = |sums: &Sums| {
            json!({"cases": sums.cases, "passed": sums.passed, "excepted": sums.excepted, "missed": sums.missed,
                "worst": number(sums.worst)})
        };
        let family = |family: &Family| {
            let mut value = numbers(&Sums::of(family.verdicts.iter()));
            value["family"] = json!(family.name);
            value["kind"] = json!(family.kind.name());
            value["list"] = family.verdicts.iter().map(case).collect();
            value
        };
        let kinds: Vec<Value> = Kind::ALL
            .iter()
            .map(|kind| {
                let mut value = numbers(&self.sums(*kind));
                value["kind"] = json!(kind.name());
                value["share"] = json!(self.sums(*kind).share());
                value["holds"] = json!(self.holds(*kind));
                value
            })
            .collect();
        json!({
            "conforms": self.conforms() && faults.is_empty(),
            "faults": faults, "warnings": warnings,
            "sums": kinds,
            "families": self.families.iter().map(family).collect::<Vec<_>>(),
        })
    }
}

/// The first names of a list, and how many more there are.
fn some(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let first = names[..names.len().min(SHOWN)].join(" ");
    if names.len() > SHOWN { format!("{first} and {} more", names.len() - SHOWN) } else { first }
}

fn row(name: &str, sums: &Sums, last: &str) -> String {
    let counts = [sums.cases, sums.passed, sums.excepted, sums.missed].map(|count| count.to_string());
    let [cases, passed, excepted, missed] = counts;
    let worst = if sums.worst >= 1e4 || (sums.worst > 0.0 && sums.worst < 1e-3) {
        format!("{:.0e}", sums.worst)
    } else {
        format!("{:.3}", sums.worst)
    };
    line(name, [cases, passed, excepted, missed, worst], last)
}

fn line(name: &str, cells: [String; 5], last: &str) -> String {
    let mut out = format!("{name:47}");
    for cell in cells {
        let _ = write!(out, "{cell:>9}");
    }
    let _ = write!(out, "  {last}");
    format!("{}\n", out.trim_end())
}

/// JSON knows no infinity: the greatest number stands for it.
fn number(x: f64) -> f64 {
    if x.is_finite() { x } else { f64::MAX }
}

#[cfg(test)]
mod tests {
    use super::super::verdict::CHATTER;
    use super::*;

    fn report(kind: Kind, passed: usize, excepted: usize, missed: usize) -> Report {
        let verdict = |outcome: Outcome, worst: f64| Verdict {
            case: "x".to_owned(),
            outcome,
            worst,
            words: "velocity".to_owned(),
            quirks: Vec::new(),
            same: None,
            strict: true,
            own_asked: true,
            own: None,
        };
        let mut verdicts = vec![verdict(Outcome::Passed, 0.5); passed];
        verdicts.extend(vec![verdict(Outcome::Excepted(CHATTER), 9.0); excepted]);
        verdicts.extend(vec![verdict(Outcome::Missed, 2.0); missed]);
        Report { families: vec![Family { kind, name: "family".to_owned(), verdicts }] }
    }

    #[test]
    fn one_shot_of_a_hundred_may_miss_and_no_step() {
        assert!(report(Kind::Shot, 99, 40, 1).conforms(), "one of a hundred comparable");
        assert!(!report(Kind::Shot, 98, 40, 1).conforms(), "one of ninety-nine");
        assert!(!report(Kind::Micro, 999, 0, 1).conforms(), "a step");
        assert!(!report(Kind::Game, 999, 0, 1).conforms(), "a decision");
        assert!(report(Kind::Micro, 1, 3, 0).conforms(), "quirks are listed, not counted");
    }

    #[test]
    fn the_report_names_what_missed_and_why_others_may() {
        let report = report(Kind::Shot, 1, 1, 1);
        let text = report.text();
        assert!(text.contains("MISSED   x: velocity") && text.contains("anti-chatter (1)"), "{text}");
        assert!(text.contains("FAILS"), "{text}");
        let json = report.json(&[], &[]);
        assert_eq!((&json["conforms"], &json["families"][0]["worst"]), (&json!(false), &json!(2.0)), "{json}");
    }
}
