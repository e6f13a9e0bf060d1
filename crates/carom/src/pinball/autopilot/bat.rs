//! One flipper as the player sees it: when would its bat meet a ball, and is that worth a flip?
//!
//! Everything is measured in the bat's own swing: how far it has to turn from rest until it touches the ball. Left or right,
//! large or small, upside down: the same.

use super::eyes::Seen;
use super::seconds;
use crate::math::rng::Stream;
use crate::math::trig;
use crate::pinball::part::Flipper;
use crate::pinball::{PartId, TICK};
use crate::space::Similarity;
use core::f64::consts::{PI, TAU};
use glam::{DVec2, DVec3};

/// Ticks that a swing is followed, at most; and between two looks at it.
const LONGEST_SWING: usize = 150;
const LOOK_EVERY: usize = 2;
/// rad: a ball that lies so far behind the bat's front is not before it.
const BEHIND: f64 = 0.12;
/// m, m/s: a ball so near that comes so slowly lies on the bat.
const ON_BAT: f64 = 0.004;
const SETTLES: f64 = 0.3;
/// m/s: along the bat: it does not roll.
const RESTS: f64 = 0.03;
/// m/s: a ball that leaves the bat so fast is on its way already.
const LEAVES: f64 = 0.3;
/// Part of the bat's length: nearer to its shaft it cannot give a ball much.
const SHAFT: f64 = 0.3;
/// s: what is later than now, for a last chance.
const LATER: f64 = 0.006;

/// A flipper, and how it is being played.
#[derive(Clone, Debug)]
pub(super) struct Bat {
    pub(super) part: PartId,
    /// How its own space lies, in which all this is said, if it was placed.
    lies: Option<Similarity>,
    /// m/s²: of a ball that rolls freely there.
    pull: DVec2,
    centre: DVec2,
    start: f64,
    /// rad: from rest to the end of its stroke; and which way that goes, 1 or −1.
    sweep: f64,
    turns: f64,
    length: f64,
    base_radius: f64,
    end_radius: f64,
    low: f64,
    high: f64,
    /// rad: how far it has turned after so many ticks with its coil on.
    swing: Vec<f64>,
    /// Its coil is on until this tick.
    pub(super) up_until: Option<u64>,
    /// It may flip again from this tick on.
    pub(super) ready: u64,
    /// Part of its length at which a rolling ball is shot, and part of its stroke at which a flying one is met.
    aim: f64,
    timing: f64,
    /// Since when a ball rests on it.
    rests_since: Option<u64>,
}

/// Where a swing meets a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Contact {
    /// Part of the bat's length.
    along: f64,
    /// Part of the stroke.
    stroke: f64,
}

impl Bat {
    /// `pull` is the acceleration of a ball that rolls freely on the table.
    pub(super) fn new(
        (part, flipper): (PartId, &Flipper),
        lies: Option<Similarity>,
        pull: DVec3,
        difficulty: f64,
        luck: &mut Stream,
    ) -> Option<Self> {
        let bat = flipper.bat(difficulty).ok()?;
        let pull = lies.as_ref().map_or(pull, |lies| lies.vector_in(pull)).truncate();
        let turn = flipper.end_angle - flipper.start_angle;
        let (length, (base_radius, end_radius), (low, high)) =
            ((bat.tip() - bat.base()).length(), bat.radii(), bat.height());
        let mut bat = Self {
            part,
            lies,
            pull,
            centre: flipper.centre,
            start: flipper.start_angle,
            sweep: turn.abs(),
            turns: if turn < 0.0 { -1.0 } else { 1.0 },
            length,
            base_radius,
            end_radius,
            low,
            high,
            swing: swing(flipper, length),
            up_until: None,
            ready: 0,
            aim: 0.0,
            timing: 0.0,
            rests_since: None,
        };
        bat.aim_anew(luck);
        Some(bat)
    }

    /// No two shots alike.
    pub(super) fn aim_anew(&mut self, luck: &mut Stream) {
        self.aim = luck.between(0.55, 0.95);
        self.timing = luck.between(0.2, 0.6);
        self.rests_since = None;
    }

    pub(super) fn start_anew(&mut self) {
        (self.up_until, self.ready, self.rests_since) = (None, 0, None);
    }

    /// Part of its stroke that it has done, standing at this heading.
    pub(super) fn stroke_at(&self, heading: f64) -> f64 {
        if self.sweep > 0.0 { self.turns * (heading - self.start) / self.sweep } else { 0.0 }
    }

    /// Is a ball so near that a flip may be worth it some time soon?
    fn is_near(&self, ball: &Seen) -> bool {
        let z = ball.place.z;
        let reach = self.length + self.end_radius + ball.radius + 0.1;
        let flat = (ball.place.truncate() - self.centre).length_squared() < reach * reach;
        flat && z < self.high + ball.radius && z + ball.radius > self.low
    }

    /// Should it flip for this ball, now?
    pub(super) fn wants(&mut self, ball: &Seen, now: u64) -> bool {
        let (ball, pull) = (&ball.seen_by(self.lies.as_ref()), self.pull);
        if ball.held || !self.is_near(ball) {
            return false;
        }
        let arm = ball.place.truncate() - self.centre;
        let Some(contact) = self.contact(ball, pull, 0.0) else { return false };
        if let Some(turn) = self.turn_to(arm, ball.radius) {
            let (distance, out, flat) = (arm.length(), arm.normalize_or_zero(), ball.velocity.truncate());
            let along = flat.dot(out);
            let away = self.turns * flat.dot(DVec2::new(-out.y, out.x));
            if away > LEAVES {
                return false;
            }
            if turn * distance < ON_BAT && away > -SETTLES {
                if along.abs() > RESTS {
                    self.rests_since = None;
                    return along > 0.0 && contact.along >= self.aim;
                }
                let since = *self.rests_since.get_or_insert(now);
                return now - since >= seconds(0.15);
            }
        }
        contact.along >= SHAFT && (contact.stroke <= self.timing || self.contact(ball, pull, LATER).is_none())
    }

    /// rad: how far the bat has to turn from rest until it touches a ball whose centre is at `arm` from its shaft. `None` if
    /// the ball is out of its reach.
    fn turn_to(&self, arm: DVec2, radius: f64) -> Option<f64> {
        let (distance, tip) = (arm.length(), self.end_radius + radius);
        let half = if distance <= self.length {
            let part = distance / self.length;
            let wide = self.base_radius + (self.end_radius - self.base_radius) * part + radius;
            if distance > wide { libm::asin(wide / distance) } else { 0.5 * PI }
        } else if distance < self.length + tip {
            // The sides of a triangle: bat, reach of the tip, arm.
            let cosine = (distance * distance + self.length * self.length - tip * tip) / (2.0 * distance * self.length);
            libm::acos(cosine.clamp(-1.0, 1.0))
        } else {
            return None;
        };
        // A heading of 0 is away from the player, clockwise.
        let mut ahead = self.turns * (trig::atan2(arm.x, -arm.y) - self.start);
        ahead -= TAU * libm::round(ahead / TAU);
        Some(ahead - half)
    }

    /// Where the bat would meet a ball if it were flipped after `delay` seconds.
    fn contact(&self, ball: &Seen, pull: DVec2, delay: f64) -> Option<Contact> {
        let (place, velocity) = (ball.place.truncate() - self.centre, ball.velocity.truncate());
        let mut before = 0.0;
        for (k, &angle) in self.swing.iter().enumerate().step_by(LOOK_EVERY) {
            let time = delay + k as f64 * TICK;
            let arm = place + (velocity + pull * (0.5 * time)) * time;
            if let Some(turn) = self.turn_to(arm, ball.radius).filter(|&turn| turn <= angle) {
                let contact = Contact { along: arm.length() / self.length, stroke: angle / self.sweep.max(1e-6) };
                return (turn > before - BEHIND).then_some(contact);
            }
            before = angle;
        }
        None
    }
}

/// rad: how far a bat has turned after each tick with its coil on, until it comes to its stop: the flipper's own law (guide 6.3)
/// without balls and without the end of its stroke.
fn swing(flipper: &Flipper, length: f64) -> Vec<f64> {
    let sweep = (flipper.end_angle - flipper.start_angle).abs();
    let inertia = (flipper.mass * length * length / 3.0).max(1e-12);
    let rise = if flipper.ramp_up > 0.0 { TICK / flipper.ramp_up } else { f64::INFINITY };
    let (mut part, mut speed, mut angle) = (-flipper.return_ratio, 0.0_f64, 0.0_f64);
    let mut swing = vec![0.0];
    while angle < sweep && swing.len() < LONGEST_SWING {
        part = (part + rise).min(1.0);
        speed = (speed + part * flipper.strength / inertia * TICK).max(0.0);
        angle = (angle + speed * TICK).min(sweep);
        swing.push(angle);
    }
    // Where it stays for a while.
    swing.extend([angle; 2 * LOOK_EVERY]);
    swing
}
