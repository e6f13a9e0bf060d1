//! A piece of a ball's way as a chord, in single precision and four times side by side: what is certain to be left alone by it?

use super::KdTree;
use super::kd_tree::{Lines, Node, SINGLE, WIDE};
use super::sweep::{HUGE, Way};
use crate::gap::Window;
use glam::{BVec4A, DVec2, DVec3, Vec4};

/// The larger side of a box, and this part of the smaller, are no less than its diagonal; and so much of that is no more.
const OCTAGON: f32 = 0.41422;
const SHORTEST: f32 = 0.923;
/// No step at all, for a chord that does not move along an axis: its inverse is still a number.
const STILL: f32 = 1e-30;

/// A piece of a way, seen from the tree's origin: its chord, moved by half of what it bends.
pub(super) struct Piece {
    pub(super) start: DVec3,
    pub(super) step: DVec3,
    sag: DVec3,
    flat_sag: f64,
    length: f64,
    /// The chord is next to nothing: its direction is rounding.
    short: bool,
    /// m: of the ball, and what it may be apart from what matters; and of the ball alone.
    radius: f64,
    own_radius: f64,
    /// m: what roundings may do to a place.
    spare: f64,
    /// m: how far from the chord the ball reaches in the plane, roundings included.
    pub(super) reach: f64,
    /// m: the largest number in all this.
    pub(super) size: f64,
    window: Window,
}

impl Piece {
    #[inline(always)]
    pub(super) fn new(tree: &KdTree, way: &Way<'_>, window: Window) -> Self {
        let span = window.to - window.from;
        let (start, end) = (way.path.at(window.from), way.path.at(window.to));
        let step = end - start;
        let sag = way.path.a * (span * span / 16.0);
        let start = start - tree.origin - sag;
        let radius = way.radius + way.slack;
        let size = tree.size + (start.abs() + step.abs() + sag.abs()).element_sum() + radius;
        let spare = SINGLE * size;
        let length = step.truncate().length();
        let short = length < 1e-6 * spare;
        let flat_sag = sag.truncate().length();
        let reach = radius + spare + flat_sag + if short { length } else { 0.0 };
        Self { start, step, sag, flat_sag, length, short, radius, own_radius: way.radius, spare, reach, size, window }
    }
}

/// A chord in single precision. Its length in time is one.
pub(super) struct Chord {
    /// The last moment that matters.
    pub(super) until: f32,
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
}

impl Chord {
    #[inline(always)]
    pub(super) fn new(piece: &Piece, until: f64) -> Self {
        let &Piece { start, flat_sag, length, short, own_radius, spare, reach, window, .. } = piece;
        let flat = piece.step.truncate();
        // The direction of a chord that is next to nothing is rounding: any other is as good, and it counts as thickness.
        let per_length = if short { 0.0 } else { 1.0 / length };
        let along = if short { DVec2::X } else { flat * per_length };
        let bend = 8.0 * flat_sag;
        // The velocity differs from the chord's by `bend` at most. Where that is much, nothing is known to be left behind.
        let ratio = if bend < length && !short { bend * per_length } else { HUGE };
        let four = |x: f64| Vec4::splat(x as f32);
        let mut chord = Self {
            until: 1.0,
            start: [four(start.x), four(start.y)],
            step: [four(flat.x), four(flat.y)],
            along: [four(along.x), four(along.y)],
            length: length as f32,
            per_length: per_length as f32,
            reach: four(reach),
            least_reach: four(own_radius - spare),
            straight: flat_sag == 0.0 && !short,
            spare: four(spare),
            step_spare: four(spare * (flat.x.abs() + flat.y.abs())),
            bend: four(bend),
            bend_ratio: four(ratio),
            behind: four(bend * (1.5 + 0.5 * ratio) + spare),
            window,
        };
        chord.shorten(until);
        chord
    }

    /// Nothing matters after `until`, in the time of the path.
    #[inline]
    pub(super) fn shorten(&mut self, until: f64) {
        let Window { from, to } = self.window;
        if until < to {
            let part = (until - from) / (to - from);
            self.until = (part * (1.0 + SINGLE) + SINGLE).min(1.0) as f32;
        }
    }

    /// Which of four things it may touch: a bit for each of them, for each one's first end, for each one's second, and from when on.
    #[inline]
    pub(super) fn passes<const BEHIND: bool>(&self, lines: &Lines) -> (u32, [f32; 3 * WIDE]) {
        let [along_x, along_y] = self.along;
        let [start_x, start_y] = self.start;
        let (ax, ay) = (lines.ax - start_x, lines.ay - start_y);
        let (bx, by) = (lines.bx - start_x, lines.by - start_y);
        let reach = self.reach + lines.radius.abs();
        // Beside the chord?
        let (a_beside, b_beside) = (along_x * ay - along_y * ax, along_x * by - along_y * bx);
        let beside = a_beside.min(b_beside).cmple(reach) & a_beside.max(b_beside).cmpge(-reach);
        // Beyond its end?
        let (a_ahead, b_ahead) = (along_x * ax + along_y * ay, along_x * bx + along_y * by);
        let end = Vec4::splat(self.length * self.until) + reach;
        let (a_far, b_far) = (a_ahead.cmple(end), b_ahead.cmple(end));
        // Behind its start? A ball that goes away from both ends of an upright thing goes away from all of it; the part along
        // a chord that points away must make up for what the velocity may differ from it.
        let upright = if BEHIND { BVec4A::FALSE } else { lines.radius.cmpge(Vec4::ZERO) };
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
        let (along_thing_x, along_thing_y) = (lines.bx - lines.ax, lines.by - lines.ay);
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
        let thin = lines.radius.cmpeq(Vec4::ZERO);
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

/// What a chord is asked by for boxes.
pub(super) struct Slabs {
    /// Whether each axis runs backwards.
    backwards: [usize; 3],
    /// The step's inverse, and where nearer and farther planes are counted from.
    inverse: [Vec4; 3],
    near: [Vec4; 3],
    far: [Vec4; 3],
}

impl Slabs {
    #[inline(always)]
    pub(super) fn new<const FLAT: bool>(piece: &Piece) -> Self {
        let none = [Vec4::ZERO; 3];
        let mut slabs = Self { backwards: [0; 3], inverse: none, near: none, far: none };
        let four = |x: f64| Vec4::splat(x as f32);
        for axis in 0..if FLAT { 2 } else { 3 } {
            let d = piece.step[axis] as f32;
            let d = if d.abs() < STILL { STILL } else { d };
            let pad = piece.radius + piece.spare + piece.sag[axis].abs();
            let backwards = d < 0.0;
            let pad = if backwards { -pad } else { pad };
            slabs.backwards[axis] = usize::from(backwards);
            slabs.inverse[axis] = Vec4::splat(1.0 / d);
            slabs.near[axis] = four(piece.start[axis] + pad);
            slabs.far[axis] = four(piece.start[axis] - pad);
        }
        slabs
    }

    /// Which children's boxes the chord crosses before `until`, and when it enters them (Kay & Kajiya 1986).
    #[inline]
    pub(super) fn crosses<const FLAT: bool>(&self, node: &Node, until: f32) -> (BVec4A, Vec4) {
        let slab = |axis: usize| {
            let planes = &node.planes[axis];
            let (near, far) = (planes[self.backwards[axis] & 1], planes[self.backwards[axis] & 1 ^ 1]);
            ((near - self.near[axis]) * self.inverse[axis], (far - self.far[axis]) * self.inverse[axis])
        };
        let ((x_enters, x_leaves), (y_enters, y_leaves)) = (slab(0), slab(1));
        let mut enters = x_enters.max(y_enters).max(Vec4::ZERO);
        let mut leaves = x_leaves.min(y_leaves).min(Vec4::splat(until));
        if !FLAT {
            let (z_enters, z_leaves) = slab(2);
            (enters, leaves) = (enters.max(z_enters), leaves.min(z_leaves));
        }
        (enters.cmple(leaves), enters)
    }
}
