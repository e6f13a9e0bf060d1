//! Any thing made of triangles: a toy, a playfield with holes in it, a post of odd shape.

mod skin;

#[cfg(test)]
pub(super) use skin::testing;
pub(super) use skin::{Skin, widened};

use super::{Piece, Role};
use crate::error::{Error, in_range, vector_in_range};
use crate::material::Material;
use crate::math::trig;
use crate::shape::Sides;
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::{VP_LENGTH, VP_SPEED};
use glam::DVec3;

/// A mesh of triangles, put in its place.
///
/// The points are scaled, moved by `offset`, turned about z, y and x by `turn`, then about z, y and x by `object_turn`, and
/// moved to `position`, in this order. A turn about z from x towards y is clockwise to the player.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `points` | the corners of the triangles | any | none | mesh vertices |
/// | `triangles` | three numbers of points each; the front is where `(b - a) × (c - a)` points | | none | mesh indices, as they stand in a file |
/// | `scale` | m for each unit of the points | m | 100 units each | `Size` |
/// | `offset` | moved by this before turning | m | 0 | `TransX/Y/Z` |
/// | `turn` | about x, y, z; first z, then y, then x | rad | 0 | `RotX/Y/Z` |
/// | `object_turn` | the same once more | rad | 0 | `ObjRotX/Y/Z` |
/// | `position` | where the origin of the points comes to be | m | origin | `Position` |
/// | `material` | | | e 0.3, falloff 0.5, friction 0.3 | `Elasticity` and so on |
/// | `tells` | impacts are told of | | no | `HasHitEvent` |
/// | `threshold` | slowest approach that is told of | m/s | 2 units | `Threshold` |
///
/// Triangles can be hit from the front only; two back to back are one that can be hit from both sides. Points on one spot are one,
/// and triangles without area are left out. Edges and points that no ball in front can touch are left out. A mirroring
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
            scale: DVec3::splat(100.0 * VP_LENGTH),
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

    /// Its points in their places (m), and its triangles with their fronts outside, for drawing. Nothing of a mesh that
    /// [`Machine::add`](crate::pinball::Machine::add) would refuse.
    pub fn surface(&self) -> (Vec<DVec3>, Vec<[usize; 3]>) {
        if self.check().is_err() {
            return Default::default();
        }
        let points = self.points.iter().map(|&p| self.placed(p)).collect();
        let mirrors = self.scale.x * self.scale.y * self.scale.z < 0.0;
        let outside = |&[a, b, c]: &[usize; 3]| if mirrors { [a, c, b] } else { [a, b, c] };
        (points, self.triangles.iter().map(outside).collect())
    }

    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        self.check()?;
        let (points, triangles) = self.surface();
        let skin = Skin::over(&points, &triangles, Sides::Front)?;
        if skin.faces.is_empty() {
            return Err(Error::degenerate("a mesh", "has no triangle with an area"));
        }
        let role = if self.tells { Role::Tells { threshold: self.threshold } } else { Role::Quiet };
        Ok(skin.pieces(&self.material, role))
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

#[cfg(test)]
mod tests {
    use super::testing::*;
    use super::*;
    use crate::collider::Collider;
    use crate::math::rng::Stream;
    use crate::shape::Shape;
    use crate::{Ball, Gravity, World};
    use core::f64::consts::{FRAC_PI_2, PI};

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

    /// A sheet as it is often drawn, every triangle twice, back to back: it is solid from both sides, and smooth.
    #[test]
    fn triangles_back_to_back_are_one() {
        let points = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| DVec3::new(x, y, 0.0));
        let triangles = vec![[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]];
        let sheet = Mesh { points: points.to_vec(), triangles, scale: DVec3::splat(0.1), ..Mesh::default() };
        let pieces = sheet.pieces().unwrap();
        assert_eq!(count(&pieces), (2, 4, 4), "the diagonal is in one plane");
        throw_at("sheet", &pieces, &surface(&sheet), 160, |_| true);
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

    /// A bumpy globe, its points rounded to seven digits as in a file: folds of all kinds, some nearly flat, and saddles.
    #[test]
    fn no_ball_gets_into_a_bumpy_globe() {
        let (rows, columns) = (6, 9);
        let mut dice = Stream::new(2, "globe");
        let mut points = vec![DVec3::Z, DVec3::NEG_Z];
        for row in 1..rows {
            for column in 0..columns {
                let (up, round) = (PI * row as f64 / rows as f64, 2.0 * PI * column as f64 / columns as f64);
                let flat = if column < 4 { 1.0 } else { dice.between(0.6, 1.2) };
                let at = DVec3::new(trig::sin(up) * trig::cos(round), trig::sin(up) * trig::sin(round), trig::cos(up));
                points.push((at * flat).as_vec3().as_dvec3());
            }
        }
        let id = |row: usize, column: usize| match row {
            0 => 0,
            _ if row == rows => 1,
            _ => 2 + (row - 1) * columns + column % columns,
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let quad = |(r, c)| [[id(r, c), id(r + 1, c), id(r + 1, c + 1)], [id(r, c), id(r + 1, c + 1), id(r, c + 1)]];
        let triangles = cells.flat_map(quad).filter(|t| t[0] != t[1] && t[1] != t[2] && t[2] != t[0]).collect();
        let turn = DVec3::new(0.4, 1.0, 2.0);
        let globe = Mesh { points, triangles, scale: DVec3::splat(0.06), turn, ..Mesh::default() };
        let pieces = globe.pieces().unwrap();
        let (faces, edges, corners) = count(&pieces);
        assert_eq!(faces, 90);
        assert!(edges < 120 && corners < 47, "{edges} of 135 edges and {corners} of 47 points");
        // The solid is a star about its middle: what is inside is nearer to it than the face in its direction.
        let faces = surface(&globe);
        let inside = |p: DVec3| {
            faces.iter().any(|&[a, b, c]| {
                let through = |s: DVec3, e: DVec3| s.cross(e).dot(p) > 0.0;
                through(a, b) && through(b, c) && through(c, a) && (b - a).cross(c - a).dot(p - a) < 0.0
            })
        };
        throw_at("globe", &pieces, &faces, 200, |p| !inside(p));
    }

    /// Two faces of one plane: a ball that falls exactly on the line between them, to the last digit, is carried.
    #[test]
    fn a_seam_carries() {
        let mut dice = Stream::new(5, "seam");
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

    #[test]
    fn the_surface_for_drawing_has_its_fronts_outside() {
        for scale in [DVec3::splat(0.1), DVec3::new(-0.1, 0.1, 0.1)] {
            let (points, triangles) = Mesh { scale, ..unit_box() }.surface();
            let middle = scale * 0.5;
            for [a, b, c] in triangles.iter().map(|t| t.map(|k| points[k])) {
                assert!((b - a).cross(c - a).dot(a - middle) > 0.0, "{a} {b} {c}");
            }
        }
        let broken = Mesh { triangles: vec![[0, 1, 99]], ..unit_box() };
        assert!(broken.surface().0.is_empty());
    }
}
