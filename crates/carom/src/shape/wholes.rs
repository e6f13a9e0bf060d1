//! Things asked as a whole against their parts asked one by one: the same answer, on every kind of way; the same bits where a face is
//! met.

use super::{Facet, Segment, Shape, Sides, Triangle, Wall};
use crate::gap::{Meeting, Window};
use crate::math::rng::Stream;
use crate::path::Path;
use glam::{DVec2, DVec3};

const RADIUS: f64 = 0.0135;

fn direction(dice: &mut Stream, flat: bool) -> DVec3 {
    loop {
        let z = if flat { 0.0 } else { dice.between(-1.0, 1.0) };
        let v = DVec3::new(dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), z);
        if v.length() > 0.1 && v.length() < 1.0 {
            return v.normalize();
        }
    }
}

/// One of several, by chance.
fn one_of<T: Copy, const N: usize>(dice: &mut Stream, of: [T; N]) -> T {
    of[(dice.bits() % N as u64) as usize]
}

/// A length from nothing to much, of either sign.
fn any_size(dice: &mut Stream) -> f64 {
    one_of(dice, [0.0, 1e-17, 1e-14, 1e-12, 1e-10, 1e-8, 1e-4, 1e-2]) * one_of(dice, [1.0, -1.0])
}

/// A way past a place on a thing, whose surface there looks `out`: at it, beside it by next to nothing, along it, from within.
fn way(dice: &mut Stream, place: DVec3, out: DVec3, flat: bool) -> (Path, Window) {
    let speed = one_of(dice, [1e-3, 0.3, 2.0, 30.0]);
    let other = direction(dice, flat);
    let along = (other - out * other.dot(out)).normalize_or(DVec3::X);
    let contact = place + out * (RADIUS + any_size(dice)) + along * any_size(dice);
    let (p, v) = match dice.bits() % 6 {
        // At it, from anywhere.
        0 | 1 => {
            let v = direction(dice, flat);
            (contact - v * dice.between(0.0, 0.3), v)
        }
        // Anywhere near.
        2 => (place + direction(dice, flat) * dice.between(0.0, 0.1), direction(dice, flat)),
        // Along it, or nearly so, from afar or from there.
        3 => {
            let v = along + out * any_size(dice);
            (contact - v * one_of(dice, [0.0, 0.02, 0.3]), v)
        }
        // Straight down on it.
        4 => (contact + out * one_of(dice, [0.0, 1e-9, 0.1, -0.02]), -out + along * any_size(dice)),
        // From there, anyhow.
        _ => (contact, direction(dice, flat)),
    };
    let pull =
        if dice.bits().is_multiple_of(8) { direction(dice, flat) * one_of(dice, [0.1, 10.0]) } else { DVec3::ZERO };
    let from = one_of(dice, [0.0, 0.0, 0.0, 0.01 / speed]);
    let window = Window { from, to: from + one_of(dice, [0.001, 0.1, 1.0, 10.0]) / speed };
    (Path { p, v: v * speed, a: pull }, window)
}

fn one_by_one(parts: &[Shape], path: &Path, mut window: Window) -> Option<Meeting> {
    let mut found = None;
    for part in parts {
        if let Some(meeting) = part.meets(path, RADIUS, window) {
            window.to = meeting.time;
            found = Some(meeting);
        }
    }
    found
}

/// Is it the same, but for roundings? Of an impact at a shallow angle they move the ball along the surface, so the normal is judged by what
/// it turns by as the ball goes on for as long as the moment may be off.
fn agrees(found: Option<Meeting>, sure: Option<Meeting>, path: &Path, at: DVec3) -> bool {
    let (Some(found), Some(sure)) = (found, sure) else { return found.is_none() && sure.is_none() };
    let speed = path.v.length();
    let size = (path.p - at).length() + RADIUS + speed * sure.time;
    let off = (found.time - sure.time).abs() * speed;
    off <= 2e-13 * size && (found.normal - sure.normal).length() * RADIUS <= 2e-15 * size + 2.0 * off
}

/// How often something was met, missed, and found without asking the parts.
#[derive(Debug, Default)]
struct Count {
    met: u32,
    missed: u32,
    plain: u32,
}

impl Count {
    fn add(&mut self, met: bool, plain: bool) {
        self.met += u32::from(met);
        self.missed += u32::from(!met);
        self.plain += u32::from(plain);
    }
}

#[test]
fn a_segment_answers_as_its_wall_and_corners() {
    let mut dice = Stream::new(4, "segments");
    let mut count = Count::default();
    for case in 0..600_000 {
        let far = direction(&mut dice, true).truncate() * one_of(&mut dice, [0.0, 1.0, 100.0]);
        let half = direction(&mut dice, true).truncate() * one_of(&mut dice, [1e-6, 0.01, 0.01, 1.0]);
        let half = one_of(&mut dice, [half, half, DVec2::new(half.x, 0.0)]);
        let Ok(mut wall) = Wall::new(far - half, far + half) else { continue };
        if dice.bits().is_multiple_of(4) {
            wall = wall.with_height(-0.02, one_of(&mut dice, [0.0, 0.02])).expect("heights are in order");
        }
        wall = wall.with_sides(one_of(&mut dice, [Sides::Both, Sides::Both, Sides::Front]));
        let segment = Segment::of(wall);
        // A place on the face, at an end, or next to it.
        let part = one_of(&mut dice, [-1.0, 1.0, dice_between(case)]);
        let along = half * (part + any_size(&mut dice));
        let out = one_of(&mut dice, [DVec2::new(-half.y, half.x), DVec2::new(half.y, -half.x), half, -half]);
        let flat = !dice.bits().is_multiple_of(3);
        let (path, window) = way(&mut dice, (far + along).extend(0.0), out.normalize().extend(0.0), flat);
        let found = segment.meets(&path, RADIUS, window);
        let sure = one_by_one(&segment.parts(), &path, window);
        let same = agrees(found, sure, &path, far.extend(0.0));
        assert!(same, "case {case}: {found:?}, not {sure:?}\n{wall:?}\n{path:?}\n{window:?}");
        count.add(found.is_some(), segment.meets_plainly(&path, RADIUS, window).is_ok());
    }
    println!("{count:?}");
    assert!(count.met > 150_000 && count.missed > 150_000 && count.plain > 250_000, "{count:?}");
}

/// Somewhere between the ends.
fn dice_between(case: u32) -> f64 {
    f64::from(case % 199) / 100.0 - 0.99
}

#[test]
fn a_facet_answers_as_its_face_edges_and_points() {
    let mut dice = Stream::new(5, "facets");
    let mut count = Count::default();
    for case in 0..400_000 {
        let far = direction(&mut dice, false) * one_of(&mut dice, [0.0, 1.0, 100.0]);
        let size = one_of(&mut dice, [0.001, 0.02, 0.02, 0.3]);
        let corners: [DVec3; 3] = core::array::from_fn(|_| far + direction(&mut dice, false) * size);
        let Ok(face) = Triangle::new(corners[0], corners[1], corners[2]) else { continue };
        let face = face.with_sides(one_of(&mut dice, [Sides::Both, Sides::Both, Sides::Front]));
        let Ok(facet) = Facet::of(face) else { continue };
        // A place on the face, on an edge, or at a point.
        let mut weights: [f64; 3] = core::array::from_fn(|_| dice.between(0.0, 1.0));
        let kind = (dice.bits() % 4) as usize;
        weights[0] *= f64::from(u8::from(kind < 2));
        weights[1] *= f64::from(u8::from(kind < 3));
        let sum: f64 = weights.iter().sum();
        let place = corners.iter().zip(weights).fold(DVec3::ZERO, |sum, (corner, weight)| sum + *corner * weight) / sum;
        let away = direction(&mut dice, false);
        let out = one_of(&mut dice, [face.normal(), -face.normal(), away, (place - far).normalize_or(away)]);
        let (path, window) = way(&mut dice, place, out, false);
        let found = facet.meets(&path, RADIUS, window);
        let sure = one_by_one(&facet.parts(), &path, window);
        let same = agrees(found, sure, &path, far);
        assert!(same, "case {case}: {found:?}, not {sure:?}\n{facet:?}\n{path:?}\n{window:?}");
        count.add(found.is_some(), facet.meets_plainly(&path, RADIUS, window).is_ok());
    }
    println!("{count:?}");
    assert!(count.met > 100_000 && count.missed > 100_000 && count.plain > 150_000, "{count:?}");
}
