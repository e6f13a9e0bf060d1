//! Where balls may lie when a shot begins.

use super::ball::{Ball, BallState, Phase};
use super::detect::{Bed, Fit};
use super::table::Pocket;
use crate::Error;
use crate::tolerance::BILLIARD_OVERLAP;

/// A ball as the shot takes it: on the cloth at its own height; one that is said to roll but slips slides.
pub(super) fn tidied(ball: &Ball) -> BallState {
    let mut state = ball.state;
    if state.phase.on_cloth() {
        state.position.z = ball.spec.radius;
    }
    if state.phase == Phase::Rolling && state.slip(&ball.spec).length() > crate::tolerance::STILL_SPEED {
        state.phase = Phase::Sliding;
    }
    state
}

/// Fails if a ball lies in another, in a cushion, or off the table.
pub(super) fn check(bed: &Bed, fits: &[Fit], balls: &[Ball]) -> Result<(), Error> {
    let refused = |what, why, ball: &Ball| Err(Error::degenerate(what, why).within(&ball.name));
    for (k, (ball, fit)) in balls.iter().zip(fits).enumerate() {
        let state = &ball.state;
        if state.phase.is_out() {
            continue;
        }
        let (place, radius) = (state.position.truncate(), ball.spec.radius);
        let stands = matches!(state.phase, Phase::Stationary | Phase::Spinning);
        if stands && state.velocity != crate::DVec3::ZERO {
            return refused("a ball", "that stands has a velocity; say that it slides or rolls", ball);
        }
        if state.phase == Phase::Stationary && state.spin != crate::DVec3::ZERO
            || state.phase == Phase::Spinning && state.spin.truncate() != crate::DVec2::ZERO
        {
            return refused("a ball", "that stands has a spin; say that it spins (about the upright) or slides", ball);
        }
        if state.position.z < radius - BILLIARD_OVERLAP {
            return refused("a ball", "lies below the cloth; its centre is a radius above it", ball);
        }
        if state.phase.on_cloth() && state.position.z > radius + BILLIARD_OVERLAP {
            return refused("a ball", "is said to be on the cloth, but its centre is higher than its radius", ball);
        }
        if state.phase.on_cloth() && state.velocity.z != 0.0 {
            return refused("a ball", "on the cloth moves upwards or downwards; it must be airborne for that", ball);
        }
        let out = bed.cushion_width;
        let on_table = place.x > -out && place.y > -out && place.x < bed.width + out && place.y < bed.length + out;
        if !on_table {
            return refused("a ball", "is outside the table", ball);
        }
        if (bed.nose - radius).abs() > 0.95 * radius && !bed.rails.is_empty() {
            return refused("a ball", "does not fit the cushions: their noses pass over it, or under its middle", ball);
        }
        let over_hole = |pocket: &Pocket| (place - pocket.centre).length_squared() < pocket.radius * pocket.radius;
        if state.phase.on_cloth() && bed.pockets.iter().any(over_hole) {
            return refused("a ball", "lies over a pocket; say that it is potted", ball);
        }
        for rail in &bed.rails {
            let arm = place - rail.from;
            let (gap, s) = (arm.dot(rail.inward) - fit.reach, arm.dot(rail.along));
            if state.phase.on_cloth()
                && gap < -BILLIARD_OVERLAP
                && gap > -2.0 * fit.reach
                && (0.0..=rail.span).contains(&s)
            {
                return refused("a ball", "lies in a cushion", ball);
            }
        }
        for jaw in &bed.jaws {
            if state.phase.on_cloth() && (place - jaw.centre).length() < jaw.radius + fit.reach - BILLIARD_OVERLAP {
                return refused("a ball", "lies in the tip of a cushion", ball);
            }
        }
        for other in balls[..k].iter().filter(|other| !other.state.phase.is_out()) {
            let reach = radius + other.spec.radius - BILLIARD_OVERLAP;
            if (state.position - other.state.position).length_squared() < reach * reach {
                return refused("a ball", "overlaps another", ball);
            }
        }
    }
    Ok(())
}
