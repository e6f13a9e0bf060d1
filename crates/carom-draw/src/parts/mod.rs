//! What each part of a machine looks like from above: one file per group of parts.

mod block;
mod flipper;
#[cfg(test)]
mod leaning;
mod mesh;
mod plate;
mod plunger;
mod ramp;
mod round;
mod rubber;
mod solid;
mod zone;

use crate::lay::Lay;
use crate::pen::Pen;
use crate::places::Places;
use carom::pinball::part::Part;
use carom::pinball::{PartId, Pose};
use carom::space::Transform;

/// Puts down the marks of a part that stands as `pose` says, where it is placed.
pub(crate) fn draw(places: &Places<'_>, id: PartId, part: &Part, pose: &Pose, pen: &mut Pen) {
    let transform = places.transform(id);
    let difficulty = places.machine.playfield().difficulty;
    pen.part = Some(id.index());
    match part {
        // These are made of points in space, which go to their places one by one.
        Part::Rubber(rubber) => rubber::draw(rubber, &transform, pen),
        Part::Ramp(ramp) => ramp::draw(ramp, &transform, pen),
        Part::Mesh(mesh) => mesh::draw(mesh, &transform, pen),
        _ if transform == Transform::IDENTITY => upright(part, difficulty, pose, pen),
        _ => placed(Lay::new(transform, places.floor(id)), pen, |pen| upright(part, difficulty, pose, pen)),
    }
    pen.part = None;
}

/// What is drawn as if it stood upright on the table, where it is placed.
fn placed(mut lay: Lay, pen: &mut Pen, draw: impl Fn(&mut Pen)) {
    let (hair, field_area, first) = (pen.hair, pen.field_area, pen.marks.len());
    // Thin lines stay as thin as they are elsewhere.
    pen.hair /= lay.scale;
    pen.field_area /= lay.scale * lay.scale;
    if lay.wants_measure() {
        pen.lay = Some(lay);
        draw(pen);
        pen.marks.truncate(first);
        lay = pen.lay.unwrap_or(lay).measured();
    }
    pen.lay = Some(lay);
    draw(pen);
    (pen.hair, pen.field_area, pen.lay) = (hair, field_area, None);
}

fn upright(part: &Part, difficulty: f64, pose: &Pose, pen: &mut Pen) {
    match part {
        Part::Flipper(flipper) => flipper::draw(flipper, difficulty, pose, pen),
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
        Part::Solid(solid) => solid::draw(solid, pen),
        // A part that this version does not know; tables still are drawn.
        _ => {}
    }
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
