//! What a ball in the air comes to: the cloth, a cushion's nose, a pocket, or the world outside.

use super::super::models::{PocketModel, Quirks};
use super::super::table::Pocket;
use super::bed::{Bed, Fit, passes};
use crate::gap::{Candidate, Ring};
use crate::impact::{Window, first};
use crate::shape::{Edge, Shape};
use crate::{DVec2, DVec3, Path};

/// The first thing in a flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Flight {
    /// It lands.
    Landing,
    /// It strikes the nose of a rail; the normal points to the ball.
    Rail(usize, DVec3),
    /// It strikes the nose of a jaw.
    Jaw(usize, DVec3),
    /// It comes over a hole: potted, where pockets are simple.
    Pocket(usize),
    /// It passes over a cushion.
    Off,
}

/// Height of the centre, in radii, below which a ball that flies across a whole simple pocket falls in.
const OVER_POCKET: f64 = 1.4;

/// The first of them, s from now. A flight always ends: at the latest on the level of the cloth.
pub(in super::super) fn next(
    bed: &Bed,
    fit: &Fit,
    p: DVec3,
    v: DVec3,
    gravity: f64,
    pocket: PocketModel,
    quirks: Quirks,
) -> (f64, Flight) {
    let fall = p.z - fit.radius;
    let landing = ((v.z + (v.z * v.z + 2.0 * gravity * fall).max(0.0).sqrt()) / gravity).max(0.0);
    let mut best = (landing, Flight::Landing);
    for (k, hole) in bed.pockets.iter().enumerate() {
        let entry = match pocket {
            PocketModel::Simple => drops_in(hole, fit, p, v, gravity, landing),
            PocketModel::Rim => {
                enters(hole.centre, hole.radius, p, v).filter(|&t| t < landing || inside(hole, p + v * landing))
            }
        };
        if let Some(t) =
            entry.map(|t| t.min(landing)).filter(|&t| t < best.0 || best.1 == Flight::Landing && t <= best.0)
        {
            best = (t, Flight::Pocket(k));
        }
    }
    if quirks.cushions_ignore_flight {
        return best;
    }
    let path = Path { p, v, a: DVec3::new(0.0, 0.0, -gravity) };
    let strikes = |shape: Shape, to: f64| first(&shape, &path, fit.radius, Window { from: 0.0, to });
    for (k, rail) in bed.rails.iter().enumerate() {
        let gap = [(p.truncate() - rail.from).dot(rail.inward), v.truncate().dot(rail.inward)];
        let near = gap[0] - fit.radius + (gap[1] * best.0).min(0.0);
        if near > 0.0 {
            continue;
        }
        let to = rail.from + rail.along * rail.span;
        if let Ok(edge) = Edge::new(rail.from.extend(bed.nose), to.extend(bed.nose))
            && let Some(hit) = strikes(edge.into(), best.0).filter(|hit| hit.time < best.0)
        {
            best = (hit.time, Flight::Rail(k, hit.normal));
        }
        if let Some(t) = passes(gap).filter(|&t| t < best.0) {
            let s = (p + v * t).truncate() - rail.from;
            if (0.0..=rail.span).contains(&s.dot(rail.along)) {
                best = (t, Flight::Off);
            }
        }
    }
    for (k, jaw) in bed.jaws.iter().enumerate() {
        // Its nose is a ring, met from outside.
        let ring = Ring { centre: jaw.centre.extend(bed.nose), radius: jaw.radius };
        let outside = |at: Candidate| (at.centre.truncate() - jaw.centre).length_squared() >= jaw.radius * jaw.radius;
        let to = Window { from: 0.0, to: best.0 };
        if comes_over(jaw.centre, jaw.radius + fit.radius, p, v, best.0)
            && let Some(hit) = ring.meets(&path, fit.radius, to, outside).filter(|hit| hit.time < best.0)
        {
            best = (hit.time, Flight::Jaw(k, hit.normal));
        }
        if let Some(t) = enters(jaw.centre, jaw.radius, p, v).filter(|&t| t < best.0) {
            best = (t, Flight::Off);
        }
    }
    // Past everything: also where no rail was, over the mouth of a pocket.
    let far = bed.cushion_width + fit.radius;
    let borders = [[p.x + far, v.x], [bed.width + far - p.x, -v.x], [p.y + far, v.y], [bed.length + far - p.y, -v.y]];
    for border in borders {
        if let Some(t) = passes(border).filter(|&t| t < best.0) {
            best = (t, Flight::Off);
        }
    }
    best
}

fn inside(hole: &Pocket, place: DVec3) -> bool {
    (place.truncate() - hole.centre).length_squared() <= hole.radius * hole.radius
}

/// When a straight way crosses a circle: in and out.
fn crossings(centre: DVec2, radius: f64, p: DVec3, v: DVec3) -> Option<[f64; 2]> {
    let (arm, v) = (p.truncate() - centre, v.truncate());
    let (a, b, c) = (v.length_squared(), arm.dot(v), arm.length_squared() - radius * radius);
    let square = b * b - a * c;
    (a > 0.0 && square >= 0.0).then(|| {
        let root = square.sqrt();
        [(-b - root) / a, (-b + root) / a]
    })
}

/// Whether the centre comes over a circle, or is over it, until `to`; also one that falls straight down.
fn comes_over(centre: DVec2, radius: f64, p: DVec3, v: DVec3, to: f64) -> bool {
    (p.truncate() - centre).length_squared() <= radius * radius
        || crossings(centre, radius, p, v).is_some_and(|[into, out]| into < to && out > 0.0)
}

/// When the centre comes over a circle; at once if it is there.
fn enters(centre: DVec2, radius: f64, p: DVec3, v: DVec3) -> Option<f64> {
    if (p.truncate() - centre).length_squared() <= radius * radius {
        return Some(0.0);
    }
    crossings(centre, radius, p, v).map(|[t, _]| t).filter(|&t| t >= 0.0)
}

/// When a ball falls into a simple pocket: where it would land in it, or in the middle of its way across if it is below
/// the rim's top by then (1.4 R over the cloth).
fn drops_in(hole: &Pocket, fit: &Fit, p: DVec3, v: DVec3, gravity: f64, landing: f64) -> Option<f64> {
    if inside(hole, p + v * landing) {
        return Some(landing);
    }
    let height = |t: f64| p.z + (v.z - 0.5 * gravity * t) * t;
    let [into, out] = crossings(hole.centre, hole.radius, p, v)?;
    (into >= 0.0 && height(into) >= fit.radius && height(out) <= OVER_POCKET * fit.radius).then_some(0.5 * (into + out))
}
