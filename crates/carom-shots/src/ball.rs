//! Balls in a file: a name, a place, and whatever differs from a ball at rest.

use crate::fault::{Faults, shown};
use crate::record::{Field, Range};
use carom::DVec3;
use carom::billiards::{Ball, BallSpec, BallState, Phase};
use serde_json::{Map, Value, json};

/// Balls that have a name.
pub(crate) const SPECS: [(&str, BallSpec); 3] =
    [("pool", BallSpec::POOL), ("snooker", BallSpec::SNOOKER), ("carom", BallSpec::CAROM)];

/// Every number of a ball: its key, its range (the engine's, [`BallSpec::check`]), and where it stands.
type Number = (&'static str, Range, fn(&mut BallSpec) -> &mut f64);
const NUMBERS: [Number; 10] = [
    ("mass", (1e-6, 1e3), |spec| &mut spec.mass),
    ("radius", (1e-3, 1.0), |spec| &mut spec.radius),
    ("slide", (1e-6, 10.0), |spec| &mut spec.slide),
    ("roll", (1e-6, 10.0), |spec| &mut spec.roll),
    ("spin", (1e-6, 10.0), |spec| &mut spec.spin),
    ("ball_friction", (0.0, 10.0), |spec| &mut spec.ball_friction),
    ("ball_restitution", (0.0, 1.0), |spec| &mut spec.ball_restitution),
    ("cushion_restitution", (0.0, 1.0), |spec| &mut spec.cushion_restitution),
    ("cushion_friction", (0.0, 10.0), |spec| &mut spec.cushion_friction),
    ("table_restitution", (0.0, 0.99), |spec| &mut spec.table_restitution),
];

const PHASES: [(&str, Phase); 7] = [
    ("stationary", Phase::Stationary),
    ("spinning", Phase::Spinning),
    ("sliding", Phase::Sliding),
    ("rolling", Phase::Rolling),
    ("airborne", Phase::Airborne),
    ("potted", Phase::Potted),
    ("off", Phase::Off),
];

/// `"pool"`, or `{"like": "pool", "mass": 0.16}`.
pub(crate) fn read_spec(field: &Field<'_>, otherwise: BallSpec, faults: &mut Faults) -> BallSpec {
    if let crate::tree::Tree::Text(_) = field.tree {
        return field.choice(&SPECS, faults).unwrap_or(otherwise);
    }
    let Some(mut record) = field.record(faults) else { return otherwise };
    let mut spec = record.take("like").and_then(|like| like.choice(&SPECS, faults)).unwrap_or(otherwise);
    for (key, range, place) in NUMBERS {
        let own = *place(&mut spec);
        *place(&mut spec) = record.number(key, own, range, faults);
    }
    record.finish(faults);
    spec
}

/// The name of a ball's numbers, or how they differ from those of a pool ball.
pub(crate) fn write_spec(spec: &BallSpec) -> Value {
    if let Some((name, _)) = SPECS.iter().find(|(_, known)| known == spec) {
        return json!(name);
    }
    let mut record = Map::new();
    record.insert("like".to_owned(), json!("pool"));
    let (mut own, mut pool) = (*spec, BallSpec::POOL);
    for (key, _, place) in NUMBERS {
        if place(&mut own).to_bits() != place(&mut pool).to_bits() {
            record.insert(key.to_owned(), json!(*place(&mut own)));
        }
    }
    Value::Object(record)
}

/// The balls of a file with their places in it. Faulty ones are left out.
pub(crate) struct Balls {
    pub(crate) list: Vec<(String, Ball)>,
    /// Whether none was left out: only then can one say that a name is not there.
    pub(crate) is_whole: bool,
}

/// One ball. `None` if it has no usable name or place.
pub(crate) fn read_ball(field: &Field<'_>, otherwise: BallSpec, faults: &mut Faults) -> Option<Ball> {
    let mut record = field.record(faults)?;
    let name = record.need("name", "what the ball is called", faults).and_then(|name| name.name(faults));
    let spec = record.take("spec").map_or(otherwise, |spec| read_spec(&spec, otherwise, faults));
    let at = record.need("at", "where it lies, [x, y] in metres", faults);
    let at = at.and_then(|at| at.vector::<2>((-1e4, 1e4), faults));
    let height = record.number("height", spec.radius, (-1e4, 1e4), faults);
    let velocity = record.take("velocity").and_then(|field| field.vector((-1e3, 1e3), faults));
    let spin = record.take("spin").and_then(|field| field.vector((-1e5, 1e5), faults));
    let phase = record.take("phase").and_then(|phase| phase.choice(&PHASES, faults));
    record.finish(faults);
    let [x, y] = at?;
    let mut state = BallState {
        phase: Phase::Stationary,
        position: DVec3::new(x, y, height),
        velocity: DVec3::from_array(velocity.unwrap_or_default()),
        spin: DVec3::from_array(spin.unwrap_or_default()),
    };
    state.phase = phase.unwrap_or_else(|| phase_of(&state, &spec));
    Some(Ball { name: name?, spec, state })
}

pub(crate) fn write_ball(ball: &Ball, otherwise: &BallSpec) -> Value {
    let BallState { phase, position, velocity, spin } = ball.state;
    let mut record = Map::new();
    record.insert("name".to_owned(), json!(ball.name));
    record.insert("at".to_owned(), json!([position.x, position.y]));
    if ball.spec != *otherwise {
        record.insert("spec".to_owned(), write_spec(&ball.spec));
    }
    if position.z.to_bits() != ball.spec.radius.to_bits() {
        record.insert("height".to_owned(), json!(position.z));
    }
    for (key, vector) in [("velocity", velocity), ("spin", spin)] {
        if vector.to_array().iter().any(|part| part.to_bits() != 0) {
            record.insert(key.to_owned(), json!(vector.to_array()));
        }
    }
    if phase != phase_of(&ball.state, &ball.spec) {
        record.insert("phase".to_owned(), json!(phase.name()));
    }
    Value::Object(record)
}

/// How a ball moves if its file does not say: by its height, its velocity and its spin.
fn phase_of(state: &BallState, spec: &BallSpec) -> Phase {
    let slip = state.slip(spec);
    if state.position.z > spec.radius || state.velocity.z > 0.0 {
        Phase::Airborne
    } else if slip.x != 0.0 || slip.y != 0.0 {
        Phase::Sliding
    } else if state.velocity.x != 0.0 || state.velocity.y != 0.0 {
        Phase::Rolling
    } else if state.spin.z != 0.0 {
        Phase::Spinning
    } else {
        Phase::Stationary
    }
}

/// Notes every name that two balls have.
pub(crate) fn check_names(balls: &[(String, Ball)], faults: &mut Faults) {
    let mut names: Vec<(&str, usize)> =
        balls.iter().enumerate().map(|(k, (_, ball))| (ball.name.as_str(), k)).collect();
    names.sort_unstable();
    for pair in names.windows(2) {
        if let &[(first, _), (second, k)] = pair
            && first == second
            && let Some((place, _)) = balls.get(k)
        {
            faults.add(format!("{place}.name"), format_args!("another ball is called `{}` too", shown(first)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_of_a_file_are_those_of_the_engine() {
        for (key, (least, most), place) in NUMBERS {
            for (value, is_right) in [(least, true), (most, true), (least - 1e-9, false), (most + 1e-9, false)] {
                let mut spec = BallSpec::POOL;
                *place(&mut spec) = value;
                assert_eq!(spec.check().is_ok(), is_right, "{key} = {value}");
            }
        }
    }

    #[test]
    fn every_phase_can_be_read_by_the_name_it_is_written_with() {
        for (name, phase) in PHASES {
            assert_eq!(name, phase.name());
        }
    }
}
