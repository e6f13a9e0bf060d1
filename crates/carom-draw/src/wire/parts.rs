//! What of a part is no collider that stands still: bats, plates, zones; and the colour of its outline.

use super::shapes::{Run, barrel, bat_block, border_of, flat_ring, prism};
use crate::colour::{Colour, palette};
use crate::form::{heading, unit};
use carom::pinball::Pose;
use carom::pinball::part::{Part, TriggerArea};
use carom::{DVec2, DVec3};

/// The outlines of what a part moves, and of where it notices balls, in its own space.
pub(super) fn moving(part: &Part, difficulty: f64, pose: &Pose) -> Vec<Run> {
    match part {
        Part::Flipper(flipper) => {
            let tip = flipper.centre + heading(pose.angle) * flipper.length_at(difficulty);
            let ends = (flipper.low, flipper.low + flipper.height);
            bat_block(flipper.centre, flipper.base_radius, tip, flipper.end_radius, ends)
        }
        Part::Plunger(plunger) => {
            let (front, base) = (plunger.y - plunger.stroke, plunger.y + plunger.height);
            let tip = if pose.place.is_finite() { pose.place.clamp(front, base) } else { plunger.y };
            let (left, right) = (plunger.x - plunger.width, plunger.x + plunger.width);
            let border = [[left, tip], [right, tip], [right, base], [left, base]].map(DVec2::from);
            prism(&border, &border, (plunger.low, plunger.low + 0.027))
        }
        Part::Gate(gate) => {
            let axle = (gate.centre, gate.low + gate.height, gate.length, gate.rotation);
            vec![plate(axle, 0.0, gate.height, pose.angle)]
        }
        Part::Spinner(spinner) => {
            let axle = (spinner.centre, spinner.low + spinner.height, spinner.length, spinner.rotation);
            vec![plate(axle, -0.5 * spinner.height, 0.5 * spinner.height, pose.angle)]
        }
        Part::Target(target) if target.kind.drops() => {
            let (low, top) = (target.position.z, target.position.z + 1.8 * target.size.z);
            let border = target.corners();
            let down = pose.active || pose.place > 0.5 * target.size.z;
            prism(&border, &border, (low, if down { low + 0.001 } else { top }))
        }
        Part::Trigger(trigger) => area(&trigger.area, (trigger.low, trigger.low + trigger.hit_height)),
        Part::Trough(trough) => area(&trough.drain, (0.0, 0.001)),
        Part::Kicker(kicker) => vec![flat_ring(kicker.centre.extend(kicker.low), kicker.radius)],
        Part::Magnet(magnet) => {
            barrel(magnet.centre, magnet.radius, (magnet.low, magnet.low + magnet.height.min(0.05)))
        }
        Part::Turntable(turntable) => {
            let spokes = (0..6).map(|k| {
                let way = unit(core::f64::consts::TAU * f64::from(k) / 6.0) * turntable.radius;
                Run::open([turntable.centre, turntable.centre + way].map(|p| p.extend(turntable.low)))
            });
            [flat_ring(turntable.centre.extend(turntable.low), turntable.radius)].into_iter().chain(spokes).collect()
        }
        _ => Vec::new(),
    }
}

/// A plate on an axle (its middle, its height, its length and its rotation), from one distance from it to another, swung out by
/// an angle from hanging down.
fn plate((centre, z, length, rotation): (DVec2, f64, f64, f64), from: f64, to: f64, angle: f64) -> Run {
    let half = (unit(rotation) * (0.5 * length)).extend(0.0);
    let out: DVec3 = (heading(rotation) * libm::sin(angle)).extend(-libm::cos(angle));
    let axle = centre.extend(z);
    Run::closed([axle - half + out * from, axle + half + out * from, axle + half + out * to, axle - half + out * to])
}

fn area(area: &TriggerArea, ends: (f64, f64)) -> Vec<Run> {
    match area {
        TriggerArea::Round { centre, radius } => prism(&border_of(*centre, *radius), &[], ends),
        TriggerArea::Outline(corners) => prism(corners, corners, ends),
    }
}

pub(super) fn colour(part: &Part) -> Colour {
    match part {
        Part::Flipper(_) => palette::BAT_RUBBER.towards(palette::BAT, 0.25),
        Part::Plunger(_) => palette::WIRE,
        Part::Gate(_) => palette::GATE_ARROW,
        Part::Spinner(_) => palette::SPINNER,
        Part::Target(target) if target.kind.drops() => palette::TARGET,
        Part::Target(_) => palette::STANDING_TARGET,
        Part::Bumper(_) => palette::BUMPER_LIT,
        Part::Trigger(_) => palette::TRIGGER,
        Part::Magnet(_) => palette::MAGNET,
        Part::Turntable(_) => palette::TURNTABLE,
        Part::Rubber(_) => palette::RUBBER,
        Part::Ramp(_) => palette::RAMP,
        Part::Mesh(_) => palette::MESH_LIT,
        Part::Wall(_) => palette::WALL_EDGE,
        Part::Kicker(_) | Part::Trough(_) => palette::METAL_DARK,
        _ => palette::METAL,
    }
}
