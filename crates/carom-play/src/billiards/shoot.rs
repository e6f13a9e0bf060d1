//! A shot: played by the engine, judged by the referee.

use super::ask::{Aim, Call};
use super::room::{Position, Room};
use super::{place, tell};
use carom::billiards::rules::{Game, Played};
use carom::billiards::{BallState, Outcome, Shot};
use carom_shots::Prepared;
use core::time::Duration;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Events of a shot at most; the longest of 600 reference shots has 1,178.
pub(super) const MOST_EVENTS: usize = 10_000;
/// Events between two looks at the clock.
const SLICE: usize = 500;
/// A shot that takes longer is given up. A break takes a few milliseconds.
const LONGEST: Duration = Duration::from_secs(5);

impl Room {
    /// Plays a shot and goes on from where it ends.
    pub(super) fn shoot(&mut self, aim: &Aim, call: Option<&Call>) -> Result<Value, String> {
        let (ball, game) = self.called(aim, call)?;
        let (input, prepared) = self.input(aim, ball)?;
        let mut shot = prepared.begin().map_err(|fault| fault.to_string())?;
        run(&mut shot, &self.stop)?;

        let after: Vec<BallState> = (0..shot.ball_count()).map(|ball| shot.state(ball)).collect();
        let mut next = Position { balls: self.position.balls.clone(), game, last: None };
        let played = Played {
            table: &self.table,
            before: &prepared.balls,
            events: shot.events(),
            after: &after,
            cue_ball: ball,
        };
        let mut decision = next.game.judge(&played);
        for (ball, state) in next.balls.iter_mut().zip(&after) {
            ball.state = *state;
        }
        place::respot(&self.table, &mut next, &mut decision, ball);
        let decision = tell::decision(&decision, &next.balls);
        next.last = Some(decision.clone());
        self.advance(next);

        let mut state = self.state();
        if let Some(state) = state.as_object_mut() {
            state.remove("kind");
        }
        Ok(json!({
            "kind": "shot",
            "input": input,
            "events": tell::events(&prepared, &shot),
            "legs": tell::legs(&shot),
            "duration": shot.time(),
            "balls": tell::final_states(&prepared.balls, &after),
            "decision": decision,
            "state": state,
        }))
    }

    /// May this shot be played? The number of the ball, and the game with what was called.
    fn called(&self, aim: &Aim, call: Option<&Call>) -> Result<(usize, Game), String> {
        let mut game = self.position.game.clone();
        if game.over().is_some() {
            return Err("the game is over".to_owned());
        }
        let ball = self.ball(&aim.ball)?;
        let constraints = game.constraints();
        if !constraints.cueable.contains(&aim.ball) {
            return Err(format!("strike {}", constraints.cueable.join(" or ")));
        }
        if constraints.call_shot && call.is_none() {
            return Err("call a ball and a pocket first".to_owned());
        }
        if let Some(call) = call {
            if let Some(name) = &call.ball {
                self.ball(name)?;
            }
            if call.pocket.as_ref().is_some_and(|name| self.table.pocket(name).is_none()) {
                return Err("there is no such pocket".to_owned());
            }
            game.call(call.ball.as_deref(), call.pocket.as_deref());
        }
        Ok((ball, game))
    }

    /// The shot as a file, and the same read again. The second is what is played, so whoever plays the file plays the same
    /// shot to the last bit.
    fn input(&self, aim: &Aim, ball: usize) -> Result<(Value, Prepared), String> {
        let prepared = Prepared { strike: Some(aim.strike(ball, self.cue)), ..self.prepared() };
        // A strike that cannot be played is refused in the engine's own words, as in a preview.
        prepared.begin().map_err(|fault| fault.to_string())?;
        let file = carom_shots::write(&prepared);
        let read = carom_shots::read(&file.to_string()).map_err(|faults| tell::faults(&faults))?;
        Ok((file, read))
    }
}

/// Plays to the end, within bounds.
fn run(shot: &mut Shot, stop: &AtomicBool) -> Result<(), String> {
    let begin = Instant::now();
    for budget in (SLICE..=MOST_EVENTS).step_by(SLICE) {
        if shot.run_until(f64::INFINITY, budget) != Outcome::Budget {
            return Ok(());
        }
        if stop.load(Ordering::Relaxed) || begin.elapsed() > LONGEST {
            return Err("the shot takes too long to compute".to_owned());
        }
    }
    Err(format!("the balls do not come to rest within {MOST_EVENTS} events"))
}
