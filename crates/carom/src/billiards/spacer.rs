//! The housekeeping of contacts in the reference engine, which is no law: before an impact it puts what meets a micrometre
//! apart, and after one between balls that go on together it moves speed from one to the other. Only
//! [`Quirks::spacer`](super::Quirks) uses it, so that recorded shots can be repeated digit by digit.

use super::ball::{BallSpec, BallState};
use crate::{DVec2, DVec3};

/// The gap that is left, m.
pub const GAP: f64 = 1e-6;
/// Farther than this a ball is not shifted along its path, m.
const FARTHEST: f64 = 5e-6;
/// m/s along the line of centres, and the cosine between two velocities: balls within both go on together.
const TOGETHER: (f64, f64) = (0.01, 0.9);

/// Two balls before their impact: both shifted along their paths to the moment at which their gap is [`GAP`], or
/// pushed apart along the line of centres.
pub fn balls(states: [BallState; 2], specs: [&BallSpec; 2]) -> [BallState; 2] {
    let [mut a, mut b] = states;
    let distance = specs[0].radius + specs[1].radius + GAP;
    let (apart, closing) = (b.position - a.position, b.velocity - a.velocity);
    let moves = a.phase.moves() || b.phase.moves();
    let shift =
        smallest_root(closing.length_squared(), apart.dot(closing), apart.length_squared() - distance * distance);
    if let Some(t) = shift.filter(|_| moves) {
        let middle = 0.5 * t * (a.velocity + b.velocity);
        if middle.length() <= FARTHEST {
            a.position += t * a.velocity;
            b.position += t * b.velocity;
            return [a, b];
        }
    }
    let push = 0.5 * (distance - apart.length()) * apart.normalize_or_zero();
    a.position -= push;
    b.position += push;
    [a, b]
}

/// A ball before an impact with a straight cushion through `point` with the level unit normal `inward`.
pub fn rail(mut state: BallState, spec: &BallSpec, point: DVec2, inward: DVec2) -> BallState {
    let target = spec.radius + GAP;
    let gap = (state.position.truncate() - point).dot(inward);
    let speed = state.velocity.truncate().dot(inward);
    let t = (target - gap) / speed;
    if state.phase.moves() && t.is_finite() && (t * state.velocity).length() <= FARTHEST {
        state.position += t * state.velocity;
    } else {
        state.position += ((target - gap) * inward).extend(0.0);
    }
    state
}

/// A ball before an impact with a round cushion.
pub fn jaw(mut state: BallState, spec: &BallSpec, centre: DVec2, radius: f64) -> BallState {
    let target = spec.radius + radius + GAP;
    let apart = state.position.truncate() - centre;
    let velocity = state.velocity.truncate();
    let shift = smallest_root(velocity.length_squared(), apart.dot(velocity), apart.length_squared() - target * target);
    match shift.filter(|t| state.phase.moves() && (*t * state.velocity).length() <= FARTHEST) {
        Some(t) => state.position += t * state.velocity,
        None => state.position += ((target - apart.length()) * apart.normalize_or_zero()).extend(0.0),
    }
    state
}

/// The root of `a t² + 2 b t + c` that is nearest to zero.
fn smallest_root(a: f64, b: f64, c: f64) -> Option<f64> {
    let discriminant = b * b - a * c;
    if a <= 0.0 || discriminant < 0.0 {
        return None;
    }
    let q = if b < 0.0 { discriminant.sqrt() - b } else { -(discriminant.sqrt() + b) };
    let (x, y) = (q / a, c / q);
    let nearest = if y.is_finite() && y.abs() < x.abs() { y } else { x };
    nearest.is_finite().then_some(nearest)
}

/// What becomes of two balls that go on together after an impact: the one with the larger speed along the line
/// of centres gives a tenth of it to the other. `None` if they part, or go different ways.
pub fn exchange(after: &[BallState; 2]) -> Option<[BallState; 2]> {
    let [mut a, mut b] = *after;
    let (va, vb) = (a.velocity, b.velocity);
    let normal = (b.position - a.position).normalize_or_zero();
    let (along_a, along_b) = (va.dot(normal), vb.dot(normal));
    let (size_a, size_b) = (va.length(), vb.length());
    let together = size_a > 0.0 && size_b > 0.0 && va.dot(vb) > TOGETHER.1 * size_a * size_b;
    if !together || (along_b - along_a).abs() >= TOGETHER.0 {
        return None;
    }
    let given: DVec3 = if along_a > along_b { 0.1 * along_a * normal } else { -0.1 * along_b * normal };
    a.velocity -= given;
    b.velocity += given;
    Some([a, b])
}

/// What the housekeeping leaves of two balls after their impact: those on the cloth stay on it, and those that go on
/// together exchange speed.
pub(super) fn on_the_cloth(mut after: [BallState; 2]) -> [BallState; 2] {
    for state in after.iter_mut().filter(|state| state.phase.on_cloth()) {
        state.velocity.z = 0.0;
    }
    exchange(&after).unwrap_or(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billiards::Phase;

    fn ball(x: f64, y: f64, vx: f64, vy: f64) -> BallState {
        BallState {
            phase: Phase::Sliding,
            position: DVec3::new(x, y, BallSpec::POOL.radius),
            velocity: DVec3::new(vx, vy, 0.0),
            spin: DVec3::ZERO,
        }
    }

    #[test]
    fn balls_are_left_a_micrometre_apart() {
        let spec = &BallSpec::POOL;
        let reach = 2.0 * spec.radius;
        let gap = |[a, b]: [BallState; 2]| (b.position - a.position).length() - reach;
        let met = balls([ball(0.0, 0.0, 1.0, 0.0), ball(reach, 0.0, 0.0, 0.0)], [spec, spec]);
        assert!((gap(met) - GAP).abs() < 1e-15, "along the path: {:e}", gap(met));
        assert!(met[1].position.x == reach && met[0].position.x < 0.0, "only the one that moves is shifted");
        let along = balls([ball(0.0, 0.0, 3.0, 3.0), ball(reach, 0.0, 3.0, 2.999)], [spec, spec]);
        assert!((gap(along) - GAP).abs() < 1e-15, "pushed apart: {:e}", gap(along));
        assert!((along[0].position.x + 0.5 * GAP).abs() < 1e-15, "half each");
    }

    #[test]
    fn a_ball_is_left_a_micrometre_off_a_cushion() {
        let spec = &BallSpec::POOL;
        let straight = rail(ball(spec.radius, 0.3, -1.0, 1.0), spec, DVec2::ZERO, DVec2::X);
        assert!((straight.position.x - spec.radius - GAP).abs() < 1e-15, "{}", straight.position);
        assert!((straight.position.y - 0.3 + GAP).abs() < 1e-15, "back along its path");
        let grazing = rail(ball(spec.radius, 0.3, -0.01, 1.0), spec, DVec2::ZERO, DVec2::X);
        assert_eq!(grazing.position.y, 0.3, "straight away from the rail");
        let round = jaw(ball(0.0, spec.radius + 0.02, 0.2, -1.0), spec, DVec2::ZERO, 0.02);
        let gap = round.position.truncate().length() - spec.radius - 0.02;
        assert!((gap - GAP).abs() < 1e-15, "{gap:e}");
    }

    #[test]
    fn a_tenth_goes_over_when_balls_go_on_together() {
        let together = [ball(0.0, 0.0, 1.0, 0.1), ball(0.06, 0.0, 0.995, 0.1)];
        let [a, b] = exchange(&together).expect("together");
        assert!((a.velocity.x - 0.9).abs() < 1e-15 && (b.velocity.x - 1.095).abs() < 1e-15, "{a:?} {b:?}");
        let apart = [ball(0.0, 0.0, 0.9, 0.1), ball(0.06, 0.0, 1.0, 0.1)];
        assert!(exchange(&apart).is_none(), "they part");
    }
}
