//! What a whole run found out, as it is kept in `bench/record`: written by `all`, read by `plots`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Fault;
use crate::growth::Series;

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Year, month and day.
    pub(crate) date: String,
    pub(crate) commit: String,
    /// What it was measured on: processor, cores, memory, system, compiler.
    pub(crate) machine: String,
    /// Seconds that the run took.
    pub(crate) seconds: f64,
    /// Whether it was a quick one, whose figures are rougher.
    pub(crate) quick: bool,
    pub(crate) peers: Vec<PeerState>,
    pub(crate) rows: Vec<Row>,
    pub(crate) growth: Vec<Series>,
    pub(crate) accuracy: Vec<Accuracy>,
    /// What went wrong, in words.
    pub(crate) faults: Vec<String>,
}

/// Whether a peer could be measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PeerState {
    pub(crate) name: String,
    /// In this run.
    pub(crate) measured: bool,
    /// Its version, or why it was not measured.
    pub(crate) words: String,
}

/// One figure of Carom's, with its goal and its peers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) section: Section,
    pub(crate) name: String,
    pub(crate) unit: String,
    /// Not there if it was not measured.
    pub(crate) carom: Option<f64>,
    pub(crate) goal: Option<Goal>,
    /// How many of something there are, where that is what differs between rows.
    pub(crate) n: Option<f64>,
    pub(crate) peers: Vec<Figure>,
    /// Whatever else is worth saying about it.
    pub(crate) note: String,
}

/// What a figure is to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

/// A peer's figure for the same thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figure {
    pub(crate) who: String,
    pub(crate) value: f64,
    /// Measured elsewhere, on another day.
    pub(crate) recorded: bool,
    /// Balls that left the scene.
    pub(crate) escaped: u32,
}

/// Errors of an engine after a single bounce, and what a second costs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Accuracy {
    pub(crate) who: String,
    /// Steps a second.
    pub(crate) rate: f64,
    /// ms per simulated second on S1.
    pub(crate) milliseconds: f64,
    /// m: the largest error of a place, one second after the start, over the shots that hit; at speeds up to 20 m/s.
    pub(crate) error: f64,
    /// Shots that passed through what they were aimed at.
    pub(crate) through: u32,
}

/// The parts of the table, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Section {
    Scenes,
    Machine,
    MachineTime,
    Shots,
    Micro,
    Gas,
    Batch,
    Growth,
}

impl Section {
    pub(crate) const ALL: [Self; 8] = [
        Self::Scenes,
        Self::Machine,
        Self::MachineTime,
        Self::Shots,
        Self::Micro,
        Self::Gas,
        Self::Batch,
        Self::Growth,
    ];

    /// The heading of its rows.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Scenes => "scenes, ms per simulated second",
            Self::Machine => "pinball machine, million instructions per table second",
            Self::MachineTime => "pinball machine, ms per table second",
            Self::Shots => "billiard shots, µs a shot",
            Self::Micro => "single answers, ns",
            Self::Gas => "hard-disk gas",
            Self::Batch => "many machines",
            Self::Growth => "growth, exponent of the fit",
        }
    }
}

impl Goal {
    pub(crate) fn is_met(self, value: f64) -> bool {
        // Written so that NaN meets nothing.
        match self {
            Self::AtMost(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
        }
    }

    pub(crate) fn limit(self) -> f64 {
        match self {
            Self::AtMost(limit) | Self::AtLeast(limit) => limit,
        }
    }
}

impl Row {
    /// `met`, `MISS`, `missing` if it was not measured, or nothing where there is no goal.
    pub(crate) fn verdict(&self) -> &'static str {
        match (self.goal, self.carom) {
            (None, _) => "",
            (Some(_), None) => "missing",
            (Some(goal), Some(value)) if goal.is_met(value) => "met",
            (Some(_), Some(_)) => "MISS",
        }
    }

    /// Whether a larger figure is the better one.
    pub(crate) fn more_is_better(&self) -> bool {
        matches!(self.section, Section::Gas | Section::Batch) && self.unit.ends_with("/s")
    }

    /// How many times better Carom is than a peer.
    pub(crate) fn times(&self, figure: &Figure) -> Option<f64> {
        let carom = self.carom?;
        Some(if self.more_is_better() { carom / figure.value } else { figure.value / carom })
    }
}

impl Record {
    pub(crate) fn read(path: &Path) -> Result<Self, Fault> {
        let text = std::fs::read_to_string(path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        serde_json::from_str(&text).map_err(|fault| format!("{}: {fault}", path.display()).into())
    }

    pub(crate) fn as_json(&self) -> Result<String, Fault> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The rows of a section, in their order.
    pub(crate) fn rows_of(&self, section: Section) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.section == section)
    }
}
