//! A shot: event after event until everything rests.

use super::ball::{Ball, BallSpec, BallState, Phase};
use super::cue::Strike;
use super::detect::{Bed, Fit};
use super::event::{Event, Outcome, What};
use super::ledger::Ledger;
use super::leg::Leg;
use super::models::Models;
use super::motion;
use super::places;
use super::plan::Next;
use super::queue::Queue;
use super::sieve::Sieve;
use super::table::Table;
use crate::error::in_range;
use crate::tolerance::MOST_TIME;
use crate::world::Hasher;
use crate::{DVec3, Error};

/// Events after which a shot stops with [`Outcome::Budget`], unless told otherwise. The longest of the reference shots has
/// 1,178.
pub const EVENT_BUDGET: usize = 100_000;

/// A shot under way.
///
/// Iterating gives its events; [`run`](Self::run) plays it to the end. All that happened stays known: events, and the
/// place of every ball at every moment.
///
/// ```
/// use carom::billiards::{Models, Outcome, Shot, Strike, What, rules::GameKind};
///
/// let game = GameKind::NineBall;
/// let table = game.table();
/// let balls = game.rack(&table, 1e-3, 7);
/// let aim = balls[1].state.position - balls[0].state.position;
/// let strike = Strike { speed: 8.0, direction: libm::atan2(aim.y, aim.x), ..Strike::level(0, game.cue_spec()) };
/// let mut shot = Shot::new(&table, &Models::default(), &balls, Some(&strike))?;
/// assert_eq!(shot.run(), Outcome::AtRest);
/// let potted = shot.events().iter().filter(|event| matches!(event.what, What::Pot { .. })).count();
/// println!("{} events in {:.1} s, {potted} potted", shot.events().len(), shot.time());
/// assert!(shot.ledger().balance().abs() < 1e-10);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shot {
    pub(super) bed: Bed,
    pub(super) models: Models,
    pub(super) specs: Vec<BallSpec>,
    pub(super) fits: Vec<Fit>,
    /// Every stretch of motion, in order of their starts.
    pub(super) legs: Vec<Leg>,
    /// For each leg the number of the same ball's leg before.
    pub(super) before: Vec<u32>,
    /// For each ball the number of its leg.
    pub(super) now: Vec<u32>,
    /// For each ball what it comes to.
    pub(super) next: Vec<Next>,
    /// For each ball those whose next meeting is with it: one bit each.
    pub(super) followers: Vec<u64>,
    /// For each ball the pocket it falls into.
    pub(super) falling: Vec<Option<u16>>,
    /// For each ball that turns about the edge of a pocket: when it leaves it, and how.
    pub(super) tipping: Vec<Option<(f64, BallState)>>,
    /// For each ball whom it met last, and when.
    pub(super) met: Vec<(u32, f64)>,
    pub(super) sieve: Sieve,
    pub(super) queue: Queue,
    pub(super) events: Vec<Event>,
    /// For each event the legs that begin with it.
    pub(super) marks: Vec<[u32; 2]>,
    pub(super) ledger: Ledger,
    pub(super) time: f64,
    /// s: how far it has been advanced.
    pub(super) clock: f64,
    /// Moments settled, with or without an event.
    pub(super) work: usize,
    given: usize,
    /// Events given out by the iterator.
    pub(super) shown: usize,
}

/// No leg.
pub(super) const NONE: u32 = u32::MAX;

impl Shot {
    /// A shot on `table` with `balls` as they lie or move. The strike happens at once; it needs all balls at rest.
    ///
    /// # Errors
    /// Numbers out of range; balls that overlap or lie outside the table; a strike at a ball that is not there or while
    /// balls move; a contact point beyond the miscue limit.
    pub fn new(table: &Table, models: &Models, balls: &[Ball], strike: Option<&Strike>) -> Result<Self, Error> {
        models.check()?;
        table.check()?;
        let count = balls.len();
        let bed = Bed::new(table, models.quirks);
        let sieve = Sieve::new(count, table.width, table.length);
        let words = sieve.words();
        let mut shot = Self {
            bed,
            models: models.clone(),
            specs: Vec::with_capacity(count),
            fits: Vec::with_capacity(count),
            legs: Vec::with_capacity(8 * count + 16),
            before: Vec::with_capacity(8 * count + 16),
            now: vec![NONE; count],
            next: vec![Next::NEVER; count],
            followers: vec![0; count * words],
            falling: vec![None; count],
            tipping: vec![None; count],
            met: vec![(NONE, f64::NEG_INFINITY); count],
            sieve,
            queue: Queue::new(count),
            events: Vec::with_capacity(64),
            marks: Vec::with_capacity(64),
            ledger: Ledger::default(),
            time: 0.0,
            clock: 0.0,
            work: 0,
            given: count,
            shown: 0,
        };
        shot.restart(balls, strike)?;
        Ok(shot)
    }

    /// Another shot on the same table with the same laws and as many balls: faster than a new one, since nothing is
    /// allocated.
    ///
    /// # Errors
    /// As [`new`](Self::new); another number of balls. What was before is then lost.
    pub fn restart(&mut self, balls: &[Ball], strike: Option<&Strike>) -> Result<(), Error> {
        if balls.len() != self.given {
            return Err(Error::degenerate("a restarted shot", "has another number of balls; make a new one"));
        }
        for given in balls {
            given.spec.check().and_then(|()| given.state.check()).map_err(|fault| fault.within(&given.name))?;
        }
        self.clear();
        let gravity = self.models.gravity;
        for (ball, given) in balls.iter().enumerate() {
            let state = places::tidied(given);
            let fit = match self.fits.last() {
                Some(fit) if fit.radius == given.spec.radius => *fit,
                _ => self.bed.fit(given.spec.radius),
            };
            self.specs.push(given.spec);
            self.fits.push(fit);
            let leg = motion::leg(ball, 0.0, state, &given.spec, gravity);
            self.now[ball] = self.legs.len() as u32;
            self.legs.push(leg);
            self.before.push(NONE);
            self.ledger.given += state.energy(&given.spec, gravity);
        }
        self.check_places(balls)?;
        if let Some(strike) = strike {
            self.strike(strike)?;
        }
        self.plan_all();
        Ok(())
    }

    fn clear(&mut self) {
        self.specs.clear();
        self.fits.clear();
        self.legs.clear();
        self.before.clear();
        self.next.fill(Next::NEVER);
        self.followers.fill(0);
        self.falling.fill(None);
        self.tipping.fill(None);
        self.met.fill((NONE, f64::NEG_INFINITY));
        self.sieve.clear();
        self.queue.clear();
        self.events.clear();
        self.marks.clear();
        self.ledger = Ledger::default();
        self.time = 0.0;
        self.clock = 0.0;
        self.work = 0;
        self.shown = 0;
    }

    fn strike(&mut self, strike: &Strike) -> Result<(), Error> {
        let ball = strike.ball;
        let Some(spec) = self.specs.get(ball).copied() else { return Err(Error::unknown("ball", ball)) };
        let mut state = self.current(ball);
        if state.phase.is_out() {
            return Err(Error::degenerate("the ball to be struck", "is not on the table"));
        }
        let rests = |leg: &Leg| leg.state.phase == Phase::Stationary || leg.state.phase.is_out();
        if !self.legs.iter().all(rests) {
            return Err(Error::degenerate("a strike", "needs all balls at rest"));
        }
        (state.velocity, state.spin) = self.models.strike.strike(&spec, strike)?;
        if !self.models.jumps {
            state.velocity.z = 0.0;
        }
        state.phase = if state.velocity.z != 0.0 { Phase::Airborne } else { Phase::Sliding };
        self.ledger.given += state.energy(&spec, self.models.gravity);
        let leg = self.begin(ball, state);
        self.note(What::Strike { ball }, 0.0, [leg, NONE]);
        Ok(())
    }

    /// Plays to the end (or to [`EVENT_BUDGET`]).
    pub fn run(&mut self) -> Outcome {
        self.run_until(f64::INFINITY, EVENT_BUDGET)
    }

    /// Plays the events up to `time` (s after the strike), at most `budget` in all.
    pub fn run_until(&mut self, time: f64, budget: usize) -> Outcome {
        loop {
            let (ball, at) = self.queue.first();
            if at == f64::INFINITY {
                return Outcome::AtRest;
            }
            if at > time {
                return Outcome::Time;
            }
            if self.events.len() >= budget || self.work >= budget.saturating_mul(4).saturating_add(64) {
                return Outcome::Budget;
            }
            self.work += 1;
            self.time = at;
            self.settle(ball);
        }
    }

    /// Lets `dt` seconds pass: plays the events in them, for those who look frame by frame. The frames make no difference to the
    /// shot. Where the balls are then, `state_at` says for [`clock`](Self::clock).
    ///
    /// # Errors
    /// When `dt` is negative, not finite or absurd. Nothing has changed then.
    pub fn advance(&mut self, dt: f64) -> Result<Outcome, Error> {
        in_range("time step", dt, 0.0, MOST_TIME)?;
        self.clock = self.clock() + dt;
        Ok(self.run_until(self.clock, EVENT_BUDGET))
    }

    /// s after the strike: up to where it was advanced, or the moment of the last event if that is later.
    pub fn clock(&self) -> f64 {
        self.clock.max(self.time)
    }

    /// Time of the last event, s after the strike.
    pub fn time(&self) -> f64 {
        self.events.last().map_or(0.0, |event| event.time)
    }

    /// What happened so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many balls there are.
    pub fn ball_count(&self) -> usize {
        self.now.len()
    }

    /// A ball at the moment up to which the shot is played: that of the last event, or a little later.
    ///
    /// # Panics
    /// If there is no such ball.
    pub fn state(&self, ball: usize) -> BallState {
        self.current(ball)
    }

    /// A ball at any moment from the strike to the next event not yet played (later: as though nothing came).
    ///
    /// # Panics
    /// If there is no such ball.
    pub fn state_at(&self, ball: usize, time: f64) -> BallState {
        let mut leg = self.now[ball];
        while self.legs[leg as usize].start > time && self.before[leg as usize] != NONE {
            leg = self.before[leg as usize];
        }
        self.legs[leg as usize].at(time.max(0.0))
    }

    /// The motion of a ball, stretch by stretch, in order of time. The last one has not ended yet.
    pub fn legs(&self, ball: usize) -> impl Iterator<Item = &Leg> {
        self.legs.iter().filter(move |leg| leg.ball == ball)
    }

    /// A ball right before and right after event number `event`; `None` if it took no part in it.
    pub fn around(&self, event: usize, ball: usize) -> Option<(BallState, BallState)> {
        let marks = self.marks.get(event)?;
        let leg = *marks.iter().find(|&&leg| leg != NONE && self.legs[leg as usize].ball == ball)?;
        let after = &self.legs[leg as usize];
        let before = self.before[leg as usize];
        let before = if before == NONE { after.state } else { self.legs[before as usize].at(after.start) };
        Some((before, after.state))
    }

    /// What became of the energy up to the last event.
    pub fn ledger(&self) -> Ledger {
        let mut ledger = self.ledger;
        let time = self.time();
        for (ball, spec) in self.specs.iter().enumerate() {
            let leg = &self.legs[self.now[ball] as usize];
            let [slide, roll, spin] = leg.friction_work(time, spec, self.models.gravity);
            ledger.sliding += slide;
            ledger.rolling += roll;
            ledger.spinning += spin;
            // What is shown of a ball that turns about an edge is no motion by a law: it counts as it began.
            let state = if self.tipping[ball].is_some() { leg.state } else { leg.at(time) };
            ledger.left += state.energy(spec, self.models.gravity);
        }
        ledger
    }

    /// A number that stands for everything that happened: the same events at the same times, the same motion to the last
    /// bit, the same number, on every machine.
    pub fn hash(&self) -> u64 {
        let mut hasher = Hasher(self.now.len() as u64);
        for event in &self.events {
            hasher.number(event.time);
            hasher.number(event.lost);
            let (ball, other) = event.what.balls();
            hasher.add(ball as u64);
            hasher.add(other.map_or(u64::MAX, |other| other as u64));
        }
        for leg in &self.legs {
            hasher.add(leg.ball as u64);
            hasher.add(leg.state.phase as u64);
            hasher.number(leg.start);
            [leg.state.position, leg.state.velocity, leg.state.spin].into_iter().for_each(|v| hasher.vector(v));
        }
        hasher.0
    }

    /// A ball at the present moment.
    #[inline]
    pub(super) fn current(&self, ball: usize) -> BallState {
        self.legs[self.now[ball] as usize].at(self.time)
    }

    /// From now on `ball` moves as `state` says. Gives the number of the leg.
    pub(super) fn begin(&mut self, ball: usize, state: BallState) -> u32 {
        let gravity = self.models.gravity;
        let spec = &self.specs[ball];
        let old = self.now[ball];
        // No law gives such numbers. If one does after all, the ball is taken out, and the others go on.
        let is_sound = state.position.is_finite() && state.velocity.is_finite() && state.spin.is_finite();
        let state = if is_sound {
            state
        } else {
            self.falling[ball] = None;
            BallState { phase: Phase::Off, position: self.legs[old as usize].place(self.time), ..BallState::default() }
        };
        let leg = &mut self.legs[old as usize];
        leg.end = self.time;
        let [slide, roll, spin] = leg.friction_work(self.time, spec, gravity);
        self.ledger.sliding += slide;
        self.ledger.rolling += roll;
        self.ledger.spinning += spin;
        let number = self.legs.len() as u32;
        self.legs.push(motion::leg(ball, self.time, state, spec, gravity));
        self.before.push(old);
        self.now[ball] = number;
        number
    }

    /// It happened.
    pub(super) fn note(&mut self, what: What, lost: f64, legs: [u32; 2]) {
        self.events.push(Event { time: self.time, what, lost });
        self.marks.push(legs);
    }

    fn check_places(&self, balls: &[Ball]) -> Result<(), Error> {
        places::check(&self.bed, &self.fits, balls)
    }

    /// Momentum of all balls right now, kg m/s.
    pub fn momentum(&self) -> DVec3 {
        self.specs.iter().enumerate().map(|(ball, spec)| self.current(ball).velocity * spec.mass).sum()
    }
}

impl Iterator for Shot {
    type Item = Event;

    /// The next event; `None` when everything rests (or [`EVENT_BUDGET`] is used up).
    fn next(&mut self) -> Option<Event> {
        while self.shown == self.events.len() {
            if self.run_until(self.queue.first().1, EVENT_BUDGET) != Outcome::Time {
                break;
            }
        }
        let event = self.events.get(self.shown).copied();
        self.shown += usize::from(event.is_some());
        event
    }
}
