//! Scripted inputs, as commands of the machine.

use super::groups::is_driven;
use super::{BuildFault, Ground, Problem};
use crate::parts::{Action, Ball, Group, Input};
use crate::read::Guesses;
use crate::record::Record;
use crate::table::{Table, turned};
use carom::DVec3;
use carom::pinball::{Command, Drive, GroupId, Input as Order, Machine, PartId};
use std::collections::{BTreeMap, BTreeSet};

/// What can be seen to be wrong with inputs before there is a machine.
pub(super) fn check(
    table: &Table,
    names: &[(&'static str, usize, String)],
    more: &BTreeSet<&str>,
    guesses: &mut Guesses,
) -> Vec<BuildFault> {
    let mut faults = Vec::new();
    let all: Vec<&str> = names.iter().map(|(.., name)| name.as_str()).collect();
    // Of two parts of one name the first counts.
    let kinds: BTreeMap<&str, &str> = names.iter().rev().map(|(kind, _, name)| (name.as_str(), *kind)).collect();
    let groups: BTreeMap<&str, &Group> = table.groups.iter().rev().map(|group| (group.name.as_str(), group)).collect();
    for (index, input) in table.inputs.iter().enumerate() {
        let problem = if input.action.drives() {
            check_group(input, &groups, &kinds, more, guesses)
        } else {
            check_part(input, &all, &groups, &kinds, more, guesses)
        };
        faults.extend(problem.map(|problem| problem.of(Input::KEY, index)));
    }
    faults
}

fn check_part(
    input: &Input,
    all: &[&str],
    groups: &BTreeMap<&str, &Group>,
    kinds: &BTreeMap<&str, &str>,
    more: &BTreeSet<&str>,
    guesses: &mut Guesses,
) -> Option<Problem> {
    let word = input.action.word();
    if input.group.is_some() {
        return Some(Problem::new("group", format_args!("\"{word}\" happens to no group"), "take this line out"));
    }
    match (&input.part, needs_part(input.action)) {
        (None, true) => {
            let help = "add a line `part = \"...\"` with the name of a part";
            Some(Problem::new("action", format_args!("\"{word}\" needs a part"), help))
        }
        (Some(_), false) => {
            Some(Problem::new("part", format_args!("\"{word}\" happens to no part"), "take this line out"))
        }
        (Some(name), true) => match kinds.get(name.as_str()) {
            None if more.contains(name.as_str()) => None,
            None if groups.contains_key(name.as_str()) => {
                let message = format_args!("\"{}\" is a group, and \"{word}\" happens to parts", name.escape_debug());
                Some(Problem::new("part", message, "give the name of a part"))
            }
            None => {
                let help = guesses.did_you_mean(name, all);
                Some(Problem::new("part", format_args!("there is no part \"{}\"", name.escape_debug()), help))
            }
            Some(kind) => {
                let wanted = wants(input.action).filter(|wanted| !wanted.contains(kind))?;
                let message = format_args!("\"{word}\" does nothing to a {kind}");
                Some(Problem::new("part", message, format_args!("it is for a {}", wanted.join(" or a "))))
            }
        },
        (None, false) => match (input.action, input.at) {
            (Action::AddBall, None) => {
                Some(Problem::new("action", "\"add_ball\" needs a place", "add a line `at = [x, y]`"))
            }
            _ => None,
        },
    }
}

fn check_group(
    input: &Input,
    groups: &BTreeMap<&str, &Group>,
    kinds: &BTreeMap<&str, &str>,
    more: &BTreeSet<&str>,
    guesses: &mut Guesses,
) -> Option<Problem> {
    let word = input.action.word();
    if let Some(name) = &input.part {
        let help =
            format!("write `group = \"...\"`{}", if groups.contains_key(name.as_str()) { " instead" } else { "" });
        return Some(Problem::new("part", format_args!("\"{word}\" happens to a group, not to a part"), help));
    }
    let Some(name) = &input.group else {
        let help = "add a line `group = \"...\"` with the name of a driven group";
        return Some(Problem::new("action", format_args!("\"{word}\" needs a group"), help));
    };
    let told = |message: String, help: &str| Some(Problem::new("group", message, help));
    match groups.get(name.as_str()) {
        None if more.contains(name.as_str()) => None,
        None => match kinds.get(name.as_str()) {
            Some(kind) => {
                told(format!("\"{}\" is a {kind}, not a group", name.escape_debug()), "give the name of a group")
            }
            None => {
                let known: Vec<&str> = groups.keys().copied().collect();
                let help = guesses.did_you_mean(name, &known);
                told(format!("there is no group \"{}\"", name.escape_debug()), &help)
            }
        },
        Some(group) if !is_driven(group) => {
            told(format!("the group \"{}\" does not move", name.escape_debug()), "add `driven = true` to it")
        }
        Some(group) if input.action == Action::Run && group.path.is_none() => {
            let help = "give it a `path`, or drive it with \"go\" or \"velocity\"";
            told(format!("the group \"{}\" has no path along which it could run", name.escape_debug()), help)
        }
        Some(_) => None,
    }
}

fn needs_part(action: Action) -> bool {
    !matches!(action, Action::Nudge | Action::AddBall | Action::ClearTilt)
}

/// Kinds of part with coils.
pub(crate) const COILS: [&str; 7] = ["flipper", "kicker", "trough", "magnet", "turntable", "plunger", "gate"];

/// The kinds of part to which an action happens; `None`: any.
fn wants(action: Action) -> Option<&'static [&'static str]> {
    match action {
        Action::Pull | Action::Release | Action::Position => Some(&["plunger"]),
        Action::Kick => Some(&["kicker"]),
        Action::Drop | Action::Raise => Some(&["target"]),
        Action::On | Action::Off | Action::Press => Some(&COILS),
        _ => None,
    }
}

/// Sends inputs to a machine that has all parts of its table.
pub(super) fn send(table: &Table, inputs: &[Input], machine: &mut Machine) -> Vec<BuildFault> {
    let ground = Ground::of(table);
    let mut faults = Vec::new();
    let parts: BTreeMap<String, PartId> = machine.parts().map(|(id, name, _)| (name.to_owned(), id)).collect();
    let groups: BTreeMap<String, GroupId> = machine.groups().map(|(id, group)| (group.name.clone(), id)).collect();
    for (index, input) in inputs.iter().enumerate() {
        let sent = orders(&ground, input, &parts, &groups)
            .and_then(|orders| orders.into_iter().try_for_each(|order| Ok(machine.send(order)?)));
        faults.extend(sent.err().map(|problem| problem.of(Input::KEY, index)));
    }
    faults
}

fn orders(
    ground: &Ground<'_>,
    input: &Input,
    parts: &BTreeMap<String, PartId>,
    groups: &BTreeMap<String, GroupId>,
) -> Result<Vec<Command>, Problem> {
    let at = input.time.0;
    let angle = turned(input.angle.map_or(0.0, |angle| angle.0));
    let part = || -> Result<PartId, Problem> {
        let name = input.part.as_deref().unwrap_or_default();
        parts.get(name).copied().ok_or_else(|| Problem::new("part", format_args!("there is no part \"{name}\""), ""))
    };
    let group = |drive: Drive| -> Result<Order, Problem> {
        let name = input.group.as_deref().unwrap_or_default();
        let group = groups.get(name).copied();
        let group = group.ok_or_else(|| Problem::new("group", format_args!("there is no group \"{name}\""), ""))?;
        Ok(Order::Drive { group, drive })
    };
    let shift = ground.place3(input.shift.unwrap_or_default());
    let order = match input.action {
        Action::On => Order::Coil { part: part()?, on: true },
        Action::Off => Order::Coil { part: part()?, on: false },
        Action::Press => {
            let (part, off) = (part()?, at + input.hold.map_or(0.1, |hold| hold.0));
            return Ok(vec![
                Command::at(at, Order::Coil { part, on: true }),
                Command::at(off, Order::Coil { part, on: false }),
            ]);
        }
        Action::Pull => Order::Pull { part: part()?, retract: false },
        Action::Release => Order::Release { part: part()? },
        Action::Position => {
            Order::PlungerPosition { part: part()?, position: input.position.map_or(0.0, |share| share.0) }
        }
        Action::Kick => {
            let speed = input.speed.map_or(20.0 * carom::units::VP_SPEED, |speed| speed.0);
            let inclination = turned(input.inclination.map_or(0.0, |angle| angle.0));
            Order::Kick { part: part()?, angle, speed, inclination }
        }
        Action::Nudge => Order::Nudge { angle, force: input.force.map_or(2.0, |force| force.0) },
        Action::Enable => Order::Enable { part: part()?, on: true },
        Action::Disable => Order::Enable { part: part()?, on: false },
        Action::Drop => Order::Drop { part: part()?, down: true },
        Action::Raise => Order::Drop { part: part()?, down: false },
        Action::AddBall => {
            let at = input.at.ok_or_else(|| Problem::new("action", "\"add_ball\" needs a place", ""))?;
            let ball = Ball { at, low: input.low, velocity: input.velocity, ..Ball::default() };
            Order::AddBall(ground.ball(&ball)?)
        }
        Action::ClearTilt => Order::ClearTilt,
        Action::Run => group(Drive::Run)?,
        Action::Stop => group(Drive::Stop)?,
        Action::Go => group(Drive::Go { shift, angle, time: input.seconds.map_or(1.0, |seconds| seconds.0) })?,
        Action::Velocity => {
            let velocity = DVec3::from(input.velocity.unwrap_or_default().map(|number| number.0));
            group(Drive::Velocity { velocity, spin: input.spin.map_or(0.0, |spin| spin.0) })?
        }
        Action::Pose => group(Drive::Pose { shift, angle })?,
    };
    Ok(vec![Command::at(at, order)])
}
