//! Cushions from above: each straight rail with the jaws at its ends, as one piece of cloth.

use super::view::View;
use crate::form::{arc, polygon};
use crate::scene::Form;
use carom::DVec2;
use carom::billiards::{Jaw, Rail, Table};
use core::f64::consts::{PI, TAU};

/// m: how far ends that belong together may lie apart.
const TOGETHER: f64 = 1e-6;

/// One piece of cushion.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cushion {
    /// All of it.
    pub(crate) top: Form,
    /// Its edge towards the balls.
    pub(crate) nose: Vec<DVec2>,
}

/// The cushions of a table, on the sheet.
pub(crate) fn of(table: &Table, view: View) -> Vec<Cushion> {
    let mains = table.rails.iter().enumerate().filter(|(k, rail)| !is_side(table, *k, rail));
    mains.map(|(k, rail)| cushion(table, k, rail, view)).collect()
}

/// A side of a jaw: it touches a jaw's circle, and a longer rail touches that as well.
fn is_side(table: &Table, k: usize, rail: &Rail) -> bool {
    let jaws = table.jaws.iter().filter(|jaw| touches(jaw, rail.from) || touches(jaw, rail.to));
    jaws.flat_map(|jaw| others(table, k, jaw)).any(|(other, _)| length(other) > length(rail))
}

fn length(rail: &Rail) -> f64 {
    (rail.to - rail.from).length()
}

fn touches(jaw: &Jaw, point: DVec2) -> bool {
    // A rail ends where it is tangent to the circle.
    ((point - jaw.centre).length() - jaw.radius).abs() < TOGETHER.max(1e-3 * jaw.radius)
}

/// Other rails at a jaw, each with its end that does not lie at it.
fn others<'t>(table: &'t Table, k: usize, jaw: &'t Jaw) -> impl Iterator<Item = (&'t Rail, DVec2)> {
    let rails = table.rails.iter().enumerate().filter(move |(other, _)| *other != k);
    rails.filter_map(|(_, rail)| {
        if touches(jaw, rail.from) {
            Some((rail, rail.to))
        } else if touches(jaw, rail.to) {
            Some((rail, rail.from))
        } else {
            None
        }
    })
}

fn cushion(table: &Table, k: usize, rail: &Rail, view: View) -> Cushion {
    let mut nose = end(table, k, rail, rail.from);
    nose.reverse();
    nose.extend(end(table, k, rail, rail.to));
    // Round the tip of a jaw a side may already reach the wood.
    let depth = -rail.inward * table.cushion_width;
    let reaches = |p: DVec2| (p - rail.from).dot(-rail.inward) > 0.5 * table.cushion_width;
    let mut top = nose.clone();
    let back = |at: DVec2| at + mitre(table, k, rail, at).unwrap_or(depth);
    if let Some(&last) = nose.last().filter(|last| !reaches(**last)) {
        top.push(back(last));
    }
    if let Some(&first) = nose.first().filter(|first| !reaches(**first)) {
        top.push(back(first));
    }
    Cushion { top: polygon(view.places(top)), nose: view.places(nose) }
}

/// From an end of a rail round the jaw to where its side meets the wood; only the end itself if there is no jaw.
fn end(table: &Table, k: usize, rail: &Rail, at: DVec2) -> Vec<DVec2> {
    let Some(jaw) = table.jaws.iter().find(|jaw| touches(jaw, at)) else { return vec![at] };
    let angle = |p: DVec2| libm::atan2(p.y - jaw.centre.y, p.x - jaw.centre.x);
    let start = angle(at);
    let Some((side, far)) = others(table, k, jaw).find(|(side, _)| length(side) < length(rail)) else {
        return vec![at];
    };
    let near = if far == side.to { side.from } else { side.to };
    let mut sweep = angle(near) - start;
    if sweep > PI {
        sweep -= TAU;
    } else if sweep < -PI {
        sweep += TAU;
    }
    let mut points = arc(jaw.centre, jaw.radius, start, sweep);
    points.push(far);
    points
}

/// Where two rails meet in a corner, their cushions are cut along the line that halves it.
fn mitre(table: &Table, k: usize, rail: &Rail, at: DVec2) -> Option<DVec2> {
    let meets = |other: &Rail| (other.from - at).length() < TOGETHER || (other.to - at).length() < TOGETHER;
    let (_, other) = table.rails.iter().enumerate().find(|(n, other)| *n != k && meets(other))?;
    let sum = rail.inward + other.inward;
    let share = 1.0 + rail.inward.dot(other.inward);
    (share > 0.1).then(|| -sum * (table.cushion_width / share))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::area;

    const LEVEL: View = View { portrait: true };

    fn points(form: &Form) -> &[DVec2] {
        let Form::Path(stretches) = form else { panic!("a path") };
        &stretches[0].points
    }

    fn pool() -> Table {
        Table::named("pool-7").unwrap()
    }

    fn carom() -> Table {
        Table::named("carom").unwrap()
    }

    /// Six cushions on a pool table: the twelve sides of its jaws are parts of them.
    #[test]
    fn jaws_belong_to_their_rails() {
        let table = pool();
        let cushions = of(&table, LEVEL);
        assert_eq!((table.rails.len(), cushions.len()), (18, 6));
        for cushion in &cushions {
            let area = area(points(&cushion.top));
            // Between a rectangle over the rail and one over all of it with its jaws.
            assert!(area > 0.04 && area < 0.06, "{area}");
        }
    }

    /// Four cushions that meet in mitred corners fill the whole border.
    #[test]
    fn corners_without_pockets_are_mitred() {
        let table = carom();
        let whole: f64 = of(&table, LEVEL).iter().map(|cushion| area(points(&cushion.top))).sum();
        let c = 2.0 * table.cushion_width;
        let border = (table.width + c) * (table.length + c) - table.width * table.length;
        assert!((whole - border).abs() < 1e-9, "{whole} {border}");
    }
}
