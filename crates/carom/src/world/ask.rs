//! Asking back: a world whose things have an owner (a pinball machine's parts) stops where a ball meets one of them, and goes
//! on with the owner's answer. Nobody is called from inside: the owner drives.

use super::body::{Coming, Graze, NOTHING, Other};
use super::collide::Ahead;
use super::{Entry, Kind, World, book, collide, contact, zones};
use crate::ball::Ball;
use crate::collider::Collider;
use crate::event::{BallId, ColliderId, Event, Hit, What, ZoneId};
use crate::material::Material;
use crate::math::rng::Stream;
use crate::tolerance::{STALL_HITS, TOIL};
use glam::DVec3;

/// Why the world has stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Halt {
    /// The time has come.
    Time,
    /// The budget is used up; the world stands at its last event.
    Budget,
    /// A ball meets a collider that has an owner, who must answer.
    Meets { ball: BallId, collider: ColliderId, normal: DVec3 },
    /// A ball has crossed the border of a zone.
    Crossed { ball: BallId, zone: ZoneId, entered: bool },
}

impl World {
    /// Puts up a collider with an owner, who is asked what follows when a ball meets it.
    pub(crate) fn add_asking(&mut self, collider: Collider) -> ColliderId {
        self.put_up(collider, Kind::Asking)
    }

    /// Forgets the events told so far.
    pub(crate) fn clear_events(&mut self) {
        self.events.clear();
    }

    /// Goes on to a moment, if nothing at all happens before; otherwise false.
    #[inline]
    pub(crate) fn pass_quietly(&mut self, end: f64) -> bool {
        let ready = !(self.tree_is_old || self.zone_tree_is_old);
        let calm = self.state.fresh.is_empty() && self.state.disturbed.is_empty() && self.state.driven.is_empty();
        if !(ready && calm && self.state.queue.first().is_none_or(|(_, time)| time >= end)) {
            return false;
        }
        if self.state.time < end {
            self.state.time = end;
        }
        self.state.time_left_out = 0.0;
        true
    }

    /// Goes on to a moment, or to the first thing before it for which the owner is needed. What falls on the very moment
    /// is left to the next call.
    pub(crate) fn run_to(&mut self, end: f64, work: &mut usize) -> Halt {
        if *work == 0 {
            self.toil = 0; // What is left over from before is not this tick's: a copy that was restored would not know of it.
        }
        self.prepare();
        if !self.state.driven.is_empty() {
            return self.run_driven_to(end, work);
        }
        while let Some((i, time)) = self.state.queue.first() {
            if time >= end {
                break;
            }
            if *work >= self.budget {
                return Halt::Budget;
            }
            *work += 1 + self.toil();
            if let Some(halt) = self.take(i, time) {
                return halt;
            }
        }
        (self.state.time, self.state.time_left_out) = (end.max(self.state.time), 0.0);
        Halt::Time
    }

    /// The same where things are driven: their motion changes at moments of its own.
    #[cold]
    fn run_driven_to(&mut self, end: f64, work: &mut usize) -> Halt {
        let last = end.next_down();
        loop {
            while let Some((i, time)) = self.next_before_change(last) {
                if *work >= self.budget {
                    return Halt::Budget;
                }
                *work += 1 + self.toil();
                if let Some(halt) = self.take(i, time) {
                    return halt;
                }
            }
            if !self.change_by(last) {
                break;
            }
        }
        (self.state.time, self.state.time_left_out) = (end.max(self.state.time), 0.0);
        Halt::Time
    }

    /// Steps of work that things were asked for beside the events themselves.
    #[inline]
    pub(super) fn toil(&mut self) -> usize {
        core::mem::take(&mut self.toil) / TOIL
    }

    /// Handles what comes for ball `i`, unless the owner is needed.
    #[inline(always)]
    fn take(&mut self, i: usize, time: f64) -> Option<Halt> {
        self.state.time = self.state.time.max(time);
        let ball = BallId(i as u32);
        match self.state.bodies[i].coming {
            Coming::Meets { collider, normal } if self.kinds[collider as usize].asks() => {
                Some(Halt::Meets { ball, collider: ColliderId(collider), normal })
            }
            Coming::Crosses { zone } => {
                let entered = zones::cross(self, i, zone);
                Some(Halt::Crossed { ball, zone: ZoneId(zone), entered })
            }
            _ => {
                self.handle(i);
                None
            }
        }
    }

    /// The ball as it is at the meeting about which the owner is asked.
    pub(crate) fn meeting_ball(&self, id: BallId) -> Ball {
        let body = &self.state.bodies[id.index()];
        body.after(body.coming_at)
    }

    /// m/s², s: how the ball has been accelerated on its way to that meeting, and for how long.
    pub(crate) fn meeting_path(&self, id: BallId) -> (DVec3, f64) {
        let body = &self.state.bodies[id.index()];
        (body.path.a, body.coming_at)
    }

    /// m/s: how the collider moves where that meeting is.
    pub(crate) fn meeting_surface(&self, id: BallId, collider: ColliderId, normal: DVec3) -> DVec3 {
        let ball = self.meeting_ball(id);
        self.surface_velocity_at(collider.0, ball.position - normal * ball.radius)
    }

    /// What that meeting sees of gravity.
    pub(crate) fn meeting_ahead(&self, id: BallId, collider: ColliderId, normal: DVec3) -> Ahead {
        let body = &self.state.bodies[id.index()];
        let surface = self.meeting_surface(id, collider, normal);
        let speed = -(body.path.velocity_at(body.coming_at) - surface).dot(normal);
        Ahead::new(self, id.index(), normal, speed, self.material_of(collider).elasticity().at(speed))
    }

    /// What a collider is made of.
    pub(crate) fn material_of(&self, id: ColliderId) -> &Material {
        self.colliders[id.index()].material()
    }

    /// The stream from which bounces are scattered.
    pub(crate) fn scatter(&mut self) -> &mut Stream {
        &mut self.state.scatter
    }

    /// The answer: the ball bounces, or stays, as on anything else.
    pub(crate) fn answer_as_usual(&mut self, id: BallId) {
        if let Coming::Meets { collider, normal } = self.state.bodies[id.index()].coming {
            collide::with_collider(self, id.index(), collider, normal);
            self.check_finite(id.index());
        }
    }

    /// The answer: the ball flies on like this. `surface` is how the thing moves where they touch; `lasting` says that it
    /// stays as it is, so that a ball that only just touches it cannot meet it again.
    pub(crate) fn answer_with(&mut self, id: BallId, ball: Ball, surface: DVec3, lasting: bool) {
        let i = id.index();
        let Coming::Meets { collider, normal } = self.state.bodies[i].coming else { return };
        let squeezed = self.count_squeeze(i, collider);
        let before = self.meeting_ball(id);
        let speed = (surface - before.velocity).dot(normal).max(0.0);
        let hit = Hit {
            point: before.position - normal * before.radius,
            normal,
            speed,
            impulse: (ball.velocity - before.velocity) * ball.mass,
            energy_lost: before.kinetic_energy() - ball.kinetic_energy(),
        };
        self.tell(Event {
            time: self.state.time,
            ball: id,
            what: What::Impact { collider: ColliderId(collider), hit },
        });
        self.enter_step(id, &ball, Entry::Parts);
        contact::bounce_off(self, i, ball);
        let leaves_by = (ball.velocity - surface).dot(normal);
        let graze = Graze { with: Other::Collider(collider), normal, velocity: surface, version: 0, left: false };
        let lasting = lasting && self.keeps_graze(&graze);
        let body = &mut self.state.bodies[i];
        if lasting && leaves_by <= body.graze_limit() {
            body.grazes.push(graze);
        }
        contact::go_on(self, i);
        contact::settle_disturbed(self);
        if squeezed >= STALL_HITS {
            self.stall(i, collider);
        }
        self.check_finite(i);
    }

    /// Gives a ball another mass: [`HELD_MASS`](crate::tolerance::HELD_MASS) holds it where it is.
    pub(crate) fn set_mass(&mut self, id: BallId, mass: f64) {
        self.adjust(id, |ball| ball.mass = mass);
    }

    /// Lets a ball pass through one collider, or through none.
    pub(crate) fn let_through(&mut self, id: BallId, collider: Option<ColliderId>) {
        let now = self.state.time;
        let body = &mut self.state.bodies[id.index()];
        body.through = collider.map_or(NOTHING, |collider| collider.0);
        if body.in_play {
            let ball = body.at(now);
            body.begin(now, ball, DVec3::ZERO, DVec3::ZERO);
            let gone = collider.map(|collider| Other::Collider(collider.0));
            body.contacts.retain(|contact| Some(contact.with) != gone);
            body.grazes.retain(|graze| Some(graze.with) != gone);
            self.state.disturbed.push(id.0);
        }
    }

    /// Lets what carries a ball grip it less from now on: 1 is all of its friction.
    pub(crate) fn soften(&mut self, id: BallId, softness: f64) {
        if self.state.bodies[id.index()].softness != softness {
            self.state.bodies[id.index()].softness = softness;
            self.adjust(id, |_| ());
        }
    }

    /// Changes how a ball moves without taking it off what carries it.
    pub(crate) fn adjust(&mut self, id: BallId, change: impl FnOnce(&mut Ball)) {
        let now = self.state.time;
        let body = &mut self.state.bodies[id.index()];
        if body.in_play {
            let mut ball = body.at(now);
            change(&mut ball);
            book::changed(body, now, &ball, &self.gravity);
            body.begin(now, ball, DVec3::ZERO, DVec3::ZERO);
            self.state.disturbed.push(id.0);
        }
    }
}
