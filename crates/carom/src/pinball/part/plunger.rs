//! A plunger: a rod that is pulled back along y and shot forward, by a key, by a coil, or by a real one with a sensor.
//!
//! Visual Pinball's law. The tip runs between `y` (fully back) and `y - stroke` (fully forward) and rests at its park. A
//! shot gives it one speed, by how far it was pulled, until it bounces past its park and dies out there; what a ball gets
//! from it is a law of its own.

use super::Said;
use crate::ball::Ball;
use crate::error::{Error, in_range};
use crate::math::rng::Stream;
use crate::pinball::TICK;
use crate::tolerance::{
    MOST_LENGTH, MOST_SPEED, PLUNGER_EMBEDDED_SPEED, PLUNGER_FOLLOWED, PLUNGER_FOLLOWED_SPEED, PLUNGER_LEAVING_SPEED,
    PLUNGER_REPAIR,
};
use crate::units::{VP_LENGTH, VP_MASS, VP_SPEED, VP_TIME};
use glam::{DVec2, DVec3};

/// ms. Over how long the speed of a sensor is measured: sensors speak every 8 to 10 ms.
const SENSOR_SPAN: usize = 10;

/// Visual Pinball's plunger weighs thirty balls wherever its mass counts, and has a natural stroke of thirteen units.
const PLUNGER_BALLS: f64 = 30.0;
const NATURAL_STROKE: f64 = 13.0;
/// ms: how long a shot lasts.
const SHOT: u32 = 200;
/// ms: how long a retracting plunger waits at its back.
const WAIT: u32 = 1000;
/// ms: how long a sensor's launch presses the button.
const LAUNCH: u32 = 100;
/// m/s: a real plunger faster than this launches an automatic one; m: the travel of a real plunger.
const LAUNCH_SPEED: f64 = 1.0;
const REAL_TRAVEL: f64 = 3.0 * 0.0254;
/// ms: for how long the farthest pull of a sensor is remembered.
const MEMORY: usize = 100;
/// A sensor is taken to be let go when it is this far before its farthest pull.
const LET_GO: f64 = 0.1;

/// A plunger.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `x` | of its middle | m | 0 | Center |
/// | `y` | of its tip, fully back | m | 0 | Center |
/// | `width` | half of the tip's | m | 25 units, 13 mm | Width |
/// | `height` | from the tip, fully back, to its base | m | 20 units, 11 mm | Height |
/// | `stroke` | from fully back to fully forward | m | 80 units, 43 mm | Stroke |
/// | `low` | height of the surface it lies on | m | 0 | Surface |
/// | `pull_speed` | a pull gains a thirtieth of this each millisecond | m/s | 5 units, 0.27 m/s | PullSpeed |
/// | `release_speed` | a shot does this over 3.9 strokes a second, if pulled a whole stroke behind its park | | 80 | ReleaseSpeed |
/// | `park` | where it rests, from 0, fully forward, to 1, fully back | | 1/6 | ParkPosition |
/// | `auto` | does a coil drive it? Then every shot is a full one | | false | AutoPlunger |
/// | `mechanical` | does it follow a real one with a sensor? | | false | MechPlunger |
/// | `mech_strength` | how quickly it follows | | 85 | MechStrength |
/// | `transfer` | part of its speed that a ball feels | | 1 | MomentumXfer |
/// | `scatter_speed` | largest random change of a ball's speed along y, on the hardest table | m/s | 0 | ScatterVelocity |
#[derive(Clone, Debug, PartialEq)]
pub struct Plunger {
    /// m: of its middle.
    pub x: f64,
    /// m: of its tip, fully back.
    pub y: f64,
    /// m: half of the tip's.
    pub width: f64,
    /// m: from the tip, fully back, to its base.
    pub height: f64,
    /// m: from fully back to fully forward.
    pub stroke: f64,
    /// m: height of the surface it lies on.
    pub low: f64,
    /// m/s: a pull gains a thirtieth of this each millisecond.
    pub pull_speed: f64,
    /// In 1/3.9 strokes a second.
    pub release_speed: f64,
    /// Where it rests, from 0, fully forward, to 1, fully back.
    pub park: f64,
    /// Does a coil drive it?
    pub auto: bool,
    /// Does it follow a real one with a sensor?
    pub mechanical: bool,
    /// How quickly it follows.
    pub mech_strength: f64,
    /// Part of its speed that a ball feels.
    pub transfer: f64,
    /// m/s: largest random change of a ball's speed along y.
    pub scatter_speed: f64,
}

impl Default for Plunger {
    fn default() -> Self {
        Self {
            x: 0.0,
            y: 0.0,
            width: 25.0 * VP_LENGTH,
            height: 20.0 * VP_LENGTH,
            stroke: 80.0 * VP_LENGTH,
            low: 0.0,
            pull_speed: 5.0 * VP_SPEED,
            release_speed: 80.0,
            park: 1.0 / 6.0,
            auto: false,
            mechanical: false,
            mech_strength: 85.0,
            transfer: 1.0,
            scatter_speed: 0.0,
        }
    }
}

impl Plunger {
    /// Is every number sane?
    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("x", self.x, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("y", self.y, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("width", self.width, VP_LENGTH * 1e-3, MOST_LENGTH)?;
        in_range("height", self.height, 0.0, MOST_LENGTH)?;
        in_range("stroke", self.stroke, VP_LENGTH * 1e-3, MOST_LENGTH)?;
        in_range("low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("pull_speed", self.pull_speed, 0.0, MOST_SPEED)?;
        in_range("release_speed", self.release_speed, 0.0, 1e6)?;
        in_range("park", self.park, 0.0, 1.0)?;
        in_range("mech_strength", self.mech_strength, 0.0, 1e3)?;
        in_range("transfer", self.transfer, 0.0, 1e3)?;
        in_range("scatter_speed", self.scatter_speed, 0.0, MOST_SPEED)?;
        Ok(())
    }

    /// The corners of the plunger seen from above with its tip at `place` (m): the tip's left and right, the base's right
    /// and left. The tip's face looks towards −y.
    pub(crate) fn corners(&self, place: f64) -> [DVec2; 4] {
        let (left, right, base) = (self.x - self.width, self.x + self.width, self.y + self.height);
        [DVec2::new(left, place), DVec2::new(right, place), DVec2::new(right, base), DVec2::new(left, base)]
    }

    /// m: from where to where it stands: as high as a ball.
    pub(crate) fn extent(&self) -> (f64, f64) {
        (self.low, self.low + 50.0 * VP_LENGTH)
    }

    /// m: the tip's place, fully forward.
    fn front(&self) -> f64 {
        self.y - self.stroke
    }

    /// m: the tip's place at `part` of the stroke, 0 fully forward and 1 fully back.
    fn place(&self, part: f64) -> f64 {
        self.front() + part * self.stroke
    }

    /// m/s: the speed of a shot from `back` (part of the stroke) behind the park.
    fn shot(&self, back: f64) -> f64 {
        -self.release_speed * self.stroke * back / (NATURAL_STROKE * PLUNGER_BALLS * VP_TIME)
    }
}

/// Where a plunger's tip is and what drives it.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// Will it tell of the next end it reaches?
    armed: bool,
    /// ms for which the launch button is still pressed by the sensor.
    launch_left: u32,
    sensor: Option<Sensor>,
}

/// What a real plunger's sensor has said in the last tenth of a second: 0 parked, 1 fully back.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sensor {
    now: f64,
    past: [f64; MEMORY],
    /// Where the next goes: the oldest.
    next: usize,
}

impl Sensor {
    fn remember(&mut self) {
        self.past[self.next] = self.now;
        self.next = (self.next + 1) % MEMORY;
    }

    /// The farthest pull of the last tenth of a second.
    fn apex(&self) -> f64 {
        self.past.iter().copied().fold(self.now, f64::max)
    }

    /// m/s: of a real plunger; negative is forward.
    fn speed(&self) -> f64 {
        let before = self.past[(self.next + MEMORY - SENSOR_SPAN) % MEMORY];
        (self.now - before) * REAL_TRAVEL / (SENSOR_SPAN as f64 * TICK)
    }
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
            None => self.sensor = Some(Sensor { now, past: [now; MEMORY], next: 0 }),
        }
    }

    /// One millisecond of what drives it.
    pub(crate) fn update(&mut self, plunger: &Plunger) {
        self.launch_left = self.launch_left.saturating_sub(1);
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
        if self.speed == 0.0 {
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
        if held || at_end { 0.0 } else { self.speed }
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
        let heard = self.sensor.into_iter().flat_map(|sensor| {
            let said = (0..MEMORY).map(move |k| sensor.past[(sensor.next + k) % MEMORY]);
            core::iter::once(sensor.now).chain(said)
        });
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
        match self.sensor {
            Some(sensor) if !plunger.auto => (plunger.park + (1.0 - plunger.park) * sensor.now).clamp(0.0, 1.0),
            _ => plunger.park,
        }
    }

    /// m/s: the speed of a shot from where a real plunger was let go, while it runs forward.
    ///
    /// Its farthest pull is measured on the stroke, from the park, as that of a shot is.
    fn let_go(&self, plunger: &Plunger) -> Option<f64> {
        let sensor = self.sensor.filter(|_| plunger.mechanical)?;
        let apex = sensor.apex();
        let running = sensor.now <= apex - LET_GO && apex > 0.0;
        running.then(|| plunger.shot((1.0 - plunger.park) * apex))
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
mod tests {
    use super::*;

    /// What Visual Pinball's own code was recorded with.
    fn recorded() -> Plunger {
        Plunger { x: 900.0 * VP_LENGTH, y: 1900.0 * VP_LENGTH, ..Plunger::default() }
    }

    fn step(state: &mut PlungerState, plunger: &Plunger) -> Option<Said> {
        state.update(plunger);
        state.displace(plunger, TICK)
    }

    fn steps(state: &mut PlungerState, plunger: &Plunger, ms: usize) {
        for _ in 0..ms {
            step(state, plunger);
        }
    }

    fn near(state: &PlungerState, place: f64, speed: f64) {
        let (p, s) = (state.place / VP_LENGTH, state.speed / VP_SPEED);
        // Single precision drifts by a thousandth of a unit in forty steps.
        assert!((p - place).abs() < 2e-3, "at {p} instead of {place}");
        assert!((s - speed).abs() < 1e-4, "speed {s} instead of {speed}");
    }

    #[test]
    fn a_pull_goes_as_recorded() {
        // Recorded case pull_only_no_ball.
        let plunger = recorded();
        let mut state = PlungerState::new(&plunger);
        near(&state, 1833.3334, 0.0);
        state.pull(plunger.pull_speed);
        let mut told = Vec::new();
        for ms in 1..=300 {
            told.extend(step(&mut state, &plunger).map(|said| (ms, said)));
            match ms {
                1 => near(&state, 1833.3501, 0.166_666_67),
                4 => near(&state, 1833.5001, 0.666_666_69),
                80 => near(&state, 1887.3335, 13.33334),
                88 => near(&state, 1898.6001, 14.666_676),
                89 | 90 | 300 => near(&state, 1900.0, 0.0),
                _ => {}
            }
        }
        let [(87, Said::StartOfStroke { speed })] = told[..] else { panic!("{told:?}") };
        assert!((speed / VP_SPEED - 14.5).abs() < 1e-4, "{speed}");
    }

    #[test]
    fn a_shot_goes_as_recorded() {
        // Recorded case ball_pull100ms, after the ball has left; its impact has shortened the bounce.
        let plunger = recorded();
        let mut state = PlungerState::new(&plunger);
        state.pull(plunger.pull_speed);
        steps(&mut state, &plunger, 100);
        state.fire(&plunger);
        for ms in 101..=283 {
            if ms == 140 {
                state.bounce *= 0.6;
                state.place += (1845.7688 - (1846.6654 - 1.367_521_3)) * VP_LENGTH;
            }
            step(&mut state, &plunger);
            match ms {
                101 => near(&state, 1898.6324, -13.675_213),
                139 => near(&state, 1846.6654, -13.675_213),
                154 => near(&state, 1826.623, -13.675_213),
                // The recording shows the speed of the next millisecond's motion.
                155 => near(&state, 1825.3334, 5.470_085_1),
                156 => near(&state, 1825.8804, 5.470_085_1),
                177 => near(&state, 1836.3146, -2.188_034_1),
                219 => near(&state, 1833.8103, -0.350_085_47),
                282 => near(&state, 1833.3027, 0.022_405_47),
                _ => {}
            }
        }
    }

    #[test]
    fn a_weaker_pull_shoots_more_slowly_and_an_automatic_plunger_always_fully() {
        // Recorded case ball_pull40ms: -2.8034437 from 1847.0001.
        let plunger = recorded();
        let mut state = PlungerState::new(&plunger);
        state.pull(plunger.pull_speed);
        steps(&mut state, &plunger, 40);
        near(&state, 1847.0001, 6.666_664_6);
        state.fire(&plunger);
        step(&mut state, &plunger);
        near(&state, 1846.7197, -2.803_443_7);
        let auto = Plunger { auto: true, ..recorded() };
        let mut state = PlungerState::new(&auto);
        state.fire(&auto);
        step(&mut state, &auto);
        near(&state, 1898.6324, -13.675_213);
    }

    #[test]
    fn after_a_shot_it_rests_at_its_park() {
        for release_speed in [0.0, 1.0, 20.0, 80.0, 200.0] {
            let plunger = Plunger { release_speed, ..recorded() };
            let mut state = PlungerState::new(&plunger);
            state.pull(plunger.pull_speed);
            steps(&mut state, &plunger, 100);
            state.fire(&plunger);
            steps(&mut state, &plunger, 10_000);
            assert!(state.is_still(&plunger), "{state:?}");
            if release_speed > 0.0 {
                near(&state, 1833.3333, 0.0);
            }
        }
    }

    #[test]
    fn a_pull_during_a_shot_takes_hold_at_once() {
        let plunger = recorded();
        let mut state = PlungerState::new(&plunger);
        state.place = plunger.y;
        state.fire(&plunger);
        steps(&mut state, &plunger, 150);
        state.pull(plunger.pull_speed);
        steps(&mut state, &plunger, 100);
        assert_eq!((state.place, state.speed), (plunger.y, 0.0), "fully back again");
    }

    #[test]
    fn a_ball_at_rest_gets_what_the_guide_says() {
        let plunger = recorded();
        let mut state = PlungerState::new(&plunger);
        state.place = plunger.y;
        state.fire(&plunger);
        state.update(&plunger);
        assert!((state.speed / VP_SPEED + 13.6752).abs() < 1e-4, "{state:?}");
        let mut ball = Ball::new(DVec3::ZERO, 25.0 * VP_LENGTH, VP_MASS).unwrap();
        let tip = state.tip_velocity(&plunger, ball.mass, 1e-9);
        let mut stream = Stream::new(1, "plunger");
        assert!(state.struck(&plunger, &mut ball, -DVec3::Y, tip, 0.0, &mut stream));
        assert!((ball.velocity.y / VP_SPEED + 19.170).abs() < 1e-3, "{}", ball.velocity.y / VP_SPEED);
        assert!(!state.struck(&plunger, &mut ball, -DVec3::Y, tip, 0.0, &mut stream), "it leaves");
        let twice = state.tip_velocity(&plunger, 2.0 * VP_MASS, 1e-9);
        assert!((twice - 0.5 * tip).abs() < 1e-12, "a ball of two masses feels half");
    }

    #[test]
    fn an_approaching_ball_is_thrown_as_recorded() {
        // Recorded case ball_pull100ms: 1.8243912 before and a millisecond of gravity, -19.899403 after.
        let plunger = recorded();
        let mut state = PlungerState::new(&plunger);
        state.speed = -13.675_213 * VP_SPEED;
        let mut ball = Ball::new(DVec3::ZERO, 25.0 * VP_LENGTH, VP_MASS).unwrap();
        ball.velocity.y = (1.824_391_2 + 0.018_428_2) * VP_SPEED;
        let tip = state.tip_velocity(&plunger, VP_MASS, 1e-9);
        state.struck(&plunger, &mut ball, -DVec3::Y, tip, 0.0, &mut Stream::new(1, "plunger"));
        let after = ball.velocity.y / VP_SPEED;
        assert!((after + 19.899_403).abs() < 0.02, "{after}; the recording has a millisecond of friction in it");
        assert!(state.pushed_back > 0.0, "and the plunger is pushed back");
    }

    #[test]
    fn scatter_changes_only_the_speed_along_the_lane() {
        let plunger = Plunger { scatter_speed: 0.1, ..recorded() };
        let mut stream = Stream::new(3, "plunger");
        let mut speeds: Vec<f64> = Vec::new();
        for _ in 0..200 {
            let mut ball = Ball::new(DVec3::ZERO, 0.0135, VP_MASS).unwrap();
            PlungerState::new(&plunger).struck(&plunger, &mut ball, -DVec3::Y, -1.0, 0.0, &mut stream);
            assert!(ball.velocity.x == 0.0 && ball.velocity.z == 0.0);
            speeds.push(ball.velocity.y);
        }
        let (least, most) = speeds.iter().fold((0.0_f64, -9.0_f64), |(a, b), &y| (a.min(y), b.max(y)));
        assert!(most - least > 0.15 && most - least < 0.2001, "{least} to {most}");
    }

    #[test]
    fn an_embedded_ball_comes_out() {
        let plunger = recorded();
        let state = PlungerState::new(&plunger);
        let gap = -0.5 * VP_LENGTH;
        assert!((state.tip_velocity(&plunger, VP_MASS, gap) / VP_SPEED + 0.5).abs() < 1e-12);
        let mut ball = Ball::new(DVec3::ZERO, 0.0135, VP_MASS).unwrap();
        let mut stream = Stream::new(1, "plunger");
        assert!(PlungerState::new(&plunger).struck(&plunger, &mut ball, -DVec3::Y, 0.0, gap, &mut stream));
        assert!((ball.position.y - gap).abs() < 1e-12 && ball.velocity.y < 0.0, "{ball:?}");
    }

    #[test]
    fn a_ball_holds_the_tip_back_once() {
        let plunger = recorded();
        let mut state = PlungerState::new(&plunger);
        state.place = plunger.y;
        state.fire(&plunger);
        state.update(&plunger);
        let before = state.place;
        state.held_back();
        state.displace(&plunger, 0.4 * TICK);
        assert_eq!(state.place, before);
        state.displace(&plunger, 0.6 * TICK);
        assert!((before - state.place - 0.6 * TICK * 13.675_213 * VP_SPEED).abs() < 1e-8);
    }

    #[test]
    fn a_retracting_pull_goes_back_and_forth() {
        let plunger = recorded();
        let mut state = PlungerState::new(&plunger);
        state.pull_and_retract(&plunger, plunger.pull_speed);
        let (mut back, mut parked, mut intangible) = (0, 0, 0);
        for _ in 0..5000 {
            step(&mut state, &plunger);
            back += usize::from(state.place == plunger.y);
            parked += usize::from(state.place < plunger.place(plunger.park) + VP_LENGTH);
            intangible += usize::from(state.is_intangible());
            assert!(state.place >= plunger.front() && state.place <= plunger.y, "{state:?}");
        }
        assert!(back > 2000 && parked > 10 && intangible > 50, "{back} {parked} {intangible}");
        let auto = Plunger { auto: true, ..recorded() };
        let mut state = PlungerState::new(&auto);
        state.pull_and_retract(&auto, auto.pull_speed);
        steps(&mut state, &auto, 5000);
        assert_eq!(state.place, auto.y, "an automatic plunger stays back");
    }

    #[test]
    fn it_follows_a_sensor_and_shoots_by_the_farthest_pull() {
        let plunger = Plunger { mechanical: true, ..recorded() };
        let mut state = PlungerState::new(&plunger);
        for _ in 0..1000 {
            state.position(1.0);
            step(&mut state, &plunger);
        }
        assert!((state.place - plunger.y).abs() < VP_LENGTH, "{state:?}");
        assert_eq!(state.tip_velocity(&plunger, VP_MASS, 1.0), state.speed, "held, not let go");
        state.position(0.5);
        step(&mut state, &plunger);
        let tip = state.tip_velocity(&plunger, VP_MASS, 1.0) / VP_SPEED;
        assert!((tip + 13.6752).abs() < 1e-4, "as a full shot: {tip}");
        state.position(f64::NAN);
        steps(&mut state, &plunger, MEMORY);
        assert_eq!(state.tip_velocity(&plunger, VP_MASS, 1.0), state.speed, "forgotten after a tenth of a second");
        steps(&mut state, &plunger, 2000);
        assert!(
            state.speed == 0.0 && (state.place - plunger.place(0.5 + 0.5 / 6.0)).abs() < PLUNGER_FOLLOWED,
            "{state:?}"
        );
        assert_eq!(state.numbers().count(), 15 + 1 + MEMORY);
        assert_eq!(PlungerState::new(&plunger).numbers().count(), 15);
    }

    #[test]
    fn a_real_plunger_launches_an_automatic_one() {
        let plunger = Plunger { mechanical: true, auto: true, ..recorded() };
        let mut state = PlungerState::new(&plunger);
        let mut follow = |positions: &mut dyn Iterator<Item = f64>| {
            positions.fold(0, |pressed, position| {
                state.position(position);
                step(&mut state, &plunger);
                pressed + usize::from(state.launches())
            })
        };
        assert_eq!(follow(&mut (0..500).map(|k| f64::from(k) / 500.0)), 0, "pulled back");
        assert_eq!(follow(&mut (0..500).map(|k| 1.0 - f64::from(k) / 500.0)), 0, "let forward gently, 0.15 m/s");
        assert_eq!(follow(&mut (0..200).map(|_| 1.0)), 0, "held");
        let pressed = follow(&mut (0..400).map(|k| (1.0 - f64::from(k) / 40.0).max(0.0)));
        assert_eq!(pressed, LAUNCH as usize, "let go");
        assert!((state.place - plunger.place(plunger.park)).abs() < 1e-12, "and does not follow");
    }

    #[test]
    fn faults_are_named() {
        assert!(Plunger::default().check().is_ok());
        let message = Plunger { stroke: 0.0, ..Plunger::default() }.check().unwrap_err().to_string();
        assert!(message.starts_with("stroke is 0;"), "{message}");
        assert!(Plunger { park: 1.1, ..Plunger::default() }.check().is_err());
    }
}
