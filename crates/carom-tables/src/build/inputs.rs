//! Scripted inputs, as commands of the machine.

use super::{BuildFault, Ground, Problem};
use crate::parts::{Action, Ball, Input};
use crate::read::Guesses;
use crate::record::Record;
use crate::table::{Table, turned};
use carom::pinball::{Command, Input as Order, Machine, PartId};
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
    for (index, input) in table.inputs.iter().enumerate() {
        let word = input.action.word();
        let problem = match (&input.part, needs_part(input.action)) {
            (None, true) => {
                let help = "add a line `part = \"...\"` with the name of a part";
                Problem::new("action", format_args!("\"{word}\" needs a part"), help)
            }
            (Some(_), false) => {
                Problem::new("part", format_args!("\"{word}\" happens to no part"), "take this line out")
            }
            (Some(name), true) => match kinds.get(name.as_str()) {
                None if more.contains(name.as_str()) => continue,
                None => {
                    let help = guesses.did_you_mean(name, &all);
                    Problem::new("part", format_args!("there is no part \"{}\"", name.escape_debug()), help)
                }
                Some(kind) => match wants(input.action) {
                    Some(wanted) if !wanted.contains(kind) => {
                        let message = format_args!("\"{word}\" does nothing to a {kind}");
                        Problem::new("part", message, format_args!("it is for a {}", wanted.join(" or a ")))
                    }
                    _ => continue,
                },
            },
            (None, false) => match (input.action, input.at) {
                (Action::AddBall, None) => {
                    Problem::new("action", "\"add_ball\" needs a place", "add a line `at = [x, y]`")
                }
                _ => continue,
            },
        };
        faults.push(problem.of(Input::KEY, index));
    }
    faults
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
    for (index, input) in inputs.iter().enumerate() {
        let sent = orders(&ground, input, &parts)
            .and_then(|orders| orders.into_iter().try_for_each(|order| Ok(machine.send(order)?)));
        faults.extend(sent.err().map(|problem| problem.of(Input::KEY, index)));
    }
    faults
}

fn orders(ground: &Ground<'_>, input: &Input, parts: &BTreeMap<String, PartId>) -> Result<Vec<Command>, Problem> {
    let at = input.time.0;
    let angle = turned(input.angle.map_or(0.0, |angle| angle.0));
    let part = || -> Result<PartId, Problem> {
        let name = input.part.as_deref().unwrap_or_default();
        parts.get(name).copied().ok_or_else(|| Problem::new("part", format_args!("there is no part \"{name}\""), ""))
    };
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
    };
    Ok(vec![Command::at(at, order)])
}
