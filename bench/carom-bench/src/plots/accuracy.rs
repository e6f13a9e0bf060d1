//! What a second costs against how wrong it is: the lower left corner is the place to be.

use super::scale::{Scale, apart};
use super::svg::{Anchor, Sheet};
use crate::all::{Record, figure};

const LEFT: f64 = 100.0;
const RIGHT: f64 = 625.0;
const WIDTH: f64 = 860.0;
const TOP: f64 = 96.0;
const BOTTOM: f64 = 456.0;
/// m: smaller errors are drawn as this one. It is the last digit of a place half a metre away.
const LEAST: f64 = 1e-16;

pub(super) fn draw(record: &Record) -> Option<String> {
    let points = &record.accuracy;
    if points.len() < 2 {
        return None;
    }
    let title = "Error of one bounce against the cost of a second";
    let under = "Largest error of a place one second after the start: a wall, a segment and a post at 1, 5 and 20 m/s.\n\
                 Cost: milliseconds per simulated second of S1 at the same steps.";
    let mut sheet = Sheet::new(WIDTH, BOTTOM + 76.0, title, under);
    let x = Scale::around(points.iter().map(|p| p.milliseconds), LEFT, RIGHT);
    let y = Scale::around(points.iter().map(|p| p.error.max(LEAST)).chain([1e4, 1e-18]), BOTTOM, TOP);
    sheet.x_axis(&x, TOP, BOTTOM, "ms per simulated second (logarithmic)");
    sheet.y_axis(&y, LEFT, RIGHT, "error, m (logarithmic)");
    let at: Vec<[f64; 2]> = points.iter().map(|p| [x.at(p.milliseconds), y.at(p.error.max(LEAST))]).collect();
    // Peers' labels would lie on each other, as their errors do: they stand in a column beside the plot.
    let heights = apart(&at.iter().map(|[_, y]| *y).collect::<Vec<_>>(), 18.0);
    for (k, point) in points.iter().enumerate() {
        let ours = point.who == "Carom";
        let [px, py] = at[k];
        if ours {
            sheet.dot(px, py, 7.0, "us");
            let label = format!("Carom, any step: {} m", figure(point.error));
            sheet.text(px + 14.0, py + 4.5, Anchor::Start, "words us", &label);
            continue;
        }
        sheet.line([px, py], [RIGHT + 8.0, heights[k]], "grid");
        sheet.dot(px, py, 5.5, if point.through > 0 { "old" } else { "them" });
        let through = if point.through > 0 { format!(", {} of 9 through", point.through) } else { String::new() };
        let label = format!("{}, 1/{:.0} s{through}", point.who, point.rate);
        sheet.text(RIGHT + 12.0, heights[k] + 4.5, Anchor::Start, "small", &label);
    }
    let key = "Hollow: some shots passed through what they were aimed at; the error is that of the others.";
    sheet.text(LEFT, BOTTOM + 60.0, Anchor::Start, "small", key);
    Some(sheet.finish())
}
