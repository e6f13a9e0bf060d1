//! The laws of a pocket with a rim.

use super::tube::WALL_TOP;
use super::{Contact, Mouth, bounce, next, tip};
use crate::billiards::ball::{BallSpec, BallState, Phase};
use crate::billiards::table::{Pocket, Table};
use crate::math::rng::Stream as Rng;
use crate::{DVec2, DVec3};

const GRAVITY: f64 = 9.81;
const NOSE: f64 = 0.036_576;
const TOP: f64 = WALL_TOP * NOSE;
const SPEC: BallSpec = BallSpec::POOL;

/// The middle of a left side: the table lies towards `+x`.
fn hole() -> Pocket {
    Pocket { name: "lc".into(), centre: DVec2::new(-0.0685, 0.99), radius: 0.0645, depth: 0.08 }
}

fn open(half: f64) -> Mouth {
    let (sine, cosine) = libm::sincos(half);
    Mouth { towards: DVec2::X, sine, cosine }
}

fn rolling(position: DVec3, velocity: DVec3) -> BallState {
    BallState { phase: Phase::Rolling, position, velocity, spin: DVec3::Z.cross(velocity) / SPEC.radius }
}

/// At the rim, `turn` radians round from the middle of the mouth, rolling in at an angle from straight across.
fn arriving(turn: f64, speed: f64, angle: f64) -> BallState {
    let (pocket, way) = (hole(), DVec2::from_angle(turn));
    let velocity = -DVec2::from_angle(turn + angle) * speed;
    rolling((pocket.centre + way * pocket.radius).extend(SPEC.radius), velocity.extend(0.0))
}

fn energy(state: &BallState) -> f64 {
    state.energy(&SPEC, GRAVITY)
}

/// From a motion in the pocket to its end: the contacts on the way, or none of an end within a thousand.
fn follow(mut state: BallState, mouth: &Mouth) -> Option<Vec<Contact>> {
    let mut met = Vec::new();
    for _ in 0..1000 {
        let (t, contact) = next(&hole(), mouth, &SPEC, &state, GRAVITY, NOSE)?;
        state = flown(&state, t);
        met.push(contact);
        match contact {
            Contact::Wall(normal) | Contact::Rim(normal) => state = bounce(&SPEC, &state, normal, GRAVITY),
            Contact::Drop | Contact::Out | Contact::Over => return Some(met),
        }
    }
    None
}

fn flown(state: &BallState, t: f64) -> BallState {
    let fall = DVec3::new(0.0, 0.0, -GRAVITY);
    BallState {
        position: state.position + (state.velocity + fall * (0.5 * t)) * t,
        velocity: state.velocity + fall * t,
        ..*state
    }
}

/// m: how deep a ball is in rim or wall.
fn overlap(place: DVec3, mouth: &Mouth) -> f64 {
    let pocket = hole();
    let arm = place.truncate() - pocket.centre;
    let distance = arm.length();
    let to_ring = |level: f64| SPEC.radius - libm::hypot(distance - pocket.radius, place.z - level);
    let wall = distance - (pocket.radius - SPEC.radius);
    if place.z <= 0.0 || place.z <= TOP && !mouth.faces(arm) {
        wall
    } else if mouth.faces(arm) {
        to_ring(0.0)
    } else {
        to_ring(TOP)
    }
}

#[test]
fn a_ball_that_tips_keeps_its_energy_and_leaves_where_nothing_holds_it() {
    for speed in [0.0, 0.01, 0.1, 0.3, 0.5] {
        for angle in [0.0, 0.4, -1.2] {
            let before = arriving(0.2, speed, angle);
            let (after, time) = tip(&hole(), &SPEC, &before, GRAVITY);
            let across = speed * libm::cos(angle);
            let scale = GRAVITY * SPEC.radius;
            let cosine = (10.0 + 7.0 * across * across / scale) / 17.0;
            assert!((after.position.z / SPEC.radius - cosine).abs() < 1e-7, "{speed} at {angle}");
            assert!((energy(&after) - energy(&before)).abs() < 1e-15, "{speed} at {angle}: energy");
            let along = DVec3::new(-libm::sin(0.2), libm::cos(0.2), 0.0);
            assert!((after.velocity.dot(along) - before.velocity.dot(along)).abs() < 1e-12, "along the rim");
            // The edge no longer presses: v²/R = g cos θ across it.
            let across = after.velocity.length_squared() - libm::pow(after.velocity.dot(along), 2.0);
            assert!((across - scale * cosine).abs() < 1e-7);
            assert!(time > 0.0 && time < 0.5, "{time} s");
            assert_eq!(after.phase, Phase::Airborne);
        }
    }
}

#[test]
fn the_time_of_tipping_is_that_of_small_steps() {
    for speed in [0.05, 0.2, 0.45] {
        let (after, time) = tip(&hole(), &SPEC, &arriving(0.0, speed, 0.0), GRAVITY);
        let end = libm::acos(after.position.z / SPEC.radius);
        // θ'' = 5 g sin θ / (7 R).
        let (mut angle, mut rate, mut t, h) = (0.0, speed / SPEC.radius, 0.0, 1e-6);
        while angle < end {
            rate += h * 5.0 * GRAVITY * libm::sin(angle) / (7.0 * SPEC.radius);
            angle += h * rate;
            t += h;
        }
        assert!((time - t).abs() < 1e-4 * t + 2e-6, "{speed}: {time} instead of {t}");
    }
}

#[test]
fn a_ball_that_slips_on_the_cloth_keeps_its_spin_over_the_edge() {
    let sliding = BallState { phase: Phase::Sliding, spin: DVec3::new(3.0, -40.0, 11.0), ..arriving(0.0, 0.3, 0.0) };
    let (after, _) = tip(&hole(), &SPEC, &sliding, GRAVITY);
    assert_eq!(after.spin, sliding.spin);
    assert!((energy(&after) - energy(&sliding)).abs() < 1e-15);
}

#[test]
fn a_fast_ball_flies_off_as_it_is() {
    let least = libm::sqrt(GRAVITY * SPEC.radius);
    for speed in [1.001 * least, 1.0, 5.0] {
        let before = arriving(0.0, speed, 0.0);
        let (after, _) = tip(&hole(), &SPEC, &before, GRAVITY);
        assert!((after.velocity - before.velocity).length() < 1e-7 && (after.spin - before.spin).length() < 1e-5);
        assert!((after.position - before.position).length() < 1e-8);
        let (t, contact) = next(&hole(), &open(0.6), &SPEC, &after, GRAVITY, NOSE).expect("a ball comes to something");
        assert!(t > 1e-3 && matches!(contact, Contact::Wall(_) | Contact::Drop), "{speed}: {contact:?} after {t}");
    }
}

#[test]
fn a_slow_ball_always_drops() {
    let mut rng = Rng::new(1, "slow balls");
    for _ in 0..5000 {
        let (turn, angle) = (rng.between(-0.5, 0.5), rng.between(-1.5, 1.5));
        let before = arriving(turn, rng.between(0.0, 0.5), angle);
        let (after, _) = tip(&hole(), &SPEC, &before, GRAVITY);
        let met = follow(after, &open(0.6)).expect("a fall has an end");
        assert_eq!(met.last(), Some(&Contact::Drop), "{before:?}: {met:?}");
        assert!(met.len() < 40, "{} contacts of {before:?}", met.len());
    }
}

#[test]
fn a_fast_ball_reaches_the_back_wall() {
    for speed in [1.5, 3.0, 8.0] {
        let (after, _) = tip(&hole(), &SPEC, &arriving(0.0, speed, 0.0), GRAVITY);
        let Some((t, Contact::Wall(normal))) = next(&hole(), &open(0.6), &SPEC, &after, GRAVITY, NOSE) else {
            panic!("{speed}: no wall");
        };
        assert!((normal - DVec3::X).length() < 1e-12, "the wall pushes back to the table");
        let way = 2.0 * hole().radius - SPEC.radius;
        assert!((t - way / speed).abs() < 1e-9);
        let back = bounce(&SPEC, &flown(&after, t), normal, GRAVITY);
        assert!((back.velocity.x - 0.4 * speed).abs() < 1e-7);
    }
}

#[test]
fn a_ball_that_bounces_from_the_wall_can_come_out_again() {
    // So fast that it is back at the rim before it has fallen by much, and jumps off it.
    let state = BallState { velocity: DVec3::new(-9.0, 0.0, 1.0), ..arriving(0.0, 9.0, 0.0) };
    let met = follow(BallState { phase: Phase::Airborne, ..state }, &open(0.6)).expect("a flight has an end");
    assert_eq!(met.last(), Some(&Contact::Out), "{met:?}");
}

#[test]
fn a_ball_over_the_wall_flies_out() {
    let high = arriving(0.0, 4.0, 0.0);
    let high = BallState { position: high.position.with_z(TOP + 1.5 * SPEC.radius), ..high };
    let met = follow(high, &open(0.6)).expect("a flight has an end");
    assert_eq!(met, [Contact::Over]);
    // A little lower it clips the top of the wall.
    let low = BallState { position: high.position.with_z(TOP + 0.8 * SPEC.radius), ..high };
    let first = next(&hole(), &open(0.6), &SPEC, &low, GRAVITY, NOSE).expect("it comes to something");
    assert!(matches!(first.1, Contact::Rim(normal) if normal.x > 0.0 && normal.z > 0.0), "{first:?}");
}

#[test]
fn a_ball_that_stays_on_the_rim_falls_to_the_side_it_leans_to_or_goes() {
    let pocket = hole();
    let edge = DVec3::new(pocket.centre.x + pocket.radius, pocket.centre.y, 0.0);
    for (lean, speed, falls_in) in [(0.3, 0.0, true), (0.3, -0.1, true), (0.3, -0.45, false), (0.01, -0.1, false)] {
        let (sine, cosine) = libm::sincos(lean);
        let normal = DVec3::new(-sine, 0.0, cosine);
        let down = DVec3::new(-cosine, 0.0, -sine);
        let state = BallState {
            phase: Phase::Airborne,
            position: edge + normal * SPEC.radius,
            velocity: down * speed - normal * 0.02,
            spin: DVec3::new(0.0, -speed / SPEC.radius, 0.0),
        };
        let after = bounce(&SPEC, &state, normal, GRAVITY);
        let gone = energy(&state) - energy(&after);
        let most = 0.5 * SPEC.mass * 0.02 * 0.02;
        assert!((-1e-15..=most + 1e-15).contains(&gone), "lean {lean}, {speed}: lost {gone}");
        let met = follow(after, &open(0.6)).expect("it has an end");
        let wanted = if falls_in { Contact::Drop } else { Contact::Out };
        assert_eq!(met.last(), Some(&wanted), "lean {lean}, speed {speed}: {met:?}");
    }
}

/// A place and motion somewhere in the free part of the pocket.
fn anywhere(rng: &mut Rng, mouth: &Mouth) -> BallState {
    loop {
        let arm = DVec2::new(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)) * hole().radius;
        let place = (hole().centre + arm).extend(rng.between(-SPEC.radius, 3.0 * SPEC.radius));
        if arm.length() < hole().radius && overlap(place, mouth) < 0.0 {
            let size = libm::exp(rng.between(-3.0, 2.0));
            let mut part = || size * rng.between(-1.0, 1.0);
            let velocity = DVec3::new(part(), part(), part());
            let spin = DVec3::new(part(), part(), part()) / SPEC.radius;
            return BallState { phase: Phase::Airborne, position: place, velocity, spin };
        }
    }
}

#[test]
fn a_ball_never_gets_through_wall_or_rim() {
    // Against brute force: before the contact that is found the ball touches nothing, and there it does, and comes nearer.
    let mut rng = Rng::new(2, "flights in a pocket");
    for _ in 0..4000 {
        let mouth = open(rng.between(0.2, 1.5));
        let mut state = anywhere(&mut rng, &mouth);
        for _ in 0..200 {
            let (t, contact) = next(&hole(), &mouth, &SPEC, &state, GRAVITY, NOSE).expect("every ball falls");
            for k in 0..200 {
                let place = flown(&state, t * f64::from(k) / 200.0).position;
                let deep = overlap(place, &mouth);
                assert!(deep < 1e-8, "{deep} deep, {k}/200 of the way to {contact:?} from {state:?} with {mouth:?}");
            }
            state = flown(&state, t);
            let before = energy(&state);
            match contact {
                Contact::Wall(normal) | Contact::Rim(normal) => {
                    assert!((normal.length() - 1.0).abs() < 1e-12);
                    assert!(state.velocity.dot(normal) <= 1e-9, "leaving {contact:?} with {state:?}");
                    let inward = (hole().centre - state.position.truncate()).extend(0.0);
                    assert!(normal.dot(inward) >= -1e-9 || matches!(contact, Contact::Wall(_)), "{normal:?}");
                    state = bounce(&SPEC, &state, normal, GRAVITY);
                    assert!(energy(&state) <= before + 1e-14, "energy out of {contact:?}");
                }
                Contact::Drop => {
                    assert!((state.position.z + SPEC.radius).abs() < 1e-9);
                    break;
                }
                Contact::Over => {
                    assert!(state.position.z >= TOP + SPEC.radius - 1e-6, "out through the wood: {state:?}");
                    break;
                }
                Contact::Out => {
                    assert!(state.position.z >= SPEC.radius - 1e-6, "out through the cloth: {state:?}");
                    break;
                }
            }
        }
    }
}

#[test]
fn every_flight_in_a_pocket_ends_soon() {
    let mut rng = Rng::new(3, "flights in a pocket");
    let mut most = 0;
    for _ in 0..20_000 {
        let mouth = open(rng.between(0.2, 1.5));
        let state = anywhere(&mut rng, &mouth);
        let met = follow(state, &mouth).unwrap_or_else(|| panic!("no end of {state:?}"));
        most = most.max(met.len());
    }
    assert!(most < 200, "{most} contacts");
}

#[test]
fn the_mouths_of_a_table_face_it() {
    let table = Table::named("pool-9").expect("a table");
    for pocket in &table.pockets {
        let mouth = Mouth::new(
            pocket,
            SPEC.radius,
            DVec2::new(table.width, table.length),
            table.rails.iter().map(|rail| [rail.from, rail.to]),
            table.jaws.iter().map(|jaw| (jaw.centre, jaw.radius)),
        );
        let middle = DVec2::new(0.5 * table.width, 0.5 * table.length);
        assert!(mouth.towards.dot(middle - pocket.centre) > 0.0);
        let half = libm::acos(mouth.cosine).to_degrees();
        assert!((15.0..60.0).contains(&half), "{}: {half} degrees to each side", pocket.name);
        // A ball in the middle of the mouth is free, and one past its end is not.
        let free = |turn: f64| {
            let place = pocket.centre + DVec2::from_angle(turn).rotate(mouth.towards) * pocket.radius;
            let apart = |a: DVec2, b: DVec2| {
                let s = ((place - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                (a + (b - a) * s - place).length()
            };
            table.rails.iter().all(|rail| apart(rail.from, rail.to) >= SPEC.radius)
                && table.jaws.iter().all(|jaw| (jaw.centre - place).length() >= SPEC.radius + jaw.radius)
        };
        for part in [-0.99, -0.5, 0.0, 0.5, 0.99] {
            assert!(free(part * half.to_radians()), "{} at {part}", pocket.name);
        }
        assert!(!free(1.02 * half.to_radians()) || !free(-1.02 * half.to_radians()), "{}", pocket.name);
    }
}
