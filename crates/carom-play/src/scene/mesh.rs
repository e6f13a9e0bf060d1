//! Meshes, made small enough for a page: what faces away is left out, and points that lie close together become one.

use super::round;
use carom::DVec3;
use carom::pinball::Machine;
use carom::pinball::part::{Mesh, Part};
use carom::space::Transform;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Most triangles of all meshes of a table: about a megabyte of text.
const MOST: usize = 30_000;
/// m: points nearer than this are one from the start.
const FINE: f64 = 0.000_1;
/// m: no coarser than this; a mesh that still has too many triangles then loses the smallest.
const COARSE: f64 = 0.02;
/// What the player sees is turned towards this; with some to spare for the perspective.
const EYE: DVec3 = DVec3::new(0.0, 0.5, 0.866);
const TO_SPARE: f64 = -0.3;

/// How many triangles each mesh may have.
#[derive(Debug)]
pub(super) struct Budget {
    /// Of all triangles of the table, so many are kept.
    share: f64,
}

impl Budget {
    pub(super) fn of(machine: &Machine) -> Self {
        let count = |part: &Part| if let Part::Mesh(mesh) = part { mesh.triangles.len() } else { 0 };
        let all: usize = machine.parts().map(|(_, _, part)| count(part)).sum();
        Self { share: (MOST as f64 / all.max(1) as f64).min(1.0) }
    }

    /// A mesh that lies so. One that may turn keeps all its sides.
    pub(super) fn mesh(&mut self, mesh: &Mesh, place: &Transform, may_turn: bool) -> Value {
        let (points, triangles) = mesh.surface();
        let points: Vec<DVec3> = points.iter().map(|p| place.place(*p)).collect();
        let triangles: Vec<[usize; 3]> =
            if place.mirrors() { triangles.iter().map(|&[a, b, c]| [a, c, b]).collect() } else { triangles };
        let most = ((triangles.len() as f64 * self.share) as usize).max(12);
        let kept = if may_turn { triangles } else { seen(&points, &triangles) };
        let (points, triangles) = simplified(&points, &kept, most);
        let flat = |p: &DVec3| [p.x, p.y, p.z].map(|c| round(libm::round(c * 1e4) / 1e4));
        let points: Vec<f64> = points.iter().flat_map(flat).collect();
        let triangles: Vec<usize> = triangles.into_iter().flatten().collect();
        json!({"kind": "mesh", "points": points, "triangles": triangles})
    }
}

/// The triangles that look towards the player. A mesh that is inside out keeps all.
fn seen(points: &[DVec3], triangles: &[[usize; 3]]) -> Vec<[usize; 3]> {
    let known = |t: &[usize; 3]| -> Option<DVec3> {
        let [a, b, c] = t.map(|k| points.get(k).copied());
        let (a, b, c) = (a?, b?, c?);
        Some((b - a).cross(c - a)).filter(|n| n.is_finite() && *n != DVec3::ZERO)
    };
    let facing = |t: &&[usize; 3]| known(t).is_some_and(|n| n.normalize_or_zero().dot(EYE) > TO_SPARE);
    let towards: Vec<[usize; 3]> = triangles.iter().filter(facing).copied().collect();
    if towards.len() * 5 < triangles.len() {
        return triangles.iter().filter(|t| known(t).is_some()).copied().collect();
    }
    towards
}

/// Points on a grid, coarser and coarser until the triangles that are left are few enough.
fn simplified(points: &[DVec3], triangles: &[[usize; 3]], most: usize) -> (Vec<DVec3>, Vec<[usize; 3]>) {
    let mut grid = FINE;
    loop {
        let (kept, mut list) = on_grid(points, triangles, grid);
        if list.len() <= most {
            return (kept, list);
        }
        if grid >= COARSE {
            let area = |t: &[usize; 3]| {
                let [a, b, c] = t.map(|k| kept.get(k).copied().unwrap_or_default());
                (b - a).cross(c - a).length_squared()
            };
            list.sort_by(|s, t| area(t).total_cmp(&area(s)));
            list.truncate(most);
            return (kept, list);
        }
        grid *= 1.6;
    }
}

fn on_grid(points: &[DVec3], triangles: &[[usize; 3]], grid: f64) -> (Vec<DVec3>, Vec<[usize; 3]>) {
    let mut known: BTreeMap<[i64; 3], usize> = BTreeMap::new();
    let mut kept: Vec<DVec3> = Vec::new();
    let mut place = |p: DVec3| {
        let cell = (p / grid).to_array().map(|c| libm::round(c) as i64);
        *known.entry(cell).or_insert_with(|| {
            kept.push(p);
            kept.len() - 1
        })
    };
    let mut seen: BTreeSet<[usize; 3]> = BTreeSet::new();
    let mut list = Vec::new();
    for t in triangles {
        let [a, b, c] = t.map(|k| points.get(k).copied().filter(|p| p.is_finite()));
        let (Some(a), Some(b), Some(c)) = (a, b, c) else { continue };
        let corners = [a, b, c].map(&mut place);
        let mut sorted = corners;
        sorted.sort_unstable();
        if sorted[0] != sorted[1] && sorted[1] != sorted[2] && seen.insert(sorted) {
            list.push(corners);
        }
    }
    (kept, list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fine_sheet_becomes_a_coarse_one_of_the_same_size() {
        let n = 60;
        let point = |k: usize| DVec3::new((k % n) as f64, (k / n) as f64, 0.0) * 0.001;
        let points: Vec<DVec3> = (0..n * n).map(point).collect();
        let cell = |k: usize| [[k, k + 1, k + n], [k + 1, k + n + 1, k + n]];
        let triangles: Vec<[usize; 3]> = (0..n * (n - 1)).filter(|k| k % n + 1 < n).flat_map(cell).collect();
        let (points, list) = simplified(&points, &triangles, 1000);
        assert!(list.len() <= 1000 && list.len() > 100, "{}", list.len());
        let used = list.iter().flatten().map(|&k| points[k]);
        let right = used.fold(0.0_f64, |most, p| most.max(p.x));
        assert!(right > 0.055, "{right}");
    }

    #[test]
    fn corners_that_are_not_there_are_left_out() {
        let points = [DVec3::ZERO, DVec3::X, DVec3::Y];
        assert_eq!(seen(&points, &[[0, 1, 2], [0, 1, 9]]), [[0, 1, 2]]);
    }
}
