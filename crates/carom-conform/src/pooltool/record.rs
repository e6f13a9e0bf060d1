//! A recorded shot: what it was set up with, what happened, and how far two engines can agree on it.

use super::common::{Common, read_models, read_state};
use crate::case::{Fault, Field};
use carom::billiards::{Ball, BallState, Models, Phase, Strike, Table, What};
use serde_json::Value;

/// A shot as it was recorded. The numbers of balls, rails, jaws and pockets are ours: places in the lists here and in the
/// table.
#[derive(Clone, Debug)]
pub(crate) struct RecordedShot {
    pub(crate) id: String,
    pub(crate) family: String,
    pub(crate) table: Table,
    pub(crate) models: Models,
    pub(crate) balls: Vec<Ball>,
    pub(crate) strike: Option<Strike>,
    pub(crate) events: Vec<RecordedEvent>,
    /// All balls at the end.
    pub(crate) end: Vec<BallState>,
    /// All balls at some moments.
    pub(crate) samples: Vec<(f64, Vec<BallState>)>,
    pub(crate) reach: Reach,
}

/// One event of the record.
#[derive(Clone, Debug)]
pub(crate) struct RecordedEvent {
    pub(crate) time: f64,
    pub(crate) what: What,
    /// The balls of the event: number, right before, right after.
    pub(crate) around: Vec<(usize, BallState, BallState)>,
    /// How much the event moves (s or m) with a cue ball that is moved by a metre; `None` where the order itself changed.
    pub(crate) amp: Option<f64>,
}

/// How many leading events two engines can be expected to share.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach {
    /// Number of leading events below an error growth of 1000.
    pub(crate) horizon: Option<usize>,
    /// Number of leading events that stayed when the cue ball was moved by a nanometre.
    pub(crate) same_sequence: Option<usize>,
    /// Number of leading events that stayed with a hundredth of the spacer.
    pub(crate) spacer: Option<usize>,
}

impl RecordedShot {
    /// Reads a shot; without its results if it has none.
    pub(crate) fn read(value: &Value, common: &Common, file: &str, number: usize) -> Result<Self, Fault> {
        let entry = Field::new(value, format!("{file} shot {number}"));
        let id = entry.get("id")?.text()?.to_owned();
        let shot = Field::new(value, format!("{file} {id}"));
        let numbers = common.ball(&shot.get("ball_params")?)?;
        let table = common.table(&shot.get("table")?)?.clone();
        let models = read_models(&shot.get("models")?, numbers.gravity)?;
        let mut balls = Vec::new();
        for ball in shot.get("balls")?.list()? {
            let name = ball.get("id")?.text()?.to_owned();
            balls.push(Ball { name, spec: numbers.spec, state: read_state(&ball)? });
        }
        let strike = read_strike(&shot, common, &balls)?;
        let names = Names { table: &table, balls: &balls };
        let mut events = Vec::new();
        for event in shot.find("events").map_or(Ok(Vec::new()), |events| events.list())? {
            events.push(read_event(&event, &names)?);
        }
        let end = shot.some("final").map_or(Ok(Vec::new()), |end| all_states(&end, &balls))?;
        let mut samples = Vec::new();
        for sample in shot.some("samples").map_or(Ok(Vec::new()), |samples| samples.list())? {
            samples.push((sample.num("t")?, all_states(&sample.get("balls")?, &balls)?));
        }
        let reach = read_reach(&shot)?;
        let family = shot.find("family").map_or(Ok(file), |family| family.text())?.to_owned();
        Ok(Self { id, family, table, models, balls, strike, events, end, samples, reach })
    }

    /// A ball's name.
    pub(crate) fn ball_name(&self, ball: usize) -> &str {
        self.balls.get(ball).map_or("?", |ball| &ball.name)
    }

    /// An event in words: `balls cue 1`, `rail cue 12`.
    pub(crate) fn words(&self, what: &What) -> String {
        let ball = |ball: usize| self.ball_name(ball);
        let part = |name: Option<&String>| name.cloned().unwrap_or_default();
        match *what {
            What::Strike { ball: b } => format!("strike {}", ball(b)),
            What::Balls { balls: [a, b] } => format!("balls {} {}", ball(a), ball(b)),
            What::Rail { ball: b, rail } => {
                format!("rail {} {}", ball(b), part(self.table.rails.get(rail).map(|rail| &rail.name)))
            }
            What::Jaw { ball: b, jaw } => {
                format!("jaw {} {}", ball(b), part(self.table.jaws.get(jaw).map(|jaw| &jaw.name)))
            }
            What::Pot { ball: b, pocket } | What::Tip { ball: b, pocket } | What::Rattle { ball: b, pocket } => {
                let kind = match what {
                    What::Pot { .. } => "pot",
                    What::Tip { .. } => "tip",
                    _ => "rattle",
                };
                format!("{kind} {} {}", ball(b), part(self.table.pockets.get(pocket).map(|pocket| &pocket.name)))
            }
            What::Landing { ball: b } => format!("landing {}", ball(b)),
            What::Off { ball: b } => format!("off {}", ball(b)),
            What::Change { ball: b, from, to } => format!("{}-{} {}", from.name(), to.name(), ball(b)),
        }
    }
}

/// Names of balls and of the table's parts, to be turned into numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'a> {
    pub(crate) table: &'a Table,
    pub(crate) balls: &'a [Ball],
}

impl Names<'_> {
    pub(crate) fn ball(&self, field: &Field<'_>) -> Result<usize, Fault> {
        let name = field.text()?;
        number(field, name, self.balls.iter().position(|ball| ball.name == name))
    }
}

fn number(field: &Field<'_>, name: &str, found: Option<usize>) -> Result<usize, Fault> {
    found.ok_or_else(|| Fault::new(field.at(), format_args!("there is no `{name}` in this shot")))
}

/// What a recorded event is in our words.
pub(crate) fn read_what(event: &Field<'_>, names: &Names<'_>) -> Result<What, Fault> {
    let ids = event.get("ids")?.list()?;
    let id = |k: usize| ids.get(k).ok_or_else(|| Fault::new(event.at(), "has too few ids"));
    let change =
        |from: Phase, to: Phase| -> Result<What, Fault> { Ok(What::Change { ball: names.ball(id(0)?)?, from, to }) };
    let part = |find: &dyn Fn(&str) -> Option<usize>| -> Result<usize, Fault> {
        let field = id(1)?;
        let name = field.text()?;
        number(field, name, find(name))
    };
    let table = names.table;
    let kind = event.get("type")?;
    Ok(match kind.text()? {
        "stick_ball" => What::Strike { ball: names.ball(id(1)?)? },
        "ball_ball" => {
            let (a, b) = (names.ball(id(0)?)?, names.ball(id(1)?)?);
            What::Balls { balls: [a.min(b), a.max(b)] }
        }
        "ball_linear_cushion" => {
            let rail = part(&|name| table.rails.iter().position(|rail| rail.name == name))?;
            What::Rail { ball: names.ball(id(0)?)?, rail }
        }
        "ball_circular_cushion" => {
            let jaw = part(&|name| table.jaws.iter().position(|jaw| jaw.name == name))?;
            What::Jaw { ball: names.ball(id(0)?)?, jaw }
        }
        "ball_pocket" => What::Pot { ball: names.ball(id(0)?)?, pocket: part(&|name| table.pocket(name))? },
        "ball_table" => What::Landing { ball: names.ball(id(0)?)? },
        "sliding_rolling" => change(Phase::Sliding, Phase::Rolling)?,
        "rolling_spinning" => change(Phase::Rolling, Phase::Spinning)?,
        "rolling_stationary" => change(Phase::Rolling, Phase::Stationary)?,
        "spinning_stationary" => change(Phase::Spinning, Phase::Stationary)?,
        other => return Err(Fault::new(kind.at(), format_args!("`{other}` is no event known here"))),
    })
}

/// The strike, unless the record starts from given motion.
fn read_strike(shot: &Field<'_>, common: &Common, balls: &[Ball]) -> Result<Option<Strike>, Fault> {
    let cue = shot.get("cue")?;
    let speed = cue.num("V0")?;
    let moving = balls.iter().any(|ball| ball.state.kinetic_energy(&ball.spec) > 0.0 || ball.state.phase.moves());
    if speed <= 0.0 || moving {
        return Ok(None);
    }
    let name = cue.get("ball")?;
    let name_text = name.text()?;
    let ball = number(&name, name_text, balls.iter().position(|ball| ball.name == name_text))?;
    Ok(Some(Strike {
        ball,
        speed,
        direction: cue.num("phi")?.to_radians(),
        elevation: cue.num("theta")?.to_radians(),
        side: cue.num("a")?,
        height: cue.num("b")?,
        cue: common.cue(&shot.get("cue_specs")?)?,
    }))
}

fn read_event(event: &Field<'_>, names: &Names<'_>) -> Result<RecordedEvent, Fault> {
    let what = read_what(event, names)?;
    let (pre, post) = (event.get("pre")?, event.get("post")?);
    let mut around = Vec::new();
    let (first, second) = what.balls();
    for ball in [Some(first), second].into_iter().flatten() {
        let name = names.balls.get(ball).map_or("", |ball| ball.name.as_str());
        around.push((ball, read_state(&pre.get(name)?)?, read_state(&post.get(name)?)?));
    }
    let amp = event.some("amp").map(|amp| amp.number()).transpose()?;
    Ok(RecordedEvent { time: event.num("t")?, what, around, amp })
}

fn read_reach(shot: &Field<'_>) -> Result<Reach, Fault> {
    let number = |part: &str, name: &str| -> Result<Option<usize>, Fault> {
        shot.some(part).and_then(|part| part.some(name)).map(|field| field.count()).transpose()
    };
    Ok(Reach {
        horizon: number("chaos", "horizon_1e6")?,
        same_sequence: number("chaos", "same_sequence_until")?,
        spacer: number("spacer", "first_different_event")?,
    })
}

/// All balls of a list of states by name.
fn all_states(field: &Field<'_>, balls: &[Ball]) -> Result<Vec<BallState>, Fault> {
    balls.iter().map(|ball| read_state(&field.get(&ball.name)?)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::common::tests::small;
    use super::*;
    use serde_json::json;

    /// A shot of two events on the small table: a strike and a hit at the rail.
    pub(crate) fn shot() -> Value {
        let ball =
            |s: &str, x: f64, v: f64| json!({"s": s, "r": [x, 0.5, 0.028], "v": [v, 0.0, 0.0], "w": [0.0, 0.0, 0.0]});
        json!({
            "id": "s-1", "family": "sample", "table": "square", "ball_params": "pool", "cue_specs": "pool",
            "models": {
                "ball_ball": {"model": "frictionless_elastic"},
                "ball_linear_cushion": {"model": "han_2005"}, "ball_circular_cushion": {"model": "han_2005"},
                "ball_pocket": {"model": "canonical"}, "stick_ball": {"model": "instantaneous_point_2d"}, "is_3d": false,
            },
            "balls": [{"id": "cue", "r": [0.5, 0.5, 0.028]}],
            "cue": {"V0": 1.0, "phi": 180.0, "theta": 0.0, "a": 0.0, "b": 0.0, "ball": "cue"},
            "events": [
                {"i": 0, "type": "stick_ball", "t": 0.0, "ids": ["cue_stick", "cue"], "amp": 1.0,
                 "pre": {"cue": ball("stationary", 0.5, 0.0)}, "post": {"cue": ball("sliding", 0.5, -1.5)}},
                {"i": 1, "type": "ball_linear_cushion", "t": 0.4, "ids": ["cue", "3"], "amp": 2.0,
                 "pre": {"cue": ball("sliding", 0.028, -1.0)}, "post": {"cue": ball("sliding", 0.028, 0.8)}},
            ],
            "final": {"cue": ball("stationary", 0.7, 0.0)},
            "samples": [{"t": 0.2, "balls": {"cue": ball("sliding", 0.25, -1.2)}}],
            "chaos": {"horizon_1e6": null, "same_sequence_until": 2}, "spacer": {"first_different_event": null},
        })
    }

    pub(crate) fn recorded(value: &Value) -> Result<RecordedShot, Fault> {
        let common = Common::read(&small(), "common.json")?;
        RecordedShot::read(value, &common, "sample.json", 0)
    }

    #[test]
    fn a_shot_is_read_with_our_numbers() {
        let shot = recorded(&shot()).expect("readable");
        assert_eq!(shot.events[1].what, What::Rail { ball: 0, rail: 0 }, "the rail by its number");
        assert_eq!(shot.words(&shot.events[1].what), "rail cue 3", "and back by its name");
        let strike = shot.strike.expect("a strike");
        assert!((strike.direction - core::f64::consts::PI).abs() < 1e-15, "degrees become radians");
        assert_eq!(shot.reach.same_sequence, Some(2), "reach");
    }

    #[test]
    fn what_is_damaged_is_named() {
        let complaint = |change: &dyn Fn(&mut Value)| -> String {
            let mut value = shot();
            change(&mut value);
            recorded(&value).map_or_else(|fault| fault.to_string(), |_| "readable".to_owned())
        };
        assert_eq!(
            complaint(&|shot| shot["events"][1]["ids"][1] = json!("77")),
            "sample.json s-1.events[1].ids[1]: there is no `77` in this shot"
        );
        assert!(complaint(&|shot| shot["table"] = json!("moon")).contains("`moon` is not among"), "table");
        assert!(complaint(&|shot| shot["events"][0]["t"] = json!(null)).contains("must be a number"), "time");
        assert!(complaint(&|shot| shot["balls"] = json!(3)).contains("must be a list"), "balls");
        assert!(complaint(&|shot| shot["final"] = json!({})).contains("`cue` is missing"), "end");
    }

    #[test]
    fn a_shot_that_moves_already_has_no_strike() {
        let mut value = shot();
        value["balls"][0]["v"] = json!([1.0, 0.0, 0.0]);
        value["balls"][0]["s"] = json!("sliding");
        assert!(recorded(&value).expect("readable").strike.is_none(), "given motion");
    }
}
