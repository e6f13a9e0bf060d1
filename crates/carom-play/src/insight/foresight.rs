//! What each ball will meet next: a second machine, put into the state of the first, runs ahead of it until something is struck.
//!
//! So the answer is the engine's own, with springs, moving bats and rolling in it; only what players do meanwhile is not.

use super::{fine, place, thing};
use carom::pinball::Machine;
use carom::{BallId, Motion, What};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Ticks that are looked ahead.
const FARTHEST: u64 = 500;
/// Wall time that one look may take.
const PATIENCE: Duration = Duration::from_millis(4);
/// m/s: slower impacts are passed over: a ball that settles makes hundreds of them.
const WORTH_FORESEEING: f64 = 0.05;
/// Ticks between two points of a path.
const STEP: u64 = 5;

/// A machine that runs ahead.
#[derive(Debug)]
pub(super) struct Foresight {
    ghost: Machine,
    pub(super) patience: Duration,
}

impl Foresight {
    pub(super) fn new(machine: &Machine) -> Self {
        Self { ghost: machine.clone(), patience: PATIENCE }
    }

    /// The next impact of each ball that moves, by the ball's number.
    pub(super) fn look(&mut self, machine: &Machine) -> BTreeMap<usize, Value> {
        let mut found = BTreeMap::new();
        let moves = |id: &BallId| !machine.is_held(*id) && machine.motion(*id) != Some(Motion::Resting);
        let mut waiting: Vec<(BallId, Vec<Value>)> =
            machine.balls().filter(moves).map(|id| (id, vec![place(machine.position(id))])).collect();
        if waiting.is_empty() || self.ghost.restore(&machine.snapshot()).is_err() {
            return found;
        }
        let (now, start) = (machine.time(), Instant::now());
        for tick in 1..=FARTHEST {
            self.ghost.tick();
            for event in self.ghost.raw_events() {
                let (part, hit, other) = match event.what {
                    What::Impact { collider, hit } => (self.ghost.owner(collider), hit, None),
                    What::BallImpact { other, hit } => (None, hit, Some(other)),
                    _ => continue,
                };
                if hit.speed < WORTH_FORESEEING {
                    continue;
                }
                // Of two balls that meet, the event names the first; the normal points to it.
                for (ball, normal) in [(Some(event.ball), hit.normal), (other, -hit.normal)] {
                    let Some(index) = waiting.iter().position(|(id, _)| Some(*id) == ball) else { continue };
                    let (id, mut path) = waiting.swap_remove(index);
                    let radius = machine.ball(id).map_or(0.0, |ball| ball.radius);
                    let centre = hit.point + normal * radius;
                    path.push(place(centre));
                    let kind = if other.is_some() { "ball" } else { thing(&self.ghost, part, hit.normal) };
                    let next = json!({
                        "after": fine(event.time - now),
                        "kind": kind,
                        "part": part.map(carom::pinball::PartId::index),
                        "name": part.and_then(|part| self.ghost.name(part)),
                        "centre": place(centre),
                        "point": place(hit.point),
                        "normal": place(normal),
                        "speed": fine(hit.speed),
                        "path": path,
                    });
                    found.insert(id.index(), next);
                }
            }
            // A ball that has drained or been caught meets nothing any more.
            let ghost = &self.ghost;
            waiting.retain(|(id, _)| ghost.ball(*id).is_some() && !ghost.is_held(*id));
            if waiting.is_empty() || start.elapsed() > self.patience {
                break;
            }
            if tick.is_multiple_of(STEP) {
                for (id, path) in &mut waiting {
                    path.push(place(self.ghost.position(*id)));
                }
            }
        }
        found
    }
}
