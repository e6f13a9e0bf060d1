//! Outlines as a table's author draws them: points, some of them smooth; the curve through them; whether it is a simple
//! polygon; and the triangles that fill it.

use crate::error::{Error, ErrorKind, flat_in_range, vector_in_range};
use crate::math::{Dd, Real};
use crate::tolerance::{MOST_LENGTH, OUTLINE_FILLED, OUTLINE_HALVINGS, OUTLINE_POINTS, OUTLINE_STRAIGHT};
use crate::units::VP_LENGTH;
use glam::{DVec2, DVec3};

/// m²: a curve is halved until twice the area between a piece and its chord is less than this. Walls: Visual Pinball's
/// accuracy 4, in its units a limit on the square.
pub(crate) const WALL_FLATNESS: f64 = 2.0 * VP_LENGTH * VP_LENGTH;
/// m²: the same for ramps and rubbers, Visual Pinball's accuracy 400.
pub(crate) const RAMP_FLATNESS: f64 = 20.0 * VP_LENGTH * VP_LENGTH;

/// A point of an outline on the playfield.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `at` | where it is | m | origin | drag point x, y |
/// | `smooth` | the outline bends through it instead of turning at it | | no | `Smooth` |
/// | `slingshot` | the edge from here to the next point is a slingshot | | no | `IsSlingshot` |
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[doc(alias = "DragPoint")]
pub struct OutlinePoint {
    /// m: where it is.
    pub at: DVec2,
    /// Does the outline bend through it, instead of turning at it?
    pub smooth: bool,
    /// Is the edge from here to the next point a slingshot?
    pub slingshot: bool,
}

impl OutlinePoint {
    /// A plain point, at which the outline turns.
    pub fn new(x: f64, y: f64) -> Self {
        Self { at: DVec2::new(x, y), ..Self::default() }
    }
}

/// A point of a ramp's axis.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `at` | where it is; its z is added to the ramp's own height there | m | origin | drag point x, y, z |
/// | `smooth` | the axis bends through it instead of turning at it | | no | `Smooth` |
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RampPoint {
    /// m: where it is; its z is added to the ramp's own height there.
    pub at: DVec3,
    /// Does the axis bend through it, instead of turning at it?
    pub smooth: bool,
}

impl RampPoint {
    /// A plain point, at which the axis turns.
    pub fn new(x: f64, y: f64, z: f64) -> Self {
        Self { at: DVec3::new(x, y, z), smooth: false }
    }
}

/// A point of a curve as drawn out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) at: DVec3,
    pub(crate) slingshot: bool,
    /// The point as given from which this piece of the curve begins.
    pub(crate) from: usize,
}

/// Are these points, enough of them and not too many, all numbers of a sane size?
pub(crate) fn check_outline(points: &[OutlinePoint], need: usize) -> Result<(), Error> {
    check_count(points.len(), need)?;
    for (k, point) in points.iter().enumerate() {
        flat_in_range("a point", point.at, MOST_LENGTH).map_err(|error| error.within(format_args!("point {k}")))?;
    }
    Ok(())
}

/// The same for a ramp's axis.
pub(crate) fn check_axis(points: &[RampPoint]) -> Result<(), Error> {
    check_count(points.len(), 2)?;
    for (k, point) in points.iter().enumerate() {
        vector_in_range("a point", point.at, MOST_LENGTH).map_err(|error| error.within(format_args!("point {k}")))?;
    }
    Ok(())
}

fn check_count(got: usize, need: usize) -> Result<(), Error> {
    if got < need {
        return Err(Error::new(ErrorKind::TooFew { what: "points of an outline", need, got }));
    }
    if got > OUTLINE_POINTS {
        return Err(Error::degenerate("an outline", "has too many points; cut it into several"));
    }
    Ok(())
}

/// The curve through an outline's points, drawn out into straight edges.
pub(crate) fn drawn(points: &[OutlinePoint], closed: bool, flatness: f64) -> Result<Vec<Node>, Error> {
    let knots = points.iter().map(|p| Knot { at: p.at.extend(0.0), smooth: p.smooth, slingshot: p.slingshot });
    draw(knots, closed, flatness)
}

/// The same for a ramp's axis, which is open.
pub(crate) fn drawn_axis(points: &[RampPoint], flatness: f64) -> Result<Vec<Node>, Error> {
    draw(points.iter().map(|p| Knot { at: p.at, smooth: p.smooth, slingshot: false }), false, flatness)
}

#[derive(Clone, Copy)]
struct Knot {
    at: DVec3,
    smooth: bool,
    slingshot: bool,
}

/// Visual Pinball's curves: a centripetal Catmull-Rom spline between each two points, which bends towards the next
/// neighbour only at a smooth point. Each is halved until flat, and the start of every flat piece is given out; an open
/// curve gives its last point too. Of points on one spot the last counts.
fn draw(knots: impl Iterator<Item = Knot>, closed: bool, flatness: f64) -> Result<Vec<Node>, Error> {
    let mut path: Vec<(usize, Knot)> = Vec::new();
    for (index, knot) in knots.enumerate() {
        if path.last().is_some_and(|(_, last)| last.at == knot.at) {
            path.pop();
        }
        path.push((index, knot));
    }
    while closed && path.len() > 1 && path[0].1.at == path[path.len() - 1].1.at {
        path.pop();
    }
    let n = path.len();
    if n < 2 {
        return Err(Error::degenerate("an outline", "has all its points on one spot"));
    }
    let mut nodes = Vec::new();
    for k in 0..if closed { n } else { n - 1 } {
        let (index, start) = path[k];
        let (_, end) = path[(k + 1) % n];
        // The neighbours count at smooth ends only; the ends of an open curve have none.
        let before = if start.smooth && (closed || k > 0) { path[(k + n - 1) % n].1.at } else { start.at };
        let after = if end.smooth && (closed || k + 2 < n) { path[(k + 2) % n].1.at } else { end.at };
        let curve = Spline::through(before, start.at, end.at, after);
        nodes.push(Node { at: start.at, slingshot: start.slingshot, from: index });
        curve.halve(Piece { t: [0.0, 1.0], ends: [start.at, end.at] }, OUTLINE_HALVINGS, flatness, &mut |at| {
            nodes.push(Node { at, slingshot: false, from: index });
        });
        if nodes.len() > OUTLINE_POINTS {
            return Err(Error::degenerate("an outline", "has too many points when its bends are drawn out"));
        }
    }
    if !closed {
        nodes.push(Node { at: path[n - 1].1.at, slingshot: false, from: path[n - 1].0 });
    }
    Ok(nodes)
}

/// A piece of a spline: from where to where it goes, as parameter and as place.
#[derive(Clone, Copy)]
struct Piece {
    t: [f64; 2],
    ends: [DVec3; 2],
}

/// A cubic, as coefficients of the powers of its parameter from 0 to 1.
struct Spline([DVec3; 4]);

impl Spline {
    /// The centripetal Catmull-Rom spline from `b` to `c`, with `a` before and `d` after.
    fn through(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Self {
        // Each interval of the parameter is the root of the distance; one without length is as long as the middle one.
        let middle = (c - b).length().sqrt();
        let or_middle = |length: f64| if length > 0.0 { length.sqrt() } else { middle };
        let (first, last) = (or_middle((b - a).length()), or_middle((d - c).length()));
        let start = (b - a) / first - (c - a) / (first + middle) + (c - b) / middle;
        let end = (c - b) / middle - (d - b) / (middle + last) + (d - c) / last;
        let (start, end) = (start * middle, end * middle);
        Self([b, start, (c - b) * 3.0 - start * 2.0 - end, (b - c) * 2.0 + start + end])
    }

    fn at(&self, t: f64) -> DVec3 {
        let [c0, c1, c2, c3] = self.0;
        c0 + (c1 + (c2 + c3 * t) * t) * t
    }

    /// Gives out the inner points of a piece that is halved until it is flat.
    fn halve(&self, piece: Piece, left: u32, flatness: f64, give: &mut impl FnMut(DVec3)) {
        let Piece { t: [t0, t1], ends: [start, end] } = piece;
        let twice_area = |at: DVec3| (at - start).cross(end - start).length();
        let between = |part: f64| self.at(t0 + (t1 - t0) * part);
        let middle = between(0.5);
        // Visual Pinball looks at the middle only, and so takes a piece that bends as an S for a straight one. The quarters
        // of a plain bend are always flatter than its middle, so looking at them changes nothing else.
        let flat = [middle, between(0.25), between(0.75)].into_iter().all(|at| twice_area(at) < flatness);
        if flat || left == 0 {
            return;
        }
        let t = 0.5 * (t0 + t1);
        self.halve(Piece { t: [t0, t], ends: [start, middle] }, left - 1, flatness, give);
        give(middle);
        self.halve(Piece { t: [t, t1], ends: [middle, end] }, left - 1, flatness, give);
    }
}

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

/// The first two edges of a closed polygon that cross each other, by the numbers of their first points. Edges that only
/// touch do not cross.
pub(crate) fn crossing_edges(points: &[DVec2]) -> Option<(usize, usize)> {
    let n = points.len();
    let edge = |k: usize| (points[k], points[(k + 1) % n]);
    let parted = |p: f64, q: f64| (p > 0.0 && q < 0.0) || (p < 0.0 && q > 0.0);
    (0..n).find_map(|i| {
        let (a, b) = edge(i);
        let (low, high) = (a.min(b), a.max(b));
        let crosses = |j: usize| {
            let (c, d) = edge(j);
            let near = c.min(d).cmple(high).all() && c.max(d).cmpge(low).all();
            near && parted(turn(a, b, c), turn(a, b, d)) && parted(turn(c, d, a), turn(c, d, b))
        };
        (i + 1..n).find(|&j| crosses(j)).map(|j| (i, j))
    })
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
    let corner = |ring: &[usize], k: usize| {
        let n = ring.len();
        [ring[(k + n - 1) % n], ring[k], ring[(k + 1) % n]]
    };
    let turn_at = |[a, b, c]: [usize; 3]| turn(points[a], points[b], points[c]);
    let mut triangles = Vec::new();
    let mut covered = 0.0;
    let mut start = 0;
    while ring.len() >= 3 {
        let n = ring.len();
        let around = |k: usize| (start + k) % n;
        let outward = |k: &usize| turn_at(corner(&ring, *k)) > 0.0;
        let ear = |touched: bool| {
            let mut corners = (0..n).map(around).filter(outward);
            corners.find(|&k| is_ear(points, &ring, corner(&ring, k), touched))
        };
        // What goes nowhere and back is left out. Then comes a true ear; else a point in a straight line, left out too; else
        // an ear that other points of the polygon touch. A polygon has one of these.
        let straight = |k: &usize| turn_at(corner(&ring, *k)) == 0.0;
        let back = |k: &usize| {
            let [a, b, c] = corner(&ring, *k).map(|k| points[k]);
            straight(k) && (a - b).dot(c - b) >= 0.0
        };
        let back = (0..n).find(back).or_else(|| ear(false));
        let Some(cut) = back.or_else(|| (0..n).find(straight)).or_else(|| ear(true)) else { return Err(overlaps()) };
        let triangle = corner(&ring, cut);
        if turn_at(triangle) > 0.0 {
            covered += 0.5 * turn_at(triangle);
            triangles.push(triangle);
        }
        ring.remove(cut);
        // Going on from the far side of the cut keeps the triangles from all meeting in one point.
        start = if cut + 1 < ring.len() { cut + 1 } else { 0 };
    }
    if triangles.is_empty() {
        return Err(Error::degenerate("an outline", "encloses no area"));
    }
    if (covered - area.abs()).abs() > OUTLINE_FILLED * area.abs() {
        return Err(overlaps());
    }
    Ok(triangles)
}

/// Can this corner be cut off: is no other point of the ring within the triangle? Its border counts as within, but for
/// points on the spot of a corner, or if the polygon may be `touched`.
fn is_ear(points: &[DVec2], ring: &[usize], triangle: [usize; 3], touched: bool) -> bool {
    let [a, b, c] = triangle.map(|k| points[k]);
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    !ring.iter().any(|&k| {
        let p = points[k];
        if p == a || p == b || p == c || !(p.cmpge(low).all() && p.cmple(high).all()) {
            return false;
        }
        let sides = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
        if touched { sides.iter().all(|&s| s > 0.0) } else { sides.iter().all(|&s| s >= 0.0) }
    })
}

/// For each point of a drawn axis, which part of the way from its start to its end has been gone, seen from above.
pub(crate) fn parts_of_way(nodes: &[Node]) -> Vec<f64> {
    let mut gone = 0.0;
    let mut parts: Vec<f64> = Vec::with_capacity(nodes.len());
    for (k, node) in nodes.iter().enumerate() {
        if k > 0 {
            gone += (node.at - nodes[k - 1].at).truncate().length();
        }
        parts.push(gone);
    }
    if gone > 0.0 {
        parts.iter_mut().for_each(|part| *part /= gone);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rng::Stream;

    fn flat(points: &[[f64; 2]]) -> Vec<DVec2> {
        points.iter().map(|&p| DVec2::from(p)).collect()
    }

    fn area_of(points: &[DVec2], triangles: &[[usize; 3]]) -> f64 {
        triangles.iter().map(|&[a, b, c]| 0.5 * turn(points[a], points[b], points[c])).sum()
    }

    #[test]
    fn plain_points_are_kept_as_they_are() {
        let square = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
        let points: Vec<OutlinePoint> = square.iter().map(|p| OutlinePoint::new(p[0], p[1])).collect();
        let nodes = drawn(&points, true, WALL_FLATNESS).unwrap();
        let at: Vec<[f64; 2]> = nodes.iter().map(|n| n.at.truncate().to_array()).collect();
        assert_eq!(at, [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]], "doubled points are one");
        assert_eq!(nodes.iter().map(|n| n.from).collect::<Vec<_>>(), [0, 1, 3, 4]);
        let open = drawn(&points[..3], false, WALL_FLATNESS).unwrap();
        assert_eq!(open.len(), 3, "an open curve has its last point");
        assert!(drawn(&[OutlinePoint::default(); 4], true, WALL_FLATNESS).is_err(), "all on one spot");
    }

    /// Four smooth points on a circle of 100 units: the spline lies within 12 % of the circle, is as flat as was asked, and
    /// goes through its points.
    #[test]
    fn smooth_points_make_a_round() {
        let r = 100.0 * VP_LENGTH;
        let around = [[r, 0.0], [0.0, r], [-r, 0.0], [0.0, -r]];
        let points = around.map(|p| OutlinePoint { at: DVec2::from(p), smooth: true, slingshot: true });
        let nodes = drawn(&points, true, WALL_FLATNESS).unwrap();
        assert_eq!(nodes.iter().filter(|n| n.slingshot).count(), 4, "halving makes no slingshots");
        assert!(nodes.len() >= 32 && nodes.len().is_multiple_of(4), "{} nodes", nodes.len());
        for node in &nodes {
            assert!((node.at.length() / r - 1.0).abs() < 0.12, "{}", node.at);
        }
        // Of a centripetal spline with even spacing the middle between two points is known: (9 (b + c) - (a + d)) / 16.
        let middle = DVec2::from(around[0]) + DVec2::from(around[1]);
        let middle = (middle * 9.0 - DVec2::from(around[3]) - DVec2::from(around[2])) / 16.0;
        assert!(nodes.iter().any(|n| (n.at.truncate() - middle).length() < 1e-15), "goes through {middle}");
        let coarse = drawn(&points, true, RAMP_FLATNESS).unwrap();
        assert!(coarse.len() < nodes.len(), "{} for ramps, {} for walls", coarse.len(), nodes.len());
    }

    /// A smooth point between two plain ones bends by its neighbour at the smooth end only.
    #[test]
    fn an_s_is_not_taken_for_a_straight() {
        let points = [(-1.0, 1.0, false), (0.0, 0.0, true), (1.0, 0.0, true), (2.0, -1.0, false)];
        let points = points.map(|(x, y, smooth)| OutlinePoint { at: DVec2::new(x, y) * 0.1, smooth, slingshot: false });
        let nodes = drawn(&points, false, WALL_FLATNESS).unwrap();
        let between = |n: &&Node| n.at.x > 1e-9 && n.at.x < 0.1 - 1e-9;
        let bends: Vec<f64> = nodes.iter().filter(between).map(|n| n.at.y).collect();
        assert!(bends.iter().any(|&y| y > 1e-3) && bends.iter().any(|&y| y < -1e-3), "an S: {bends:?}");
        assert_eq!((nodes[0].at.x, nodes[nodes.len() - 1].at.x), (-0.1, 0.2), "from end to end");
    }

    #[test]
    fn reference_outlines_face_outwards() {
        // The slingshot and a guide of the recorded runs, in Visual Pinball's units.
        for polygon in
            [[[300.0, 1000.0], [700.0, 1000.0], [500.0, 900.0]], [[0.0, 780.0], [0.0, 930.0], [150.0, 930.0]]]
        {
            let points = flat(&polygon);
            assert!(signed_area(&points) < 0.0, "walked with the outside on the side of (-dy, dx)");
            let along = points[1] - points[0];
            let outward = DVec2::new(-along.y, along.x);
            assert!(outward.dot(points[2] - points[0]) < 0.0, "the third point lies behind the first edge");
            assert!(!is_inner_corner(points[0], points[1], points[2]));
            assert!(is_inner_corner(points[2], points[1], points[0]), "the other way round it would be hollow");
        }
    }

    #[test]
    fn crossing_edges_are_named() {
        let bow = flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
        assert_eq!(crossing_edges(&bow), Some((0, 2)));
        assert!(filled(&bow).is_err(), "no area is left of it");
        let square = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        assert_eq!(crossing_edges(&square), None);
        // Two squares that meet in a point, the second walked the other way round: nothing crosses, but it is no polygon.
        let eight = flat(&[[0.0, 0.0], [1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0], [1.0, 1.0], [1.0, 0.0]]);
        assert_eq!(crossing_edges(&eight), None);
        let good = filled(&eight).is_ok();
        let turned = flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [2.0, 1.0], [1.0, 1.0], [1.0, 0.0]]);
        assert!(good != filled(&turned).is_ok(), "one of the two walks round its border, the other does not");
    }

    #[test]
    fn filling_covers_the_polygon_and_nothing_else() {
        let comb: Vec<DVec2> = (0..40)
            .map(|k| DVec2::new(f64::from(k), if k % 2 == 0 { 0.0 } else { 5.0 }))
            .chain([DVec2::new(39.0, 9.0), DVec2::new(0.0, 9.0)])
            .collect();
        let collinear =
            flat(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0], [0.0, 2.0]]);
        let spike = flat(&[[0.0, 0.0], [2.0, 0.0], [5.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
        // A square with a square hole, cut open along one line.
        let ring = flat(&[
            [0.0, 0.0],
            [3.0, 0.0],
            [3.0, 3.0],
            [0.0, 3.0],
            [0.0, 0.0],
            [1.0, 1.0],
            [1.0, 2.0],
            [2.0, 2.0],
            [2.0, 1.0],
            [1.0, 1.0],
        ]);
        for (name, polygon, area) in [
            ("comb", comb, 39.0 * 9.0 - 39.0 * 2.5),
            ("collinear", collinear, 4.0),
            ("spike", spike, 4.0),
            ("ring", ring, 8.0),
        ] {
            for flip in [false, true] {
                let points: Vec<DVec2> = if flip { polygon.iter().rev().copied().collect() } else { polygon.clone() };
                let triangles = filled(&points).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!((area_of(&points, &triangles) - area).abs() < 1e-9, "{name}: {}", area_of(&points, &triangles));
                assert!(
                    triangles.iter().all(|&[a, b, c]| turn(points[a], points[b], points[c]) > 0.0),
                    "{name} faces up"
                );
                // No two overlap: the middle of each is in no other.
                for (k, t) in triangles.iter().enumerate() {
                    let middle = t.iter().map(|&i| points[i]).sum::<DVec2>() / 3.0;
                    let within = |&[a, b, c]: &[usize; 3]| {
                        [(a, b), (b, c), (c, a)].iter().all(|&(i, j)| turn(points[i], points[j], middle) > 1e-12)
                    };
                    let inside: Vec<usize> = (0..triangles.len()).filter(|&i| within(&triangles[i])).collect();
                    assert_eq!(inside, [k], "{name}");
                }
            }
        }
    }

    /// Random stars: simple by construction, with reflex corners at every other point, and points doubled at random.
    #[test]
    fn random_stars_are_filled() {
        let mut dice = Stream::new(3, "stars");
        for round in 0..200 {
            let n = 3 + (dice.unit() * 60.0) as usize;
            let mut points = Vec::new();
            for k in 0..n {
                let angle = core::f64::consts::TAU * (k as f64 + 0.4 * dice.unit()) / n as f64;
                let r = dice.between(0.02, 1.0);
                let at = DVec2::new(libm::cos(angle), libm::sin(angle)) * r + DVec2::new(0.3, 0.7);
                points.push(at);
                if dice.unit() < 0.1 {
                    points.push(at);
                }
            }
            assert_eq!(crossing_edges(&points), None, "round {round}");
            let triangles = filled(&points).unwrap_or_else(|error| panic!("round {round}: {error}"));
            assert!((area_of(&points, &triangles) - signed_area(&points)).abs() < 1e-12, "round {round}");
        }
    }

    #[test]
    fn faults_are_named() {
        let message = |points: &[OutlinePoint]| check_outline(points, 3).unwrap_err().to_string();
        assert_eq!(message(&[]), "0 points of an outline, but at least 3 are needed");
        let bad = [OutlinePoint::default(), OutlinePoint::new(f64::NAN, 0.0), OutlinePoint::default()];
        assert_eq!(message(&bad), "point 1: a point is NaN; it must be a finite number");
        assert!(message(&[OutlinePoint::default(); OUTLINE_POINTS + 1]).contains("too many"));
        let line = flat(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]);
        assert_eq!(filled(&line).unwrap_err().to_string(), "an outline encloses no area");
        assert!(filled(&[]).is_err() && signed_area(&[]) == 0.0);
    }

    #[test]
    fn the_way_along_an_axis_is_counted_from_above() {
        let points = [RampPoint::new(0.0, 0.0, 0.0), RampPoint::new(3.0, 4.0, 100.0), RampPoint::new(3.0, 19.0, 0.0)];
        let nodes = drawn_axis(&points, RAMP_FLATNESS).unwrap();
        assert_eq!(parts_of_way(&nodes), [0.0, 0.25, 1.0]);
    }
}
