//! Things that move: they are not in the tree, and a ball looks at them only where they can reach it.
//!
//! A mover moves steadily until a stated moment, at which its owner says how it goes on. A ball within its sweep looks no
//! farther ahead than that; all others do not notice. What follows when they meet is the owner's answer (`ask`).

use super::body::{Body, Coming, Other};
use super::driven::NOBODY;
use super::search::{Best, RANK_LOOK, RANK_SHAPE};
use super::{Kind, World};
use super::{contact, search};
use crate::ball::Ball;
use crate::broad::Aabb;
use crate::collider::Collider;
use crate::event::{BallId, ColliderId};
use crate::gap::Window;
use crate::material::Material;
use crate::path::Path;
use crate::shape::{Bat, Placed, Shape, Touch, Upright};
use crate::space::{Seen, Similarity};
use crate::sweep::{self, Drift, Swept};
use crate::tolerance::SKIN;
use glam::{DVec2, DVec3};

/// A thing that moves.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    collider: u32,
    /// Where it is when its present motion begins; but if `heading` is known, that is its true heading.
    bat: Bat,
    /// rad. A bat that turns where no ball is near is not worth its sine and cosine.
    heading: Option<f64>,
    /// How it moves, on the world's clock; `None` while it stays.
    drift: Option<Drift>,
    /// s: until when.
    until: f64,
    /// All places where any of it can ever be: as a box of the table, and as a disk of its own space.
    sweep: Aabb,
    disk: (DVec2, f64),
    /// How its own space lies, in which it is upright and all its numbers are said; `None` if that is the table's.
    lies: Option<Box<Similarity>>,
    /// Balls that it carries, each on a path: they are their owner's affair.
    carries: Vec<(u32, u32)>,
}

impl Mover {
    /// Where it is when its present motion begins.
    pub(super) fn place(&self) -> Bat {
        self.heading.map_or(self.bat, |angle| self.bat.heading(angle))
    }

    /// Seconds until a ball on this path can be within its reach at all, from `from` on. All in its own space.
    #[inline]
    fn safe_for(&self, path: &Path, radius: f64, from: f64) -> f64 {
        let (centre, reach) = self.disk;
        let room = (path.at(from).truncate() - centre).length() - reach - radius;
        if room > 0.0 { path.time_to_travel(from, room) } else { 0.0 }
    }

    /// Does a ball look again before it can be reached, if it can at all?
    #[inline(always)]
    fn is_far_from(&self, body: &Body, now: f64) -> bool {
        if !body.in_play || !body.reach.overlaps(&self.sweep) {
            return true;
        }
        let from = (now - body.start).max(0.0);
        let safe = match &self.lies {
            None => self.safe_for(&body.path, body.ball.radius, from),
            Some(lies) => self.safe_for(&Seen::into(body.path, lies), lies.length_in(body.ball.radius), from),
        };
        safe > 0.0 && now + safe >= body.reach_until
    }

    /// Where a ball is nearest to it, as it was when its present motion began.
    pub(super) fn touch(&self, p: DVec3) -> Touch {
        match &self.lies {
            None => self.place().nearest(p),
            Some(lies) => Seen::out_of(self.place().nearest(lies.place_in(p)), lies),
        }
    }

    /// The shape as it stood then, in the table.
    pub(super) fn shape(&self) -> Shape {
        match &self.lies {
            None => Shape::Bat(self.place()),
            Some(lies) => Shape::Placed(Placed::new(Upright::Bat(self.place()), **lies)),
        }
    }
}

impl World {
    /// Puts up a thing that moves within `sweep` and `disk`; it stays where it is at first. All is said in the space that
    /// lies so, and that is how it is told to move; without, in the table's.
    pub(crate) fn add_mover(
        &mut self,
        bat: Bat,
        material: Material,
        sweep: Aabb,
        disk: (DVec2, f64),
        lies: Option<Similarity>,
    ) -> (usize, ColliderId) {
        let mover = Mover {
            collider: self.colliders.len() as u32,
            bat,
            heading: None,
            drift: None,
            until: f64::INFINITY,
            sweep: lies.map_or(sweep, |lies| lies.bounds(&sweep)),
            disk,
            lies: lies.map(Box::new),
            carries: Vec::new(),
        };
        let id = self.put_up(Collider::new(mover.shape(), material), Kind::Mover);
        self.state.movers.push(mover);
        (self.state.movers.len() - 1, id)
    }

    /// Says how a mover goes on: from where, and how until when. Balls that it can reach look again; those that lay on it
    /// do so no longer once it moves.
    pub(crate) fn set_mover(&mut self, mover: usize, bat: Bat, drift: Option<Drift>, until: f64) {
        let m = &mut self.state.movers[mover];
        let other = Other::Collider(m.collider);
        (m.bat, m.heading, m.drift, m.until) = (bat, None, drift, until);
        m.carries.clear();
        let now = self.state.time;
        self.put_in_place(mover);
        for i in 0..self.state.bodies.len() {
            let body = &self.state.bodies[i];
            if self.state.movers[mover].is_far_from(body, now) {
                continue;
            }
            let body = &mut self.state.bodies[i];
            if drift.is_some() {
                body.grazes.retain(|graze| graze.with != other);
                let before = body.contacts.len();
                body.contacts.retain(|contact| contact.with != other);
                if body.contacts.len() != before {
                    self.state.disturbed.push(i as u32);
                    continue;
                }
            }
            // Whoever was disturbed is settled below, and looks then.
            if !self.state.disturbed.contains(&(i as u32)) {
                search::look(self, i);
            }
        }
        contact::settle_disturbed(self);
    }

    /// Settles whoever was disturbed, now.
    pub(crate) fn settle(&mut self) {
        contact::settle_disturbed(self);
    }

    /// The same for a bat that turns on, if no ball can meet it so far; otherwise false.
    pub(crate) fn turn_mover(&mut self, mover: usize, heading: f64, drift: Drift, until: f64) -> bool {
        let (m, now) = (&self.state.movers[mover], self.state.time);
        if !self.state.bodies.iter().all(|body| m.is_far_from(body, now)) {
            return false;
        }
        let m = &mut self.state.movers[mover];
        (m.heading, m.drift, m.until) = (Some(heading), Some(drift), until);
        m.carries.clear();
        true
    }

    /// The collider of a mover stands where the mover does.
    pub(super) fn put_in_place(&mut self, mover: usize) {
        let (collider, shape) = (self.state.movers[mover].collider, self.state.movers[mover].shape());
        self.colliders[collider as usize].set_shape(shape);
    }

    /// A ball on its present path is carried by a mover until that is told how to go on: they do not meet.
    pub(crate) fn carry(&mut self, mover: usize, id: BallId) {
        let version = self.state.bodies[id.index()].version;
        let m = &mut self.state.movers[mover];
        m.carries.push((id.0, version));
        let collider = m.collider;
        // It looks again only if it saw the mover come.
        let coming = self.state.bodies[id.index()].coming;
        if matches!(coming, Coming::Meets { collider: other, .. } if other == collider) {
            search::look(self, id.index());
        }
    }

    /// The balls that a mover can reach on their present ways, and where each is nearest to it, as its own space sees them.
    pub(crate) fn near_mover(&self, mover: usize) -> Vec<(BallId, Ball, Touch)> {
        let m = &self.state.movers[mover];
        let bat = m.place();
        let near = |(_, body): &(usize, &Body)| body.in_play && body.reach.overlaps(&m.sweep);
        let bodies = self.state.bodies.iter().enumerate().filter(near);
        let here = |(i, body): (usize, &Body)| {
            let ball = body.at(self.state.time);
            let ball = m.lies.as_ref().map_or(ball, |lies| Seen::into(ball, lies));
            (BallId(i as u32), ball, bat.nearest(ball.position))
        };
        bodies.map(here).collect()
    }

    /// m: the least room between a mover, were it at `bat`, and any ball in its sweep; in its own lengths.
    pub(crate) fn room_at(&self, mover: usize, bat: &Bat) -> f64 {
        let m = &self.state.movers[mover];
        let near = self.state.bodies.iter().filter(|body| body.in_play && body.reach.overlaps(&m.sweep));
        let room = near.map(|body| {
            let (place, radius) = (body.at(self.state.time).position, body.ball.radius);
            match &m.lies {
                None => bat.nearest(place).distance - radius,
                Some(lies) => bat.nearest(lies.place_in(place)).distance - lies.length_in(radius),
            }
        });
        room.fold(f64::INFINITY, f64::min)
    }
}

impl World {
    /// Where a ball at `p` touches a collider; it may lie within the skin of one that moves at other times.
    #[inline(always)]
    pub(super) fn touch_of(&self, i: usize, collider: u32, p: DVec3) -> Option<Touch> {
        if self.carrier[collider as usize] != NOBODY {
            return self.driven_touch(collider, p, self.state.time);
        }
        let touch = self.colliders[collider as usize].shape().touch(p)?;
        if self.kinds[collider as usize] != Kind::Mover {
            return Some(touch);
        }
        Some(Touch { distance: touch.distance - self.state.bodies[i].skin, ..touch })
    }

    /// Lets ball `i`, which meets a mover that stays, lie as near to it as it is.
    pub(crate) fn lie_within_skin(&mut self, id: BallId, collider: ColliderId) {
        let ball = self.meeting_ball(id);
        let gap =
            self.colliders[collider.index()].shape().touch(ball.position).map_or(0.0, |t| t.distance - ball.radius);
        self.state.bodies[id.index()].skin = gap.clamp(0.0, SKIN * self.scale_of(collider));
    }

    /// How much larger a shape is than it was said, if it stands in a space of its own.
    fn scale_of(&self, collider: ColliderId) -> f64 {
        if let Shape::Placed(placed) = self.colliders[collider.index()].shape() { placed.lies().scale() } else { 1.0 }
    }
}

/// The first mover on the way of ball `i`, if it comes before `best`. Where one is on the move, the look ends with what is
/// known of its motion. Returns how many were tested.
pub(super) fn meet_movers(world: &World, i: usize, from: f64, best: &mut Best) -> usize {
    let body = &world.state.bodies[i];
    let (path, radius) = (&body.path, body.ball.radius);
    let mut area: Option<Aabb> = None;
    let mut tests = 0;
    for mover in &world.state.movers {
        if !world.enabled[mover.collider as usize] {
            continue;
        }
        let reach = |best: &Best| {
            let to = if best.at == f64::INFINITY { from } else { best.at };
            path.bounds(from, to).grown(radius)
        };
        let known = *area.get_or_insert_with(|| reach(best));
        if !known.overlaps(&mover.sweep) {
            continue;
        }
        let other = Other::Collider(mover.collider);
        let carried = mover.carries.contains(&(i as u32, body.version));
        // From here on all is seen from the mover's own space; moments are the same in both.
        let seen;
        let (path, radius) = match &mover.lies {
            None => (path, radius),
            Some(lies) => {
                seen = Seen::into(*path, lies);
                (&seen, lies.length_in(radius))
            }
        };
        let drift = match &mover.drift {
            Some(drift) => {
                let mut until = (mover.until - body.start).max(from);
                until += (mover.until - (body.start + until)).max(0.0);
                let safe = from + mover.safe_for(path, radius, from);
                if safe >= until {
                    // Not before its motion changes: the ball looks again before it can be reached at all.
                    if safe < best.at {
                        *best = Best { at: safe, rank: RANK_LOOK, index: 0, coming: Coming::Look };
                        area = Some(reach(best));
                    }
                    continue;
                }
                if until < best.at {
                    *best = Best { at: until, rank: RANK_LOOK, index: 0, coming: Coming::Look };
                    let nearer = reach(best);
                    area = Some(nearer);
                    if !nearer.overlaps(&mover.sweep) {
                        continue;
                    }
                }
                Drift { start: drift.start - body.start, ..*drift }
            }
            None if body.keeps_touching(other, 0) || path.v == DVec3::ZERO && path.a == DVec3::ZERO => continue,
            None => Drift::still(from, SKIN),
        };
        if carried {
            continue;
        }
        tests += 1;
        let window = Window { from, to: best.at };
        if let Swept::Meets(meeting) = sweep::first(&mover.place(), &drift, path, radius, window) {
            let rank = RANK_SHAPE + 1;
            if best.beats(meeting.time, rank, mover.collider as usize) {
                let normal = mover.lies.as_ref().map_or(meeting.normal, |lies| lies.direction_out(meeting.normal));
                let coming = Coming::Meets { collider: mover.collider, normal };
                *best = Best { at: meeting.time, rank, index: mover.collider as usize, coming };
                area = Some(reach(best));
            }
        }
    }
    tests
}
