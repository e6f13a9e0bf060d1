//! Inputs on which the reference itself gives up: there is no record, but there are laws.

use super::play::play;
use super::record::RecordedShot;
use super::tolerance::{LEDGER, OVERLAP};
use super::verdict::{Measures, Verdict};
use carom::billiards::{Outcome, Shot};

/// Whether the shot ends, keeps its energy in order, and nothing overlaps or leaves.
pub(crate) fn judge(shot: &RecordedShot) -> Verdict {
    let mut measures = Measures::default();
    match play(shot, shot.models.quirks) {
        Err(error) => measures.complain(error),
        Ok(ours) => {
            measures.take(ours.imbalance, LEDGER, || "ledger of energy".to_owned());
            if ours.outcome != Outcome::AtRest {
                measures.complain(format!("does not come to rest: {:?}", ours.outcome));
            }
            measure_room(shot, &mut measures);
            let mut verdict = measures.verdict(shot.id.clone(), Vec::new());
            verdict.words = format!("{} events; {}", ours.events.len(), verdict.words);
            return verdict;
        }
    }
    measures.verdict(shot.id.clone(), Vec::new())
}

/// At every event: no two balls in one place, none outside.
fn measure_room(shot: &RecordedShot, measures: &mut Measures) {
    let Ok(mut played) = Shot::new(&shot.table, &shot.models, &shot.balls, shot.strike.as_ref()) else { return };
    loop {
        for (a, ball) in shot.balls.iter().enumerate() {
            let state = played.state(a);
            if state.phase.is_out() {
                continue;
            }
            let (place, reach) = (state.position, ball.spec.radius);
            let (wide, long) = (shot.table.width, shot.table.length);
            let out = (reach - place.x).max(place.x + reach - wide).max(reach - place.y).max(place.y + reach - long);
            // Pockets and their jaws lie outside the line of the noses.
            if shot.table.pockets.is_empty() {
                measures.take(out.max(0.0), OVERLAP, || format!("{} in a cushion", ball.name));
            }
            for (b, other) in shot.balls.iter().enumerate().skip(a + 1) {
                let other_state = played.state(b);
                if !other_state.phase.is_out() {
                    let gap = (other_state.position - place).length() - reach - other.spec.radius;
                    measures.take((-gap).max(0.0), OVERLAP, || format!("{} in {}", ball.name, other.name));
                }
            }
        }
        if played.next().is_none() {
            break;
        }
    }
}
