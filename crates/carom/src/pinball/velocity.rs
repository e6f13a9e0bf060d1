//! Phase two of a tick: what changes speeds once a tick. Coils and springs, the plunger, plates that swing; magnets and
//! turntables; the push of the cabinet.

use super::build::plunger_tip;
use super::cabinet::TiltSaid;
use super::part::Part;
use super::{Happening, Machine, PartId, PartState, carry};
use crate::ball::Ball;
use crate::event::BallId;
use crate::sweep::Drift;
use crate::tolerance::{OVERLAP, SKIN};
use crate::world::Gravity;
use glam::{DVec2, DVec3};

/// Returns when the first flipper comes to its stop.
#[inline(always)]
pub(super) fn update(machine: &mut Machine, start: f64, end: f64) -> f64 {
    if !machine.state.cabinet.is_still() || machine.state.sway != DVec2::ZERO {
        push_cabinet(machine, start);
    }
    if machine.state.awake.is_empty() { f64::INFINITY } else { update_awake(machine, start, end) }
}

#[inline(never)]
fn update_awake(machine: &mut Machine, start: f64, end: f64) -> f64 {
    let (mut k, mut first) = (0, f64::INFINITY);
    while let Some(&part) = machine.state.awake.get(k) {
        let part = part as usize;
        let rests = match &machine.state.parts[part] {
            PartState::Flipper { state, still } => *still && state.asleep,
            state => is_at_rest(&machine.parts[part].part, state),
        };
        if rests {
            machine.state.awake.remove(k);
            continue;
        }
        if matches!(machine.state.parts[part], PartState::Flipper { .. }) {
            let stop = drive_flipper(machine, part, start, end);
            if stop < first {
                first = stop;
            }
        } else {
            drive(machine, part, start, end);
        }
        k += 1;
    }
    first
}

/// Will a part do nothing at all until something happens to it?
#[inline(never)]
fn is_at_rest(part: &Part, state: &PartState) -> bool {
    match (part, state) {
        (Part::Plunger(plunger), PartState::Plunger { state, still, .. }) => {
            *still && state.speed == 0.0 && state.is_still(plunger)
        }
        (Part::Gate(gate), PartState::Gate { state, .. }) => state.is_still(gate),
        (_, PartState::Spinner { state, .. }) => state.is_still(),
        (_, PartState::Target { state }) => state.is_still(),
        (_, PartState::Magnet { on }) => !on,
        (_, PartState::Turntable { state }) => state.is_still(),
        _ => true,
    }
}

/// The cabinet's acceleration in this tick is felt as a pull.
#[inline(never)]
fn push_cabinet(machine: &mut Machine, start: f64) {
    if machine.state.cabinet.is_still() {
        if machine.state.sway != DVec2::ZERO {
            feel(machine, DVec2::ZERO);
        }
        return;
    }
    let tick = machine.state.cabinet.tick(&machine.cabinet);
    feel(machine, tick.acceleration);
    match tick.tilt {
        Some(TiltSaid::TiltWarning(count)) => machine.tell(start, Happening::TiltWarning { count }),
        Some(TiltSaid::Tilt) => machine.tell(start, Happening::Tilt),
        None => {}
    }
}

fn feel(machine: &mut Machine, sway: DVec2) {
    machine.state.sway = sway;
    let pull = Gravity::Uniform(machine.pull(sway));
    machine.world.set_gravity(pull).unwrap_or_default();
}

/// Returns when it comes to its stop.
#[inline(always)]
fn drive_flipper(machine: &mut Machine, part: usize, start: f64, end: f64) -> f64 {
    let Machine { parts, world, state, near, .. } = machine;
    let (Part::Flipper(flipper), PartState::Flipper { state, still }) = (&parts[part].part, &mut state.parts[part])
    else {
        return f64::INFINITY;
    };
    let mover = parts[part].mover;
    state.since = start;
    state.update(flipper, |bat| world.room_at(mover, bat) >= -OVERLAP);
    if state.is_held() {
        if !*still {
            *still = true;
            carry::harden(world, state);
            world.set_bat(mover, (state.angle, state.bat()), None, f64::INFINITY);
        }
        return f64::INFINITY;
    }
    if core::mem::take(still) {
        let home = parts[part].home(world);
        let pull = home.vector_in(world.uniform_gravity());
        carry::lift(world, &home, mover, state, pull, near);
    }
    let (stop, clear) = carry::turn_on(world, mover, state, (start, end));
    if !clear {
        carry::set_among_balls(machine, part, start, end);
    }
    stop
}

fn drive_plunger(machine: &mut Machine, part: usize, start: f64, end: f64) {
    let Machine { parts, state, .. } = machine;
    let (Part::Plunger(plunger), PartState::Plunger { state, since, still }) =
        (&parts[part].part, &mut state.parts[part])
    else {
        return;
    };
    *since = start;
    if *still && state.is_still(plunger) {
        return;
    }
    let launched = state.launches();
    state.update(plunger);
    if plunger.auto && state.launches() && !launched {
        state.fire(plunger); // A real plunger has been let go, and this one has a button.
    }
    set_plunger(machine, part, start, end);
}

/// Tells the world how a plunger moves from `now` on.
pub(super) fn set_plunger(machine: &mut Machine, part: usize, now: f64, end: f64) {
    let Machine { parts, world, state, .. } = machine;
    if let (Part::Plunger(plunger), PartState::Plunger { state, still, .. }) =
        (&parts[part].part, &mut state.parts[part])
    {
        let Ok(tip) = plunger_tip(plunger, state.place) else { return };
        let speed = state.moving(plunger);
        if speed != 0.0 {
            *still = false;
            let velocity = DVec3::new(0.0, speed, 0.0);
            let drift = Drift { pivot: DVec2::ZERO, velocity, turn: 0.0, start: now, skin: SKIN };
            world.set_mover(parts[part].mover, tip, Some(drift), end);
        } else if !*still {
            *still = true;
            world.set_mover(parts[part].mover, tip, None, f64::INFINITY);
        }
    }
}

/// Everything but flippers.
#[inline(never)]
fn drive(machine: &mut Machine, part: usize, start: f64, end: f64) {
    let Machine { parts, state, .. } = machine;
    let slot = &parts[part];
    match (&slot.part, &mut state.parts[part]) {
        (_, PartState::Plunger { .. }) => drive_plunger(machine, part, start, end),
        (Part::Gate(gate), PartState::Gate { state, since }) => {
            *since = start;
            if !state.is_still(gate) {
                state.update(gate);
            }
        }
        (Part::Spinner(spinner), PartState::Spinner { state, since }) => {
            *since = start;
            if !state.is_still() {
                state.update(spinner);
            }
        }
        (Part::Target(_), PartState::Target { .. }) => move_target(machine, part, start),
        (Part::Magnet(_), PartState::Magnet { on: true }) => pull_by_magnet(machine, part),
        (Part::Turntable(_), PartState::Turntable { .. }) => carry_round(machine, part),
        _ => {}
    }
}

fn move_target(machine: &mut Machine, part: usize, start: f64) {
    let PartState::Target { state } = &mut machine.state.parts[part] else { return };
    let before = state.is_solid();
    let said = state.tick();
    let solid = state.is_solid();
    let id = PartId(part as u32);
    if solid != before {
        machine.make_solid(id, solid);
    }
    match said {
        Some(super::part::target::TargetSaid::Dropped) => machine.tell(start, Happening::Dropped { part: id }),
        Some(super::part::target::TargetSaid::Raised) => machine.tell(start, Happening::Raised { part: id }),
        None => {}
    }
}

fn pull_by_magnet(machine: &mut Machine, part: usize) {
    let Part::Magnet(magnet) = machine.parts[part].part.clone() else { return };
    let home = machine.parts[part].home(&machine.world);
    for ball in balls_over(machine, part) {
        let pull = |ball: &mut Ball| ball.velocity = magnet.pull_on(ball.position, ball.velocity);
        machine.world.adjust(ball, |ball| home.change_velocity(ball, pull));
    }
}

fn carry_round(machine: &mut Machine, part: usize) {
    let Part::Turntable(turntable) = machine.parts[part].part.clone() else { return };
    let PartState::Turntable { state } = &mut machine.state.parts[part] else { return };
    state.update(&turntable);
    let state = *state;
    if state.is_still() {
        return;
    }
    let home = machine.parts[part].home(&machine.world);
    for ball in balls_over(machine, part) {
        let carry = |ball: &mut Ball| ball.velocity = state.carry(&turntable, ball.position, ball.velocity);
        machine.world.adjust(ball, |ball| home.change_velocity(ball, carry));
    }
}

/// The balls over a magnet or turntable that are free to move.
fn balls_over(machine: &Machine, part: usize) -> Vec<BallId> {
    let zone = machine.parts[part].zones[0];
    let over = |&ball: &BallId| machine.world.is_inside(ball, zone) && !machine.is_held(ball);
    machine.world.balls().filter(over).collect()
}
