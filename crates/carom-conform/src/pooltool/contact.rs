//! A recorded ball at a recorded cushion, the way the reference sees it: a ball whose centre is a radius away from an
//! upright wall, with the nose above its centre.

use carom::billiards::{BallSpec, BallState, CushionModel, Jaw, Rail, Touch, spacer};
use carom::{DVec2, DVec3};

/// A ball at a straight cushion, after the reference's clean-up.
pub(crate) fn at_rail<'a>(spec: &'a BallSpec, state: BallState, rail: &Rail, nose_height: f64) -> Touch<'a> {
    let state = spacer::rail(state, spec, rail.from, rail.inward);
    let away = (state.position.truncate() - rail.from).dot(rail.inward);
    touch(spec, state, rail.inward, away, nose_height)
}

/// A ball at a round cushion, after the reference's clean-up. The normal is taken from the circle's centre (a quirk).
pub(crate) fn at_jaw<'a>(spec: &'a BallSpec, state: BallState, jaw: &Jaw, nose_height: f64) -> Touch<'a> {
    let state = spacer::jaw(state, spec, jaw.centre, jaw.radius);
    let apart = state.position.truncate() - jaw.centre;
    touch(spec, state, apart.normalize_or_zero(), apart.length(), nose_height)
}

fn touch<'a>(spec: &'a BallSpec, state: BallState, inward: DVec2, away: f64, nose_height: f64) -> Touch<'a> {
    let normal = (away * inward).extend(state.position.z - nose_height).normalize_or_zero();
    Touch {
        spec,
        state,
        out: (-inward).extend(0.0),
        normal,
        lean: (nose_height - spec.radius) / spec.radius,
        on_cloth: true,
        lossless: false,
    }
}

/// What a law makes of it on the cloth, which takes the vertical velocity.
pub(crate) fn rebound(model: CushionModel, touch: &Touch<'_>) -> BallState {
    flat(model.resolve(touch))
}

/// A state whose vertical velocity the cloth has taken.
pub(crate) fn flat(mut state: BallState) -> BallState {
    state.velocity = DVec3::new(state.velocity.x, state.velocity.y, 0.0);
    state
}

/// How far two motions differ in velocity and in spin times radius, m/s.
pub(crate) fn apart(a: &BallState, b: &BallState, radius: f64) -> f64 {
    let velocity = (a.velocity - b.velocity).length();
    velocity.max(radius * (a.spin - b.spin).length())
}

/// Speed or spin times radius, whichever is greater, m/s.
pub(crate) fn pace(state: &BallState, radius: f64) -> f64 {
    state.velocity.length().max(radius * state.spin.length())
}
