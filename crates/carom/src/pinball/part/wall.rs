//! A wall of any outline: a block that stands on the playfield, or hangs above it. Some of its edges may be slingshots.

mod block;
mod free;

pub(super) use block::{Block, BlockPart};

use super::{Piece, Role};
use crate::error::{Error, in_range};
use crate::material::Material;
use crate::pinball::outline::{OutlinePoint, WALL_FINENESS, check_outline, drawn};
use crate::tolerance::MOST_SPEED;
use crate::units::{VP_LENGTH, VP_SPEED};
use block::check_heights;
use free::FreeBlock;

/// A wall.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `outline` | its border seen from above, walked either way | m | none | drag points |
/// | `bottom`, `top` | from where to where it stands | m | 0 and 50 units | `HeightBottom`, `HeightTop` |
/// | `bottom_solid` | it has an underside | | no | `IsBottomSolid` |
/// | `droppable` | it can be let down into the playfield | | no | `IsDroppable` |
/// | `material` | | | e 0.3, friction 0.3 | `Elasticity` and so on |
/// | `tells` | impacts on its sides are told of | | no | `HasHitEvent` |
/// | `threshold` | slowest approach that is told of | m/s | 2 units | `Threshold` |
/// | `slingshot_force` | most by which a slingshot edge drives a ball | m/s | 80 units | `SlingshotStrength` × 10 |
/// | `slingshot_threshold` | slowest approach that sets a slingshot off | m/s | 0 | `SlingshotThreshold` |
///
/// The sides are exactly as high as the wall, with true edges at the top: a low wall throws a ball up, where Visual
/// Pinball's sides reach half a ball's radius higher than they should. A wall with `bottom` at 0 has no edges there, and
/// one without `bottom_solid` is open below.
///
/// The side over an edge with a bulge is a true arc; if the edge is a slingshot, it is strongest over the middle of the chord.
/// Where the outline crosses itself, the wall is solid wherever the outline winds round, once or several times, either way.
/// Where it goes there and back and winds round nothing, the wall is a thin fence, solid from both sides, without a lid; two
/// points make one.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "Surface")]
pub struct Wall {
    /// m: its border seen from above, walked either way.
    pub outline: Vec<OutlinePoint>,
    /// m: where it begins.
    pub bottom: f64,
    /// m: where it ends.
    pub top: f64,
    /// Has it an underside?
    pub bottom_solid: bool,
    /// Can it be let down into the playfield?
    pub droppable: bool,
    /// What it is made of.
    pub material: Material,
    /// Are impacts on its sides told of?
    pub tells: bool,
    /// m/s: slowest approach that is told of.
    pub threshold: f64,
    /// m/s: most by which a slingshot edge drives a ball.
    pub slingshot_force: f64,
    /// m/s: slowest approach that sets a slingshot off.
    pub slingshot_threshold: f64,
}

impl Default for Wall {
    fn default() -> Self {
        Self {
            outline: Vec::new(),
            bottom: 0.0,
            top: 50.0 * VP_LENGTH,
            bottom_solid: false,
            droppable: false,
            material: Material::pinball(0.3, 0.0, 0.3, 0.0).unwrap_or_default(),
            tells: false,
            threshold: 2.0 * VP_SPEED,
            slingshot_force: 80.0 * VP_SPEED,
            slingshot_threshold: 0.0,
        }
    }
}

impl Wall {
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_outline(&self.outline, 2)?;
        check_heights(self.bottom, self.top)?;
        in_range("threshold of a wall", self.threshold, 0.0, MOST_SPEED)?;
        in_range("slingshot force", self.slingshot_force, -MOST_SPEED, MOST_SPEED)?;
        in_range("slingshot threshold", self.slingshot_threshold, 0.0, MOST_SPEED).map(drop)
    }

    /// Its outline with all bends drawn out into straight edges, as a ball meets it, for drawing. `None` if it is no
    /// outline.
    pub fn drawn_outline(&self) -> Option<Vec<OutlinePoint>> {
        self.check().ok()?;
        let nodes = drawn(&self.outline, true, WALL_FINENESS).ok()?;
        let plain = |node: &crate::pinball::outline::Node| OutlinePoint {
            at: node.at.truncate(),
            slingshot: node.slingshot,
            ..OutlinePoint::default()
        };
        Some(nodes.iter().map(plain).collect())
    }

    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        self.check()?;
        let nodes = drawn(&self.outline, true, WALL_FINENESS)?;
        let tells = if self.tells { Role::Tells { threshold: self.threshold } } else { Role::Quiet };
        let role = |part: BlockPart| match part {
            BlockPart::Side { a, b, slingshot: true } => {
                let (a, b) = (a.extend(0.0), b.extend(0.0));
                Role::Sling { a, b, force: self.slingshot_force, threshold: self.slingshot_threshold }
            }
            // The lid and the edges round it tell nothing: Visual Pinball's law.
            BlockPart::Side { .. } | BlockPart::Corner | BlockPart::Point => tells,
            BlockPart::Lid | BlockPart::Edge => Role::Quiet,
        };
        match Block::over(&nodes, self.bottom, self.top) {
            Some(block) => block.pieces(self.bottom_solid, &self.material, role),
            None => FreeBlock::new(nodes, self.bottom, self.top)?.pieces(self.bottom_solid, &self.material, role),
        }
    }
}

#[cfg(test)]
mod tests;
