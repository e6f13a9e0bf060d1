//! One impulse with restitution along the normal and Coulomb friction across it.
//!
//! With the velocity `vn n + τ` of the place of contact (`vn < 0`), restitution `e` and friction `f`:
//!
//! ```text
//! Δn = -(1 + e) vn
//! Δt = -(2/7) τ          if that is no more than friction can do: the slip ends
//!    = -f Δn τ/|τ|       otherwise: it slips all through
//! v += Δn n + Δt,   w += 5/(2R) (-n × Δt)
//! ```
//!
//! `2/7` is the effective mass of a solid sphere's surface as a part of its own mass. See Walton & Braun, "Viscosity,
//! granular-temperature, and stress calculations for shearing assemblies of inelastic, frictional disks", J. Rheol. 30
//! (1986), for the law; the normal is that of the real contact at the nose.

use super::{Approach, Touch, pushed};
use crate::DVec3;
use crate::billiards::ball::BallState;

pub(super) fn resolve(touch: &Touch<'_>) -> BallState {
    along(touch, touch.normal)
}

/// The same with a normal of the caller's.
pub(super) fn along(touch: &Touch<'_>, normal: DVec3) -> BallState {
    let spec = touch.spec;
    strike(&touch.state, spec.radius, normal, touch.restitution(), spec.cushion_friction)
}

/// The law itself, for anything that does not move.
pub(in super::super) fn strike(
    state: &BallState,
    radius: f64,
    normal: DVec3,
    restitution: f64,
    friction: f64,
) -> BallState {
    let approach = Approach::new(state, radius, normal);
    if approach.normal.is_nan() || approach.normal >= 0.0 {
        return *state;
    }
    let push = -(1.0 + restitution) * approach.normal;
    let (stick, most) = (approach.slip * (-2.0 / 7.0), friction * push);
    let size = stick.length();
    let pull = if size <= most { stick } else { stick * (most / size) };
    pushed(state, radius, normal, push, pull)
}
