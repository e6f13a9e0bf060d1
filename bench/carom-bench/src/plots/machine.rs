//! Two dots a table: instructions per table second, Carom's and Visual Pinball's, and a mark where Carom is to be.

use super::scale::Scale;
use super::svg::{Anchor, Sheet};
use crate::all::{Record, Row, Section, figure, ratio};

const WORDS: [(&str, &str); 5] = [
    ("mini_1", "mini table, 1 ball"),
    ("mini_3", "mini table, 3 balls"),
    ("mini_20", "mini table, 20 balls"),
    ("big_1", "4,970 colliders, 1 ball"),
    ("big_20", "4,970 colliders, 20 balls"),
];

const LEFT: f64 = 200.0;
const WIDTH: f64 = 860.0;
const TOP: f64 = 96.0;
const STEP: f64 = 52.0;

pub(super) fn words(name: &str) -> &str {
    WORDS.iter().find(|(known, _)| *known == name).map_or(name, |(_, words)| words)
}

pub(super) fn draw(record: &Record) -> Option<String> {
    let rows: Vec<&Row> = record.rows_of(Section::Machine).filter(|row| row.carom.is_some()).collect();
    if rows.is_empty() {
        return None;
    }
    let bottom = TOP + STEP * rows.len() as f64 + 10.0;
    let title = "Instructions for a second of pinball";
    let under = "Million instructions per second on the table's clock, by callgrind; further left is better.\n\
                 Blue: Carom. Grey: Visual Pinball X, recorded elsewhere. Upright mark: the goal.";
    let mut sheet = Sheet::new(WIDTH, bottom + 56.0, title, under);
    let all = rows.iter().flat_map(|row| {
        let theirs = row.peers.iter().map(|peer| peer.value);
        theirs.chain(row.carom).chain(row.goal.map(|goal| goal.limit()))
    });
    let scale = Scale::around(all, LEFT + 20.0, WIDTH - 60.0);
    sheet.x_axis(&scale, TOP, bottom, "million instructions per table second (logarithmic)");
    for (k, row) in rows.iter().enumerate() {
        let y = TOP + STEP * (k as f64 + 0.5) + 6.0;
        sheet.text(LEFT, y + 4.5, Anchor::End, "strong", words(&row.name));
        let Some(carom) = row.carom else { continue };
        let x = scale.at(carom);
        for peer in &row.peers {
            let theirs = scale.at(peer.value);
            sheet.line([x, y], [theirs, y], "them line");
            sheet.dot(theirs, y, 6.0, "them");
            sheet.text(theirs, y - 12.0, Anchor::Middle, "", &figure(peer.value));
            let times = row.times(peer).map_or(String::new(), |times| format!("{}×", ratio(times)));
            if (x - theirs).abs() > 60.0 {
                sheet.text((x + theirs) * 0.5, y - 6.0, Anchor::Middle, "strong", &times);
            }
        }
        if let Some(goal) = row.goal {
            let at = scale.at(goal.limit());
            sheet.line([at, y - 9.0], [at, y + 9.0], "goal");
        }
        sheet.dot(x, y, 7.0, "us");
        sheet.text(x, y + 24.0, Anchor::Middle, "words us", &figure(carom));
    }
    Some(sheet.finish())
}
