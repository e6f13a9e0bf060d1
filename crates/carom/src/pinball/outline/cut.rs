//! Outlines of any kind, which may cross, touch or repeat themselves: cut where they do, with what is solid beside each
//! piece, and filled with trapezoids.
//!
//! Solid is what the outline winds round, once or several times, either way. So both halves of an eight are solid, a star
//! has no hole in its middle, and a frame that is walked round its outside and back round its inside stays open.

use super::fill::{near_pairs, turn};
use crate::error::Error;
use crate::math::{Dd, Real};
use crate::tolerance::{OUTLINE_BESIDE, OUTLINE_POINTS, OUTLINE_TOUCHES};
use core::ops::ControlFlow;
use glam::DVec2;
use std::collections::BTreeMap;

/// A piece of an edge, between two places where it meets other edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut {
    pub(crate) a: DVec2,
    pub(crate) b: DVec2,
    /// The edge that it is a piece of.
    pub(crate) edge: usize,
    /// Is it solid on the side of (-dy, dx)?
    pub(crate) solid_here: bool,
    /// Is it solid on the other side?
    pub(crate) solid_there: bool,
}

impl Cut {
    /// The pieces of all edges of a closed outline, in the order in which they are walked.
    pub(crate) fn all(corners: &[DVec2]) -> Result<Vec<Self>, Error> {
        let n = corners.len();
        let corners = welded(corners);
        let edges: Vec<[DVec2; 2]> = (0..n).map(|k| [corners[k], corners[(k + 1) % n]]).collect();
        let places = meetings(&edges)?;
        let winding = Winding::of(&edges);
        let mut cuts = Vec::new();
        for (edge, ([start, end], mut places)) in edges.iter().zip(places).enumerate() {
            let along = end - start;
            places.sort_by(|p, q| along.dot(*p - *start).total_cmp(&along.dot(*q - *start)));
            places.push(*end);
            let mut a = *start;
            for b in places {
                if a == b {
                    continue;
                }
                let middle = 0.5 * (a + b);
                let beside = (b - a).normalize_or_zero().perp() * OUTLINE_BESIDE;
                let (solid_here, solid_there) = (winding.around(middle + beside), winding.around(middle - beside));
                cuts.push(Self { a, b, edge, solid_here, solid_there });
                a = b;
            }
        }
        Ok(cuts)
    }

    /// x of the line at a height, not beyond the ends.
    fn x_at(&self, y: f64) -> f64 {
        let part = ((y - self.a.y) / (self.b.y - self.a.y)).clamp(0.0, 1.0);
        self.a.x + (self.b.x - self.a.x) * part
    }
}

/// The corners, each put on the first one within [`OUTLINE_TOUCHES`]: an arc walked there and back is rounded in two ways.
fn welded(corners: &[DVec2]) -> Vec<DVec2> {
    // Cells twice as wide, so that what is within reach is in this cell or one beside it.
    let cell = |p: DVec2| (p / (2.0 * OUTLINE_TOUCHES)).round().to_array().map(|x| x as i64);
    let mut first: BTreeMap<[i64; 2], DVec2> = BTreeMap::new();
    let beside = [0, -1, 1].into_iter().flat_map(|dx| [0, -1, 1].map(|dy| [dx, dy]));
    let weld = |&corner: &DVec2| {
        let [column, row] = cell(corner);
        let near = beside.clone().find_map(|[dx, dy]| {
            let other = *first.get(&[column + dx, row + dy])?;
            ((other - corner).length() <= OUTLINE_TOUCHES).then_some(other)
        });
        near.unwrap_or_else(|| *first.entry([column, row]).or_insert(corner))
    };
    corners.iter().map(weld).collect()
}

/// For each edge the places at which others meet it, in no order. A place is the same to the last digit on both.
fn meetings(edges: &[[DVec2; 2]]) -> Result<Vec<Vec<DVec2>>, Error> {
    let mut places = vec![Vec::new(); edges.len()];
    let mut count = edges.len();
    near_pairs(edges, OUTLINE_TOUCHES, |i, j| {
        let before = count;
        for (one, other) in [(i, j), (j, i)] {
            let ends = edges[other].into_iter().filter(|&end| lies_on(end, edges[one]));
            for end in ends {
                places[one].push(end);
                count += 1;
            }
        }
        if count == before
            && let Some(place) = crossing(edges[i], edges[j])
        {
            places[i].push(place);
            places[j].push(place);
            count += 2;
        }
        if count > OUTLINE_POINTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if count > OUTLINE_POINTS {
        return Err(Error::degenerate("an outline", "crosses itself too often; cut it into several"));
    }
    Ok(places)
}

/// Is a place within an edge, not at its ends?
fn lies_on(p: DVec2, [a, b]: [DVec2; 2]) -> bool {
    let along = b - a;
    let part = along.dot(p - a);
    let length = along.length();
    p != a && p != b && part > 0.0 && part < length * length && turn(a, b, p).abs() <= OUTLINE_TOUCHES * length
}

/// Where two edges cross.
fn crossing([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<DVec2> {
    let (from, to) = (turn(c, d, a), turn(c, d, b));
    let parted = |p: f64, q: f64| (p > 0.0 && q < 0.0) || (p < 0.0 && q > 0.0);
    if !parted(from, to) || !parted(turn(a, b, c), turn(a, b, d)) {
        return None;
    }
    let part = Dd::new(from) / Dd::difference(from, to);
    let at = |p: f64, q: f64| (Dd::new(p) + Dd::difference(q, p) * part).get();
    let place = DVec2::new(at(a.x, b.x), at(a.y, b.y));
    // At an end the edge is not cut: the rounding of a place is the place.
    (![a, b, c, d].contains(&place)).then_some(place)
}

/// Edges by the heights at which they are, to tell quickly what an outline winds round.
struct Winding<'a> {
    edges: &'a [[DVec2; 2]],
    low: f64,
    per_metre: f64,
    rows: Vec<Vec<u32>>,
}

impl<'a> Winding<'a> {
    fn of(edges: &'a [[DVec2; 2]]) -> Self {
        let (low, high) = edges.iter().fold((f64::MAX, f64::MIN), |(l, h), [a, _]| (l.min(a.y), h.max(a.y)));
        // Edges may be as high as the whole outline, and then stand in every row: not too many of these.
        let count = 2.0 * (edges.len() as f64).sqrt().ceil();
        let mut all = Self { edges, low, per_metre: count / (high - low).max(1e-12), rows: Vec::new() };
        all.rows = vec![Vec::new(); count as usize];
        for (k, [a, b]) in edges.iter().enumerate() {
            for row in all.row(a.y.min(b.y))..=all.row(a.y.max(b.y)) {
                all.rows[row].push(k as u32);
            }
        }
        all
    }

    /// A saturating cast: what is outside is in the first or last row.
    fn row(&self, y: f64) -> usize {
        (((y - self.low) * self.per_metre) as usize).min(self.rows.len() - 1)
    }

    /// Does the outline wind round a place? By the edges that a ray towards x crosses.
    fn around(&self, p: DVec2) -> bool {
        let mut times = 0_i32;
        for &k in &self.rows[self.row(p.y)] {
            let [a, b] = self.edges[k as usize];
            let side = || (b - a).perp_dot(p - a);
            if a.y <= p.y && b.y > p.y && side() > 0.0 {
                times += 1;
            } else if a.y > p.y && b.y <= p.y && side() < 0.0 {
                times -= 1;
            }
        }
        times != 0
    }
}

/// A piece of a solid area between two lines of equal y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Trapezoid {
    pub(crate) y: [f64; 2],
    /// Least and greatest x at the first y.
    pub(crate) first: [f64; 2],
    /// Least and greatest x at the second y.
    pub(crate) last: [f64; 2],
}

/// Fills what an outline winds round.
///
/// The area is cut into slabs at the heights of all places; within one no two pieces cross. Going along a slab, every piece
/// adds or takes a winding. What lies between the same two pieces in several slabs is one trapezoid.
pub(crate) fn trapezoids(cuts: &[Cut]) -> Vec<Trapezoid> {
    let mut heights: Vec<f64> = cuts.iter().flat_map(|cut| [cut.a.y, cut.b.y]).collect();
    heights.sort_by(f64::total_cmp);
    // A slab thinner than a wall's overlap would only cost time.
    heights.dedup_by(|next, last| *next - *last < 0.1 * OUTLINE_BESIDE);
    let low = |k: usize| cuts[k].a.y.min(cuts[k].b.y);
    let high = |k: usize| cuts[k].a.y.max(cuts[k].b.y);
    let mut coming: Vec<usize> = (0..cuts.len()).filter(|&k| cuts[k].a.y != cuts[k].b.y).collect();
    coming.sort_by(|&i, &j| low(j).total_cmp(&low(i)));
    let mut here: Vec<(f64, usize)> = Vec::new();
    let mut open: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let mut found = Vec::new();
    let mut close = |(left, right): (usize, usize), from: f64, to: f64| {
        let (l, r) = (&cuts[left], &cuts[right]);
        let across = |y: f64| [l.x_at(y), r.x_at(y)];
        let (first, last) = (across(from), across(to));
        // What is thinner is no solid but a fence.
        if (first[1] - first[0]).max(last[1] - last[0]) > OUTLINE_BESIDE {
            found.push(Trapezoid { y: [from, to], first, last });
        }
    };
    for slab in heights.windows(2) {
        let middle = 0.5 * (slab[0] + slab[1]);
        while let Some(&next) = coming.last()
            && low(next) < middle
        {
            coming.pop();
            here.push((0.0, next));
        }
        here.retain(|&(_, k)| high(k) > middle);
        here.iter_mut().for_each(|(x, k)| *x = cuts[*k].x_at(middle));
        here.sort_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
        let mut still = BTreeMap::new();
        let (mut times, mut left) = (0_i32, 0);
        for &(_, k) in &here {
            let before = times;
            times += if cuts[k].b.y > cuts[k].a.y { 1 } else { -1 };
            if before == 0 {
                left = k;
            } else if times == 0 {
                let from = open.remove(&(left, k)).unwrap_or(slab[0]);
                still.insert((left, k), from);
            }
        }
        open.into_iter().for_each(|(pair, from)| close(pair, from, slab[0]));
        open = still;
    }
    if let Some(&end) = heights.last() {
        open.into_iter().for_each(|(pair, from)| close(pair, from, end));
    }
    found
}
