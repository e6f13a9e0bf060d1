//! What a ball can touch of a surface made of triangles.

use super::super::{Piece, Role};
use crate::collider::Collider;
use crate::error::{Error, vector_in_range};
use crate::gap::normal_across;
use crate::material::Material;
use crate::shape::{Edge, Point, Shape, Sides, Triangle};
use crate::tolerance::{
    MESH_EDGES_ASKED, MESH_FLAT, MESH_MITRE, MESH_NO_TRIANGLE, MESH_OVERLAP, MESH_SLIVER, MOST_LENGTH,
};
use glam::DVec3;
use std::collections::BTreeMap;

/// What a ball can touch of a surface made of triangles: the faces, and those edges and points that are not hidden.
///
/// An edge is hidden from the front when its faces meet in a hollow or in one plane there, and a point when there is no
/// direction that leads away from all that meets in it. A ball touches a face first, then.
#[derive(Clone, Debug, Default)]
pub(in crate::pinball) struct Skin {
    pub(in crate::pinball) faces: Vec<Triangle>,
    pub(in crate::pinball) edges: Vec<Edge>,
    pub(in crate::pinball) points: Vec<Point>,
}

/// A face and the two ends of one of its edges, in the order in which the face walks it.
struct Side {
    face: usize,
    from: usize,
}

impl Skin {
    pub(in crate::pinball) fn over(points: &[DVec3], triangles: &[[usize; 3]], sides: Sides) -> Result<Self, Error> {
        let name = |error: Error| error.within("a mesh in its place");
        for &point in points {
            vector_in_range("a point", point, MOST_LENGTH).map_err(name)?;
        }
        let same = welded(points);
        let mut faces: Vec<Face> = Vec::new();
        let mut known = BTreeMap::new();
        for triangle in triangles {
            let corners = triangle.map(|k| same[k]);
            let [a, b, c] = corners;
            if known.contains_key(&from_least(corners)) {
                continue;
            }
            if let Some(&twin) = known.get(&from_least([a, c, b])) {
                // Two back to back are one that is solid from both sides: else every edge would be that of four faces, and bare.
                let twin: &mut Face = &mut faces[twin];
                twin.sides = Sides::Both;
            } else if let Some(face) = Face::new(points, corners, sides) {
                known.insert(from_least(corners), faces.len());
                faces.push(face);
            }
        }
        let mut edges: BTreeMap<(usize, usize), Vec<Side>> = BTreeMap::new();
        for (k, face) in faces.iter().enumerate() {
            let [a, b, c] = face.corners;
            for (from, to) in [(a, b), (b, c), (c, a)] {
                edges.entry((from.min(to), from.max(to))).or_default().push(Side { face: k, from });
            }
        }
        let mut skin = Self::default();
        let mut joined = vec![false; faces.len()];
        // Of every point: whether one of its edges can be touched, and the directions of all of them.
        let mut around: BTreeMap<usize, (bool, Vec<DVec3>)> = BTreeMap::new();
        for (&(a, b), at) in &edges {
            let fold = fold(&faces, points, at);
            if fold == Fold::Flat {
                at.iter().for_each(|side| joined[side.face] = true);
            }
            if fold == Fold::Bare {
                skin.edges.push(Edge::new(points[a], points[b]).map_err(name)?);
            }
            let direction = (points[b] - points[a]).normalize_or_zero();
            for (end, away) in [(a, direction), (b, -direction)] {
                let (bare, directions) = around.entry(end).or_default();
                *bare |= fold == Fold::Bare;
                directions.push(away);
            }
        }
        for (&point, (bare, directions)) in &around {
            if *bare && can_be_touched(directions) {
                skin.points.push(Point::new(points[point]).map_err(name)?);
            }
        }
        for (face, joined) in faces.iter().zip(joined) {
            let [a, b, c] = face.corners.map(|k| points[k]);
            let [a, b, c] = if joined { widened([a, b, c]) } else { [a, b, c] };
            skin.faces.push(Triangle::new(a, b, c).map_err(name)?.with_sides(face.sides));
        }
        Ok(skin)
    }

    /// All of it made of one material, and with one role.
    pub(in crate::pinball) fn pieces(self, material: &Material, role: Role) -> Vec<Piece> {
        let faces = self.faces.into_iter().map(Shape::from);
        let edges = self.edges.into_iter().map(Shape::from);
        let points = self.points.into_iter().map(Shape::from);
        let all = faces.chain(edges).chain(points);
        all.map(|shape| Piece { collider: Collider::new(shape, material.clone()), role }).collect()
    }
}

/// For each point the first one on the same spot: meshes made to be seen have several where colours or normals differ.
fn welded(points: &[DVec3]) -> Vec<usize> {
    let mut first = BTreeMap::new();
    let key = |p: DVec3| (p + DVec3::ZERO).to_array().map(f64::to_bits);
    points.iter().enumerate().map(|(k, &p)| *first.entry(key(p)).or_insert(k)).collect()
}

/// The same triangle, beginning with its least corner.
fn from_least([a, b, c]: [usize; 3]) -> [usize; 3] {
    if a <= b && a <= c {
        [a, b, c]
    } else if b <= c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

struct Face {
    corners: [usize; 3],
    normal: DVec3,
    /// Height over longest side.
    thinness: f64,
    sides: Sides,
}

impl Face {
    /// `None` if it has no area to speak of.
    fn new(points: &[DVec3], corners: [usize; 3], sides: Sides) -> Option<Self> {
        let [a, b, c] = corners.map(|k| points[k]);
        let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
        let across = (b - a).cross(c - a).length();
        let normal = normal_across([a, b, c])?;
        (across > MESH_NO_TRIANGLE * longest).then(|| Self { corners, normal, thinness: across / longest, sides })
    }

    /// The corner that is not an end of this edge.
    fn opposite(&self, (a, b): (usize, usize)) -> Option<usize> {
        self.corners.into_iter().find(|&k| k != a && k != b)
    }
}

/// How the faces at an edge meet.
#[derive(Clone, Copy, PartialEq)]
enum Fold {
    /// A ball can touch the edge.
    Bare,
    /// They go on in one plane.
    Flat,
    /// They meet in a hollow.
    Hidden,
}

fn fold(faces: &[Face], points: &[DVec3], at: &[Side]) -> Fold {
    // The rim of a sheet, a fin, or faces that disagree about which side is the front.
    let [one, two] = at else { return Fold::Bare };
    if one.from == two.from {
        return Fold::Bare;
    }
    let (left, right) = (&faces[one.face], &faces[two.face]);
    let Some(opposite) = right.opposite((one.from, two.from)) else { return Fold::Bare };
    // The height of the far corner of one face over the other's plane, as a part of its distance from the edge.
    let (start, end, far) = (points[one.from], points[two.from], points[opposite]);
    let along = (end - start).normalize_or_zero();
    let arm = (far - start) - along * along.dot(far - start);
    let sine = left.normal.dot(arm) / arm.length();
    let one_way = left.normal.dot(right.normal) > 0.0;
    if one_way && sine.abs() <= MESH_FLAT {
        return if left.thinness.min(right.thinness) > MESH_SLIVER { Fold::Flat } else { Fold::Bare };
    }
    let front = left.sides == Sides::Front && right.sides == Sides::Front;
    if front && sine > MESH_FLAT { Fold::Hidden } else { Fold::Bare }
}

/// Is there a direction that leads away from everything that meets in a point? Its nearest ones would be across two of the
/// edges there.
fn can_be_touched(edges: &[DVec3]) -> bool {
    let leads_away = |d: DVec3| edges.iter().all(|e| d.dot(*e) <= MESH_FLAT);
    if edges.len() > MESH_EDGES_ASKED || edges.len() < 3 {
        return true;
    }
    edges.iter().enumerate().any(|(k, &e)| {
        edges[..k].iter().any(|&f| {
            let across = e.cross(f).normalize_or_zero();
            across != DVec3::ZERO && (leads_away(across) || leads_away(-across))
        })
    })
}

/// A triangle whose borders lie [`MESH_OVERLAP`] farther out, in its plane.
pub(in crate::pinball) fn widened(corners: [DVec3; 3]) -> [DVec3; 3] {
    core::array::from_fn(|k| {
        let [at, next, last] = [0, 1, 2].map(|turn| corners[(k + turn) % 3]);
        let (to_next, to_last) = ((next - at).normalize_or_zero(), (last - at).normalize_or_zero());
        let half_angle_sine = 0.5 * (to_next - to_last).length();
        let outward = -(to_next + to_last).normalize_or_zero();
        at + outward * (MESH_OVERLAP / half_angle_sine.max(1.0 / MESH_MITRE))
    })
}

#[cfg(test)]
pub(in crate::pinball) mod testing {
    //! What the tests of walls, ramps and meshes share: balls thrown at pieces, and the true distance to triangles.

    use super::*;
    use crate::math::rng::Stream;
    use crate::{Ball, Gravity, Outcome, World};

    /// m: from a place to a triangle, edges and corners included.
    pub(in crate::pinball) fn distance(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
        let normal = (b - a).cross(c - a);
        let inside = |s: DVec3, e: DVec3| normal.cross(e - s).dot(p - s) >= 0.0;
        if normal != DVec3::ZERO && inside(a, b) && inside(b, c) && inside(c, a) {
            return normal.normalize().dot(p - a).abs();
        }
        let to_edge = |s: DVec3, e: DVec3| {
            let part = ((p - s).dot(e - s) / (e - s).length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            (p - s - (e - s) * part).length()
        };
        to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a))
    }

    pub(in crate::pinball) fn world_of(pieces: &[Piece], pull: DVec3) -> World {
        let mut world = World::new(Gravity::uniform(pull)).unwrap();
        world.set_budget(200_000);
        for piece in pieces {
            world.add_collider(piece.collider.clone()).unwrap();
        }
        world
    }

    /// Throws balls from all around at the surface of `triangles`, one world each, and asserts that none ever gets nearer to
    /// it than its radius. Half of them are aimed at edges and corners, and fly exactly at them.
    pub(in crate::pinball) fn throw_at(
        name: &str,
        pieces: &[Piece],
        triangles: &[[DVec3; 3]],
        throws: u64,
        outside: impl Fn(DVec3) -> bool,
    ) {
        throw_within(name, pieces, triangles, throws, 2e-6, outside);
    }

    /// The same, where balls may get so deep (m) into the triangles, which are chords of something round.
    pub(in crate::pinball) fn throw_within(
        name: &str,
        pieces: &[Piece],
        triangles: &[[DVec3; 3]],
        throws: u64,
        depth: f64,
        outside: impl Fn(DVec3) -> bool,
    ) {
        let all = || triangles.iter().flatten().copied();
        let low = all().fold(DVec3::INFINITY, DVec3::min);
        let high = all().fold(DVec3::NEG_INFINITY, DVec3::max);
        let (middle, size) = (0.5 * (low + high), (high - low).length());
        let mut hits = 0;
        for seed in 0..throws {
            let mut dice = Stream::new(seed, name);
            let mut any = |least: f64, most: f64| {
                DVec3::new(dice.between(least, most), dice.between(least, most), dice.between(least, most))
            };
            let (way, within, weights) = (any(-1.0, 1.0).normalize(), any(0.0, 1.0), any(0.0, 1.0));
            let radius = dice.between(0.005, 0.016);
            let target = match seed % 4 {
                0 => low + (high - low) * within,
                1 => triangles[seed as usize / 4 % triangles.len()][seed as usize / 7 % 3],
                2 => {
                    let [a, b, _] = triangles[seed as usize / 4 % triangles.len()];
                    a + (b - a) * if weights.x < 0.5 { 0.5 } else { weights.y }
                }
                _ => {
                    let [a, b, c] = triangles[seed as usize / 4 % triangles.len()];
                    (a * weights.x + b * weights.y + c * weights.z) / weights.element_sum()
                }
            };
            let start = middle + way * (size + 0.1);
            if triangles.iter().any(|&t| distance(start, t) < radius + 1e-3) || !outside(start) {
                continue;
            }
            let pull = if seed % 3 == 0 { DVec3::ZERO } else { DVec3::new(0.0, 0.0, -9.81) };
            let mut world = world_of(pieces, pull);
            let flight = if seed % 8 < 4 { 0.05 } else { 0.3 };
            let velocity = (target - start) / flight - pull * (0.5 * flight);
            let ball = world.add_ball(Ball::new(start, radius, 0.08).unwrap().with_velocity(velocity)).unwrap();
            let mut struck = false;
            for _ in 0..100 {
                let done = world.advance(0.007).unwrap();
                assert!(done.outcome != Outcome::Budget, "{name} {seed}: a storm at {}", world.time());
                struck |= world.events().iter().any(|event| matches!(event.what, crate::What::Impact { .. }));
                let at = world.position(ball);
                let nearest = triangles.iter().map(|&t| distance(at, t)).fold(f64::INFINITY, f64::min);
                assert!(
                    nearest > radius - depth,
                    "{name} {seed}: {} deep at {at}, t {}",
                    radius - nearest,
                    world.time()
                );
                assert!(outside(at), "{name} {seed}: inside at {at}");
            }
            hits += usize::from(struck);
        }
        assert!(hits as u64 * 2 > throws, "{name}: only {hits} of {throws} met it");
    }
}
