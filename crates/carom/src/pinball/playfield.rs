//! What all parts of a machine stand on: the slope, the cabinet around it, the glass above.

use crate::collider::Collider;
use crate::error::{Error, flat_in_range, in_range};
use crate::material::Material;
use crate::shape::{Plane, Sides, Wall};
use crate::tolerance::MOST_LENGTH;
use crate::units::{EARTH_GRAVITY, VP_LENGTH, radians};
use glam::{DVec2, DVec3};

/// The cabinet's walls and glass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// m: the corner at the back, on the left.
    pub min: DVec2,
    /// m: the corner at the front, on the right.
    pub max: DVec2,
    /// m: height of the glass, and of the walls.
    pub glass: f64,
}

/// The playfield. x goes to the player's right, y from the back towards the player, z up from the playfield.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `border` | walls and glass, if there are any | m | none | Left, Top, Right, Bottom, GlassHeight |
/// | `slope` | of the playfield | rad | 6° | SlopeMin, SlopeMax |
/// | `gravity` | in the room | m/s² | 9.52 (0.97 g) | Gravity |
/// | `material` | of the playfield; without, there is none, and something else must carry the balls | | 0.25, 0.075 | Elasticity, Friction, ... |
/// | `difficulty` | 0 easy to 1 hard: flippers that have a least length become shorter, scatter grows | | 0.2 | Difficulty |
/// | `ball_material` | of balls that meet | | 0.8, smooth | (fixed) |
/// | `seed` | of the random streams | | 0 | |
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub struct Playfield {
    pub border: Option<Border>,
    pub slope: f64,
    pub gravity: f64,
    pub material: Option<Material>,
    pub difficulty: f64,
    pub ball_material: Material,
    pub seed: u64,
}

impl Default for Playfield {
    fn default() -> Self {
        Self {
            border: None,
            slope: radians(6.0),
            gravity: 0.97 * EARTH_GRAVITY,
            material: Some(super::part::pinball_material(0.25, 0.0, 0.075)),
            difficulty: 0.2,
            ball_material: super::part::pinball_material(0.8, 0.0, 0.0),
            seed: 0,
        }
    }
}

impl Playfield {
    /// A playfield of this width and length with its back left corner at the origin, under glass at Visual Pinball's
    /// height.
    pub fn sized(width: f64, length: f64) -> Self {
        let border = Border { min: DVec2::ZERO, max: DVec2::new(width, length), glass: 210.0 * VP_LENGTH };
        Self { border: Some(border), ..Self::default() }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("playfield: slope", self.slope, -1.5, 1.5)?;
        in_range("playfield: gravity", self.gravity, 0.0, 1e4)?;
        in_range("playfield: difficulty", self.difficulty, 0.0, 1.0)?;
        if let Some(Border { min, max, glass }) = self.border {
            flat_in_range("playfield: border", min, MOST_LENGTH)?;
            flat_in_range("playfield: border", max, MOST_LENGTH)?;
            in_range("playfield: width", max.x - min.x, 1e-3, MOST_LENGTH)?;
            in_range("playfield: length", max.y - min.y, 1e-3, MOST_LENGTH)?;
            in_range("playfield: glass", glass, 1e-3, MOST_LENGTH)?;
        }
        Ok(())
    }

    /// m/s²: what pulls the balls, seen from the playfield, while the cabinet accelerates by `sway` (guide 1.2 and 5.2).
    pub(crate) fn pull(&self, sway: DVec2) -> DVec3 {
        let (sine, cosine) = (libm::sin(self.slope), libm::cos(self.slope));
        let still = DVec3::new(0.0, sine, -cosine) * self.gravity;
        still - DVec3::new(sway.x, sway.y * cosine, sway.y * sine)
    }

    /// The walls and the glass.
    pub(crate) fn cabinet(&self) -> Result<Vec<Collider>, Error> {
        let Some(Border { min, max, glass }) = self.border else { return Ok(Vec::new()) };
        let wood = super::part::pinball_material(0.3, 0.0, 0.3);
        let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        let mut colliders = Vec::new();
        for k in 0..4 {
            // Fronts on the left, walking round this way: inside.
            let wall = Wall::new(corners[k], corners[(k + 1) % 4])?.with_sides(Sides::Front).with_height(0.0, glass)?;
            colliders.push(Collider::new(wall, wood.clone()));
        }
        let lid = Plane::new(DVec3::new(0.0, 0.0, glass), DVec3::NEG_Z)?;
        colliders.push(Collider::new(lid, super::part::pinball_material(0.2, 0.0, 0.3)));
        Ok(colliders)
    }
}
