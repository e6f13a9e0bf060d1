//! Phase one of a tick: the commands whose time has come.

use super::part::Part;
use super::part::kicker::Kicker;
use super::{Command, Input, Machine, PartId, PartState, hold};
use crate::error::{Error, in_range, vector_in_range};
use crate::event::BallId;
use crate::tolerance::{MOST_ACCELERATION, MOST_SPEED, MOST_TIME};

impl Machine {
    /// Sends a command. It counts at the first tick that begins at its time or later; commands of one time count in the
    /// order in which they were sent.
    ///
    /// # Errors
    /// When a number is not sane, or the part or ball is not there or cannot do that. Nothing is kept then.
    pub fn send(&mut self, command: Command) -> Result<(), Error> {
        in_range("time of a command", command.at, -MOST_TIME, MOST_TIME)?;
        self.check(&command.input)?;
        let commands = &mut self.state.commands;
        let after = commands.partition_point(|other| other.at <= command.at);
        commands.insert(after, command);
        Ok(())
    }

    fn check(&self, input: &Input) -> Result<(), Error> {
        let part = |id: PartId| {
            self.parts.get(id.index()).map(|slot| &slot.part).ok_or_else(|| Error::unknown("part", id.index()))
        };
        let cannot = |id: PartId, why: &'static str| Err(Error::degenerate("a command", why).within(self.place(id)));
        match *input {
            Input::Coil { part: id, .. } => match part(id)? {
                Part::Flipper(_) | Part::Kicker(_) | Part::Trough(_) | Part::Magnet(_) | Part::Turntable(_) => Ok(()),
                Part::Gate(_) | Part::Plunger(_) => Ok(()),
                _ => cannot(id, "switches a coil, and this part has none"),
            },
            Input::Pull { part: id, .. } | Input::Release { part: id } => match part(id)? {
                Part::Plunger(_) => Ok(()),
                _ => cannot(id, "is for a plunger, and this part is none"),
            },
            Input::PlungerPosition { part: id, position } => {
                in_range("position of a plunger", position, -10.0, 10.0)?;
                match part(id)? {
                    Part::Plunger(_) => Ok(()),
                    _ => cannot(id, "is for a plunger, and this part is none"),
                }
            }
            Input::Kick { part: id, angle, speed, inclination } => {
                in_range("angle of a kick", angle, -1e6, 1e6)?;
                in_range("speed of a kick", speed, 0.0, MOST_SPEED)?;
                in_range("inclination of a kick", inclination, -10.0, 10.0)?;
                match part(id)? {
                    Part::Kicker(_) => Ok(()),
                    _ => cannot(id, "is for a kicker, and this part is none"),
                }
            }
            Input::Nudge { angle, force } => {
                in_range("angle of a nudge", angle, -1e6, 1e6)?;
                in_range("force of a nudge", force, 0.0, 1e3).map(drop)
            }
            Input::Sway { acceleration } => {
                vector_in_range("sway", acceleration.extend(0.0), MOST_ACCELERATION).map(drop)
            }
            Input::AddBall(ball) => ball.check(),
            Input::RemoveBall(_) | Input::ClearTilt => Ok(()),
            Input::Drive { group, ref drive } => self.check_drive(group, drive),
            Input::Enable { part: id, .. } => part(id).map(drop),
            Input::Drop { part: id, .. } => match part(id)? {
                Part::Target(target) if target.kind.drops() => Ok(()),
                _ => cannot(id, "is for a drop target, and this part is none"),
            },
        }
    }

    fn place(&self, id: PartId) -> String {
        format!("part {:?}", self.parts[id.index()].name)
    }
}

/// Does what has come to its time.
pub(super) fn apply(machine: &mut Machine, start: f64) {
    // A nanosecond of grace, so that the 300th tick takes what was sent for 0.3 s.
    let is_due = |command: &Command| command.at <= start + 1e-9;
    if !machine.state.commands.first().is_some_and(is_due) {
        return;
    }
    // Out of the way while they are obeyed, and their room is kept.
    let mut commands = core::mem::take(&mut machine.state.commands);
    let due = commands.partition_point(is_due);
    for command in commands.drain(..due) {
        obey(machine, command.input);
    }
    machine.state.commands = commands;
}

/// Commands were checked when they were sent; what has gone since then (a ball) makes them void.
fn obey(machine: &mut Machine, input: Input) {
    match input {
        Input::Coil { part, on } => switch(machine, part, on),
        Input::Pull { part, retract } => with_plunger(machine, part, |plunger, state| match retract {
            true => state.pull_and_retract(plunger, plunger.pull_speed),
            false => state.pull(plunger.pull_speed),
        }),
        Input::Release { part } => with_plunger(machine, part, |plunger, state| state.fire(plunger)),
        Input::PlungerPosition { part, position } => {
            with_plunger(machine, part, |_, state| state.position(position));
        }
        Input::Kick { part, angle, speed, inclination } => kick(machine, part, Some((angle, speed, inclination))),
        Input::Nudge { angle, force } => machine.state.cabinet.nudge(&machine.cabinet, angle, force),
        Input::Sway { acceleration } => machine.state.cabinet.sway(acceleration),
        Input::AddBall(ball) => drop(machine.add_ball(ball)),
        Input::RemoveBall(ball) => drop(machine.remove_ball(ball)),
        Input::Enable { part, on } => machine.enable(part, on),
        Input::Drop { part, down } => {
            if let PartState::Target { state } = &mut machine.state.parts[part.index()] {
                state.drop(down);
                let solid = state.is_solid();
                machine.wake(part.index());
                machine.make_solid(part, solid);
            }
        }
        Input::Drive { group, drive } => machine.obey_drive(group, drive),
        Input::ClearTilt => machine.state.cabinet.forgive(),
    }
}

fn with_plunger(
    machine: &mut Machine,
    part: PartId,
    act: impl FnOnce(&super::part::Plunger, &mut super::part::plunger::PlungerState),
) {
    let k = part.index();
    if let (Part::Plunger(plunger), PartState::Plunger { state, .. }) =
        (&machine.parts[k].part, &mut machine.state.parts[k])
    {
        act(plunger, state);
        machine.wake(k);
    }
}

fn switch(machine: &mut Machine, part: PartId, on: bool) {
    let k = part.index();
    match (&machine.parts[k].part, &mut machine.state.parts[k]) {
        (_, PartState::Flipper { state, .. }) => state.switch(on),
        (_, PartState::Magnet { on: state }) => *state = on,
        (_, PartState::Turntable { state }) => state.switch(on),
        (Part::Gate(gate), PartState::Gate { state, .. }) => {
            state.open(gate, on);
            machine.make_solid(part, !on);
        }
        (Part::Plunger(plunger), PartState::Plunger { state, .. }) if on => state.fire(plunger),
        (_, PartState::Kicker { .. }) if on => return kick(machine, part, None),
        (_, PartState::Trough { .. }) if on => return hold::eject(machine, part),
        _ => return,
    }
    machine.wake(k);
}

/// Throws out what a kicker holds.
fn kick(machine: &mut Machine, part: PartId, how: Option<(f64, f64, f64)>) {
    let k = part.index();
    let (Part::Kicker(kicker), &PartState::Kicker { holds: Some(ball) }) =
        (&machine.parts[k].part, &machine.state.parts[k])
    else {
        return;
    };
    let (angle, speed, inclination) = how.unwrap_or((kicker.kick_angle, kicker.kick_speed, kicker.kick_inclination));
    let scatter = kicker.scatter * machine.playfield.difficulty;
    let velocity = Kicker::throw(angle, speed, inclination, scatter, &mut machine.state.kicks);
    hold::release(machine, part, ball, velocity);
}

impl Machine {
    /// Lets a part be there, or not.
    fn enable(&mut self, part: PartId, on: bool) {
        self.make_solid(part, on);
        for k in 0..self.parts[part.index()].zones.len() {
            let zone = self.parts[part.index()].zones[k];
            self.world.set_zone_enabled(zone, on).unwrap_or_default();
        }
    }

    /// Lets the colliders of a part be there, or not.
    pub(super) fn make_solid(&mut self, part: PartId, on: bool) {
        for k in 0..self.parts[part.index()].colliders.len() {
            let collider = self.parts[part.index()].colliders[k];
            self.world.set_enabled(collider, on).unwrap_or_default();
        }
    }

    /// A held ball that is taken away is no longer held.
    pub(super) fn forget_held(&mut self, id: BallId) {
        if let Some(state) = self.state.balls.get_mut(id.index())
            && let Some((part, mass)) = state.held.take()
        {
            self.state.parts[part as usize] = PartState::Kicker { holds: None };
            self.world.set_mass(id, mass);
        }
    }
}
