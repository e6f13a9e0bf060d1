//! The search for a strike that does what the player wants. It takes seconds, so it runs beside its room.

use super::ask::Goal;
use super::room::Room;
use super::tell;
use carom::DVec2;
use carom_shots::Prepared;
use carom_shots::solve::{self, Leave, Options, Pot, solve};
use core::time::Duration;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Strikes tried for every second asked for: what a modest machine does in that time. A search that ends by itself finds
/// the same on every machine.
const TRIES_A_SECOND: f64 = 15_000.0;
/// How much longer a search may take than was asked for, so that a slow machine still ranks what it found.
const GRACE: f64 = 1.5;

/// A search that can be made elsewhere: it knows all it needs.
#[derive(Debug)]
pub struct Search {
    id: u64,
    prepared: Prepared,
    goal: solve::Goal,
    seconds: f64,
    /// Nobody waits for what it finds any more.
    stops: [Arc<AtomicBool>; 2],
}

impl Room {
    /// A search from how things stand; it ends early when `stop` is raised.
    ///
    /// # Errors
    /// What cannot be searched for, in words.
    pub fn search(&self, id: u64, goal: &Goal, seconds: f64, stop: Arc<AtomicBool>) -> Result<Search, String> {
        let game = &self.position.game;
        if game.over().is_some() {
            return Err("the game is over".to_owned());
        }
        let ball = self.cue_ball()?;
        let mut prepared = self.prepared();
        prepared.strike = Some(carom::billiards::Strike::level(ball, self.cue));
        let pot = goal.pot.as_ref().map(|pot| Pot::named(&prepared, pot.ball.as_deref(), pot.pocket.as_deref()));
        let pot = pot.transpose().map_err(|fault| fault.what)?;
        let leave = goal.leave.as_ref().map(|leave| Leave { at: DVec2::from(leave.at), within: leave.within });
        let goal = solve::Goal { pot, leave, score: goal.score.then(|| game.clone()) };
        if goal.is_empty() {
            return Err("say what to search for".to_owned());
        }
        Ok(Search { id, prepared, goal, seconds, stops: [stop, self.stop()] })
    }
}

impl Search {
    /// Searches, and gives the answer as a message.
    pub fn run(&self) -> Value {
        let (begin, longest) = (Instant::now(), Duration::from_secs_f64(GRACE * self.seconds));
        let enough = AtomicBool::new(false);
        let watch = |_: usize, _: usize| {
            if begin.elapsed() > longest || self.is_stopped() {
                enough.store(true, Ordering::Relaxed);
            }
        };
        let options = Options { tries: (TRIES_A_SECOND * self.seconds) as usize, ..Options::default() };
        let found = match solve(&self.prepared, &self.goal, &options, &watch, &enough) {
            Ok(found) => found,
            Err(why) => return json!({ "kind": "refused", "why": why.to_string() }),
        };
        let list: Value = found
            .solutions
            .iter()
            .map(|solution| {
                let call = solution.call.as_ref().map(|(ball, pocket)| json!({ "ball": ball, "pocket": pocket }));
                json!({
                    "strike": tell::strike(&self.prepared.balls, &solution.strike),
                    "robust": solution.robust,
                    "words": solution.words,
                    "call": call,
                })
            })
            .collect();
        // What was found for a position that has gone is of no use.
        let list = if self.is_stopped() { json!([]) } else { list };
        json!({ "kind": "solutions", "id": self.id, "list": list, "tried": found.tried, "stopped": found.stopped })
    }

    fn is_stopped(&self) -> bool {
        self.stops.iter().any(|stop| stop.load(Ordering::Relaxed))
    }
}
