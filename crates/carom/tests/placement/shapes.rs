//! A scene for every kind of shape: balls roll against it or fall on it.

use crate::common::{Scene, ball_at};
use carom::pinball::part::{Solid, TriggerArea, Trough};
use carom::shape::{
    Arc, ArcSide, Bat, Capsule, Corner, Disc, Edge, Plane, Point, Post, Rim, Shape, Sphere, Triangle, Wall,
};
use carom::{DVec2, DVec3, Material};

/// Every scene with a shape of a kind.
pub(crate) fn all() -> Vec<Scene> {
    let (middle, far) = (DVec2::new(0.0, 0.55), DVec2::new(0.1, 0.6));
    let low = |p: DVec2, z: f64| p.extend(z);
    vec![
        met("shape: plane", Plane::new(DVec3::new(0.0, 0.6, 0.0), DVec3::new(0.4, -0.9, 0.2)).unwrap())
            .with("sink", sink())
            .without_wants("box"),
        met_upright("shape: wall", Wall::new(DVec2::new(-0.1, 0.5), far).unwrap().with_height(0.0, 0.2).unwrap()),
        met_upright("shape: post", Post::new(middle, 0.08).unwrap().with_height(0.0, 0.2).unwrap()),
        met(
            "shape: arc, outside",
            Arc::new(middle, 0.1, -2.6, 2.4, ArcSide::Outside).unwrap().with_height(0.0, 0.2).unwrap(),
        ),
        met(
            "shape: arc, inside",
            Arc::new(DVec2::new(-0.05, 0.45), 0.12, -0.8, 1.9, ArcSide::Inside).unwrap().with_height(0.0, 0.2).unwrap(),
        ),
        met_upright("shape: corner", Corner::new(middle).unwrap().with_height(0.0, 0.2).unwrap()),
        met(
            "shape: triangle",
            Triangle::new(DVec3::new(-0.12, 0.45, 0.0), DVec3::new(0.12, 0.57, 0.0), DVec3::new(-0.03, 0.6, 0.1))
                .unwrap(),
        ),
        met("shape: edge", Edge::new(DVec3::new(-0.1, 0.5, 0.006), DVec3::new(0.1, 0.56, 0.02)).unwrap()),
        met("shape: point", Point::new(low(middle, 0.01)).unwrap()),
        met("shape: sphere", Sphere::new(low(middle, 0.0), 0.08).unwrap()),
        met("shape: disc", Disc::new(low(middle, 0.05), 0.06).unwrap()),
        met("shape: capsule", Capsule::new(DVec3::new(-0.1, 0.5, 0.01), DVec3::new(0.1, 0.55, 0.03), 0.01).unwrap()),
        met(
            "shape: bat",
            Bat::new(DVec2::new(-0.08, 0.5), 0.03, DVec2::new(0.08, 0.54), 0.015)
                .unwrap()
                .with_height(0.0, 0.2)
                .unwrap(),
        ),
        met("shape: rim", Rim::new(low(middle, 0.06), 0.018).unwrap()),
    ]
}

/// Balls roll against it from above, others fall on it.
fn met(name: &'static str, shape: impl Into<Shape>) -> Scene {
    scene(name, shape.into(), DVec3::new(0.0, 0.53, 0.12), DVec3::new(0.05, 0.1, 0.0))
}

/// Balls roll and fly against it from above. It has no lid, and nothing may come down on it.
fn met_upright(name: &'static str, shape: impl Into<Shape>) -> Scene {
    scene(name, shape.into(), DVec3::new(0.0, 0.36, 0.06), DVec3::new(0.02, 0.6, 0.3))
}

fn scene(name: &'static str, shape: Shape, from: DVec3, velocity: DVec3) -> Scene {
    let rubber = Material::pinball(0.5, 0.2, 0.2, 0.02).unwrap();
    let solid = Solid { shapes: vec![(shape, rubber)], tells_from: Some(0.02) };
    let mut scene = Scene::court(name).with("shape", solid);
    for k in 0..6 {
        let (time, off) = (1.4 * f64::from(k), 0.011 * f64::from(k) - 0.03);
        scene = scene.served_at(time, DVec2::new(off, 0.33), DVec2::new(0.02, 0.2));
        let mut falling = ball_at(DVec2::ZERO);
        falling.position = from + DVec3::X * (0.6 * off);
        scene = scene.ball(time + 0.8, falling.with_velocity(velocity));
    }
    scene.wants("shape", "hit", 3)
}

/// Takes the balls out of the pocket between a plane and the side of the court.
fn sink() -> Trough {
    let drain = TriggerArea::Round { centre: DVec2::new(0.2, 0.66), radius: 0.06 };
    Trough { drain, balls: 0, capacity: 100, ..Trough::default() }
}
