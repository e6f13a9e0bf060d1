//! The autopilot: a simple player and a house keeper, so that any table can run unattended.
//!
//! The player flips when a ball comes into a flipper's reach, and shoots balls that lie before a plunger. The house keeper does
//! the least that a game's rules would do: serve balls, take out those that have drained, empty holes, raise drop targets, help
//! balls that are stuck. Both look at the machine between ticks and send commands; nothing else reaches the machine.

mod bat;
mod eyes;
mod hole;
mod keeper;
mod place;
mod player;
mod rod;
mod toys;

use super::{Happening, Machine, PartId, TICK};
use crate::event::BallId;
use eyes::{Eyes, Layout};
use glam::DVec3;
use keeper::Keeper;
use player::Player;

/// What the autopilot has done and seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Flips of all flippers.
    pub flips: u64,
    /// Balls that have hit a flipper's bat.
    pub hits: u64,
    /// Pulls and coils of plungers.
    pub plunges: u64,
    /// Pushes of the cabinet.
    pub nudges: u64,
    /// Balls put into play.
    pub served: u64,
    /// Balls that went out below the flippers: into a trough, into a hole, or just to the bottom where a table has neither.
    pub drained: u64,
    /// Balls that were stuck, or came to no flipper for long, and were taken out by hand.
    pub rescued: u64,
    /// Balls that left the cabinet.
    pub lost: u64,
    /// Balls thrown out of kickers.
    pub kicks: u64,
}

/// What an autopilot is to do: all of it, unless told otherwise. A game with rules and a player of its own keeps only a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duties {
    /// It flips, pushes the cabinet for a stuck ball, and brings a ball to the flippers when none was hit for long. Otherwise
    /// somebody else plays: a ball that lies on a raised flipper or before a plunger may wait there as long as that one likes.
    pub flips: bool,
    /// It shoots balls that lie before a plunger.
    pub plunges: bool,
    /// It forgets tilt and warnings when the next ball is served.
    pub forgives: bool,
}

impl Default for Duties {
    fn default() -> Self {
        Self { flips: true, plunges: true, forgives: true }
    }
}

/// A ball that the house keeper takes off the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Which.
    pub ball: BallId,
    /// Had it drained? Otherwise it was stuck, or had gone astray.
    pub drained: bool,
}

/// A built-in player and house keeper. Call [`play`](Self::play) before every tick.
///
/// It knows only what the machine shows, draws from its own seeded streams and has no clock: the same machine and seed give the
/// same commands. A copy, taken with a snapshot of the machine, goes on with it in the same way.
///
/// ```
/// use carom::pinball::{Autopilot, Machine, Playfield, part::Flipper};
/// use carom::DVec2;
/// let mut machine = Machine::new(&Playfield::sized(0.51, 1.07))?;
/// let left = Flipper { centre: DVec2::new(0.16, 0.95), ..Flipper::default() };
/// let (start_angle, end_angle) = (-left.start_angle, -left.end_angle);
/// machine.add("left", left)?;
/// machine.add("right", Flipper { centre: DVec2::new(0.35, 0.95), start_angle, end_angle, ..Flipper::default() })?;
/// let mut pilot = Autopilot::new(&machine, 1);
/// for _ in 0..60_000 {
///     pilot.play(&mut machine);
///     machine.tick();
/// }
/// assert!(pilot.tally().hits > 0, "a minute has passed: {:?}", pilot.tally());
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Autopilot {
    layout: Layout,
    eyes: Eyes,
    player: Player,
    keeper: Keeper,
    tally: Tally,
    duties: Duties,
    /// The tick at which it looked last.
    looked: Option<u64>,
}

/// Most balls that it keeps in play.
const MOST_BALLS: usize = 64;

impl Autopilot {
    /// Looks through the machine's parts, once. It keeps one ball in play.
    pub fn new(machine: &Machine, seed: u64) -> Self {
        let layout = Layout::of(machine);
        Self {
            eyes: Eyes::default(),
            player: Player::new(machine, seed),
            keeper: Keeper::new(machine, &layout, seed),
            layout,
            tally: Tally::default(),
            duties: Duties::default(),
            looked: None,
        }
    }

    /// Keeps so many balls in play; at most 64. Nothing is taken out if there are more.
    #[must_use]
    pub fn with_balls(mut self, wanted: usize) -> Self {
        self.set_balls(wanted);
        self
    }

    /// Keeps so many balls in play from now on; at most 64. Nothing is taken out if there are more.
    pub fn set_balls(&mut self, wanted: usize) {
        self.keeper.wanted = wanted.min(MOST_BALLS);
    }

    /// Says what it is to do from now on.
    pub fn set_duties(&mut self, duties: Duties) {
        self.duties = duties;
    }

    /// Leaves a part to somebody else: a kicker is emptied only when it has held a ball for so many seconds, which may be
    /// infinite; drop targets, magnets and turntables are not switched any more.
    pub fn leave(&mut self, part: PartId, seconds: f64) {
        self.keeper.leave(part, seconds);
    }

    /// Leaves a ball alone that is there at first and is not in play, such as a captive one.
    pub fn leave_ball(&mut self, ball: BallId) {
        self.keeper.left.push(ball);
    }

    /// The balls that the last [`play`](Self::play) takes off the table, in the tick to come.
    pub fn taken(&self) -> &[Taken] {
        &self.keeper.taken
    }

    /// Are balls that come into this part out of play?
    pub fn is_drain(&self, part: PartId) -> bool {
        self.layout.is_trough(part) || self.keeper.is_drain(part)
    }

    /// Is this place in a plunger's lane, as far as it goes straight?
    pub fn is_in_lane(&self, place: DVec3) -> bool {
        self.layout.is_in_lane(place)
    }

    /// Somebody else has shot what lies before the plungers. A ball that never leaves the lane is brought out by hand in the end.
    pub fn plunged(&mut self) {
        self.eyes.balls.iter_mut().filter(|ball| ball.waits_since.is_some()).for_each(|ball| ball.plunges += 1);
    }

    /// What it has done so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Looks at what happened in the last tick, and sends the commands for the next one. A second call before the machine has
    /// moved on does nothing.
    ///
    /// It may be called less often, as once a frame, with the events of all ticks since: it plays less well then.
    pub fn play(&mut self, machine: &mut Machine) {
        // Times are whole ticks; half a tick of grace for the rounding of their product.
        let now = (machine.time() / TICK + 0.5) as u64;
        if self.looked == Some(now) {
            return;
        }
        if self.looked.is_some_and(|looked| looked > now) {
            // The machine has gone back, and this is no copy from then: whatever it remembers is of another time.
            self.eyes = Eyes::default();
            self.player.start_anew();
            self.keeper.start_anew();
        }
        self.looked = Some(now);
        self.eyes.look(machine, &self.layout, now, self.keeper.served_from());
        self.hear(machine, now);
        self.player.play(machine, &mut self.eyes, now, self.duties, &mut self.tally);
        if !self.duties.flips {
            self.indulge(machine, now);
        }
        self.keeper.duties = self.duties;
        self.keeper.keep(machine, &self.layout, &mut self.eyes, &mut self.player, now, &mut self.tally);
    }

    /// Somebody else plays, who may hold a ball on a raised flipper, or let it lie before the plunger: it is not stuck there.
    fn indulge(&mut self, machine: &Machine, now: u64) {
        let cradled = self.player.holds_up(machine);
        for ball in &mut self.eyes.balls {
            if cradled || ball.waits_since.is_some() {
                (ball.still_since, ball.touched) = (now, now);
            }
        }
    }

    /// What the last tick's events mean.
    fn hear(&mut self, machine: &Machine, now: u64) {
        for event in machine.events() {
            match event.what {
                Happening::Collide { ball, .. } => {
                    self.tally.hits += 1;
                    self.keeper.flipper_hit(now);
                    if let Some(seen) = self.eyes.find(ball) {
                        seen.touched = now;
                    }
                }
                Happening::Drained { .. } => self.tally.drained += 1,
                Happening::Hit { part, .. } if self.keeper.swallows(part) => self.tally.drained += 1,
                Happening::Lost { .. } => {
                    self.tally.lost += 1;
                    self.keeper.ball_lost(now);
                }
                Happening::Ejected { part, .. } if self.layout.is_trough(part) => self.tally.served += 1,
                Happening::TiltWarning { .. } | Happening::Tilt => self.player.warned(now),
                _ => {}
            }
        }
    }
}

/// Ticks in so many seconds.
const fn seconds(seconds: f64) -> u64 {
    (seconds / TICK + 0.5) as u64
}
