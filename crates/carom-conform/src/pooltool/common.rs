//! What the shots share: tables, balls and cues by their names in the recorded data, and which of our laws is meant by
//! which recorded model.

use crate::case::{Fault, Field};
use carom::billiards::{
    BallFriction, BallSpec, BallState, CueSpec, CushionModel, Jaw, LandingModel, Models, PairModel, Phase, Pocket,
    Rail, Table,
};
use carom::{DVec2, DVec3};
use serde_json::Value;
use std::collections::BTreeMap;

/// Tables, balls and cues by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Common {
    tables: BTreeMap<String, Table>,
    balls: BTreeMap<String, BallNumbers>,
    cues: BTreeMap<String, CueSpec>,
}

/// A ball's numbers and the gravity that is recorded with them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallNumbers {
    pub(crate) spec: BallSpec,
    pub(crate) gravity: f64,
}

impl Common {
    pub(crate) fn read(value: &Value, at: &str) -> Result<Self, Fault> {
        let field = Field::new(value, at);
        let mut common = Self::default();
        for (name, table) in field.get("tables")?.entries()? {
            common.tables.insert(name.to_owned(), read_table(name, &table)?);
        }
        for (name, ball) in field.get("ball_params")?.entries()? {
            common.balls.insert(name.to_owned(), read_ball(&ball)?);
        }
        for (name, cue) in field.get("cue_specs")?.entries()? {
            let cue = CueSpec {
                mass: cue.num("M")?,
                end_mass: cue.num("end_mass")?,
                length: cue.num("length")?,
                tip_radius: cue.num("tip_radius")?,
            };
            common.cues.insert(name.to_owned(), cue);
        }
        Ok(common)
    }

    /// The table that a field names.
    pub(crate) fn table(&self, field: &Field<'_>) -> Result<&Table, Fault> {
        named(&self.tables, field)
    }

    /// The table of that name.
    pub(crate) fn table_named(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// The balls that a field names.
    pub(crate) fn ball(&self, field: &Field<'_>) -> Result<BallNumbers, Fault> {
        named(&self.balls, field).copied()
    }

    /// The balls of that name.
    pub(crate) fn ball_named(&self, name: &str) -> Option<BallNumbers> {
        self.balls.get(name).copied()
    }

    /// The cue that a field names.
    pub(crate) fn cue(&self, field: &Field<'_>) -> Result<CueSpec, Fault> {
        named(&self.cues, field).copied()
    }
}

fn named<'a, T>(things: &'a BTreeMap<String, T>, field: &Field<'_>) -> Result<&'a T, Fault> {
    let name = field.text()?;
    things.get(name).ok_or_else(|| Fault::new(field.at(), format_args!("`{name}` is not among the common things")))
}

fn read_ball(ball: &Field<'_>) -> Result<BallNumbers, Fault> {
    let spec = BallSpec {
        mass: ball.num("m")?,
        radius: ball.num("R")?,
        slide: ball.num("u_s")?,
        roll: ball.num("u_r")?,
        spin: ball.num("u_sp_proportionality")?,
        ball_friction: ball.num("u_b")?,
        ball_restitution: ball.num("e_b")?,
        cushion_restitution: ball.num("e_c")?,
        cushion_friction: ball.num("f_c")?,
        table_restitution: ball.number_or("e_t", 0.5)?,
    };
    spec.check().map_err(|error| Fault::new(ball.at(), error))?;
    Ok(BallNumbers { spec, gravity: ball.number_or("g", 9.81)? })
}

fn read_table(name: &str, field: &Field<'_>) -> Result<Table, Fault> {
    let specs = field.get("specs")?;
    let (width, length) = (specs.num("w")?, specs.num("l")?);
    let mut table = Table {
        name: name.to_owned(),
        width,
        length,
        nose_height: specs.num("cushion_height")?,
        cushion_width: specs.number_or("cushion_width", 0.05)?,
        rails: Vec::new(),
        jaws: Vec::new(),
        pockets: Vec::new(),
    };
    for rail in field.get("linear")?.list()? {
        table.rails.push(read_rail(&rail, DVec2::new(0.5 * width, 0.5 * length))?);
    }
    for jaw in field.get("circular")?.list()? {
        let centre = jaw.vec3("center")?.truncate();
        table.jaws.push(Jaw { name: jaw.get("id")?.text()?.to_owned(), centre, radius: jaw.num("radius")? });
    }
    for pocket in field.get("pockets")?.list()? {
        table.pockets.push(Pocket {
            name: pocket.get("id")?.text()?.to_owned(),
            centre: pocket.vec3("center")?.truncate(),
            radius: pocket.num("radius")?,
            depth: pocket.num("depth")?,
        });
    }
    Ok(table)
}

/// A straight cushion: balls of `side1` have the line `lx x + ly y + l0 = 0` at a negative distance, those of `side2` at a
/// positive one; of `both` the side towards the table's centre is taken.
fn read_rail(field: &Field<'_>, middle: DVec2) -> Result<Rail, Fault> {
    let (from, to) = (field.vec3("p1")?.truncate(), field.vec3("p2")?.truncate());
    let normal = DVec2::new(field.num("lx")?, field.num("ly")?);
    let Some(normal) = normal.try_normalize() else { return Err(Fault::new(field.at(), "has no direction")) };
    let inward = match field.get("side")?.text()? {
        "side1" => -normal,
        "side2" => normal,
        _ if normal.dot(middle - from) < 0.0 => -normal,
        _ => normal,
    };
    Ok(Rail { name: field.get("id")?.text()?.to_owned(), from, to, inward })
}

/// The laws that a shot was recorded with, the reference's departures included.
pub(crate) fn read_models(models: &Field<'_>, gravity: f64) -> Result<Models, Fault> {
    let mut ours = Models::pooltool();
    ours.gravity = gravity;
    ours.jumps = models.flag("is_3d")?;
    ours.pair = read_pair(&models.get("ball_ball")?)?;
    ours.rail = read_cushion(&models.get("ball_linear_cushion")?)?;
    ours.jaw = read_cushion(&models.get("ball_circular_cushion")?)?;
    if let Some(landing) = models.find("ball_table") {
        ours.landing = read_landing(&landing)?;
    }
    let strike = models.get("stick_ball")?;
    let name = strike.get("model")?;
    let flat = match name.text()? {
        "instantaneous_point_2d" => true,
        "instantaneous_point_3d" => false,
        other => return Err(unknown(&name, other)),
    };
    if flat && ours.jumps {
        return Err(Fault::new(name.at(), "a flat strike in a shot whose balls may jump cannot be set up"));
    }
    ours.strike.squirt = strike.number_or("squirt_throttle", 1.0)?;
    ours.strike.english = strike.number_or("english_throttle", 1.0)?;
    let pocket = models.get("ball_pocket")?.get("model")?;
    match pocket.text()? {
        "canonical" => Ok(ours),
        other => Err(unknown(&pocket, other)),
    }
}

pub(crate) fn read_pair(model: &Field<'_>) -> Result<PairModel, Fault> {
    let name = model.get("model")?;
    Ok(match name.text()? {
        "frictionless_elastic" => PairModel::Frictionless,
        "frictional_inelastic" => PairModel::Frictional { friction: read_friction(&model.get("friction")?)? },
        "frictional_mathavan" => {
            let steps = model.find("num_iterations").map_or(Ok(1000), |steps| steps.count())?;
            let steps = u32::try_from(steps).map_err(|error| Fault::new(model.at(), error))?;
            PairModel::Mathavan2014 { friction: read_friction(&model.get("friction")?)?, steps }
        }
        other => return Err(unknown(&name, other)),
    })
}

fn read_friction(model: &Field<'_>) -> Result<BallFriction, Fault> {
    let name = model.get("model")?;
    Ok(match name.text()? {
        "alciatore" => BallFriction::Alciatore { a: model.num("a")?, b: model.num("b")?, c: model.num("c")? },
        "average" => BallFriction::Average,
        other => return Err(unknown(&name, other)),
    })
}

pub(crate) fn read_cushion(model: &Field<'_>) -> Result<CushionModel, Fault> {
    let name = model.get("model")?;
    Ok(match name.text()? {
        "unrealistic" => CushionModel::Simple { restitution: model.flag("restitution")? },
        "han_2005" => CushionModel::Han2005,
        "mathavan_2010" => CushionModel::Mathavan2010,
        "impulse_frictional_inelastic" => CushionModel::Impulse,
        "stronge_compliant" => CushionModel::Stronge { omega: model.num("omega_ratio")? },
        other => return Err(unknown(&name, other)),
    })
}

pub(crate) fn read_landing(model: &Field<'_>) -> Result<LandingModel, Fault> {
    let least_hop = model.number_or("min_bounce_height", 0.005)?;
    let name = model.get("model")?;
    Ok(match name.text()? {
        "frictionless_inelastic" => LandingModel::Frictionless { least_hop },
        "frictional_inelastic" => LandingModel::Frictional { least_hop },
        other => return Err(unknown(&name, other)),
    })
}

fn unknown(field: &Field<'_>, name: &str) -> Fault {
    Fault::new(field.at(), format_args!("the model `{name}` is not known here"))
}

/// A recorded state: label, place, velocity, spin; what is left out is zero.
pub(crate) fn read_state(field: &Field<'_>) -> Result<BallState, Fault> {
    let vector = |name: &str| field.find(name).map_or(Ok(DVec3::ZERO), |found| found.numbers::<3>().map(DVec3::from));
    let phase = match field.some("s") {
        None => Phase::Stationary,
        Some(label) => match label.text()? {
            "stationary" => Phase::Stationary,
            "spinning" => Phase::Spinning,
            "sliding" => Phase::Sliding,
            "rolling" => Phase::Rolling,
            "airborne" => Phase::Airborne,
            "pocketed" => Phase::Potted,
            other => return Err(Fault::new(label.at(), format_args!("`{other}` is no state known here"))),
        },
    };
    let state = BallState { phase, position: field.vec3("r")?, velocity: vector("v")?, spin: vector("w")? };
    state.check().map_err(|error| Fault::new(field.at(), error))?;
    Ok(state)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    /// A square table of one metre with one rail of each kind of side, a jaw and a pocket.
    pub(crate) fn small() -> Value {
        json!({
            "tables": {"square": {
                "specs": {"w": 1.0, "l": 1.0, "cushion_height": 0.036, "cushion_width": 0.05},
                "linear": [
                    {"id": "3", "p1": [0.0, 0.0, 0.036], "p2": [0.0, 1.0, 0.036], "side": "side2", "lx": 1.0, "ly": 0.0, "l0": 0.0},
                    {"id": "12", "p1": [1.0, 0.0, 0.036], "p2": [1.0, 1.0, 0.036], "side": "side1", "lx": 1.0, "ly": 0.0, "l0": -1.0},
                    {"id": "9", "p1": [0.0, 1.0, 0.036], "p2": [1.0, 1.0, 0.036], "side": "both", "lx": 0.0, "ly": 1.0, "l0": -1.0},
                ],
                "circular": [{"id": "1t", "center": [-0.1, -0.1, 0.036], "radius": 0.02}],
                "pockets": [{"id": "lb", "center": [-0.03, -0.03, 0.0], "radius": 0.06, "depth": 0.08}],
            }},
            "ball_params": {"pool": {"m": 0.17, "R": 0.028, "u_s": 0.2, "u_r": 0.01, "u_sp_proportionality": 0.4, "u_b": 0.05,
                "e_b": 0.95, "e_t": 0.5, "e_c": 0.85, "f_c": 0.2, "g": 9.81}},
            "cue_specs": {"pool": {"M": 0.567, "length": 1.47, "tip_radius": 0.0106, "end_mass": 0.0056}},
        })
    }

    #[test]
    fn rails_look_to_the_side_on_which_balls_are() {
        let common = Common::read(&small(), "common.json").expect("readable");
        let table = common.table_named("square").expect("there");
        let inward: Vec<DVec2> = table.rails.iter().map(|rail| rail.inward).collect();
        assert_eq!(inward, [DVec2::X, DVec2::NEG_X, DVec2::NEG_Y], "side2, side1, both");
        assert_eq!((table.jaws.len(), table.pockets.len()), (1, 1), "jaws and pockets");
    }

    #[test]
    fn models_become_laws() {
        let value = json!({
            "ball_ball": {"model": "frictional_mathavan", "friction": {"model": "average"}, "num_iterations": 50},
            "ball_linear_cushion": {"model": "stronge_compliant", "omega_ratio": 1.2},
            "ball_circular_cushion": {"model": "unrealistic", "restitution": true},
            "ball_pocket": {"model": "canonical"},
            "stick_ball": {"model": "instantaneous_point_3d", "english_throttle": 0.5},
            "ball_table": {"model": "frictionless_inelastic", "min_bounce_height": 0.01},
            "is_3d": true,
        });
        let models = read_models(&Field::new(&value, "m"), 9.8).expect("readable");
        assert_eq!(models.pair, PairModel::Mathavan2014 { friction: BallFriction::Average, steps: 50 }, "pair");
        assert_eq!(models.rail, CushionModel::Stronge { omega: 1.2 }, "rail");
        assert_eq!(models.jaw, CushionModel::Simple { restitution: true }, "jaw");
        assert_eq!(models.landing, LandingModel::Frictionless { least_hop: 0.01 }, "landing");
        assert_eq!((models.strike.english, models.strike.squirt), (0.5, 1.0), "throttles");
        assert!(models.jumps && models.gravity == 9.8, "jumps and gravity");
        let strange = json!({"model": "rubber"});
        let fault = read_cushion(&Field::new(&strange, "shot x")).expect_err("a fault").to_string();
        assert_eq!(fault, "shot x.model: the model `rubber` is not known here", "named");
    }
}
