//! Balls that come through the face of a mesh from behind, where it is not solid.
//!
//! Meshes of real tables are hollow, and solid from in front only. A ball that is kicked up under such a face rises through it; when
//! it comes down again, the face carries it, however deep it is still in it, and at the next bump lays it on top, with up to `m g r`
//! more than it had. That is what Visual Pinball's rules say, and the ledger has it among the repairs of overlaps. From places alone:
//! a face under the centre, nearer than the radius, which the centre was behind of when it came.

use super::cells::Cells;
use carom::pinball::Machine;
use carom::shape::{Shape, Sides, Triangle};
use carom::{DVec2, DVec3};

/// m: a ball that is less deep than this in a face is not in it.
const DEEP: f64 = 1e-3;

/// All faces of a table that are solid from in front only.
#[derive(Debug)]
pub(super) struct Faces {
    faces: Vec<Triangle>,
    near: Cells,
}

impl Faces {
    pub(super) fn of(machine: &Machine, area: (DVec2, DVec2)) -> Self {
        let one_sided = |shape: &Shape| match shape {
            Shape::Triangle(face) if face.sides() == Sides::Front => Some(*face),
            _ => None,
        };
        let faces: Vec<Triangle> = machine.colliders().filter_map(|(_, thing, _)| one_sided(thing.shape())).collect();
        let bounds = |face: &Triangle| {
            let [a, b, c] = face.corners().map(DVec3::truncate);
            (a.min(b).min(c), a.max(b).max(c))
        };
        let near = Cells::new(area, faces.iter().map(bounds));
        Self { faces, near }
    }

    /// Is a ball in a face through which it has come from behind? `before`: its place a tick ago, none if it was put here or held
    /// until now; `was_in`: what was said then.
    pub(super) fn hold(&self, place: DVec3, radius: f64, before: Option<DVec3>, was_in: bool) -> bool {
        let near = self.near.at(place.truncate()).filter_map(|k| self.faces.get(k));
        near.filter(|face| is_over(face, place) && (0.0..radius - DEEP).contains(&height(face, place)))
            .any(|face| was_in || before.is_none_or(|before| height(face, before) < 0.0))
    }
}

/// m: how far in front of a face's plane a place is.
fn height(face: &Triangle, place: DVec3) -> f64 {
    let [corner, ..] = face.corners();
    (place - corner).dot(face.normal())
}

/// Is a place over a face, or under it: on the inner side of all its edges?
fn is_over(face: &Triangle, place: DVec3) -> bool {
    let corners = face.corners();
    (0..3).all(|k| {
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        (to - from).cross(place - from).dot(face.normal()) >= 0.0
    })
}
