//! A solid made of any shapes: posts, guides, whatever a table needs and no other part is.

use super::{Piece, Role};
use crate::collider::Collider;
use crate::error::{Error, in_range};
use crate::material::Material;
use crate::shape::Shape;
use crate::tolerance::MOST_SPEED;

/// Any shapes, each of its material.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `shapes` | what it is made of | | nothing | |
/// | `tells_from` | approach from which it tells of a hit; never, if there is none | m/s | none | HasHitEvent, Threshold |
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub struct Solid {
    pub shapes: Vec<(Shape, Material)>,
    pub tells_from: Option<f64>,
}

impl Solid {
    /// One shape that tells nothing.
    pub fn of(shape: impl Into<Shape>, material: Material) -> Self {
        Self { shapes: vec![(shape.into(), material)], tells_from: None }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("solid: tells from", self.tells_from.unwrap_or(0.0), 0.0, MOST_SPEED).map(drop)
    }

    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        let role = self.tells_from.map_or(Role::Quiet, |threshold| Role::Tells { threshold });
        let piece =
            |(shape, material): &(Shape, Material)| Piece { collider: Collider::new(*shape, material.clone()), role };
        Ok(self.shapes.iter().map(piece).collect())
    }
}
