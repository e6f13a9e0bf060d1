//! Walls, ramps, rubbers and primitives.

use super::number::{Notes, near, outline};
use super::{Converter, FAR, MOST_TRIANGLES};
use crate::items::{DragPoint, Primitive, Ramp, Rubber, Wall};
use carom::pinball::{RampPoint, part};
use carom::units::{VP_LENGTH, VP_SPEED, radians};
use carom::{DVec2, DVec3};
use carom_tables::parts::{self, RampKind};
use carom_tables::{Angle, Bend, Length, Number, Spot, Way};

/// A wall without height that no ball on the playfield meets is a sheet of this thickness: it has a top all the same.
const SHEET: f64 = 0.1;
/// The radius of a ball, which is also the height of its centre on the playfield.
const BALL: f64 = 25.0;
pub(super) const NOT_COLLIDABLE: Why = Why::NotFelt("it is not collidable");

/// An entry's kind in the table, and its number there; or why there is none.
pub(super) type Placed = Result<(&'static str, usize), Why>;

/// Why an item has no part in the table.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Why {
    /// No ball can feel it.
    NotFelt(&'static str),
    /// Something is wrong with it.
    Fault(String),
}

impl From<String> for Why {
    fn from(fault: String) -> Self {
        Self::Fault(fault)
    }
}

impl Converter<'_> {
    pub(super) fn wall(&mut self, wall: &Wall, name: &str, notes: &mut Notes) -> Placed {
        if !wall.collidable {
            return Err(NOT_COLLIDABLE);
        }
        let outline = outline(&wall.points, 3)?;
        let slings = wall.points.iter().any(|point| point.slingshot);
        let (bottom, top) = reach(near(wall.bottom)?, near(wall.top)?, slings, notes);
        let skin = notes.surface(self.surface_of(&wall.physics), self.data.hard_scatter);
        self.table.walls.push(parts::Wall {
            name: Some(name.to_owned()),
            outline,
            bottom: Some(Length(bottom)),
            top: Some(Length(top)),
            bottom_solid: wall.bottom_solid.then_some(true),
            droppable: wall.droppable.then_some(true),
            elasticity: Some(skin.elasticity),
            falloff: Some(skin.falloff),
            friction: Some(skin.friction),
            scatter: Some(skin.scatter),
            tells: wall.tells.then_some(true),
            threshold: Some(notes.speed("threshold", wall.threshold)),
            slingshot_force: slings
                .then(|| Number(notes.within("slingshot force", wall.slingshot_force, -1e6, 1e6) * VP_SPEED)),
            slingshot_threshold: slings.then(|| notes.speed("slingshot threshold", wall.slingshot_threshold)),
            ..parts::Wall::default()
        });
        Ok(("wall", self.table.walls.len() - 1))
    }

    pub(super) fn ramp(&mut self, ramp: &Ramp, name: &str, notes: &mut Notes) -> Placed {
        if !ramp.collidable {
            return Err(NOT_COLLIDABLE);
        }
        if ramp.points.len() < 2 {
            return Err(Why::Fault(format!("its axis has {} points, and 2 are needed", ramp.points.len())));
        }
        let bend = |point: &DragPoint| {
            let [x, y, z] = point.at;
            let at = Spot([Length(near(x)?), Length(near(y)?), Length(near(z)?)]);
            Ok(Bend { at, smooth: point.smooth.then_some(true), ..Bend::default() })
        };
        let path = Way(ramp.points.iter().map(bend).collect::<Result<_, String>>()?);
        if ramp.kind != RampKind::Flat {
            notes.say("to a ball its wires are a flat floor with walls, as in Visual Pinball");
        }
        // The falloff of a ramp counts for nothing (guide 8.5).
        let skin = notes.surface(self.surface_of(&ramp.physics), self.data.hard_scatter);
        self.table.ramps.push(parts::Ramp {
            name: Some(name.to_owned()),
            path,
            kind: Some(ramp.kind),
            bottom: Some(Length(near(ramp.bottom)?)),
            top: Some(Length(near(ramp.top)?)),
            width_bottom: Some(notes.size("width at the bottom", ramp.width_bottom)),
            width_top: Some(notes.size("width at the top", ramp.width_top)),
            left_wall: Some(notes.size("left wall", ramp.left_wall)),
            right_wall: Some(notes.size("right wall", ramp.right_wall)),
            wire_diameter: Some(notes.size("wire diameter", ramp.wire_diameter)),
            wire_distance: Some(notes.size("wire distance", ramp.wire_distance)),
            elasticity: Some(skin.elasticity),
            friction: Some(skin.friction),
            scatter: Some(skin.scatter),
            tells: ramp.tells.then_some(true),
            threshold: Some(notes.speed("threshold", ramp.threshold)),
            ..parts::Ramp::default()
        });
        Ok(("ramp", self.table.ramps.len() - 1))
    }

    pub(super) fn rubber(&mut self, rubber: &Rubber, name: &str, notes: &mut Notes) -> Placed {
        if !rubber.collidable {
            return Err(NOT_COLLIDABLE);
        }
        let skin = notes.surface(self.surface_of(&rubber.physics), self.data.hard_scatter);
        self.table.rubbers.push(parts::Rubber {
            name: Some(name.to_owned()),
            outline: outline(&rubber.points, 2)?,
            height: Some(Length(near(rubber.height)?)),
            thickness: Some(notes.size("thickness", rubber.thickness)),
            turn: turned(rubber.rotate),
            elasticity: Some(skin.elasticity),
            falloff: Some(skin.falloff),
            friction: Some(skin.friction),
            scatter: Some(skin.scatter),
            tells: rubber.tells.then_some(true),
            ..parts::Rubber::default()
        });
        Ok(("rubber", self.table.rubbers.len() - 1))
    }

    /// `called` is its name in the file: one of them means the playfield.
    pub(super) fn primitive(&mut self, primitive: &Primitive, called: &str, name: &str, notes: &mut Notes) -> Placed {
        if primitive.toy {
            return Err(Why::NotFelt("it is a toy"));
        }
        if !primitive.collidable {
            return Err(NOT_COLLIDABLE);
        }
        let mesh = match &primitive.mesh {
            Ok(Some(mesh)) => mesh.cleaned(),
            Ok(None) => return Err(Why::Fault("it has no mesh".into())),
            Err(why) => return Err(why.clone().into()),
        };
        if mesh.triangles.is_empty() {
            return Err(Why::Fault(format!("its mesh has no triangle with an area ({} without)", mesh.dropped)));
        }
        if mesh.dropped > 0 {
            notes.differ(format!("{} of its triangles have no area, or corners that are not there", mesh.dropped));
        }
        if self.triangles + mesh.triangles.len() > MOST_TRIANGLES {
            return Err(Why::Fault(format!(
                "with it the table's meshes would have more than {MOST_TRIANGLES} triangles"
            )));
        }
        for coordinate in [primitive.at, primitive.size, primitive.translate].iter().flatten() {
            near(*coordinate)?;
        }
        let is_playfield = called.eq_ignore_ascii_case("playfield_mesh");
        let surface = if is_playfield { self.data.surface } else { self.surface_of(&primitive.physics) };
        let skin = notes.surface(surface, self.data.hard_scatter);
        if primitive.size.iter().product::<f64>() < 0.0 {
            notes.differ("it is mirrored: its fronts stay outside, where Visual Pinball turns it inside out");
        }
        if is_playfield {
            self.meshed_playfield = Some((name.to_owned(), lowest(primitive, &mesh.points)));
        }
        self.triangles += mesh.triangles.len();
        self.table.meshes.push(parts::Mesh {
            name: Some(name.to_owned()),
            points: mesh.points.iter().map(|point| point.map(|x| Number(crate::fields::tidy(x)))).collect(),
            triangles: mesh.triangles.iter().map(|corners| corners.map(|corner| corner as u64)).collect(),
            scale: Some(primitive.size.map(Length)),
            offset: Some(primitive.translate.map(Length)),
            turn: turned(primitive.rotate),
            object_turn: turned(primitive.object_rotate),
            at: Some(primitive.at.map(Length)),
            elasticity: Some(skin.elasticity),
            falloff: Some(skin.falloff),
            friction: Some(skin.friction),
            scatter: Some(skin.scatter),
            tells: primitive.tells.then_some(true),
            threshold: Some(notes.speed("threshold", primitive.threshold)),
            ..parts::Mesh::default()
        });
        Ok(("mesh", self.table.meshes.len() - 1))
    }
}

/// From where to where a wall stands. The sides of Visual Pinball's walls reach half a ball's radius beyond both their ends
/// (guide 4.2), and authors rely on it: slingshots of no height at all are usual. Carom's sides reach as far as they say,
/// so thin ones are made to reach where they work in Visual Pinball.
fn reach(bottom: f64, top: f64, slings: bool, notes: &mut Notes) -> (f64, f64) {
    let (from, to) = if slings && top - bottom < BALL {
        let from = bottom.min(top) - 0.5 * BALL;
        (if bottom >= 0.0 { from.max(0.0) } else { from }, top + 0.5 * BALL)
    } else if bottom < top {
        return (bottom, top);
    } else if (top - BALL).abs() > 0.5 * BALL {
        (top - SHEET, top)
    } else if top >= BALL {
        (top - 0.5 * BALL, top)
    } else {
        (top, top + 0.5 * BALL)
    };
    let which = if slings { "slingshot" } else { "wall" };
    notes.differ(format!(
        "a thin {which} from {bottom} to {top} reaches from {from} to {to}, where Visual Pinball's would be felt"
    ));
    (from, to)
}

/// Turns, if there are any. Full turns more or less change nothing.
fn turned(turn: [f64; 3]) -> Option<[Angle; 3]> {
    let within = turn.map(|angle| Angle(if angle.abs() <= 1e4 { angle } else { angle % 360.0 }));
    (turn != [0.0; 3]).then_some(within)
}

/// The height of a ramp's axis where it is nearest to a place.
pub(super) fn height_on(ramp: &Ramp, x: f64, y: f64) -> Option<f64> {
    let metres = |length: f64| length * VP_LENGTH;
    let point = |point: &DragPoint| {
        let [x, y, z] = point.at.map(metres);
        let mut at = RampPoint::new(x, y, z);
        at.smooth = point.smooth;
        at
    };
    if ramp.points.iter().flat_map(|point| point.at).any(|coordinate| coordinate.abs() > FAR) {
        return None;
    }
    let engine = part::Ramp {
        points: ramp.points.iter().map(point).collect(),
        bottom: metres(ramp.bottom),
        top: metres(ramp.top),
        ..part::Ramp::default()
    };
    engine.surface_height(DVec2::new(metres(x), metres(y))).map(|height| height / VP_LENGTH)
}

/// How low the points of a primitive come to lie: the order of turns is that of `carom`'s mesh.
fn lowest(primitive: &Primitive, points: &[[f32; 3]]) -> f64 {
    let turn = |v: DVec3, by: [f64; 3]| {
        let plane = |a: f64, b: f64, degrees: f64| {
            let (sin, cos) = (libm::sin(radians(degrees)), libm::cos(radians(degrees)));
            (a * cos - b * sin, a * sin + b * cos)
        };
        let (x, y) = plane(v.x, v.y, by[2]);
        let (z, x) = plane(v.z, x, by[1]);
        let (y, z) = plane(y, z, by[0]);
        DVec3::new(x, y, z)
    };
    let height = |point: &[f32; 3]| {
        let scaled = DVec3::from(point.map(f64::from)) * DVec3::from(primitive.size) + DVec3::from(primitive.translate);
        turn(turn(scaled, primitive.rotate), primitive.object_rotate).z + primitive.at[2]
    };
    points.iter().map(height).fold(0.0, f64::min)
}
