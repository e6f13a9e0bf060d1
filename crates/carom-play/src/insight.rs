//! What the engine knows, for the curious: where balls look and what they touch, what they will meet next, where energy goes, how
//! fast the machine runs. All of it is read; a machine that is looked at runs exactly as one that is not.

mod colliders;
mod foresight;
mod ledger;

pub use colliders::colliders;

use carom::pinball::{Event, Happening, Machine, PartId};
use carom::{BallId, DVec3, Motion, Party, What};
use foresight::Foresight;
use ledger::Ledger;
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::time::Instant;

/// Events in one message, at most; older ones are counted, not told.
const MOST_EVENTS: usize = 80;
/// Cells of the tree told for one ball, at most.
const MOST_CELLS: usize = 64;
/// Messages over which rates are taken: a second of them.
const RECENT: usize = 20;
/// m/s: slower impacts are not told one by one.
const WORTH_TELLING: f64 = 0.05;
/// Ticks between two points of the curve of energy.
const SAMPLE_TICKS: u64 = 10;

/// Watches a machine, tick by tick, and tells about twenty times a second what it has seen.
#[derive(Debug)]
pub struct Insight {
    foresight: Foresight,
    ledger: Ledger,
    events: VecDeque<Value>,
    left_out: usize,
    samples: Vec<Value>,
    /// Seen in all, and since the last message.
    ticks: u64,
    new_ticks: u64,
    new_impacts: u64,
    /// The same for the last messages, with the wall time that each took: what a second of them gives is steady enough to read.
    recent: VecDeque<(f64, u64, u64)>,
    /// When the last message was made.
    told: Instant,
}

impl Insight {
    /// Begins to watch.
    pub fn new(machine: &Machine) -> Self {
        Self {
            foresight: Foresight::new(machine),
            ledger: Ledger::new(machine),
            events: VecDeque::new(),
            left_out: 0,
            samples: Vec::new(),
            ticks: 0,
            new_ticks: 0,
            new_impacts: 0,
            recent: VecDeque::new(),
            told: Instant::now(),
        }
    }

    /// Notes what the machine's last tick did. Call it after every tick.
    pub fn tick(&mut self, machine: &Machine) {
        self.ticks += 1;
        self.new_ticks += 1;
        for event in machine.raw_events() {
            let (part, hit, other) = match event.what {
                What::Impact { collider, hit } => (machine.owner(collider), hit, None),
                What::BallImpact { other, hit } => (None, hit, Some(other)),
                _ => continue,
            };
            self.new_impacts += 1;
            if hit.speed >= WORTH_TELLING {
                let thing = other.map_or_else(|| thing(machine, part, hit.normal), |_| "ball");
                let mut told = event_of(event.time, "impact", Some(event.ball), part, machine);
                told.insert("kind".into(), thing.into());
                told.insert("other".into(), other.map(BallId::index).into());
                told.insert("speed".into(), fine(hit.speed));
                told.insert("lost".into(), tiny(hit.energy_lost));
                self.tell(told);
            }
        }
        for event in machine.events() {
            if let Some(told) = happening(event, machine) {
                self.tell(told);
            }
        }
        self.ledger.tick(machine);
        if self.ticks.is_multiple_of(SAMPLE_TICKS) {
            let energy = self.ledger.now();
            let mut sample = vec![fine(machine.time()), tiny(energy.motion), tiny(energy.spin), tiny(energy.height)];
            sample.extend(ledger::amounts(machine));
            self.samples.push(sample.into());
        }
    }

    fn tell(&mut self, told: Map<String, Value>) {
        if self.events.len() == MOST_EVENTS {
            self.events.pop_front();
            self.left_out += 1;
        }
        self.events.push_back(Value::Object(told));
    }

    /// What has been seen since the last message, and what is known now.
    pub fn message(&mut self, machine: &Machine) -> Value {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.told.elapsed().as_secs_f64(), self.new_ticks, self.new_impacts));
        self.told = Instant::now();
        let sums = self.recent.iter().fold((0.0, 0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2));
        let (wall, ticks, impacts) = (f64::max(sums.0, 1e-6), sums.1 as f64, sums.2 as f64);
        let rates = json!({
            "ticks_per_second": coarse(ticks / wall),
            "impacts_per_second": coarse(impacts / wall),
            "real_time": fine(ticks * carom::pinball::TICK / wall),
        });
        (self.new_ticks, self.new_impacts) = (0, 0);
        let next = self.foresight.look(machine);
        let balls: Vec<Value> = machine.balls().map(|id| ball(machine, id, next.get(&id.index()))).collect();
        let mut energy = self.ledger.value(machine);
        energy["history"] = core::mem::take(&mut self.samples).into();
        json!({
            "kind": "insight",
            "time": fine(machine.time()),
            "balls": balls,
            "events": core::mem::take(&mut self.events),
            "left_out": core::mem::take(&mut self.left_out),
            "energy": energy,
            "rates": rates,
        })
    }
}

/// What is known of one ball.
fn ball(machine: &Machine, id: BallId, next: Option<&Value>) -> Value {
    let Some(ball) = machine.ball(id) else { return json!({"id": id.index()}) };
    let touching: Vec<Value> = machine
        .touching(id)
        .map(|touching| {
            let part = match touching.with {
                Party::Collider(collider) => machine.owner(collider),
                Party::Ball(_) => None,
            };
            let kind =
                if matches!(touching.with, Party::Ball(_)) { "ball" } else { thing(machine, part, touching.normal) };
            json!({
                "kind": kind,
                "part": part.map(PartId::index),
                "name": part.and_then(|part| machine.name(part)),
                "point": place(touching.point),
                "normal": place(touching.normal),
                "presses": touching.presses,
            })
        })
        .collect();
    let looked = machine.looked_at(id).map(|(area, cells)| {
        let corners = |b: &carom::broad::Aabb| json!([place(b.min), place(b.max)]);
        let shown: Vec<Value> = cells.iter().take(MOST_CELLS).map(corners).collect();
        json!({"box": corners(&area), "cells": shown, "left_out": cells.len().saturating_sub(MOST_CELLS)})
    });
    json!({
        "id": id.index(),
        "held": machine.is_held(id),
        "motion": machine.motion(id).map(motion),
        "radius": fine(ball.radius),
        "mass": fine(ball.mass),
        "position": place(ball.position),
        "velocity": place(ball.velocity),
        "spin": place(ball.spin),
        "touching": touching,
        "looked": looked,
        "next": next,
    })
}

/// An event of the machine, with names.
fn happening(event: &Event, machine: &Machine) -> Option<Map<String, Value>> {
    let (what, ball, part, speed) = match event.what {
        Happening::Hit { part, ball, speed } => ("hit", Some(ball), Some(part), Some(speed)),
        Happening::Unhit { part, ball } => ("unhit", Some(ball), Some(part), None),
        Happening::Collide { part, ball, speed } => ("collide", Some(ball), Some(part), Some(speed)),
        Happening::Slingshot { part, ball, speed } => ("slingshot", Some(ball), Some(part), Some(speed)),
        Happening::EndOfStroke { part, speed } => ("end of stroke", None, Some(part), Some(speed)),
        Happening::StartOfStroke { part, speed } => ("start of stroke", None, Some(part), Some(speed)),
        Happening::Spin { part } => ("spin", None, Some(part), None),
        Happening::Dropped { part } => ("dropped", None, Some(part), None),
        Happening::Raised { part } => ("raised", None, Some(part), None),
        Happening::Drained { part, ball, .. } => ("drained", Some(ball), Some(part), None),
        Happening::Ejected { part, ball } => ("ejected", Some(ball), Some(part), None),
        Happening::TiltWarning { .. } => ("tilt warning", None, None, None),
        Happening::Tilt => ("tilt", None, None, None),
        Happening::Stuck { ball } => ("stuck", Some(ball), None, None),
        Happening::BallSearch => ("ball search", None, None, None),
        Happening::Lost { ball } => ("lost", Some(ball), None, None),
        Happening::Overloaded => ("overloaded", None, None, None),
        Happening::Arrived { .. } => ("arrived", None, None, None),
        Happening::Stalled { ball, .. } => ("stalled", Some(ball), None, None),
        // Two balls that meet are told as an impact already.
        _ => return None,
    };
    let mut told = event_of(event.time, what, ball, part, machine);
    if let Happening::Arrived { group } | Happening::Stalled { group, .. } = event.what {
        let name = machine.groups().find(|(id, _)| *id == group).map(|(_, group)| group.name.as_str());
        told.insert("name".into(), name.into());
    }
    told.insert("speed".into(), speed.map_or(Value::Null, fine));
    Some(told)
}

fn event_of(
    time: f64,
    what: &str,
    ball: Option<BallId>,
    part: Option<PartId>,
    machine: &Machine,
) -> Map<String, Value> {
    let mut told = Map::new();
    told.insert("time".into(), fine(time));
    told.insert("what".into(), what.into());
    told.insert("ball".into(), ball.map(BallId::index).into());
    told.insert("part".into(), part.map(PartId::index).into());
    told.insert("name".into(), part.and_then(|part| machine.name(part)).into());
    told
}

/// Which kind of thing a ball touches, by its owner; what has none is told apart by where it faces.
fn thing(machine: &Machine, part: Option<PartId>, normal: DVec3) -> &'static str {
    match part.and_then(|part| machine.data(part)) {
        Some(data) => data.kind(),
        None if normal.z > 0.5 => "playfield",
        None if normal.z < -0.5 => "glass",
        None => "cabinet",
    }
}

fn motion(motion: Motion) -> &'static str {
    match motion {
        Motion::Flying => "flying",
        Motion::Sliding => "sliding",
        Motion::Rolling => "rolling",
        Motion::Resting => "resting",
    }
}

/// A place or direction, to a hundredth of a millimetre; what is infinite is a kilometre away.
fn place(p: DVec3) -> Value {
    p.to_array().map(|x| rounded(x.clamp(-1e3, 1e3), 1e5)).to_vec().into()
}

/// To the sixth digit: microseconds, micrometres a second.
fn fine(x: f64) -> Value {
    rounded(x, 1e6)
}

/// To a billionth: of a joule.
fn tiny(x: f64) -> Value {
    rounded(x, 1e9)
}

fn coarse(x: f64) -> Value {
    rounded(x, 10.0)
}

/// No number at all where it is not finite.
fn rounded(x: f64, parts: f64) -> Value {
    let near = (x * parts).round() / parts;
    serde_json::Number::from_f64(near + 0.0).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests;
