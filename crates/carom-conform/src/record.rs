//! What a run left behind, recorded or ours: rows of states and a list of events, both in Visual Pinball's units so that
//! they can be held against each other.

use crate::case::{Fault, Field};
use carom::DVec3;

/// A ball at one moment, in Visual Pinball's units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct State {
    pub(crate) place: DVec3,
    pub(crate) velocity: DVec3,
    pub(crate) spin: DVec3,
}

/// What a part moves at one moment: an angle (rad) and its speed (rad per 10 ms), or a plunger's tip and its speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Mover {
    pub(crate) place: f64,
    pub(crate) speed: f64,
}

/// All that is known of one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Row {
    pub(crate) ms: f64,
    pub(crate) balls: Vec<State>,
    pub(crate) movers: Vec<Mover>,
    /// Is a ball captured in a kicker?
    pub(crate) held: bool,
}

/// An event: when, who, what, and a number that goes with it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told {
    pub(crate) ms: f64,
    pub(crate) who: String,
    pub(crate) what: String,
    pub(crate) value: f64,
}

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record {
    pub(crate) rows: Vec<Row>,
    pub(crate) events: Vec<Told>,
}

impl Record {
    /// ms: when the last row was taken.
    pub(crate) fn end(&self) -> f64 {
        self.rows.last().map_or(0.0, |row| row.ms)
    }

    /// A ball's states with their times.
    pub(crate) fn track(&self, ball: usize) -> Vec<(f64, State)> {
        self.rows.iter().filter_map(|row| Some((row.ms, *row.balls.get(ball)?))).collect()
    }

    /// A part's states with their times.
    pub(crate) fn motion(&self, mover: usize) -> Vec<(f64, Mover)> {
        self.rows.iter().filter_map(|row| Some((row.ms, *row.movers.get(mover)?))).collect()
    }
}

/// Reads `columns`, `samples` and `events` of a case.
pub(crate) fn read_record(case: &Field<'_>) -> Result<Record, Fault> {
    let columns = case.get("columns")?.list()?;
    let columns = columns.iter().map(Field::text).collect::<Result<Vec<_>, _>>()?;
    let layout = Layout::new(&columns, case.at())?;
    let mut rows: Vec<Row> = Vec::new();
    for sample in case.get("samples")?.list()? {
        let numbers = sample.list()?.iter().map(Field::number).collect::<Result<Vec<_>, _>>()?;
        if numbers.len() != columns.len() {
            let (got, need) = (numbers.len(), columns.len());
            return Err(Fault::new(sample.at(), format_args!("has {got} numbers for {need} columns")));
        }
        let row = layout.row(&numbers);
        let sane = (0.0..=3.6e6).contains(&row.ms) && row.ms.fract() == 0.0;
        if !sane || rows.last().is_some_and(|last| last.ms >= row.ms) {
            return Err(Fault::new(sample.at(), format_args!("its time, {} ms, is not a later whole one", row.ms)));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(Fault::new(case.at(), "has no samples"));
    }
    let events = case.get("events")?.list()?.iter().map(read_event).collect::<Result<_, _>>()?;
    Ok(Record { rows, events })
}

fn read_event(field: &Field<'_>) -> Result<Told, Fault> {
    let parts = field.list()?;
    let [ms, who, what, value] = parts.as_slice() else {
        return Err(Fault::new(field.at(), "an event has time, who, what and value"));
    };
    Ok(Told { ms: ms.number()?, who: who.text()?.to_owned(), what: what.text()?.to_owned(), value: value.number()? })
}

/// Which column holds what.
#[derive(Clone, Debug)]
struct Layout {
    time: usize,
    balls: Vec<[usize; 9]>,
    movers: Vec<[usize; 2]>,
    held: Option<usize>,
}

impl Layout {
    fn new(columns: &[&str], at: &str) -> Result<Self, Fault> {
        let find = |name: &str| columns.iter().position(|column| *column == name);
        let time = find("t_ms").ok_or_else(|| Fault::new(at, "has no column `t_ms`"))?;
        let ball = |prefix: &str| {
            let names = ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"];
            let mut places = [0; 9];
            for (place, name) in places.iter_mut().zip(names) {
                *place = find(&format!("{prefix}{name}"))?;
            }
            Some(places)
        };
        let one = ball("");
        let pair = ["a", "b"].into_iter().map_while(&ball);
        let many = (0..).map_while(|k| ball(&format!("b{k}_")));
        let balls = one.into_iter().chain(pair).chain(many).collect();
        // A place that a part moves is followed by its speed.
        let moved = |name: &str| name.ends_with("angle_rad") || name.ends_with("_angle") || name.ends_with("_y");
        let moved = |k: usize| moved(columns[k]) && columns.get(k + 1).is_some_and(|next| next.contains("speed"));
        let movers = (0..columns.len()).filter(|k| moved(*k)).map(|k| [k, k + 1]).collect();
        Ok(Self { time, balls, movers, held: find("locked") })
    }

    fn row(&self, numbers: &[f64]) -> Row {
        let vector = |places: &[usize]| DVec3::new(numbers[places[0]], numbers[places[1]], numbers[places[2]]);
        let state = |places: &[usize; 9]| State {
            place: vector(&places[0..3]),
            velocity: vector(&places[3..6]),
            spin: vector(&places[6..9]),
        };
        Row {
            ms: numbers[self.time],
            balls: self.balls.iter().map(state).collect(),
            movers: self.movers.iter().map(|[p, s]| Mover { place: numbers[*p], speed: numbers[*s] }).collect(),
            held: self.held.is_some_and(|place| numbers[place] != 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn columns_are_found_by_name() {
        let balls = ["b0_x", "b0_y", "b0_z", "b0_vx", "b0_vy", "b0_vz", "b0_wx", "b0_wy", "b0_wz"];
        let mut columns = vec!["t_ms"];
        columns.extend(balls);
        columns.extend(["flipperL_angle", "flipperL_speed", "flipperR_angle", "flipperR_speed"]);
        let sample: Vec<f64> = (0..columns.len()).map(|k| if k == 0 { 5.0 } else { k as f64 }).collect();
        let case = json!({"columns": columns, "samples": [sample], "events": [[1.5, "bumper1", "hit", 0]]});
        let record = read_record(&Field::new(&case, "test")).expect("readable");
        let row = &record.rows[0];
        assert_eq!(row.ms, 5.0, "time");
        assert_eq!(row.balls[0].velocity, DVec3::new(4.0, 5.0, 6.0), "velocity");
        assert_eq!(row.movers, [Mover { place: 10.0, speed: 11.0 }, Mover { place: 12.0, speed: 13.0 }], "movers");
        assert_eq!(record.events[0].who, "bumper1", "event");
    }

    #[test]
    fn damage_is_refused() {
        let refused =
            |case: serde_json::Value| read_record(&Field::new(&case, "test")).expect_err("a fault").to_string();
        let none = json!({"columns": ["t_ms"], "samples": [], "events": []});
        assert_eq!(refused(none), "test: has no samples", "no rows");
        let short = json!({"columns": ["t_ms", "x"], "samples": [[0]], "events": []});
        assert_eq!(refused(short), "test.samples[0]: has 1 numbers for 2 columns", "a short row");
        let back = json!({"columns": ["t_ms"], "samples": [[1], [0]], "events": []});
        assert!(refused(back).contains("later"), "time goes on");
        let event = json!({"columns": ["t_ms"], "samples": [[0]], "events": [[0, "a"]]});
        assert!(refused(event).contains("an event has"), "a short event");
    }
}
