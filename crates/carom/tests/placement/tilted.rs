//! Parts that lean do their work: a flipper and a spinner on a plane that leans by 30 degrees, a gate on a ramp, a bumper on
//! its side. Gravity points straight down here, along the table's own -z.

use crate::common::{Deed, Placing, Scene, ball_at, pull_by, rolling};
use carom::pinball::part::{Bumper, Flipper, Gate, Ramp, Solid, Spinner};
use carom::pinball::{Group, Happening, Machine, PartId, Playfield, RampPoint};
use carom::shape::Plane;
use carom::space::{Place, Seen, Similarity, Transform};
use carom::units::{EARTH_GRAVITY, PINBALL_RADIUS, radians};
use carom::{Ball, DVec2, DVec3, Material};

/// Leaning by 30 degrees: what was nearer to the player is lower.
fn leaning(origin: DVec3) -> Similarity {
    let turn = Transform::rotation(DVec3::NEG_X, radians(30.0)).unwrap();
    turn.then(&Transform::translation(origin)).similarity().unwrap()
}

/// A floor that would have to lean by 30 degrees for the pull on it.
fn steep(name: &'static str) -> Scene {
    let wood = Material::pinball(0.25, 0.0, 0.3, 0.0).unwrap();
    let floor = Solid::of(Plane::floor(0.0).unwrap(), wood);
    let (parts, slope) = (vec![("floor", floor.into())], radians(30.0));
    Scene { name, slope, parts, balls: Vec::new(), deeds: Vec::new(), wants: Vec::new() }
}

/// A machine without anything, in which things fall straight down.
fn bare() -> Machine {
    let mut machine = Machine::new(&Playfield { material: None, ..Playfield::default() }).unwrap();
    pull_by(&mut machine, DVec3::NEG_Z * EARTH_GRAVITY);
    machine
}

/// Adds a part that lies so, in a group.
fn add(machine: &mut Machine, lies: Similarity, part: impl Into<carom::pinball::part::Part>) -> PartId {
    let group = machine.add_group(Group { transform: lies.into(), ..Group::default() }).unwrap();
    machine.add_to(Some(group), &Transform::IDENTITY, "part", part).unwrap()
}

/// The fastest that a ball got up the floor, and how far off the floor it ever was, from look to look.
fn speed_and_height(scene: &Scene, machine: &mut Machine, whole: Option<&Similarity>) -> (f64, f64) {
    let game = scene.game(machine, whole, 0.0);
    let places: Vec<DVec3> = game.looks.iter().filter_map(|look| look.first().map(|ball| ball.1)).collect();
    let speed = places.windows(2).map(|pair| (pair[0] - pair[1]).y / 0.02).fold(0.0, f64::max);
    let height = places.iter().take(40).map(|place| (place.z - PINBALL_RADIUS).abs()).fold(0.0, f64::max);
    (speed, height)
}

#[test]
fn a_tilted_flipper_shoots_along_its_plane() {
    let flipper = Flipper { centre: DVec2::new(-0.06, 0.6), ..Flipper::default() };
    let scene = steep("tilted flipper").with("flipper", flipper);
    let scene = scene.ball(0.0, rolling(DVec2::new(-0.025, 0.45), DVec2::ZERO));
    let scene = scene.deed(0.27, "flipper", Deed::Coil(true)).wants("flipper", "collide", 1).wants("flipper", "end", 1);
    let placing = Placing { whole: leaning(DVec3::new(0.1, 0.2, 0.5)), seed: 1 };
    let (level, tilted) = (scene.play(0.0), scene.play_at(&placing));
    level.check(&scene).unwrap();
    tilted.check(&scene).unwrap();
    let off = level.compare(&tilted, 1e-9).unwrap();
    assert!(off.1 < 1e-9, "off by {:e} m", off.1);
    let (upright, _) = speed_and_height(&scene, &mut scene.machine(), None);
    let (speed, height) = speed_and_height(&scene, &mut scene.machine_at(&placing), Some(&placing.whole));
    assert!((1.5..8.0).contains(&speed) && (speed - upright).abs() < 1e-6, "shot at {speed} m/s, upright at {upright}");
    // The bat's rubber lifts a ball that rolls against it by some millimetres, upright as tilted; it flies along the plane.
    assert!(height < 0.01, "{height} m off the leaning plane");
}

#[test]
fn a_spinner_that_leans_by_30_degrees_spins_and_tells() {
    let spinner = Spinner { centre: DVec2::new(0.0, 0.5), ..Spinner::default() };
    let scene = steep("tilted spinner").with("spinner", spinner);
    let scene = scene.ball(0.0, rolling(DVec2::new(0.003, 0.3), DVec2::new(0.0, 1.0))).wants("spinner", "spin", 5);
    let placing = Placing { whole: leaning(DVec3::new(-0.1, 0.0, 0.3)), seed: 2 };
    let (level, tilted) = (scene.play(0.0), scene.play_at(&placing));
    tilted.check(&scene).unwrap();
    assert_eq!(level.count("spinner", "spin"), tilted.count("spinner", "spin"));
    level.compare(&tilted, 1e-9).unwrap();
}

#[test]
fn a_gate_on_a_ramp_lets_balls_up_and_not_down() {
    // Half a metre of ramp, up and away from the player by 30 degrees; the gate stands in its middle, square to it.
    let rise = 0.5 * libm::tan(radians(30.0));
    let points = vec![RampPoint::new(0.0, 0.6, 0.0), RampPoint::new(0.0, 0.1, 0.0)];
    let ramp = Ramp { points, bottom: 0.0, top: rise, ..Ramp::default() };
    let lies = leaning(DVec3::new(0.0, 0.35, 0.5 * rise));
    let shot = |y: f64, speed: f64| {
        let mut machine = bare();
        machine.add("ramp", ramp.clone()).unwrap();
        let gate = add(&mut machine, lies, Gate { rotation: 0.0, two_way: false, ..Gate::default() });
        let ball = rolling(DVec2::new(0.001, y), DVec2::new(0.0, speed)).out_of(&lies);
        let ball = machine.add_ball(ball).unwrap();
        let (mut hits, mut swing) = (0, 0.0_f64);
        for _ in 0..1500 {
            let told = machine.tick();
            hits +=
                told.iter().filter(|event| matches!(event.what, Happening::Hit { part, .. } if part == gate)).count();
            swing = swing.max(machine.pose(gate).unwrap().angle.abs());
        }
        (Seen::into(Place(machine.position(ball)), &lies).0, hits, swing)
    };
    let (place, hits, swing) = shot(0.12, -1.6);
    assert!(hits >= 1 && swing > 0.3, "it told {hits} times and swung by {swing} rad");
    assert!((-0.1..-PINBALL_RADIUS + 1e-3).contains(&place.y), "up through it, and held back by it: {place}");
    assert!((place.z - PINBALL_RADIUS).abs() < 1e-3, "on the ramp: {place}");
    let (place, hits, _) = shot(-0.2, 0.0);
    assert!(place.y < -PINBALL_RADIUS + 1e-3 && hits == 0, "down from above it does not get through: {place}, {hits}");
}

#[test]
fn a_bumper_on_its_side_throws_a_ball_that_falls_on_it() {
    let side = Transform::rotation(DVec3::X, radians(90.0)).unwrap();
    let lies = side.then(&Transform::translation(DVec3::new(0.2, 0.3, 0.1))).similarity().unwrap();
    let mut machine = bare();
    let part = Bumper::default();
    let (reach, force) = (part.radius + PINBALL_RADIUS, part.force);
    let bumper = add(&mut machine, lies, part);
    // Over the middle of its body, which lies level now, 10 cm of fall above it.
    let drop = 0.1;
    let over = Seen::out_of(Place(DVec3::new(0.0, reach + drop, 0.024)), &lies).0;
    let ball = machine.add_ball(Ball { position: over, ..ball_at(DVec2::ZERO) }).unwrap();
    let fall = (2.0 * EARTH_GRAVITY * drop).sqrt();
    let (mut hits, mut top) = (Vec::new(), f64::NEG_INFINITY);
    for _ in 0..700 {
        for event in machine.tick() {
            if let Happening::Hit { part, speed, .. } = event.what
                && part == bumper
            {
                hits.push((event.time, speed));
            }
        }
        if hits.len() == 1 {
            top = top.max(machine.position(ball).z);
        }
    }
    assert!(hits.len() >= 2, "thrown up, it comes down on it again: {hits:?}");
    let (time, speed) = hits[0];
    assert!((speed - fall).abs() < 0.02 && (time - fall / EARTH_GRAVITY).abs() < 1e-6, "{time} s, {speed} m/s");
    // It leaves with 0.3 of its speed and the bumper's own, straight up.
    let thrown = 0.3 * fall + force;
    let height = thrown * thrown / (2.0 * EARTH_GRAVITY);
    assert!((top - (0.1 + reach + height)).abs() < 3e-3, "up to {top}, not {}", 0.1 + reach + height);
    assert!((machine.position(ball) - over).x.abs() < 1e-9, "straight up and down");
}
