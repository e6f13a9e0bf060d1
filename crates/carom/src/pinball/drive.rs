//! Driven groups: how they are told to move, what they tell, and what they carry along.

use super::group::{Drive, Group, GroupId};
use super::part::Part;
use super::{Happening, Machine, PartState, TICK};
use crate::error::{Error, in_range, vector_in_range};
use crate::event::{BallId, DriveId};
use crate::math::trig;
use crate::space::{Ease, Key, Moving, Similarity, Track, Turns};
use crate::tolerance::{MOST_LENGTH, MOST_SPEED, MOST_SPIN, MOST_TIME};
use crate::world::Course;
use core::f64::consts::TAU;
use glam::DVec3;

/// What a machine knows of a driven group beside how it lies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DriveState {
    /// rad: how far it is turned from its rest, whole turns included.
    angle: f64,
    /// It has turned freely, and nobody counts its whole turns.
    free: bool,
}

impl DriveState {
    /// Its numbers, for a hash.
    pub(super) fn numbers(&self) -> [f64; 2] {
        [self.angle, f64::from(u8::from(self.free))]
    }
}

impl Group {
    /// The axis about which it turns, in the space of its rest.
    fn axis(&self) -> DVec3 {
        let said = self.axis.or_else(|| self.track.as_ref().map(Track::axis)).unwrap_or(DVec3::Z);
        said.normalize_or(DVec3::Z)
    }

    /// Can it be driven as it is said?
    pub(super) fn check_drive(&self) -> Result<(), Error> {
        if let Some(axis) = self.axis {
            vector_in_range("axis", axis, MOST_LENGTH)?;
            if axis.try_normalize().is_none() {
                return Err(Error::degenerate("an axis", "has no direction"));
            }
        }
        if !self.driven && (self.track.is_some() || self.runs) {
            return Err(Error::degenerate("a group", "has a path to follow and cannot be driven"));
        }
        if self.runs && self.track.is_none() {
            return Err(Error::degenerate("a group", "is to run from the start and has no path"));
        }
        if self.track.as_ref().is_some_and(|track| track.axis().dot(self.axis()) < 1.0 - 1e-12) {
            return Err(Error::degenerate("a group", "has another axis than its path"));
        }
        Ok(())
    }
}

impl Machine {
    /// Could a group be driven like this?
    pub(super) fn check_drive(&self, id: GroupId, drive: &Drive) -> Result<(), Error> {
        let parent = self.groups.get(id.index()).ok_or_else(|| Error::unknown("group", id.index()))?;
        let cannot = |why: &'static str| {
            Err(Error::degenerate("a command", why).within(format_args!("group {:?}", parent.group.name)))
        };
        if !parent.group.driven {
            return cannot("drives it, and this group stands");
        }
        let pose = |shift: DVec3, angle: f64| {
            vector_in_range("shift of a group", shift, MOST_LENGTH)?;
            in_range("angle of a group", angle, -1e6, 1e6).map(drop)
        };
        match *drive {
            Drive::Run if parent.group.track.is_none() => cannot("lets it run, and this group has no path"),
            Drive::Run | Drive::Stop => Ok(()),
            Drive::Go { shift, angle, time } => {
                in_range("time of a way", time, TICK, MOST_TIME)?;
                pose(shift, angle)
            }
            Drive::Velocity { velocity, spin } => {
                vector_in_range("velocity of a group", velocity, MOST_SPEED)?;
                in_range("spin of a group", spin, -MOST_SPIN, MOST_SPIN).map(drop)
            }
            Drive::Pose { shift, angle } => pose(shift, angle),
        }
    }

    /// Drives a group. This was checked when it was sent.
    pub(super) fn obey_drive(&mut self, id: GroupId, drive: Drive) {
        let Some(thing) = self.drive_of(id) else { return };
        self.count_turns(id.index());
        let group = &self.groups[id.index()].group;
        let (axis, mut turned) = (group.axis(), self.state.drives[id.index()]);
        let course = match drive {
            Drive::Run => {
                let Some(track) = group.track.clone() else { return };
                turned.free |= track.turns() == Turns::Again;
                turned.angle = track.keys().first().map_or(0.0, |key| key.angle);
                Course::Follow(track)
            }
            Drive::Stop => Course::Stop,
            Drive::Go { shift, angle, time } => {
                let (Some(moving), Some(rest)) = (self.world.driven(thing), self.world.rest_of(thing)) else { return };
                if core::mem::take(&mut turned.free) {
                    // Whoever spins does not unwind.
                    turned.angle -= TAU * libm::round((turned.angle - angle) / TAU);
                }
                let key = |time, shift, angle| Key { time, shift, angle, ease: Ease::Smooth };
                let here = key(0.0, rest.place_in(moving.lies.origin()), turned.angle);
                match Track::new(axis, vec![here, key(time, shift, angle)], Turns::Once) {
                    Ok(track) => Course::Follow(track),
                    Err(_) => return,
                }
            }
            Drive::Velocity { velocity, spin } => {
                turned.free |= spin != 0.0;
                Course::Velocity { velocity, spin: axis * spin }
            }
            Drive::Pose { shift, angle } => {
                turned = DriveState { angle, free: false };
                Course::Pose { shift, turn: (axis, angle) }
            }
        };
        if self.world.drive(thing, course).is_ok() {
            self.state.drives[id.index()] = turned;
        }
    }

    /// Sees how far a driven group has turned since it was last seen: less than half a turn.
    fn count_turns(&mut self, group: usize) {
        let parent = &self.groups[group];
        let Some(thing) = self.drive_of(GroupId(group as u32)) else { return };
        let (Some(moving), Some(rest)) = (self.world.driven(thing), self.world.rest_of(thing)) else { return };
        let angle = angle_of(&moving, &rest, parent.group.axis());
        let known = &mut self.state.drives[group].angle;
        *known = angle + TAU * libm::round((*known - angle) / TAU);
    }

    /// The group that is this driven thing.
    pub(super) fn group_driven(&self, drive: DriveId) -> Option<GroupId> {
        let is = |k: &usize| self.drive_of(GroupId(*k as u32)) == Some(drive);
        (0..self.groups.len()).find(is).map(|k| GroupId(k as u32))
    }
}

/// rad: how far a thing is turned about its axis, seen from its rest; from minus to plus half a turn.
fn angle_of(moving: &Moving, rest: &Similarity, axis: DVec3) -> f64 {
    let turn = rest.turn().conjugate() * moving.lies.turn();
    let angle = 2.0 * trig::atan2(DVec3::new(turn.x, turn.y, turn.z).dot(axis), turn.w);
    angle - TAU * libm::round(angle / TAU)
}

/// At the start of a tick: what driven holes hold goes along with them.
#[cold]
pub(super) fn carry_held(machine: &mut Machine) {
    for k in 0..machine.parts.len() {
        let (Part::Kicker(kicker), &PartState::Kicker { holds: Some(ball) }) =
            (&machine.parts[k].part, &machine.state.parts[k])
        else {
            continue;
        };
        if machine.parts[k].stands.as_ref().is_none_or(|stands| stands.drive.is_none()) {
            continue;
        }
        let Some(radius) = machine.world.ball(ball).map(|ball| ball.radius) else { continue };
        let home = machine.parts[k].home(&machine.world);
        let seat = kicker.seat(home.length_in(radius));
        let (place, velocity) = (home.place_out(seat), home.velocity_out(DVec3::ZERO, seat));
        // Held balls have no weight and go straight on for the tick.
        machine.world.adjust(ball, |ball| (ball.position, ball.velocity) = (place, velocity));
    }
}

/// Tells which groups have come to the end of their ways, each at its moment, and counts their turns.
#[cold]
pub(super) fn tell_arrivals(machine: &mut Machine) {
    for k in 0..machine.state.drives.len() {
        let group = GroupId(k as u32);
        let Some(thing) = machine.drive_of(group) else { continue };
        machine.count_turns(k);
        if let Some(time) = machine.world.arrival(thing) {
            machine.tell_in_order(time, Happening::Arrived { group });
        }
    }
}

/// A driven group waits for a ball.
pub(super) fn tell_stalled(machine: &mut Machine, drive: DriveId, ball: BallId, time: f64) {
    if let Some(group) = machine.group_driven(drive) {
        machine.tell(time, Happening::Stalled { group, ball });
    }
}
