//! What a ball in the air in a pocket comes to.
//!
//! Its centre moves evenly over the cloth's plane, so when it comes to the wall, past the rim or to an end of the mouth
//! is a matter of quadratics and lines. Only the rims, that of the mouth at the cloth and that of the wall at its top,
//! are circles that a ball meets at an angle; the search for the rim of a disc (`gap/ring.rs`) finds them.

use super::Mouth;
use crate::billiards::ball::{BallSpec, BallState};
use crate::billiards::table::Pocket;
use crate::gap::{Ring, Window};
use crate::math::hull::is_above;
use crate::path::Path;
use crate::{DVec2, DVec3};

/// A ball is on the table again when its centre is so much farther from the pocket's than the rim, as a part of the rim's
/// radius: not so near that a rounding takes it back.
const OUTSIDE: f64 = 1.0 + 1e-8;

/// Height of the wood around a pocket, as a part of that of the noses.
pub(super) const WALL_TOP: f64 = 1.25;

/// What a ball in a pocket comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Contact {
    /// The wall; its level normal points to the ball.
    Wall(DVec3),
    /// A rim; the normal points to the ball, and upwards.
    Rim(DVec3),
    /// Fallen for good: its centre is a radius below the cloth.
    Drop,
    /// Over the rim and out, above the cloth.
    Out,
    /// Over the wall and off the table.
    Over,
}

/// The first of them, s from now.
pub(crate) fn next(
    pocket: &Pocket,
    mouth: &Mouth,
    spec: &BallSpec,
    state: &BallState,
    gravity: f64,
    nose: f64,
) -> Option<(f64, Contact)> {
    let (radius, top) = (spec.radius, WALL_TOP * nose);
    let room = pocket.radius - radius;
    if room <= 0.0 {
        // No ball falls through a hole smaller than itself. Such a pocket just takes it.
        return Some((0.0, Contact::Drop));
    }
    let (p, v) = (state.position, state.velocity);
    let path = Path { p, v, a: DVec3::new(0.0, 0.0, -gravity) };
    let flat = Flat { arm: p.truncate() - pocket.centre, v: v.truncate() };
    let height = |t: f64| p.z + (v.z - 0.5 * gravity * t) * t;

    // Every ball falls.
    let depth = (p.z + radius).max(0.0);
    let falls = (v.z + (v.z * v.z + 2.0 * gravity * depth).sqrt()) / gravity;
    let mut best = (falls.max(0.0), Contact::Drop);
    let mut offer = |t: f64, contact: Contact| {
        if t < best.0 {
            best = (t, contact);
        }
    };
    if let Some(t) = flat.passes(pocket.radius * OUTSIDE) {
        let (place, z) = (flat.at(t), height(t));
        let (least, free) = if mouth.faces(place) { (radius, Contact::Out) } else { (top, Contact::Over) };
        // A ball that began where none can be, beside an end of the mouth, does not leave through the slate.
        let walled = Contact::Wall((-place / place.length()).extend(0.0));
        offer(t, if z >= least * (1.0 - 1e-6) { free } else { walled });
    }
    if let Some(t) = flat.passes(room) {
        let (place, z) = (flat.at(t), height(t));
        if z <= 0.0 || z <= top && !mouth.faces(place) {
            offer(t, Contact::Wall((-place / place.length()).extend(0.0)));
        }
    }
    // Sideways out of the mouth, over the rim: there the wall begins.
    for (end, across) in mouth.ends() {
        let Some(t) = flat.crosses(across) else { continue };
        let (place, z) = (flat.at(t), height(t));
        let (distance, over) = (place.length(), (z - top).max(0.0));
        let (inner, short) = (distance - room, distance - pocket.radius);
        let is_free = inner <= 0.0 || short > 0.0 || short * short + over * over >= radius * radius;
        if !is_free && place.dot(end) > 0.0 {
            offer(t, Contact::Wall(-across.extend(0.0)));
        }
    }
    for (level, at_mouth) in [(0.0, true), (top, false)] {
        let ring = Ring { centre: pocket.centre.extend(level), radius: pocket.radius };
        let window = Window { from: 0.0, to: best.0 };
        if clears(&ring, &path, radius, best.0) {
            continue;
        }
        let found = ring.meets(&path, radius, window, |candidate| {
            let arm = candidate.centre.truncate() - pocket.centre;
            candidate.centre.z > level && mouth.faces(arm) == at_mouth
        });
        if let Some(meeting) = found.filter(|meeting| meeting.time < best.0) {
            best = (meeting.time, Contact::Rim(meeting.normal));
        }
    }
    Some(best)
}

/// Whether a ball certainly does not come nearer to a ring than it is, or than touching it, until `to`: a quick answer for
/// most that fall past it.
///
/// With `ρ` the level distance from the axis, `z` the height and `r` the ring's radius, the ball is clear where
/// `(ρ - r)² + z² > R²`; without the root in it `F = (ρ² + z² + r² - R²)² - 4 r² ρ² > 0`, of the eighth degree. A ball that
/// leaves the rim starts with `F = 0`, and with the first and second power nothing as well: those are divided out.
fn clears(ring: &Ring, path: &Path, radius: f64, to: f64) -> bool {
    let (arm, v, half) = (path.p - ring.centre, path.v, 0.5 * path.a.z);
    let level =
        [arm.truncate().length_squared(), 2.0 * arm.truncate().dot(v.truncate()), v.truncate().length_squared()];
    let (z, fall) = (arm.z, v.z);
    let r2 = ring.radius * ring.radius;
    let sum = [
        level[0] + z * z + r2 - radius * radius,
        level[1] + 2.0 * z * fall,
        level[2] + fall * fall + 2.0 * z * half,
        2.0 * fall * half,
        half * half,
    ];
    let mut c = [0.0; 9];
    for (j, a) in sum.iter().enumerate() {
        for (k, b) in sum.iter().enumerate() {
            c[j + k] += a * b;
        }
    }
    for (c, level) in c.iter_mut().zip(level) {
        *c -= 4.0 * r2 * level;
    }
    // What is nothing, at the size of these numbers, is some picometres of gap.
    let nothing = 1e-10 * r2 * r2;
    let mut size = 1.0;
    for start in 0..3 {
        if c[0] * size > nothing {
            break;
        }
        if c[0] * size < -nothing || start == 2 && c[1] * size * to < nothing {
            return false;
        }
        c.rotate_left(1);
        c[8] = 0.0;
        size *= to;
    }
    is_above(c, to, 0.0)
}

/// The way of a ball's centre over the cloth, seen from the pocket's.
struct Flat {
    arm: DVec2,
    v: DVec2,
}

impl Flat {
    fn at(&self, t: f64) -> DVec2 {
        self.arm + self.v * t
    }

    /// When it comes out of a circle; at once if it is outside and goes on.
    fn passes(&self, radius: f64) -> Option<f64> {
        let (a, b) = (self.v.length_squared(), self.arm.dot(self.v));
        let c = self.arm.length_squared() - radius * radius;
        if c >= 0.0 && b > 0.0 {
            return Some(0.0);
        }
        let square = b * b - a * c;
        // The later of the two roots, in the form that does not cancel.
        let late = || if b > 0.0 { -c / (b + square.sqrt()) } else { (square.sqrt() - b) / a };
        (a > 0.0 && square >= 0.0).then(late).filter(|t| t.is_finite())
    }

    /// When it crosses a line through the middle along `across`.
    fn crosses(&self, across: DVec2) -> Option<f64> {
        let (gap, speed) = (-self.arm.dot(across), self.v.dot(across));
        (speed > 0.0 && gap >= 0.0).then(|| gap / speed)
    }
}
