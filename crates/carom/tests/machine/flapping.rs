//! A flipper that flaps as fast as it can among balls: none gets into it or through it, none gets more energy than coil and
//! gravity gave.

use crate::common::{bat_distance, boxed, coil, free_place};
use carom::math::rng::Stream;
use carom::pinball::part::Flipper;
use carom::pinball::{Happening, Machine, PartId, Playfield, TICK};
use carom::units::{EARTH_GRAVITY, PINBALL_MASS, PINBALL_RADIUS, VP_SPEED};
use carom::{Ball, BallId, DVec2, DVec3};

/// A flipper in a closed box, with balls, and everything needed to judge it.
pub(crate) struct Stage {
    machine: Machine,
    flipper: Flipper,
    part: PartId,
    balls: Vec<BallId>,
    room: (DVec3, DVec3),
    pull: DVec3,
    /// kg m²: of a rod about its end.
    inertia: f64,
    stream: Stream,
    /// m: how deep a ball may be in the bat.
    pub(crate) depth: f64,
    /// Part of the balls that come from above.
    pub(crate) from_above: f64,
    /// J: by how much the energy has grown, and how much coil and spring gave, in all.
    grown: f64,
    gave: f64,
}

impl Stage {
    pub(crate) fn new(flipper: Flipper, balls: usize, seed: u64) -> Self {
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
        let (none, depth, from_above) = (Vec::new(), 1e-4, 0.0);
        let mut stage = Self {
            machine,
            flipper,
            part,
            balls: none,
            room,
            pull,
            inertia,
            stream,
            depth,
            from_above,
            grown: 0.0,
            gave: 0.0,
        };
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
        if self.stream.unit() >= self.from_above {
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

    /// One tick, in which all laws hold. Returns whether the bat has come to the end of its stroke.
    fn tick(&mut self) -> bool {
        let before = self.machine.pose(self.part).unwrap();
        let (energy, slow) = (self.energy(), self.speeds());
        let mut stroke = false;
        for event in self.machine.tick() {
            match event.what {
                Happening::EndOfStroke { .. } | Happening::StartOfStroke { .. } => stroke = true,
                Happening::Overloaded | Happening::Lost { .. } => panic!("{event:?}"),
                _ => {}
            }
        }
        let (time, pose) = (self.machine.time(), self.machine.pose(self.part).unwrap());
        assert!(pose.angle.is_finite() && pose.speed.is_finite(), "{time}: {pose:?}");
        let reach = self.flipper.length + self.flipper.end_radius;
        for &id in &self.balls {
            let ball = self.machine.ball(id).unwrap();
            assert!(ball.is_finite(), "{time}: {ball:?}");
            let depth = PINBALL_RADIUS - bat_distance(&self.flipper, pose.angle, ball.position);
            assert!(depth < self.depth, "{time}: {depth} m in the bat: {ball:?}, {pose:?}");
            // To get through between two looks it would have to come its own width and the tip's in a tick.
            let way = (ball.velocity.length() + reach * before.speed.abs().max(pose.speed.abs())) * TICK;
            assert!(
                way < 2.0 * (PINBALL_RADIUS + self.flipper.end_radius.min(self.flipper.base_radius)),
                "{time}: {way}"
            );
        }
        let gave = pose.torque.abs() * before.speed.abs() * TICK
            + pose.torque * pose.torque * TICK * TICK / (2.0 * self.inertia);
        // Impacts see gravity up to half a tick early or late, before and after; a bat that carries a ball takes out a speed
        // of parting of a tenth of a unit, and pushes a ball that is in it out with another.
        let fast = slow.iter().zip(self.speeds()).map(|(slow, fast)| slow.max(fast)).sum::<f64>();
        let allowed = PINBALL_MASS * fast * (2.0 * EARTH_GRAVITY * TICK + 0.2 * VP_SPEED) + 1e-9;
        let grown = self.energy() - energy;
        assert!(grown <= gave + allowed, "{time}: grown by {grown} J, given {gave} J and {allowed} J; {pose:?}");
        self.grown += grown;
        self.gave += gave;
        stroke
    }

    /// m/s: of the balls.
    fn speeds(&self) -> Vec<f64> {
        self.balls.iter().map(|&id| self.machine.ball(id).unwrap().velocity.length()).collect()
    }

    /// Flaps: switches the coil as soon as the bat has come to an end of its stroke, or at any time. Throws the balls in anew,
    /// one every tenth of a second.
    pub(crate) fn flap(&mut self, ticks: u64) {
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
    // Ten minutes; debug builds are for correctness, and run a fiftieth of it.
    let ticks = if cfg!(debug_assertions) { 12_000 } else { 600_000 };
    let flipper = Flipper { centre: DVec2::splat(0.15), ..Flipper::default() };
    let mut stage = Stage::new(flipper, 5, 1);
    stage.flap(ticks);
    assert!(stage.grown < stage.gave, "in all: grown by {} J, given {} J", stage.grown, stage.gave);
}
