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
        for _ in 0..CONTACT_ROUNDS {
            let mut most: f64 = 0.0;
            for row in &self.rows {
                let opening = relative_velocity(&self.balls, row).dot(row.touch.normal);
                if row.force > 0.0 || opening < 0.0 {
                    share_out(&mut self.balls, row, -opening);
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

    /// The rows of the ball of row `k` with fixed things.
    fn run(&self, k: usize) -> core::ops::Range<usize> {
        let member = self.rows[k].member;
        let more = self.rows[k..].iter().take_while(|row| row.other.is_none() && row.member == member).count();
        k..k + more
    }

    /// Finds all forces, and with them how every ball accelerates.
    ///
    /// Where the motion bends, the forces are those of the middle of the coming piece: a force across the way there does
    /// no work over the whole piece, up to the third order of its length (the midpoint rule).
    pub(super) fn find_forces(&mut self, world: &World) {
        if !world.state.driven.is_empty() && self.rows.iter().any(|row| row.drive != NOBODY) {
            self.felt = vec![Felt::NOTHING; self.rows.len()];
        }
        self.feel_driven(world);
        for k in 0..self.rows.len() {
            self.rows[k].slip = slip(&self.balls, &self.rows[k]);
        }
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
            self.acts = self.rows.iter().enumerate().map(acts).collect();
        }
        if self.moves_on_flats_only() || self.is_still() {
            return;
        }
        let start = self.balls.clone();
        let half = 0.5 * self.piece;
        for (k, ball) in self.balls.iter_mut().enumerate() {
            ball.position += (ball.velocity + self.acceleration[k] * (0.5 * half)) * half;
            ball.velocity += self.acceleration[k] * half;
            ball.spin += self.spin_rate[k] * half;
        }
        let touches: Vec<Touch> = self.rows.iter().map(|row| row.touch).collect();
        self.moment += half;
        for (k, touch) in touches.iter().enumerate() {
            self.touch_anew(world, k);
            if self.rows[k].touch.distance == f64::INFINITY {
                self.rows[k].touch = *touch; // It runs off on the way; until then it is carried.
            }
        }
        self.feel_driven(world);
        self.go_round();
        self.balls = start;
        if books {
            let acts = |row: &Row| Acts { along: row.touch.normal, change: row.surface_velocity };
            self.acts = self.rows.iter().map(acts).collect();
        }
        self.rows.iter_mut().zip(touches).for_each(|(row, touch)| row.touch = touch);
        self.moment -= half;
        self.feel_driven(world);
        for (row, acts) in self.rows.iter().zip(&mut self.acts) {
            acts.change = (acts.change - row.surface_velocity) / half;
        }
    }

    /// Goes round all contacts, from the forces that they have, until nothing changes.
    fn go_round(&mut self) {
        for (k, &(pull, twist)) in self.pulls.iter().enumerate() {
            (self.acceleration[k], self.spin_rate[k]) = (pull, twist);
        }
        for k in 0..self.rows.len() {
            let row = self.rows[k];
            let mut velocity = relative_velocity(&self.balls, &row);
            if let Some(felt) = self.felt.get(k) {
                velocity += felt.lever;
            }
            self.rows[k].bend = row.touch.gap_acceleration(velocity, DVec3::ZERO);
            self.rows[k].swing = swing(&self.balls, &row, velocity);
            if let Some(felt) = self.felt.get(k) {
                self.rows[k].bend += felt.lift;
                self.rows[k].swing += felt.drag;
            }
            // Round a bend in small angles: turning by θ in one piece leaves a gap of θ³/6 of the radius.
            self.piece = self.piece.min(PIECE_ANGLE / (row.touch.curvature.abs() * velocity.length()));
            self.push(&row, row.touch.normal * row.force);
            self.turn(&row, row.grip);
        }
        for _ in 0..FORCE_ROUNDS {
            let mut change: f64 = 0.0;
            let mut k = 0;
            while k < self.rows.len() && self.rows[k].other.is_none() {
                let run = self.run(k);
                change = change.max(self.press_on_fixed(run.clone()));
                k = run.end;
            }
            for k in k..self.rows.len() {
                change = change.max(self.press_together(k));
            }
            for k in 0..self.rows.len() {
                if self.rows[k].friction > 0.0 {
                    change = change.max(self.grip(k));
                }
            }
            if change <= CONTACT_ACCELERATION {
                break;
            }
        }
    }

    /// Lets a contact push its balls: `force` on the first, against it on the other.
    fn push(&mut self, row: &Row, force: DVec3) {
        self.acceleration[row.member] += force / self.balls[row.member].mass;
        if let Some(other) = row.other {
            self.acceleration[other] -= force / self.balls[other].mass;
        }
    }

    /// Lets a contact grip its balls: `grip` on the first, against it on the other. It turns both the same way.
    fn turn(&mut self, row: &Row, grip: DVec3) {
        self.push(row, grip);
        let turn = |ball: &Ball| (-row.touch.normal * ball.radius).cross(grip) / ball.inertia();
        self.spin_rate[row.member] += turn(&self.balls[row.member]);
        if let Some(other) = row.other {
            self.spin_rate[other] += turn(&self.balls[other]);
        }
    }

    /// The forces of all fixed things on one ball, given all others. Returns how much its acceleration changed.
    fn press_on_fixed(&mut self, run: core::ops::Range<usize>) -> f64 {
        let rows = &mut self.rows[run];
        let k = rows[0].member;
        let mass = self.balls[k].mass;
        let before = self.acceleration[k];
        if let [row] = rows {
            // The usual case: one thing, one number.
            let lack = -row.bend - before.dot(row.touch.normal);
            let force = (row.force + lack * mass).max(0.0);
            let change = (force - row.force) / mass;
            row.force = force;
            self.acceleration[k] = before + row.touch.normal * change;
            return change.abs();
        }
        let free = rows.iter().fold(before, |a, row| a - row.touch.normal * (row.force / mass));
        let bounds: Vec<Bound> = rows.iter().map(|row| Bound { normal: row.touch.normal, least: -row.bend }).collect();
        rows.iter_mut().for_each(|row| row.force = 0.0);
        let held = nearest(free, bounds.into_iter(), |k, push| rows[k].force = push * mass);
        self.acceleration[k] = held;
        (held - before).length()
    }

    /// The force between two balls, given all others. Returns how much an acceleration changed.
    #[inline]
    fn press_together(&mut self, k: usize) -> f64 {
        let Self { rows, balls, acceleration, .. } = self;
        let row = &mut rows[k];
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
    fn grip(&mut self, k: usize) -> f64 {
        let row = self.rows[k];
        let n = row.touch.normal;
        let one = &self.balls[row.member];
        let arm = -n * one.radius;
        let mut rate = self.acceleration[row.member] + self.spin_rate[row.member].cross(arm);
        let mut mobility = 1.0 / one.mass;
        if let Some(other) = row.other {
            let two = &self.balls[other];
            rate -= self.acceleration[other] + self.spin_rate[other].cross(n * two.radius);
            mobility += 1.0 / two.mass;
        }
        let rate = rate + row.swing;
        let wanted = row.slip / self.piece + (rate - n * rate.dot(n));
        let grip = row.grip - wanted / (3.5 * mobility);
        let (limit, size) = (row.friction * row.force, grip.length());
        let grip = if size > limit { grip * (limit / size) } else { grip };
        let change = grip - row.grip;
        self.rows[k].grip = grip;
        self.turn(&row, change);
        change.length() * mobility
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
