//! The tree of things that stay: built once, by halving at the median of the longest side.
//!
//! A KD-tree whose nodes keep the tight box of what is below them, so that a thing is in one leaf only and a query turns
//! back early. Queries visit the half that a path enters first, first, and take a box that shrinks while they run: what
//! lies behind the best answer so far is never looked at.

use super::Aabb;
use core::ops::ControlFlow;
use glam::DVec3;

/// Things in one leaf, at most. Fewer make a deeper tree, more make more useless tests; four was best in `bench/`.
const LEAF: usize = 4;
/// More levels than any tree over 2^32 things has.
const DEPTH: usize = 64;

/// A node: two children, or a run of items.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    /// Leaf: first item. Branch: the second child (the first follows the node itself).
    first: u32,
    /// Leaf: how many items. Branch: 0.
    count: u32,
    /// Branch: the axis of the split.
    axis: u32,
}

/// A tree over boxes, which are known by their index.
#[derive(Clone, Debug, Default)]
pub struct KdTree {
    nodes: Vec<Node>,
    items: Vec<(Aabb, u32)>,
    /// Boxes without bounds in the plane: asked always.
    everywhere: Vec<u32>,
}

impl KdTree {
    /// Over these boxes.
    pub fn new(boxes: impl IntoIterator<Item = Aabb>) -> Self {
        let mut tree = Self::default();
        let mut items: Vec<(Aabb, u32)> = Vec::new();
        for (index, bounds) in (0..).zip(boxes) {
            if bounds.min.x > bounds.max.x {
                continue; // Nowhere.
            }
            if bounds.is_bounded_in_plane() {
                items.push((bounds, index));
            } else {
                tree.everywhere.push(index);
            }
        }
        if !items.is_empty() {
            tree.build(&mut items, 0);
        }
        tree.items = items;
        tree
    }

    /// Builds the subtree over `items`, which begin at `first` of all.
    fn build(&mut self, items: &mut [(Aabb, u32)], first: usize) {
        let bounds = items.iter().fold(Aabb::NOTHING, |all, (b, _)| all.with(b));
        let here = self.nodes.len();
        self.nodes.push(Node { bounds, first: first as u32, count: items.len() as u32, axis: 0 });
        if items.len() <= LEAF {
            return;
        }
        // Split where the middles are spread widest; ties by index keep the tree the same on every machine.
        let spread = |axis: usize| {
            let middles = items.iter().map(|(b, _)| b.middle(axis));
            let (low, high) = middles.fold((f64::MAX, f64::MIN), |(low, high), m| (low.min(m), high.max(m)));
            high - low
        };
        let spreads = [spread(0), spread(1), spread(2)];
        let axis = (0..3).fold(0, |best, axis| if spreads[axis] > spreads[best] { axis } else { best });
        let half = items.len() / 2;
        let order =
            |a: &(Aabb, u32), b: &(Aabb, u32)| a.0.middle(axis).total_cmp(&b.0.middle(axis)).then(a.1.cmp(&b.1));
        items.select_nth_unstable_by(half, order);
        let (low, high) = items.split_at_mut(half);
        self.build(low, first);
        let second = self.nodes.len() as u32;
        self.nodes[here] = Node { bounds, first: second, count: 0, axis: axis as u32 };
        self.build(high, first + half);
    }

    /// Calls `visit` with the index of every box that shares a point with `area`.
    pub fn query(&self, area: &Aabb, mut visit: impl FnMut(usize)) {
        let mut area = *area;
        self.query_along(&mut area, DVec3::ZERO, |_, index| {
            visit(index);
            ControlFlow::<()>::Continue(())
        });
    }

    /// The same for something that moves in `direction`: near halves first. `visit` may shrink the area; what is outside
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
        if self.nodes.is_empty() {
            return None;
        }
        let mut stack = [0_u32; DEPTH];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let here = stack[height] as usize;
            let node = &self.nodes[here];
            if !node.bounds.overlaps(area) {
                continue;
            }
            if node.count == 0 {
                let children = [here as u32 + 1, node.first];
                // The one pushed last is visited first.
                let forward = usize::from(direction[node.axis as usize] < 0.0);
                stack[height] = children[1 - forward];
                stack[height + 1] = children[forward];
                height += 2;
                continue;
            }
            let first = node.first as usize;
            for (bounds, index) in &self.items[first..first + node.count as usize] {
                if bounds.overlaps(area)
                    && let ControlFlow::Break(answer) = visit(area, *index as usize)
                {
                    return Some(answer);
                }
            }
        }
        None
    }

    /// The boxes of the leaves that share a point with `area`: for viewers, since a query visits just these.
    pub fn leaves(&self, area: &Aabb) -> impl Iterator<Item = Aabb> + '_ {
        let area = *area;
        let leaves = self.nodes.iter().filter(|node| node.count > 0);
        leaves.map(|node| node.bounds).filter(move |bounds| bounds.overlaps(&area))
    }

    /// The box of everything that has bounds in the plane.
    pub(crate) fn bounds(&self) -> Aabb {
        self.nodes.first().map_or(Aabb::NOTHING, |root| root.bounds)
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
    fn near_halves_come_first() {
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
