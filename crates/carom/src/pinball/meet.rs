//! What parts do when a ball meets them, and when one comes and goes.

use super::part::flipper::CarriedBall;
use super::part::{Part, Plunger, Role};
use super::{Happening, Machine, PartId, PartState, TICK, carry, cycle, hold, velocity};
use crate::ball::Ball;
use crate::event::{BallId, ColliderId, ZoneId};
use crate::response::bounce;
use crate::tolerance::{CONTACT_SPEED, SKIN, SQUEEZE, TOLD_APART};
use crate::units::VP_SPEED;
use crate::world::{Ahead, Entry, World};
use glam::{DVec2, DVec3};

/// m/s: a meeting of balls worth telling (0.25 in Visual Pinball's units).
pub(super) const WORTH_TELLING: f64 = 0.25 * VP_SPEED;

/// A ball meets a collider whose part decides what follows.
pub(super) fn answer(machine: &mut Machine, ball: BallId, collider: ColliderId, normal: DVec3, end: f64) {
    let (part, role) = machine.owners[collider.index()];
    match role {
        Role::Quiet | Role::Tells { .. } => machine.world.answer_as_usual(ball),
        Role::Bumper { force, threshold } => bump(machine, part, (ball, collider, normal), force, threshold),
        Role::Sling { a, b, force, threshold } => {
            sling(machine, part, (ball, collider, normal), (a, b), force, threshold);
        }
        Role::Bat => {
            machine.wake(part as usize);
            bat(machine, part as usize, (ball, collider, normal), end);
        }
        Role::Tip => {
            machine.wake(part as usize);
            tip(machine, part as usize, (ball, collider, normal), end);
        }
    }
}

/// A bumper: the ball bounces, and then is thrown off (guide 7.4).
fn bump(
    machine: &mut Machine,
    part: u32,
    (id, collider, normal): (BallId, ColliderId, DVec3),
    force: f64,
    threshold: f64,
) {
    let (mut ball, ahead, surface, speed) = coming(machine, id, collider, normal);
    if speed < threshold {
        machine.world.answer_as_usual(id);
        return;
    }
    machine.world.enter_step(id, &ball, Entry::Ahead);
    bounce_off(machine, id, &mut ball, (collider, normal, surface));
    ball.velocity += normal * force;
    machine.world.enter_step(id, &ball, Entry::Parts);
    ahead.leave(&machine.world, id.index(), &mut ball);
    machine.world.enter_step(id, &ball, Entry::Ahead);
    machine.world.answer_with(id, ball, surface, true);
    let now = machine.world.time();
    machine.tell(now, Happening::Hit { part: PartId(part), ball: id, speed });
}

/// A slingshot: it drives the ball into itself, strongest in its middle, and the rubber throws it back (guide 7.5).
fn sling(
    machine: &mut Machine,
    part: u32,
    (id, collider, normal): (BallId, ColliderId, DVec3),
    (a, b): (DVec3, DVec3),
    force: f64,
    threshold: f64,
) {
    let (mut ball, ahead, surface, speed) = coming(machine, id, collider, normal);
    if speed < threshold || speed <= 0.0 {
        machine.world.answer_as_usual(id);
        return;
    }
    let length = (b - a).length();
    let touch = ball.position - normal * ball.radius;
    // The edge is said in the space of what carries it.
    let carrier = machine.world.carrier(collider).and_then(|drive| machine.world.driven(drive));
    let touch = carrier.map_or(touch, |moving| moving.lies.place_in(touch));
    let x = 2.0 * (touch - a).dot(b - a) / (length * length) - 1.0;
    machine.world.enter_step(id, &ball, Entry::Ahead);
    ball.velocity -= normal * (0.5 * (1.0 - x * x).max(0.0) * force);
    machine.world.enter_step(id, &ball, Entry::Parts);
    bounce_off(machine, id, &mut ball, (collider, normal, surface));
    ahead.leave(&machine.world, id.index(), &mut ball);
    machine.world.enter_step(id, &ball, Entry::Ahead);
    let place = ball.position;
    machine.world.answer_with(id, ball, surface, true);
    let now = machine.world.time();
    let told_apart = told_apart(machine, part);
    let state = &mut machine.state.balls[id.index()];
    let apart = (place - state.told_at).length() > told_apart;
    state.told_at = place;
    if apart {
        machine.tell(now, Happening::Slingshot { part: PartId(part), ball: id, speed });
    }
}

/// m: how far a ball must have come since it told of a hit last, to tell of one on this part.
pub(super) fn told_apart(machine: &Machine, part: u32) -> f64 {
    TOLD_APART * machine.parts[part as usize].stands.as_ref().map_or(1.0, |stands| stands.scale(&machine.world))
}

/// A ball as its impact sees it, how the thing moves where they touch, and how fast they approach.
fn coming(machine: &Machine, id: BallId, collider: ColliderId, normal: DVec3) -> (Ball, Ahead, DVec3, f64) {
    let mut ball = machine.world.meeting_ball(id);
    let ahead = machine.world.meeting_ahead(id, collider, normal);
    ahead.enter(&mut ball);
    let surface = machine.world.meeting_surface(id, collider, normal);
    let speed = -(ball.velocity - surface).dot(normal);
    (ball, ahead, surface, speed)
}

fn bounce_off(machine: &mut Machine, id: BallId, ball: &mut Ball, at: (ColliderId, DVec3, DVec3)) {
    let (collider, normal, surface) = at;
    let material = machine.world.material_of(collider).clone();
    let done = bounce::bounce(ball, normal, &material, surface, machine.world.scatter());
    machine.world.enter_bounce(id, ball, normal, surface, done.impulse);
}

/// A flipper's bat. All is said in the flipper's own space.
fn bat(machine: &mut Machine, part: usize, (id, collider, normal): (BallId, ColliderId, DVec3), end: f64) {
    let home = machine.parts[part].home(&machine.world);
    let before = machine.world.meeting_ball(id);
    let (mut ball, met_along, normal) = (home.ball_in(before), normal, home.normal_in(normal));
    let now = machine.world.time();
    let pull = home.vector_in(machine.world.uniform_gravity());
    let floor_grip = carry::floor_grip(&machine.playfield, pull);
    let whole = pull;
    let pull = carry::borne(pull, normal);
    let PartState::Flipper { state, still } = &mut machine.state.parts[part] else { return };
    // Visual Pinball adds a tick's gravity at its start: its impacts have all of it in them.
    // And the playfield's friction on the ball at its end.
    let (acceleration, since) = machine.world.meeting_path(id);
    let acceleration = home.vector_in(acceleration);
    let rests = ball.velocity == DVec3::ZERO;
    let rubbed = if *still || home.falls(acceleration, whole) { 0.0 } else { since.min(now - (end - TICK)).max(0.0) };
    let ahead = if *still { DVec3::ZERO } else { pull * (end - now) };
    ball.velocity += ahead + (pull - acceleration).with_z(0.0) * rubbed;
    let approach = state.approach(&ball, normal);
    if approach <= CONTACT_SPEED {
        if *still {
            machine.world.lie_within_skin(id, collider);
            machine.world.answer_as_usual(id);
        } else {
            // Slow: it is carried until the bat goes on otherwise.
            let idle = rests && state.lever(&ball, normal).abs() <= SKIN;
            if !idle && state.carried.iter().all(|carried| carried.ball != id) {
                state.carried.push(CarriedBall { ball: id, normal, parting: -approach, gap: 0.0 });
            }
            machine.world.carry(machine.parts[part].mover, id);
        }
        return;
    }
    let Machine { parts, state, world, .. } = machine;
    let (Part::Flipper(flipper), PartState::Flipper { state, still }) = (&parts[part].part, &mut state.parts[part])
    else {
        return;
    };
    let h = now - state.since;
    let said = if *still { None } else { state.displace(flipper, now) };
    state.since = now;
    if state.hits >= SQUEEZE {
        // Between the bat and something that does not give way: the bat waits for the next tick.
        state.block();
        *still = true;
        let bat = (state.angle, state.bat());
        world.answer_as_usual(id);
        world.set_bat(parts[part].mover, bat, None, f64::INFINITY);
        return;
    }
    // What it has got into the bat while it was carried is put right.
    let depth = ball.radius - state.bat().nearest(ball.position).distance;
    if depth > 0.0 {
        ball.position += normal * depth;
    }
    let point = ball.position - normal * ball.radius;
    let enter = |world: &mut World, ball: Ball, entry| {
        if world.keeps_ledger() {
            world.enter_step(id, &home.ball_out(ball, &before), entry);
        }
    };
    enter(world, ball, Entry::Ahead);
    let struck = state.strike(flipper, &mut ball, normal, now);
    if world.keeps_ledger() {
        let (surface, impulse) = (home.velocity_out(struck.surface, point), home.vector_out(struck.impulse));
        world.enter_strike(id, met_along, surface, impulse);
    }
    enter(world, ball, Entry::Parts); // What a live catch takes.
    ball.velocity -= ahead;
    if rubbed > 0.0 {
        carry::rub(&mut ball, floor_grip, rubbed);
    }
    enter(world, ball, Entry::Ahead);
    let stays = *still && state.is_held();
    world.answer_with(id, home.ball_out(ball, &before), home.vector_out(struck.surface), stays);
    if !stays {
        *still = false;
        carry::carry_on(machine, part, h);
        carry::set_flipper(machine, part, now, end);
    }
    cycle::say(machine, part, said, now);
    if let Some(speed) = struck.tells.map(|speed| home.length_out(speed)) {
        machine.tell(now, Happening::Collide { part: PartId(part as u32), ball: id, speed });
    }
}

/// A plunger's tip. All is said in the plunger's own space.
fn tip(machine: &mut Machine, part: usize, (id, collider, normal): (BallId, ColliderId, DVec3), end: f64) {
    let home = machine.parts[part].home(&machine.world);
    let before = machine.world.meeting_ball(id);
    let (mut ball, normal) = (home.ball_in(before), home.normal_in(normal));
    let now = machine.world.time();
    let pull = home.vector_in(machine.world.uniform_gravity());
    let mut kicks = machine.state.kicks;
    let difficulty = machine.playfield.difficulty;
    let Machine { parts, state, world, .. } = machine;
    let (Part::Plunger(plunger), PartState::Plunger { state, still, since }) =
        (&parts[part].part, &mut state.parts[part])
    else {
        return;
    };
    let surface = DVec3::new(0.0, state.moving(plunger), 0.0);
    let approach = (surface - ball.velocity).dot(normal);
    if *still && approach <= CONTACT_SPEED {
        world.lie_within_skin(id, collider);
        world.answer_as_usual(id);
        return;
    }
    let said = if *still { None } else { state.displace(plunger, now - *since) };
    *since = now;
    state.meets();
    if state.waits() {
        // The ball meets it as it stands, however fast it would go on. One that is caught between the tip and a wall would
        // otherwise be thrown to and fro without end.
        world.answer_as_usual(id);
        cycle::say(machine, part, said, now);
        velocity::set_plunger(machine, part, now, end);
        return;
    }
    if approach <= CONTACT_SPEED || state.is_intangible() {
        // Carried along (as by one that retracts): it gets the speed with which it is back at the end of the tick.
        let back = (-pull.dot(normal)).max(0.0) * 0.5 * (end - now);
        ball.velocity += normal * (approach + back);
    } else {
        let felt = state.tip_velocity(plunger, ball.mass, f64::MIN_POSITIVE);
        let scatter_speed = plunger.scatter_speed * difficulty;
        let plunger = Plunger { scatter_speed, ..plunger.clone() };
        state.struck(&plunger, &mut ball, normal, felt, 0.0, &mut kicks);
        // It does not run on into a ball that it has not made fast enough.
        state.held_back();
    }
    let stays = *still;
    world.answer_with(id, home.ball_out(ball, &before), home.vector_out(surface), stays);
    machine.state.kicks = kicks;
    cycle::say(machine, part, said, now);
    velocity::set_plunger(machine, part, now, end);
}

/// A ball has come into a zone, or left it.
pub(super) fn cross(machine: &mut Machine, ball: BallId, zone: ZoneId, entered: bool) {
    let part = machine.zone_owners[zone.index()];
    let k = part as usize;
    let (id, now) = (PartId(part), machine.world.time());
    let Some(passing) = machine.world.ball(ball) else { return };
    let speed = passing.velocity.length();
    let is_mouth = machine.parts[k].zones[0] == zone;
    match &machine.parts[k].part {
        Part::Trigger(_) if entered => machine.tell(now, Happening::Hit { part: id, ball, speed }),
        Part::Trigger(_) => machine.tell(now, Happening::Unhit { part: id, ball }),
        Part::Trough(_) if entered => hold::drain(machine, id, ball, now),
        Part::Kicker(kicker) => {
            let lies_on = machine.parts[k].home(&machine.world).is_on_playfield(kicker.low);
            let (legacy, floor) = (kicker.legacy, machine.floor.filter(|_| lies_on));
            let full = matches!(machine.state.parts[k], PartState::Kicker { holds: Some(_) });
            match (entered, is_mouth) {
                (true, true) if full => {}
                // Without a playfield to sink into it catches as in the old way.
                (true, true) if legacy || floor.is_none() => hold::capture(machine, id, ball, speed, now),
                (true, true) => machine.world.let_through(ball, floor),
                (true, false) if !full => hold::capture(machine, id, ball, speed, now),
                (false, true) => {
                    if !legacy {
                        machine.world.let_through(ball, None);
                    }
                    if machine.state.balls[ball.index()].held.is_none() {
                        machine.tell(now, Happening::Unhit { part: id, ball });
                    }
                }
                _ => {}
            }
        }
        Part::Gate(_) | Part::Spinner(_) => pass_plate(machine, k, ball, &passing, !entered, now),
        _ => {}
    }
}

/// A ball touches the plate of a gate or spinner, or leaves it. The law is said in the part's own space.
fn pass_plate(machine: &mut Machine, part: usize, id: BallId, passing: &Ball, leaving: bool, now: f64) {
    machine.wake(part);
    let home = machine.parts[part].home(&machine.world);
    let ball = &home.ball_in(*passing);
    let Machine { parts, state, .. } = machine;
    let (normal, said, slowed, moved) = match (&parts[part].part, &mut state.parts[part]) {
        (Part::Gate(gate), PartState::Gate { state, since }) => {
            let normal = front(gate.plate());
            let moved = if state.is_still(gate) { None } else { state.displace(gate, now - *since) };
            *since = now;
            let (said, slowed) = state.touched_by(gate, ball.mass, ball.velocity.dot(normal), leaving);
            (normal, said, slowed, moved)
        }
        (Part::Spinner(spinner), PartState::Spinner { state, since }) => {
            let normal = front(spinner.plate());
            let moved = if state.is_still() { None } else { state.displace(spinner, now - *since) };
            *since = now;
            let (said, slowed) = state.touched_by(spinner, ball.mass, ball.velocity.dot(normal), leaving);
            (normal, said, slowed, moved)
        }
        _ => return,
    };
    cycle::say(machine, part, moved, now);
    if slowed != 1.0 {
        let along = ball.velocity.dot(normal);
        let lost = home.vector_out(normal * (along * (1.0 - slowed)));
        machine.world.adjust(id, |ball| ball.velocity -= lost);
    }
    if said.is_some() {
        let speed = home.length_out(ball.velocity.dot(normal).abs());
        cycle::tell_hit(machine, part as u32, id, speed, passing.position, now);
    }
}

/// The unit vector to the front of a plate from its first end to its second.
fn front((a, b, _, _): (DVec2, DVec2, f64, f64)) -> DVec3 {
    let along = (b - a).normalize_or_zero();
    DVec3::new(-along.y, along.x, 0.0)
}
