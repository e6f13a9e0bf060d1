//! How a plunger's tip moves, and what a ball gets from it.

use super::sensor::Sensor;
use super::{NATURAL_STROKE, PLUNGER_BALLS, Plunger};
use crate::ball::Ball;
use crate::math::rng::Stream;
use crate::pinball::TICK;
use crate::pinball::part::Said;
use crate::tolerance::{
    PLUNGER_EMBEDDED_SPEED, PLUNGER_FOLLOWED, PLUNGER_FOLLOWED_SPEED, PLUNGER_LEAVING_SPEED, PLUNGER_REPAIR, SQUEEZE,
};
use crate::units::{VP_LENGTH, VP_MASS, VP_SPEED, VP_TIME};
use glam::{DVec2, DVec3};

/// ms: how long a shot lasts.
const SHOT: u32 = 200;
/// ms: how long a retracting plunger waits at its back.
const WAIT: u32 = 1000;
/// ms: how long a sensor's launch presses the button.
const LAUNCH: u32 = 100;
/// m/s: a real plunger faster than this launches an automatic one.
const LAUNCH_SPEED: f64 = 1.0;

/// Where a plunger's tip is and what drives it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlungerState {
    /// m: y of the tip.
    pub(crate) place: f64,
    /// m/s: along y; negative is forward.
    pub(crate) speed: f64,
    /// m/s: by a thirtieth of which it is pulled each millisecond; negative while it retracts.
    pull: f64,
    /// Does a pull go back and forth?
    retracts: bool,
    retracting: bool,
    /// ms that it has waited at its back.
    waited: u32,
    /// ms that are left of a shot, m/s, and how far behind its park (part of the stroke) it turns.
    shot_left: u32,
    shot: f64,
    bounce: f64,
    /// After a shot it goes home to its park.
    parking: bool,
    /// m/s: what a ball gave to it.
    pushed_back: f64,
    /// m: the tip goes no farther forward, for once.
    limit: Option<f64>,
    /// How often it has met a ball in this tick.
    meetings: u32,
    /// Does it stay where it is for the rest of this tick?
    waits: bool,
    /// Will it tell of the next end it reaches?
    armed: bool,
    /// ms for which the launch button is still pressed by the sensor.
    launch_left: u32,
    /// In a place of its own: it is larger than all else together, and most plungers have none.
    sensor: Option<Box<Sensor>>,
}

impl PlungerState {
    /// Parked.
    pub(crate) fn new(plunger: &Plunger) -> Self {
        Self {
            place: plunger.place(plunger.park),
            speed: 0.0,
            pull: 0.0,
            retracts: false,
            retracting: false,
            waited: 0,
            shot_left: 0,
            shot: 0.0,
            bounce: 0.0,
            parking: false,
            pushed_back: 0.0,
            limit: None,
            meetings: 0,
            waits: false,
            armed: false,
            launch_left: 0,
            sensor: None,
        }
    }

    /// Begins to pull it back, at `speed` (m/s; see [`Plunger::pull_speed`]).
    pub(crate) fn pull(&mut self, speed: f64) {
        // A hand stops a tip that still bounces; Visual Pinball's waits until the shot is over.
        self.shot_left = 0;
        self.speed = 0.0;
        self.pull = speed;
        self.retracts = false;
        self.retracting = false;
        self.parking = false;
        self.waited = 0;
    }

    /// The same, but when it has been back for a second it goes forward again, and so on. An automatic plunger stays back.
    pub(crate) fn pull_and_retract(&mut self, plunger: &Plunger, speed: f64) {
        self.pull(speed);
        self.retracts = !plunger.auto;
    }

    /// Lets it go; an automatic plunger always shoots from fully back.
    pub(crate) fn fire(&mut self, plunger: &Plunger) {
        let here = (self.place - plunger.front()) / plunger.stroke;
        let from = if plunger.auto { 1.0 } else { here.clamp(plunger.park, 1.0) };
        let back = from - plunger.park;
        self.pull = 0.0;
        self.retracting = false;
        self.parking = false;
        self.place = plunger.place(from);
        self.shot = plunger.shot(back);
        self.bounce = -(back / 0.5).min(1.0) * plunger.park;
        self.shot_left = SHOT;
    }

    /// A real plunger's sensor says where it is: 0 parked, 1 fully back, a little below 0 pushed in. It holds until the
    /// next word; what is no number is not heard.
    pub(crate) fn position(&mut self, position: f64) {
        if !position.is_finite() {
            return;
        }
        let now = position.clamp(-1.0, 1.0);
        match &mut self.sensor {
            Some(sensor) => sensor.now = now,
            None => self.sensor = Some(Box::new(Sensor::new(now))),
        }
    }

    /// One millisecond of what drives it.
    pub(crate) fn update(&mut self, plunger: &Plunger) {
        self.launch_left = self.launch_left.saturating_sub(1);
        (self.meetings, self.waits) = (0, false);
        if let Some(sensor) = &mut self.sensor {
            if plunger.mechanical && plunger.auto && self.launch_left == 0 && sensor.speed() < -LAUNCH_SPEED {
                self.launch_left = LAUNCH;
            }
            sensor.remember();
        }
        let pushed_back = core::mem::take(&mut self.pushed_back);
        if self.shot_left > 0 {
            self.speed = self.shot;
            self.shot_left -= 1;
            if self.shot_left == 0 && !plunger.mechanical {
                self.go_home(plunger);
            }
        } else if self.pull != 0.0 {
            self.pull_on(plunger);
        } else if plunger.mechanical {
            let wanted = self.followed(plunger);
            let here = (self.place - plunger.front()) / plunger.stroke;
            let rate = plunger.stroke / (PLUNGER_BALLS * NATURAL_STROKE * VP_TIME);
            self.speed = 0.95 * self.speed + 0.1 * plunger.mech_strength * (wanted - here) * rate + pushed_back;
            if self.speed.abs() < PLUNGER_FOLLOWED_SPEED && (wanted - here).abs() * plunger.stroke < PLUNGER_FOLLOWED {
                self.speed = 0.0;
            }
        }
    }

    /// `h` seconds of motion.
    pub(crate) fn displace(&mut self, plunger: &Plunger, h: f64) -> Option<Said> {
        let limit = self.limit.take().unwrap_or(f64::NEG_INFINITY);
        if self.speed == 0.0 || self.waits {
            return None;
        }
        let before = self.place;
        self.place = (self.place + h * self.speed).max(limit);
        if self.shot_left > 0 && h > 0.0 {
            let turn = plunger.place(plunger.park + self.bounce);
            let reached = if self.shot < 0.0 { self.place <= turn } else { self.place >= turn };
            if reached && self.shot != 0.0 {
                self.place = turn;
                self.shot *= -0.4;
                self.bounce *= -0.4;
                // Visual Pinball's tip keeps the old speed until the next update, and could run on.
                self.speed = self.shot;
            }
        }
        if self.parking {
            let park = plunger.place(plunger.park);
            if (before <= park) != (self.place < park) || self.place == park {
                self.place = park;
                self.speed = 0.0;
                self.parking = false;
            }
        }
        self.place = self.place.max(limit);
        let (front, back) = (plunger.front(), plunger.y);
        if self.place < front || self.place > back {
            self.place = self.place.clamp(front, back);
            self.speed = 0.0;
        }
        self.tell(plunger)
    }

    /// m/s: how it moves until its next displacement: not forward against a ball that holds it, nor beyond its ends.
    pub(crate) fn moving(&self, plunger: &Plunger) -> f64 {
        let held = self.speed < 0.0 && self.limit.is_some();
        let at_end = self.speed > 0.0 && self.place >= plunger.y || self.speed < 0.0 && self.place <= plunger.front();
        if held || at_end || self.waits { 0.0 } else { self.speed }
    }

    /// It meets a ball once more. A ball that rolls after a slow tip, or lies between it and another ball, would meet it without
    /// end: after [`SQUEEZE`] meetings it waits for the next tick.
    pub(crate) fn meets(&mut self) {
        self.meetings += 1;
        self.waits |= self.meetings > SQUEEZE;
    }

    /// Does it stay where it is for the rest of this tick?
    pub(crate) fn waits(&self) -> bool {
        self.waits
    }

    /// A ball is in its way: in its next displacement it goes no farther forward than now. Not while it retracts.
    pub(crate) fn held_back(&mut self) {
        if !self.retracting {
            self.limit = Some(self.place);
        }
    }

    /// Do balls in its way let it pass? So it is while it retracts.
    pub(crate) fn is_intangible(&self) -> bool {
        self.retracting
    }

    /// m/s along y: the velocity that a ball of `mass` (kg) feels in the tip, `gap` (m) away from it.
    pub(crate) fn tip_velocity(&self, plunger: &Plunger, mass: f64, gap: f64) -> f64 {
        let own = match self.let_go(plunger) {
            Some(speed) if self.shot_left == 0 => speed,
            _ => self.speed,
        };
        let felt = own * plunger.transfer / (mass / VP_MASS).max(0.05);
        // A ball in the tip must come out of it.
        let out = gap.abs() / VP_TIME;
        if gap <= 0.0 && felt.abs() < out { -out } else { felt }
    }

    /// A ball meets it: the tip with `surface_velocity_y` (m/s, from [`tip_velocity`](Self::tip_velocity)), or the base or a
    /// side with none. `normal` is from the plunger to the ball, `gap` (m) is negative if they overlap. False if the ball
    /// was leaving.
    ///
    /// Visual Pinball's law, without friction or spin; overlap is taken out whole, not but for one part in eighty.
    pub(crate) fn struck(
        &mut self,
        plunger: &Plunger,
        ball: &mut Ball,
        normal: DVec3,
        surface_velocity_y: f64,
        gap: f64,
        scatter: &mut Stream,
    ) -> bool {
        let flat = normal.truncate();
        let mut speed = (ball.velocity.truncate() - DVec2::new(0.0, surface_velocity_y)).dot(flat);
        if speed >= -PLUNGER_LEAVING_SPEED {
            if speed > PLUNGER_LEAVING_SPEED || gap >= 0.0 {
                return false;
            }
            speed = -PLUNGER_EMBEDDED_SPEED;
        }
        if gap < 0.0 {
            ball.position += normal * (-gap).min(PLUNGER_REPAIR);
        }
        let gain = -1.45 * speed / (1.0 + 1.0 / PLUNGER_BALLS);
        self.bounce *= 0.6;
        if surface_velocity_y != 0.0 {
            // The product of two speeds and a mass, made a speed by Visual Pinball's units.
            let product = ball.velocity.y * gain * (ball.mass / PLUNGER_BALLS) * 0.22;
            self.pushed_back = product / (VP_MASS * VP_SPEED);
        }
        ball.velocity = (ball.velocity + normal * gain) * 0.999;
        if plunger.scatter_speed > 0.0 && ball.velocity.y.abs() > plunger.scatter_speed {
            let x = scatter.between(-1.0, 1.0);
            ball.velocity.y += 2.598_08 * x * (1.0 - x * x) * plunger.scatter_speed;
        }
        true
    }

    /// Does the sensor of an automatic plunger press the launch button?
    pub(crate) fn launches(&self) -> bool {
        self.launch_left > 0
    }

    /// Would an update change nothing?
    pub(crate) fn is_still(&self, plunger: &Plunger) -> bool {
        let driven = self.pull != 0.0 || self.shot_left > 0 || self.launch_left > 0 || self.pushed_back != 0.0;
        self.speed == 0.0 && !driven && !plunger.mechanical && self.sensor.is_none()
    }

    /// Everything it knows, for hashes.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> + use<> {
        let flags = [self.retracts, self.retracting, self.parking, self.armed, self.limit.is_some()].map(f64::from);
        let counts = [self.waited, self.shot_left, self.launch_left].map(f64::from);
        let limit = self.limit.unwrap_or(0.0);
        let own = [self.place, self.speed, self.pull, self.shot, self.bounce, self.pushed_back, limit];
        let heard = self.sensor.as_deref().copied().into_iter().flat_map(Sensor::numbers);
        flags.into_iter().chain(counts).chain(own).chain(heard)
    }

    /// One millisecond of being pulled.
    fn pull_on(&mut self, plunger: &Plunger) {
        let park = plunger.place(plunger.park);
        self.speed += self.pull / PLUNGER_BALLS;
        if !self.retracts {
            if self.place > plunger.y || self.place < park {
                self.place = self.place.clamp(park, plunger.y);
                self.speed = 0.0;
            }
            return;
        }
        if self.place >= plunger.y && self.pull > 0.0 {
            self.speed = 0.0;
            self.waited += 1;
            if self.waited > WAIT {
                self.waited = 0;
                self.pull = -self.pull;
                self.retracting = true;
            }
        } else if self.place <= park && self.pull <= 0.0 {
            self.speed = 0.0;
            self.pull = -self.pull;
        } else if self.retracting && self.pull > 0.0 && self.place > park + VP_LENGTH {
            self.retracting = false;
            self.speed = 3.0 * self.pull;
        }
    }

    /// A shot is over: what is left of its speed takes it home. Visual Pinball's tip creeps on until it meets an end.
    fn go_home(&mut self, plunger: &Plunger) {
        let away = self.place - plunger.place(plunger.park);
        self.parking = away != 0.0 && self.shot != 0.0;
        self.speed = if self.parking { -self.shot.abs().copysign(away) } else { 0.0 };
    }

    /// Where a sensor wants the tip, as a part of the stroke.
    fn followed(&self, plunger: &Plunger) -> f64 {
        match &self.sensor {
            Some(sensor) if !plunger.auto => (plunger.park + (1.0 - plunger.park) * sensor.now).clamp(0.0, 1.0),
            _ => plunger.park,
        }
    }

    /// m/s: the speed of a shot from where a real plunger was let go, while it runs forward.
    ///
    /// Its farthest pull is measured on the stroke, from the park, as that of a shot is.
    fn let_go(&self, plunger: &Plunger) -> Option<f64> {
        let apex = self.sensor.as_ref().filter(|_| plunger.mechanical)?.let_go_from()?;
        Some(plunger.shot((1.0 - plunger.park) * apex))
    }

    /// Tells, once, of the end that the tip will reach within a millisecond.
    fn tell(&mut self, plunger: &Plunger) -> Option<Said> {
        let mark = plunger.stroke / 50.0;
        let (front, back) = (plunger.front(), plunger.y);
        if self.place > front + 2.0 * mark && self.place < back - 2.0 * mark {
            self.armed = true;
        }
        let soon = self.place + TICK * self.speed;
        let speed = self.speed.abs();
        let said = if soon > back - mark {
            Said::StartOfStroke { speed }
        } else if soon < front + mark {
            Said::EndOfStroke { speed }
        } else {
            return None;
        };
        core::mem::take(&mut self.armed).then_some(said)
    }
}

#[cfg(test)]
mod tests;
