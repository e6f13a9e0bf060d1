//! A machine with every kind of part, laid out as a small table. Shared by the tests and the example.

use carom::pinball::part::{
    Bumper, Flipper, Gate, Kicker, Magnet, Mesh, Part, Plunger, Ramp, RampKind, Rubber, Solid, Spinner, Target,
    TargetKind, Trigger, TriggerArea, Trough, Turntable, Wall,
};
use carom::pinball::{Command, Input, Machine, OutlinePoint, Playfield, RampPoint};
use carom::shape::{self, ArcSide, Sides};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, radians};
use carom::{Ball, DVec2, DVec3, Error, Material};

/// m: width and length.
pub(crate) const SIZE: DVec2 = DVec2::new(0.51, 1.07);

/// The machine, with three balls in play.
pub(crate) fn machine() -> Result<Machine, Error> {
    let mut machine = Machine::new(&Playfield::sized(SIZE.x, SIZE.y))?;
    for (name, part) in parts()? {
        machine.add(name, part)?;
    }
    for (x, y, vx, vy) in [(0.16, 0.16, 0.6, 0.1), (0.3, 0.47, -0.3, -0.9), (0.48, 0.86, 0.0, 0.0)] {
        let ball = Ball::new(DVec3::new(x, y, PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS)?;
        machine.add_ball(ball.with_velocity(DVec3::new(vx, vy, 0.0)))?;
    }
    Ok(machine)
}

/// Every part with its name.
pub(crate) fn parts() -> Result<Vec<(&'static str, Part)>, Error> {
    let wood = Material::pinball(0.3, 0.0, 0.3, 0.0)?;
    let rubber = Material::pinball(0.8, 0.3, 0.6, 0.0)?;
    let at = DVec2::new;
    let wall = |points: &[[f64; 2]]| Wall {
        outline: points.iter().map(|p| OutlinePoint::new(p[0], p[1])).collect(),
        ..Wall::default()
    };
    let smooth = |points: &[[f64; 2]]| -> Vec<OutlinePoint> {
        points.iter().map(|&p| OutlinePoint { at: DVec2::from(p), smooth: true, ..OutlinePoint::default() }).collect()
    };
    let sling = |points: &[[f64; 2]], edge: usize| {
        let mut wall = wall(points);
        wall.outline[edge].slingshot = true;
        wall
    };
    let ramp = |points: &[[f64; 2]]| -> Vec<RampPoint> {
        points.iter().map(|p| RampPoint { smooth: true, ..RampPoint::new(p[0], p[1], 0.0) }).collect()
    };
    let left = Flipper { centre: at(0.145, 0.93), ..Flipper::default() };
    let right = Flipper {
        centre: at(0.315, 0.93),
        start_angle: -left.start_angle,
        end_angle: -left.end_angle,
        ..Flipper::default()
    };
    let bumper = |x: f64, y: f64| Bumper { centre: at(x, y), ..Bumper::default() };
    let drop =
        |x: f64, starts_down: bool| Target { position: DVec3::new(x, 0.06, 0.0), starts_down, ..Target::default() };
    let arc = shape::Arc::new(at(0.39, 0.12), 0.12, -core::f64::consts::FRAC_PI_2, 1.5, ArcSide::Inside)?;
    let top_arc = Solid::of(arc.with_height(0.0, 0.05)?, wood.clone());
    let guide = shape::Wall::new(at(0.06, 0.78), at(0.13, 0.88))?.with_sides(Sides::Both).with_height(0.0, 0.03)?;
    let post = |x: f64, y: f64| -> Result<Part, Error> {
        let post = shape::Post::new(at(x, y), 0.006)?.with_height(0.0, 0.03)?;
        Ok(Solid::of(post, rubber.clone()).into())
    };
    Ok(vec![
        ("apron", wall(&[[0.0, 1.07], [0.0, 0.985], [0.13, 1.03], [0.33, 1.03], [0.455, 0.985], [0.455, 1.07]]).into()),
        ("lane wall", wall(&[[0.445, 0.3], [0.455, 0.3], [0.455, 0.985], [0.445, 0.985]]).into()),
        ("left sling", sling(&[[0.075, 0.69], [0.075, 0.78], [0.125, 0.83]], 2).into()),
        ("right sling", sling(&[[0.385, 0.69], [0.335, 0.83], [0.385, 0.78]], 0).into()),
        ("left flipper", left.into()),
        ("right flipper", right.into()),
        ("left bumper", bumper(0.14, 0.29).into()),
        ("right bumper", bumper(0.27, 0.27).into()),
        ("low bumper", bumper(0.2, 0.38).into()),
        ("drop 1", drop(0.12, false).into()),
        ("drop 2", drop(0.16, true).into()),
        ("drop 3", drop(0.20, false).into()),
        (
            "standing target",
            Target {
                kind: TargetKind::Rectangle,
                position: DVec3::new(0.03, 0.42, 0.0),
                heading: radians(-90.0),
                ..Target::default()
            }
            .into(),
        ),
        ("round target", {
            let position = DVec3::new(0.425, 0.42, 0.0);
            Target { kind: TargetKind::Round, position, heading: radians(80.0), ..Target::default() }.into()
        }),
        ("gate", Gate { centre: at(0.47, 0.2), rotation: 0.0, two_way: false, ..Gate::default() }.into()),
        ("swing gate", Gate { centre: at(0.34, 0.08), ..Gate::default() }.into()),
        ("spinner", Spinner { centre: at(0.065, 0.24), ..Spinner::default() }.into()),
        ("kicker", Kicker { centre: at(0.39, 0.52), kick_angle: radians(220.0), ..Kicker::default() }.into()),
        ("lane trigger", {
            let corners = [[0.02, 0.8], [0.045, 0.8], [0.045, 0.85], [0.02, 0.85]].map(DVec2::from);
            Trigger { area: TriggerArea::Outline(corners.to_vec()), ..Trigger::default() }.into()
        }),
        ("star", {
            Trigger { area: TriggerArea::Round { centre: at(0.3, 0.17), radius: 0.014 }, ..Trigger::default() }.into()
        }),
        ("magnet", Magnet { centre: at(0.12, 0.53), grab_radius: 0.008, ..Magnet::default() }.into()),
        ("turntable", Turntable { centre: at(0.26, 0.58), radius: 0.06, ..Turntable::default() }.into()),
        ("plunger", Plunger { x: 0.482, y: 1.0, height: 0.04, ..Plunger::default() }.into()),
        ("trough", {
            let corners = [[0.18, 1.0], [0.28, 1.0], [0.28, 1.02], [0.18, 1.02]].map(DVec2::from);
            let drain = TriggerArea::Outline(corners.to_vec());
            Trough { drain, exit: DVec3::new(0.482, 0.9, PINBALL_RADIUS), ..Trough::default() }.into()
        }),
        ("sling rubber", {
            let outline = smooth(&[[0.07, 0.65], [0.09, 0.64], [0.1, 0.66], [0.08, 0.67]]);
            Rubber { outline, ..Rubber::default() }.into()
        }),
        ("long rubber", {
            let outline = smooth(&[[0.36, 0.30], [0.40, 0.28], [0.43, 0.31], [0.40, 0.345]]);
            Rubber { outline, ..Rubber::default() }.into()
        }),
        ("flat ramp", {
            let points = ramp(&[[0.36, 0.66], [0.35, 0.5], [0.37, 0.3], [0.3, 0.12], [0.16, 0.1], [0.06, 0.16]]);
            Ramp { points, top: 0.06, ..Ramp::default() }.into()
        }),
        ("wire ramp", {
            let points = ramp(&[[0.06, 0.16], [0.03, 0.3], [0.04, 0.5], [0.03, 0.7], [0.035, 0.76]]);
            Ramp { points, kind: RampKind::FourWire, bottom: 0.06, top: 0.03, ..Ramp::default() }.into()
        }),
        ("plastic", {
            let outline = smooth(&[[0.39, 0.66], [0.44, 0.66], [0.44, 0.8], [0.4, 0.8]]);
            Wall { outline, bottom: 0.03, top: 0.032, ..Wall::default() }.into()
        }),
        ("dome", dome(at(0.2, 0.7), 0.035, 24).into()),
        ("top arc", top_arc.into()),
        ("inlane guide", Solid::of(guide, wood).into()),
        ("post 1", post(0.03, 0.74)?),
        ("post 2", post(0.42, 0.6)?),
    ])
}

/// A half ball on the playfield, of so many rings of triangles.
pub(crate) fn dome(centre: DVec2, radius: f64, rings: usize) -> Mesh {
    let around = 2 * rings;
    let mut points = vec![centre.extend(radius)];
    for ring in 1..=rings {
        let down = core::f64::consts::FRAC_PI_2 * ring as f64 / rings as f64;
        for k in 0..around {
            let angle = core::f64::consts::TAU * k as f64 / around as f64;
            let flat = DVec2::new(libm::cos(angle), libm::sin(angle)) * (radius * libm::sin(down));
            points.push((centre + flat).extend(radius * libm::cos(down)));
        }
    }
    let index = |ring: usize, k: usize| if ring == 0 { 0 } else { 1 + (ring - 1) * around + k % around };
    let mut triangles = Vec::new();
    for ring in 0..rings {
        for k in 0..around {
            if ring > 0 {
                triangles.push([index(ring, k), index(ring + 1, k), index(ring, k + 1)]);
            }
            triangles.push([index(ring, k + 1), index(ring + 1, k), index(ring + 1, k + 1)]);
        }
    }
    Mesh { points, triangles, scale: DVec3::ONE, ..Mesh::default() }
}

/// What a player does at the start of frame `k`.
#[allow(dead_code, reason = "the tests share this file and do not play")]
pub(crate) fn play(machine: &mut Machine, k: usize) -> Result<(), Error> {
    for name in ["left flipper", "right flipper", "magnet"] {
        if let (Some(part), 0 | 5) = (machine.part(name), k % 12) {
            machine.send(Command::now(Input::Coil { part, on: k.is_multiple_of(12) }))?;
        }
    }
    Ok(())
}
