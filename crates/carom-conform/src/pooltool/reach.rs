//! How far a recorded shot can be compared, and why no farther.

use super::coarse;
use super::contact::{apart, at_jaw, at_rail, flat, pace, rebound};
use super::record::{RecordedEvent, RecordedShot};
use super::tolerance::{MATHAVAN, MATHAVAN_NOISE};
use super::verdict::Measures;
use carom::billiards::{BallState, CushionModel, Meeting, Touch, What, spacer};

/// So many leading events are compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limit {
    pub(crate) events: usize,
    /// Why not all.
    pub(crate) why: &'static str,
}

/// The first thing that ends the comparison.
pub(crate) fn limit(shot: &RecordedShot) -> Limit {
    let unknown = shot.events.iter().position(|event| event.amp.is_none());
    let candidates = [
        (shot.reach.horizon, "error growth above 1000"),
        (shot.reach.same_sequence, "the order depends on a nanometre"),
        (unknown, "the order depends on a nanometre"),
        (shot.reach.spacer, "the order depends on the spacer"),
    ];
    let mut limit = Limit { events: shot.events.len(), why: "" };
    for (events, why) in candidates {
        if let Some(events) = events.filter(|events| *events < limit.events) {
            limit = Limit { events, why };
        }
    }
    limit
}

/// Whether the reference's exchange of speed after an impact shows in the record.
pub(crate) fn has_chatter(shot: &RecordedShot) -> bool {
    shot.events.iter().any(|event| shows_chatter(shot, event))
}

/// Whether the exchange shows in an event: what the law makes of the recorded state
/// before is a pair that goes on together, and the state after is that with the exchange, not without.
fn shows_chatter(shot: &RecordedShot, event: &RecordedEvent) -> bool {
    let (What::Balls { .. }, [(a, before_a, after_a), (b, before_b, after_b)]) = (event.what, event.around.as_slice())
    else {
        return false;
    };
    let (Some(ball_a), Some(ball_b)) = (shot.balls.get(*a), shot.balls.get(*b)) else { return false };
    let specs = [&ball_a.spec, &ball_b.spec];
    let states = spacer::balls([*before_a, *before_b], specs);
    let normal = (states[1].position - states[0].position).normalize_or_zero();
    let meeting = Meeting { specs, states, normal, lossless: false, quirks: shot.models.quirks };
    let law = shot.models.pair.resolve(&meeting).map(flat);
    let Some(exchanged) = spacer::exchange(&law) else { return false };
    let off = |ours: &[BallState; 2]| {
        apart(&ours[0], after_a, specs[0].radius).max(apart(&ours[1], after_b, specs[1].radius))
    };
    off(&exchanged) < off(&law)
}

fn is_mathavan(shot: &RecordedShot, what: &What) -> bool {
    match what {
        What::Rail { .. } => shot.models.rail == CushionModel::Mathavan2010,
        What::Jaw { .. } => shot.models.jaw == CushionModel::Mathavan2010,
        _ => false,
    }
}

/// What is known of a shot's hits with Mathavan's law of 2010.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coarse {
    /// For each hit the number of the event, and how far apart the two answers may be, m/s.
    pub(crate) hits: Vec<(usize, f64)>,
    /// Whether one of them is farther off than is agreed, because of the reference's step.
    pub(crate) beyond: bool,
}

/// Every recorded hit with Mathavan's law, one by one: the converged law from the recorded state before.
pub(crate) fn measure_mathavan(shot: &RecordedShot, measures: &mut Measures) -> Coarse {
    let mut coarse = Coarse::default();
    for (number, event) in shot.events.iter().enumerate().filter(|(_, event)| is_mathavan(shot, &event.what)) {
        let Some((ball, before, after)) = event.around.first() else { continue };
        let Some(spec) = shot.balls.get(*ball).map(|ball| &ball.spec) else { continue };
        let nose = shot.table.nose_height;
        let touch = match event.what {
            What::Rail { rail, .. } => shot.table.rails.get(rail).map(|rail| at_rail(spec, *before, rail, nose)),
            What::Jaw { jaw, .. } => shot.table.jaws.get(jaw).map(|jaw| at_jaw(spec, *before, jaw, nose)),
            _ => None,
        };
        let Some(touch) = touch else { continue };
        let (off, beyond) = measure_hit(&touch, after, measures, || format!("hit {number} on its own"));
        coarse.hits.push((number, off.max(MATHAVAN * pace(before, spec.radius))));
        coarse.beyond |= beyond;
    }
    coarse
}

/// One hit with Mathavan's law. Where it is farther off than is agreed, it must be by the reference's step: that step
/// repeats the record, and small steps come to our answer. How far it is off, and whether that is farther than agreed.
pub(crate) fn measure_hit(
    touch: &Touch<'_>,
    theirs: &BallState,
    measures: &mut Measures,
    name: impl Fn() -> String,
) -> (f64, bool) {
    let radius = touch.spec.radius;
    let pace = pace(&touch.state, radius);
    let ours = rebound(CushionModel::Mathavan2010, touch);
    let off = apart(&ours, theirs, radius);
    if off <= MATHAVAN * pace {
        measures.take(off, MATHAVAN * pace, name);
        return (off, false);
    }
    let repeated = apart(&coarse::rebound(touch, coarse::STEP, 1000.0), theirs, radius);
    let converged = apart(&coarse::rebound(touch, 0.0, 1e5), &ours, radius);
    measures.take(repeated, MATHAVAN_NOISE * pace, || format!("{}, with the reference's step,", name()));
    measures.take(converged, MATHAVAN_NOISE * pace, || format!("{}, with small steps,", name()));
    (off, true)
}
