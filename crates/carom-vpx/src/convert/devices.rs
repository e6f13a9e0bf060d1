//! Flippers, plungers, bumpers, triggers, kickers, gates, spinners, targets and balls.

use super::Converter;
use super::number::{Notes, near, outline, place};
use super::solids::{NOT_COLLIDABLE, Placed};
use crate::items::{Bumper, Drive, Flipper, Gate, Item, Kicker, Plunger, Spinner, Surface, Target, Trigger};
use carom::units::{VP_LENGTH, VP_MASS, VP_TIME, VP_TORQUE, degrees};
use carom_tables::parts::{self, Side, TargetKind};
use carom_tables::{Amount, Angle, Length, Number, Share, Size};

/// By how much the sides of a trigger with an outline end below its hit height.
const OUTLINE_LOWER: f64 = 8.0;

impl Converter<'_> {
    pub(super) fn flipper(&mut self, flipper: &Flipper, item: &Item, name: &str, notes: &mut Notes) -> Placed {
        let by_table = self.data.override_set > 0 && self.data.override_flippers;
        let drive = if flipper.override_set > 0 || by_table {
            notes
                .differ("it asks for a physics set of Visual Pinball's settings; the defaults of such a set are taken");
            Drive::default()
        } else {
            flipper.drive
        };
        let surface =
            Surface { elasticity: drive.elasticity, falloff: drive.falloff, friction: drive.friction, scatter: 0.0 };
        let skin = notes.surface(surface, 0.0);
        let shortens = flipper.least_length > 0.0 && flipper.least_length < flipper.length;
        self.table.flippers.push(parts::Flipper {
            name: Some(name.to_owned()),
            at: place(flipper.at)?,
            // A left flipper turns counter-clockwise.
            side: Some(if flipper.end_angle > flipper.start_angle { Side::Right } else { Side::Left }),
            start_angle: Some(Angle(flipper.start_angle)),
            end_angle: Some(Angle(flipper.end_angle)),
            length: Some(notes.size("length", flipper.length)),
            least_length: shortens.then(|| notes.size("least length", flipper.least_length)),
            base_radius: Some(notes.breadth("base radius", flipper.base_radius)),
            end_radius: Some(notes.breadth("end radius", flipper.end_radius)),
            low: Some(Length(near(self.low(item, flipper.at))?)),
            height: Some(notes.breadth("height", flipper.height)),
            mass: Some(Amount(notes.within("mass", drive.mass, 1e-3, 1e4) * VP_MASS)),
            strength: Some(Number(notes.within("strength", drive.strength, 0.0, 4e6) * VP_TORQUE)),
            return_ratio: Some(Amount(notes.within("return strength", drive.return_ratio, 0.0, 100.0))),
            ramp_up: Some(Amount(notes.within("ramp-up", drive.ramp_up, 0.0, 9e3) * VP_TIME)),
            eos_torque: Some(Amount(notes.within("end-of-stroke torque", drive.eos_torque, 0.0, 100.0))),
            eos_angle: Some(Angle(notes.within("end-of-stroke angle", drive.eos_angle, 0.0, 360.0))),
            elasticity: Some(skin.elasticity),
            falloff: Some(skin.falloff),
            friction: Some(skin.friction),
            enabled: (!flipper.enabled).then_some(false),
            ..parts::Flipper::default()
        });
        Ok(("flipper", self.table.flippers.len() - 1))
    }

    pub(super) fn plunger(&mut self, plunger: &Plunger, item: &Item, name: &str, notes: &mut Notes) -> Placed {
        self.table.plungers.push(parts::Plunger {
            name: Some(name.to_owned()),
            at: place(plunger.at)?,
            width: Some(notes.breadth("width", plunger.width)),
            height: Some(notes.size("height", plunger.height)),
            stroke: Some(notes.breadth("stroke", plunger.stroke)),
            low: Some(Length(near(self.low(item, plunger.at))?)),
            pull_speed: Some(notes.speed("pull speed", plunger.pull_speed)),
            release_speed: Some(Amount(notes.within("release speed", plunger.release_speed, 0.0, 1e6))),
            park: Some(Share(notes.within("park position", plunger.park, 0.0, 1.0))),
            auto: plunger.auto.then_some(true),
            mechanical: plunger.mechanical.then_some(true),
            mech_strength: Some(Amount(notes.within("mechanical strength", plunger.mech_strength, 0.0, 1000.0))),
            transfer: Some(Amount(notes.within("momentum transfer", plunger.transfer, 0.0, 1000.0))),
            scatter_speed: Some(notes.speed("scatter speed", plunger.scatter_speed)),
            ..parts::Plunger::default()
        });
        Ok(("plunger", self.table.plungers.len() - 1))
    }

    pub(super) fn bumper(&mut self, bumper: &Bumper, item: &Item, name: &str, notes: &mut Notes) -> Placed {
        if !bumper.collidable {
            return Err(NOT_COLLIDABLE);
        }
        let scatter = if bumper.scatter < 0.0 { self.data.hard_scatter } else { bumper.scatter };
        self.table.bumpers.push(parts::Bumper {
            name: Some(name.to_owned()),
            at: place(bumper.at)?,
            radius: Some(notes.breadth("radius", bumper.radius)),
            low: Some(Length(near(self.low(item, bumper.at))?)),
            height: Some(notes.breadth("height", bumper.height)),
            force: Some(Number(notes.speed("force", bumper.force).0)),
            threshold: Some(notes.speed("threshold", bumper.threshold)),
            scatter: Some(Angle(notes.within("scatter", scatter, 0.0, 90.0))),
            fires: (!bumper.fires).then_some(false),
            ..parts::Bumper::default()
        });
        Ok(("bumper", self.table.bumpers.len() - 1))
    }

    pub(super) fn trigger(&mut self, trigger: &Trigger, item: &Item, name: &str, notes: &mut Notes) -> Placed {
        let at = place(trigger.at)?;
        let hit_height = notes.size("hit height", trigger.hit_height);
        let mut part = parts::Trigger {
            name: Some(name.to_owned()),
            at: Some(at),
            low: Some(Length(near(self.low(item, trigger.at))?)),
            hit_height: Some(hit_height),
            enabled: (!trigger.enabled).then_some(false),
            ..parts::Trigger::default()
        };
        if trigger.round {
            part.radius = Some(notes.breadth("radius", trigger.radius));
        } else if trigger.points.len() < 3 {
            notes.differ(format!("its outline has {} points; it is the usual square", trigger.points.len()));
        } else {
            part.outline = Some(outline(&trigger.points, 3)?);
            part.at = None;
            // The sides of an outline end lower than the file says; a round one's do not (guide 7.6).
            part.hit_height = Some(Size((hit_height.0 - OUTLINE_LOWER).max(0.0)));
        }
        self.table.triggers.push(part);
        Ok(("trigger", self.table.triggers.len() - 1))
    }

    pub(super) fn kicker(&mut self, kicker: &Kicker, item: &Item, name: &str, notes: &mut Notes) -> Placed {
        notes.differ("what it does with a ball, and when and where it throws it, is in the script");
        let scatter = if kicker.scatter < 0.0 { self.data.hard_scatter } else { kicker.scatter };
        self.table.kickers.push(parts::Kicker {
            name: Some(name.to_owned()),
            at: place(kicker.at)?,
            radius: Some(notes.breadth("radius", kicker.radius)),
            low: Some(Length(near(self.low(item, kicker.at))?)),
            legacy: (!kicker.legacy).then_some(false),
            fall_through: kicker.fall_through.then_some(true),
            hit_accuracy: Some(Share(notes.within("hit accuracy", kicker.hit_accuracy, 0.0, 1.0))),
            hit_height: Some(notes.breadth("hit height", kicker.hit_height)),
            scatter: Some(Angle(notes.within("scatter", scatter, 0.0, 180.0))),
            enabled: (!kicker.enabled).then_some(false),
            ..parts::Kicker::default()
        });
        Ok(("kicker", self.table.kickers.len() - 1))
    }

    pub(super) fn gate(&mut self, gate: &Gate, item: &Item, name: &str, notes: &mut Notes) -> Placed {
        // A collidable gate closes fully and opens to a right angle, whatever the file says (guide 7.2).
        let (least, most) = if gate.collidable {
            (0.0, 90.0)
        } else {
            notes.differ(
                "it is not collidable and not there at first; Visual Pinball would leave the wall of a one-way gate",
            );
            let (one, other) = (degrees(gate.angle_min), degrees(gate.angle_max));
            (
                notes.within("closing angle", one.min(other), 0.0, 180.0),
                notes.within("opening angle", one.max(other), 0.0, 180.0),
            )
        };
        let surface = Surface { elasticity: gate.elasticity, falloff: 0.0, friction: gate.friction, scatter: 0.0 };
        let skin = notes.surface(surface, 0.0);
        self.table.gates.push(parts::Gate {
            name: Some(name.to_owned()),
            at: place(gate.at)?,
            length: Some(notes.breadth("length", gate.length)),
            rotation: Some(Angle(gate.rotation)),
            low: Some(Length(near(self.low(item, gate.at))?)),
            height: Some(notes.breadth("height", gate.height)),
            two_way: Some(gate.two_way),
            angle_min: Some(Angle(least)),
            angle_max: Some(Angle(most)),
            elasticity: Some(skin.elasticity),
            friction: Some(skin.friction),
            damping: Some(Share(notes.within("damping", gate.damping, 0.0, 1.0))),
            gravity_factor: Some(Number(notes.within("gravity factor", gate.gravity_factor, 0.0, 1e3))),
            bracket: (!gate.bracket).then_some(false),
            enabled: (!gate.collidable).then_some(false),
            ..parts::Gate::default()
        });
        Ok(("gate", self.table.gates.len() - 1))
    }

    pub(super) fn spinner(&mut self, spinner: &Spinner, item: &Item, name: &str, notes: &mut Notes) -> Placed {
        let (least, most) = (spinner.angle_min.min(spinner.angle_max), spinner.angle_min.max(spinner.angle_max));
        self.table.spinners.push(parts::Spinner {
            name: Some(name.to_owned()),
            at: place(spinner.at)?,
            length: Some(notes.breadth("length", spinner.length)),
            rotation: Some(Angle(spinner.rotation)),
            low: Some(Length(near(self.low(item, spinner.at))?)),
            height: Some(notes.size("height", spinner.height)),
            angle_min: Some(Angle(least)),
            angle_max: Some(Angle(most)),
            elasticity: Some(Share(notes.within("elasticity", spinner.elasticity, 0.0, 1.0))),
            damping: Some(Share(notes.within("damping", spinner.damping, 0.0, 1.0))),
            bracket: (!spinner.bracket).then_some(false),
            ..parts::Spinner::default()
        });
        Ok(("spinner", self.table.spinners.len() - 1))
    }

    pub(super) fn target(&mut self, target: &Target, name: &str, notes: &mut Notes) -> Placed {
        if !target.collidable {
            return Err(NOT_COLLIDABLE);
        }
        let drops = matches!(target.kind, TargetKind::DropSimple | TargetKind::DropBeveled | TargetKind::DropFlat);
        if drops && !target.visible {
            notes.differ("it is hidden: Visual Pinball would not let it drop when it is hit");
        }
        let skin = notes.surface(self.surface_of(&target.physics), self.data.hard_scatter);
        let [width, depth, height] = target.size;
        self.table.targets.push(parts::Target {
            name: Some(name.to_owned()),
            at: place(target.at)?,
            kind: Some(target.kind),
            size: Some([notes.breadth("width", width), notes.breadth("depth", depth), notes.breadth("height", height)]),
            heading: Some(Angle(target.heading)),
            low: Some(Length(near(target.at[2])?)),
            elasticity: Some(skin.elasticity),
            falloff: Some(skin.falloff),
            friction: Some(skin.friction),
            scatter: Some(skin.scatter),
            tells: (!target.tells).then_some(false),
            tells_all_round: target.legacy.then_some(true),
            threshold: Some(notes.speed("threshold", target.threshold)),
            // U/ms. What does not move at all takes more than an hour to drop, and stands until then.
            drop_speed: drops
                .then(|| Amount(notes.within("drop speed", target.drop_speed, 1e-5, 1e6) * VP_LENGTH * 1e3)),
            raise_delay: drops.then(|| Amount(notes.amount("raise delay", target.raise_delay).0 * 1e-3)),
            starts_down: (drops && target.dropped).then_some(true),
            ..parts::Target::default()
        });
        Ok(("target", self.table.targets.len() - 1))
    }

    pub(super) fn ball(&mut self, at: [f64; 3], radius: f64, mass: f64, notes: &mut Notes) -> Placed {
        let radius = notes.size("radius", radius);
        self.table.balls.push(parts::Ball {
            at: place(at)?,
            low: Some(Length(near(at[2])? - radius.0)),
            radius: Some(radius),
            mass: Some(Amount(notes.amount("mass", mass).0 * VP_MASS)),
            ..parts::Ball::default()
        });
        Ok(("ball", self.table.balls.len() - 1))
    }
}
