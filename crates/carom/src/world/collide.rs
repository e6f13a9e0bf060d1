//! Impacts: a ball against a collider, a ball against a ball. Each ends the ball's path; it bounces and flies on, or, when
//! the rebound is too small to matter and something presses it on, it stays.

use super::World;
use super::body::{Contact, Graze, Other};
use super::{Entry, book, contact, search};
use crate::ball::Ball;
use crate::event::{BallId, ColliderId, Event, Hit, What};
use crate::response::bounce::Bounce;
use crate::response::{bounce, pair};
use crate::shape::Touch;
use crate::tolerance::{CONTACT_SPEED, FAINT_SPEED, HELD_MASS, STALL_HITS, STALL_SOFT};
use glam::DVec3;

/// What an impact sees of gravity when that acts at the start of each tick and not all the time.
///
/// Stepped so (semi-implicit Euler), a ball's places lie on a true parabola, but an impact in the part `τ` of a tick sees
/// the velocity of its start with the whole tick's gravity: `a T (1/2 - τ)` more than that parabola has; and likewise
/// after it. Visual Pinball's tables are played so. With this in its impacts the exact motion follows the stepped one to
/// the second order of the tick. A slow impact is left as it is: this must not decide what comes to rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// s: `T (1/2 - τ)`.
    time: f64,
    before: DVec3,
}

impl Ahead {
    /// For ball `i`, which meets something along `normal` with `speed` and bounces with `elasticity`.
    pub(super) fn new(world: &World, i: usize, normal: DVec3, speed: f64, elasticity: f64) -> Self {
        if world.tick == 0.0 {
            return Self { time: 0.0, before: DVec3::ZERO };
        }
        let ticks = world.state.time / world.tick;
        let time = world.tick * (0.5 - (ticks - ticks.floor()));
        let body = &world.state.bodies[i];
        let pull = world.pull_on(&body.ball, 0.0).0;
        // What bends a ball round something is no gravity, and may be a hundred times as strong. (`tests/machine/found.rs`)
        let is_bent = body.contacts.iter().any(|contact| contact.touch.curvature != 0.0);
        let a = if is_bent { pressed_on(pull, body.path.v, &body.contacts) } else { body.path.a };
        let most = time.abs() * a.dot(normal).abs().max(pull.dot(normal).abs());
        // At least half of the rebound must be left, whatever the phase: e (s - d) - d >= e s / 2.
        if elasticity * speed > 2.0 * (1.0 + elasticity) * most {
            Self { time, before: a * time }
        } else {
            Self { time: 0.0, before: DVec3::ZERO }
        }
    }

    /// The ball as the impact sees it.
    pub(crate) fn enter(&self, ball: &mut Ball) {
        ball.velocity += self.before;
    }

    /// The ball as it truly moves after the impact, in which it may have left what carried it.
    pub(crate) fn leave(&self, world: &World, i: usize, ball: &mut Ball) {
        if self.time == 0.0 {
            return;
        }
        let pull = world.pull_on(ball, 0.0).0;
        ball.velocity -= pressed_on(pull, ball.velocity, &world.state.bodies[i].contacts) * self.time;
    }
}

/// m/s²: what is left of a pull where a ball touches things that it does not leave.
fn pressed_on(mut pull: DVec3, velocity: DVec3, contacts: &[Contact]) -> DVec3 {
    for contact in contacts {
        let n = contact.touch.normal;
        if velocity.dot(n) <= CONTACT_SPEED {
            pull -= n * pull.dot(n).min(0.0);
        }
    }
    pull
}

/// Ball `i` meets a collider, now.
pub(super) fn with_collider(world: &mut World, i: usize, collider: u32, normal: DVec3) {
    let squeezed = world.count_squeeze(i, collider);
    let body = &world.state.bodies[i];
    let mut ball = body.after(body.coming_at);
    let material = world.colliders[collider as usize].material();
    let surface_velocity = world.surface_velocity_at(collider, ball.position - normal * ball.radius);
    let touch = world.touch_of(i, collider, ball.position).filter(|touch| touch.normal.dot(normal) > 0.5);
    let touch = Touch { normal, ..touch.unwrap_or(Touch::flat(normal, ball.radius)) };

    let speed = bounce::approach_speed(&ball, normal, surface_velocity);
    let elasticity = material.elasticity().at(speed);
    let ahead = Ahead::new(world, i, normal, speed, elasticity);
    let pull = body.path.a - world.felt(collider, ball.position, ball.velocity);
    let pressed = touch.gap_acceleration(ball.velocity - surface_velocity, pull) < 0.0;
    let wedged = body.is_wedged(world.state.time);
    let stays = wedged || stays(speed, elasticity, pressed, body.rest_limit(elasticity));
    let other = Other::Collider(collider);
    if squeezed > 0 && ball.mass >= HELD_MASS {
        // Held where it is: the driven thing has to wait.
        contact::fly(world, i, Ball { velocity: DVec3::ZERO, spin: DVec3::ZERO, ..ball });
        search::look(world, i);
        world.stall(i, collider);
        contact::settle_disturbed(world);
        return;
    }
    let coming_at = body.coming_at;
    book::reach(&mut world.state.bodies[i], coming_at);
    let done = if stays || squeezed >= STALL_SOFT {
        let done = bounce::settle(&mut ball, normal, material, surface_velocity);
        book::impact(&mut world.state.bodies[i], &ball, normal, surface_velocity, done.impulse);
        done
    } else {
        ahead.enter(&mut ball);
        book::jump(&mut world.state.bodies[i], &ball, Entry::Ahead);
        let done = bounce::bounce(&mut ball, normal, material, surface_velocity, &mut world.state.scatter);
        book::impact(&mut world.state.bodies[i], &ball, normal, surface_velocity, done.impulse);
        ahead.leave(world, i, &mut ball);
        book::jump(&mut world.state.bodies[i], &ball, Entry::Ahead);
        done
    };
    let leaves_by = (ball.velocity - surface_velocity).dot(normal);
    if done.speed > FAINT_SPEED {
        let hit = hit(&ball, normal, done);
        let what = What::Impact { collider: ColliderId(collider), hit };
        world.tell(Event { time: world.state.time, ball: BallId(i as u32), what });
    }
    if stays {
        contact::stay(world, i, ball, Contact::new(other, touch), surface_velocity);
    } else {
        contact::bounce_off(world, i, ball);
        graze(world, i, Graze { with: other, normal, velocity: surface_velocity, version: 0, left: false }, leaves_by);
        contact::go_on(world, i);
        contact::settle_disturbed(world);
    }
    if squeezed >= STALL_HITS {
        world.stall(i, collider);
    }
}

/// Balls `i` and `j` meet, now. `normal` points from `j` to `i`.
pub(super) fn with_ball(world: &mut World, i: usize, j: usize, normal: DVec3) {
    let (one, two) = (&world.state.bodies[i], &world.state.bodies[j]);
    let mut ball = one.after(one.coming_at);
    // The other's own time, by way of the moment when the later path began: the way in which the search saw it.
    let base = one.start.max(two.start);
    let (at, other_at) = (one.coming_at, (base - two.start) + (one.coming_at - (base - one.start)));
    let mut other = two.after(other_at);

    let material = &world.ball_material;
    let speed = pair::approach_speed(&ball, &other, normal);
    let elasticity = material.elasticity().at(speed);
    let arm = ball.position - other.position;
    let touch = Touch::convex(arm, other.radius, DVec3::ZERO, normal);
    let touch = Touch { normal, ..touch };
    let pressed = touch.gap_acceleration(ball.velocity - other.velocity, one.path.a - two.path.a) < 0.0;
    let limit = one.rest_limit(elasticity).max(two.rest_limit(elasticity));
    let (mine, theirs) =
        (Ahead::new(world, i, normal, speed, elasticity), Ahead::new(world, j, normal, speed, elasticity));
    let wedged = one.is_wedged(world.state.time) || two.is_wedged(world.state.time);
    let stays = wedged || stays(speed, elasticity, pressed, limit);
    book::reach(&mut world.state.bodies[i], at);
    book::reach(&mut world.state.bodies[j], other_at);
    let done = if stays {
        let done = pair::settle(&mut ball, &mut other, normal, material);
        book::pair(world, (i, &ball), (j, &other), normal, done.impulse);
        done
    } else {
        mine.enter(&mut ball);
        theirs.enter(&mut other);
        book::jump(&mut world.state.bodies[i], &ball, Entry::Ahead);
        book::jump(&mut world.state.bodies[j], &other, Entry::Ahead);
        let done = pair::bounce(&mut ball, &mut other, normal, material);
        book::pair(world, (i, &ball), (j, &other), normal, done.impulse);
        mine.leave(world, i, &mut ball);
        theirs.leave(world, j, &mut other);
        book::jump(&mut world.state.bodies[i], &ball, Entry::Ahead);
        book::jump(&mut world.state.bodies[j], &other, Entry::Ahead);
        done
    };
    if done.speed > FAINT_SPEED {
        tell_pair(world, i, j, hit(&ball, normal, done));
    }
    // A held ball stays where it is, to the last bit.
    for held in [&mut ball, &mut other].into_iter().filter(|held| held.mass >= HELD_MASS) {
        (held.velocity, held.spin) = (DVec3::ZERO, DVec3::ZERO);
    }
    let leaves_by = (ball.velocity - other.velocity).dot(normal);
    // Two that fly side by side from now on, and touch nothing else, need no forces.
    let free = |k: usize| world.state.bodies[k].contacts.is_empty() && world.state.bodies[k].grazes.is_empty();
    if stays && (pressed || !free(i) || !free(j)) {
        contact::stay_together(world, (i, ball), (j, other), touch);
    } else {
        contact::bounce_off(world, j, other);
        contact::bounce_off(world, i, ball);
        let (mine, theirs) = (world.state.bodies[i].version, world.state.bodies[j].version);
        let one = Graze { with: Other::Ball(j as u32), normal, velocity: other.velocity, version: theirs, left: false };
        let two =
            Graze { with: Other::Ball(i as u32), normal: -normal, velocity: ball.velocity, version: mine, left: false };
        graze(world, i, one, leaves_by);
        graze(world, j, two, leaves_by);
        contact::go_on(world, j);
        contact::go_on(world, i);
        contact::settle_disturbed(world);
    }
}

/// Is the rebound too slow to matter? Then they stay together: pressed, in contact; otherwise just touching, which ends the
/// endless series of ever smaller impacts in which balls that lose energy come together (inelastic collapse). What is
/// perfectly elastic has none, and stays only where it is pressed and the rebound is lost in rounding.
fn stays(speed: f64, elasticity: f64, pressed: bool, limit: f64) -> bool {
    elasticity * speed <= limit && (pressed || elasticity < 1.0)
}

/// Neither pressed nor leaving, as far as rounding can tell: on this path they cannot meet again.
fn graze(world: &mut World, i: usize, graze: Graze, leaves_by: f64) {
    let keeps = world.keeps_graze(&graze);
    let body = &mut world.state.bodies[i];
    if leaves_by <= body.graze_limit() && keeps {
        body.grazes.push(graze);
    }
}

/// Tells of an impact of two balls from the side of the one with the lower index.
fn tell_pair(world: &mut World, i: usize, j: usize, hit: Hit) {
    let swapped = Hit { normal: -hit.normal, impulse: -hit.impulse, ..hit };
    let (ball, other, hit) = if i < j { (i, j, hit) } else { (j, i, swapped) };
    let what = What::BallImpact { other: BallId(other as u32), hit };
    world.tell(Event { time: world.state.time, ball: BallId(ball as u32), what });
}

fn hit(ball: &Ball, normal: DVec3, done: Bounce) -> Hit {
    Hit {
        point: ball.position - normal * ball.radius,
        normal,
        speed: done.speed,
        impulse: done.impulse,
        energy_lost: done.energy_lost,
    }
}
