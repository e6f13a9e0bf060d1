//! The tree of things that stay: built once, by halving at the median of the longest side.
//!
//! A KD-tree whose nodes keep the tight boxes of what is below them, so that a thing is in one leaf only and a query turns
//! back early. Four children to a node, and four things to a leaf, which are asked at once; a wall's corners, and an edge's
//! points, are no things of their own but its ends. The boxes are single-precision numbers seen from the middle of the tree:
//! half the memory, and what their rounding may do is added to what is asked for. Whatever it finds is exact all the same:
//! those who ask for boxes are answered by the boxes in full precision, those who ask along a way (`sweep.rs`) by the shapes.

use super::Aabb;
use super::outline::Outline;
use super::tiles::Tiles;
use crate::shape::Shape;
use core::ops::ControlFlow;
use glam::{BVec4A, DVec3, Vec4};

/// Children of a node, and things in a leaf.
pub(super) const WIDE: usize = 4;
/// Room for the children that wait: three more with each level, and 4^16 leaves have 16 levels.
pub(super) const WAITING: usize = 48;
/// A link to a leaf, not to a node.
pub(super) const LEAF: u32 = 1 << 31;
/// No child, no thing.
pub(super) const NONE: u32 = u32::MAX;
/// What single precision may do to a sum or product of coordinates of size one, several times over: 64 roundings.
pub(super) const SINGLE: f64 = 64.0 / (1_u64 << 24) as f64;

/// Four children and their boxes, side by side.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    /// For each axis the least coordinates of the four, and the most.
    pub(super) planes: [[Vec4; 2]; 3],
    pub(super) children: [u32; WIDE],
}

impl Node {
    const EMPTY: Self = Self { planes: [[Vec4::INFINITY, Vec4::NEG_INFINITY]; 3], children: [NONE; WIDE] };
}

/// Four things as thick lines, seen from above; where there are fewer, the rest is not a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) ax: Vec4,
    pub(super) ay: Vec4,
    pub(super) bx: Vec4,
    pub(super) by: Vec4,
    /// Negative for things that are not upright.
    pub(super) radius: Vec4,
}

/// Four things: their lines, and which they are.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Leaf {
    pub(super) lines: Lines,
    /// The things, then what stands at their first ends, then at their second.
    pub(super) index: [u32; 3 * WIDE],
}

impl Leaf {
    const EMPTY: Self = Self {
        lines: Lines { ax: Vec4::NAN, ay: Vec4::NAN, bx: Vec4::NAN, by: Vec4::NAN, radius: Vec4::NAN },
        index: [NONE; 3 * WIDE],
    };
}

/// A tree over boxes or shapes, which are known by their index.
#[derive(Clone, Debug, Default)]
pub struct KdTree {
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
    /// The exact boxes of all things, by index.
    pub(super) boxes: Vec<Aabb>,
    /// Things without bounds in the plane: asked always.
    pub(super) everywhere: Vec<u32>,
    pub(super) root: Option<u32>,
    /// From where single-precision numbers count, and the largest of them.
    pub(super) origin: DVec3,
    pub(super) size: f64,
    /// Is everything unbounded upwards and downwards, so that heights need not be asked?
    pub(super) flat: bool,
    /// The same things once more, for a ball's way.
    pub(super) tiles: Option<Tiles>,
    bounds: Option<Aabb>,
}

/// A thing while the tree is built.
struct Thing {
    middle: DVec3,
    bounds: Aabb,
    outline: Outline,
    /// What would stand at its ends.
    lines: [Option<EndKey>; 2],
    /// Itself, and what stands at its ends.
    index: [u32; 3],
}

/// The middle of a thing, and which it is.
type Placed = (DVec3, u32);

impl KdTree {
    /// Over these boxes.
    pub fn new(boxes: impl IntoIterator<Item = Aabb>) -> Self {
        Self::over(boxes.into_iter().map(|bounds| (bounds, None)))
    }

    /// Over these shapes; `None` is nowhere, but counts.
    pub fn of_shapes<'a>(shapes: impl IntoIterator<Item = Option<&'a Shape>>) -> Self {
        Self::over(shapes.into_iter().map(|shape| (shape.map_or(Aabb::NOTHING, Shape::bounds), shape)))
    }

    /// The same tree, with tiles for the ways of balls up to this radius, where the things lie far enough apart for them.
    #[must_use]
    pub fn tiled_for(mut self, radius: f64) -> Self {
        self.tiles = Tiles::over(&self, radius);
        self
    }

    fn over<'a>(boxes_and_shapes: impl Iterator<Item = (Aabb, Option<&'a Shape>)>) -> Self {
        let mut tree = Self { flat: true, ..Self::default() };
        let mut all = Aabb::NOTHING;
        let (mut things, mut ends): (Vec<Thing>, Vec<End>) = (Vec::new(), Vec::new());
        for (index, (bounds, shape)) in (0..).zip(boxes_and_shapes) {
            tree.boxes.push(bounds);
            if bounds.min.x > bounds.max.x {
                continue; // Nowhere.
            }
            if !bounds.is_bounded_in_plane() {
                tree.everywhere.push(index);
                continue;
            }
            all = all.with(&bounds);
            tree.flat &= bounds.min.z == f64::NEG_INFINITY && bounds.max.z == f64::INFINITY;
            let outline = shape.map_or_else(|| Outline::of_box(&bounds), Outline::of_shape);
            if shape.is_some_and(|shape| matches!(shape, Shape::Corner(_) | Shape::Point(_))) {
                ends.push((end_key(&bounds), things.len() as u32));
            }
            let middle = DVec3::from_array(core::array::from_fn(|axis| bounds.middle(axis)));
            let lines = shape.map_or([None; 2], ends_of);
            things.push(Thing { middle, bounds, outline, lines, index: [index, NONE, NONE] });
        }
        if things.is_empty() {
            return tree;
        }
        let finite = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
        tree.origin = 0.5 * DVec3::from_array(core::array::from_fn(|axis| all.middle(axis)));
        let corners = [all.min - tree.origin, all.max - tree.origin];
        tree.size = corners.iter().flat_map(|c| c.to_array()).fold(0.0, |size, x| size.max(finite(x)));
        tree.bounds = Some(all);
        give_lines_their_ends(&mut things, ends);
        // Moving numbers around is cheaper than moving things around.
        let own = (0..).zip(&things).filter(|(_, thing)| thing.index[0] != NONE);
        let mut order: Vec<Placed> = own.map(|(k, thing)| (thing.middle, k)).collect();
        tree.leaves.reserve_exact(order.len().div_ceil(WIDE));
        tree.root = Some(tree.build(&things, &mut order).1);
        tree
    }

    /// Builds the subtree over the things in `order`: its box, and the link to it.
    fn build(&mut self, things: &[Thing], order: &mut [Placed]) -> (Aabb, u32) {
        if order.len() <= WIDE {
            return self.build_leaf(things, order);
        }
        let here = self.nodes.len();
        self.nodes.push(Node::EMPTY);
        let mut all = Aabb::NOTHING;
        let mut count = 0;
        let (low, high) = halves(order);
        for half in [low, high] {
            let quarters = if half.len() > WIDE { halves(half) } else { (half, &mut [][..]) };
            for part in [quarters.0, quarters.1] {
                if part.is_empty() {
                    continue;
                }
                let (bounds, link) = self.build(things, part);
                all = all.with(&bounds);
                let seen = [bounds.min - self.origin, bounds.max - self.origin];
                let node = &mut self.nodes[here];
                for (axis, planes) in node.planes.iter_mut().enumerate() {
                    planes[0][count] = seen[0][axis] as f32;
                    planes[1][count] = seen[1][axis] as f32;
                }
                node.children[count] = link;
                count += 1;
            }
        }
        (all, here as u32)
    }

    fn build_leaf(&mut self, things: &[Thing], order: &mut [Placed]) -> (Aabb, u32) {
        let mut all = Aabb::NOTHING;
        let mut leaf = Leaf::EMPTY;
        // Things that were put up together are near each other in memory, too.
        order.sort_unstable_by_key(|&(_, k)| k);
        for (lane, &(_, k)) in order.iter().enumerate() {
            let Thing { bounds, outline, index, .. } = &things[k as usize];
            all = all.with(bounds);
            let (a, b) = (outline.a - self.origin.truncate(), outline.b - self.origin.truncate());
            let (lines, radius) = (&mut leaf.lines, outline.radius as f32);
            (lines.ax[lane], lines.ay[lane]) = (a.x as f32, a.y as f32);
            (lines.bx[lane], lines.by[lane]) = (b.x as f32, b.y as f32);
            lines.radius[lane] = if outline.upright { radius } else { -radius.max(f32::MIN_POSITIVE) };
            for (part, &index) in index.iter().enumerate() {
                leaf.index[part * WIDE + lane] = index;
            }
        }
        self.leaves.push(leaf);
        (all, LEAF | (self.leaves.len() - 1) as u32)
    }

    /// Calls `visit` with the index of every box that shares a point with `area`.
    pub fn query(&self, area: &Aabb, mut visit: impl FnMut(usize)) {
        let mut area = *area;
        self.query_along(&mut area, DVec3::ZERO, |_, index| {
            visit(index);
            ControlFlow::<()>::Continue(())
        });
    }

    /// The same for something that moves in `direction`: near things first. `visit` may shrink the area; what is outside
    /// by then is not visited. It may also break off.
    #[inline]
    pub fn query_along<B>(
        &self,
        area: &mut Aabb,
        direction: DVec3,
        mut visit: impl FnMut(&mut Aabb, usize) -> ControlFlow<B>,
    ) -> Option<B> {
        for &index in &self.everywhere {
            if let ControlFlow::Break(answer) = visit(area, index as usize) {
                return Some(answer);
            }
        }
        let mut waiting = Waiting::new(self.root?);
        let mut seen = self.seen(area);
        while let Some((here, _)) = waiting.next() {
            if here & LEAF == 0 {
                let node = &self.nodes[here as usize];
                let key = nearness(node, direction);
                waiting.add(node, overlap(node, &seen), key);
                continue;
            }
            for &index in &self.leaves[(here ^ LEAF) as usize].index {
                if index != NONE && self.boxes[index as usize].overlaps(area) {
                    let before = *area;
                    if let ControlFlow::Break(answer) = visit(area, index as usize) {
                        return Some(answer);
                    }
                    if *area != before {
                        seen = self.seen(area);
                    }
                }
            }
        }
        None
    }

    /// An area in single precision, seen from the tree's origin, grown by more than the roundings.
    fn seen(&self, area: &Aabb) -> [[f32; 2]; 3] {
        let (min, max) = (area.min - self.origin, area.max - self.origin);
        core::array::from_fn(|axis| {
            let spare = |x: f64| SINGLE * (x.abs() + self.size);
            [(min[axis] - spare(min[axis])) as f32, (max[axis] + spare(max[axis])) as f32]
        })
    }

    /// The boxes of the leaves that share a point with `area`: for viewers, since a query visits just these.
    pub fn leaves(&self, area: &Aabb) -> impl Iterator<Item = Aabb> + '_ {
        let area = *area;
        let all = |leaf: &Leaf| {
            let own = leaf.index.iter().filter(|&&index| index != NONE);
            own.fold(Aabb::NOTHING, |all, &index| all.with(&self.boxes[index as usize]))
        };
        self.leaves.iter().map(all).filter(move |bounds| bounds.overlaps(&area))
    }

    /// The box of everything that has bounds in the plane.
    pub(crate) fn bounds(&self) -> Aabb {
        self.bounds.unwrap_or(Aabb::NOTHING)
    }
}

/// Which place a corner or point stands on: its coordinates, and its heights.
type EndKey = [u64; 4];
/// Such a place, and the thing there.
type End = (EndKey, u32);

fn end_key(bounds: &Aabb) -> EndKey {
    // Zero and minus zero are one place.
    [bounds.min.x, bounds.min.y, bounds.min.z, bounds.max.z].map(|x| (x + 0.0).to_bits())
}

/// What would stand at the ends of a line.
fn ends_of(shape: &Shape) -> [Option<EndKey>; 2] {
    let key = |min: DVec3, high: f64| Some(end_key(&Aabb { min, max: DVec3::splat(high) }));
    match shape {
        Shape::Wall(s) => [s.a(), s.b()].map(|end| key(end.extend(s.height().0), s.height().1)),
        Shape::Edge(s) => [s.a(), s.b()].map(|end| key(end, end.z)),
        _ => [None; 2],
    }
}

/// Lets every corner and point that stands at the end of a line be part of it: the line's outline tells about its ends, too.
fn give_lines_their_ends(things: &mut [Thing], mut ends: Vec<End>) {
    ends.sort_unstable();
    for k in 0..things.len() {
        for (part, end) in things[k].lines.into_iter().enumerate() {
            let Some(found) = end.and_then(|key| ends.binary_search_by_key(&key, |end| end.0).ok()) else { continue };
            let there = ends[found].1 as usize;
            // The first line that ends there has it.
            things[k].index[1 + part] = core::mem::replace(&mut things[there].index[0], NONE);
        }
    }
}

/// Splits where the middles are spread widest, at a whole number of leaves; ties by index keep the tree the same on every
/// machine.
fn halves(order: &mut [Placed]) -> (&mut [Placed], &mut [Placed]) {
    let none = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (low, high) = order.iter().fold(none, |(low, high), (m, _)| (low.min(*m), high.max(*m)));
    let spreads = high - low;
    let axis = (0..3).fold(0, |best, axis| if spreads[axis] > spreads[best] { axis } else { best });
    let half = order.len().div_ceil(WIDE) / 2 * WIDE;
    order.select_nth_unstable_by(half, |a, b| a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1)));
    order.split_at_mut(half)
}

/// Which children share a point with an area.
#[inline]
fn overlap(node: &Node, seen: &[[f32; 2]; 3]) -> BVec4A {
    let along = |axis: usize| {
        let [least, most] = node.planes[axis];
        least.cmple(Vec4::splat(seen[axis][1])) & most.cmpge(Vec4::splat(seen[axis][0]))
    };
    along(0) & along(1) & along(2)
}

/// How far along a direction in the plane the children begin.
#[inline]
fn nearness(node: &Node, direction: DVec3) -> Vec4 {
    let along = |axis: usize| {
        let d = direction[axis] as f32;
        node.planes[axis][usize::from(d < 0.0)] * d
    };
    along(0) + along(1)
}

/// Nodes and leaves that are still to be visited, the nearest last.
pub(super) struct Waiting {
    links: [(u32, f32); WAITING],
    count: usize,
}

impl Waiting {
    #[inline]
    pub(super) fn new(root: u32) -> Self {
        let mut links = [(0, 0.0); WAITING];
        links[0] = (root, f32::NEG_INFINITY);
        Self { links, count: 1 }
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<(u32, f32)> {
        self.count = self.count.checked_sub(1)?;
        Some(self.links[self.count % WAITING])
    }

    /// Adds the children of `node` that are in `mask`, sorted by `key`.
    #[inline]
    pub(super) fn add(&mut self, node: &Node, mask: BVec4A, key: Vec4) {
        self.add_lanes(node, mask.bitmask(), &key.to_array());
    }

    /// The same for a mask of several, but for the first of them, which is the answer.
    #[inline]
    pub(super) fn add_but_first(&mut self, node: &Node, mask: u32, key: Vec4) -> u32 {
        let key = key.to_array();
        let mut first = mask.trailing_zeros() as usize % WIDE;
        let mut rest = mask & (mask - 1);
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize % WIDE;
            rest &= rest - 1;
            first = if key[lane] < key[first] { lane } else { first };
        }
        self.add_lanes(node, mask & !(1 << first), &key);
        node.children[first]
    }

    #[inline]
    fn add_lanes(&mut self, node: &Node, mut mask: u32, key: &[f32; WIDE]) {
        let base = self.count;
        while mask != 0 {
            let lane = mask.trailing_zeros() as usize % WIDE;
            mask &= mask - 1;
            let mut k = self.count;
            while k > base && self.links[(k - 1) % WAITING].1 < key[lane] {
                self.links[k % WAITING] = self.links[(k - 1) % WAITING];
                k -= 1;
            }
            self.links[k % WAITING] = (node.children[lane], key[lane]);
            self.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Brute;
    use super::*;
    use proptest::prelude::*;

    fn any_box(size: f64) -> impl Strategy<Value = Aabb> {
        (proptest::array::uniform3(-1.0..1.0_f64), proptest::array::uniform3(0.0..1.0_f64)).prop_map(move |(p, s)| {
            let min = DVec3::from(p);
            Aabb { min, max: min + DVec3::from(s) * size }
        })
    }

    proptest! {
        #[test]
        fn the_tree_answers_as_the_oracle(
            boxes in proptest::collection::vec(any_box(0.3), 0..200),
            area in any_box(0.7),
            direction in proptest::array::uniform3(-1.0..1.0_f64),
            unbounded in proptest::collection::vec(0..3_usize, 0..3),
        ) {
            let mut boxes = boxes;
            for kind in unbounded {
                let mut b = area;
                if kind < 2 { b = Aabb::EVERYTHING } else { (b.min.z, b.max.z) = (f64::NEG_INFINITY, f64::INFINITY) }
                boxes.push(b);
            }
            let (mut slow, mut fast, mut along) = (vec![], vec![], vec![]);
            Brute::new(boxes.clone()).query(&area, |k| slow.push(k));
            let tree = KdTree::new(boxes);
            tree.query(&area, |k| fast.push(k));
            tree.query_along(&mut area.clone(), direction.into(), |_, k| {
                along.push(k);
                ControlFlow::<()>::Continue(())
            });
            fast.sort_unstable();
            along.sort_unstable();
            prop_assert_eq!(&fast, &slow);
            prop_assert_eq!(&along, &slow);
        }

        #[test]
        fn what_a_query_finds_lies_in_leaves_that_it_touches(
            boxes in proptest::collection::vec(any_box(0.3), 0..200),
            area in any_box(0.7),
        ) {
            let tree = KdTree::new(boxes.clone());
            let leaves: Vec<Aabb> = tree.leaves(&area).collect();
            let mut homeless = 0;
            tree.query(&area, |k| homeless += usize::from(!leaves.iter().any(|leaf| leaf.with(&boxes[k]) == *leaf)));
            prop_assert_eq!(homeless, 0);
            prop_assert!(leaves.iter().all(|leaf| leaf.overlaps(&area)));
        }
    }

    #[test]
    fn near_things_come_first() {
        let boxes = (0..64).map(|k| {
            let min = DVec3::new(f64::from(k), 0.0, 0.0);
            Aabb { min, max: min + 0.5 }
        });
        let tree = KdTree::new(boxes);
        let mut seen = vec![];
        tree.query_along(&mut Aabb { min: DVec3::ZERO, max: DVec3::splat(64.0) }, DVec3::X, |area, k| {
            seen.push(k);
            area.max.x = 10.0; // as if something had been met there
            ControlFlow::<()>::Continue(())
        });
        assert!(seen.iter().all(|&k| k <= 10) && seen.len() == 11, "only what is near was looked at: {seen:?}");
    }
}
