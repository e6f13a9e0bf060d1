//! Saving a world's state, going back to it, and a number that tells whether two are the same.

use super::{Gravity, State, World};
use crate::error::{Error, ErrorKind};
use crate::math::rng::mix;
use glam::DVec3;

/// Everything in a world that changes. Cheap to take; going back gives the same future to the bit.
#[derive(Clone, Debug)]
pub struct Snapshot {
    state: State,
    gravity: Gravity,
    enabled: Vec<bool>,
    colliders: usize,
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
        let (state, gravity, enabled) = (self.state.clone(), self.gravity.clone(), self.enabled.clone());
        Snapshot { state, gravity, enabled, colliders: self.colliders.len() }
    }

    /// Goes back to a snapshot of this world, or of one built in the same way.
    ///
    /// # Errors
    /// When the snapshot's world had another number of colliders. Nothing has changed then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        if snapshot.colliders != self.colliders.len() {
            return Err(Error::new(ErrorKind::ForeignSnapshot));
        }
        if self.enabled != snapshot.enabled {
            self.enabled.clone_from(&snapshot.enabled);
        }
        self.renew_tree(); // The snapshot's balls know all of it.
        self.gravity = snapshot.gravity.clone();
        self.state.clone_from(&snapshot.state);
        for k in 0..self.state.movers.len() {
            self.put_in_place(k);
        }
        self.events.clear();
        Ok(())
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
