//! A magnet under the playfield: it draws balls that roll over it, and may hold one.
//!
//! The law is the one that scripts for Visual Pinball share: a pull in the plane that grows towards the centre, has its
//! greatest strength at 0.15 of the radius, and fades to nothing right over the pole; and a damping, so that a ball does not
//! circle for ever.

use crate::error::{Error, flat_in_range, in_range};
use crate::pinball::TICK;
use crate::tolerance::{MOST_ACCELERATION, MOST_LENGTH, MOST_SPEED};
use crate::units::{VP_ACCELERATION, VP_LENGTH, VP_TIME};
use glam::{DVec2, DVec3};

/// s. A held ball goes to the centre in about this time: short beside a game's moments, long beside one update.
const GRAB_TIME: f64 = 0.02;

/// A magnet.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `centre` | of the pole | m | (0, 0) | of its trigger |
/// | `radius` | how far it reaches | m | 60 units, 32 mm | Size |
/// | `low` | height of the surface under which it sits | m | 0 | Surface |
/// | `height` | it draws balls whose centre is up to this over the surface | m | 50 units, 27 mm | HitHeight |
/// | `strength` | 2.76 times the greatest pull | m/s² | 10 units, 54 m/s² | Strength |
/// | `damping` | part of a ball's speed in the plane left after 10 ms | | 0.985 | none (fixed) |
/// | `grab_radius` | 0: it never holds; else it holds slow balls nearer than this | m | 0 | GrabCenter |
/// | `grab_speed` | a ball slower than this is held | m/s | 0.5 | none |
#[derive(Clone, Debug, PartialEq)]
pub struct Magnet {
    /// m: of the pole.
    pub centre: DVec2,
    /// m: how far it reaches.
    pub radius: f64,
    /// m: height of the surface under which it sits.
    pub low: f64,
    /// m: how high over the surface it reaches.
    pub height: f64,
    /// m/s².
    pub strength: f64,
    /// Part of a ball's speed in the plane left after 10 ms.
    pub damping: f64,
    /// m: within this it holds slow balls.
    pub grab_radius: f64,
    /// m/s: a ball slower than this is held.
    pub grab_speed: f64,
}

impl Default for Magnet {
    fn default() -> Self {
        Self {
            centre: DVec2::ZERO,
            radius: 60.0 * VP_LENGTH,
            low: 0.0,
            height: 50.0 * VP_LENGTH,
            strength: 10.0 * VP_ACCELERATION,
            damping: 0.985,
            grab_radius: 0.0,
            grab_speed: 0.5,
        }
    }
}

impl Magnet {
    /// Is every number sane?
    pub(crate) fn check(&self) -> Result<(), Error> {
        flat_in_range("centre", self.centre, MOST_LENGTH)?;
        in_range("radius", self.radius, VP_LENGTH * 1e-3, MOST_LENGTH)?;
        in_range("low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("height", self.height, 0.0, MOST_LENGTH)?;
        in_range("strength", self.strength, -MOST_ACCELERATION, MOST_ACCELERATION)?;
        in_range("damping", self.damping, 0.0, 1.0)?;
        in_range("grab_radius", self.grab_radius, 0.0, self.radius)?;
        in_range("grab_speed", self.grab_speed, 0.0, MOST_SPEED)?;
        Ok(())
    }

    /// Is a ball with this centre within its reach?
    pub(crate) fn reaches(&self, position: DVec3) -> bool {
        let above = position.z - self.low;
        let arm = position.truncate() - self.centre;
        above >= 0.0 && above <= self.height && arm.length_squared() <= self.radius * self.radius
    }

    /// Does it hold a ball here, at this velocity?
    pub(crate) fn holds(&self, position: DVec3, velocity: DVec3) -> bool {
        let arm = position.truncate() - self.centre;
        self.grab_radius > 0.0
            && self.reaches(position)
            && arm.length_squared() <= self.grab_radius * self.grab_radius
            && velocity.truncate().length_squared() <= self.grab_speed * self.grab_speed
    }

    /// The velocity of a ball after one millisecond of a magnet that is on.
    pub(crate) fn pull_on(&self, position: DVec3, velocity: DVec3) -> DVec3 {
        let arm = position.truncate() - self.centre;
        if self.holds(position, velocity) {
            // It comes to rest over the pole, without overshooting and no faster than what is held.
            let home = (-arm / GRAB_TIME).clamp_length_max(self.grab_speed);
            return home.extend(velocity.z);
        }
        if !self.reaches(position) {
            return velocity;
        }
        let distance = arm.length();
        let kept = libm::pow(self.damping, TICK / VP_TIME);
        let flat = velocity.truncate();
        let pull = if distance > 0.0 { arm * (self.pull_at(distance) * TICK / distance) } else { DVec2::ZERO };
        ((flat - pull) * kept).extend(velocity.z)
    }

    /// m/s²: how strongly it draws a ball this far from its centre.
    fn pull_at(&self, distance: f64) -> f64 {
        let q = distance / (1.5 * self.radius);
        // At a hair's breadth the exponential is zero before the square is.
        let fading = libm::exp(-0.2 / q);
        if fading == 0.0 { 0.0 } else { self.strength * 1.5 * fading / (56.0 * q * q) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::VP_SPEED;

    fn over(x: f64, y: f64) -> DVec3 {
        DVec3::new(x, y, 25.0) * VP_LENGTH
    }

    #[test]
    fn the_pull_is_that_of_the_scripts() {
        let magnet = Magnet::default();
        // By hand, in Visual Pinball's units: q = 45/90, F = 10 * 1.5 * e^-0.4 / (56 / 4) = 0.718 200 1.
        let after = magnet.pull_on(over(0.0, 45.0), DVec3::new(2.0, 0.0, 0.3) * VP_SPEED) / VP_SPEED;
        let kept = libm::pow(0.985, 0.1);
        assert!((after - DVec3::new(2.0 * kept, -0.071_820_01 * kept, 0.3)).length() < 1e-7, "{after}");
        let outside = DVec3::new(1.0, 2.0, 3.0);
        assert_eq!(magnet.pull_on(over(61.0, 0.0), outside), outside);
        assert_eq!(magnet.pull_on(over(0.0, 0.0) + DVec3::Z, outside), outside, "a ball high above");
    }

    #[test]
    fn nothing_odd_happens_over_the_pole() {
        let magnet = Magnet::default();
        for distance in [0.0, 1e-300, 1e-12, 1e-6] {
            let after = magnet.pull_on(DVec3::new(distance, 0.0, 0.01), DVec3::X);
            assert!(after.is_finite() && (after.x - libm::pow(0.985, 0.1)).abs() < 1e-9, "{distance}: {after}");
        }
    }

    /// Rolls a ball freely for a while; where it ends.
    fn roll(magnet: &Magnet, mut at: DVec3, mut velocity: DVec3, ms: usize) -> (DVec3, DVec3) {
        for _ in 0..ms {
            velocity = magnet.pull_on(at, velocity);
            at += velocity * TICK;
        }
        (at, velocity)
    }

    #[test]
    fn it_catches_a_slow_ball_and_holds_it_if_asked() {
        let start = (over(40.0, 0.0), DVec3::new(0.0, 0.3, 0.0));
        let (at, _) = roll(&Magnet::default(), start.0, start.1, 3000);
        assert!(at.truncate().length() < 30.0 * VP_LENGTH, "it stays near: {at}");
        let grabs = Magnet { grab_radius: 20.0 * VP_LENGTH, ..Magnet::default() };
        let (at, velocity) = roll(&grabs, start.0, start.1, 3000);
        assert!(at.truncate().length() < 1e-9 && velocity.truncate().length() < 1e-6, "{at} {velocity}");
        assert!(grabs.holds(at, velocity) && !Magnet::default().holds(at, velocity));
        let (at, _) = roll(&grabs, over(-50.0, 0.0), DVec3::X * 4.0, 100);
        assert!(at.x > grabs.radius, "a fast ball gets away: {at}");
    }

    #[test]
    fn faults_are_named() {
        assert!(Magnet::default().check().is_ok());
        let wide = Magnet { grab_radius: 1.0, ..Magnet::default() }.check().unwrap_err();
        assert!(wide.to_string().starts_with("grab_radius is 1;"), "{wide}");
        assert!(Magnet { strength: f64::INFINITY, ..Magnet::default() }.check().is_err());
    }
}
