//! The tree asked along a ball's way: what could it meet, near before far, nothing behind the best answer so far.
//!
//! A piece of a parabola lies beside its chord, never farther than `|a| T²/8`: half of that on either side of the chord that
//! is moved by the other half. So a node matters when the chord crosses its box, grown by the ball's radius and that much,
//! and it matters only from when the chord enters it. A thing in a leaf is asked as the thick line that it is from above
//! (`outline.rs`), for what separates two lines that are apart: one of them, or the way along the chord. All of it in single
//! precision, four at a time; what its roundings may do is added to the radius. Only certain misses are left out.

use super::KdTree;
use super::kd_tree::{LEAF, Leaf, NONE, Node, SINGLE, WIDE, Waiting};
use crate::gap::Window;
use crate::path::Path;
use glam::{BVec4A, DVec2, Vec4};

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
const HUGE: f64 = 1e12;
/// The larger side of a box, and this part of the smaller, are no less than its diagonal; and so much of that is no more.
const OCTAGON: f32 = 0.41422;
const SHORTEST: f32 = 0.923;
/// No step at all, for a chord that does not move along an axis: its inverse is still a number.
const STILL: f32 = 1e-30;

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

    #[inline]
    fn along<const FLAT: bool, const BEHIND: bool>(
        &self,
        root: u32,
        way: &Way<'_>,
        window: Window,
        (mut until, heights): (f64, [f64; 2]),
        visit: &mut impl FnMut(usize) -> f64,
    ) -> f64 {
        let mut chord = Chord::new::<FLAT>(self, way, window, until);
        if chord.size.is_nan() || chord.size >= HUGE {
            return self.all(until, heights, visit);
        }
        let mut waiting = Waiting::new(root);
        while let Some((mut here, enters)) = waiting.next() {
            if enters > chord.until {
                continue;
            }
            while here & LEAF == 0 {
                let node = &self.nodes[here as usize];
                let (mask, enters) = chord.crosses::<FLAT>(node);
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
            let (mut mask, first) = chord.passes::<BEHIND>(leaf);
            while mask != 0 {
                let place = earliest(mask, &first);
                mask &= !(1 << place);
                if first[place] > chord.until {
                    break; // And so are the others.
                }
                let index = leaf.index[place] as usize;
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
                if now < until {
                    until = now;
                    chord.shorten(until);
                }
            }
        }
        until
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
    fn pieces(&self) -> f64 {
        let span = self.window.to - self.window.from;
        let sag = self.path.a.length_squared() * (span * span) * (span * span) / 64.0;
        let most = SAG * SAG * self.radius * self.radius;
        if sag <= most { 1.0 } else { (sag / most).sqrt().sqrt().ceil().min(PIECES) }
    }
}

/// A piece of a way in single precision, seen from the tree's origin, four times side by side. Its length in time is one.
struct Chord {
    /// The last moment that matters.
    until: f32,
    /// Whether each axis runs backwards.
    backwards: [usize; 3],
    /// The step's inverse, and where nearer and farther planes are counted from.
    inverse: [Vec4; 3],
    near: [Vec4; 3],
    far: [Vec4; 3],
    start: [Vec4; 2],
    step: [Vec4; 2],
    /// Unit vector along the chord in the plane, and the chord's length.
    along: [Vec4; 2],
    length: f32,
    /// One over it; nothing for a chord that is next to nothing.
    per_length: f32,
    /// How far from the chord the ball reaches in the plane, roundings included.
    reach: Vec4,
    /// How far the ball itself reaches, without roundings.
    least_reach: Vec4,
    /// Does it not bend, seen from above?
    straight: bool,
    /// What roundings may do to a place.
    spare: Vec4,
    /// What they may do to the product of the step and a thing.
    step_spare: Vec4,
    /// How much the step may turn along the way, as a length and compared with the chord.
    bend: Vec4,
    bend_ratio: Vec4,
    behind: Vec4,
    window: Window,
    /// m: the largest number in all this.
    size: f64,
}

impl Chord {
    #[inline(always)]
    fn new<const FLAT: bool>(tree: &KdTree, way: &Way<'_>, window: Window, until: f64) -> Self {
        let span = window.to - window.from;
        let (start, end) = (way.path.at(window.from), way.path.at(window.to));
        let step = end - start;
        let sag = way.path.a * (span * span / 16.0);
        let start = start - tree.origin - sag;
        let radius = way.radius + way.slack;
        let size = tree.size + start.abs().max_element() + step.abs().max_element() + radius + sag.abs().max_element();
        let spare = SINGLE * size;
        let flat = step.truncate();
        let length = flat.length();
        // The direction of a chord that is next to nothing is rounding: any other is as good, and it counts as thickness.
        let short = length < 1e-6 * spare;
        let per_length = if short { 0.0 } else { 1.0 / length };
        let along = if short { DVec2::X } else { flat * per_length };
        let flat_sag = sag.truncate().length();
        let reach = radius + spare + flat_sag + if short { length } else { 0.0 };
        let bend = 8.0 * flat_sag;
        // The velocity differs from the chord's by `bend` at most. Where that is much, nothing is known to be left behind.
        let ratio = if bend < length && !short { bend * per_length } else { HUGE };
        let four = |x: f64| Vec4::splat(x as f32);
        let mut chord = Self {
            until: 1.0,
            backwards: [0; 3],
            inverse: [Vec4::ZERO; 3],
            near: [Vec4::ZERO; 3],
            far: [Vec4::ZERO; 3],
            start: [four(start.x), four(start.y)],
            step: [four(flat.x), four(flat.y)],
            along: [four(along.x), four(along.y)],
            length: length as f32,
            per_length: per_length as f32,
            reach: four(reach),
            least_reach: four(way.radius - spare),
            straight: flat_sag == 0.0 && !short,
            spare: four(spare),
            step_spare: four(spare * (flat.x.abs() + flat.y.abs())),
            bend: four(bend),
            bend_ratio: four(ratio),
            behind: four(bend * (1.5 + 0.5 * ratio) + spare),
            window,
            size,
        };
        for axis in 0..if FLAT { 2 } else { 3 } {
            let d = step[axis] as f32;
            let d = if d.abs() < STILL { STILL } else { d };
            let pad = radius + spare + sag[axis].abs();
            let backwards = d < 0.0;
            let pad = if backwards { -pad } else { pad };
            chord.backwards[axis] = usize::from(backwards);
            chord.inverse[axis] = Vec4::splat(1.0 / d);
            chord.near[axis] = four(start[axis] + pad);
            chord.far[axis] = four(start[axis] - pad);
        }
        chord.shorten(until);
        chord
    }

    /// Nothing matters after `until`, in the time of the path.
    #[inline]
    fn shorten(&mut self, until: f64) {
        let Window { from, to } = self.window;
        if until < to {
            let part = (until - from) / (to - from);
            self.until = (part * (1.0 + SINGLE) + SINGLE).min(1.0) as f32;
        }
    }

    /// Which children's boxes it crosses, and when it enters them (Kay & Kajiya 1986).
    #[inline]
    fn crosses<const FLAT: bool>(&self, node: &Node) -> (BVec4A, Vec4) {
        let slab = |axis: usize| {
            let planes = &node.planes[axis];
            let (near, far) = (planes[self.backwards[axis] & 1], planes[self.backwards[axis] & 1 ^ 1]);
            ((near - self.near[axis]) * self.inverse[axis], (far - self.far[axis]) * self.inverse[axis])
        };
        let ((x_enters, x_leaves), (y_enters, y_leaves)) = (slab(0), slab(1));
        let mut enters = x_enters.max(y_enters).max(Vec4::ZERO);
        let mut leaves = x_leaves.min(y_leaves).min(Vec4::splat(self.until));
        if !FLAT {
            let (z_enters, z_leaves) = slab(2);
            (enters, leaves) = (enters.max(z_enters), leaves.min(z_leaves));
        }
        (enters.cmple(leaves), enters)
    }

    /// Which of a leaf's things it may touch: a bit for each of its indices, and from when on.
    #[inline]
    fn passes<const BEHIND: bool>(&self, leaf: &Leaf) -> (u32, [f32; 3 * WIDE]) {
        let [along_x, along_y] = self.along;
        let [start_x, start_y] = self.start;
        let (ax, ay) = (leaf.ax - start_x, leaf.ay - start_y);
        let (bx, by) = (leaf.bx - start_x, leaf.by - start_y);
        let reach = self.reach + leaf.radius.abs();
        // Beside the chord?
        let (a_beside, b_beside) = (along_x * ay - along_y * ax, along_x * by - along_y * bx);
        let beside = a_beside.min(b_beside).cmple(reach) & a_beside.max(b_beside).cmpge(-reach);
        // Beyond its end?
        let (a_ahead, b_ahead) = (along_x * ax + along_y * ay, along_x * bx + along_y * by);
        let end = Vec4::splat(self.length * self.until) + reach;
        let (a_far, b_far) = (a_ahead.cmple(end), b_ahead.cmple(end));
        // Behind its start? A ball that goes away from both ends of an upright thing goes away from all of it; the part along
        // a chord that points away must make up for what the velocity may differ from it.
        let upright = if BEHIND { BVec4A::FALSE } else { leaf.radius.cmpge(Vec4::ZERO) };
        let behind = |beside: Vec4, ahead: Vec4| {
            let turned = (beside.abs() + ahead.abs()) * self.bend_ratio + self.behind;
            (ahead + Vec4::select(upright, turned.min(reach), reach)).cmpge(Vec4::ZERO)
        };
        let (a_near, b_near) = (behind(a_beside, a_ahead), behind(b_beside, b_ahead));
        let ahead = (a_far | b_far) & (a_near | b_near);
        let mut first = [0.0; 3 * WIDE];
        if (beside & ahead).bitmask() == 0 {
            return (0, first);
        }
        // Does the thing lie on one side of the whole chord?
        let (along_thing_x, along_thing_y) = (leaf.bx - leaf.ax, leaf.by - leaf.ay);
        // Its length, or up to a twelfth more: a root would cost as much as all the rest.
        let (width, height) = (along_thing_x.abs(), along_thing_y.abs());
        let thing = width.max(height) + width.min(height) * OCTAGON;
        let [step_x, step_y] = self.step;
        let start = along_thing_y * ax - along_thing_x * ay;
        let rises = along_thing_x * step_y - along_thing_y * step_x;
        let start_spare = (ax.abs() + ay.abs()) * self.spare;
        let side = reach * thing + start_spare + self.step_spare;
        let across = start.min(start + rises).cmple(side) & start.max(start + rises).cmpge(-side);
        // Does it leave a wall's face?
        let bend = thing * self.bend;
        let (risen, rising) = (bend + start_spare, bend + self.step_spare);
        let leaves = start.cmpgt(risen) & rises.cmpgt(rising) | start.cmplt(-risen) & rises.cmplt(-rising);
        let thin = leaf.radius.cmpeq(Vec4::ZERO);
        let leaves = if BEHIND { BVec4A::FALSE } else { leaves };
        let whole = beside & ahead & across;
        // Is it past the ends of a wall when it is near enough to the line through it? (On a way that bends it may be so more than once.)
        let mut faces = BVec4A::TRUE;
        if !BEHIND && self.straight {
            let least = self.least_reach * (thing * SHORTEST) - start_spare - self.step_spare;
            let early = ((start.abs() - side) / rises.abs()).max(Vec4::ZERO).min(Vec4::ONE);
            let late = ((start.abs() - least) / rises.abs()).min(Vec4::ONE).max(Vec4::ZERO);
            let (place, moves) =
                (-along_thing_x * ax - along_thing_y * ay, along_thing_x * step_x + along_thing_y * step_y);
            let (early, late) = (place + moves * early, place + moves * late);
            let doubt = start_spare + self.step_spare + thing * self.spare;
            let square = along_thing_x * along_thing_x + along_thing_y * along_thing_y;
            faces = early.max(late).cmpge(-doubt) & early.min(late).cmple(square + doubt);
        }
        // The ends, if there are any: a part of the whole.
        let a = whole & a_beside.abs().cmple(reach) & a_far & a_near;
        let b = whole & b_beside.abs().cmple(reach) & b_far & b_near;
        // A line is touched when the ball is near enough to the line through it. An end is touched r - b²/2r before the ball
        // passes it, or later, where b is its distance from the chord: the circle lies within that parabola.
        let (scale, curve) = (Vec4::splat(self.per_length), 0.5 / reach);
        let line = (start.abs() - side) / rises.abs();
        let end = |beside: Vec4, ahead: Vec4| (ahead - reach + beside * beside * curve - self.spare) * scale;
        let line = Vec4::select(thin, line, (a_ahead.min(b_ahead) - reach) * scale);
        let line = Vec4::select(thing.cmpeq(Vec4::ZERO), end(a_beside, a_ahead), line);
        first[..WIDE].copy_from_slice(&line.to_array());
        first[WIDE..2 * WIDE].copy_from_slice(&end(a_beside, a_ahead).to_array());
        first[2 * WIDE..].copy_from_slice(&end(b_beside, b_ahead).to_array());
        (
            (whole & !(leaves & thin) & (faces | !thin)).bitmask() | a.bitmask() << WIDE | b.bitmask() << (2 * WIDE),
            first,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::Aabb;
    use super::*;
    use crate::shape::{Arc, ArcSide, Capsule, Corner, Disc, Edge, Point, Post, Shape, Sphere, Triangle, Wall};
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
        let mut asked = 0;
        KdTree::of_shapes(shapes.iter().map(Some)).sweep(&Way { path: &path, radius: 0.25, slack: 0.0, window }, |k| {
            asked += 1;
            shapes[k].meets(&path, 0.25, window).map_or(window.to, |meeting| meeting.time)
        });
        assert_eq!(asked, 1);
        Ok(())
    }
}
