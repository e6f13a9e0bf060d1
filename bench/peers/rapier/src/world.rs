//! A scene as Rapier sees it, set up as its users would for small fast balls, and no slower.

use rapier2d_f64::prelude::*;
use scenes::catalogue::Run;
use scenes::kick::KickRule;

/// A Rapier world with the balls in the order of the scene, and the kick rule if the scene has one.
pub(crate) struct World {
    physics: PhysicsWorld,
    balls: Vec<RigidBodyHandle>,
    kick: Option<KickRule>,
}

impl World {
    pub(crate) fn new(run: &Run) -> Self {
        let mut physics = PhysicsWorld::new();
        physics.gravity = Vector::new(0.0, -run.gravity);
        physics.integration_parameters.dt = run.dt;
        // Rapier's slop, speculative margin and sleeping speed are in units of a typical body; its default is 1 m.
        // With the default a resting 13.5 mm ball would sink by 5 mm.
        let largest = run.scene.balls.iter().map(|b| b.radius).fold(0.0, f64::max);
        if largest > 0.0 {
            physics.integration_parameters.length_unit = largest;
        }
        // Its speed limit is in the same unit; the scenes have their own speeds.
        physics.integration_parameters.normalized_max_linear_velocity = Real::MAX;

        // The same restitution on both sides with `Max` makes the contact's that of the scene.
        let material = |collider: ColliderBuilder| {
            collider.friction(0.0).restitution(run.restitution).restitution_combine_rule(CoefficientCombineRule::Max)
        };
        for s in &run.scene.segments {
            let segment = ColliderBuilder::segment(vector(s.a), vector(s.b));
            physics.colliders.insert(material(segment));
        }
        for d in &run.scene.disks {
            physics.colliders.insert(material(ColliderBuilder::ball(d.radius)).translation(vector(d.centre)));
        }
        for s in &run.scene.slabs {
            let cuboid = ColliderBuilder::cuboid(s.half[0], s.half[1]);
            physics.colliders.insert(material(cuboid).translation(vector(s.centre)));
        }
        // Continuous detection on, as fast balls need it. Sleeping as Rapier has it, which is in its favour.
        let balls = run
            .scene
            .balls
            .iter()
            .map(|b| {
                let body = RigidBodyBuilder::dynamic()
                    .translation(vector(b.position))
                    .linvel(vector(b.velocity))
                    .ccd_enabled(true);
                let handle = physics.bodies.insert(body);
                let collider = material(ColliderBuilder::ball(b.radius));
                physics.colliders.insert_with_parent(collider, handle, &mut physics.bodies);
                handle
            })
            .collect::<Vec<_>>();
        let kick = run.kick.then(|| KickRule::new(balls.len(), run.dt));
        World { physics, balls, kick }
    }

    /// One step and the kick rule after it; the first tick is number 1.
    pub(crate) fn step(&mut self, tick: u64) {
        self.physics.step();
        let Some(kick) = &mut self.kick else { return };
        for (index, handle) in self.balls.iter().enumerate() {
            let body = &self.physics.bodies[*handle];
            if let Some(velocity) = kick.judge(tick, index, body.translation().y, body.linvel().y) {
                self.physics.bodies[*handle].set_linvel(vector(velocity), true);
            }
        }
    }

    pub(crate) fn positions(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.balls.iter().map(|handle| {
            let place = self.physics.bodies[*handle].translation();
            [place.x, place.y]
        })
    }
}

fn vector([x, y]: [f64; 2]) -> Vector {
    Vector::new(x, y)
}
