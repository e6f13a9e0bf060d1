//! The outline of many triangles seen from above, and runs of points made shorter.

use crate::form::area;
use crate::scene::Stretch;
use carom::DVec2;
use std::collections::BTreeMap;

/// Most loops of one outline: the largest.
const MOST_LOOPS: usize = 500;

/// The border of what these triangles cover together. All must be walked the same way round as seen from above; then an
/// edge between two of them is walked there and back and falls out, and what is left winds round a place as often as
/// triangles lie over it: filled where it winds at all, it covers just what the triangles cover.
pub(crate) fn around(points: &[DVec2], triangles: &[[usize; 3]], tolerance: f64) -> Vec<Stretch> {
    let mut walked: BTreeMap<(usize, usize), i32> = BTreeMap::new();
    for &[a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let way = if from < to { 1 } else { -1 };
            *walked.entry((from.min(to), from.max(to))).or_default() += way;
        }
    }
    let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (&(a, b), &count) in &walked {
        let (from, to) = if count > 0 { (a, b) } else { (b, a) };
        for _ in 0..count.unsigned_abs() {
            next.entry(from).or_default().push(to);
        }
    }
    let mut loops = Vec::new();
    // At every point as many edges arrive as leave, so a walk ends only where it began.
    while let Some((&start, _)) = next.first_key_value() {
        let mut walk = vec![start];
        let mut here = start;
        while let Some(ways) = next.get_mut(&here) {
            let to = ways.pop();
            if ways.is_empty() {
                next.remove(&here);
            }
            let Some(to) = to else { break };
            if to == start {
                break;
            }
            walk.push(to);
            here = to;
        }
        // A walk may pass a point twice; the winding does not mind.
        let mut corners: Vec<DVec2> = walk.iter().filter_map(|&k| points.get(k).copied()).collect();
        if tolerance > 0.0 {
            corners = shortened_loop(&corners, tolerance);
        }
        if corners.len() > 2 {
            loops.push(Stretch { points: corners, closed: true });
        }
    }
    if loops.len() > MOST_LOOPS {
        loops.sort_by(|a, b| area(&b.points).total_cmp(&area(&a.points)));
        loops.truncate(MOST_LOOPS);
    }
    loops
}

/// A run of points without those that lie nearer than `tolerance` to the line through the others (Ramer, Douglas and
/// Peucker). The ends stay.
pub(crate) fn shortened(points: &[DVec2], tolerance: f64) -> Vec<DVec2> {
    let (Some(last), true) = (points.len().checked_sub(1), points.len() > 2) else { return points.to_vec() };
    let mut keep = vec![false; points.len()];
    keep[0] = true;
    keep[last] = true;
    let mut open = vec![(0, last)];
    while let Some((from, to)) = open.pop() {
        let (a, b) = (points[from], points[to]);
        let far = (from + 1..to).map(|k| (k, from_segment(points[k], a, b))).max_by(|p, q| p.1.total_cmp(&q.1));
        if let Some((k, distance)) = far
            && distance > tolerance
        {
            keep[k] = true;
            open.push((from, k));
            open.push((k, to));
        }
    }
    points.iter().zip(keep).filter(|(_, keep)| *keep).map(|(p, _)| *p).collect()
}

/// The same for a loop: it is cut at its first point and at the one farthest from it.
fn shortened_loop(points: &[DVec2], tolerance: f64) -> Vec<DVec2> {
    let Some(&first) = points.first() else { return Vec::new() };
    let far = |p: &DVec2| (*p - first).length_squared();
    let cut = (0..points.len()).max_by(|&a, &b| far(&points[a]).total_cmp(&far(&points[b]))).unwrap_or(0);
    let mut there = shortened(&points[..=cut], tolerance);
    let mut back: Vec<DVec2> = points[cut..].to_vec();
    back.push(first);
    let back = shortened(&back, tolerance);
    there.extend(back.iter().skip(1).take(back.len().saturating_sub(2)));
    there
}

fn from_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let length = along.length_squared();
    let part = if length > 0.0 { ((p - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (p - a - along * part).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_of_two_triangles_has_four_corners() {
        let points = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        let loops = around(&points, &[[0, 1, 2], [0, 2, 3]], 1e-9);
        assert_eq!(loops.len(), 1);
        assert_eq!((loops[0].points.len(), area(&loops[0].points)), (4, 1.0));
    }

    /// A plate with a hole in its middle: two loops, wound opposite ways.
    #[test]
    fn a_hole_has_a_border_of_its_own() {
        let mut points = Vec::new();
        for r in [1.0, 0.5] {
            points.extend([[-r, -r], [r, -r], [r, r], [-r, r]].map(DVec2::from));
        }
        let mut triangles = Vec::new();
        for k in 0..4 {
            let n = (k + 1) % 4;
            triangles.extend([[k, n, 4 + n], [k, 4 + n, 4 + k]]);
        }
        let loops = around(&points, &triangles, 0.0);
        let areas: Vec<f64> = loops.iter().map(|l| area(&l.points)).collect();
        assert_eq!(areas, [4.0, 1.0]);
    }

    #[test]
    fn points_on_a_line_are_left_out() {
        let line: Vec<DVec2> = (0..100).map(|k| DVec2::new(f64::from(k), 0.01 * f64::from(k % 2))).collect();
        assert_eq!(shortened(&line, 0.02).len(), 2);
        let corner = [DVec2::ZERO, DVec2::X, DVec2::new(2.0, 0.0), DVec2::new(2.0, 2.0)];
        assert_eq!(shortened(&corner, 0.1), [corner[0], corner[2], corner[3]]);
        assert!(shortened(&[], 1.0).is_empty());
    }
}
