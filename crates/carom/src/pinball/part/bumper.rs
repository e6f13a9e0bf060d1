//! The bumper: a round post that throws back whatever touches it hard enough.

use super::{Piece, Role};
use crate::collider::Collider;
use crate::error::{Error, flat_in_range, in_range};
use crate::material::Material;
use crate::shape::Post;
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::{VP_LENGTH, VP_SPEED};
use glam::DVec2;

/// A bumper.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `centre` | its axis | m | 0, 0 | Center |
/// | `radius` | of its body | m | 24.3 mm (45) | Radius |
/// | `low` | height of what it stands on | m | 0 | Surface |
/// | `height` | of its body | m | 48.6 mm (90) | HeightScale |
/// | `force` | speed that it adds along the normal, whatever the ball's mass | m/s | 0.81 (15) | Force |
/// | `threshold` | approach from which it fires | m/s | 0.054 (1) | Threshold |
/// | `material` | what its body bounces like before the kick | | 0.3, 0.3 | (fixed), Scatter |
/// | `fires` | without, it is just a post | | yes | HasHitEvent |
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub struct Bumper {
    pub centre: DVec2,
    pub radius: f64,
    pub low: f64,
    pub height: f64,
    pub force: f64,
    pub threshold: f64,
    pub material: Material,
    pub fires: bool,
}

impl Default for Bumper {
    fn default() -> Self {
        Self {
            centre: DVec2::ZERO,
            radius: 45.0 * VP_LENGTH,
            low: 0.0,
            height: 90.0 * VP_LENGTH,
            force: 15.0 * VP_SPEED,
            threshold: VP_SPEED,
            material: super::pinball_material(0.3, 0.0, 0.3),
            fires: true,
        }
    }
}

impl Bumper {
    pub(crate) fn check(&self) -> Result<(), Error> {
        flat_in_range("bumper: centre", self.centre, MOST_LENGTH)?;
        in_range("bumper: radius", self.radius, 1e-6, MOST_LENGTH)?;
        in_range("bumper: low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("bumper: height", self.height, 1e-6, MOST_LENGTH)?;
        in_range("bumper: force", self.force, 0.0, MOST_SPEED)?;
        in_range("bumper: threshold", self.threshold, 0.0, MOST_SPEED)?;
        Ok(())
    }

    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        let post = Post::new(self.centre, self.radius)?.with_height(self.low, self.low + self.height)?;
        let role = match self.fires {
            true => Role::Bumper { force: self.force, threshold: self.threshold },
            false => Role::Quiet,
        };
        Ok(vec![Piece { collider: Collider::new(post, self.material.clone()), role }])
    }
}
