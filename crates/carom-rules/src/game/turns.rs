//! Whose turn it is: phases, players, the end of a ball and its bonus, tilt.

use super::balls::{SERVE, Save};
use super::{Game, ticks};
use crate::act::Lit;
use crate::board::{Mode, Phase, PlayerState};
use crate::occurrence::Occurrence;
use crate::told::What;
use carom::pinball::{Input, PartId};
use std::collections::BTreeMap;

/// s: before the bonus is counted, while it is, and after it.
const BEFORE_BONUS: f64 = 0.4;
const STEP: f64 = 0.08;
const STEPS: i64 = 20;
const AFTER_BONUS: f64 = 0.4;
const AFTER_SKIP: f64 = 0.15;
/// s: until the autopilot begins, and begins again.
const AUTOPILOT_BEGINS: f64 = 0.5;
const AUTOPILOT_AGAIN: f64 = 4.0;
/// s: how long a line stays on the display.
const LINE_STAYS: f64 = 4.0;

/// The bonus that is being counted.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Count {
    /// Modes of the ball end at this tick, when rules have heard that the ball has.
    ModesEnd(u64),
    /// It begins at this tick, when rules have heard of that.
    Begins(u64),
    /// So many steps are left, the next at this tick; the bonus, how many times it counts, and what of it was scored.
    Runs { left: i64, next: u64, bonus: i64, times: u32, paid: i64 },
}

/// What a player finds again at the next turn.
#[derive(Clone, Debug, Default)]
struct Kept {
    lamps: Vec<Lit>,
    counters: BTreeMap<String, i64>,
    modes: Vec<Mode>,
    /// Ticks that modes have left.
    mode_left: BTreeMap<String, u64>,
    hint: String,
    locks: Vec<PartId>,
    /// Balls that are over.
    played: u32,
}

/// Whose turn it is, and what comes next.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    kept: Vec<Kept>,
    count: Option<Count>,
    /// The tick at which the next ball begins, or the autopilot's next game.
    next: Option<u64>,
    /// The ticks at which modes end; and the ticks that they have left, while no ball is played.
    mode_ends: BTreeMap<String, u64>,
    mode_left: BTreeMap<String, u64>,
    /// What to shoot when no mode says anything else.
    hint: String,
    /// The tick at which the line on the display goes.
    line_until: u64,
}

impl Game {
    /// The start button: begins a game, or adds a player to it.
    pub(super) fn start(&mut self) {
        match self.board.status.phase {
            Phase::Waiting | Phase::Over => self.begin_game(),
            Phase::Playing | Phase::Bonus => {
                let status = &mut self.board.status;
                let most = self.rules.settings().players.clamp(1, 4) as usize;
                let first_ball = status.players.first().is_some_and(|player| player.ball <= 1);
                if first_ball && status.players.len() < most {
                    status.players.push(PlayerState { ball: 1, ..PlayerState::default() });
                    self.turns.kept.push(self.fresh());
                    let text = format!("Player {}", self.board.status.players.len());
                    self.say(text);
                }
            }
        }
    }

    fn fresh(&self) -> Kept {
        Kept {
            lamps: vec![Lit::Off; self.board.lamps.len()],
            counters: self.rules.counters(),
            hint: self.rules.settings().hint.clone(),
            ..Kept::default()
        }
    }

    fn begin_game(&mut self) {
        let sinking = u32::try_from(self.locks.on_table()).unwrap_or(0);
        let seen = self.locks.exchange(&[]);
        seen.into_iter().for_each(|ball| self.send(Input::RemoveBall(ball)));
        self.turns.kept = vec![self.fresh()];
        self.board.timers.clear();
        let status = &mut self.board.status;
        status.players = vec![PlayerState { ball: 1, ..PlayerState::default() }];
        status.current = 0;
        status.message.clear();
        self.recall();
        self.queue.push_back(Occurrence::GameBegins);
        self.begin_ball();
        // Balls that lie on a table without a plunger or trough are the first to be played.
        self.balls.wanted = self.in_play().saturating_sub(sinking).max(1);
    }

    fn begin_ball(&mut self) {
        self.send(Input::ClearTilt);
        let save = ticks(self.rules.settings().ball_save);
        self.balls.wanted = 1;
        self.balls.save = if save > 0 { Save::Armed(save) } else { Save::Off };
        (self.balls.launches, self.balls.multiball, self.balls.ending) = (false, false, false);
        (self.turns.count, self.turns.next) = (None, None);
        let now = self.ticks;
        let left = core::mem::take(&mut self.turns.mode_left);
        self.turns.mode_ends = left.into_iter().map(|(name, left)| (name, now.saturating_add(left))).collect();
        let status = &mut self.board.status;
        status.phase = Phase::Playing;
        (status.multiplier, status.bonus, status.bonus_multiplier) = (1, self.rules.settings().bonus, 1);
        (status.warnings, status.tilted) = (0, false);
        if status.players.len() > 1 {
            let text = format!("Player {}", status.current + 1);
            self.say(text);
        }
        self.enliven(true);
        self.queue.push_back(Occurrence::BallBegins);
    }

    /// The last ball in play has gone.
    pub(super) fn end_ball(&mut self) {
        self.enliven(false);
        self.balls.wanted = 0;
        self.balls.save = Save::Off;
        if core::mem::take(&mut self.balls.multiball) {
            self.queue.push_back(Occurrence::MultiballEnds);
        }
        self.locks.stop_releases();
        self.board.status.phase = Phase::Bonus;
        let now = self.ticks;
        let ends = core::mem::take(&mut self.turns.mode_ends);
        self.turns.mode_left = ends.into_iter().map(|(name, end)| (name, end.saturating_sub(now))).collect();
        // Rules hear of it first, and may add to the bonus.
        self.turns.count = Some(Count::ModesEnd(now + 1));
        self.queue.push_back(Occurrence::BallEnds);
    }

    /// What comes by itself: the bonus goes on, the next ball begins, the autopilot begins.
    pub(super) fn take_turns(&mut self) {
        let now = self.ticks;
        if self.board.status.phase == Phase::Bonus {
            self.count_bonus();
        }
        if self.turns.next.is_some_and(|tick| now >= tick) {
            self.turns.next = None;
            match self.board.status.phase {
                Phase::Bonus => self.next_turn(),
                Phase::Waiting | Phase::Over => self.begin_game(),
                Phase::Playing => {}
            }
        } else if self.autopilot && self.turns.next.is_none() {
            match self.board.status.phase {
                Phase::Waiting => self.turns.next = Some(self.after(AUTOPILOT_BEGINS)),
                Phase::Over => self.turns.next = Some(self.after(AUTOPILOT_AGAIN)),
                _ => {}
            }
        }
        if now >= self.turns.line_until {
            self.board.status.message.clear();
        }
    }

    fn count_bonus(&mut self) {
        let now = self.ticks;
        match self.turns.count.clone() {
            Some(Count::ModesEnd(tick)) if now >= tick => {
                let names: Vec<String> = self.board.status.modes.iter().map(|mode| mode.name.clone()).collect();
                // One that the rules do not know, such as a script's, ends with the ball.
                let ends = |name: &&String| self.rules.mode(name).is_none_or(|mode| mode.ends_with_ball);
                let names: Vec<&String> = names.iter().filter(ends).collect();
                names.into_iter().for_each(|name| self.end_mode(name));
                self.turns.count = Some(Count::Begins(tick + 1));
            }
            Some(Count::Begins(tick)) if now >= tick => {
                let status = &self.board.status;
                let (bonus, times) = (status.bonus, status.bonus_multiplier);
                if status.tilted || bonus == 0 || times == 0 {
                    self.board.status.bonus = 0;
                    self.turns.count = None;
                    self.turns.next = Some(self.after(SERVE));
                } else {
                    let next = self.after(BEFORE_BONUS);
                    self.turns.count = Some(Count::Runs { left: STEPS, next, bonus, times, paid: 0 });
                    self.moment("bonus");
                    self.say(if times > 1 { format!("Bonus {bonus} × {times}") } else { format!("Bonus {bonus}") });
                }
            }
            Some(Count::Runs { left, next, .. }) if now >= next => self.pay_bonus(left - 1, AFTER_BONUS),
            _ => {}
        }
    }

    /// A flipper button cuts the count short: all of it is scored now.
    pub(super) fn skip_bonus(&mut self) {
        if matches!(self.turns.count, Some(Count::Runs { .. })) {
            self.pay_bonus(0, AFTER_SKIP);
        }
    }

    /// Scores the bonus until only so many steps are left.
    fn pay_bonus(&mut self, left: i64, pause: f64) {
        let Some(Count::Runs { bonus, times, paid, .. }) = self.turns.count else { return };
        let total = bonus.saturating_mul(i64::from(times));
        let due = if left == 0 { total } else { total / STEPS * (STEPS - left) };
        let points = due.saturating_sub(paid);
        self.add_score(points);
        self.tell(What::Score { points, part: None });
        self.board.status.bonus = bonus / STEPS * left;
        if left == 0 {
            self.tell(What::Bonus { points: bonus, times });
            self.turns.count = None;
            self.turns.next = Some(self.after(pause));
        } else {
            self.turns.count = Some(Count::Runs { left, next: self.after(STEP), bonus, times, paid: due });
        }
    }

    /// The ball is over and counted: the same player again, the next one, or nobody.
    fn next_turn(&mut self) {
        // What ran by the clock runs for a ball at most.
        self.board.timers.clear();
        let current = self.board.status.current;
        if let Some(player) = self.board.status.players.get_mut(current)
            && player.extra_balls > 0
        {
            player.extra_balls -= 1;
            self.say("Shoot again".to_owned());
            self.begin_ball();
            return;
        }
        self.keep();
        let next = if current + 1 < self.board.status.players.len() { current + 1 } else { 0 };
        let played = self.turns.kept.get(next).map_or(0, |kept| kept.played);
        if played >= self.board.status.balls {
            self.end_game();
            return;
        }
        self.board.status.current = next;
        if let Some(player) = self.board.status.players.get_mut(next) {
            player.ball = played + 1;
        }
        if next != current {
            self.recall();
        }
        self.begin_ball();
    }

    fn end_game(&mut self) {
        self.board.status.phase = Phase::Over;
        self.queue.push_back(Occurrence::GameEnds);
        let scores = self.board.status.players.iter().map(|player| player.score).collect();
        self.tell(What::GameOver { scores });
        self.moment("game_over");
    }

    /// Remembers what belongs to the player whose ball is over.
    fn keep(&mut self) {
        let current = self.board.status.current;
        let Some(kept) = self.turns.kept.get_mut(current) else { return };
        kept.played += 1;
        kept.lamps.clone_from(&self.board.lamps);
        kept.counters.clone_from(&self.board.counters);
        kept.modes.clone_from(&self.board.status.modes);
        kept.mode_left.clone_from(&self.turns.mode_left);
        kept.hint.clone_from(&self.turns.hint);
        kept.locks = self.locks.parts();
    }

    /// The player whose turn it is finds their things again.
    fn recall(&mut self) {
        let Some(kept) = self.turns.kept.get(self.board.status.current).cloned() else { return };
        self.board.lamps = kept.lamps;
        self.board.counters = kept.counters;
        self.board.status.modes = kept.modes;
        self.turns.mode_left = kept.mode_left;
        self.turns.hint = kept.hint;
        self.show_hint();
        let seen = self.locks.exchange(&kept.locks);
        seen.into_iter().for_each(|ball| self.send(Input::RemoveBall(ball)));
    }

    /// The plumb bob has touched its ring, and it is forgiven.
    pub(super) fn warn(&mut self, count: u32) {
        if self.board.status.phase != Phase::Playing {
            return;
        }
        self.board.status.warnings = count;
        self.queue.push_back(Occurrence::Warning(count));
        self.moment("warning");
        self.say("Warning".to_owned());
    }

    /// Once too often: flippers die, the bonus is lost, the balls drain.
    pub(super) fn tilt(&mut self) {
        if self.board.status.phase != Phase::Playing {
            return;
        }
        self.board.status.tilted = true;
        self.board.status.bonus = 0;
        self.queue.push_back(Occurrence::Tilt);
        self.moment("tilt");
        self.say("Tilt".to_owned());
        self.end_play();
    }

    pub(super) fn add_score(&mut self, points: i64) {
        let current = self.board.status.current;
        if let Some(player) = self.board.status.players.get_mut(current) {
            player.score = player.score.saturating_add(points);
        }
    }

    /// A line for the display.
    pub(super) fn say(&mut self, text: String) {
        self.turns.line_until = self.after(LINE_STAYS);
        self.board.status.message.clone_from(&text);
        self.tell(What::Say { text });
    }

    /// Timers and modes whose time has come.
    pub(super) fn run_timers(&mut self) {
        let now = self.ticks;
        if !self.board.timers.is_empty() {
            // By their time, and by name where that is the same.
            let due = self.board.timers.iter().filter(|(_, at)| **at <= now);
            let mut due: Vec<(u64, String)> = due.map(|(name, at)| (*at, name.clone())).collect();
            due.sort();
            for (_, name) in due {
                self.board.timers.remove(&name);
                self.queue.push_back(Occurrence::Timer(name));
            }
        }
        while let Some(name) = self.turns.mode_ends.iter().find(|(_, at)| **at <= now).map(|(name, _)| name.clone()) {
            self.end_mode(&name);
        }
    }

    pub(super) fn begin_mode(&mut self, name: String) {
        if self.board.status.modes.iter().any(|mode| mode.name == name) {
            return;
        }
        let info = self.rules.mode(&name);
        let title = info.map_or("", |info| info.title.as_str());
        let title = if title.is_empty() { name.clone() } else { title.to_owned() };
        if let Some(seconds) = info.and_then(|info| info.seconds) {
            self.turns.mode_ends.insert(name.clone(), self.after(seconds));
        }
        self.board.status.modes.push(Mode { title, name: name.clone(), left: None });
        self.show_hint();
        self.moment("mode");
        self.queue.push_back(Occurrence::ModeBegins(name));
    }

    pub(super) fn end_mode(&mut self, name: &str) {
        self.turns.mode_ends.remove(name);
        self.turns.mode_left.remove(name);
        let modes = &mut self.board.status.modes;
        if let Some(k) = modes.iter().position(|mode| mode.name == name) {
            modes.remove(k);
            self.show_hint();
            self.queue.push_back(Occurrence::ModeEnds(name.to_owned()));
        }
    }

    /// What to shoot, until something else is said or a mode with a hint of its own begins.
    pub(super) fn hint(&mut self, text: String) {
        self.turns.hint.clone_from(&text);
        self.board.status.hint = text;
    }

    /// Shows the hint of the mode that began last, or the usual one.
    fn show_hint(&mut self) {
        let hints = self.board.status.modes.iter().rev().filter_map(|mode| self.rules.mode(&mode.name));
        let of_mode = hints.map(|mode| &mode.hint).find(|hint| !hint.is_empty());
        self.board.status.hint = of_mode.unwrap_or(&self.turns.hint).clone();
    }

    /// Brings the status up to date.
    pub(super) fn show(&mut self) {
        let save = if self.board.status.phase == Phase::Playing { self.save_left() } else { 0.0 };
        // What is about to be served counts: a multiball is one as soon as it is called.
        let playing = self.board.status.phase == Phase::Playing;
        let in_play = if playing { self.balls.wanted } else { self.in_play() };
        let locked = self.locks.count();
        let status = &mut self.board.status;
        // Whole seconds: the last one shows until it is over.
        status.ball_save = libm::ceil(save) as u32;
        status.in_play = in_play;
        status.locked = locked;
        for mode in &mut status.modes {
            let ends = self.turns.mode_ends.get(&mode.name);
            mode.left = ends.map(|&tick| libm::ceil(tick.saturating_sub(self.ticks) as f64 * 1e-3));
        }
    }
}
