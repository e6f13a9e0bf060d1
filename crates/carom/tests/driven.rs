//! Driven things: what they do to balls, by laws; nothing gets through them.

use carom::math::rng::Stream;
use carom::shape::{Capsule, Disc, Plane, Sides, Triangle, Wall};
use carom::space::{Ease, Key, Similarity, Track, Transform, Turns};
use carom::{Ball, Collider, Course, DVec2, DVec3, DriveId, Gravity, Material, Motion, What, World};

const RADIUS: f64 = 0.0135;
const MASS: f64 = 0.08;
const G: f64 = 9.81;

fn weightless() -> World {
    World::new(Gravity::uniform(DVec3::ZERO)).unwrap()
}

fn on_earth() -> World {
    World::new(Gravity::uniform(DVec3::new(0.0, 0.0, -G))).unwrap()
}

fn ball(position: DVec3, velocity: DVec3) -> Ball {
    Ball::new(position, RADIUS, MASS).unwrap().with_velocity(velocity)
}

fn at(place: DVec3) -> Similarity {
    Transform::translation(place).similarity().unwrap()
}

/// A flat plate of two triangles in the yz plane of its own space, with `half` of its sides.
fn add_plate(world: &mut World, drive: DriveId, half: f64, material: &Material) {
    let corner = |y: f64, z: f64| DVec3::new(0.0, y * half, z * half);
    let (a, b, c, d) = (corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0));
    for face in [Triangle::new(a, b, c), Triangle::new(a, c, d)] {
        world.add_driven_collider(drive, Collider::new(face.unwrap(), material.clone())).unwrap();
    }
}

/// A flat wall without friction gives a ball `v' = v - (1 + e) ((v - u)·n) n`, whatever both do; the impulse is the ball's gain.
#[test]
fn momentum_is_that_of_the_law_for_flat_walls() {
    let mut dice = Stream::new(1, "walls");
    let mut met = 0;
    for case in 0..20_000 {
        let mut world = weightless();
        let e = dice.between(0.1, 1.0);
        let lies = Transform::rotation(
            DVec3::new(dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)),
            dice.between(-3.0, 3.0),
        );
        let rest = lies.unwrap().then(&Transform::translation(DVec3::new(0.3, 0.2, 0.1))).similarity().unwrap();
        let wall = world.add_driven(rest);
        add_plate(&mut world, wall, 5.0, &Material::new(e, 0.0).unwrap());
        let normal = rest.turn() * DVec3::X;
        let mut any =
            |most: f64| DVec3::new(dice.between(-most, most), dice.between(-most, most), dice.between(-most, most));
        let (own, relative) = (any(11.0), any(2.0));
        let rests = case % 3 == 0;
        let velocity = if rests { DVec3::ZERO } else { relative };
        let place = rest.origin() + normal * dice.between(0.02, 0.3);
        let id = world.add_ball(ball(place, velocity)).unwrap();
        let inside = rest.turn().conjugate() * own;
        world.drive(wall, Course::Velocity { velocity: inside, spin: DVec3::ZERO }).unwrap();
        let dt = if case % 2 == 0 { 1.0 / 60.0 } else { 1e-3 };
        let frames = if case % 2 == 0 { 12 } else { 200 };
        let mut hit = None;
        for _ in 0..frames {
            world.advance(dt).unwrap();
            let impact = world.events().iter().find_map(|event| match event.what {
                What::Impact { hit, .. } => Some((event.time, hit)),
                _ => None,
            });
            if impact.is_some() {
                hit = impact;
                break;
            }
        }
        let closing = (own - velocity).dot(normal);
        let gap = (place - rest.origin()).dot(normal) - RADIUS;
        let Some((time, hit)) = hit else {
            assert!(closing <= 0.0 || gap / closing > 0.19, "case {case}: missed, closing at {closing}");
            continue;
        };
        met += 1;
        assert!((time - gap / closing).abs() < 1e-12, "case {case}: at {time}, not {}", gap / closing);
        let expected = velocity + normal * ((1.0 + e) * closing);
        let found = world.velocity(id);
        assert!((found - expected).length() < 1e-9, "case {case}: {found} not {expected}");
        assert!((hit.impulse - (expected - velocity) * MASS).length() < 1e-10, "case {case}");
    }
    assert!(met > 8_000, "{met}");
}

#[test]
fn a_ball_rests_on_a_lift_that_goes_up_and_down() {
    let mut world = on_earth();
    let lift = world.add_driven(Similarity::IDENTITY);
    let top = Disc::new(DVec3::ZERO, 0.05).unwrap();
    world.add_driven_collider(lift, Collider::new(top, Material::new(0.3, 0.2).unwrap())).unwrap();
    let id = world.add_ball(ball(DVec3::new(0.01, 0.0, RADIUS), DVec3::ZERO)).unwrap();
    let key = |time, z: f64| Key { time, shift: DVec3::new(0.02 * z, 0.0, z), angle: 0.0, ease: Ease::Smooth };
    let track = Track::new(DVec3::Z, vec![key(0.0, 0.0), key(0.5, 0.2), key(0.8, 0.2)], Turns::Back).unwrap();
    world.drive(lift, Course::Follow(track)).unwrap();
    let mut highest: f64 = 0.0;
    for _ in 0..600 {
        world.advance(1.0 / 60.0).unwrap();
        let top = world.driven(lift).unwrap().lies.origin().z;
        let gap = world.position(id).z - RADIUS - top;
        assert!(gap.abs() < 1e-9, "at {}: {gap} above the lift", world.time());
        assert!(world.events().iter().all(|event| !matches!(event.what, What::Impact { .. })), "it does not bounce");
        highest = highest.max(top);
    }
    assert!(highest > 0.199);
}

/// A lift that falls faster than the ball leaves it; the ball falls freely and meets it again.
#[test]
fn a_lift_that_falls_away_lets_the_ball_fall() {
    let mut world = on_earth();
    let lift = world.add_driven(Similarity::IDENTITY);
    let top = Disc::new(DVec3::ZERO, 0.05).unwrap();
    world.add_driven_collider(lift, Collider::new(top, Material::new(0.0, 0.2).unwrap())).unwrap();
    let id = world.add_ball(ball(DVec3::new(0.0, 0.0, RADIUS), DVec3::ZERO)).unwrap();
    world.advance(0.1).unwrap();
    let key = |time, z: f64| Key { time, shift: DVec3::Z * z, angle: 0.0, ease: Ease::Smooth };
    // Half of 0.1 s for half of 0.1 m: 40 m/s².
    let track = Track::new(DVec3::Z, vec![key(0.0, 0.0), key(0.1, -0.1)], Turns::Once).unwrap();
    world.drive(lift, Course::Follow(track)).unwrap();
    world.advance(0.05).unwrap();
    assert_eq!(world.motion(id), Some(Motion::Flying));
    assert!((world.position(id).z - (RADIUS - 0.5 * G * 0.05 * 0.05)).abs() < 1e-12, "{}", world.position(id));
    world.advance(0.5).unwrap();
    assert!((world.position(id).z - (RADIUS - 0.1)).abs() < 1e-9, "it lies on the lift again: {}", world.position(id));
}

/// A ball that rolls on a turntable goes round a circle with 2/7 of the table's speed, wherever it is (Weltner, "Stable circular
/// orbits of freely moving balls on rotating discs", American Journal of Physics 47, 984, 1979).
#[test]
fn a_ball_rides_a_turntable_at_two_sevenths() {
    for (spin, speed) in [(3.0, 0.2), (-6.0, 0.3), (10.0, 0.15)] {
        let mut world = on_earth();
        let disc = world.add_driven(Similarity::IDENTITY);
        let top = Disc::new(DVec3::ZERO, 5.0).unwrap();
        world.add_driven_collider(disc, Collider::new(top, Material::new(0.0, 5.0).unwrap())).unwrap();
        let place = DVec3::new(0.1, 0.05, RADIUS);
        // It rolls: its lowest point has the speed of the disc there.
        let (velocity, surface) = (DVec3::new(0.0, speed, 0.0), DVec3::Z * spin);
        let under = surface.cross(place.with_z(0.0));
        let mut rolling = ball(place, velocity);
        rolling.spin = DVec3::Z.cross(velocity - under) / RADIUS;
        let id = world.add_ball(rolling).unwrap();
        world.drive(disc, Course::Velocity { velocity: DVec3::ZERO, spin: surface }).unwrap();
        let rate = 2.0 / 7.0 * spin;
        // On its circle v = ω × (p - c), so the centre is p + ω × v / ω².
        let centre = place + DVec3::new(-velocity.y, velocity.x, 0.0) / rate;
        let mut worst: f64 = 0.0;
        for frame in 1..=120 {
            world.advance(1.0 / 60.0).unwrap();
            let angle = rate * f64::from(frame) / 60.0;
            let arm = place - centre;
            let turned = DVec3::new(
                arm.x * libm::cos(angle) - arm.y * libm::sin(angle),
                arm.x * libm::sin(angle) + arm.y * libm::cos(angle),
                0.0,
            );
            worst = worst.max((world.position(id) - centre - turned).length());
        }
        println!("spin {spin}: {worst:.2e} m from the circle after 2 s");
        assert!(worst < 2e-5, "spin {spin}: {worst}");
    }
}

/// A ball lies in a pan that is turned over slowly: it stays on the floor of the pan until that is too steep, then rolls off.
#[test]
fn a_flap_tips_a_ball_off() {
    let mut world = on_earth();
    let flap = world.add_driven(at(DVec3::new(0.0, 0.0, 0.1)));
    let top = Disc::new(DVec3::ZERO, 0.1).unwrap();
    world.add_driven_collider(flap, Collider::new(top, Material::new(0.0, 0.5).unwrap())).unwrap();
    world.add_collider(Collider::new(Plane::floor(0.0).unwrap(), Material::new(0.2, 0.3).unwrap())).unwrap();
    let id = world.add_ball(ball(DVec3::new(0.05, 0.0, 0.1 + RADIUS), DVec3::ZERO)).unwrap();
    let key = |time, angle| Key { time, shift: DVec3::ZERO, angle, ease: Ease::Smooth };
    let track = Track::new(DVec3::Y, vec![key(0.0, 0.0), key(2.0, 0.5)], Turns::Once).unwrap();
    world.drive(flap, Course::Follow(track)).unwrap();
    let mut lowest = f64::INFINITY;
    for _ in 0..240 {
        world.advance(1.0 / 60.0).unwrap();
        let lies = world.driven(flap).unwrap().lies;
        let (p, normal) = (world.position(id) - lies.origin(), lies.turn() * DVec3::Z);
        if (lies.turn().conjugate() * p).truncate().length() < 0.09 {
            lowest = lowest.min(p.dot(normal) - RADIUS);
        }
    }
    assert!(lowest > -1e-6, "it was {lowest} deep in the flap");
    let end = world.position(id);
    assert!((end.z - RADIUS).abs() < 1e-6 && end.x > 0.15, "it has rolled off to the floor: {end}");
}

/// A wall drives a ball against one that stands: it waits, and nobody gets through.
#[test]
fn a_squeezed_ball_stops_the_wall() {
    for (speed, e) in [(0.001, 0.5), (0.1, 0.3), (1.0, 0.8), (5.0, 1.0), (20.0, 0.6)] {
        let mut world = on_earth();
        let material = Material::new(e, 0.2).unwrap();
        world.add_collider(Collider::new(Plane::floor(0.0).unwrap(), material.clone())).unwrap();
        let stop = Wall::new(DVec2::new(0.1, -1.0), DVec2::new(0.1, 1.0)).unwrap();
        world.add_collider(Collider::new(stop, material.clone())).unwrap();
        let press = world.add_driven(Similarity::IDENTITY);
        let face = Wall::new(DVec2::new(0.0, -1.0), DVec2::new(0.0, 1.0)).unwrap();
        world.add_driven_collider(press, Collider::new(face, material.clone())).unwrap();
        let id = world.add_ball(ball(DVec3::new(0.1 - RADIUS - 0.001, 0.0, RADIUS), DVec3::ZERO)).unwrap();
        world.drive(press, Course::Velocity { velocity: DVec3::X * speed, spin: DVec3::ZERO }).unwrap();
        let (mut stalls, mut told) = (0, 0);
        let seconds = if speed < 0.01 { 120.0 } else { 2.0 };
        for _ in 0..(seconds * 60.0) as usize {
            world.advance(1.0 / 60.0).unwrap();
            let (p, face) = (world.position(id), world.driven(press).unwrap().lies.origin().x);
            assert!(p.x <= 0.1 - RADIUS + 1e-5 && p.x >= face + RADIUS - 1e-5, "{speed} {e}: {p}, wall at {face}");
            assert!(world.velocity(id).length() < 10.0 * speed + 1.0, "{speed} {e}: {}", world.velocity(id));
            stalls += usize::from(world.is_stalled(press));
            told += world.events().iter().filter(|event| matches!(event.what, What::Stalled { .. })).count();
        }
        let gap = 0.1 - world.driven(press).unwrap().lies.origin().x - 2.0 * RADIUS;
        assert!(gap.abs() < 1e-3 && stalls > 0 && told > 0, "{speed} {e}: gap {gap}, {stalls} stalls, {told} told");
    }
}

/// Random balls against a wall, a paddle and a rotor, whose surfaces go up to 20 m/s, looked at 60 and 1000 times a second: none
/// gets through. The ball is in a sealed cell with the moving thing; through would be beyond its other side.
#[test]
fn nothing_gets_through() {
    #[expect(clippy::disallowed_methods, reason = "a test's own size, not the engine's")]
    let cases = std::env::var("CAROM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000);
    let mut dice = Stream::new(7, "through");
    let (mut hits, mut worst) = (0_usize, 0.0_f64);
    for case in 0..cases {
        let dice_before = dice;
        let outcome = one_case(&mut dice, case, 1e-3);
        hits += outcome.hits;
        worst = worst.max(outcome.deepest);
        if case % 4 >= 2 {
            // Looked at 60 times a second it could slip through unseen; but it is the same motion.
            let coarse = one_case(&mut { dice_before }, case, 1.0 / 60.0);
            let apart = (coarse.end - outcome.end).length();
            assert!(apart < 1e-6, "case {case}: {apart} m apart at other rates of looking");
            worst = worst.max(coarse.deepest);
        }
    }
    println!("{cases} cases, {hits} hits by driven things, deepest overlap seen {worst:.2e} m");
    assert!(hits > cases / 2, "{hits}");
    assert!(worst < 1e-7, "{worst}");
}

struct Outcome {
    /// 1 if the thing hit the ball at all.
    hits: usize,
    /// m: the deepest overlap seen when looked at.
    deepest: f64,
    /// m: where the ball was at the end.
    end: DVec3,
}

/// A ball against a thing, for 0.1 s. Looked at a thousand times a second, a ball that went through a thin blade with less than
/// 27 m/s would be seen in it at least once: it is 27 mm wide.
fn one_case(dice: &mut Stream, case: usize, dt: f64) -> Outcome {
    let kind = case % 3;
    let resting = case.is_multiple_of(2);
    let mut world = if resting { on_earth() } else { weightless() };
    let material = Material::new(dice.between(0.2, 0.95), dice.between(0.0, 0.6)).unwrap();
    if resting {
        world.add_collider(Collider::new(Plane::floor(0.0).unwrap(), material.clone())).unwrap();
    }
    let rest = at(DVec3::new(0.0, 0.0, RADIUS));
    let drive = world.add_driven(rest);
    let speed = dice.between(0.1, 20.0);
    let length = dice.between(0.05, 0.3);
    match kind {
        // A wall that comes.
        0 => add_plate(&mut world, drive, 1.0, &material),
        // A paddle: a plate about an upright axis at its edge; and a rotor: bars through the axis.
        1 => {
            let end = DVec2::new(0.0, length);
            let blade = Wall::new(DVec2::ZERO, end).unwrap().with_height(-0.1, 0.1).unwrap();
            world.add_driven_collider(drive, Collider::new(blade, material.clone())).unwrap();
            for tip in [DVec2::ZERO, end] {
                let edge = Capsule::new(tip.extend(-0.1), tip.extend(0.1), 0.0).unwrap();
                world.add_driven_collider(drive, Collider::new(edge, material.clone())).unwrap();
            }
        }
        _ => {
            for angle in [0.0, 2.1, 4.2] {
                let tip = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * length;
                let bar = Capsule::new(DVec3::ZERO, tip, 0.004).unwrap();
                world.add_driven_collider(drive, Collider::new(bar, material.clone())).unwrap();
            }
        }
    }
    // From -x or +x; a ball somewhere on the way.
    let side = if dice.between(0.0, 1.0) < 0.5 { -1.0 } else { 1.0 };
    let far = if kind == 0 { 0.0 } else { length };
    let place = DVec3::new(side * (far + RADIUS + dice.between(0.005, 0.1)), dice.between(-0.5, 0.9) * length, RADIUS);
    let velocity = if resting {
        DVec3::ZERO
    } else {
        DVec3::new(-side * dice.between(0.0, 3.0), dice.between(-1.0, 1.0), dice.between(-0.05, 0.05))
    };
    let id = world.add_ball(ball(place, velocity)).unwrap();
    if kind == 0 {
        let velocity = DVec3::new(side * speed, dice.between(-1.0, 1.0), 0.0);
        world.drive(drive, Course::Velocity { velocity, spin: DVec3::ZERO }).unwrap();
    } else {
        // The thing comes along while it turns: its tips go with up to 20 m/s.
        let turning = dice.between(0.5, 1.0) * speed * if dice.between(0.0, 1.0) < 0.5 { -1.0 } else { 1.0 };
        let along = side * (speed - turning.abs()).max(0.3);
        let course = Course::Velocity { velocity: DVec3::X * along, spin: DVec3::Z * (turning / length) };
        world.drive(drive, course).unwrap();
    }
    let frames = (0.1 / dt + 0.5) as usize;
    let (mut hits, mut worst) = (0, 0.0_f64);
    for _ in 0..frames {
        world.advance(dt).unwrap();
        hits += world
            .events()
            .iter()
            .filter(|event| matches!(event.what, What::Impact { collider, .. } if world.carrier(collider).is_some()))
            .count();
        let (p, lies) = (world.position(id), world.driven(drive).unwrap().lies);
        let seen = lies.turn().conjugate() * (p - lies.origin());
        if kind == 0 {
            // Through the wall would be on its other side.
            assert!(seen.x * side > 0.0, "case {case}: through the wall at {}: {seen}", world.time());
        }
        for (c, collider) in world.colliders() {
            if world.carrier(c).is_some()
                && let Some(touch) = collider.shape().touch(seen)
            {
                worst = worst.max(RADIUS - touch.distance);
            }
        }
    }
    Outcome { hits: hits.min(1), deepest: worst, end: world.position(id) }
}

/// A fan in a box: balls are thrown about for a long time and none leaves.
#[test]
fn a_fan_keeps_its_balls_in_the_box() {
    let mut world = on_earth();
    let material = Material::new(0.7, 0.3).unwrap();
    let half = 0.2;
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)] {
        let mut normal = DVec3::ZERO;
        normal[axis] = -sign;
        let side = Plane::new(-normal * half, normal).unwrap();
        world.add_collider(Collider::new(side, material.clone())).unwrap();
    }
    let fan = world.add_driven(at(DVec3::new(0.0, 0.0, -0.1)));
    for angle in [0.0, 1.6, 3.1, 4.7] {
        let tip = DVec3::new(libm::cos(angle), libm::sin(angle), 0.3) * 0.12;
        world
            .add_driven_collider(fan, Collider::new(Capsule::new(DVec3::ZERO, tip, 0.005).unwrap(), material.clone()))
            .unwrap();
    }
    let mut ids = Vec::new();
    for k in 0..6 {
        let place = DVec3::new(-0.15 + 0.05 * f64::from(k), 0.1, 0.1);
        ids.push(world.add_ball(ball(place, DVec3::ZERO)).unwrap());
    }
    world.drive(fan, Course::Velocity { velocity: DVec3::ZERO, spin: DVec3::new(0.3, 0.0, 40.0) }).unwrap();
    let mut impacts = 0;
    for _ in 0..1200 {
        world.advance(1.0 / 60.0).unwrap();
        impacts += world.events().iter().filter(|e| matches!(e.what, What::Impact { .. })).count();
        for &id in &ids {
            let p = world.position(id);
            assert!(p.abs().max_element() < half - RADIUS + 1e-6, "{p} at {}", world.time());
        }
    }
    assert!(impacts > 300, "{impacts}");
}

/// A thin one-sided plate that turns: its front meets balls, its back lets them pass, as when it stands.
#[test]
fn one_sided_things_stay_one_sided() {
    for (side, meets) in [(1.0, true), (-1.0, false)] {
        let mut world = weightless();
        let drive = world.add_driven(Similarity::IDENTITY);
        // Walking from a to b the front is on the left: -x here for b = +y... the left of +y is -x.
        let wall = Wall::new(DVec2::new(0.0, 1.0), DVec2::new(0.0, -1.0)).unwrap().with_sides(Sides::Front);
        world.add_driven_collider(drive, Collider::new(wall, Material::new(0.5, 0.0).unwrap())).unwrap();
        let id = world.add_ball(ball(DVec3::new(side * 0.1, 0.0, 0.0), DVec3::ZERO)).unwrap();
        world.drive(drive, Course::Velocity { velocity: DVec3::X * side, spin: DVec3::Z * 0.1 }).unwrap();
        world.advance(0.2).unwrap();
        assert_eq!(world.velocity(id).length() > 0.0, meets);
    }
}

/// The same motion however often it is looked at; and after going back to a snapshot.
#[test]
fn the_rate_of_looking_does_not_matter() {
    let run = |dt: f64| {
        let mut world = on_earth();
        let material = Material::new(0.6, 0.3).unwrap();
        world.add_collider(Collider::new(Plane::floor(0.0).unwrap(), material.clone())).unwrap();
        let rotor = world.add_driven(at(DVec3::new(0.0, 0.0, RADIUS)));
        let bar = Capsule::new(DVec3::X * -0.1, DVec3::X * 0.1, 0.005).unwrap();
        world.add_driven_collider(rotor, Collider::new(bar, material.clone())).unwrap();
        let id = world.add_ball(ball(DVec3::new(0.05, 0.05, RADIUS), DVec3::ZERO)).unwrap();
        world.drive(rotor, Course::Velocity { velocity: DVec3::ZERO, spin: DVec3::Z * 5.0 }).unwrap();
        world.advance(0.1).unwrap();
        let saved = world.snapshot();
        for _ in 0..(0.9 / dt + 0.5) as usize {
            world.advance(dt).unwrap();
        }
        let (end, hash) = (world.position(id), world.hash());
        world.restore(&saved).unwrap();
        for _ in 0..(0.9 / dt + 0.5) as usize {
            world.advance(dt).unwrap();
        }
        assert_eq!(world.hash(), hash, "going back gives the same future");
        end
    };
    let (coarse, fine) = (run(0.9), run(1e-3));
    assert!((coarse - fine).length() < 1e-9, "{coarse} {fine}");
    assert!(coarse.truncate().length() > 0.1, "it was thrown away: {coarse}");
}

#[test]
fn bad_drives_are_refused() {
    let mut world = weightless();
    let drive = world.add_driven(Similarity::IDENTITY);
    let far = Course::Velocity { velocity: DVec3::splat(f64::NAN), spin: DVec3::ZERO };
    assert!(world.drive(drive, far).unwrap_err().to_string().contains("velocity of a driven thing"));
    let other = {
        let mut other = weightless();
        other.add_driven(Similarity::IDENTITY);
        other.add_driven(Similarity::IDENTITY)
    };
    assert!(world.drive(other, Course::Stop).unwrap_err().to_string().contains("driven thing"));
}
