//! A group of balls that touch each other and things, and the forces that hold it.
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
use super::body::{Contact, Graze, Other};
use super::cone::{Bound, nearest};
use crate::ball::Ball;
use crate::shape::Touch;
use crate::tolerance::{
    CONTACT_ACCELERATION, CONTACT_ROUNDS, DRIFT_SPEED, FORCE_ROUNDS, HELD_SPEED, OVERLAP, PARTED, PIECE, PIECE_ANGLE,
    REPAIR_ROUNDS, SMOOTH_PIECE, STILL_IN_GROUP, STILL_PULL, STILL_SPEED,
};
use glam::DVec3;

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
    /// m/s: of a fixed thing.
    surface_velocity: DVec3,
    /// Did it press before, so that it may have drifted?
    pressed: bool,
    /// m/s: parting slower than this is no parting.
    graze_limit: f64,
    /// N: how hard it pushes.
    force: f64,
    /// N: how it grips.
    grip: DVec3,
    /// m/s²: what the bend of the surface adds to the gap's acceleration.
    bend: f64,
    /// m/s: how the surfaces slip past each other at the start.
    slip: DVec3,
    /// m/s²: how the slip changes because the point of contact goes round.
    swing: DVec3,
}

/// Balls that touch each other, and all their contacts: first those with fixed things, by ball, then those of balls.
#[derive(Debug)]
pub(super) struct Group {
    members: Vec<usize>,
    balls: Vec<Ball>,
    /// What pulls and twists each, without the contacts.
    pulls: Vec<(DVec3, DVec3)>,
    acceleration: Vec<DVec3>,
    spin_rate: Vec<DVec3>,
    rows: Vec<Row>,
    varies: bool,
    /// s: how long the forces are taken to hold.
    piece: f64,
}

impl Group {
    /// Ball `i` and all balls that it touches, directly or through others, as they are now.
    pub(super) fn gather(world: &World, i: usize) -> Self {
        let now = world.state.time;
        let mut members = vec![i];
        let mut next = 0;
        while next < members.len() {
            for with in touching(world, members[next]) {
                if let Other::Ball(j) = with
                    && !members.contains(&(j as usize))
                {
                    members.push(j as usize);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        let balls: Vec<Ball> = members.iter().map(|&m| world.state.bodies[m].at(now)).collect();
        let pulls: Vec<(DVec3, DVec3)> = balls.iter().map(|ball| world.pull_on(ball, PIECE)).collect();
        let (acceleration, spin_rate) = pulls.iter().copied().unzip();
        let varies = world.gravity.varies();
        let mut group = Self { members, balls, pulls, acceleration, spin_rate, rows: Vec::new(), varies, piece: PIECE };
        for k in 0..group.members.len() {
            let body = &world.state.bodies[group.members[k]];
            for contact in &body.contacts {
                group.add_row(world, k, *contact, contact.force > 0.0);
            }
            for graze in body.grazes.iter().filter(|graze| is_current(world, graze)) {
                let touch = Touch::flat(graze.normal, group.balls[k].radius);
                group.add_row(world, k, Contact::new(graze.with, touch), false);
            }
        }
        group.rows.sort_by_key(|row| (row.other.is_some(), row.member));
        if !group.varies && group.rows.iter().all(|row| row.friction == 0.0) {
            group.piece = SMOOTH_PIECE;
        }
        group
    }

    fn add_row(&mut self, world: &World, k: usize, contact: Contact, pressed: bool) {
        let (mut member, mut other, mut with, mut touch) = (k, None, contact.with, contact.touch);
        let mut grip = contact.grip;
        let (friction, surface_velocity) = match with {
            Other::Collider(c) => {
                let thing = &world.colliders[c as usize];
                (thing.material().friction(), thing.surface_velocity())
            }
            Other::Ball(j) => {
                let Ok(j) = self.members.binary_search(&(j as usize)) else { return };
                other = Some(j);
                if j < k {
                    // Each pair once, from the side of the lower index.
                    (member, other, with) = (j, Some(k), Other::Ball(self.members[k] as u32));
                    touch.normal = -touch.normal;
                    grip = -grip;
                }
                (world.ball_material.friction(), DVec3::ZERO)
            }
        };
        if self.rows.iter().any(|row| row.member == member && row.with == with) {
            return;
        }
        let graze_limit = world.state.bodies[self.members[k]].graze_limit();
        let (force, bend) = (contact.force, 0.0);
        self.rows.push(Row {
            member,
            other,
            with,
            touch,
            friction,
            surface_velocity,
            pressed,
            graze_limit,
            force,
            grip,
            bend,
            slip: DVec3::ZERO,
            swing: DVec3::ZERO,
        });
    }

    /// Puts right what drifted: closes gaps and overlaps, drops what has parted or leaves.
    pub(super) fn hold_together(&mut self, world: &World) {
        for k in 0..self.rows.len() {
            self.touch_anew(world, k);
        }
        self.drop_what_has_parted();
        for _ in 0..REPAIR_ROUNDS {
            let mut widest: f64 = 0.0;
            for k in 0..self.rows.len() {
                // Each from where the ones before have put the balls: then a ring of contacts that cannot all be closed
                // to the last digit is closed as well as can be, and does not drive itself apart.
                self.touch_anew(world, k);
                let Row { member, other, touch, .. } = self.rows[k];
                let gap = touch.distance - self.balls[member].radius;
                if gap == f64::INFINITY {
                    continue;
                }
                widest = widest.max(gap.abs());
                match other {
                    None => self.balls[member].position -= touch.normal * gap,
                    Some(other) => {
                        let (a, b) = (self.balls[member].mass, self.balls[other].mass);
                        self.balls[member].position -= touch.normal * (gap * b / (a + b));
                        self.balls[other].position += touch.normal * (gap * a / (a + b));
                    }
                }
            }
            if widest <= 0.1 * OVERLAP {
                break;
            }
        }
        self.rows.retain(|row| row.touch.distance.is_finite());
        self.drop_what_leaves();
    }

    /// The touch of a contact where the balls are now; past the end of a thing there is none, and the gap is endless.
    fn touch_anew(&mut self, world: &World, k: usize) {
        let row = &mut self.rows[k];
        let ball = &self.balls[row.member];
        let touch = match (row.with, row.other) {
            (Other::Ball(_), Some(other)) => {
                let arm = ball.position - self.balls[other].position;
                Some(Touch::convex(arm, self.balls[other].radius, DVec3::ZERO, row.touch.normal))
            }
            (Other::Collider(c), _) => world.colliders[c as usize].shape().touch(ball.position),
            (Other::Ball(_), None) => None,
        };
        match touch {
            Some(touch) => row.touch = touch,
            None => row.touch.distance = f64::INFINITY,
        }
    }

    /// Contacts whose gap is open are no more. Overlaps are put right, however deep.
    fn drop_what_has_parted(&mut self) {
        let balls = &self.balls;
        self.rows.retain(|row| {
            let parted = if row.pressed { PARTED } else { OVERLAP };
            row.touch.distance - balls[row.member].radius < parted
        });
    }

    /// Contacts that open faster than a piece can drift are no more.
    fn drop_what_leaves(&mut self) {
        let balls = &self.balls;
        self.rows.retain(|row| {
            let opening = relative_velocity(balls, row).dot(row.touch.normal);
            opening <= if row.pressed { DRIFT_SPEED } else { row.graze_limit.max(STILL_SPEED) }
        });
    }

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
        for k in 0..self.rows.len() {
            self.rows[k].slip = slip(&self.balls, &self.rows[k]);
        }
        // Forces depend on speeds round a bend, and speeds on what presses: first what approaches is stopped, then each
        // follows the other until they agree.
        self.hold_pressed();
        for _ in 0..4 {
            self.go_round();
            if self.hold_pressed() <= DRIFT_SPEED {
                break;
            }
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
        for (k, touch) in touches.iter().enumerate() {
            self.touch_anew(world, k);
            if self.rows[k].touch.distance == f64::INFINITY {
                self.rows[k].touch = *touch; // It runs off on the way; until then it is carried.
            }
        }
        self.go_round();
        self.balls = start;
        self.rows.iter_mut().zip(touches).for_each(|(row, touch)| row.touch = touch);
    }

    /// Goes round all contacts, from the forces that they have, until nothing changes.
    fn go_round(&mut self) {
        for (k, &(pull, twist)) in self.pulls.iter().enumerate() {
            (self.acceleration[k], self.spin_rate[k]) = (pull, twist);
        }
        for k in 0..self.rows.len() {
            let row = self.rows[k];
            let velocity = relative_velocity(&self.balls, &row);
            self.rows[k].bend = row.touch.gap_acceleration(velocity, DVec3::ZERO);
            self.rows[k].swing = swing(&self.balls, &row, velocity);
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

    /// s: how long the forces hold.
    pub(super) fn piece(&self) -> f64 {
        self.piece
    }

    /// Does nothing in it move, or begin to?
    pub(super) fn is_still(&self) -> bool {
        self.balls.iter().all(|ball| ball.velocity.length() <= STILL_IN_GROUP)
            && self.acceleration.iter().all(|a| a.length() <= STILL_PULL)
            && self.rows.iter().all(|row| row.friction == 0.0 || slip(&self.balls, row).length() <= STILL_IN_GROUP)
    }

    /// Is the motion a parabola for as long as the contacts last?
    pub(super) fn moves_on_flats_only(&self) -> bool {
        let closed_form =
            |row: &Row| row.force == 0.0 || row.other.is_none() && row.touch.curvature == 0.0 && row.friction == 0.0;
        !self.varies && self.rows.iter().all(closed_form)
    }

    /// Does ball `k` roll without slip on everything that presses it?
    pub(super) fn rolls(&self, k: usize) -> bool {
        self.rows
            .iter()
            .filter(|row| (row.member == k || row.other == Some(k)) && row.force > 0.0)
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

    /// What presses ball `k`, seen from it.
    pub(super) fn contacts_of(&self, k: usize) -> impl Iterator<Item = Contact> + '_ {
        let pressing = self.rows.iter().filter(|row| row.force > 0.0);
        pressing.filter_map(move |row| {
            let (with, normal) = self.seen_from(k, row)?;
            let grip = if row.member == k { row.grip } else { -row.grip };
            Some(Contact { with, touch: Touch { normal, ..row.touch }, force: row.force, grip })
        })
    }

    /// What ball `k` touches without being pressed: on this path it cannot meet it, unless they are driven together. The
    /// versions are yet to be set.
    pub(super) fn grazes_of(&self, k: usize) -> impl Iterator<Item = Graze> + '_ {
        let touches = |row: &&Row| relative_velocity(&self.balls, row).dot(row.touch.normal) <= row.graze_limit;
        let idle = self.rows.iter().filter(|row| row.force <= 0.0).filter(touches);
        idle.filter_map(move |row| {
            let (with, normal) = self.seen_from(k, row)?;
            let velocity = match row.other {
                None => row.surface_velocity,
                Some(other) => self.balls[if row.member == k { other } else { row.member }].velocity,
            };
            Some(Graze { with, normal, velocity, version: 0 })
        })
    }

    /// The other party of a row and the normal, as ball `k` sees them, if it is one of its own.
    fn seen_from(&self, k: usize, row: &Row) -> Option<(Other, DVec3)> {
        if row.member == k {
            Some((row.with, row.touch.normal))
        } else if row.other == Some(k) {
            Some((Other::Ball(self.members[row.member] as u32), -row.touch.normal))
        } else {
            None
        }
    }
}

/// Everything that a ball touches.
fn touching(world: &World, i: usize) -> impl Iterator<Item = Other> + '_ {
    let body = &world.state.bodies[i];
    let grazed = body.grazes.iter().filter(|graze| is_current(world, graze)).map(|graze| graze.with);
    body.contacts.iter().map(|contact| contact.with).chain(grazed)
}

/// Is the other still on the path on which it was grazed?
pub(super) fn is_current(world: &World, graze: &Graze) -> bool {
    match graze.with {
        Other::Collider(_) => true,
        Other::Ball(j) => world.state.bodies[j as usize].version == graze.version,
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

/// m/s: how the surfaces slip past each other.
fn slip(balls: &[Ball], row: &Row) -> DVec3 {
    let n = row.touch.normal;
    let one = &balls[row.member];
    let mine = one.surface_velocity(-n * one.radius);
    let theirs = row.other.map_or(row.surface_velocity, |other| balls[other].surface_velocity(n * balls[other].radius));
    let slip = mine - theirs;
    slip - n * slip.dot(n)
}
