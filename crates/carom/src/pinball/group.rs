//! Groups: parents of parts. A group lies in the table or in another group; it may be driven, and then all in it moves.

use super::drive::DriveState;
use super::part::Part;
use super::{Machine, PartId};
use crate::error::Error;
use crate::event::{ColliderId, DriveId};
use crate::shape::Rule;
use crate::space::{Moving, Similarity, Track, Transform};
use crate::tolerance::PLACED_ALIKE;
use crate::world::World;
use glam::DVec3;

/// Which group of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub(crate) u32);

impl GroupId {
    /// Its number: the first group of a machine is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A parent of parts and of other groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// For people.
    pub name: String,
    /// In which group it lies; in the table itself if in none.
    pub parent: Option<GroupId>,
    /// How it lies there.
    pub transform: Transform,
    /// Can it be driven? One that is not stands for ever, and costs nothing.
    pub driven: bool,
    /// The axis about which it turns when it is driven; z unless said.
    pub axis: Option<DVec3>,
    /// The path that it follows when it is told to run, with that axis.
    pub track: Option<Track>,
    /// Does it follow its track from the start of the game?
    pub runs: bool,
}

/// How a group is to be driven. Lengths are along the axes of its rest; angles are about its axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// It follows its track from the beginning.
    Run,
    /// It stops where it is.
    Stop,
    /// It goes there, smoothly, and takes so many seconds.
    Go {
        /// m: from its rest.
        shift: DVec3,
        /// rad: from its rest.
        angle: f64,
        /// s.
        time: f64,
    },
    /// It goes on steadily.
    Velocity {
        /// m/s.
        velocity: DVec3,
        /// rad/s.
        spin: f64,
    },
    /// It is there at once; balls in its way are put beside it.
    Pose {
        /// m: from its rest.
        shift: DVec3,
        /// rad: from its rest.
        angle: f64,
    },
}

/// A group in its place.
#[derive(Clone, Debug)]
pub(super) struct Parent {
    pub(super) group: Group,
    /// How the space of its children lies in the table, or in the driven thing to which it belongs.
    chain: Transform,
    /// That driven thing: itself, or one above it.
    drive: Option<DriveId>,
}

/// How a part was placed.
#[derive(Clone, Debug)]
pub(super) struct Stands {
    group: Option<GroupId>,
    /// How its own space lies in the table, or in the driven thing to which it belongs.
    pub(super) transform: Transform,
    /// The same, if a ball can be taken there.
    pub(super) lies: Option<Similarity>,
    pub(super) drive: Option<DriveId>,
}

impl Stands {
    /// By what its speeds grow in the space in which it stands: its scale, or nothing where it has more than one.
    fn own_scale(&self) -> f64 {
        let scales = self.transform.scales();
        let even = scales.max_element() - scales.min_element() <= PLACED_ALIKE * scales.max_element();
        match &self.lies {
            Some(lies) => lies.scale(),
            // One that mirrors.
            None if even => scales.x,
            None => 1.0,
        }
    }

    /// By what they grow in the table.
    pub(super) fn scale(&self, world: &World) -> f64 {
        let rest = self.drive.and_then(|drive| world.rest_of(drive));
        self.own_scale() * rest.map_or(1.0, |rest| rest.scale())
    }
}

impl Machine {
    /// Adds a group.
    ///
    /// # Errors
    /// When a number is not sane, its parent is not there, or it is to be driven and lies in another driven group or is placed
    /// unevenly.
    pub fn add_group(&mut self, group: Group) -> Result<GroupId, Error> {
        let name = group.name.clone();
        self.put_up_group(group).map_err(|error| error.within(format_args!("group {name:?}")))
    }

    fn put_up_group(&mut self, group: Group) -> Result<GroupId, Error> {
        let (above, drive) = self.space_of(group.parent)?;
        let chain = checked(group.transform.then(&above))?;
        group.check_drive()?;
        let id = GroupId(self.groups.len() as u32);
        if !group.driven {
            self.groups.own().push(Parent { group, chain, drive });
            return Ok(id);
        }
        let rest = rest_of(&chain, drive)?;
        let (drive, runs) = (self.world.add_driven(rest), group.runs);
        self.groups.own().push(Parent { group, chain: Transform::IDENTITY, drive: Some(drive) });
        self.state.drives.resize(self.groups.len(), DriveState::default());
        if runs {
            self.obey_drive(id, Drive::Run);
        }
        Ok(id)
    }

    /// How what lies in a group lies in the table, or in a driven thing.
    fn space_of(&self, group: Option<GroupId>) -> Result<(Transform, Option<DriveId>), Error> {
        let Some(id) = group else { return Ok((Transform::IDENTITY, None)) };
        let parent = self.groups.get(id.index()).ok_or_else(|| Error::unknown("group", id.index()))?;
        Ok((parent.chain, parent.drive))
    }

    /// Adds a part to a group, or to the table itself; `transform` is how the part's own space lies there. A part that is
    /// scaled has its speeds scaled, too: it does to a ball of its size what it would do unscaled.
    ///
    /// # Errors
    /// When a number of the part is not sane, or it cannot be placed so; nothing has been added then.
    pub fn add_to(
        &mut self,
        group: Option<GroupId>,
        transform: &Transform,
        name: &str,
        part: impl Into<Part>,
    ) -> Result<PartId, Error> {
        let part = part.into();
        let within = |error: Error| error.within(format_args!("part {name:?}"));
        let (above, drive) = self.space_of(group).map_err(within)?;
        let transform = checked(transform.then(&above)).map_err(within)?;
        let lies = transform.similarity();
        if lies.is_none() && part.needs_home() {
            let why = "can be shifted, turned and evenly scaled only, not mirrored";
            let error = Error::degenerate("such a part", why).within(part.kind());
            return Err(within(error));
        }
        if drive.is_some() && matches!(part, Part::Flipper(_) | Part::Plunger(_)) {
            let error = Error::degenerate("such a part", "moves by itself and cannot be in a driven group");
            return Err(within(error.within(part.kind())));
        }
        let stands = Stands { group, transform, lies, drive };
        let placed = group.is_some() || transform != Transform::IDENTITY;
        self.put_up(name, part, placed.then(|| Box::new(stands)))
    }

    /// All groups, in the order in which they were added.
    pub fn groups(&self) -> impl Iterator<Item = (GroupId, &Group)> {
        self.groups.iter().enumerate().map(|(k, parent)| (GroupId(k as u32), &parent.group))
    }

    /// The group of this name.
    pub fn group(&self, name: &str) -> Option<GroupId> {
        self.groups().find(|(_, group)| group.name == name).map(|(id, _)| id)
    }

    /// The group that a part belongs to.
    pub fn group_of(&self, part: PartId) -> Option<GroupId> {
        self.stands(part)?.group
    }

    fn stands(&self, part: PartId) -> Option<&Stands> {
        self.parts.get(part.index())?.stands.as_deref()
    }

    /// How a part's own space lies in the table now; `None` if it is placed so that no ball could be taken into it.
    pub fn lies(&self, part: PartId) -> Option<Similarity> {
        let Some(stands) = self.stands(part) else { return Some(Similarity::IDENTITY) };
        let lies = stands.lies?;
        let moving = stands.drive.and_then(|drive| self.world.driven(drive));
        Some(moving.map_or(lies, |moving| lies.then(&moving.lies)))
    }

    /// The same for a part that was placed; `None` for all others.
    pub(super) fn placed(&self, part: PartId) -> Option<Similarity> {
        self.stands(part).and_then(|_| self.lies(part))
    }

    /// How a part's own space lies in the table now, as any transform.
    pub fn transform(&self, part: PartId) -> Transform {
        let Some(stands) = self.stands(part) else { return Transform::IDENTITY };
        let moving = stands.drive.and_then(|drive| self.world.driven(drive));
        moving.map_or(stands.transform, |moving| stands.transform.then(&Transform::from(moving.lies)))
    }

    /// How a driven group lies and moves now; `None` for one that is not driven.
    pub fn moving(&self, group: GroupId) -> Option<Moving> {
        self.world.driven(self.drive_of(group)?)
    }

    /// How the driven thing lies and moves now in whose space the colliders and zones of a part are said; `None` if they are said
    /// in the table's.
    pub fn carrier(&self, part: PartId) -> Option<Moving> {
        self.world.driven(self.stands(part)?.drive?)
    }

    /// By which rule each collider of a part was placed. Playfield and cabinet stand natively.
    pub fn rule(&self, collider: ColliderId) -> Rule {
        self.rules.get(collider.index()).copied().unwrap_or(Rule::Native)
    }

    /// The driven thing of the world that a group is.
    pub(super) fn drive_of(&self, group: GroupId) -> Option<DriveId> {
        self.groups.get(group.index()).filter(|parent| parent.group.driven)?.drive
    }
}

/// How a driven group lies at rest.
fn rest_of(chain: &Transform, above: Option<DriveId>) -> Result<Similarity, Error> {
    if above.is_some() {
        return Err(Error::degenerate("a driven group", "cannot lie in another driven group"));
    }
    let uneven = || Error::degenerate("a driven group", "can be shifted, turned and evenly scaled only, not mirrored");
    chain.similarity().ok_or_else(uneven)
}

/// Placements that are sane each need not be so one after the other.
fn checked(chain: Transform) -> Result<Transform, Error> {
    Transform::matrix(chain.linear(), chain.origin())
}
