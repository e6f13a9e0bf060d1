//! Bad input gives a typed error that says what and where, changes nothing, and never panics.

use carom::shape::{Arc, ArcSide, Capsule, Corner, Disc, Edge, Plane, Point, Post, Sphere, Triangle, Wall};
use carom::{Ball, Collider, DVec2, DVec3, Error, ErrorKind, Gravity, Material, World};
use proptest::prelude::*;

fn said<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    result.expect_err("it must be refused").to_string()
}

#[test]
fn every_fault_is_named() {
    let nan = DVec2::new(f64::NAN, 0.0);
    let (o, x) = (DVec2::ZERO, DVec2::X);
    assert_eq!(said(Wall::new(nan, x)), "first point of a wall is NaN; it must be a finite number");
    assert_eq!(said(Wall::new(o, o)), "a wall has no length; use a corner");
    assert_eq!(
        said(Wall::new(o, x).unwrap().with_height(1.0, 0.0)),
        "an upright shape must reach from a lower to a higher place"
    );
    assert_eq!(said(Post::new(o, -1.0)), "radius of a post is -1; it must be from 0 to 1000000");
    assert_eq!(said(Corner::new(nan)), "corner: centre of a post is NaN; it must be a finite number");
    assert_eq!(said(Arc::new(o, 0.0, 0.0, 1.0, ArcSide::Inside)).split(';').next().unwrap(), "radius of an arc is 0");
    assert!(said(Plane::new(DVec3::ZERO, DVec3::ZERO)).starts_with("normal of a plane has no length"), "normal");
    assert!(said(Triangle::new(DVec3::ZERO, DVec3::X, DVec3::X * 2.0)).contains("in one line"), "triangle");
    assert!(said(Triangle::new(DVec3::ZERO, DVec3::NAN, DVec3::X)).starts_with("second: point of a triangle"), "which");
    assert_eq!(said(Edge::new(DVec3::X, DVec3::X)), "an edge has no length; use a point");
    assert!(Point::new(DVec3::splat(f64::INFINITY)).is_err() && Sphere::new(DVec3::ZERO, -0.1).is_err());
    assert!(Disc::new(DVec3::ZERO, 0.0).is_err() && Capsule::new(DVec3::ZERO, DVec3::X, f64::NAN).is_err());
    assert!(Capsule::new(DVec3::X, DVec3::X, 0.1).is_ok(), "a rod without length is a sphere");
    assert_eq!(said(World::new(Gravity::uniform(DVec3::NAN))), "gravity is NaN; it must be a finite number");
}

#[test]
fn a_world_refuses_and_stays_as_it_was() {
    let mut world = World::new(Gravity::none()).unwrap();
    let material = Material::default();
    let ball = world.add_ball(Ball::new(DVec3::ZERO, 0.01, 0.1).unwrap()).unwrap();
    world.advance(0.5).unwrap();
    let before = world.hash();
    for dt in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
        assert!(said(world.advance(dt)).starts_with("time step is"), "{dt}");
    }
    let mut sick = Ball::new(DVec3::ZERO, 0.01, 0.1).unwrap();
    sick.velocity.y = f64::NAN;
    assert_eq!(said(world.add_ball(sick)), "ball 1: velocity is NaN; it must be a finite number");
    sick.velocity.y = 0.0;
    sick.mass = 0.0;
    assert!(said(world.add_ball(sick)).starts_with("ball 1: mass is 0"), "mass");
    assert_eq!(said(world.add_polyline(&[], true, &material)), "0 points of a polygon, but at least 3 are needed");
    let points = [DVec2::ZERO, DVec2::X, DVec2::new(f64::NAN, 1.0)];
    assert!(said(world.add_polyline(&points, true, &material)).starts_with("polyline point 2: corner"), "which point");
    let mesh = world.add_mesh(&[DVec3::ZERO, DVec3::X], &[[0, 1, 5]], &material);
    assert_eq!(said(mesh), "triangle 0: there is no mesh point 5");
    assert!(world.set_velocity(ball, DVec3::splat(f64::NAN)).is_err());
    assert!(world.push(ball, DVec3::splat(1e300), DVec3::ZERO).is_err());
    let gone = world.remove_ball(ball).unwrap();
    assert_eq!(gone.position, DVec3::ZERO);
    let error = world.set_velocity(ball, DVec3::X).expect_err("it is gone");
    assert_eq!(error.kind(), &ErrorKind::Unknown { what: "ball in play with the index", index: 0 });
    assert!(world.position(ball).is_nan() && world.ball(ball).is_none());
    let mut other = World::new(Gravity::none()).unwrap();
    other.add_ball(gone).unwrap();
    other.advance(0.5).unwrap();
    assert_eq!(other.hash(), before, "what was refused has left no trace");
    let collider = world.add_collider(Collider::new(Plane::floor(0.0).unwrap(), material)).unwrap();
    assert!(other.set_enabled(collider, false).is_err(), "a collider of another world");
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
        Just(0.0),
        Just(-0.0),
        Just(f64::MIN_POSITIVE),
        Just(1e308),
        -1e7..1e7_f64,
        -1.0..1.0_f64,
        -1e-9..1e-9_f64,
    ]
}

fn any_vector() -> impl Strategy<Value = DVec3> {
    proptest::array::uniform3(any_number()).prop_map(DVec3::from)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn nothing_panics_and_nothing_hangs(
        a in any_vector(), b in any_vector(), c in any_vector(), r in any_number(), e in any_number(), m in any_number(),
        balls in proptest::collection::vec((any_vector(), any_vector(), any_vector(), any_number(), any_number()), 1..4),
        g in any_vector(), dt in any_number(),
    ) {
        let Ok(mut world) = World::new(Gravity::uniform(g)).or_else(|_| World::new(Gravity::none())) else { unreachable!() };
        world.set_budget(300);
        let material = Material::new(e, m).unwrap_or_default();
        let shapes = [
            Plane::new(a, b).map(Into::into),
            Wall::new(a.truncate(), b.truncate()).and_then(|w| w.with_height(a.z, b.z)).map(Into::into),
            Post::new(a.truncate(), r).map(Into::into),
            Arc::new(a.truncate(), r, b.x, b.y, ArcSide::Inside).map(Into::into),
            Triangle::new(a, b, c).map(Into::into),
            Edge::new(a, b).map(Into::into),
            Sphere::new(a, r).map(Into::into),
            Disc::new(a, r).map(Into::into),
            Capsule::new(a, b, r).map(carom::shape::Shape::from),
        ];
        for shape in shapes.into_iter().flatten() {
            world.add_collider(Collider::new(shape, material.clone())).unwrap();
        }
        world.set_ball_material(material);
        for (position, velocity, spin, radius, mass) in balls {
            if let Ok(ball) = Ball::new(position, radius, mass) {
                let _refused = world.add_ball(ball.with_velocity(velocity).with_spin(spin));
            }
        }
        for dt in [0.001, dt, 0.1] {
            let _refused = world.advance(dt);
            for id in world.balls().collect::<Vec<_>>() {
                prop_assert!(world.ball(id).unwrap().is_finite(), "in play and not finite");
            }
        }
    }
}
