//! Phase two of a tick: what changes speeds once a tick. Coils and springs, the plunger, plates that swing; magnets and
//! turntables; the push of the cabinet.

use super::build::plunger_tip;
use super::cabinet::TiltSaid;
use super::part::Part;
use super::part::flipper::{CarriedBall, FlipperState};
use super::{Happening, Machine, PartId, PartState, Playfield, TICK};
use crate::ball::Ball;
use crate::event::BallId;
use crate::sweep::Drift;
use crate::tolerance::{CONTACT_SPEED, NEAR_BAT, OVERLAP, SKIN};
use crate::units::VP_TIME;
use crate::world::{Gravity, World};
use glam::{DVec2, DVec3};

/// Returns whether anything moves, or may move, in this tick.
pub(super) fn update(machine: &mut Machine, start: f64, end: f64) -> bool {
    push_cabinet(machine, start);
    let mut acts = false;
    for k in 0..machine.mechanisms.len() {
        let part = machine.mechanisms[k] as usize;
        match machine.state.parts[part] {
            PartState::Flipper { ref state, still: true } if state.asleep => continue,
            PartState::Flipper { .. } => drive_flipper(machine, part, start, end),
            PartState::Plunger { .. } => drive_plunger(machine, part, start, end),
            _ => drive(machine, part, start),
        }
        acts = true;
    }
    acts
}

/// The cabinet's acceleration in this tick is felt as a pull.
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
    let pull = Gravity::Uniform(machine.playfield.pull(sway));
    machine.world.set_gravity(pull).unwrap_or_default();
}

fn drive_flipper(machine: &mut Machine, part: usize, start: f64, end: f64) {
    let pull = machine.world.uniform_gravity();
    let Machine { parts, world, state, .. } = machine;
    let (Part::Flipper(flipper), PartState::Flipper { state, still }) = (&parts[part].part, &mut state.parts[part])
    else {
        return;
    };
    let mover = parts[part].mover;
    state.since = start;
    state.update(flipper, TICK, |bat| world.room_at(mover, bat) >= -OVERLAP);
    if state.is_held() {
        if !*still {
            *still = true;
            harden(world, state);
            world.set_mover(mover, state.bat(), None, f64::INFINITY);
        }
    } else {
        if core::mem::take(still) {
            lift(world, mover, state, pull);
        }
        set_flipper(machine, part, start, end);
    }
}

/// A bat begins to turn: the balls that lie on it get the speed that bears them for a tick, as if it had carried them
/// before, turning.
fn lift(world: &mut World, mover: usize, state: &mut FlipperState, pull: DVec3) {
    for (ball, at, touch) in world.near_mover(mover) {
        let (normal, gap) = (touch.normal, touch.distance - at.radius);
        let parting = at.velocity.dot(normal);
        if gap <= SKIN && parting.abs() <= CONTACT_SPEED && state.lever(&at, normal).abs() > SKIN {
            let press = (-borne(pull, normal).dot(normal)).max(0.0);
            let gain = state.bear(&at, normal, press * TICK);
            world.adjust(ball, |ball| ball.velocity += normal * (gain - parting));
        }
    }
}

/// Tells the world how a flipper turns from `now` on, and finds out which balls it carries.
pub(super) fn set_flipper(machine: &mut Machine, part: usize, now: f64, end: f64) {
    let pull = machine.world.uniform_gravity();
    let floor_grip = floor_grip(&machine.playfield, pull);
    let Machine { parts, world, state, .. } = machine;
    let PartState::Flipper { state, .. } = &mut state.parts[part] else { return };
    let mover = parts[part].mover;
    let drift = Drift { pivot: state.pivot(), velocity: DVec3::ZERO, turn: state.turn(), start: now, skin: SKIN };
    let until = state.stop_time().min(end);
    state.carried.clear();
    if world.turn_mover(mover, state.angle, drift, until) {
        harden(world, state);
        return;
    }
    world.set_mover(mover, state.bat(), Some(drift), until);
    let mut softened = core::mem::take(&mut state.softened);
    let near = world.near_mover(mover);
    for (ball, at, touch) in &near {
        if touch.distance - at.radius < NEAR_BAT && at.velocity != DVec3::ZERO {
            if !softened.contains(ball) {
                softened.push(*ball);
            }
            world.soften(*ball, softness(at, floor_grip));
        } else if let Some(k) = softened.iter().position(|other| other == ball) {
            softened.swap_remove(k);
            world.soften(*ball, 1.0);
        }
    }
    for (ball, at, touch) in &near {
        let (normal, gap) = (touch.normal, touch.distance - at.radius);
        // With what will pull them together until then: so Visual Pinball sees it, which adds a tick's gravity at its start.
        let approach = state.approach(at, normal);
        let parting = borne(pull, normal).dot(normal) * (until - now) - approach;
        // A ball that rests on other things, past which the bat only slides, is none of its business.
        let idle = at.velocity == DVec3::ZERO && state.lever(at, normal).abs() <= SKIN;
        if gap <= SKIN && parting.abs() <= CONTACT_SPEED && !idle {
            // A fast bat turns into a ball that slips along it: that is put right before it adds up.
            if gap < -SKIN {
                world.adjust(*ball, |ball| ball.position -= normal * gap);
            }
            state.carried.push(CarriedBall { ball: *ball, normal, parting, gap });
        }
    }
    world.settle();
    for carried in &state.carried {
        world.carry(mover, carried.ball);
    }
    state.softened = softened;
}

/// m/s²: how hard the playfield grips a ball that slips on it.
pub(super) fn floor_grip(playfield: &Playfield, pull: DVec3) -> f64 {
    playfield.material.as_ref().map_or(0.0, |floor| floor.friction() * -pull.z).max(0.0)
}

/// The playfield rubs a ball for a while.
pub(super) fn rub(ball: &mut Ball, floor_grip: f64, time: f64) {
    let arm = DVec3::new(0.0, 0.0, -ball.radius);
    let slip = ball.surface_velocity(arm).with_z(0.0);
    let grip = floor_grip * softness(ball, floor_grip) * time;
    if let Some(along) = slip.try_normalize() {
        ball.push(-along * (grip.min(slip.length() / 3.5) * ball.mass), arm);
    }
}

/// How much of the playfield's friction a ball feels that a bat pushes along: Visual Pinball's friction fades with the
/// slip, with a time of 10 ms, and in the series of small impacts in which a bat accelerates a ball that tells.
fn softness(ball: &Ball, floor_grip: f64) -> f64 {
    let slip = ball.surface_velocity(DVec3::new(0.0, 0.0, -ball.radius)).truncate().length();
    let full = 3.5 * floor_grip * VP_TIME;
    if slip > 0.0 && full > 0.0 { (slip / full).min(1.0) } else { 1.0 }
}

/// All balls feel the whole of it again.
fn harden(world: &mut World, state: &mut FlipperState) {
    for ball in core::mem::take(&mut state.softened) {
        world.soften(ball, 1.0);
    }
}

/// What a flipper has carried for the last `h` seconds goes with it. This follows the motion and the impacts of that time,
/// as in Visual Pinball: it prepares the next.
pub(super) fn carry_on(machine: &mut Machine, part: usize, h: f64) {
    let pull = machine.world.uniform_gravity();
    let Machine { parts, world, state, .. } = machine;
    if let (Part::Flipper(flipper), PartState::Flipper { state, .. }) = (&parts[part].part, &mut state.parts[part]) {
        let carried = core::mem::take(&mut state.carried);
        for one in &carried {
            world.adjust(one.ball, |ball| state.carry(flipper, ball, one, borne(pull, one.normal), h));
        }
        state.carried = carried;
        state.carried.clear();
    }
}

/// At the end of a tick the balls near a turning bat are where Visual Pinball's steps put them, which move with the speed
/// of a tick's end: half a tick's gravity farther, less than half a micrometre.
pub(super) fn step_on(machine: &mut Machine, part: usize) {
    let pull = machine.world.uniform_gravity();
    let Machine { world, state, .. } = machine;
    if let PartState::Flipper { state, .. } = &state.parts[part] {
        for &ball in &state.softened {
            // It moves for a tick with all its gravity and without its friction: (g - a/2) T² more.
            let (acceleration, _) = world.meeting_path(ball);
            let step = ((pull - acceleration * 0.5) * (TICK * TICK)).with_z(0.0);
            world.adjust(ball, |ball| ball.position += step);
        }
    }
}

/// m/s²: the pull that presses on a bat. What the floor bears does not.
pub(super) fn borne(pull: DVec3, normal: DVec3) -> DVec3 {
    if normal.z == 0.0 { DVec3::new(pull.x, pull.y, 0.0) } else { pull }
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

/// Everything that does not move against balls.
fn drive(machine: &mut Machine, part: usize, start: f64) {
    let Machine { parts, state, .. } = machine;
    let slot = &parts[part];
    match (&slot.part, &mut state.parts[part]) {
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
    for ball in balls_over(machine, part) {
        machine.world.adjust(ball, |ball| ball.velocity = magnet.pull_on(ball.position, ball.velocity));
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
    for ball in balls_over(machine, part) {
        machine.world.adjust(ball, |ball| ball.velocity = state.carry(&turntable, ball.position, ball.velocity));
    }
}

/// The balls over a magnet or turntable that are free to move.
fn balls_over(machine: &Machine, part: usize) -> Vec<BallId> {
    let zone = machine.parts[part].zones[0];
    let over = |&ball: &BallId| machine.world.is_inside(ball, zone) && !machine.is_held(ball);
    machine.world.balls().filter(over).collect()
}
