//! The books of one ball: what forces and impulses did to its energy, entered as they act. All arithmetic of the ledger.
//!
//! Along a path everything is constant but the velocity and spin, which change evenly; so a force `F` at the point of contact
//! works `F · ∫(v + ω × arm) dt`, exactly. Of that `F · ∫w dt` is the work of a surface that moves with `w`, and the rest,
//! along the slip, is lost. What a flat support does beside its force (rolling friction) is a moment `M`, with the work
//! `M · ∫ω dt`. An impulse `J` works `J · (u + u') / 2`, with `u` and `u'` the velocity of the point of contact before and after
//! it (a rigid body's answer to an impulse is linear).
//!
//! What no entry explains is not entered: it stays as the ledger's residual, where tests find it.

use super::body::Body;
use super::group::Group;
use super::ledger::Ledger;
use super::{Gravity, World};
use crate::ball::Ball;
use crate::event::{BallId, Motion};
use crate::reuse::clone_by_field;
use crate::tolerance::HELD_MASS;
use glam::DVec3;

/// Under what an amount is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Start,
    PutIn,
    TakenOut,
    Gravity,
    Pushed,
    Driven,
    Parts,
    Impacts,
    Friction,
    Rolling,
    Overlaps,
    Drift,
    Stilled,
    Ahead,
}

const ENTRIES: usize = Entry::Ahead as usize + 1;

/// A sum with what its rounding leaves out (Neumaier), so that millions of small entries stay exact.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    value: f64,
    left_out: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        let sum = self.value + x;
        self.left_out += if self.value.abs() >= x.abs() { (self.value - sum) + x } else { (x - sum) + self.value };
        self.value = sum;
    }

    fn total(&self) -> f64 {
        self.value + self.left_out
    }
}

/// Something that presses or carries the ball along a piece of its path.
#[derive(Clone, Copy, Debug)]
struct Hold {
    normal: DVec3,
    /// From the ball's centre to the point of contact.
    arm: DVec3,
    /// N: all of it, at the point of contact.
    force: DVec3,
    /// N m: what turns the ball beside that.
    moment: DVec3,
    surface: Surface,
    /// The force is found for a piece of motion without a closed form.
    in_pieces: bool,
}

/// How the other surface moves along a piece where they touch.
#[derive(Clone, Copy, Debug)]
struct Surface {
    /// m/s at the start, and m/s²: it changes evenly.
    velocity: DVec3,
    acceleration: DVec3,
    /// It is another ball's: what one gives, the other takes, and no entry is needed but for what is lost between them.
    of_ball: bool,
}

/// What acts along one piece of a path.
#[derive(Debug, Default)]
struct Piece {
    /// m/s²: gravity alone.
    gravity: DVec3,
    holds: Vec<Hold>,
    /// The ball is where it is, whatever acts.
    held: bool,
}

clone_by_field!(Piece { gravity, holds, held });

/// The books of one ball.
#[derive(Debug, Default)]
pub(crate) struct Book {
    sums: [Sum; ENTRIES],
    /// Of the impacts, what restitution took.
    restitution: Sum,
    turned_over: f64,
    least_impact: f64,
    least_friction: f64,
    /// The ball as far as all is entered; nothing is known of one whose path began before the book.
    known: Option<Ball>,
    /// Is everything of the present path entered?
    closed: bool,
    piece: Piece,
    /// What acts along the path that begins next.
    next: Piece,
}

clone_by_field!(Book { sums, restitution, turned_over, least_impact, least_friction, known, closed, piece, next });

/// J: energy of motion and spin; one that is held has none.
pub(super) fn energy(ball: &Ball) -> f64 {
    if ball.mass >= HELD_MASS { 0.0 } else { ball.kinetic_energy() }
}

impl Book {
    fn enter(&mut self, entry: Entry, amount: f64) {
        if amount.is_finite() {
            self.sums[entry as usize].add(amount);
            self.turned_over += amount.abs();
            match entry {
                Entry::Impacts => self.least_impact = self.least_impact.min(amount),
                Entry::Friction | Entry::Rolling => self.least_friction = self.least_friction.min(amount),
                _ => {}
            }
        }
    }

    pub(super) fn add_to(&self, ledger: &mut Ledger) {
        let total = |entry: Entry| self.sums[entry as usize].total();
        ledger.start += total(Entry::Start);
        ledger.put_in += total(Entry::PutIn);
        ledger.taken_out += total(Entry::TakenOut);
        ledger.gravity += total(Entry::Gravity);
        ledger.pushed += total(Entry::Pushed);
        ledger.driven += total(Entry::Driven);
        ledger.parts += total(Entry::Parts);
        ledger.impacts += total(Entry::Impacts);
        ledger.restitution += self.restitution.total();
        ledger.friction += total(Entry::Friction);
        ledger.rolling += total(Entry::Rolling);
        ledger.overlaps += total(Entry::Overlaps);
        ledger.drift += total(Entry::Drift);
        ledger.stilled += total(Entry::Stilled);
        ledger.ahead += total(Entry::Ahead);
        ledger.turned_over += self.turned_over;
        ledger.least_impact = ledger.least_impact.min(self.least_impact);
        ledger.least_friction = ledger.least_friction.min(self.least_friction);
    }

    /// Enters what acted along the present path until `time` after its start.
    pub(super) fn reach(&mut self, body: &Body, time: f64) {
        if self.closed {
            return;
        }
        self.closed = true;
        let reached = body.after(time);
        if self.known.is_none() {
            self.enter(Entry::Start, energy(&reached));
        } else if time > 0.0 && !self.piece.held && reached.is_finite() {
            self.work(body, time);
        }
        if reached.is_finite() {
            // Forces are entered along the path; where that is not all of the truth, the rest is drift.
            let by_path = body.by_path(time, &reached).filter(|_| self.known.is_some());
            self.known = Some(by_path.unwrap_or(reached));
            if by_path.is_some() {
                self.jump(&reached, Entry::Drift);
            }
        }
    }

    fn work(&mut self, body: &Body, time: f64) {
        let ball = &body.ball;
        // One that is held goes nowhere, and only what others lose on it is entered: it may be the first of the two.
        let is_held = ball.mass >= HELD_MASS;
        let (mut way, mut turn) = (DVec3::ZERO, DVec3::ZERO);
        if !is_held {
            way = (ball.velocity + body.path.a * (0.5 * time)) * time;
            // What spins where it rests goes on spinning, whatever grips it.
            if body.motion != Motion::Resting {
                turn = (ball.spin + body.spin_rate * (0.5 * time)) * time;
            }
            self.enter(Entry::Gravity, ball.mass * self.piece.gravity.dot(way));
            if ball.force != DVec3::ZERO || ball.torque != DVec3::ZERO {
                self.enter(Entry::Pushed, ball.force.dot(way) + ball.torque.dot(turn));
            }
        }
        for k in 0..self.piece.holds.len() {
            let Hold { normal, arm, force, moment, surface, in_pieces } = self.piece.holds[k];
            if is_held && !surface.of_ball {
                continue;
            }
            let ran = (surface.velocity + surface.acceleration * (0.5 * time)) * time;
            let slipped = way + turn.cross(arm) - ran;
            let press = force.dot(normal);
            let grip = force - normal * press;
            self.enter(Entry::Drift, press * normal.dot(slipped));
            if !surface.of_ball && ran != DVec3::ZERO {
                self.enter(Entry::Driven, force.dot(ran));
            }
            if grip != DVec3::ZERO {
                // Friction cannot give. Where forces are found for a piece at a time, what it seems to give is their error.
                let lost = -grip.dot(slipped);
                let (entry, amount) =
                    if in_pieces && lost < 0.0 { (Entry::Drift, -lost) } else { (Entry::Friction, lost) };
                self.enter(entry, amount);
            }
            if moment != DVec3::ZERO {
                self.enter(Entry::Rolling, -moment.dot(turn));
            }
        }
    }

    /// The ball has become `after` by a push at its centre and a turn; where it is does not matter.
    fn jump(&mut self, after: &Ball, entry: Entry) {
        let Some(before) = self.known.filter(|_| after.is_finite()) else { return };
        let gain = if before.mass == after.mass && before.mass < HELD_MASS {
            let push = (after.velocity - before.velocity) * before.mass;
            let turn = (after.spin - before.spin) * before.inertia();
            0.5 * (push.dot(before.velocity + after.velocity) + turn.dot(before.spin + after.spin))
        } else {
            energy(after) - energy(&before)
        };
        if gain != 0.0 {
            self.enter(entry, gain);
        }
        self.known = Some(*after);
    }

    /// The ball has been moved to where `after` is: gravity seems to have worked, and whoever moved it has.
    fn shift(&mut self, after: &Ball, gravity: DVec3, entry: Entry) {
        let Some(before) = self.known.filter(|_| after.is_finite()) else { return };
        if before.position != after.position && after.mass < HELD_MASS {
            let fell = after.mass * gravity.dot(after.position - before.position);
            self.enter(Entry::Gravity, fell);
            self.enter(entry, -fell);
        }
        self.known = Some(Ball { position: after.position, ..before });
    }

    /// A surface that moves with `surface` has given the ball `impulse` where they touch; a rest of the change of velocity
    /// (scatter) acts on its centre.
    fn strike(&mut self, after: &Ball, normal: DVec3, surface: DVec3, impulse: DVec3, entry: Entry) {
        let Some(before) = self.known.filter(|_| after.is_finite() && after.mass < HELD_MASS) else { return };
        let (mean, pushed) = struck(&before, -normal * before.radius, impulse);
        let rest = (after.velocity - pushed.velocity) * after.mass;
        let lost = -impulse.dot(mean - surface) - rest.dot(0.5 * (pushed.velocity + after.velocity) - surface);
        self.enter(entry, lost);
        if entry == Entry::Impacts {
            self.restitution.add(-impulse.dot(normal) * normal.dot(mean - surface));
        }
        if surface != DVec3::ZERO {
            self.enter(Entry::Driven, (impulse + rest).dot(surface));
        }
        self.known = Some(*after);
    }
}

/// m/s: the mean velocity of the point at `arm` before and after an impulse there; and the ball after it.
fn struck(before: &Ball, arm: DVec3, impulse: DVec3) -> (DVec3, Ball) {
    if before.mass >= HELD_MASS {
        return (DVec3::ZERO, *before);
    }
    let mut after = *before;
    after.push(impulse, arm);
    (0.5 * (before.surface_velocity(arm) + after.surface_velocity(arm)), after)
}

/// m/s²: gravity at a place.
fn at_place(gravity: &Gravity, place: DVec3) -> DVec3 {
    match gravity {
        Gravity::Uniform(g) => *g,
        Gravity::Field(field) => field(place),
    }
}

/// A new ball's book, if books are kept.
pub(super) fn opened(world: &World, ball: &Ball) -> Option<Box<Book>> {
    world.state.keeps_ledger.then(|| {
        let mut book = Book { known: Some(*ball), closed: true, ..Book::default() };
        book.enter(Entry::PutIn, energy(ball));
        Box::new(book)
    })
}

/// Enters what acted on a ball until `time` after its path's start.
#[inline]
pub(super) fn reach(body: &mut Body, time: f64) {
    if body.book.is_some() {
        with(body, |book, body| book.reach(body, time));
    }
}

/// A new path begins at `moment`: the old one is entered.
#[inline]
pub(super) fn turn_page(body: &mut Body, moment: f64, ball: &Ball) {
    if body.book.is_some() {
        with(body, |book, body| {
            book.reach(body, moment - body.start);
            if ball.is_finite() {
                book.known = Some(*ball);
            }
            book.closed = false;
            core::mem::swap(&mut book.piece, &mut book.next);
            book.next.holds.clear();
            (book.next.gravity, book.next.held) = (DVec3::ZERO, false);
        });
    }
}

/// The ball becomes `after`, where it is.
#[inline]
pub(super) fn jump(body: &mut Body, after: &Ball, entry: Entry) {
    if body.book.is_some() {
        with(body, |book, _| book.jump(after, entry));
    }
}

/// Whoever has a hand in it makes the ball `after`, now: parts, or the world's user.
#[inline]
pub(super) fn changed(body: &mut Body, moment: f64, after: &Ball, gravity: &Gravity) {
    if body.book.is_some() {
        with(body, |book, body| {
            book.reach(body, moment - body.start);
            book.shift(after, at_place(gravity, after.position), Entry::Overlaps);
            book.jump(after, Entry::Parts);
        });
    }
}

/// What is left of a slip is taken out by an impulse along the surface.
#[inline]
pub(super) fn grips(body: &mut Body, after: &Ball, normal: DVec3, surface: DVec3, impulse: DVec3) {
    if body.book.is_some() {
        with(body, |book, _| book.strike(after, normal, surface, impulse, Entry::Friction));
    }
}

/// A ball bounces off a surface.
#[inline]
pub(super) fn impact(body: &mut Body, after: &Ball, normal: DVec3, surface: DVec3, impulse: DVec3) {
    if body.book.is_some() {
        with(body, |book, _| book.strike(after, normal, surface, impulse, Entry::Impacts));
    }
}

/// Two balls bounce off each other; the impulse is the first's.
#[inline]
pub(super) fn pair(world: &mut World, one: (usize, &Ball), two: (usize, &Ball), normal: DVec3, impulse: DVec3) {
    if world.state.keeps_ledger {
        enter_pair(world, one, two, normal, impulse);
    }
}

#[cold]
fn enter_pair(world: &mut World, one: (usize, &Ball), two: (usize, &Ball), normal: DVec3, impulse: DVec3) {
    let mut mean = DVec3::ZERO;
    for ((i, after), side) in [(one, 1.0), (two, -1.0)] {
        let Some(book) = &mut world.state.bodies[i].book else { continue };
        if let Some(before) = book.known.filter(|_| after.is_finite()) {
            mean += struck(&before, -normal * (side * before.radius), impulse * side).0 * side;
            book.known = Some(*after);
        }
    }
    if let Some(book) = &mut world.state.bodies[one.0].book {
        book.enter(Entry::Impacts, -impulse.dot(mean));
        book.restitution.add(-impulse.dot(normal) * normal.dot(mean));
    }
}

/// A ball flies from now on; `pull` is all that accelerates it.
#[inline]
pub(super) fn flies(body: &mut Body, ball: &Ball, pull: DVec3) {
    if body.book.is_some() {
        with(body, |book, _| book.next.gravity = gravity_of(ball, pull));
    }
}

/// How a ball is carried by one flat thing.
pub(super) struct Ride {
    pub(super) normal: DVec3,
    pub(super) surface: DVec3,
    /// m/s²: how that accelerates.
    pub(super) lifted: DVec3,
    pub(super) pull: DVec3,
    pub(super) twist: DVec3,
    pub(super) acceleration: DVec3,
    pub(super) spin_rate: DVec3,
    /// There is no closed form: friction has the direction that the slip has in the middle of a piece.
    pub(super) in_pieces: bool,
}

/// A ball is carried by one flat thing from now on, as `ball`: without the speed into it that it may have had.
#[inline]
pub(super) fn rides(body: &mut Body, moment: f64, ball: &Ball, ride: &Ride) {
    if body.book.is_some() {
        with(body, |book, body| {
            book.reach(body, moment - body.start);
            let Ride { normal, surface, .. } = *ride;
            if let Some(before) = book.known {
                let out = normal * (surface - before.velocity).dot(normal);
                let worked = before.mass * out.dot(surface);
                if worked != 0.0 {
                    book.enter(Entry::Driven, worked);
                    book.enter(Entry::Drift, -worked);
                }
                book.jump(&Ball { velocity: before.velocity + out, ..before }, Entry::Drift);
            }
            book.jump(ball, Entry::Stilled);
            book.next.gravity = gravity_of(ball, ride.pull);
            let arm = -normal * ball.radius;
            let force = (ride.acceleration - ride.pull) * ball.mass;
            let moment = (ride.spin_rate - ride.twist) * ball.inertia() - arm.cross(force);
            let surface = Surface { velocity: surface, acceleration: ride.lifted, of_ball: false };
            book.next.holds.push(Hold { normal, arm, force, moment, surface, in_pieces: ride.in_pieces });
        });
    }
}

/// A ball goes on in a group as `settled`, and from there, if the group is still, as `ball`.
#[inline]
pub(super) fn gathers(body: &mut Body, (moment, gravity): (f64, &Gravity), group: &Group, k: usize, ball: &Ball) {
    if body.book.is_some() {
        with(body, |book, body| {
            book.reach(body, moment - body.start);
            let settled = &group.balls[k];
            book.shift(settled, at_place(gravity, settled.position), Entry::Drift);
            book.jump(settled, Entry::Drift);
            book.jump(ball, Entry::Stilled);
            book.next.gravity = gravity_of(ball, group.pulls[k].0);
            book.next.held = group.is_still();
            // A contact of two balls is entered by the first of them.
            for (row, acts) in group.rows.iter().zip(&group.acts).filter(|(row, _)| row.member == k) {
                let normal = acts.along;
                let (arm, force) = (-normal * ball.radius, normal * row.force + row.grip);
                // Where a driven thing turns, its way is that of the middle's velocity: the midpoint rule. An error of it would
                // be moved between its work and the losses, and stay within the sum.
                let (velocity, acceleration) = (row.surface_velocity, acts.change);
                let fixed = Surface { velocity, acceleration, of_ball: false };
                let surface = row.other.map_or(fixed, |other| {
                    if group.rests(other) {
                        // It stays where it is, though what is left of its pull may say otherwise.
                        return Surface { velocity: DVec3::ZERO, acceleration: DVec3::ZERO, of_ball: true };
                    }
                    let (two, acceleration, spin_rate) = group.motion(other);
                    let arm = normal * two.radius;
                    let acceleration = acceleration + spin_rate.cross(arm);
                    Surface { velocity: two.surface_velocity(arm), acceleration, of_ball: true }
                });
                let moment = DVec3::ZERO;
                book.next.holds.push(Hold { normal, arm, force, moment, surface, in_pieces: true });
            }
        });
    }
}

/// A ball has been pushed out of something by `out`.
#[inline]
pub(super) fn moved_out(body: &mut Body, gravity: &Gravity, out: DVec3) {
    if body.book.is_some() {
        with(body, |book, _| {
            if let Some(before) = book.known {
                let after = Ball { position: before.position + out, ..before };
                book.shift(&after, at_place(gravity, after.position), Entry::Overlaps);
            }
        });
    }
}

/// A ball is taken out of play.
#[inline]
pub(super) fn taken_out(body: &mut Body, moment: f64) {
    if body.book.is_some() {
        with(body, |book, body| {
            book.reach(body, moment - body.start);
            if let Some(last) = book.known.take() {
                book.enter(Entry::TakenOut, energy(&last));
            }
        });
    }
}

fn gravity_of(ball: &Ball, pull: DVec3) -> DVec3 {
    if ball.mass >= HELD_MASS { DVec3::ZERO } else { pull - ball.force / ball.mass }
}

/// Lets the book read its ball.
#[cold]
#[inline(never)]
fn with(body: &mut Body, act: impl FnOnce(&mut Book, &Body)) {
    if let Some(mut book) = body.book.take() {
        act(&mut book, body);
        body.book = Some(book);
    }
}

/// For the owners of parts: what an answer is made of.
impl World {
    /// Is a ledger kept?
    #[inline]
    pub(crate) fn keeps_ledger(&self) -> bool {
        self.state.keeps_ledger
    }

    /// The ball that meets something is made `after`, as a step of the answer to come.
    pub(crate) fn enter_step(&mut self, id: BallId, after: &Ball, entry: Entry) {
        let body = &mut self.state.bodies[id.index()];
        if body.book.is_some() {
            let (time, gravity) = (body.coming_at, at_place(&self.gravity, after.position));
            with(body, |book, body| {
                book.reach(body, time);
                book.shift(after, gravity, Entry::Overlaps);
                book.jump(after, entry);
            });
        }
    }

    /// It bounces off a thing that moves with `surface`, as a step of the answer to come.
    pub(crate) fn enter_bounce(&mut self, id: BallId, after: &Ball, normal: DVec3, surface: DVec3, impulse: DVec3) {
        let body = &mut self.state.bodies[id.index()];
        let time = body.coming_at;
        reach(body, time);
        impact(body, after, normal, surface, impulse);
    }

    /// It is struck by a surface that moves with `surface`, as a step of the answer to come.
    pub(crate) fn enter_strike(&mut self, id: BallId, normal: DVec3, surface: DVec3, impulse: DVec3) {
        let body = &mut self.state.bodies[id.index()];
        if body.book.is_some() {
            let time = body.coming_at;
            with(body, |book, body| {
                book.reach(body, time);
                if let Some(before) = book.known {
                    let (_, after) = struck(&before, -normal * before.radius, impulse);
                    book.strike(&after, normal, surface, impulse, Entry::Impacts);
                }
            });
        }
    }
}
