//! One kicker as the house keeper uses it: a drain, the exit of a trough, or a hole to be emptied after a while.

use super::eyes::{Eyes, Layout};
use super::{Taken, Tally, seconds};
use crate::math::rng::Stream;
use crate::math::trig;
use crate::pinball::part::Kicker;
use crate::pinball::{Command, Input, Machine, PartId, TICK};
use crate::space::Similarity;
use crate::units::PINBALL_RADIUS;
use core::f64::consts::TAU;
use glam::DVec3;

/// Throws after which a ball that falls back every time is taken out.
const MOST_TRIES: u32 = 10;
/// Ticks: a ball that is back so soon has not got away.
const BACK_WITHIN: u64 = seconds(2.0);
/// Headings that are looked along, and how far, m.
const HEADINGS: u32 = 16;
const AHEAD: f64 = 0.3;

/// What a kicker is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Balls in it are out of play.
    Drain,
    /// Balls come into play from it.
    Release,
    /// Balls are held for a while.
    Saucer,
}

/// A kicker, and what it is doing.
#[derive(Clone, Debug)]
pub(super) struct Hole {
    pub(super) part: PartId,
    pub(super) purpose: Use,
    pub(super) fall_through: bool,
    pub(super) seat: DVec3,
    /// Has its author said where it throws?
    has_heading: bool,
    /// Is it emptied at this tick?
    due: Option<u64>,
    tries: u32,
    thrown: u64,
    /// Ticks for which somebody else may keep a ball in it.
    left_for: Option<u64>,
}

impl Hole {
    pub(super) fn new(
        (part, name, kicker): (PartId, &str, &Kicker),
        lies: Option<&Similarity>,
        layout: &Layout,
    ) -> Self {
        let name = name.to_ascii_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let seat = kicker.seat(PINBALL_RADIUS);
        let seat = lies.map_or(seat, |lies| lies.place_out(seat));
        let purpose = if says(&["release", "ballexit", "ball_exit"]) {
            Use::Release
        } else if says(&["drain", "outhole", "trough"]) || layout.is_below(seat) {
            Use::Drain
        } else {
            Use::Saucer
        };
        let plain = Kicker::default();
        let has_heading = kicker.kick_angle != plain.kick_angle
            || kicker.kick_speed != plain.kick_speed
            || kicker.kick_inclination != plain.kick_inclination;
        let fall_through = kicker.fall_through;
        Self { part, purpose, fall_through, seat, has_heading, due: None, tries: 0, thrown: 0, left_for: None }
    }

    pub(super) fn start_anew(&mut self) {
        (self.due, self.tries, self.thrown) = (None, 0, 0);
    }

    /// Somebody else empties it; only after so long it is forgotten.
    pub(super) fn leave(&mut self, seconds: f64) {
        // Infinity is the largest number of ticks.
        (self.left_for, self.due) = (Some((seconds / TICK) as u64), None);
    }

    pub(super) fn keep(
        &mut self,
        machine: &mut Machine,
        eyes: &Eyes,
        now: u64,
        luck: &mut Stream,
        tally: &mut Tally,
        taken: &mut Vec<Taken>,
    ) {
        if !machine.pose(self.part).is_some_and(|pose| pose.active) {
            self.due = None;
            return;
        }
        let due = *self.due.get_or_insert_with(|| {
            self.tries = if now < self.thrown + BACK_WITHIN { self.tries + 1 } else { 0 };
            now.saturating_add(match (self.purpose, self.left_for) {
                (Use::Drain, _) => seconds(0.3),
                (_, Some(ticks)) => ticks,
                (Use::Release, None) => seconds(0.5),
                (Use::Saucer, None) => seconds(luck.between(0.8, 1.2)),
            })
        });
        if now < due {
            return;
        }
        self.due = None;
        if self.purpose == Use::Drain || self.tries >= MOST_TRIES {
            let held = eyes.balls.iter().filter(|ball| ball.held);
            let far = |ball: &&super::eyes::Seen| (ball.place - self.seat).length();
            let Some(ball) = held.min_by(|a, b| far(a).total_cmp(&far(b))) else { return };
            machine.send(Command::now(Input::RemoveBall(ball.id))).unwrap_or_default();
            taken.push(Taken { ball: ball.id, drained: self.purpose == Use::Drain });
            *(if self.purpose == Use::Drain { &mut tally.drained } else { &mut tally.rescued }) += 1;
            self.tries = 0;
            return;
        }
        self.thrown = now;
        tally.kicks += 1;
        let input = if self.has_heading && self.tries < 2 {
            Input::Coil { part: self.part, on: true }
        } else {
            self.throw(machine, luck)
        };
        machine.send(Command::now(input)).unwrap_or_default();
    }

    /// A throw into the open: along the clearest way at first, others later; where there is none, up and over.
    fn throw(&self, machine: &Machine, luck: &mut Stream) -> Input {
        let lies = machine.placed(self.part);
        let turned = luck.unit() * TAU;
        let (mut best, mut room) = (turned, -1.0);
        let mut look = |heading: f64| {
            let ahead = DVec3::new(trig::sin(heading), -trig::cos(heading), 0.0) * AHEAD;
            // Its headings are its own.
            let ahead = lies.as_ref().map_or(ahead, |lies| lies.direction_out(ahead));
            // The held ball itself is in the way: it is looked for from just outside of it.
            let from = self.seat + ahead * (2.05 * PINBALL_RADIUS / AHEAD) + DVec3::Z * 2e-4;
            let first = if machine.is_free(from, 0.95 * PINBALL_RADIUS) { 1.0 } else { 0.0 };
            let clear = first * machine.clear_way(from, from + ahead, 0.95 * PINBALL_RADIUS);
            // What has failed before is weighed by chance more and more.
            let weighed = clear + 0.15 * f64::from(self.tries) * luck.unit();
            if weighed > room {
                (best, room) = (heading, weighed);
            }
        };
        for k in 0..HEADINGS {
            look(turned + TAU * f64::from(k) / f64::from(HEADINGS));
        }
        let walled = room < 0.1 || self.tries % 3 == 2;
        let speed = luck.between(0.8, 1.4) + 0.15 * f64::from(self.tries) + if walled { 0.8 } else { 0.0 };
        Input::Kick { part: self.part, angle: best, speed, inclination: if walled { 1.1 } else { 0.0 } }
    }
}
