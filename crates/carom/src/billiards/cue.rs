//! The cue's strike: Alciatore's TP A-30 (instantaneous point contact) with the squirt of TP A-31.

use super::ball::BallSpec;
use crate::error::{ErrorKind, in_range};
use crate::{DVec3, Error};
use core::f64::consts::FRAC_PI_2;

/// A cue's own numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CueSpec {
    /// Mass, kg.
    pub mass: f64,
    /// The part of its mass, near the tip, that moves aside with an off-centre hit and so causes squirt, kg.
    pub end_mass: f64,
    /// Length, m. For pictures.
    pub length: f64,
    /// Radius of the tip's dome, m. For turning an offset of the cue's axis into a contact point.
    pub tip_radius: f64,
}

impl CueSpec {
    /// A pool cue.
    pub const POOL: Self = Self { mass: 0.567, end_mass: 0.170_097 / 30.0, length: 1.4732, tip_radius: 0.010_604_5 };
    /// A snooker cue.
    pub const SNOOKER: Self = Self { mass: 0.478, end_mass: 0.14 / 30.0, length: 1.475, tip_radius: 0.010_604_5 };
    /// A carom cue.
    pub const CAROM: Self = Self { mass: 0.567, end_mass: 0.21 / 30.0, length: 1.4732, tip_radius: 0.010_604_5 };
}

/// One strike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// Number of the ball struck.
    pub ball: usize,
    /// Speed of the cue, m/s.
    pub speed: f64,
    /// Where the cue points on the table, rad from `+x` towards `+y` (the long side).
    pub direction: f64,
    /// Height of the cue's butt, rad above level.
    pub elevation: f64,
    /// Contact point sideways, as a part of the radius; positive is left of the shooter.
    pub side: f64,
    /// Contact point upwards, as a part of the radius.
    pub height: f64,
    /// The cue.
    pub cue: CueSpec,
}

/// How the cue's motion becomes the ball's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrikeModel {
    /// Part of the squirt that happens, 0 to 1.
    pub squirt: f64,
    /// Part of the spin that happens, 0 to 1.
    pub english: f64,
    /// Farthest contact point from the centre, as a part of the radius, before the tip slips off; `None`: no limit below 1.
    pub miscue: Option<f64>,
}

impl Default for StrikeModel {
    fn default() -> Self {
        Self { squirt: 1.0, english: 1.0, miscue: Some(0.55) }
    }
}

impl CueSpec {
    /// Fails if a number cannot be a cue's.
    ///
    /// # Errors
    /// The first number out of its range.
    pub fn check(&self) -> Result<(), Error> {
        in_range("cue mass", self.mass, 1e-3, 1e3)?;
        in_range("cue end mass", self.end_mass, 1e-9, 1e3)?;
        in_range("cue length", self.length, 1e-3, 1e2)?;
        in_range("tip radius", self.tip_radius, 1e-6, 1.0)?;
        Ok(())
    }
}

impl Strike {
    /// A level stroke at the middle of `ball`, along `+x` at 2 m/s: to be changed with `..`.
    pub fn level(ball: usize, cue: CueSpec) -> Self {
        Self { ball, speed: 2.0, direction: 0.0, elevation: 0.0, side: 0.0, height: 0.0, cue }
    }

    /// Distance of the contact point from the middle of the ball as the cue sees it, as a part of the radius.
    pub fn offset(&self) -> f64 {
        (self.side * self.side + self.height * self.height).sqrt()
    }

    /// Fails if a number is out of its range, whatever the model.
    ///
    /// # Errors
    /// The first such number.
    pub fn check(&self) -> Result<(), Error> {
        in_range("cue speed", self.speed, 0.0, 100.0)?;
        in_range("cue direction", self.direction, -1e6, 1e6)?;
        in_range("cue elevation", self.elevation, 0.0, FRAC_PI_2)?;
        in_range("side", self.side, -1.0, 1.0)?;
        in_range("height of the hit", self.height, -1.0, 1.0)?;
        self.cue.check()
    }
}

impl StrikeModel {
    /// Velocity and spin that `strike` gives to a ball at rest; the velocity points downwards when the cue is raised.
    ///
    /// # Errors
    /// A number out of its range; a contact point beyond the miscue limit.
    pub fn strike(&self, ball: &BallSpec, strike: &Strike) -> Result<(DVec3, DVec3), Error> {
        self.check()?;
        ball.check()?;
        strike.check()?;
        self.hold(strike.offset())?;
        let Strike { speed, direction, elevation, side, height, cue, .. } = *strike;
        // TP A-30. The contact point is measured across the cue, so its elevation drops out of the speed: the lever arm of
        // the impulse is the offset, and 1 + (5/2) offset² is the ball's share of inertia with its turning counted in.
        let lever = side * side + height * height;
        let gained = 2.0 * speed / (1.0 + ball.mass / cue.mass + 2.5 * lever);
        let (sin_up, cos_up) = libm::sincos(elevation);
        let (sin, cos) = libm::sincos(direction);
        // Squirt turns the path and leaves the axis of the spin where the cue points.
        let (sin_path, cos_path) = libm::sincos(direction - self.squirt * squirt(ball, &cue, side));
        let velocity = gained * DVec3::new(cos_up * cos_path, cos_up * sin_path, -sin_up);
        let spin = DVec3::new(-sin * height - cos * side * sin_up, cos * height - sin * side * sin_up, -side * cos_up);
        Ok((velocity, self.english * 2.5 * gained / ball.radius * spin))
    }

    /// Fails if a number is out of its range.
    ///
    /// # Errors
    /// The first such number.
    pub fn check(&self) -> Result<(), Error> {
        in_range("squirt", self.squirt, 0.0, 1.0)?;
        in_range("english", self.english, 0.0, 1.0)?;
        if let Some(limit) = self.miscue {
            in_range("miscue limit", limit, 0.0, 1.0)?;
        }
        Ok(())
    }

    /// Fails if the tip does not hold at `offset` radii from the middle.
    fn hold(&self, offset: f64) -> Result<(), Error> {
        // A contact point that was moved onto the limit may lie a rounding beyond it; it still holds.
        const ROUNDING: f64 = 1e-12;
        let limit = self.miscue.unwrap_or(1.0);
        // At a whole radius the tip passes the ball, with any limit.
        if offset > limit + ROUNDING || offset >= 1.0 {
            return Err(Error::new(ErrorKind::Miscue { offset, limit }));
        }
        Ok(())
    }
}

/// The angle by which a hit `side` radii to the left sends the ball to the right of the cue's line (TP A-31): while the tip
/// rides round with the ball's surface, the end of the cue is pushed aside, and the ball the other way.
fn squirt(ball: &BallSpec, cue: &CueSpec, side: f64) -> f64 {
    let depth = 1.0 - side * side;
    libm::atan2(2.5 * side * depth.sqrt(), 1.0 + ball.mass / cue.end_mass + 2.5 * depth)
}
