//! A case put up as a machine: playfield, parts, balls, and what is done to them when. Everything follows from the
//! parameters, nothing from the case's name.

use crate::case::{Case, Fault, Field};
use crate::parts::{self, metres, refused};
use crate::schedule::{Drain, Flapping};
use carom::math::trig;
use carom::pinball::{Border, Command, Input, Machine, PartId, Playfield};
use carom::units::{VP_ACCELERATION, VP_LENGTH, VP_MASS, VP_SPEED, VP_SPIN, radians};
use carom::{Ball, BallId, DVec2, DVec3, Material};

/// A machine ready to run.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) machine: Machine,
    pub(crate) balls: Vec<BallId>,
    /// The parts whose motion is recorded, in the order of the columns.
    pub(crate) movers: Vec<Moved>,
    /// What is done, and in the tick that begins at which millisecond.
    pub(crate) inputs: Vec<(f64, Input)>,
    pub(crate) flapping: Vec<(PartId, Flapping)>,
    pub(crate) drain: Option<Drain>,
    /// Name a ball in events, as the data do where there are several?
    pub(crate) names_balls: bool,
}

/// A part that moves, and in which unit its place is recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moved {
    /// It turns: radians, and radians in 10 ms.
    Turns(PartId),
    /// It slides: Visual Pinball's lengths and speeds.
    Slides(PartId),
}

/// s.
const HALF_TICK: f64 = 0.5e-3;
/// How long a coil is on before a ball comes to a raised flipper.
const RAISING_TICKS: usize = 300;

/// Puts a case up.
pub(crate) fn setup(case: &Case) -> Result<Scene, Fault> {
    let params = case.params();
    let machine = Machine::new(&playfield(&params)?).map_err(refused(&params))?;
    let mut scene = Scene {
        machine,
        balls: Vec::new(),
        movers: Vec::new(),
        inputs: Vec::new(),
        flapping: Vec::new(),
        drain: params.find("drain_rule").map(|rule| Drain::read(&rule)).transpose()?,
        names_balls: false,
    };
    scene.add_colliders(&params)?;
    scene.add_mechanisms(&params)?;
    scene.add_balls(&params)?;
    Ok(scene)
}

fn playfield(params: &Field<'_>) -> Result<Playfield, Fault> {
    let border = match params.find("table") {
        None => None,
        Some(table) => {
            let [left, top, right, bottom, glass] = table.numbers::<5>()?.map(|x| x * VP_LENGTH);
            Some(Border { min: DVec2::new(left, top), max: DVec2::new(right, bottom), glass })
        }
    };
    Ok(Playfield {
        border,
        slope: radians(params.number_or("slope_deg", 0.0)?),
        gravity: params.number_or("gravity", 0.0)? * VP_ACCELERATION,
        material: floor(params)?,
        difficulty: 0.0,
        ..Playfield::default()
    })
}

/// What the playfield is made of, if there is one: bounces have none but when it is the thing they bounce on.
fn floor(params: &Field<'_>) -> Result<Option<Material>, Fault> {
    if let Some(collider) = params.find("collider") {
        let plane = collider.get("type")?.text()? == "playfield_plane";
        return if plane { parts::material(params).map(Some) } else { Ok(None) };
    }
    let there = params.find("playfield_plane").is_none() || params.flag("playfield_plane")?;
    let Some(elasticity) = params.find("playfield_elasticity").filter(|_| there) else { return Ok(None) };
    let falloff = params.number_or("playfield_elasticity_falloff", 0.0)?;
    let friction = params.num("playfield_friction")?;
    Material::pinball(elasticity.number()?, falloff, friction, 0.0).map(Some).map_err(refused(params))
}

/// A ball as Visual Pinball's rows give it. Its steps add a tick's gravity and then move, so a velocity of its rows belongs half
/// a tick before the place beside it: ours gets the other half (`lag`).
fn ball(field: &Field<'_>, lag: DVec3) -> Result<Ball, Fault> {
    let (radius, mass) = (metres(field, "ball_radius")?, field.num("ball_mass")? * VP_MASS);
    let ball = Ball::new(field.vec3("pos")? * VP_LENGTH, radius, mass).map_err(refused(field))?;
    let spin = if field.find("omega").is_some() { field.vec3("omega")? } else { DVec3::ZERO };
    Ok(ball.with_velocity(field.vec3("vel")? * VP_SPEED + lag).with_spin(spin * VP_SPIN))
}

impl Scene {
    /// The bare collider of a bounce, or the list of colliders and parts of a table.
    fn add_colliders(&mut self, params: &Field<'_>) -> Result<(), Fault> {
        if let Some(collider) = params.find("collider") {
            let kind = collider.get("type")?.text()?;
            if kind != "playfield_plane" {
                let solid = parts::solid(&collider, parts::material(params)?)?;
                self.machine.add(kind, solid).map_err(refused(&collider))?;
            }
        }
        let Some(colliders) = params.find("colliders") else { return Ok(()) };
        for collider in colliders.list()? {
            let kind = collider.get("type")?.text()?;
            let name = collider.find("name").map_or(Ok(kind), |name| name.text())?;
            match kind {
                "surface" => self.machine.add(name, parts::surface(&collider)?),
                "bumper" => self.machine.add(name, parts::bumper(&collider)?),
                "flipper" => {
                    let part = self.machine.add(name, parts::flipper(&collider)?).map_err(refused(&collider))?;
                    self.movers.push(Moved::Turns(part));
                    let left = radians(collider.num("start_angle_deg")?) > 0.0;
                    let rule = if left { "left_flipper" } else { "right_flipper" };
                    if let Some(rule) = params.find(rule) {
                        self.flapping.push((part, Flapping::read(&rule)?));
                    }
                    continue;
                }
                _ => self.machine.add(name, parts::solid(&collider, parts::material(&collider)?)?),
            }
            .map_err(refused(&collider))?;
        }
        Ok(())
    }

    /// The one part a family is about, and what is done to it.
    fn add_mechanisms(&mut self, params: &Field<'_>) -> Result<(), Fault> {
        let refused = refused(params);
        if let Some(field) = params.find("flipper") {
            let part = self.machine.add("flipper", parts::flipper(&field)?).map_err(&refused)?;
            self.movers.push(Moved::Turns(part));
            self.add_coil(params, part)?;
        }
        if let Some(field) = params.find("bumper") {
            self.machine.add("bumper", parts::bumper(&field)?).map_err(&refused)?;
        }
        if let Some(field) = params.find("slingshot") {
            self.machine.add("sling", parts::surface(&field)?).map_err(&refused)?;
        }
        if let Some(field) = params.find("gate") {
            let part = self.machine.add("gate", parts::gate(&field)?).map_err(&refused)?;
            self.movers.push(Moved::Turns(part));
        }
        if let Some(field) = params.find("spinner") {
            let part = self.machine.add("spinner", parts::spinner(&field)?).map_err(&refused)?;
            self.movers.push(Moved::Turns(part));
        }
        if let Some(field) = params.find("plunger") {
            let part = self.machine.add("plunger", parts::plunger(&field)?).map_err(&refused)?;
            self.movers.push(Moved::Slides(part));
            self.inputs.push((params.num("pull_at_ms")?, Input::Pull { part, retract: false }));
            self.inputs.push((params.num("fire_at_ms")?, Input::Release { part }));
        }
        if let Some(field) = params.find("kicker") {
            let part = self.machine.add("kicker", parts::kicker(&field)?).map_err(&refused)?;
            let inclination = params.number_or("kick_inclination", 0.0)?;
            // Visual Pinball reads more than a right angle as degrees.
            let steep = inclination > core::f64::consts::FRAC_PI_2;
            let kick = Input::Kick {
                part,
                angle: radians(params.num("kick_angle_deg")?),
                speed: params.num("kick_speed")? * VP_SPEED,
                inclination: if steep { radians(inclination) } else { inclination },
            };
            self.inputs.push((params.num("kick_at_ms")?, kick));
        }
        Ok(())
    }

    /// When a flipper's coil goes on and off; before the beginning, if the bat is to be up.
    fn add_coil(&mut self, params: &Field<'_>, part: PartId) -> Result<(), Fault> {
        if let Some(times) = params.find("solenoid_on_off_ms") {
            for pair in times.list()? {
                let [on, off] = pair.numbers::<2>()?;
                self.inputs.push((on, Input::Coil { part, on: true }));
                self.inputs.push((off, Input::Coil { part, on: false }));
            }
        }
        for (name, on) in [("solenoid_on_ms", true), ("solenoid_off_ms", false)] {
            // A negative time means never (or, for a raised bat, before the beginning).
            let ms = params.number_or(name, -1.0)?;
            if ms >= 0.0 {
                self.inputs.push((ms, Input::Coil { part, on }));
            }
        }
        if params.flag("raised_at_start")? {
            self.machine.send(Command::now(Input::Coil { part, on: true })).map_err(refused(params))?;
            for _ in 0..RAISING_TICKS {
                self.machine.tick();
            }
        }
        Ok(())
    }

    fn add_balls(&mut self, params: &Field<'_>) -> Result<(), Fault> {
        let mut fields = Vec::new();
        if params.find("pos").is_some() {
            fields.push(params.clone());
        }
        fields.extend(["a", "b"].iter().filter_map(|name| params.find(name)));
        if let Some(balls) = params.find("balls") {
            fields.extend(balls.list()?);
        }
        let slope = radians(params.number_or("slope_deg", 0.0)?);
        let gravity = params.number_or("gravity", 0.0)? * VP_ACCELERATION;
        let lag = DVec3::new(0.0, trig::sin(slope), -trig::cos(slope)) * (gravity * HALF_TICK);
        for field in &fields {
            self.balls.push(self.machine.add_ball(ball(field, lag)?).map_err(refused(field))?);
        }
        self.names_balls = params.find("balls").is_some() && fields.len() > 1;
        Ok(())
    }
}
