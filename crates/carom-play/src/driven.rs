//! Which groups of a machine are driven, and which parts go with them: what moves as a whole is drawn as a whole.

use carom::pinball::{Group, GroupId, Machine, PartId};
use carom::space::Transform;

/// The driven groups that a frame can name, in their order.
pub(crate) fn groups(machine: &Machine) -> impl Iterator<Item = GroupId> + '_ {
    let numbered = machine.groups().take(usize::from(crate::frame::NONE));
    numbered.filter(|(_, group)| group.driven).map(|(id, _)| id)
}

/// The driven group that a part moves with: its own, or the one in which that lies.
pub(crate) fn of(machine: &Machine, part: PartId) -> Option<GroupId> {
    let mut at = Some(machine.group_of(part)?);
    let groups: Vec<(GroupId, &Group)> = machine.groups().collect();
    // Parents come before their children, so this ends; the bound is for whoever breaks that.
    for _ in 0..=groups.len() {
        let id = at?;
        let (_, group) = groups.get(id.index())?;
        if group.driven {
            return (id.index() < usize::from(crate::frame::NONE)).then_some(id);
        }
        at = group.parent;
    }
    None
}

/// How a part's own space lies in that of its driven group, or in the table if it has none.
pub(crate) fn place(machine: &Machine, part: PartId, group: Option<GroupId>) -> Transform {
    let lies = machine.transform(part);
    match group.and_then(|group| machine.moving(group)) {
        Some(moving) => lies.then(&Transform::from(moving.lies.inverse())),
        None => lies,
    }
}
