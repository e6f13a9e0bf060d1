//! Back the way it came: what a mirror does.
//!
//! The part of the velocity into the cushion is turned round, with the ball's restitution if that is asked for. Neither
//! spin nor friction nor the height of the nose has a say. Useful for puzzles and for checking everything else.

use super::Touch;
use crate::billiards::ball::BallState;

pub(super) fn resolve(touch: &Touch<'_>, restitution: bool) -> BallState {
    // In the air the nose may be met from above: then the mirror leans.
    let mirror = if touch.on_cloth { touch.out } else { -touch.normal };
    let into = touch.state.velocity.dot(mirror);
    if into.is_nan() || into <= 0.0 {
        return touch.state;
    }
    let kept = if restitution { touch.restitution() } else { 1.0 };
    BallState { velocity: touch.state.velocity - (1.0 + kept) * into * mirror, ..touch.state }
}
