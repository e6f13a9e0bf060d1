//! A world: balls, things that stay, and gravity. What a game or a lesson uses alone, and what the games are built on.
//!
//! Between events every ball moves on an exact parabola, so [`World::advance`] does not integrate anything: it handles the
//! events up to a time, in order. That is why the answer does not depend on how the time is cut into frames.

mod ask;
mod body;
mod book;
mod build;
mod clear;
mod collide;
mod colliders;
mod cone;
mod contact;
mod dense;
mod driven;
mod forces;
mod gravity;
mod group;
mod hands;
mod ledger;
mod mover;
mod overlap;
mod queue;
mod rounds;
mod search;
mod sight;
mod snapshot;
mod zones;

pub(crate) use ask::Halt;
pub(crate) use book::Entry;
pub(crate) use collide::Ahead;
pub use driven::Course;
pub use gravity::{Gravity, GravityField};
pub use ledger::Ledger;
pub(crate) use mover::{Alert, Near};
pub use sight::{Party, Touching};
pub(crate) use snapshot::Hasher;
pub use snapshot::Snapshot;

use crate::ball::Ball;
use crate::broad::{Aabb, BallGrid, KdTree};
use crate::collider::Collider;
use crate::error::{Error, ErrorKind, in_range, vector_in_range};
use crate::event::{BallId, ColliderId, Event, Motion, What};
use crate::material::Material;
use crate::math::rng::Stream;
use crate::shared::Shared;
use crate::tolerance::{EVENT_BUDGET, HELD_MASS, MOST_ACCELERATION, MOST_TIME};
use crate::units::PINBALL_RADIUS;
use crate::zone::Zone;
use body::{Body, Coming};
use colliders::Colliders;
use driven::{Driven, Thing};
use glam::DVec3;
use mover::Mover;
use queue::{Due, Queue};
use std::collections::BTreeMap;

/// Why [`World::advance`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The time is used up.
    Time,
    /// The time is used up, and nothing will happen any more unless somebody disturbs it.
    AtRest,
    /// The event budget is used up before the time. The world stands at its last event; call again to go on.
    Budget,
}

/// What [`World::advance`] did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// Why it came back.
    pub outcome: Outcome,
    /// s: the world's time now.
    pub time: f64,
    /// How many steps of work it took: impacts, changes of motion, looks ahead, and what balls deep in things ask of them on their
    /// way out (`tolerance::TOIL`), by which it may exceed the budget.
    pub work: usize,
}

/// Balls, things and gravity.
///
/// ```
/// use carom::{Ball, Collider, DVec3, Gravity, Material, What, World, shape::Plane};
///
/// let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81)))?;
/// world.add_collider(Collider::new(Plane::floor(0.0)?, Material::new(0.8, 0.2)?))?;
/// let ball = world.add_ball(Ball::new(DVec3::new(0.0, 0.0, 1.0), 0.0135, 0.08)?)?;
///
/// for _ in 0..60 {
///     world.advance(1.0 / 60.0)?; // any length, even or not: the same motion
///     for event in world.events() {
///         if let What::Impact { hit, .. } = event.what {
///             println!("{:.6} s: hit the floor at {:.3} m/s", event.time, hit.speed);
///         }
///     }
/// }
/// assert!(world.ball(ball).unwrap().position.z > 0.0135);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    gravity: Gravity,
    colliders: Colliders,
    /// Which colliders are there at present.
    enabled: Vec<bool>,
    kinds: Shared<Vec<Kind>>,
    /// To which driven thing each collider and zone belongs, if to one.
    carrier: Shared<Vec<u32>>,
    zone_carrier: Shared<Vec<u32>>,
    things: Shared<Vec<Thing>>,
    zones: Shared<Vec<Zone>>,
    zone_tree: Shared<KdTree>,
    zone_tree_is_old: bool,
    tree: Shared<KdTree>,
    tree_is_old: bool,
    /// Corners that walls share, by the bits of their place and height.
    corners: Shared<BTreeMap<[u64; 4], ColliderId>>,
    ball_material: Material,
    /// s: the length of the ticks at whose starts gravity is taken to act; see `collide::ahead`. Nothing: all the time.
    tick: f64,
    /// Were things placed by transforms, so that what lies on another does so but for rounding?
    rounded: bool,
    budget: usize,
    /// How many things were asked whether a ball is in them, since that was last counted as work: a ball that is larger than many
    /// things and deep in them asks for each, over and over.
    toil: usize,
    events: Vec<Event>,
    spare: group::Spare,
    state: State,
}

/// Who deals with a ball that meets a collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The world itself: it stays where it is, and the ball bounces.
    Fixed,
    /// Its owner.
    Asking,
    /// Its owner; and it moves.
    Mover,
    /// The world itself; it stands in the space of a driven thing.
    Driven,
    /// Its owner; it stands in the space of a driven thing.
    DrivenAsking,
}

impl Kind {
    /// Does it stand in the tree?
    fn stands(self) -> bool {
        matches!(self, Self::Fixed | Self::Asking)
    }

    /// Does its owner have a say?
    fn asks(self) -> bool {
        matches!(self, Self::Asking | Self::Mover | Self::DrivenAsking)
    }
}

/// Everything that changes while a world runs. How it is copied stands in `snapshot`.
#[derive(Debug)]
struct State {
    time: f64,
    /// s: what the rounding of `time` has left out.
    time_left_out: f64,
    bodies: Vec<Body>,
    queue: Queue,
    /// Do balls have to look at each other? Not when there is only one.
    balls_meet: bool,
    grid: BallGrid,
    movers: Vec<Mover>,
    driven: Vec<Driven>,
    zone_enabled: Vec<bool>,
    scatter: Stream,
    /// Balls whose contacts or velocities have changed and that have not been settled.
    disturbed: Vec<u32>,
    /// Balls that were put somewhere, and may overlap something.
    fresh: Vec<u32>,
    /// What balls have seen of their ways; fewer than there are, where nothing is known.
    clear: Vec<clear::Clear>,
    /// Room for the neighbours of one ball.
    near: Vec<u32>,
    /// Does every ball have a book of its energy?
    keeps_ledger: bool,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// When uniform gravity is not a sane number.
    pub fn new(gravity: Gravity) -> Result<Self, Error> {
        if let Gravity::Uniform(g) = gravity {
            vector_in_range("gravity", g, MOST_ACCELERATION)?;
        }
        Ok(Self {
            gravity,
            colliders: Colliders::default(),
            enabled: Vec::new(),
            kinds: Shared::default(),
            carrier: Shared::default(),
            zone_carrier: Shared::default(),
            things: Shared::default(),
            zones: Shared::default(),
            zone_tree: Shared::default(),
            zone_tree_is_old: false,
            tree: Shared::default(),
            tree_is_old: false,
            corners: Shared::default(),
            ball_material: Material::default(),
            tick: 0.0,
            rounded: false,
            budget: EVENT_BUDGET,
            toil: 0,
            events: Vec::new(),
            spare: group::Spare::default(),
            state: State {
                time: 0.0,
                time_left_out: 0.0,
                bodies: Vec::new(),
                queue: Queue::default(),
                balls_meet: false,
                grid: BallGrid::default(),
                movers: Vec::new(),
                driven: Vec::new(),
                zone_enabled: Vec::new(),
                scatter: Stream::new(0, "scatter"),
                disturbed: Vec::new(),
                fresh: Vec::new(),
                clear: Vec::new(),
                near: Vec::new(),
                keeps_ledger: false,
            },
        })
    }

    /// Starts the random streams (scatter) anew from `seed`.
    pub fn set_seed(&mut self, seed: u64) {
        self.state.scatter = Stream::new(seed, "scatter");
    }

    /// Sets how many steps of work one [`advance`](Self::advance) may do.
    pub fn set_budget(&mut self, work: usize) {
        self.budget = work;
    }

    /// Sets what balls are made of when they hit each other. At first perfectly elastic and smooth.
    pub fn set_ball_material(&mut self, material: Material) {
        self.ball_material = material;
    }

    /// Lets impacts see gravity as if it acted at the start of each tick of this length: see `collide::ahead`.
    pub(crate) fn set_tick(&mut self, tick: f64) {
        self.tick = tick;
    }

    /// Lets other gravity act from now on: a machine that is pushed. Whatever it carried is settled anew.
    ///
    /// # Errors
    /// When uniform gravity is not a sane number.
    pub fn set_gravity(&mut self, gravity: Gravity) -> Result<(), Error> {
        if let Gravity::Uniform(g) = gravity {
            vector_in_range("gravity", g, MOST_ACCELERATION)?;
        }
        self.gravity = gravity;
        for i in 0..self.state.bodies.len() {
            self.adjust(BallId(i as u32), |_| ());
            search::look_less_far(&mut self.state.bodies[i]);
        }
        Ok(())
    }

    /// Lets `dt` seconds pass: handles everything that happens in them, in order. The events are in
    /// [`events`](Self::events) afterwards.
    ///
    /// # Errors
    /// When `dt` is negative, not finite or absurd. Nothing has changed then.
    #[inline]
    pub fn advance(&mut self, dt: f64) -> Result<Advance, Error> {
        if !(0.0..=MOST_TIME).contains(&dt) {
            return Err(bad_step(dt));
        }
        self.events.clear();
        self.prepare();
        // The sum of many small steps is kept with what its rounding leaves out (Kahan), so that a thousand steps of a
        // millisecond are one second to the last digit.
        let step = dt + self.state.time_left_out;
        let end = self.state.time + step;
        let left_out = step - (end - self.state.time);
        // Most ticks end here: nothing is due in them.
        if self.state.queue.next() > end && self.state.driven.is_empty() {
            return Ok(self.arrive(end, left_out, 0));
        }
        Ok(self.advance_to(end, left_out))
    }

    /// Handles what is due up to `end`.
    #[inline(never)]
    fn advance_to(&mut self, end: f64, left_out: f64) -> Advance {
        if !self.state.driven.is_empty() {
            return self.advance_driven(end, left_out);
        }
        let mut work = 0;
        self.toil = 0;
        while let Some((ball, time)) = self.state.queue.first() {
            if time > end {
                break;
            }
            if work >= self.budget {
                self.state.time_left_out = 0.0;
                return Advance { outcome: Outcome::Budget, time: self.state.time, work };
            }
            work += 1 + self.toil();
            self.state.time = self.state.time.max(time);
            self.handle(ball);
        }
        self.arrive(end, left_out, work)
    }

    /// The time is `end` now.
    #[inline]
    fn arrive(&mut self, end: f64, left_out: f64, work: usize) -> Advance {
        (self.state.time, self.state.time_left_out) = (end, left_out);
        let outcome = if self.state.queue.next() == f64::INFINITY { Outcome::AtRest } else { Outcome::Time };
        Advance { outcome, time: end, work }
    }

    /// Handles what has come for one ball.
    fn handle(&mut self, i: usize) {
        match self.state.bodies[i].coming {
            Coming::Look | Coming::Nothing => search::look(self, i),
            Coming::RunsOff { collider } => contact::run_off(self, i, collider),
            Coming::Ends(ending) => contact::change(self, i, ending),
            Coming::Meets { collider, normal } => collide::with_collider(self, i, collider, normal),
            Coming::Crosses { zone } => {
                zones::cross(self, i, zone);
            }
            Coming::MeetsBall { ball, version, normal } => {
                if self.state.bodies[ball as usize].version == version {
                    collide::with_ball(self, i, ball as usize, normal);
                } else {
                    search::look(self, i); // The other one has been turned away meanwhile.
                }
            }
        }
        self.check_finite(i);
    }

    /// A ball that is no longer finite is taken out of play.
    fn check_finite(&mut self, i: usize) {
        if !self.state.bodies[i].path.p.is_finite() || !self.state.bodies[i].path.v.is_finite() {
            self.quarantine(i);
        }
    }

    /// m/s²: uniform gravity; nothing where it depends on the place.
    pub(crate) fn uniform_gravity(&self) -> DVec3 {
        if let Gravity::Uniform(g) = self.gravity { g } else { DVec3::ZERO }
    }

    /// Every ball looks again before the next thing happens.
    fn disturb_all(&mut self) {
        self.state.disturbed.extend(0..self.state.bodies.len() as u32);
    }

    /// Makes ready what was changed between two calls: the tree, the grid, balls that were put somewhere.
    #[inline]
    fn prepare(&mut self) {
        self.renew_zone_tree();
        if self.tree_is_old || !self.state.fresh.is_empty() || !self.state.disturbed.is_empty() {
            self.make_ready();
        }
    }

    /// The same, only for new things and balls: what merely was disturbed can wait.
    pub(crate) fn prepare_fresh(&mut self) {
        self.renew_zone_tree();
        if self.tree_is_old || !self.state.fresh.is_empty() {
            self.make_ready();
        }
    }

    #[inline(never)]
    fn make_ready(&mut self) {
        if self.renew_tree() {
            self.disturb_all(); // Nobody knows the new things yet.
        }
        if !self.state.fresh.is_empty() {
            self.make_grid();
            let mut fresh = core::mem::take(&mut self.state.fresh);
            for &i in &fresh {
                overlap::repair(self, i as usize);
            }
            self.state.disturbed.append(&mut fresh);
            self.state.fresh = fresh; // Its room is used again.
        }
        if !self.state.disturbed.is_empty() {
            let mut again = core::mem::take(&mut self.state.disturbed);
            again.sort_unstable();
            again.dedup();
            again.reverse(); // Taken from the end: lowest first.
            self.state.disturbed = again;
            contact::settle_disturbed(self);
        }
    }

    /// Makes the trees that the next step needs. Copies made from now on share them.
    pub(crate) fn sort_things(&mut self) {
        self.renew_zone_tree();
        if self.renew_tree() {
            self.disturb_all();
        }
    }

    /// Makes a tree of all that stands still, if there is anything new.
    fn renew_tree(&mut self) -> bool {
        if self.tree_is_old {
            self.forget_clear();
            self.renew_driven_trees();
            let standing =
                self.colliders.iter().zip(self.kinds.iter()).map(|(c, kind)| kind.stands().then(|| c.shape()));
            // For the largest ball that there is, or those of a pinball table: one that comes later and is larger asks the tree.
            let radii = self.state.bodies.iter().filter(|body| body.in_play).map(|body| body.ball.radius);
            let widest = radii.reduce(f64::max).unwrap_or(PINBALL_RADIUS);
            self.tree = KdTree::of_shapes(standing).tiled_for(widest).into();
        }
        core::mem::take(&mut self.tree_is_old)
    }

    /// A grid for the balls that there are, over all that has bounds.
    fn make_grid(&mut self) {
        let state = &mut self.state;
        let count = state.bodies.len();
        state.queue.grow(count);
        state.balls_meet = state.bodies.iter().filter(|body| body.in_play).count() > 1;
        if !state.balls_meet {
            return;
        }
        let mut area = self.tree.bounds();
        let mut widest: f64 = 0.0;
        for body in state.bodies.iter().filter(|body| body.in_play) {
            area = area.with(&Aabb { min: body.path.p, max: body.path.p });
            widest = widest.max(body.ball.radius);
        }
        state.grid = BallGrid::new(&area, 4.0 * widest, count);
        for (i, body) in state.bodies.iter().enumerate().filter(|(_, body)| body.in_play) {
            state.grid.put(i, &body.reach);
        }
    }

    /// Takes a ball that is no longer finite out of play, and says so.
    fn quarantine(&mut self, i: usize) {
        self.take_out(i);
        self.tell(Event { time: self.state.time, ball: BallId(i as u32), what: What::Quarantined });
        contact::settle_disturbed(self);
    }

    fn take_out(&mut self, i: usize) {
        contact::release_all(self, i);
        let body = &mut self.state.bodies[i];
        book::taken_out(body, self.state.time);
        body.in_play = false;
        body.coming = Coming::Nothing;
        // Whoever has foreseen a meeting with it, or touches it, is to find that it is not there any more.
        body.version = body.version.wrapping_add(1);
        self.state.queue.set(i, Due::NEVER);
        if self.state.balls_meet {
            self.state.grid.take(i);
        }
    }

    fn tell(&mut self, event: Event) {
        self.events.push(event);
    }

    /// m/s² and rad/s²: how gravity and outside force and torque accelerate a ball that flies freely for `ahead`.
    fn pull_on(&self, ball: &Ball, ahead: f64) -> (DVec3, DVec3) {
        if ball.mass >= HELD_MASS {
            return (DVec3::ZERO, DVec3::ZERO); // Held where it is.
        }
        let gravity = match &self.gravity {
            Gravity::Uniform(g) => *g,
            Gravity::Field(field) => {
                // At the middle of the coming piece: the midpoint rule, with an error of the third order.
                let half = 0.5 * ahead;
                let here = field(ball.position);
                field(ball.position + (ball.velocity + here * (0.5 * half)) * half)
            }
        };
        (gravity + ball.force / ball.mass, ball.torque / ball.inertia())
    }

    /// What happened in the last [`advance`](Self::advance), by rising time.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// s: the world's time.
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// The ball as it is now; `None` if there is none, or it is out of play.
    pub fn ball(&self, id: BallId) -> Option<Ball> {
        self.body(id).ok().map(|body| body.at(self.state.time))
    }

    /// The same, but turned as at the start of its present path: that costs no sine and no cosine.
    pub fn unturned_ball(&self, id: BallId) -> Option<Ball> {
        self.body(id).ok().map(|body| body.moving_at(self.state.time))
    }

    /// m, m/s: where the ball is and how it moves; not a number if it is out of play. For those who look at every ball in
    /// every frame.
    #[inline]
    pub fn place_and_velocity(&self, id: BallId) -> (DVec3, DVec3) {
        let Some(body) = self.in_play(id) else { return (DVec3::NAN, DVec3::NAN) };
        let time = (self.state.time - body.start).max(0.0);
        (body.path.at(time), body.velocity_after(time))
    }

    /// m: where the ball is; nowhere (not a number) if it is out of play.
    #[inline]
    pub fn position(&self, id: BallId) -> DVec3 {
        self.in_play(id).map_or(DVec3::NAN, |body| body.path.at((self.state.time - body.start).max(0.0)))
    }

    /// m/s: how the ball moves; not a number if it is out of play.
    #[inline]
    pub fn velocity(&self, id: BallId) -> DVec3 {
        self.in_play(id).map_or(DVec3::NAN, |body| body.velocity_after((self.state.time - body.start).max(0.0)))
    }

    /// In which way the ball moves.
    pub fn motion(&self, id: BallId) -> Option<Motion> {
        self.body(id).ok().map(|body| body.motion)
    }

    /// All balls in play, by rising index.
    pub fn balls(&self) -> impl Iterator<Item = BallId> + '_ {
        let in_play = self.state.bodies.iter().enumerate().filter(|(_, body)| body.in_play);
        in_play.map(|(i, _)| BallId(i as u32))
    }

    /// All colliders, by rising index.
    pub fn colliders(&self) -> impl Iterator<Item = (ColliderId, &Collider)> {
        self.colliders.iter().enumerate().map(|(k, collider)| (ColliderId(k as u32), collider))
    }

    /// The ball at a moment between its last event and its next: for viewers that run a little behind or ahead.
    ///
    /// # Errors
    /// When there is no such ball in play, or its path does not hold at that moment.
    pub fn state_at(&self, id: BallId, time: f64) -> Result<Ball, Error> {
        let body = self.body(id)?;
        let (from, to) = (body.start, body.start + body.coming_at);
        if !(time >= from && time <= to) {
            return Err(Error::new(ErrorKind::UnknownMoment { time, from, to }));
        }
        Ok(body.at(time))
    }

    /// J: energy of motion, spin and height of all balls in play; `None` where gravity depends on the place.
    pub fn energy(&self) -> Option<f64> {
        let Gravity::Uniform(g) = self.gravity else { return None };
        let energy = |body: &Body| {
            let ball = body.at(self.state.time);
            ball.kinetic_energy() - ball.mass * g.dot(ball.position)
        };
        Some(self.state.bodies.iter().filter(|body| body.in_play).map(energy).sum())
    }

    /// A ball that is in play.
    #[inline]
    fn in_play(&self, id: BallId) -> Option<&Body> {
        self.state.bodies.get(id.index()).filter(|body| body.in_play)
    }

    fn body(&self, id: BallId) -> Result<&Body, Error> {
        self.in_play(id).ok_or_else(|| Error::unknown("ball in play with the index", id.index()))
    }
}

/// What is wrong with a time step.
#[cold]
#[inline(never)]
fn bad_step(dt: f64) -> Error {
    let wrong = in_range("time step", dt, 0.0, MOST_TIME).err();
    wrong.unwrap_or_else(|| Error::new(ErrorKind::NotFinite { what: "time step", value: dt }))
}
