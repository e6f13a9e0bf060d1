//! The forces in a group of touching balls.
//!
//! Forces push and never pull, and none acts where things part: for every contact either the force or the acceleration of
//! the gap is nothing (Signorini's condition). For one ball on fixed things that is the projection of its acceleration
//! onto a cone, found exactly (`cone`). Balls that press on each other are brought together by going round (block
//! Gauss–Seidel), from the forces of last time, until nothing changes. Friction takes what stops the slip within one piece
//! of motion, up to what the grip allows.
//!
//! Caveats: a round that ends at its limit leaves a small rest of acceleration, which the next piece sees as drift; and
//! friction in a group is first order in the length of a piece.

use super::World;
use super::cone::{Bound, nearest};
use super::driven::NOBODY;
use super::group::{Acts, Felt, Group, Row, relative_velocity, slip};
use crate::ball::Ball;
use crate::shape::Touch;
use crate::tolerance::{CONTACT_ACCELERATION, CONTACT_ROUNDS, DRIFT_SPEED, FORCE_ROUNDS, HELD_SPEED, PIECE_ANGLE};
use glam::DVec3;

impl Group {
    /// What presses neither opens nor closes, and nothing else closes: the speed along the normals is taken out. A little
    /// opening left would let a ball hop for ever, a micrometre at a time.
    /// Returns the largest speed that was taken out.
    fn hold_pressed(&mut self) -> f64 {
        let mut largest: f64 = 0.0;
        if self.at_once {
            let Self { rows, balls, dense, .. } = self;
            let opening = |row: &Row| relative_velocity(balls, row).dot(row.touch.normal);
            dense.ask(rows.iter().map(opening), rows.iter().map(|row| row.force > 0.0));
            let off = |(row, opening): (&Row, &f64)| if row.force > 0.0 { opening.abs() } else { -opening };
            largest = rows.iter().zip(&dense.opening).map(off).fold(0.0, f64::max);
            if largest > HELD_SPEED && dense.solve(|_| false, HELD_SPEED) {
                for (row, &push) in rows.iter().zip(&dense.push).filter(|(_, push)| **push != 0.0) {
                    share_impulse(balls, row, row.touch.normal * push);
                }
            }
        }
        for _ in 0..CONTACT_ROUNDS {
            let mut most: f64 = 0.0;
            let Self { rows, balls, .. } = self;
            for row in rows.iter() {
                let opening = relative_velocity(balls, row).dot(row.touch.normal);
                if row.force > 0.0 || opening < 0.0 {
                    share_out(balls, row, -opening);
                    most = most.max(opening.abs());
                }
            }
            largest = largest.max(most);
            if most <= HELD_SPEED {
                break;
            }
        }
        largest
    }

    /// Finds all forces, and with them how every ball accelerates.
    ///
    /// Where the motion bends, the forces are those of the middle of the coming piece: a force across the way there does
    /// no work over the whole piece, up to the third order of its length (the midpoint rule).
    pub(super) fn find_forces(&mut self, world: &World) {
        if !world.state.driven.is_empty() && self.rows.iter().any(|row| row.drive != NOBODY) {
            self.felt.resize(self.rows.len(), Felt::NOTHING);
        }
        self.feel_driven(world);
        let Self { rows, balls, .. } = self;
        for row in rows.iter_mut().filter(|row| row.friction > 0.0) {
            row.slip = slip(balls, row);
        }
        self.at_once = self.dense.set_up(&self.rows, &self.balls);
        // Forces depend on speeds round a bend, and speeds on what presses: first what approaches is stopped, then each
        // follows the other until they agree.
        self.hold_pressed();
        for _ in 0..4 {
            self.feel_driven(world);
            self.go_round();
            if self.hold_pressed() <= DRIFT_SPEED {
                break;
            }
        }
        let books = world.keeps_ledger();
        if books {
            let change = |k: usize| self.felt.get(k).map_or(DVec3::ZERO, |felt| -felt.drag);
            let acts = |(k, row): (usize, &Row)| Acts { along: row.touch.normal, change: change(k) };
            let all = self.rows.iter().enumerate().map(acts).collect();
            self.acts = all;
        }
        if self.moves_on_flats_only() || self.is_still() {
            return;
        }
        // The same room every time: nothing is allocated.
        let (mut start, mut touches) = (core::mem::take(&mut self.start), core::mem::take(&mut self.touches));
        start.clear();
        start.extend_from_slice(&self.balls);
        let half = 0.5 * self.piece;
        for (k, ball) in self.balls.iter_mut().enumerate() {
            ball.position += (ball.velocity + self.acceleration[k] * (0.5 * half)) * half;
            ball.velocity += self.acceleration[k] * half;
            ball.spin += self.spin_rate[k] * half;
        }
        touches.clear();
        touches.extend(self.rows.iter().map(|row| row.touch));
        self.moment += half;
        for (k, touch) in touches.iter().enumerate() {
            self.touch_anew(world, k);
            if self.rows[k].touch.distance == f64::INFINITY {
                self.rows[k].touch = *touch; // It runs off on the way; until then it is carried.
            }
        }
        self.at_once = self.at_once && self.dense.set_up(&self.rows, &self.balls);
        self.feel_driven(world);
        self.go_round();
        core::mem::swap(&mut self.balls, &mut start);
        self.start = start;
        if books {
            let acts = |row: &Row| Acts { along: row.touch.normal, change: row.surface_velocity };
            self.acts = self.rows.iter().map(acts).collect();
        }
        self.rows.iter_mut().zip(&touches).for_each(|(row, touch)| row.touch = *touch);
        self.touches = touches;
        self.moment -= half;
        self.feel_driven(world);
        for (row, acts) in self.rows.iter().zip(&mut self.acts) {
            acts.change = (acts.change - row.surface_velocity) / half;
        }
    }

    /// Goes round all contacts, from the forces that they have, until nothing changes.
    fn go_round(&mut self) {
        let Self { rows, balls, acceleration, spin_rate, felt, pulls, bounds, .. } = self;
        for (k, &(pull, twist)) in pulls.iter().enumerate() {
            (acceleration[k], spin_rate[k]) = (pull, twist);
        }
        let mut grips = false;
        for (k, row) in rows.iter_mut().enumerate() {
            let mut velocity = relative_velocity(balls, row);
            if let Some(felt) = felt.get(k) {
                velocity += felt.lever;
            }
            row.bend = row.touch.gap_acceleration(velocity, DVec3::ZERO);
            row.swing = swing(balls, row, velocity);
            if let Some(felt) = felt.get(k) {
                row.bend += felt.lift;
                row.swing += felt.drag;
            }
            // Round a bend in small angles: turning by θ in one piece leaves a gap of θ³/6 of the radius.
            if row.touch.curvature != 0.0 {
                self.piece = self.piece.min(PIECE_ANGLE / (row.touch.curvature.abs() * velocity.length()));
            }
            grips |= row.friction > 0.0;
            push(balls, acceleration, row, row.touch.normal * row.force);
            turn(balls, acceleration, spin_rate, row, row.grip);
        }
        let piece = self.piece;
        if !grips && self.at_once {
            let dense = &mut self.dense;
            let free = |k: usize| pulls[k].0;
            let opening = |row: &Row| {
                let other = row.other.map_or(DVec3::ZERO, free);
                (free(row.member) - other).dot(row.touch.normal) + row.bend
            };
            dense.ask(rows.iter().map(opening), rows.iter().map(|_| false));
            if dense.solve(|k| rows[k].force > 0.0, CONTACT_ACCELERATION) {
                pulls.iter().zip(acceleration.iter_mut()).for_each(|(&(pull, _), a)| *a = pull);
                for (row, &force) in rows.iter_mut().zip(&dense.push) {
                    row.force = force.max(0.0);
                    push(balls, acceleration, row, row.touch.normal * row.force);
                }
            }
        }
        for _ in 0..FORCE_ROUNDS {
            let mut change: f64 = 0.0;
            let mut k = 0;
            while let Some(first) = rows.get(k).filter(|row| row.other.is_none()) {
                let member = first.member;
                let more = rows[k..].iter().take_while(|row| row.member == member && row.other.is_none()).count();
                let run = &mut rows[k..k + more];
                change = change.max(press_on_fixed(run, balls[member].mass, &mut acceleration[member], bounds));
                k += more;
            }
            for row in &mut rows[k..] {
                change = change.max(press_together(row, balls, acceleration));
            }
            if grips {
                for row in rows.iter_mut().filter(|row| row.friction > 0.0) {
                    change = change.max(grip(row, balls, acceleration, spin_rate, piece));
                }
            }
            if change <= CONTACT_ACCELERATION {
                break;
            }
        }
    }
}

/// Lets a contact push its balls: `force` on the first, against it on the other.
#[inline(always)]
fn push(balls: &[Ball], acceleration: &mut [DVec3], row: &Row, force: DVec3) {
    acceleration[row.member] += force / balls[row.member].mass;
    if let Some(other) = row.other {
        acceleration[other] -= force / balls[other].mass;
    }
}

/// Lets a contact grip its balls: `grip` on the first, against it on the other. It turns both the same way.
#[inline]
fn turn(balls: &[Ball], acceleration: &mut [DVec3], spin_rate: &mut [DVec3], row: &Row, grip: DVec3) {
    if grip == DVec3::ZERO {
        return;
    }
    push(balls, acceleration, row, grip);
    let turn = |ball: &Ball| (-row.touch.normal * ball.radius).cross(grip) / ball.inertia();
    spin_rate[row.member] += turn(&balls[row.member]);
    if let Some(other) = row.other {
        spin_rate[other] += turn(&balls[other]);
    }
}

/// The forces of all fixed things on one ball, given all others. Returns how much its acceleration changed.
#[inline]
fn press_on_fixed(rows: &mut [Row], mass: f64, acceleration: &mut DVec3, bounds: &mut Vec<Bound>) -> f64 {
    let before = *acceleration;
    if let [row] = rows {
        // The usual case: one thing, one number.
        let lack = -row.bend - before.dot(row.touch.normal);
        let force = (row.force + lack * mass).max(0.0);
        let change = (force - row.force) / mass;
        row.force = force;
        *acceleration = before + row.touch.normal * change;
        return change.abs();
    }
    let free = rows.iter().fold(before, |a, row| a - row.touch.normal * (row.force / mass));
    bounds.clear();
    bounds.extend(rows.iter().map(|row| Bound { normal: row.touch.normal, least: -row.bend }));
    rows.iter_mut().for_each(|row| row.force = 0.0);
    let held = nearest(free, bounds, |k, push| rows[k].force = push * mass);
    *acceleration = held;
    (held - before).length()
}

/// The force between two balls, given all others. Returns how much an acceleration changed.
#[inline]
fn press_together(row: &mut Row, balls: &[Ball], acceleration: &mut [DVec3]) -> f64 {
    let Some(other) = row.other else { return 0.0 };
    let (one, two) = (1.0 / balls[row.member].mass, 1.0 / balls[other].mass);
    let normal = row.touch.normal;
    let parting = (acceleration[row.member] - acceleration[other]).dot(normal) + row.bend;
    let force = (row.force - parting / (one + two)).max(0.0);
    let change = force - row.force;
    row.force = force;
    acceleration[row.member] += normal * (change * one);
    acceleration[other] -= normal * (change * two);
    change.abs() * one.max(two)
}

/// The grip takes what would stop the slip at the end of a piece, up to what it can.
fn grip(row: &mut Row, balls: &[Ball], acceleration: &mut [DVec3], spin_rate: &mut [DVec3], piece: f64) -> f64 {
    let n = row.touch.normal;
    let one = &balls[row.member];
    let arm = -n * one.radius;
    let mut rate = acceleration[row.member] + spin_rate[row.member].cross(arm);
    let mut mobility = 1.0 / one.mass;
    if let Some(other) = row.other {
        let two = &balls[other];
        rate -= acceleration[other] + spin_rate[other].cross(n * two.radius);
        mobility += 1.0 / two.mass;
    }
    let rate = rate + row.swing;
    let wanted = row.slip / piece + (rate - n * rate.dot(n));
    let grip = row.grip - wanted / (3.5 * mobility);
    let (limit, size) = (row.friction * row.force, grip.length());
    let grip = if size > limit { grip * (limit / size) } else { grip };
    let change = grip - row.grip;
    row.grip = grip;
    turn(balls, acceleration, spin_rate, row, change);
    change.length() * mobility
}

/// Lets a contact change the velocities of its balls by an impulse.
fn share_impulse(balls: &mut [Ball], row: &Row, impulse: DVec3) {
    let one = &mut balls[row.member];
    one.velocity += impulse / one.mass;
    if let Some(other) = row.other {
        let two = &mut balls[other];
        two.velocity -= impulse / two.mass;
    }
}

/// Changes the speed along a contact's normal by `gain`, each ball by its share.
fn share_out(balls: &mut [Ball], row: &Row, gain: f64) {
    let Some(other) = row.other else {
        balls[row.member].velocity += row.touch.normal * gain;
        return;
    };
    let (a, b) = (balls[row.member].mass, balls[other].mass);
    balls[row.member].velocity += row.touch.normal * (gain * b / (a + b));
    balls[other].velocity -= row.touch.normal * (gain * a / (a + b));
}

/// m/s²: the slip is `v - Σ(r ω) × n`, so where the normal turns it changes by `-Σ(r ω) × dn/dt`; and the normal turns as
/// the ball goes round, by its speed across over the distance from the axis.
fn swing(balls: &[Ball], row: &Row, velocity: DVec3) -> DVec3 {
    if row.touch.curvature == 0.0 || row.friction == 0.0 {
        return DVec3::ZERO;
    }
    let Touch { normal, axis, curvature, .. } = row.touch;
    let turn = (velocity - normal * velocity.dot(normal) - axis * velocity.dot(axis)) * curvature;
    let spun = |ball: &Ball| ball.spin * ball.radius;
    let spins = spun(&balls[row.member]) + row.other.map_or(DVec3::ZERO, |other| spun(&balls[other]));
    -spins.cross(turn)
}
