//! A thing that stays where it is: a shape, what it is made of, and how its surface moves.

use crate::error::{Error, vector_in_range};
use crate::material::Material;
use crate::shape::Shape;
use crate::tolerance::MOST_SPEED;
use glam::DVec3;

/// A shape with a material.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    shape: Shape,
    material: Material,
    surface_velocity: DVec3,
}

impl Collider {
    /// A shape made of a material.
    pub fn new(shape: impl Into<Shape>, material: Material) -> Self {
        Self { shape: shape.into(), material, surface_velocity: DVec3::ZERO }
    }

    /// The same thing with a surface that runs past like a belt, at this velocity. The shape stays where it is.
    ///
    /// # Errors
    /// When the velocity is not a sane number.
    pub fn with_surface_velocity(mut self, velocity: DVec3) -> Result<Self, Error> {
        self.surface_velocity = vector_in_range("surface velocity", velocity, MOST_SPEED)?;
        Ok(self)
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Puts another shape in its place: a thing that moves.
    pub(crate) fn set_shape(&mut self, shape: Shape) {
        self.shape = shape;
    }

    /// What it is made of.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// m/s: how its surface moves.
    pub fn surface_velocity(&self) -> DVec3 {
        self.surface_velocity
    }
}
