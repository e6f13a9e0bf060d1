//! A group of balls that touch each other and things: who belongs to it, what of it has drifted, how it goes on.
//!
//! The forces that hold it are found in `forces`.

use super::body::{Contact, Graze, Other};
use super::dense::Dense;
use super::driven::NOBODY;
use super::rounds::Rounds;
use super::{World, overlap};
use crate::ball::Ball;
use crate::shape::Touch;
use crate::space::Moving;
use crate::tolerance::{
    CLOSED_GAP, DRIFT_SPEED, OVERLAP, PARTED, PIECE, REPAIR_ROUNDS, SMOOTH_PIECE, SQUEEZED_DEPTH, STILL_IN_GROUP,
    STILL_PULL, STILL_SPEED,
};
use glam::DVec3;

/// m: gaps wider than this are no drift of a piece of motion: somebody put balls into each other.
const DEEP: f64 = 1e-4;

/// One contact of the group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Which of the group's balls; the touch is its.
    pub(super) member: usize,
    /// Which other of the group's balls.
    pub(super) other: Option<usize>,
    pub(super) with: Other,
    pub(super) touch: Touch,
    pub(super) friction: f64,
    /// m/s: of a fixed thing.
    pub(super) surface_velocity: DVec3,
    /// The driven thing that it belongs to, or none.
    pub(super) drive: u32,
    /// Did it press before, so that it may have drifted?
    pub(super) pressed: bool,
    /// m/s: parting slower than this is no parting.
    pub(super) graze_limit: f64,
    /// N: how hard it pushes.
    pub(super) force: f64,
    /// N: how it grips.
    pub(super) grip: DVec3,
    /// m/s²: what the bend of the surface adds to the gap's acceleration.
    pub(super) bend: f64,
    /// m/s: how the surfaces slip past each other at the start.
    pub(super) slip: DVec3,
    /// m/s²: how the slip changes because the point of contact goes round.
    pub(super) swing: DVec3,
}

/// How a contact acts over a piece, for whoever keeps books.
#[derive(Clone, Copy, Debug)]
pub(super) struct Acts {
    /// The normal along which it pushes: that of the middle of the piece.
    pub(super) along: DVec3,
    /// m/s²: how the velocity of a driven thing's surface changes there along the piece.
    pub(super) change: DVec3,
}

/// What a contact feels of the motion of a driven thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Felt {
    /// m/s²: what is added to the gap's acceleration.
    pub(super) lift: f64,
    /// m/s²: what is added to that of the slip.
    pub(super) drag: DVec3,
    /// m/s: of the centre, seen from the thing, less that of the point of contact.
    pub(super) lever: DVec3,
}

impl Felt {
    pub(super) const NOTHING: Self = Self { lift: 0.0, drag: DVec3::ZERO, lever: DVec3::ZERO };

    /// Of a thing that moves so, by a ball that touches it along `normal`.
    ///
    /// With ρ the arm from the thing's origin to the point of contact, Ω its spin and n the normal, which turns with it: the
    /// surface's velocity V + Ω×ρ changes along the contact's way by A + α×ρ + Ω×(v - V - r Ω×n), and the slip's other part,
    /// v - r ω×n, by -r ω×(Ω×n) because the normal turns.
    fn new(moving: &Moving, ball: &Ball, normal: DVec3) -> Self {
        let turning = moving.spin.cross(normal) * ball.radius;
        let arm = ball.position - normal * ball.radius - moving.lies.origin();
        let surface = moving.acceleration
            + moving.spin_rate.cross(arm)
            + moving.spin.cross(ball.velocity - moving.velocity - turning);
        Self {
            lift: -normal.dot(moving.acceleration_of(ball.position, ball.velocity)),
            drag: -ball.spin.cross(turning) - surface,
            lever: -turning,
        }
    }
}

/// A group that is not in use: its room serves the next one. A copy of a world makes its own.
#[derive(Debug, Default)]
pub(super) struct Spare(Option<Box<Group>>);

impl Spare {
    pub(super) fn take(&mut self) -> Box<Group> {
        self.0.take().unwrap_or_default()
    }

    pub(super) fn put(&mut self, group: Box<Group>) {
        self.0 = Some(group);
    }
}

impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Balls that touch each other, and all their contacts: first those with fixed things, by ball, then those of balls.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) members: Vec<usize>,
    pub(super) balls: Vec<Ball>,
    /// What pulls and twists each, without the contacts.
    pub(super) pulls: Vec<(DVec3, DVec3)>,
    pub(super) acceleration: Vec<DVec3>,
    pub(super) spin_rate: Vec<DVec3>,
    pub(super) rows: Vec<Row>,
    /// Of each row; nothing if none is of a driven thing.
    pub(super) felt: Vec<Felt>,
    /// Of each row; nothing unless books are kept.
    pub(super) acts: Vec<Acts>,
    /// Room for the balls and touches at the start of a piece, and for going round.
    pub(super) start: Vec<Ball>,
    pub(super) touches: Vec<Touch>,
    pub(super) rounds: Rounds,
    pub(super) dense: Dense,
    /// Are the equations of all contacts set up?
    pub(super) at_once: bool,
    /// Which of its balls rest, and which of them touch none that does not.
    resting: Vec<bool>,
    apart: Vec<bool>,
    /// Which balls of the world have been found to belong to it; all false but while they are looked for.
    seen: Vec<bool>,
    varies: bool,
    /// How many things were asked whether a ball is in them.
    pub(super) toil: usize,
    /// Is it one ball between things that are flat from end to end, so that forces may hold for long? A bat's face ends in a bend,
    /// which a ball that is there already, but for a rounding, would pass.
    pub(super) lasting: bool,
    /// s: how long the forces are taken to hold.
    pub(super) piece: f64,
    /// s: how long driven things that turn may be taken as steady.
    pub(super) steady: f64,
    /// s: the moment for which touches are found.
    pub(super) moment: f64,
}

impl Group {
    /// Makes it that of ball `i` and all balls that it touches, directly or through others, as they are now.
    pub(super) fn gather(&mut self, world: &World, i: usize) {
        self.clear();
        (self.varies, self.piece, self.steady, self.moment) =
            (world.gravity.varies(), PIECE, f64::INFINITY, world.state.time);
        self.find_members(world, i);
        for &member in &self.members {
            let ball = world.state.bodies[member].at(self.moment);
            let (pull, twist) = world.pull_on(&ball, PIECE);
            self.balls.push(ball);
            self.pulls.push((pull, twist));
            self.acceleration.push(pull);
            self.spin_rate.push(twist);
        }
        for k in 0..self.members.len() {
            let body = &world.state.bodies[self.members[k]];
            for contact in &body.contacts {
                self.add_row(world, k, *contact, contact.force > 0.0);
            }
            for graze in body.grazes.iter().filter(|graze| is_current(world, graze)) {
                let touch = Touch::flat(graze.normal, self.balls[k].radius);
                self.add_row(world, k, Contact::new(graze.with, touch), false);
            }
        }
        self.rows.sort_by_key(|row| (row.other.is_some(), row.member));
        let smooth = self.rows.iter().all(|row| row.friction == 0.0);
        // Alone between flat things a ball goes straight, and what presses and grips it changes little.
        let straight = self.rows.iter().all(|row| row.other.is_none() && row.touch.curvature == 0.0);
        let all_flat = |row: &Row| match row.with {
            Other::Collider(c) => world.colliders[c as usize].shape().rank() == 0,
            Other::Ball(_) => false,
        };
        self.lasting = straight && !self.varies && self.rows.iter().all(all_flat);
        if !self.varies && (smooth || straight) {
            self.piece = SMOOTH_PIECE;
        }
        self.piece = self.piece.min(self.steady);
    }

    /// Empties it, and keeps its room.
    fn clear(&mut self) {
        self.members.clear();
        self.balls.clear();
        self.pulls.clear();
        self.acceleration.clear();
        self.spin_rate.clear();
        self.rows.clear();
        self.felt.clear();
        self.acts.clear();
    }

    /// Ball `i` and all that it touches, directly or through others, by rising index.
    fn find_members(&mut self, world: &World, i: usize) {
        self.seen.resize(world.state.bodies.len(), false);
        self.members.push(i);
        self.seen[i] = true;
        let mut next = 0;
        while next < self.members.len() {
            for with in touching(world, self.members[next]) {
                if let Other::Ball(j) = with
                    && !core::mem::replace(&mut self.seen[j as usize], true)
                {
                    self.members.push(j as usize);
                }
            }
            next += 1;
        }
        self.members.iter().for_each(|&member| self.seen[member] = false);
        self.members.sort_unstable();
    }

    fn add_row(&mut self, world: &World, k: usize, contact: Contact, pressed: bool) {
        let (mut member, mut other, mut with, mut touch) = (k, None, contact.with, contact.touch);
        let mut grip = contact.grip;
        let mut drive = NOBODY;
        let (friction, surface_velocity) = match with {
            Other::Collider(c) => {
                drive = world.carrier[c as usize];
                self.steady = self.steady.min(world.steady_for(c));
                let ball = &self.balls[k];
                let at = ball.position - touch.normal * ball.radius;
                (world.colliders[c as usize].material().friction(), world.surface_velocity_at(c, at))
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
            drive,
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
        let mut moved = false;
        for _ in 0..REPAIR_ROUNDS {
            let mut widest: f64 = 0.0;
            for k in 0..self.rows.len() {
                // Each from where the ones before have put the balls: then a ring of contacts that cannot all be closed
                // to the last digit is closed as well as can be, and does not drive itself apart.
                if moved {
                    self.touch_anew(world, k);
                }
                let Row { member, other, touch, .. } = self.rows[k];
                let gap = touch.distance - self.balls[member].radius;
                if gap == f64::INFINITY || gap.abs() <= CLOSED_GAP {
                    continue;
                }
                moved = true;
                widest = widest.max(gap.abs());
                match other {
                    None => self.balls[member].position -= touch.normal * gap,
                    Some(other) => {
                        let (a, b) = (self.balls[member].mass, self.balls[other].mass);
                        // Deep in each other only balls are that were put there: they part step by step.
                        let gap =
                            gap.max(-overlap::LONGEST_STEP * self.balls[member].radius.min(self.balls[other].radius));
                        self.balls[member].position -= touch.normal * (gap * b / (a + b));
                        self.balls[other].position += touch.normal * (gap * a / (a + b));
                    }
                }
            }
            if widest <= 0.1 * OVERLAP {
                break;
            }
            if widest > DEEP {
                self.come_out_of_things(world);
            }
        }
        self.rows.retain(|row| row.touch.distance.is_finite());
        self.drop_what_leaves();
    }

    /// Balls that were moved far must not be moved through a wall which they do not touch yet, so that no row knows it.
    #[cold]
    fn come_out_of_things(&mut self, world: &World) {
        for (&member, ball) in self.members.iter().zip(&mut self.balls) {
            ball.position = overlap::out_of_things(world, member, ball.position, &mut self.toil);
        }
    }

    /// The touch of a contact where the balls are now; past the end of a thing there is none, and the gap is endless.
    pub(super) fn touch_anew(&mut self, world: &World, k: usize) {
        let row = &mut self.rows[k];
        let ball = &self.balls[row.member];
        let touch = match (row.with, row.other) {
            (Other::Ball(_), Some(other)) => {
                let arm = ball.position - self.balls[other].position;
                Some(Touch::convex(arm, self.balls[other].radius, DVec3::ZERO, row.touch.normal))
            }
            (Other::Collider(c), _) if row.drive != NOBODY => world.driven_touch(c, ball.position, self.moment),
            (Other::Collider(c), _) => world.touch_of(self.members[row.member], c, ball.position),
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

    /// What the contacts feel of driven things, where these are at `self.moment`.
    #[inline]
    pub(super) fn feel_driven(&mut self, world: &World) {
        if !self.felt.is_empty() {
            self.feel(world);
        }
    }

    #[cold]
    fn feel(&mut self, world: &World) {
        for (row, felt) in self.rows.iter_mut().zip(&mut self.felt).filter(|(row, _)| row.drive != NOBODY) {
            let moving = world.state.driven[row.drive as usize].stretch.at(self.moment);
            let ball = &self.balls[row.member];
            *felt = Felt::new(&moving, ball, row.touch.normal);
            let belt = match row.with {
                Other::Collider(c) => moving.lies.vector_out(world.colliders[c as usize].surface_velocity()),
                Other::Ball(_) => DVec3::ZERO,
            };
            row.surface_velocity = moving.velocity_at(ball.position - row.touch.normal * ball.radius) + belt;
        }
    }

    /// A ball that a moving driven thing presses against something that does not give way: which ball, which collider.
    pub(super) fn squeezed(&self, world: &World) -> Option<(usize, u32)> {
        let moves = |row: &&Row| row.drive != NOBODY && !world.state.driven[row.drive as usize].stretch.is_still();
        let pusher = self.rows.iter().find(moves)?;
        // Wherever in the group it shows that there is no room.
        let no_room = |row: &Row| {
            relative_velocity(&self.balls, row).dot(row.touch.normal) < -DRIFT_SPEED
                || row.touch.distance - self.balls[row.member].radius < -SQUEEZED_DEPTH
        };
        match pusher.with {
            Other::Collider(c) if self.rows.iter().any(no_room) => Some((self.members[pusher.member], c)),
            _ => None,
        }
    }

    /// s: how long the forces hold.
    pub(super) fn piece(&self) -> f64 {
        self.piece
    }

    /// Finds which of its balls neither move nor begin to, and which of these touch only such: whatever moves elsewhere in the
    /// group, they lie on as they lay.
    pub(super) fn find_resting(&mut self) {
        let Self { rows, balls, acceleration, resting, apart, varies, .. } = self;
        let slow = |(ball, a): (&Ball, &DVec3)| ball.velocity.length() <= STILL_IN_GROUP && a.length() <= STILL_PULL;
        resting.clear();
        resting.extend(balls.iter().zip(acceleration.iter()).map(|pair| !*varies && slow(pair)));
        for row in rows.iter().filter(|row| row.friction > 0.0 && slip(balls, row).length() > STILL_IN_GROUP) {
            resting[row.member] = false;
            row.other.into_iter().for_each(|other| resting[other] = false);
        }
        apart.clear();
        apart.extend_from_slice(resting);
        for row in rows.iter().filter(|row| row.other.is_some_and(|other| resting[other] != resting[row.member])) {
            apart[row.member] = false;
            row.other.into_iter().for_each(|other| apart[other] = false);
        }
    }

    /// Does ball `k` rest, and is it pressed by something?
    pub(super) fn rests(&self, k: usize) -> bool {
        let presses = |row: &Row| row.force > 0.0 && (row.member == k || row.other == Some(k));
        self.resting.get(k) == Some(&true) && self.rows.iter().any(presses)
    }

    /// Does it rest as all that it touches does?
    pub(super) fn rests_apart(&self, k: usize) -> bool {
        self.apart.get(k) == Some(&true)
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
        !self.varies && self.steady == f64::INFINITY && self.rows.iter().all(closed_form)
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
            Some(Graze { with, normal, velocity, version: 0, left: false })
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

/// Is the other still on the path on which it was grazed, and able to carry the ball?
pub(super) fn is_current(world: &World, graze: &Graze) -> bool {
    match graze.with {
        Other::Collider(_) => !graze.left,
        Other::Ball(j) => world.state.bodies[j as usize].version == graze.version,
    }
}

pub(super) fn relative_velocity(balls: &[Ball], row: &Row) -> DVec3 {
    let other = row.other.map_or(row.surface_velocity, |other| balls[other].velocity);
    balls[row.member].velocity - other
}

/// m/s: how the surfaces slip past each other.
#[inline(always)]
pub(super) fn slip(balls: &[Ball], row: &Row) -> DVec3 {
    let n = row.touch.normal;
    let one = &balls[row.member];
    let mine = one.surface_velocity(-n * one.radius);
    let theirs = row.other.map_or(row.surface_velocity, |other| balls[other].surface_velocity(n * balls[other].radius));
    let slip = mine - theirs;
    slip - n * slip.dot(n)
}
