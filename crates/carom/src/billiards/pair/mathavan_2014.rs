//! Mathavan, Jackson & Parkin 2014, "Numerical simulations of the frictional collisions of solid balls on a rough surface":
//! the impact integrated over its normal impulse, with friction between the balls and, under the one that is pressed down,
//! friction of the cloth.
//!
//! The paper has two equal balls, so that the line of centres is level and only friction presses down. Here the balls may
//! differ; then the line of centres leans, and the normal impulse presses the smaller one down too. Both stay on the cloth:
//! it takes what would drive them into it, and the paper's assumption takes what would lift them.

use super::{BallFriction, Meeting, frictional};
use crate::DVec3;
use crate::billiards::{BallSpec, BallState};

/// A slip below this is none, m/s.
const NO_SLIP: f64 = 1e-16;

/// The states after an impact at `approach` m/s, integrated in about `steps` steps. A ball in the air has no cloth below it:
/// then the closed form of the same law is taken.
pub(super) fn resolve(meeting: &Meeting<'_>, approach: f64, friction: &BallFriction, steps: u32) -> [BallState; 2] {
    // The level part of the normal: 1 for balls of one size.
    let level = meeting.normal.truncate().length();
    let flat = meeting.states.iter().all(|state| state.phase.on_cloth());
    if !flat || level < 1e-3 {
        return frictional::resolve(meeting, approach, friction);
    }
    let mut states = meeting.states.map(|mut state| {
        state.velocity.z = 0.0;
        state
    });
    let meeting = Meeting { states, ..*meeting };
    if meeting.approach() <= 0.0 {
        return states;
    }
    let frame = Frame::new(meeting.normal, level);
    let impact = Impact {
        specs: meeting.specs,
        normal: DVec3::new(0.0, level, meeting.normal.z),
        across: DVec3::new(0.0, -meeting.normal.z, level),
        grip: 2.0 / 7.0 * meeting.reduced_mass(),
        // The paper takes one coefficient for the whole impact.
        friction: friction.coefficient(meeting.specs, meeting.slip().length()),
        rough: meeting.quirks.rough_pair_integral,
    };
    let before = Motion {
        velocity: states.map(|state| frame.local(state.velocity)),
        spin: states.map(|state| frame.local(state.spin)),
    };
    let restitution = meeting.restitution();
    // Without friction the impact would be over after just these steps; with it, after a few more or fewer.
    let mass = meeting.reduced_mass() / (level * level);
    let step = (1.0 + restitution) * mass * meeting.approach() / f64::from(steps);
    let most = 4 * u64::from(steps);
    let after = if impact.rough {
        impact.run_roughly(before, restitution, step, most)
    } else {
        impact.run(before, restitution, step, most)
    };
    let Some(after) = after else {
        // Friction out of all proportion can wedge a ball under a larger one.
        return frictional::resolve(&meeting, meeting.approach(), friction);
    };
    for (k, state) in states.iter_mut().enumerate() {
        state.velocity = frame.world(after.velocity[k]);
        state.spin = frame.world(after.spin[k]);
    }
    states
}

/// The paper's axes: `y` along the line of centres on the table, `z` up, `x = y × z`.
struct Frame {
    x: DVec3,
    y: DVec3,
}

impl Frame {
    fn new(normal: DVec3, level: f64) -> Self {
        let y = DVec3::new(normal.x, normal.y, 0.0) / level;
        Self { x: DVec3::new(y.y, -y.x, 0.0), y }
    }

    fn local(&self, v: DVec3) -> DVec3 {
        DVec3::new(self.x.dot(v), self.y.dot(v), v.z)
    }

    fn world(&self, v: DVec3) -> DVec3 {
        self.x * v.x + self.y * v.y + DVec3::Z * v.z
    }
}

/// Both balls' motion in the paper's axes.
#[derive(Clone, Copy)]
struct Motion {
    velocity: [DVec3; 2],
    spin: [DVec3; 2],
}

/// What does not change during an impact.
struct Impact<'a> {
    specs: [&'a BallSpec; 2],
    normal: DVec3,
    /// At right angles to the normal and to `x`; upwards.
    across: DVec3,
    /// The part of the slip that, as an impulse, ends it.
    grip: f64,
    friction: f64,
    rough: bool,
}

impl Impact<'_> {
    /// Compression until the balls no longer approach, then restitution until it has done `e²` of the work (the paper's
    /// energetic coefficient of restitution). `None` if friction keeps the impact from ending.
    fn run(&self, mut motion: Motion, restitution: f64, step: f64, most: u64) -> Option<Motion> {
        let mut opening = self.opening(&motion);
        let mut left = most;
        let mut stored = 0.0;
        loop {
            left = left.checked_sub(1)?;
            let next = self.step(&motion, step);
            let now = self.opening(&next);
            if now >= 0.0 {
                // The opening speed grows in proportion to the impulse within a step, so the impulse at which a phase ends
                // is known. Going on to the end of the step would return more energy than was stored.
                let part = step * opening / (opening - now);
                motion = self.step(&motion, part);
                stored -= 0.5 * part * opening;
                opening = 0.0;
                break;
            }
            stored -= 0.5 * step * (opening + now);
            (motion, opening) = (next, now);
        }
        let mut owed = restitution * restitution * stored;
        loop {
            left = left.checked_sub(1)?;
            let next = self.step(&motion, step);
            let now = self.opening(&next);
            let returned = 0.5 * step * (opening + now);
            if returned >= owed {
                // x opening + x² (now - opening) / (2 step) = owed, solved in the form that does not cancel.
                let root = opening * opening + 2.0 * (now - opening) * owed / step;
                let whole = opening + root.max(0.0).sqrt();
                let part = if whole > 0.0 { (2.0 * owed / whole).min(step) } else { 0.0 };
                return Some(self.step(&motion, part));
            }
            owed -= returned;
            (motion, opening) = (next, now);
        }
    }

    /// The same in whole steps, as the reference engine does it.
    fn run_roughly(&self, mut motion: Motion, restitution: f64, step: f64, most: u64) -> Option<Motion> {
        let mut opening = self.opening(&motion);
        let mut work = 0.0;
        let mut enough = f64::INFINITY;
        for _ in 0..most {
            motion = self.step(&motion, step);
            let now = self.opening(&motion);
            work += 0.5 * step * (opening + now).abs();
            opening = now;
            if opening > 0.0 && enough == f64::INFINITY {
                enough = (1.0 + restitution * restitution) * work;
            }
            if opening >= 0.0 && work >= enough {
                return Some(motion);
            }
        }
        None
    }

    /// Speed at which the balls part along the line of centres.
    fn opening(&self, motion: &Motion) -> f64 {
        (motion.velocity[1] - motion.velocity[0]).dot(self.normal)
    }

    /// One step of the normal impulse, `push`.
    fn step(&self, motion: &Motion, push: f64) -> Motion {
        let Motion { mut velocity, mut spin } = *motion;
        let [one, two] = self.specs;
        // Slip of the first ball's surface over the second's.
        let turning = one.radius * spin[0] + two.radius * spin[1];
        let slip = velocity[0] - velocity[1] + turning.cross(self.normal);
        let (side, up) = (slip.x, slip.dot(self.across));
        let speed = (side * side + up * up).sqrt();
        let rub = if speed < NO_SLIP {
            DVec3::ZERO
        } else {
            let size = self.friction * push;
            let size = if self.rough { size } else { size.min(self.grip * speed) };
            let up = if self.rough && up.abs() < NO_SLIP { 0.0 } else { up };
            -(size / speed) * (DVec3::X * side + self.across * up)
        };
        for (k, spec) in self.specs.into_iter().enumerate() {
            let (toward, sign) = if k == 0 { (self.normal, 1.0) } else { (-self.normal, -1.0) };
            let contact = sign * rub - push * toward;
            let cloth = self.cloth(spec, velocity[k], spin[k], contact.z);
            let moved = contact + cloth;
            velocity[k] += DVec3::new(moved.x, moved.y, 0.0) / spec.mass;
            // Arms R n and -R z over the inertia 2/5 m R².
            let turn = toward.cross(sign * rub) - DVec3::Z.cross(cloth);
            spin[k] += 2.5 / (spec.mass * spec.radius) * turn;
        }
        Motion { velocity, spin }
    }

    /// Friction of the cloth under a ball that the impact pushes down by `lift < 0`.
    fn cloth(&self, spec: &BallSpec, velocity: DVec3, spin: DVec3, lift: f64) -> DVec3 {
        if lift >= 0.0 {
            return DVec3::ZERO;
        }
        // The cloth meets the lowest point, at -R z from the centre. The reference engine takes the highest: friction
        // then follows the wrong slip, and can even add energy.
        let arm = if self.rough { -spec.radius } else { spec.radius };
        let slip = DVec3::new(velocity.x - arm * spin.y, velocity.y + arm * spin.x, 0.0);
        let speed = slip.length();
        if speed == 0.0 {
            return DVec3::ZERO;
        }
        let most = -spec.slide * lift;
        let size = if self.rough { most } else { most.min(2.0 / 7.0 * spec.mass * speed) };
        -(size / speed) * slip
    }
}
