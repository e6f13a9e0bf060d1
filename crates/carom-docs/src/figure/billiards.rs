//! Billiards: the laws asked one by one, and shots.

use super::steps;
use crate::plot::{Chart, Ink, Place, sheet};
use carom::billiards::{
    Ball, BallSpec, BallState, CueSpec, CushionModel, Meeting, Models, PairModel, Phase, Quirks, Shot, Strike,
    StrikeModel, Table, Touch,
};
use carom::units::degrees;
use carom::{DVec3, Error};

const SPEC: BallSpec = BallSpec::POOL;

fn moving(x: f64, y: f64, velocity: DVec3, spin: DVec3, phase: Phase) -> Ball {
    let mut ball = Ball::at_rest("ball", x, y, SPEC);
    ball.state.velocity = velocity;
    ball.state.spin = spin;
    ball.state.phase = phase;
    ball
}

/// The spin of a ball that rolls.
fn roll(velocity: DVec3) -> DVec3 {
    DVec3::Z.cross(velocity) / SPEC.radius
}

/// Sliding, rolling, stopping.
pub(super) fn cloth() -> Result<String, Error> {
    let table = Table::field(20.0);
    let start = moving(10.0, 10.0, DVec3::X * 2.0, DVec3::ZERO, Phase::Sliding);
    let mut shot = Shot::new(&table, &Models::default(), &[start], None)?;
    shot.run();
    let mut speeds =
        Chart::new("A ball sent off at 2 m/s without spin", "time, s", "m/s").range((0.0, 3.0), (0.0, 2.1));
    let state = |t: f64| shot.state_at(0, t);
    let times = steps(0.0, 3.0, 301);
    speeds.line(Ink::Blue, "speed v", times.clone().map(|t| (t, state(t).velocity.x)));
    speeds.line(Ink::Orange, "R ω", times.clone().map(|t| (t, SPEC.radius * state(t).spin.y)));
    speeds.dashed(Ink::Green, "slip v - R ω", times.map(|t| (t, state(t).slip(&SPEC).x)));
    let end = 2.0 * 2.0 / (7.0 * SPEC.slide * 9.81);
    speeds.dots(Ink::Grey, "theory: 5/7 v after 2v/(7μg)", [(end, 2.0 * 5.0 / 7.0)]);

    let mut ways = Chart::new("Spin across the way bends it while it slides", "m", "m")
        .range((-0.05, 1.25), (-0.4, 0.6))
        .to_scale();
    for (part, ink) in [(0.0, Ink::Grey), (0.5, Ink::Blue), (1.0, Ink::Orange), (2.0, Ink::Green)] {
        let velocity = DVec3::X * 1.2;
        let spin = DVec3::new(-part * 1.2 / SPEC.radius, 0.0, 0.0);
        let mut shot =
            Shot::new(&table, &Models::default(), &[moving(10.0, 10.0, velocity, spin, Phase::Sliding)], None)?;
        shot.run_until(2.0, 100);
        let place = |t: f64| shot.state_at(0, t).position;
        ways.line(
            ink,
            &format!("R ω_x = {part} v"),
            steps(0.0, 2.0, 201).map(|t| (place(t).x - 10.0, place(t).y - 10.0)),
        );
        let rolls = shot.legs(0).find(|leg| leg.state.phase == Phase::Rolling).map(|leg| leg.state.position);
        ways.dots(ink, "", rolls.map(|p| (p.x - 10.0, p.y - 10.0)));
    }
    Ok(sheet("On the cloth, in closed form; rolling from the dot on", &[speeds, ways]))
}

/// What the cue gives.
pub(super) fn cue() -> Result<String, Error> {
    let mut speed =
        Chart::new("What a level cue gives", "offset of the tip above the centre / R", "per speed of the cue")
            .range((0.0, 0.55), (0.0, 2.2));
    let model = StrikeModel::default();
    let give = |side: f64, height: f64, cue: CueSpec| {
        model.strike(&SPEC, &Strike { speed: 1.0, side, height, ..Strike::level(0, cue) })
    };
    let mut curves: [Vec<Place>; 2] = Default::default();
    for height in steps(0.0, 0.55, 56) {
        let (v, w) = give(0.0, height, CueSpec::POOL)?;
        curves[0].push((height, v.x));
        curves[1].push((height, SPEC.radius * w.y));
    }
    let [velocities, spins] = curves;
    speed.line(Ink::Blue, "speed of the ball", velocities);
    speed.line(Ink::Orange, "R ω", spins);
    let (v, _) = give(0.0, 0.4, CueSpec::POOL)?;
    speed.dots(Ink::Green, "at 2/5 R it rolls at once", [(0.4, v.x)]);
    let mut squirt =
        Chart::new("Squirt", "side of the tip / R", "angle off the cue's line, degrees").range((0.0, 0.55), (0.0, 4.2));
    for (ratio, ink) in [(15.0, Ink::Orange), (30.0, Ink::Blue), (60.0, Ink::Green)] {
        let cue = CueSpec { end_mass: SPEC.mass / ratio, ..CueSpec::POOL };
        let points: Result<Vec<Place>, Error> = steps(0.0, 0.55, 56)
            .map(|side| give(side, 0.0, cue).map(|(v, _)| (side, degrees(-libm::atan2(v.y, v.x)))))
            .collect();
        squirt.line(ink, &format!("end mass m/{ratio}"), points?);
    }
    Ok(sheet("A cue's strike", &[speed, squirt]))
}

/// Throw over the cut, at three speeds.
pub(super) fn ball_ball() -> Result<String, Error> {
    let throw = |speed: f64, cut: f64, rolls: bool, spin: f64| {
        let (sine, cosine) = libm::sincos(cut.to_radians());
        let velocity = DVec3::X * speed;
        let turning = if rolls { roll(velocity) } else { DVec3::Z * spin };
        let cue = BallState { velocity, spin: turning, phase: Phase::Sliding, ..BallState::at_rest(0.0, 0.0, &SPEC) };
        let normal = DVec3::new(cosine, sine, 0.0);
        let states = [cue, BallState::at_rest(0.0, 0.0, &SPEC)];
        let meeting = Meeting { specs: [&SPEC, &SPEC], states, normal, lossless: false, quirks: Quirks::NONE };
        let [_, object] = PairModel::default().resolve(&meeting);
        let v = object.velocity;
        degrees(libm::atan2(normal.y * v.x - normal.x * v.y, normal.dot(v)))
    };
    let mut cut = Chart::new("Throw of a cut", "cut angle, degrees", "throw, degrees").range((0.0, 90.0), (0.0, 5.6));
    for (speed, ink) in [(0.447, Ink::Blue), (1.341, Ink::Orange), (3.129, Ink::Green)] {
        cut.line(ink, &format!("stun, {speed} m/s"), steps(0.5, 89.0, 178).map(|c| (c, throw(speed, c, false, 0.0))));
        cut.dashed(ink, "", steps(0.5, 89.0, 178).map(|c| (c, throw(speed, c, true, 0.0))));
    }
    cut.note((55.0, 5.2), "dashed: rolling");
    let mut side = Chart::new("Side spin throws, too (half-ball, 1.34 m/s)", "side spin, R ω_z / v", "throw, degrees")
        .range((-1.0, 1.5), (-4.0, 4.0));
    let v = 1.341;
    side.line(
        Ink::Purple,
        "stun with side",
        steps(-1.0, 1.5, 251).map(|s| (s, throw(v, 30.0, false, s * v / SPEC.radius))),
    );
    side.dots(Ink::Red, "gearing: R ω_z = v sin 30°, no throw", [(0.5, 0.0)]);
    Ok(sheet("Ball against ball: throw", &[cut, side]))
}

/// The rebound by every law.
pub(super) fn cushions() -> Result<String, Error> {
    let nose = 0.036_576;
    let rebound = |law: CushionModel, angle: f64, side: f64| {
        let (sine, cosine) = libm::sincos(angle.to_radians());
        let velocity = DVec3::new(1.5 * cosine, 1.5 * sine, 0.0);
        let spin = DVec3::Z * (side * 1.5 / SPEC.radius);
        let state = BallState { velocity, spin, phase: Phase::Sliding, ..BallState::at_rest(0.0, 0.0, &SPEC) };
        let normal = DVec3::new(-SPEC.radius, 0.0, SPEC.radius - nose).normalize();
        let lean = (nose - SPEC.radius) / SPEC.radius;
        let touch = Touch { spec: &SPEC, state, out: DVec3::X, normal, lean, on_cloth: true, lossless: false };
        let after = law.resolve(&touch).velocity;
        degrees(libm::atan2(after.y, -after.x))
    };
    let laws = [
        ("simple", Ink::Grey, CushionModel::Simple { restitution: true }),
        ("Han 2005", Ink::Green, CushionModel::Han2005),
        ("Mathavan 2010", Ink::Orange, CushionModel::Mathavan2010),
        ("impulse", Ink::Purple, CushionModel::Impulse),
        ("Stronge", Ink::Blue, CushionModel::default()),
    ];
    let mut plain =
        Chart::new("A ball without spin at 1.5 m/s", "angle in, from the normal, degrees", "angle out, degrees")
            .range((0.0, 85.0), (0.0, 85.0));
    let mut side = Chart::new("In at 45 degrees, with side", "side spin, R ω_z / v", "angle out, degrees")
        .range((-1.5, 1.5), (10.0, 65.0));
    for (name, ink, law) in laws {
        plain.line(ink, name, steps(0.0, 85.0, 86).map(|angle| (angle, rebound(law, angle, 0.0))));
        side.line(ink, name, steps(-1.5, 1.5, 61).map(|spin| (spin, rebound(law, 45.0, spin))));
    }
    Ok(sheet("Five laws of cushions", &[plain, side]))
}

/// A ball driven into the cloth jumps.
pub(super) fn landing() -> Result<String, Error> {
    let table = Table::field(20.0);
    let mut heights = Chart::new("Jumps: a cue raised by 45 degrees", "m", "height of the ball over the cloth, m")
        .range((0.0, 2.6), (0.0, 0.27));
    for (speed, ink) in [(2.0, Ink::Green), (3.0, Ink::Blue), (4.0, Ink::Orange)] {
        let ball = Ball::at_rest("cue", 10.0, 10.0, SPEC);
        let strike = Strike { speed, elevation: core::f64::consts::FRAC_PI_4, ..Strike::level(0, CueSpec::POOL) };
        let mut shot = Shot::new(&table, &Models::default(), &[ball], Some(&strike))?;
        shot.run();
        let state = |t: f64| shot.state_at(0, t);
        let height = |t: f64| state(t).position.z - SPEC.radius;
        heights.line(
            ink,
            &format!("cue at {speed} m/s"),
            steps(1e-6, 1.2, 601).map(|t| (state(t).position.x - 10.0, height(t))),
        );
    }
    let draw = Strike { speed: 5.0, elevation: 20.0_f64.to_radians(), height: -0.4, ..Strike::level(0, CueSpec::POOL) };
    let mut shot = Shot::new(&table, &Models::default(), &[Ball::at_rest("cue", 10.0, 10.0, SPEC)], Some(&draw))?;
    shot.run();
    let state = |t: f64| shot.state_at(0, t);
    let times = steps(1e-6, 1.2, 1201);
    let mut speeds =
        Chart::new("Draw, with the cue raised by 20 degrees", "time, s", "m/s").range((0.0, 1.2), (-6.5, 6.5));
    speeds.line(Ink::Blue, "speed along", times.clone().map(|t| (t, state(t).velocity.x)));
    speeds.line(Ink::Orange, "R ω", times.clone().map(|t| (t, SPEC.radius * state(t).spin.y)));
    speeds.line(Ink::Grey, "speed upwards", times.map(|t| (t, state(t).velocity.z)));
    Ok(sheet("Jumps and landings", &[heights, speeds]))
}

/// Balls that come to a side pocket.
pub(super) fn pockets() -> Result<String, Error> {
    let Some(table) = Table::named("pool-9") else { return Ok(String::new()) };
    let Some(pocket) = table.pocket("lc").map(|k| table.pockets[k].clone()) else { return Ok(String::new()) };
    let rim = pocket.centre.x + pocket.radius;
    let mut ways = Chart::new(
        "Balls that roll into a side pocket, from the side",
        "from the rim into the pocket, mm",
        "height of the centre, mm",
    )
    .range((-60.0, 150.0), (-50.0, 60.0))
    .to_scale();
    ways.line(Ink::Grey, "cloth, rim and back of the pocket", [(-60.0, 0.0), (0.0, 0.0), (0.0, -90.0)]);
    let back = 2e3 * pocket.radius;
    ways.line(Ink::Grey, "", [(back, -90.0), (back, 1e3 * table.nose_height)]);
    for (speed, ink) in [(0.2, Ink::Blue), (0.6, Ink::Green), (1.5, Ink::Orange), (3.0, Ink::Red)] {
        let velocity = DVec3::NEG_X * speed;
        let start = moving(rim + 0.06, pocket.centre.y, velocity, roll(velocity), Phase::Rolling);
        let mut shot = Shot::new(&table, &Models::default(), &[start], None)?;
        shot.run();
        let end = shot.time();
        let mut way: Vec<Place> = Vec::new();
        for t in steps(0.0, end - 1e-9, 1200) {
            let state = shot.state_at(0, t);
            if state.phase.is_out() {
                break;
            }
            way.push((1e3 * (rim - state.position.x), 1e3 * state.position.z));
        }
        ways.line(ink, &format!("{speed} m/s"), way);
    }
    let mut tip =
        Chart::new("Where a ball that rolls leaves the edge", "v² / (g R)", "angle at which it leaves, degrees")
            .range((0.0, 1.1), (0.0, 60.0));
    let leaves = |square: f64, k: f64| degrees(libm::acos(((k * square + 2.0) / (k + 2.0)).min(1.0)));
    tip.line(
        Ink::Grey,
        "theory, gripping: cos θ = (10 + 7 v²/gR)/17",
        steps(0.0, 1.1, 111).map(|q| (q, leaves(q, 1.4))),
    );
    let mut points = Vec::new();
    for q in steps(0.05, 1.05, 21) {
        let velocity = DVec3::NEG_X * (q * 9.81 * SPEC.radius).sqrt();
        // So near to the rim that it hardly slows down before.
        let start = moving(rim + 1e-6, pocket.centre.y, velocity, roll(velocity), Phase::Rolling);
        let mut shot = Shot::new(&table, &Models::default(), &[start], None)?;
        shot.run();
        let leg = shot.legs(0).find(|leg| leg.acceleration.z < 0.0);
        points.extend(leg.map(|leg| (q, degrees(libm::acos((leg.state.position.z / SPEC.radius).min(1.0))))));
    }
    tip.dots(Ink::Blue, "engine", points);
    Ok(sheet("Over the rim of a pocket", &[ways, tip]))
}
