//! The tables of `docs/benchmarks.md`: what stands between two marks is written from the record, the rest by hand.

use super::{machine, speed};
use crate::Fault;
use crate::all::{Goal, Record, Row, Section, figure, ratio};

/// The page with every part between `<!-- begin NAME -->` and `<!-- end NAME -->` written anew.
pub(super) fn filled(page: &str, record: &Record) -> Result<String, Fault> {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- begin ") {
        let (name, after) = after.split_once(" -->").ok_or("a mark of the page is not closed")?;
        let end = format!("<!-- end {name} -->");
        let (_, after) = after.split_once(&end).ok_or_else(|| format!("the page has no {end}"))?;
        text += &format!("{before}<!-- begin {name} -->\n{}\n{end}", part(name, record)?);
        rest = after;
    }
    Ok(text + rest)
}

fn part(name: &str, record: &Record) -> Result<String, Fault> {
    let section = match name {
        "where" => return Ok(place(record)),
        "growth" => return Ok(growth(record)),
        "scenes" => Section::Scenes,
        "machine" => Section::Machine,
        "machine time" => Section::MachineTime,
        "shots" => Section::Shots,
        "micro" => Section::Micro,
        "gas" => Section::Gas,
        "batch" => Section::Batch,
        _ => return Err(format!("the page asks for {name:?}, which no record has").into()),
    };
    let rows: Vec<&Row> = record.rows_of(section).collect();
    Ok(table(&rows))
}

fn place(record: &Record) -> String {
    let mut text = format!("Measured on {} at commit {}: {}.\n", record.date, record.commit, record.machine);
    for peer in &record.peers {
        let how = if peer.measured { "measured in the same run" } else { "not measured here" };
        text += &format!("\n- {}: {how}, {}", peer.name, peer.words);
    }
    text
}

/// One line a row; peers that no row has are no column.
fn table(rows: &[&Row]) -> String {
    let mut peers: Vec<(&str, bool)> = Vec::new();
    for peer in rows.iter().flat_map(|row| &row.peers) {
        if !peers.contains(&(peer.who.as_str(), peer.recorded)) {
            peers.push((&peer.who, peer.recorded));
        }
    }
    let mut text = "| | Carom | goal | |".to_owned();
    let mut line = "|---|--:|--:|---|".to_owned();
    for (who, recorded) in &peers {
        text += &format!(" {who}{} |", if *recorded { "\\*" } else { "" });
        line += "--:|";
    }
    text = format!("{text}\n{line}");
    for row in rows {
        text += &format!(
            "\n| {} | {} | {} | {} |",
            name(row),
            row.carom.map_or("-".to_owned(), figure),
            row.goal.map_or(String::new(), goal),
            row.verdict(),
        );
        for (who, recorded) in &peers {
            let found = row.peers.iter().find(|peer| peer.who == *who && peer.recorded == *recorded);
            text += &found.map_or(" |".to_owned(), |peer| {
                let times = row.times(peer).map_or(String::new(), |times| format!(" ({}×)", ratio(times)));
                format!(" {}{times} |", figure(peer.value))
            });
        }
    }
    text
}

fn name(row: &Row) -> String {
    match row.section {
        Section::Scenes => speed::words(&row.name).to_owned(),
        Section::Machine | Section::MachineTime => machine::words(&row.name).to_owned(),
        Section::Gas | Section::Batch if !row.unit.is_empty() => format!("{}, {}", row.name, row.unit),
        _ => row.name.replace('_', " "),
    }
}

fn goal(goal: Goal) -> String {
    match goal {
        Goal::AtMost(limit) => format!("≤ {}", figure(limit)),
        Goal::AtLeast(limit) => format!("≥ {}", figure(limit)),
    }
}

fn growth(record: &Record) -> String {
    let mut text = "| | exponent | from | to | cost there | and there |\n|---|--:|--:|--:|--:|--:|".to_owned();
    for series in &record.growth {
        let (Some(first), Some(last)) = (series.points.first(), series.points.last()) else { continue };
        let exponent = series.exponent.map_or("-".to_owned(), |p| format!("{p:.2}"));
        text += &format!(
            "\n| {}, {} | {exponent} | {} {of} | {} {of} | {} | {} |",
            series.name,
            series.unit,
            figure(first.n),
            figure(last.n),
            figure(first.cost),
            figure(last.cost),
            of = series.of
        );
    }
    let bytes: Vec<String> = record
        .growth
        .iter()
        .filter_map(|series| Some((series, series.points.last()?)))
        .filter_map(|(series, last)| {
            Some(format!("{:.0} bytes each ({}, {})", last.bytes?, series.name, figure(last.n)))
        })
        .collect();
    if bytes.is_empty() { text } else { format!("{text}\n\nMemory of {}.", bytes.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let json = r#"{"date": "2026-01-02", "commit": "abc", "machine": "two cores", "seconds": 1, "quick": false,
            "peers": [], "growth": [], "accuracy": [], "faults": [],
            "rows": [{"section": "scenes", "name": "s1", "unit": "ms", "carom": 0.02, "goal": {"at_most": 0.03}, "n": null,
            "peers": [{"who": "Box2D", "value": 2.0, "recorded": true, "escaped": 0}], "note": ""}]}"#;
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn only_what_is_between_the_marks_is_written() {
        let page = "a\n<!-- begin scenes -->\nold\n<!-- end scenes -->\nb\n";
        let new = filled(page, &record()).unwrap();
        assert!(new.starts_with("a\n<!-- begin scenes -->\n| | Carom |") && new.ends_with("<!-- end scenes -->\nb\n"));
        assert!(new.contains("| S1: 1 ball on a pinball table | 0.0200 | ≤ 0.0300 | met | 2.00 (100×) |"), "{new}");
        assert_eq!(filled(&new, &record()).unwrap(), new, "once more changes nothing");
    }

    #[test]
    fn a_mark_that_nobody_knows_or_closes_is_a_fault() {
        assert!(filled("<!-- begin noise -->\n<!-- end noise -->", &record()).is_err());
        assert!(filled("<!-- begin scenes -->", &record()).is_err());
    }
}
