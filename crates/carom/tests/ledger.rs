//! The energy ledger closes: what forces, impulses and slips say became of the energy is what the balls have.

#[path = "machine/mini_table.rs"]
#[expect(dead_code, reason = "shared with the tests of the machine")]
mod mini_table;

use carom::math::rng::Stream;
use carom::pinball::part::{Kicker, Magnet, Turntable};
use carom::pinball::{Autopilot, Border, Command, Input, Machine, Playfield};
use carom::shape::{Capsule, Disc, Plane, Rim};
use carom::space::{Ease, Key, Track, Transform, Turns};
use carom::units::VP_LENGTH;
use carom::{Ball, BallId, Collider, Course, DVec2, DVec3, Gravity, Ledger, Material, World};
use mini_table::mini_table;

const G: f64 = 9.81;

fn down() -> Gravity {
    Gravity::uniform(DVec3::new(0.0, 0.0, -G))
}

fn world(gravity: Gravity) -> World {
    let mut world = World::new(gravity).unwrap();
    world.keep_ledger(true);
    world
}

fn plane(world: &mut World, at: DVec3, normal: DVec3, material: &Material) {
    world.add_collider(Collider::new(Plane::new(at, normal).unwrap(), material.clone())).unwrap();
}

/// The books close to 1e-9 of the energy turned over, and friction and impacts took energy, each time.
fn closes(ledger: &Ledger, what: &str) {
    println!("{what}\n{ledger}\nleast impact {:e}, least friction {:e}\n", ledger.least_impact, ledger.least_friction);
    assert!(ledger.residual().abs() <= 1e-9 * ledger.turned_over, "{what}: residual\n{ledger}");
    assert!(ledger.least_impact >= -1e-12, "{what}: an impact gave {:e} J", ledger.least_impact);
    assert!(ledger.least_friction >= -1e-12, "{what}: friction gave {:e} J", ledger.least_friction);
}

/// Six walls.
fn add_box(world: &mut World, half: f64, material: &Material) {
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        for side in [1.0, -1.0] {
            plane(world, axis * (-side * half), axis * side, material);
        }
    }
}

#[test]
fn a_box_of_bouncing_balls_closes_its_books_for_ten_minutes() {
    let mut world = world(down());
    add_box(&mut world, 0.15, &Material::new(0.9, 0.2).unwrap().with_scatter(0.05).unwrap());
    world.set_ball_material(Material::new(0.95, 0.1).unwrap());
    for k in 0..6 {
        let k = f64::from(k);
        let place = DVec3::new(0.04 * k - 0.1, 0.03 * (k % 3.0) - 0.03, 0.02 * k - 0.05);
        let ball = Ball::new(place, 0.0135 + 0.001 * k, 0.08 + 0.01 * k).unwrap();
        let ball = ball.with_velocity(DVec3::new(1.0, 0.5 * k, -0.3)).with_spin(DVec3::new(30.0, -20.0 * k, 10.0));
        world.add_ball(ball).unwrap();
    }
    // The box is shaken, so that the balls do not come to rest.
    for step in 0..600 {
        let turn = f64::from(step) * 2.4;
        let pull = DVec3::new(libm::cos(turn), libm::sin(turn), libm::cos(0.7 * turn)) * G;
        world.set_gravity(Gravity::uniform(pull)).unwrap();
        world.advance(1.0).unwrap();
    }
    let ledger = world.ledger().unwrap();
    closes(&ledger, "box");
    assert!(ledger.impacts > 10.0 && ledger.gravity > 10.0, "{ledger}");
}

#[test]
fn a_sliding_ball_loses_what_friction_along_its_slip_takes() {
    // It slides until it rolls at 5/7: 2/7 of its energy is lost, by the force μ m g along a slip of v²/(7 μ g).
    let (mass, speed, friction) = (0.17, 2.0, 0.2);
    let mut world = world(down());
    plane(&mut world, DVec3::ZERO, DVec3::Z, &Material::new(0.5, friction).unwrap());
    let ball = Ball::new(DVec3::new(0.0, 0.0, 0.03), 0.03, mass).unwrap().with_velocity(DVec3::X * speed);
    world.add_ball(ball).unwrap();
    world.advance(2.0).unwrap();
    let ledger = world.ledger().unwrap();
    closes(&ledger, "slide");
    let energy = 0.5 * mass * speed * speed;
    assert!((ledger.friction - friction * mass * G * speed * speed / (7.0 * friction * G)).abs() < 1e-12, "{ledger}");
    assert!((ledger.friction - energy * 2.0 / 7.0).abs() < 1e-12, "{ledger}");
    assert!((ledger.now - energy * 5.0 / 7.0).abs() < 1e-12, "{ledger}");
}

/// In the middle of a piece something is put up, far away: every ball is settled anew. Its books ask how it slipped until then.
#[test]
fn a_ball_that_is_disturbed_while_its_slip_turns_closes_its_books() {
    let mut world = world(Gravity::uniform(DVec3::new(0.0, 1.0, -9.4)));
    let wood = Material::new(0.2, 0.075).unwrap();
    plane(&mut world, DVec3::ZERO, DVec3::Z, &wood);
    let ball = Ball::new(DVec3::new(0.0, 0.0, 0.0135), 0.0135, 0.08).unwrap();
    world.add_ball(ball.with_velocity(DVec3::new(0.6, -1.5, 0.0))).unwrap();
    for k in 0..60 {
        world.advance(0.0131).unwrap();
        plane(&mut world, DVec3::X * (50.0 + f64::from(k)), DVec3::NEG_X, &wood);
        closes(&world.ledger().unwrap(), "disturbed");
    }
    let ledger = world.ledger().unwrap();
    assert!(ledger.friction > 0.01 && ledger.drift.abs() < 1e-4 * ledger.friction, "{ledger}");
}

#[test]
fn rolling_friction_takes_all_that_a_rolling_ball_has() {
    // 7/10 m v², at the rate of 7/5 m μ_r g v.
    let (mass, speed) = (0.17, 1.0);
    let mut world = world(down());
    let cloth = Material::new(0.5, 0.2).unwrap().with_rolling_friction(0.01).unwrap();
    plane(&mut world, DVec3::ZERO, DVec3::Z, &cloth);
    let ball = Ball::new(DVec3::new(0.0, 0.0, 0.03), 0.03, mass).unwrap().with_velocity(DVec3::X * speed);
    world.add_ball(ball.with_spin(DVec3::Y * (speed / 0.03))).unwrap();
    world.advance(5.0).unwrap();
    let halfway = world.ledger().unwrap();
    let left = speed - 0.01 * G * 5.0;
    assert!((halfway.rolling - 0.7 * mass * (speed * speed - left * left)).abs() < 1e-12, "{halfway}");
    world.advance(10.0).unwrap();
    let ledger = world.ledger().unwrap();
    closes(&ledger, "roll");
    assert!((ledger.rolling - 0.7 * mass * speed * speed).abs() < 1e-12 && ledger.now == 0.0, "{ledger}");
    assert!(ledger.friction.abs() < 1e-12, "it never slips: {ledger}");
}

#[test]
fn gravity_has_done_what_the_balls_have_come_down_by() {
    // From the places alone: in uniform gravity its work is m g times the height lost, whatever happened on the way.
    let mut world = world(down());
    pit(&mut world);
    let ids: Vec<_> = (0..8).map(|k| world.add_ball(loose(k)).unwrap()).collect();
    let start: f64 = ids.iter().map(|&id| world.ball(id).unwrap()).map(|ball| ball.mass * ball.position.z).sum();
    for step in 0..50 {
        world.advance(0.1).unwrap();
        if step == 20 {
            world.set_position(ids[0], DVec3::new(0.0, 0.0, 0.4)).unwrap();
        }
        let end: f64 = ids.iter().map(|&id| world.ball(id).unwrap()).map(|ball| ball.mass * ball.position.z).sum();
        let ledger = world.ledger().unwrap();
        assert!((ledger.gravity - G * (start - end)).abs() < 1e-11, "{} J fell\n{ledger}", G * (start - end));
    }
}

/// A floor and four walls that lean.
fn pit(world: &mut World) {
    let felt = Material::new(0.4, 0.3).unwrap().with_rolling_friction(0.01).unwrap();
    plane(world, DVec3::ZERO, DVec3::new(0.02, 0.01, 1.0).normalize(), &felt);
    for side in [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y] {
        plane(world, side * -0.06, (side + DVec3::Z * 0.5).normalize(), &felt);
    }
}

fn loose(k: u32) -> Ball {
    let k = f64::from(k);
    let place = DVec3::new(0.03 * (k % 3.0) - 0.03, 0.03 * (k % 2.0), 0.1 + 0.035 * k);
    Ball::new(place, 0.0135, 0.08).unwrap().with_spin(DVec3::new(20.0, 5.0 * k, -10.0))
}

#[test]
fn balls_that_pile_up_in_a_corner_close_their_books() {
    let mut world = world(down());
    pit(&mut world);
    world.set_ball_material(Material::new(0.9, 0.1).unwrap());
    for k in 0..8 {
        world.add_ball(loose(k)).unwrap();
    }
    for round in 0..20 {
        world.advance(2.0).unwrap();
        // Stirred.
        let balls: Vec<_> = world.balls().collect();
        for (k, id) in balls.into_iter().enumerate() {
            let up = DVec3::new(0.2 * f64::from(round % 3) - 0.2, 0.1 * k as f64 - 0.3, 0.5);
            world.push(id, up * 0.08, DVec3::new(0.0, 0.0, 0.005)).unwrap();
        }
    }
    world.advance(5.0).unwrap();
    let ledger = world.ledger().unwrap();
    closes(&ledger, "pile");
    assert!(ledger.friction > 1e-3 && ledger.parts > 0.1, "{ledger}");
    assert!(ledger.drift.abs() < 0.01 * ledger.friction, "what is put right is small\n{ledger}");
}

/// `carom check --campaign` found it: a ball that rolls against balls which rest gave up energy by their leftover of
/// acceleration, though they stayed where they were; some 1e-12 J a millisecond.
#[test]
fn a_ball_that_leans_on_resting_ones_closes_its_books() {
    let rubber = Material::new(0.3, 0.2).unwrap();
    for slow in 1..20 {
        let mut world = world(Gravity::uniform(DVec3::new(0.0, 0.8, -9.7)));
        plane(&mut world, DVec3::ZERO, DVec3::Z, &rubber);
        plane(&mut world, DVec3::ZERO, DVec3::X, &rubber);
        plane(&mut world, DVec3::X * 0.04, -DVec3::X, &rubber);
        plane(&mut world, DVec3::Y, -DVec3::Y, &rubber);
        world.set_ball_material(Material::new(0.8, 0.1).unwrap());
        for k in 0..4 {
            let place = DVec3::new(if k % 2 == 0 { 0.0135 } else { 0.0265 }, 0.98 - 0.03 * f64::from(k), 0.0135);
            world.add_ball(Ball::new(place, 0.0135, 0.08).unwrap()).unwrap();
            world.advance(1.0).unwrap();
        }
        let last = Ball::new(DVec3::new(0.02, 0.85, 0.0135), 0.0135, 0.08).unwrap();
        world.add_ball(last.with_velocity(DVec3::new(0.01 * f64::from(slow), 0.05, 0.0))).unwrap();
        for _ in 0..6000 {
            world.advance(1e-3).unwrap();
            let ledger = world.ledger().unwrap();
            assert!(ledger.residual().abs() < 1e-12, "speed {slow}: residual {:e}\n{ledger}", ledger.residual());
        }
    }
}

/// And this: of two balls in contact the first enters what is lost between them, and one that is held entered nothing.
#[test]
fn balls_that_rub_on_a_held_one_close_their_books() {
    let (hole, radius) = (DVec2::new(0.25, 0.9), 0.0135);
    let (mut rubbed, mut luck) = (0.0, Stream::new(1, "held"));
    for case in 0..20 {
        let mut machine = Machine::new(&Playfield::default()).unwrap();
        machine.keep_ledger(true);
        machine.add("hole", Kicker { centre: hole, ..Kicker::default() }).unwrap();
        let first = machine.add_ball(Ball::new(hole.extend(0.02), radius, 0.08).unwrap()).unwrap();
        machine.advance(0.5).unwrap();
        assert!(machine.is_held(first), "case {case}");
        for k in 0..3 {
            let beside = DVec2::new(luck.between(-2e-3, 2e-3), -0.03 * f64::from(k + 1));
            let spin = DVec3::new(luck.between(-9.0, 9.0), luck.between(-9.0, 9.0), luck.between(-99.0, 99.0));
            machine.add_ball(Ball::new((hole + beside).extend(radius), radius, 0.08).unwrap().with_spin(spin)).unwrap();
        }
        for _ in 0..3000 {
            machine.tick();
            let ledger = machine.ledger().unwrap();
            assert!(ledger.residual().abs() < 1e-12, "case {case}: residual {:e}\n{ledger}", ledger.residual());
        }
        rubbed += machine.ledger().unwrap().friction;
    }
    assert!(rubbed > 1e-3, "they rub: {rubbed} J");
}

/// The same found this: a ball that lay on, as it lay, kept an entry for one that had leaned on it and come to rest since.
#[test]
fn balls_that_come_to_rest_in_a_corner_close_their_books() {
    let (width, length) = (0.54, 1.08);
    let border = Border { min: DVec2::ZERO, max: DVec2::new(width, length), glass: 0.2 };
    let field = Playfield { border: Some(border), slope: 0.5_f64.to_radians(), gravity: 9.5, ..Playfield::default() };
    let mut luck = Stream::new(1, "corner");
    for case in 0..450 {
        let mut machine = Machine::new(&field).unwrap();
        machine.keep_ledger(true);
        for _ in 0..4 {
            let place = DVec3::new(luck.between(0.02, width - 0.02), luck.between(0.7, length - 0.02), 0.0135);
            let velocity = DVec3::new(luck.between(-2.0, 2.0), luck.between(-2.0, 2.0), 0.0);
            let spin = DVec3::new(luck.between(-99.0, 99.0), luck.between(-99.0, 99.0), luck.between(-99.0, 99.0));
            let ball = Ball::new(place, 0.0135, 0.08).unwrap().with_velocity(velocity).with_spin(spin);
            if machine.is_free(place, 0.0135) {
                machine.add_ball(ball).unwrap();
            }
        }
        for _ in 0..12_000 {
            machine.tick();
        }
        let ledger = machine.ledger().unwrap();
        assert!(ledger.residual().abs() < 1e-11, "case {case}: residual {:e}\n{ledger}", ledger.residual());
    }
}

#[test]
fn belts_work_and_rub() {
    let mut world = world(Gravity::uniform(DVec3::new(-1.0, 0.3, -9.0)));
    let belt = Collider::new(Plane::floor(0.0).unwrap(), Material::new(0.5, 0.3).unwrap());
    world.add_collider(belt.with_surface_velocity(DVec3::new(0.4, 0.1, 0.0)).unwrap()).unwrap();
    let wall = Collider::new(Plane::new(DVec3::ZERO, DVec3::X).unwrap(), Material::new(0.6, 0.5).unwrap());
    world.add_collider(wall.with_surface_velocity(DVec3::new(0.0, -0.5, 0.3)).unwrap()).unwrap();
    for k in 0..4 {
        let place = DVec3::new(0.05 + 0.04 * f64::from(k), 0.0, 0.05 * f64::from(k + 1));
        world.add_ball(Ball::new(place, 0.0135, 0.08).unwrap()).unwrap();
    }
    world.advance(60.0).unwrap();
    let ledger = world.ledger().unwrap();
    closes(&ledger, "belts");
    assert!(ledger.driven.abs() > 0.01 && ledger.friction > 0.01, "{ledger}");
}

#[test]
fn a_slide_on_a_belt_works_and_rubs_as_the_book_says() {
    // A ball laid on a belt slips until it rolls at 2/7 of its speed: friction μ m g, for 2 w / (7 μ g), along the belt's way.
    let (mass, run, friction) = (0.08, 1.4, 0.3);
    let mut world = world(down());
    let belt = Collider::new(Plane::floor(0.0).unwrap(), Material::new(0.5, friction).unwrap());
    world.add_collider(belt.with_surface_velocity(DVec3::X * run).unwrap()).unwrap();
    world.add_ball(Ball::new(DVec3::Z * 0.0135, 0.0135, mass).unwrap()).unwrap();
    world.advance(2.0).unwrap();
    let ledger = world.ledger().unwrap();
    closes(&ledger, "laid on a belt");
    assert!((ledger.driven - mass * run * run * 2.0 / 7.0).abs() < 1e-12, "force times the belt's way\n{ledger}");
    assert!((ledger.friction - mass * run * run / 7.0).abs() < 1e-12, "half of it is lost\n{ledger}");
}

/// A box, and in it five driven things: a floor that turns, a lift, a paddle that spins, a rod that slides to and fro, a gate
/// that swings. There is room for a ball between each and the walls.
fn box_of_driven_parts() -> World {
    let mut world = world(down());
    let wood = Material::new(0.5, 0.2).unwrap().with_rolling_friction(0.002).unwrap();
    let rubber = Material::new(0.8, 0.4).unwrap().with_scatter(0.02).unwrap();
    world.set_ball_material(Material::new(0.9, 0.05).unwrap());
    plane(&mut world, DVec3::Z * 0.15, -DVec3::Z, &wood);
    for side in [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y] {
        plane(&mut world, side * -0.15, side, &wood);
    }
    let mut add = |at: [f64; 3], colliders: Vec<Collider>, course: Course| {
        let drive = world.add_driven(Transform::translation(DVec3::from(at)).similarity().unwrap());
        for collider in colliders {
            world.add_driven_collider(drive, collider).unwrap();
        }
        world.drive(drive, course).unwrap();
    };
    let turning = |rate: f64| Course::Velocity { velocity: DVec3::ZERO, spin: DVec3::Z * rate };
    let to_and_fro = |shift: DVec3, angle: f64, time: f64, ease: Ease| {
        let keys = vec![
            Key { time: 0.0, shift: DVec3::ZERO, angle: 0.0, ease },
            Key { time, shift, angle, ease },
            Key { time: time + 0.2, shift, angle, ease },
        ];
        Course::Follow(Track::new(DVec3::Z, keys, Turns::Back).unwrap())
    };
    let disc = |radius| Collider::new(Disc::new(DVec3::ZERO, radius).unwrap(), wood.clone());
    let rim = |radius| Collider::new(Rim::new(DVec3::ZERO, radius).unwrap(), rubber.clone());
    let rod = |from: DVec3, to| Collider::new(Capsule::new(from, to, 0.006).unwrap(), rubber.clone());
    add([0.0, 0.0, -0.15], vec![disc(0.5)], turning(3.0));
    add([0.06, 0.06, -0.09], vec![disc(0.05), rim(0.05)], to_and_fro(DVec3::Z * 0.08, 0.0, 0.5, Ease::Smooth));
    add([-0.08, -0.08, -0.08], vec![rod(DVec3::X * -0.03, DVec3::X * 0.03)], turning(-9.0));
    add([0.0, -0.05, 0.08], vec![rod(DVec3::Y * -0.03, DVec3::Y * 0.03)], {
        to_and_fro(DVec3::X * 0.07, 0.0, 0.4, Ease::Steady)
    });
    add([-0.08, 0.08, -0.05], vec![rod(DVec3::ZERO, DVec3::X * 0.03)], to_and_fro(DVec3::ZERO, 2.0, 0.3, Ease::Smooth));
    world
}

#[test]
fn a_table_of_driven_parts_closes_its_books() {
    let mut world = box_of_driven_parts();
    for k in 0..5 {
        let place = DVec3::new(0.05 * f64::from(k) - 0.1, -0.1, 0.1);
        world.add_ball(Ball::new(place, 0.0135, 0.08).unwrap().with_velocity(DVec3::new(0.3, 0.0, 0.0))).unwrap();
    }
    // Half of the time the balls lie and roll on what is driven, half of the time they are shaken up.
    for step in 0..600 {
        let turn = f64::from(step) * 2.4;
        let shaken = DVec3::new(libm::cos(turn), libm::sin(turn), libm::cos(0.7 * turn)) * G;
        let pull = if step % 6 < 3 { DVec3::new(0.0, 0.0, -G) } else { shaken };
        world.set_gravity(Gravity::uniform(pull)).unwrap();
        world.advance(1.0).unwrap();
    }
    let ledger = world.ledger().unwrap();
    closes(&ledger, "driven");
    assert!(ledger.driven.abs() > 1.0 && ledger.friction > 1.0 && ledger.impacts > 10.0, "all at work\n{ledger}");
    assert!(ledger.put_right().abs() < 1e-3 * ledger.friction, "what is put right is small\n{ledger}");
}

/// The mini table with what it lacks: a kicker, a magnet, a turntable.
fn lively_table() -> Machine {
    let mut machine = mini_table(0).unwrap().machine;
    let at = |x: f64, y: f64| DVec2::new(x, y) * VP_LENGTH;
    machine.add("kicker", Kicker { centre: at(550.0, 300.0), kick_angle: 3.5, ..Kicker::default() }).unwrap();
    machine.add("magnet", Magnet { centre: at(100.0, 450.0), ..Magnet::default() }).unwrap();
    let turntable = Turntable { centre: at(300.0, 720.0), radius: 60.0 * VP_LENGTH, ..Turntable::default() };
    machine.add("turntable", turntable).unwrap();
    machine
}

#[test]
fn a_machine_under_the_autopilot_closes_its_books_for_a_minute() {
    let mut machine = lively_table();
    machine.keep_ledger(true);
    let mut pilot = Autopilot::new(&machine, 5).with_balls(3);
    let toys: Vec<_> = machine.parts().filter(|(_, name, _)| ["magnet", "turntable"].contains(name)).collect();
    let toys: Vec<_> = toys.into_iter().map(|(part, ..)| part).collect();
    for tick in 0..60_000_u32 {
        if tick % 1500 == 0 {
            machine.send(Command::now(Input::Nudge { angle: f64::from(tick), force: 0.6 })).unwrap();
            for &part in &toys {
                machine.send(Command::now(Input::Coil { part, on: tick % 3000 == 0 })).unwrap();
            }
        }
        if tick == 30_000 {
            // One is taken away on its way; the autopilot serves another.
            let moves = |&id: &BallId| machine.ball(id).is_some_and(|ball| ball.velocity.length() > 0.1);
            let ball = machine.balls().find(moves).unwrap();
            machine.send(Command::now(Input::RemoveBall(ball))).unwrap();
        }
        pilot.play(&mut machine);
        machine.tick();
    }
    let ledger = machine.ledger().unwrap();
    println!("{:?}", pilot.tally());
    closes(&ledger, "machine");
    // For energies of this size also without a measure: a billionth of a joule.
    assert!(ledger.residual().abs() <= 1e-9, "{ledger}");
    assert!(ledger.driven > 0.1 && ledger.parts > 0.1 && ledger.impacts > 1.0 && ledger.taken_out > 0.0, "{ledger}");
}

#[test]
fn a_ledger_changes_no_bit_and_goes_with_a_snapshot() {
    let run = |keep: bool| {
        let mut scene = mini_table(3).unwrap();
        scene.machine.keep_ledger(keep);
        for _ in 0..3000 {
            scene.tick().unwrap();
        }
        scene
    };
    let (mut kept, plain) = (run(true), run(false));
    assert_eq!(kept.machine.hash(), plain.machine.hash());
    assert!(plain.machine.ledger().is_none());
    let (snapshot, then) = (kept.machine.snapshot(), kept.machine.ledger().unwrap());
    for _ in 0..500 {
        kept.tick().unwrap();
    }
    let later = kept.machine.ledger().unwrap();
    assert_ne!(then, later);
    kept.machine.restore(&snapshot).unwrap();
    assert_eq!(kept.machine.ledger().unwrap(), then);
}

#[test]
fn a_ledger_begun_on_the_way_closes_too() {
    let mut scene = mini_table(3).unwrap();
    for _ in 0..1234 {
        scene.tick().unwrap();
    }
    scene.machine.keep_ledger(true);
    for _ in 0..5000 {
        scene.tick().unwrap();
    }
    let ledger = scene.machine.ledger().unwrap();
    assert!(ledger.start > 0.0 && ledger.put_in == 0.0, "{ledger}");
    closes(&ledger, "begun on the way");
}

/// Without friction all that an impact costs is restitution's; with it, a ball that comes in at an angle loses to both.
#[test]
fn restitution_is_told_from_friction_in_impacts() {
    for (friction, sideways) in [(0.0, 1.5), (0.3, 1.5), (0.3, 0.0)] {
        let mut world = world(down());
        plane(&mut world, DVec3::ZERO, DVec3::Z, &Material::new(0.6, friction).unwrap());
        let ball = Ball::new(DVec3::new(0.0, 0.0, 0.5), 0.02, 0.1).unwrap();
        world.add_ball(ball.with_velocity(DVec3::new(sideways, 0.0, 0.0))).unwrap();
        world.advance(0.5).unwrap();
        let ledger = world.ledger().unwrap();
        closes(&ledger, "one bounce");
        // One impact after 0.48 m: of ½ m v² along the normal, 1 - 0.6² is lost.
        let fell = 0.1 * G * 0.48;
        assert!((ledger.restitution - fell * (1.0 - 0.36)).abs() < 1e-12, "{ledger}");
        let rubbed = ledger.impacts - ledger.restitution;
        assert!(if friction * sideways > 0.0 { rubbed > 1e-4 } else { rubbed.abs() < 1e-15 }, "{rubbed}\n{ledger}");
    }
}

/// On a level playfield gravity does nothing to a ball that rolls; whatever it did there, nudges did.
#[test]
fn nudges_are_told_from_gravity() {
    use carom::pinball::Playfield;
    use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
    for slope in [0.0, 0.11] {
        let mut machine = Machine::new(&Playfield { slope, ..Playfield::sized(0.5, 1.0) }).unwrap();
        machine.keep_ledger(true);
        machine
            .add_ball(Ball::new(DVec3::new(0.25, 0.3, PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS).unwrap())
            .unwrap();
        machine.send(Command::at(0.05, Input::Nudge { angle: 1.2, force: 2.0 })).unwrap();
        machine.advance(0.3).unwrap();
        let ledger = machine.ledger().unwrap();
        closes(&ledger, "a nudge");
        assert!(ledger.nudges.abs() > 1e-7, "{ledger}");
        if slope == 0.0 {
            assert!((ledger.gravity - ledger.nudges).abs() < 1e-12, "{ledger}");
        } else {
            assert!((ledger.gravity - ledger.nudges).abs() > 1e-4, "{ledger}");
        }
    }
}
