//! Every number a run is judged by: meaning, unit, and where it comes from. "Agreed" means the table of tolerances the
//! engine is accepted by; docs/conformance.md repeats it in words.

use carom::units::VP_LENGTH;

/// Visual Pinball's length units in a millimetre.
pub(crate) const MM: f64 = 1e-3 / VP_LENGTH;

/// Bounces: velocity, and spin times radius, as a share of the incoming speed. Agreed.
pub(crate) const BOUNCE: f64 = 1e-3;
/// Flipper stroke: degrees, at every millisecond. Agreed.
pub(crate) const STROKE_DEGREES: f64 = 0.1;
/// Flipper stroke: ms, at which a stop is met. Agreed.
pub(crate) const STROKE_MS: f64 = 0.2;
/// Free roll: velocity as a share of the greatest speed so far. Agreed.
pub(crate) const ROLL_VELOCITY: f64 = 0.005;
/// Free roll: place as a share of the way so far. Agreed.
pub(crate) const ROLL_PLACE: f64 = 0.005;
/// Free roll: and this much anywhere. Agreed: 0.3 mm.
pub(crate) const ROLL_SLACK: f64 = 0.3 * MM;
/// Two balls: velocity as a share of the greatest incoming speed. Agreed.
pub(crate) const BALLS: f64 = 1e-3;
/// Bumper, slingshot, plunger, kicker, gate, spinner: share of speed and way. Agreed.
pub(crate) const MECHANISM: f64 = 0.02;
/// The same: ms, within which each event must come. Agreed.
pub(crate) const MECHANISM_MS: f64 = 1.0;
/// Flipper shots: share of the outgoing speed. Agreed.
pub(crate) const SHOT_SPEED: f64 = 0.03;
/// Flipper shots: degrees of direction. Agreed.
pub(crate) const SHOT_DEGREES: f64 = 1.5;
/// Flipper shots: the share of cases that must pass. Agreed.
pub(crate) const SHOT_QUOTA: f64 = 0.9;
/// Rest and contact: where the ball ends. Agreed: 0.5 mm.
pub(crate) const REST_PLACE: f64 = 0.5 * MM;
/// Mini table: how many events must be the same. Agreed.
pub(crate) const MINI_EVENTS: usize = 10;
/// Mini table: ms, within which each must come. Agreed.
pub(crate) const MINI_MS: f64 = 2.0;
/// Mini table: where the ball is. Agreed: 2 mm.
pub(crate) const MINI_PLACE: f64 = 2.0 * MM;
/// Mini table: until which event. Agreed.
pub(crate) const MINI_PLACE_EVENTS: usize = 3;

/// Below this approach speed Visual Pinball does not bounce but takes the speed away (its contact speed): such touches
/// are excepted. Guide 1.3.
pub(crate) const SLOW_TOUCH: f64 = 0.099;
/// How far Visual Pinball lets a touching ball float above or below the surface: its touch layer of 0.05 and the way of
/// a tick. Guide 1.3; rows of the data.
pub(crate) const FLOAT: f64 = 0.06;
/// Upward speed in a row that means nothing. A supported ball of Visual Pinball shows the push it got against the next tick's
/// gravity, g cos(slope) · 0.1 = 0.175, while ours may still fall through the layer in which theirs already touches, where it
/// gets to sqrt(2 g · 0.05) = 0.42.
pub(crate) const SUPPORT_SPEED: f64 = 0.6;
/// Visual Pinball's time units in a tick of 1 ms.
pub(crate) const TICK: f64 = 0.1;
/// A change of velocity from row to row beyond gravity that means an impact.
pub(crate) const JUMP: f64 = 0.25;
/// A way from row to row, beyond twice what the ball's speed gives, that means it was put somewhere else.
pub(crate) const LEAP: f64 = 1.0;
/// The greatest acceleration in the data, 0.97 g, rounded up.
pub(crate) const GRAVITY: f64 = 1.77;
/// A ball slower than this on average has not been rolling: it creeps (Visual Pinball's wedged balls) or holds.
pub(crate) const CREEP_SPEED: f64 = 0.1;
