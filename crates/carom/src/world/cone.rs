//! The nearest vector that keeps out of everything: a projection onto a cone of half-spaces.

use glam::{DMat3, DVec3};

/// `x · normal >= least`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) normal: DVec3,
    pub(super) least: f64,
    /// Is it likely to push? Those are tried first.
    pub(super) likely: bool,
}

/// The vector nearest to `wanted` that keeps all `bounds`; `push` is told which bound pushes, and how hard.
///
/// In space at most three independent bounds push, so all sets of up to three are tried, the smallest first; the first
/// that pushes only outwards and breaks no other bound is the answer (the Karush–Kuhn–Tucker conditions of a convex
/// problem: there is only one). Where rounding leaves none, the least faulty one is.
pub(super) fn nearest(wanted: DVec3, bounds: &[Bound], mut push: impl FnMut(usize, f64)) -> DVec3 {
    match *bounds {
        [] => wanted,
        [Bound { normal, least, .. }] => {
            // The usual case, without any search.
            let lack = least - wanted.dot(normal);
            if lack <= 0.0 {
                return wanted;
            }
            push(0, lack);
            wanted + normal * lack
        }
        [one, two] => match of_two(wanted, one, two) {
            Some((at, forces)) => {
                (0..2).filter(|&k| forces[k] > 0.0).for_each(|k| push(k, forces[k]));
                at
            }
            None => {
                let answer = search(wanted, bounds);
                (0..3).filter(|&k| answer.forces[k] > 0.0).for_each(|k| push(answer.set[k], answer.forces[k]));
                answer.at
            }
        },
        _ => {
            let answer = search(wanted, bounds);
            (0..3).filter(|&k| answer.forces[k] > 0.0).for_each(|k| push(answer.set[k], answer.forces[k]));
            answer.at
        }
    }
}

/// The same for two bounds, without a search; nothing where rounding leaves no clear answer.
#[inline]
fn of_two(wanted: DVec3, one: Bound, two: Bound) -> Option<(DVec3, [f64; 2])> {
    let (a, b) = (one.least - wanted.dot(one.normal), two.least - wanted.dot(two.normal));
    let slack = 1e-13 * wanted.length().max(one.least.abs()).max(two.least.abs());
    if a <= slack && b <= slack {
        return Some((wanted, [0.0, 0.0]));
    }
    let overlap = one.normal.dot(two.normal);
    if a >= -slack && b - overlap * a <= slack {
        return Some((wanted + one.normal * a, [a, 0.0]));
    }
    if b >= -slack && a - overlap * b <= slack {
        return Some((wanted + two.normal * b, [0.0, b]));
    }
    let determinant = 1.0 - overlap * overlap;
    let forces = [(a - overlap * b) / determinant, (b - overlap * a) / determinant];
    let held = determinant >= 1e-12 && forces[0] >= -slack && forces[1] >= -slack;
    held.then(|| (wanted + one.normal * forces[0] + two.normal * forces[1], forces))
}

#[derive(Clone, Copy)]
struct Answer {
    at: DVec3,
    set: [usize; 3],
    forces: [f64; 3],
    fault: f64,
}

/// Tries all sets of up to three bounds.
fn search(wanted: DVec3, bounds: &[Bound]) -> Answer {
    let scale = bounds.iter().map(|b| b.least.abs()).fold(wanted.length(), f64::max);
    let slack = 1e-13 * scale;
    let mut best = Answer { at: wanted, set: [0; 3], forces: [0.0; 3], fault: f64::INFINITY };
    let mut consider = |set: [usize; 3], forces: [f64; 3]| {
        let at = set.iter().zip(forces).fold(wanted, |x, (&k, force)| x + bounds[k].normal * force);
        let pulls = forces.iter().fold(0.0_f64, |worst, &force| worst.max(-force));
        let broken = bounds.iter().map(|b| b.least - at.dot(b.normal)).fold(0.0, f64::max);
        let fault = pulls.max(broken);
        if fault < best.fault {
            best = Answer { at, set, forces, fault };
        }
        fault <= slack
    };
    let lack = |k: usize| bounds[k].least - wanted.dot(bounds[k].normal);
    let count = bounds.len();
    let mut likely = (0..count).filter(|&k| bounds[k].likely);
    let found = match [likely.next(), likely.next(), likely.next(), likely.next()] {
        [Some(i), None, ..] => consider([i, 0, 0], [lack(i), 0.0, 0.0]),
        [Some(i), Some(j), None, _] => by_two(bounds, [i, j], lack).is_some_and(|forces| consider([i, j, 0], forces)),
        [Some(i), Some(j), Some(k), None] => {
            by_three(bounds, [i, j, k], lack).is_some_and(|forces| consider([i, j, k], forces))
        }
        _ => false,
    };
    if found {
        return best;
    }
    if consider([0; 3], [0.0; 3]) {
        return best;
    }
    for i in 0..count {
        if consider([i, 0, 0], [lack(i), 0.0, 0.0]) {
            return best;
        }
    }
    for i in 0..count {
        for j in i + 1..count {
            // In the same direction, or opposite: one of them alone does it.
            if by_two(bounds, [i, j], lack).is_some_and(|forces| consider([i, j, 0], forces)) {
                return best;
            }
        }
    }
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                if by_three(bounds, [i, j, k], lack).is_some_and(|forces| consider([i, j, k], forces)) {
                    return best;
                }
            }
        }
    }
    best
}

/// How hard two bounds push that are both kept to; nothing if they are one.
#[inline]
fn by_two(bounds: &[Bound], [i, j]: [usize; 2], lack: impl Fn(usize) -> f64) -> Option<[f64; 3]> {
    let overlap = bounds[i].normal.dot(bounds[j].normal);
    let determinant = 1.0 - overlap * overlap;
    let (a, b) = (lack(i), lack(j));
    (determinant >= 1e-12).then(|| [(a - overlap * b) / determinant, (b - overlap * a) / determinant, 0.0])
}

/// The same for three.
#[inline]
fn by_three(bounds: &[Bound], [i, j, k]: [usize; 3], lack: impl Fn(usize) -> f64) -> Option<[f64; 3]> {
    let normals = DMat3::from_cols(bounds[i].normal, bounds[j].normal, bounds[k].normal);
    let gram = normals.transpose() * normals;
    (gram.determinant() >= 1e-12).then(|| (gram.inverse() * DVec3::new(lack(i), lack(j), lack(k))).to_array())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn forces(wanted: DVec3, normals: &[DVec3]) -> (DVec3, Vec<f64>) {
        let mut forces = vec![0.0; normals.len()];
        let bounds: Vec<Bound> = normals.iter().map(|&normal| Bound { normal, least: 0.0, likely: false }).collect();
        let at = nearest(wanted, &bounds, |k, force| forces[k] = force);
        (at, forces)
    }

    #[test]
    fn a_ball_in_a_groove_is_held_by_both_sides() {
        let (left, right) = (DVec3::new(0.6, 0.0, 0.8), DVec3::new(-0.6, 0.0, 0.8));
        let (a, forces) = forces(DVec3::new(0.0, 1.0, -10.0), &[left, right]);
        assert!((a - DVec3::new(0.0, 1.0, 0.0)).length() < 1e-15, "only along the groove: {a}");
        assert!((forces[0] - 6.25).abs() < 1e-12 && (forces[1] - 6.25).abs() < 1e-12, "{forces:?}");
    }

    proptest! {
        #[test]
        fn forces_push_and_nothing_is_broken(
            wanted in proptest::array::uniform3(-10.0..10.0_f64),
            normals in proptest::collection::vec(proptest::array::uniform3(-1.0..1.0_f64), 0..5),
        ) {
            // Normals of one half-space, so that there is always a way out.
            let normals: Vec<DVec3> =
                normals.into_iter().map(|n| DVec3::new(n[0], n[1], n[2].abs() + 0.1).normalize()).collect();
            let wanted = DVec3::from(wanted);
            let (x, forces) = forces(wanted, &normals);
            let sum = normals.iter().zip(&forces).fold(wanted, |x, (n, f)| x + *n * *f);
            prop_assert!((sum - x).length() < 1e-9);
            for (n, f) in normals.iter().zip(&forces) {
                prop_assert!(*f >= 0.0 && x.dot(*n) >= -1e-9, "broken {} {}", f, x.dot(*n));
                prop_assert!(*f <= 1e-9 || x.dot(*n) < 1e-8, "pushes though it parts");
            }
        }
    }
}
