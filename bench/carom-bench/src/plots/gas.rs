//! Collisions a second of a gas against the number of its disks.

use super::scale::{Scale, apart};
use super::svg::{Anchor, Sheet};
use crate::all::{Record, Row, Section};

const LEFT: f64 = 110.0;
const RIGHT: f64 = 640.0;
const WIDTH: f64 = 860.0;
const TOP: f64 = 96.0;
const BOTTOM: f64 = 456.0;

/// Somebody's figures: name, whether recorded, and (number, collisions a second).
struct Line {
    name: String,
    class: &'static str,
    points: Vec<[f64; 2]>,
}

pub(super) fn draw(record: &Record) -> Option<String> {
    let rows: Vec<&Row> = record.rows_of(Section::Gas).filter(|row| row.n.is_some() && row.more_is_better()).collect();
    let mut lines: Vec<Line> = Vec::new();
    let mut add =
        |name: String, class: &'static str, point: [f64; 2]| match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => lines.push(Line { name, class, points: vec![point] }),
        };
    for row in &rows {
        let kind = row.name.split(',').next().unwrap_or_default();
        let Some(n) = row.n else { continue };
        if let Some(carom) = row.carom {
            add(format!("Carom, {kind}"), if kind == "3-D" { "two" } else { "us" }, [n, carom]);
        }
        for peer in &row.peers {
            let name = if kind == "3-D" { format!("{}, 3-D", peer.who) } else { peer.who.clone() };
            add(name, if peer.recorded { "them dash" } else { "them" }, [n, peer.value]);
        }
    }
    if lines.is_empty() {
        return None;
    }
    let title = "Collisions a second in a gas of hard disks";
    let under = "Packing 0.3, one thread; higher is better. Dashed: recorded elsewhere. Engines with steps (0.01 of the time in\n\
                 which a disk goes its diameter) get the collisions that the true gas has in the time they simulate.";
    let mut sheet = Sheet::new(WIDTH, BOTTOM + 56.0, title, under);
    let points = || lines.iter().flat_map(|line| line.points.iter());
    let x = Scale::around(points().map(|p| p[0]), LEFT, RIGHT);
    let y = Scale::around(points().map(|p| p[1]), BOTTOM, TOP);
    sheet.x_axis(&x, TOP, BOTTOM, "disks (logarithmic)");
    sheet.y_axis(&y, LEFT, RIGHT, "collisions a second (logarithmic)");
    let ends: Vec<[f64; 2]> = lines
        .iter()
        .map(|line| line.points.last().map_or([RIGHT, BOTTOM], |[n, rate]| [x.at(*n), y.at(*rate)]))
        .collect();
    let heights = apart(&ends.iter().map(|[_, y]| *y).collect::<Vec<_>>(), 17.0);
    for (k, line) in lines.iter().enumerate() {
        let drawn: Vec<[f64; 2]> = line.points.iter().map(|[n, rate]| [x.at(*n), y.at(*rate)]).collect();
        sheet.path(&drawn, line.class);
        let dot = line.class.split(' ').next().unwrap_or_default();
        drawn.iter().for_each(|[px, py]| sheet.dot(*px, *py, if dot == "them" { 3.0 } else { 4.5 }, dot));
        if ends[k][0] < RIGHT - 1.0 {
            sheet.line([ends[k][0] + 5.0, ends[k][1]], [RIGHT + 8.0, heights[k]], "grid");
        }
        let class = if dot == "them" { "small".to_owned() } else { format!("words {dot}") };
        sheet.text(RIGHT + 12.0, heights[k] + 4.5, Anchor::Start, &class, &line.name);
    }
    Some(sheet.finish())
}
