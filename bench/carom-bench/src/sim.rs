//! A scene as Carom sees it, run tick by tick as a game would: advance, read the events, look at every ball, kick.

use core::hint::black_box;
use std::time::Instant;

use carom::shape::{Arc, ArcSide, Post};
use carom::{Advance, Ball, BallId, Collider, DVec2, DVec3, Gravity, Material, Outcome, What, World};
use scenes::catalogue::Run;
use scenes::exact::State;
use scenes::kick::KickRule;
use scenes::{Scene, Segment};

use crate::Fault;

/// kg: that of a pinball. All balls of a scene weigh the same, so it decides nothing.
const MASS: f64 = 0.08;

/// Seconds after which a run is given up: the slowest peer needs one for the slowest scene.
pub(crate) const PATIENCE: u64 = 60;
/// Ticks between two looks at the clock, so that looking costs nothing.
pub(crate) const LOOK_AT_CLOCK: u64 = 256;

/// A world with the balls in the order of the scene.
pub(crate) struct Sim {
    world: World,
    balls: Vec<BallId>,
    kick: Option<KickRule>,
    dt: f64,
    tick: u64,
    impacts: u64,
}

impl Sim {
    /// The scene of `run` with its gravity, restitution and kick rule.
    pub(crate) fn new(run: &Run) -> Result<Self, Fault> {
        let kick = run.kick.then(|| KickRule::new(run.scene.balls.len(), run.dt));
        Ok(Sim { kick, dt: run.dt, ..Sim::build(&run.scene, run.gravity, run.restitution)? })
    }

    /// One ball inside a true circle around the origin, without gravity and without loss.
    pub(crate) fn in_circle(ball: scenes::Ball, radius: f64) -> Result<Self, Fault> {
        let mut sim = Sim::build(&Scene { balls: vec![ball], ..Scene::default() }, 0.0, 1.0)?;
        let circle = Arc::circle(DVec2::ZERO, radius, ArcSide::Inside)?;
        sim.world.add_collider(Collider::new(circle, Material::new(1.0, 0.0)?))?;
        Ok(sim)
    }

    fn build(scene: &Scene, gravity: f64, restitution: f64) -> Result<Self, Fault> {
        let mut world = World::new(Gravity::uniform(DVec3::new(0.0, -gravity, 0.0)))?;
        let material = Material::new(restitution, 0.0)?;
        world.set_ball_material(material.clone());
        let sides = scene.slabs.iter().flat_map(|slab| slab.sides());
        for Segment { a, b } in scene.segments.iter().copied().chain(sides) {
            world.add_segment(flat(a), flat(b), &material)?;
        }
        for disk in &scene.disks {
            world.add_collider(Collider::new(Post::new(flat(disk.centre), disk.radius)?, material.clone()))?;
        }
        let mut balls = Vec::with_capacity(scene.balls.len());
        for ball in &scene.balls {
            let start = Ball::new(upright(ball.position), ball.radius, MASS)?.with_velocity(upright(ball.velocity));
            balls.push(world.add_ball(start)?);
        }
        Ok(Sim { world, balls, kick: None, dt: 0.001, tick: 0, impacts: 0 })
    }

    /// `ticks` steps, each as a game has them. Every ball is looked at after every tick, whether or not the scene
    /// needs it: the peers always work that out, and Carom should not win by not being asked.
    pub(crate) fn run(&mut self, ticks: u64) -> Result<(), Fault> {
        let start = Instant::now();
        for tick in 0..ticks {
            self.step()?;
            if tick % LOOK_AT_CLOCK == 0 && start.elapsed().as_secs() >= PATIENCE {
                return Err(format!("given up after {PATIENCE} s at {} s of simulated time", self.world.time()).into());
            }
        }
        Ok(())
    }

    /// One tick and the kick rule after it.
    pub(crate) fn step(&mut self) -> Result<(), Fault> {
        self.advance(self.dt)?;
        self.tick += 1;
        for (index, id) in self.balls.iter().copied().enumerate() {
            let (position, velocity) = black_box(self.world.place_and_velocity(id));
            if let Some(kick) = &mut self.kick
                && let Some(velocity) = kick.judge(self.tick, index, position.y, velocity.y)
            {
                self.world.set_velocity(id, upright(velocity))?;
            }
        }
        Ok(())
    }

    /// Time goes on by `dt`, without kicks.
    #[inline]
    pub(crate) fn advance(&mut self, dt: f64) -> Result<(), Fault> {
        let Advance { outcome, time, .. } = self.world.advance(dt)?;
        if !matches!(outcome, Outcome::Time | Outcome::AtRest) {
            return Err(gave_up(outcome, time));
        }
        for event in self.world.events() {
            self.impacts += u64::from(matches!(event.what, What::Impact { .. } | What::BallImpact { .. }));
        }
        Ok(())
    }

    /// Whether the events of the last step came in the order of time.
    pub(crate) fn events_in_order(&self) -> bool {
        self.world.events().is_sorted_by(|a, b| a.time <= b.time)
    }

    pub(crate) fn state(&self, index: usize) -> State {
        let id = self.balls[index];
        let (position, velocity) = (self.world.position(id), self.world.velocity(id));
        State { position: [position.x, position.y], velocity: [velocity.x, velocity.y] }
    }

    pub(crate) fn positions(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        (0..self.balls.len()).map(|index| self.state(index).position)
    }

    /// Sum of v², the energy of a scene without gravity but for a factor.
    pub(crate) fn motion(&self) -> f64 {
        (0..self.balls.len()).map(|index| self.state(index).velocity).map(|[vx, vy]| vx * vx + vy * vy).sum()
    }

    pub(crate) fn impacts(&self) -> u64 {
        self.impacts
    }

    pub(crate) fn hash(&self) -> u64 {
        self.world.hash()
    }
}

#[cold]
fn gave_up(outcome: Outcome, time: f64) -> Fault {
    format!("after {time} s: {outcome:?}").into()
}

fn flat([x, y]: [f64; 2]) -> DVec2 {
    DVec2::new(x, y)
}

fn upright([x, y]: [f64; 2]) -> DVec3 {
    DVec3::new(x, y, 0.0)
}
