//! What each part of a machine looks like from above: one file per group of parts.

mod block;
mod flipper;
mod mesh;
mod plate;
mod plunger;
mod ramp;
mod round;
mod rubber;
mod solid;
mod zone;

use crate::pen::Pen;
use carom::pinball::part::Part;
use carom::pinball::{Machine, PartId, Pose};

/// Puts down the marks of a part that stands as `pose` says.
pub(crate) fn draw(machine: &Machine, id: PartId, part: &Part, pose: &Pose, pen: &mut Pen) {
    pen.part = Some(id.index());
    match part {
        Part::Flipper(flipper) => flipper::draw(flipper, machine.playfield().difficulty, pose, pen),
        Part::Plunger(plunger) => plunger::draw(plunger, pose, pen),
        Part::Gate(gate) => plate::gate(gate, pose, pen),
        Part::Spinner(spinner) => plate::spinner(spinner, pose, pen),
        Part::Target(target) => plate::target(target, pose, pen),
        Part::Bumper(bumper) => round::bumper(bumper, pen),
        Part::Kicker(kicker) => round::kicker(kicker, pen),
        Part::Magnet(magnet) => round::magnet(magnet, pose, pen),
        Part::Turntable(turntable) => round::turntable(turntable, pen),
        Part::Trigger(trigger) => zone::trigger(trigger, pen),
        Part::Trough(trough) => zone::trough(trough, pen),
        Part::Wall(wall) => block::wall(wall, pen),
        Part::Rubber(rubber) => rubber::draw(rubber, pen),
        Part::Ramp(ramp) => ramp::draw(ramp, pen),
        Part::Mesh(mesh) => mesh::draw(mesh, pen),
        Part::Solid(solid) => solid::draw(solid, pen),
        // A part that this version does not know; tables still are drawn.
        _ => {}
    }
    pen.part = None;
}

/// Can a part look different from one moment to the next?
pub(crate) fn moves(part: &Part) -> bool {
    match part {
        Part::Flipper(_) | Part::Plunger(_) | Part::Gate(_) | Part::Spinner(_) | Part::Magnet(_) => true,
        Part::Target(target) => target.kind.drops(),
        _ => false,
    }
}

/// Is a part something that notices or draws balls, and that none ever touches?
pub(crate) fn is_zone(part: &Part) -> bool {
    matches!(part, Part::Trigger(_) | Part::Magnet(_) | Part::Trough(_))
}
