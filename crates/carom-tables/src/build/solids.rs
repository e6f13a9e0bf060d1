//! Things that stand still, as the engine knows them.

use super::ground::Stated;
use super::{Buildable, Ground, Problem, Refers, says};
use crate::parts::{Collider, Mesh, Post, Ramp, RampKind, Rubber, Wall};
use crate::table::turned;
use carom::pinball::part::{self, Part, Solid};
use carom::shape::{Disc, Shape, Sides};
use carom::units::VP_LENGTH;
use carom::{DVec3, Material};

/// The material fields that walls and their like have.
macro_rules! stated {
    ($entry:expr) => {
        Stated {
            elasticity: $entry.elasticity,
            falloff: $entry.falloff,
            friction: $entry.friction,
            scatter: $entry.scatter,
            ..Stated::default()
        }
    };
}

impl Buildable for Wall {
    says!(enabled, material);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Wall::default();
        Ok(Part::Wall(part::Wall {
            outline: ground.outline(&self.outline)?,
            bottom: ground.length(self.bottom, usual.bottom),
            top: ground.length(self.top, usual.top),
            bottom_solid: self.bottom_solid.unwrap_or(usual.bottom_solid),
            droppable: self.droppable.unwrap_or(usual.droppable),
            material: ground.material(self.material.as_deref(), stated!(self), &usual.material)?,
            tells: self.tells.unwrap_or(usual.tells),
            threshold: self.threshold.map_or(usual.threshold, |speed| speed.0),
            slingshot_force: self.slingshot_force.map_or(usual.slingshot_force, |speed| speed.0),
            slingshot_threshold: self.slingshot_threshold.map_or(usual.slingshot_threshold, |speed| speed.0),
        }))
    }
}

impl Ground<'_> {
    pub(super) fn ramp(&self, entry: &Ramp) -> Result<part::Ramp, Problem> {
        let usual = part::Ramp::default();
        let stated = Stated {
            elasticity: entry.elasticity,
            friction: entry.friction,
            scatter: entry.scatter,
            ..Stated::default()
        };
        Ok(part::Ramp {
            points: self.way(&entry.path)?,
            kind: match entry.kind.unwrap_or_default() {
                RampKind::Flat => part::RampKind::Flat,
                RampKind::OneWire => part::RampKind::OneWire,
                RampKind::TwoWire => part::RampKind::TwoWire,
                RampKind::ThreeWireLeft => part::RampKind::ThreeWireLeft,
                RampKind::ThreeWireRight => part::RampKind::ThreeWireRight,
                RampKind::FourWire => part::RampKind::FourWire,
            },
            bottom: self.length(entry.bottom, usual.bottom),
            top: self.length(entry.top, usual.top),
            width_bottom: self.size(entry.width_bottom, usual.width_bottom),
            width_top: self.size(entry.width_top, usual.width_top),
            left_wall: self.size(entry.left_wall, usual.left_wall),
            right_wall: self.size(entry.right_wall, usual.right_wall),
            wire_diameter: self.size(entry.wire_diameter, usual.wire_diameter),
            wire_distance: self.size(entry.wire_distance, usual.wire_distance),
            material: self.material(entry.material.as_deref(), stated, &usual.material)?,
            tells: entry.tells.unwrap_or(usual.tells),
            threshold: entry.threshold.map_or(usual.threshold, |speed| speed.0),
        })
    }
}

impl Buildable for Ramp {
    says!(enabled, material);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        ground.ramp(self).map(Part::Ramp)
    }
}

impl Buildable for Rubber {
    says!(enabled, material);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Rubber::default();
        Ok(Part::Rubber(part::Rubber {
            outline: ground.outline(&self.outline)?,
            closed: self.closed.unwrap_or(usual.closed),
            height: ground.length(self.height, usual.height),
            thickness: ground.size(self.thickness, usual.thickness),
            turn: self.turn.map_or(usual.turn, angles),
            material: ground.material(self.material.as_deref(), stated!(self), &usual.material)?,
            tells: self.tells.unwrap_or(usual.tells),
            threshold: self.threshold.map_or(usual.threshold, |speed| speed.0),
        }))
    }
}

fn angles(turn: [crate::Angle; 3]) -> DVec3 {
    DVec3::from(turn.map(|angle| turned(angle.0)))
}

/// m/s: slowest hit that is told of, where nothing else is said: Visual Pinball's 2.
const THRESHOLD: f64 = 2.0 * carom::units::VP_SPEED;

/// m/s: from which hit a solid tells, if at all.
fn tells_from(tells: Option<bool>, threshold: Option<crate::Amount>) -> Option<f64> {
    tells.unwrap_or(false).then(|| threshold.map_or(THRESHOLD, |speed| speed.0))
}

impl Buildable for Post {
    says!(enabled, material, on);

    /// A cylinder and the disc on top of it.
    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let at = ground.place(self.at);
        let low = ground.low(self.on.as_deref(), self.low, at);
        let high = low + ground.size(self.height, 50.0 * VP_LENGTH);
        let radius = ground.size(self.radius, 5e-3);
        let material =
            ground.material(self.material.as_deref().or(Some("post")), stated!(self), &Material::default())?;
        let body = carom::shape::Post::new(at, radius)?.with_height(low, high)?;
        let lid = Disc::new(at.extend(high), radius)?.with_sides(Sides::Front);
        let shapes = vec![(Shape::from(body), material.clone()), (Shape::from(lid), material)];
        Ok(Part::Solid(Solid { shapes, tells_from: tells_from(self.tells, self.threshold) }))
    }
}

impl Buildable for Mesh {
    says!(enabled, material);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Mesh::default();
        let index = |corner: u64| usize::try_from(corner).unwrap_or(usize::MAX);
        Ok(Part::Mesh(part::Mesh {
            points: self.points.iter().map(|point| DVec3::from(point.map(|number| number.0))).collect(),
            triangles: self.triangles.iter().map(|corners| corners.map(index)).collect(),
            scale: self.scale.map_or(DVec3::splat(ground.metres(1.0)), |scale| ground.place3(scale)),
            offset: self.offset.map_or(usual.offset, |offset| ground.place3(offset)),
            turn: self.turn.map_or(usual.turn, angles),
            object_turn: self.object_turn.map_or(usual.object_turn, angles),
            position: self.at.map_or(usual.position, |at| ground.place3(at)),
            material: ground.material(self.material.as_deref(), stated!(self), &usual.material)?,
            tells: self.tells.unwrap_or(usual.tells),
            threshold: self.threshold.map_or(usual.threshold, |speed| speed.0),
        }))
    }
}

impl Buildable for Collider {
    says!(enabled, material);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Wall::default().material;
        let material = ground.material(self.material.as_deref(), stated!(self), &usual)?;
        let shape = ground.shape(self)?;
        Ok(Part::Solid(Solid { shapes: vec![(shape, material)], tells_from: tells_from(self.tells, self.threshold) }))
    }
}
