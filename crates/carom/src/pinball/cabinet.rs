//! The cabinet: how it rocks on its legs when it is nudged, and the plumb bob that catches those who nudge too hard.
//!
//! A nudge by key is a push of 25 ms. It sets the cabinet rocking, differently sideways and lengthways, and balls feel the
//! cabinet's acceleration. A sensor in a real cabinet gives the acceleration itself: a sway. Both add up, as in a real
//! cabinet; Visual Pinball hears only one of them at a time.

use crate::error::{Error, in_range};
use crate::math::trig::{atan2, cos, sin};
use crate::pinball::TICK;
use crate::tolerance::{BOB_STILL_ANGLE, BOB_STILL_SPIN, BOB_WITHIN_RING, CABINET_STILL, MOST_NUDGE, MOST_SWAY};
use crate::units::{VP_SPEED, VP_TIME, radians};
use core::f64::consts::{PI, TAU};
use glam::{DVec2, DVec3};

/// m/s²: standard gravity.
const GRAVITY: f64 = 9.806_65;
/// Ticks: how long a push lasts.
const PUSH: usize = 25;
/// m/s²: the peak of a push of force one.
const PUSH_PEAK: f64 = 0.5 * GRAVITY / 2.0;
/// s: time constant of the average over what a sensor says.
const SWAY_TIME: f64 = 0.004;
/// How much larger than life the cabinet's motion is shown, sideways and lengthways.
const SHOWN: DVec2 = DVec2::new(3.5, 2.0);
/// m: the bob's rod.
const ROD: f64 = 0.1;
/// 1/s: how the air and the hook slow the bob, always and with its speed.
const BOB_DRAG: f64 = 1.25;
const BOB_SPEED_DRAG: f64 = 0.75;
/// The part of its speed that the bob keeps when it touches the ring.
const RING_ELASTICITY: f64 = 0.8;
/// Part of critical: how the box of older versions is damped.
const BOX_DAMPING: f64 = 0.5;

/// How the cabinet answers a nudge by key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NudgeModel {
    /// It rocks on its legs: two damped springs, driven by a push of 25 ms.
    #[default]
    Cabinet,
    /// It jumps to a speed and springs back, within [`Cabinet::nudge_time`]: Visual Pinball's model up to version 10.8.
    Box,
}

/// The cabinet, its legs and its tilt.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `model` | how it answers a nudge by key | | `Cabinet` | NudgeMode |
/// | `strength` | times which a nudge by key is taken | | 1 | NudgeStrength |
/// | `side_frequency` | at which it rocks sideways | Hz | 9.3 | fixed |
/// | `side_damping` | part of critical damping | | 0.052 | fixed |
/// | `front_frequency` | at which it rocks lengthways | Hz | 5.8 | fixed |
/// | `front_damping` | part of critical damping | | 0.055 | fixed |
/// | `nudge_time` | half a swing of the box model | s | 0.05 | NudgeTime |
/// | `sway_strength` | times which a sensor's acceleration is taken | | 1 | sensor strength |
/// | `bob` | is there a plumb bob? | | true | TiltPlumb |
/// | `bob_damping` | how its swinging dies out | | 1 | PlumbInertia |
/// | `tilt_angle` | at which the bob touches its ring | rad | 1° | PlumbThreshold |
/// | `warnings` | touches that are forgiven before the machine tilts | | 2 | none |
/// | `warning_pause` | touches that follow within this time are one: after a hard nudge the bob rattles for two seconds | s | 2.5 | none |
#[derive(Clone, Debug, PartialEq)]
pub struct Cabinet {
    /// How it answers a nudge by key.
    pub model: NudgeModel,
    /// Times which a nudge by key is taken.
    pub strength: f64,
    /// Hz: at which it rocks sideways.
    pub side_frequency: f64,
    /// Part of critical damping.
    pub side_damping: f64,
    /// Hz: at which it rocks lengthways.
    pub front_frequency: f64,
    /// Part of critical damping.
    pub front_damping: f64,
    /// s: half a swing of the box model.
    pub nudge_time: f64,
    /// Times which a sensor's acceleration is taken.
    pub sway_strength: f64,
    /// Is there a plumb bob?
    pub bob: bool,
    /// How its swinging dies out.
    pub bob_damping: f64,
    /// rad: at which the bob touches its ring.
    pub tilt_angle: f64,
    /// Touches that are forgiven before the machine tilts.
    pub warnings: u32,
    /// s: touches that follow within this time are one.
    pub warning_pause: f64,
}

impl Default for Cabinet {
    fn default() -> Self {
        Self {
            model: NudgeModel::Cabinet,
            strength: 1.0,
            side_frequency: 9.3,
            side_damping: 0.052,
            front_frequency: 5.8,
            front_damping: 0.055,
            nudge_time: 5.0 * VP_TIME,
            sway_strength: 1.0,
            bob: true,
            bob_damping: 1.0,
            tilt_angle: radians(1.0),
            warnings: 2,
            warning_pause: 2.5,
        }
    }
}

impl Cabinet {
    /// Is every number sane?
    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("strength", self.strength, 0.0, 100.0)?;
        // Faster springs than these cannot be followed in steps of a millisecond.
        in_range("side_frequency", self.side_frequency, 0.01, 100.0)?;
        in_range("side_damping", self.side_damping, 0.0, 1.0)?;
        in_range("front_frequency", self.front_frequency, 0.01, 100.0)?;
        in_range("front_damping", self.front_damping, 0.0, 1.0)?;
        in_range("nudge_time", self.nudge_time, 0.01, 100.0)?;
        in_range("sway_strength", self.sway_strength, 0.0, 100.0)?;
        in_range("bob_damping", self.bob_damping, 0.0, 100.0)?;
        in_range("tilt_angle", self.tilt_angle, 2.0 * BOB_WITHIN_RING, 1.5)?;
        in_range("warning_pause", self.warning_pause, 0.0, 1e6)?;
        Ok(())
    }

    /// rad/s of its springs, squared, and 1/s of their damping, sideways and lengthways.
    fn springs(&self) -> (DVec2, DVec2) {
        match self.model {
            NudgeModel::Cabinet => {
                let rate = DVec2::new(self.side_frequency, self.front_frequency) * TAU;
                (rate * rate, DVec2::new(self.side_damping, self.front_damping) * rate * 2.0)
            }
            NudgeModel::Box => {
                let square = PI * PI / (self.nudge_time * self.nudge_time * (1.0 - BOX_DAMPING * BOX_DAMPING));
                (DVec2::splat(square), DVec2::splat(2.0 * BOX_DAMPING * square.sqrt()))
            }
        }
    }
}

/// What the tilt has to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TiltSaid {
    /// The bob has touched its ring, for the n-th time since [`CabinetState::forgive`].
    TiltWarning(u32),
    /// Once too often.
    Tilt,
}

/// What a tick of the cabinet means to the balls and to the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CabinetTick {
    /// m/s²: of the cabinet, level, in the machine's x and y; balls feel the opposite.
    pub(crate) acceleration: DVec2,
    /// What the tilt tells.
    pub(crate) tilt: Option<TiltSaid>,
}

/// How the cabinet rocks and the bob swings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CabinetState {
    /// m and m/s: the cabinet from where it stands.
    place: DVec2,
    speed: DVec2,
    /// m/s: its speed at the end of the last tick.
    before: DVec2,
    /// m: as it is shown.
    shown: DVec2,
    /// m/s²: peaks of the pushes that are under way, by their age in ticks.
    pushes: [DVec2; PUSH],
    pushing: usize,
    /// m/s²: what the sensor says, and its average.
    sway_said: DVec2,
    sway: DVec2,
    /// m and rad/s.
    bob: DVec3,
    bob_spin: DVec3,
    touches: u32,
    tilted: bool,
    /// Ticks for which touches do not count.
    pause: u32,
    still: bool,
}

impl CabinetState {
    /// Standing still.
    pub(crate) fn new(_cabinet: &Cabinet) -> Self {
        Self {
            place: DVec2::ZERO,
            speed: DVec2::ZERO,
            before: DVec2::ZERO,
            shown: DVec2::ZERO,
            pushes: [DVec2::ZERO; PUSH],
            pushing: 0,
            sway_said: DVec2::ZERO,
            sway: DVec2::ZERO,
            bob: -DVec3::Z * ROD,
            bob_spin: DVec3::ZERO,
            touches: 0,
            tilted: false,
            pause: 0,
            still: true,
        }
    }

    /// A push towards `heading` (rad; 0 is away from the player), in Visual Pinball's measure: 2 is a key's, half of
    /// gravity at its peak. What is no number is not heard.
    pub(crate) fn nudge(&mut self, cabinet: &Cabinet, heading: f64, force: f64) {
        if !heading.is_finite() || !force.is_finite() {
            return;
        }
        let push = DVec2::new(sin(heading), -cos(heading)) * (force.clamp(-MOST_NUDGE, MOST_NUDGE) * cabinet.strength);
        match cabinet.model {
            NudgeModel::Cabinet => {
                self.pushes[0] = (self.pushes[0] + push * PUSH_PEAK).clamp_length_max(MOST_SWAY);
                self.pushing = PUSH;
            }
            NudgeModel::Box => self.speed = (self.speed + push * VP_SPEED).clamp_length_max(MOST_NUDGE * VP_SPEED),
        }
        self.still = false;
    }

    /// A sensor says that the cabinet has this acceleration (m/s²), until it says something else. What is no number is not
    /// heard.
    pub(crate) fn sway(&mut self, acceleration: DVec2) {
        if acceleration.is_finite() && acceleration != self.sway_said {
            self.sway_said = acceleration.clamp(DVec2::splat(-MOST_SWAY), DVec2::splat(MOST_SWAY));
            self.still = false;
        }
    }

    /// One millisecond.
    pub(crate) fn tick(&mut self, cabinet: &Cabinet) -> CabinetTick {
        if self.still {
            return CabinetTick::default();
        }
        let keys = self.rock(cabinet);
        let wanted = self.sway_said * cabinet.sway_strength;
        self.sway += (wanted - self.sway) * -libm::expm1(-TICK / SWAY_TIME);
        let acceleration = keys + self.sway;
        let touches = cabinet.bob && self.swing(cabinet, acceleration);
        let tilt = self.judge(cabinet, touches);
        self.settle(cabinet);
        CabinetTick { acceleration, tilt }
    }

    /// Does nothing move?
    pub(crate) fn is_still(&self) -> bool {
        self.still
    }

    /// m: how far the cabinet is shown from where it stands, larger than life.
    pub(crate) fn offset(&self) -> DVec2 {
        self.shown
    }

    /// rad: of the bob from the plumb.
    pub(crate) fn bob(&self) -> f64 {
        atan2(self.bob.truncate().length(), -self.bob.z)
    }

    /// Has the machine tilted?
    pub(crate) fn is_tilted(&self) -> bool {
        self.tilted
    }

    /// A new ball: warnings and tilt are forgotten.
    pub(crate) fn forgive(&mut self) {
        self.touches = 0;
        self.tilted = false;
    }

    /// Everything it knows, for hashes.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> + use<> {
        let flat = [self.place, self.speed, self.before, self.shown, self.sway_said, self.sway];
        let counts = [f64::from(self.touches), f64::from(self.tilted), f64::from(self.pause), f64::from(self.still)];
        let bob = [self.bob.to_array(), self.bob_spin.to_array()];
        let flat = flat.into_iter().chain(self.pushes).flat_map(|v| v.to_array());
        flat.chain(bob.into_iter().flatten()).chain(counts).chain([self.pushing as f64])
    }

    /// The acceleration of the cabinet on its legs.
    fn rock(&mut self, cabinet: &Cabinet) -> DVec2 {
        let (stiffness, damping) = cabinet.springs();
        let pull = -stiffness * self.place - damping * self.speed;
        let acceleration = match cabinet.model {
            NudgeModel::Cabinet => pull + self.push(),
            // The jump of its speed at the nudge is acceleration too.
            NudgeModel::Box => pull + (self.speed - self.before) / TICK,
        };
        self.speed = self.before + acceleration * TICK;
        self.before = self.speed;
        self.place += self.speed * TICK;
        self.shown = match cabinet.model {
            NudgeModel::Cabinet => self.place * SHOWN,
            NudgeModel::Box => self.place,
        };
        acceleration
    }

    /// The pushes of this tick, together; each rises and falls as a cosine.
    fn push(&mut self) -> DVec2 {
        if self.pushing == 0 {
            return DVec2::ZERO;
        }
        let mut sum = DVec2::ZERO;
        for (age, peak) in self.pushes.iter().enumerate().filter(|(_, peak)| **peak != DVec2::ZERO) {
            sum += *peak * (0.5 * (1.0 - cos(TAU * (age + 1) as f64 / PUSH as f64)));
        }
        self.pushes.copy_within(..PUSH - 1, 1);
        self.pushes[0] = DVec2::ZERO;
        self.pushing -= 1;
        sum.clamp_length_max(MOST_SWAY)
    }

    /// The bob swings for a tick; does it touch its ring?
    ///
    /// Visual Pinball's law, but that the bob is thrown back by the ring: there the speed along the rod is mirrored, of
    /// which a pendulum has none.
    fn swing(&mut self, cabinet: &Cabinet, acceleration: DVec2) -> bool {
        let across = |spin: DVec3, bob: DVec3| spin - bob * (spin.dot(bob) / (ROD * ROD));
        let felt = (-acceleration).extend(-GRAVITY);
        let drag = cabinet.bob_damping * (BOB_DRAG + BOB_SPEED_DRAG * self.bob_spin.length());
        // A drag that would turn the bob about within a tick stops it.
        let drag = drag.min(1.0 / TICK);
        self.bob_spin += (self.bob.cross(felt) / (ROD * ROD) - self.bob_spin * drag) * TICK;
        self.bob_spin = across(self.bob_spin, self.bob);
        self.bob += self.bob_spin.cross(self.bob) * TICK;
        self.bob *= ROD / self.bob.length();
        self.bob_spin = across(self.bob_spin, self.bob);
        if self.bob() <= cabinet.tilt_angle {
            return false;
        }
        let angle = cabinet.tilt_angle - BOB_WITHIN_RING;
        let way = self.bob.truncate().normalize_or_zero();
        self.bob = (way * sin(angle)).extend(-cos(angle)) * ROD;
        let outward = (way * cos(angle)).extend(sin(angle));
        let velocity = self.bob_spin.cross(self.bob);
        let back = velocity - outward * (2.0 * velocity.dot(outward).max(0.0));
        self.bob_spin = self.bob.cross(back) * (RING_ELASTICITY / (ROD * ROD));
        true
    }

    /// What a touch of the ring means.
    fn judge(&mut self, cabinet: &Cabinet, touches: bool) -> Option<TiltSaid> {
        if self.pause > 0 {
            self.pause -= 1;
            return None;
        }
        if !touches || self.tilted {
            return None;
        }
        // A rounded count of ticks; the pause is checked to be no more than a million seconds.
        self.pause = (cabinet.warning_pause / TICK + 0.5) as u32;
        if self.touches < cabinet.warnings {
            self.touches += 1;
            return Some(TiltSaid::TiltWarning(self.touches));
        }
        self.tilted = true;
        Some(TiltSaid::Tilt)
    }

    /// Brings to rest what hardly moves any more.
    fn settle(&mut self, cabinet: &Cabinet) {
        let (stiffness, _) = cabinet.springs();
        let rate = DVec2::new(stiffness.x.sqrt(), stiffness.y.sqrt());
        let rocks = (self.place * stiffness).abs().max_element().max((self.speed * rate).abs().max_element());
        let quiet = self.pushing == 0 && rocks < CABINET_STILL;
        if quiet {
            (self.place, self.speed, self.before) = (DVec2::ZERO, DVec2::ZERO, DVec2::ZERO);
            self.shown = DVec2::ZERO;
        }
        let swayless = self.sway_said == DVec2::ZERO && self.sway.abs().max_element() < CABINET_STILL;
        if swayless {
            self.sway = DVec2::ZERO;
        }
        let hangs = !cabinet.bob || self.bob() < BOB_STILL_ANGLE && self.bob_spin.length() < BOB_STILL_SPIN;
        if quiet && swayless && hangs {
            (self.bob, self.bob_spin) = (-DVec3::Z * ROD, DVec3::ZERO);
            self.still = self.pause == 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{VP_ACCELERATION, degrees};

    fn run(state: &mut CabinetState, cabinet: &Cabinet, ms: usize) -> Vec<CabinetTick> {
        (0..ms).map(|_| state.tick(cabinet)).collect()
    }

    #[test]
    fn a_push_is_a_raised_cosine_of_half_gravity() {
        // Without springs and bob the acceleration is the push itself.
        let cabinet =
            Cabinet { side_frequency: 0.01, side_damping: 0.0, front_frequency: 0.01, front_damping: 0.0, ..bobless() };
        let mut state = CabinetState::new(&cabinet);
        state.nudge(&cabinet, radians(90.0), 2.0);
        let ticks = run(&mut state, &cabinet, 30);
        let peak = ticks.iter().map(|tick| tick.acceleration.x).fold(0.0, f64::max);
        assert!((peak - 0.5 * GRAVITY * 0.5 * (1.0 - cos(TAU * 12.0 / 25.0))).abs() < 1e-4, "{peak}");
        let gained: f64 = ticks.iter().map(|tick| tick.acceleration.x * TICK).sum();
        assert!((gained - 0.5 * GRAVITY * 0.0125).abs() < 1e-5, "half its peak over 25 ms: {gained}");
        assert!(ticks[24..].iter().all(|tick| tick.acceleration.x.abs() < 1e-3), "over after 25 ms");
        assert!(ticks.iter().all(|tick| tick.acceleration.y.abs() < 1e-12), "sideways only");
    }

    fn bobless() -> Cabinet {
        Cabinet { bob: false, ..Cabinet::default() }
    }

    #[test]
    fn pushes_add_up() {
        let cabinet = bobless();
        let pushed = |pushes: &[(usize, f64, f64)]| {
            let mut state = CabinetState::new(&cabinet);
            let tick = |ms| {
                let now = pushes.iter().filter(|push| push.0 == ms);
                now.for_each(|push| state.nudge(&cabinet, push.1, push.2));
                state.tick(&cabinet).acceleration
            };
            (0..200).map(tick).collect::<Vec<_>>()
        };
        let (a, b) = ((3, 0.4, 2.0), (11, 5.0, 1.3));
        let (one, other, both) = (pushed(&[a]), pushed(&[b]), pushed(&[a, b]));
        for ms in 0..200 {
            assert!((one[ms] + other[ms] - both[ms]).length() < 1e-9, "at {ms} ms");
        }
    }

    #[test]
    fn it_rocks_at_its_own_frequency_and_comes_to_rest() {
        for (heading, axis, frequency, damping) in [(90.0, 0, 9.3, 0.052), (0.0, 1, 5.8, 0.055)] {
            let cabinet = bobless();
            let mut state = CabinetState::new(&cabinet);
            state.nudge(&cabinet, radians(heading), 2.0);
            let places: Vec<f64> = (0..2000)
                .map(|_| {
                    state.tick(&cabinet);
                    state.place[axis]
                })
                .collect();
            let crossings = places.windows(2).enumerate().filter(|(_, w)| w[0] < 0.0 && w[1] >= 0.0);
            let crossings: Vec<_> = crossings.map(|(k, _)| k).collect();
            let period = (crossings[5] - crossings[0]) as f64 * TICK / 5.0;
            let known = 1.0 / (frequency * f64::sqrt(1.0 - damping * damping));
            assert!((period / known - 1.0).abs() < 0.005, "{period} instead of {known}");
            let peak = |from: usize| places[from..from + 200].iter().fold(0.0_f64, |a, &x| a.max(x.abs()));
            let decay = libm::log(peak(200) / peak(1000)) / 0.8;
            assert!((decay / (TAU * frequency * damping) - 1.0).abs() < 0.1, "{decay}");
            let more = (0..20_000).position(|_| {
                state.tick(&cabinet);
                state.is_still()
            });
            assert!(more.is_some(), "still rocking: {state:?}");
            assert_eq!(state, CabinetState::new(&cabinet), "exactly at rest");
        }
    }

    #[test]
    fn the_whole_push_and_rocking_leave_the_cabinet_where_it_was() {
        let cabinet = bobless();
        let mut state = CabinetState::new(&cabinet);
        state.nudge(&cabinet, 1.0, 2.0);
        let sum: DVec2 = run(&mut state, &cabinet, 20_000).iter().map(|tick| tick.acceleration * TICK).sum();
        assert!(sum.length() < 1e-5, "what it gained it lost: {sum}");
    }

    #[test]
    fn the_box_goes_as_the_guide_says() {
        let cabinet = Cabinet { model: NudgeModel::Box, ..bobless() };
        let (stiffness, damping) = cabinet.springs();
        assert!((stiffness.x * VP_TIME * VP_TIME - 0.526_38).abs() < 1e-5, "{stiffness}");
        assert!((damping.x * VP_TIME - 0.725_52).abs() < 1e-5, "{damping}");
        let mut state = CabinetState::new(&cabinet);
        state.nudge(&cabinet, 0.0, 2.0);
        // In Visual Pinball's units: V = -2 and then V += 0.1 (-0.72552 V), as one jump from nothing in 0.1.
        let first = state.tick(&cabinet).acceleration.y / VP_ACCELERATION;
        assert!((first + (2.0 - 0.145_104) / 0.1).abs() < 1e-4, "{first}");
        let (mut v, mut x) = (-2.0 + 0.145_104, -0.185_489_6);
        for _ in 0..50 {
            let before = v;
            v += 0.1 * (-0.526_379 * x - 0.725_520 * v);
            x += 0.1 * v;
            let next = state.tick(&cabinet).acceleration.y / VP_ACCELERATION;
            assert!((next - (v - before) / 0.1).abs() < 1e-3, "{next}");
        }
        run(&mut state, &cabinet, 2000);
        assert!(state.is_still());
    }

    #[test]
    fn a_sway_acts_until_it_is_changed() {
        let cabinet = bobless();
        let mut state = CabinetState::new(&cabinet);
        state.sway(DVec2::new(0.0, 2.0));
        let ticks = run(&mut state, &cabinet, 100);
        assert!((ticks[3].acceleration.y - 2.0 * (1.0 - libm::exp(-1.0))).abs() < 1e-12, "after its time constant");
        assert!((ticks[99].acceleration.y - 2.0).abs() < 1e-9);
        state.sway(DVec2::NAN);
        assert!((state.tick(&cabinet).acceleration.y - 2.0).abs() < 1e-9, "not heard");
        state.sway(DVec2::ZERO);
        run(&mut state, &cabinet, 100);
        assert!(state.is_still() && state.tick(&cabinet) == CabinetTick::default());
    }

    #[test]
    fn the_bob_swings_with_the_period_of_its_rod() {
        let cabinet = Cabinet { bob_damping: 0.0, tilt_angle: 0.5, ..Cabinet::default() };
        let mut state = CabinetState::new(&cabinet);
        state.bob = DVec3::new(sin(0.02), 0.0, -cos(0.02)) * ROD;
        state.still = false;
        let places: Vec<f64> = (0..5000)
            .map(|_| {
                state.tick(&cabinet);
                assert!((state.bob.length() - ROD).abs() < 1e-12 && state.bob() < 0.0202, "{state:?}");
                state.bob.x
            })
            .collect();
        let crossings: Vec<_> =
            places.windows(2).enumerate().filter(|(_, w)| w[0] < 0.0 && w[1] >= 0.0).map(|(k, _)| k).collect();
        let period = (crossings[6] - crossings[0]) as f64 * TICK / 6.0;
        assert!((period - TAU * f64::sqrt(ROD / GRAVITY)).abs() < 1e-3, "{period}");
    }

    #[test]
    fn the_ring_throws_the_bob_back() {
        let cabinet = Cabinet { bob_damping: 0.0, ..Cabinet::default() };
        let mut state = CabinetState::new(&cabinet);
        state.bob_spin = DVec3::new(0.0, -0.5, 0.0);
        state.still = false;
        let outward = |state: &CabinetState| state.bob_spin.cross(state.bob).x;
        assert!(outward(&state) > 0.0);
        let mut speed = 0.0;
        let ms = (0..1000).position(|_| {
            speed = outward(&state);
            state.tick(&cabinet).tilt.is_some()
        });
        assert!(ms.is_some_and(|ms| ms > 10), "{ms:?}");
        let back = outward(&state);
        assert!(back < 0.0 && (back + 0.8 * speed).abs() < 0.01 * speed, "{speed} came back as {back}");
        assert!((degrees(state.bob()) - (1.0 - degrees(BOB_WITHIN_RING))).abs() < 1e-9);
    }

    #[test]
    fn hard_nudges_warn_and_then_tilt() {
        let cabinet = Cabinet::default();
        let mut state = CabinetState::new(&cabinet);
        state.nudge(&cabinet, radians(75.0), 1.0);
        assert!(run(&mut state, &cabinet, 3000).iter().all(|tick| tick.tilt.is_none()), "a gentle nudge is allowed");
        let mut told = Vec::new();
        for _ in 0..5 {
            state.nudge(&cabinet, 0.0, 4.0);
            told.extend(run(&mut state, &cabinet, 5000).iter().filter_map(|tick| tick.tilt));
        }
        assert_eq!(told, [TiltSaid::TiltWarning(1), TiltSaid::TiltWarning(2), TiltSaid::Tilt]);
        assert!(state.is_tilted());
        state.forgive();
        state.nudge(&cabinet, 0.0, 4.0);
        let told: Vec<_> = run(&mut state, &cabinet, 5000).iter().filter_map(|tick| tick.tilt).collect();
        assert_eq!(told, [TiltSaid::TiltWarning(1)], "a new ball begins anew");
        run(&mut state, &cabinet, 60_000);
        assert!(state.is_still(), "{state:?}");
    }

    #[test]
    fn nothing_becomes_infinite() {
        for model in [NudgeModel::Cabinet, NudgeModel::Box] {
            let cabinet = Cabinet { model, strength: 100.0, bob_damping: 100.0, ..Cabinet::default() };
            let mut state = CabinetState::new(&cabinet);
            for k in 0..1000 {
                state.nudge(&cabinet, f64::from(k), 1e300);
                state.nudge(&cabinet, f64::NAN, f64::INFINITY);
                state.sway(DVec2::splat(-1e300));
                assert!(state.tick(&cabinet).acceleration.is_finite());
                assert!(state.numbers().all(f64::is_finite), "{state:?}");
            }
        }
    }

    #[test]
    fn faults_are_named() {
        assert!(Cabinet::default().check().is_ok());
        let message = |cabinet: Cabinet| cabinet.check().unwrap_err().to_string();
        assert!(message(Cabinet { tilt_angle: 0.0, ..Cabinet::default() }).starts_with("tilt_angle is 0;"));
        assert!(message(Cabinet { side_frequency: 1e4, ..Cabinet::default() }).starts_with("side_frequency is 10000;"));
    }
}
