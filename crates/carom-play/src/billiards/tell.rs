//! How a billiard table is told in JSON, as `docs/protocol.md` says.

use super::room::Room;
use carom::billiards::rules::{Constraints, Decision, InHand};
use carom::billiards::{Ball, BallState, Leg, Shot, Strike, Table, What};
use carom::{DVec2, DVec3};
use carom_shots::{Fault, Prepared};
use serde_json::{Map, Value, json};

/// Faults of a file that are told at once.
const MOST_FAULTS: usize = 5;

pub(super) fn flat(point: DVec2) -> [f64; 2] {
    point.to_array()
}

/// The table, with all its cushions.
pub(super) fn table(table: &Table) -> Value {
    let rails = table.rails.iter().map(
        |rail| json!({ "name": rail.name, "from": flat(rail.from), "to": flat(rail.to), "inward": flat(rail.inward) }),
    );
    let jaws =
        table.jaws.iter().map(|jaw| json!({ "name": jaw.name, "centre": flat(jaw.centre), "radius": jaw.radius }));
    let pockets = table.pockets.iter().map(|pocket| {
        json!({ "name": pocket.name, "centre": flat(pocket.centre), "radius": pocket.radius, "depth": pocket.depth })
    });
    json!({
        "name": table.name,
        "width": table.width,
        "length": table.length,
        "nose_height": table.nose_height,
        "cushion_width": table.cushion_width,
        "rails": rails.collect::<Value>(),
        "jaws": jaws.collect::<Value>(),
        "pockets": pockets.collect::<Value>(),
        "diamonds": table.diamonds().into_iter().map(flat).collect::<Vec<_>>(),
    })
}

/// A ball between two shots.
pub(super) fn ball(ball: &Ball) -> Value {
    let BallState { phase, position, .. } = ball.state;
    json!({ "name": ball.name, "radius": ball.spec.radius, "position": position.to_array(), "phase": phase.name() })
}

/// What holds for the coming shot.
pub(super) fn constraints(constraints: &Constraints) -> Value {
    let in_hand = match constraints.in_hand {
        InHand::No => "no",
        InHand::Anywhere => "anywhere",
        InHand::BehindLine => "behind_line",
        InHand::Semicircle => "semicircle",
    };
    json!({
        "in_hand": in_hand,
        "movable": constraints.movable,
        "cueable": constraints.cueable,
        "hittable": constraints.hittable,
        "call_shot": constraints.call_shot,
        "ball_call": constraints.ball_call,
        "pocket_call": constraints.pocket_call,
    })
}

/// The laws, as a shot's file says them; one with Carom's own says nothing.
pub(super) fn models(room: &Room) -> Value {
    let bare = Prepared { balls: Vec::new(), ..room.prepared() };
    carom_shots::write(&bare).get_mut("models").map_or_else(|| json!({ "preset": "carom" }), Value::take)
}

/// What the referee said.
pub(super) fn decision(decision: &Decision, balls: &[Ball]) -> Value {
    let respotted = decision
        .respotted
        .iter()
        .filter_map(|(ball, at)| Some(json!({ "ball": balls.get(*ball)?.name, "at": flat(*at) })));
    json!({
        "legal": decision.legal,
        "reason": decision.reason,
        "turn_over": decision.turn_over,
        "game_over": decision.game_over,
        "winner": decision.winner,
        "score": decision.score,
        "respotted": respotted.collect::<Value>(),
    })
}

/// A strike, with angles in degrees.
pub(super) fn strike(balls: &[Ball], strike: &Strike) -> Option<Value> {
    Some(json!({
        "ball": balls.get(strike.ball)?.name,
        "speed": strike.speed,
        "direction": strike.direction.to_degrees(),
        "elevation": strike.elevation.to_degrees(),
        "side": strike.side,
        "height": strike.height,
    }))
}

/// What happened, as `carom shot` reports it, without the motion before and after; with the place, and how hard it was.
pub(super) fn events(prepared: &Prepared, shot: &Shot) -> Value {
    let mut report = carom_shots::report(prepared, shot);
    let mut events = report.get_mut("events").map(Value::take).unwrap_or_default();
    for (number, told) in events.as_array_mut().into_iter().flatten().enumerate() {
        let Some(told) = told.as_object_mut() else { continue };
        told.remove("before");
        told.remove("after");
        add_place_and_speed(told, prepared, shot, number);
    }
    events
}

fn add_place_and_speed(told: &mut Map<String, Value>, prepared: &Prepared, shot: &Shot, number: usize) {
    let Some(what) = shot.events().get(number).map(|event| event.what) else { return };
    let (ball, other) = what.balls();
    let Some((before, after)) = shot.around(number, ball) else { return };
    let with = other.and_then(|other| shot.around(number, other)).map(|(before, _)| before);
    told.insert("at".to_owned(), json!(flat(place(&before, with.as_ref(), prepared, ball))));
    told.insert("speed".to_owned(), json!(closing(&what, &before, &after, with.as_ref(), &prepared.table)));
}

/// Where it happened: at the ball, or where two balls touch.
fn place(before: &BallState, with: Option<&BallState>, prepared: &Prepared, ball: usize) -> DVec2 {
    let here = before.position.truncate();
    let Some(with) = with else { return here };
    let radius = prepared.balls.get(ball).map_or(0.0, |ball| ball.spec.radius);
    here + (with.position.truncate() - here).normalize_or_zero() * radius
}

/// How fast things came together, m/s: what the ear goes by.
fn closing(what: &What, before: &BallState, after: &BallState, with: Option<&BallState>, table: &Table) -> f64 {
    let level = |vector: DVec3| vector.truncate();
    match *what {
        What::Strike { .. } => after.velocity.length(),
        What::Balls { .. } => {
            let Some(with) = with else { return 0.0 };
            let normal = (with.position - before.position).normalize_or_zero();
            (before.velocity - with.velocity).dot(normal).abs()
        }
        What::Rail { rail, .. } => {
            table.rails.get(rail).map_or(0.0, |rail| level(before.velocity).dot(rail.inward).abs())
        }
        What::Jaw { jaw, .. } => table.jaws.get(jaw).map_or(0.0, |jaw| {
            let normal = (level(before.position) - jaw.centre).normalize_or_zero();
            level(before.velocity).dot(normal).abs()
        }),
        What::Landing { .. } => before.velocity.z.abs(),
        What::Rattle { .. } => (after.velocity - before.velocity).length(),
        What::Tip { .. } | What::Pot { .. } | What::Off { .. } => before.velocity.length(),
        What::Change { .. } => 0.0,
    }
}

/// The motion of all balls, stretch by stretch. The last stretch of each ends with the shot.
pub(super) fn legs(shot: &Shot) -> Value {
    let end = shot.time();
    (0..shot.ball_count()).flat_map(|ball| shot.legs(ball)).map(|leg| told_leg(leg, end)).collect()
}

fn told_leg(leg: &Leg, end: f64) -> Value {
    let BallState { phase, position, velocity, spin } = leg.state;
    json!({
        "ball": leg.ball,
        "start": leg.start,
        "end": leg.end.min(end).max(leg.start),
        "phase": phase.name(),
        "position": position.to_array(),
        "velocity": velocity.to_array(),
        "spin": spin.to_array(),
        "acceleration": leg.acceleration.to_array(),
        "spin_rate": leg.spin_rate.to_array(),
    })
}

/// The balls at the end of a shot, before the referee touches them.
pub(super) fn final_states(balls: &[Ball], after: &[BallState]) -> Value {
    let told = |(ball, state): (&Ball, &BallState)| {
        json!({
            "name": ball.name,
            "phase": state.phase.name(),
            "position": state.position.to_array(),
            "velocity": state.velocity.to_array(),
            "spin": state.spin.to_array(),
        })
    };
    balls.iter().zip(after).map(told).collect()
}

/// What is wrong with a shot's file, in one sentence.
pub(super) fn faults(faults: &[Fault]) -> String {
    let told: Vec<String> = faults.iter().take(MOST_FAULTS).map(told_fault).collect();
    told.join("; ")
}

fn told_fault(Fault { place, what }: &Fault) -> String {
    if place.is_empty() { what.clone() } else { format!("{place}: {what}") }
}
