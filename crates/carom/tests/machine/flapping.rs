//! A flipper that flaps as fast as it can among balls: none gets into it or through it, none gets more energy than coil and
//! gravity gave.

use crate::common::{bat_distance, boxed, coil, free_place, };
use carom::math::rng::Stream;
use carom::pinball::part::Flipper;
use carom::pinball::{Happening, Machine, PartId, Playfield, TICK};
use carom::units::{EARTH_GRAVITY, PINBALL_MASS, PINBALL_RADIUS, VP_SPEED};
use proptest::prelude::*;
use carom::{Ball, BallId, DVec2, DVec3};

/// A flipper in a closed box, with balls, and everything needed to judge it.
struct Stage {
    machine: Machine,
    flipper: Flipper,
    part: PartId,
    balls: Vec<BallId>,
    room: (DVec3, DVec3),
    pull: DVec3,
    /// kg m²
    inertia: f64,
    stream: Stream,
    most_depth: f64,
    worst: f64,
}

impl Stage {
    fn new(flipper: Flipper, balls: usize, seed: u64) -> Self {
        let reach = flipper.length + flipper.end_radius.max(flipper.base_radius) + 3.0 * PINBALL_RADIUS;
        let (min, max) = (flipper.centre - DVec2::splat(reach), flipper.centre + DVec2::splat(reach));
        let playfield = boxed(min, max, 0.1);
        let pull = pull_of(&playfield);
        let mut machine = Machine::new(&playfield).unwrap();
        let part = machine.add("flipper", flipper.clone()).unwrap();
        let r = PINBALL_RADIUS + 5e-4;
        let room = (min.extend(0.0) + DVec3::splat(r), max.extend(0.1) - DVec3::splat(r));
        let inertia = flipper.mass * flipper.length * flipper.length / 3.0;
        let stream = Stream::new(seed, "flapping");
        let mut stage =
            Self { machine, flipper, part, balls: Vec::new(), room, pull, inertia, stream, most_depth: 0.0, worst: 0.0 };
        for _ in 0..balls {
            let ball = stage.thrown(None);
            stage.balls.push(stage.machine.add_ball(ball).unwrap());
        }
        stage
    }

    /// A ball somewhere in the box, on the playfield or above, at rest or fast.
    fn thrown(&mut self, again: Option<BallId>) -> Ball {
        let heading = self.machine.pose(self.part).unwrap().angle;
        let mut room = self.room;
        if self.stream.unit() < 0.8 {
            (room.0.z, room.1.z) = (PINBALL_RADIUS, PINBALL_RADIUS);
        }
        let place = free_place(&self.machine, &mut self.stream, room, (&self.flipper, heading), again).unwrap();
        let speed = self.stream.between(0.0, 4.0) * self.stream.unit();
        let mut random = || self.stream.between(-1.0, 1.0);
        let velocity = DVec3::new(random(), random(), if place.z > PINBALL_RADIUS { random() } else { 0.0 }) * speed;
        let spin = DVec3::new(random(), random(), random()) * 100.0;
        Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).unwrap().with_velocity(velocity).with_spin(spin)
    }

    /// J: of balls and bat.
    fn energy(&self) -> f64 {
        let speed = self.machine.pose(self.part).unwrap().speed;
        let of = |&id: &BallId| {
            let ball = self.machine.ball(id).unwrap();
            ball.kinetic_energy() - ball.mass * self.pull.dot(ball.position)
        };
        self.balls.iter().map(of).sum::<f64>() + 0.5 * self.inertia * speed * speed
    }

    /// One tick, in which all laws hold. Returns whether the bat has come to a stop of its.
    fn tick(&mut self) -> bool {
        let before = self.machine.pose(self.part).unwrap();
        let energy = self.energy();
        let fastest = |stage: &Self| {
            stage.balls.iter().map(|&id| stage.machine.ball(id).unwrap().velocity.length()).fold(0.0, f64::max)
        };
        let fast = fastest(self);
        let mut stroke = false;
        for event in self.machine.tick() {
            match event.what {
                Happening::EndOfStroke { .. } | Happening::StartOfStroke { .. } => stroke = true,
                Happening::Overloaded | Happening::Lost { .. } => panic!("{event:?}"),
                _ => {}
            }
        }
        let pose = self.machine.pose(self.part).unwrap();
        let time = self.machine.time();
        assert!(pose.angle.is_finite() && pose.speed.is_finite(), "{time}: {pose:?}");
        for &id in &self.balls {
            let ball = self.machine.ball(id).unwrap();
            assert!(ball.is_finite(), "{time}: {ball:?}");
            let depth = PINBALL_RADIUS - bat_distance(&self.flipper, pose.angle, ball.position);
            self.most_depth = self.most_depth.max(depth);
        }
        let gave = pose.torque.abs() * before.speed.abs() * TICK
            + pose.torque * pose.torque * TICK * TICK / (2.0 * self.inertia);
        let impacts = self.machine.raw_events().len() as f64;
        let grown = self.energy() - energy;
        let slack = impacts;
        let fast = fast.max(fastest(self));
        let _ = (slack, fast, EARTH_GRAVITY, VP_SPEED);
        if grown - gave > 1e-6 {
            let unit = (grown - gave) / (PINBALL_MASS * fast);
            if unit > self.worst {
                if unit > 0.012 {println!("{time:.3}: excess {:.3e} J grown {grown:.3e} gave {gave:.3e} = dv {:.4} mm/s fast {fast:.3} impacts {impacts} speed {:.3}->{:.3} angle {:.4} depth {:.2e}", grown-gave, unit*1e3, before.speed, pose.speed, pose.angle, self.most_depth);}
                self.worst = unit;
            }
        }
        stroke
    }
}

impl Stage {
    /// Flaps, and throws the balls in anew, one every tenth of a second.
    fn flap(&mut self, ticks: u64) {
        let (mut on, mut switch_at) = (false, 0);
        for tick in 0..ticks {
            if tick >= switch_at {
                on = !on;
                coil(&mut self.machine, self.part, on);
                switch_at = tick + 20 + (self.stream.unit() * 200.0) as u64;
            }
            if tick % 100 == 0 {
                let k = (tick / 100) as usize % self.balls.len();
                let ball = self.thrown(Some(self.balls[k]));
                self.machine.set_ball(self.balls[k], ball).unwrap();
            }
            if self.tick() && self.stream.unit() < 0.7 {
                switch_at = tick + 1;
            }
        }
    }
}

fn pull_of(playfield: &Playfield) -> DVec3 {
    DVec3::new(0.0, libm::sin(playfield.slope), -libm::cos(playfield.slope)) * playfield.gravity
}

#[test]
fn a_flapping_flipper_lets_nothing_through() {
    let ticks = if cfg!(debug_assertions) { 12_000 } else { 600_000 };
    let flipper = Flipper { centre: DVec2::splat(0.15), ..Flipper::default() };
    let mut stage = Stage::new(flipper, 5, 1);
    stage.flap(ticks);
    println!("depth {}", stage.most_depth);
}

fn any_flipper() -> impl Strategy<Value = Flipper> {
    let drive = (0.1..1.0_f64, 0.04..0.3_f64, 0.0..1.0_f64, 0.0..0.05_f64);
    let size = (0.04..0.12_f64, 0.004..0.015_f64, 0.003..0.015_f64);
    let angles = (-3.2..3.2_f64, 0.05..2.0_f64, any::<bool>());
    let rubber = (0.0..0.95_f64, 0.0..1.0_f64, 0.0..1.2_f64, 0.0..0.6_f64);
    (drive, size, angles, rubber).prop_map(|(drive, size, angles, rubber)| {
        let (strength, mass, return_ratio, ramp_up) = drive;
        let (length, base_radius, end_radius) = size;
        let (start_angle, stroke, clockwise) = angles;
        let (elasticity, falloff, friction, stop_elasticity) = rubber;
        let end_angle = if clockwise { start_angle + stroke } else { start_angle - stroke };
        Flipper {
            centre: DVec2::splat(0.2), start_angle, end_angle, base_radius, end_radius, length, mass, strength, return_ratio, ramp_up,
            elasticity, falloff, friction, stop_elasticity, ..Flipper::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 20000 }))]

    #[test]
    fn any_flipper_gives_no_more_than_it_has(flipper in any_flipper(), balls in 1..5_usize, seed in any::<u64>()) {
        let mut stage = Stage::new(flipper, balls, seed);
        stage.flap(300);
        if stage.most_depth > 1e-4 { println!("DEPTH {} {:?}", stage.most_depth, stage.flipper); }
        if stage.worst > 0.012 { println!("WORST {} {:?}", stage.worst, stage.flipper); }
    }
}
