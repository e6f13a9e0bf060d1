//! A group of balls that press on each other and on things, and the forces that hold it.
//!
//! Forces push and never pull, and none acts where things part: for every contact either the force or the acceleration of
//! the gap is nothing (Signorini's condition). For one ball on fixed things that is the projection of its acceleration
//! onto a cone, found exactly by trying the few sets of contacts that can be active. Balls that press on each other are
//! brought together by going round (block Gauss–Seidel) until nothing changes. Friction takes what stops the slip within
//! one piece of motion, up to what the grip allows.

use super::World;
use super::body::{Contact, Other};
use crate::ball::Ball;
use crate::shape::Touch;
use crate::tolerance::{CONTACT_ACCELERATION, CONTACT_ROUNDS, LIFT_ACCELERATION, PIECE, STILL_SPEED};
use glam::{DMat3, DVec3};

/// m. A gap wider than this after a piece is no contact any more.
const PARTED: f64 = 1e-5;
/// m/s. A speed of parting up to this is the drift of one piece; more is leaving.
const DRIFT: f64 = 1e-4;

/// m/s and m/s². A group slower than this and pulled less rests: going round leaves this much where forces meet at
/// shallow angles.
const STILL_IN_GROUP: f64 = 1e-6;

/// One contact of the group.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Which of the group's balls; the touch is its.
    member: usize,
    /// Which other of the group's balls.
    other: Option<usize>,
    with: Other,
    touch: Touch,
    friction: f64,
    surface_velocity: DVec3,
    force: f64,
    grip: DVec3,
    /// m/s²: what the bend of the surface adds to the gap's acceleration.
    bend: f64,
}

/// Balls that press on each other, and all their contacts.
#[derive(Debug)]
pub(super) struct Group {
    members: Vec<usize>,
    balls: Vec<Ball>,
    acceleration: Vec<DVec3>,
    spin_rate: Vec<DVec3>,
    rows: Vec<Row>,
    varies: bool,
}

impl Group {
    /// Ball `i` and all balls that it presses on, directly or through others, as they are now.
    pub(super) fn gather(world: &World, i: usize) -> Self {
        let now = world.state.time;
        let mut members = vec![i];
        let mut next = 0;
        while next < members.len() {
            for contact in &world.state.bodies[members[next]].contacts {
                if let Other::Ball(j) = contact.with
                    && !members.contains(&(j as usize))
                {
                    members.push(j as usize);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        let balls: Vec<Ball> = members.iter().map(|&m| world.state.bodies[m].at(now)).collect();
        let count = members.len();
        let mut group = Self {
            members,
            balls,
            acceleration: vec![DVec3::ZERO; count],
            spin_rate: vec![DVec3::ZERO; count],
            rows: Vec::new(),
            varies: world.gravity.varies(),
        };
        for k in 0..count {
            for contact in &world.state.bodies[group.members[k]].contacts {
                group.add_row(world, k, *contact);
            }
        }
        group
    }

    fn add_row(&mut self, world: &World, member: usize, contact: Contact) {
        let (other, friction, surface_velocity) = match contact.with {
            Other::Collider(c) => {
                let thing = &world.colliders[c as usize];
                (None, thing.material().friction(), thing.surface_velocity())
            }
            Other::Ball(j) => {
                let other = self.members.iter().position(|&m| m == j as usize);
                // Each pair once, from the side of the lower index.
                if other.is_none_or(|other| other < member) {
                    return;
                }
                (other, world.ball_material.friction(), DVec3::ZERO)
            }
        };
        let (with, touch) = (contact.with, contact.touch);
        let (force, grip, bend) = (0.0, DVec3::ZERO, 0.0);
        self.rows.push(Row { member, other, with, touch, friction, surface_velocity, force, grip, bend });
    }

    /// Puts right what drifted: closes gaps and overlaps, takes out speed along the normals, drops what has parted.
    pub(super) fn hold_together(&mut self, world: &World) {
        for _ in 0..2 {
            self.touch_anew(world);
            for k in 0..self.rows.len() {
                let Row { member, other, touch, .. } = self.rows[k];
                let gap = touch.distance - self.balls[member].radius;
                match other {
                    None => self.balls[member].position -= touch.normal * gap,
                    Some(other) => {
                        let (a, b) = (self.balls[member].mass, self.balls[other].mass);
                        self.balls[member].position -= touch.normal * (gap * b / (a + b));
                        self.balls[other].position += touch.normal * (gap * a / (a + b));
                    }
                }
            }
        }
        self.drop_what_leaves();
        self.take_out_approach();
    }

    /// Contacts that open faster than a piece can drift are no more; the drift of the others is taken out.
    fn drop_what_leaves(&mut self) {
        let balls = &mut self.balls;
        self.rows.retain(|row| {
            let opening = relative_velocity(balls, row).dot(row.touch.normal);
            // On a flat thing that stays, the path keeps to the surface by itself.
            let drift = if row.other.is_none() && row.touch.curvature == 0.0 { STILL_SPEED } else { DRIFT };
            if opening > 0.0 && opening <= drift {
                share_out(balls, row, -opening);
            }
            opening <= drift
        });
    }

    /// The touch of every contact where the balls are now; contacts that are no more are dropped.
    fn touch_anew(&mut self, world: &World) {
        let balls = &self.balls;
        self.rows.retain_mut(|row| {
            let ball = &balls[row.member];
            let touch = match (row.with, row.other) {
                (Other::Collider(c), _) => world.colliders[c as usize].shape().touch(ball.position),
                (Other::Ball(_), Some(other)) => {
                    let arm = ball.position - balls[other].position;
                    Some(Touch::convex(arm, balls[other].radius, DVec3::ZERO, row.touch.normal))
                }
                (Other::Ball(_), None) => None,
            };
            let Some(touch) = touch else { return false };
            row.touch = touch;
            (touch.distance - ball.radius).abs() < PARTED
        });
    }

    /// No contact closes: what approaches loses that part of its speed.
    fn take_out_approach(&mut self) {
        for _ in 0..CONTACT_ROUNDS {
            let mut most: f64 = 0.0;
            for k in 0..self.balls.len() {
                let rows = self.rows.iter().filter(|row| row.member == k && row.other.is_none());
                let bounds: Vec<(DVec3, f64)> =
                    rows.map(|row| (row.touch.normal, row.surface_velocity.dot(row.touch.normal))).collect();
                let velocity = project(self.balls[k].velocity, &bounds).0;
                most = most.max((velocity - self.balls[k].velocity).length());
                self.balls[k].velocity = velocity;
            }
            for row in self.rows.iter().filter(|row| row.other.is_some()) {
                let opening = relative_velocity(&self.balls, row).dot(row.touch.normal);
                if opening < 0.0 {
                    share_out(&mut self.balls, row, -opening);
                    most = most.max(-opening);
                }
            }
            if most <= 1e-15 {
                return;
            }
        }
    }

    /// Finds all forces, and with them how every ball accelerates.
    pub(super) fn find_forces(&mut self, world: &World) {
        let pulls: Vec<(DVec3, DVec3)> = self.balls.iter().map(|ball| world.pull_on(ball, PIECE)).collect();
        for k in 0..self.rows.len() {
            let row = self.rows[k];
            let velocity = relative_velocity(&self.balls, &row);
            self.rows[k].bend = row.touch.gap_acceleration(velocity, DVec3::ZERO);
        }
        for _ in 0..CONTACT_ROUNDS {
            let before = self.acceleration.clone();
            for (k, &(pull, twist)) in pulls.iter().enumerate() {
                self.press(k, pull, twist);
            }
            self.press_balls_together();
            self.grip();
            let change = before.iter().zip(&self.acceleration).map(|(a, b)| (*a - *b).length()).fold(0.0, f64::max);
            if change <= CONTACT_ACCELERATION {
                break;
            }
        }
    }

    /// The forces of the fixed things on ball `k`, given all other forces.
    fn press(&mut self, k: usize, pull: DVec3, twist: DVec3) {
        let ball = &self.balls[k];
        let (mut acceleration, mut spin_rate) = (pull, twist);
        for row in &self.rows {
            // Grips of fixed things, and everything from other balls.
            let arm = -row.touch.normal * ball.radius;
            if row.member == k {
                let push = if row.other.is_some() { row.touch.normal * row.force } else { DVec3::ZERO };
                acceleration += (push + row.grip) / ball.mass;
                spin_rate += arm.cross(row.grip) / ball.inertia();
            } else if row.other == Some(k) {
                acceleration -= (row.touch.normal * row.force + row.grip) / ball.mass;
                spin_rate += arm.cross(row.grip) / ball.inertia();
            }
        }
        let fixed = |row: &&mut Row| row.member == k && row.other.is_none();
        let bounds: Vec<(DVec3, f64)> =
            self.rows.iter_mut().filter(fixed).map(|row| (row.touch.normal, -row.bend)).collect();
        let (held, forces) = project(acceleration, &bounds);
        let mass = ball.mass;
        for (row, force) in self.rows.iter_mut().filter(fixed).zip(forces) {
            row.force = force * mass;
        }
        self.acceleration[k] = held;
        self.spin_rate[k] = spin_rate;
    }

    /// One round over the contacts of two balls.
    fn press_balls_together(&mut self) {
        for row in &mut self.rows {
            let Some(other) = row.other else { continue };
            let (a, b) = (self.balls[row.member].mass, self.balls[other].mass);
            let parting = (self.acceleration[row.member] - self.acceleration[other]).dot(row.touch.normal) + row.bend;
            let force = (row.force - parting * (a * b / (a + b))).max(0.0);
            let change = row.touch.normal * (force - row.force);
            row.force = force;
            self.acceleration[row.member] += change / a;
            self.acceleration[other] -= change / b;
        }
    }

    /// One round over the grips: each takes what would stop the slip at the end of a piece, up to what it can.
    fn grip(&mut self) {
        for row in &mut self.rows {
            if row.friction == 0.0 {
                continue;
            }
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
            let wanted = slip(&self.balls, row) / PIECE + (rate - n * rate.dot(n));
            let grip = row.grip - wanted / (3.5 * mobility);
            let limit = row.friction * row.force;
            let size = grip.length();
            let grip = if size > limit { grip * (limit / size) } else { grip };
            let change = grip - row.grip;
            row.grip = grip;
            self.acceleration[row.member] += change / one.mass;
            self.spin_rate[row.member] += arm.cross(change) / one.inertia();
            if let Some(other) = row.other {
                let two = &self.balls[other];
                self.acceleration[other] -= change / two.mass;
                self.spin_rate[other] += arm.cross(change) * (two.radius / one.radius) / two.inertia();
            }
        }
    }

    /// Contacts that part: no force, and the gap opens.
    pub(super) fn lifted(&self) -> Vec<(usize, Other)> {
        let mut lifted = Vec::new();
        for row in &self.rows {
            let mut rate = self.acceleration[row.member];
            if let Some(other) = row.other {
                rate -= self.acceleration[other];
            }
            if row.force <= 0.0 && rate.dot(row.touch.normal) + row.bend > LIFT_ACCELERATION {
                lifted.push((self.members[row.member], row.with));
                if let Some(other) = row.other {
                    lifted.push((self.members[other], Other::Ball(self.members[row.member] as u32)));
                }
            }
        }
        lifted
    }

    /// Does nothing in it move, or begin to?
    pub(super) fn is_still(&self) -> bool {
        let still = |ball: &Ball| ball.velocity.length() <= STILL_IN_GROUP;
        self.balls.iter().all(still)
            && self.acceleration.iter().all(|a| a.length() <= STILL_IN_GROUP)
            && self.rows.iter().all(|row| row.friction == 0.0 || slip(&self.balls, row).length() <= STILL_SPEED)
    }

    /// Is the motion a parabola for as long as the contacts last?
    pub(super) fn moves_on_flats_only(&self) -> bool {
        !self.varies
            && self.rows.iter().all(|row| row.other.is_none() && row.touch.curvature == 0.0 && row.friction == 0.0)
    }

    /// Does ball `k` roll without slip on everything it touches?
    pub(super) fn rolls(&self, k: usize) -> bool {
        self.rows
            .iter()
            .filter(|row| row.member == k || row.other == Some(k))
            .all(|row| row.friction > 0.0 && slip(&self.balls, row).length() <= STILL_SPEED)
    }

    /// The group's balls, by rising index.
    pub(super) fn members(&self) -> &[usize] {
        &self.members
    }

    /// Ball `k`, its acceleration and the rate of its spin.
    pub(super) fn motion(&self, k: usize) -> (Ball, DVec3, DVec3) {
        (self.balls[k], self.acceleration[k], self.spin_rate[k])
    }

    /// The contacts of ball `k`, seen from it.
    pub(super) fn contacts_of(&self, k: usize) -> impl Iterator<Item = Contact> + '_ {
        self.rows.iter().filter_map(move |row| {
            if row.member == k {
                Some(Contact { with: row.with, touch: row.touch })
            } else if row.other == Some(k) {
                let with = Other::Ball(self.members[row.member] as u32);
                Some(Contact { with, touch: Touch { normal: -row.touch.normal, ..row.touch } })
            } else {
                None
            }
        })
    }

    /// The normal of ball `k`'s contact with `with`.
    pub(super) fn normal_of(&self, k: usize, with: Other) -> Option<DVec3> {
        self.contacts_of(k).find(|contact| contact.with == with).map(|contact| contact.touch.normal)
    }
}

fn relative_velocity(balls: &[Ball], row: &Row) -> DVec3 {
    let other = row.other.map_or(row.surface_velocity, |other| balls[other].velocity);
    balls[row.member].velocity - other
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

/// m/s: how the surfaces slip past each other.
fn slip(balls: &[Ball], row: &Row) -> DVec3 {
    let n = row.touch.normal;
    let one = &balls[row.member];
    let mine = one.surface_velocity(-n * one.radius);
    let theirs = row.other.map_or(row.surface_velocity, |other| balls[other].surface_velocity(n * balls[other].radius));
    let slip = mine - theirs;
    slip - n * slip.dot(n)
}

/// The vector nearest to `wanted` with `x · n >= b` for every bound `(n, b)`, and how hard each bound pushes.
///
/// In space at most three independent bounds are active, so all sets of up to three are tried, the smallest first; the
/// first that pushes only outwards and breaks no other bound is the answer (the Karush–Kuhn–Tucker conditions of a
/// convex problem, so there is only one).
fn project(wanted: DVec3, bounds: &[(DVec3, f64)]) -> (DVec3, Vec<f64>) {
    let scale = wanted.length() + bounds.iter().map(|b| b.1.abs()).fold(0.0, f64::max);
    let slack = 1e-13 * scale;
    let mut best = (f64::INFINITY, wanted, vec![0.0; bounds.len()]);
    let count = bounds.len();
    let mut consider = |set: &[usize], forces: &[f64]| -> bool {
        let x = set.iter().zip(forces).fold(wanted, |x, (&k, &f)| x + bounds[k].0 * f);
        let pull = forces.iter().fold(0.0_f64, |worst, &f| worst.max(-f));
        let broken = bounds.iter().map(|(n, b)| b - x.dot(*n)).fold(0.0, f64::max);
        let fault = pull.max(broken);
        if fault < best.0 {
            best = (fault, x, vec![0.0; count]);
            set.iter().zip(forces).for_each(|(&k, &f)| best.2[k] = f.max(0.0));
        }
        fault <= slack
    };
    let lack = |k: usize| bounds[k].1 - wanted.dot(bounds[k].0);
    if consider(&[], &[]) {
        return (best.1, best.2);
    }
    for i in 0..count {
        if consider(&[i], &[lack(i)]) {
            return (best.1, best.2);
        }
    }
    for i in 0..count {
        for j in i + 1..count {
            let overlap = bounds[i].0.dot(bounds[j].0);
            let determinant = 1.0 - overlap * overlap;
            if determinant < 1e-12 {
                continue; // The same direction, or opposite: one of them alone does it.
            }
            let (a, b) = (lack(i), lack(j));
            if consider(&[i, j], &[(a - overlap * b) / determinant, (b - overlap * a) / determinant]) {
                return (best.1, best.2);
            }
        }
    }
    for i in 0..count {
        for j in i + 1..count {
            for k in j + 1..count {
                let normals = DMat3::from_cols(bounds[i].0, bounds[j].0, bounds[k].0);
                let gram = normals.transpose() * normals;
                if gram.determinant() < 1e-12 {
                    continue;
                }
                let forces = gram.inverse() * DVec3::new(lack(i), lack(j), lack(k));
                if consider(&[i, j, k], &forces.to_array()) {
                    return (best.1, best.2);
                }
            }
        }
    }
    (best.1, best.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_ball_in_a_groove_is_held_by_both_sides() {
        let (left, right) = (DVec3::new(0.6, 0.0, 0.8), DVec3::new(-0.6, 0.0, 0.8));
        let (a, forces) = project(DVec3::new(0.0, 1.0, -10.0), &[(left, 0.0), (right, 0.0)]);
        assert!((a - DVec3::new(0.0, 1.0, 0.0)).length() < 1e-15, "only along the groove: {a}");
        assert!((forces[0] - 6.25).abs() < 1e-12 && (forces[1] - 6.25).abs() < 1e-12, "{forces:?}");
    }

    proptest! {
        #[test]
        fn forces_push_and_nothing_is_broken(
            wanted in proptest::array::uniform3(-10.0..10.0_f64),
            normals in proptest::collection::vec(proptest::array::uniform3(-1.0..1.0_f64), 0..4),
        ) {
            // Normals of one half-space, so that there is always a way out.
            let bounds: Vec<(DVec3, f64)> = normals
                .into_iter()
                .map(|n| (DVec3::new(n[0], n[1], n[2].abs() + 0.1).normalize(), 0.0))
                .collect();
            let wanted = DVec3::from(wanted);
            let (x, forces) = project(wanted, &bounds);
            let sum = bounds.iter().zip(&forces).fold(wanted, |x, (b, f)| x + b.0 * *f);
            prop_assert!((sum - x).length() < 1e-9);
            for ((n, _), f) in bounds.iter().zip(&forces) {
                prop_assert!(*f >= 0.0 && x.dot(*n) >= -1e-9, "broken {} {}", f, x.dot(*n));
                prop_assert!(*f <= 1e-9 || x.dot(*n) < 1e-8, "pushes though it parts");
            }
        }
    }
}
