//! The referee's count of balls: who is in play, who has drained, who comes back.

use super::{Game, ticks};
use crate::board::Phase;
use crate::occurrence::Occurrence;
use carom::BallId;
use carom::pinball::part::Part;
use carom::pinball::{Autopilot, Duties, Happening, Input, Machine, PartId};
use carom_tables::Table;
use carom_tables::rules::Deed;
use std::collections::BTreeSet;

/// Ticks from one look of the house keeper to the next, where nothing happens and a person plays: what it sees to lasts longer.
const KEEPS_EVERY: u64 = 8;
/// s: from a ball's end on the table to the next.
pub(super) const SERVE: f64 = 0.6;
/// s: rules that switch a kicker themselves may keep a ball in it for so long; then it was forgotten.
const FORGOTTEN: f64 = 15.0;
/// s: one that is nobody's is emptied after this.
const EMPTIED: f64 = 1.0;

/// How long drained balls come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Save {
    #[default]
    Off,
    /// For so many ticks, from the first switch on the playfield that a ball closes, or from the first that drains.
    Armed(u64),
    /// Until this tick.
    Until(u64),
}

/// The count of balls.
#[derive(Clone, Debug, Default)]
pub(super) struct Balls {
    /// Balls that are to be in play.
    pub(super) wanted: u32,
    /// Nothing is served before this tick.
    pub(super) serve_from: u64,
    /// Balls that are there at first and never in play, such as captive ones.
    captive: Vec<BallId>,
    /// The balls that were on the table after the last tick.
    known: Vec<BallId>,
    pub(super) save: Save,
    /// Does the game itself shoot what it serves?
    pub(super) launches: bool,
    /// Is it a multiball?
    pub(super) multiball: bool,
    /// Parts that rules have switched.
    ruled: BTreeSet<PartId>,
    /// Must no ball come back any more, until all have drained?
    pub(super) ending: bool,
}

impl Balls {
    /// Balls that a table has at first are captive ones if it can serve others; otherwise they are the first to be played.
    pub(super) fn new(machine: &Machine, pilot: &mut Autopilot) -> Self {
        let known: Vec<BallId> = machine.balls().collect();
        let serves = machine.parts().any(|(.., part)| matches!(part, Part::Trough(_) | Part::Plunger(_)));
        let captive = if serves { known.clone() } else { Vec::new() };
        captive.iter().for_each(|&ball| pilot.leave_ball(ball));
        Self { captive, known, ..Self::default() }
    }

    /// The house keeper leaves to the rules what they switch, before they first do.
    pub(super) fn leave_ruled(&mut self, ruled: &[PartId], pilot: &mut Autopilot) {
        for &part in ruled {
            if !pilot.is_drain(part) {
                self.ruled.insert(part);
                pilot.leave(part, FORGOTTEN);
            }
        }
    }

    /// The parts that rules and script switch.
    pub(super) fn switched(table: &Table, machine: &Machine) -> Vec<PartId> {
        let rules = table.plan().unwrap_or_default().rules;
        let deeds = rules.iter().flat_map(|rule| &rule.deeds);
        let switched = deeds.filter_map(|deed| match deed {
            Deed::Kick(part) | Deed::Pulse(part) | Deed::Coil(part, true) | Deed::Drop(part, false) => Some(*part),
            _ => None,
        });
        let switched: BTreeSet<usize> = switched.collect();
        // Of a script only what stands there plainly: `kick("saucer")`, `raise("drop 1")`. The rest shows when it acts.
        let script = table.game.script.as_deref().unwrap_or_default();
        let says = |name: &str| {
            let calls = ["kick", "pulse", "coil_on", "raise"].map(|word| format!("{word}({name:?}"));
            !script.is_empty() && calls.iter().any(|call| script.contains(call.as_str()))
        };
        let is_switched = |(part, name, _): &(PartId, &str, _)| switched.contains(&part.index()) || says(name);
        machine.parts().filter(is_switched).map(|(part, ..)| part).collect()
    }

    /// Is a ball saved that drains now?
    fn saves(&self, now: u64) -> bool {
        match self.save {
            Save::Off => false,
            Save::Armed(_) => true,
            Save::Until(tick) => now < tick,
        }
    }
}

impl Game {
    /// Balls on the table that are neither captive nor locked.
    pub(super) fn in_play(&self) -> u32 {
        let others = self.balls.captive.len() + self.locks.on_table();
        u32::try_from(self.balls.known.len().saturating_sub(others)).unwrap_or(u32::MAX)
    }

    /// Tells the house keeper what to do, and lets it, when it is time. Says whether it was.
    pub(super) fn keep_house(&mut self) -> bool {
        let looks = self.autopilot || self.ticks.is_multiple_of(KEEPS_EVERY) || !self.machine.events().is_empty();
        if !looks || self.board.status.phase == Phase::Waiting {
            return false;
        }
        let playing = self.board.status.phase == Phase::Playing;
        let present = self.balls.known.len();
        let coming = self.locks.coming();
        let others = self.balls.captive.len() + self.locks.on_table();
        let wanted = (self.balls.wanted as usize).saturating_sub(coming) + others;
        let serves = playing && self.ticks >= self.balls.serve_from;
        self.pilot.set_balls(if serves { wanted } else { wanted.min(present) });
        let launches = self.balls.launches || self.balls.multiball || self.balls.ending;
        self.pilot.set_duties(Duties {
            flips: self.autopilot && self.hands.live,
            plunges: playing && (self.autopilot || launches),
            forgives: false,
        });
        self.pilot.play(&mut self.machine);
        true
    }

    /// Looks at what the machine tells of its last tick, in order; and at what the house keeper has done, if it was there.
    pub(super) fn judge(&mut self, kept: bool) {
        for k in 0..self.machine.events().len() {
            let Some(&event) = self.machine.events().get(k) else { break };
            self.queue.push_back(Occurrence::Machine(event));
            match event.what {
                Happening::Drained { ball, .. } => self.gone(ball, true),
                Happening::Lost { ball } => self.gone(ball, false),
                Happening::Hit { part, ball, .. } => {
                    if self.machine.ball(ball).is_none() {
                        self.gone(ball, self.swallows(part));
                    } else {
                        self.met_something(ball);
                    }
                }
                Happening::Collide { ball, .. } | Happening::Slingshot { ball, .. } => self.met_something(ball),
                Happening::TiltWarning { count } => self.warn(count),
                Happening::Tilt => self.tilt(),
                Happening::Stuck { .. } | Happening::BallSearch => self.search(),
                _ => {}
            }
        }
        let taken = if kept { self.pilot.taken().len() } else { 0 };
        for k in 0..taken {
            let Some(&taken) = self.pilot.taken().get(k) else { break };
            if self.machine.ball(taken.ball).is_none() {
                self.gone(taken.ball, taken.drained);
            }
        }
        self.count();
    }

    /// Is a ball over that has dropped out below through this hole? An imported table's script would have brought most of them
    /// back by a way below the playfield; only a drain and a gobble hole keep what they get.
    fn swallows(&self, part: PartId) -> bool {
        let gobbles = |name: &str| name.to_ascii_lowercase().contains("gobble");
        self.pilot.is_drain(part) || self.machine.name(part).is_some_and(gobbles)
    }

    /// Sees which balls are on the table. What has gone without a word is not the player's fault; what has come without a
    /// word, by a coil that rules switched, is in play.
    fn count(&mut self) {
        if self.balls.known.iter().copied().eq(self.machine.balls()) {
            return;
        }
        let known = core::mem::take(&mut self.balls.known);
        self.balls.known = self.machine.balls().collect();
        for ball in known {
            if self.machine.ball(ball).is_none() {
                self.forget(ball);
            }
        }
        if self.board.status.phase == Phase::Playing && !self.balls.ending {
            self.balls.wanted = self.balls.wanted.max(self.in_play());
        }
    }

    /// Takes a ball from all lists. Was it in play?
    fn forget(&mut self, ball: BallId) -> bool {
        let captive = self.balls.captive.iter().position(|&other| other == ball);
        if let Some(k) = captive {
            self.balls.captive.remove(k);
        }
        let locked = self.locks.forget(ball);
        captive.is_none() && !locked
    }

    /// A ball is no longer on the table.
    fn gone(&mut self, ball: BallId, drained: bool) {
        let Some(k) = self.balls.known.iter().position(|&other| other == ball) else { return };
        self.balls.known.remove(k);
        if !self.forget(ball) || self.board.status.phase != Phase::Playing {
            return;
        }
        if drained {
            self.queue.push_back(Occurrence::Drained(ball));
            self.moment("drained");
        }
        let back = !self.balls.ending && (!drained || self.balls.saves(self.ticks));
        if back {
            self.balls.serve_from = self.after(SERVE);
            if drained {
                // One that came home without meeting a switch has been in play, too.
                self.start_save();
                self.balls.launches = true;
                self.queue.push_back(Occurrence::Saved);
                self.moment("saved");
            }
            return;
        }
        self.balls.wanted = self.balls.wanted.saturating_sub(1);
        if self.balls.multiball && self.balls.wanted == 1 {
            self.balls.multiball = false;
            self.queue.push_back(Occurrence::MultiballEnds);
        }
        if self.balls.wanted == 0 {
            self.end_ball();
        }
    }

    /// A ball has met something: if that is not in a plunger's lane, it is truly in play.
    fn met_something(&mut self, ball: BallId) {
        if self.balls.captive.contains(&ball) || self.pilot.is_in_lane(self.machine.position(ball)) {
            return;
        }
        self.start_save();
        if self.balls.launches && self.in_play() >= self.balls.wanted && !self.someone_waits() {
            self.balls.launches = false;
        }
    }

    /// A ball is in play: from now on the time runs in which it is saved.
    fn start_save(&mut self) {
        if let Save::Armed(ticks) = self.balls.save {
            self.balls.save = Save::Until(self.ticks.saturating_add(ticks));
        }
    }

    /// Does a ball lie in a plunger's lane?
    fn someone_waits(&self) -> bool {
        self.machine.balls().any(|ball| self.pilot.is_in_lane(self.machine.position(ball)))
    }

    /// All balls are to drain now, and none comes back.
    pub(super) fn end_play(&mut self) {
        self.enliven(false);
        self.balls.save = Save::Off;
        self.balls.ending = true;
        self.locks.stop_releases();
        self.balls.wanted = self.balls.wanted.min(self.in_play());
        if self.balls.wanted == 0 {
            self.end_ball();
        }
    }

    /// A ball is stuck, or nothing happens: everything that holds balls lets go. What does not come free by that the house keeper
    /// takes out after a while.
    fn search(&mut self) {
        if self.board.status.phase != Phase::Playing || self.someone_waits() {
            return;
        }
        let kickers: Vec<PartId> = self
            .machine
            .parts()
            .filter(|(id, _, part)| match part {
                Part::Kicker(_) => !self.locks.holds(*id) && !self.pilot.is_drain(*id),
                Part::Plunger(plunger) => plunger.auto,
                _ => false,
            })
            .map(|(id, ..)| id)
            .collect();
        for part in kickers {
            self.send(Input::Coil { part, on: true });
        }
    }

    /// Rules switch this part: the house keeper leaves it alone.
    pub(super) fn is_ruled(&mut self, part: PartId) {
        if !self.pilot.is_drain(part) && !self.locks.holds(part) {
            self.balls.ruled.insert(part);
            self.pilot.leave(part, FORGOTTEN);
        }
    }

    /// A kicker's lock is over: as before it is emptied by the rules, or by the house keeper.
    pub(super) fn is_unlocked(&mut self, part: PartId) {
        let ruled = self.balls.ruled.contains(&part);
        self.pilot.leave(part, if ruled { FORGOTTEN } else { EMPTIED });
    }

    /// s: how long balls still come back.
    pub(super) fn save_left(&self) -> f64 {
        let left = match self.balls.save {
            Save::Off => 0,
            Save::Armed(ticks) => ticks,
            Save::Until(tick) => tick.saturating_sub(self.ticks),
        };
        left as f64 * 1e-3
    }

    /// Balls that drain within this time come back; a longer time that runs already goes on.
    pub(super) fn save_for(&mut self, seconds: f64) {
        if ticks(seconds) > ticks(self.save_left()) {
            self.balls.save = Save::Until(self.after(seconds));
        }
    }
}
