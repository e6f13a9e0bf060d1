//! Going round the contacts of a group until nothing changes (block Gauss–Seidel): each finds its force and its grip, given all
//! others.
//!
//! Most of the time of a crowd is spent here. So contacts and balls are copied into what is needed of them, without divisions:
//! the pull of a ball, and how its spin changes as the speed of its surface, `r dω/dt`. A force `f` on a ball of mass `m` changes
//! the first by `f/m`, and a grip `g` at the point `-r n` the second by `-5/2 n × g / m`, the same way for both balls of a pair;
//! so the slip of a contact changes by `a - a' + n × (r dω/dt + r' dω'/dt)`, and by 7/2 of what a grip pulls.

use super::cone::{Bound, nearest};
use super::group::Row;
use crate::ball::Ball;
use crate::tolerance::{CONTACT_ACCELERATION, FORCE_ROUNDS, LASTING_ACCELERATION};
use glam::DVec3;

/// No other ball: a fixed thing.
const FIXED: usize = usize::MAX;

/// What is needed of one contact.
#[derive(Clone, Copy, Debug)]
struct Pressing {
    normal: DVec3,
    member: usize,
    other: usize,
    /// m/s²: what the bend of the surface adds to the gap's acceleration.
    bend: f64,
    friction: f64,
    /// m/s²: what the grip has to take from the slip besides what balls do: its size now over the piece, and how it swings.
    wanted: DVec3,
    /// kg: how much force changes the speed of parting by one.
    weight: f64,
    /// N.
    force: f64,
    grip: DVec3,
}

/// What is needed of one ball.
#[derive(Clone, Copy, Debug)]
struct Moved {
    /// m/s².
    acceleration: DVec3,
    /// m/s²: `r dω/dt`.
    turning: DVec3,
    per_mass: f64,
    mass: f64,
}

/// Room for a group's contacts and balls.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    rows: Vec<Pressing>,
    balls: Vec<Moved>,
    bounds: Vec<Bound>,
    /// How many contacts are with fixed things: they come first, those of one ball together.
    fixed: usize,
    grips: bool,
}

impl Rounds {
    /// Finds forces and grips, from those that the contacts have, and what comes of them: `acceleration` and `spin_rate`, which
    /// hold what pulls and twists each ball without them. `lasting`: they may hold for long, and are found to the last digits.
    pub(super) fn find(
        &mut self,
        rows: &mut [Row],
        balls: &[Ball],
        (acceleration, spin_rate): (&mut [DVec3], &mut [DVec3]),
        piece: f64,
        lasting: bool,
    ) {
        self.take(rows, balls, (acceleration, spin_rate), piece);
        let least = if lasting { LASTING_ACCELERATION } else { CONTACT_ACCELERATION };
        for _ in 0..FORCE_ROUNDS {
            if self.once() <= least * least {
                break;
            }
        }
        for (row, found) in rows.iter_mut().zip(&self.rows) {
            (row.force, row.grip) = (found.force, found.grip);
        }
        for (k, found) in self.balls.iter().enumerate() {
            (acceleration[k], spin_rate[k]) = (found.acceleration, found.turning / balls[k].radius);
        }
    }

    fn take(&mut self, rows: &[Row], balls: &[Ball], (acceleration, spin_rate): (&[DVec3], &[DVec3]), piece: f64) {
        self.balls.clear();
        self.balls.extend(balls.iter().zip(acceleration).zip(spin_rate).map(|((ball, &acceleration), &spin_rate)| {
            Moved { acceleration, turning: spin_rate * ball.radius, per_mass: 1.0 / ball.mass, mass: ball.mass }
        }));
        self.rows.clear();
        (self.fixed, self.grips) = (0, false);
        let per_piece = 1.0 / piece;
        for row in rows {
            let normal = row.touch.normal;
            let (other, mut per_mass) = (row.other.unwrap_or(FIXED), self.balls[row.member].per_mass);
            if other == FIXED {
                self.fixed += 1;
            } else {
                per_mass += self.balls[other].per_mass;
            }
            let mut wanted = DVec3::ZERO;
            if row.friction > 0.0 {
                self.grips = true;
                wanted = row.slip * per_piece + row.swing;
            }
            let pressing = Pressing {
                normal,
                member: row.member,
                other,
                bend: row.bend,
                friction: row.friction,
                wanted,
                weight: 1.0 / per_mass,
                force: row.force,
                grip: row.grip,
            };
            self.push(&pressing, normal * row.force);
            self.turn(&pressing, row.grip);
            self.rows.push(pressing);
        }
    }

    /// One round. Returns the square of the largest change of an acceleration.
    fn once(&mut self) -> f64 {
        let mut change: f64 = 0.0;
        let mut k = 0;
        while k < self.fixed {
            let member = self.rows[k].member;
            let mut end = k + 1;
            while end < self.fixed && self.rows[end].member == member {
                end += 1;
            }
            let ball = &mut self.balls[member];
            change = change.max(match &mut self.rows[k..end] {
                [row] => press_on_one(row, ball),
                [one, two] => press_on_two(one, two, ball, &mut self.bounds),
                rows => press_on_many(rows, ball, &mut self.bounds),
            });
            k = end;
        }
        for k in self.fixed..self.rows.len() {
            change = change.max(self.press_together(k));
        }
        if self.grips {
            for k in 0..self.rows.len() {
                change = change.max(self.grip(k));
            }
        }
        change
    }

    /// Lets a contact push its balls: `force` on the first, against it on the other.
    #[inline(always)]
    fn push(&mut self, row: &Pressing, force: DVec3) {
        let one = &mut self.balls[row.member];
        one.acceleration += force * one.per_mass;
        if row.other != FIXED {
            let two = &mut self.balls[row.other];
            two.acceleration -= force * two.per_mass;
        }
    }

    /// Lets a contact grip its balls: it pushes them, and turns both the same way.
    #[inline(always)]
    fn turn(&mut self, row: &Pressing, grip: DVec3) {
        if grip == DVec3::ZERO {
            return;
        }
        let turn = row.normal.cross(grip) * -2.5;
        let one = &mut self.balls[row.member];
        one.acceleration += grip * one.per_mass;
        one.turning += turn * one.per_mass;
        if row.other != FIXED {
            let two = &mut self.balls[row.other];
            two.acceleration -= grip * two.per_mass;
            two.turning += turn * two.per_mass;
        }
    }

    /// The force between two balls, given all others.
    #[inline]
    fn press_together(&mut self, k: usize) -> f64 {
        let row = self.rows[k];
        let (one, two) = (&self.balls[row.member], &self.balls[row.other]);
        let parting = (one.acceleration - two.acceleration).dot(row.normal) + row.bend;
        let force = (row.force - parting * row.weight).max(0.0);
        let change = force - row.force;
        if change == 0.0 {
            return 0.0;
        }
        let most = change * one.per_mass.max(two.per_mass);
        self.rows[k].force = force;
        self.push(&row, row.normal * change);
        most * most
    }

    /// The grip takes what would stop the slip at the end of a piece, up to what it can.
    #[inline]
    fn grip(&mut self, k: usize) -> f64 {
        let row = &self.rows[k];
        if row.friction == 0.0 || (row.force == 0.0 && row.grip == DVec3::ZERO) {
            return 0.0;
        }
        let n = row.normal;
        let one = &self.balls[row.member];
        let (mut rate, mut turning) = (one.acceleration + row.wanted, one.turning);
        if row.other != FIXED {
            rate -= self.balls[row.other].acceleration;
            turning += self.balls[row.other].turning;
        }
        rate += n.cross(turning);
        let wanted = rate - n * rate.dot(n);
        let mut grip = row.grip - wanted * (row.weight * (2.0 / 7.0));
        let (limit, size) = (row.friction * row.force, grip.length_squared());
        if size > limit * limit {
            grip *= limit / size.sqrt();
        }
        let (row, change) = (*row, grip - row.grip);
        self.rows[k].grip = grip;
        self.turn(&row, change);
        change.length_squared() / (row.weight * row.weight)
    }
}

/// The force of the one fixed thing on a ball, given all others: one number.
#[inline]
fn press_on_one(row: &mut Pressing, ball: &mut Moved) -> f64 {
    let lack = -row.bend - ball.acceleration.dot(row.normal);
    let force = (row.force + lack * ball.mass).max(0.0);
    let change = (force - row.force) * ball.per_mass;
    row.force = force;
    ball.acceleration += row.normal * change;
    change * change
}

/// Those of two: which of them push, and how hard (as in `cone`, per mass).
#[inline]
fn press_on_two(one: &mut Pressing, two: &mut Pressing, ball: &mut Moved, bounds: &mut Vec<Bound>) -> f64 {
    let before = [one.force * ball.per_mass, two.force * ball.per_mass];
    let overlap = one.normal.dot(two.normal);
    let determinant = 1.0 - overlap * overlap;
    if determinant < 1e-12 {
        let mut rows = [*one, *two];
        let change = press_on_many(&mut rows, ball, bounds);
        (one.force, two.force) = (rows[0].force, rows[1].force);
        return change;
    }
    // What each lacks while neither pushes.
    let along = [ball.acceleration.dot(one.normal), ball.acceleration.dot(two.normal)];
    let a = -one.bend - along[0] + before[0] + overlap * before[1];
    let b = -two.bend - along[1] + before[1] + overlap * before[0];
    let (both_a, both_b) = (a - overlap * b, b - overlap * a);
    let after = if both_a > 0.0 && both_b > 0.0 {
        [both_a / determinant, both_b / determinant]
    } else if a > 0.0 && both_b <= 0.0 {
        [a, 0.0]
    } else if b > 0.0 && both_a <= 0.0 {
        [0.0, b]
    } else {
        [0.0, 0.0]
    };
    let change = one.normal * (after[0] - before[0]) + two.normal * (after[1] - before[1]);
    (one.force, two.force) = (after[0] * ball.mass, after[1] * ball.mass);
    ball.acceleration += change;
    change.length_squared()
}

/// Those of any number.
#[inline(never)]
fn press_on_many(rows: &mut [Pressing], ball: &mut Moved, bounds: &mut Vec<Bound>) -> f64 {
    let before = ball.acceleration;
    let free = rows.iter().fold(before, |a, row| a - row.normal * (row.force * ball.per_mass));
    bounds.clear();
    bounds.extend(rows.iter().map(|row| Bound { normal: row.normal, least: -row.bend, likely: row.force > 0.0 }));
    rows.iter_mut().for_each(|row| row.force = 0.0);
    let held = nearest(free, bounds, |k, push| rows[k].force = push * ball.mass);
    ball.acceleration = held;
    (held - before).length_squared()
}
