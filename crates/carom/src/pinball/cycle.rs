//! Phase three of a tick: the world goes on to the next thing in which a part has a say, the part answers, until the tick is
//! used up. A flipper's stop ends a cycle at its own time.

use super::part::{Part, Role, Said};
use super::{Happening, Machine, PartId, PartState, carry, meet};
use crate::event::What;
use crate::world::Halt;

/// `stop` is when the first flipper comes to its stop.
#[inline(always)]
pub(super) fn run(machine: &mut Machine, end: f64, stop: f64) {
    if !(stop >= end && machine.world.pass_quietly(end)) {
        run_through(machine, end, stop);
    }
    if !machine.state.awake.is_empty() {
        finish(machine, end);
    }
}

/// A tick in which something happens.
#[inline(never)]
fn run_through(machine: &mut Machine, end: f64, mut stop: f64) {
    let (mut work, mut told) = (0, 0);
    loop {
        let until = stop.min(end);
        let halt = machine.world.run_to(until, &mut work);
        told = tell_impacts(machine, told);
        match halt {
            Halt::Time if until >= end => break,
            Halt::Time => reach_stops(machine, until, end),
            Halt::Meets { ball, collider, normal } => {
                meet::answer(machine, ball, collider, normal, end);
            }
            Halt::Crossed { ball, zone, entered } => meet::cross(machine, ball, zone, entered),
            Halt::Budget => {
                machine.tell(end, Happening::Overloaded);
                break;
            }
        }
        stop = next_stop(machine);
    }
}

/// s: when the first flipper comes to its stop.
fn next_stop(machine: &Machine) -> f64 {
    let mut first = f64::INFINITY;
    for &part in &machine.state.awake {
        if let PartState::Flipper { state, still: false } = &machine.state.parts[part as usize] {
            first = first.min(state.stop_time());
        }
    }
    first
}

/// Lets the flippers that have come to their stop bounce off it.
fn reach_stops(machine: &mut Machine, now: f64, end: f64) {
    for k in 0..machine.state.awake.len() {
        let part = machine.state.awake[k] as usize;
        let Machine { parts, state, .. } = machine;
        if let (Part::Flipper(flipper), PartState::Flipper { state, still: false }) =
            (&parts[part].part, &mut state.parts[part])
            && state.stop_time() <= now
        {
            let h = now - state.since;
            let said = state.displace(flipper, now);
            carry::carry_on(machine, part, h);
            carry::set_flipper(machine, part, now, end);
            say(machine, part, said, now);
        }
    }
}

/// Brings all mechanisms to the end of the tick.
#[inline(never)]
fn finish(machine: &mut Machine, end: f64) {
    for k in 0..machine.state.awake.len() {
        let part = machine.state.awake[k] as usize;
        let Machine { parts, state, .. } = machine;
        if let PartState::Flipper { state, still } = &mut state.parts[part] {
            if !*still && let Part::Flipper(flipper) = &parts[part].part {
                let h = end - state.since;
                let said = state.displace(flipper, end);
                if said.is_some() || !state.softened.is_empty() || !state.carried.is_empty() {
                    finish_flipper(machine, part, (h, end), said);
                }
            }
        } else {
            finish_other(machine, part, end);
        }
    }
}

/// A flipper has brought balls along, or has something to tell.
#[inline(never)]
fn finish_flipper(machine: &mut Machine, part: usize, (h, end): (f64, f64), said: Option<Said>) {
    carry::step_on(machine, part);
    carry::carry_on(machine, part, h);
    say(machine, part, said, end);
}

/// Everything but flippers.
#[inline(never)]
fn finish_other(machine: &mut Machine, part: usize, end: f64) {
    let Machine { parts, state, .. } = machine;
    let said = match (&parts[part].part, &mut state.parts[part]) {
        (Part::Plunger(plunger), PartState::Plunger { state, since, still }) if !*still || state.speed != 0.0 => {
            state.displace(plunger, end - *since)
        }
        (Part::Gate(gate), PartState::Gate { state, since }) if !state.is_still(gate) => {
            state.displace(gate, end - *since)
        }
        (Part::Spinner(spinner), PartState::Spinner { state, since }) if !state.is_still() => {
            state.displace(spinner, end - *since)
        }
        _ => None,
    };
    if said.is_some() {
        say(machine, part, said, end);
    }
}

/// Tells what a mechanism has said.
pub(super) fn say(machine: &mut Machine, part: usize, said: Option<Said>, now: f64) {
    // What turns does so as fast in every space; what slides is as fast as its part is large.
    let slides = matches!(machine.parts[part].part, Part::Plunger(_));
    let told = |speed: f64| if slides { machine.parts[part].home(&machine.world).length_out(speed) } else { speed };
    let said = said.map(|said| match said {
        Said::EndOfStroke { speed } => Said::EndOfStroke { speed: told(speed) },
        Said::StartOfStroke { speed } => Said::StartOfStroke { speed: told(speed) },
        Said::Hit | Said::Spin => said,
    });
    let part = PartId(part as u32);
    match said {
        Some(Said::EndOfStroke { speed }) => machine.tell(now, Happening::EndOfStroke { part, speed }),
        Some(Said::StartOfStroke { speed }) => machine.tell(now, Happening::StartOfStroke { part, speed }),
        Some(Said::Spin) => machine.tell(now, Happening::Spin { part }),
        Some(Said::Hit) | None => {}
    }
}

/// Tells of the impacts that the world has handled by itself since the last time. Returns how many of its events have been
/// seen.
fn tell_impacts(machine: &mut Machine, told: usize) -> usize {
    for k in told..machine.world.events().len() {
        let event = machine.world.events()[k];
        match event.what {
            What::Impact { collider, hit } => {
                let (part, role) = machine.owners[collider.index()];
                if let Role::Tells { threshold } = role
                    && hit.speed >= threshold
                {
                    let place = hit.point + hit.normal * machine.world.ball(event.ball).map_or(0.0, |ball| ball.radius);
                    tell_hit(machine, part, event.ball, hit.speed, place, event.time);
                }
            }
            What::BallImpact { other, hit } if hit.speed > meet::WORTH_TELLING => {
                machine.tell(event.time, Happening::BallsMeet { one: event.ball, other, speed: hit.speed });
            }
            What::Stalled { drive } => super::drive::tell_stalled(machine, drive, event.ball, event.time),
            What::Quarantined => machine.tell(event.time, Happening::Lost { ball: event.ball }),
            _ => {}
        }
    }
    machine.world.events().len()
}

/// Tells of a hit, unless the ball has hardly moved since it told of one last.
pub(super) fn tell_hit(
    machine: &mut Machine,
    part: u32,
    ball: crate::event::BallId,
    speed: f64,
    place: glam::DVec3,
    now: f64,
) {
    let id = PartId(part);
    if let PartState::Target { state } = &mut machine.state.parts[part as usize] {
        state.struck();
        machine.wake(part as usize);
    }
    let told_apart = meet::told_apart(machine, part);
    let state = &mut machine.state.balls[ball.index()];
    if (place - state.told_at).length() <= told_apart {
        return;
    }
    state.told_at = place;
    machine.tell(now, Happening::Hit { part: id, ball, speed });
}
