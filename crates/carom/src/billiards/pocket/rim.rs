//! A ball on the rim of a pocket: how it tips over, and how it bounces off rim and wall.
//!
//! A ball on a sharp edge turns about it. With `θ` the angle of its centre from straight above, `v` its speed across the
//! edge and `k = 7/5` if it grips (`1` if it slips), energy and the force on the edge are
//!
//! ```text
//! k v²/2 + g R cos θ = k v0²/2 + g R cos θ0          N/m = g cos θ - v²/R
//! ```
//!
//! and it leaves the edge when the force is nothing, `v² = g R cos θ`, so at
//!
//! ```text
//! cos θ = (k v0²/(g R) + 2 cos θ0) / (k + 2)          from the top and gripping: (10 + 7 v0²/(g R))/17
//! ```
//!
//! A ball with `v0² ≥ g R cos θ0` leaves at once. A ball that rolls on the cloth grips; one that slips there slips over
//! the edge too, for friction has no time to matter. Motion along the rim and all other spin stay, and the place moves
//! only in the plane across it: the time is some hundredths of a second.

use crate::DVec3;
use crate::billiards::ball::{BallSpec, BallState, Phase};
use crate::billiards::cushion::strike;
use crate::billiards::table::Pocket;

/// Restitution of a pocket's wall and rim: leather, rubber or plastic that is meant to kill a ball.
const RESTITUTION: f64 = 0.4;
/// A ball leaves wall and rim at no less than this part of its speed round the pocket. Otherwise one that runs round would
/// strike them more and more often, without end. It is turned, and keeps its energy.
const LEAST_TURN: f64 = 0.2;
/// m/s. A ball that leaves the rim more slowly stays on it, and tips over it.
const LEAST_BOUNCE: f64 = 0.05;
/// m. A ball that has left the rim is so far from it, so that no rounding takes it back.
const PARTED: f64 = 1e-9;
/// Slip below this part of the speed is none.
const GRIP: f64 = 1e-6;

/// A ball on the cloth whose centre has come over the rim: its motion where it leaves the edge, in the air, and the time
/// that this takes.
pub(crate) fn tip(pocket: &Pocket, spec: &BallSpec, state: &BallState, gravity: f64) -> (BallState, f64) {
    let arm = pocket.centre - state.position.truncate();
    let inward = arm.try_normalize().unwrap_or(-crate::DVec2::X).extend(0.0);
    let edge = DVec3::new(pocket.centre.x, pocket.centre.y, 0.0) - inward * pocket.radius;
    let flat = BallState { velocity: state.velocity.with_z(0.0), ..*state };
    // A ball that just touches the rim with its centre falls in, too.
    let across = flat.velocity.dot(inward).max(0.0);
    let stiff = stiffness(&flat, spec, inward, across);
    let pivot = Pivot { edge, inward, radius: spec.radius, gravity, stiff };
    let after = pivot.over(&flat, 1.0, across);
    (after, pivot.time(across, after.position.z / spec.radius))
}

/// Off the wall or the rim, along the contact's normal. A slow ball on the rim tips over it, to either side.
pub(crate) fn bounce(spec: &BallSpec, state: &BallState, normal: DVec3, gravity: f64) -> BallState {
    let after = strike(state, spec.radius, normal, RESTITUTION, spec.cushion_friction);
    let away = after.velocity.dot(normal);
    let past = after.velocity - away * normal;
    // The wall's normal is level; that of a rim, seen from above it, is not.
    if normal.z <= 0.0 {
        return turned(&after, normal, past);
    }
    if away < LEAST_BOUNCE {
        return stays(spec, &BallState { velocity: past, ..after }, normal, gravity);
    }
    let round = DVec3::Z.cross(normal).normalize_or_zero();
    turned(&after, normal, round * past.dot(round))
}

/// Away from something round at no less than a part of the speed round it.
fn turned(state: &BallState, normal: DVec3, round: DVec3) -> BallState {
    let lacking = LEAST_TURN * round.length() - state.velocity.dot(normal);
    if lacking <= 0.0 {
        return *state;
    }
    let way = state.velocity + normal * lacking;
    BallState { velocity: way * (state.velocity.length() / way.length()), ..*state }
}

/// A ball that stays on the rim.
fn stays(spec: &BallSpec, state: &BallState, normal: DVec3, gravity: f64) -> BallState {
    let edge = state.position - normal * spec.radius;
    let level = normal.with_z(0.0);
    // Straight above the edge it goes on the way it goes.
    let inward = level.try_normalize().or_else(|| state.velocity.with_z(0.0).try_normalize()).unwrap_or(DVec3::X);
    let down = inward * normal.z - DVec3::Z * level.length();
    let speed = state.velocity.dot(down);
    let pivot = Pivot { edge, inward, radius: spec.radius, gravity, stiff: stiffness(state, spec, inward, speed) };
    let after = pivot.over(state, normal.z, speed);
    let axis = DVec3::Z.cross(inward);
    let normal = (after.position - edge) / spec.radius;
    turned(&after, normal, axis * after.velocity.dot(axis))
}

/// `k`: a ball whose surface stands still on the edge turns about it, another slips.
fn stiffness(state: &BallState, spec: &BallSpec, inward: DVec3, speed: f64) -> f64 {
    let turning = spec.radius * state.spin.dot(DVec3::Z.cross(inward));
    if (speed - turning).abs() <= GRIP * (speed.abs() + turning.abs()) { 1.4 } else { 1.0 }
}

/// A ball that turns about an edge.
struct Pivot {
    /// The point of the edge that it is on.
    edge: DVec3,
    /// Level unit vector into the pocket.
    inward: DVec3,
    radius: f64,
    gravity: f64,
    /// `k`.
    stiff: f64,
}

impl Pivot {
    /// From the cosine of the angle and the speed down the edge (negative: up and back), to where it leaves the edge.
    fn over(&self, state: &BallState, cosine: f64, down: f64) -> BallState {
        let scale = self.gravity * self.radius;
        // Of a ball that grips, speed and spin are one but for a rounding, which is shared out.
        let turning = self.radius * state.spin.dot(DVec3::Z.cross(self.inward));
        let square = if self.stiff > 1.0 { (down * down + 0.4 * turning * turning) / self.stiff } else { down * down };
        // At another angle, and parted from the edge: its energy is the same to the last digit.
        let there = |to: f64| {
            let rise = to * (self.radius + PARTED) - cosine * self.radius;
            square - 2.0 * self.gravity * rise / self.stiff
        };
        if square >= scale * cosine {
            return self.at(state, cosine, there(cosine).max(0.0).sqrt().copysign(down));
        }
        if down < 0.0 && there(1.0) >= 0.0 {
            // Over the top and back on the table: a hair farther than the rim, and for good.
            let back = self.at(state, 1.0, -there(1.0).sqrt());
            return BallState { position: back.position - self.inward * (100.0 * PARTED), ..back };
        }
        let leaves = ((self.stiff * square / scale + 2.0 * cosine) / (self.stiff + 2.0)).clamp(0.0, cosine);
        self.at(state, leaves, there(leaves).max(0.0).sqrt())
    }

    /// The ball at an angle, with a speed down the edge. What it has along the edge stays.
    fn at(&self, state: &BallState, cosine: f64, down: f64) -> BallState {
        let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
        let axis = DVec3::Z.cross(self.inward);
        let normal = self.inward * sine + DVec3::Z * cosine;
        let tangent = self.inward * cosine - DVec3::Z * sine;
        let turning = if self.stiff > 1.0 { down / self.radius } else { state.spin.dot(axis) };
        BallState {
            phase: Phase::Airborne,
            position: self.edge + normal * (self.radius + PARTED),
            velocity: tangent * down + axis * state.velocity.dot(axis),
            spin: state.spin + axis * (turning - state.spin.dot(axis)),
        }
    }

    /// s: from the top to the cosine of an angle. `dt = R dθ / v`, with `v² = v0² + 2 g R (1 - cos θ)/k`; a ball without any
    /// speed would balance for ever, so it is given a thousandth of the natural one. `θ = a sinh s` takes the peak at the
    /// top out of the integrand; then Simpson's rule.
    fn time(&self, across: f64, cosine: f64) -> f64 {
        let scale = self.gravity * self.radius;
        let start = across.max(1e-3 * scale.sqrt());
        let end = libm::acos(cosine.clamp(-1.0, 1.0));
        let spread = start * (self.stiff / scale).sqrt();
        let span = libm::asinh(end / spread);
        let steps = 16;
        let mut sum = 0.0;
        for k in 0..=steps {
            let s = span * f64::from(k) / f64::from(steps);
            let half = 0.5 * spread * libm::sinh(s);
            let rise = 2.0 * libm::sin(half) * libm::sin(half);
            let weight = if k == 0 || k == steps { 1.0 } else { 2.0 + 2.0 * f64::from(k % 2) };
            sum += weight * spread * libm::cosh(s) / (start * start + 2.0 * scale * rise / self.stiff).sqrt();
        }
        self.radius * sum * span / (3.0 * f64::from(steps))
    }
}
