//! Motion between events.

use super::super::common::{Common, read_state};
use super::super::contact::pace;
use super::super::tolerance::CLOSED_FORM;
use super::super::verdict::{Measures, Verdict};
use crate::case::{Fault, Field};
use carom::billiards::{Ball, Models, Phase, Shot, Table};

/// A ball by itself, so many seconds later.
pub(super) fn evolve(name: String, case: &Field<'_>, common: &Common) -> Result<Verdict, Fault> {
    let numbers = common.ball(&case.get("ball_params")?)?;
    let state = read_state(case)?;
    let theirs = read_state(&case.get("out")?)?;
    let time = case.num("t")?;
    let airborne = state.phase == Phase::Airborne;
    let models = Models { gravity: numbers.gravity, jumps: airborne, ..Models::pooltool() };
    let mut measures = Measures::default();
    let ball = Ball { name: "ball".to_owned(), spec: numbers.spec, state };
    match Shot::new(&without_walls(), &models, &[ball], None) {
        Err(error) => measures.complain(format!("cannot be set up: {error}")),
        Ok(mut shot) => {
            // A ball in the air is followed on its parabola, also through the cloth.
            if !airborne {
                shot.run();
            }
            let ours = shot.state_at(0, time);
            let radius = numbers.spec.radius;
            let scale = pace(&state, radius);
            let place = (ours.position - theirs.position).length();
            let size = theirs.position.length().max(1.0);
            measures.take(place, CLOSED_FORM * size, || "place".to_owned());
            let velocity = (ours.velocity - theirs.velocity).length();
            measures.take(velocity, CLOSED_FORM * scale, || "velocity".to_owned());
            let spin = radius * (ours.spin - theirs.spin).length();
            measures.take(spin, CLOSED_FORM * scale, || "spin".to_owned());
            if let Some(end) = case.some("transition_time") {
                let end = end.number()?;
                let ours = if airborne { None } else { shot.events().first().map(|event| event.time) };
                let off = ours.map_or(f64::INFINITY, |ours| (ours - end).abs());
                measures.take(off, CLOSED_FORM * end.max(1e-3), || "end of the phase".to_owned());
                if (time - end).abs() > 1e-9 * end && theirs.phase != shot.state_at(0, time).phase {
                    measures.complain(format!(
                        "{} and not {}",
                        shot.state_at(0, time).phase.name(),
                        theirs.phase.name()
                    ));
                }
            }
        }
    }
    Ok(measures.verdict(name, Vec::new()))
}

/// Endless cloth.
pub(super) fn without_walls() -> Table {
    Table {
        name: "endless".to_owned(),
        width: 600.0,
        length: 600.0,
        nose_height: 0.036,
        cushion_width: 0.05,
        rails: Vec::new(),
        jaws: Vec::new(),
        pockets: Vec::new(),
    }
}
