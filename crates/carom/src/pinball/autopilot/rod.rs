//! One plunger as the player uses it: pulled when a ball rests before it, let go at a strength that varies.

use super::eyes::{Eyes, Seen};
use super::{Tally, seconds};
use crate::math::rng::Stream;
use crate::pinball::part::Plunger;
use crate::pinball::{Command, Input, Machine, PartId};
use crate::space::Similarity;
use crate::units::PINBALL_RADIUS;
use glam::DVec3;

/// m/s: slower than this a ball waits.
const WAITS: f64 = 0.05;
/// Ticks that it waits until it is shot; ticks that a pull takes at most; and between two shots.
const PATIENCE: u64 = seconds(0.25);
const LONGEST_PULL: u64 = seconds(2.0);
const PAUSE: u64 = seconds(1.0);
/// m: a ball this far before the tip is still before it: a few may lie one behind the other.
const BEFORE: f64 = 5.0 * PINBALL_RADIUS;

/// A plunger, and how it is being used.
#[derive(Clone, Debug)]
pub(super) struct Rod {
    pub(super) part: PartId,
    /// How its own space lies, in which all this is said, if it was placed.
    lies: Option<Similarity>,
    x: f64,
    y: f64,
    width: f64,
    stroke: f64,
    pub(super) low: f64,
    auto: bool,
    /// m: where to let go, and the tick at which it was pulled.
    pulled: Option<(f64, u64)>,
    ready: u64,
    /// Balls served before it that never left its lane.
    pub(super) failures: u32,
}

impl Rod {
    pub(super) fn new(part: PartId, plunger: &Plunger, lies: Option<Similarity>) -> Self {
        let Plunger { x, y, width, stroke, low, auto, .. } = *plunger;
        Self { part, lies, x, y, width, stroke, low, auto, pulled: None, ready: 0, failures: 0 }
    }

    pub(super) fn start_anew(&mut self) {
        (self.pulled, self.ready) = (None, 0);
    }

    /// Where a ball of `radius` touches its tip.
    pub(super) fn spot(&self, machine: &Machine, radius: f64) -> Option<DVec3> {
        let tip = machine.pose(self.part)?.place;
        let radius = self.lies.as_ref().map_or(radius, |lies| lies.length_in(radius));
        let spot = DVec3::new(self.x, tip - radius - 5e-4, self.low + radius);
        Some(self.lies.as_ref().map_or(spot, |lies| lies.place_out(spot)))
    }

    /// Unit vector: the way in which it shoots.
    pub(super) fn ahead(&self) -> DVec3 {
        self.lies.as_ref().map_or(DVec3::NEG_Y, |lies| lies.direction_out(DVec3::NEG_Y))
    }

    fn seen(&self, place: DVec3) -> DVec3 {
        self.lies.as_ref().map_or(place, |lies| lies.place_in(place))
    }

    /// Is a ball in its lane, as far as it goes straight?
    pub(super) fn has_in_lane(&self, place: DVec3) -> bool {
        let place = self.seen(place);
        (place.x - self.x).abs() < self.width + PINBALL_RADIUS && place.y < self.y
    }

    /// Does a ball lie right before it, or come to?
    pub(super) fn is_before(&self, ball: &Seen, tip: f64) -> bool {
        let place = self.seen(ball.place);
        let over = place.z - self.low;
        let ahead = tip - place.y;
        self.has_in_lane(ball.place) && ahead > -ball.radius && ahead < BEFORE && over > 0.0 && over < 3.0 * ball.radius
    }

    /// Somebody else shoots: what it has begun it lets go, and it only sees which balls wait.
    pub(super) fn rest(&mut self, machine: &mut Machine, eyes: &mut Eyes, now: u64) {
        if self.pulled.take().is_some() {
            machine.send(Command::now(Input::Release { part: self.part })).unwrap_or_default();
        }
        if let Some(pose) = machine.pose(self.part) {
            self.first_before(eyes, pose.place, now);
        }
    }

    /// Sees which balls wait before its tip; the one that lies nearest.
    fn first_before<'a>(&self, eyes: &'a mut Eyes, tip: f64, now: u64) -> Option<&'a mut Seen> {
        let mut first: Option<&mut Seen> = None;
        for ball in &mut eyes.balls {
            if ball.held || !self.has_in_lane(ball.place) {
                // Out of the lane, though perhaps in another plunger's.
                continue;
            }
            let waits = self.is_before(ball, tip) && ball.velocity.length() < WAITS;
            ball.waits_since = if waits { ball.waits_since.or(Some(now)) } else { None };
            if waits && first.as_ref().is_none_or(|other| self.seen(ball.place).y > self.seen(other.place).y) {
                first = Some(ball);
            }
        }
        first
    }

    pub(super) fn play(
        &mut self,
        machine: &mut Machine,
        eyes: &mut Eyes,
        now: u64,
        luck: &mut Stream,
        tally: &mut Tally,
    ) {
        let Some(tip) = machine.pose(self.part).map(|pose| pose.place) else { return };
        if let Some((back, since)) = self.pulled {
            if tip >= back || now - since > LONGEST_PULL {
                machine.send(Command::now(Input::Release { part: self.part })).unwrap_or_default();
                (self.pulled, self.ready) = (None, now + PAUSE);
            }
            return;
        }
        let Some(ball) = self
            .first_before(eyes, tip, now)
            .filter(|ball| ball.waits_since.is_some_and(|since| now - since >= PATIENCE))
        else {
            return;
        };
        if now < self.ready {
            return;
        }
        // Each try is stronger than the last.
        let strength = luck.between(0.6, 1.0).max(f64::from(ball.plunges) / 3.0).min(1.0);
        ball.plunges += 1;
        tally.plunges += 1;
        let input = if self.auto {
            self.ready = now + PAUSE;
            Input::Coil { part: self.part, on: true }
        } else {
            // A hair less than fully back, where it certainly comes to.
            self.pulled = Some((tip + (self.y - tip) * strength - 1e-3 * self.stroke, now));
            Input::Pull { part: self.part, retract: false }
        };
        machine.send(Command::now(input)).unwrap_or_default();
    }
}
