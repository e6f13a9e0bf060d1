//! Simple polygons: which way they are walked, whether they cross themselves, and the triangles that fill them.

use crate::error::Error;
use crate::math::{Dd, Real};
use crate::tolerance::{OUTLINE_FILLED, OUTLINE_STRAIGHT};
use core::ops::ControlFlow;
use glam::DVec2;

/// Twice the area of a triangle in the plane: positive if the way from `a` to `b` to `c` turns from x towards y. To some
/// thirty digits, so its sign can be trusted.
pub(crate) fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let part = |p: f64, q: f64| Dd::difference(p, q);
    (part(b.x, a.x) * part(c.y, a.y) - part(b.y, a.y) * part(c.x, a.x)).get()
}

/// m²: the area of a polygon by the shoelace formula; positive if it is walked from x towards y. A polygon whose walls
/// face outwards is walked the other way, and has a negative one.
pub(crate) fn signed_area(points: &[DVec2]) -> f64 {
    let Some(&origin) = points.first() else { return 0.0 };
    let next = points.iter().skip(1).chain(core::iter::once(&origin));
    0.5 * points.iter().zip(next).map(|(&a, &b)| (a - origin).perp_dot(b - origin)).sum::<f64>()
}

/// Does a polygon that is walked with its outside on the side of (-dy, dx) bend inwards at `corner`, so that no ball
/// outside can touch it there?
pub(crate) fn is_inner_corner(before: DVec2, corner: DVec2, after: DVec2) -> bool {
    turn(before, corner, after) > OUTLINE_STRAIGHT * (corner - before).length() * (after - corner).length()
}

/// Do two edges of a closed polygon cross each other? Edges that only touch do not.
pub(crate) fn crosses_itself(points: &[DVec2]) -> bool {
    let n = points.len();
    let edges: Vec<[DVec2; 2]> = (0..n).map(|k| [points[k], points[(k + 1) % n]]).collect();
    let parted = |p: f64, q: f64| (p > 0.0 && q < 0.0) || (p < 0.0 && q > 0.0);
    let mut found = false;
    near_pairs(&edges, 0.0, |i, j| {
        let ([a, b], [c, d]) = (edges[i], edges[j]);
        found = parted(turn(a, b, c), turn(a, b, d)) && parted(turn(c, d, a), turn(c, d, b));
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Calls `visit` with every two edges whose boxes come within `margin` of each other, until it breaks off. The boxes are
/// sorted along the longer side of them all and swept over: an outline seldom goes there and back more than a few times.
pub(super) fn near_pairs(edges: &[[DVec2; 2]], margin: f64, mut visit: impl FnMut(usize, usize) -> ControlFlow<()>) {
    let boxes: Vec<(DVec2, DVec2)> = edges.iter().map(|[a, b]| (a.min(*b) - margin, a.max(*b))).collect();
    let size = boxes.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(l, h), b| (l.min(b.0), h.max(b.1)));
    let axis = usize::from((size.1 - size.0).y > (size.1 - size.0).x);
    let across = 1 - axis;
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by(|&i, &j| boxes[i].0[axis].total_cmp(&boxes[j].0[axis]));
    let mut open: Vec<usize> = Vec::new();
    for &i in &order {
        let (low, high) = boxes[i];
        open.retain(|&j| boxes[j].1[axis] >= low[axis]);
        for &j in &open {
            let near = boxes[j].0[across] <= high[across] && boxes[j].1[across] >= low[across];
            if near && visit(i.min(j), i.max(j)).is_break() {
                return;
            }
        }
        open.push(i);
    }
}

/// Fills a simple polygon, walked either way, with triangles that turn from x towards y (so that they face up), by cutting
/// off ears. Points on one spot or in one line do no harm; the polygon may touch itself, as one does that surrounds a hole.
///
/// # Errors
/// When the polygon has no area, or the triangles do not cover just that area: it crosses or overlaps itself.
pub(crate) fn filled(points: &[DVec2]) -> Result<Vec<[usize; 3]>, Error> {
    let overlaps = || Error::degenerate("an outline", "overlaps itself; walk round its border once");
    let area = signed_area(points);
    let mut ring: Vec<usize> = (0..points.len()).collect();
    if area < 0.0 {
        ring.reverse();
    }
    let mut ring = Ring::new(points, ring);
    let mut triangles = Vec::new();
    let mut covered = 0.0;
    let mut start = 0;
    while ring.corners.len() >= 3 {
        // What goes nowhere and back is left out. Then comes a true ear; else a point in a straight line, left out too; else
        // an ear that other points of the polygon touch. A polygon has one of these.
        let back = ring.corners.iter().position(|corner| corner.back).or_else(|| ring.ear(start, false));
        let straight = || ring.corners.iter().position(|corner| corner.turn == 0.0);
        let Some(cut) = back.or_else(straight).or_else(|| ring.ear(start, true)) else { return Err(overlaps()) };
        let twice_area = ring.corners[cut].turn;
        if twice_area > 0.0 {
            covered += 0.5 * twice_area;
            triangles.push(ring.triangle(cut));
        }
        ring.cut(cut);
        // Going on from the far side of the cut keeps the triangles from all meeting in one point.
        start = if cut + 1 < ring.corners.len() { cut + 1 } else { 0 };
    }
    if triangles.is_empty() {
        return Err(Error::degenerate("an outline", "encloses no area"));
    }
    if (covered - area.abs()).abs() > OUTLINE_FILLED * area.abs() {
        return Err(overlaps());
    }
    Ok(triangles)
}

/// What is left of a polygon while its ears are cut off.
struct Ring<'a> {
    points: &'a [DVec2],
    corners: Vec<RingCorner>,
    /// Which points are still in the ring.
    alive: Vec<bool>,
    grid: Grid,
}

/// A corner with what is asked of it again and again.
#[derive(Clone, Copy)]
struct RingCorner {
    point: usize,
    /// Twice the area of the triangle with its neighbours.
    turn: f64,
    /// The way goes back from here the way it came.
    back: bool,
}

impl<'a> Ring<'a> {
    fn new(points: &'a [DVec2], order: Vec<usize>) -> Self {
        let corners = order.into_iter().map(|point| RingCorner { point, turn: 0.0, back: false }).collect();
        let mut ring = Self { points, corners, alive: vec![true; points.len()], grid: Grid::over(points) };
        (0..ring.corners.len()).for_each(|k| ring.look(k));
        ring
    }

    /// The points of a corner and its neighbours.
    fn triangle(&self, k: usize) -> [usize; 3] {
        let n = self.corners.len();
        [(k + n - 1) % n, k, (k + 1) % n].map(|k| self.corners[k].point)
    }

    fn look(&mut self, k: usize) {
        let [a, b, c] = self.triangle(k).map(|point| self.points[point]);
        let turn = turn(a, b, c);
        let back = turn == 0.0 && (a - b).dot(c - b) >= 0.0;
        self.corners[k] = RingCorner { turn, back, ..self.corners[k] };
    }

    /// The first corner from `start` on that can be cut off.
    fn ear(&self, start: usize, touched: bool) -> Option<usize> {
        let n = self.corners.len();
        let mut outward = (0..n).map(|k| (start + k) % n).filter(|&k| self.corners[k].turn > 0.0);
        outward.find(|&k| self.is_ear(self.triangle(k), touched))
    }

    /// Can this corner be cut off: is no other point of the ring within the triangle? Its border counts as within, but for
    /// points on the spot of a corner, or if the polygon may be `touched`.
    fn is_ear(&self, triangle: [usize; 3], touched: bool) -> bool {
        let [a, b, c] = triangle.map(|k| self.points[k]);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        !self.grid.any_in(low, high, |k| {
            let p = self.points[k];
            if !self.alive[k] || p == a || p == b || p == c || !(p.cmpge(low).all() && p.cmple(high).all()) {
                return false;
            }
            let sides = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
            if touched { sides.iter().all(|&s| s > 0.0) } else { sides.iter().all(|&s| s >= 0.0) }
        })
    }

    fn cut(&mut self, k: usize) {
        let gone = self.corners.remove(k);
        self.alive[gone.point] = false;
        let n = self.corners.len();
        if n > 0 {
            self.look(k % n);
            self.look((k + n - 1) % n);
        }
    }
}

/// Points by their cells, about one in each.
struct Grid {
    origin: DVec2,
    per_metre: DVec2,
    side: usize,
    cells: Vec<Vec<u32>>,
}

impl Grid {
    fn over(points: &[DVec2]) -> Self {
        let (low, high) =
            points.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), &p| (low.min(p), high.max(p)));
        let side = ((points.len() as f64).sqrt() as usize).max(1);
        let size = (high - low).max(DVec2::splat(f64::MIN_POSITIVE));
        let per_metre = (DVec2::splat(side as f64) / size).min(DVec2::splat(f64::MAX));
        let mut grid = Self { origin: low, per_metre, side, cells: vec![Vec::new(); side * side] };
        for (k, &point) in points.iter().enumerate() {
            let [column, row] = grid.cell(point);
            grid.cells[row * side + column].push(k as u32);
        }
        grid
    }

    fn cell(&self, p: DVec2) -> [usize; 2] {
        // A saturating cast; a place of no number is in the first cell.
        ((p - self.origin) * self.per_metre).to_array().map(|x| (x as usize).min(self.side - 1))
    }

    /// Is one of the points in the cells from `low` to `high` such a one?
    fn any_in(&self, low: DVec2, high: DVec2, is: impl Fn(usize) -> bool) -> bool {
        let ([c0, r0], [c1, r1]) = (self.cell(low), self.cell(high));
        (r0..=r1).any(|row| {
            self.cells[row * self.side + c0..=row * self.side + c1].iter().flatten().any(|&k| is(k as usize))
        })
    }
}
