//! What a check has found: how bad it is, where, what is wrong, how to mend it. For people and for programs.

use carom::DVec3;
use carom_tables::Unit;
use serde::Serialize;
use std::fmt::Write as _;

/// How bad a finding is. Only errors make a check fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// The table cannot be played as it is: the check ends with exit code 1.
    Error,
    /// Most likely not meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Level {
    fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// What kind of thing is wrong. Also the order of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The file itself.
    Fault,
    /// Two things are in one place.
    Overlap,
    /// A number that is probably not meant.
    Doubt,
    /// A ball gets out.
    Leak,
    /// A ball stays.
    Trap,
    /// No ball comes there.
    Unreachable,
    /// About the check itself.
    About,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    pub(crate) level: Level,
    pub(crate) kind: Kind,
    /// The part's name, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<String>,
    /// Other parts that have to do with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) with: Vec<String>,
    /// mm: x, y and z in the table.
    #[serde(rename = "place_mm", skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<[f64; 3]>,
    /// In the table file, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// How often it was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<usize>,
    pub(crate) message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) help: String,
}

impl Finding {
    pub(crate) fn new(level: Level, kind: Kind, message: impl Into<String>) -> Self {
        let (message, help) = (message.into(), String::new());
        Self { level, kind, part: None, with: Vec::new(), place: None, line: None, count: None, message, help }
    }

    pub(crate) fn of(mut self, part: &str) -> Self {
        self.part = Some(part.to_owned());
        self
    }

    pub(crate) fn with(mut self, parts: Vec<String>) -> Self {
        self.with = parts;
        self
    }

    /// `place` is in metres.
    pub(crate) fn at(mut self, place: DVec3) -> Self {
        // Hundredths of a millimetre: more digits would say nothing.
        self.place = Some(place.to_array().map(|x| libm::round(x * 1e5) / 1e2 + 0.0));
        self
    }

    pub(crate) fn on_line(mut self, line: Option<usize>) -> Self {
        self.line = line;
        self
    }

    pub(crate) fn seen(mut self, count: usize) -> Self {
        self.count = Some(count);
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// As a person reads it; `file` is what its lines are lines of, `unit` what its lengths are in.
    fn shown(&self, file: &str, unit: Unit) -> String {
        let mut text = format!("{}: {}\n", self.level.word(), self.message);
        let mut places = Vec::new();
        match self.line {
            Some(line) => places.push(format!("{file}:{line}")),
            None if self.place.is_some() => places.push(file.to_owned()),
            None => {}
        }
        if let Some([x, y, z]) = self.place {
            let [x, y, up] = [x, y, z].map(|mm| in_unit(mm, unit));
            let word = unit.word();
            places.push(if z.abs() < 0.05 {
                format!("at {x}, {y} {word}")
            } else {
                format!("at {x}, {y} {word}, {up} {word} up")
            });
        }
        if !places.is_empty() {
            // Writing to a string cannot fail.
            _ = writeln!(text, "  --> {}", places.join(", "));
        }
        if !self.help.is_empty() {
            _ = writeln!(text, "  = help: {}", self.help);
        }
        text
    }
}

/// Millimetres in the unit of a file, with as many digits as a hundredth of a millimetre has.
fn in_unit(mm: f64, unit: Unit) -> f64 {
    let digits = match unit {
        Unit::Metres => 1e5,
        Unit::Inches => 1e3,
        Unit::Millimetres | Unit::VisualPinball => 1e2,
    };
    libm::round(mm * 1e-3 / unit.metres() * digits) / digits + 0.0
}

/// How the balls of a check fared, all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Figures {
    /// Balls fired, and runs in which that was done.
    pub(crate) balls: usize,
    pub(crate) runs: usize,
    /// Balls served, flips, hits of flippers, balls drained, lost, and taken out by hand.
    pub(crate) served: u64,
    pub(crate) flips: u64,
    pub(crate) flipper_hits: u64,
    pub(crate) drained: u64,
    pub(crate) lost: u64,
    pub(crate) rescued: u64,
    /// Places at which a ball came to rest for good, before they were looked at closely.
    pub(crate) rests: usize,
    /// Ticks in which the work came to its limit.
    pub(crate) overloads: usize,
}

/// A whole report. Names and units are part of the command's contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    pub(crate) table: String,
    /// In which places are shown to people.
    #[serde(skip)]
    pub(crate) unit: Unit,
    pub(crate) seed: u64,
    /// s: how long each run was.
    pub(crate) seconds: f64,
    pub(crate) figures: Figures,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
    pub(crate) findings: Vec<Finding>,
}

impl Report {
    pub(crate) fn new(table: &str, seed: u64, seconds: f64, figures: Figures, mut findings: Vec<Finding>) -> Self {
        findings.sort_by_key(|finding| (finding.level, finding.kind));
        let count = |level: Level| findings.iter().filter(|finding| finding.level == level).count();
        let (errors, warnings, notes) = (count(Level::Error), count(Level::Warning), count(Level::Note));
        let (table, unit) = (table.to_owned(), Unit::default());
        Self { table, unit, seed, seconds, figures, errors, warnings, notes, findings }
    }

    pub(crate) fn in_unit(self, unit: Unit) -> Self {
        Self { unit, ..self }
    }

    pub(crate) fn json(&self) -> String {
        // Plain numbers and strings: nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub(crate) fn text(&self) -> String {
        let mut text: String =
            self.findings.iter().map(|finding| finding.shown(&self.table, self.unit) + "\n").collect();
        text += &self.summary();
        if self.figures.runs > 0 {
            let Figures { balls, runs, served, flipper_hits, drained, rescued, .. } = self.figures;
            _ = write!(
                text,
                "\n  {} in {} of {} s: {served} more served, {flipper_hits} flipper hits, {drained} drained, \
                 {rescued} taken out by hand",
                counted(balls, "ball"),
                counted(runs, "run"),
                self.seconds
            );
        }
        text + "\n"
    }

    /// How many of each level.
    pub(crate) fn summary(&self) -> String {
        let levels = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let said: Vec<String> =
            levels.iter().filter(|(count, _)| *count > 0).map(|&(count, word)| counted(count, word)).collect();
        let said = if said.is_empty() { "nothing wrong".to_owned() } else { said.join(", ") };
        format!("{}: {said}", self.table)
    }
}

/// A number and what it counts.
pub(crate) fn counted(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {word}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_come_first_and_are_counted() {
        let finding = |level, kind| Finding::new(level, kind, "m");
        let list = vec![
            finding(Level::Note, Kind::About),
            finding(Level::Warning, Kind::Unreachable),
            finding(Level::Error, Kind::Trap),
            finding(Level::Error, Kind::Overlap),
        ];
        let report = Report::new("t.toml", 1, 2.0, Figures::default(), list);
        let kinds: Vec<Kind> = report.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!(kinds, [Kind::Overlap, Kind::Trap, Kind::Unreachable, Kind::About]);
        assert_eq!(report.summary(), "t.toml: 2 errors, 1 warning, 1 note");
    }

    #[test]
    fn a_finding_says_where_and_how_to_mend() {
        let finding = Finding::new(Level::Error, Kind::Overlap, "two in one place")
            .of("left")
            .at(DVec3::new(0.12, 0.3405, 0.0))
            .on_line(Some(7))
            .help("move one");
        let expected = "error: two in one place\n  --> t.toml:7, at 120, 340.5 mm\n  = help: move one\n";
        assert_eq!(finding.shown("t.toml", Unit::Millimetres), expected);
        let inches = finding.shown("t.toml", Unit::Inches);
        assert!(inches.contains("--> t.toml:7, at 4.724, 13.406 in\n"), "in the file's own unit: {inches}");
        let json: serde_json::Value = serde_json::to_value(&finding).unwrap();
        assert_eq!(json["place_mm"], serde_json::json!([120.0, 340.5, 0.0]));
        assert_eq!((&json["level"], &json["kind"]), (&"error".into(), &"overlap".into()));
    }
}
