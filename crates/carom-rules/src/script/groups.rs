//! What scripts do with driven groups, and where those are. Lengths are in the table's unit, angles in degrees.

use super::desk::Desk;
use super::numbers::real;
use crate::act::Act;
use carom::DVec3;
use carom::pinball::{Drive, Group, GroupId, Machine};
use carom::space::{Frame, In, Local, Place as Spot, Similarity, Table, Transform};
use carom::units::radians;
use carom_tables::rules::check_drive;
use core::f64::consts::{PI, TAU};
use rhai::{Array, Dynamic, Map};
use std::collections::BTreeMap;

/// Where a driven group is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    /// m: how far from its rest, along its axes there.
    shift: DVec3,
    /// rad: how far it is turned from its rest, at most half a turn either way.
    angle: f64,
    moves: bool,
}

/// Where all driven groups of a machine are, by their numbers.
pub(super) fn places(machine: &Machine) -> BTreeMap<usize, Place> {
    let all: Vec<(GroupId, &Group)> = machine.groups().collect();
    let driven = all.iter().filter_map(|(id, group)| {
        let now = machine.moving(*id)?;
        let rest = rest(&all, group)?;
        let moves = now.velocity != DVec3::ZERO || now.spin != DVec3::ZERO;
        let origin: In<Table, Spot> = In::new(Spot(now.lies.origin()));
        let shift = Frame::<Local, Table>::new(rest).enter(origin).get().0;
        let axis = group.axis.or_else(|| group.track.as_ref().map(|track| track.axis())).unwrap_or(DVec3::Z);
        let axis = axis.normalize_or(DVec3::Z);
        Some((id.index(), Place { shift, angle: turn_between(&rest, &now.lies, axis), moves }))
    });
    driven.collect()
}

/// How a group lies when nobody drives it.
fn rest(all: &[(GroupId, &Group)], group: &Group) -> Option<Similarity> {
    let mut transform: Transform = group.transform;
    let mut parent = group.parent;
    while let Some(id) = parent {
        let (_, outer) = all.get(id.index())?;
        transform = transform.then(&outer.transform);
        parent = outer.parent;
    }
    transform.similarity()
}

/// By how much one that turns about `axis` has turned.
fn turn_between(rest: &Similarity, now: &Similarity, axis: DVec3) -> f64 {
    let turn = rest.turn().conjugate() * now.turn();
    let angle = 2.0 * libm::atan2(DVec3::new(turn.x, turn.y, turn.z).dot(axis), turn.w);
    if angle > PI {
        angle - TAU
    } else if angle <= -PI {
        angle + TAU
    } else {
        angle
    }
}

/// Three numbers.
pub(super) fn three(list: &Array) -> Result<DVec3, String> {
    match list.as_slice() {
        [x, y, z] => Ok(DVec3::new(real(x)?, real(y)?, real(z)?)),
        _ => Err(format!("three numbers are needed, [x, y, z], not {}", list.len())),
    }
}

/// Three lengths of the table, in metres.
pub(super) fn lengths(desk: &Desk, list: &Array) -> Result<DVec3, String> {
    Ok(three(list)? * desk.names.metres)
}

/// Degrees, in radians.
pub(super) fn degrees(value: &Dynamic) -> Result<f64, String> {
    Ok(radians(real(value)?))
}

pub(super) fn drive(desk: &mut Desk, name: &str, drive: Drive) -> Result<(), String> {
    let (id, group) = desk.names.driven(name)?;
    let id = *id;
    if drive == Drive::Run && group.track.is_none() {
        return Err(format!("the group \"{name}\" has no path to follow: use `go_to`, `velocity` or `pose`"));
    }
    check_drive(&drive).map_err(|(message, help)| format!("{message}: {help}"))?;
    desk.act(Act::Drive(id, drive))?;
    let place = desk.places.entry(id.index()).or_default();
    match drive {
        Drive::Stop => place.moves = false,
        Drive::Run | Drive::Go { .. } => place.moves = true,
        Drive::Velocity { velocity, spin } => place.moves = velocity != DVec3::ZERO || spin != 0.0,
        Drive::Pose { shift, angle } => {
            let turns = libm::remainder(angle, TAU);
            *place = Place { shift, angle: turns, moves: false };
        }
    }
    Ok(())
}

/// `#{ x, y, z, angle }`, from its rest, as `go_to` and `pose` take them.
pub(super) fn place_of(desk: &Desk, name: &str) -> Result<Map, String> {
    let (id, _) = desk.names.driven(name)?;
    desk.running()?;
    let Place { shift, angle, .. } = desk.places.get(&id.index()).copied().unwrap_or_default();
    let shift = shift / desk.names.metres;
    let all = [("x", shift.x), ("y", shift.y), ("z", shift.z), ("angle", angle.to_degrees())];
    Ok(all.into_iter().map(|(name, number)| (name.into(), Dynamic::from_float(number))).collect())
}

pub(super) fn is_moving(desk: &Desk, name: &str) -> Result<bool, String> {
    let (id, _) = desk.names.group(name)?;
    desk.running()?;
    Ok(desk.places.get(&id.index()).is_some_and(|place| place.moves))
}
