//! Parts that were placed do what they do unplaced: flippers, plungers, plates, holes, magnets, each in its own space.

use carom::pinball::part::*;
use carom::pinball::{
    Autopilot, Command, Event, Group, GroupId, Happening, Input, Machine, OutlinePoint, PartId, Playfield,
};
use carom::shape::{Plane, Rule};
use carom::space::{Frame, In, Local, Place, Room, Similarity, Table, Transform, Velocity};
use carom::units::{PINBALL_MASS, PINBALL_RADIUS, radians};
use carom::{Ball, BallId, DVec2, DVec3, Material};

/// Places, each three parents deep.
fn placements() -> Vec<[Transform; 3]> {
    let shift = |x, y, z| Transform::translation(DVec3::new(x, y, z));
    let turn = |x, y, z| Transform::turns(DVec3::new(x, y, z)).unwrap();
    vec![
        [shift(0.3, -0.2, 0.0), Transform::IDENTITY, shift(0.0, 0.0, 0.4)],
        [turn(0.0, 0.0, 1.3), shift(0.1, 0.2, 0.0), turn(0.0, 0.0, -0.4)],
        [turn(0.5, -1.2, 2.0), shift(0.4, 0.1, -0.3), turn(-0.2, 0.0, 0.9)],
    ]
}

/// A machine without a playfield: its floor is a part like any other.
struct Bench {
    machine: Machine,
    lies: Similarity,
    group: Option<GroupId>,
}

impl Bench {
    fn new(parents: Option<&[Transform; 3]>) -> Self {
        let playfield = Playfield { material: None, border: None, ..Playfield::default() };
        let mut machine = Machine::new(&playfield).unwrap();
        let (mut group, mut chain) = (None, Transform::IDENTITY);
        for (k, transform) in parents.into_iter().flatten().rev().enumerate() {
            let parent = Group { name: format!("group {k}"), parent: group, transform: *transform, ..Group::default() };
            group = Some(machine.add_group(parent).unwrap());
            chain = transform.then(&chain);
        }
        let lies = chain.similarity().unwrap();
        let gravity = Velocity(DVec3::new(0.0, libm::sin(playfield.slope), -libm::cos(playfield.slope)) * 9.5);
        machine.set_gravity_in_room(Frame::<Local, Room>::new(lies).out(In::new(gravity))).unwrap();
        let mut bench = Self { machine, lies, group };
        bench.add("floor", Solid::of(Plane::floor(0.0).unwrap(), Material::pinball(0.25, 0.0, 0.075, 0.0).unwrap()));
        bench
    }

    fn add(&mut self, name: &str, part: impl Into<Part>) -> PartId {
        match self.group {
            None => self.machine.add(name, part).unwrap(),
            Some(_) => self.machine.add_to(self.group, &Transform::IDENTITY, name, part).unwrap(),
        }
    }

    fn ball(&mut self, x: f64, y: f64, velocity: DVec3) -> BallId {
        let ball = Ball::new(DVec3::new(x, y, PINBALL_RADIUS), PINBALL_RADIUS, PINBALL_MASS).unwrap();
        let ball = self.frame().out(In::new(ball.with_velocity(velocity))).get();
        self.machine.add_ball(ball).unwrap()
    }

    fn frame(&self) -> Frame<Local, Table> {
        Frame::new(self.lies)
    }

    fn place(&self, ball: BallId) -> Option<DVec3> {
        let ball = self.machine.ball(ball)?;
        Some(self.frame().enter(In::new(Place(ball.position))).get().0)
    }
}

/// Builds the same bench in its own place and in others, plays, and compares. Returns what happened.
fn same_everywhere(build: impl Fn(&mut Bench), seconds: f64) -> Vec<Event> {
    let play = |parents: Option<&[Transform; 3]>| {
        let mut bench = Bench::new(parents);
        build(&mut bench);
        let mut told: Vec<Event> = Vec::new();
        let mut way = Vec::new();
        for _ in 0..(seconds * 100.0) as u32 {
            bench.machine.advance(0.01).unwrap();
            told.extend(bench.machine.events());
            let balls: Vec<BallId> = bench.machine.balls().collect();
            way.push(balls.iter().filter_map(|&ball| bench.place(ball)).collect::<Vec<_>>());
        }
        (told, way)
    };
    let (told, way) = play(None);
    for (k, parents) in placements().iter().enumerate() {
        let (other_told, other_way) = play(Some(parents));
        for (t, (one, other)) in way.iter().zip(&other_way).enumerate() {
            assert_eq!(one.len(), other.len(), "placement {k} at {t}: balls in play");
            for (one, other) in one.iter().zip(other) {
                assert!((*one - *other).length() < 1e-9, "placement {k} at {t}0 ms: {one} {other}");
            }
        }
        assert_eq!(told.len(), other_told.len(), "placement {k}: {told:?} {other_told:?}");
        for (one, other) in told.iter().zip(&other_told) {
            assert_eq!(core::mem::discriminant(&one.what), core::mem::discriminant(&other.what), "placement {k}");
            assert!((one.time - other.time).abs() < 1e-9, "placement {k}: {one:?} {other:?}");
        }
    }
    told
}

#[test]
fn a_flipper_shoots_wherever_it_stands() {
    let told = same_everywhere(
        |bench| {
            let flipper = bench.add("left", Flipper { centre: DVec2::new(0.15, 0.95), ..Flipper::default() });
            bench.ball(0.19, 0.85, DVec3::ZERO);
            for (at, on) in [(0.48, true), (0.7, false), (0.9, true)] {
                bench.machine.send(Command::at(at, Input::Coil { part: flipper, on })).unwrap();
            }
        },
        1.2,
    );
    assert!(told.iter().any(|event| matches!(event.what, Happening::Collide { .. })), "{told:?}");
    assert!(told.iter().any(|event| matches!(event.what, Happening::EndOfStroke { .. })), "{told:?}");
}

#[test]
fn a_plunger_shoots_wherever_it_stands() {
    let told = same_everywhere(
        |bench| {
            let plunger = bench.add("plunger", Plunger { x: 0.5, y: 1.0, ..Plunger::default() });
            bench.ball(0.5, 0.94, DVec3::ZERO);
            bench.machine.send(Command::at(0.3, Input::Pull { part: plunger, retract: false })).unwrap();
            bench.machine.send(Command::at(1.0, Input::Release { part: plunger })).unwrap();
        },
        1.6,
    );
    assert!(!told.is_empty());
}

#[test]
fn plates_holes_and_fields_work_wherever_they_stand() {
    let told = same_everywhere(
        |bench| {
            bench
                .add("gate", Gate { centre: DVec2::new(0.1, 0.4), rotation: 0.2, plate_mass: 0.01, ..Gate::default() });
            bench.add("spinner", Spinner { centre: DVec2::new(0.2, 0.4), plate_mass: 0.01, ..Spinner::default() });
            let kicker = bench.add("kicker", Kicker { centre: DVec2::new(0.3, 0.5), ..Kicker::default() });
            let magnet = bench.add("magnet", Magnet { centre: DVec2::new(0.4, 0.5), ..Magnet::default() });
            let disc = bench.add("disc", Turntable { centre: DVec2::new(0.6, 0.6), ..Turntable::default() });
            let trough = Trough { exit: DVec3::new(0.8, 0.5, PINBALL_RADIUS), ..Trough::default() };
            let trough = bench.add("trough", trough);
            let area = TriggerArea::Round { centre: DVec2::new(0.41, 0.4), radius: 0.02 };
            bench.add("trigger", Trigger { area, ..Trigger::default() });
            for x in [0.1, 0.2, 0.3, 0.41, 0.63] {
                bench.ball(x, 0.3, DVec3::Y * 0.7);
            }
            bench.ball(-0.1, 0.005, DVec3::X * 0.5);
            for part in [magnet, disc, trough] {
                bench.machine.send(Command::at(0.1, Input::Coil { part, on: true })).unwrap();
            }
            bench.machine.send(Command::at(0.6, Input::Coil { part: kicker, on: true })).unwrap();
        },
        0.8,
    );
    let has = |is: fn(&Happening) -> bool| told.iter().any(|event| is(&event.what));
    assert!(has(|what| matches!(what, Happening::Drained { .. })), "{told:?}");
    assert!(told.iter().filter(|event| matches!(event.what, Happening::Ejected { .. })).count() == 2, "{told:?}");
    assert!(has(|what| matches!(what, Happening::Unhit { .. })), "{told:?}");
}

#[test]
fn bumpers_slings_and_targets_throw_wherever_they_stand() {
    let told = same_everywhere(
        |bench| {
            bench.add("bumper", Bumper { centre: DVec2::new(0.1, 0.4), ..Bumper::default() });
            let mut outline = [[0.2, 0.4], [0.3, 0.42], [0.25, 0.5]].map(|[x, y]| OutlinePoint::new(x, y)).to_vec();
            outline.iter_mut().for_each(|point| point.slingshot = true);
            bench.add("sling", Wall { outline, slingshot_force: 2.0, ..Wall::default() });
            let material = Material::pinball(0.35, 0.5, 0.2, 0.0).unwrap();
            let position = DVec3::new(0.4, 0.5, 0.0);
            bench.add("target", Target { position, heading: 3.2, material, ..Target::default() });
            for x in [0.105, 0.23, 0.4] {
                bench.ball(x, 0.3, DVec3::Y * 0.7);
            }
        },
        0.5,
    );
    assert!(told.iter().any(|event| matches!(event.what, Happening::Slingshot { .. })), "{told:?}");
    assert!(told.iter().any(|event| matches!(event.what, Happening::Dropped { .. })), "{told:?}");
}

/// A shot goes as far, in flipper lengths, on a flipper of twice the size with twice the gravity and a ball of twice the size.
#[test]
fn a_flipper_of_twice_the_size_shoots_as_far_in_its_own_lengths() {
    let shot = |scale: f64| {
        let playfield = Playfield { border: None, gravity: 9.5 * scale, ..Playfield::default() };
        let mut machine = Machine::new(&playfield).unwrap();
        let by = Transform::scaling(DVec3::splat(scale)).unwrap();
        let flipper = Flipper { centre: DVec2::new(0.15, 0.95), ..Flipper::default() };
        let part = machine.add_to(None, &by, "flipper", flipper).unwrap();
        let (place, radius) = (DVec3::new(0.19, 0.85, PINBALL_RADIUS) * scale, PINBALL_RADIUS * scale);
        let ball = machine.add_ball(Ball::new(place, radius, PINBALL_MASS).unwrap()).unwrap();
        machine.send(Command::at(0.48, Input::Coil { part, on: true })).unwrap();
        machine.advance(0.7).unwrap();
        machine.ball(ball).unwrap().position / scale
    };
    let (one, two) = (shot(1.0), shot(2.0));
    assert!(one.y < 0.8 && (one - two).length() < 1e-6, "{one} {two}");
}

#[test]
fn a_part_knows_its_parents_and_its_rule() {
    let mut bench = Bench::new(Some(&placements()[2]));
    let post = bench.add("bumper", Bumper::default());
    let machine = &bench.machine;
    assert_eq!(machine.groups().count(), 3);
    assert_eq!(machine.group_of(post), machine.group("group 2"));
    let lies = machine.lies(post).unwrap();
    assert!((lies.origin() - bench.lies.origin()).length() < 1e-15);
    assert!((machine.transform(post).origin() - lies.origin()).length() < 1e-15);
    let own = machine.colliders().filter(|(_, _, owner)| *owner == Some(post));
    let rules: Vec<Rule> = own.map(|(id, ..)| machine.rule(id)).collect();
    assert_eq!(rules, [Rule::Local], "an upright post leans only in a space of its own");
}

#[test]
fn what_cannot_be_placed_is_refused_by_name() {
    let mut machine = Machine::new(&Playfield::default()).unwrap();
    let uneven = Transform::scaling(DVec3::new(1.0, 2.0, 1.0)).unwrap();
    let message = machine.add_to(None, &uneven, "lefty", Flipper::default()).unwrap_err().to_string();
    assert!(message.contains("lefty") && message.contains("flipper") && message.contains("evenly"), "{message}");
    let outline = [[0.0, 0.0], [0.1, 0.0], [0.1, 0.1]].map(|[x, y]| OutlinePoint::new(x, y)).to_vec();
    machine.add_to(None, &uneven, "wall", Wall { outline, ..Wall::default() }).expect("a wall has no law");
    let group = machine.add_group(Group::default()).unwrap();
    assert!(machine.add_to(Some(group), &Transform::IDENTITY, "post", Bumper::default()).is_ok());
    let path = Group { name: "toy".into(), runs: true, ..Group::default() };
    let message = machine.add_group(path).unwrap_err().to_string();
    assert!(message.starts_with("group \"toy\"") && message.contains("driven"), "{message}");
    let count = machine.parts().count();
    assert!(machine.add_to(None, &uneven, "kicker", Kicker::default()).is_err());
    assert_eq!(machine.parts().count(), count, "nothing has been added");
}

/// Over a hole that was shifted within the playfield, the playfield is not there.
#[test]
fn a_shifted_hole_is_a_hole_in_the_playfield() {
    let mut machine = Machine::new(&Playfield::sized(0.5, 1.0)).unwrap();
    let turned = Transform::rotation(DVec3::Z, radians(70.0)).unwrap();
    let by = turned.then(&Transform::translation(DVec3::new(0.2, 0.5, 0.0)));
    let kicker = Kicker { legacy: false, radius: 0.02, ..Kicker::default() };
    let part = machine.add_to(None, &by, "hole", kicker).unwrap();
    let place = DVec3::new(0.2, 0.4, PINBALL_RADIUS);
    let ball = Ball::new(place, PINBALL_RADIUS, PINBALL_MASS).unwrap().with_velocity(DVec3::Y * 0.1);
    let ball = machine.add_ball(ball).unwrap();
    let (mut caught, mut sank) = (false, false);
    for _ in 0..2000 {
        let hit = |event: &Event| matches!(event.what, Happening::Hit { part: hit, .. } if hit == part);
        caught |= machine.tick().iter().any(hit);
        sank |= machine.ball(ball).unwrap().position.z < 0.9 * PINBALL_RADIUS;
    }
    assert!(caught && sank && machine.is_held(ball), "{caught} {sank}");
    let seat = machine.ball(ball).unwrap().position;
    assert!((seat - DVec3::new(0.2, 0.5, PINBALL_RADIUS)).length() < 1e-12, "{seat}");
    machine.send(Command::now(Input::Coil { part, on: true })).unwrap();
    machine.tick();
    let thrown = machine.ball(ball).unwrap().velocity;
    // Its own heading is along -y; it is turned by 70 degrees, from x towards y.
    let expected = DVec3::new(libm::sin(radians(70.0)), -libm::cos(radians(70.0)), 0.0);
    assert!(thrown.normalize().dot(expected) > 0.999, "{thrown}");
}

/// A table that was shifted and turned as a whole within its cabinet is played by the autopilot as any other.
#[test]
fn the_autopilot_plays_a_placed_table() {
    let mut machine = Machine::new(&Playfield::sized(1.0, 1.1)).unwrap();
    let transform = Transform::rotation(DVec3::Z, 0.1).unwrap();
    let transform = transform.then(&Transform::translation(DVec3::new(0.5, 0.05, 0.0)));
    let group = machine.add_group(Group { transform, ..Group::default() }).unwrap();
    let mut add = |name: &str, part: Part| machine.add_to(Some(group), &Transform::IDENTITY, name, part).unwrap();
    let block = |corners: &[[f64; 2]]| {
        Part::from(Wall { outline: corners.iter().map(|&[x, y]| OutlinePoint::new(x, y)).collect(), ..Wall::default() })
    };
    add("guide left", block(&[[-0.25, 0.7], [-0.25, 0.86], [-0.088, 0.8384]]));
    add("guide right", block(&[[0.25, 0.7], [0.088, 0.8384], [0.25, 0.86]]));
    let left = Flipper { centre: DVec2::new(-0.085, 0.85), ..Flipper::default() };
    let (start_angle, end_angle) = (-left.start_angle, -left.end_angle);
    add("right", Flipper { centre: DVec2::new(0.085, 0.85), start_angle, end_angle, ..left.clone() }.into());
    add("left", left.into());
    add("kicker", Kicker { centre: DVec2::new(0.05, 0.4), ..Kicker::default() }.into());
    add(
        "drain",
        Trough { drain: TriggerArea::Round { centre: DVec2::new(0.0, 1.0), radius: 0.1 }, ..Trough::default() }.into(),
    );
    let mut pilot = Autopilot::new(&machine, 7);
    for _ in 0..30_000 {
        machine.tick();
        pilot.play(&mut machine);
    }
    let tally = pilot.tally();
    assert!(tally.flips > 3 && tally.served > 0, "{tally:?}");
}
