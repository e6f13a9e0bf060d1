//! Any thing made of triangles: a toy, a playfield with holes in it, a post of odd shape.

use super::{Piece, Role};
use crate::collider::Collider;
use crate::error::{Error, in_range, vector_in_range};
use crate::material::Material;
use crate::math::trig;
use crate::shape::{Edge, Point, Shape, Sides, Triangle};
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::VP_SPEED;
use glam::DVec3;
use std::collections::BTreeMap;

/// Sine of a fold up to which two faces count as one, and the edge between them is left out: the rounding of meshes that
/// were stored with seven digits. Beside such an edge a ball of 10 cm could get at most 1e-7 m between the faces, which
/// is [`OVERLAP`].
const FLAT: f64 = 1e-6;
/// m: how far faces with a left-out edge reach past their borders, in their own planes, so that no ball gets between them.
const OVERLAP: f64 = 1e-7;
/// How many times [`OVERLAP`] a sharp corner of such a face is moved at most.
const MOST_MITRE: f64 = 100.0;
/// Height over longest side of a triangle too thin to be widened by [`OVERLAP`]: its edges stay.
const SLIVER: f64 = 1e-2;
/// Height over longest side of a triangle that is none. What is left of it are its neighbours' edges.
const NO_TRIANGLE: f64 = 1e-9;
/// Edges that meet in a point, up to which it is asked whether a ball can touch it there.
const MOST_EDGES_ASKED: usize = 24;

/// A mesh of triangles, put in its place.
///
/// The points are scaled, moved by `offset`, turned about z, y and x by `turn`, then about z, y and x by `object_turn`, and
/// moved to `position`, in this order. A turn about z from x towards y is clockwise to the player.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `points` | the corners of the triangles | any | none | mesh vertices |
/// | `triangles` | three numbers of points each; the front is where `(b - a) × (c - a)` points | | none | mesh indices, the other way round |
/// | `scale` | m for each unit of the points | m | 100 units each | `Size` |
/// | `offset` | moved by this before turning | m | 0 | `TransX/Y/Z` |
/// | `turn` | about x, y, z; first z, then y, then x | rad | 0 | `RotX/Y/Z` |
/// | `object_turn` | the same once more | rad | 0 | `ObjRotX/Y/Z` |
/// | `position` | where the origin of the points comes to be | m | origin | `Position` |
/// | `material` | | | e 0.3, falloff 0.5, friction 0.3 | `Elasticity` and so on |
/// | `tells` | impacts are told of | | no | `HasHitEvent` |
/// | `threshold` | slowest approach that is told of | m/s | 2 units | `Threshold` |
///
/// Triangles can be hit from the front only. Edges and points that no ball in front can touch are left out. A mirroring
/// scale turns the triangles round, so that their fronts stay outside; in Visual Pinball they would be inside out.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "Primitive")]
pub struct Mesh {
    /// The corners of the triangles, in units of `scale`.
    pub points: Vec<DVec3>,
    /// Three numbers of points each, counter-clockwise by the component formula seen from the front.
    pub triangles: Vec<[usize; 3]>,
    /// m for each unit of the points.
    pub scale: DVec3,
    /// m: moved by this before turning.
    pub offset: DVec3,
    /// rad: about x, y, z; first z, then y, then x.
    pub turn: DVec3,
    /// rad: the same once more.
    pub object_turn: DVec3,
    /// m: where the origin of the points comes to be.
    pub position: DVec3,
    /// What it is made of.
    pub material: Material,
    /// Are impacts told of?
    pub tells: bool,
    /// m/s: slowest approach that is told of.
    pub threshold: f64,
}

impl Default for Mesh {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            triangles: Vec::new(),
            scale: DVec3::splat(crate::units::metres_from_vp(100.0)),
            offset: DVec3::ZERO,
            turn: DVec3::ZERO,
            object_turn: DVec3::ZERO,
            position: DVec3::ZERO,
            material: Material::pinball(0.3, 0.5, 0.3, 0.0).unwrap_or_default(),
            tells: false,
            threshold: 2.0 * VP_SPEED,
        }
    }
}

impl Mesh {
    pub(crate) fn check(&self) -> Result<(), Error> {
        vector_in_range("scale of a mesh", self.scale, MOST_LENGTH)?;
        vector_in_range("offset of a mesh", self.offset, MOST_LENGTH)?;
        vector_in_range("position of a mesh", self.position, MOST_LENGTH)?;
        vector_in_range("turn of a mesh", self.turn, 1e6)?;
        vector_in_range("object turn of a mesh", self.object_turn, 1e6)?;
        in_range("threshold of a mesh", self.threshold, 0.0, MOST_SPEED)?;
        for (k, &point) in self.points.iter().enumerate() {
            vector_in_range("a point", point, MOST_LENGTH)
                .map_err(|error| error.within(format_args!("mesh point {k}")))?;
        }
        for (k, triangle) in self.triangles.iter().enumerate() {
            if let Some(&missing) = triangle.iter().find(|&&index| index >= self.points.len()) {
                return Err(Error::unknown("mesh point", missing).within(format_args!("triangle {k}")));
            }
        }
        Ok(())
    }

    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        self.check()?;
        let points: Vec<DVec3> = self.points.iter().map(|&p| self.placed(p)).collect();
        let mirrors = self.scale.x * self.scale.y * self.scale.z < 0.0;
        let outside = |&[a, b, c]: &[usize; 3]| if mirrors { [a, c, b] } else { [a, b, c] };
        let triangles: Vec<[usize; 3]> = self.triangles.iter().map(outside).collect();
        let skin = Skin::over(&points, &triangles, Sides::Front)?;
        if skin.faces.is_empty() {
            return Err(Error::degenerate("a mesh", "has no triangle with an area"));
        }
        let role = if self.tells { Role::Tells { threshold: self.threshold } } else { Role::Quiet };
        skin.pieces(&self.material, role)
    }

    fn placed(&self, point: DVec3) -> DVec3 {
        let at = turned(self.scale * point + self.offset, self.turn);
        turned(at, self.object_turn) + self.position
    }
}

/// A vector turned about z, then y, then x, by the angles (rad) in the parts of `by`. Each turns as written in components:
/// x towards y, z towards x, y towards z.
pub(super) fn turned(v: DVec3, by: DVec3) -> DVec3 {
    let plane = |a: f64, b: f64, angle: f64| {
        if angle == 0.0 {
            return (a, b);
        }
        let (sin, cos) = (trig::sin(angle), trig::cos(angle));
        (a * cos - b * sin, a * sin + b * cos)
    };
    let (x, y) = plane(v.x, v.y, by.z);
    let (z, x) = plane(v.z, x, by.y);
    let (y, z) = plane(y, z, by.x);
    DVec3::new(x, y, z)
}

/// What a ball can touch of a surface made of triangles: the faces, and those edges and points that are not hidden.
///
/// An edge is hidden from the front when its faces meet in a hollow or in one plane there, and a point when there is no
/// direction that leads away from all that meets in it. A ball touches a face first, then.
#[derive(Clone, Debug, Default)]
pub(super) struct Skin {
    pub(super) faces: Vec<Triangle>,
    pub(super) edges: Vec<Edge>,
    pub(super) points: Vec<Point>,
}

/// A face and the two ends of one of its edges, in the order in which the face walks it.
struct Side {
    face: usize,
    from: usize,
}

impl Skin {
    pub(super) fn over(points: &[DVec3], triangles: &[[usize; 3]], sides: Sides) -> Result<Self, Error> {
        let name = |error: Error| error.within("a mesh in its place");
        for &point in points {
            vector_in_range("a point", point, MOST_LENGTH).map_err(name)?;
        }
        let same = welded(points);
        let mut faces: Vec<Face> = Vec::new();
        let mut known = std::collections::BTreeSet::new();
        for triangle in triangles {
            let corners = triangle.map(|k| same[k]);
            if let Some(face) = Face::new(points, corners)
                && known.insert(from_least(corners))
            {
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
            let fold = fold(&faces, points, at, sides);
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
            skin.faces.push(Triangle::new(a, b, c).map_err(name)?.with_sides(sides));
        }
        Ok(skin)
    }

    /// All of it made of one material, and with one role.
    pub(super) fn pieces(self, material: &Material, role: Role) -> Result<Vec<Piece>, Error> {
        let faces = self.faces.into_iter().map(Shape::from);
        let edges = self.edges.into_iter().map(Shape::from);
        let points = self.points.into_iter().map(Shape::from);
        let all = faces.chain(edges).chain(points);
        Ok(all.map(|shape| Piece { collider: Collider::new(shape, material.clone()), role }).collect())
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
}

impl Face {
    /// `None` if it has no area to speak of.
    fn new(points: &[DVec3], corners: [usize; 3]) -> Option<Self> {
        let [a, b, c] = corners.map(|k| points[k]);
        let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
        let across = (b - a).cross(c - a).length();
        let normal = crate::gap::normal_across([a, b, c])?;
        (across > NO_TRIANGLE * longest).then(|| Self { corners, normal, thinness: across / longest })
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

fn fold(faces: &[Face], points: &[DVec3], at: &[Side], sides: Sides) -> Fold {
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
    if one_way && sine.abs() <= FLAT {
        return if left.thinness.min(right.thinness) > SLIVER { Fold::Flat } else { Fold::Bare };
    }
    if sides == Sides::Front && sine > FLAT { Fold::Hidden } else { Fold::Bare }
}

/// Is there a direction that leads away from everything that meets in a point? Its nearest ones would be across two of the
/// edges there.
fn can_be_touched(edges: &[DVec3]) -> bool {
    let leads_away = |d: DVec3| edges.iter().all(|e| d.dot(*e) <= FLAT);
    if edges.len() > MOST_EDGES_ASKED || edges.len() < 3 {
        return true;
    }
    edges.iter().enumerate().any(|(k, &e)| {
        edges[..k].iter().any(|&f| {
            let across = e.cross(f).normalize_or_zero();
            across != DVec3::ZERO && (leads_away(across) || leads_away(-across))
        })
    })
}

/// A triangle whose borders lie [`OVERLAP`] farther out, in its plane.
fn widened(corners: [DVec3; 3]) -> [DVec3; 3] {
    core::array::from_fn(|k| {
        let [at, next, last] = [0, 1, 2].map(|turn| corners[(k + turn) % 3]);
        let (to_next, to_last) = ((next - at).normalize_or_zero(), (last - at).normalize_or_zero());
        let half_angle_sine = 0.5 * (to_next - to_last).length();
        let outward = -(to_next + to_last).normalize_or_zero();
        at + outward * (OVERLAP / half_angle_sine.max(1.0 / MOST_MITRE))
    })
}

#[cfg(test)]
pub(super) mod testing {
    //! What the tests of walls, ramps and meshes share: balls thrown at pieces, and the true distance to triangles.

    use super::*;
    use crate::math::rng::Stream;
    use crate::{Ball, Gravity, Outcome, World};

    /// m: from a place to a triangle, edges and corners included.
    pub(in super::super) fn distance(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
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

    pub(in super::super) fn world_of(pieces: &[Piece], pull: DVec3) -> World {
        let mut world = World::new(Gravity::uniform(pull)).unwrap();
        world.set_budget(200_000);
        for piece in pieces {
            world.add_collider(piece.collider.clone()).unwrap();
        }
        world
    }

    /// Throws balls from all around at the surface of `triangles`, one world each, and asserts that none ever gets nearer to
    /// it than its radius, but for the drift that a contact may have. Half of them are aimed at edges and corners, and fly exactly at them.
    pub(in super::super) fn throw_at(
        name: &str,
        pieces: &[Piece],
        triangles: &[[DVec3; 3]],
        throws: u64,
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
            let radius = dice.between(0.005, 0.02);
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
                    nearest > radius - crate::tolerance::PARTED,
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

#[cfg(test)]
mod tests {
    use super::testing::*;
    use super::*;
    use crate::{Ball, Gravity, World};
    use core::f64::consts::FRAC_PI_2;

    /// A box from 0 to 1, fronts outside. Bit 0 of a point's number is its x, bit 1 its y, bit 2 its z.
    fn unit_box() -> Mesh {
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let bit = |k: usize, shift: usize| f64::from(u8::from(k >> shift & 1 == 1));
        Mesh {
            points: (0..8).map(|k| DVec3::new(bit(k, 0), bit(k, 1), bit(k, 2))).collect(),
            triangles: quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
            scale: DVec3::splat(0.1),
            ..Mesh::default()
        }
    }

    fn count(pieces: &[Piece]) -> (usize, usize, usize) {
        let of = |f: fn(&Shape) -> bool| pieces.iter().filter(|p| f(p.collider.shape())).count();
        (
            of(|s| matches!(s, Shape::Triangle(_))),
            of(|s| matches!(s, Shape::Edge(_))),
            of(|s| matches!(s, Shape::Point(_))),
        )
    }

    fn surface(mesh: &Mesh) -> Vec<[DVec3; 3]> {
        mesh.triangles.iter().map(|t| t.map(|k| mesh.placed(mesh.points[k]))).collect()
    }

    #[test]
    fn a_box_has_twelve_edges_and_eight_points() {
        let mesh = unit_box();
        assert_eq!(count(&mesh.pieces().unwrap()), (12, 12, 8), "the diagonals cannot be touched");
        // As stored to be seen: every triangle with points of its own, one of them twice, and one without area.
        let points: Vec<DVec3> = mesh.triangles.iter().flatten().map(|&k| mesh.points[k]).collect();
        let mut triangles: Vec<[usize; 3]> = (0..12).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        triangles.extend([[1, 2, 0], [0, 1, 0], [0, 3, 0]]);
        assert_eq!(count(&Mesh { points, triangles, ..mesh }.pieces().unwrap()), (12, 12, 8));
    }

    #[test]
    fn what_lies_in_a_hollow_is_left_out() {
        let mut mesh = unit_box();
        mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        assert_eq!(count(&mesh.pieces().unwrap()), (12, 0, 0), "a room has no edges to bump into");
        // One side open: the rim can be touched, from both sides.
        mesh.triangles.drain(2..4);
        assert_eq!(count(&mesh.pieces().unwrap()), (10, 4, 4));
    }

    #[test]
    fn a_mirror_keeps_the_outside_out() {
        let mesh = Mesh { scale: DVec3::new(-0.1, 0.1, 0.1), ..unit_box() };
        assert_eq!(count(&mesh.pieces().unwrap()), (12, 12, 8));
    }

    #[test]
    fn it_is_scaled_moved_turned_and_placed_in_this_order() {
        let at = |mesh: &Mesh, p: DVec3| mesh.placed(p);
        let mesh = Mesh {
            scale: DVec3::new(2.0, 1.0, 1.0),
            offset: DVec3::new(1.0, 0.0, 0.0),
            turn: DVec3::new(0.0, 0.0, FRAC_PI_2),
            object_turn: DVec3::new(FRAC_PI_2, 0.0, 0.0),
            position: DVec3::new(10.0, 0.0, 0.0),
            ..Mesh::default()
        };
        // (1, 0, 0): scaled to 2, moved to 3, turned about z to y, about x to z.
        assert!((at(&mesh, DVec3::X) - DVec3::new(10.0, 0.0, 3.0)).length() < 1e-12);
        assert!((turned(DVec3::Z, DVec3::new(0.0, FRAC_PI_2, 0.0)) - DVec3::X).length() < 1e-12, "z towards x");
    }

    #[test]
    fn no_ball_gets_into_a_closed_mesh() {
        let mut tilted = unit_box();
        tilted.turn = DVec3::new(0.3, 0.2, 0.7);
        tilted.position = DVec3::new(0.31, 0.77, 0.4);
        let pieces = tilted.pieces().unwrap();
        let inside =
            |mesh: &Mesh, p: DVec3| surface(mesh).iter().all(|&[a, b, c]| (b - a).cross(c - a).dot(p - a) < 0.0);
        throw_at("box", &pieces, &surface(&tilted), 200, |p| !inside(&tilted, p));
    }

    /// A pyramid pressed into the lid of a box, so that the surface has hollows, saddles, and edges of both kinds in one point.
    #[test]
    fn no_ball_gets_into_a_mesh_with_hollows() {
        let mut mesh = unit_box();
        mesh.points.push(DVec3::new(0.4, 0.55, 0.3));
        mesh.triangles.retain(|t| !t.iter().all(|&k| k >= 4));
        mesh.triangles.extend([[4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]]);
        let pieces = mesh.pieces().unwrap();
        assert_eq!(count(&pieces), (14, 12, 8), "the pit has neither edges nor a point");
        let lidless = surface(&mesh);
        throw_at("pit", &pieces, &lidless, 200, |_| true);
    }

    /// Two faces of one plane: a ball that falls exactly on the line between them, to the last digit, is carried.
    #[test]
    fn a_seam_carries() {
        let mut dice = crate::math::rng::Stream::new(5, "seam");
        for _ in 0..300 {
            let (w, h) = (dice.between(0.05, 0.2), dice.between(0.05, 0.2));
            let at = DVec3::new(dice.unit(), dice.unit(), 0.0);
            let points = [DVec3::ZERO, DVec3::new(w, 0.0, 0.0), DVec3::new(w, h, 0.0), DVec3::new(0.0, h, 0.0)];
            let mesh = Mesh {
                points: points.to_vec(),
                triangles: vec![[0, 1, 2], [0, 2, 3]],
                scale: DVec3::ONE,
                position: at,
                ..Mesh::default()
            };
            let pieces = mesh.pieces().unwrap();
            assert_eq!(count(&pieces), (2, 4, 4));
            let mut world = world_of(&pieces, DVec3::new(0.0, 0.0, -9.81));
            let middle = mesh.placed(points[2] * 0.5) + DVec3::Z * 0.1;
            let ball = world.add_ball(Ball::new(middle, 0.0135, 0.08).unwrap()).unwrap();
            world.advance(0.5).unwrap();
            assert!(world.position(ball).z > 0.013, "fell through at {middle}");
        }
    }

    /// It rolls over the seams of a level floor of many triangles as over one plane.
    #[test]
    fn a_floor_of_many_triangles_is_smooth() {
        let n = 6;
        let id = |x: usize, y: usize| y * (n + 1) + x;
        let points =
            (0..=n).flat_map(|y| (0..=n).map(move |x| DVec3::new(x as f64 + 0.3 * (y % 2) as f64, y as f64, 0.0)));
        let cells = (0..n).flat_map(|y| (0..n).map(move |x| (x, y)));
        let mesh = Mesh {
            points: points.collect(),
            triangles: cells
                .flat_map(|(x, y)| {
                    [[id(x, y), id(x + 1, y), id(x + 1, y + 1)], [id(x, y), id(x + 1, y + 1), id(x, y + 1)]]
                })
                .collect(),
            scale: DVec3::splat(0.05),
            ..Mesh::default()
        };
        let pieces = mesh.pieces().unwrap();
        assert_eq!(count(&pieces).0, 72);
        assert!(count(&pieces).1 <= 24, "only the rim has edges");
        let mut world = world_of(&pieces, DVec3::new(0.0, 0.0, -9.81));
        let mut plain = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81))).unwrap();
        let floor = crate::shape::Plane::floor(0.0).unwrap();
        plain.add_collider(Collider::new(floor, mesh.material.clone())).unwrap();
        let ball =
            Ball::new(DVec3::new(0.02, 0.03, 0.0135), 0.0135, 0.08).unwrap().with_velocity(DVec3::new(0.5, 0.4, 0.0));
        let (one, two) = (world.add_ball(ball).unwrap(), plain.add_ball(ball).unwrap());
        world.advance(0.4).unwrap();
        plain.advance(0.4).unwrap();
        let apart = world.position(one) - plain.position(two);
        assert!(apart.length() < 1e-5, "{apart}");
    }

    #[test]
    fn faults_are_named() {
        let message = |mesh: Mesh| mesh.pieces().unwrap_err().to_string();
        assert_eq!(message(Mesh::default()), "a mesh has no triangle with an area");
        let missing = Mesh { triangles: vec![[0, 1, 8]], ..unit_box() };
        assert_eq!(message(missing), "triangle 0: there is no mesh point 8");
        let mut broken = unit_box();
        broken.points[3].y = f64::NAN;
        assert_eq!(message(broken), "mesh point 3: a point is NaN; it must be a finite number");
        assert!(message(Mesh { scale: DVec3::splat(f64::INFINITY), ..unit_box() }).starts_with("scale of a mesh"));
        assert!(
            message(Mesh { scale: DVec3::splat(1e6), offset: DVec3::splat(1e6), ..unit_box() })
                .contains("in its place")
        );
    }
}
