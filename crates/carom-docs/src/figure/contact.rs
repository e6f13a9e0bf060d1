//! Impacts, bounces and being carried: what every world does.

use super::steps;
use crate::plot::{Chart, Ink, Place, sheet};
use carom::impact::{self, Window};
use carom::math::rng::Stream;
use carom::response::bounce;
use carom::shape::{Disc, Plane, Post};
use carom::space::Similarity;
use carom::units::degrees;
use carom::{
    Ball, Collider, Course, DVec2, DVec3, Elasticity, Error, Gravity, Grip, Material, Motion, Path, What, World,
};

const RADIUS: f64 = 0.0135;
const MASS: f64 = 0.08;

/// The gap between a ball and a post over time: what is an impact, and what is none.
pub(super) fn impact() -> Result<String, Error> {
    let post = Post::new(DVec2::ZERO, 0.02)?;
    let reach = post.radius() + RADIUS;
    let pull = DVec3::new(0.0, -1.1, 0.0);
    let paths = [
        ("hit", Ink::Blue, Path { p: DVec3::new(-0.09, 0.012, 0.0), v: DVec3::new(0.8, 0.06, 0.0), a: pull }),
        (
            "just missed",
            Ink::Orange,
            Path { p: DVec3::new(-0.09, 0.0365, 0.0), v: DVec3::new(0.8, 0.06, 0.0), a: pull },
        ),
        ("touching, leaving", Ink::Green, Path { p: DVec3::X * reach, v: DVec3::new(0.22, 0.1, 0.0), a: pull }),
        ("touching, pressed together", Ink::Red, Path { p: DVec3::Y * reach, v: DVec3::ZERO, a: pull * 12.0 }),
    ];
    let mut chart =
        Chart::new("The gap of a ball and a post", "time, ms", "gap / (R + r)²").range((-5.0, 180.0), (-1.1, 3.0));
    for (name, ink, path) in paths {
        let gap = |t: f64| path.at(t).truncate().length_squared() / (reach * reach) - 1.0;
        chart.line(ink, name, steps(0.0, 0.18, 361).map(|t| (1e3 * t, gap(t))));
        let found = impact::first(&post.into(), &path, RADIUS, Window { from: 0.0, to: 0.18 });
        chart.dots(ink, "", found.map(|impact| (1e3 * impact.time, gap(impact.time))));
    }
    chart.line(Ink::Grey, "shut", [(-5.0, 0.0), (180.0, 0.0)]);
    Ok(sheet("Gaps over time; a dot is an impact as the engine finds it", &[chart]))
}

/// How friction turns a bounce, without and with spin.
pub(super) fn bounce() -> Result<String, Error> {
    let outgoing = |degrees: f64, spin: f64, friction: f64, grip: Grip| -> Result<Ball, Error> {
        let (sine, cosine) = libm::sincos(degrees.to_radians());
        let mut ball = Ball::new(DVec3::ZERO, RADIUS, MASS)?
            .with_velocity(DVec3::new(sine, 0.0, -cosine))
            .with_spin(DVec3::Y * (spin / RADIUS));
        let material = Material::new(0.7, friction)?.with_grip(grip);
        bounce::bounce(&mut ball, DVec3::Z, &material, DVec3::ZERO, &mut Stream::new(0, "figure"));
        Ok(ball)
    };
    let mut kept =
        Chart::new("Speed along the wall that is kept", "angle of incidence from the normal, degrees", "part")
            .range((0.0, 90.0), (0.65, 1.02));
    let mut turned = Chart::new("Spin turns a bounce at 45 degrees", "spin before, r ω / v", "angle out, degrees")
        .range((-3.0, 3.0), (-30.0, 90.0));
    for (friction, ink) in [(0.05, Ink::Blue), (0.2, Ink::Orange), (0.6, Ink::Green)] {
        for grip in [Grip::Whole, Grip::Stopping] {
            let points: Result<Vec<Place>, Error> = steps(1.0, 89.0, 177)
                .map(|angle| {
                    Ok((angle, outgoing(angle, 0.0, friction, grip)?.velocity.x / libm::sin(angle.to_radians())))
                })
                .collect();
            match grip {
                Grip::Whole => kept.line(ink, &format!("friction {friction}"), points?),
                Grip::Stopping => kept.dashed(ink, "", points?),
            }
        }
        let points: Result<Vec<Place>, Error> = steps(-3.0, 3.0, 241)
            .map(|spin| {
                let after = outgoing(45.0, spin, friction, Grip::Whole)?.velocity;
                Ok((spin, degrees(libm::atan2(after.x, after.z))))
            })
            .collect();
        turned.line(ink, &format!("friction {friction}"), points?);
    }
    kept.line(Ink::Grey, "5/7: it grips", [(0.0, 5.0 / 7.0), (90.0, 5.0 / 7.0)]);
    kept.note((22.0, 0.675), "dashed: Visual Pinball's grip");
    Ok(sheet("Friction in a bounce, elasticity 0.7", &[kept, turned]))
}

/// Elasticity over speed, and the angles by which scatter turns a bounce.
pub(super) fn restitution() -> Result<String, Error> {
    let laws = [
        ("constant 0.8", Ink::Grey, Elasticity::Constant(0.8)),
        ("falloff 0.2", Ink::Blue, Elasticity::falloff(0.8, 0.2)),
        ("falloff 0.43", Ink::Orange, Elasticity::falloff(0.8, 0.43)),
        ("a curve", Ink::Green, Elasticity::Curve(vec![(0.5, 0.85), (2.0, 0.6), (6.0, 0.5)])),
    ];
    let mut speeds = Chart::new("What comes back", "speed of approach, m/s", "speed after / speed before")
        .range((0.0, 8.0), (0.0, 0.9));
    for (name, ink, law) in laws {
        let material = Material::default().with_elasticity(law)?;
        let points: Result<Vec<Place>, Error> = steps(0.02, 8.0, 200)
            .map(|speed| {
                let mut ball = Ball::new(DVec3::ZERO, RADIUS, MASS)?.with_velocity(DVec3::NEG_Z * speed);
                bounce::bounce(&mut ball, DVec3::Z, &material, DVec3::ZERO, &mut Stream::new(0, "figure"));
                Ok((speed, ball.velocity.z / speed))
            })
            .collect();
        speeds.line(ink, name, points?);
    }
    const BINS: usize = 48;
    const DRAWS: usize = 60_000;
    let most = 0.1;
    let material = Material::default().with_scatter(most)?;
    let mut stream = Stream::new(1, "figure");
    let mut counts = [0_u32; BINS];
    for _ in 0..DRAWS {
        let mut ball = Ball::new(DVec3::ZERO, RADIUS, MASS)?.with_velocity(DVec3::new(1.0, 0.0, -1.0));
        bounce::bounce(&mut ball, DVec3::Z, &material, DVec3::ZERO, &mut stream);
        let off = libm::atan2(ball.velocity.x, ball.velocity.z) - core::f64::consts::FRAC_PI_4;
        let bin = (off / most + 1.0) * 0.5 * BINS as f64;
        counts[(bin.max(0.0) as usize).min(BINS - 1)] += 1;
    }
    let mut angles =
        Chart::new("Where 60,000 bounces went", "angle off, as a part of the most", "bounces in each 48th")
            .range((-1.0, 1.0), (0.0, 6000.0));
    let edge = |k: usize| 2.0 * k as f64 / BINS as f64 - 1.0;
    angles.line(
        Ink::Purple,
        "scatter, x (1 - x²) of an even draw x",
        counts
            .iter()
            .enumerate()
            .flat_map(|(k, &count)| [(edge(k), f64::from(count)), (edge(k + 1), f64::from(count))]),
    );
    Ok(sheet("Elasticity and scatter", &[speeds, angles]))
}

/// A ball thrown up across a slope: it slides, turns, and rolls.
pub(super) fn rolling() -> Result<String, Error> {
    let mut ways = Chart::new("Thrown up across a slope of 6.5 degrees", "across, m", "up the slope, m").to_scale();
    let mut slips = Chart::new("How fast it slips", "time, s", "slip, m/s").range((0.0, 1.5), (0.0, 1.3));
    for (friction, ink) in [(0.02, Ink::Blue), (0.075, Ink::Orange), (0.3, Ink::Green)] {
        let mut world = World::new(Gravity::uniform(DVec3::new(0.0, -1.11, -9.75)))?;
        world.add_collider(Collider::new(Plane::floor(0.0)?, Material::new(0.2, friction)?))?;
        let ball = Ball::new(DVec3::Z * RADIUS, RADIUS, MASS)?.with_velocity(DVec3::new(0.7, 1.0, 0.0));
        let id = world.add_ball(ball)?;
        let (mut way, mut slip, mut rolls) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..300 {
            let Some(ball) = world.ball(id) else { break };
            way.push((ball.position.x, ball.position.y));
            slip.push((world.time(), ball.surface_velocity(DVec3::NEG_Z * RADIUS).truncate().length()));
            world.advance(0.005)?;
            let began = |what: What| matches!(what, What::Motion { to: Motion::Rolling, .. });
            for event in world.events().iter().filter(|event| began(event.what)) {
                let at = world.state_at(id, event.time).map_or(world.position(id), |ball| ball.position);
                rolls.push((at.x, at.y));
            }
        }
        ways.line(ink, &format!("friction {friction}"), way);
        ways.dots(ink, "", rolls);
        slips.line(ink, &format!("friction {friction}"), slip);
    }
    Ok(sheet("Sliding that turns, and rolling (from the dot on)", &[ways, slips]))
}

/// Forces push and never pull: a ball that slides off a post, and balls that lie in a groove.
pub(super) fn groups() -> Result<String, Error> {
    let mut world = World::new(Gravity::uniform(DVec3::new(0.0, -9.81, 0.0)))?;
    let post = Post::new(DVec2::ZERO, 0.1)?;
    world.add_collider(Collider::new(post, Material::new(0.0, 0.0)?))?;
    let reach = post.radius() + RADIUS;
    let start = DVec3::new(libm::sin(0.05), libm::cos(0.05), 0.0) * reach;
    let id = world.add_ball(Ball::new(start, RADIUS, MASS)?)?;
    let (mut way, mut left) = (Vec::new(), None);
    while world.position(id).y > -0.06 && world.time() < 2.0 {
        let p = world.position(id);
        way.push((p.x, p.y));
        world.advance(0.002)?;
        let flies = |what: What| matches!(what, What::Motion { to: Motion::Flying, .. });
        if world.events().iter().any(|event| flies(event.what)) && left.is_none() {
            left = Some(world.position(id));
        }
    }
    let mut off = Chart::new("A smooth ball leaves a post", "m", "m").range((-0.03, 0.22), (-0.05, 0.15)).to_scale();
    off.circles(Ink::Grey, "post", [((0.0, 0.0), post.radius())]);
    off.line(Ink::Blue, "its centre", way);
    if let Some(p) = left {
        off.circles(Ink::Orange, "where nothing presses any more", [((p.x, p.y), RADIUS)]);
        let angle = degrees(libm::atan2(p.x, p.y));
        off.note((p.x + 0.022, p.y), &format!("{angle:.0}°"));
    }
    let exact = libm::acos(2.0 / 3.0 * libm::cos(0.05));
    off.dashed(
        Ink::Green,
        "theory: cos θ = ⅔ cos θ₀",
        [(0.0, 0.0), (0.16 * libm::sin(exact), 0.16 * libm::cos(exact))],
    );

    let mut world = World::new(Gravity::uniform(DVec3::new(0.0, -9.81, 0.0)))?;
    let smooth = Material::new(0.3, 0.0)?;
    world.set_ball_material(smooth.clone());
    let groove = [(-0.12, 0.09), (0.0, 0.0), (0.12, 0.09)].map(|(x, y)| DVec2::new(x, y));
    world.add_polyline(&groove, false, &smooth)?;
    for (x, y) in [(-0.02, 0.06), (0.03, 0.09), (-0.03, 0.13), (0.02, 0.16), (0.0, 0.2), (-0.01, 0.24)] {
        world.add_ball(Ball::new(DVec3::new(x, y, 0.0), RADIUS, MASS)?)?;
    }
    world.advance(20.0)?;
    let mut heap =
        Chart::new("Six smooth balls at rest in a groove", "m", "m").range((-0.13, 0.13), (-0.02, 0.14)).to_scale();
    heap.line(Ink::Grey, "groove", groove.map(|p| (p.x, p.y)));
    let balls: Vec<_> = world.balls().map(|id| world.position(id)).collect();
    heap.circles(Ink::Blue, "balls after 20 s", balls.iter().map(|p| ((p.x, p.y), RADIUS)));
    for (k, a) in balls.iter().enumerate() {
        for b in &balls[k + 1..] {
            if a.distance(*b) < 2.0 * RADIUS + 1e-6 {
                heap.line(Ink::Orange, "", [(a.x, a.y), (b.x, b.y)]);
            }
        }
    }
    heap.line(Ink::Orange, "touching", []);
    Ok(sheet("Forces that push and never pull", &[off, heap]))
}

/// A ball that rolls on a turning disc, from the room and from the disc.
pub(super) fn moving_frames() -> Result<String, Error> {
    let mut room = Chart::new("Seen from the room", "m", "m").range((-0.45, 0.45), (-0.34, 0.34)).to_scale();
    let mut disc = Chart::new("Seen from the disc", "m", "m").range((-0.45, 0.45), (-0.34, 0.34)).to_scale();
    for (spin, speed, ink) in [(3.0, 0.12, Ink::Blue), (6.0, 0.12, Ink::Orange), (-6.0, 0.2, Ink::Green)] {
        let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81)))?;
        let drive = world.add_driven(Similarity::IDENTITY);
        world.add_driven_collider(drive, Collider::new(Disc::new(DVec3::ZERO, 5.0)?, Material::new(0.0, 5.0)?))?;
        let place = DVec3::new(0.1, 0.0, RADIUS);
        let (velocity, turning) = (DVec3::Y * speed, DVec3::Z * spin);
        let under = turning.cross(place.with_z(0.0));
        let ball = Ball::new(place, RADIUS, MASS)?.with_velocity(velocity);
        let id = world.add_ball(ball.with_spin(DVec3::Z.cross(velocity - under) / RADIUS))?;
        world.drive(drive, Course::Velocity { velocity: DVec3::ZERO, spin: turning })?;
        let (mut outside, mut inside) = (Vec::new(), Vec::new());
        for _ in 0..300 {
            let p = world.position(id);
            outside.push((p.x, p.y));
            if let Some(moving) = world.driven(drive) {
                let seen = moving.lies.turn().conjugate() * p;
                inside.push((seen.x, seen.y));
            }
            world.advance(0.01)?;
        }
        let name = format!("disc {spin} rad/s, ball {speed} m/s");
        room.line(ink, &name, outside);
        disc.line(ink, &name, inside);
    }
    Ok(sheet("A ball on a turning disc rolls round a circle, at 2/7 of the disc's rate", &[room, disc]))
}

/// Where the energy of a thrown ball goes.
pub(super) fn ledger() -> Result<String, Error> {
    let mut world = World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -9.81)))?;
    let floor = Material::new(0.75, 0.03)?.with_rolling_friction(0.02)?;
    world.add_collider(Collider::new(Plane::floor(0.0)?, floor))?;
    world.keep_ledger(true);
    let thrown = Ball::new(DVec3::new(0.0, 0.0, 0.3), RADIUS, MASS)?.with_velocity(DVec3::X * 2.0);
    world.add_ball(thrown.with_spin(DVec3::Y * -100.0))?;
    let names = [
        "in the ball",
        "+ lost in impacts",
        "+ lost sliding",
        "+ lost rolling",
        "all that came in: the throw, and gravity",
    ];
    let inks = [Ink::Blue, Ink::Orange, Ink::Green, Ink::Purple, Ink::Grey];
    let mut curves: [Vec<Place>; 5] = Default::default();
    for _ in 0..=900 {
        if let Some(ledger) = world.ledger() {
            let came = ledger.start + ledger.put_in + ledger.gravity;
            let parts = [ledger.now, ledger.impacts, ledger.friction, ledger.rolling];
            let mut sum = 0.0;
            for (curve, part) in curves.iter_mut().zip(parts) {
                sum += part;
                curve.push((world.time(), 1e3 * sum));
            }
            curves[4].push((world.time(), 1e3 * came));
        }
        world.advance(0.01)?;
    }
    let mut chart =
        Chart::new("A ball thrown with backspin: every joule has its name", "time, s", "energy, mJ, added up")
            .range((0.0, 9.0), (0.0, 450.0));
    for ((name, ink), curve) in names.into_iter().zip(inks).zip(curves) {
        if ink == Ink::Grey { chart.dashed(ink, name, curve) } else { chart.line(ink, name, curve) }
    }
    Ok(sheet("The energy ledger of one throw", &[chart]))
}
