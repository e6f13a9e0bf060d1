//! Being carried: contacts come and go, and what they press on moves accordingly.
//!
//! A ball on one flat thing moves in closed form (`response::rest`). Where a thing is round, or several press at once, or
//! balls press on each other, the forces of the whole group are found together and hold for one piece of motion; at its
//! end what drifted is put right. A group that neither moves nor is moved rests, and costs nothing more.

use super::World;
use super::body::{Contact, Graze, Other};
use super::book::Ride;
use super::driven::NOBODY;
use super::group::{Group, is_current};
use super::{Entry, book, search};
use crate::ball::Ball;
use crate::event::{BallId, Event, Motion, What};
use crate::response::rest::{Carried, Ending, Slipping, Support, carried};
use crate::shape::Touch;
use crate::tolerance::{PIECE, STILL_SPEED};
use glam::DVec3;

/// Ball `i` leaves everything that carried it and flies on as `ball`, from now. It does not look ahead yet.
pub(super) fn fly(world: &mut World, i: usize, ball: Ball) {
    release_all(world, i);
    begin_flight(world, i, ball);
}

/// Ball `i` bounces and goes on as `ball`, from now: along fixed things that carried it and that it neither leaves nor is driven
/// into, away from all else. It does not look ahead yet: [`go_on`] must follow, when it is known what else it grazes.
///
/// A ball that rolls against a wall stays on its floor. Were it to let go of it, it would meet it again at the same moment.
pub(super) fn bounce_off(world: &mut World, i: usize, ball: Ball) {
    let body = &world.state.bodies[i];
    let stays_on = |contact: &Contact| match contact.with {
        Other::Collider(c) if world.carrier[c as usize] == NOBODY && contact.touch.curvature == 0.0 => {
            let normal = contact.touch.normal;
            let relative = ball.velocity - world.colliders[c as usize].surface_velocity();
            relative.dot(normal).abs() <= STILL_SPEED
        }
        _ => false,
    };
    match body.contacts[..] {
        [] => begin_flight(world, i, ball),
        [ref contact] if stays_on(contact) => place(world, i, ball),
        _ => fly(world, i, ball),
    }
}

/// Ball `i` looks ahead after [`bounce_off`], or is settled on what still carries it.
pub(super) fn go_on(world: &mut World, i: usize) {
    if world.state.bodies[i].contacts.is_empty() {
        search::look(world, i);
    } else {
        keep_grazes(world, i);
        world.state.disturbed.push(i as u32);
    }
}

/// Everything that pressed ball `i` no longer does; balls that it pressed on must be settled anew.
pub(super) fn release_all(world: &mut World, i: usize) {
    let contacts = core::mem::take(&mut world.state.bodies[i].contacts);
    for contact in &contacts {
        if let Other::Ball(j) = contact.with {
            let partner = &mut world.state.bodies[j as usize];
            partner.contacts.retain(|c| c.with != Other::Ball(i as u32));
            world.state.disturbed.push(j);
        }
    }
    // Keep the room that was made for them.
    let body = &mut world.state.bodies[i];
    body.contacts = contacts;
    body.contacts.clear();
}

/// Ball `i` stays on a collider, with all that carried it before.
pub(super) fn stay(world: &mut World, i: usize, ball: Ball, contact: Contact, surface_velocity: DVec3) {
    keep_grazes(world, i);
    place(world, i, ball);
    add_contact(world, i, contact);
    world.state.disturbed.push(i as u32);
    settle_disturbed(world);
    leave_out_if_lost(world, i, contact, surface_velocity);
}

/// A ball on the very border of a thing may be found to touch it by the search and not to touch it here, to the last digit.
/// Then it is left out for a piece of motion, like one that it has run off: otherwise this moment would never end.
fn leave_out_if_lost(world: &mut World, i: usize, Contact { with, touch, .. }: Contact, velocity: DVec3) {
    let body = &mut world.state.bodies[i];
    if body.start == world.state.time && !body.keeps_touching(with, 0) {
        body.grazes.push(Graze { with, normal: touch.normal, velocity, version: 0, left: true });
        search::look(world, i);
    }
}

fn add_contact(world: &mut World, i: usize, contact: Contact) {
    let contacts = &mut world.state.bodies[i].contacts;
    contacts.retain(|c| c.with != contact.with);
    contacts.push(contact);
}

/// What ball `i` merely touches is settled together with what it now stays on: otherwise a row of touching balls would
/// pass the last of their speed to and fro, one after the other, for a long time at one moment.
fn keep_grazes(world: &mut World, i: usize) {
    let grazes = core::mem::take(&mut world.state.bodies[i].grazes);
    for &graze in &grazes {
        if is_current(world, &graze) {
            let touch = Touch::flat(graze.normal, world.state.bodies[i].ball.radius);
            add_contact(world, i, Contact::new(graze.with, touch));
        }
    }
    // Keep the room that was made for them.
    let body = &mut world.state.bodies[i];
    body.grazes = grazes;
    body.grazes.retain(|graze| graze.left);
}

/// Balls `i` and `j` stay together. The touch is that of `i`.
pub(super) fn stay_together(world: &mut World, (i, one): (usize, Ball), (j, two): (usize, Ball), touch: Touch) {
    keep_grazes(world, i);
    keep_grazes(world, j);
    place(world, i, one);
    place(world, j, two);
    let mirrored = Touch { normal: -touch.normal, ..touch };
    add_contact(world, i, Contact::new(Other::Ball(j as u32), touch));
    add_contact(world, j, Contact::new(Other::Ball(i as u32), mirrored));
    world.state.disturbed.push(i as u32);
    world.state.disturbed.push(j as u32);
    settle_disturbed(world);
}

/// Ball `i` has run off the end of a collider.
///
/// At that very place it still touches it, so it is left out for one piece of motion. By then the ball has gone on, or
/// come back, and whatever it touches is found in the ordinary way.
pub(super) fn run_off(world: &mut World, i: usize, collider: u32) {
    let body = &world.state.bodies[i];
    let (ball, at) = (body.after(body.coming_at), body.coming_at);
    book::reach(&mut world.state.bodies[i], at);
    place(world, i, ball);
    let with = Other::Collider(collider);
    let touching = world.state.bodies[i].contacts.iter().find(|c| c.with == with);
    let normal = touching.map_or(DVec3::ZERO, |contact| contact.touch.normal);
    let velocity = world.surface_velocity_at(collider, ball.position - normal * ball.radius);
    let contacts = &mut world.state.bodies[i].contacts;
    let left = contacts.iter().position(|c| c.with == with).map(|k| contacts.remove(k));
    if let Some(Contact { touch, .. }) = left {
        let graze = Graze { with, normal: touch.normal, velocity, version: 0, left: true };
        world.state.bodies[i].grazes.push(graze);
    }
    world.state.disturbed.push(i as u32);
    settle_disturbed(world);
}

/// The motion of ball `i` changes by itself, now.
pub(super) fn change(world: &mut World, i: usize, ending: Ending) {
    let body = &world.state.bodies[i];
    let (mut ball, at) = (body.after(body.coming_at), body.coming_at);
    book::reach(&mut world.state.bodies[i], at);
    let body = &world.state.bodies[i];
    if matches!(ending, Ending::SlipEnds | Ending::SlipFades)
        && let [Contact { with: Other::Collider(c), touch, .. }] = body.contacts[..]
    {
        // What is left of the slip by rounding is taken out as a push at the point of contact.
        let arm = -touch.normal * ball.radius;
        let surface = world.surface_velocity_at(c, ball.position + arm);
        let slip = ball.surface_velocity(arm) - surface;
        let slip = slip - touch.normal * slip.dot(touch.normal);
        let push = slip * (-2.0 / 7.0 * ball.mass);
        ball.push(push, arm);
        book::grips(&mut world.state.bodies[i], &ball, touch.normal, surface, push);
    }
    if ending == Ending::Stops {
        // Rolling friction has taken the last of it: exactly nothing is left, but for a turn about the normal.
        if let [Contact { with: Other::Collider(c), touch, .. }] = world.state.bodies[i].contacts[..] {
            ball.velocity = world.surface_velocity_at(c, ball.position - touch.normal * ball.radius);
            ball.spin = touch.normal * ball.spin.dot(touch.normal);
            book::jump(&mut world.state.bodies[i], &ball, Entry::Stilled);
        }
    }
    if !world.state.bodies[i].contacts.is_empty() {
        keep_grazes(world, i); // What a pressed ball merely touched may be pressed next.
    }
    place(world, i, ball);
    world.state.disturbed.push(i as u32);
    settle_disturbed(world);
}

/// Settles all balls whose contacts or velocities have changed, with all that they press on; then they look ahead.
pub(super) fn settle_disturbed(world: &mut World) {
    while let Some(i) = world.state.disturbed.pop() {
        let i = i as usize;
        if world.state.bodies[i].in_play {
            settle(world, i);
        }
    }
}

/// Puts the ball's path to `ball` from now on, with no acceleration yet.
fn place(world: &mut World, i: usize, ball: Ball) {
    let now = world.state.time;
    world.state.bodies[i].begin(now, ball, DVec3::ZERO, DVec3::ZERO);
}

/// Finds how ball `i`, and all balls that it presses on, move from now on.
fn settle(world: &mut World, i: usize) {
    if world.state.bodies[i].contacts.is_empty() {
        let ball = world.state.bodies[i].at(world.state.time);
        begin_flight(world, i, ball);
        search::look(world, i);
        return;
    }
    if let [Contact { with: Other::Collider(collider), touch, .. }] = world.state.bodies[i].contacts[..]
        && touch.curvature == 0.0
    {
        if world.carrier[collider as usize] == NOBODY {
            carry::<false>(world, i, collider, touch);
            return;
        }
        if world.steady_for(collider) == f64::INFINITY {
            carry::<true>(world, i, collider, touch);
            return;
        }
    }
    let mut group = world.spare.take();
    settle_group(world, i, &mut group);
    world.spare.put(group);
}

/// The same for a ball that does not move in closed form, in a group whose room may be used.
fn settle_group(world: &mut World, i: usize, group: &mut Group) {
    group.gather(world, i);
    group.hold_together(world);
    world.toil += core::mem::take(&mut group.toil);
    group.find_forces(world);
    if !world.state.driven.is_empty()
        && let Some((ball, collider)) = group.squeezed(world)
    {
        // It is stuck, without a rest of speed. All that touches the thing is settled anew, while it waits.
        let stuck = world.state.bodies[ball].at(world.state.time);
        place(world, ball, Ball { velocity: DVec3::ZERO, spin: DVec3::ZERO, ..stuck });
        world.stall(ball, collider);
        return;
    }
    let still = group.is_still();
    group.find_resting();
    let varies = world.gravity.varies();
    let ends = (!still && !group.moves_on_flats_only()).then_some((group.piece(), Ending::Piece));
    for (k, &member) in group.members().iter().enumerate() {
        let (mut ball, mut acceleration, mut spin_rate) = group.motion(k);
        let still = still || group.rests(k);
        if still {
            ball.velocity = DVec3::ZERO;
            (acceleration, spin_rate) = (DVec3::ZERO, DVec3::ZERO);
        }
        let now = world.state.time;
        let body = &mut world.state.bodies[member];
        body.contacts.clear();
        body.contacts.extend(group.contacts_of(k));
        let lies = body.motion == Motion::Resting && body.start < now && body.ball.position == ball.position;
        if still && lies && group.rests_apart(k) {
            book::reach(body, now - body.start); // What leaned on it does so no longer.
            continue; // As it lay: nothing that it foresaw has changed.
        }
        book::gathers(body, (now, &world.gravity), group, k, &ball);
        body.begin(now, ball, acceleration, spin_rate);
        body.ends = ends.filter(|_| varies || !body.contacts.is_empty());
        let motion = match () {
            () if body.contacts.is_empty() => Motion::Flying,
            () if still => Motion::Resting,
            () if group.rolls(k) => Motion::Rolling,
            () => Motion::Sliding,
        };
        change_motion(world, member, motion);
    }
    for (k, &member) in group.members().iter().enumerate() {
        world.state.bodies[member].grazes.retain(|graze| graze.left);
        for mut graze in group.grazes_of(k) {
            if !world.keeps_graze(&graze) {
                continue;
            }
            if let Other::Ball(j) = graze.with {
                graze.version = world.state.bodies[j as usize].version;
            }
            world.state.bodies[member].grazes.push(graze);
        }
    }
    world.state.disturbed.retain(|&other| !group.members().contains(&(other as usize)));
    for &member in group.members() {
        // Those that lie as they lay have nothing to look for.
        if world.state.bodies[member].start == world.state.time {
            search::look(world, member);
        }
    }
}

/// Ball `i` is carried by one flat collider, which may be driven, but does not turn: closed form.
fn carry<const DRIVEN: bool>(world: &mut World, i: usize, collider: u32, touch: Touch) {
    let now = world.state.time;
    let mut ball = world.state.bodies[i].at(now);
    let material = world.colliders[collider as usize].material();
    let (mut pull, twist) = world.pull_on(&ball, PIECE);
    let (mut surface_velocity, mut lifted) = (world.colliders[collider as usize].surface_velocity(), DVec3::ZERO);
    if DRIVEN {
        surface_velocity = world.surface_velocity_at(collider, ball.position - touch.normal * ball.radius);
        // On a lift that accelerates all is as if it did not and gravity were another.
        lifted = world.felt(collider, ball.position, ball.velocity);
        pull -= lifted;
    }
    if pull.dot(touch.normal) >= 0.0 {
        // Nothing presses it on any more.
        release_all(world, i);
        begin_flight(world, i, ball);
        let (with, velocity) = (Other::Collider(collider), surface_velocity);
        let graze = Graze { with, normal: touch.normal, velocity, version: 0, left: false };
        if world.keeps_graze(&graze) {
            world.state.bodies[i].grazes.push(graze);
        }
        search::look(world, i);
        return;
    }
    let friction = material.friction() * world.state.bodies[i].softness;
    let relative = ball.velocity - surface_velocity;
    ball.velocity -= touch.normal * relative.dot(touch.normal);
    let (lag, righted) = (0.5 * world.tick, !DRIVEN && !world.gravity.varies());
    let on = Support { normal: touch.normal, material, friction, surface_velocity, lag, righted };
    // Its books may still have to ask how it slipped until now.
    let mut slipping = Slipping::default();
    let Carried { mut acceleration, spin_rate, mut motion, mut ends } =
        carried(&ball, &on, (pull, twist), &mut slipping);
    if DRIVEN && lifted != DVec3::ZERO {
        acceleration += lifted;
        motion = if motion == Motion::Resting { Motion::Rolling } else { motion };
    }
    if motion == Motion::Resting {
        ball.velocity = DVec3::ZERO;
        ball.spin = touch.normal * ball.spin.dot(touch.normal);
    }
    if world.gravity.varies() && motion != Motion::Resting {
        ends = Some(ends.filter(|(at, _)| *at < PIECE).unwrap_or((PIECE, Ending::Piece)));
    }
    let body = &mut world.state.bodies[i];
    if body.book.is_some() {
        let (normal, surface, pull) = (touch.normal, surface_velocity, pull + lifted);
        let in_pieces = matches!(ends, Some((_, Ending::Piece | Ending::SlipTurns | Ending::SlipFades)));
        let ride = Ride { normal, surface, lifted, pull, twist, acceleration, spin_rate, in_pieces };
        book::rides(body, now, &ball, &ride);
    }
    body.begin(now, ball, acceleration, spin_rate);
    body.ends = ends;
    if matches!(ends, Some((_, Ending::SlipTurns | Ending::SlipFades))) {
        body.slipping = slipping;
    }
    change_motion(world, i, motion);
    search::look(world, i);
}

/// Ball `i` flies from now on. It does not look ahead yet.
fn begin_flight(world: &mut World, i: usize, ball: Ball) {
    let (pull, twist) = world.pull_on(&ball, PIECE);
    let now = world.state.time;
    let varies = world.gravity.varies();
    let body = &mut world.state.bodies[i];
    book::flies(body, &ball, pull);
    body.begin(now, ball, pull, twist);
    body.ends = varies.then_some((PIECE, Ending::Piece));
    change_motion(world, i, Motion::Flying);
}

fn change_motion(world: &mut World, i: usize, to: Motion) {
    let from = core::mem::replace(&mut world.state.bodies[i].motion, to);
    if from != to {
        world.tell(Event { time: world.state.time, ball: BallId(i as u32), what: What::Motion { from, to } });
    }
}
