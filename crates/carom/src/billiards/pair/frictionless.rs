//! Newton's impact of two smooth balls: the parts of the velocities along the line of centres change, nothing else does.

use super::Meeting;
use crate::billiards::BallState;

/// The states after an impact at `approach` m/s.
pub(super) fn resolve(meeting: &Meeting<'_>, approach: f64) -> [BallState; 2] {
    let [mut a, mut b] = meeting.states;
    // The relative velocity along the normal is turned round. With equal masses this exchanges the two parts.
    let impulse = 2.0 * meeting.reduced_mass() * approach * meeting.normal;
    a.velocity -= impulse / meeting.specs[0].mass;
    b.velocity += impulse / meeting.specs[1].mass;
    [a, b]
}
