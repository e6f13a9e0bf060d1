//! A block over a simple polygon.

use super::super::mesh::Skin;
use super::super::{Piece, Role};
use crate::collider::Collider;
use crate::error::{Error, in_range};
use crate::material::Material;
use crate::pinball::outline::{Node, crosses_itself, filled, is_inner_corner, signed_area};
use crate::shape::{self, Corner, Edge, Point, Shape, Sides};
use crate::tolerance::MOST_LENGTH;
use glam::{DVec2, DVec3};
use std::collections::BTreeSet;

pub(super) fn check_heights(bottom: f64, top: f64) -> Result<(), Error> {
    in_range("bottom of a wall", bottom, -MOST_LENGTH, MOST_LENGTH)?;
    in_range("top of a wall", top, -MOST_LENGTH, MOST_LENGTH)?;
    if bottom >= top {
        return Err(Error::degenerate("a wall", "must reach from a lower to a higher place"));
    }
    Ok(())
}

/// A part of a block, for what an impact on it means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum BlockPart {
    /// The upright face over the edge of the outline from `a` to `b`.
    Side { a: DVec2, b: DVec2, slingshot: bool },
    /// An upright edge.
    Corner,
    /// The upper or lower face.
    Lid,
    /// An edge of the lid.
    Edge,
    /// A corner of the lid.
    Point,
}

/// A solid block over a simple polygon.
pub(in super::super) struct Block {
    /// Walked with the outside on the side of (-dy, dx).
    outline: Vec<Node>,
    /// That fill it, by the numbers of their corners; they face up.
    triangles: Vec<[usize; 3]>,
    bottom: f64,
    top: f64,
}

impl Block {
    /// A block over a polygon whose outside is on the side of (-dy, dx).
    ///
    /// # Errors
    /// When the polygon is not simple, or the heights are not sane.
    pub(in super::super) fn new(corners: &[DVec2], bottom: f64, top: f64) -> Result<Self, Error> {
        check_heights(bottom, top)?;
        let node = |&at: &DVec2| Node { at: at.extend(0.0), slingshot: false, from: 0, bend: None };
        let outline: Vec<Node> = corners.iter().map(node).collect();
        Self::over(&outline, bottom, top).ok_or_else(|| Error::degenerate("an outline", "crosses itself"))
    }

    /// A block over a drawn outline that may be walked either way; `None` if it has arcs or is no simple polygon.
    pub(super) fn over(outline: &[Node], bottom: f64, top: f64) -> Option<Self> {
        let corners: Vec<DVec2> = outline.iter().map(|node| node.at.truncate()).collect();
        if outline.iter().any(|node| node.bend.is_some()) || crosses_itself(&corners) {
            return None;
        }
        let mut outline = outline.to_vec();
        if signed_area(&corners) > 0.0 {
            outline.reverse();
            // What is said of an edge stands at its first point, which is now its second.
            let n = outline.len();
            let slingshots: Vec<bool> = (0..n).map(|k| outline[(k + 1) % n].slingshot).collect();
            outline.iter_mut().zip(slingshots).for_each(|(node, slingshot)| node.slingshot = slingshot);
        }
        let corners: Vec<DVec2> = outline.iter().map(|node| node.at.truncate()).collect();
        let triangles = filled(&corners).ok()?;
        Some(Self { outline, triangles, bottom, top })
    }

    /// Its sides, corners, lid with edges and points; below the same, if a ball can get there. A corner that bends inwards
    /// cannot be touched and is left out.
    pub(in super::super) fn pieces(
        &self,
        bottom_solid: bool,
        material: &Material,
        role: impl Fn(BlockPart) -> Role,
    ) -> Result<Vec<Piece>, Error> {
        let n = self.outline.len();
        let at = |k: usize| self.outline[k % n].at.truncate();
        let mut pieces = Vec::new();
        let mut put = |shape: Shape, part: BlockPart| {
            pieces.push(Piece { collider: Collider::new(shape, material.clone()), role: role(part) });
        };
        let levels = [(self.top, true), (self.bottom, self.bottom != 0.0 || bottom_solid)];
        let levels = || levels.into_iter().filter(|level| level.1).map(|level| level.0);
        for k in 0..n {
            let (before, a, b) = (at(k + n - 1), at(k), at(k + 1));
            let side = shape::Wall::new(a, b)?.with_sides(Sides::Front).with_height(self.bottom, self.top)?;
            put(side.into(), BlockPart::Side { a, b, slingshot: self.outline[k].slingshot });
            for z in levels() {
                put(Edge::new(a.extend(z), b.extend(z))?.into(), BlockPart::Edge);
            }
            if !is_inner_corner(before, a, b) {
                put(Corner::new(a)?.with_height(self.bottom, self.top)?.into(), BlockPart::Corner);
                for z in levels() {
                    put(Point::new(a.extend(z))?.into(), BlockPart::Point);
                }
            }
        }
        let corners: Vec<DVec2> = (0..n).map(at).collect();
        for (z, up) in [(self.top, true), (self.bottom, false)] {
            if !up && !bottom_solid {
                continue;
            }
            let points: Vec<DVec3> = corners.iter().map(|c| c.extend(z)).collect();
            let facing = |&[a, b, c]: &[usize; 3]| if up { [a, b, c] } else { [a, c, b] };
            let triangles: Vec<[usize; 3]> = self.triangles.iter().map(facing).collect();
            let lid = Skin::over(&points, &triangles, Sides::Front)?;
            lid.faces.into_iter().for_each(|face| put(face.into(), BlockPart::Lid));
            // Of its edges the border is up already; what is left lies between slivers.
            let border: BTreeSet<_> = (0..n).map(|k| ends(points[k], points[(k + 1) % n])).collect();
            let inner = |edge: &Edge| !border.contains(&ends(edge.a(), edge.b()));
            lid.edges.into_iter().filter(inner).for_each(|edge| put(edge.into(), BlockPart::Lid));
        }
        Ok(pieces)
    }
}

/// Two places, in either order, to look them up.
fn ends(a: DVec3, b: DVec3) -> [[u64; 3]; 2] {
    // Zero and minus zero are one place.
    let key = |p: DVec3| (p + DVec3::ZERO).to_array().map(f64::to_bits);
    let (a, b) = (key(a), key(b));
    if a <= b { [a, b] } else { [b, a] }
}
