//! The table on the screen: one grid, a heading for every section, the same columns in all of them.

use super::record::{Figure, Record, Row, Section};
use crate::speed::short;

/// Least width of the first column.
const NAME: usize = 16;

/// The whole table with its notes.
pub(crate) fn table(record: &Record) -> String {
    let mut lines = vec![
        format!(
            "Carom at {}, {}{}",
            record.commit,
            record.date,
            if record.quick { ", quick: rough figures" } else { "" }
        ),
        record.machine.clone(),
    ];
    let width = record.rows.iter().map(|row| name(row).chars().count()).fold(NAME, usize::max);
    for section in Section::ALL {
        let rows: Vec<&Row> = record.rows_of(section).collect();
        if rows.is_empty() {
            continue;
        }
        let peers = columns(&rows);
        let mut heading = format!("{:<width$}{:>10}{:>10} {:<7}|", "", "Carom", "goal", "");
        for (who, recorded) in &peers {
            let mark = if *recorded { "*" } else { "" };
            heading += &format!("{:>13}{:>8}", format!("{who}{mark}"), "x");
        }
        lines.extend([String::new(), section.title().to_owned(), heading.trim_end().to_owned()]);
        lines.extend(rows.iter().map(|row| line(row, &peers, width)));
    }
    lines.push(String::new());
    lines.push(
        "x: how many times better Carom is. *: recorded elsewhere, on another day and machine; all else in this run, one thread, \
         CPU time,\nbest of many. !: balls left the scene."
            .to_owned(),
    );
    for peer in &record.peers {
        let how = if peer.measured { "measured" } else { "NOT MEASURED" };
        lines.push(format!("{:<10} {how}: {}", peer.name, peer.words));
    }
    lines.push(goals(record));
    lines.extend(record.faults.iter().map(|fault| format!("WRONG: {fault}")));
    lines.push(format!("{:.0} s", record.seconds));
    lines.join("\n")
}

/// The peers of a section and whether their figures are recorded, in the order of their first figure.
fn columns(rows: &[&Row]) -> Vec<(String, bool)> {
    let mut found: Vec<(String, bool)> = Vec::new();
    for figure in rows.iter().flat_map(|row| &row.peers) {
        let key = (figure.who.clone(), figure.recorded);
        if !found.contains(&key) {
            found.push(key);
        }
    }
    // Measured ones first.
    found.sort_by_key(|(_, recorded)| *recorded);
    found
}

fn line(row: &Row, peers: &[(String, bool)], width: usize) -> String {
    let goal = row.goal.map_or(String::new(), |goal| figure(goal.limit()));
    let carom = row.carom.map_or("-".to_owned(), figure);
    let mut text = format!("{:<width$}{carom:>10}{goal:>10} {:<7}|", name(row), row.verdict());
    for (who, recorded) in peers {
        let found = row.peers.iter().find(|figure| figure.who == *who && figure.recorded == *recorded);
        text += &cell(row, found);
    }
    if !row.note.is_empty() {
        text = format!("{text}  {}", row.note);
    }
    text.trim_end().to_owned()
}

/// What a row is, with its unit where rows of a section differ in it.
fn name(row: &Row) -> String {
    match row.section {
        Section::Gas | Section::Batch if !row.unit.is_empty() => format!("{}, {}", row.name, row.unit),
        _ => row.name.clone(),
    }
}

fn cell(row: &Row, found: Option<&Figure>) -> String {
    let Some(theirs) = found else { return format!("{:>13}{:>8}", "", "") };
    let escaped = if theirs.escaped > 0 { "!" } else { "" };
    let times = row.times(theirs).map_or("-".to_owned(), ratio);
    format!("{:>13}{times:>8}", format!("{}{escaped}", figure(theirs.value)))
}

/// Three digits; large ones in thousands and millions, small ones with an exponent.
pub(crate) fn figure(value: f64) -> String {
    match value.abs() {
        v if v >= 1e6 => format!("{} M", short(value * 1e-6)),
        v if v >= 1e4 => format!("{} k", short(value * 1e-3)),
        v if v < 1e-3 && v > 0.0 => format!("{value:.1e}"),
        _ if value == 0.0 => "0".to_owned(),
        _ => short(value),
    }
}

/// Two digits, or whole numbers.
pub(crate) fn ratio(value: f64) -> String {
    if value >= 10.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

fn goals(record: &Record) -> String {
    let count = |verdict: &str| record.rows.iter().filter(|row| row.verdict() == verdict).count();
    format!("goals: {} met, {} missed, {} not measured", count("met"), count("MISS"), count("missing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits_and_ratios_two() {
        assert_eq!(
            [0.0234, 1.87, 53.4, 293.0, 12_345.0, 2.5e6, 3e-13, 0.0].map(figure),
            ["0.0234", "1.87", "53.4", "293", "12.3 k", "2.50 M", "3.0e-13", "0"]
        );
        assert_eq!([0.53, 9.96, 83.2].map(ratio), ["0.5", "10.0", "83"]);
    }
}
