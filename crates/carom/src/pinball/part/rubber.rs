//! A rubber: a round band, usually stretched round posts.

use super::mesh::turned;
use super::{Piece, Role};
use crate::collider::Collider;
use crate::error::{Error, in_range, vector_in_range};
use crate::material::Material;
use crate::pinball::outline::{Node, OutlinePoint, RAMP_FINENESS, check_outline, drawn};
use crate::shape::Capsule;
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::{VP_LENGTH, VP_SPEED, radians};
use glam::DVec3;

/// A rubber.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `outline` | the line in its middle, seen from above | m | none | drag points |
/// | `closed` | the line ends where it began | | yes | always |
/// | `height` | of the line in its middle | m | 25 units | `HitHeight` |
/// | `thickness` | across | m | 8 units | `Thickness` |
/// | `turn` | about the middle of its box: first z, then y, then x | rad | 0 | `RotX/Y/Z` |
/// | `material` | | | e 0.8, falloff 0.3, friction 0.6, scatter 5° | `Elasticity` and so on |
/// | `tells` | impacts are told of | | no | `HasHitEvent` |
/// | `threshold` | slowest approach that is told of | m/s | 2 units | fixed |
///
/// It is a true round tube. Visual Pinball's has six sides, flattened above and below, and leans by a little that depends
/// on where on the table it is; its flanks are 0.866 of the thickness apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubber {
    /// m: the line in its middle, seen from above.
    pub outline: Vec<OutlinePoint>,
    /// Does the line end where it began?
    pub closed: bool,
    /// m: of the line in its middle.
    pub height: f64,
    /// m: across.
    pub thickness: f64,
    /// rad: about the middle of its box; first z, then y, then x.
    pub turn: DVec3,
    /// What it is made of.
    pub material: Material,
    /// Are impacts told of?
    pub tells: bool,
    /// m/s: slowest approach that is told of.
    pub threshold: f64,
}

impl Default for Rubber {
    fn default() -> Self {
        Self {
            outline: Vec::new(),
            closed: true,
            height: 25.0 * VP_LENGTH,
            thickness: 8.0 * VP_LENGTH,
            turn: DVec3::ZERO,
            material: Material::pinball(0.8, 0.3, 0.6, radians(5.0)).unwrap_or_default(),
            tells: false,
            threshold: 2.0 * VP_SPEED,
        }
    }
}

impl Rubber {
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_outline(&self.outline, 2)?;
        in_range("height of a rubber", self.height, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("thickness of a rubber", self.thickness, 0.0, MOST_LENGTH)?;
        vector_in_range("turn of a rubber", self.turn, 1e6)?;
        in_range("threshold of a rubber", self.threshold, 0.0, MOST_SPEED).map(drop)
    }

    /// The line in its middle with all bends drawn out, in its place, for drawing. A closed one ends where it began. `None`
    /// if it is no line.
    pub fn drawn_axis(&self) -> Option<Vec<DVec3>> {
        let mut axis = self.axis().ok()?;
        if self.closed && axis.len() > 2 {
            axis.extend(axis.first().copied());
        }
        Some(axis)
    }

    fn axis(&self) -> Result<Vec<DVec3>, Error> {
        self.check()?;
        let nodes = drawn(&self.outline, self.closed, RAMP_FINENESS)?;
        let (low, high) = box_of(&nodes);
        let middle = 0.5 * (low + high);
        let at = |node: &Node| turned(node.at - middle, self.turn) + middle + DVec3::Z * self.height;
        Ok(nodes.iter().map(at).collect())
    }

    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        let axis = self.axis()?;
        let role = if self.tells { Role::Tells { threshold: self.threshold } } else { Role::Quiet };
        // Two points make a band that goes there and back on one line.
        let last = if self.closed && axis.len() > 2 { axis.len() } else { axis.len() - 1 };
        let rod = |k: usize| {
            let rod = Capsule::new(axis[k], axis[(k + 1) % axis.len()], 0.5 * self.thickness)?;
            Ok(Piece { collider: Collider::new(rod, self.material.clone()), role })
        };
        (0..last).map(rod).collect()
    }
}

fn box_of(nodes: &[Node]) -> (DVec3, DVec3) {
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    nodes.iter().fold(start, |(low, high), node| (low.min(node.at), high.max(node.at)))
}

#[cfg(test)]
mod tests {
    use super::super::mesh::testing::world_of;
    use super::*;
    use crate::math::rng::Stream;
    use crate::shape::Shape;
    use crate::{Ball, Outcome};
    use core::f64::consts::FRAC_PI_2;

    fn band(smooth: bool) -> Rubber {
        let points = [[0.0, 0.0], [100.0, 10.0], [90.0, 120.0], [-10.0, 100.0]];
        let point = |p: [f64; 2]| OutlinePoint { smooth, ..OutlinePoint::new(p[0] * VP_LENGTH, p[1] * VP_LENGTH) };
        Rubber { outline: points.map(point).to_vec(), ..Rubber::default() }
    }

    fn rods(pieces: &[Piece]) -> Vec<Capsule> {
        let rod = |piece: &Piece| match piece.collider.shape() {
            Shape::Capsule(rod) => *rod,
            other => panic!("{other:?}"),
        };
        pieces.iter().map(rod).collect()
    }

    #[test]
    fn it_is_a_closed_chain_at_its_height() {
        for smooth in [false, true] {
            let chain = rods(&band(smooth).pieces().unwrap());
            assert!(if smooth { chain.len() > 8 } else { chain.len() == 4 }, "{} rods", chain.len());
            for (k, rod) in chain.iter().enumerate() {
                assert_eq!(rod.b(), chain[(k + 1) % chain.len()].a(), "rod {k} joins the next");
                assert_eq!((rod.a().z, rod.radius()), (25.0 * VP_LENGTH, 4.0 * VP_LENGTH));
            }
        }
        let open = Rubber { closed: false, ..band(false) };
        assert_eq!(open.pieces().unwrap().len(), 3);
        let line = Rubber { outline: band(false).outline[..2].to_vec(), ..band(false) };
        assert_eq!(line.pieces().unwrap().len(), 1, "there and back is one rod");
    }

    #[test]
    fn it_turns_about_the_middle_of_its_box() {
        let upright = Rubber { turn: DVec3::new(FRAC_PI_2, 0.0, 0.0), ..band(false) };
        let chain = rods(&upright.pieces().unwrap());
        let (low, high) = chain.iter().fold((f64::MAX, f64::MIN), |(l, h), rod| (l.min(rod.a().z), h.max(rod.a().z)));
        assert!((high - low - 120.0 * VP_LENGTH).abs() < 1e-12, "it stands as high as it was long");
        assert!((0.5 * (high + low) - 25.0 * VP_LENGTH).abs() < 1e-12, "with its middle at its height");
        assert!(chain.iter().all(|rod| (rod.a().y - 60.0 * VP_LENGTH).abs() < 1e-12), "in one plane");
    }

    /// Balls thrown about inside a band, in the plane of its middle, never get out; those thrown at it from outside never in.
    #[test]
    fn nothing_passes_a_rubber() {
        let rubber = band(true);
        let pieces = rubber.pieces().unwrap();
        let chain = rods(&pieces);
        let middle = DVec3::new(45.0, 57.0, 25.0) * VP_LENGTH;
        for seed in 0..40 {
            let mut dice = Stream::new(seed, "rubber");
            let inside = seed % 2 == 0;
            let angle = dice.between(0.0, core::f64::consts::TAU);
            let way = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
            let start = if inside { middle } else { middle - way * 0.2 };
            let mut world = world_of(&pieces, DVec3::ZERO);
            let ball = Ball::new(start, 0.01, 0.08).unwrap().with_velocity(way * dice.between(0.5, 40.0));
            let ball = world.add_ball(ball).unwrap();
            for _ in 0..100 {
                assert!(world.advance(0.01).unwrap().outcome != Outcome::Budget);
                let at = world.position(ball);
                for rod in &chain {
                    let (a, e) = (rod.a(), rod.b() - rod.a());
                    let nearest = a + e * ((at - a).dot(e) / e.length_squared()).clamp(0.0, 1.0);
                    assert!((at - nearest).length() > rod.radius() + 0.01 - 1e-8, "seed {seed}: too near at {at}");
                }
                let crossed = chain.iter().filter(|rod| {
                    let (a, b) = (rod.a() - at, rod.b() - at);
                    (a.y > 0.0) != (b.y > 0.0) && a.x + (b.x - a.x) * a.y / (a.y - b.y) > 0.0
                });
                assert_eq!(crossed.count() % 2 == 1, inside, "seed {seed} at {at}");
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let message = |rubber: Rubber| rubber.pieces().unwrap_err().to_string();
        assert!(message(Rubber::default()).contains("at least 2"));
        assert!(message(Rubber { thickness: -1.0, ..band(false) }).starts_with("thickness of a rubber is -1"));
        assert!(message(Rubber { height: f64::NAN, ..band(false) }).starts_with("height of a rubber"));
    }

    #[test]
    fn a_drawn_axis_ends_where_it_began() {
        let outline = [[0.0, 0.0], [0.1, 0.0], [0.1, 0.1]].map(|p| OutlinePoint::new(p[0], p[1])).to_vec();
        let band = Rubber { outline: outline.clone(), ..Rubber::default() };
        let axis = band.drawn_axis().unwrap();
        assert_eq!((axis.len(), axis[0], axis[0].z), (4, axis[3], band.height));
        assert_eq!(Rubber { outline, closed: false, ..band }.drawn_axis().map(|axis| axis.len()), Some(3));
        assert_eq!(Rubber::default().drawn_axis(), None);
    }
}
