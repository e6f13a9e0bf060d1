//! What rules do with groups: run, stop, go, pose, velocity.

use super::deeds::{Deed, List};
use super::names::{Names, Wrong, bare, fits, is_pattern, pieces};
use super::phrase::problem;
use crate::build::is_driven;
use crate::parts::{Go, Group, Pace, Pose, Rule};
use crate::several::Several;
use crate::table::{Table, turned};
use crate::value::{Angle, Length, Number, Place3, Words};
use carom::DVec3;
use carom::pinball::Drive;
use core::f64::consts::TAU;

/// m, m/s, s, turns, rad/s: no machine has more, and the engine takes all of these.
const FARTHEST: f64 = 10.0;
const FASTEST: f64 = 100.0;
const LONGEST: f64 = 3600.0;
const MOST_TURNS: f64 = 1000.0;
const MOST_SPIN: f64 = 1000.0;

/// Can a group be driven so at all?
///
/// # Errors
/// What is wrong, and how to mend it, in the units of table files.
pub fn check_drive(drive: &Drive) -> Result<(), (String, String)> {
    let within = |far: bool, what: &str, help: String| if far { Ok(()) } else { Err((what.to_owned(), help)) };
    let place = |shift: &DVec3, angle: f64| {
        let help = format!("a shift counts in the table's unit of length: {FARTHEST} m at most");
        within(shift.length() <= FARTHEST, "this is too far away", help)?;
        let help = format!("an angle counts in degrees: {MOST_TURNS} turns at most");
        within(angle.abs() <= TAU * MOST_TURNS * 1.000_001, "this turns too far", help)
    };
    match drive {
        Drive::Run | Drive::Stop => Ok(()),
        Drive::Pose { shift, angle } => place(shift, *angle),
        Drive::Go { shift, angle, time } => {
            place(shift, *angle)?;
            let help = format!("give it 0.001 to {LONGEST} seconds; `pose` puts it there at once");
            within((0.001..=LONGEST).contains(time), "this is no time to go anywhere", help)
        }
        Drive::Velocity { velocity, spin } => {
            let help = format!("a velocity counts in metres a second: {FASTEST} at most");
            within(velocity.length() <= FASTEST, "this is too fast", help)?;
            let help = format!("a spin counts in radians a second: {MOST_SPIN} at most");
            within(spin.abs() <= MOST_SPIN, "this turns too fast", help)
        }
    }
}

/// What rules know of a group.
pub(super) struct Known {
    name: String,
    driven: bool,
    has_path: bool,
}

/// What a group must be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// It can be driven.
    Driven,
    /// It has a path to follow.
    Path,
}

/// The groups of a table, in the order of the file.
pub(super) fn known(table: &Table) -> Vec<Known> {
    let known =
        |group: &Group| Known { name: group.name.clone(), driven: is_driven(group), has_path: group.path.is_some() };
    table.groups.iter().map(known).collect()
}

/// What a rule does with groups. They stop before they are told to go on, so that both can stand in one rule.
pub(super) fn drives(list: &mut List<'_, '_>, rule: &Rule) {
    list.each("stop", &rule.stop, |names, text| driven(names, text, Need::Driven, Drive::Stop));
    few(list, "pose", &rule.pose, |names, Pose { group, shift, angle }| {
        let (shift, angle) = place(names, *shift, *angle);
        each(names, group, Need::Driven, Drive::Pose { shift, angle })
    });
    few(list, "go", &rule.go, |names, Go { group, shift, angle, seconds }| {
        let (shift, angle) = place(names, *shift, *angle);
        let time = seconds.map_or(1.0, |seconds| seconds.0);
        each(names, group, Need::Driven, Drive::Go { shift, angle, time })
    });
    few(list, "velocity", &rule.velocity, |names, Pace { group, velocity, spin }| {
        let velocity = velocity.map_or(DVec3::ZERO, |all| DVec3::from_array(all.map(|Number(one)| one)));
        let spin = spin.map_or(0.0, |spin| spin.0);
        each(names, group, Need::Driven, Drive::Velocity { velocity, spin })
    });
    list.each("run", &rule.run, |names, text| driven(names, text, Need::Path, Drive::Run));
}

fn few<R>(
    list: &mut List<'_, '_>,
    field: &str,
    several: &Option<Several<R>>,
    read: fn(&mut Names<'_>, &R) -> Result<Vec<Deed>, Wrong>,
) {
    for (k, one) in several.iter().flat_map(|several| &several.0).enumerate() {
        match read(list.names, one) {
            Ok(deeds) => list.deeds.extend(deeds),
            Err(wrong) => list.wrong.push(problem(field, k, wrong)),
        }
    }
}

/// A shift of the file in metres, and an angle in radians.
fn place(names: &Names<'_>, shift: Option<Place3>, angle: Option<Angle>) -> (DVec3, f64) {
    let shift = shift.map_or(DVec3::ZERO, |all| DVec3::from_array(all.map(|Length(one)| one)) * names.metres);
    (shift, turned(angle.map_or(0.0, |angle| angle.0)))
}

fn each(names: &mut Names<'_>, groups: &Words, need: Need, drive: Drive) -> Result<Vec<Deed>, Wrong> {
    check_drive(&drive)?;
    let mut all = Vec::new();
    for text in &groups.0 {
        all.extend(driven(names, text, need, drive)?);
    }
    Ok(all)
}

fn driven(names: &mut Names<'_>, text: &str, need: Need, drive: Drive) -> Result<Vec<Deed>, Wrong> {
    Ok(names.groups(text, need)?.into_iter().map(|group| Deed::Drive(group, drive)).collect())
}

impl Names<'_> {
    pub(super) fn is_group(&self, name: &str) -> bool {
        self.groups.iter().any(|group| group.name == bare(name))
    }

    /// Groups by their names with commas between them, or by patterns such as `lift_*`.
    pub(super) fn groups(&mut self, text: &str, need: Need) -> Result<Vec<usize>, Wrong> {
        let mut found = Vec::new();
        for name in pieces(text, ",") {
            if let Some(number) = self.groups.iter().position(|group| group.name == bare(name)) {
                self.can(number, need)?;
                found.push(number);
            } else if is_pattern(name) {
                let groups = self.groups.iter().enumerate();
                let all: Vec<usize> = groups.filter(|(_, group)| fits(name, &group.name)).map(|(k, _)| k).collect();
                let able: Vec<usize> = all.into_iter().filter(|&group| self.can(group, need).is_ok()).collect();
                if able.is_empty() {
                    let message = format!("no group that can do this has a name like \"{}\"", name.escape_debug());
                    return Err((message, "`*` stands for any letters".to_owned()));
                }
                found.extend(able);
            } else if !self.more.contains(bare(name)) {
                return Err(self.no_group(bare(name)));
            }
        }
        Ok(found)
    }

    fn no_group(&mut self, name: &str) -> Wrong {
        let message = format!("there is no group \"{}\"", name.escape_debug());
        if self.part(name).is_some() {
            return (message, "that is a part: give it a `parent`, and name that group here".to_owned());
        }
        let known: Vec<&str> = self.groups.iter().map(|group| group.name.as_str()).collect();
        let help = self.guesses.did_you_mean(name, &known);
        (message, if help.starts_with("did") { help } else { "give it as `[[group]]`".to_owned() })
    }

    fn can(&self, group: usize, need: Need) -> Result<(), Wrong> {
        let Some(group) = self.groups.get(group) else { return Ok(()) };
        let name = group.name.escape_debug();
        if !group.driven {
            let help = "add a line `driven = true` to it, or give it a `path`".to_owned();
            return Err((format!("the group \"{name}\" stands for ever"), help));
        }
        if need == Need::Path && !group.has_path {
            let help = "add a `path` to it, or use `go`, `velocity` or `pose`".to_owned();
            return Err((format!("the group \"{name}\" has no path to follow"), help));
        }
        Ok(())
    }
}
