//! How costs grow: points, and the power law that fits them best.

use super::scale::Scale;
use super::svg::{Anchor, Sheet};
use crate::all::Record;
use crate::growth::Series;

const WIDTH: f64 = 860.0;
const TOP: f64 = 110.0;
const BOTTOM: f64 = 420.0;
const CLASSES: [&str; 3] = ["us", "two", "three"];

pub(super) fn draw(record: &Record) -> Option<String> {
    let (disks, colliders): (Vec<&Series>, Vec<&Series>) =
        record.growth.iter().filter(|series| !series.points.is_empty()).partition(|series| series.of == "balls");
    if disks.is_empty() && colliders.is_empty() {
        return None;
    }
    let title = "How the cost grows with the size";
    let under = "Points: measured. Lines: the power law that fits best, with its exponent; 0 is no growth at all, 1 is proportional.";
    let mut sheet = Sheet::new(WIDTH, BOTTOM + 56.0, title, under);
    panel(&mut sheet, &disks, [90.0, 390.0], "a collision in a gas, ns", "balls (logarithmic)");
    panel(&mut sheet, &colliders, [530.0, 830.0], "a tick of a world or machine, ns", "colliders (logarithmic)");
    Some(sheet.finish())
}

fn panel(sheet: &mut Sheet, all: &[&Series], [left, right]: [f64; 2], what: &str, axis: &str) {
    if all.is_empty() {
        return;
    }
    let points = || all.iter().flat_map(|series| series.points.iter());
    let x = Scale::around(points().map(|point| point.n), left, right);
    // Room above for the labels.
    let most = points().map(|point| point.cost).fold(0.0, f64::max);
    let y = Scale::around(points().map(|point| point.cost).chain([most * 4.0]), BOTTOM, TOP);
    sheet.text(left, TOP - 14.0, Anchor::Start, "strong", what);
    sheet.x_axis(&x, TOP, BOTTOM, axis);
    sheet.y_axis(&y, left, right, "ns (logarithmic)");
    let mut labels = Vec::new();
    for (series, class) in all.iter().zip(CLASSES.iter().cycle()) {
        for point in &series.points {
            sheet.dot(x.at(point.n), y.at(point.cost), 4.5, class);
        }
        let Some(exponent) = series.exponent else { continue };
        // A line of least squares goes through the mean of the logarithms.
        let count = series.points.len() as f64;
        let mean = |pick: fn(&crate::growth::Point) -> f64| {
            libm::exp(series.points.iter().map(|point| libm::log(pick(point))).sum::<f64>() / count)
        };
        let (n, cost) = (mean(|p| p.n), mean(|p| p.cost));
        let fitted = |at: f64| [x.at(at), y.at(cost * libm::pow(at / n, exponent))];
        let ends = [series.points.first(), series.points.last()].map(|p| p.map_or(n, |point| point.n));
        sheet.path(&ends.map(fitted), class);
        labels.push((fitted(ends[1])[1], *class, format!("{}: exponent {exponent:.2}", series.name)));
    }
    // Labels stand above all lines, the highest line's first.
    labels.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
    for (k, (_, class, words)) in labels.iter().enumerate() {
        let y = TOP + 18.0 + 18.0 * k as f64;
        sheet.dot(left + 12.0, y - 4.5, 4.5, class);
        sheet.text(left + 22.0, y, Anchor::Start, &format!("words {class}"), words);
    }
}
