//! Which law answers which question: a value, chosen for a shot.

use crate::Error;
use crate::error::in_range;

pub(super) use super::cue::StrikeModel;
pub(super) use super::cushion::CushionModel;
pub(super) use super::landing::LandingModel;
pub(super) use super::pair::PairModel;
pub(super) use super::pocket::PocketModel;

/// The laws of a shot.
#[derive(Clone, Debug, PartialEq)]
pub struct Models {
    /// What the cue does to the ball.
    pub strike: StrikeModel,
    /// Ball against ball.
    pub pair: PairModel,
    /// Ball against a straight cushion.
    pub rail: CushionModel,
    /// Ball against the round tip of a cushion at a pocket.
    pub jaw: CushionModel,
    /// Ball falling on the cloth.
    pub landing: LandingModel,
    /// Ball at a pocket.
    pub pocket: PocketModel,
    /// Whether balls may leave the cloth. If not, the cloth takes every upward push, as in the two-dimensional shots of
    /// other engines.
    pub jumps: bool,
    /// Acceleration by gravity, m/s².
    pub gravity: f64,
    /// Departures from the laws that the reference engine makes; none unless asked for.
    pub quirks: Quirks,
}

impl Default for Models {
    /// Frictional balls with Alciatore's law, Stronge's cushions, pockets with a rim, and balls that may jump.
    fn default() -> Self {
        Self {
            strike: StrikeModel::default(),
            pair: PairModel::default(),
            rail: CushionModel::default(),
            jaw: CushionModel::default(),
            landing: LandingModel::default(),
            pocket: PocketModel::default(),
            jumps: true,
            gravity: 9.81,
            quirks: Quirks::NONE,
        }
    }
}

impl Models {
    /// Fails if a number of a law is out of its range.
    ///
    /// # Errors
    /// The first such number.
    pub fn check(&self) -> Result<(), Error> {
        in_range("gravity", self.gravity, 1e-3, 1e3)?;
        self.strike.check()?;
        self.pair.check()?;
        self.rail.check().map_err(|fault| fault.within("rail"))?;
        self.jaw.check().map_err(|fault| fault.within("jaw"))?;
        in_range("least hop", self.landing.least_hop(), 1e-6, 10.0)?;
        Ok(())
    }

    /// What pooltool computes with, its departures from the laws included: for comparing with its shots.
    pub fn pooltool() -> Self {
        Self {
            strike: StrikeModel { miscue: None, ..StrikeModel::default() },
            pocket: PocketModel::Simple,
            jumps: false,
            quirks: Quirks::POOLTOOL,
            ..Self::default()
        }
    }
}

/// Departures of the reference engine (pooltool) from the laws that it names. Each is off unless its shots are to be
/// repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// Friction between balls is limited by the speed of separation, not by the normal impulse: 2.6 % too small at
    /// restitution 0.95.
    pub friction_by_separation: bool,
    /// Mathavan's integral of 2014 lets the cloth rub against the motion of a ball's highest point, not its lowest, knows
    /// no grip, and ends on a whole step, up to one too late.
    pub rough_pair_integral: bool,
    /// A ball meets a cushion at the horizontal distance of its radius, as though the nose were at the height of its
    /// centre; impulse and Stronge's law then lean by `tan = (h - R) / R`, at jaws by the circle's centre.
    pub upright_cushions: bool,
    /// A ball that lands and grips loses five sevenths of its side spin.
    pub landing_takes_side_spin: bool,
    /// Balls in the air do not see cushions.
    pub cushions_ignore_flight: bool,
    /// The housekeeping of contacts ([`spacer`](super::spacer)): what meets is put a micrometre apart, balls that touch
    /// are taken in pairs, and balls that go on together exchange a tenth of their speed.
    pub spacer: bool,
}

impl Quirks {
    /// The laws as they are written.
    pub const NONE: Self = Self {
        friction_by_separation: false,
        rough_pair_integral: false,
        upright_cushions: false,
        landing_takes_side_spin: false,
        cushions_ignore_flight: false,
        spacer: false,
    };
    /// All that change what a law says. The housekeeping of contacts is not among them: with [`spacer`](Self::spacer) as well,
    /// its shots are repeated digit by digit.
    pub const POOLTOOL: Self = Self {
        friction_by_separation: true,
        rough_pair_integral: true,
        upright_cushions: true,
        landing_takes_side_spin: true,
        cushions_ignore_flight: true,
        spacer: false,
    };
}
