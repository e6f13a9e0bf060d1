//! A spinner: a plate that turns about an axle through its middle when a ball runs under it, and counts its turns.
//!
//! By Visual Pinball's law the plate takes its speed from the ball and gives nothing back. A `plate_mass` makes it a real
//! plate: ball and plate then share their momentum.

use super::gate::{bracket_material, plate_over, shared_speed};
use super::{Piece, Said};
use crate::collider::Collider;
use crate::error::{Error, flat_in_range, in_range};
use crate::math::trig::{cos, sin};
use crate::pinball::TICK;
use crate::shape::Post;
use crate::tolerance::{MOST_LENGTH, MOST_MASS, SPINNER_LEANING, SPINNER_STILL_ANGLE, SPINNER_STILL_SPEED};
use crate::units::{VP_LENGTH, VP_SPIN, VP_TIME};
use core::f64::consts::{PI, TAU};
use glam::DVec2;

/// m: the least arm at which a ball pushes a plate.
const LEAST_ARM: f64 = VP_LENGTH;
/// rad/s²: how gravity speeds up a plate held level.
const LEVEL_PULL: f64 = 0.00025 * VP_SPIN / TICK;
/// The part of its speed that a plate keeps at a stop, beside the elasticity.
const STOP_ELASTICITY: f64 = 0.005;

/// A spinner.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `centre` | middle of the axle, seen from above | m | (0, 0) | Center |
/// | `length` | of the plate; it feels for balls 25 units farther at each end | m | 80 units, 43 mm | Length |
/// | `rotation` | of the axle, clockwise from the x axis | rad | 0 | Rotation |
/// | `low` | height of the surface it stands on | m | 0 | Surface |
/// | `height` | of the axle over the surface; a ball pushes at half of it | m | 60 units, 32 mm | Height |
/// | `angle_min` | where it stops turning backwards; the same as `angle_max`: nowhere | rad | 0 | AngleMin |
/// | `angle_max` | where it stops turning forwards | rad | 0 | AngleMax |
/// | `elasticity` | part of its speed that it keeps at a stop | | 0.3 | Elasticity |
/// | `damping` | part of its speed left after 10 ms | | 0.9879 | Damping |
/// | `bracket` | do posts stand at the axle's ends? | | true | ShowBracket |
/// | `plate_mass` | 0: the ball is not slowed; else ball and plate share their momentum | kg | 0 | none |
#[derive(Clone, Debug, PartialEq)]
pub struct Spinner {
    /// m: middle of the axle.
    pub centre: DVec2,
    /// m: of the plate.
    pub length: f64,
    /// rad: of the axle, clockwise from the x axis.
    pub rotation: f64,
    /// m: height of the surface it stands on.
    pub low: f64,
    /// m: of the axle over the surface.
    pub height: f64,
    /// rad: where it stops turning backwards.
    pub angle_min: f64,
    /// rad: where it stops turning forwards.
    pub angle_max: f64,
    /// Part of its speed that it keeps at a stop.
    pub elasticity: f64,
    /// Part of its speed left after 10 ms.
    pub damping: f64,
    /// Do posts stand at the axle's ends?
    pub bracket: bool,
    /// kg: 0 if the ball is not slowed.
    pub plate_mass: f64,
}

impl Default for Spinner {
    fn default() -> Self {
        Self {
            centre: DVec2::ZERO,
            length: 80.0 * VP_LENGTH,
            rotation: 0.0,
            low: 0.0,
            height: 60.0 * VP_LENGTH,
            angle_min: 0.0,
            angle_max: 0.0,
            elasticity: 0.3,
            damping: 0.9879,
            bracket: true,
            plate_mass: 0.0,
        }
    }
}

impl Spinner {
    /// Is every number sane?
    pub(crate) fn check(&self) -> Result<(), Error> {
        flat_in_range("centre", self.centre, MOST_LENGTH)?;
        in_range("length", self.length, 1e-6, MOST_LENGTH)?;
        in_range("rotation", self.rotation, -1e6, 1e6)?;
        in_range("low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("height", self.height, 0.0, MOST_LENGTH)?;
        in_range("angle_min", self.angle_min, -1e6, 1e6)?;
        in_range("angle_max", self.angle_max, -1e6, 1e6)?;
        in_range("elasticity", self.elasticity, 0.0, 1.0)?;
        in_range("damping", self.damping, 0.0, 1.0)?;
        in_range("plate_mass", self.plate_mass, 0.0, MOST_MASS)?;
        Ok(())
    }

    /// The plate as balls meet it: its ends, in the order whose front normal is (−sin, cos) of the rotation, and from
    /// where to where it hangs.
    pub(crate) fn plate(&self) -> (DVec2, DVec2, f64, f64) {
        plate_over(self.centre, self.length, self.rotation, self.low)
    }

    /// What stands still: the bracket's posts, which carry the axle above the balls.
    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        if !self.bracket {
            return Ok(Vec::new());
        }
        let out = DVec2::new(cos(self.rotation), sin(self.rotation)) * (0.6875 * self.length);
        let foot = self.low + self.height;
        let post = |at| -> Result<Piece, Error> {
            let post = Post::new(at, 0.075 * self.length)?.with_height(foot, foot + 30.0 * VP_LENGTH)?;
            Ok(Piece::quiet(Collider::new(post, bracket_material())))
        };
        Ok(vec![post(self.centre - out)?, post(self.centre + out)?])
    }

    /// rad: between what stops it turns, if there are any.
    fn stops(&self) -> Option<(f64, f64)> {
        let (a, b) = (self.angle_min, self.angle_max);
        if a == b { None } else { Some((a.min(b), a.max(b))) }
    }

    /// m: from the axle to where a ball pushes.
    fn arm(&self) -> f64 {
        (0.5 * self.height).max(LEAST_ARM)
    }

    /// The part of the plate's speed left after one update.
    fn kept(&self) -> f64 {
        libm::pow(self.damping, TICK / VP_TIME)
    }
}

/// How a spinner's plate turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpinnerState {
    /// rad: away from hanging straight down; from 0 to a full turn if nothing stops it.
    pub(crate) angle: f64,
    /// rad/s.
    pub(crate) speed: f64,
    still: bool,
}

impl SpinnerState {
    /// Hanging down, or as near to that as its stops let it.
    pub(crate) fn new(spinner: &Spinner) -> Self {
        let angle = spinner.stops().map_or(0.0, |(low, high)| 0.0_f64.max(low).min(high));
        Self { angle, speed: 0.0, still: true }
    }

    /// A ball of `mass` (kg) begins to overlap the plate's plane, or is `leaving` it, with the speed `along` (m/s) along
    /// the front normal. Answers what part of that speed the ball keeps; a spinner tells of its turns, not of balls.
    ///
    /// Visual Pinball's law: only the meeting counts.
    pub(crate) fn touched_by(
        &mut self,
        spinner: &Spinner,
        mass: f64,
        along: f64,
        leaving: bool,
    ) -> (Option<Said>, f64) {
        if leaving || along == 0.0 {
            return (None, 1.0);
        }
        let (speed, arm) = (along.abs(), spinner.arm());
        let way = if along < 0.0 { 1.0 } else { -1.0 };
        let plate = way * self.speed * arm;
        // A plate turning about its middle, pushed at its edge: (1/12 M h²) / (h/2)².
        let after = shared_speed(mass, speed, spinner.plate_mass / 3.0, plate);
        if spinner.plate_mass <= 0.0 || plate < speed {
            self.speed = way * after / arm * spinner.kept();
            self.still = false;
        }
        (None, after / speed)
    }

    /// One millisecond of gravity and damping.
    pub(crate) fn update(&mut self, spinner: &Spinner) {
        if self.still {
            return;
        }
        self.speed -= LEVEL_PULL * TICK * sin(self.angle);
        self.speed *= spinner.kept();
        self.settle(spinner);
    }

    /// `h` seconds of motion.
    pub(crate) fn displace(&mut self, spinner: &Spinner, h: f64) -> Option<Said> {
        if self.still {
            return None;
        }
        match spinner.stops() {
            Some(stops) => self.swing(spinner, stops, h),
            None => self.spin(h),
        }
    }

    /// Does it hang still?
    pub(crate) fn is_still(&self) -> bool {
        self.still
    }

    /// Everything it knows, for hashes.
    pub(crate) fn numbers(&self) -> [f64; 3] {
        [self.angle, self.speed, f64::from(self.still)]
    }

    /// Turning freely: it tells each time that it goes over the top.
    fn spin(&mut self, h: f64) -> Option<Said> {
        let past_top = self.angle > PI;
        let turned = self.angle + h * self.speed;
        let over = if self.speed > 0.0 {
            turned > if past_top { 3.0 * PI } else { PI }
        } else {
            turned < if past_top { PI } else { -PI }
        };
        self.angle = turned;
        if !(0.0..=TAU).contains(&turned) {
            self.angle -= TAU * libm::floor(turned / TAU);
        }
        over.then_some(Said::Spin)
    }

    /// Turning between stops.
    fn swing(&mut self, spinner: &Spinner, (low, high): (f64, f64), h: f64) -> Option<Said> {
        self.angle += h * self.speed;
        let speed = self.speed.abs();
        let (end, outward, said) = if self.angle > high {
            (high, 1.0, Said::EndOfStroke { speed })
        } else if self.angle < low {
            (low, -1.0, Said::StartOfStroke { speed })
        } else {
            return None;
        };
        self.angle = end;
        if outward * self.speed > 0.0 {
            self.speed *= -(STOP_ELASTICITY + spinner.elasticity);
        }
        Some(said)
    }

    /// Lets it hang, or lean on a stop, when it hardly moves any more.
    fn settle(&mut self, spinner: &Spinner) {
        let down = self.angle.min((TAU - self.angle).abs()).abs();
        let stops = spinner.stops();
        let hangs = down < SPINNER_STILL_ANGLE && self.speed.abs() < SPINNER_STILL_SPEED;
        if hangs && stops.is_none_or(|(low, high)| low <= 0.0 && 0.0 <= high) {
            *self = Self { angle: 0.0, speed: 0.0, still: true };
            return;
        }
        let Some((low, high)) = stops else { return };
        let pull = -LEVEL_PULL * TICK * sin(self.angle);
        for (stop, outward) in [(low, -1.0), (high, 1.0)] {
            let leans = outward * pull > 0.0 && self.speed.abs() < SPINNER_LEANING * pull.abs();
            if leans && (self.angle - stop).abs() <= SPINNER_LEANING * pull.abs() * TICK {
                *self = Self { angle: stop, speed: 0.0, still: true };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{VP_MASS, VP_SPEED, degrees, radians};

    /// Angle and speed after each millisecond, and what was said in which.
    type Run = (Vec<(f64, f64)>, Vec<(usize, Said)>);

    /// Angle (rad) and speed (rad/10 ms) after each millisecond, and the events, for a ball that comes at the given
    /// millisecond with the given speed in Visual Pinball's units.
    fn run(spinner: &Spinner, ms: usize, touch: (f64, f64)) -> Run {
        let mut state = SpinnerState::new(spinner);
        let (mut rows, mut events) = (vec![(state.angle, state.speed)], Vec::new());
        for k in 0..ms {
            state.update(spinner);
            let mut now = k as f64;
            if touch.0 >= now && touch.0 < now + 1.0 {
                events.extend(state.displace(spinner, (touch.0 - now) * TICK).map(|said| (k + 1, said)));
                assert_eq!(state.touched_by(spinner, VP_MASS, touch.1 * VP_SPEED, false), (None, 1.0), "not slowed");
                now = touch.0;
            }
            events.extend(state.displace(spinner, ((k + 1) as f64 - now) * TICK).map(|said| (k + 1, said)));
            rows.push((state.angle, state.speed / VP_SPIN));
        }
        (rows, events)
    }

    fn near(row: (f64, f64), angle: f64, speed: f64) {
        assert!((row.0 - angle).abs() < 5e-4, "angle {} instead of {angle}", row.0);
        assert!((row.1 - speed).abs() < 2e-5, "speed {} instead of {speed}", row.1);
    }

    #[test]
    fn a_ball_from_behind_spins_it_as_recorded() {
        // Recorded case free_down_v10.
        let speed = 10.692_353 + 0.018_428_2;
        let touched = 53.0 + (975.0 - 974.883_54) / (0.1 * speed);
        let (rows, events) = run(&Spinner::default(), 2000, (touched, speed));
        near(rows[54], 6.251_403_3, -0.356_591_67);
        near(rows[65], 5.862_247_9, -0.351_283_79);
        near(rows[150], 3.095_796_6, -0.302_992_55);
        near(rows[500], 0.540_866_61, -0.213_976_17);
        near(rows[1000], 5.360_395, -0.120_597_15);
        let turns = [149, 381, 707, 1299].map(|ms| (ms, Said::Spin));
        assert_eq!(events, turns);
    }

    #[test]
    fn a_fast_ball_from_the_front_spins_it_as_recorded() {
        // Recorded case free_up_v60.
        let speed = 59.886_787 - 0.018_428_2;
        let touched = 9.0 + (1026.0592 - 1025.0) / (0.1 * speed);
        let (rows, events) = run(&Spinner::default(), 3000, (touched, -speed));
        near(rows[10], 0.164_054_56, 1.993_184);
        near(rows[100], 4.566_630_4, 1.784_909_2);
        near(rows[500], 4.513_986_1, 1.096_485_3);
        let turns = [
            26, 58, 93, 128, 165, 204, 245, 289, 334, 382, 433, 488, 547, 610, 678, 752, 834, 925, 1027, 1144, 1280,
            1443, 1647, 1920, 2337,
        ];
        assert_eq!(events.len(), turns.len(), "{events:?}");
        for (event, turn) in events.iter().zip(turns) {
            // Single precision is a millisecond late once.
            assert!(event.0.abs_diff(turn) <= 1 && event.1 == Said::Spin, "{event:?} instead of {turn}");
        }
    }

    #[test]
    fn it_bounces_between_its_stops_as_recorded() {
        // Recorded case default_anglemin0.3_v20: a spinner that turns by no more than 0.3 degrees.
        let spinner = Spinner { angle_min: radians(0.3), angle_max: 0.0, ..Spinner::default() };
        let speed = 19.649_824 - 0.018_428_2;
        let touched = 27.0 + (1026.4976 - 1025.0) / (0.1 * speed);
        let (rows, events) = run(&spinner, 500, (touched, -speed));
        near(rows[28], 0.005_235_987_7, -0.199_343_04);
        near(rows[29], 0.0, 0.060_726_058);
        near(rows[300], 0.003_509_093_3, -0.000_206_247_85);
        let known = [
            (28, 37.447_59),
            (29, 11.407_694),
            (30, 3.475_113_6),
            (33, 1.056_191_1),
            (43, 0.317_881_29),
            (75, 0.094_423_756),
            (194, 0.020_460_518),
            (453, 0.013_269_13),
        ];
        assert_eq!(events.len(), known.len(), "{events:?}");
        for (k, (event, known)) in events.iter().zip(known).enumerate() {
            let speed = match event.1 {
                Said::EndOfStroke { speed } if k % 2 == 0 => speed,
                Said::StartOfStroke { speed } if k % 2 == 1 => speed,
                other => panic!("{k}: {other:?}"),
            };
            let speed = degrees(speed / VP_SPIN);
            assert!(event.0 == known.0 && (speed - known.1).abs() < 2e-3, "{}: {speed} for {known:?}", event.0);
        }
    }

    #[test]
    fn a_leaving_ball_is_not_felt_and_a_still_plate_stays_still() {
        let spinner = Spinner::default();
        let mut state = SpinnerState::new(&spinner);
        assert_eq!(state.touched_by(&spinner, VP_MASS, 3.0, true), (None, 1.0));
        state.update(&spinner);
        assert!(state.is_still() && state.displace(&spinner, TICK).is_none());
    }

    #[test]
    fn it_comes_to_rest_wherever_gravity_leaves_it() {
        let limited = |low, high| Spinner { angle_min: radians(low), angle_max: radians(high), ..Spinner::default() };
        let cases = [
            (Spinner::default(), 0.0),
            (limited(-20.0, 90.0), 0.0),
            (limited(30.0, 90.0), 30.0),
            (limited(-90.0, -10.0), -10.0),
        ];
        for (spinner, rest) in cases {
            let mut state = SpinnerState::new(&spinner);
            state.touched_by(&spinner, VP_MASS, -1.0, false);
            let mut last = 0;
            for ms in 0..60_000 {
                state.update(&spinner);
                if state.displace(&spinner, TICK).is_some() {
                    last = ms;
                }
            }
            assert!(state.is_still() && (degrees(state.angle) - rest).abs() < 1e-9, "{spinner:?}: {state:?}");
            assert!(last < 20_000, "it does not tell for ever: {last}");
        }
    }

    #[test]
    fn a_plate_with_a_mass_shares_its_momentum() {
        let spinner = Spinner { plate_mass: 0.02, damping: 1.0, ..Spinner::default() };
        let mut state = SpinnerState::new(&spinner);
        let (_, kept) = state.touched_by(&spinner, VP_MASS, -3.0, false);
        let arm = 0.5 * spinner.height;
        let inertia = spinner.plate_mass * spinner.height * spinner.height / 12.0;
        let (before, after) = (VP_MASS * 3.0 * arm, VP_MASS * 3.0 * kept * arm + inertia * state.speed);
        assert!(kept < 1.0 && (before - after).abs() < 1e-15, "{kept}: {before} and {after}");
    }

    #[test]
    fn its_bracket_stands_above_the_balls() {
        let spinner = Spinner { rotation: radians(90.0), low: 0.01, ..Spinner::default() };
        let pieces = spinner.pieces().unwrap();
        assert_eq!(pieces.len(), 2);
        let bounds = pieces[1].collider.shape().bounds();
        let middle = 0.5 * (bounds.min + bounds.max);
        assert!((middle.y - 55.0 * VP_LENGTH).abs() < 1e-12 && middle.x.abs() < 1e-12, "{middle}");
        assert!((bounds.min.z - (0.01 + 60.0 * VP_LENGTH)).abs() < 1e-12, "{bounds:?}");
        let refused = Spinner { damping: -0.1, ..Spinner::default() }.check().unwrap_err();
        assert_eq!(refused.to_string(), "damping is -0.1; it must be from 0 to 1");
    }
}
