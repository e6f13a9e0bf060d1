//! Bars: how many times as long the peers take for every scene. Carom is the line at one.

use super::scale::Scale;
use super::svg::{Anchor, Sheet};
use crate::all::{Record, Row, Section, figure, ratio};

/// What the scenes are, in the reader's words.
const WORDS: [(&str, &str); 7] = [
    ("s1", "S1: 1 ball on a pinball table"),
    ("s2_20", "S2: 20 balls on it"),
    ("s2_200", "S2: 200 balls on it"),
    ("s3_5000_1", "S3: 1 ball among 5,000 walls"),
    ("s3_50000_1", "S3: 1 ball among 50,000 walls"),
    ("s3_5000_100", "S3: 100 balls among 5,000 walls"),
    ("s3_50000_100", "S3: 100 balls among 50,000 walls"),
];

const LEFT: f64 = 275.0;
const WIDTH: f64 = 860.0;
const TOP: f64 = 84.0;
const BAR: f64 = 15.0;
const STEP: f64 = 18.0;
const GAP: f64 = 16.0;

pub(super) fn words(name: &str) -> &str {
    WORDS.iter().find(|(known, _)| *known == name).map_or(name, |(_, words)| words)
}

pub(super) fn draw(record: &Record) -> Option<String> {
    let rows: Vec<&Row> = record.rows_of(Section::Scenes).filter(|row| row.carom.is_some()).collect();
    let times = rows.iter().flat_map(|row| row.peers.iter().filter_map(|figure| row.times(figure)));
    let most = times.clone().fold(0.0, f64::max);
    if rows.is_empty() || most <= 0.0 {
        return None;
    }
    let height = |row: &Row| GAP + STEP * row.peers.len() as f64;
    let bottom = TOP + rows.iter().map(|row| height(row)).sum::<f64>();
    let title = "How many times as long the others take";
    let under = "Time per simulated second at steps of a millisecond; Carom = 1, further right is slower.";
    let mut sheet = Sheet::new(WIDTH, bottom + 74.0, title, under);
    let scale = Scale::around(times.chain([1.0]), LEFT, WIDTH - 150.0);
    sheet.x_axis(&scale, TOP, bottom, "times Carom's time (logarithmic)");
    let mut y = TOP;
    for row in rows {
        let middle = y + height(row) * 0.5;
        sheet.text(LEFT - 14.0, middle - 2.0, Anchor::End, "strong", words(&row.name));
        let carom = row.carom.map_or(String::new(), |ms| format!("Carom {} ms", figure(ms)));
        sheet.text(LEFT - 14.0, middle + 15.0, Anchor::End, "words us", &carom);
        for (k, peer) in row.peers.iter().enumerate() {
            let Some(times) = row.times(peer) else { continue };
            let at = y + GAP * 0.5 + STEP * (k as f64 + 0.5);
            sheet.bar(scale.at(1.0), scale.at(times), at, BAR, if peer.recorded { "old" } else { "them" });
            let lost = if peer.escaped > 0 { ", loses balls" } else { "" };
            let label = format!("{} {}×{lost}", peer.who, ratio(times));
            sheet.text(scale.at(times.max(1.0)) + 7.0, at + 4.5, Anchor::Start, "", &label);
        }
        y += height(row);
    }
    sheet.line([scale.at(1.0), TOP - 4.0], [scale.at(1.0), bottom], "us line");
    let key = "Full bars: measured in the same run as Carom. Hollow bars: recorded elsewhere.";
    sheet.text(20.0, bottom + 62.0, Anchor::Start, "small", key);
    Some(sheet.finish())
}
