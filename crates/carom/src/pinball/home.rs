//! A part's own space, as the table sees it now: where the laws of flippers, plungers, plates, holes and magnets are said.
//!
//! Those laws know only "upright". A part that was placed hears of the ball, the normal and gravity as its own space sees
//! them, and what it answers is taken back; lengths and speeds are its own, times and masses are the same. A part that was
//! not placed has the table's own space, and nothing is done.

use super::Slot;
use crate::ball::Ball;
use crate::space::{Moving, Seen};
use crate::tolerance::LEVEL;
use crate::world::World;
use glam::DVec3;

/// How a part's own space lies and moves; `None` if it is the table's. Boxed, so that parts that were not placed carry nothing
/// about.
#[derive(Clone, Debug)]
pub(super) struct Home(Option<Box<Moving>>);

impl Slot {
    /// Its own space, now. A part whose law needs one has one: [`Machine::add_to`](super::Machine::add_to) sees to it.
    #[inline]
    pub(super) fn home(&self, world: &World) -> Home {
        if self.stands.is_none() { Home(None) } else { self.placed_home(world) }
    }

    #[cold]
    fn placed_home(&self, world: &World) -> Home {
        let Some(stands) = &self.stands else { return Home(None) };
        let Some(lies) = &stands.lies else { return Home(None) };
        Home(Some(Box::new(match stands.drive.and_then(|drive| world.driven(drive)) {
            Some(moving) => moving.carrying(lies),
            None => Moving::still(*lies),
        })))
    }
}

impl Home {
    /// The ball as the part sees it.
    pub(super) fn ball_in(&self, ball: Ball) -> Ball {
        self.0.as_ref().map_or(ball, |moving| moving.ball_in(&ball))
    }

    /// The ball as the part leaves it; what no part changes stays as it was, to the bit.
    pub(super) fn ball_out(&self, ball: Ball, before: &Ball) -> Ball {
        let Some(moving) = &self.0 else { return ball };
        let Ball { position, velocity, spin, .. } = moving.ball_out(&ball);
        Ball { position, velocity, spin, ..*before }
    }

    /// Changes a ball as the part says.
    #[inline]
    pub(super) fn change(&self, ball: &mut Ball, law: impl FnOnce(&mut Ball)) {
        if self.0.is_none() {
            return law(ball);
        }
        let mut seen = self.ball_in(*ball);
        law(&mut seen);
        *ball = self.ball_out(seen, ball);
    }

    /// Changes a ball's velocity as the part says; its place and spin stay as they are, to the bit.
    pub(super) fn change_velocity(&self, ball: &mut Ball, law: impl FnOnce(&mut Ball)) {
        let (position, spin) = (ball.position, ball.spin);
        self.change(ball, law);
        (ball.position, ball.spin) = (position, spin);
    }

    /// A normal as the part sees it: what was level there before it was turned out and back is level again.
    pub(super) fn normal_in(&self, normal: DVec3) -> DVec3 {
        let Some(moving) = &self.0 else { return normal };
        let seen = moving.lies.direction_in(normal);
        if seen.z.abs() <= LEVEL { seen.with_z(0.0).normalize_or(seen) } else { seen }
    }

    /// A difference of places, a pull: anything but what moves along with the part.
    pub(super) fn vector_in(&self, v: DVec3) -> DVec3 {
        self.0.as_ref().map_or(v, |moving| moving.lies.vector_in(v))
    }

    pub(super) fn vector_out(&self, v: DVec3) -> DVec3 {
        self.0.as_ref().map_or(v, |moving| moving.lies.vector_out(v))
    }

    /// Where a place of the part is.
    pub(super) fn place_out(&self, p: DVec3) -> DVec3 {
        self.0.as_ref().map_or(p, |moving| Seen::out_of(crate::space::Place(p), &moving.lies).0)
    }

    /// m/s: how something moves that the part sees move with `v` at its place `p`.
    pub(super) fn velocity_out(&self, v: DVec3, p: DVec3) -> DVec3 {
        let Some(moving) = &self.0 else { return v };
        moving.lies.vector_out(v) + moving.velocity_at(moving.lies.place_out(p))
    }

    /// The same where `place` is said in the table.
    pub(super) fn thrown_out(&self, v: DVec3, place: DVec3) -> DVec3 {
        self.0.as_ref().map_or(v, |moving| moving.lies.vector_out(v) + moving.velocity_at(place))
    }

    /// A length or speed of the part, as the table sees it.
    pub(super) fn length_out(&self, length: f64) -> f64 {
        length * self.scale()
    }

    pub(super) fn length_in(&self, length: f64) -> f64 {
        length / self.scale()
    }

    pub(super) fn scale(&self) -> f64 {
        self.0.as_ref().map_or(1.0, |moving| moving.lies.scale())
    }

    /// Does a ball that is accelerated like this, as the part sees it, fall? One that rolls on level ground does not, though
    /// its acceleration was turned there and back.
    pub(super) fn falls(&self, acceleration: DVec3, pull: DVec3) -> bool {
        acceleration.z < if self.0.is_some() { -LEVEL * pull.length() } else { 0.0 }
    }

    /// Is the part's ground at the height `low` the playfield itself?
    pub(super) fn is_on_playfield(&self, low: f64) -> bool {
        let Some(moving) = &self.0 else { return low == 0.0 };
        let level = moving.lies.direction_out(DVec3::Z).truncate().length() <= LEVEL;
        let at = self.place_out(DVec3::new(0.0, 0.0, low)).z;
        level && at.abs() <= LEVEL && moving.lies.direction_out(DVec3::Z).z > 0.0 && moving.velocity.z == 0.0
    }
}
