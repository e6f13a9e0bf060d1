//! Moments of contact: the first event of a ball with one other thing on the table.

use super::super::common::{Common, read_state};
use super::super::tolerance::CLOSED_FORM;
use super::super::verdict::{Measures, Verdict};
use super::motion::without_walls;
use crate::case::{Fault, Field};
use carom::DVec3;
use carom::billiards::{Ball, Models, Shot, Table, What};

pub(super) fn detect(name: String, case: &Field<'_>, common: &Common) -> Result<Verdict, Fault> {
    let numbers = common.ball(&case.get("ball_params")?)?;
    let models = Models { gravity: numbers.gravity, ..Models::pooltool() };
    let until = case.some("t_transition").map_or(Ok(f64::INFINITY), |time| time.number())?;
    let ball = |key: &str| -> Result<Ball, Fault> {
        Ok(Ball { name: key.to_owned(), spec: numbers.spec, state: read_state(&case.get(key)?)? })
    };
    let mut measures = Measures::default();
    let kind = case.get("kind")?;
    match kind.text()? {
        "ball_ball" => {
            let theirs = case.some("t").map(|time| time.number()).transpose()?;
            let is = |what: &What| matches!(what, What::Balls { .. });
            let mut balls = [ball("a")?, ball("b")?];
            let places = balls.iter().map(|ball| ball.state.position);
            // The cloth begins at zero; where on it balls meet makes no difference.
            let shift = DVec3::new(1.0, 1.0, 0.0) - places.reduce(DVec3::min).unwrap_or_default().with_z(0.0);
            balls.iter_mut().for_each(|ball| ball.state.position += shift);
            let ours = first(&without_walls(), &models, &balls, until, is);
            measure(&mut measures, "balls", theirs, ours, until);
        }
        "table" => {
            let whole = common.table(&case.get("table")?)?;
            let balls = [ball("ball")?];
            let recorded = |kind: &str, part: &str| -> Result<Option<f64>, Fault> {
                case.some(kind).and_then(|times| times.some(part)).map(|time| time.number()).transpose()
            };
            let bare = Table { rails: Vec::new(), jaws: Vec::new(), pockets: Vec::new(), ..whole.clone() };
            for rail in &whole.rails {
                let table = Table { rails: vec![rail.clone()], ..bare.clone() };
                let ours = first(&table, &models, &balls, until, |what| matches!(what, What::Rail { .. }));
                measure(&mut measures, &rail.name, recorded("linear", &rail.name)?, ours, until);
            }
            for jaw in &whole.jaws {
                let table = Table { jaws: vec![jaw.clone()], ..bare.clone() };
                let ours = first(&table, &models, &balls, until, |what| matches!(what, What::Jaw { .. }));
                measure(&mut measures, &jaw.name, recorded("circular", &jaw.name)?, ours, until);
            }
            for pocket in &whole.pockets {
                let table = Table { pockets: vec![pocket.clone()], ..bare.clone() };
                let ours = first(&table, &models, &balls, until, |what| matches!(what, What::Pot { .. }));
                measure(&mut measures, &pocket.name, recorded("pocket", &pocket.name)?, ours, until);
            }
        }
        other => return Err(Fault::new(kind.at(), format_args!("`{other}` is no search known here"))),
    }
    Ok(measures.verdict(name, Vec::new()))
}

/// When such an event comes first, before the motion of the balls changes by itself.
fn first(
    table: &Table,
    models: &Models,
    balls: &[Ball],
    until: f64,
    is: impl Fn(&What) -> bool,
) -> Result<Option<f64>, String> {
    let mut shot = Shot::new(table, models, balls, None).map_err(|error| error.to_string())?;
    shot.run_until(until, 4);
    let found = shot.events().iter().find(|event| !matches!(event.what, What::Strike { .. }));
    Ok(found.filter(|event| is(&event.what) && event.time < until).map(|event| event.time))
}

fn measure(measures: &mut Measures, part: &str, theirs: Option<f64>, ours: Result<Option<f64>, String>, until: f64) {
    let at_the_end = |time: f64| (time - until).abs() <= 1e-9 * until;
    match (theirs, ours) {
        (_, Err(error)) => measures.complain(format!("{part} cannot be set up: {error}")),
        (None, Ok(None)) => measures.take(0.0, 1.0, || part.to_owned()),
        (Some(theirs), Ok(Some(ours))) => {
            measures.take((theirs - ours).abs(), CLOSED_FORM * theirs.max(1e-3), || format!("time of {part}"));
        }
        (Some(theirs), Ok(None)) if !at_the_end(theirs) => {
            measures.complain(format!("{part} is met at {theirs:.9} in the record, not here"));
        }
        (None, Ok(Some(ours))) if !at_the_end(ours) => {
            measures.complain(format!("{part} is met at {ours:.9} here, not in the record"));
        }
        _ => {}
    }
}
