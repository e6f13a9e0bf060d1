//! Stronge's impact with a tangentially compliant surface: *Impact Mechanics*, chapter 5.
//!
//! The nose is a spring along the normal and another across it, which may slip on the ball with Coulomb friction. Time
//! is counted in units in which the normal spring's frequency is 1; `Ω` is that of the tangential one. Compression lasts
//! until `tc = π/2`, restitution until `tf = (1 + e) π/2`; the phase `p` is `t` until `tc` and runs `1/e` times as fast
//! after. Velocities are given in units of the speed of approach. With `β = 7/2`, `η² = β/Ω²`, the friction `μ` and the
//! slip `x` at the beginning:
//!
//! * The normal force is `sin p(t)`, so the tangential spring can hold no deflection above `μ η² sin p(t)`.
//! * While it slips, the slip changes by `μ β sin p`; while it sticks, the deflection is a sine of frequency `Ω`.
//! * It slips at first if `x > μ η²`, and then sticks as soon as the slip is as slow as the deflection's limit grows:
//!   `cos t1 = (x/μ - β)/(η² - β)` in compression (`x ≤ μ β`), `cos p(t1) = (x/μ - β)/(η²/e - e β)` in restitution. If
//!   neither happens, `x > μ (β + e β - η²/e)`, it slips all through: friction does all it can.
//! * Once stuck, the deflection comes back through nothing at a time `tz` and then is `A sin Ω(t - tz)` the other way,
//!   until it meets the falling limit at `ts`; from there it slips to the end.
//!
//! This is the one law that turns the slip round, as real cushions do.
//!
//! The meeting at `ts` is the only equation without a closed solution. It is `A sin Ωy = μ η² sin((tf - tz - y)/e)` with
//! one side rising from nothing and the other falling to nothing. Parabolas instead of the sines give a first guess, and
//! Halley's iteration needs two or three steps from there, held in a bracket.
//!
//! A soft cushion (`e < 2/Ω - 1`) is over before the deflection has come back. The limit then falls below it on the same
//! side; the book's formulas, made for lively impacts, do not say so, and would add energy.

use super::{Approach, Touch, pushed};
use crate::billiards::ball::BallState;
use crate::math::root;
use core::f64::consts::{FRAC_PI_2, PI};

/// Inverse of the effective mass of a solid sphere's surface, as a part of its own mass.
const BETA: f64 = 3.5;
/// Restitutions below this count as this in the shape of the impact, where one divides by it.
const LEAST_RESTITUTION: f64 = 1e-9;

pub(super) fn resolve(touch: &Touch<'_>, omega: f64) -> BallState {
    let (spec, state) = (touch.spec, &touch.state);
    let approach = Approach::new(state, spec.radius, touch.normal);
    // Also a ball that moves exactly along the cushion: nothing happens to it.
    if approach.normal.is_nan() || approach.normal >= 0.0 {
        return *state;
    }
    let (speed, restitution) = (-approach.normal, touch.restitution());
    let slip = approach.slip.length();
    let pull = if slip > 0.0 {
        let law = Compliance::new(omega, spec.cushion_friction, restitution);
        approach.slip * (-law.pull(slip / speed) * speed / slip)
    } else {
        approach.slip
    };
    pushed(state, spec.radius, touch.normal, (1.0 + restitution) * speed, pull)
}

/// The numbers of an impact that do not depend on the ball's motion.
struct Compliance {
    omega: f64,
    friction: f64,
    restitution: f64,
    /// `η²`.
    eta: f64,
    /// `tf`.
    end: f64,
}

impl Compliance {
    fn new(omega: f64, friction: f64, restitution: f64) -> Self {
        let omega = omega.clamp(1.0 + 1e-9, 2.0 - 1e-9);
        let restitution = restitution.max(LEAST_RESTITUTION);
        Self { omega, friction, restitution, eta: BETA / (omega * omega), end: (1.0 + restitution) * FRAC_PI_2 }
    }

    /// Change of the ball's velocity against a slip of `x`, both in units of the speed of approach.
    fn pull(&self, x: f64) -> f64 {
        let Self { friction, restitution, eta, .. } = *self;
        let late = restitution * BETA - eta / restitution;
        if x >= friction * (BETA + late.max(0.0)) {
            return friction * (1.0 + restitution);
        }
        let (amplitude, back) = if x < friction * eta { (x / self.omega, PI / self.omega) } else { self.stuck(x) };
        (self.leaves(amplitude, back) + x) / BETA
    }

    /// Slips first, then sticks: amplitude of the deflection and when it comes back through nothing.
    fn stuck(&self, x: f64) -> (f64, f64) {
        let Self { omega, friction, restitution, eta, end } = *self;
        let excess = x / friction - BETA;
        // The time, the normal force, and the normal speed as a part of that of approach.
        let (at, force, speed) = if excess <= 0.0 {
            let cos = (excess / (eta - BETA)).clamp(0.0, 1.0);
            (libm::acos(cos), (1.0 - cos * cos).sqrt(), cos)
        } else {
            let cos = (excess / (eta / restitution - restitution * BETA)).clamp(-1.0, 0.0);
            // π - p is what is left of the phase.
            (end - restitution * libm::acos(-cos), (1.0 - cos * cos).sqrt(), restitution * cos)
        };
        let deflection = friction * eta * force;
        let velocity = friction * BETA * (1.0 - speed) - x;
        let swing = velocity / omega;
        let amplitude = (deflection * deflection + swing * swing).sqrt();
        (amplitude, at + libm::atan2(deflection, swing) / omega)
    }

    /// Velocity at the end, of a deflection that comes back through nothing at `back`; positive against the first slip.
    fn leaves(&self, amplitude: f64, back: f64) -> f64 {
        let Self { omega, friction, restitution, eta, end } = *self;
        let limit = friction * eta;
        let span = end - back;
        if span <= 0.0 {
            return self.leaves_early(amplitude, back);
        }
        let (stuck, left) =
            meeting(Sine { size: amplitude, rate: omega }, Sine { size: limit, rate: 1.0 / restitution }, span);
        amplitude * omega * stuck - friction * BETA * restitution * (1.0 - left)
    }

    /// The same where the impact is over before `back`: the limit comes down on the deflection from its own side.
    fn leaves_early(&self, amplitude: f64, back: f64) -> f64 {
        let Self { omega, friction, restitution, eta, end } = *self;
        let gap = |t: f64| {
            let (deflection, swing) = libm::sincos(omega * (back - t));
            let (force, fall) = libm::sincos((end - t) / restitution);
            (
                amplitude * deflection - friction * eta * force,
                friction * eta / restitution * fall - amplitude * omega * swing,
            )
        };
        let at = root::bracketed(gap, FRAC_PI_2, end);
        amplitude * omega * libm::cos(omega * (back - at))
            + friction * BETA * restitution * (1.0 - libm::cos((end - at) / restitution))
    }
}

/// `size sin(rate y)`.
#[derive(Clone, Copy)]
struct Sine {
    size: f64,
    rate: f64,
}

/// Where `rising` at `y` is as high as `falling` at `span - y`: the cosines of both there.
fn meeting(rising: Sine, falling: Sine, span: f64) -> (f64, f64) {
    let (mut low, mut high) = (0.0, span);
    let mut y = guess(rising, falling, span);
    for _ in 0..60 {
        let (s1, c1) = libm::sincos(rising.rate * y);
        let (s2, c2) = libm::sincos(falling.rate * (span - y));
        let (a, b) = (rising.size * s1, falling.size * s2);
        let gap = a - b;
        let slope = rising.size * rising.rate * c1 + falling.size * falling.rate * c2;
        let bend = falling.rate * falling.rate * b - rising.rate * rising.rate * a;
        if gap > 0.0 {
            high = y;
        } else {
            low = y;
        }
        let step = -gap * slope / (slope * slope - 0.5 * gap * bend);
        let next = y + step;
        if next >= low && next <= high {
            // Halley's error goes with the cube of the step: this one was the last, and the cosines follow by Taylor.
            if step.abs() < 1e-6 {
                let (d1, d2) = (rising.rate * step, falling.rate * step);
                return (c1 - d1 * (s1 + 0.5 * d1 * c1), c2 + d2 * (s2 - 0.5 * d2 * c2));
            }
            y = next;
        } else {
            let half = 0.5 * (low + high);
            if half <= low || half >= high {
                return (c1, c2);
            }
            y = half;
        }
    }
    (libm::cos(rising.rate * y), libm::cos(falling.rate * (span - y)))
}

/// The same with parabolas, `sin z ≈ 4 z (π - z)/π²`: the root of a quadratic.
fn guess(rising: Sine, falling: Sine, span: f64) -> f64 {
    let (up, down) = (rising.size * rising.rate, falling.size * falling.rate);
    let left = falling.rate * span;
    let constant = down * span * (PI - left);
    let linear = PI * up + down * (PI - 2.0 * left);
    let square = down * falling.rate - up * rising.rate;
    let root = (linear * linear + 4.0 * square * constant).max(0.0).sqrt();
    (2.0 * constant / (linear + root)).clamp(0.0, span)
}
