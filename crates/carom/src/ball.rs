//! The ball: place, velocity, spin, orientation, radius, mass, and what acts on it.

use crate::error::{Error, in_range, vector_in_range};
use crate::tolerance::{LEAST_MASS, LEAST_RADIUS, MOST_ACCELERATION, MOST_LENGTH, MOST_MASS, MOST_SPEED, MOST_SPIN};
use glam::{DQuat, DVec3};

/// A solid ball, at one moment.
///
/// ```
/// use carom::{Ball, DVec3};
/// let mut ball = Ball::new(DVec3::ZERO, 0.0135, 0.08)?.with_velocity(DVec3::new(1.0, 0.0, 0.0));
/// // An impulse at its top, against the motion: slower, and spinning.
/// ball.push(DVec3::new(-0.04, 0.0, 0.0), DVec3::new(0.0, 0.0, 0.0135));
/// assert_eq!(ball.velocity.x, 0.5);
/// assert!(ball.spin.y < 0.0);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// m: its centre.
    pub position: DVec3,
    /// m/s.
    pub velocity: DVec3,
    /// rad/s: angular velocity.
    pub spin: DVec3,
    /// How it is turned. It never influences the motion; a viewer shows it.
    pub orientation: DQuat,
    /// m.
    pub radius: f64,
    /// kg.
    pub mass: f64,
    /// N: a force that acts on its centre, beside gravity, until it is changed.
    pub force: DVec3,
    /// N m: a torque that acts on it until it is changed.
    pub torque: DVec3,
}

impl Ball {
    /// A ball at rest.
    ///
    /// # Errors
    /// When a number is not finite, the radius or the mass not positive, or one is out of all proportion.
    pub fn new(position: DVec3, radius: f64, mass: f64) -> Result<Self, Error> {
        let ball = Self {
            position,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
            orientation: DQuat::IDENTITY,
            radius,
            mass,
            force: DVec3::ZERO,
            torque: DVec3::ZERO,
        };
        ball.check()?;
        Ok(ball)
    }

    /// The same ball with another velocity (checked when it is put into a world).
    #[must_use]
    pub fn with_velocity(mut self, velocity: DVec3) -> Self {
        self.velocity = velocity;
        self
    }

    /// The same ball with another spin (checked when it is put into a world).
    #[must_use]
    pub fn with_spin(mut self, spin: DVec3) -> Self {
        self.spin = spin;
        self
    }

    /// Is every number sane?
    ///
    /// # Errors
    /// Names the first that is not.
    pub fn check(&self) -> Result<(), Error> {
        vector_in_range("position", self.position, MOST_LENGTH)?;
        vector_in_range("velocity", self.velocity, MOST_SPEED)?;
        vector_in_range("spin", self.spin, MOST_SPIN)?;
        in_range("radius", self.radius, LEAST_RADIUS, MOST_LENGTH)?;
        in_range("mass", self.mass, LEAST_MASS, MOST_MASS)?;
        vector_in_range("force", self.force, MOST_ACCELERATION * self.mass)?;
        vector_in_range("torque", self.torque, MOST_ACCELERATION * self.mass)?;
        let DQuat { x, y, z, w } = self.orientation;
        vector_in_range("orientation", DVec3::new(x, y, z), 1.0 + 1e-6)?;
        in_range("length of the orientation", (x * x + y * y + z * z + w * w).sqrt(), 1.0 - 1e-6, 1.0 + 1e-6)?;
        Ok(())
    }

    /// kg m²: moment of inertia of a solid ball, `2/5 m r²`, about any axis.
    pub fn inertia(&self) -> f64 {
        0.4 * self.mass * self.radius * self.radius
    }

    /// m/s: velocity of the point at `arm` from the centre.
    pub fn surface_velocity(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(arm)
    }

    /// Gives it an `impulse` (N s) at the point at `arm` from its centre.
    pub fn push(&mut self, impulse: DVec3, arm: DVec3) {
        self.velocity += impulse / self.mass;
        self.spin += arm.cross(impulse) / self.inertia();
    }

    /// J: energy of motion and of spin.
    pub fn kinetic_energy(&self) -> f64 {
        0.5 * self.mass * self.velocity.length_squared() + 0.5 * self.inertia() * self.spin.length_squared()
    }

    /// Is every number finite?
    pub fn is_finite(&self) -> bool {
        self.position.is_finite() && self.velocity.is_finite() && self.spin.is_finite() && self.orientation.is_finite()
    }
}

/// The orientation after turning for `time` from `start`, with `spin` that changes by `spin_rate` a second.
///
/// Exact while the axis stays the same, and always a unit quaternion: the angle vector is integrated, not the angles.
pub(crate) fn turned(start: DQuat, spin: DVec3, spin_rate: DVec3, time: f64) -> DQuat {
    let angle = spin * time + spin_rate * (0.5 * time * time);
    let size = angle.length();
    if size == 0.0 {
        return start;
    }
    let half = 0.5 * size;
    let (sine, cosine) = (libm::sin(half), libm::cos(half));
    let axis = angle * (sine / size);
    (DQuat::from_xyzw(axis.x, axis.y, axis.z, cosine) * start).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_turn_comes_back() {
        let spin = DVec3::new(0.0, 0.0, core::f64::consts::TAU);
        let back = turned(DQuat::IDENTITY, spin, DVec3::ZERO, 1.0);
        assert!(back.w.abs() > 1.0 - 1e-15, "one turn: {back:?}");
        let quarter = turned(DQuat::IDENTITY, spin, DVec3::ZERO, 0.25) * DVec3::X;
        assert!((quarter - DVec3::Y).length() < 1e-15, "a quarter turn takes x to y: {quarter:?}");
    }

    #[test]
    fn faults_are_named() {
        let message = |position, radius, mass| Ball::new(position, radius, mass).unwrap_err().to_string();
        assert_eq!(message(DVec3::NAN, 1.0, 1.0), "position is NaN; it must be a finite number");
        assert_eq!(message(DVec3::ZERO, -1.0, 1.0), "radius is -1; it must be from 0.000001 to 1000000");
        assert!(message(DVec3::ZERO, 1.0, 0.0).starts_with("mass is 0;"), "no mass");
    }
}
