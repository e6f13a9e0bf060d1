//! Looking around in a machine without touching it: its playfield, whether a place is free, how far a way is clear; and what
//! its world knows, for viewers: colliders and whose they are, how a ball moves, what it touches, where it has looked.

use super::build::NOBODY;
use super::{Machine, PartId, Playfield};
use crate::broad::Aabb;
use crate::collider::Collider;
use crate::event::{BallId, ColliderId, Motion};
use crate::world::Touching;
use crate::zone::Zone;
use glam::DVec3;

impl Machine {
    /// What its parts stand on.
    pub fn playfield(&self) -> &Playfield {
        &self.playfield
    }

    /// Could a ball of `radius` be put here without overlapping a surface, a bat or another ball? Only surfaces count: the
    /// inside of a block that is larger than the ball is free, too. See [`clear_way`](Self::clear_way) for that.
    ///
    /// ```
    /// use carom::pinball::{Machine, Playfield, part::Bumper};
    /// use carom::{DVec2, DVec3, units::PINBALL_RADIUS};
    /// let mut machine = Machine::new(&Playfield::sized(0.5, 1.0))?;
    /// machine.add("bumper", Bumper { centre: DVec2::new(0.25, 0.5), ..Bumper::default() })?;
    /// assert!(machine.is_free(DVec3::new(0.1, 0.5, PINBALL_RADIUS), PINBALL_RADIUS));
    /// assert!(!machine.is_free(DVec3::new(0.22, 0.5, PINBALL_RADIUS), PINBALL_RADIUS), "in the bumper");
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn is_free(&self, place: DVec3, radius: f64) -> bool {
        self.world.is_free(place, radius)
    }

    /// The part of the straight way from one place to another that a ball of `radius` has free, as everything stands now: 1
    /// if nothing is in its way, 0 if it cannot even start. Straight down from the glass it tells on what a ball would land.
    pub fn clear_way(&self, from: DVec3, to: DVec3, radius: f64) -> f64 {
        self.world.clear_way(from, to, radius)
    }

    /// All colliders, by rising index, each with the part that it belongs to; playfield and cabinet belong to none.
    pub fn colliders(&self) -> impl Iterator<Item = (ColliderId, &Collider, Option<PartId>)> {
        self.world.colliders().map(|(id, collider)| (id, collider, self.owner(id)))
    }

    /// The part that a collider belongs to; `None` for playfield and cabinet.
    pub fn owner(&self, collider: ColliderId) -> Option<PartId> {
        let &(part, _) = self.owners.get(collider.index())?;
        (part != NOBODY).then_some(PartId(part))
    }

    /// All zones, by rising index, each with the part that it belongs to.
    pub fn zones(&self) -> impl Iterator<Item = (&Zone, Option<PartId>)> {
        let owners = self.zone_owners.iter().map(|&part| (part != NOBODY).then_some(PartId(part)));
        self.world.zones().iter().zip(owners)
    }

    /// m and m/s: where a ball is and how it moves; not numbers if it is out of play.
    pub fn place_and_velocity(&self, id: BallId) -> (DVec3, DVec3) {
        self.world.place_and_velocity(id)
    }

    /// In which way a ball moves; `None` if it is out of play.
    pub fn motion(&self, id: BallId) -> Option<Motion> {
        self.world.motion(id)
    }

    /// All that a ball touches now.
    ///
    /// ```
    /// use carom::pinball::{Machine, Playfield};
    /// use carom::{Ball, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS}};
    /// let mut machine = Machine::new(&Playfield::sized(0.5, 1.0))?;
    /// let ball = machine.add_ball(Ball::new(DVec3::new(0.2, 0.5, PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS)?)?;
    /// machine.tick();
    /// let touching: Vec<_> = machine.touching(ball).collect();
    /// assert!(touching.len() == 1 && touching[0].normal == DVec3::Z, "it lies on the playfield: {touching:?}");
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn touching(&self, id: BallId) -> impl Iterator<Item = Touching> + '_ {
        self.world.touching(id)
    }

    /// The box in which a ball has looked for what it could meet, and the cells of the tree that this box touches.
    pub fn looked_at(&self, id: BallId) -> Option<(Aabb, Vec<Aabb>)> {
        self.world.looked_at(id)
    }
}
