//! A pinball machine: a playfield, its parts, a 1 kHz tick.
//!
//! Balls move on exact paths (`world`); ticks are the moments at which inputs, coils and springs act. Visual Pinball's tuned
//! laws of its parts are kept, its accidents mended: `docs/conformance.md` has the list.
//!
//! ```
//! use carom::pinball::{Command, Happening, Input, Machine, Playfield, part::Flipper};
//! use carom::{Ball, DVec2, DVec3, units::{PINBALL_MASS, PINBALL_RADIUS, radians}};
//!
//! let mut machine = Machine::new(&Playfield::sized(0.51, 1.07))?;
//! let left = Flipper { centre: DVec2::new(0.15, 0.95), ..Flipper::default() };
//! let (start_angle, end_angle) = (-left.start_angle, -left.end_angle);
//! let right = Flipper { centre: DVec2::new(0.36, 0.95), start_angle, end_angle, ..Flipper::default() };
//! let left = machine.add("left flipper", left)?;
//! machine.add("right flipper", right)?;
//!
//! // A ball rolls down onto the left flipper, which shoots it after 0.48 s.
//! let place = DVec3::new(0.19, 0.85, PINBALL_RADIUS);
//! let ball = machine.add_ball(Ball::new(place, PINBALL_RADIUS, PINBALL_MASS)?)?;
//! machine.send(Command::at(0.48, Input::Coil { part: left, on: true }))?;
//! for _ in 0..60 {
//!     machine.advance(1.0 / 60.0)?; // any frame rate gives the same motion
//!     for event in machine.events() {
//!         println!("{:.4} s: {:?}", event.time, event.what);
//!     }
//! }
//! assert!(machine.ball(ball).unwrap().position.y < 0.8, "shot up the table");
//! # Ok::<(), carom::Error>(())
//! ```

pub mod part;

mod autopilot;
mod build;
mod cabinet;
mod carry;
mod command;
mod cycle;
mod drive;
mod event;
mod group;
mod hold;
mod home;
mod input;
mod look;
mod meet;
mod nudged;
mod outline;
mod playfield;
mod room;
mod snapshot;
mod velocity;
mod watch;

pub use autopilot::{Autopilot, Duties, Taken, Tally};
pub use cabinet::{Cabinet, NudgeModel};
pub use command::{Command, Input};
pub use event::{Event, Happening, PartId};
pub use group::{Drive, Group, GroupId};
pub use outline::{OutlinePoint, RampPoint, drawn_out};
pub use playfield::{Border, Playfield};
pub use snapshot::Snapshot;
pub use watch::Watch;

use crate::ball::Ball;
use crate::error::{Error, in_range};
use crate::event::{BallId, ColliderId, ZoneId};
use crate::math::rng::Stream;
use crate::shape::Rule;
use crate::shared::Shared;
use crate::tolerance::{MOST_TIME, TICK_BUDGET};
use crate::world::{Alert, Gravity, Ledger, Near, World};
use cabinet::CabinetState;
use drive::DriveState;
use glam::{DVec2, DVec3};
use group::{Parent, Stands};
use nudged::Before;
use part::flipper::FlipperState;
use part::gate::GateState;
use part::plunger::PlungerState;
use part::spinner::SpinnerState;
use part::target::TargetState;
use part::trough::Waiting;
use part::turntable::TurntableState;
use part::{Part, Role};
use room::Standing;

/// s: the length of a tick.
pub const TICK: f64 = 1e-3;

/// What is done about ticks that are due, when a frame was long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CatchUp {
    /// All are run, however many.
    #[default]
    All,
    /// At most so many are run in one frame; the others stay due.
    Later(u64),
    /// At most so many are run in one frame; the others are dropped, and an event says so.
    Drop(u64),
}

/// What [`Machine::advance`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Ticks run.
    pub ticks: u64,
    /// Ticks that are still due.
    pub due: u64,
    /// Ticks dropped.
    pub dropped: u64,
}

/// How a part stands, in its own space. What does not apply is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// rad: heading of a flipper, angle of a gate, a spinner or a turntable's disc.
    pub angle: f64,
    /// rad/s, or m/s of a plunger.
    pub speed: f64,
    /// N m: torque of a flipper's coil and spring.
    pub torque: f64,
    /// m: y of a plunger's tip; how far a drop target is down; how many balls are in a trough.
    pub place: f64,
    /// Is its coil on, or is it down, or does it hold a ball?
    pub active: bool,
}

/// A pinball machine.
#[derive(Clone, Debug)]
pub struct Machine {
    playfield: Playfield,
    cabinet: Cabinet,
    watch: Watch,
    catch_up: CatchUp,
    world: World,
    /// The playfield itself.
    floor: Option<ColliderId>,
    parts: Shared<Vec<Slot>>,
    /// Who owns a collider, by its index, and what an impact means.
    owners: Shared<Vec<(u32, Role)>>,
    /// Who owns a zone, by its index.
    zone_owners: Shared<Vec<u32>>,
    /// By which rule a collider was placed, by its index.
    rules: Shared<Vec<Rule>>,
    groups: Shared<Vec<Parent>>,
    /// How the table stands in the room, if that was said.
    standing: Option<Box<Standing>>,
    events: Vec<Event>,
    /// Room for the balls near one bat.
    near: Vec<Near>,
    /// Room for those that have to look again.
    alerts: Vec<Alert>,
    state: State,
}

/// A part in its place.
#[derive(Clone, Debug)]
struct Slot {
    name: String,
    part: Part,
    colliders: Vec<ColliderId>,
    zones: Vec<ZoneId>,
    /// Of the world, if it moves.
    mover: usize,
    /// How it was placed; `None` if it was not, and its own space is the table's.
    stands: Option<Box<Stands>>,
}

/// Everything that changes while a machine runs, beside the world. How it is copied stands in `snapshot`.
#[derive(Debug)]
struct State {
    ticks: u64,
    /// s: time that has passed and is not yet a whole tick.
    left_over: f64,
    parts: Vec<PartState>,
    /// Parts that may do something in a tick without being asked, by rising index. Whatever changes a part wakes it.
    awake: Vec<u32>,
    /// How far groups have turned; nothing if none is driven.
    drives: Vec<DriveState>,
    balls: Vec<BallState>,
    cabinet: CabinetState,
    /// m/s²: how the cabinet accelerates in this tick.
    sway: DVec2,
    kicks: Stream,
    /// Commands to come, by their time.
    commands: Vec<Command>,
    /// Tick at which something was told last.
    last_event: u64,
    /// J: what nudges have given to balls, while a ledger is kept.
    nudged: f64,
}

/// How a part stands and moves.
#[derive(Debug)]
enum PartState {
    Still,
    /// `still`: the world knows it as standing.
    Flipper {
        state: FlipperState,
        still: bool,
    },
    Plunger {
        state: PlungerState,
        still: bool,
        since: f64,
    },
    Gate {
        state: GateState,
        since: f64,
    },
    Spinner {
        state: SpinnerState,
        since: f64,
    },
    Kicker {
        holds: Option<BallId>,
    },
    Target {
        state: TargetState,
    },
    Magnet {
        on: bool,
    },
    Turntable {
        state: TurntableState,
    },
    Trough {
        waiting: Vec<Waiting>,
    },
}

/// What the machine knows of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BallState {
    /// m: where it was when it told of a hit last.
    told_at: DVec3,
    /// By which kicker it is held, and its own mass.
    held: Option<(u32, f64)>,
    /// m: where it was when it was last seen to move.
    seen_at: DVec3,
    /// The tick of that.
    seen: u64,
}

impl Machine {
    /// An empty machine.
    ///
    /// # Errors
    /// When a number of the playfield is not sane.
    pub fn new(playfield: &Playfield) -> Result<Self, Error> {
        playfield.check()?;
        let mut world = World::new(Gravity::Uniform(playfield.pull(DVec2::ZERO)))?;
        world.set_seed(playfield.seed);
        world.set_ball_material(playfield.ball_material.clone());
        world.set_budget(TICK_BUDGET);
        world.set_tick(TICK);
        let cabinet = Cabinet::default();
        let state = State {
            ticks: 0,
            left_over: 0.0,
            parts: Vec::new(),
            awake: Vec::new(),
            drives: Vec::new(),
            balls: Vec::new(),
            cabinet: CabinetState::new(&cabinet),
            sway: DVec2::ZERO,
            kicks: Stream::new(playfield.seed, "kick"),
            commands: Vec::new(),
            last_event: 0,
            nudged: 0.0,
        };
        let mut machine = Self {
            playfield: playfield.clone(),
            cabinet,
            watch: Watch::default(),
            catch_up: CatchUp::All,
            world,
            floor: None,
            parts: Shared::default(),
            owners: Shared::default(),
            zone_owners: Shared::default(),
            rules: Shared::default(),
            groups: Shared::default(),
            standing: None,
            events: Vec::new(),
            near: Vec::new(),
            alerts: Vec::new(),
            state,
        };
        machine.put_up_playfield()?;
        Ok(machine)
    }

    /// Says what is done about ticks that are due, when a frame was long.
    pub fn set_catch_up(&mut self, catch_up: CatchUp) {
        self.catch_up = catch_up;
    }

    /// Sets how the cabinet stands on its legs, and its plumb bob.
    ///
    /// # Errors
    /// When a number is not sane.
    pub fn set_cabinet(&mut self, cabinet: Cabinet) -> Result<(), Error> {
        cabinet.check()?;
        self.state.cabinet = CabinetState::new(&cabinet);
        self.cabinet = cabinet;
        Ok(())
    }

    /// Sets when a ball counts as stuck.
    ///
    /// # Errors
    /// When a number is not sane.
    pub fn set_watch(&mut self, watch: Watch) -> Result<(), Error> {
        watch.check()?;
        self.watch = watch;
        Ok(())
    }

    /// Lets `dt` seconds pass: runs the ticks that are due. The events are in [`events`](Self::events) afterwards.
    ///
    /// # Errors
    /// When `dt` is negative, not finite or absurd. Nothing has changed then.
    pub fn advance(&mut self, dt: f64) -> Result<Frame, Error> {
        in_range("time step", dt, 0.0, MOST_TIME)?;
        self.events.clear();
        self.state.left_over += dt;
        // A thousandth of a tick of grace: sixty frames of a sixtieth are a thousand ticks in spite of rounding.
        let due = ((self.state.left_over / TICK) + 1e-3) as u64;
        let (ticks, dropped) = match self.catch_up {
            CatchUp::All => (due, 0),
            CatchUp::Later(most) => (due.min(most), 0),
            CatchUp::Drop(most) => (due.min(most), due.saturating_sub(most)),
        };
        for _ in 0..ticks {
            self.run_tick();
        }
        self.state.left_over -= (ticks + dropped) as f64 * TICK;
        if dropped > 0 {
            self.tell(self.time(), Happening::Dropouts { ticks: dropped });
        }
        Ok(Frame { ticks, due: due - ticks - dropped, dropped })
    }

    /// Runs exactly one tick, and returns what happened in it.
    pub fn tick(&mut self) -> &[Event] {
        self.events.clear();
        self.run_tick();
        &self.events
    }

    /// One tick: its phases, in this order.
    fn run_tick(&mut self) {
        let start = self.time();
        let end = (self.state.ticks + 1) as i64 as f64 * TICK;
        self.world.clear_events();
        input::apply(self, start);
        self.world.prepare_fresh();
        let drives = !self.state.drives.is_empty();
        if drives {
            drive::carry_held(self);
        }
        let stop = velocity::update(self, start, end);
        let before = Before::of(self);
        cycle::run(self, end, stop);
        before.enter(self);
        if drives {
            drive::tell_arrivals(self);
        }
        watch::look(self, end);
        self.state.ticks += 1;
    }

    /// Something happens to a part: it has a say in each tick, until it has come to rest.
    fn wake(&mut self, part: usize) {
        let part = part as u32;
        if let Err(place) = self.state.awake.binary_search(&part) {
            self.state.awake.insert(place, part);
        }
    }

    fn tell(&mut self, time: f64, what: Happening) {
        self.state.last_event = self.state.ticks;
        self.events.push(Event { time, what });
    }

    /// Tells of something that was before other things that have been told already.
    fn tell_in_order(&mut self, time: f64, what: Happening) {
        self.tell(time, what);
        let Some(event) = self.events.pop() else { return };
        let after = self.events.partition_point(|other| other.time <= time);
        self.events.insert(after, event);
    }

    /// What happened in the last [`advance`](Self::advance) or [`tick`](Self::tick), by rising time.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What the balls have done in the last tick, in the world's own words: every impact and change of motion.
    pub fn raw_events(&self) -> &[crate::event::Event] {
        self.world.events()
    }

    /// s: the table's clock. Always a whole number of ticks.
    pub fn time(&self) -> f64 {
        // As if it had a sign: there is an instruction for that.
        self.state.ticks as i64 as f64 * TICK
    }

    /// Keeps an energy ledger of the balls from now on, or no longer; see [`World::keep_ledger`].
    pub fn keep_ledger(&mut self, keep: bool) {
        if !(keep && self.world.keeps_ledger()) {
            self.state.nudged = 0.0;
        }
        self.world.keep_ledger(keep);
    }

    /// The energy ledger as it is now, if one is kept.
    pub fn ledger(&self) -> Option<Ledger> {
        self.world.ledger().map(|ledger| Ledger { nudges: self.state.nudged, ..ledger })
    }

    /// The ball as it is now; `None` if it is out of play.
    pub fn ball(&self, id: BallId) -> Option<Ball> {
        self.world.ball(id).map(|ball| self.weighed(id, ball))
    }

    /// The same, but turned as at the start of its present path: for those who look at every ball in every tick.
    pub fn unturned_ball(&self, id: BallId) -> Option<Ball> {
        self.world.unturned_ball(id).map(|ball| self.weighed(id, ball))
    }

    /// With the mass that it has when nobody holds it.
    fn weighed(&self, id: BallId, ball: Ball) -> Ball {
        let held = self.state.balls.get(id.index()).and_then(|ball| ball.held);
        held.map_or(ball, |(_, mass)| Ball { mass, ..ball })
    }

    /// m: where the ball is; nowhere (not a number) if it is out of play.
    pub fn position(&self, id: BallId) -> DVec3 {
        self.world.position(id)
    }

    /// Is a ball held by a kicker?
    pub fn is_held(&self, id: BallId) -> bool {
        self.state.balls.get(id.index()).is_some_and(|ball| ball.held.is_some())
    }

    /// All balls in play, held ones included, by rising index.
    pub fn balls(&self) -> impl Iterator<Item = BallId> + '_ {
        self.world.balls()
    }

    /// The name of a part.
    pub fn name(&self, part: PartId) -> Option<&str> {
        self.parts.get(part.index()).map(|slot| slot.name.as_str())
    }

    /// The part of this name.
    pub fn part(&self, name: &str) -> Option<PartId> {
        self.parts.iter().position(|slot| slot.name == name).map(|k| PartId(k as u32))
    }

    /// A part's data.
    pub fn data(&self, part: PartId) -> Option<&Part> {
        self.parts.get(part.index()).map(|slot| &slot.part)
    }

    /// All parts, in the order in which they were added.
    pub fn parts(&self) -> impl Iterator<Item = (PartId, &str, &Part)> {
        self.parts.iter().enumerate().map(|(k, slot)| (PartId(k as u32), slot.name.as_str(), &slot.part))
    }

    /// Has the plumb bob touched its ring once too often?
    pub fn is_tilted(&self) -> bool {
        self.state.cabinet.is_tilted()
    }

    /// m: how far the cabinet has been pushed from where it stands, for drawing.
    pub fn cabinet_offset(&self) -> DVec2 {
        self.state.cabinet.offset()
    }

    /// How a part stands now; `None` if there is none.
    pub fn pose(&self, part: PartId) -> Option<Pose> {
        let state = self.state.parts.get(part.index())?;
        Some(match state {
            PartState::Still => Pose::default(),
            PartState::Flipper { state, .. } => Pose {
                angle: state.angle,
                speed: state.speed(),
                torque: state.torque,
                active: state.coil,
                ..Pose::default()
            },
            PartState::Plunger { state, .. } => Pose { place: state.place, speed: state.speed, ..Pose::default() },
            PartState::Gate { state, .. } => {
                Pose { angle: state.angle, speed: state.speed, active: state.is_open(), ..Pose::default() }
            }
            PartState::Spinner { state, .. } => Pose { angle: state.angle, speed: state.speed, ..Pose::default() },
            PartState::Kicker { holds } => Pose { active: holds.is_some(), ..Pose::default() },
            PartState::Target { state } => {
                Pose { place: -state.height(), active: !state.is_solid(), ..Pose::default() }
            }
            PartState::Magnet { on } => Pose { active: *on, ..Pose::default() },
            PartState::Turntable { state } => Pose { angle: state.angle, speed: state.speed, ..Pose::default() },
            PartState::Trough { waiting } => {
                Pose { place: waiting.len() as f64, active: !waiting.is_empty(), ..Pose::default() }
            }
        })
    }
}
