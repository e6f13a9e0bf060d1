//! What a billiard ball is, and how it moves at one moment.

use crate::error::{in_range, vector_in_range};
use crate::{DVec3, Error};

/// A ball's own numbers: size, mass, and how it gets on with the cloth, the cushions and other balls.
///
/// Balls of one table may differ in all of them. Where two balls meet, restitution and friction are the mean of theirs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallSpec {
    /// Mass, kg.
    pub mass: f64,
    /// Radius, m.
    pub radius: f64,
    /// Friction of the ball sliding over the cloth.
    pub slide: f64,
    /// Resistance of the cloth to rolling, as a part of the weight.
    pub roll: f64,
    /// Friction against spinning on the spot, 1/m: times the radius it is a part of the weight, so that the torque is
    /// `spin m g R²` and every size of ball loses its spin at the same rate, `5/2 spin g`.
    pub spin: f64,
    /// Friction between balls, where the law of friction asks the balls ([`BallFriction::Average`](super::BallFriction)).
    pub ball_friction: f64,
    /// Restitution between balls.
    pub ball_restitution: f64,
    /// Restitution against cushions.
    pub cushion_restitution: f64,
    /// Friction against cushions.
    pub cushion_friction: f64,
    /// Restitution of a ball that falls on the cloth.
    pub table_restitution: f64,
}

impl BallSpec {
    /// A pool ball: 2.25 inches, 6 ounces.
    pub const POOL: Self = Self {
        mass: 0.170_097,
        radius: 0.028_575,
        slide: 0.2,
        roll: 0.01,
        spin: 4.0 / 9.0,
        ball_friction: 0.05,
        ball_restitution: 0.95,
        cushion_restitution: 0.85,
        cushion_friction: 0.2,
        table_restitution: 0.5,
    };
    /// A snooker ball: 52.4 mm, 140 g.
    pub const SNOOKER: Self =
        Self { mass: 0.14, radius: 0.026_193_75, slide: 0.5, cushion_friction: 0.5, ..Self::POOL };
    /// A carom ball: 61.5 mm, 210 g.
    pub const CAROM: Self = Self { mass: 0.21, radius: 0.030_75, cushion_friction: 0.15, ..Self::POOL };

    /// `2/5 m R²`, kg m².
    pub fn inertia(&self) -> f64 {
        0.4 * self.mass * self.radius * self.radius
    }

    /// Fails if a number cannot be a ball's.
    ///
    /// # Errors
    /// The first number out of its range.
    pub fn check(&self) -> Result<(), Error> {
        in_range("mass", self.mass, 1e-6, 1e3)?;
        in_range("radius", self.radius, 1e-3, 1.0)?;
        in_range("sliding friction", self.slide, 1e-6, 10.0)?;
        in_range("rolling resistance", self.roll, 1e-6, 10.0)?;
        in_range("spinning friction", self.spin, 1e-6, 10.0)?;
        in_range("ball friction", self.ball_friction, 0.0, 10.0)?;
        in_range("ball restitution", self.ball_restitution, 0.0, 1.0)?;
        in_range("cushion restitution", self.cushion_restitution, 0.0, 1.0)?;
        in_range("cushion friction", self.cushion_friction, 0.0, 10.0)?;
        in_range("table restitution", self.table_restitution, 0.0, 0.99)?;
        Ok(())
    }
}

/// How a ball moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// At rest on the cloth.
    #[default]
    Stationary,
    /// Turning on the spot.
    Spinning,
    /// Its lowest point moves over the cloth.
    Sliding,
    /// Its lowest point stands still on the cloth.
    Rolling,
    /// In the air (also: falling into a pocket).
    Airborne,
    /// In a pocket, out of the shot.
    Potted,
    /// Over a cushion and off the table, out of the shot.
    Off,
}

impl Phase {
    /// Sliding, rolling or in the air: its centre moves.
    pub fn moves(self) -> bool {
        matches!(self, Self::Sliding | Self::Rolling | Self::Airborne)
    }

    /// On the cloth, moving or not.
    pub fn on_cloth(self) -> bool {
        matches!(self, Self::Stationary | Self::Spinning | Self::Sliding | Self::Rolling)
    }

    /// Potted or off the table.
    pub fn is_out(self) -> bool {
        matches!(self, Self::Potted | Self::Off)
    }

    /// `stationary`, `spinning`, `sliding`, `rolling`, `airborne`, `potted` or `off`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stationary => "stationary",
            Self::Spinning => "spinning",
            Self::Sliding => "sliding",
            Self::Rolling => "rolling",
            Self::Airborne => "airborne",
            Self::Potted => "potted",
            Self::Off => "off",
        }
    }
}

/// Where a ball is and how it moves, at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BallState {
    /// How it moves.
    pub phase: Phase,
    /// Its centre, m. On the cloth `z` is its radius.
    pub position: DVec3,
    /// Velocity of its centre, m/s.
    pub velocity: DVec3,
    /// Angular velocity, rad/s.
    pub spin: DVec3,
}

impl BallState {
    /// At rest on the cloth at `(x, y)`.
    pub fn at_rest(x: f64, y: f64, spec: &BallSpec) -> Self {
        Self { position: DVec3::new(x, y, spec.radius), ..Self::default() }
    }

    /// Velocity of the lowest point over the cloth: `(v_x - R w_y, v_y + R w_x, 0)`.
    pub fn slip(&self, spec: &BallSpec) -> DVec3 {
        DVec3::new(self.velocity.x - spec.radius * self.spin.y, self.velocity.y + spec.radius * self.spin.x, 0.0)
    }

    /// Energy of its motion, J: `½ m v² + ½ I w²`.
    pub fn kinetic_energy(&self, spec: &BallSpec) -> f64 {
        0.5 * spec.mass * self.velocity.length_squared() + 0.5 * spec.inertia() * self.spin.length_squared()
    }

    /// Energy of its motion and of its height over the cloth, J.
    pub fn energy(&self, spec: &BallSpec, gravity: f64) -> f64 {
        let height = if self.phase.is_out() { 0.0 } else { self.position.z - spec.radius };
        self.kinetic_energy(spec) + spec.mass * gravity * height
    }

    /// Fails if a number is not finite or out of all proportion.
    ///
    /// # Errors
    /// The first such number.
    pub fn check(&self) -> Result<(), Error> {
        vector_in_range("position", self.position, 1e4)?;
        vector_in_range("velocity", self.velocity, 1e3)?;
        vector_in_range("spin", self.spin, 1e5)?;
        Ok(())
    }
}

/// A ball of a shot: its name, its numbers, its motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Ball {
    /// `cue`, `1` to `15`, `red_03`, `yellow` ...
    pub name: String,
    /// Its numbers.
    pub spec: BallSpec,
    /// Its motion.
    pub state: BallState,
}

impl Ball {
    /// A ball at rest on the cloth.
    pub fn at_rest(name: impl Into<String>, x: f64, y: f64, spec: BallSpec) -> Self {
        Self { name: name.into(), spec, state: BallState::at_rest(x, y, &spec) }
    }
}
