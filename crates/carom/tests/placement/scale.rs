//! Uniform scale by parents: all parts, the balls, their velocities and gravity are larger or smaller together.
//!
//! What is the same and what is not. Laws scale: impacts, gravity, friction, everything that a part does (its speeds and
//! thresholds grow with it). Some tolerances of the engine do not, because they are about a ball in metres: when a bounce
//! has become rest (`REST_SPEED`), how far a sliding ball may be off in one piece of its motion (`SLIP_DRIFT`). So the scenes
//! are made smooth here: no friction, a floor off which nothing bounces, shapes on which nothing comes to rest. With friction a game at
//! twice the size is off by some 1e-8 m after a second of sliding, and by micrometres where it decides about a last bounce.
//! A whole table that is scaled in the room (`room.rs`) has no such limit.

use crate::common::{Placing, Scene, anywhere};
use crate::parts::all;
use carom::math::rng::Stream;
use carom::pinball::part::Part;
use carom::space::Transform;
use carom::{DVec3, Elasticity, Material};

/// The same scene without friction; nothing bounces off its floor, nothing comes to rest on its shape, and balls do not turn.
fn smooth(mut scene: Scene) -> Scene {
    let slippery = |material: &mut Material| *material = material.clone().with_friction(0.0).unwrap();
    for (name, part) in &mut scene.parts {
        match part {
            Part::Flipper(part) => part.friction = 0.0,
            Part::Gate(part) => part.material = Material::default(),
            Part::Bumper(part) => slippery(&mut part.material),
            Part::Target(part) => slippery(&mut part.material),
            Part::Wall(part) => slippery(&mut part.material),
            Part::Rubber(part) => slippery(&mut part.material),
            Part::Ramp(part) => slippery(&mut part.material),
            Part::Mesh(part) => part.material = Material::default(),
            Part::Solid(part) => {
                for (_, material) in &mut part.shapes {
                    slippery(material);
                    let elasticity = match *name {
                        "floor" => Elasticity::Constant(0.0),
                        "shape" => Elasticity::Constant(1.0),
                        _ => continue,
                    };
                    *material = material.clone().with_elasticity(elasticity).unwrap();
                }
            }
            _ => {}
        }
    }
    for (_, ball) in &mut scene.balls {
        ball.spin = DVec3::ZERO;
    }
    scene
}

#[test]
fn parts_play_the_same_when_all_is_larger_or_smaller() {
    let mut stream = Stream::new(5, "scales");
    let mut wrong = Vec::new();
    // A ball in the wedge between an elastic plane and a floor is chaos. Every scene has planes: its floor and its lid.
    for scene in all().into_iter().filter(|scene| scene.name != "shape: plane") {
        let scene = smooth(scene);
        let game = scene.play(0.0);
        for scale in [0.5, 2.0, 0.8, 1.25] {
            let scaled = Transform::scaling(DVec3::splat(scale)).unwrap();
            let whole = scaled.then(&Transform::from(anywhere(&mut stream))).similarity().unwrap();
            let other = scene.play_at(&Placing { whole, seed: 1 });
            let off = game.compare(&other, 1e-9);
            if !off.as_ref().is_ok_and(|off| off.1 < 1e-9) {
                wrong.push((scene.name, scale, off));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
