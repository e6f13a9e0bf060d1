//! Small tables for the tests of the checks.

use super::arena::Arena;
use super::finding::Report;
use super::{Effort, check};
use carom_tables::Table;
use indicatif::ProgressBar;

/// A small table on which nothing is wrong.
pub(super) const CLEAN: &str = r#"
[[wall]]
name = "left guide"
outline = [[0, 800], [136, 885], [136, 1067], [0, 1067]]

[[wall]]
name = "right guide"
outline = [[470, 800], [470, 1067], [334, 1067], [334, 885]]

[[wall]]
name = "lane"
outline = [[470, 150], [473, 140], [476, 150], [476, 1067], [470, 1067]]

[[wall]]
name = "turn"
outline = [[514, 0], [514, 110], [404, 0]]

[[flipper]]
name = "left flipper"
at = [150, 905]

[[flipper]]
name = "right flipper"
at = [320, 905]
side = "right"

[[bumper]]
name = "pop"
at = [235, 300]

[[trigger]]
name = "rollover"
at = [120, 500]

[[plunger]]
name = "plunger"
at = [495, 1040]

[[trough]]
name = "trough"
drain = [235, 1030]
drain_outline = [[136, 1000], [334, 1000], [334, 1067], [136, 1067]]
exit = [495, 900]
"#;

/// A table file with these parts.
pub(super) fn file(parts: &str) -> String {
    format!("carom = 1\nphysics = \"2026.1\"\nunits = \"mm\"\n{parts}")
}

pub(super) fn arena(parts: &str) -> Arena {
    let text = file(parts);
    let table = Table::parse(&text).unwrap_or_else(|faults| panic!("{faults}"));
    Arena::new(&table, Some(&text)).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The report of a small check.
pub(super) fn report(parts: &str, balls: usize, seconds: f64) -> Report {
    let text = file(parts);
    let table = Table::parse(&text).unwrap_or_else(|faults| panic!("{faults}"));
    let effort = Effort { balls, seconds, seed: 1, is_import: false };
    check("table", &table, Some(&text), effort, &ProgressBar::hidden())
}
