//! Mathavan's law of 2010 integrated the way the reference does it (guide 7.6): in equal steps of impulse, and without the
//! paper's rule of no friction where nothing slips. With the reference's step it repeats its records; with a small step it
//! comes to the converged law. So a difference can be shown to be the step's and not the law's.

use carom::billiards::{BallSpec, BallState, Touch};
use carom::{DVec2, DVec3};

/// The reference's smallest step, N s.
pub(crate) const STEP: f64 = 1e-3;

/// Velocities in the frame of the cushion, `+y` into it.
#[derive(Clone, Copy, Debug)]
struct Inside {
    v: DVec2,
    w: DVec3,
}

/// The state after the hit, in steps of at least `least` and of at least a `most`-th of the whole.
pub(crate) fn rebound(touch: &Touch<'_>, least: f64, most: f64) -> BallState {
    let spec = touch.spec;
    let (sine, cosine) = (touch.lean, (1.0 - touch.lean * touch.lean).sqrt());
    let (y, x) = (touch.out, touch.out.cross(DVec3::Z));
    let into = |v: DVec3| DVec3::new(v.dot(x), v.dot(y), v.z);
    let mut now = Inside { v: into(touch.state.velocity).truncate(), w: into(touch.state.spin) };
    let mut work = 0.0;
    let mut step = (spec.mass * now.v.y / most).max(least);
    while now.v.y > 0.0 {
        let after = now.after(step, spec, sine, cosine);
        if after.v.y > 0.0 {
            work += step * after.v.y.abs() * cosine;
            now = after;
            continue;
        }
        for _ in 0..8 {
            step *= 0.5;
            let after = now.after(step, spec, sine, cosine);
            if after.v.y > 0.0 {
                work += step * after.v.y.abs() * cosine;
                now = after;
            }
        }
        break;
    }
    let target = spec.cushion_restitution * spec.cushion_restitution * work;
    let step = (target / most).max(least);
    let mut work = 0.0;
    while work < target {
        let coming = step * now.v.y.abs() * cosine;
        let last = work + coming > target;
        let step = if last { (target - work) / (now.v.y.abs() * cosine) } else { step };
        now = now.after(step, spec, sine, cosine);
        work += step * now.v.y.abs() * cosine;
        if last || !step.is_finite() {
            break;
        }
    }
    let back = |v: DVec3| x * v.x + y * v.y + DVec3::Z * v.z;
    BallState { velocity: back(now.v.extend(0.0)), spin: back(now.w), ..touch.state }
}

impl Inside {
    fn after(mut self, step: f64, spec: &BallSpec, sine: f64, cosine: f64) -> Self {
        let (m, r) = (spec.mass, spec.radius);
        let (fc, us) = (spec.cushion_friction, spec.slide);
        // Slip directions; where nothing slips the reference's angle is zero.
        let cushion =
            DVec2::new(self.v.x + r * self.w.y * sine - r * self.w.z * cosine, -self.v.y * sine + r * self.w.x);
        let cloth = DVec2::new(self.v.x - r * self.w.y, self.v.y + r * self.w.x);
        let (DVec2 { x: cp, y: sp }, DVec2 { x: cs, y: ss }) =
            (cushion.normalize_or(DVec2::X), cloth.normalize_or(DVec2::X));
        let press = sine + fc * sp * cosine;
        let turn = 2.5 * step / (m * r);
        self.v.x -= step / m * (fc * cp + us * cs * press);
        self.v.y -= step / m * (cosine - fc * sine * sp + us * ss * press);
        self.w.x -= turn * (fc * sp + us * ss * press);
        self.w.y -= turn * (fc * cp * sine - us * cs * press);
        self.w.z += turn * fc * cp * cosine;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::contact::{apart, pace};
    use super::*;
    use carom::billiards::{CushionModel, Phase};

    /// Small steps come to what the engine calls the converged law, and the reference's steps stay about a step away.
    #[test]
    fn small_steps_converge_to_the_law() {
        let spec = BallSpec::SNOOKER;
        for (velocity, spin) in [
            (DVec3::new(1.0, 0.3, 0.0), DVec3::new(20.0, 5.0, 30.0)),
            (DVec3::new(0.3, -0.2, 0.0), DVec3::new(0.0, 0.0, -20.0)),
            (DVec3::new(2.0, 0.0, 0.0), DVec3::new(0.0, 80.0, 0.0)),
        ] {
            let state = BallState { phase: Phase::Sliding, position: DVec3::ZERO, velocity, spin };
            let lean = (0.039 - spec.radius) / spec.radius;
            let normal = DVec3::new(-(1.0 - lean * lean).sqrt(), 0.0, -lean);
            let touch = Touch { spec: &spec, state, out: DVec3::X, normal, lean, on_cloth: true, lossless: false };
            let law = CushionModel::Mathavan2010.resolve(&touch);
            let fine = apart(&rebound(&touch, 0.0, 2e5), &law, spec.radius) / pace(&state, spec.radius);
            assert!(fine < 1e-3, "fine steps: {fine:e}");
            let coarse = apart(&rebound(&touch, STEP, 1000.0), &law, spec.radius);
            assert!(coarse < 4.0 * STEP / spec.mass, "coarse steps: {coarse:e}");
        }
    }
}
