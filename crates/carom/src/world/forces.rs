//! The forces in a group of touching balls.
//!
//! Forces push and never pull, and none acts where things part: for every contact either the force or the acceleration of
//! the gap is nothing (Signorini's condition). For one ball on fixed things that is the projection of its acceleration
//! onto a cone, found exactly (`cone`). Balls that press on each other are brought together by going round (`rounds`), from the
//! forces of last time, until nothing changes. Friction takes what stops the slip within one piece
//! of motion, up to what the grip allows.
//!
//! Caveats: a round that ends at its limit leaves a small rest of acceleration, which the next piece sees as drift; and
//! friction in a group is first order in the length of a piece.

use super::World;
use super::dense::{DEPENDENT, Dense, NARROW};
use super::driven::NOBODY;
use super::group::{Acts, Felt, Group, Row, relative_velocity, slip};
use crate::ball::Ball;
use crate::shape::Touch;
use crate::tolerance::{
    CONTACT_ACCELERATION, CONTACT_ROUNDS, DRIFT_SPEED, HELD_SPEED, PIECE_ANGLE, SLIP_LEFT, STILL_SPEED, STRAIGHT_PIECE,
};
use glam::DVec3;

impl Group {
    /// What presses neither opens nor closes, and nothing else closes: the speed along the normals is taken out. A little
    /// opening left would let a ball hop for ever, a micrometre at a time.
    /// Returns the largest speed that was taken out.
    fn hold_pressed(&mut self) -> f64 {
        let at_once = if self.at_once { self.hold_at_once(DEPENDENT) } else { 0.0 };
        let (by_turns, left) = self.hold_by_turns();
        // Between things at a small angle θ a round takes only θ² of the speed: there its end is asked for, however narrow.
        if left > HELD_SPEED && (self.at_once || self.dense.set_up(&self.rows, &self.balls)) {
            self.hold_at_once(NARROW);
            self.hold_by_turns();
        }
        at_once.max(by_turns)
    }

    /// The same by solving for all contacts, as far as they are not `dependent` on each other.
    fn hold_at_once(&mut self, dependent: f64) -> f64 {
        let Self { rows, balls, dense, .. } = self;
        let opening = |row: &Row| relative_velocity(balls, row).dot(row.touch.normal);
        dense.ask(rows.iter().map(opening), rows.iter().map(|row| row.force > 0.0));
        let off = |(row, opening): (&Row, &f64)| if row.force > 0.0 { opening.abs() } else { -opening };
        let largest = rows.iter().zip(&dense.opening).map(off).fold(0.0, f64::max);
        if largest > HELD_SPEED && dense.solve(|_| false, HELD_SPEED, dependent) {
            for (row, &push) in rows.iter().zip(&dense.push).filter(|(_, push)| **push != 0.0) {
                share_impulse(balls, row, row.touch.normal * push);
            }
        }
        largest
    }

    /// The same by going round. Returns the largest speed that was taken out, and that of the last round.
    fn hold_by_turns(&mut self) -> (f64, f64) {
        let Self { rows, balls, .. } = self;
        let (mut largest, mut most): (f64, f64) = (0.0, 0.0);
        for _ in 0..CONTACT_ROUNDS {
            most = 0.0;
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
        (largest, most)
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
        self.at_once = Dense::is_worth_while(&self.rows) && self.dense.set_up(&self.rows, &self.balls);
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
        if self.lasting && self.felt.is_empty() {
            self.lengthen_piece();
            return; // Nothing bends: in the middle all is as at the start.
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

    /// One ball between flat things goes straight. Where no slip comes to its end soon, its forces hold for longer: until the first
    /// does, or until one has turned so far that friction points elsewhere. A slip that turns is gripped as in the middle of
    /// the piece.
    fn lengthen_piece(&mut self) {
        let mut piece = STRAIGHT_PIECE.min(self.steady);
        let mut turns = false;
        for (k, row) in self.rows.iter().enumerate().filter(|(_, row)| row.friction > 0.0 && row.force > 0.0) {
            let (speed, limit) = (row.slip.length(), row.friction * row.force);
            if speed <= STILL_SPEED && row.grip.length() < limit {
                continue; // It rolls, and goes on rolling.
            }
            if row.grip.length() < (1.0 - 1e-9) * limit {
                return; // It comes to roll in this piece.
            }
            let rate = self.slip_rate(k);
            let (along, direction) = (rate.dot(row.slip), row.slip / speed.max(STILL_SPEED));
            let across = (rate - direction * rate.dot(direction)).length();
            if along < 0.0 {
                piece = piece.min(-along / rate.length_squared());
            }
            if across * piece > 1e-9 * speed {
                let slowing = limit / self.balls[row.member].mass;
                piece = piece.min(libm::cbrt(SLIP_LEFT * speed / (across * slowing)));
                turns = true;
            }
        }
        if piece <= self.piece {
            return;
        }
        self.piece = piece;
        if turns {
            for k in 0..self.rows.len() {
                let slip = self.rows[k].slip + self.slip_rate(k) * (0.5 * piece);
                self.rows[k].slip = slip;
            }
            self.go_round();
        }
    }

    /// m/s²: how the slip of a contact changes.
    fn slip_rate(&self, k: usize) -> DVec3 {
        let Self { balls, acceleration, spin_rate, rows, .. } = self;
        let row = &rows[k];
        let rate = rate_of_slip(row, balls, acceleration, spin_rate);
        rate - row.touch.normal * rate.dot(row.touch.normal)
    }

    /// Goes round all contacts, from the forces that they have, until nothing changes.
    fn go_round(&mut self) {
        let Self { rows, balls, acceleration, spin_rate, felt, pulls, .. } = self;
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
        }
        if !grips && self.at_once {
            let dense = &mut self.dense;
            let free = |k: usize| pulls[k].0;
            let opening = |row: &Row| {
                let other = row.other.map_or(DVec3::ZERO, free);
                (free(row.member) - other).dot(row.touch.normal) + row.bend
            };
            dense.ask(rows.iter().map(opening), rows.iter().map(|_| false));
            if dense.solve(|k| rows[k].force > 0.0, CONTACT_ACCELERATION, DEPENDENT) {
                rows.iter_mut().zip(&dense.push).for_each(|(row, &force)| row.force = force.max(0.0));
            }
        }
        self.rounds.find(rows, balls, (acceleration, spin_rate), self.piece, self.lasting);
    }
}

/// m/s²: how the slip of a contact changes, and what of it lies along the normal.
#[inline(always)]
fn rate_of_slip(row: &Row, balls: &[Ball], acceleration: &[DVec3], spin_rate: &[DVec3]) -> DVec3 {
    let n = row.touch.normal;
    let mut rate = acceleration[row.member] + spin_rate[row.member].cross(-n * balls[row.member].radius);
    if let Some(other) = row.other {
        rate -= acceleration[other] + spin_rate[other].cross(n * balls[other].radius);
    }
    rate + row.swing
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
