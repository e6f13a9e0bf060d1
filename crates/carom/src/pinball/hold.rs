//! Balls that are held: in a kicker until it throws them out, in the trough until they come into play again.

use super::part::Part;
use super::{Happening, Machine, PartId, PartState};
use crate::ball::Ball;
use crate::event::BallId;
use crate::tolerance::HELD_MASS;
use crate::world::World;
use glam::DVec3;

/// A kicker takes a ball, now. Others bounce off it as off a wall.
pub(super) fn capture(machine: &mut Machine, part: PartId, ball: BallId, speed: f64, now: f64) {
    let k = part.index();
    let Part::Kicker(kicker) = &machine.parts[k].part else { return };
    let Some(caught) = machine.world.ball(ball) else { return };
    let home = machine.parts[k].home(&machine.world);
    let (seat, falls) = (kicker.seat(home.length_in(caught.radius)), kicker.fall_through);
    machine.tell(now, Happening::Hit { part, ball, speed });
    if falls {
        // It drops out below the playfield: whoever built the table takes it from there.
        drop(machine.world.remove_ball(ball));
        return;
    }
    machine.state.parts[k] = PartState::Kicker { holds: Some(ball) };
    machine.state.balls[ball.index()].held = Some((part.0, caught.mass));
    machine.world.let_through(ball, None);
    machine.world.set_mass(ball, HELD_MASS);
    put(machine, ball, home.place_out(seat), home.velocity_out(DVec3::ZERO, seat));
    for zone in machine.parts[k].zones.clone() {
        machine.world.set_inside(ball, zone, zone == machine.parts[k].zones[0]);
    }
}

/// A kicker lets its ball go, with a velocity as its own space sees it.
pub(super) fn release(machine: &mut Machine, part: PartId, ball: BallId, velocity: DVec3) {
    machine.state.parts[part.index()] = PartState::Kicker { holds: None };
    let Some((_, mass)) = machine.state.balls[ball.index()].held.take() else { return };
    machine.world.set_mass(ball, mass);
    let Some(place) = machine.world.ball(ball).map(|ball| ball.position) else { return };
    let home = machine.parts[part.index()].home(&machine.world);
    put(machine, ball, place, home.thrown_out(velocity, place));
    let ticks = machine.state.ticks;
    let state = &mut machine.state.balls[ball.index()];
    (state.seen_at, state.seen) = (place, ticks);
    let now = machine.time();
    machine.tell(now, Happening::Ejected { part, ball });
}

/// Puts a ball somewhere, without spin. The numbers are ours and sane.
fn put(machine: &mut Machine, ball: BallId, place: DVec3, velocity: DVec3) {
    machine.world.set_position(ball, place).unwrap_or_default();
    machine.world.set_velocity(ball, velocity).unwrap_or_default();
    machine.world.set_spin(ball, DVec3::ZERO).unwrap_or_default();
}

/// The trough takes a ball, if it has room.
pub(super) fn drain(machine: &mut Machine, part: PartId, ball: BallId, now: f64) {
    let k = part.index();
    let Ok(drained) = machine.world.remove_ball(ball) else { return };
    if let (Part::Trough(trough), PartState::Trough { waiting }) = (&machine.parts[k].part, &mut machine.state.parts[k])
    {
        if waiting.len() < trough.capacity {
            waiting.push(super::Waiting { radius: drained.radius, mass: drained.mass });
        }
        let held = waiting.len();
        machine.tell(now, Happening::Drained { part, ball, held });
    }
}

/// Does a ball lie where another of this radius would?
fn lies_at(world: &World, place: DVec3, radius: f64) -> bool {
    world.balls().filter_map(|id| world.ball(id)).any(|ball| (ball.position - place).length() < ball.radius + radius)
}

/// Where a ball comes out of the trough: at its exit or, if one lies there, on top of it. None if that is not free either.
///
/// It is never put into another ball: where a lane is full there may be no way out of it but through a wall.
fn way_out(world: &World, exit: DVec3, up: DVec3, radius: f64) -> Option<DVec3> {
    if !lies_at(world, exit, radius) {
        return Some(exit);
    }
    let on_top = exit + up * (2.01 * radius);
    world.is_free(on_top, radius).then_some(on_top)
}

/// The trough puts its first ball into play, if there is room for it.
pub(super) fn eject(machine: &mut Machine, part: PartId) {
    let k = part.index();
    let (Part::Trough(trough), PartState::Trough { waiting }) = (&machine.parts[k].part, &mut machine.state.parts[k])
    else {
        return;
    };
    if waiting.is_empty() {
        return;
    }
    let velocity = super::part::flipper::direction(trough.kick_angle) * trough.kick_speed;
    let home = machine.parts[k].home(&machine.world);
    let (place, velocity) = (home.place_out(trough.exit), home.velocity_out(velocity.extend(0.0), trough.exit));
    // One ball at the exit can be climbed, as it is in a real lane. Where there are more, the coil kicks in vain.
    let Some(place) = way_out(&machine.world, place, home.vector_out(DVec3::Z), waiting[0].radius) else { return };
    let first = waiting.remove(0);
    let Ok(ball) = Ball::new(place, first.radius, first.mass) else { return };
    if let Ok(ball) = machine.add_ball(ball.with_velocity(velocity)) {
        let now = machine.time();
        machine.tell(now, Happening::Ejected { part, ball });
    }
}
