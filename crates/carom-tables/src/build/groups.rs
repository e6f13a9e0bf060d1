//! Places and groups: how parts lie in them, how driven ones move, and what makes no sense.

use super::{BuildFault, Ground, Problem};
use crate::parts::{After, Ease, Group as Entry, Key as KeyEntry, Placed as _, Placement};
use crate::read::Guesses;
use crate::record::Record as _;
use crate::table::{Table, turned};
use carom::{DMat3, DVec3};

use carom::pinball::{Group, GroupId, Machine};
use carom::space::{Ease as EngineEase, Key, Track, Transform, Turns};
use std::collections::{BTreeMap, BTreeSet};

impl Ground<'_> {
    /// How something lies in its parent.
    pub(super) fn transform(&self, placement: &Placement<'_>) -> Result<Transform, Problem> {
        let Placement { shift, turn, scale, matrix, parent: _ } = *placement;
        if let Some(matrix) = matrix {
            let beside = [("shift", shift.is_some()), ("turn", turn.is_some()), ("scale", scale.is_some())];
            if let Some((field, _)) = beside.into_iter().find(|(_, said)| *said) {
                let message = format_args!("`{field}` and `matrix` cannot both say how it lies");
                return Err(Problem::new(field, message, "keep one of them: a matrix says all three"));
            }
            let rows = matrix.rows();
            let column = |k: usize| DVec3::new(rows[0][k], rows[1][k], rows[2][k]);
            let linear = DMat3::from_cols(column(0), column(1), column(2));
            let origin = column(3).map(|length| self.metres(length));
            return Transform::matrix(linear, origin).map_err(|error| unsound(error, "matrix"));
        }
        let mut lies = Transform::IDENTITY;
        if let Some(scale) = scale {
            let factors = DVec3::from(scale.factors());
            if factors.abs().min_element() == 0.0 {
                let help = "1 leaves it as it is, 2 makes it twice as large";
                return Err(Problem::new("scale", "a scale of 0 leaves nothing of it", help));
            }
            lies = Transform::scaling(factors).map_err(|error| unsound(error, "scale"))?;
        }
        if let Some(turn) = turn {
            let angles = DVec3::from(turn.map(|angle| turned(angle.0)));
            lies = lies.then(&Transform::turns(angles).map_err(|error| unsound(error, "turn"))?);
        }
        if let Some(shift) = shift {
            let shift =
                Transform::matrix(DMat3::IDENTITY, self.place3(shift)).map_err(|error| unsound(error, "shift"))?;
            lies = lies.then(&shift);
        }
        Ok(lies)
    }

    /// The engine's group, lying in the one that was added before.
    fn group(&self, entry: &Entry, parent: Option<GroupId>) -> Result<Group, Problem> {
        let axis = entry.axis.map_or(DVec3::Z, |axis| DVec3::from(axis.map(|number| number.0)));
        let track = match &entry.path {
            None => None,
            Some(path) => {
                let turns = match entry.after.unwrap_or_default() {
                    After::Stay => Turns::Once,
                    After::Again => Turns::Again,
                    After::Back => Turns::Back,
                };
                let keys = path.iter().map(|key| self.key(key)).collect();
                let track = Track::new(axis, keys, turns);
                Some(track.map_err(|error| Problem::from(error).in_field("path"))?)
            }
        };
        Ok(Group {
            name: entry.name.clone(),
            parent,
            transform: self.transform(&entry.placement())?,
            driven: is_driven(entry),
            axis: is_driven(entry).then_some(axis),
            track,
            runs: entry.runs.unwrap_or(false),
        })
    }

    fn key(&self, key: &KeyEntry) -> Key {
        Key {
            time: key.time.0,
            shift: self.place3(key.shift.unwrap_or_default()),
            angle: turned(key.angle.map_or(0.0, |angle| angle.0)),
            ease: match key.ease.unwrap_or_default() {
                Ease::Smooth => EngineEase::Smooth,
                Ease::Steady => EngineEase::Steady,
            },
        }
    }
}

fn unsound(error: carom::Error, field: &str) -> Problem {
    Problem::from(error).in_field(field)
}

/// Can it move?
pub(crate) fn is_driven(entry: &Entry) -> bool {
    entry.driven.unwrap_or(false) || entry.path.is_some()
}

/// Adds all groups, parents first. The map has those that could be added.
pub(super) fn add(table: &Table, machine: &mut Machine) -> (BTreeMap<String, GroupId>, Vec<BuildFault>) {
    let ground = Ground { table, surfaces: BTreeMap::new() };
    let (mut added, mut faults) = (BTreeMap::new(), Vec::new());
    for index in Family::of(table).order {
        let Some(entry) = table.groups.get(index) else { continue };
        let parent = entry.parent.as_ref().and_then(|name| added.get(name)).copied();
        match ground.group(entry, parent).and_then(|group| Ok(machine.add_group(group)?)) {
            // Of two groups of one name the first counts; that there are two is told elsewhere.
            Ok(id) => _ = added.entry(entry.name.clone()).or_insert(id),
            Err(problem) => faults.push(problem.of(Entry::KEY, index)),
        }
    }
    (added, faults)
}

/// Who lies in whom.
struct Family {
    /// The number of each group's parent, if that is a group.
    parents: Vec<Option<usize>>,
    /// All groups, parents before their children; those in rings are left out.
    order: Vec<usize>,
    /// Rings of parents, each by its members, from one to its parent.
    rings: Vec<Vec<usize>>,
}

impl Family {
    fn of(table: &Table) -> Self {
        let numbers: BTreeMap<&str, usize> =
            table.groups.iter().enumerate().rev().map(|(k, group)| (group.name.as_str(), k)).collect();
        let parent = |group: &Entry| group.parent.as_deref().and_then(|name| numbers.get(name)).copied();
        let mut family =
            Self { parents: table.groups.iter().map(parent).collect(), order: Vec::new(), rings: Vec::new() };
        // Each is looked at once, and a chain of parents is walked without recursion: a file may have very many of them.
        let mut seen = vec![None; family.parents.len()];
        for first in 0..family.parents.len() {
            let (mut way, mut next) = (Vec::new(), Some(first));
            while let Some(one) = next.filter(|&one| seen[one].is_none()) {
                seen[one] = Some(first);
                way.push(one);
                next = family.parents[one];
            }
            // Whoever comes back to where this walk has been is in a ring.
            let start = next.filter(|&one| seen[one] == Some(first));
            match start.and_then(|start| way.iter().position(|&one| one == start)) {
                Some(start) => family.rings.push(way.split_off(start)),
                None => family.order.extend(way.iter().rev()),
            }
        }
        family
    }

    /// For each group the nearest driven one above it.
    fn driven_above(&self, table: &Table) -> Vec<Option<usize>> {
        let mut above = vec![None; self.parents.len()];
        for &one in &self.order {
            if let Some(parent) = self.parents[one] {
                above[one] = if is_driven(&table.groups[parent]) { Some(parent) } else { above[parent] };
            }
        }
        above
    }
}

/// What is wrong with groups and places, as far as it can be seen before anything is built. `places` are those of all parts,
/// `names` their names, `more` the names of what could not be read.
pub(super) fn check(
    table: &Table,
    places: &[(&'static str, usize, Placement<'_>)],
    names: &[(&'static str, usize, String)],
    more: &BTreeSet<&str>,
    guesses: &mut Guesses,
) -> Vec<BuildFault> {
    let mut faults = check_names(table, names);
    let ground = Ground { table, surfaces: BTreeMap::new() };
    let groups = table.groups.iter().enumerate().map(|(index, group)| (Entry::KEY, index, group.placement()));
    let known: Vec<&str> = table.groups.iter().map(|group| group.name.as_str()).collect();
    let is_group: BTreeSet<&str> = known.iter().copied().collect();
    let parts: BTreeMap<&str, &str> = names.iter().map(|(kind, _, name)| (name.as_str(), *kind)).collect();
    for (kind, index, placement) in groups.chain(places.iter().copied()) {
        let told = |problem: Problem| problem.of(kind, index);
        if let Some(name) = placement.parent.filter(|name| !is_group.contains(name) && !more.contains(name)) {
            let (message, help) = match parts.get(name) {
                Some(other) => (
                    format!("\"{}\" is a {other}: only a group can be a parent", name.escape_debug()),
                    "make a `[[group]]`, and let both lie in it".to_owned(),
                ),
                None => (format!("there is no group \"{}\"", name.escape_debug()), guesses.did_you_mean(name, &known)),
            };
            faults.push(told(Problem::new("parent", message, help)));
        }
        faults.extend(ground.transform(&placement).err().map(told));
    }
    let family = Family::of(table);
    for ring in &family.rings {
        // Told where the first of them stands.
        let Some(&first) = ring.iter().min() else { continue };
        let names: Vec<String> =
            ring.iter().map(|&one| format!("\"{}\"", table.groups[one].name.escape_debug())).take(8).collect();
        let message = match names.as_slice() {
            [_] => "a group cannot lie in itself".to_owned(),
            several => format!("the groups {} lie in each other", several.join(", ")),
        };
        let help = "take this line out, or name a group that does not lie in this one";
        faults.push(Problem::new("parent", message, help).of(Entry::KEY, first));
    }
    let above = family.driven_above(table);
    for (index, group) in table.groups.iter().enumerate() {
        faults.extend(check_motion(group).into_iter().map(|problem| problem.of(Entry::KEY, index)));
        if let Some(other) = above[index].filter(|_| is_driven(group)) {
            let other = table.groups[other].name.escape_debug();
            let message = format!("it is driven, and lies in the group \"{other}\", which is driven, too");
            let help = "let only one of them be driven, or let it lie beside the other";
            faults.push(Problem::new("parent", message, help).of(Entry::KEY, index));
        }
    }
    faults.extend(check_even(table, &family));
    faults
}

/// Balls are taken into the space of a driven group and back: they must be balls there, too.
fn check_even(table: &Table, family: &Family) -> Vec<BuildFault> {
    let ground = Ground { table, surfaces: BTreeMap::new() };
    let mut chains: Vec<Option<Transform>> = vec![None; table.groups.len()];
    let mut faults = Vec::new();
    for &index in &family.order {
        let Some(group) = table.groups.get(index) else { continue };
        // What is wrong by itself is told elsewhere.
        let Ok(own) = ground.transform(&group.placement()) else { continue };
        let above = family.parents[index].map_or(Some(Transform::IDENTITY), |parent| chains[parent]);
        let Some(chain) = above.map(|above| own.then(&above)) else { continue };
        chains[index] = Some(chain);
        if is_driven(group) && chain.similarity().is_none() {
            let field = if own.similarity().is_some() {
                "parent"
            } else if group.matrix.is_some() {
                "matrix"
            } else {
                "scale"
            };
            let message = "it is driven, so it cannot be stretched or mirrored: no ball would be round in it";
            let help = "scale it evenly, and stretch what lies in it instead";
            faults.push(Problem::new(field, message, help).of(Entry::KEY, index));
        }
    }
    faults
}

/// Groups have names of their own, which no part has: whoever names one must know what is meant.
fn check_names(table: &Table, names: &[(&'static str, usize, String)]) -> Vec<BuildFault> {
    let mut taken: BTreeMap<&str, (&str, usize)> =
        names.iter().map(|(kind, index, name)| (name.as_str(), (*kind, index + 1))).collect();
    let mut faults = Vec::new();
    for (index, group) in table.groups.iter().enumerate() {
        let name = group.name.as_str();
        let problem = if name.trim().is_empty() {
            Problem::new("name", "this name is empty", "give it a name, by which its children call it")
        } else if let Some((kind, number)) = taken.insert(name, (Entry::KEY, index + 1)) {
            let message = format_args!("the name \"{}\" is taken: {kind} {number} has it", name.escape_debug());
            Problem::new("name", message, "give each group a name of its own")
        } else {
            continue;
        };
        faults.push(problem.of(Entry::KEY, index));
    }
    faults
}

/// What is wrong with how a group is to move.
fn check_motion(group: &Entry) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut tell = |field: &str, message: &str, help: &str| problems.push(Problem::new(field, message, help));
    match &group.path {
        None => {
            let help = "add a line such as `path = [{ time = 0 }, { time = 1, shift = [0, 0, 50] }]`";
            if group.runs == Some(true) {
                tell("runs", "it has no path along which it could run", help);
            }
            if group.after.is_some_and(|after| after != After::Stay) {
                tell("after", "it has no path after whose end this could be", help);
            }
            if group.axis.is_some() && !is_driven(group) {
                let help = "add a line `driven = true`, or turn it with `turn`";
                tell("axis", "it does not move, so it turns about no axis", help);
            }
        }
        Some(path) => {
            if group.driven == Some(false) {
                tell("driven", "it has a path, so it is driven", "take this line out, or the path");
            }
            let least = if group.after.unwrap_or_default() == After::Stay { 1 } else { 2 };
            if path.len() < least {
                let help = "write it like [{ time = 0 }, { time = 1, shift = [0, 0, 50] }]";
                let message =
                    if least == 1 { "this path has no places" } else { "a path that goes on has two places at least" };
                tell("path", message, help);
            }
            for (k, pair) in path.windows(2).enumerate() {
                if pair[1].time.0 <= pair[0].time.0 {
                    let help = "the times of a path rise from place to place";
                    tell(&format!("path[{}]", k + 1), "this time is not after that of the place before", help);
                }
            }
        }
    }
    if group.axis.is_some_and(|axis| axis.iter().all(|number| number.0 == 0.0)) {
        tell("axis", "this axis has no direction", "write it like [0, 0, 1], which is upright");
    }
    problems
}

/// Parts stand only on what lies in the same space as they do: else its height is another one there. `surfaces` are the places
/// of what can be stood on.
pub(super) fn check_on(
    table: &Table,
    on: &str,
    placement: &Placement<'_>,
    surfaces: &BTreeMap<&str, Placement<'_>>,
    is_ball: bool,
) -> Option<Problem> {
    let ground = Ground { table, surfaces: BTreeMap::new() };
    let under = surfaces.get(on)?;
    let (Ok(lies), Ok(there)) = (ground.transform(placement), ground.transform(under)) else { return None };
    if placement.parent == under.parent && lies == there {
        return None;
    }
    let name = on.escape_debug();
    Some(if is_ball {
        let message = format_args!("a ball is put on the table itself, where \"{name}\" does not lie as it is said");
        Problem::new("on", message, "take this line out and say its height with `low`")
    } else {
        let message = format_args!("\"{name}\" lies elsewhere: what stands on it must lie in the same space");
        Problem::new("on", message, "give both the same `parent` and place, or say its height with `low`")
    })
}
