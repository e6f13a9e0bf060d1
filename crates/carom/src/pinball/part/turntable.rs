//! A turntable: a disc in the playfield, turned by a motor, that carries balls round.
//!
//! The law is the one that scripts for Visual Pinball share: a ball on the disc is speeded up across the line to the
//! centre, in proportion to its distance and to the motor's speed. The motor needs time to come up and to run down.

use crate::error::{Error, flat_in_range, in_range};
use crate::pinball::TICK;
use crate::tolerance::{MOST_LENGTH, MOST_TIME};
use crate::units::{VP_LENGTH, VP_TIME};
use core::f64::consts::TAU;
use glam::{DVec2, DVec3};

/// A turntable.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `centre` | of the disc | m | (0, 0) | of its trigger |
/// | `radius` | of the disc | m | 150 units, 81 mm | Size |
/// | `low` | height of the disc | m | 0 | Surface |
/// | `height` | it carries balls whose centre is up to this over the disc | m | 50 units, 27 mm | HitHeight |
/// | `drive` | acceleration at full speed, per metre of distance; positive: clockwise as the player sees it | 1/s² | 125 | MaxSpeed × 1.25 |
/// | `spin_up` | time from rest to full speed | s | 1 | SpinUp |
/// | `spin_down` | time from full speed to rest | s | 2.5 | SpinDown |
#[derive(Clone, Debug, PartialEq)]
pub struct Turntable {
    /// m: of the disc.
    pub centre: DVec2,
    /// m: of the disc.
    pub radius: f64,
    /// m: height of the disc.
    pub low: f64,
    /// m: how high over the disc balls are carried.
    pub height: f64,
    /// 1/s²: acceleration at full speed, per metre of distance.
    pub drive: f64,
    /// s: from rest to full speed.
    pub spin_up: f64,
    /// s: from full speed to rest.
    pub spin_down: f64,
}

impl Default for Turntable {
    fn default() -> Self {
        Self {
            centre: DVec2::ZERO,
            radius: 150.0 * VP_LENGTH,
            low: 0.0,
            height: 50.0 * VP_LENGTH,
            drive: 100.0 / 8000.0 / (VP_TIME * VP_TIME),
            spin_up: 1.0,
            spin_down: 2.5,
        }
    }
}

impl Turntable {
    /// Is every number sane?
    pub(crate) fn check(&self) -> Result<(), Error> {
        flat_in_range("centre", self.centre, MOST_LENGTH)?;
        in_range("radius", self.radius, 1e-6, MOST_LENGTH)?;
        in_range("low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("height", self.height, 0.0, MOST_LENGTH)?;
        in_range("drive", self.drive, -1e6, 1e6)?;
        in_range("spin_up", self.spin_up, 0.0, MOST_TIME)?;
        in_range("spin_down", self.spin_down, 0.0, MOST_TIME)?;
        Ok(())
    }

    /// rad/s: how fast the disc is seen to turn at full speed. The law knows an acceleration and no rate of turning; the root
    /// of its one number is the only rate that is in it.
    fn full_rate(&self) -> f64 {
        libm::copysign(self.drive.abs().sqrt(), self.drive)
    }

    /// Does a ball with this centre lie on the disc?
    pub(crate) fn reaches(&self, position: DVec3) -> bool {
        let above = position.z - self.low;
        let arm = position.truncate() - self.centre;
        above >= 0.0 && above <= self.height && arm.length_squared() <= self.radius * self.radius
    }
}

/// How fast a turntable's motor runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TurntableState {
    /// From 0, at rest, to 1, full speed.
    pub(crate) speed: f64,
    on: bool,
    /// rad, less than a full turn: how far the disc has turned, for those who look at it.
    pub(crate) angle: f64,
}

impl TurntableState {
    /// Switches the motor.
    pub(crate) fn switch(&mut self, on: bool) {
        self.on = on;
    }

    /// One millisecond of the motor.
    pub(crate) fn update(&mut self, turntable: &Turntable) {
        let step = |time: f64| if time > TICK { TICK / time } else { 1.0 };
        self.speed = if self.on {
            (self.speed + step(turntable.spin_up)).min(1.0)
        } else {
            (self.speed - step(turntable.spin_down)).max(0.0)
        };
        if self.speed != 0.0 {
            self.angle = (self.angle + turntable.full_rate() * self.speed * TICK) % TAU;
        }
    }

    /// The velocity of a ball after one millisecond.
    pub(crate) fn carry(&self, turntable: &Turntable, position: DVec3, velocity: DVec3) -> DVec3 {
        if self.speed == 0.0 || !turntable.reaches(position) {
            return velocity;
        }
        let arm = position.truncate() - turntable.centre;
        velocity + (arm.perp() * (turntable.drive * self.speed * TICK)).extend(0.0)
    }

    /// Does nothing move, and nothing begin to?
    pub(crate) fn is_still(&self) -> bool {
        !self.on && self.speed == 0.0
    }

    /// Everything that balls can feel, for hashes. The angle is none of it: the disc is the same all round, and recordings and
    /// golden hashes that were made before it was kept stay true.
    pub(crate) fn numbers(&self) -> [f64; 2] {
        [self.speed, f64::from(self.on)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::VP_SPEED;

    #[test]
    fn the_carry_is_that_of_the_scripts() {
        let turntable = Turntable { spin_up: 0.0, ..Turntable::default() };
        let mut state = TurntableState::default();
        let at = DVec3::new(40.0, -80.0, 25.0) * VP_LENGTH;
        let rest = DVec3::new(0.0, 0.0, 0.2);
        assert_eq!(state.carry(&turntable, at, rest), rest, "the motor is off");
        state.switch(true);
        state.update(&turntable);
        // (80, 40) * 100/8000 in 10 ms, so a tenth of it, in Visual Pinball's units.
        let after = (state.carry(&turntable, at, rest) - rest) / VP_SPEED;
        assert!((after - DVec3::new(0.1, 0.05, 0.0)).length() < 1e-12, "{after}");
        let outside = DVec3::new(200.0, 0.0, 25.0) * VP_LENGTH;
        assert_eq!(state.carry(&turntable, outside, rest), rest);
        assert_eq!(state.carry(&turntable, at + DVec3::Z, rest), rest, "a ball high above");
    }

    #[test]
    fn the_motor_comes_up_and_runs_down() {
        let turntable = Turntable { spin_up: 0.5, spin_down: 2.0, ..Turntable::default() };
        let mut state = TurntableState::default();
        state.switch(true);
        (0..250).for_each(|_| state.update(&turntable));
        assert!((state.speed - 0.5).abs() < 1e-9, "{state:?}");
        (0..300).for_each(|_| state.update(&turntable));
        assert_eq!(state.speed, 1.0);
        state.switch(false);
        (0..1000).for_each(|_| state.update(&turntable));
        assert!((state.speed - 0.5).abs() < 1e-9 && !state.is_still(), "{state:?}");
        (0..1001).for_each(|_| state.update(&turntable));
        assert!(state.is_still(), "{state:?}");
    }

    #[test]
    fn the_disc_turns_with_its_motor_and_no_hash_sees_it() {
        let turntable = Turntable { spin_up: 0.0, drive: -100.0, ..Turntable::default() };
        let mut state = TurntableState::default();
        state.update(&turntable);
        assert_eq!(state.angle, 0.0, "the motor is off");
        state.switch(true);
        (0..200).for_each(|_| state.update(&turntable));
        assert!((state.angle + 2.0).abs() < 1e-9, "10 rad/s against the clock for 0.2 s: {state:?}");
        let before = state.numbers();
        (0..100_000).for_each(|_| state.update(&turntable));
        assert!(state.angle.abs() < TAU, "{state:?}");
        assert_eq!(state.numbers(), before);
    }

    #[test]
    fn faults_are_named() {
        assert!(Turntable::default().check().is_ok());
        let slow = Turntable { spin_up: -1.0, ..Turntable::default() }.check().unwrap_err();
        assert!(slow.to_string().starts_with("spin_up is -1;"), "{slow}");
    }
}
