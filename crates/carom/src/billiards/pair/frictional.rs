//! Restitution along the line of centres, Coulomb friction across it: Alciatore's TP A-14 (throw), for balls of any mass and
//! size that meet along any line in space.
//!
//! While one ball rubs on the other, the slip keeps its direction and only shrinks, so the impact has a closed form: either
//! the slip lasts, and the friction is as large as it can be, or it ends, and the surfaces grip.

use super::{BallFriction, Meeting};
use crate::billiards::BallState;

/// The states after an impact at `approach` m/s.
pub(super) fn resolve(meeting: &Meeting<'_>, approach: f64, friction: &BallFriction) -> [BallState; 2] {
    let [mut a, mut b] = meeting.states;
    let [one, two] = meeting.specs;
    let normal = meeting.normal;
    let restitution = meeting.restitution();
    let reduced = meeting.reduced_mass();
    let push = (1.0 + restitution) * reduced * approach;
    // The law of friction limits the impulse across by the impulse along the normal. The reference engine has the speed of
    // separation in its place, which with two equal masses differs by the factor 2 e / (1 + e).
    let pressing = if meeting.quirks.friction_by_separation { 2.0 * restitution * reduced * approach } else { push };

    let slip = meeting.slip();
    let speed = slip.length();
    // An impulse J across changes the slip by (1 + 5/2) J (1/m1 + 1/m2): a push at the rim of a solid ball moves its rim
    // seven halves as much as its centre. So this much of it ends the slip: TP A-14's limit 1/7 for equal masses.
    let grip = 2.0 / 7.0 * reduced;
    let limit = friction.coefficient(meeting.specs, speed) * pressing;
    let across = if grip * speed > limit { -limit / speed * slip } else { -grip * slip };

    let impulse = across - push * normal;
    a.velocity += impulse / one.mass;
    b.velocity -= impulse / two.mass;
    // R n × J / (2/5 m R²), and for the second ball (-R n) × (-J): both turn the same way.
    let turn = 2.5 * normal.cross(across);
    a.spin += turn / (one.mass * one.radius);
    b.spin += turn / (two.mass * two.radius);
    [a, b]
}
