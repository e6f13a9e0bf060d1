//! A wall of any outline: a block that stands on the playfield, or hangs above it. Some of its edges may be slingshots.

use super::mesh::Skin;
use super::{Piece, Role};
use crate::collider::Collider;
use crate::error::{Error, in_range};
use crate::material::Material;
use crate::pinball::outline::{
    Node, OutlinePoint, WALL_FLATNESS, check_outline, crossing_edges, drawn, filled, is_inner_corner, signed_area,
};
use crate::shape::{self, Corner, Edge, Point, Shape, Sides};
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::{VP_LENGTH, VP_SPEED};
use glam::{DVec2, DVec3};

/// A wall.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `outline` | its border seen from above, walked either way | m | none | drag points |
/// | `bottom`, `top` | from where to where it stands | m | 0 and 50 units | `HeightBottom`, `HeightTop` |
/// | `bottom_solid` | it has an underside | | no | `IsBottomSolid` |
/// | `droppable` | it can be let down into the playfield | | no | `IsDroppable` |
/// | `material` | | | e 0.3, friction 0.3 | `Elasticity` and so on |
/// | `tells` | impacts on its sides are told of | | no | `HasHitEvent` |
/// | `threshold` | slowest approach that is told of | m/s | 2 units | `Threshold` |
/// | `slingshot_force` | most by which a slingshot edge drives a ball | m/s | 80 units | `SlingshotStrength` × 10 |
/// | `slingshot_threshold` | slowest approach that sets a slingshot off | m/s | 0 | `SlingshotThreshold` |
///
/// The sides are exactly as high as the wall, with true edges at the top: a low wall throws a ball up, where Visual
/// Pinball's sides reach half a ball's radius higher than they should. A wall with `bottom` at 0 has no edges there, and
/// one without `bottom_solid` is open below.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "Surface")]
pub struct Wall {
    /// m: its border seen from above, walked either way.
    pub outline: Vec<OutlinePoint>,
    /// m: where it begins.
    pub bottom: f64,
    /// m: where it ends.
    pub top: f64,
    /// Has it an underside?
    pub bottom_solid: bool,
    /// Can it be let down into the playfield?
    pub droppable: bool,
    /// What it is made of.
    pub material: Material,
    /// Are impacts on its sides told of?
    pub tells: bool,
    /// m/s: slowest approach that is told of.
    pub threshold: f64,
    /// m/s: most by which a slingshot edge drives a ball.
    pub slingshot_force: f64,
    /// m/s: slowest approach that sets a slingshot off.
    pub slingshot_threshold: f64,
}

impl Default for Wall {
    fn default() -> Self {
        Self {
            outline: Vec::new(),
            bottom: 0.0,
            top: 50.0 * VP_LENGTH,
            bottom_solid: false,
            droppable: false,
            material: Material::pinball(0.3, 0.0, 0.3, 0.0).unwrap_or_default(),
            tells: false,
            threshold: 2.0 * VP_SPEED,
            slingshot_force: 80.0 * VP_SPEED,
            slingshot_threshold: 0.0,
        }
    }
}

impl Wall {
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_outline(&self.outline, 3)?;
        check_heights(self.bottom, self.top)?;
        in_range("threshold of a wall", self.threshold, 0.0, MOST_SPEED)?;
        in_range("slingshot force", self.slingshot_force, -MOST_SPEED, MOST_SPEED)?;
        in_range("slingshot threshold", self.slingshot_threshold, 0.0, MOST_SPEED).map(drop)
    }

    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        self.check()?;
        let nodes = drawn(&self.outline, true, WALL_FLATNESS)?;
        let block = Block::new(nodes, self.bottom, self.top)?;
        let tells = if self.tells { Role::Tells { threshold: self.threshold } } else { Role::Quiet };
        block.pieces(self.bottom_solid, &self.material, |part| match part {
            BlockPart::Side { a, b, slingshot: true } => {
                Role::Sling { a, b, force: self.slingshot_force, threshold: self.slingshot_threshold }
            }
            // The lid and the edges round it tell nothing: Visual Pinball's law.
            BlockPart::Side { .. } | BlockPart::Corner | BlockPart::Point => tells,
            BlockPart::Lid | BlockPart::Edge => Role::Quiet,
        })
    }
}

fn check_heights(bottom: f64, top: f64) -> Result<(), Error> {
    in_range("bottom of a wall", bottom, -MOST_LENGTH, MOST_LENGTH)?;
    in_range("top of a wall", top, -MOST_LENGTH, MOST_LENGTH)?;
    if bottom >= top {
        return Err(Error::degenerate("a wall", "must reach from a lower to a higher place"));
    }
    Ok(())
}

/// A part of a block, for what an impact on it means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BlockPart {
    /// The upright face over the edge of the outline from `a` to `b`.
    Side { a: DVec2, b: DVec2, slingshot: bool },
    /// An upright edge.
    Corner,
    /// The upper or lower face.
    Lid,
    /// An edge of the lid.
    Edge,
    /// A corner of the lid.
    Point,
}

/// A solid block over a simple polygon.
pub(super) struct Block {
    /// Walked with the outside on the side of (-dy, dx).
    outline: Vec<Node>,
    bottom: f64,
    top: f64,
}

impl Block {
    /// A block over a drawn outline that may be walked either way.
    pub(super) fn new(mut outline: Vec<Node>, bottom: f64, top: f64) -> Result<Self, Error> {
        check_heights(bottom, top)?;
        let corners: Vec<DVec2> = outline.iter().map(|node| node.at.truncate()).collect();
        if let Some((i, j)) = crossing_edges(&corners) {
            let place = format!("the edges after points {} and {}", outline[i].from, outline[j].from);
            return Err(Error::degenerate("an outline", "crosses itself").within(place));
        }
        if signed_area(&corners) > 0.0 {
            outline.reverse();
            // What is said of an edge stands at its first point, which is now its second.
            let n = outline.len();
            let slingshots: Vec<bool> = (0..n).map(|k| outline[(k + 1) % n].slingshot).collect();
            outline.iter_mut().zip(slingshots).for_each(|(node, slingshot)| node.slingshot = slingshot);
        }
        Ok(Self { outline, bottom, top })
    }

    /// Its sides, corners, lid with edges and points; below the same, if a ball can get there. A corner that bends inwards
    /// cannot be touched and is left out.
    pub(super) fn pieces(
        &self,
        bottom_solid: bool,
        material: &Material,
        role: impl Fn(BlockPart) -> Role,
    ) -> Result<Vec<Piece>, Error> {
        let n = self.outline.len();
        let at = |k: usize| self.outline[k % n].at.truncate();
        let mut pieces = Vec::new();
        let mut put = |shape: Shape, part: BlockPart| {
            pieces.push(Piece { collider: Collider::new(shape, material.clone()), role: role(part) });
        };
        let levels = [(self.top, true), (self.bottom, self.bottom != 0.0 || bottom_solid)];
        let levels = || levels.into_iter().filter(|level| level.1).map(|level| level.0);
        for k in 0..n {
            let (before, a, b) = (at(k + n - 1), at(k), at(k + 1));
            let side = shape::Wall::new(a, b)?.with_sides(Sides::Front).with_height(self.bottom, self.top)?;
            put(side.into(), BlockPart::Side { a, b, slingshot: self.outline[k].slingshot });
            for z in levels() {
                put(Edge::new(a.extend(z), b.extend(z))?.into(), BlockPart::Edge);
            }
            if !is_inner_corner(before, a, b) {
                put(Corner::new(a)?.with_height(self.bottom, self.top)?.into(), BlockPart::Corner);
                for z in levels() {
                    put(Point::new(a.extend(z))?.into(), BlockPart::Point);
                }
            }
        }
        let corners: Vec<DVec2> = (0..n).map(at).collect();
        let triangles = filled(&corners)?;
        for (z, up) in [(self.top, true), (self.bottom, false)] {
            if !up && !bottom_solid {
                continue;
            }
            let points: Vec<DVec3> = corners.iter().map(|c| c.extend(z)).collect();
            let facing = |&[a, b, c]: &[usize; 3]| if up { [a, b, c] } else { [a, c, b] };
            let triangles: Vec<[usize; 3]> = triangles.iter().map(facing).collect();
            let lid = Skin::over(&points, &triangles, Sides::Front)?;
            lid.faces.into_iter().for_each(|face| put(face.into(), BlockPart::Lid));
            // Of its edges the border is up already; what is left lies between slivers.
            let border = |edge: &Edge| (0..n).any(|k| is_edge(edge, points[k], points[(k + 1) % n]));
            lid.edges.into_iter().filter(|edge| !border(edge)).for_each(|edge| put(edge.into(), BlockPart::Lid));
        }
        Ok(pieces)
    }
}

fn is_edge(edge: &Edge, a: DVec3, b: DVec3) -> bool {
    (edge.a() == a && edge.b() == b) || (edge.a() == b && edge.b() == a)
}

#[cfg(test)]
mod tests {
    use super::super::mesh::testing::*;
    use super::*;
    use crate::math::rng::Stream;
    use crate::units::VP_SPIN;
    use crate::{Ball, World};

    fn vp(points: &[[f64; 2]]) -> Vec<OutlinePoint> {
        points.iter().map(|p| OutlinePoint::new(p[0] * VP_LENGTH, p[1] * VP_LENGTH)).collect()
    }

    fn shapes(pieces: &[Piece], is: fn(&Shape) -> bool) -> usize {
        pieces.iter().filter(|piece| is(piece.collider.shape())).count()
    }

    fn slings(pieces: &[Piece]) -> Vec<(DVec2, DVec2)> {
        let sling = |piece: &Piece| match piece.role {
            Role::Sling { a, b, .. } => Some((a / VP_LENGTH, b / VP_LENGTH)),
            _ => None,
        };
        pieces.iter().filter_map(sling).collect()
    }

    #[test]
    fn a_block_has_all_its_parts() {
        let wall = Wall { outline: vp(&[[0.0, 0.0], [0.0, 100.0], [100.0, 100.0], [100.0, 0.0]]), ..Wall::default() };
        let pieces = wall.pieces().unwrap();
        let count = |pieces: &[Piece]| {
            (
                shapes(pieces, |s| matches!(s, Shape::Wall(_))),
                shapes(pieces, |s| matches!(s, Shape::Corner(_))),
                shapes(pieces, |s| matches!(s, Shape::Edge(_))),
                shapes(pieces, |s| matches!(s, Shape::Point(_))),
                shapes(pieces, |s| matches!(s, Shape::Triangle(_))),
            )
        };
        assert_eq!(count(&pieces), (4, 4, 4, 4, 2));
        let hanging = Wall { bottom: 0.01, ..wall.clone() };
        assert_eq!(count(&hanging.pieces().unwrap()), (4, 4, 8, 8, 2), "open below, with edges");
        let solid = Wall { bottom_solid: true, ..hanging };
        assert_eq!(count(&solid.pieces().unwrap()), (4, 4, 8, 8, 4));
        // An L has one corner that no ball can touch, below or above.
        let l = vp(&[[0.0, 0.0], [0.0, 100.0], [100.0, 100.0], [100.0, 50.0], [50.0, 50.0], [50.0, 0.0]]);
        assert_eq!(count(&Wall { outline: l, ..wall }.pieces().unwrap()), (6, 5, 6, 5, 4));
    }

    /// The slingshot of the recorded runs: its edge faces +y, whichever way the outline is walked.
    #[test]
    fn sides_face_outwards_and_slingshots_stay_where_they_are() {
        let mut outline = vp(&[[300.0, 1000.0], [700.0, 1000.0], [500.0, 900.0]]);
        outline[0].slingshot = true;
        let mut wall = Wall { outline, ..Wall::default() };
        let as_given = slings(&wall.pieces().unwrap());
        assert_eq!(as_given.len(), 1);
        wall.outline.reverse();
        wall.outline[1].slingshot = true;
        wall.outline[2].slingshot = false;
        let turned = slings(&wall.pieces().unwrap());
        for (a, b) in as_given.into_iter().chain(turned) {
            assert!((a - DVec2::new(300.0, 1000.0)).length() < 1e-9 && (b - DVec2::new(700.0, 1000.0)).length() < 1e-9);
        }
        let middle = DVec2::new(500.0, 960.0) * VP_LENGTH;
        for piece in wall.pieces().unwrap() {
            if let Shape::Wall(side) = piece.collider.shape() {
                let along = side.b() - side.a();
                assert!(DVec2::new(-along.y, along.x).dot(middle - side.a()) < 0.0, "faces outwards");
                assert_eq!(side.sides(), Sides::Front);
            }
        }
    }

    #[test]
    fn only_sides_corners_and_points_tell() {
        let outline = vp(&[[0.0, 0.0], [0.0, 100.0], [100.0, 100.0]]);
        let wall = Wall { outline, tells: true, ..Wall::default() };
        for Piece { collider, role } in wall.pieces().unwrap() {
            let tells = matches!(collider.shape(), Shape::Wall(_) | Shape::Corner(_) | Shape::Point(_));
            let expected = if tells { Role::Tells { threshold: 2.0 * VP_SPEED } } else { Role::Quiet };
            assert_eq!(role, expected, "{:?}", collider.shape());
        }
    }

    /// The surface of a wall's block, with all that was left out.
    fn surface(wall: &Wall) -> Vec<[DVec3; 3]> {
        let nodes = drawn(&wall.outline, true, WALL_FLATNESS).unwrap();
        let at: Vec<DVec2> = nodes.iter().map(|node| node.at.truncate()).collect();
        let mut all = Vec::new();
        for [a, b, c] in filled(&at).unwrap() {
            all.push([a, b, c].map(|k| at[k].extend(wall.top)));
            all.push([a, b, c].map(|k| at[k].extend(wall.bottom)));
        }
        for k in 0..at.len() {
            let (a, b) = (at[k], at[(k + 1) % at.len()]);
            all.push([a.extend(wall.bottom), b.extend(wall.bottom), b.extend(wall.top)]);
            all.push([a.extend(wall.bottom), b.extend(wall.top), a.extend(wall.top)]);
        }
        all
    }

    #[test]
    fn no_ball_gets_into_a_wall() {
        let star =
            [[0.0, 0.0], [40.0, 90.0], [0.0, 150.0], [90.0, 120.0], [160.0, 160.0], [130.0, 60.0], [150.0, -20.0]];
        let round = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (50.0, 60.0), (0.0, 100.0)];
        let round =
            round.map(|(x, y)| OutlinePoint { at: DVec2::new(x, y) * VP_LENGTH, smooth: true, slingshot: false });
        for (name, outline) in [("star", vp(&star)), ("round", round.to_vec())] {
            let wall = Wall { outline, bottom: 0.02, top: 0.05, bottom_solid: true, ..Wall::default() };
            throw_at(name, &wall.pieces().unwrap(), &surface(&wall), 200, |_| true);
        }
    }

    /// A sliding ball against a side: of the guide's numbers, 10 along and 30 towards the wall become 5/7 of 10 and 9, and the
    /// spin -71.43 over the moment of inertia 250.
    #[test]
    fn a_side_throws_back_by_the_known_numbers() {
        let outline = vp(&[[300.0, 1000.0], [700.0, 1000.0], [500.0, 900.0]]);
        let wall = Wall { outline, ..Wall::default() };
        let mut world = world_of(&wall.pieces().unwrap(), DVec3::ZERO);
        let (at, velocity) = (DVec3::new(490.0, 1056.0, 25.0), DVec3::new(10.0, -30.0, 0.0));
        let ball = Ball::new(at * VP_LENGTH, 25.0 * VP_LENGTH, 0.08).unwrap().with_velocity(velocity * VP_SPEED);
        let id = world.add_ball(ball).unwrap();
        world.advance(0.02).unwrap();
        let ball = world.ball(id).unwrap();
        assert!((ball.velocity / VP_SPEED - DVec3::new(50.0 / 7.0, 9.0, 0.0)).length() < 1e-9, "{}", ball.velocity);
        let spin = DVec3::new(0.0, 0.0, -500.0 / 7.0 / 250.0);
        assert!((ball.spin / VP_SPIN - spin).length() < 1e-9, "{}", ball.spin / VP_SPIN);
    }

    /// Balls that fall on the lid exactly where its triangles meet, and roll over it, are carried.
    #[test]
    fn a_lid_has_no_holes() {
        let mut dice = Stream::new(1, "lid");
        for _ in 0..200 {
            let (w, h) = (dice.between(0.05, 0.2), dice.between(0.05, 0.2));
            let outline = [[0.0, 0.0], [0.0, h], [w, h], [w, 0.0]].map(|[x, y]| OutlinePoint::new(x, y));
            let wall = Wall { outline: outline.to_vec(), ..Wall::default() };
            let mut world: World = world_of(&wall.pieces().unwrap(), DVec3::new(0.0, 0.0, -9.81));
            let at = DVec3::new(0.5 * w, 0.5 * h, 0.1);
            let ball = world.add_ball(Ball::new(at, 0.0135, 0.08).unwrap()).unwrap();
            world.advance(0.4).unwrap();
            assert!(world.position(ball).z > wall.top + 0.013, "{}", world.position(ball));
        }
    }

    #[test]
    fn faults_are_named() {
        let message = |wall: Wall| wall.pieces().unwrap_err().to_string();
        let bow = vp(&[[0.0, 0.0], [100.0, 100.0], [100.0, 0.0], [0.0, 90.0]]);
        let crossed = Wall { outline: bow.clone(), ..Wall::default() };
        assert_eq!(message(crossed), "the edges after points 0 and 2: an outline crosses itself");
        assert!(message(Wall { outline: bow.clone(), top: f64::NAN, ..Wall::default() }).starts_with("top of a wall"));
        assert!(message(Wall { outline: bow, bottom: 1.0, ..Wall::default() }).contains("from a lower to a higher"));
        assert!(message(Wall::default()).contains("at least 3"));
    }
}
