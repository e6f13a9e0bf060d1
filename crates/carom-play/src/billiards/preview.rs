//! What a strike would do first: the engine plays it up to the first collision and a little beyond.

use super::ask::Aim;
use super::room::Room;
use super::tell;
use carom::billiards::{Event, Leg, Shot, What};
use serde_json::{Value, json};

/// Events played for a preview: enough for a ball to go from a collision to the next in a crowd.
const MOST_EVENTS: usize = 96;
/// A chord may miss the true way by so much, m: less than the width of a line on the screen.
const CHORD: f64 = 2e-4;
/// Points of one way at most.
const MOST_POINTS: usize = 64;
/// Points of one leg at most.
const MOST_CHORDS: f64 = 24.0;
/// Collisions nearer in time than this are one, s: a struck cluster.
const AT_ONCE: f64 = 1e-9;

/// The ways of the balls up to and after the first collision.
pub(super) fn preview(room: &Room, aim: &Aim) -> Result<Value, String> {
    let balls = &room.position.balls;
    let cue = room.ball(&aim.ball)?;
    let strike = aim.strike(cue, room.cue);
    let mut shot = Shot::new(&room.table, &room.models, balls, Some(&strike)).map_err(|fault| fault.to_string())?;
    let Some(hit) = first(&mut shot, cue, 0.0) else {
        let end = shot.time();
        let ghost = tell::flat(shot.state(cue).position.truncate());
        return Ok(told(way(&shot, cue, 0.0, end), json!({ "what": "none", "ghost": ghost }), Vec::new(), None));
    };
    let what = match hit.what {
        What::Balls { .. } => "balls",
        What::Rail { .. } => "rail",
        What::Jaw { .. } => "jaw",
        What::Off { .. } => "none",
        _ => "pot",
    };
    let object = match hit.what {
        What::Balls { balls: [a, b] } => Some(if a == cue { b } else { a }),
        _ => None,
    };
    let ghost = tell::flat(shot.state_at(cue, hit.time).position.truncate());
    let name = object.and_then(|ball| balls.get(ball)).map(|ball| &ball.name);
    // The far end of each departure is its ball's next collision, or where it comes to rest.
    let mut after = |ball: usize| {
        let end = first(&mut shot, ball, hit.time + AT_ONCE).map_or_else(|| shot.time(), |event| event.time);
        way(&shot, ball, hit.time, end)
    };
    let departs = matches!(hit.what, What::Balls { .. } | What::Rail { .. } | What::Jaw { .. });
    let cue_after = if departs { after(cue) } else { Vec::new() };
    let object = object.zip(name).map(|(ball, name)| json!({ "ball": name, "path": after(ball) }));
    Ok(told(way(&shot, cue, 0.0, hit.time), json!({ "what": what, "ghost": ghost, "ball": name }), cue_after, object))
}

/// A preview that shows nothing, and why.
pub(super) fn refusal(id: u64, why: &str) -> Value {
    let mut nothing = told(Vec::new(), json!({ "what": "none", "ghost": null }), Vec::new(), None);
    nothing["id"] = json!(id);
    nothing["refused"] = json!(why);
    nothing
}

fn told(cue: Vec<[f64; 2]>, hit: Value, cue_after: Vec<[f64; 2]>, object: Option<Value>) -> Value {
    json!({ "kind": "preview", "cue": cue, "hit": hit, "cue_after": cue_after, "object": object, "refused": null })
}

/// The first collision of a ball at or after a moment, played for if it has not happened yet.
fn first(shot: &mut Shot, ball: usize, from: f64) -> Option<Event> {
    let counts = |event: &&Event| {
        let collides = !matches!(event.what, What::Strike { .. } | What::Landing { .. } | What::Change { .. });
        collides && event.time >= from && event.what.involves(ball)
    };
    loop {
        if let Some(event) = shot.events().iter().find(counts) {
            return Some(*event);
        }
        let played = shot.events().len();
        let rests = !shot.state(ball).phase.moves() && shot.time() >= from;
        if played >= MOST_EVENTS || rests {
            return None;
        }
        shot.run_until(f64::INFINITY, played + 1);
        if shot.events().len() == played {
            return None;
        }
    }
}

/// The way of a ball between two moments, as points.
fn way(shot: &Shot, ball: usize, from: f64, to: f64) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = vec![tell::flat(shot.state_at(ball, from).position.truncate())];
    for leg in shot.legs(ball) {
        let (start, end) = (leg.start.max(from), leg.end.min(to));
        if end <= start || !leg.state.phase.moves() {
            continue;
        }
        let pieces = chords(leg, start - leg.start, end - start);
        for k in 1..=pieces {
            let time = start + (end - start) * f64::from(k) / f64::from(pieces) - leg.start;
            let place = leg.state.position + leg.state.velocity * time + leg.acceleration * (0.5 * time * time);
            points.push(tell::flat(place.truncate()));
            if points.len() >= MOST_POINTS {
                return points;
            }
        }
    }
    points
}

/// How many chords follow a parabola closely: one that takes the time `t` leaves it by `a t² / 8`, `a` across the way.
fn chords(leg: &Leg, begin: f64, duration: f64) -> u32 {
    let acceleration = leg.acceleration.truncate();
    let along = leg.state.velocity.truncate() + acceleration * (begin + 0.5 * duration);
    let across = acceleration.perp_dot(along.normalize_or_zero()).abs();
    libm::ceil(libm::sqrt(across * duration * duration / (8.0 * CHORD))).clamp(1.0, MOST_CHORDS) as u32
}
