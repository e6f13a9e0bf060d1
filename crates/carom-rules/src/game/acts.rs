//! What rules say is done.

use super::Game;
use crate::act::Act;
use crate::board::Phase;
use crate::occurrence::Occurrence;
use crate::told::What;
use carom::pinball::{Command, Input, PartId};

/// s: how long a pulse is.
const PULSE: f64 = 0.1;

impl Game {
    pub(super) fn apply(&mut self, act: Act) {
        let counts = matches!(self.board.status.phase, Phase::Playing | Phase::Bonus) && !self.board.status.tilted;
        match act {
            // What the player earns: nothing after a tilt, and nothing when nobody plays.
            Act::Score(points) if counts => {
                let points = points.saturating_mul(i64::from(self.board.status.multiplier));
                self.add_score(points);
                let part = self.cause.and_then(|part| u32::try_from(part.index()).ok());
                self.tell(What::Score { points, part });
            }
            Act::Bonus(points) if counts => {
                self.board.status.bonus = self.board.status.bonus.saturating_add(points);
            }
            Act::ExtraBall if counts => {
                let current = self.board.status.current;
                let most = self.rules.settings().extra_balls;
                if let Some(player) = self.board.status.players.get_mut(current)
                    && player.extra_balls < most
                {
                    player.extra_balls += 1;
                    self.moment("extra_ball");
                }
            }
            Act::SaveBall(seconds) if counts && !self.balls.ending => self.save_for(seconds),
            Act::Score(_) | Act::Bonus(_) | Act::ExtraBall | Act::SaveBall(_) => {}
            Act::Multiplier(times) => self.board.status.multiplier = times,
            Act::BonusMultiplier(times) => self.board.status.bonus_multiplier = times,
            Act::Lock(part) => self.lock(part),
            Act::Multiball(balls) => self.multiball(balls),
            Act::EndBall => {
                if self.board.status.phase == Phase::Playing && !self.balls.ending {
                    self.end_play();
                }
            }

            // What the page shows and sounds.
            Act::Light(lamp, lit) => {
                if let Some(state) = self.board.lamps.get_mut(lamp)
                    && *state != lit
                {
                    *state = lit;
                    self.queue.push_back(Occurrence::Lamp(lamp));
                }
            }
            Act::Sound(name) => self.tell(What::Sound { name }),
            Act::Say(text) => self.say(text),
            Act::Hint(text) => self.hint(text),
            Act::Moment(name) => self.moment(&name),

            // What moves on the table.
            Act::Coil(part, on) => self.coil(part, on),
            Act::Pulse(part) => {
                self.coil(part, true);
                let off = Command::at(self.machine.time() + PULSE, Input::Coil { part, on: false });
                self.machine.send(off).unwrap_or_default();
            }
            Act::Kick(part) => self.coil(part, true),
            Act::KickTo(part, angle, speed, inclination) => {
                self.unlock(part);
                self.is_ruled(part);
                self.send(Input::Kick { part, angle, speed, inclination });
            }
            Act::Drop(part, down) => {
                self.is_ruled(part);
                self.send(Input::Drop { part, down });
            }
            Act::Enable(part, on) => self.send(Input::Enable { part, on }),
            Act::Drive(group, drive) => self.send(Input::Drive { group, drive }),

            // What rules remember.
            Act::SetTimer(name, seconds) => {
                let at = self.after(seconds).max(self.ticks + 1);
                self.board.timers.insert(name, at);
            }
            Act::StopTimer(name) => drop(self.board.timers.remove(&name)),
            Act::SetCounter(name, count) => self.set_counter(name, count),
            Act::AddCounter(name, by) => {
                let count = self.board.counters.get(&name).copied().unwrap_or(0).saturating_add(by);
                self.set_counter(name, count);
            }
            Act::BeginMode(name) => self.begin_mode(name),
            Act::EndMode(name) => self.end_mode(&name),
        }
    }

    fn coil(&mut self, part: PartId, on: bool) {
        // Dead flippers are dead for rules, too.
        if on && self.hands.is_flipper(part) && !self.hands.live {
            return;
        }
        self.unlock(part);
        self.is_ruled(part);
        self.send(Input::Coil { part, on });
    }

    fn set_counter(&mut self, name: String, count: i64) {
        if self.board.counters.insert(name.clone(), count).unwrap_or(0) != count {
            self.queue.push_back(Occurrence::Counter(name, count));
        }
    }
}
