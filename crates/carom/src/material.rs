//! What a surface is made of: how it throws a ball back, how it grips it, and how far it is from perfect.

use crate::error::{Error, ErrorKind, in_range};
use crate::units::VP_FALLOFF_SPEED;

/// How much of the approach speed comes back.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Elasticity {
    /// The same part at any speed.
    Constant(f64),
    /// `at_rest / (1 + falloff · speed / reference)`: rubber that is lively when touched and dull when struck. Visual
    /// Pinball's law; its reference speed is about 1 m/s.
    Falloff {
        /// The part that comes back at no speed.
        at_rest: f64,
        /// How fast it falls.
        falloff: f64,
        /// m/s: the speed to which `falloff` refers.
        reference: f64,
    },
    /// Points `(speed in m/s, elasticity)` by rising speed, straight lines between them, constant outside.
    Curve(Vec<(f64, f64)>),
}

impl Elasticity {
    /// Visual Pinball's elasticity and falloff.
    #[doc(alias = "ElasticityFalloff")]
    pub fn falloff(at_rest: f64, falloff: f64) -> Self {
        Self::Falloff { at_rest, falloff, reference: VP_FALLOFF_SPEED }
    }

    /// The part of an approach `speed` (m/s) that comes back.
    pub fn at(&self, speed: f64) -> f64 {
        match self {
            Self::Constant(e) => *e,
            Self::Falloff { at_rest, falloff, reference } => at_rest / (1.0 + falloff * speed / reference),
            Self::Curve(points) => {
                let after = points.partition_point(|point| point.0 <= speed);
                match (after.checked_sub(1).map(|k| points[k]), points.get(after)) {
                    (Some((_, e)), None) | (None, Some(&(_, e))) => e,
                    (Some((s0, e0)), Some(&(s1, e1))) => e0 + (e1 - e0) * (speed - s0) / (s1 - s0),
                    (None, None) => 0.0,
                }
            }
        }
    }

    /// The same law where all speeds are `scale` times as great.
    fn at_scale(&self, scale: f64) -> Self {
        match self {
            Self::Constant(e) => Self::Constant(*e),
            Self::Falloff { at_rest, falloff, reference } => {
                Self::Falloff { at_rest: *at_rest, falloff: *falloff, reference: reference * scale }
            }
            Self::Curve(points) => Self::Curve(points.iter().map(|&(speed, e)| (speed * scale, e)).collect()),
        }
    }

    fn check(&self) -> Result<(), Error> {
        let part = |e: f64| in_range("elasticity", e, 0.0, 1.0);
        match self {
            Self::Constant(e) => part(*e).map(drop),
            Self::Falloff { at_rest, falloff, reference } => {
                part(*at_rest)?;
                in_range("elasticity falloff", *falloff, 0.0, 1e6)?;
                in_range("reference speed of the elasticity falloff", *reference, 1e-6, 1e6).map(drop)
            }
            Self::Curve(points) => {
                if points.is_empty() {
                    return Err(Error::new(ErrorKind::TooFew {
                        what: "points of an elasticity curve",
                        need: 1,
                        got: 0,
                    }));
                }
                for (k, &(speed, e)) in points.iter().enumerate() {
                    let least = if k == 0 { 0.0 } else { points[k - 1].0 };
                    in_range("speed of an elasticity curve (rising)", speed, least, f64::MAX)
                        .and_then(|_| part(e))
                        .map_err(|error| error.within(format_args!("elasticity curve point {k}")))?;
                }
                Ok(())
            }
        }
    }
}

/// From what the limit of friction in an impact is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grip {
    /// From the whole impulse along the normal: Coulomb's law.
    #[default]
    Whole,
    /// From the part of it that stops the ball, without the rebound: Visual Pinball's law, on which the friction of its
    /// tables was tuned.
    Stopping,
}

/// What a surface is made of.
///
/// ```
/// use carom::{Elasticity, Material};
/// let rubber = Material::new(0.9, 0.6)?.with_elasticity(Elasticity::falloff(0.9, 0.3))?.with_scatter(0.01)?;
/// assert!(rubber.elasticity().at(5.0) < rubber.elasticity().at(0.1));
/// assert!(Material::new(1.5, 0.0).is_err());
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    elasticity: Elasticity,
    friction: f64,
    rolling_friction: f64,
    scatter: f64,
    grip: Grip,
}

impl Default for Material {
    /// Perfectly elastic and smooth.
    fn default() -> Self {
        Self {
            elasticity: Elasticity::Constant(1.0),
            friction: 0.0,
            rolling_friction: 0.0,
            scatter: 0.0,
            grip: Grip::Whole,
        }
    }
}

impl Material {
    /// A material with constant `elasticity` (0 dead, 1 perfect) and Coulomb `friction`.
    ///
    /// # Errors
    /// When the elasticity is not from 0 to 1, or the friction not from 0 to 100.
    pub fn new(elasticity: f64, friction: f64) -> Result<Self, Error> {
        Self::default().with_elasticity(Elasticity::Constant(elasticity))?.with_friction(friction)
    }

    /// A material by Visual Pinball's four numbers and its law of friction in an impact: elasticity, its falloff with
    /// speed, friction, and the largest angle of scatter in radians.
    ///
    /// # Errors
    /// When a number is outside its range.
    pub fn pinball(elasticity: f64, falloff: f64, friction: f64, scatter: f64) -> Result<Self, Error> {
        let lively =
            if falloff == 0.0 { Elasticity::Constant(elasticity) } else { Elasticity::falloff(elasticity, falloff) };
        let material = Self::default().with_elasticity(lively)?.with_friction(friction)?.with_scatter(scatter)?;
        Ok(material.with_grip(Grip::Stopping))
    }

    /// The same material with another elasticity.
    ///
    /// # Errors
    /// When it is outside 0 to 1 anywhere.
    pub fn with_elasticity(mut self, elasticity: Elasticity) -> Result<Self, Error> {
        elasticity.check()?;
        self.elasticity = elasticity;
        Ok(self)
    }

    /// The same material with another coefficient of sliding friction.
    ///
    /// # Errors
    /// When it is not from 0 to 100.
    pub fn with_friction(mut self, friction: f64) -> Result<Self, Error> {
        self.friction = in_range("friction", friction, 0.0, 100.0)?;
        Ok(self)
    }

    /// The same material with rolling friction: a rolling ball slows by this times the pressing acceleration.
    ///
    /// # Errors
    /// When it is not from 0 to 100.
    pub fn with_rolling_friction(mut self, rolling_friction: f64) -> Result<Self, Error> {
        self.rolling_friction = in_range("rolling friction", rolling_friction, 0.0, 100.0)?;
        Ok(self)
    }

    /// The same material with scatter: the largest angle, in radians, by which a bounce is turned at random.
    ///
    /// # Errors
    /// When it is not from 0 to a right angle.
    pub fn with_scatter(mut self, scatter: f64) -> Result<Self, Error> {
        self.scatter = in_range("scatter", scatter, 0.0, core::f64::consts::FRAC_PI_2)?;
        Ok(self)
    }

    /// The same material with the limit of friction in an impact counted from another part of the impulse.
    #[must_use]
    pub fn with_grip(mut self, grip: Grip) -> Self {
        self.grip = grip;
        self
    }

    /// The same material on a thing that is larger or smaller than it was said: its elasticity was said for speeds that are
    /// larger or smaller with it.
    #[must_use]
    pub(crate) fn at_scale(mut self, scale: f64) -> Self {
        if scale != 1.0 {
            self.elasticity = self.elasticity.at_scale(scale);
        }
        self
    }

    /// How much of the approach speed comes back.
    pub fn elasticity(&self) -> &Elasticity {
        &self.elasticity
    }

    /// Coefficient of sliding friction (Coulomb).
    pub fn friction(&self) -> f64 {
        self.friction
    }

    /// Coefficient of rolling friction.
    pub fn rolling_friction(&self) -> f64 {
        self.rolling_friction
    }

    /// From what the limit of friction in an impact is counted.
    pub fn grip(&self) -> Grip {
        self.grip
    }

    /// Largest angle of scatter, rad.
    pub fn scatter(&self) -> f64 {
        self.scatter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elasticity_laws() {
        assert_eq!(Elasticity::Constant(0.5).at(3.0), 0.5);
        assert!((Elasticity::falloff(0.8, 1.0).at(VP_FALLOFF_SPEED) - 0.4).abs() < 1e-15, "halved at the reference");
        let curve = Elasticity::Curve(vec![(0.0, 1.0), (1.0, 0.5), (3.0, 0.1)]);
        assert_eq!((curve.at(0.0), curve.at(0.5), curve.at(2.0), curve.at(9.0)), (1.0, 0.75, 0.3, 0.1));
    }

    #[test]
    fn faults_are_named() {
        let message = |result: Result<Material, Error>| result.unwrap_err().to_string();
        assert_eq!(message(Material::new(1.5, 0.0)), "elasticity is 1.5; it must be from 0 to 1");
        assert_eq!(message(Material::new(0.5, f64::NAN)), "friction is NaN; it must be a finite number");
        let curve = Elasticity::Curve(vec![(0.0, 1.0), (2.0, 0.5), (1.0, 0.5)]);
        assert!(
            message(Material::default().with_elasticity(curve)).starts_with("elasticity curve point 2: speed"),
            "the point is named"
        );
        assert!(Material::default().with_elasticity(Elasticity::Curve(vec![])).is_err());
    }
}
