//! Running a case, a tick at a time: rows are taken when the record's were, and what is done at a millisecond is done after
//! its row and before the tick that begins with it.

use crate::case::{Case, Fault};
use crate::parts::refused;
use crate::record::{Mover, Record, Row, State, Told};
use crate::setup::{Moved, Scene, setup};
use carom::pinball::{Command, Event, Happening, Input, PartId};
use carom::units::{VP_LENGTH, VP_SPEED, VP_SPIN, VP_TIME, degrees};
use carom::{Ball, BallId, DVec3};

/// Sets a case up and runs it as long as its record.
pub(crate) fn run(case: &Case) -> Result<Record, Fault> {
    run_scene(case, setup(case)?)
}

/// The same, with every ball given this much more velocity (Visual Pinball's units) at the beginning.
pub(crate) fn run_kicked(case: &Case, kick: DVec3) -> Result<Record, Fault> {
    let mut scene = setup(case)?;
    for id in scene.balls.clone() {
        let Some(mut ball) = scene.machine.ball(id) else { continue };
        ball.velocity += kick * VP_SPEED;
        scene.machine.set_ball(id, ball).map_err(refused(&case.params()))?;
    }
    run_scene(case, scene)
}

fn run_scene(case: &Case, mut scene: Scene) -> Result<Record, Fault> {
    let recorded = case.record.rows.first().map_or((0, 0), |row| (row.balls.len(), row.movers.len()));
    let there = (scene.balls.len(), scene.movers.len());
    if recorded != there {
        let complaint = format!(
            "give {} balls and {} moving parts, the samples {} and {}",
            there.0, there.1, recorded.0, recorded.1
        );
        return Err(Fault::new(case.params().at(), complaint));
    }
    let begin = scene.machine.time();
    let mut record = Record::default();
    let mut ticks = 0.0;
    let mut coils: Vec<bool> = vec![false; scene.flapping.len()];
    for row in &case.record.rows {
        while ticks < row.ms {
            send_due(&mut scene, ticks, &mut coils).map_err(refused(&case.params()))?;
            let told: Vec<Event> = scene.machine.tick().to_vec();
            record.events.extend(told.iter().filter_map(|event| tell(&scene, event, begin)));
            ticks += 1.0;
            drain(&mut scene, &mut record, ticks).map_err(refused(&case.params()))?;
        }
        record.rows.push(look(&scene, ticks));
    }
    Ok(record)
}

/// What is to be done in the tick that begins now.
fn send_due(scene: &mut Scene, ms: f64, coils: &mut [bool]) -> Result<(), carom::Error> {
    for (due, input) in &scene.inputs {
        if *due == ms {
            scene.machine.send(Command::now(*input))?;
        }
    }
    for ((part, flapping), is_on) in scene.flapping.iter().zip(coils) {
        let on = flapping.is_on(ms);
        if on != *is_on {
            *is_on = on;
            scene.machine.send(Command::now(Input::Coil { part: *part, on }))?;
        }
    }
    Ok(())
}

/// The mini table's rule: a drained ball comes in again at the top.
fn drain(scene: &mut Scene, record: &mut Record, ms: f64) -> Result<(), carom::Error> {
    let Some(rule) = scene.drain else { return Ok(()) };
    for (number, id) in scene.balls.iter().enumerate() {
        let Some(ball) = scene.machine.ball(*id) else { continue };
        if let Some(state) = rule.again(number, in_vp(&ball).place) {
            let again = Ball {
                position: state.place * VP_LENGTH,
                velocity: state.velocity * VP_SPEED,
                spin: state.spin * VP_SPIN,
                ..ball
            };
            scene.machine.set_ball(*id, again)?;
            let who = format!("ball{number}");
            record.events.push(Told { ms, who, what: "drain_teleport".to_owned(), value: 0.0 });
        }
    }
    Ok(())
}

fn in_vp(ball: &Ball) -> State {
    State { place: ball.position / VP_LENGTH, velocity: ball.velocity / VP_SPEED, spin: ball.spin / VP_SPIN }
}

fn look(scene: &Scene, ms: f64) -> Row {
    let moved = |moved: &Moved| {
        let (Moved::Turns(part) | Moved::Slides(part)) = *moved;
        let pose = scene.machine.pose(part)?;
        Some(match moved {
            Moved::Turns(_) => Mover { place: pose.angle, speed: pose.speed * VP_TIME },
            Moved::Slides(_) => Mover { place: pose.place / VP_LENGTH, speed: pose.speed / VP_SPEED },
        })
    };
    Row {
        ms,
        balls: scene.balls.iter().filter_map(|id| Some(in_vp(&scene.machine.ball(*id)?))).collect(),
        movers: scene.movers.iter().filter_map(moved).collect(),
        held: scene.balls.iter().any(|id| scene.machine.is_held(*id)),
    }
}

/// An event in the words of the data.
fn tell(scene: &Scene, event: &Event, begin: f64) -> Option<Told> {
    let number = |id: BallId| scene.balls.iter().position(|other| *other == id);
    let who = |part: PartId, ball: Option<BallId>| {
        let name = scene.machine.name(part).unwrap_or("?");
        match ball.and_then(number).filter(|_| scene.names_balls) {
            Some(ball) => format!("{name}<ball{ball}"),
            None => name.to_owned(),
        }
    };
    // A part's limit: of what slides in speeds, of what turns in degrees per 10 ms.
    let limit = |part: PartId, speed: f64| {
        let slides = scene.movers.iter().any(|moved| matches!(moved, Moved::Slides(id) if *id == part));
        if slides { speed / VP_SPEED } else { degrees(speed) * VP_TIME }
    };
    let (who, what, value) = match event.what {
        Happening::Hit { part, ball, speed } => (who(part, Some(ball)), "hit", speed / VP_SPEED),
        Happening::Unhit { part, ball } => (who(part, Some(ball)), "unhit", 0.0),
        Happening::Collide { part, ball, speed } => (who(part, Some(ball)), "collide", speed / VP_SPEED),
        Happening::Slingshot { part, ball, speed } => (who(part, Some(ball)), "slingshot", speed / VP_SPEED),
        Happening::EndOfStroke { part, speed } => (who(part, None), "eos", limit(part, speed)),
        Happening::StartOfStroke { part, speed } => (who(part, None), "bos", limit(part, speed)),
        Happening::Spin { part } => (who(part, None), "spin", 0.0),
        Happening::BallsMeet { one, other, speed } => {
            let name = |id| number(id).map_or_else(|| "ball?".to_owned(), |number| format!("ball{number}"));
            (format!("{}+{}", name(one), name(other)), "ballball", speed / VP_SPEED)
        }
        _ => return None,
    };
    Some(Told { ms: (event.time - begin) * 1e3, who, what: what.to_owned(), value })
}
