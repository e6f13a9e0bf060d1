//! A finding as a file: the table, the plan cut down, and what comes of it. `carom check --campaign --repeat FILE` plays it.

use super::plan::Plan;
use super::watch::Trouble;
use crate::failure::Failure;
use crate::output;
use carom_tables::PHYSICS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version of the file.
const FORMAT: u32 = 1;
/// Ticks, balls and deeds of a plan at most: a file comes from anywhere.
const MOST_TICKS: u64 = 10_000_000;
const MOST_ENTRIES: usize = 1_000_000;

/// A finding, and all that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    carom_campaign: u32,
    pub(crate) version: String,
    pub(crate) physics: String,
    /// The word by which the table was found, and what is in it.
    pub(crate) table: String,
    pub(crate) table_hash: String,
    /// Of the campaign, and the number of the case.
    pub(crate) seed: u64,
    pub(crate) case: u64,
    pub(crate) trouble: Trouble,
    /// The names of the parts that the deeds are done to, for people.
    pub(crate) parts: BTreeMap<usize, String>,
    pub(crate) plan: Plan,
}

/// Where a case comes from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) table: String,
    pub(crate) table_hash: u64,
    pub(crate) seed: u64,
    pub(crate) case: u64,
}

impl Record {
    pub(crate) fn new(origin: &Origin, names: &dyn Fn(usize) -> String, plan: Plan, trouble: Trouble) -> Self {
        let parts = plan.deeds.iter().filter_map(|deed| deed.part()).map(|part| (part, names(part))).collect();
        Self {
            carom_campaign: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            physics: PHYSICS.to_owned(),
            table: origin.table.clone(),
            table_hash: format!("{:016x}", origin.table_hash),
            seed: origin.seed,
            case: origin.case,
            trouble,
            parts,
            plan,
        }
    }

    /// What the file is called.
    pub(crate) fn name(&self) -> PathBuf {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let stem = Path::new(&self.table).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let table: String = stem.unwrap_or_default().chars().map(plain).take(40).collect();
        let kind = serde_json::to_value(self.trouble.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
        format!("{table}-{}-{}-{}.json", kind.unwrap_or_default(), self.seed, self.case).into()
    }

    /// Writes it into a folder, whole or not at all; where it is.
    pub(crate) fn write(&self, folder: &Path) -> Result<PathBuf, Failure> {
        std::fs::create_dir_all(folder).map_err(|fault| Failure::file("make the folder", folder, &fault))?;
        let path = folder.join(self.name());
        let text = serde_json::to_string_pretty(self).map_err(Failure::problem)?;
        output::write(&path, text + "\n")?;
        Ok(path)
    }

    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let text = output::read(path)?;
        let problem = |why: &str| Failure::problem(format_args!("{}: {why}", path.display()));
        let record: Self = serde_json::from_str(&text)
            .map_err(|fault| problem(&format!("it is no finding of a campaign: {fault}")))?;
        if record.carom_campaign != FORMAT {
            return Err(problem("it was written by another version of Carom"));
        }
        let Plan { ticks, balls, deeds, .. } = &record.plan;
        if *ticks > MOST_TICKS || balls.len() > MOST_ENTRIES || deeds.len() > MOST_ENTRIES {
            return Err(problem("it is longer than any campaign's"));
        }
        let in_order = balls.is_sorted_by_key(|ball| ball.tick) && deeds.is_sorted_by_key(|deed| deed.tick);
        if !in_order {
            return Err(problem("its balls or deeds are not in order"));
        }
        Ok(record)
    }
}
