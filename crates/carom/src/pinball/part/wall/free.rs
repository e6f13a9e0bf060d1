//! A block over an outline of any kind: with arcs, crossing or touching itself, enclosing nothing.

use super::super::mesh::widened;
use super::super::{Piece, Role};
use super::block::{BlockPart, check_heights};
use crate::collider::Collider;
use crate::error::Error;
use crate::material::Material;
use crate::pinball::outline::{Bend, Cut, Node, Trapezoid, is_inner_corner, trapezoids};
use crate::shape::{self, Arc, ArcSide, Corner, Edge, Point, Shape, Sides, Triangle};
use crate::tolerance::{ARC_SMOOTH, MESH_OVERLAP, OUTLINE_TOUCHES};
use glam::{DVec2, DVec3};
use std::collections::{BTreeMap, BTreeSet};

/// A block whose outline has been cut where it meets itself.
pub(super) struct FreeBlock {
    /// What a ball can touch, in the order in which the outline is walked.
    sides: Vec<Side>,
    lid: Vec<Trapezoid>,
    bottom: f64,
    top: f64,
}

/// A straight piece of the border, or a chord of it.
#[derive(Clone, Copy)]
struct Side {
    /// Walked with the outside on the side of (-dy, dx).
    a: DVec2,
    b: DVec2,
    /// The whole edge of the outline that it is a piece of.
    whole: (DVec2, DVec2),
    bend: Option<Bend>,
    from: usize,
    slingshot: bool,
    /// Both for a fence.
    sides: Sides,
}

/// What meets in one place of the border.
#[derive(Default)]
struct Joint {
    coming: Vec<usize>,
    leaving: Vec<usize>,
}

/// How the border goes on in a joint.
#[derive(Clone, Copy, PartialEq)]
enum Joins {
    /// Two chords of one circle meet.
    Arc,
    /// Without a corner.
    Smoothly,
    /// In a corner that bends inwards, which no ball can touch.
    Inwards,
    /// In a corner that a ball can touch.
    Corner,
}

impl FreeBlock {
    pub(super) fn new(nodes: Vec<Node>, bottom: f64, top: f64) -> Result<Self, Error> {
        check_heights(bottom, top)?;
        let corners: Vec<DVec2> = nodes.iter().map(|node| node.at.truncate()).collect();
        let cuts = Cut::all(&corners)?;
        let lid = trapezoids(&cuts);
        let wholes = wholes(&nodes);
        let mut sides: Vec<Side> = Vec::new();
        let mut known = BTreeSet::new();
        for cut in cuts {
            let Node { slingshot, from, bend, .. } = nodes[cut.edge];
            let (whole, both) = (wholes[cut.edge], Sides::Both);
            let side = Side { a: cut.a, b: cut.b, whole, bend, from, slingshot, sides: Sides::Front };
            match (cut.solid_here, cut.solid_there) {
                // Within the solid, where no ball is.
                (true, true) => {}
                (false, true) => sides.push(side),
                (true, false) => sides.push(side.reversed()),
                // There and back is one fence.
                (false, false) if !known.insert(unordered(cut.a, cut.b)) => {}
                (false, false) => sides.push(Side { sides: both, ..side }),
            }
        }
        Ok(Self { sides, lid, bottom, top })
    }

    pub(super) fn pieces(
        &self,
        bottom_solid: bool,
        material: &Material,
        role: impl Fn(BlockPart) -> Role,
    ) -> Result<Vec<Piece>, Error> {
        let mut pieces = Vec::new();
        let mut put = |shape: Shape, part: BlockPart| {
            pieces.push(Piece { collider: Collider::new(shape, material.clone()), role: role(part) });
        };
        let levels = [(self.top, true), (self.bottom, self.bottom != 0.0 || bottom_solid)];
        let levels = || levels.into_iter().filter(|level| level.1).map(|level| level.0);
        let joints = self.joints();
        let mut arcs = self.arcs(&joints)?;
        for (k, side) in self.sides.iter().enumerate() {
            let part = BlockPart::Side { a: side.whole.0, b: side.whole.1, slingshot: side.slingshot };
            if side.bend.is_none() {
                let wall = shape::Wall::new(side.a, side.b)?.with_sides(side.sides);
                put(wall.with_height(self.bottom, self.top)?.into(), part);
            }
            for arc in arcs.remove(&k).unwrap_or_default() {
                put(arc.into(), part);
            }
            for z in levels() {
                put(Edge::new(side.a.extend(z), side.b.extend(z))?.into(), BlockPart::Edge);
            }
        }
        for joint in joints.values() {
            let Some(at) = self.place(joint) else { continue };
            if self.joins(joint) == Joins::Corner {
                put(Corner::new(at)?.with_height(self.bottom, self.top)?.into(), BlockPart::Corner);
            }
            if self.has_points(joint) {
                for z in levels() {
                    put(Point::new(at.extend(z))?.into(), BlockPart::Point);
                }
            }
        }
        for (z, up) in [(self.top, true), (self.bottom, false)] {
            if up || bottom_solid {
                for face in self.lid.iter().flat_map(|area| faces(area, z, up)) {
                    put(face?.into(), BlockPart::Lid);
                }
            }
        }
        Ok(pieces)
    }

    fn joints(&self) -> BTreeMap<[u64; 2], Joint> {
        let mut joints: BTreeMap<[u64; 2], Joint> = BTreeMap::new();
        for (k, side) in self.sides.iter().enumerate() {
            joints.entry(key(side.a)).or_default().leaving.push(k);
            joints.entry(key(side.b)).or_default().coming.push(k);
        }
        joints
    }

    fn place(&self, joint: &Joint) -> Option<DVec2> {
        let leaving = joint.leaving.first().map(|&k| self.sides[k].a);
        leaving.or_else(|| joint.coming.first().map(|&k| self.sides[k].b))
    }

    fn joins(&self, joint: &Joint) -> Joins {
        let ([before], [after]) = (&joint.coming[..], &joint.leaving[..]) else { return Joins::Corner };
        let (before, after) = (&self.sides[*before], &self.sides[*after]);
        if before.sides != after.sides {
            return Joins::Corner;
        }
        if before.is_one_arc_with(after) {
            return Joins::Arc;
        }
        let at = after.a;
        let (comes, leaves) = (before.along(at), after.along(at));
        let (turn, onward) = (comes.perp_dot(leaves), comes.dot(leaves) > 0.0);
        let bent = before.bend.is_some() || after.bend.is_some();
        if bent && onward && turn.abs() <= ARC_SMOOTH {
            return Joins::Smoothly;
        }
        let inwards = if bent { turn > ARC_SMOOTH } else { is_inner_corner(before.a, at, after.b) };
        if inwards && before.sides == Sides::Front { Joins::Inwards } else { Joins::Corner }
    }

    /// Can a ball touch the corners of the lid and the underside here? The border of these goes along chords.
    fn has_points(&self, joint: &Joint) -> bool {
        let ([before], [after]) = (&joint.coming[..], &joint.leaving[..]) else { return true };
        let (before, after) = (&self.sides[*before], &self.sides[*after]);
        let front = before.sides == Sides::Front && after.sides == Sides::Front;
        !(front && is_inner_corner(before.a, before.b, after.b))
    }

    /// For each side with which an arc begins: the arc over it and the chords that follow; two for a fence.
    fn arcs(&self, joints: &BTreeMap<[u64; 2], Joint>) -> Result<BTreeMap<usize, Vec<Arc>>, Error> {
        let joins = |at: DVec2| joints.get(&key(at)).map_or(Joins::Corner, |joint| self.joins(joint));
        let next = |k: usize| joints.get(&key(self.sides[k].b)).and_then(|joint| joint.leaving.first().copied());
        let bent = |&k: &usize| self.sides[k].bend.is_some();
        let begins = |&k: &usize| joins(self.sides[k].a) != Joins::Arc;
        let mut done = vec![false; self.sides.len()];
        let mut arcs = BTreeMap::new();
        // First those that have a beginning; what is left then goes all round.
        let all = || (0..self.sides.len()).filter(bent);
        for first in all().filter(begins).chain(all()) {
            let mut last = first;
            while !done[last] {
                done[last] = true;
                match next(last) {
                    Some(k) if joins(self.sides[last].b) == Joins::Arc && !done[k] => last = k,
                    _ => {
                        let (before, after) = (joins(self.sides[first].a), joins(self.sides[last].b));
                        arcs.insert(first, self.arc(first, last, [before, after])?);
                    }
                }
            }
        }
        Ok(arcs)
    }

    /// The arc over the chords from the first to the last. Where the border goes on smoothly there is no corner between, so it
    /// reaches a hair farther.
    fn arc(&self, first: usize, last: usize, ends: [Joins; 2]) -> Result<Vec<Arc>, Error> {
        let (first, last) = (self.sides[first], self.sides[last]);
        let Some(bend) = first.bend else { return Ok(Vec::new()) };
        let (start, sweep) = if ends == [Joins::Arc; 2] {
            (0.0, core::f64::consts::TAU)
        } else {
            let (start, sweep) = bend.angles(first.a, last.b);
            let more = ends.map(|end| if end == Joins::Smoothly { MESH_OVERLAP / bend.radius } else { 0.0 });
            let [before, after] = if bend.clockwise { more } else { [more[1], more[0]] };
            (start - before, sweep + before + after)
        };
        // The outside is on the side of (-dy, dx), where the centre of an arc is that turns from x towards y.
        let outside = if bend.clockwise { ArcSide::Inside } else { ArcSide::Outside };
        let within = if bend.clockwise { ArcSide::Outside } else { ArcSide::Inside };
        let arc = |side| Arc::new(bend.centre, bend.radius, start, sweep, side)?.with_height(self.bottom, self.top);
        let mut arcs = vec![arc(outside)?];
        if first.sides == Sides::Both {
            arcs.push(arc(within)?);
        }
        Ok(arcs)
    }
}

impl Side {
    fn reversed(self) -> Self {
        let whole = (self.whole.1, self.whole.0);
        Self { a: self.b, b: self.a, whole, bend: self.bend.map(Bend::reversed), ..self }
    }

    /// Are both chords of one circle, walked the same way? Edges that follow each other on one circle are one arc, unless one is a
    /// slingshot.
    fn is_one_arc_with(&self, next: &Self) -> bool {
        let (Some(here), Some(there)) = (self.bend, next.bend) else { return false };
        let near = (here.centre - there.centre).length() + (here.radius - there.radius).abs() <= OUTLINE_TOUCHES;
        let one = self.from == next.from || !(self.slingshot || next.slingshot);
        near && one && here.clockwise == there.clockwise
    }

    /// Unit vector along the way where it passes `at`.
    fn along(&self, at: DVec2) -> DVec2 {
        self.bend.map_or_else(|| (self.b - self.a).normalize_or_zero(), |bend| bend.along(at))
    }
}

/// For each drawn edge the ends of what it is a piece of: of an arc if it is a chord, else its own.
fn wholes(nodes: &[Node]) -> Vec<(DVec2, DVec2)> {
    let n = nodes.len();
    let at = |k: usize| nodes[k % n].at.truncate();
    let of_one_arc = |j: usize, k: usize| nodes[k].bend.is_some() && nodes[j].from == nodes[k].from;
    let mut wholes: Vec<(DVec2, DVec2)> = Vec::with_capacity(n);
    let mut k = 0;
    while k < n {
        let first = k;
        k += 1;
        while k < n && of_one_arc(first, k) {
            k += 1;
        }
        wholes.extend(core::iter::repeat_n((at(first), at(k)), k - first));
    }
    wholes
}

/// The two triangles of a piece of the lid. They reach a hair past their borders, so that no ball gets between them, and need
/// no edges.
fn faces(area: &Trapezoid, z: f64, up: bool) -> [Result<Triangle, Error>; 2] {
    let Trapezoid { y: [y0, y1], first: [a, b], last: [d, c] } = *area;
    let more = MESH_OVERLAP;
    let [a, b, c, d] = [(a - more, y0 - more), (b + more, y0 - more), (c + more, y1 + more), (d - more, y1 + more)]
        .map(|(x, y)| DVec3::new(x, y, z));
    let face = |a, b, c| {
        let [a, b, c] = widened(if up { [a, b, c] } else { [a, c, b] });
        Ok(Triangle::new(a, b, c)?.with_sides(Sides::Front))
    };
    [face(a, b, c), face(a, c, d)]
}

fn key(p: DVec2) -> [u64; 2] {
    // Zero and minus zero are one place.
    (p + DVec2::ZERO).to_array().map(f64::to_bits)
}

fn unordered(a: DVec2, b: DVec2) -> [[u64; 2]; 2] {
    let (a, b) = (key(a), key(b));
    if a <= b { [a, b] } else { [b, a] }
}
