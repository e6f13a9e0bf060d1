//! Ball against cushion: one file per law.
//!
//! All laws are free of the ball's mass: a cushion does not move, so an impulse only counts by what it does to the
//! velocity. Impulses are therefore given as changes of velocity, m/s.

mod han_2005;
mod impulse;
mod mathavan_2010;
mod simple;
mod stronge;

pub(super) use impulse::strike;

use super::ball::{BallSpec, BallState};
use crate::error::in_range;
use crate::{DVec3, Error};

/// Which law balls obey at a cushion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CushionModel {
    /// The way back is the way in; spin is untouched.
    Simple {
        /// With the ball's restitution (else none is lost).
        restitution: bool,
    },
    /// Han 2005.
    Han2005,
    /// Mathavan, Jackson & Parkin 2010, integrated until it no longer changes, with its rule of no friction where nothing
    /// slips.
    Mathavan2010,
    /// One impulse with Coulomb friction at the nose.
    Impulse,
    /// Stronge's tangentially compliant impact.
    Stronge {
        /// Frequency of the tangential spring over that of the normal one, above 1 and below 2.
        omega: f64,
    },
}

impl Default for CushionModel {
    fn default() -> Self {
        Self::Stronge { omega: 1.8 }
    }
}

/// A ball at the moment it meets a cushion.
#[derive(Clone, Copy, Debug)]
pub struct Touch<'a> {
    /// The ball's numbers.
    pub spec: &'a BallSpec,
    /// Its motion before.
    pub state: BallState,
    /// Level unit vector away from the table, into the cushion.
    pub out: DVec3,
    /// Unit vector from the point of contact to the ball's centre (what impulse and Stronge's law use).
    pub normal: DVec3,
    /// Sine of the angle at which the nose stands over the ball's centre, `(h - R) / R` on the cloth (what Han's and
    /// Mathavan's laws use).
    pub lean: f64,
    /// Whether the ball is on the cloth (Mathavan's law counts its friction).
    pub on_cloth: bool,
    /// Take the restitution as 1 (a slow impact in a series; see `tolerance`).
    pub lossless: bool,
}

impl CushionModel {
    /// Fails if a number of the law is out of its range.
    ///
    /// # Errors
    /// Which, and what it may be.
    pub fn check(&self) -> Result<(), Error> {
        match *self {
            Self::Stronge { omega } => in_range("omega", omega, 1.001, 1.999).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Velocity and spin after the impact. Position and phase are left alone; the vertical velocity is what the impulse
    /// makes it (what the cloth does about it is the caller's business).
    ///
    /// A ball that does not come nearer is returned as it was.
    pub fn resolve(&self, touch: &Touch<'_>) -> BallState {
        match *self {
            Self::Simple { restitution } => simple::resolve(touch, restitution),
            Self::Han2005 => han_2005::resolve(touch),
            // Its equations hold the ball on the cloth.
            Self::Mathavan2010 if !touch.on_cloth => impulse::resolve(touch),
            Self::Mathavan2010 => mathavan_2010::resolve(touch),
            Self::Impulse => impulse::resolve(touch),
            Self::Stronge { omega } => stronge::resolve(touch, omega),
        }
    }
}

impl Touch<'_> {
    /// Restitution of this impact.
    fn restitution(&self) -> f64 {
        if self.lossless { 1.0 } else { self.spec.cushion_restitution }
    }
}

/// How the place where ball and cushion touch moves, seen along a normal.
#[derive(Clone, Copy)]
struct Approach {
    /// Speed along the normal; negative as long as the ball comes nearer, m/s.
    normal: f64,
    /// The velocity across it, m/s.
    slip: DVec3,
}

impl Approach {
    /// `normal` points from the cushion to the ball's centre.
    fn new(state: &BallState, radius: f64, normal: DVec3) -> Self {
        // The spin has no part in the normal speed, and must not bring its roundings into it: a ball that moves exactly
        // along a cushion does not touch it.
        let along = state.velocity.dot(normal);
        let contact = state.velocity - radius * state.spin.cross(normal);
        Self { normal: along, slip: contact - along * normal }
    }
}

/// The ball after an impulse at the place of contact: `push` along the normal, `pull` across it, both as the changes of
/// velocity that they make. For a solid sphere `Δw = 5/(2R) (-n × Δv)`.
pub(super) fn pushed(state: &BallState, radius: f64, normal: DVec3, push: f64, pull: DVec3) -> BallState {
    BallState {
        velocity: state.velocity + push * normal + pull,
        spin: state.spin - (2.5 / radius) * normal.cross(pull),
        ..*state
    }
}
