//! Locked balls.
//!
//! A kicker that locks a ball holds it for a moment, then lets it sink below the playfield: so one kicker can lock any number, and
//! each player has locks of their own. When locked balls are let go, each comes up in its kicker and is thrown out.

use super::{Game, ticks};
use crate::board::Phase;
use crate::occurrence::Occurrence;
use carom::BallId;
use carom::pinball::part::Part;
use carom::pinball::{Input, PartId};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, DVec3};

/// s: until a locked ball sinks; until one that has come up is thrown out; between two of one kicker.
const SINKS: f64 = 0.7;
const UP: f64 = 0.35;
const BETWEEN: f64 = 0.5;
/// Most balls of a multiball.
const MOST: u32 = 16;

/// A locked ball.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lock {
    part: PartId,
    /// The ball, and the tick at which it sinks, if it has not yet.
    ball: Option<(BallId, u64)>,
}

/// A locked ball that is let go.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Release {
    part: PartId,
    /// The tick of its next step.
    due: u64,
    /// Is it in its kicker?
    up: bool,
}

/// The locks of the player whose turn it is, and the balls that are let go.
#[derive(Clone, Debug, Default)]
pub(super) struct Locks {
    locked: Vec<Lock>,
    releases: Vec<Release>,
}

impl Locks {
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.locked.len()).unwrap_or(u32::MAX)
    }

    /// Locked balls that can be seen.
    pub(super) fn on_table(&self) -> usize {
        self.locked.iter().filter(|lock| lock.ball.is_some()).count()
    }

    /// Balls that are to come up.
    pub(super) fn coming(&self) -> usize {
        self.releases.iter().filter(|release| !release.up).count()
    }

    /// Does this kicker hold a locked ball, or let one go?
    pub(super) fn holds(&self, part: PartId) -> bool {
        self.locked.iter().any(|lock| lock.part == part && lock.ball.is_some())
            || self.releases.iter().any(|release| release.part == part)
    }

    /// A ball has left the table: was it a locked one? It stays locked.
    pub(super) fn forget(&mut self, ball: BallId) -> bool {
        let lock = self.locked.iter_mut().find(|lock| lock.ball.is_some_and(|(other, _)| other == ball));
        lock.map(|lock| lock.ball = None).is_some()
    }

    /// What was to be let go stays locked.
    pub(super) fn stop_releases(&mut self) {
        let stay = self.releases.drain(..).filter(|release| !release.up);
        self.locked.extend(stay.map(|release| Lock { part: release.part, ball: None }));
    }

    /// The kickers of the locks, to be remembered for a player.
    pub(super) fn parts(&self) -> Vec<PartId> {
        self.locked.iter().map(|lock| lock.part).collect()
    }

    /// Another player's locks. What is still to be seen of the last one's is to be taken out.
    pub(super) fn exchange(&mut self, parts: &[PartId]) -> Vec<BallId> {
        self.releases.clear();
        let seen = self.locked.drain(..).filter_map(|lock| lock.ball.map(|(ball, _)| ball)).collect();
        self.locked.extend(parts.iter().map(|&part| Lock { part, ball: None }));
        seen
    }
}

impl Game {
    /// A kicker keeps the ball that it holds, and another is served.
    pub(super) fn lock(&mut self, part: PartId) {
        if self.board.status.phase != Phase::Playing || self.balls.ending || self.locks.holds(part) {
            return;
        }
        let Some(ball) = self.held_by(part) else { return };
        self.locks.locked.push(Lock { part, ball: Some((ball, self.after(SINKS))) });
        self.pilot.leave(part, f64::INFINITY);
        self.balls.serve_from = self.balls.serve_from.max(self.after(super::balls::SERVE));
        self.queue.push_back(Occurrence::Locked(part, self.locks.count()));
    }

    /// Rules throw a ball out that they had locked and that can still be seen: it is in play again.
    pub(super) fn unlock(&mut self, part: PartId) {
        let seen = |lock: &Lock| lock.part == part && lock.ball.is_some();
        if let Some(k) = self.locks.locked.iter().position(seen) {
            self.locks.locked.remove(k);
            self.balls.wanted = self.balls.wanted.max(self.in_play());
        }
    }

    /// So many balls are to be in play.
    pub(super) fn multiball(&mut self, balls: u32) {
        let balls = balls.min(MOST);
        if self.board.status.phase != Phase::Playing || self.balls.ending || balls <= self.balls.wanted {
            return;
        }
        let there = self.in_play() + u32::try_from(self.locks.releases.len()).unwrap_or(u32::MAX);
        self.balls.wanted = balls;
        for _ in there..balls {
            let Some(lock) = self.locks.locked.pop() else { break };
            let waits = self.locks.releases.iter().filter(|release| release.part == lock.part).count();
            let due = self.after(if lock.ball.is_some() { UP } else { BETWEEN * (waits + 1) as f64 });
            self.locks.releases.push(Release { part: lock.part, due, up: lock.ball.is_some() });
        }
        if !self.balls.multiball {
            self.balls.multiball = true;
            self.queue.push_back(Occurrence::MultiballBegins(balls));
            self.moment("multiball");
        }
    }

    /// Locked balls sink when their time has come; those that are let go come up, one after another, and are thrown out.
    pub(super) fn let_locked_go(&mut self) {
        let now = self.ticks;
        for k in 0..self.locks.locked.len() {
            if let Some(&Lock { part, ball: Some((ball, sinks)) }) = self.locks.locked.get(k)
                && now >= sinks
            {
                // The count forgets it when it has gone.
                self.send(Input::RemoveBall(ball));
                self.is_unlocked(part);
            }
        }
        let mut k = 0;
        while let Some(release) = self.locks.releases.get(k).cloned() {
            k += 1;
            if now < release.due {
                continue;
            }
            let occupied = self.machine.pose(release.part).is_some_and(|pose| pose.active);
            if release.up || occupied {
                self.send(Input::Coil { part: release.part, on: true });
            } else if let Some(ball) = self.seated(release.part) {
                self.send(Input::AddBall(ball));
            }
            if release.up {
                k -= 1;
                self.locks.releases.remove(k);
                self.is_unlocked(release.part);
            } else if let Some(next) = self.locks.releases.get_mut(k - 1) {
                (next.up, next.due) = (!occupied, now + ticks(if occupied { BETWEEN } else { UP }));
            }
            // The next of this kicker waits until this one is out.
            for other in self.locks.releases.iter_mut().skip(k) {
                if other.part == release.part {
                    other.due = other.due.max(now + ticks(UP + BETWEEN));
                }
            }
        }
    }

    /// The ball that a kicker holds.
    fn held_by(&self, part: PartId) -> Option<BallId> {
        let Some(Part::Kicker(kicker)) = self.machine.data(part) else { return None };
        if !self.machine.pose(part)?.active {
            return None;
        }
        let far = |ball: BallId| (self.machine.position(ball).truncate() - kicker.centre).length();
        let held = self.machine.balls().filter(|&ball| self.machine.is_held(ball));
        held.min_by(|&one, &other| far(one).total_cmp(&far(other)))
    }

    /// A ball in a kicker's hole, which it catches at once.
    fn seated(&self, part: PartId) -> Option<Ball> {
        let Some(Part::Kicker(kicker)) = self.machine.data(part) else { return None };
        let seat: DVec3 = kicker.centre.extend(kicker.low + PINBALL_RADIUS);
        Ball::new(seat, PINBALL_RADIUS, PINBALL_MASS).ok()
    }
}
