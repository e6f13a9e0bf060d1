//! Where the parts of a machine are at a moment: as they stand now, or as a frame remembers their groups.

use crate::animation::Frame;
use crate::lay::Floor;
use carom::pinball::{Group, GroupId, Machine, PartId};
use carom::space::{Similarity, Transform};

/// Groups within groups that are looked through for one that is driven or leans; more than any table has.
const DEEPEST: usize = 64;

/// Where the parts of a machine are at a moment.
#[derive(Clone, Debug)]
pub(crate) struct Places<'m> {
    pub(crate) machine: &'m Machine,
    groups: Vec<&'m Group>,
    /// Driven groups that are elsewhere than now.
    moved: &'m [(GroupId, Similarity)],
}

impl<'m> Places<'m> {
    /// As the machine stands.
    pub(crate) fn now(machine: &'m Machine) -> Self {
        Self { machine, groups: machine.groups().map(|(_, group)| group).collect(), moved: &[] }
    }

    /// As a frame remembers it.
    pub(crate) fn at(machine: &'m Machine, frame: &'m Frame) -> Self {
        Self { moved: &frame.groups, ..Self::now(machine) }
    }

    /// How a part's own space lies in the table.
    pub(crate) fn transform(&self, part: PartId) -> Transform {
        let now = self.machine.transform(part);
        match self.driven(part).and_then(|group| self.shifted(group)) {
            Some(by) => now.then(&by.into()),
            None => now,
        }
    }

    /// How the space in which the colliders of a part are said lies in the table: its driven group's, or the table's own.
    pub(crate) fn colliders_of(&self, part: PartId) -> Option<Transform> {
        let group = self.driven(part)?;
        self.lies(group).map(Transform::from)
    }

    /// The driven group with which a part moves.
    pub(crate) fn driven(&self, part: PartId) -> Option<GroupId> {
        self.chain(part).find(|(_, group)| group.driven).map(|(id, _)| id)
    }

    /// The leaning floor on which a part stands: that of the outermost group that leans.
    pub(crate) fn floor(&self, part: PartId) -> Option<Floor> {
        let leaning = self.chain(part).filter_map(|(id, _)| Floor::of(&self.group(id)));
        leaning.last()
    }

    /// How a group lies in the table.
    fn group(&self, id: GroupId) -> Transform {
        let mut lies = Transform::IDENTITY;
        for (id, group) in self.up_from(Some(id)) {
            if let Some(driven) = self.lies(id) {
                return lies.then(&driven.into());
            }
            lies = lies.then(&group.transform);
        }
        lies
    }

    /// How a driven group lies.
    fn lies(&self, group: GroupId) -> Option<Similarity> {
        let remembered = self.moved.iter().find(|(id, _)| *id == group).map(|(_, lies)| *lies);
        remembered.or_else(|| Some(self.machine.moving(group)?.lies))
    }

    /// From where a driven group is now to where it was.
    fn shifted(&self, group: GroupId) -> Option<Similarity> {
        let (then, now) = (self.lies(group)?, self.machine.moving(group)?.lies);
        (then != now).then(|| now.inverse().then(&then))
    }

    /// The group of a part, that group's group, and so on.
    fn chain(&self, part: PartId) -> impl Iterator<Item = (GroupId, &'m Group)> {
        self.up_from(self.machine.group_of(part))
    }

    fn up_from(&self, mut next: Option<GroupId>) -> impl Iterator<Item = (GroupId, &'m Group)> {
        let step = move || {
            let id = next?;
            let group = *self.groups.get(id.index())?;
            next = group.parent;
            Some((id, group))
        };
        core::iter::from_fn(step).take(DEEPEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::DVec3;
    use carom::pinball::part::Bumper;
    use carom::pinball::{Command, Drive, Input, Playfield};
    use carom::units::radians;

    /// A bumper in a leaning group within a driven one that is elsewhere by and by.
    #[test]
    fn a_frame_remembers_where_groups_were() {
        let mut machine = Machine::new(&Playfield::sized(0.5, 1.0)).unwrap();
        let rest = Transform::translation(DVec3::new(0.2, 0.5, 0.0));
        let lift = Group { name: "lift".to_owned(), transform: rest, driven: true, ..Group::default() };
        let lift = machine.add_group(lift).unwrap();
        let lean = Transform::rotation(DVec3::X, radians(30.0)).unwrap();
        let lean = Group { name: "lean".to_owned(), parent: Some(lift), transform: lean, ..Group::default() };
        let lean = machine.add_group(lean).unwrap();
        let part = machine.add_to(Some(lean), &Transform::IDENTITY, "bumper", Bumper::default()).unwrap();
        let still = machine.add("other", Bumper::default()).unwrap();
        let go = Drive::Go { shift: DVec3::new(0.1, 0.0, 0.05), angle: radians(90.0), time: 0.05 };
        machine.send(Command::now(Input::Drive { group: lift, drive: go })).unwrap();
        let mut frames = Vec::new();
        let mut seen = Vec::new();
        for _ in 0..10 {
            frames.push(Frame::of(&machine));
            seen.push((machine.transform(part), Places::now(&machine).floor(part)));
            for _ in 0..8 {
                machine.tick();
            }
        }
        assert!(Places::now(&machine).driven(part) == Some(lift) && Places::now(&machine).driven(still).is_none());
        let corner = DVec3::new(0.03, -0.02, 0.04);
        for (frame, (then, floor)) in frames.iter().zip(&seen) {
            let places = Places::at(&machine, frame);
            let off = (places.transform(part).place(corner) - then.place(corner)).length();
            assert!(off < 1e-12, "{off} m away at {} s", frame.time);
            assert!(floor.is_some() && places.floor(part) == *floor);
            assert_eq!(places.transform(still), Transform::IDENTITY);
        }
        let way = (machine.transform(part).origin() - seen[0].0.origin()).length();
        assert!((way - libm::sqrt(0.1 * 0.1 + 0.05 * 0.05)).abs() < 1e-9, "it has gone {way} m");
        let lies = Places::at(&machine, &frames[3]).colliders_of(part).unwrap();
        let then = frames[3].groups[0].1;
        assert!(lies == Transform::from(then) && frames[3].groups.len() == 1, "only the driven one is remembered");
    }
}
