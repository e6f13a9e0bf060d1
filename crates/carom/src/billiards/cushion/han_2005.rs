//! Han, "Dynamics in carom and three cushion billiards", J. Mech. Sci. Tech. 19 (2005) 976-984.
//!
//! The nose touches the ball at an angle `θ` over its centre, with `sin θ = (h - R)/R`. With the cushion at `+x`,
//! `s = sin θ` and `c = cos θ`, the paper's final equations 24 and 25 (its intermediate 14c and 21a have misprints) are
//!
//! ```text
//! sx = v_x s - v_z c + R w_y      sy = -v_y - R w_z c + R w_x s
//! Pz = (1 + e) m v_x c
//! (Px, Py) = 2m/7 (sx, sy), but no longer than f Pz
//! v += (-Px s - Pz c, Py, Px c - Pz s) / m,   w += (R/I) (-Py s, X s - Z c, Py c)
//! ```
//!
//! That is the impulse of `impulse.rs` along the normal `(-c, 0, -s)`: `sx` and `sy` are the slip across it, and a ball
//! on the cloth comes along it with `v_x c`. Only the angle differs, so the one function serves both. For a ball in the
//! air the approach counts its vertical velocity too.

use super::{Touch, impulse};
use crate::DVec3;
use crate::billiards::ball::BallState;

pub(super) fn resolve(touch: &Touch<'_>) -> BallState {
    let sine = touch.lean.clamp(-1.0, 1.0);
    let cosine = (1.0 - sine * sine).sqrt();
    impulse::along(touch, touch.out * -cosine - DVec3::Z * sine)
}
