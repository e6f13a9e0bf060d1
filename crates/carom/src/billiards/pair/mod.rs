//! Ball against ball: one file per law.

mod friction;
mod frictional;
mod frictionless;
mod mathavan_2014;

use super::ball::{BallSpec, BallState};
use super::models::Quirks;
use crate::error::in_range;
use crate::{DVec3, Error};

pub use friction::BallFriction;

/// Most steps of an integrated impact.
const MOST_STEPS: u32 = 1_000_000;

/// Which law balls obey when they meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairModel {
    /// No friction, no loss.
    Frictionless,
    /// Restitution along the line of centres, Coulomb friction across it.
    Frictional {
        /// The law of friction.
        friction: BallFriction,
    },
    /// Mathavan, Jackson & Parkin 2014: integrated over the impulse, with the cloth's friction during the impact.
    Mathavan2014 {
        /// The law of friction.
        friction: BallFriction,
        /// Steps of the compression.
        steps: u32,
    },
}

impl Default for PairModel {
    fn default() -> Self {
        Self::Frictional { friction: BallFriction::default() }
    }
}

/// Two balls at the moment they meet.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    /// Their numbers.
    pub specs: [&'a BallSpec; 2],
    /// Their motion before.
    pub states: [BallState; 2],
    /// Unit vector from the first centre to the second.
    pub normal: DVec3,
    /// Take the restitution as 1 (a slow impact in a series; see `tolerance`).
    pub lossless: bool,
    /// The reference engine's departures.
    pub quirks: Quirks,
}

impl Meeting<'_> {
    /// Speed at which the balls come together along the line of centres, m/s; negative when they part.
    pub fn approach(&self) -> f64 {
        (self.states[0].velocity - self.states[1].velocity).dot(self.normal)
    }

    /// Velocity of the first ball's surface over the second's where they touch, without the part along the normal.
    fn slip(&self) -> DVec3 {
        let [a, b] = &self.states;
        let turning = self.specs[0].radius * a.spin + self.specs[1].radius * b.spin;
        let surface = a.velocity - b.velocity + turning.cross(self.normal);
        surface - surface.dot(self.normal) * self.normal
    }

    /// `m1 m2 / (m1 + m2)`, kg: half a ball's mass when both are alike.
    fn reduced_mass(&self) -> f64 {
        let [a, b] = self.specs;
        a.mass * b.mass / (a.mass + b.mass)
    }

    fn restitution(&self) -> f64 {
        if self.lossless { 1.0 } else { 0.5 * (self.specs[0].ball_restitution + self.specs[1].ball_restitution) }
    }
}

impl PairModel {
    /// Velocities and spins after the impact. Positions and phases are left alone; vertical velocities are what the
    /// impulse makes them (what the cloth does about them is the caller's business). Balls that part already are left as
    /// they are: an impact pushes, it never pulls.
    pub fn resolve(&self, meeting: &Meeting<'_>) -> [BallState; 2] {
        let approach = meeting.approach();
        if approach.is_nan() || approach <= 0.0 {
            return meeting.states;
        }
        match self {
            Self::Frictionless => frictionless::resolve(meeting, approach),
            Self::Frictional { friction } => frictional::resolve(meeting, approach, friction),
            Self::Mathavan2014 { friction, steps } => {
                mathavan_2014::resolve(meeting, approach, friction, (*steps).clamp(1, MOST_STEPS))
            }
        }
    }

    /// How fast two balls part, as a part of how fast they met.
    pub(super) fn restitution(&self, a: &BallSpec, b: &BallSpec) -> f64 {
        match self {
            Self::Frictionless => 1.0,
            _ => 0.5 * (a.ball_restitution + b.ball_restitution),
        }
    }

    /// Friction between two balls whose surfaces slip at `slip`, m/s.
    pub(super) fn friction(&self, a: &BallSpec, b: &BallSpec, slip: f64) -> f64 {
        match self {
            Self::Frictionless => 0.0,
            Self::Frictional { friction } | Self::Mathavan2014 { friction, .. } => friction.coefficient([a, b], slip),
        }
    }

    /// Fails if a number of the law is out of its range.
    ///
    /// # Errors
    /// The first such number.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::Frictionless => Ok(()),
            Self::Frictional { friction } => friction.check(),
            Self::Mathavan2014 { friction, steps } => {
                in_range("steps of an impact", f64::from(*steps), 1.0, f64::from(MOST_STEPS))?;
                friction.check()
            }
        }
    }
}
