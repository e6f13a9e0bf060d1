//! Parts in driven groups: they work where they are, and what they do to a ball is seen from them.

use carom::pinball::part::*;
use carom::pinball::{Command, Drive, Event, Group, GroupId, Happening, Input, Machine, Playfield};
use carom::shape::{Disc, Post};
use carom::space::{Ease, Key, Track, Transform, Turns};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS};
use carom::{Ball, BallId, DVec2, DVec3, Material};

const R: f64 = PINBALL_RADIUS;

/// A level table without walls.
fn machine() -> Machine {
    Machine::new(&Playfield { slope: 0.0, border: None, ..Playfield::default() }).unwrap()
}

fn driven(machine: &mut Machine, transform: Transform) -> GroupId {
    machine.add_group(Group { name: "toy".into(), transform, driven: true, ..Group::default() }).unwrap()
}

fn drive(machine: &mut Machine, at: f64, group: GroupId, drive: Drive) {
    machine.send(Command::at(at, Input::Drive { group, drive })).unwrap();
}

fn ball(machine: &mut Machine, at: DVec3, velocity: DVec3) -> BallId {
    machine.add_ball(Ball::new(at, R, PINBALL_MASS).unwrap().with_velocity(velocity)).unwrap()
}

fn run(machine: &mut Machine, seconds: f64) -> Vec<Event> {
    let mut told = Vec::new();
    for _ in 0..(seconds * 1000.0 + 0.5) as u32 {
        told.extend_from_slice(machine.tick());
    }
    assert!(told.is_sorted_by(|a, b| a.time <= b.time), "{told:?}");
    told
}

fn here() -> Transform {
    Transform::IDENTITY
}

/// A lift: told to go, it takes the ball along, is there at its time and says so.
#[test]
fn a_lift_carries_a_ball_up_and_tells_when_it_is_there() {
    let mut machine = machine();
    let lift = driven(&mut machine, Transform::translation(DVec3::new(0.2, 0.3, 0.001)));
    let plate = Solid::of(Disc::new(DVec3::ZERO, 0.04).unwrap(), Material::pinball(0.2, 0.0, 0.3, 0.0).unwrap());
    machine.add_to(Some(lift), &here(), "plate", plate).unwrap();
    let ball = ball(&mut machine, DVec3::new(0.2, 0.3, 0.001 + R), DVec3::ZERO);
    drive(&mut machine, 0.1, lift, Drive::Go { shift: DVec3::Z * 0.08, angle: 0.0, time: 0.5 });
    let told = run(&mut machine, 1.0);
    let arrived: Vec<f64> =
        told.iter().filter(|e| e.what == Happening::Arrived { group: lift }).map(|event| event.time).collect();
    assert!(arrived.len() == 1 && (arrived[0] - 0.6).abs() < 1e-9, "{arrived:?}");
    let place = machine.ball(ball).unwrap().position;
    assert!((place - DVec3::new(0.2, 0.3, 0.081 + R)).length() < 1e-8, "{place}");
    assert!((machine.moving(lift).unwrap().lies.origin().z - 0.081).abs() < 1e-12);
}

/// A moving bumper throws a resting ball with what it adds, and with its own motion: (1 + e) V + force.
#[test]
fn a_moving_bumper_adds_its_own_speed() {
    let mut machine = machine();
    let group = driven(&mut machine, here());
    let material = Material::pinball(0.3, 0.0, 0.0, 0.0).unwrap();
    let bumper = Bumper { radius: 0.02, force: 0.8, material, ..Bumper::default() };
    machine.add_to(Some(group), &Transform::translation(DVec3::X * 0.1), "bumper", bumper).unwrap();
    let ball = ball(&mut machine, DVec3::new(0.3, 0.0, R), DVec3::ZERO);
    drive(&mut machine, 0.0, group, Drive::Velocity { velocity: DVec3::X * 1.5, spin: 0.0 });
    let mut told = Vec::new();
    while told.is_empty() && machine.time() < 1.0 {
        told.extend_from_slice(machine.tick());
    }
    let Some(Event { what: Happening::Hit { speed, .. }, time }) = told.first().copied() else { panic!("{told:?}") };
    assert!((speed - 1.5).abs() < 1e-9 && (time - (0.2 - 0.02 - R) / 1.5).abs() < 1e-9, "{told:?}");
    let velocity = machine.ball(ball).unwrap().velocity;
    // The floor has rubbed it for less than a tick since.
    assert!((velocity.x - (1.3 * 1.5 + 0.8)).abs() < 1e-3, "{velocity}");
}

/// A rollover that comes to the ball notices it as one that the ball comes to.
#[test]
fn a_trigger_notices_the_ball_that_it_passes_over() {
    let mut machine = machine();
    let group = driven(&mut machine, here());
    let area = TriggerArea::Round { centre: DVec2::ZERO, radius: 0.02 };
    let part = machine.add_to(Some(group), &here(), "trigger", Trigger { area, ..Trigger::default() }).unwrap();
    let ball = ball(&mut machine, DVec3::new(0.1, 0.0, R), DVec3::ZERO);
    drive(&mut machine, 0.0, group, Drive::Velocity { velocity: DVec3::X * 0.5, spin: 2.0 });
    let told = run(&mut machine, 0.5);
    let what: Vec<_> = told.iter().map(|event| (event.what.part(), (event.time * 1e6).round())).collect();
    assert_eq!(what, [(Some(part), 160_000.0), (Some(part), 240_000.0)], "{told:?}");
    assert_eq!(machine.ball(ball).unwrap().position.x, 0.1, "it is not touched");
}

/// A magnet that swings takes along what it holds.
#[test]
fn a_moving_magnet_takes_its_ball_along() {
    let mut machine = machine();
    let group = driven(&mut machine, here());
    let magnet = Magnet { grab_radius: 0.02, ..Magnet::default() };
    let part = machine.add_to(Some(group), &here(), "magnet", magnet).unwrap();
    let ball = ball(&mut machine, DVec3::new(0.01, 0.0, R), DVec3::ZERO);
    machine.send(Command::now(Input::Coil { part, on: true })).unwrap();
    drive(&mut machine, 0.3, group, Drive::Go { shift: DVec3::new(0.1, 0.2, 0.0), angle: 1.0, time: 1.0 });
    run(&mut machine, 2.0);
    let place = machine.ball(ball).unwrap().position;
    assert!((place - DVec3::new(0.1, 0.2, R)).length() < 1e-4, "{place}");
}

/// A hole on a crane: the ball goes along, and is thrown the way the hole then looks.
#[test]
fn a_carried_hole_carries_its_ball_and_throws_it_as_it_is_turned() {
    let mut machine = machine();
    let group = driven(&mut machine, here());
    let part =
        machine.add_to(Some(group), &Transform::translation(DVec3::X * 0.05), "hole", Kicker::default()).unwrap();
    let ball = ball(&mut machine, DVec3::new(0.05, 0.0, R), DVec3::ZERO);
    let quarter = core::f64::consts::FRAC_PI_2;
    drive(&mut machine, 0.1, group, Drive::Go { shift: DVec3::Z * 0.1, angle: quarter, time: 0.5 });
    run(&mut machine, 0.35);
    let (seat, moving) = (machine.ball(ball).unwrap().position, machine.moving(group).unwrap());
    assert!(machine.is_held(ball));
    let expected = machine.lies(part).unwrap().origin() + DVec3::Z * R;
    // Halfway up and fast: it is where its hole is, to the bend of the way within a tick.
    assert!((seat - expected).length() < 1e-5 && moving.velocity.z > 0.3, "{seat} {expected}");
    run(&mut machine, 0.65);
    let seat = machine.ball(ball).unwrap().position;
    assert!((seat - DVec3::new(0.0, 0.05, 0.1 + R)).length() < 1e-9, "{seat}");
    machine.send(Command::now(Input::Coil { part, on: true })).unwrap();
    machine.tick();
    let thrown = machine.ball(ball).unwrap().velocity;
    // Along -y of its own, which is now along x.
    assert!(thrown.x > 1.0 && thrown.y.abs() < 1e-9, "{thrown}");
}

/// A ball between a driven post and one that stands stops the driven one, which tells.
#[test]
fn a_squeezed_ball_stops_the_group_and_that_is_told() {
    let mut machine = machine();
    let group = driven(&mut machine, here());
    let post = |x: f64| {
        let post = Post::new(DVec2::new(x, 0.0), 0.02).unwrap().with_height(0.0, 0.05).unwrap();
        Solid::of(post, Material::pinball(0.2, 0.0, 0.3, 0.0).unwrap())
    };
    machine.add_to(Some(group), &here(), "pusher", post(0.0)).unwrap();
    machine.add("wall", post(0.04 + 2.0 * R + 0.01)).unwrap();
    let ball = ball(&mut machine, DVec3::new(0.02 + R + 0.005, 0.0, R), DVec3::ZERO);
    drive(&mut machine, 0.0, group, Drive::Velocity { velocity: DVec3::X * 0.3, spin: 0.0 });
    let told = run(&mut machine, 0.5);
    assert!(told.iter().any(|event| event.what == Happening::Stalled { group, ball }), "{told:?}");
    let (place, pusher) = (machine.ball(ball).unwrap().position, machine.moving(group).unwrap().lies.origin());
    assert!(place.x > pusher.x && place.x < 0.06, "not pushed through: {place} {pusher}");
}

/// A group with a path follows it from the start if it is to, and again when told; whoever spins does not unwind.
#[test]
fn groups_run_stop_spin_and_go() {
    let mut machine = machine();
    let key = |time, x: f64| Key { time, shift: DVec3::X * x, angle: 0.0, ease: Ease::Steady };
    let track = Track::new(DVec3::Z, vec![key(0.0, 0.0), key(1.0, 0.2)], Turns::Once).unwrap();
    let group = Group { name: "toy".into(), driven: true, track: Some(track), runs: true, ..Group::default() };
    let group = machine.add_group(group).unwrap();
    machine.add_to(Some(group), &here(), "post", Bumper::default()).unwrap();
    run(&mut machine, 0.5);
    let x = |machine: &Machine| machine.moving(group).unwrap().lies.origin().x;
    assert!((x(&machine) - 0.1).abs() < 1e-12);
    drive(&mut machine, 0.0, group, Drive::Stop);
    let told = run(&mut machine, 1.0);
    assert!((x(&machine) - 0.1).abs() < 1e-12 && told.is_empty(), "{told:?}");
    drive(&mut machine, 0.0, group, Drive::Run);
    let told = run(&mut machine, 1.5);
    assert!((x(&machine) - 0.2).abs() < 1e-12, "{}", x(&machine));
    assert_eq!(told.iter().filter(|event| event.what == Happening::Arrived { group }).count(), 1, "{told:?}");
    // Ten turns, and back to nothing by the shorter way.
    drive(&mut machine, 0.0, group, Drive::Velocity { velocity: DVec3::ZERO, spin: 63.0 });
    run(&mut machine, 1.0);
    drive(&mut machine, 0.0, group, Drive::Go { shift: DVec3::ZERO, angle: 0.0, time: 1.0 });
    run(&mut machine, 0.5);
    assert!(machine.moving(group).unwrap().spin.length() < 2.0, "{:?}", machine.moving(group));
    run(&mut machine, 0.6);
    let lies = machine.moving(group).unwrap().lies;
    assert!(lies.turn().w.abs() > 1.0 - 1e-12 && lies.origin().length() < 1e-12, "{lies:?}");
    // A door that goes beyond half a turn goes back the way it came.
    drive(&mut machine, 0.0, group, Drive::Go { shift: DVec3::ZERO, angle: 4.0, time: 0.5 });
    run(&mut machine, 0.6);
    drive(&mut machine, 0.0, group, Drive::Go { shift: DVec3::ZERO, angle: 0.0, time: 0.5 });
    run(&mut machine, 0.25);
    assert!(machine.moving(group).unwrap().spin.z < -10.0, "{:?}", machine.moving(group));
}

#[test]
fn a_snapshot_of_a_moving_group_has_the_same_future() {
    let mut machine = machine();
    let group = driven(&mut machine, here());
    machine.add_to(Some(group), &Transform::translation(DVec3::X * 0.06), "post", Bumper::default()).unwrap();
    ball(&mut machine, DVec3::new(0.0, 0.08, R), DVec3::X * 0.4);
    drive(&mut machine, 0.0, group, Drive::Velocity { velocity: DVec3::Y * 0.02, spin: 5.0 });
    drive(&mut machine, 0.5, group, Drive::Go { shift: DVec3::ZERO, angle: 0.0, time: 0.3 });
    run(&mut machine, 0.4);
    let snapshot = machine.snapshot();
    let one = (run(&mut machine, 1.0), machine.hash());
    machine.restore(&snapshot).unwrap();
    let two = (run(&mut machine, 1.0), machine.hash());
    assert_eq!(one, two);
}

#[test]
fn what_cannot_be_driven_is_refused_by_name() {
    let mut machine = machine();
    let group = driven(&mut machine, here());
    let within = Group { name: "inner".into(), parent: Some(group), driven: true, ..Group::default() };
    let message = machine.add_group(within).unwrap_err().to_string();
    assert!(message.contains("inner") && message.contains("another driven group"), "{message}");
    let uneven = Transform::scaling(DVec3::new(1.0, 1.0, 2.0)).unwrap();
    let squashed = Group { name: "squashed".into(), transform: uneven, driven: true, ..Group::default() };
    assert!(machine.add_group(squashed).unwrap_err().to_string().contains("evenly"));
    let message = machine.add_to(Some(group), &here(), "bat", Flipper::default()).unwrap_err().to_string();
    assert!(message.contains("bat") && message.contains("driven group"), "{message}");
    let stands = machine.add_group(Group { name: "still".into(), ..Group::default() }).unwrap();
    let send = |machine: &mut Machine, group, drive| {
        machine.send(Command::now(Input::Drive { group, drive })).unwrap_err().to_string()
    };
    assert!(send(&mut machine, stands, Drive::Stop).contains("\"still\""));
    assert!(send(&mut machine, group, Drive::Run).contains("no path"));
    let go = Drive::Go { shift: DVec3::NAN, angle: 0.0, time: 1.0 };
    assert!(send(&mut machine, group, go).contains("shift of a group is NaN"));
    assert!(send(&mut machine, group, Drive::Go { shift: DVec3::ZERO, angle: 0.0, time: 0.0 }).contains("time"));
}

/// A gate and a spinner that turn past a resting ball are pushed by it as by one that comes.
#[test]
fn plates_on_a_rotor_feel_the_ball_that_they_pass() {
    let mut machine = machine();
    let group = driven(&mut machine, here());
    let spinner = Spinner { bracket: false, ..Spinner::default() };
    let away = Transform::translation(DVec3::X * 0.1);
    // Its axle lies along the arm, so that its face looks the way it goes.
    let part = machine.add_to(Some(group), &away, "spinner", spinner).unwrap();
    ball(&mut machine, DVec3::new(0.0, 0.1, R), DVec3::ZERO);
    drive(&mut machine, 0.0, group, Drive::Velocity { velocity: DVec3::ZERO, spin: 5.0 });
    let told = run(&mut machine, 0.6);
    assert!(told.iter().any(|event| event.what == Happening::Spin { part }), "{told:?}");
    assert!(machine.pose(part).unwrap().speed.abs() > 1.0);
}
