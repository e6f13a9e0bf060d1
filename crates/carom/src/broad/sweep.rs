//! The tree asked along a ball's way: what could it meet, near before far, nothing behind the best answer so far.
//!
//! A piece of a parabola lies beside its chord, never farther than `|a| T²/8`: half of that on either side of the chord that
//! is moved by the other half. So a node matters when the chord crosses its box, grown by the ball's radius and that much,
//! and it matters only from when the chord enters it. A thing in a leaf is asked as the thick line that it is from above
//! (`outline.rs`), for what separates two lines that are apart: one of them, or the way along the chord. All of it in single
//! precision, four at a time; what its roundings may do is added to the radius. Only certain misses are left out.

use super::KdTree;
use super::chord::{Chord, Piece, Slabs};
use super::kd_tree::{LEAF, NONE, WIDE, Waiting};
use super::tiles::{Gathered, Tiles};
use crate::gap::Window;
use crate::path::Path;
use glam::DVec3;

/// The way of a ball, from one moment to another.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// Where its centre goes.
    pub path: &'a Path,
    /// m.
    pub radius: f64,
    /// m: how far from touching a thing may be and matter all the same.
    pub slack: f64,
    /// From when to when.
    pub window: Window,
}

/// How far a parabola may lie beside its chord, in radii, before it is asked in two pieces.
const SAG: f64 = 0.5;
/// Pieces of one way, at most.
const PIECES: f64 = 16.0;
/// m: a size from which single precision is of no use.
pub(super) const HUGE: f64 = 1e12;

impl KdTree {
    /// Calls `visit` with the index of everything that the ball could meet on its way, about near before far. It answers with
    /// the moment after which nothing matters any more. A thing may be visited more than once.
    #[inline]
    pub fn sweep(&self, way: &Way<'_>, mut visit: impl FnMut(usize) -> f64) {
        let mut until = way.window.to;
        for &index in &self.everywhere {
            until = visit(index as usize);
        }
        self.sweep_bounded::<false>(way, until, &mut visit);
    }

    /// Does nothing that has bounds, but for what is left out, come nearer to the ball than the way's slack, be it ahead or left
    /// behind? `false` may be said of a way that is clear.
    #[inline(never)]
    pub(crate) fn is_clear(&self, way: &Way<'_>, left_out: impl Fn(usize) -> bool) -> bool {
        let mut clear = true;
        self.sweep_bounded::<true>(way, way.window.to, &mut |index| {
            clear &= left_out(index);
            if clear { f64::INFINITY } else { f64::NEG_INFINITY }
        });
        clear
    }

    /// What has no bounds in the plane, and is asked always.
    #[inline]
    pub(crate) fn everywhere(&self) -> &[u32] {
        &self.everywhere
    }

    /// The sweep through all that has bounds. `BEHIND`: what the ball leaves behind counts, too.
    #[inline]
    fn sweep_bounded<const BEHIND: bool>(&self, way: &Way<'_>, mut until: f64, visit: &mut impl FnMut(usize) -> f64) {
        let Some(root) = self.root else { return };
        let mut heights = [f64::NEG_INFINITY, f64::INFINITY];
        if !self.flat {
            heights = way.heights();
        }
        let Window { from, to } = way.window;
        let pieces = way.pieces();
        let step = (to - from) / pieces;
        let mut piece = 0.0;
        while piece < pieces {
            let start = from + step * piece;
            piece += 1.0;
            let end = if piece == pieces { to } else { from + step * piece };
            if start > until {
                return;
            }
            let window = Window { from: start, to: end };
            until = match self.flat {
                true => self.along::<true, BEHIND>(root, way, window, (until, heights), visit),
                false => self.along::<false, BEHIND>(root, way, window, (until, heights), visit),
            };
        }
    }

    /// A piece of the way: from tile to tile where there are tiles for it, otherwise down the tree.
    #[inline]
    fn along<const FLAT: bool, const BEHIND: bool>(
        &self,
        root: u32,
        way: &Way<'_>,
        window: Window,
        (until, heights): (f64, [f64; 2]),
        visit: &mut impl FnMut(usize) -> f64,
    ) -> f64 {
        let piece = Piece::new(self, way, window);
        if piece.size.is_nan() || piece.size >= HUGE {
            return self.all(until, heights, visit);
        }
        let chord = Chord::new(&piece, until);
        let asked = (until, heights);
        match &self.tiles {
            Some(tiles) if !BEHIND && piece.reach <= tiles.reach() => {
                self.along_tiles::<FLAT>(tiles, &piece, chord, asked, visit)
            }
            _ => self.down_the_tree::<FLAT, BEHIND>(root, &piece, chord, asked, visit),
        }
    }

    #[inline]
    fn down_the_tree<const FLAT: bool, const BEHIND: bool>(
        &self,
        root: u32,
        piece: &Piece,
        mut chord: Chord,
        (mut until, heights): (f64, [f64; 2]),
        visit: &mut impl FnMut(usize) -> f64,
    ) -> f64 {
        let slabs = Slabs::new::<FLAT>(piece);
        let mut waiting = Waiting::new(root);
        while let Some((mut here, enters)) = waiting.next() {
            if enters > chord.until {
                continue;
            }
            while here & LEAF == 0 {
                let node = &self.nodes[here as usize];
                let (mask, enters) = slabs.crosses::<FLAT>(node, chord.until);
                let bits = mask.bitmask();
                if bits & bits.wrapping_sub(1) == 0 {
                    // None or just one: nothing to sort, nothing to wait.
                    let lane = bits.trailing_zeros() as usize % WIDE;
                    here = if bits == 0 { NONE } else { node.children[lane] };
                } else {
                    here = waiting.add_but_first(node, bits, enters);
                }
            }
            if here == NONE {
                continue;
            }
            let leaf = &self.leaves[(here ^ LEAF) as usize];
            let passing = chord.passes::<BEHIND>(&leaf.lines);
            self.ask::<FLAT>(passing, |place| leaf.index[place], &mut chord, (&mut until, heights), visit);
        }
        until
    }

    /// Things are gathered from tile to tile, and asked four at a time.
    #[inline]
    fn along_tiles<const FLAT: bool>(
        &self,
        tiles: &Tiles,
        piece: &Piece,
        mut chord: Chord,
        (mut until, heights): (f64, [f64; 2]),
        visit: &mut impl FnMut(usize) -> f64,
    ) -> f64 {
        let until_part = f64::from(chord.until);
        let Some(mut walk) = tiles.walk(piece.start.truncate(), piece.step.truncate(), until_part) else {
            return until;
        };
        let mut gathered = Gathered::NOTHING;
        loop {
            let ends = walk.gather(&mut gathered);
            for four in 0..gathered.fours() {
                let passing = chord.passes::<false>(&gathered.lines(tiles, four));
                let index = |place| gathered.index(tiles, four, place);
                self.ask::<FLAT>(passing, index, &mut chord, (&mut until, heights), visit);
            }
            if ends || !walk.shorten(chord.until) {
                return until;
            }
        }
    }

    /// Visits those of four things that pass, the first first.
    #[inline(always)]
    fn ask<const FLAT: bool>(
        &self,
        (mut mask, first): (u32, [f32; 3 * WIDE]),
        index: impl Fn(usize) -> u32,
        chord: &mut Chord,
        (until, heights): (&mut f64, [f64; 2]),
        visit: &mut impl FnMut(usize) -> f64,
    ) {
        while mask != 0 {
            let place = earliest(mask, &first);
            mask &= !(1 << place);
            if first[place] > chord.until {
                break; // And so are the others.
            }
            let index = index(place) as usize;
            if index == NONE as usize {
                continue; // Nothing stands at that end.
            }
            if !FLAT {
                let Some(bounds) = self.boxes.get(index) else { continue };
                if bounds.max.z < heights[0] || bounds.min.z > heights[1] {
                    continue;
                }
            }
            let now = visit(index);
            if now < *until {
                *until = now;
                chord.shorten(now);
            }
        }
    }

    /// Where single precision is of no use: everything at these heights.
    #[cold]
    fn all(&self, mut until: f64, heights: [f64; 2], visit: &mut impl FnMut(usize) -> f64) -> f64 {
        for (index, bounds) in self.boxes.iter().enumerate() {
            let bounded = bounds.min.x <= bounds.max.x && bounds.is_bounded_in_plane();
            if bounded && bounds.max.z >= heights[0] && bounds.min.z <= heights[1] {
                until = until.min(visit(index));
            }
        }
        until
    }
}

/// The place of the bit in `mask` whose moment comes first.
#[inline]
fn earliest(mask: u32, first: &[f32; 3 * WIDE]) -> usize {
    let mut best = mask.trailing_zeros() as usize % (3 * WIDE);
    let mut rest = mask & mask.wrapping_sub(1);
    while rest != 0 {
        let place = rest.trailing_zeros() as usize % (3 * WIDE);
        rest &= rest - 1;
        if first[place] < first[best] {
            best = place;
        }
    }
    best
}

impl Way<'_> {
    /// From where to where the ball reaches.
    fn heights(&self) -> [f64; 2] {
        let (path, radius) = (self.path, self.radius);
        if path.v.z == 0.0 && path.a.z == 0.0 {
            // A ball that moves on one level cannot meet what only reaches up to its lowest point, or down to its highest.
            return [(path.p.z - radius).next_up(), (path.p.z + radius).next_down()];
        }
        let area = path.bounds(self.window.from, self.window.to).grown(radius + self.slack);
        [area.min.z, area.max.z]
    }

    /// In how many pieces it is asked.
    #[inline]
    fn pieces(&self) -> f64 {
        if self.path.a == DVec3::ZERO {
            return 1.0;
        }
        let span = self.window.to - self.window.from;
        let sag = self.path.a.length_squared() * (span * span) * (span * span) / 64.0;
        let most = SAG * SAG * self.radius * self.radius;
        if sag <= most { 1.0 } else { (sag / most).sqrt().sqrt().ceil().min(PIECES) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Aabb;
    use super::*;
    use crate::shape::{Arc, ArcSide, Capsule, Corner, Disc, Edge, Point, Post, Shape, Sphere, Triangle, Wall};
    use glam::DVec2;
    use glam::DVec3;
    use proptest::prelude::*;

    fn place(size: f64) -> impl Strategy<Value = DVec3> {
        proptest::array::uniform3(-1.0..1.0_f64).prop_map(move |p| DVec3::from(p) * size)
    }

    /// Any shape of about this size, some of them upright and unbounded.
    fn any_shape(size: f64) -> impl Strategy<Value = Shape> {
        (0..14_u32, place(1.0), place(size), place(size), any::<bool>()).prop_filter_map(
            "no shape",
            move |(kind, at, b, c, short)| {
                let (flat, end, radius) = (at.truncate(), (at + b).truncate(), c.x.abs());
                let heights = if short { (at.z, at.z + c.z.abs() + 0.01) } else { (f64::NEG_INFINITY, f64::INFINITY) };
                let (low, high) = heights;
                Some(match kind {
                    0 | 1 => Wall::new(flat, end).ok()?.with_height(low, high).ok()?.into(),
                    2 | 3 => Corner::new(flat).ok()?.with_height(low, high).ok()?.into(),
                    4 => Post::new(flat, radius).ok()?.with_height(low, high).ok()?.into(),
                    5 => Edge::new(at, at + b).ok()?.into(),
                    6 => Point::new(at).ok()?.into(),
                    7 => Triangle::new(at, at + b, at + c).ok()?.into(),
                    8 => Sphere::new(at, radius).ok()?.into(),
                    9 => Capsule::new(at, at + b, radius).ok()?.into(),
                    10 => Disc::new(at, radius).ok()?.into(),
                    // Upright: a line from above, and a point.
                    11 => Triangle::new(at, end.extend(at.z), at.with_z(at.z + c.z)).ok()?.into(),
                    12 => Edge::new(at, at.with_z(at.z + c.z)).ok()?.into(),
                    _ => {
                        let side = if short { ArcSide::Inside } else { ArcSide::Outside };
                        Arc::new(flat, radius + 0.02, b.x * 6.0, 0.1 + c.y.abs() * 6.0, side)
                            .ok()?
                            .with_height(low, high)
                            .ok()?
                            .into()
                    }
                })
            },
        )
    }

    fn moved(shape: &Shape, by: DVec3) -> Option<Shape> {
        Some(match shape {
            Shape::Wall(s) => Wall::new(s.a() + by.truncate(), s.b() + by.truncate()).ok()?.into(),
            Shape::Corner(s) => Corner::new(s.at() + by.truncate()).ok()?.into(),
            Shape::Post(s) => Post::new(s.centre() + by.truncate(), s.radius()).ok()?.into(),
            Shape::Edge(s) => Edge::new(s.a() + by, s.b() + by).ok()?.into(),
            Shape::Point(s) => Point::new(s.at() + by).ok()?.into(),
            Shape::Sphere(s) => Sphere::new(s.centre() + by, s.radius()).ok()?.into(),
            _ => return None,
        })
    }

    fn any_path() -> impl Strategy<Value = Path> {
        (place(1.2), place(3.0), place(20.0), 0..5_u32).prop_map(|(p, v, a, kind)| {
            let level = |w: DVec3| w.truncate().extend(0.0);
            let (v, a) = match kind {
                0 => (level(v), DVec3::ZERO),
                1 => (v, DVec3::ZERO),
                2 => (level(v), level(a) * 0.1),
                3 => (level(v) * 1e-3, level(a) * 0.3),
                _ => (v, a),
            };
            Path { p, v, a }
        })
    }

    /// The shapes, and corners and points at the ends of every other line.
    fn with_ends(shapes: &[Shape]) -> Vec<Shape> {
        let mut all = shapes.to_vec();
        for shape in shapes.iter().step_by(2) {
            match shape {
                Shape::Wall(s) => all.extend([s.a(), s.b()].into_iter().filter_map(|end| {
                    Corner::new(end).ok()?.with_height(s.height().0, s.height().1).map(Shape::from).ok()
                })),
                Shape::Edge(s) => {
                    all.extend([s.a(), s.b()].into_iter().filter_map(|end| Point::new(end).map(Shape::from).ok()))
                }
                _ => {}
            }
        }
        all
    }

    /// All meetings by asking every shape, and the first by asking the tree.
    fn compare(shapes: &[Shape], path: &Path, radius: f64, window: Window) -> Result<(), TestCaseError> {
        let shapes = &with_ends(shapes)[..];
        let tree = KdTree::of_shapes(shapes.iter().map(Some));
        compare_with(&tree, shapes, path, radius, window)?;
        // With tiles made for this ball, for a larger one, and for a smaller one, which has to ask the tree.
        for factor in [1.0, 3.0, 0.7] {
            let tiled = tree.clone().tiled_anyhow(radius * factor);
            compare_with(&tiled, shapes, path, radius, window)?;
        }
        Ok(())
    }

    fn compare_with(
        tree: &KdTree,
        shapes: &[Shape],
        path: &Path,
        radius: f64,
        window: Window,
    ) -> Result<(), TestCaseError> {
        let way = Way { path, radius, slack: 0.0, window };
        let mut seen = vec![false; shapes.len()];
        tree.sweep(&way, |k| {
            seen[k] = true;
            window.to
        });
        for (k, shape) in shapes.iter().enumerate() {
            let meeting = shape.meets(path, radius, window);
            prop_assert!(meeting.is_none() || seen[k], "{shape:?} is met at {meeting:?} and was not asked");
        }
        let mut best: Option<f64> = None;
        tree.sweep(&way, |k| {
            let to = best.unwrap_or(window.to);
            if let Some(meeting) = shapes[k].meets(path, radius, Window { to, ..window }) {
                best = Some(meeting.time.min(to));
            }
            best.unwrap_or(window.to)
        });
        let times = shapes.iter().filter_map(|shape| shape.meets(path, radius, window)).map(|meeting| meeting.time);
        match (times.min_by(f64::total_cmp), best) {
            // The last bit of a time may depend on the window that was searched.
            (Some(sure), Some(found)) => {
                prop_assert!((found - sure).abs() <= 1e-12 * (1.0 + sure), "{found} for {sure}")
            }
            (sure, found) => prop_assert_eq!(found, sure),
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn nothing_that_is_met_is_left_out(
            shapes in proptest::collection::vec(any_shape(0.3), 1..80),
            path in any_path(),
            radius in 0.005..0.1_f64,
            from in 0.0..0.3_f64,
            span in 0.0..1.0_f64,
        ) {
            compare(&shapes, &path, radius, Window { from, to: from + span })?;
        }

        /// Ways over many tiles, and beside all of them.
        #[test]
        fn nothing_is_left_out_on_long_ways_among_things_that_lie_apart(
            shapes in proptest::collection::vec((any_shape(0.1), place(12.0)), 100..160),
            path in any_path(),
            start in place(15.0),
            radius in 0.005..0.1_f64,
            span in 0.0..20.0_f64,
        ) {
            let shapes: Vec<Shape> = shapes.iter().filter_map(|(shape, by)| moved(shape, by.with_z(0.0))).collect();
            prop_assume!(shapes.len() > 20);
            let path = Path { p: path.p + start.with_z(0.0), ..path };
            compare(&shapes, &path, radius, Window { from: 0.0, to: span })?;
        }

        /// Single precision is poor there, and must say so.
        #[test]
        fn nothing_is_left_out_far_from_the_origin_or_among_far_things(
            shapes in proptest::collection::vec(any_shape(0.3), 1..40),
            path in any_path(),
            radius in 0.005..0.1_f64,
            span in 0.0..1.0_f64,
            far in 0..5_u32,
            one in any::<bool>(),
        ) {
            let by = DVec3::new(1.0, -0.7, 0.0) * [1e1, 1e2, 1e3, 1e4, 1e5][far as usize];
            let mut there: Vec<Shape> = shapes.iter().filter_map(|shape| moved(shape, by)).collect();
            prop_assume!(!there.is_empty());
            if one {
                there.push(Corner::new(-by.truncate()).map_err(|e| TestCaseError::reject(e.to_string()))?.into());
            }
            compare(&there, &Path { p: path.p + by, ..path }, radius, Window { from: 0.0, to: span })?;
        }

        #[test]
        fn boxes_that_a_ball_comes_near_are_visited(
            boxes in proptest::collection::vec((place(1.0), place(0.3)), 1..80),
            path in any_path(),
            radius in 0.005..0.1_f64,
            span in 0.0..1.0_f64,
        ) {
            let boxes: Vec<Aabb> = boxes.iter().map(|&(p, s)| Aabb { min: p, max: p + s.abs() }).collect();
            let mut seen = vec![false; boxes.len()];
            let window = Window { from: 0.0, to: span };
            KdTree::new(boxes.clone()).sweep(&Way { path: &path, radius, slack: 0.0, window }, |k| {
                seen[k] = true;
                window.to
            });
            for (k, b) in boxes.iter().enumerate() {
                let near = (0..=200).map(|j| path.at(span * f64::from(j) / 200.0)).any(|at| (at - at.clamp(b.min, b.max)).length() < radius);
                prop_assert!(seen[k] || !near, "{b:?}");
            }
        }
    }

    #[test]
    fn a_ball_in_a_crowd_asks_few() -> Result<(), crate::Error> {
        // A hundred by a hundred corners, a ball that slips between two rows and meets one that stands in its way.
        let mut shapes: Vec<Shape> = Vec::new();
        for k in 0..10_000 {
            shapes.push(Corner::new(DVec2::new(f64::from(k % 100), f64::from(k / 100)))?.into());
        }
        shapes.push(Corner::new(DVec2::new(30.5, 50.5))?.into());
        let path = Path { p: DVec3::new(10.5, 50.5, 0.0), v: DVec3::X, a: DVec3::ZERO };
        let window = Window { from: 0.0, to: 1000.0 };
        let tree = KdTree::of_shapes(shapes.iter().map(Some));
        let tiled = tree.clone().tiled_for(0.25);
        assert!(tiled.tiles.is_some(), "things that lie apart");
        for tree in [tree, tiled] {
            let mut asked = 0;
            tree.sweep(&Way { path: &path, radius: 0.25, slack: 0.0, window }, |k| {
                asked += 1;
                shapes[k].meets(&path, 0.25, window).map_or(window.to, |meeting| meeting.time)
            });
            assert_eq!(asked, 1);
        }
        Ok(())
    }
}
