//! Outlines as a table's author draws them: points, some of them smooth, some with an arc to the next; and the curve
//! through them, drawn out.

mod arc;
mod cut;
mod fill;

pub(crate) use arc::Bend;
pub(crate) use cut::{Cut, Trapezoid, trapezoids};
pub(crate) use fill::{crosses_itself, filled, is_inner_corner, signed_area};

use crate::error::{Error, ErrorKind, flat_in_range, in_range, vector_in_range};
use crate::tolerance::{ARC_CHORD, ARC_ROUGH_CHORD, MOST_BULGE, MOST_LENGTH, OUTLINE_HALVINGS, OUTLINE_POINTS};
use crate::units::VP_LENGTH;
use glam::{DVec2, DVec3};

/// How finely a curve is drawn out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fineness {
    /// m²: a spline is halved until twice the area between a piece and its chord is less than this.
    flatness: f64,
    /// m: how far an arc may be from its chords.
    chord: f64,
}

/// Walls: Visual Pinball's accuracy 4, in its units a limit on the square of an area.
pub(crate) const WALL_FINENESS: Fineness = Fineness { flatness: 2.0 * VP_LENGTH * VP_LENGTH, chord: ARC_CHORD };
/// Ramps and rubbers: Visual Pinball's accuracy 400.
pub(crate) const RAMP_FINENESS: Fineness = Fineness { flatness: 20.0 * VP_LENGTH * VP_LENGTH, chord: ARC_ROUGH_CHORD };

/// A point of an outline on the playfield.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `at` | where it is | m | origin | drag point x, y |
/// | `smooth` | the outline bends through it instead of turning at it | | no | `Smooth` |
/// | `slingshot` | the edge from here to the next point is a slingshot | | no | `IsSlingshot` |
/// | `bulge` | the edge from here to the next point is a true arc: its height over half its chord | | 0: straight | none |
///
/// A `bulge` of 1 is a half circle, of 0.414 (the tangent of an eighth of a turn) a quarter; beyond 1 it is the greater part of
/// a circle. In general it is the tangent of a quarter of the angle by which the edge turns. Positive: walking to the next
/// point the edge turns clockwise as the player sees it, so that it lies to the left of its chord, and bulges out of an
/// outline that is walked clockwise. Negative: the other way. [`arc_to`](Self::arc_to) makes one from a radius. An edge with a
/// bulge does not mind whether its ends are smooth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[doc(alias = "DragPoint")]
pub struct OutlinePoint {
    /// m: where it is.
    pub at: DVec2,
    /// Does the outline bend through it, instead of turning at it?
    pub smooth: bool,
    /// Is the edge from here to the next point a slingshot?
    pub slingshot: bool,
    /// The height of the arc from here to the next point over half its chord; 0 for a straight edge. Positive: it turns
    /// clockwise as the player sees it.
    pub bulge: f64,
}

impl OutlinePoint {
    /// A plain point, at which the outline turns.
    pub fn new(x: f64, y: f64) -> Self {
        Self { at: DVec2::new(x, y), ..Self::default() }
    }

    /// The same point with an arc of `radius` from here to `next`, as SVG's `A` has it: the `large` part of the circle or the
    /// small one, turning `clockwise` as the player sees it (SVG's sweep flag) or not. A radius too small to reach is taken
    /// as the least that does, half the chord.
    #[must_use]
    pub fn arc_to(self, next: DVec2, radius: f64, large: bool, clockwise: bool) -> Self {
        let half = 0.5 * (next - self.at).length();
        let reach = (radius * radius - half * half).max(0.0).sqrt();
        // The height of the arc is the radius less, or plus, the way from the centre to the chord. In the first case both are
        // multiplied by their sum, so that a flat arc loses no digits.
        let height = if large { radius.max(half) + reach } else { half * half / (radius.max(half) + reach) };
        let bulge = if half > 0.0 { height / half } else { 0.0 };
        Self { bulge: if clockwise { bulge } else { -bulge }, ..self }
    }
}

/// The corners of an outline whose bends and arcs are drawn out into straight edges, as fine as rubbers are: for areas
/// of triggers, and for pictures. A closed one does not repeat its first point.
///
/// # Errors
/// When a number is not sane, or there are not two points apart.
pub fn drawn_out(points: &[OutlinePoint], closed: bool) -> Result<Vec<DVec2>, Error> {
    check_outline(points, 2)?;
    Ok(drawn(points, closed, RAMP_FINENESS)?.into_iter().map(|node| node.at.truncate()).collect())
}

/// A point of a ramp's axis.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `at` | where it is; its z is added to the ramp's own height there | m | origin | drag point x, y, z |
/// | `smooth` | the axis bends through it instead of turning at it | | no | `Smooth` |
/// | `bulge` | the axis is an arc from here to the next point: see [`OutlinePoint`] | | 0: straight | none |
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RampPoint {
    /// m: where it is; its z is added to the ramp's own height there.
    pub at: DVec3,
    /// Does the axis bend through it, instead of turning at it?
    pub smooth: bool,
    /// The height of the arc from here to the next point over half its chord, seen from above; 0 for none.
    pub bulge: f64,
}

impl RampPoint {
    /// A plain point, at which the axis turns.
    pub fn new(x: f64, y: f64, z: f64) -> Self {
        Self { at: DVec3::new(x, y, z), ..Self::default() }
    }
}

/// A point of a curve as drawn out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) at: DVec3,
    pub(crate) slingshot: bool,
    /// The point as given from which this piece of the curve begins.
    pub(crate) from: usize,
    /// The arc of which the edge from here to the next node is a chord.
    pub(crate) bend: Option<Bend>,
}

/// Are these points, enough of them and not too many, all numbers of a sane size?
pub(crate) fn check_outline(points: &[OutlinePoint], need: usize) -> Result<(), Error> {
    check_count(points.len(), need)?;
    for (k, point) in points.iter().enumerate() {
        let place = |error: Error| error.within(format_args!("point {k}"));
        flat_in_range("a point", point.at, MOST_LENGTH).map_err(place)?;
        in_range("bulge", point.bulge, -MOST_BULGE, MOST_BULGE).map_err(place)?;
    }
    Ok(())
}

/// The same for a ramp's axis.
pub(crate) fn check_axis(points: &[RampPoint]) -> Result<(), Error> {
    check_count(points.len(), 2)?;
    for (k, point) in points.iter().enumerate() {
        let place = |error: Error| error.within(format_args!("point {k}"));
        vector_in_range("a point", point.at, MOST_LENGTH).map_err(place)?;
        in_range("bulge", point.bulge, -MOST_BULGE, MOST_BULGE).map_err(place)?;
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
pub(crate) fn drawn(points: &[OutlinePoint], closed: bool, fineness: Fineness) -> Result<Vec<Node>, Error> {
    let knot = |p: &OutlinePoint| {
        let OutlinePoint { at, smooth, slingshot, bulge } = *p;
        Knot { at: at.extend(0.0), smooth, slingshot, bulge }
    };
    draw(points.iter().map(knot), closed, fineness)
}

/// The same for a ramp's axis, which is open.
pub(crate) fn drawn_axis(points: &[RampPoint], fineness: Fineness) -> Result<Vec<Node>, Error> {
    let knot = |p: &RampPoint| Knot { at: p.at, smooth: p.smooth, slingshot: false, bulge: p.bulge };
    draw(points.iter().map(knot), false, fineness)
}

#[derive(Clone, Copy)]
struct Knot {
    at: DVec3,
    smooth: bool,
    slingshot: bool,
    bulge: f64,
}

/// Visual Pinball's curves: a centripetal Catmull-Rom spline between each two points, which bends towards the next
/// neighbour only at a smooth point. Each is halved until flat, and the start of every flat piece is given out; an open
/// curve gives its last point too. Of points on one spot the last counts. Arcs are Carom's own.
fn draw(knots: impl Iterator<Item = Knot>, closed: bool, fineness: Fineness) -> Result<Vec<Node>, Error> {
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
        let too_many = || Error::degenerate("an outline", "has too many points when its bends are drawn out");
        if let Some(bend) = Bend::over(start.at.truncate(), end.at.truncate(), start.bulge) {
            let node = |at: DVec3| Node { at, slingshot: start.slingshot, from: index, bend: Some(bend) };
            let chords = bend.chords(start.bulge, fineness.chord);
            if chords > OUTLINE_POINTS {
                return Err(too_many());
            }
            nodes.push(node(start.at));
            nodes.extend(bend.between(start.at, end.at, start.bulge, chords).map(node));
            if nodes.len() > OUTLINE_POINTS {
                return Err(too_many());
            }
            continue;
        }
        // The neighbours count at smooth ends only; the ends of an open curve have none.
        let before = if start.smooth && (closed || k > 0) { path[(k + n - 1) % n].1.at } else { start.at };
        let after = if end.smooth && (closed || k + 2 < n) { path[(k + 2) % n].1.at } else { end.at };
        let curve = Spline::through(before, start.at, end.at, after);
        nodes.push(Node { at: start.at, slingshot: start.slingshot, from: index, bend: None });
        let whole = Piece { t: [0.0, 1.0], ends: [start.at, end.at] };
        curve.halve(whole, OUTLINE_HALVINGS, fineness.flatness, &mut |at| {
            nodes.push(Node { at, slingshot: false, from: index, bend: None });
        });
        if nodes.len() > OUTLINE_POINTS {
            return Err(too_many());
        }
    }
    if !closed {
        nodes.push(Node { at: path[n - 1].1.at, slingshot: false, from: path[n - 1].0, bend: None });
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
mod tests;
