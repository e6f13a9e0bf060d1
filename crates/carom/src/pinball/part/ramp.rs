//! A ramp: a floor along an axis that climbs, with walls beside it.

use super::mesh::Skin;
use super::{Piece, Role};
use crate::error::{Error, in_range};
use crate::material::Material;
use crate::pinball::outline::{Node, RAMP_FINENESS, RampPoint, check_axis, drawn_axis, parts_of_way};
use crate::shape::Sides;
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::{VP_LENGTH, VP_SPEED};
use glam::{DVec2, DVec3};

/// m: how much wider than its wires the floor of a ramp of several wires is.
const BESIDE_WIRES: f64 = 20.0 * VP_LENGTH;
/// m: walls of a ramp of one or two wires, of four, and the lower one of three.
const WIRE_WALL: f64 = 31.0 * VP_LENGTH;
const HIGH_WIRE_WALL: f64 = 62.0 * VP_LENGTH;
const LOW_WIRE_WALL: f64 = 18.5 * VP_LENGTH;
/// How many half widths a sharp bend may push its outer border out. Visual Pinball has no limit.
const MOST_MITRE: f64 = 4.0;

/// What a ramp is built of. To a ball a ramp of wires is a flat one with walls of fixed heights: Visual Pinball's model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RampKind {
    /// A floor with two walls.
    #[default]
    Flat,
    /// One wire.
    OneWire,
    /// Two wires.
    TwoWire,
    /// Three wires, the third high on the left.
    ThreeWireLeft,
    /// Three wires, the third high on the right.
    ThreeWireRight,
    /// Four wires.
    FourWire,
}

/// A ramp. Left and right are those of someone who walks up from its first point.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `points` | its axis; a point's z is added to the height there | m | none | drag points |
/// | `kind` | what it is built of | | flat | `Type` |
/// | `bottom`, `top` | height at its first and last point | m | 0 and 50 units | `HeightBottom`, `HeightTop` |
/// | `width_bottom`, `width_top` | width there, if flat | m | 75 and 60 units | `WidthBottom`, `WidthTop` |
/// | `left_wall`, `right_wall` | height of its walls, if flat; 0 for none | m | 62 units | `LeftWallHeight`, `RightWallHeight` |
/// | `wire_diameter` | width of a ramp of one wire | m | 8 units | `WireDiameter` |
/// | `wire_distance` | between the wires, if there are several | m | 38 units | `WireDistanceX` |
/// | `material` | | | e 0.3, friction 0.3 | `Elasticity` and so on, without falloff |
/// | `tells` | impacts are told of | | no | `HasHitEvent` |
/// | `threshold` | slowest approach that is told of | m/s | 2 units | `Threshold` |
///
/// Floor and walls are thin and solid from both sides. A wall follows its border up, where Visual Pinball puts upright slabs
/// that reach above and below the ramp, and have holes where it is steep.
#[derive(Clone, Debug, PartialEq)]
pub struct Ramp {
    /// m: its axis; a point's z is added to the height there.
    pub points: Vec<RampPoint>,
    /// What it is built of.
    pub kind: RampKind,
    /// m: height at its first point.
    pub bottom: f64,
    /// m: height at its last point.
    pub top: f64,
    /// m: width at its first point, if it is flat.
    pub width_bottom: f64,
    /// m: width at its last point, if it is flat.
    pub width_top: f64,
    /// m: height of the left wall, if it is flat; 0 for none.
    pub left_wall: f64,
    /// m: height of the right wall, if it is flat; 0 for none.
    pub right_wall: f64,
    /// m: width of a ramp of one wire.
    pub wire_diameter: f64,
    /// m: between the wires, if there are several.
    pub wire_distance: f64,
    /// What it is made of.
    pub material: Material,
    /// Are impacts told of?
    pub tells: bool,
    /// m/s: slowest approach that is told of.
    pub threshold: f64,
}

impl Default for Ramp {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            kind: RampKind::Flat,
            bottom: 0.0,
            top: 50.0 * VP_LENGTH,
            width_bottom: 75.0 * VP_LENGTH,
            width_top: 60.0 * VP_LENGTH,
            left_wall: 62.0 * VP_LENGTH,
            right_wall: 62.0 * VP_LENGTH,
            wire_diameter: 8.0 * VP_LENGTH,
            wire_distance: 38.0 * VP_LENGTH,
            material: Material::pinball(0.3, 0.0, 0.3, 0.0).unwrap_or_default(),
            tells: false,
            threshold: 2.0 * VP_SPEED,
        }
    }
}

/// A cross-section of a ramp.
#[derive(Clone, Copy, Debug)]
struct Rib {
    left: DVec3,
    right: DVec3,
}

impl Ramp {
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_axis(&self.points)?;
        in_range("bottom of a ramp", self.bottom, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("top of a ramp", self.top, -MOST_LENGTH, MOST_LENGTH)?;
        for (what, length) in [
            ("width of a ramp at the bottom", self.width_bottom),
            ("width of a ramp at the top", self.width_top),
            ("left wall of a ramp", self.left_wall),
            ("right wall of a ramp", self.right_wall),
            ("wire diameter of a ramp", self.wire_diameter),
            ("wire distance of a ramp", self.wire_distance),
        ] {
            in_range(what, length, 0.0, MOST_LENGTH)?;
        }
        in_range("threshold of a ramp", self.threshold, 0.0, MOST_SPEED).map(drop)
    }

    pub(crate) fn pieces(&self) -> Result<Vec<Piece>, Error> {
        self.check()?;
        let ribs = self.ribs()?;
        let (points, triangles) = self.surface(&ribs);
        let skin = Skin::over(&points, &triangles, Sides::Both)?;
        if skin.faces.is_empty() {
            return Err(Error::degenerate("a ramp", "has neither width nor walls"));
        }
        let role = if self.tells { Role::Tells { threshold: self.threshold } } else { Role::Quiet };
        Ok(skin.pieces(&self.material, role))
    }

    /// m: the height of the axis where it is nearest to a place, seen from above: what stands on the ramp there stands at
    /// this height. `None` if the ramp is no ramp.
    pub fn surface_height(&self, at: DVec2) -> Option<f64> {
        self.check().ok()?;
        let axis = self.axis().ok()?;
        let nearest = |pair: &[DVec3]| {
            let (a, b) = (pair[0], pair[1]);
            let along = (b - a).truncate();
            let part = ((at - a.truncate()).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            let place = a + (b - a) * part;
            ((place.truncate() - at).length_squared(), place.z)
        };
        axis.windows(2).map(nearest).min_by(|p, q| p.0.total_cmp(&q.0)).map(|(_, height)| height)
    }

    /// m: the left and the right border of its floor, pair by pair from its first point to its last with all bends drawn
    /// out, for drawing. `None` if the ramp is no ramp.
    pub fn borders(&self) -> Option<Vec<[DVec3; 2]>> {
        self.check().ok()?;
        Some(self.ribs().ok()?.iter().map(|rib| [rib.left, rib.right]).collect())
    }

    /// The axis as drawn out, at its true heights.
    fn axis(&self) -> Result<Vec<DVec3>, Error> {
        let nodes = self.nodes()?;
        let parts = parts_of_way(&nodes);
        let height = |part: f64| self.bottom + (self.top - self.bottom) * part;
        Ok(nodes.iter().zip(parts).map(|(node, part)| node.at + DVec3::Z * height(part)).collect())
    }

    /// Points right above each other are one: a ramp has a direction everywhere.
    fn nodes(&self) -> Result<Vec<Node>, Error> {
        let mut nodes = drawn_axis(&self.points, RAMP_FINENESS)?;
        nodes.dedup_by(|next, last| next.at.truncate() == last.at.truncate());
        if nodes.len() < 2 {
            return Err(Error::degenerate("a ramp", "leads nowhere"));
        }
        Ok(nodes)
    }

    fn width(&self, part: f64) -> f64 {
        match self.kind {
            RampKind::Flat => self.width_bottom + (self.width_top - self.width_bottom) * part,
            RampKind::OneWire => self.wire_diameter,
            _ => self.wire_distance + BESIDE_WIRES,
        }
    }

    /// m: heights of the left and the right wall.
    fn walls(&self) -> (f64, f64) {
        match self.kind {
            RampKind::Flat => (self.left_wall, self.right_wall),
            RampKind::OneWire | RampKind::TwoWire => (WIRE_WALL, WIRE_WALL),
            RampKind::FourWire => (HIGH_WIRE_WALL, HIGH_WIRE_WALL),
            RampKind::ThreeWireLeft => (HIGH_WIRE_WALL, LOW_WIRE_WALL),
            RampKind::ThreeWireRight => (LOW_WIRE_WALL, HIGH_WIRE_WALL),
        }
    }

    fn ribs(&self) -> Result<Vec<Rib>, Error> {
        let parts = parts_of_way(&self.nodes()?);
        let axis = self.axis()?;
        let rib = |k: usize| {
            let at = axis[k];
            let side = (self.across(&axis, k) * (0.5 * self.width(parts[k]))).extend(0.0);
            Rib { left: at - side, right: at + side }
        };
        Ok((0..axis.len()).map(rib).collect())
    }

    /// From the axis to the right border, for a half width of one: where the borders of the two pieces that meet here meet.
    fn across(&self, axis: &[DVec3], k: usize) -> DVec2 {
        // To the right of someone who walks this way, with y towards the player.
        let right = |a: usize| {
            let along = (axis[a + 1] - axis[a]).truncate().normalize_or_zero();
            DVec2::new(-along.y, along.x)
        };
        let before = k.checked_sub(1).map(right);
        let after = (k + 1 < axis.len()).then(|| right(k));
        match (before, after) {
            (Some(before), Some(after)) => {
                let between = (before + after).normalize_or_zero();
                // One over the cosine of half the bend.
                let cosine = between.dot(after).max(1.0 / MOST_MITRE);
                if between == DVec2::ZERO { after } else { between / cosine }
            }
            (one, other) => one.or(other).unwrap_or(DVec2::X),
        }
    }

    /// The triangles of the floor, facing up, and of the walls.
    fn surface(&self, ribs: &[Rib]) -> (Vec<DVec3>, Vec<[usize; 3]>) {
        let (left_wall, right_wall) = self.walls();
        let ends =
            |rib: &Rib| [rib.left, rib.right, rib.left + DVec3::Z * left_wall, rib.right + DVec3::Z * right_wall];
        let points: Vec<DVec3> = ribs.iter().flat_map(ends).collect();
        let mut triangles = Vec::new();
        for k in 0..ribs.len() - 1 {
            let (here, next) = (4 * k, 4 * k + 4);
            let mut quad = |a: usize, b: usize| {
                triangles.extend([[here + a, here + b, next + b], [here + a, next + b, next + a]]);
            };
            quad(1, 0);
            if left_wall > 0.0 {
                quad(0, 2);
            }
            if right_wall > 0.0 {
                quad(3, 1);
            }
        }
        (points, triangles)
    }
}

#[cfg(test)]
mod tests {
    use super::super::mesh::testing::*;
    use super::*;
    use crate::math::rng::Stream;
    use crate::shape::Shape;
    use crate::{Ball, Outcome};

    fn straight() -> Ramp {
        let points = vec![RampPoint::new(0.3, 0.8, 0.0), RampPoint::new(0.3, 0.4, 0.0)];
        Ramp { points, ..Ramp::default() }
    }

    fn winding() -> Ramp {
        let points = [(0.2, 0.8, 0.0), (0.2, 0.5, 0.0), (0.35, 0.35, 0.01), (0.5, 0.5, 0.0), (0.5, 0.8, 0.0)];
        let point = |(x, y, z)| RampPoint { smooth: true, ..RampPoint::new(x, y, z) };
        Ramp { points: points.map(point).to_vec(), ..Ramp::default() }
    }

    fn triangles(ramp: &Ramp) -> Vec<[DVec3; 3]> {
        let (points, triangles) = ramp.surface(&ramp.ribs().unwrap());
        triangles.iter().map(|t| t.map(|k| points[k])).collect()
    }

    #[test]
    fn a_straight_ramp_has_three_faces() {
        let ramp = straight();
        let pieces = ramp.pieces().unwrap();
        let count = |is: fn(&Shape) -> bool| pieces.iter().filter(|p| is(p.collider.shape())).count();
        assert_eq!(count(|s| matches!(s, Shape::Triangle(_))), 6);
        // Two along the floor, two on the walls, and three at each end; the diagonals cannot be touched.
        assert_eq!(count(|s| matches!(s, Shape::Edge(_))), 10);
        assert_eq!(count(|s| matches!(s, Shape::Point(_))), 8);
        // It climbs away from the player, so its right is the player's right.
        let ribs = ramp.ribs().unwrap();
        assert!((ribs[0].right - DVec3::new(0.3 + 37.5 * VP_LENGTH, 0.8, 0.0)).length() < 1e-12);
        assert!((ribs[1].left - DVec3::new(0.3 - 30.0 * VP_LENGTH, 0.4, 50.0 * VP_LENGTH)).length() < 1e-12);
        let floor = triangles(&ramp)[0];
        assert!((floor[1] - floor[0]).cross(floor[2] - floor[0]).z > 0.0, "the floor faces up");
    }

    #[test]
    fn wires_are_floors_with_walls_of_fixed_heights() {
        let of = |kind: RampKind| {
            let ramp = Ramp { kind, ..straight() };
            let (left, right) = ramp.walls();
            [ramp.width(0.0), left, right].map(|length| (length / VP_LENGTH * 10.0).round() / 10.0)
        };
        assert_eq!(of(RampKind::Flat), [75.0, 62.0, 62.0]);
        assert_eq!(of(RampKind::OneWire), [8.0, 31.0, 31.0]);
        assert_eq!(of(RampKind::TwoWire), [58.0, 31.0, 31.0]);
        assert_eq!(of(RampKind::FourWire), [58.0, 62.0, 62.0]);
        assert_eq!(of(RampKind::ThreeWireRight), [58.0, 18.5, 62.0]);
        assert_eq!(of(RampKind::ThreeWireLeft), [58.0, 62.0, 18.5]);
    }

    #[test]
    fn borders_keep_their_distance_round_a_bend() {
        let points = vec![RampPoint::new(0.0, 0.0, 0.0), RampPoint::new(1.0, 0.0, 0.0), RampPoint::new(1.0, 1.0, 0.0)];
        let ramp = Ramp { points, width_bottom: 0.2, width_top: 0.2, ..Ramp::default() };
        let rib = ramp.ribs().unwrap()[1];
        assert!((rib.right.truncate() - DVec2::new(0.9, 0.1)).length() < 1e-12, "{rib:?}");
        assert!((rib.left.truncate() - DVec2::new(1.1, -0.1)).length() < 1e-12, "{rib:?}");
    }

    #[test]
    fn the_axis_climbs_evenly() {
        let ramp = winding();
        assert_eq!(ramp.surface_height(DVec2::new(0.2, 0.9)), Some(0.0), "before its start");
        assert!((ramp.surface_height(DVec2::new(0.5, 0.9)).unwrap() - ramp.top).abs() < 1e-15, "past its end");
        // Halfway by symmetry, and with the point's own height.
        let middle = ramp.surface_height(DVec2::new(0.35, 0.35)).unwrap();
        assert!((middle - 0.5 * ramp.top - 0.01).abs() < 1e-12, "{middle}");
        assert_eq!(Ramp::default().surface_height(DVec2::ZERO), None);
    }

    #[test]
    fn no_ball_passes_a_ramp() {
        let lone = Ramp { left_wall: 0.0, right_wall: 0.0, ..winding() };
        for (name, ramp) in [("straight", straight()), ("winding", winding()), ("no walls", lone)] {
            throw_at(name, &ramp.pieces().unwrap(), &triangles(&ramp), 160, |_| true);
        }
    }

    /// A steep ramp drawn in one piece, from 0 to 105 units: in Visual Pinball its right wall has holes. Balls thrown about on
    /// it stay between its walls.
    #[test]
    fn walls_of_a_steep_ramp_hold() {
        let ramp = Ramp { top: 105.0 * VP_LENGTH, width_top: 75.0 * VP_LENGTH, ..straight() };
        let pieces = ramp.pieces().unwrap();
        for seed in 0..40 {
            let mut dice = Stream::new(seed, "steep");
            let mut world = world_of(&pieces, DVec3::new(0.0, 1.0, -9.76));
            let at = DVec3::new(0.3, 0.75, 0.03);
            let velocity = DVec3::new(dice.between(-2.0, 2.0), dice.between(-1.0, -0.5), 0.0);
            let ball = world.add_ball(Ball::new(at, 25.0 * VP_LENGTH, 0.08).unwrap().with_velocity(velocity)).unwrap();
            while world.position(ball).y > 0.42 && world.position(ball).y < 0.79 {
                assert!(world.advance(0.005).unwrap().outcome != Outcome::Budget, "seed {seed}");
                let beside = (world.position(ball).x - 0.3).abs();
                assert!(beside < 12.5 * VP_LENGTH + 1e-6, "seed {seed}: {beside} beside the axis");
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let message = |ramp: Ramp| ramp.pieces().unwrap_err().to_string();
        assert!(message(Ramp::default()).contains("at least 2"));
        assert!(message(Ramp { width_top: -0.1, ..straight() }).starts_with("width of a ramp at the top is -0.1"));
        let upright = vec![RampPoint::new(0.0, 0.0, 0.0), RampPoint::new(0.0, 0.0, 1.0)];
        assert_eq!(message(Ramp { points: upright, ..Ramp::default() }), "a ramp leads nowhere");
        let nothing = Ramp { width_bottom: 0.0, width_top: 0.0, left_wall: 0.0, right_wall: 0.0, ..straight() };
        assert_eq!(message(nothing), "a ramp has neither width nor walls");
    }

    #[test]
    fn borders_are_as_far_apart_as_the_ramp_is_wide() {
        let points = vec![RampPoint::new(0.0, 1.0, 0.0), RampPoint::new(0.0, 0.0, 0.0)];
        let ramp = Ramp { points, ..Ramp::default() };
        let borders = ramp.borders().unwrap();
        let wide: Vec<f64> = borders.iter().map(|[left, right]| right.x - left.x).collect();
        assert!((wide[0] - ramp.width_bottom).abs() < 1e-15 && (wide[1] - ramp.width_top).abs() < 1e-15, "{wide:?}");
        assert_eq!((borders[0][0].z, borders[1][1].z), (ramp.bottom, ramp.top));
        assert!(Ramp::default().borders().is_none());
    }
}
