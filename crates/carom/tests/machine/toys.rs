//! Parts that carry, pull or simply stand, in a running machine; and balls that lie on each other.

use crate::common::{at, ball_at, bits, coil, level, position, rolling, run, velocity};
use carom::pinball::part::{Magnet, Mesh, Part, Rubber, Solid, TriggerArea, Trough, Turntable, Wall};
use carom::pinball::{Command, Happening, Input, Machine, OutlinePoint, PartId, Playfield};
use carom::shape;
use carom::units::{PINBALL_RADIUS, VP_FALLOFF_SPEED, VP_LENGTH, VP_SPEED};
use carom::{BallId, DVec2, DVec3, Material};

fn with(playfield: &Playfield, part: impl Into<Part>) -> (Machine, PartId) {
    let mut machine = Machine::new(playfield).unwrap();
    let id = machine.add("part", part).unwrap();
    (machine, id)
}

#[test]
fn a_wall_can_be_let_down() {
    let corners = [[-0.1, -0.01], [0.1, -0.01], [0.1, 0.0], [-0.1, 0.0]];
    let outline = corners.map(|[x, y]| OutlinePoint::new(x, y)).to_vec();
    let (mut machine, part) = with(&level(), Wall { outline, droppable: true, ..Wall::default() });
    for on in [true, false, true] {
        machine.send(Command::now(Input::Enable { part, on })).unwrap();
        let ball = machine.add_ball(rolling(DVec2::new(0.0, 0.1), DVec2::NEG_Y)).unwrap();
        run(&mut machine, 200);
        assert_eq!(position(&machine, ball).y > 0.0, on, "stands: {on}");
        machine.remove_ball(ball).unwrap();
    }
}

#[test]
fn a_magnet_pulls_while_it_is_on() {
    let pass = |on: bool| {
        let (mut machine, part) = with(&level(), Magnet::default());
        coil(&mut machine, part, on);
        let ball = machine.add_ball(rolling(at(-80.0, 20.0), at(500.0, 0.0))).unwrap();
        run(&mut machine, 250);
        (machine, ball)
    };
    let (machine, free) = pass(false);
    assert!((velocity(&machine, free).y).abs() < 1e-9 && position(&machine, free).x > 0.0, "off: it goes straight on");
    let (mut machine, ball) = pass(true);
    assert!(position(&machine, ball).y < 0.9 * 20.0 * VP_LENGTH, "towards the pole");
    run(&mut machine, 5000);
    assert!(position(&machine, ball).truncate().length() < 60.0 * VP_LENGTH, "a slow ball is caught");
}

#[test]
fn a_turntable_carries_clockwise() {
    let pass = |on: bool| {
        let (mut machine, part) = with(&level(), Turntable { spin_up: 0.1, ..Turntable::default() });
        coil(&mut machine, part, on);
        let ball = machine.add_ball(rolling(at(0.0, -200.0), at(0.0, 500.0))).unwrap();
        run(&mut machine, 200);
        velocity(&machine, ball)
    };
    assert!(pass(false).x.abs() < 1e-9, "off: it goes straight on");
    let carried = pass(true);
    assert!(carried.x > 0.1, "at the back it goes to the right: {carried}");
}

#[test]
fn a_trough_takes_and_gives() {
    let exit = DVec3::new(0.3, 0.0, PINBALL_RADIUS);
    let drain = TriggerArea::Round { centre: DVec2::ZERO, radius: 0.05 };
    let (mut machine, part) = with(&level(), Trough { drain, exit, balls: 1, capacity: 2, ..Trough::default() });
    assert_eq!(machine.pose(part).unwrap().place, 1.0);
    let drained = machine.add_ball(rolling(DVec2::new(-0.1, 0.0), DVec2::X)).unwrap();
    let told = run(&mut machine, 200);
    let took = told.iter().any(|e| matches!(e.what, Happening::Drained { ball, held: 2, .. } if ball == drained));
    assert!(took && machine.ball(drained).is_none(), "{told:?}");
    for left in [1.0, 0.0] {
        coil(&mut machine, part, true);
        let told = run(&mut machine, 100);
        let ball = told.iter().find_map(|event| match event.what {
            Happening::Ejected { ball, .. } => Some(ball),
            _ => None,
        });
        let ball = ball.unwrap();
        assert!(position(&machine, ball).y < -0.02, "away from the player: {}", position(&machine, ball));
        assert_eq!(machine.pose(part).unwrap().place, left);
        machine.remove_ball(ball).unwrap();
    }
    coil(&mut machine, part, true);
    assert!(run(&mut machine, 10).is_empty(), "there is none left");
}

#[test]
fn a_rubber_bounces_as_its_material_says() {
    let outline = [[-0.05, -0.02], [0.05, -0.02], [0.05, 0.0], [-0.05, 0.0]];
    let outline = outline.map(|[x, y]| OutlinePoint::new(x, y)).to_vec();
    let material = Material::pinball(0.8, 0.3, 0.6, 0.0).unwrap();
    let (mut machine, _) = with(&level(), Rubber { outline, tells: true, material, ..Rubber::default() });
    let speed = 20.0 * VP_SPEED;
    let ball = machine.add_ball(ball_at(DVec2::new(0.0, 0.019)).with_velocity(DVec3::NEG_Y * speed)).unwrap();
    let told = run(&mut machine, 4);
    assert!(matches!(told[..], [carom::pinball::Event { what: Happening::Hit { .. }, .. }]), "{told:?}");
    let expected = 0.8 / (1.0 + 0.3 * speed / VP_FALLOFF_SPEED);
    let back = velocity(&machine, ball).y / speed;
    assert!((back / expected - 1.0).abs() < 0.01, "{back} for {expected}");
}

#[test]
fn a_mesh_bounces_on_its_front_only() {
    let points = [[-0.1, 0.0, 0.0], [0.1, 0.0, 0.0], [0.1, 0.0, 0.05], [-0.1, 0.0, 0.05]].map(DVec3::from).to_vec();
    let mesh = Mesh { points, triangles: vec![[0, 2, 1], [0, 3, 2]], scale: DVec3::ONE, ..Mesh::default() };
    let (mut machine, _) = with(&level(), mesh);
    let front = machine.add_ball(rolling(DVec2::new(0.0, 0.1), DVec2::NEG_Y)).unwrap();
    run(&mut machine, 200);
    assert!(velocity(&machine, front).y > 0.0);
    machine.remove_ball(front).unwrap();
    let back = machine.add_ball(rolling(DVec2::new(0.0, -0.1), DVec2::Y)).unwrap();
    run(&mut machine, 200);
    assert!(position(&machine, back).y > 0.0, "{}", position(&machine, back));
}

/// Balls in a V of walls at the lower end of the playfield.
fn pile(balls: usize) -> (Machine, Vec<BallId>) {
    let mut machine = Machine::new(&Playfield::default()).unwrap();
    for side in [-1.0, 1.0] {
        let (a, b) = (DVec2::new(0.0, 0.5), DVec2::new(0.3 * side, 0.35));
        let wall = shape::Wall::new(a, b).unwrap().with_height(0.0, 0.1).unwrap();
        machine.add("wall", Solid::of(wall, Material::pinball(0.3, 0.0, 0.3, 0.0).unwrap())).unwrap();
    }
    let put = |k: usize| ball_at(DVec2::new(0.04 * (k % 3) as f64 - 0.035, 0.4 - 0.05 * (k / 3) as f64));
    let ids = (0..balls).map(|k| machine.add_ball(put(k)).unwrap()).collect();
    (machine, ids)
}

#[test]
fn balls_that_lie_on_each_other_stay_so() {
    for balls in [2, 3, 5] {
        let (mut machine, ids) = pile(balls);
        run(&mut machine, 8000);
        let rest: Vec<_> = ids.iter().map(|&ball| bits(&machine, ball)).collect();
        for tick in 0..1000 {
            machine.tick();
            for (&ball, rest) in ids.iter().zip(&rest) {
                assert_eq!(bits(&machine, ball), *rest, "{balls} balls, tick {tick}, ball {}", ball.index());
            }
        }
        for (k, &one) in ids.iter().enumerate() {
            assert_eq!(velocity(&machine, one), DVec3::ZERO);
            for &other in &ids[..k] {
                let apart = (position(&machine, one) - position(&machine, other)).length();
                assert!(apart > 2.0 * PINBALL_RADIUS - 1e-9, "{apart}");
            }
        }
    }
}

#[test]
fn a_pile_comes_apart_when_its_lowest_ball_is_taken() {
    let (mut machine, ids) = pile(3);
    run(&mut machine, 8000);
    let lowest = ids.iter().copied().max_by(|a, b| position(&machine, *a).y.total_cmp(&position(&machine, *b).y));
    let lowest = lowest.unwrap();
    let before: Vec<f64> = ids.iter().map(|&ball| position(&machine, ball).y).collect();
    machine.remove_ball(lowest).unwrap();
    run(&mut machine, 1000);
    let moved = ids.iter().zip(before).filter(|&(&ball, y)| ball != lowest && position(&machine, ball).y > y + 1e-3);
    assert!(moved.count() >= 1, "the others roll down");
}
