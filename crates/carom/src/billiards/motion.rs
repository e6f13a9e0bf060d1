//! Motion between events, in closed form: how a ball moves, how long that lasts, what follows. (Leckie & Greenspan 2005;
//! Marlow 1995.)

use super::ball::{BallSpec, BallState, Phase};
use super::leg::Leg;
use crate::DVec3;

/// The stretch of motion that begins with `state` at `start`: where acceleration and spin go by themselves, and when the
/// phase ends by itself.
#[inline]
pub(super) fn leg(ball: usize, start: f64, state: BallState, spec: &BallSpec, gravity: f64) -> Leg {
    let still = Leg { ball, start, end: f64::INFINITY, state, acceleration: DVec3::ZERO, spin_rate: DVec3::ZERO };
    match state.phase {
        Phase::Stationary | Phase::Potted | Phase::Off => still,
        Phase::Spinning => {
            let (rate, span) = spin_down(&state, spec, gravity);
            Leg { end: start + span, spin_rate: DVec3::new(0.0, 0.0, rate), ..still }
        }
        Phase::Sliding => {
            let slip = state.slip(spec);
            let speed = slip.length();
            // The slip shrinks along its own line, so friction does not turn while the ball slides.
            let direction = if speed > 0.0 { slip / speed } else { DVec3::ZERO };
            let pull = spec.slide * gravity;
            let turn = 2.5 * pull / spec.radius;
            let (rate, _) = spin_down(&state, spec, gravity);
            Leg {
                end: start + 2.0 * speed / (7.0 * pull),
                acceleration: direction * -pull,
                spin_rate: DVec3::new(-turn * direction.y, turn * direction.x, rate),
                ..still
            }
        }
        Phase::Rolling => {
            let speed = state.velocity.truncate().length();
            let pull = spec.roll * gravity;
            let (rate, _) = spin_down(&state, spec, gravity);
            let acceleration = if speed > 0.0 { state.velocity * (-pull / speed) } else { DVec3::ZERO };
            Leg {
                end: start + speed / pull,
                acceleration,
                spin_rate: DVec3::new(-acceleration.y / spec.radius, acceleration.x / spec.radius, rate),
                ..still
            }
        }
        Phase::Airborne => Leg { acceleration: DVec3::new(0.0, 0.0, -gravity), ..still },
    }
}

/// How fast the spin about the upright falls, rad/s², and how long it lasts.
#[inline]
fn spin_down(state: &BallState, spec: &BallSpec, gravity: f64) -> (f64, f64) {
    let rate = 2.5 * spec.spin * gravity;
    let span = state.spin.z.abs() / rate;
    (if state.spin.z > 0.0 { -rate } else { rate }, span)
}

impl Leg {
    /// Where the ball is on it at `time`.
    #[inline]
    pub fn place(&self, time: f64) -> DVec3 {
        let t = time - self.start;
        self.state.position + (self.state.velocity + self.acceleration * (0.5 * t)) * t
    }

    /// The ball on it at `time`. The phase stays: what ends it is an event.
    #[inline]
    pub fn at(&self, time: f64) -> BallState {
        let t = time - self.start;
        let mut spin = self.state.spin + self.spin_rate * t;
        if self.state.spin.z == 0.0 || (spin.z > 0.0) != (self.state.spin.z > 0.0) {
            spin.z = 0.0;
        }
        BallState {
            phase: self.state.phase,
            position: self.place(time),
            velocity: self.state.velocity + self.acceleration * t,
            spin,
        }
    }

    /// The work of sliding, of rolling and of spinning friction up to `time`, J.
    #[inline]
    pub(super) fn friction_work(&self, time: f64, spec: &BallSpec, gravity: f64) -> [f64; 3] {
        let t = time - self.start;
        let weight = spec.mass * gravity;
        let spinning = |t: f64| {
            let rate = self.spin_rate.z.abs();
            let first = self.state.spin.z.abs();
            let t = if rate > 0.0 { t.min(first / rate) } else { 0.0 };
            // Torque `I rate` over the angle turned.
            spec.inertia() * rate * (first - 0.5 * rate * t) * t
        };
        match self.state.phase {
            Phase::Sliding => {
                // Friction works on the lowest point, whose speed falls by 7/2 of the deceleration.
                let slip = self.state.slip(spec).length();
                let pull = spec.slide * gravity;
                [spec.slide * weight * (slip - 1.75 * pull * t) * t, 0.0, spinning(t)]
            }
            Phase::Rolling => {
                // The resistance slows the spin too: 7/5 of the force over the way.
                let pull = spec.roll * gravity;
                let speed = self.state.velocity.length();
                [0.0, 1.4 * spec.roll * weight * (speed - 0.5 * pull * t) * t, spinning(t)]
            }
            Phase::Spinning => [0.0, 0.0, spinning(t)],
            _ => [0.0; 3],
        }
    }
}

/// What a phase turns into when it ends by itself.
#[inline]
pub(super) fn turned(mut state: BallState, spec: &BallSpec) -> BallState {
    match state.phase {
        Phase::Sliding => {
            state.phase = Phase::Rolling;
            // The slip is over: what is left of it is rounding.
            state.spin.x = -state.velocity.y / spec.radius;
            state.spin.y = state.velocity.x / spec.radius;
        }
        Phase::Rolling if state.spin.z != 0.0 => {
            state.phase = Phase::Spinning;
            state.velocity = DVec3::ZERO;
            state.spin = DVec3::new(0.0, 0.0, state.spin.z);
        }
        Phase::Rolling | Phase::Spinning => {
            state.phase = Phase::Stationary;
            state.velocity = DVec3::ZERO;
            state.spin = DVec3::ZERO;
        }
        Phase::Stationary | Phase::Airborne | Phase::Potted | Phase::Off => {}
    }
    state
}

/// The phase of a ball on the cloth after a landing, from its motion.
#[inline]
pub(super) fn phase_on_cloth(state: &BallState, spec: &BallSpec) -> Phase {
    let still = crate::tolerance::STILL_SPEED;
    if state.slip(spec).length() > still {
        Phase::Sliding
    } else if state.velocity.truncate().length() > still {
        Phase::Rolling
    } else if state.spin.z != 0.0 {
        Phase::Spinning
    } else {
        Phase::Stationary
    }
}
