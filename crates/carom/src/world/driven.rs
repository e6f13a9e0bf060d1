//! Driven things: rigid sets of colliders that somebody moves, whatever is in their way.
//!
//! A driven thing has a space of its own, in which its colliders stand still; the space moves in stretches (`space::Stretch`).
//! A ball goes into that space to look for them (`seek`) and comes back with a normal. They are not in the tree of what
//! stands: each has a small tree of its own, made once, and a box in which it can be on its present course; a ball outside
//! that box does not look.
//!
//! A driven thing does not feel balls: nothing slows it down. But a ball between it and something that does not give way
//! must not be pushed through. Such a ball is hit by it again and again; then the thing waits for a moment, whatever it was
//! to do is done that much later, and it tries again ([`STALL`](crate::tolerance::STALL)).

mod feel;
mod go;
mod seek;

pub(super) use seek::{meet_driven, meet_driven_zones};

use super::{Kind, World};
use crate::broad::{Aabb, KdTree};
use crate::collider::Collider;
use crate::error::{Error, vector_in_range};
use crate::event::{ColliderId, DriveId, ZoneId};
use crate::space::{Ease, Key, Moving, Similarity, Stretch, Track, Turns, posed};
use crate::tolerance::{MOST_LENGTH, MOST_SPEED, MOST_SPIN};
use crate::zone::Zone;
use glam::DVec3;
use std::sync::Arc;

/// No driven thing.
pub(super) const NOBODY: u32 = u32::MAX;

/// How a driven thing is to move. Numbers are those of its rest: along its axes, in its lengths.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// It stands where it is.
    Stop,
    /// It stands here from now on; balls in its way are put beside it.
    Pose {
        /// m: how far from its rest.
        shift: DVec3,
        /// How it is turned from its rest: an axis, and an angle in radians.
        turn: (DVec3, f64),
    },
    /// It goes on steadily until told otherwise.
    Velocity {
        /// m/s.
        velocity: DVec3,
        /// rad/s.
        spin: DVec3,
    },
    /// It follows a track from its beginning. Where that is not where it is, it jumps there.
    Follow(Track),
}

/// What a driven thing is made of: this does not change while the world runs.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    rest: Similarity,
    colliders: Vec<u32>,
    zones: Vec<u32>,
    /// Over the boxes of its colliders, in its own space.
    tree: KdTree,
    tree_is_old: bool,
    /// m, outside: how far from its origin any of it is.
    reach: f64,
}

/// How a driven thing moves at present.
#[derive(Clone, Debug)]
pub(super) struct Driven {
    pub(super) stretch: Stretch,
    follows: Option<Following>,
    /// Everywhere any of it can be on its present course.
    roam: Aabb,
    /// Its stretch while it waits for a squeezed ball, to be gone on with.
    waits: Option<Stretch>,
    /// Which ball it hits again and again: since when, and how often.
    squeezes: (u32, f64, u32),
    /// s: until when it was last told that it waits.
    told: f64,
    /// Has it come to the end of its track since that was last asked?
    arrived: bool,
}

#[derive(Clone, Debug)]
struct Following {
    track: Arc<Track>,
    /// s: when it began.
    began: f64,
    cursor: crate::space::Cursor,
}

impl World {
    /// Puts up a driven thing without any collider yet; it stands still, and `rest` is how it lies.
    ///
    /// ```
    /// use carom::space::{Ease, Key, Similarity, Track, Turns};
    /// use carom::{Ball, Collider, Course, DVec3, Gravity, Material, World, shape::Disc};
    /// let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81)))?;
    /// let lift = world.add_driven(Similarity::IDENTITY);
    /// world.add_driven_collider(lift, Collider::new(Disc::new(DVec3::ZERO, 0.05)?, Material::new(0.3, 0.2)?))?;
    /// let ball = world.add_ball(Ball::new(DVec3::new(0.0, 0.0, 0.0135), 0.0135, 0.08)?)?;
    /// let up = Key { time: 1.0, shift: DVec3::Z * 0.1, angle: 0.0, ease: Ease::Smooth };
    /// let down = Key { time: 0.0, shift: DVec3::ZERO, ..up };
    /// world.drive(lift, Course::Follow(Track::new(DVec3::Z, vec![down, up], Turns::Once)?))?;
    /// world.advance(2.0)?;
    /// assert!((world.position(ball).z - 0.1135).abs() < 1e-9, "it has been carried up");
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn add_driven(&mut self, rest: Similarity) -> DriveId {
        let id = DriveId(self.things.len() as u32);
        let tree = KdTree::default();
        self.things.own().push(Thing {
            rest,
            colliders: Vec::new(),
            zones: Vec::new(),
            tree,
            tree_is_old: false,
            reach: 0.0,
        });
        self.state.driven.push(Driven {
            stretch: Stretch::still(rest, self.state.time),
            follows: None,
            roam: Aabb { min: rest.origin(), max: rest.origin() },
            waits: None,
            squeezes: (NOBODY, 0.0, 0),
            told: f64::NEG_INFINITY,
            arrived: false,
        });
        id
    }

    /// Puts up a collider of a driven thing. Its shape is said in the thing's own space.
    ///
    /// # Errors
    /// When there is no such thing.
    pub fn add_driven_collider(&mut self, id: DriveId, collider: Collider) -> Result<ColliderId, Error> {
        self.put_up_driven(id, collider, Kind::Driven)
    }

    /// The same with an owner, who is asked what follows when a ball meets it.
    pub(crate) fn add_driven_asking(&mut self, id: DriveId, collider: Collider) -> Result<ColliderId, Error> {
        self.put_up_driven(id, collider, Kind::DrivenAsking)
    }

    fn put_up_driven(&mut self, id: DriveId, collider: Collider, kind: Kind) -> Result<ColliderId, Error> {
        self.known(id)?;
        let bounds = collider.shape().bounds();
        let collider = self.put_up(collider, kind);
        self.carrier.own()[collider.index()] = id.0;
        let thing = &mut self.things.own()[id.index()];
        thing.colliders.push(collider.0);
        thing.tree_is_old = true;
        self.reaches(id, &bounds);
        Ok(collider)
    }

    /// Puts up a zone of a driven thing, said in the thing's own space: it notices balls where it is.
    ///
    /// # Errors
    /// When there is no such thing.
    pub fn add_driven_zone(&mut self, id: DriveId, zone: Zone) -> Result<ZoneId, Error> {
        self.known(id)?;
        let bounds = zone.bounds();
        let zone = self.add_zone(zone)?;
        self.things.own()[id.index()].zones.push(zone.0);
        self.zone_carrier.own()[zone.index()] = id.0;
        self.reaches(id, &bounds);
        Ok(zone)
    }

    /// A driven thing reaches as far as this box of its own space, too.
    fn reaches(&mut self, id: DriveId, bounds: &Aabb) {
        let farthest = bounds.min.abs().max(bounds.max.abs()).length();
        let thing = &mut self.things.own()[id.index()];
        thing.reach = thing.reach.max(farthest * thing.rest.scale());
        self.roam_anew(id.index());
        self.disturb_all();
    }

    fn known(&self, id: DriveId) -> Result<(), Error> {
        if id.index() < self.things.len() { Ok(()) } else { Err(Error::unknown("driven thing", id.index())) }
    }

    /// Lets a driven thing move so from now on.
    ///
    /// # Errors
    /// When there is no such thing, or a number is not sane.
    pub fn drive(&mut self, id: DriveId, course: Course) -> Result<(), Error> {
        self.known(id)?;
        let (d, now) = (id.index(), self.state.time);
        let rest = self.things[d].rest;
        let lies = self.state.driven[d].stretch.at(now).lies;
        let mut follows = None;
        let (stretch, jumps) = match course {
            Course::Stop => (Stretch::still(lies, now), false),
            Course::Pose { shift, turn: (axis, angle) } => {
                vector_in_range("shift of a driven thing", shift, MOST_LENGTH)?;
                let axis = vector_in_range("axis of a driven thing", axis, MOST_LENGTH)?.normalize_or(DVec3::Z);
                crate::error::in_range("angle of a driven thing", angle, -1e9, 1e9)?;
                (Stretch::still(posed(&rest, axis, shift, angle), now), true)
            }
            Course::Velocity { velocity, spin } => {
                vector_in_range("velocity of a driven thing", velocity, MOST_SPEED)?;
                vector_in_range("spin of a driven thing", spin, MOST_SPIN)?;
                let (velocity, spin) = (rest.vector_out(velocity), rest.direction_out(spin));
                let (axis, rate) = (spin.normalize_or_zero(), spin.length());
                (Stretch { velocity, axis, rate, ..Stretch::still(lies, now) }, false)
            }
            Course::Follow(track) => {
                let cursor = crate::space::Cursor::default();
                let stretch = track.stretch(&rest, now, cursor);
                let apart = (stretch.from.origin() - lies.origin()).length()
                    + self.things[d].reach.min(1.0) * (1.0 - stretch.from.turn().dot(lies.turn()).abs());
                follows = Some(Following { track: Arc::new(track), began: now, cursor });
                (stretch, apart > crate::tolerance::OVERLAP)
            }
        };
        let drive = &mut self.state.driven[d];
        (drive.follows, drive.waits, drive.arrived) = (follows, None, false);
        self.roam_on(d, &stretch);
        self.go_on(d, stretch, jumps);
        Ok(())
    }

    /// Lets a driven thing go from where it is to another pose, from rest to rest, in some seconds.
    ///
    /// # Errors
    /// When there is no such thing, or a number is not sane.
    pub fn drive_to(
        &mut self,
        id: DriveId,
        axis: DVec3,
        from: (DVec3, f64),
        to: (DVec3, f64),
        time: f64,
    ) -> Result<(), Error> {
        let key = |time, (shift, angle): (DVec3, f64)| Key { time, shift, angle, ease: Ease::Smooth };
        self.drive(id, Course::Follow(Track::new(axis, vec![key(0.0, from), key(time, to)], Turns::Once)?))
    }

    /// How a driven thing lies and moves now; `None` if there is none.
    pub fn driven(&self, id: DriveId) -> Option<Moving> {
        self.state.driven.get(id.index()).map(|drive| drive.stretch.at(self.state.time))
    }

    /// How it lies when it is at rest.
    pub fn rest_of(&self, id: DriveId) -> Option<Similarity> {
        self.things.get(id.index()).map(|thing| thing.rest)
    }

    /// Is a driven thing waiting for a squeezed ball?
    pub fn is_stalled(&self, id: DriveId) -> bool {
        self.state.driven.get(id.index()).is_some_and(|drive| drive.waits.is_some())
    }

    /// s: when it came to the end of its track, if it did since that was last asked.
    pub(crate) fn arrival(&mut self, id: DriveId) -> Option<f64> {
        let drive = self.state.driven.get_mut(id.index())?;
        core::mem::take(&mut drive.arrived).then_some(drive.stretch.start)
    }

    /// The driven thing that a collider belongs to.
    pub fn carrier(&self, collider: ColliderId) -> Option<DriveId> {
        self.carrier.get(collider.index()).filter(|&&drive| drive != NOBODY).map(|&drive| DriveId(drive))
    }

    /// Everywhere a driven thing can be on its present course.
    pub(super) fn roam_of(&self, id: DriveId) -> Aabb {
        self.state.driven[id.index()].roam
    }

    fn roam_anew(&mut self, d: usize) {
        let stretch = self.state.driven[d].stretch;
        self.roam_on(d, &stretch);
    }

    fn roam_on(&mut self, d: usize, stretch: &Stretch) {
        let (thing, drive) = (&self.things[d], &self.state.driven[d]);
        let mut roam = Aabb { min: stretch.from.origin(), max: stretch.from.origin() };
        if let Some(following) = &drive.follows {
            for key in following.track.keys() {
                let origin = thing.rest.place_out(key.shift);
                roam = roam.with(&Aabb { min: origin, max: origin });
            }
        } else if stretch.velocity != DVec3::ZERO {
            roam = Aabb::EVERYTHING;
        }
        self.state.driven[d].roam = roam.grown(thing.reach);
    }

    /// Makes the trees of new driven things.
    pub(super) fn renew_driven_trees(&mut self) {
        if !self.things.iter().any(|thing| thing.tree_is_old) {
            return;
        }
        for thing in self.things.own().iter_mut().filter(|thing| thing.tree_is_old) {
            let shapes = thing.colliders.iter().map(|&c| self.colliders[c as usize].shape().bounds());
            (thing.tree, thing.tree_is_old) = (KdTree::new(shapes), false);
        }
    }
}
