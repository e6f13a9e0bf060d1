//! What happened, as JSON.

use crate::file::{Prepared, Request};
use carom::billiards::{BallState, Event, Leg, Outcome, Shot, Table, What};
use serde_json::{Map, Value, json};

/// States of balls in the samples of a report at most: asked for every microsecond, a shot would fill the memory.
const MOST_STATES: usize = 1_000_000;

/// What happened, as `carom shot` prints it.
pub fn report(prepared: &Prepared, shot: &Shot) -> Value {
    let outcome = outcome_of(prepared, shot);
    // A shot that was stopped at a time is told as it is then, not as it was at its last event.
    let time = if outcome == Outcome::Time { prepared.time } else { shot.time() };
    let balls = prepared.balls.iter().enumerate();
    let last: Vec<Value> = balls
        .map(|(k, ball)| {
            let mut record = state(&if outcome == Outcome::Time { shot.state_at(k, time) } else { shot.state(k) });
            put(&mut record, "name", json!(ball.name));
            record
        })
        .collect();
    let events = shot.events().iter().enumerate();
    let events: Vec<Value> = events
        .map(|(number, happened)| {
            let mut record = event(prepared, happened);
            let (before, after) = around(prepared, shot, number, happened);
            put(&mut record, "before", before);
            put(&mut record, "after", after);
            record
        })
        .collect();
    json!({
        "outcome": outcome_name(outcome),
        "time": time,
        "events": events,
        "balls": last,
        "ledger": ledger(shot),
    })
}

/// The same, with what the file asked for besides.
pub fn report_request(request: &Request, shot: &Shot) -> Value {
    let mut record = report(&request.shot, shot);
    if let Some(every) = request.samples {
        put(&mut record, "samples", samples(&request.shot, shot, every));
    }
    if request.legs {
        let names = request.shot.balls.iter().map(|ball| ball.name.as_str()).enumerate();
        let all = names.flat_map(|(k, name)| shot.legs(k).map(move |stretch| leg(name, stretch)));
        let all: Vec<Value> = all.collect();
        put(&mut record, "legs", Value::Array(all));
    }
    record
}

/// An event with the names of its balls and of the part of the table.
pub fn event(prepared: &Prepared, event: &Event) -> Value {
    let Table { rails, jaws, pockets, .. } = &prepared.table;
    let name_of = |ball: usize| prepared.balls.get(ball).map_or("", |ball| ball.name.as_str());
    let (first, second) = event.what.balls();
    let balls: Vec<&str> = std::iter::once(first).chain(second).map(name_of).collect();
    let mut record = json!({"time": event.time, "what": word(&event.what), "balls": balls, "lost": event.lost});
    let pocket_name = |pocket: usize| pockets.get(pocket).map(|pocket| pocket.name.as_str());
    match event.what {
        What::Rail { rail, .. } => put(&mut record, "rail", json!(rails.get(rail).map(|rail| &rail.name))),
        What::Jaw { jaw, .. } => put(&mut record, "jaw", json!(jaws.get(jaw).map(|jaw| &jaw.name))),
        What::Tip { pocket, .. } | What::Rattle { pocket, .. } | What::Pot { pocket, .. } => {
            put(&mut record, "pocket", json!(pocket_name(pocket)));
        }
        What::Change { from, to, .. } => {
            put(&mut record, "from", json!(from.name()));
            put(&mut record, "to", json!(to.name()));
        }
        What::Strike { .. } | What::Balls { .. } | What::Landing { .. } | What::Off { .. } => {}
    }
    record
}

/// A ball's motion at one moment.
pub fn state(state: &BallState) -> Value {
    json!({
        "phase": state.phase.name(),
        "position": state.position.to_array(),
        "velocity": state.velocity.to_array(),
        "spin": state.spin.to_array(),
    })
}

/// What kind of event it is, in one word.
pub(crate) fn word(what: &What) -> &'static str {
    match what {
        What::Strike { .. } => "strike",
        What::Balls { .. } => "balls",
        What::Rail { .. } => "rail",
        What::Jaw { .. } => "jaw",
        What::Tip { .. } => "tip",
        What::Rattle { .. } => "rattle",
        What::Pot { .. } => "pot",
        What::Landing { .. } => "landing",
        What::Off { .. } => "off",
        What::Change { .. } => "change",
    }
}

/// Why the shot went no further, seen from what it is now.
fn outcome_of(prepared: &Prepared, shot: &Shot) -> Outcome {
    let is_over = (0..shot.ball_count()).all(|ball| {
        let state = shot.state(ball);
        !state.phase.moves() && state.spin.z == 0.0
    });
    if is_over {
        Outcome::AtRest
    } else if shot.events().len() >= prepared.events {
        Outcome::Budget
    } else {
        Outcome::Time
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::AtRest => "at rest",
        Outcome::Time => "time",
        Outcome::Budget => "budget",
    }
}

/// The balls of an event right before and right after it.
fn around(prepared: &Prepared, shot: &Shot, number: usize, event: &Event) -> (Value, Value) {
    let (first, second) = event.what.balls();
    let mut sides = (Map::new(), Map::new());
    for ball in std::iter::once(first).chain(second) {
        if let (Some(own), Some((before, after))) = (prepared.balls.get(ball), shot.around(number, ball)) {
            sides.0.insert(own.name.clone(), state(&before));
            sides.1.insert(own.name.clone(), state(&after));
        }
    }
    (Value::Object(sides.0), Value::Object(sides.1))
}

fn ledger(shot: &Shot) -> Value {
    let ledger = shot.ledger();
    json!({
        "given": ledger.given,
        "sliding": ledger.sliding,
        "rolling": ledger.rolling,
        "spinning": ledger.spinning,
        "balls": ledger.balls,
        "cushions": ledger.cushions,
        "cloth": ledger.cloth,
        "pockets": ledger.pockets,
        "left": ledger.left,
        "balance": ledger.balance(),
    })
}

/// All balls at even times, and at the end.
fn samples(prepared: &Prepared, shot: &Shot, every: f64) -> Value {
    let end = if prepared.time.is_finite() { prepared.time } else { shot.time() };
    let most = MOST_STATES / prepared.balls.len().max(1);
    let moments = (0..most).map(|k| k as f64 * every).take_while(|time| *time < end).chain(std::iter::once(end));
    let at = |time: f64| {
        let balls: Map<String, Value> = prepared
            .balls
            .iter()
            .enumerate()
            .map(|(k, ball)| (ball.name.clone(), state(&shot.state_at(k, time))))
            .collect();
        json!({"time": time, "balls": balls})
    };
    moments.map(at).collect()
}

/// A stretch of a ball's motion. Its end is null if nothing ends it.
fn leg(name: &str, leg: &Leg) -> Value {
    let mut record = state(&leg.state);
    put(&mut record, "ball", json!(name));
    put(&mut record, "start", json!(leg.start));
    put(&mut record, "end", json!(leg.end));
    put(&mut record, "acceleration", json!(leg.acceleration.to_array()));
    put(&mut record, "spin_rate", json!(leg.spin_rate.to_array()));
    record
}

fn put(record: &mut Value, key: &str, value: Value) {
    if let Value::Object(map) = record {
        map.insert(key.to_owned(), value);
    }
}
