//! The mini table of the reference runs: 0.32 by 0.65 m, two flippers on a fixed schedule, two slingshots, three bumpers,
//! posts and guides; and the big one: 35 prisms made of 4,970 triangles, edges and points. Shared with `bench/`.

use carom::pinball::part::{Bumper, Flipper, Mesh, Solid, Wall};
use carom::pinball::{Border, Command, Input, Machine, OutlinePoint, PartId, Playfield};
use carom::shape::{Post, Sides};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, VP_ACCELERATION, VP_LENGTH, VP_SPEED, radians};
use carom::{Ball, BallId, DVec2, DVec3, Error, Material, shape};

/// A scene with its rules: call [`tick`](Self::tick) for every millisecond.
pub(crate) struct Scene {
    /// m: width and length of the table, height of its glass.
    pub(crate) size: DVec3,
    pub(crate) machine: Machine,
    pub(crate) balls: Vec<BallId>,
    flippers: Option<(PartId, PartId)>,
    drain: fn(usize) -> (DVec3, DVec3),
    drain_line: f64,
    ticks: u64,
}

impl Scene {
    /// Visual Pinball adds gravity at the start of each tick, so a ball that it starts with a velocity truly moves with half
    /// a tick's acceleration more; and one that it puts on the playfield slips there for a tick at once.
    pub(crate) fn start_as_visual_pinball(&mut self) -> Result<(), Error> {
        let mut ahead = self.machine.clone();
        ahead.tick();
        for &id in &self.balls {
            if let (Some(ball), Some(later)) = (self.machine.ball(id), ahead.ball(id)) {
                let velocity = ball.velocity + (later.velocity - ball.velocity) * 0.5;
                self.machine.set_ball(id, Ball { velocity, spin: later.spin, ..ball })?;
            }
        }
        Ok(())
    }

    /// One millisecond: the flippers' schedule, the tick, the rule that brings drained balls back.
    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        if let Some((left, right)) = self.flippers {
            self.switch(left, 300, 370)?;
            self.switch(right, 400, 430)?;
        }
        self.machine.tick();
        self.ticks += 1;
        for k in 0..self.balls.len() {
            let id = self.balls[k];
            if self.machine.position(id).y > self.drain_line {
                let Some(ball) = self.machine.ball(id) else { continue };
                let (position, velocity) = (self.drain)(k);
                self.machine.set_ball(id, Ball { position, velocity, spin: DVec3::ZERO, ..ball })?;
            }
        }
        Ok(())
    }

    /// Is a ball within the cabinet?
    pub(crate) fn holds(&self, ball: &Ball) -> bool {
        let (p, slack) = (ball.position, DVec3::splat(1e-5 - ball.radius));
        p.cmpge(-slack).all() && p.cmple(self.size + slack).all()
    }

    /// Goes on from where another scene of the same kind is.
    pub(crate) fn take_over(&mut self, other: &Self) -> Result<(), Error> {
        self.ticks = other.ticks;
        self.machine.restore(&other.machine.snapshot())
    }

    fn switch(&mut self, part: PartId, from: u64, every: u64) -> Result<(), Error> {
        let Some(phase) = self.ticks.checked_sub(from).map(|since| since % every) else { return Ok(()) };
        if phase == 0 || phase == 120 {
            self.machine.send(Command::now(Input::Coil { part, on: phase == 0 }))?;
        }
        Ok(())
    }
}

fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y) * VP_LENGTH
}

fn playfield(width: f64, length: f64, glass: f64) -> Result<Playfield, Error> {
    Ok(Playfield {
        border: Some(Border { min: DVec2::ZERO, max: at(width, length), glass: glass * VP_LENGTH }),
        slope: radians(6.0),
        gravity: 1.762_984_8 * VP_ACCELERATION,
        material: Some(Material::pinball(0.25, 0.0, 0.075, 0.0)?),
        ..Playfield::default()
    })
}

fn standard_ball(position: DVec3, velocity: DVec3) -> Result<Ball, Error> {
    Ok(Ball::new(position, PINBALL_RADIUS, PINBALL_MASS)?.with_velocity(velocity))
}

/// Where a drained ball of the mini table comes back.
fn mini_drain(k: usize) -> (DVec3, DVec3) {
    let k = (k % 3) as f64;
    (DVec3::new(250.0 + 50.0 * k, 90.0, 25.0) * VP_LENGTH, DVec3::new(10.0 - 8.0 * k, 30.0, 0.0) * VP_SPEED)
}

/// The mini table with so many balls.
pub(crate) fn mini_table(balls: usize) -> Result<Scene, Error> {
    let mut machine = Machine::new(&playfield(600.0, 1200.0, 210.0)?)?;
    let wood = Material::pinball(0.3, 0.0, 0.3, 0.0)?;
    let block = |corners: [[f64; 2]; 3], sling: Option<usize>| {
        let outline = corners.iter().enumerate().map(|(k, &[x, y])| OutlinePoint {
            at: at(x, y),
            slingshot: sling == Some(k),
            ..OutlinePoint::default()
        });
        Wall {
            outline: outline.collect(),
            bottom: 0.0,
            top: 50.0 * VP_LENGTH,
            material: wood.clone(),
            tells: true,
            threshold: 0.0,
            slingshot_force: 80.0 * VP_SPEED,
            slingshot_threshold: 0.0,
            ..Wall::default()
        }
    };
    machine.add("guideL", block([[0.0, 780.0], [0.0, 930.0], [150.0, 930.0]], None))?;
    machine.add("guideR", block([[600.0, 780.0], [450.0, 930.0], [600.0, 930.0]], None))?;
    machine.add("slingL", block([[95.0, 640.0], [95.0, 760.0], [170.0, 840.0]], Some(2)))?;
    machine.add("slingR", block([[505.0, 640.0], [430.0, 840.0], [505.0, 760.0]], Some(0)))?;
    for (name, a, b) in [("cornerTL", [0.0, 150.0], [150.0, 0.0]), ("cornerTR", [450.0, 0.0], [600.0, 150.0])] {
        let wall = shape::Wall::new(at(a[0], a[1]), at(b[0], b[1]))?.with_sides(Sides::Front);
        let wall = wall.with_height(0.0, 200.0 * VP_LENGTH)?;
        machine.add(name, Solid { tells_from: Some(0.0), ..Solid::of(wall, wood.clone()) })?;
    }
    let rubber = Material::pinball(0.8, 0.3, 0.6, 0.0)?;
    for (k, [x, y]) in
        [[60.0, 560.0], [540.0, 560.0], [300.0, 640.0], [230.0, 180.0], [370.0, 180.0]].iter().enumerate()
    {
        let post = Post::new(at(*x, *y), 10.0 * VP_LENGTH)?.with_height(0.0, 50.0 * VP_LENGTH)?;
        machine.add(&format!("post{k}"), Solid::of(post, rubber.clone()))?;
    }
    for (k, [x, y]) in [[180.0, 330.0], [420.0, 330.0], [300.0, 460.0]].iter().enumerate() {
        machine.add(&format!("bumper{k}"), Bumper { centre: at(*x, *y), ..Bumper::default() })?;
    }
    let left = Flipper { centre: at(185.0, 960.0), length: 85.0 * VP_LENGTH, ..Flipper::default() };
    let right = Flipper {
        centre: at(415.0, 960.0),
        start_angle: -left.start_angle,
        end_angle: -left.end_angle,
        ..left.clone()
    };
    let flippers = Some((machine.add("flipperL", left)?, machine.add("flipperR", right)?));
    let mut ids = Vec::new();
    for k in 0..balls {
        // The first three as in the reference runs; the others in rows where there is room.
        let (position, velocity) = match k {
            0..3 => (
                DVec3::new(300.0 - 60.0 * k as f64, 100.0, 25.0) * VP_LENGTH,
                DVec3::new(10.0 - 8.0 * k as f64, 30.0, 0.0) * VP_SPEED,
            ),
            _ => {
                let (column, row) = ((k - 3) % 4, (k - 3) / 4);
                let place = DVec3::new(215.0 + 55.0 * column as f64, 865.0 - 55.0 * row as f64, 25.0);
                (place * VP_LENGTH, DVec3::ZERO)
            }
        };
        ids.push(machine.add_ball(standard_ball(position, velocity)?)?);
    }
    let drain_line = 1140.0 * VP_LENGTH;
    let size = DVec3::new(600.0, 1200.0, 210.0) * VP_LENGTH;
    Ok(Scene { size, machine, balls: ids, flippers, drain: mini_drain, drain_line, ticks: 0 })
}

/// Where a drained ball of the big table comes back, and where it starts.
fn big_drain(k: usize) -> (DVec3, DVec3) {
    let (column, row) = (k % 14, k / 14);
    let place = DVec3::new(60.0 + 65.0 * column as f64, 60.0 + 60.0 * row as f64, 25.0);
    (place * VP_LENGTH, DVec3::new(3.0, 5.0, 0.0) * VP_SPEED)
}

/// The big table: prisms of sixteen sides in seven rows of five.
pub(crate) fn big_table(balls: usize) -> Result<Scene, Error> {
    prism_table(7, 5, balls)
}

/// As many prisms as one likes, on a table as large as they need.
pub(crate) fn prism_table(rows: u32, columns: u32, balls: usize) -> Result<Scene, Error> {
    let (width, length) = (50.0 + 190.0 * f64::from(columns), 390.0 + 230.0 * f64::from(rows));
    let mut machine = Machine::new(&playfield(width, length, 400.0)?)?;
    for row in 0..rows {
        for column in 0..columns {
            let shift = if row % 2 == 1 { 60.0 } else { 0.0 };
            let centre = at(90.0 + 190.0 * f64::from(column) + shift, 250.0 + 230.0 * f64::from(row));
            machine.add(&format!("prism {row} {column}"), prism(centre)?)?;
        }
    }
    let mut ids = Vec::new();
    for k in 0..balls {
        let (position, velocity) = big_drain(k);
        ids.push(machine.add_ball(standard_ball(position, velocity)?)?);
    }
    let drain_line = (length - 100.0) * VP_LENGTH;
    let size = DVec3::new(width, length, 400.0) * VP_LENGTH;
    Ok(Scene { size, machine, balls: ids, flippers: None, drain: big_drain, drain_line, ticks: 0 })
}

/// A prism of sixteen sides, radius 30 and height 60 in Visual Pinball's units: sides and lid, 46 triangles.
fn prism(centre: DVec2) -> Result<Mesh, Error> {
    let (radius, height) = (30.0 * VP_LENGTH, 60.0 * VP_LENGTH);
    let corner = |k: usize, z: f64| {
        let angle = core::f64::consts::TAU * k as f64 / 16.0;
        (centre + DVec2::new(carom::math::trig::cos(angle), carom::math::trig::sin(angle)) * radius).extend(z)
    };
    let mut points: Vec<DVec3> = (0..16).map(|k| corner(k, 0.0)).collect();
    points.extend((0..16).map(|k| corner(k, height)));
    let mut triangles = Vec::new();
    for k in 0..16 {
        let next = (k + 1) % 16;
        triangles.push([k, next, 16 + next]);
        triangles.push([k, 16 + next, 16 + k]);
    }
    for k in 1..15 {
        triangles.push([16, 16 + k, 17 + k]);
    }
    Ok(Mesh {
        points,
        triangles,
        material: Material::pinball(0.3, 0.0, 0.3, 0.0)?,
        scale: DVec3::ONE,
        ..Mesh::default()
    })
}
