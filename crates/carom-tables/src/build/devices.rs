//! Parts that do something, as the engine knows them.

use super::ground::{Stated, curve};
use super::{Buildable, Ground, Problem, Refers, says};
use crate::parts::{
    Bumper, Flipper, Gate, Kicker, Magnet, Plunger, Side, Spinner, Target, TargetKind, Trigger, Trough, Turntable,
};
use crate::table::turned;
use crate::value::{Amount, Angle, Number, Share};
use carom::DVec2;
use carom::pinball::part::{self, Part, TriggerArea};
use carom::units::PINBALL_RADIUS;

fn amount(number: Option<Amount>, otherwise: f64) -> f64 {
    number.map_or(otherwise, |number| number.0)
}

fn share(number: Option<Share>, otherwise: f64) -> f64 {
    number.map_or(otherwise, |number| number.0)
}

fn number(number: Option<Number>, otherwise: f64) -> f64 {
    number.map_or(otherwise, |number| number.0)
}

fn angle(angle: Option<Angle>, otherwise: f64) -> f64 {
    angle.map_or(otherwise, |angle| turned(angle.0))
}

impl Buildable for Flipper {
    says!(enabled, on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Flipper::default();
        let mirror = if self.side == Some(Side::Right) { -1.0 } else { 1.0 };
        let centre = ground.place(self.at);
        Ok(Part::Flipper(part::Flipper {
            centre,
            start_angle: angle(self.start_angle, mirror * usual.start_angle),
            end_angle: angle(self.end_angle, mirror * usual.end_angle),
            base_radius: ground.size(self.base_radius, usual.base_radius),
            end_radius: ground.size(self.end_radius, usual.end_radius),
            length: ground.size(self.length, usual.length),
            least_length: self.least_length.map(|length| ground.metres(length.0)),
            low: ground.low(self.on.as_deref(), self.low, centre),
            height: ground.size(self.height, usual.height),
            mass: amount(self.mass, usual.mass),
            strength: number(self.strength, usual.strength),
            return_ratio: amount(self.return_ratio, usual.return_ratio),
            ramp_up: amount(self.ramp_up, usual.ramp_up),
            eos_torque: amount(self.eos_torque, usual.eos_torque),
            eos_angle: angle(self.eos_angle, usual.eos_angle),
            elasticity: amount(self.elasticity, usual.elasticity),
            falloff: amount(self.falloff, usual.falloff),
            curve: self.curve.as_deref().map(curve),
            friction: amount(self.friction, usual.friction),
            stop_elasticity: share(self.stop_elasticity, usual.stop_elasticity),
            live_catch: amount(self.live_catch, usual.live_catch),
        }))
    }
}

impl Buildable for Plunger {
    says!(on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Plunger::default();
        let at = ground.place(self.at);
        Ok(Part::Plunger(part::Plunger {
            x: at.x,
            y: at.y,
            width: ground.size(self.width, usual.width),
            height: ground.size(self.height, usual.height),
            stroke: ground.size(self.stroke, usual.stroke),
            low: ground.low(self.on.as_deref(), self.low, at),
            pull_speed: amount(self.pull_speed, usual.pull_speed),
            release_speed: amount(self.release_speed, usual.release_speed),
            park: share(self.park, usual.park),
            auto: self.auto.unwrap_or(usual.auto),
            mechanical: self.mechanical.unwrap_or(usual.mechanical),
            mech_strength: amount(self.mech_strength, usual.mech_strength),
            transfer: amount(self.transfer, usual.transfer),
            scatter_speed: amount(self.scatter_speed, usual.scatter_speed),
        }))
    }
}

impl Buildable for Gate {
    says!(enabled, material, on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Gate::default();
        let centre = ground.place(self.at);
        let stated = Stated { elasticity: self.elasticity, friction: self.friction, ..Stated::default() };
        Ok(Part::Gate(part::Gate {
            centre,
            length: ground.size(self.length, usual.length),
            rotation: angle(self.rotation, usual.rotation),
            low: ground.low(self.on.as_deref(), self.low, centre),
            height: ground.size(self.height, usual.height),
            two_way: self.two_way.unwrap_or(usual.two_way),
            angle_min: angle(self.angle_min, usual.angle_min),
            angle_max: angle(self.angle_max, usual.angle_max),
            material: ground.material(self.material.as_deref(), stated, &usual.material)?,
            damping: share(self.damping, usual.damping),
            gravity_factor: number(self.gravity_factor, usual.gravity_factor),
            bracket: self.bracket.unwrap_or(usual.bracket),
            plate_mass: amount(self.plate_mass, usual.plate_mass),
        }))
    }
}

impl Buildable for Spinner {
    says!(enabled, on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Spinner::default();
        let centre = ground.place(self.at);
        Ok(Part::Spinner(part::Spinner {
            centre,
            length: ground.size(self.length, usual.length),
            rotation: angle(self.rotation, usual.rotation),
            low: ground.low(self.on.as_deref(), self.low, centre),
            height: ground.size(self.height, usual.height),
            angle_min: angle(self.angle_min, usual.angle_min),
            angle_max: angle(self.angle_max, usual.angle_max),
            elasticity: share(self.elasticity, usual.elasticity),
            damping: share(self.damping, usual.damping),
            bracket: self.bracket.unwrap_or(usual.bracket),
            plate_mass: amount(self.plate_mass, usual.plate_mass),
        }))
    }
}

impl Buildable for Bumper {
    says!(enabled, material, on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Bumper::default();
        let centre = ground.place(self.at);
        let stated =
            Stated { elasticity: self.elasticity, friction: self.friction, scatter: self.scatter, ..Stated::default() };
        Ok(Part::Bumper(part::Bumper {
            centre,
            radius: ground.size(self.radius, usual.radius),
            low: ground.low(self.on.as_deref(), self.low, centre),
            height: ground.size(self.height, usual.height),
            force: number(self.force, usual.force),
            threshold: amount(self.threshold, usual.threshold),
            material: ground.material(self.material.as_deref(), stated, &usual.material)?,
            fires: self.fires.unwrap_or(usual.fires),
        }))
    }
}

impl Buildable for Kicker {
    says!(enabled, on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Kicker::default();
        let centre = ground.place(self.at);
        Ok(Part::Kicker(part::Kicker {
            centre,
            radius: ground.size(self.radius, usual.radius),
            low: ground.low(self.on.as_deref(), self.low, centre),
            legacy: self.legacy.unwrap_or(usual.legacy),
            fall_through: self.fall_through.unwrap_or(usual.fall_through),
            hit_accuracy: share(self.hit_accuracy, usual.hit_accuracy),
            hit_height: ground.size(self.hit_height, usual.hit_height),
            kick_angle: angle(self.kick_angle, usual.kick_angle),
            kick_speed: number(self.kick_speed, usual.kick_speed),
            kick_inclination: angle(self.kick_inclination, usual.kick_inclination),
            scatter: angle(self.scatter, usual.scatter),
        }))
    }
}

impl Buildable for Trigger {
    says!(enabled, on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Trigger::default();
        let missing = |field: &str| {
            let message = format!("this trigger has no `{field}`");
            Problem::new("at", message, "say `at = [x, y]`, or an `outline`")
        };
        let area = match (self.radius, &self.outline) {
            (Some(_), Some(_)) => {
                return Err(Problem::new(
                    "radius",
                    "a trigger is round or has an outline, not both",
                    "take one of the lines out",
                ));
            }
            (Some(radius), None) => {
                let centre = ground.place(self.at.ok_or_else(|| missing("at"))?);
                TriggerArea::Round { centre, radius: ground.metres(radius.0) }
            }
            (None, Some(outline)) => TriggerArea::Outline(ground.flat_outline(outline)?),
            (None, None) => {
                let centre = ground.place(self.at.ok_or_else(|| missing("at"))?);
                match usual.area {
                    TriggerArea::Outline(square) => {
                        TriggerArea::Outline(square.into_iter().map(|p| centre + p).collect())
                    }
                    TriggerArea::Round { radius, .. } => TriggerArea::Round { centre, radius },
                }
            }
        };
        let middle = self.at.map_or_else(|| middle(&area), |at| ground.place(at));
        Ok(Part::Trigger(part::Trigger {
            low: ground.low(self.on.as_deref(), self.low, middle),
            hit_height: ground.size(self.hit_height, usual.hit_height),
            area,
        }))
    }
}

/// m: the middle of the box of an area.
fn middle(area: &TriggerArea) -> DVec2 {
    match area {
        TriggerArea::Round { centre, .. } => *centre,
        TriggerArea::Outline(points) => {
            let first = points.first().copied().unwrap_or_default();
            let (low, high) = points.iter().fold((first, first), |(low, high), &p| (low.min(p), high.max(p)));
            0.5 * (low + high)
        }
    }
}

impl Buildable for Target {
    says!(enabled, material, on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Target::default();
        let at = ground.place(self.at);
        let stated = Stated {
            elasticity: self.elasticity,
            falloff: self.falloff,
            friction: self.friction,
            scatter: self.scatter,
            ..Stated::default()
        };
        let kind = match self.kind.unwrap_or_default() {
            TargetKind::DropSimple => part::TargetKind::DropSimple,
            TargetKind::DropBeveled => part::TargetKind::DropBeveled,
            TargetKind::DropFlat => part::TargetKind::DropFlat,
            TargetKind::Round => part::TargetKind::Round,
            TargetKind::Rectangle => part::TargetKind::Rectangle,
            TargetKind::FatRectangle => part::TargetKind::FatRectangle,
            TargetKind::FatSquare => part::TargetKind::FatSquare,
            TargetKind::Slim => part::TargetKind::Slim,
            TargetKind::FatSlim => part::TargetKind::FatSlim,
        };
        Ok(Part::Target(part::Target {
            kind,
            position: at.extend(ground.low(self.on.as_deref(), self.low, at)),
            size: self.size.map_or(usual.size, |size| carom::DVec3::from(size.map(|size| ground.metres(size.0)))),
            heading: angle(self.heading, usual.heading),
            material: ground.material(self.material.as_deref(), stated, &usual.material)?,
            tells: self.tells.unwrap_or(usual.tells),
            tells_all_round: self.tells_all_round.unwrap_or(usual.tells_all_round),
            threshold: amount(self.threshold, usual.threshold),
            drop_speed: amount(self.drop_speed, usual.drop_speed),
            raise_delay: amount(self.raise_delay, usual.raise_delay),
            starts_down: self.starts_down.unwrap_or(usual.starts_down),
        }))
    }
}

impl Buildable for Magnet {
    says!(enabled, on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Magnet::default();
        let centre = ground.place(self.at);
        Ok(Part::Magnet(part::Magnet {
            centre,
            radius: ground.size(self.radius, usual.radius),
            low: ground.low(self.on.as_deref(), self.low, centre),
            height: ground.size(self.height, usual.height),
            strength: number(self.strength, usual.strength),
            damping: share(self.damping, usual.damping),
            grab_radius: ground.size(self.grab_radius, usual.grab_radius),
            grab_speed: amount(self.grab_speed, usual.grab_speed),
        }))
    }
}

impl Buildable for Turntable {
    says!(on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Turntable::default();
        let centre = ground.place(self.at);
        Ok(Part::Turntable(part::Turntable {
            centre,
            radius: ground.size(self.radius, usual.radius),
            low: ground.low(self.on.as_deref(), self.low, centre),
            height: ground.size(self.height, usual.height),
            drive: number(self.drive, usual.drive),
            spin_up: amount(self.spin_up, usual.spin_up),
            spin_down: amount(self.spin_down, usual.spin_down),
        }))
    }
}

impl Buildable for Trough {
    says!(on);

    fn part(&self, ground: &Ground<'_>) -> Result<Part, Problem> {
        let usual = part::Trough::default();
        let exit = ground.place(self.exit);
        let drain = match &self.drain_outline {
            Some(outline) => TriggerArea::Outline(ground.flat_outline(outline)?),
            None => {
                TriggerArea::Round { centre: ground.place(self.drain), radius: ground.size(self.drain_radius, 0.05) }
            }
        };
        let count = |count: Option<u64>, otherwise: usize| {
            count.map_or(otherwise, |n| usize::try_from(n).unwrap_or(usize::MAX))
        };
        Ok(Part::Trough(part::Trough {
            drain,
            exit: exit.extend(ground.low(self.on.as_deref(), self.low, exit) + PINBALL_RADIUS),
            kick_angle: angle(self.kick_angle, usual.kick_angle),
            kick_speed: number(self.kick_speed, usual.kick_speed),
            balls: count(self.balls, usual.balls),
            capacity: count(self.capacity, usual.capacity),
        }))
    }
}
