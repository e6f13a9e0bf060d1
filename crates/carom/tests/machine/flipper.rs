//! What a player does with a flipper: shots from its tip and base, a cradle, a bounce off the raised bat, a trapped ball.

use crate::common::{at, ball_at, bat_distance, bits, coil, level, position, rolling, run, velocity};
use carom::pinball::part::{Flipper, Solid};
use carom::pinball::{Command, Happening, Input, Machine, PartId, Playfield};
use carom::shape::Wall;
use carom::units::{PINBALL_RADIUS, VP_ACCELERATION, VP_FALLOFF_SPEED, VP_LENGTH, VP_SPEED, degrees};
use carom::{Ball, BallId, DVec2, DVec3, Material};

/// The playfield of the reference runs.
fn table() -> Playfield {
    Playfield { gravity: 1.762_984_8 * VP_ACCELERATION, ..Playfield::default() }
}

fn left() -> Flipper {
    Flipper { centre: at(400.0, 1500.0), ..Flipper::default() }
}

fn with_flipper(playfield: &Playfield, flipper: Flipper) -> (Machine, PartId) {
    let mut machine = Machine::new(playfield).unwrap();
    let part = machine.add("flipper", flipper).unwrap();
    (machine, part)
}

fn add_wall(machine: &mut Machine, a: DVec2, b: DVec2) {
    let wall = Wall::new(a, b).unwrap().with_height(0.0, 0.1).unwrap();
    machine.add("wall", Solid::of(wall, Material::pinball(0.3, 0.0, 0.3, 0.0).unwrap())).unwrap();
}

/// Out of the bat, where the ball is nearest.
fn normal_at(flipper: &Flipper, heading: f64, place: DVec3) -> DVec3 {
    let h = 1e-7;
    let slope =
        |along: DVec3| bat_distance(flipper, heading, place + along) - bat_distance(flipper, heading, place - along);
    DVec3::new(slope(DVec3::X * h), slope(DVec3::Y * h), 0.0).normalize()
}

/// Speed in Visual Pinball's units and direction in degrees, clockwise from straight up the table.
fn shot(machine: &Machine, ball: BallId) -> (f64, f64) {
    let v = velocity(machine, ball) / VP_SPEED;
    (v.length(), degrees(libm::atan2(v.x, -v.y)))
}

/// A ball that lies on the bat is shot; 80 ms later.
fn shot_from_rest(x: f64, y: f64) -> (f64, f64) {
    let (mut machine, part) = with_flipper(&table(), left());
    let ball = machine.add_ball(ball_at(at(x, y))).unwrap();
    coil(&mut machine, part, true);
    run(&mut machine, 80);
    shot(&machine, ball)
}

#[test]
fn shots_go_where_visual_pinballs_go() {
    // Place of the ball, recorded speed and direction: a backhand from the base, the middle, the tip.
    let backhand = ([434.726, 1467.485], 31.6, -6.7);
    let middle = ([471.701, 1493.134], 46.8, 1.1);
    let tip = ([530.860, 1534.172], 36.5, 24.6);
    for ([x, y], speed, direction) in [backhand, middle, tip] {
        let (ours, towards) = shot_from_rest(x, y);
        assert!((ours / speed - 1.0).abs() < 0.1, "{x}: {ours} for {speed}");
        assert!((towards - direction).abs() < 3.0, "{x}: {towards} for {direction} degrees");
    }
}

#[test]
fn the_nearer_to_the_tip_the_farther_to_the_right() {
    let along = |s: f64| {
        let (from, to) = (DVec2::new(434.726, 1467.485), DVec2::new(530.860, 1534.172));
        let place = from.lerp(to, s);
        shot_from_rest(place.x, place.y).1
    };
    let directions: Vec<f64> = (0..=8).map(|k| along(f64::from(k) / 8.0)).collect();
    assert!(directions.windows(2).all(|pair| pair[0] < pair[1]), "{directions:?}");
}

#[test]
fn a_mirrored_flipper_gives_the_mirrored_shot() {
    let flipper = Flipper { centre: at(60.0, 1500.0), ..Flipper::default() };
    let mirrored = Flipper {
        centre: DVec2::new(-flipper.centre.x, flipper.centre.y),
        start_angle: -flipper.start_angle,
        end_angle: -flipper.end_angle,
        ..flipper.clone()
    };
    let (mut one, left) = with_flipper(&table(), flipper.clone());
    let (mut two, right) = with_flipper(&table(), mirrored);
    // One rolls along the bat, one falls on it as it comes up.
    for (place, speed) in [(at(96.0, 1467.0), at(240.0, 170.0)), (at(130.0, 1400.0), at(-30.0, 2000.0))] {
        let ball = rolling(place, speed);
        one.add_ball(ball).unwrap();
        let flip = DVec3::new(-1.0, 1.0, 1.0);
        let (spin, position) = (-ball.spin * flip, ball.position * flip);
        two.add_ball(Ball { position, spin, velocity: ball.velocity * flip, ..ball }).unwrap();
    }
    for (machine, part) in [(&mut one, left), (&mut two, right)] {
        machine.send(Command::at(0.04, Input::Coil { part, on: true })).unwrap();
        machine.send(Command::at(0.3, Input::Coil { part, on: false })).unwrap();
    }
    for tick in 1..=500 {
        one.tick();
        two.tick();
        for (a, b) in one.balls().zip(two.balls()) {
            let (a, b) = (one.ball(a).unwrap(), two.ball(b).unwrap());
            let flip = DVec3::new(-1.0, 1.0, 1.0);
            let apart = (a.position - b.position * flip).length() + (a.velocity - b.velocity * flip).length();
            assert!(apart < 1e-9, "tick {tick}: {a:?} {b:?}");
            assert!((a.spin + b.spin * flip).length() < 1e-6, "tick {tick}: {} {}", a.spin, b.spin);
        }
    }
    assert!(one.balls().any(|ball| velocity(&one, ball).y < -1.0), "a ball was shot");
}

/// A ball lies between the raised bat and a guide.
fn cradle() -> (Machine, PartId, BallId) {
    let (mut machine, part) = with_flipper(&table(), left());
    add_wall(&mut machine, at(280.0, 1386.0), at(410.0, 1468.0));
    coil(&mut machine, part, true);
    run(&mut machine, 300);
    let ball = machine.add_ball(ball_at(at(460.0, 1420.0))).unwrap();
    run(&mut machine, 4000);
    (machine, part, ball)
}

#[test]
fn a_raised_flipper_holds_a_ball_still() {
    let (mut machine, part, ball) = cradle();
    let (before, heading) = (bits(&machine, ball), machine.pose(part).unwrap().angle);
    let resting = machine.ball(ball).unwrap();
    assert_eq!(resting.velocity, DVec3::ZERO, "it rests: {resting:?}");
    let gap = bat_distance(&left(), heading, resting.position) - PINBALL_RADIUS;
    assert!(gap.abs() < 1e-4, "on the bat: {gap}");
    for tick in 0..1000 {
        let told = machine.tick();
        assert!(told.is_empty(), "{told:?}");
        assert_eq!(bits(&machine, ball), before, "tick {tick}: no jitter");
        assert_eq!(machine.pose(part).unwrap().angle.to_bits(), heading.to_bits());
    }
}

#[test]
fn a_released_cradle_lets_the_ball_roll() {
    let (mut machine, part, ball) = cradle();
    let before = position(&machine, ball);
    coil(&mut machine, part, false);
    run(&mut machine, 1000);
    let after = position(&machine, ball);
    assert!(after.y > before.y + 0.05 && after.x > before.x, "down and off the tip: {before} to {after}");
}

/// A ball meets the middle of the face of a raised bat, a part of its length from the shaft. Returns with which part of its
/// speed they part, what the rubber says of that, and how the bat turns then.
fn bounce_off_raised(units: f64, part_of_way: f64) -> (f64, f64, f64) {
    let flipper = left();
    let (mut machine, part) = with_flipper(&level(), flipper.clone());
    coil(&mut machine, part, true);
    run(&mut machine, 300);
    let heading = machine.pose(part).unwrap().angle;
    let axis = DVec2::new(libm::sin(heading), -libm::cos(heading));
    let on_axis = flipper.centre + axis * (flipper.length * part_of_way);
    let above = (on_axis - DVec2::Y * 0.05).extend(PINBALL_RADIUS);
    let normal = normal_at(&flipper, heading, above);
    let ball = machine.add_ball(ball_at(above.truncate()).with_velocity(-normal * (units * VP_SPEED))).unwrap();
    let speed = loop {
        if let Some(event) = machine.tick().first() {
            let Happening::Collide { speed, .. } = event.what else { panic!("{event:?}") };
            // The playfield has rubbed a little off the speed by then.
            break speed;
        }
    };
    let after = machine.ball(ball).unwrap();
    let arm = (after.position - normal * after.radius).truncate() - flipper.centre;
    let turn = machine.pose(part).unwrap().speed;
    let surface = DVec3::new(-arm.y, arm.x, 0.0) * turn;
    let expected = flipper.elasticity / (1.0 + flipper.falloff * speed / VP_FALLOFF_SPEED);
    ((after.velocity - surface).dot(normal) / speed, expected, turn)
}

#[test]
fn a_ball_bounces_off_a_raised_flipper_as_its_rubber_says() {
    for (units, part_of_way) in [(3.0, 0.2), (3.0, 0.9), (6.0, 0.5), (10.0, 0.2), (10.0, 0.5), (10.0, 0.8), (20.0, 0.2)]
    {
        let (back, expected, turn) = bounce_off_raised(units, part_of_way);
        assert!((back / expected - 1.0).abs() < 0.02, "{units} at {part_of_way}: {back} for {expected}");
        assert_eq!(turn, 0.0, "{units} at {part_of_way}: the coil holds the bat");
    }
}

#[test]
fn a_hard_ball_knocks_a_raised_flipper_down() {
    for (units, part_of_way) in [(30.0, 0.8), (60.0, 0.5)] {
        let (back, expected, turn) = bounce_off_raised(units, part_of_way);
        assert!(turn > 1.0, "the bat gives way: {turn}");
        // Less exactly: coil and bat have turned on since.
        assert!((back / expected - 1.0).abs() < 0.1, "{units} at {part_of_way}: {back} for {expected}");
    }
}

/// m: from a place to the nearest of some walls.
fn wall_distance(walls: &[(DVec2, DVec2)], place: DVec2) -> f64 {
    let to = |&(a, b): &(DVec2, DVec2)| {
        let along = ((place - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        (place - a.lerp(b, along)).length()
    };
    walls.iter().map(to).fold(f64::INFINITY, f64::min)
}

/// A ball on a bat at rest under some walls; the bat strikes, again and again. Calls `look` after each tick.
fn squeeze(walls: &[(DVec2, DVec2)], mut look: impl FnMut(u32, &Machine, PartId, BallId)) {
    let flipper = left();
    let (mut machine, part) = with_flipper(&table(), flipper.clone());
    for &(a, b) in walls {
        add_wall(&mut machine, a, b);
    }
    let ball = machine.add_ball(ball_at(at(478.0, 1493.0))).unwrap();
    run(&mut machine, 100);
    for tick in 0..3000 {
        if tick % 500 == 0 || tick % 500 == 400 {
            coil(&mut machine, part, tick % 500 == 0);
        }
        for event in machine.tick() {
            assert!(!matches!(event.what, Happening::Overloaded | Happening::Lost { .. }), "{tick}: {event:?}");
        }
        let place = position(&machine, ball);
        let heading = machine.pose(part).unwrap().angle;
        let depth = PINBALL_RADIUS - bat_distance(&flipper, heading, place);
        assert!(depth < 1e-4, "{tick}: {depth} m in the bat");
        let depth = PINBALL_RADIUS - wall_distance(walls, place.truncate());
        assert!(depth < 1e-4, "{tick}: {depth} m in a wall");
        look(tick, &machine, part, ball);
    }
}

#[test]
fn a_squeezed_ball_stops_the_flipper() {
    let corner = |x: f64, y: f64| at(x, y);
    let (roof, floor) = (1462.0, 1600.0);
    let walls = [
        (corner(445.0, roof), corner(511.0, roof)),
        (corner(445.0, floor), corner(445.0, roof)),
        (corner(511.0, roof), corner(511.0, floor)),
    ];
    squeeze(&walls, |tick, machine, part, ball| {
        let pose = machine.pose(part).unwrap();
        assert!(pose.angle > left().end_angle + 0.1, "{tick}: it cannot come up: {pose:?}");
        let place = position(machine, ball) / VP_LENGTH;
        assert!(place.x > 445.0 && place.x < 511.0 && place.y > roof, "{tick}: it cannot get out: {place}");
        if tick % 500 == 399 {
            assert!(pose.speed.abs() < 1.0, "{tick}: stopped: {pose:?}");
        }
    });
}

#[test]
fn a_ball_slips_out_between_flipper_and_wall() {
    // A roof that leans so much that friction cannot hold the ball: it is pressed towards the tip, and the bat comes up.
    let walls = [(at(470.0, 1460.0), at(520.0, 1380.0))];
    let mut up = false;
    squeeze(&walls, |_, machine, part, _| {
        up |= machine.pose(part).unwrap().angle == left().end_angle;
    });
    assert!(up, "in the end nothing is in its way");
}
