//! The shots that are timed: five of the reference's, and two hundred at random.

use carom::billiards::{Ball, BallSpec, CueSpec, PocketSpec, Strike, Table};
use scenes::lcg::Lcg;

use crate::Fault;
use crate::json::Json;

/// Shots that are timed together.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) words: &'static str,
    pub(crate) shots: Vec<Input>,
}

/// One shot.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) table: Table,
    pub(crate) balls: Vec<Ball>,
    pub(crate) strike: Strike,
}

/// Names and what they are, in the order of the table.
pub(crate) const NAMES: [(&str, &str); 6] = [
    ("one_ball", "one ball, three rails"),
    ("two_balls", "two balls"),
    ("nine_break", "9-ball break"),
    ("eight_break", "8-ball break"),
    ("snooker_break", "snooker break"),
    ("random", "200 random 8-ball shots"),
];

const DATA: &str = include_str!("../../data/shots.txt");
/// Shots of the random case, and where its numbers begin.
const RANDOM: usize = 200;
const SEED: u64 = 2026;

/// The case of that name.
pub(crate) fn find(name: &str) -> Result<Case, Fault> {
    let &(name, words) =
        NAMES.iter().find(|(known, _)| *known == name).ok_or_else(|| format!("no shot is called {name:?}"))?;
    let shots = if name == "random" { random(SEED, RANDOM)? } else { vec![written(name)?] };
    Ok(Case { name, words, shots })
}

/// A shot of the data file.
fn written(name: &str) -> Result<Input, Fault> {
    let mut lines = DATA.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let head = lines.find(|words| words.first() == Some(&"shot") && words.get(1) == Some(&name));
    let (table, kind) = match head.as_deref() {
        Some([_, _, table, kind]) => (table_of(table)?, *kind),
        _ => return Err(format!("the data has no shot {name}").into()),
    };
    let (spec, cue) = match kind {
        "snooker" => (BallSpec::SNOOKER, CueSpec::SNOOKER),
        _ => (BallSpec::POOL, CueSpec::POOL),
    };
    let (mut balls, mut struck) = (Vec::new(), None);
    for words in lines.take_while(|words| words.first() != Some(&"shot")) {
        match words[..] {
            ["ball", name, x, y] => balls.push(Ball::at_rest(name, x.parse()?, y.parse()?, spec)),
            ["strike", ball, speed, direction, elevation, side, height] => {
                let turns = [direction, elevation].map(|word| word.parse().map(f64::to_radians));
                let [direction, elevation] = turns;
                let (side, height) = (side.parse()?, height.parse()?);
                let (direction, elevation) = (direction?, elevation?);
                struck =
                    Some((ball, Strike { ball: 0, speed: speed.parse()?, direction, elevation, side, height, cue }));
            }
            [] => {}
            _ => return Err(format!("the data has a line that is none: {words:?}").into()),
        }
    }
    let (name, strike) = struck.ok_or("a shot without a strike")?;
    let ball = balls.iter().position(|ball| ball.name == name).ok_or("a strike at a ball that is not there")?;
    Ok(Input { table, balls, strike: Strike { ball, ..strike } })
}

fn table_of(name: &str) -> Result<Table, Fault> {
    Table::named(name).ok_or_else(|| format!("no table is called {name}").into())
}

/// Sixteen balls anywhere on a seven-foot table, a millimetre apart at least; any direction, 0.5 to 4 m/s, the tip within a
/// quarter of the radius.
fn random(seed: u64, count: usize) -> Result<Vec<Input>, Fault> {
    let table = table_of("pool-7")?;
    let (spec, cue) = (BallSpec::POOL, CueSpec::POOL);
    let mut lcg = Lcg::new(seed);
    let shot = |_| {
        let mut balls: Vec<Ball> = Vec::new();
        while balls.len() < 16 {
            let room = spec.radius + 0.001;
            let x = room + (table.width - 2.0 * room) * lcg.draw();
            let y = room + (table.length - 2.0 * room) * lcg.draw();
            let name = if balls.is_empty() { "cue".to_owned() } else { balls.len().to_string() };
            let ball = Ball::at_rest(name, x, y, spec);
            let apart =
                |other: &Ball| (other.state.position - ball.state.position).length() > 2.0 * spec.radius + 0.001;
            if balls.iter().all(apart) {
                balls.push(ball);
            }
        }
        let direction = core::f64::consts::TAU * lcg.draw();
        let speed = 0.5 + 3.5 * lcg.draw();
        let (reach, turn) = (0.25 * lcg.draw().sqrt(), core::f64::consts::TAU * lcg.draw());
        let (side, height) = (reach * libm::cos(turn), reach * libm::sin(turn));
        let strike = Strike { ball: 0, speed, direction, elevation: 0.0, side, height, cue };
        Input { table: table.clone(), balls, strike }
    };
    Ok((0..count).map(shot).collect())
}

impl Case {
    /// The inputs for a peer, with the figures of the tables.
    pub(crate) fn as_json(&self) -> Json {
        Json::Object(vec![
            ("name", self.name.into()),
            ("shots", Json::List(self.shots.iter().map(Input::as_json).collect())),
        ])
    }
}

impl Input {
    fn as_json(&self) -> Json {
        let Strike { speed, direction, elevation, side, height, .. } = self.strike;
        let place = |ball: &Ball| {
            let at = ball.state.position;
            Json::List(vec![ball.name.as_str().into(), at.x.into(), at.y.into()])
        };
        let struck = self.balls.get(self.strike.ball).map(|ball| ball.name.as_str());
        Json::Object(vec![
            ("table", table_json(&self.table)),
            ("kind", if self.table.name == "snooker" { "snooker" } else { "pool" }.into()),
            ("balls", Json::List(self.balls.iter().map(place).collect())),
            ("ball", struck.into()),
            ("V0", speed.into()),
            ("phi", direction.to_degrees().into()),
            ("theta", elevation.to_degrees().into()),
            ("a", side.into()),
            ("b", height.into()),
        ])
    }
}

/// The figures under the names that the reference has for them; of any other table its name.
fn table_json(table: &Table) -> Json {
    let spec = match table.name.as_str() {
        "pool-7" => PocketSpec::POOL_7,
        "snooker" => PocketSpec::SNOOKER,
        other => return other.into(),
    };
    let members = [
        ("l", spec.length),
        ("w", spec.width),
        ("cushion_width", spec.cushion_width),
        ("cushion_height", spec.nose_height),
        ("corner_pocket_width", spec.corner_width),
        ("corner_pocket_angle", spec.corner_angle.to_degrees()),
        ("corner_pocket_depth", spec.corner_depth),
        ("corner_pocket_radius", spec.corner_radius),
        ("corner_jaw_radius", spec.corner_jaw_radius),
        ("side_pocket_width", spec.side_width),
        ("side_pocket_angle", spec.side_angle.to_degrees()),
        ("side_pocket_depth", spec.side_depth),
        ("side_pocket_radius", spec.side_radius),
        ("side_jaw_radius", spec.side_jaw_radius),
    ];
    Json::Object(members.into_iter().map(|(name, value)| (name, value.into())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_has_its_balls() {
        let balls = |name: &str| find(name).unwrap().shots.iter().map(|shot| shot.balls.len()).max().unwrap();
        assert_eq!(NAMES.map(|(name, _)| balls(name)), [1, 2, 10, 16, 22, 16]);
        assert_eq!(find("random").unwrap().shots.len(), 200);
        assert!(find("none").is_err());
    }

    #[test]
    fn random_shots_are_the_same_every_time_and_within_their_limits() {
        let (one, two) = (random(1, 20).unwrap(), random(1, 20).unwrap());
        for (a, b) in one.iter().zip(&two) {
            assert_eq!((&a.balls, a.strike), (&b.balls, b.strike));
            let Strike { speed, side, height, .. } = a.strike;
            assert!((0.5..=4.0).contains(&speed) && side * side + height * height <= 0.0625 + 1e-12);
        }
        assert_ne!(one[0].balls, one[1].balls);
    }
}
