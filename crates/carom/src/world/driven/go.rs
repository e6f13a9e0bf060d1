//! How driven things go on: from stretch to stretch, at moments of their own, and how they wait for a squeezed ball.

use super::NOBODY;
use crate::event::{BallId, DriveId, Event, What};
use crate::space::Stretch;
use crate::tolerance::{DRIFT_SPEED, STALL, STALL_TOLD};
use crate::world::body::Other;
use crate::world::{Advance, Outcome, World, contact, search};
use glam::DVec3;

impl World {
    /// s: when the first driven thing changes its motion.
    pub(in crate::world) fn next_change(&self) -> f64 {
        self.state.driven.iter().map(|drive| drive.stretch.until).fold(f64::INFINITY, f64::min)
    }

    /// [`advance`](World::advance) where things are driven: their motion changes at moments of its own.
    #[cold]
    pub(in crate::world) fn advance_driven(&mut self, end: f64, left_out: f64) -> Advance {
        let mut work = 0;
        self.toil = 0;
        loop {
            while let Some((ball, time)) = self.next_before_change(end) {
                if work >= self.budget {
                    self.state.time_left_out = 0.0;
                    return Advance { outcome: Outcome::Budget, time: self.state.time, work };
                }
                work += 1 + self.toil();
                self.state.time = self.state.time.max(time);
                self.handle(ball);
            }
            if !self.change_by(end) {
                break;
            }
        }
        (self.state.time, self.state.time_left_out) = (end, left_out);
        let at_rest = self.state.queue.first().is_none() && self.next_change() == f64::INFINITY;
        Advance { outcome: if at_rest { Outcome::AtRest } else { Outcome::Time }, time: end, work }
    }

    /// The next event up to `end`. What falls on the very moment at which a driven thing changes its motion waits until it has.
    pub(in crate::world) fn next_before_change(&self, end: f64) -> Option<(usize, f64)> {
        let change = self.next_change();
        self.state.queue.first().filter(|&(_, time)| time <= end && time < change)
    }

    /// Changes what is due by `end`; false if nothing is.
    pub(in crate::world) fn change_by(&mut self, end: f64) -> bool {
        let change = self.next_change();
        let due = change <= end;
        if due {
            self.state.time = self.state.time.max(change);
            self.change_stretches();
        }
        due
    }

    /// Lets all driven things whose stretch is over go on with the next.
    pub(in crate::world) fn change_stretches(&mut self) {
        let now = self.state.time;
        for d in 0..self.state.driven.len() {
            let drive = &mut self.state.driven[d];
            if drive.stretch.until > now {
                continue;
            }
            let end = drive.stretch.at(drive.stretch.until).lies;
            if let Some(stretch) = drive.waits.take() {
                self.go_on(d, stretch, false);
                continue;
            }
            let rest = self.things[d].rest;
            let (stretch, jumps) = match &mut drive.follows {
                Some(following) => match following.track.after(following.cursor) {
                    Some(cursor) => {
                        following.cursor = cursor;
                        let stretch = following.track.stretch(&rest, following.began, cursor);
                        let apart = (stretch.from.origin() - end.origin()).length();
                        (stretch, apart > crate::tolerance::OVERLAP)
                    }
                    None => {
                        (drive.follows, drive.arrived) = (None, true);
                        (Stretch::still(end, now), false)
                    }
                },
                None => (Stretch::still(end, now), false),
            };
            self.go_on(d, stretch, jumps);
        }
    }

    /// A driven thing moves so from now on: balls that it can reach look again; those that lay on it stay if it goes on as
    /// fast as it did where they lie. Where it has jumped, balls in its way are put beside it.
    pub(super) fn go_on(&mut self, d: usize, stretch: Stretch, jumps: bool) {
        self.state.driven[d].stretch = stretch;
        let roam = self.state.driven[d].roam;
        let now = self.state.time;
        for i in 0..self.state.bodies.len() {
            let body = &self.state.bodies[i];
            if !body.in_play {
                continue;
            }
            let touches = self.touches(i, d);
            if !touches && !body.reach.overlaps(&roam) {
                continue;
            }
            if jumps {
                self.state.fresh.push(i as u32);
            }
            if !touches {
                if !self.state.disturbed.contains(&(i as u32)) {
                    search::look(self, i);
                }
                continue;
            }
            let ball = body.at(now);
            let parts: Vec<Other> = body
                .contacts
                .iter()
                .filter(|contact| match contact.with {
                    Other::Collider(c) if self.carrier[c as usize] as usize == d => {
                        let n = contact.touch.normal;
                        let surface = self.surface_velocity_at(c, ball.position - n * ball.radius);
                        jumps || (ball.velocity - surface).dot(n).abs() > DRIFT_SPEED
                    }
                    _ => false,
                })
                .map(|contact| contact.with)
                .collect();
            let carrier = &self.carrier;
            let of_it = |with: Other| matches!(with, Other::Collider(c) if carrier[c as usize] as usize == d);
            let body = &mut self.state.bodies[i];
            body.contacts.retain(|contact| !parts.contains(&contact.with));
            body.grazes.retain(|graze| !of_it(graze.with));
            body.begin(now, ball, DVec3::ZERO, DVec3::ZERO);
            self.state.disturbed.push(i as u32);
        }
        if jumps {
            self.make_ready();
        } else {
            contact::settle_disturbed(self);
        }
    }

    /// Does ball `i` touch a driven thing?
    pub(super) fn touches(&self, i: usize, d: usize) -> bool {
        let of_it = |with: Other| matches!(with, Other::Collider(c) if self.carrier[c as usize] as usize == d);
        let body = &self.state.bodies[i];
        body.contacts.iter().any(|contact| of_it(contact.with)) || body.grazes.iter().any(|graze| of_it(graze.with))
    }

    /// Ball `i` has hit a driven collider once more. If that happens again and again, it is squeezed: first the thing pushes it
    /// without rebound, then it waits. Answers how often it was.
    #[inline]
    pub(in crate::world) fn count_squeeze(&mut self, i: usize, collider: u32) -> u32 {
        let drive = self.carrier[collider as usize];
        if drive == NOBODY { 0 } else { self.hit_again(i, drive) }
    }

    #[cold]
    fn hit_again(&mut self, i: usize, drive: u32) -> u32 {
        let now = self.state.time;
        let drive = &mut self.state.driven[drive as usize];
        let (ball, since, hits) = drive.squeezes;
        drive.squeezes =
            if ball == i as u32 && now - since <= STALL { (ball, since, hits + 1) } else { (i as u32, now, 1) };
        drive.squeezes.2
    }

    /// The driven thing of a collider waits for a moment: ball `i` has no room.
    #[cold]
    pub(in crate::world) fn stall(&mut self, i: usize, collider: u32) {
        let d = self.carrier[collider as usize];
        if d == NOBODY {
            return;
        }
        let (now, id) = (self.state.time, DriveId(d));
        let drive = &mut self.state.driven[d as usize];
        if drive.waits.is_some() || drive.stretch.is_still() {
            return;
        }
        drive.squeezes = (NOBODY, now, 0);
        let mut later = drive.stretch;
        (later.start, later.until) = (later.start + STALL, later.until + STALL);
        if let Some(following) = &mut drive.follows {
            following.began += STALL;
        }
        let lies = drive.stretch.at(now).lies;
        drive.waits = Some(later);
        let tells = now > drive.told;
        drive.told = now + STALL_TOLD;
        if tells {
            self.tell(Event { time: now, ball: BallId(i as u32), what: What::Stalled { drive: id } });
        }
        self.go_on(d as usize, Stretch { until: now + STALL, ..Stretch::still(lies, now) }, false);
    }
}
