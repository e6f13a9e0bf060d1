//! What a turning bat does to the balls near it, between impacts: it carries those that are slow, and they slip on the
//! playfield as Visual Pinball's do. Flipper shots depend on it. All is said in the flipper's own space (`home`).

use super::home::Home;
use super::part::Part;
use super::part::flipper::{CarriedBall, FlipperState};
use super::{Machine, PartState, Playfield, TICK};
use crate::ball::Ball;
use crate::sweep::Drift;
use crate::tolerance::{CONTACT_SPEED, NEAR_BAT, SKIN};
use crate::units::VP_TIME;
use crate::world::{Near, World};
use glam::DVec3;

/// A bat begins to turn: the balls that lie on it get the speed that bears them for a tick, as if it had carried them
/// before, turning.
pub(super) fn lift(
    world: &mut World,
    home: &Home,
    mover: usize,
    state: &mut FlipperState,
    pull: DVec3,
    near: &mut Vec<Near>,
) {
    world.near_mover(mover, near);
    for &(ball, at, touch) in &*near {
        let (normal, gap) = (touch.normal, touch.distance - at.radius);
        let parting = at.velocity.dot(normal);
        if gap <= SKIN && parting.abs() <= CONTACT_SPEED && state.lever(&at, normal).abs() > SKIN {
            let press = (-borne(pull, normal).dot(normal)).max(0.0);
            let gain = state.bear(&at, normal, press * TICK);
            let lifted = home.vector_out(normal * (gain - parting));
            world.adjust(ball, |ball| ball.velocity += lifted);
        }
    }
}

/// Tells the world how a flipper turns from `now` on, and finds out which balls it carries.
pub(super) fn set_flipper(machine: &mut Machine, part: usize, now: f64, end: f64) {
    let Machine { parts, world, state, .. } = machine;
    let PartState::Flipper { state, .. } = &mut state.parts[part] else { return };
    let (_, clear) = turn_on(world, parts[part].mover, state, (now, end));
    if !clear {
        set_among_balls(machine, part, now, end);
    }
}

/// The same for a flipper that comes near no ball; returns when it comes to its stop, and whether that is so.
#[inline(always)]
pub(super) fn turn_on(
    world: &mut World,
    mover: usize,
    state: &mut FlipperState,
    (now, end): (f64, f64),
) -> (f64, bool) {
    let turn = state.set_out();
    let stop = state.stop_time();
    state.carried.clear();
    let clear = world.turn_bat(mover, state.angle, (now, turn), if stop < end { stop } else { end });
    if clear && !state.softened.is_empty() {
        harden(world, state);
    }
    (stop, clear)
}

/// The same for one that may come near a ball.
#[inline(never)]
pub(super) fn set_among_balls(machine: &mut Machine, part: usize, now: f64, end: f64) {
    let Machine { parts, world, state, playfield, near, alerts, .. } = machine;
    let PartState::Flipper { state, .. } = &mut state.parts[part] else { return };
    let mover = parts[part].mover;
    let drift = Drift { pivot: state.pivot(), velocity: DVec3::ZERO, turn: state.turn(), start: now, skin: SKIN };
    let until = state.stop_time().min(end);
    let home = parts[part].home(world);
    let pull = home.vector_in(world.uniform_gravity());
    let floor_grip = floor_grip(playfield, pull);
    world.set_bat_among(mover, (state.angle, state.bat()), Some(drift), until, alerts);
    let mut softened = core::mem::take(&mut state.softened);
    softened.retain(|&ball| {
        let near = !world.is_clear_of(mover, ball);
        if !near {
            world.soften(ball, 1.0);
        }
        near
    });
    world.near_mover(mover, near);
    for (ball, at, touch) in &*near {
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
    for (ball, at, touch) in &*near {
        let (normal, gap) = (touch.normal, touch.distance - at.radius);
        // With what will pull them together until then: so Visual Pinball sees it, which adds a tick's gravity at its start.
        let approach = state.approach(at, normal);
        let parting = borne(pull, normal).dot(normal) * (until - now) - approach;
        // A ball that rests on other things, past which the bat only slides, is none of its business.
        let idle = at.velocity == DVec3::ZERO && state.lever(at, normal).abs() <= SKIN;
        if gap <= SKIN && parting.abs() <= CONTACT_SPEED && !idle {
            // A fast bat turns into a ball that slips along it: that is put right before it adds up.
            if gap < -SKIN {
                let out = home.vector_out(normal * gap);
                world.adjust(*ball, |ball| ball.position -= out);
            }
            state.carried.push(CarriedBall { ball: *ball, normal, parting, gap });
        }
    }
    world.look_on(alerts);
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
#[inline(never)]
pub(super) fn harden(world: &mut World, state: &mut FlipperState) {
    for ball in state.softened.drain(..) {
        world.soften(ball, 1.0);
    }
}

/// What a flipper has carried for the last `h` seconds goes with it. This follows the motion and the impacts of that time,
/// as in Visual Pinball: it prepares the next.
pub(super) fn carry_on(machine: &mut Machine, part: usize, h: f64) {
    let Machine { parts, world, state, .. } = machine;
    if let (Part::Flipper(flipper), PartState::Flipper { state, .. }) = (&parts[part].part, &mut state.parts[part])
        && !state.carried.is_empty()
    {
        let home = parts[part].home(world);
        let pull = home.vector_in(world.uniform_gravity());
        let carried = core::mem::take(&mut state.carried);
        for one in &carried {
            world.adjust(one.ball, |ball| {
                home.change(ball, |ball| state.carry(flipper, ball, one, borne(pull, one.normal), h));
            });
        }
        state.carried = carried;
        state.carried.clear();
    }
}

/// At the end of a tick the balls near a turning bat are where Visual Pinball's steps put them, which move with the speed
/// of a tick's end: half a tick's gravity farther, less than half a micrometre.
pub(super) fn step_on(machine: &mut Machine, part: usize) {
    let home = machine.parts[part].home(&machine.world);
    let pull = home.vector_in(machine.world.uniform_gravity());
    let Machine { world, state, .. } = machine;
    if let PartState::Flipper { state, .. } = &state.parts[part] {
        for &ball in &state.softened {
            // It moves for a tick with all its gravity and without its friction: (g - a/2) T² more.
            let (acceleration, _) = world.meeting_path(ball);
            let acceleration = home.vector_in(acceleration);
            let step = home.vector_out(((pull - acceleration * 0.5) * (TICK * TICK)).with_z(0.0));
            world.adjust(ball, |ball| ball.position += step);
        }
    }
}

/// m/s²: the pull that presses on a bat. What the floor bears does not.
pub(super) fn borne(pull: DVec3, normal: DVec3) -> DVec3 {
    if normal.z == 0.0 { DVec3::new(pull.x, pull.y, 0.0) } else { pull }
}
