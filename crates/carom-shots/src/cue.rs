//! The strike in a file.

use crate::angle::degrees;
use crate::ball::Balls;
use crate::fault::{Faults, shown, suggestion};
use crate::record::{Field, Range, Record};
use carom::billiards::{Ball, CueSpec, Strike};
use serde_json::{Map, Value, json};

/// Cues that have a name.
pub(crate) const CUES: [(&str, CueSpec); 3] =
    [("pool", CueSpec::POOL), ("snooker", CueSpec::SNOOKER), ("carom", CueSpec::CAROM)];

type Number = (&'static str, Range, fn(&mut CueSpec) -> &mut f64);
const NUMBERS: [Number; 4] = [
    ("mass", (1e-3, 1e3), |cue| &mut cue.mass),
    ("end_mass", (1e-9, 1e3), |cue| &mut cue.end_mass),
    ("length", (1e-3, 1e2), |cue| &mut cue.length),
    ("tip_radius", (1e-6, 1.0), |cue| &mut cue.tip_radius),
];

/// Whole turns add nothing; a number of this size has lost no digits that matter.
const DEGREES: Range = (-3600.0, 3600.0);

/// The strike of `cue`, at one of these balls.
pub(crate) fn read_strike(field: &Field<'_>, balls: &Balls, otherwise: CueSpec, faults: &mut Faults) -> Option<Strike> {
    let mut record = field.record(faults)?;
    let ball = match record.take("ball") {
        Some(name) => ball_of(&name, balls, faults),
        None => {
            let cue = balls.list.iter().position(|(_, ball)| ball.name == "cue");
            if cue.is_none() && balls.is_whole {
                faults.add(record.place(), "`ball` is missing: the name of the ball that is struck");
            }
            cue
        }
    };
    let speed = record.need("speed", "the speed of the cue in m/s", faults);
    let speed = speed.and_then(|speed| speed.number((0.0, 100.0), faults));
    const DIRECTION: [&str; 2] = ["direction", "direction_radians"];
    const ELEVATION: [&str; 2] = ["elevation", "elevation_radians"];
    let direction = angle(&mut record, DIRECTION, DEGREES, faults);
    if direction == Some(Angle::NotSaid) {
        faults.add(record.place(), "`direction` is missing: where the cue points, in degrees from +x towards +y");
    }
    let elevation = angle(&mut record, ELEVATION, (0.0, 90.0), faults);
    let side = record.number("side", 0.0, (-1.0, 1.0), faults);
    let height = record.number("height", 0.0, (-1.0, 1.0), faults);
    let cue = record.take("cue").map_or(otherwise, |cue| read_cue(&cue, otherwise, faults));
    record.finish(faults);
    Some(Strike {
        ball: ball?,
        speed: speed?,
        direction: direction?.radians(),
        elevation: elevation?.radians(),
        side,
        height,
        cue,
    })
}

pub(crate) fn write_strike(strike: &Strike, balls: &[Ball], otherwise: &CueSpec) -> Value {
    let mut record = Map::new();
    let name = balls.get(strike.ball).map_or("", |ball| ball.name.as_str());
    record.insert("ball".to_owned(), json!(name));
    record.insert("speed".to_owned(), json!(strike.speed));
    let mut put = |key: &str, radians: f64| match degrees(radians) {
        Some(degrees) => record.insert(key.to_owned(), json!(degrees)),
        None => record.insert(format!("{key}_radians"), json!(radians)),
    };
    put("direction", strike.direction);
    if strike.elevation.to_bits() != 0 {
        put("elevation", strike.elevation);
    }
    for (key, value) in [("side", strike.side), ("height", strike.height)] {
        if value.to_bits() != 0 {
            record.insert(key.to_owned(), json!(value));
        }
    }
    if strike.cue != *otherwise {
        record.insert("cue".to_owned(), write_cue(&strike.cue));
    }
    Value::Object(record)
}

fn ball_of(field: &Field<'_>, balls: &Balls, faults: &mut Faults) -> Option<usize> {
    let name = field.text(faults)?;
    let found = balls.list.iter().position(|(_, ball)| ball.name == name);
    if found.is_none() && balls.is_whole {
        let hint = suggestion(name, balls.list.iter().map(|(_, ball)| ball.name.as_str()));
        faults.add(&field.place, format_args!("there is no ball `{}`{hint}", shown(name)));
    }
    found
}

#[derive(Clone, Copy, PartialEq)]
enum Angle {
    NotSaid,
    Radians(f64),
}

impl Angle {
    fn radians(self) -> f64 {
        match self {
            Self::NotSaid => 0.0,
            Self::Radians(radians) => radians,
        }
    }
}

/// An angle in degrees, or, where no number of degrees is exactly it, in radians. `None` if it is faulty.
fn angle(
    record: &mut Record<'_>,
    [in_degrees, in_radians]: [&'static str; 2],
    (least, most): Range,
    faults: &mut Faults,
) -> Option<Angle> {
    let degrees = record.take(in_degrees);
    let radians = record.take(in_radians);
    match (degrees, radians) {
        (Some(_), Some(radians)) => {
            faults.add(radians.place, format_args!("`{in_degrees}` says it already; leave one out"));
            None
        }
        (Some(degrees), None) => {
            degrees.number((least, most), faults).map(|degrees| Angle::Radians(degrees.to_radians()))
        }
        (None, Some(radians)) => radians.number((least.to_radians(), most.to_radians()), faults).map(Angle::Radians),
        (None, None) => Some(Angle::NotSaid),
    }
}

fn read_cue(field: &Field<'_>, otherwise: CueSpec, faults: &mut Faults) -> CueSpec {
    if let crate::tree::Tree::Text(_) = field.tree {
        return field.choice(&CUES, faults).unwrap_or(otherwise);
    }
    let Some(mut record) = field.record(faults) else { return otherwise };
    let mut cue = record.take("like").and_then(|like| like.choice(&CUES, faults)).unwrap_or(otherwise);
    for (key, range, place) in NUMBERS {
        let own = *place(&mut cue);
        *place(&mut cue) = record.number(key, own, range, faults);
    }
    record.finish(faults);
    cue
}

fn write_cue(cue: &CueSpec) -> Value {
    if let Some((name, _)) = CUES.iter().find(|(_, known)| known == cue) {
        return json!(name);
    }
    let mut record = Map::new();
    record.insert("like".to_owned(), json!("pool"));
    let (mut own, mut pool) = (*cue, CueSpec::POOL);
    for (key, _, place) in NUMBERS {
        if place(&mut own).to_bits() != place(&mut pool).to_bits() {
            record.insert(key.to_owned(), json!(*place(&mut own)));
        }
    }
    Value::Object(record)
}
