//! What the parts of a pinball machine do, read off running machines.

use super::steps;
use crate::plot::{Chart, Ink, Place, sheet};
use carom::pinball::part::{Bumper, Flipper, Gate, Magnet, Part, Plunger, Spinner, Wall};
use carom::pinball::{Cabinet, Command, Input, Machine, OutlinePoint, PartId, Playfield};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, VP_LENGTH, VP_SPEED, degrees};
use carom::{Ball, DVec2, DVec3, Error, Material};

/// A place in Visual Pinball's units.
fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y) * VP_LENGTH
}

fn ball_at(place: DVec2) -> Result<Ball, Error> {
    Ball::new(place.extend(PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS)
}

fn rolling(place: DVec2, velocity: DVec2) -> Result<Ball, Error> {
    let spin = DVec3::new(-velocity.y, velocity.x, 0.0) / PINBALL_RADIUS;
    Ok(ball_at(place)?.with_velocity(velocity.extend(0.0)).with_spin(spin))
}

/// A playfield without slope.
fn level() -> Playfield {
    Playfield { slope: 0.0, ..Playfield::default() }
}

fn with(playfield: &Playfield, part: impl Into<Part>) -> Result<(Machine, PartId), Error> {
    let mut machine = Machine::new(playfield)?;
    let id = machine.add("part", part)?;
    Ok((machine, id))
}

fn pose(machine: &Machine, part: PartId) -> (f64, f64, f64) {
    machine.pose(part).map_or((0.0, 0.0, 0.0), |pose| (pose.angle, pose.place, pose.torque))
}

/// A stroke over time, and shots from along the bat.
pub(super) fn flipper() -> Result<String, Error> {
    let mut stroke = Chart::new("A stroke: coil on at 10 ms, off at 150 ms", "time, ms", "angle from rest, degrees")
        .range((0.0, 300.0), (-2.0, 55.0));
    let kinds = [
        ("as usual", Ink::Blue, Flipper::default()),
        ("torque at once", Ink::Green, Flipper { ramp_up: 0.0, ..Flipper::default() }),
        (
            "half the strength",
            Ink::Orange,
            Flipper { strength: 0.5 * Flipper::default().strength, ..Flipper::default() },
        ),
    ];
    for (name, ink, flipper) in kinds {
        let start = flipper.start_angle;
        let (mut machine, part) = with(&Playfield::default(), flipper)?;
        machine.send(Command::at(0.010, Input::Coil { part, on: true }))?;
        machine.send(Command::at(0.150, Input::Coil { part, on: false }))?;
        let mut points: Vec<Place> = Vec::new();
        for ms in 0..300 {
            points.push((f64::from(ms), degrees(start - pose(&machine, part).0)));
            machine.tick();
        }
        stroke.line(ink, name, points);
    }
    let mut shots = Chart::new("Shots of a ball that lies on the bat", "m", "up the table, m")
        .range((-0.06, 0.24), (-0.05, 0.19))
        .to_scale();
    let flipper = Flipper { centre: at(400.0, 1500.0), ..Flipper::default() };
    let (from, to) = (at(434.726, 1467.485), at(530.86, 1534.172));
    let seen = |p: DVec2| (p.x - flipper.centre.x, flipper.centre.y - p.y);
    for s in steps(0.0, 1.0, 9) {
        let (mut machine, part) = with(&Playfield::default(), flipper.clone())?;
        let id = machine.add_ball(ball_at(from.lerp(to, s))?)?;
        machine.send(Command::now(Input::Coil { part, on: true }))?;
        let mut way = Vec::new();
        for _ in 0..260 {
            way.push(seen(machine.position(id).truncate()));
            machine.tick();
        }
        shots.line(Ink::Blue, if s == 0.0 { "centres of nine balls" } else { "" }, way);
    }
    for (heading, ink, name) in
        [(flipper.start_angle, Ink::Grey, "at rest"), (flipper.end_angle, Ink::Orange, "raised")]
    {
        let way = DVec2::new(libm::sin(heading), -libm::cos(heading));
        let parts = steps(0.0, 1.0, 13).map(|s| {
            let radius = flipper.base_radius + (flipper.end_radius - flipper.base_radius) * s;
            (seen(flipper.centre + way * (flipper.length * s)), radius)
        });
        shots.circles(ink, name, parts);
    }
    Ok(sheet("A flipper's stroke and its shots", &[stroke, shots]))
}

/// The tip over time, and what a ball gets.
pub(super) fn plunger() -> Result<String, Error> {
    let mut tip = Chart::new("The tip: pulled and let go", "time, ms", "behind fully forward, mm")
        .range((0.0, 500.0), (0.0, 45.0));
    let plunger = Plunger::default();
    let front = plunger.y - plunger.stroke;
    for (ms, ink) in [(60, Ink::Green), (200, Ink::Blue)] {
        let (mut machine, part) = with(&level(), plunger.clone())?;
        machine.send(Command::now(Input::Pull { part, retract: false }))?;
        machine.send(Command::at(f64::from(ms) * 1e-3, Input::Release { part }))?;
        let mut points = Vec::new();
        for k in 0..500 {
            points.push((f64::from(k), 1e3 * (pose(&machine, part).1 - front)));
            machine.tick();
        }
        tip.line(ink, &format!("let go after {ms} ms"), points);
    }
    let mut shot = Chart::new("What a ball gets", "let go at, mm behind the park", "speed of the ball, m/s")
        .range((0.0, 40.0), (0.0, 1.2));
    let mut points = Vec::new();
    for ms in (8..96).step_by(2) {
        let (mut machine, part) = with(&level(), plunger.clone())?;
        let id = machine.add_ball(ball_at(at(0.0, -91.7))?)?;
        let park = pose(&machine, part).1;
        machine.send(Command::now(Input::Pull { part, retract: false }))?;
        for _ in 0..ms {
            machine.tick();
        }
        // The ball waits at the park: it was put before it, and the rod goes back without it.
        let back = pose(&machine, part).1 - park;
        machine.send(Command::now(Input::Release { part }))?;
        let mut fastest: f64 = 0.0;
        for _ in 0..200 {
            machine.tick();
            fastest = fastest.max(-machine.place_and_velocity(id).1.y);
        }
        points.push((1e3 * back, fastest));
    }
    shot.dots(Ink::Blue, "a ball at rest on a level lane", points);
    Ok(sheet("A plunger", &[tip, shot]))
}

/// Bumpers and slingshots.
pub(super) fn kicks() -> Result<String, Error> {
    let mut bumper =
        Chart::new("A bumper, head-on", "speed before, m/s", "speed after, m/s").range((0.0, 0.6), (0.0, 1.1));
    for (threshold, ink) in [(1.0, Ink::Blue), (5.0, Ink::Orange)] {
        let mut points = Vec::new();
        for units in steps(0.2, 11.0, 109) {
            let part = Bumper { threshold: threshold * VP_SPEED, ..Bumper::default() };
            let (mut machine, _) = with(&level(), part)?;
            let speed = units * VP_SPEED;
            let id = machine.add_ball(ball_at(at(0.0, 70.5))?.with_velocity(DVec3::NEG_Y * speed))?;
            for _ in 0..12 {
                machine.tick();
            }
            let after = machine.place_and_velocity(id).1.y;
            if after > 0.0 {
                points.push((speed, after));
            }
        }
        bumper.dots(ink, &format!("threshold {:.2} m/s", threshold * VP_SPEED), points);
    }
    let mut sling = Chart::new("A slingshot, struck at 0.27 m/s", "place along the rubber, mm", "speed after, m/s")
        .range((-110.0, 110.0), (0.0, 0.8));
    let corner = |x: f64, y: f64, slingshot: bool| OutlinePoint { at: at(x, y), slingshot, ..OutlinePoint::default() };
    let outline = vec![corner(-200.0, 0.0, true), corner(200.0, 0.0, false), corner(0.0, -100.0, false)];
    for (force, ink) in [(80.0, Ink::Blue), (40.0, Ink::Orange)] {
        let mut points = Vec::new();
        for x in steps(-195.0, 195.0, 79) {
            let part = Wall { outline: outline.clone(), slingshot_force: force * VP_SPEED, ..Wall::default() };
            let (mut machine, _) = with(&level(), part)?;
            let id = machine.add_ball(ball_at(at(x, 30.0))?.with_velocity(DVec3::NEG_Y * (5.0 * VP_SPEED)))?;
            for _ in 0..15 {
                machine.tick();
            }
            points.push((1e3 * x * VP_LENGTH, machine.place_and_velocity(id).1.y));
        }
        sling.dots(ink, &format!("force {:.1} m/s", force * VP_SPEED), points);
    }
    Ok(sheet("Kicks", &[bumper, sling]))
}

/// A spinner's turns and a gate's swing after a ball went through.
pub(super) fn plates() -> Result<String, Error> {
    let mut turns = Chart::new("A spinner after a ball at 1 m/s", "time, s", "turns").range((0.0, 6.0), (0.0, 9.0));
    let mut swing = Chart::new("A gate after a ball at 0.5 m/s", "time, s", "angle of the plate, degrees")
        .range((0.0, 1.5), (-100.0, 100.0));
    let spinners = [
        ("weightless plate", Ink::Blue, Spinner::default()),
        ("plate of 20 g", Ink::Orange, Spinner { plate_mass: 0.02, ..Spinner::default() }),
        ("damping 0.96", Ink::Green, Spinner { damping: 0.96, ..Spinner::default() }),
    ];
    for (name, ink, spinner) in spinners {
        let (mut machine, part) = with(&level(), spinner)?;
        machine.add_ball(rolling(at(0.0, 150.0), DVec2::NEG_Y)?)?;
        let (mut points, mut turned, mut last) = (Vec::new(), 0.0, pose(&machine, part).0);
        for ms in 0..6000 {
            machine.tick();
            let angle = pose(&machine, part).0;
            let step = angle - last;
            turned += step - core::f64::consts::TAU * libm::round(step / core::f64::consts::TAU);
            last = angle;
            if ms % 10 == 0 {
                points.push((f64::from(ms) * 1e-3, turned.abs() / core::f64::consts::TAU));
            }
        }
        turns.line(ink, name, points);
    }
    let gates = [
        ("both ways", Ink::Blue, Gate { rotation: 0.0, ..Gate::default() }),
        ("both ways, plate of 10 g", Ink::Orange, Gate { rotation: 0.0, plate_mass: 0.01, ..Gate::default() }),
        ("one way", Ink::Green, Gate { rotation: 0.0, two_way: false, ..Gate::default() }),
    ];
    for (name, ink, gate) in gates {
        let (mut machine, part) = with(&level(), gate)?;
        machine.add_ball(rolling(at(0.0, 100.0), DVec2::NEG_Y * 0.5)?)?;
        let mut points = Vec::new();
        for ms in 0..1500 {
            machine.tick();
            if ms % 4 == 0 {
                points.push((f64::from(ms) * 1e-3, degrees(pose(&machine, part).0)));
            }
        }
        swing.line(ink, name, points);
    }
    Ok(sheet("Plates that balls push", &[turns, swing]))
}

/// The pull over the distance, and balls that pass.
pub(super) fn magnet() -> Result<String, Error> {
    let magnet = Magnet::default();
    let smooth = Playfield { material: Some(Material::new(0.25, 0.0)?), ..level() };
    let kept = libm::pow(magnet.damping, 0.1);
    let mut points = Vec::new();
    for units in steps(1.0, 59.0, 59) {
        let (mut machine, part) = with(&smooth, magnet.clone())?;
        machine.send(Command::now(Input::Coil { part, on: true }))?;
        let id = machine.add_ball(ball_at(at(units, 0.0))?)?;
        let speeds = [(); 2].map(|()| {
            machine.tick();
            machine.place_and_velocity(id).1.x
        });
        points.push((1e3 * units * VP_LENGTH, (speeds[0] * kept - speeds[1]) / kept / 1e-3));
    }
    let mut pull = Chart::new("The pull on a ball", "distance from the pole, mm", "acceleration, m/s²")
        .range((0.0, 34.0), (0.0, 21.0));
    let law = |d: f64| {
        let q = d / (1.5 * magnet.radius);
        magnet.strength * 1.5 * libm::exp(-0.2 / q) / (56.0 * q * q)
    };
    pull.line(Ink::Grey, "the law", steps(0.0002, magnet.radius, 200).map(|d| (1e3 * d, law(d))));
    pull.dots(Ink::Blue, "measured over a millisecond", points);

    let mut ways =
        Chart::new("Balls that come from the left", "mm", "mm").range((-60.0, 60.0), (-45.0, 45.0)).to_scale();
    ways.circles(Ink::Grey, "reach", [((0.0, 0.0), 1e3 * magnet.radius)]);
    for (speed, ink) in [(0.3, Ink::Green), (0.6, Ink::Orange), (1.2, Ink::Blue)] {
        let (mut machine, part) = with(&level(), magnet.clone())?;
        machine.send(Command::now(Input::Coil { part, on: true }))?;
        let id = machine.add_ball(rolling(at(-110.0, 30.0), DVec2::X * speed)?)?;
        let mut way = Vec::new();
        for _ in 0..700 {
            let p = machine.position(id);
            way.push((1e3 * p.x, -1e3 * p.y));
            machine.tick();
        }
        ways.line(ink, &format!("{speed} m/s"), way);
    }
    Ok(sheet("A magnet under the playfield", &[pull, ways]))
}

/// A nudge: the cabinet and the ball.
pub(super) fn nudge() -> Result<String, Error> {
    let mut cabinet =
        Chart::new("The cabinet after a push", "time, s", "from where it stood, mm").range((0.0, 1.0), (-1.8, 2.0));
    let mut ball =
        Chart::new("A ball on the level playfield", "time, s", "speed, m/s").range((0.0, 1.0), (-0.08, 0.08));
    // What is shown of the cabinet is larger than life by these.
    for (name, angle, shown, ink) in [("sideways", 90.0_f64, 3.5, Ink::Blue), ("from the front", 0.0, 2.0, Ink::Orange)]
    {
        let mut machine = Machine::new(&Playfield { material: Some(Material::new(0.25, 0.0)?), ..level() })?;
        machine.set_cabinet(Cabinet { bob: false, ..Cabinet::default() })?;
        let id = machine.add_ball(ball_at(DVec2::ZERO)?)?;
        let heading = angle.to_radians();
        let way = DVec2::new(libm::sin(heading), -libm::cos(heading));
        machine.send(Command::at(0.05, Input::Nudge { angle: heading, force: 2.0 }))?;
        let (mut places, mut speeds) = (Vec::new(), Vec::new());
        for ms in 0..1000 {
            let time = f64::from(ms) * 1e-3;
            places.push((time, 1e3 * machine.cabinet_offset().dot(way) / shown));
            speeds.push((time, machine.place_and_velocity(id).1.truncate().dot(way)));
            machine.tick();
        }
        cabinet.line(ink, name, places);
        ball.line(ink, name, speeds);
    }
    Ok(sheet("A nudge of force 2, in the direction of the push", &[cabinet, ball]))
}
