//! Impacts: ball and ball, ball and cushion, cue and ball, ball and cloth.

use super::super::common::{Common, read_cushion, read_landing, read_pair, read_state};
use super::super::contact::{apart, at_jaw, at_rail, flat, pace, rebound};
use super::super::play::SWITCHES;
use super::super::reach::measure_hit;
use super::super::tolerance::CLOSED_FORM;
use super::super::verdict::{COARSE_MATHAVAN, Measures, Outcome, Quirk, SHORTCUT, Verdict};
use crate::case::{Fault, Field};
use carom::billiards::{BallSpec, BallState, CushionModel, Meeting, Phase, Quirks, Strike, StrikeModel, Touch, spacer};

pub(super) fn pair(name: String, model: &Field<'_>, case: &Field<'_>, common: &Common) -> Result<Verdict, Fault> {
    let model = read_pair(model)?;
    let numbers = common.ball(&case.get("ball_params")?)?;
    let specs = [&numbers.spec, &numbers.spec];
    let states = [read_state(&case.get("a")?)?, read_state(&case.get("b")?)?];
    let theirs = [read_state(&case.get("out_a")?)?, read_state(&case.get("out_b")?)?];
    let states = spacer::balls(states, specs);
    let normal = (states[1].position - states[0].position).normalize_or_zero();
    let with = |quirks: Quirks| model.resolve(&Meeting { specs, states, normal, lossless: false, quirks }).map(flat);
    let ours = with(Quirks::POOLTOOL);
    let radius = numbers.spec.radius;
    let scale = states.iter().chain(&theirs).map(|state| pace(state, radius)).fold(0.0, f64::max);
    let shows = |quirks: Quirks| {
        with(quirks).iter().zip(&theirs).any(|(law, theirs)| apart(law, theirs, radius) > CLOSED_FORM * scale)
    };
    let mut measures = Measures::default();
    for (k, ball) in ["a", "b"].iter().enumerate() {
        measures.take(apart(&ours[k], &theirs[k], radius), CLOSED_FORM * scale, || format!("motion of {ball}"));
        let place = (states[k].position - theirs[k].position).length();
        measures.take(place, CLOSED_FORM, || format!("place of {ball} after the clean-up"));
    }
    Ok(measures.verdict(name, quirks_that(shows)))
}

/// The quirks without which a step is not as recorded.
fn quirks_that(shows: impl Fn(Quirks) -> bool) -> Vec<Quirk> {
    let without = |switch: fn(&mut Quirks) -> &mut bool| {
        let mut quirks = Quirks::POOLTOOL;
        *switch(&mut quirks) = false;
        quirks
    };
    SWITCHES.iter().filter(|(_, switch)| shows(without(*switch))).map(|(quirk, _)| *quirk).collect()
}

pub(super) fn cushion(name: String, model: &Field<'_>, case: &Field<'_>, common: &Common) -> Result<Verdict, Fault> {
    let model = read_cushion(model)?;
    let spec = common.ball(&case.get("ball_params")?)?.spec;
    let table = common.table(&case.get("table")?)?;
    let (before, theirs) = (read_state(&case.get("ball")?)?, read_state(&case.get("out")?)?);
    let cushion = case.get("cushion")?;
    let id = cushion.text()?;
    let missing = || Fault::new(cushion.at(), format_args!("there is no `{id}` at this table"));
    let touch = match case.get("kind")?.text()? {
        "circular" => {
            let jaw = table.jaws.iter().find(|jaw| jaw.name == id).ok_or_else(missing)?;
            at_jaw(&spec, before, jaw, table.nose_height)
        }
        _ => {
            let rail = table.rails.iter().find(|rail| rail.name == id).ok_or_else(missing)?;
            at_rail(&spec, before, rail, table.nose_height)
        }
    };
    let mut measures = Measures::default();
    let place = (touch.state.position - theirs.position).length();
    measures.take(place, CLOSED_FORM, || "place after the clean-up".to_owned());
    if model == CushionModel::Mathavan2010 {
        let (_, beyond) = measure_hit(&touch, &theirs, &mut measures, || "motion".to_owned());
        let mut verdict = measures.verdict(name, vec![COARSE_MATHAVAN]);
        if beyond && verdict.outcome == Outcome::Passed {
            verdict.outcome = Outcome::Excepted(COARSE_MATHAVAN);
        }
        return Ok(verdict);
    }
    let ours = rebound(model, &touch);
    let scale = pace(&before, spec.radius).max(pace(&theirs, spec.radius));
    measures.take(apart(&ours, &theirs, spec.radius), CLOSED_FORM * scale, || "motion".to_owned());
    let at_a_border = matches!(model, CushionModel::Stronge { omega } if takes_a_shortcut(&spec, &touch, omega));
    let mut verdict = measures.verdict(name, Vec::new());
    if at_a_border && verdict.outcome == Outcome::Missed {
        verdict.outcome = Outcome::Excepted(SHORTCUT);
    }
    Ok(verdict)
}

/// Whether the reference would take the answer of a border between two kinds of impact instead of solving (guide 7.8).
fn takes_a_shortcut(spec: &BallSpec, touch: &Touch<'_>, omega: f64) -> bool {
    let normal = touch.normal;
    let contact = touch.state.velocity + touch.state.spin.cross(-spec.radius * normal);
    let closing = contact.dot(normal);
    let slip = (contact - closing * normal).length();
    let (mu, e, beta) = (spec.cushion_friction, spec.cushion_restitution, 3.5);
    let eta = beta / (omega * omega);
    let x = -slip / closing;
    let near = |border: f64| (x - border).abs() <= 1e-8 + 1e-5 * border.abs();
    near(0.0) || near(mu * eta) || near(mu * ((1.0 + e) * beta - eta / e))
}

pub(super) fn strike(name: String, case: &Field<'_>, common: &Common) -> Result<Verdict, Fault> {
    let spec = common.ball(&case.get("ball_params")?)?.spec;
    let cue = case.get("cue")?;
    let theirs = read_state(&case.get("out")?)?;
    let strike = Strike {
        ball: 0,
        speed: cue.num("V0")?,
        direction: cue.num("phi")?.to_radians(),
        elevation: cue.num("theta")?.to_radians(),
        side: cue.num("a")?,
        height: cue.num("b")?,
        cue: common.cue(&case.get("cue_specs")?)?,
    };
    let law = StrikeModel {
        squirt: case.number_or("squirt_throttle", 1.0)?,
        english: case.number_or("english_throttle", 1.0)?,
        miscue: None,
    };
    let mut measures = Measures::default();
    match law.strike(&spec, &strike) {
        Ok((velocity, spin)) => {
            let ours = BallState { phase: Phase::Sliding, position: theirs.position, velocity, spin };
            let is_flat = case.get("model")?.text()?.ends_with("2d");
            let ours = if is_flat { flat(ours) } else { ours };
            let scale = pace(&theirs, spec.radius).max(strike.speed);
            measures.take(apart(&ours, &theirs, spec.radius), CLOSED_FORM * scale, || "motion".to_owned());
        }
        Err(error) => measures.complain(format!("refused: {error}")),
    }
    Ok(measures.verdict(name, Vec::new()))
}

pub(super) fn landing(name: String, case: &Field<'_>, common: &Common) -> Result<Verdict, Fault> {
    let model = read_landing(case)?;
    let numbers = common.ball(&case.get("ball_params")?)?;
    let (before, theirs) = (read_state(&case.get("ball")?)?, read_state(&case.get("out")?)?);
    let radius = numbers.spec.radius;
    let off = |quirks: Quirks| {
        let after = model.resolve(&numbers.spec, &before, numbers.gravity, quirks);
        // A hop that is over at once: the cloth's business, like the phase after it.
        let hop = 0.5 * after.velocity.z * after.velocity.z / numbers.gravity;
        apart(&if hop < model.least_hop() { flat(after) } else { after }, &theirs, radius)
    };
    let allowed = CLOSED_FORM * pace(&before, radius);
    let mut measures = Measures::default();
    measures.take(off(Quirks::POOLTOOL), allowed, || "motion".to_owned());
    Ok(measures.verdict(name, quirks_that(|quirks| off(quirks) > allowed)))
}
