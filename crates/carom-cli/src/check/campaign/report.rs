//! What a campaign has seen, for people and for programs. Nothing in it depends on threads or clocks.

use super::super::finding::counted;
use super::watch::Kind;
use serde::Serialize;
use std::fmt::Write as _;

/// What a campaign has seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Report {
    pub(crate) seed: u64,
    /// s: how long each case goes on.
    pub(crate) seconds: f64,
    pub(crate) ball_seconds: f64,
    pub(crate) cases: u64,
    pub(crate) tables: Vec<TableReport>,
    /// Tables on which nothing could be played, and why.
    pub(crate) left_out: Vec<LeftOut>,
    pub(crate) findings: Vec<Found>,
}

/// What was seen on one table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct TableReport {
    pub(crate) table: String,
    pub(crate) table_hash: String,
    pub(crate) first_case: u64,
    pub(crate) cases: u64,
    pub(crate) ball_seconds: f64,
    pub(crate) escapes: usize,
    pub(crate) not_finite: usize,
    pub(crate) budget_stops: usize,
    pub(crate) energy_gains: usize,
    pub(crate) panics: usize,
}

impl TableReport {
    pub(crate) fn count(&mut self, kind: Kind) {
        *self.of(kind) += 1;
    }

    fn of(&mut self, kind: Kind) -> &mut usize {
        match kind {
            Kind::Escape => &mut self.escapes,
            Kind::NotFinite => &mut self.not_finite,
            Kind::Budget => &mut self.budget_stops,
            Kind::EnergyGain => &mut self.energy_gains,
            Kind::Panic => &mut self.panics,
        }
    }
}

/// A table on which nothing could be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct LeftOut {
    pub(crate) table: String,
    pub(crate) why: String,
}

/// A finding in the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Found {
    pub(crate) table: String,
    pub(crate) case: u64,
    pub(crate) kind: Kind,
    pub(crate) words: String,
    /// Balls, deeds and ticks of the plan as it was, and cut down; nothing for one that was not.
    pub(crate) size: (usize, usize, u64),
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cut_down_to: Option<(usize, usize, u64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
}

impl Report {
    pub(crate) fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let width = self.tables.iter().map(|table| table.table.chars().count()).max().unwrap_or(0).max(5);
        // Writing to a text cannot fail.
        _ = writeln!(
            text,
            "{:width$}  {:>8}  {:>14}  escapes  not finite  budget  energy  panics",
            "table", "cases", "ball-seconds"
        );
        for table in &self.tables {
            _ = writeln!(
                text,
                "{:width$}  {:>8}  {:>14.1}  {:>7}  {:>10}  {:>6}  {:>6}  {:>6}",
                table.table,
                table.cases,
                table.ball_seconds,
                table.escapes,
                table.not_finite,
                table.budget_stops,
                table.energy_gains,
                table.panics
            );
        }
        for left_out in &self.left_out {
            _ = writeln!(text, "left out: {}: {}", left_out.table, left_out.why);
        }
        for found in &self.findings {
            _ = writeln!(text, "{}: {}, case {}: {}", found.kind.word(), found.table, found.case, found.words);
            let Some(file) = &found.file else { continue };
            let (balls, deeds, ticks) = found.cut_down_to.unwrap_or(found.size);
            _ = writeln!(
                text,
                "  cut down to {}, {} and {ticks} ms; repeat it with: carom check --campaign --repeat {file}",
                counted(balls, "ball"),
                counted(deeds, "input")
            );
        }
        _ = writeln!(text, "{}", self.summary());
        text
    }

    pub(crate) fn summary(&self) -> String {
        let cases = format!("{} cases on {} tables", self.cases, self.tables.len());
        format!("{:.1} ball-seconds in {cases}, seed {}: {}", self.ball_seconds, self.seed, self.verdict())
    }

    fn verdict(&self) -> String {
        let count = |kind: &Kind| self.findings.iter().filter(|found| found.kind == *kind).count();
        let words: Vec<String> =
            Kind::ALL.iter().filter(|kind| count(kind) > 0).map(|kind| counted(count(kind), kind.word())).collect();
        if words.is_empty() { "nothing found".to_owned() } else { words.join(", ") }
    }
}
