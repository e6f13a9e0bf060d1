//! Saving a world's state, going back to it, and a number that tells whether two are the same.

use super::body::Body;
use super::{BallGrid, Gravity, State, World};
use crate::error::{Error, ErrorKind};
use crate::math::rng::mix;
use crate::reuse::clone_by_field;
use glam::DVec3;

/// Everything in a world that changes. Cheap to take; going back gives the same future to the bit.
///
/// One that is used again and again ([`World::snapshot_into`], `clone_from`) keeps its memory: nothing is allocated.
#[derive(Debug)]
pub struct Snapshot {
    state: State,
    gravity: Gravity,
    enabled: Vec<bool>,
}

clone_by_field!(Snapshot { state, gravity, enabled });

// In the order of their places in memory, for the sake of the processor.
clone_by_field!(Body {
    path,
    start,
    in_play,
    motion,
    version,
    reach,
    reach_until,
    coming,
    coming_at,
    stride,
    ball,
    spin_rate,
    ends,
    slipping,
    contacts,
    grazes,
    inside,
    through,
    changes,
    storm_start,
    softness,
    skin,
    book,
});

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            time: self.time,
            time_left_out: self.time_left_out,
            bodies: self.bodies.clone(),
            queue: self.queue.clone(),
            balls_meet: self.balls_meet,
            grid: if self.balls_meet { self.grid.clone() } else { BallGrid::default() },
            movers: self.movers.clone(),
            driven: self.driven.clone(),
            zone_enabled: self.zone_enabled.clone(),
            scatter: self.scatter,
            disturbed: self.disturbed.clone(),
            fresh: self.fresh.clone(),
            clear: Vec::new(),
            near: Vec::new(),
            keeps_ledger: self.keeps_ledger,
        }
    }

    /// Field by field, so that memory is kept. What nobody will read is left as it is: the grid while there is one ball,
    /// since it is made anew for the next, and the room for neighbours.
    fn clone_from(&mut self, other: &Self) {
        self.time = other.time;
        self.time_left_out = other.time_left_out;
        self.bodies.clone_from(&other.bodies);
        self.queue.clone_from(&other.queue);
        self.balls_meet = other.balls_meet;
        if other.balls_meet {
            self.grid.clone_from(&other.grid);
        }
        self.movers.clone_from(&other.movers);
        self.driven.clone_from(&other.driven);
        self.zone_enabled.clone_from(&other.zone_enabled);
        self.scatter = other.scatter;
        self.disturbed.clone_from(&other.disturbed);
        self.fresh.clone_from(&other.fresh);
        self.keeps_ledger = other.keeps_ledger;
    }
}

/// Mixes numbers into one, in order.
pub(crate) struct Hasher(pub(crate) u64);

impl Hasher {
    pub(crate) fn add(&mut self, bits: u64) {
        self.0 = mix(self.0 ^ bits).wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    pub(crate) fn number(&mut self, x: f64) {
        self.add((x + 0.0).to_bits()); // Zero and minus zero are the same place.
    }

    pub(crate) fn vector(&mut self, v: DVec3) {
        v.to_array().into_iter().for_each(|x| self.number(x));
    }
}

impl World {
    /// The state as it is now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { state: self.state.clone(), gravity: self.gravity.clone(), enabled: self.enabled.clone() }
    }

    /// The same into a snapshot that is there already, whatever it was of: its memory is used again.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.state.clone_from(&self.state);
        snapshot.gravity.clone_from(&self.gravity);
        snapshot.enabled.clone_from(&self.enabled);
    }

    /// Goes back to a snapshot of this world, or of one built in the same way.
    ///
    /// # Errors
    /// When the snapshot's world had other things in it. Nothing has changed then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        self.check_fit(snapshot)?;
        self.enabled.clone_from(&snapshot.enabled);
        self.gravity.clone_from(&snapshot.gravity);
        self.state.clone_from(&snapshot.state);
        self.take_up();
        Ok(())
    }

    /// Goes to the state of a snapshot, and leaves the present one in it. Hardly anything is copied: one world can take turns
    /// with thousands of states.
    ///
    /// # Errors
    /// When the snapshot's world had other things in it. Nothing has changed then.
    pub fn exchange(&mut self, snapshot: &mut Snapshot) -> Result<(), Error> {
        self.check_fit(snapshot)?;
        core::mem::swap(&mut self.enabled, &mut snapshot.enabled);
        core::mem::swap(&mut self.gravity, &mut snapshot.gravity);
        core::mem::swap(&mut self.state, &mut snapshot.state);
        self.take_up();
        Ok(())
    }

    /// Is a snapshot of this world, or of one built in the same way?
    pub(crate) fn check_fit(&self, snapshot: &Snapshot) -> Result<(), Error> {
        let (own, other) = (&self.state, &snapshot.state);
        let fits = snapshot.enabled.len() == self.enabled.len()
            && other.zone_enabled.len() == own.zone_enabled.len()
            && other.driven.len() == own.driven.len()
            && other.movers.len() == own.movers.len()
            && other.movers.iter().zip(&own.movers).all(|(one, another)| one.is_same(another));
        if fits { Ok(()) } else { Err(Error::new(ErrorKind::ForeignSnapshot)) }
    }

    /// Goes on from a state that was another's.
    fn take_up(&mut self) {
        self.forget_clear();
        self.renew_tree(); // The snapshot's balls know all of it.
        for k in 0..self.state.movers.len() {
            self.put_in_place(k);
        }
        self.events.clear();
    }

    /// Mixes in which colliders and zones are there at present.
    pub(crate) fn hash_switches(&self, hasher: &mut Hasher) {
        for switches in [&self.enabled, &self.state.zone_enabled] {
            let off = switches.iter().enumerate().filter(|(_, on)| !**on);
            off.for_each(|(index, _)| hasher.add(index as u64));
        }
    }

    /// 64 bits of the state: time, every ball's place, velocity, spin and way of moving, and the random stream. Equal
    /// states give equal hashes on every machine, in debug and release.
    pub fn hash(&self) -> u64 {
        let mut hasher = Hasher(0x6361_726f_6d00_0001);
        hasher.number(self.state.time);
        hasher.add(self.state.scatter.state());
        for drive in &self.state.driven {
            let lies = drive.stretch.at(self.state.time).lies;
            hasher.vector(lies.origin());
            lies.turn().to_array().into_iter().for_each(|x| hasher.number(x));
        }
        for body in &self.state.bodies {
            hasher.add(u64::from(body.in_play));
            if body.in_play {
                let ball = body.at(self.state.time);
                hasher.vector(ball.position);
                hasher.vector(ball.velocity);
                hasher.vector(ball.spin);
                hasher.add(body.motion as u64);
            }
        }
        hasher.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ball::Ball;
    use crate::broad::Aabb;
    use crate::collider::Collider;
    use crate::material::Material;
    use crate::shape::{Bat, Plane};
    use crate::zone::Zone;
    use glam::DVec2;

    /// So many balls, one above the other, over a floor.
    fn tower(balls: u32) -> World {
        let mut world = World::new(Gravity::uniform(DVec3::new(0.3, 0.1, -9.81))).unwrap();
        world.add_collider(Collider::new(Plane::floor(0.0).unwrap(), Material::new(0.6, 0.2).unwrap())).unwrap();
        for k in 0..balls {
            let place = DVec3::new(0.003 * f64::from(k), 0.0, 0.05 + 0.04 * f64::from(k));
            world.add_ball(Ball::new(place, 0.0135, 0.08).unwrap()).unwrap();
        }
        world
    }

    #[test]
    fn a_snapshot_that_is_used_again_is_as_good_as_a_new_one() {
        // The room is that of other states, with more balls and with fewer: nothing of them may stay.
        for mut room in [tower(9).snapshot(), tower(1).snapshot(), tower(0).snapshot()] {
            let mut world = tower(4);
            world.advance(0.21).unwrap();
            world.snapshot_into(&mut room);
            let then = world.hash();
            world.advance(0.7).unwrap();
            let later = world.hash();
            let mut other = tower(7);
            other.advance(0.4).unwrap();
            for world in [&mut world, &mut other] {
                world.restore(&room).unwrap();
                assert_eq!(world.hash(), then);
                world.advance(0.7).unwrap();
                assert_eq!(world.hash(), later);
            }
        }
    }

    #[test]
    fn one_world_takes_turns_with_other_states() {
        let mut alone = [tower(1), tower(2), tower(5)];
        let mut states = alone.clone().map(|world| world.snapshot());
        let mut world = tower(0);
        for _ in 0..40 {
            for (alone, state) in alone.iter_mut().zip(&mut states) {
                alone.advance(0.02).unwrap();
                world.exchange(state).unwrap();
                world.advance(0.02).unwrap();
                assert_eq!((world.hash(), world.events()), (alone.hash(), alone.events()));
                world.exchange(state).unwrap();
            }
        }
        assert_eq!(world.balls().count(), 0, "its own state is still there");
    }

    /// A flipper that turns where no ball is near is turned without its collider, which is put in its place when somebody
    /// needs it. Restoring put it in its place at once; so a ball that was put down there was pushed out of another bat
    /// than without going back.
    #[test]
    fn a_bats_collider_stands_after_going_back_where_it_stood_before() {
        let mut world = tower(0);
        let bat = Bat::new(DVec2::new(1.0, 1.0), 0.01, DVec2::new(1.1, 1.0), 0.008).unwrap();
        let area = Aabb { min: DVec3::new(0.8, 0.8, 0.0), max: DVec3::new(1.2, 1.2, 0.05) };
        let (mover, id) = world.add_mover(bat, Material::default(), area, (DVec2::new(1.0, 1.0), 0.11), None);
        assert!(world.turn_bat(mover, 0.3, (0.0, 2.0), 0.1), "no ball is near");
        let before = *world.colliders[id.index()].shape();
        let mut saved = world.snapshot();
        world.set_mover(mover, bat.heading(1.0), None, f64::INFINITY);
        world.restore(&saved).unwrap();
        assert_eq!(*world.colliders[id.index()].shape(), before);
        world.exchange(&mut saved).unwrap();
        assert_eq!(*world.colliders[id.index()].shape(), before);
    }

    /// It had as many colliders, so it was taken; the first ball then asked for a zone that was not in it.
    #[test]
    fn a_snapshot_without_a_zone_is_refused() {
        let (mut world, mut saved) = (tower(2), tower(2).snapshot());
        world.add_zone(Zone::disk(DVec2::ZERO, 0.1).unwrap()).unwrap();
        let before = world.hash();
        assert!(world.restore(&saved).is_err() && world.exchange(&mut saved).is_err());
        assert_eq!(world.hash(), before);
        world.advance(0.1).unwrap();
    }
}
