//! Machines that nobody should build, and commands that nobody should send: no panic, no hang, and every fault has a name.

use crate::common::at;
use carom::math::rng::Stream;
use carom::pinball::part::{
    Bumper, Flipper, Gate, Kicker, Magnet, Part, Plunger, Rubber, Solid, Spinner, Target, TargetKind, Trigger,
    TriggerArea, Trough, Turntable, Wall,
};
use carom::pinball::{Command, Input, Machine, OutlinePoint, Playfield};
use carom::shape::Post;
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, DVec2, DVec3, Material};
use proptest::prelude::*;

/// Numbers from sane to absurd.
struct Numbers(Stream);

impl Numbers {
    fn pick(&mut self, choices: usize) -> usize {
        (self.0.unit() * choices as f64) as usize
    }

    /// Sane as a rule; now and then nothing, too small, too large, negative, or no number at all.
    fn near(&mut self, sane: f64) -> f64 {
        match self.pick(24) {
            0 => 0.0,
            1 => sane * 1e-6,
            2 => sane * 1e3,
            3 => -sane,
            4 => f64::MIN_POSITIVE,
            5 if self.0.unit() < 0.2 => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300][self.pick(4)],
            _ => sane * self.0.between(0.2, 2.0),
        }
    }

    fn place(&mut self) -> DVec2 {
        at(self.0.between(0.0, 600.0), self.0.between(0.0, 600.0))
    }

    fn material(&mut self) -> Material {
        let (elasticity, friction) = (self.0.unit(), self.0.unit());
        Material::pinball(elasticity, self.0.unit(), friction, self.0.between(0.0, 0.3)).unwrap()
    }

    fn flag(&mut self) -> bool {
        self.pick(2) == 0
    }

    fn part(&mut self) -> Part {
        let centre = self.place();
        match self.pick(14) {
            0 | 1 => {
                let default = Flipper::default();
                Flipper {
                    centre,
                    start_angle: self.0.between(-4.0, 4.0),
                    end_angle: self.0.between(-4.0, 4.0),
                    length: self.near(0.07),
                    base_radius: self.near(0.0116),
                    end_radius: self.near(0.007),
                    mass: self.near(0.08),
                    strength: self.near(0.5),
                    return_ratio: self.near(0.06),
                    ramp_up: self.near(0.03),
                    elasticity: self.near(0.6),
                    friction: self.near(0.6),
                    eos_torque: self.near(0.5),
                    eos_angle: self.near(0.1),
                    height: self.near(default.height),
                    live_catch: self.near(0.01),
                    ..default
                }
                .into()
            }
            2 => Plunger {
                x: centre.x,
                y: centre.y,
                width: self.near(0.0135),
                stroke: self.near(0.043),
                pull_speed: self.near(0.27),
                release_speed: self.near(80.0),
                park: self.near(0.17),
                auto: self.flag(),
                mechanical: self.flag(),
                transfer: self.near(1.0),
                scatter_speed: self.near(0.1),
                ..Plunger::default()
            }
            .into(),
            3 => Gate {
                centre,
                length: self.near(0.05),
                rotation: self.near(1.0),
                height: self.near(0.027),
                two_way: self.flag(),
                damping: self.near(0.5),
                gravity_factor: self.near(0.25),
                plate_mass: self.near(0.01),
                ..Gate::default()
            }
            .into(),
            4 => Spinner {
                centre,
                length: self.near(0.043),
                rotation: self.near(1.0),
                height: self.near(0.032),
                angle_max: self.near(1.0),
                damping: self.near(0.5),
                plate_mass: self.near(0.01),
                ..Spinner::default()
            }
            .into(),
            5 => {
                let (radius, force) = (self.near(0.024), self.near(0.8));
                Bumper {
                    centre,
                    radius,
                    force,
                    threshold: self.near(0.05),
                    material: self.material(),
                    ..Bumper::default()
                }
                .into()
            }
            6 => Kicker {
                centre,
                radius: self.near(0.0135),
                legacy: self.flag(),
                fall_through: self.pick(4) == 0,
                hit_accuracy: self.near(0.5),
                kick_speed: self.near(1.0),
                kick_inclination: self.near(0.5),
                scatter: self.near(0.3),
                ..Kicker::default()
            }
            .into(),
            7 => Trigger {
                area: TriggerArea::Round { centre, radius: self.near(0.02) },
                hit_height: self.near(0.027),
                ..Trigger::default()
            }
            .into(),
            8 => Target {
                kind: [TargetKind::DropSimple, TargetKind::Round, TargetKind::Slim][self.pick(3)],
                position: centre.extend(0.0),
                size: DVec3::new(self.near(0.017), self.near(0.017), self.near(0.017)),
                heading: self.near(1.0),
                drop_speed: self.near(0.27),
                raise_delay: self.near(0.1),
                ..Target::default()
            }
            .into(),
            9 => {
                let corners = 3 + self.pick(4);
                let corner = |numbers: &mut Self| OutlinePoint {
                    at: centre + DVec2::new(numbers.near(0.05), numbers.near(0.05)),
                    smooth: numbers.flag(),
                    slingshot: numbers.flag(),
                    bulge: if numbers.flag() { numbers.near(0.7) } else { 0.0 },
                };
                let outline = (0..corners).map(|_| corner(self)).collect();
                let (top, slingshot_force) = (self.near(0.027), self.near(4.0));
                Wall { outline, top, slingshot_force, material: self.material(), ..Wall::default() }.into()
            }
            10 => {
                let points = [[0.0, 0.0], [0.05, 0.0], [0.02, 0.05]];
                let outline =
                    points.map(|point| OutlinePoint { at: centre + DVec2::from(point), ..OutlinePoint::default() });
                let (height, thickness) = (self.near(0.0135), self.near(0.0043));
                Rubber { outline: outline.to_vec(), height, thickness, material: self.material(), ..Rubber::default() }
                    .into()
            }
            11 => {
                let (radius, strength) = (self.near(0.03), self.near(10.0));
                Magnet { centre, radius, strength, grab_radius: self.near(0.01), ..Magnet::default() }.into()
            }
            12 => {
                let (drive, spin_up) = (self.near(125.0), self.near(1.0));
                Turntable { centre, drive, spin_up, radius: self.near(0.05), ..Turntable::default() }.into()
            }
            _ if self.flag() => {
                let drain = TriggerArea::Round { centre, radius: self.near(0.03) };
                let exit = self.place().extend(self.near(PINBALL_RADIUS));
                Trough {
                    drain,
                    exit,
                    kick_speed: self.near(0.5),
                    balls: self.pick(4),
                    capacity: 4,
                    ..Trough::default()
                }
                .into()
            }
            _ => match Post::new(centre, self.near(0.01)) {
                Ok(post) => Solid::of(post, self.material()).into(),
                Err(_) => Solid::default().into(),
            },
        }
    }

    fn ball(&mut self) -> Ball {
        let (position, radius) = (self.place().extend(self.near(PINBALL_RADIUS)), self.near(PINBALL_RADIUS));
        let velocity = DVec3::new(self.near(1.0), self.near(1.0), self.near(0.1));
        let spin = DVec3::new(self.near(50.0), self.near(50.0), self.near(50.0));
        let ball = Ball::new(DVec3::ZERO, PINBALL_RADIUS, PINBALL_MASS).unwrap();
        Ball { position, radius, mass: self.near(PINBALL_MASS), velocity, spin, ..ball }
    }

    fn input(&mut self, machine: &Machine) -> Input {
        let parts: Vec<_> = machine.parts().map(|(id, ..)| id).collect();
        let balls: Vec<_> = machine.balls().collect();
        let Some(&part) = parts.get(self.pick(parts.len().max(1))) else { return Input::ClearTilt };
        match self.pick(12) {
            0..5 => Input::Coil { part, on: self.flag() },
            5 => Input::Pull { part, retract: false },
            6 => Input::Release { part },
            7 => Input::PlungerPosition { part, position: self.near(0.5) },
            8 => Input::Kick { part, angle: self.near(1.0), speed: self.near(1.0), inclination: self.near(0.3) },
            9 => Input::Nudge { angle: self.near(1.0), force: self.near(2.0) },
            10 => Input::Enable { part, on: self.flag() },
            _ => match balls.get(self.pick(balls.len() + 2)) {
                Some(&ball) => Input::RemoveBall(ball),
                None => Input::Drop { part, down: self.flag() },
            },
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 60 } else { 500 }))]

    #[test]
    fn a_hostile_machine_neither_panics_nor_hangs(seed in any::<u64>()) {
        let mut numbers = Numbers(Stream::new(seed, "hostile"));
        let mut machine = Machine::new(&Playfield { seed, ..Playfield::sized(0.33, 0.33) }).unwrap();
        for k in 0..3 + numbers.pick(12) {
            if let Err(error) = machine.add(&format!("part {k}"), numbers.part()) {
                prop_assert!(error.to_string().contains(&format!("part {k}")), "{}", error);
            }
        }
        for _ in 0..1 + numbers.pick(8) {
            drop(machine.add_ball(numbers.ball()));
        }
        for _ in 0..100 {
            let input = numbers.input(&machine);
            drop(machine.send(Command::at(machine.time() + numbers.near(0.01), input)));
            machine.tick();
            for ball in machine.balls() {
                let ball = machine.ball(ball).unwrap();
                prop_assert!(ball.is_finite(), "{:?}", ball);
            }
            for (part, name, _) in machine.parts() {
                let pose = machine.pose(part).unwrap();
                prop_assert!(pose.angle.is_finite() && pose.speed.is_finite() && pose.place.is_finite(), "{} {:?}", name, pose);
            }
        }
    }
}
