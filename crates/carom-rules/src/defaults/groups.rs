//! Which parts belong together: lanes side by side, targets in a row.

use super::called;
use carom_tables::Table;
use carom_tables::{Length, Outline};

/// mm: neighbours are not farther apart than this.
const NEAR: f64 = 75.0;
/// Degrees: neighbours look the same way.
const TURNED: f64 = 30.0;

/// A part that wants a lamp.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) name: String,
    /// In the file's unit.
    pub(super) at: [f64; 2],
    /// Degrees.
    pub(super) heading: f64,
}

/// Rollovers on the playfield.
pub(super) fn rollovers(table: &Table) -> Vec<Spot> {
    let lane = table.plungers.iter().map(|plunger| plunger.at[0].0).collect::<Vec<f64>>();
    let clear = mm(table, 30.0);
    let spot = |(k, trigger): (usize, &carom_tables::parts::Trigger)| {
        let at = match (trigger.at, &trigger.outline) {
            (Some([Length(x), Length(y)]), _) => [x, y],
            (None, Some(Outline::Corners(corners))) if !corners.is_empty() => middle(corners),
            _ => return None,
        };
        let on_field = trigger.on.is_none() && trigger.enabled.unwrap_or(true);
        let in_lane = lane.iter().any(|x| (at[0] - x).abs() < clear);
        (on_field && !in_lane).then(|| Spot { name: called(&trigger.name, "trigger", k), at, heading: 0.0 })
    };
    table.triggers.iter().enumerate().filter_map(spot).collect()
}

/// Parts that are hit, and where they are.
pub(super) fn hit(table: &Table) -> Vec<Spot> {
    let mut all = [rollovers(table), standing(table), drops(table)].concat();
    let bumpers = table.bumpers.iter().enumerate().map(|(k, part)| (called(&part.name, "bumper", k), part.at));
    let kickers = table.kickers.iter().enumerate().map(|(k, part)| (called(&part.name, "kicker", k), part.at));
    let spots = bumpers.chain(kickers).map(|(name, at)| Spot { name, at: at.map(|length| length.0), heading: 0.0 });
    all.extend(spots);
    all
}

/// Drop targets.
pub(super) fn drops(table: &Table) -> Vec<Spot> {
    targets(table, true)
}

/// Standing targets.
pub(super) fn standing(table: &Table) -> Vec<Spot> {
    targets(table, false)
}

fn targets(table: &Table, drop: bool) -> Vec<Spot> {
    let all = table.targets.iter().enumerate().filter(|(_, target)| {
        let drops = target.kind.unwrap_or_default().word().starts_with("drop");
        drops == drop && target.tells.unwrap_or(true) && target.enabled.unwrap_or(true)
    });
    all.map(|(k, target)| Spot {
        name: called(&target.name, "target", k),
        at: [target.at[0].0, target.at[1].0],
        heading: target.heading.map_or(0.0, |heading| heading.0),
    })
    .collect()
}

/// Groups of at least two and at most eight neighbours, each from left to right. `unit`: a millimetre.
pub(super) fn rows(spots: &[Spot], unit: f64) -> Vec<Vec<Spot>> {
    let mut group: Vec<usize> = (0..spots.len()).collect();
    for a in 0..spots.len() {
        for b in 0..a {
            if are_neighbours(&spots[a], &spots[b], unit) {
                let (from, to) = (group[a].max(group[b]), group[a].min(group[b]));
                group.iter_mut().filter(|one| **one == from).for_each(|one| *one = to);
            }
        }
    }
    let rows = (0..spots.len()).map(|number| {
        let mut row: Vec<Spot> =
            spots.iter().zip(&group).filter(|(_, one)| **one == number).map(|(spot, _)| spot.clone()).collect();
        row.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]).then(a.at[1].total_cmp(&b.at[1])));
        row
    });
    rows.filter(|row| (2..=8).contains(&row.len())).collect()
}

fn are_neighbours(a: &Spot, b: &Spot, unit: f64) -> bool {
    let (x, y) = ((a.at[0] - b.at[0]) / unit, (a.at[1] - b.at[1]) / unit);
    let apart = libm::sqrt(x * x + y * y);
    let turned = libm::fabs(libm::remainder(a.heading - b.heading, 360.0));
    apart < NEAR && turned < TURNED
}

fn middle(corners: &[carom_tables::Corner]) -> [f64; 2] {
    let count = corners.len() as f64;
    let sum = corners.iter().fold([0.0, 0.0], |[x, y], corner| [x + corner.at[0].0, y + corner.at[1].0]);
    [sum[0] / count, sum[1] / count]
}

/// Millimetres in the file's unit.
pub(super) fn mm(table: &Table, length: f64) -> f64 {
    length * 1e-3 / table.units.metres()
}
