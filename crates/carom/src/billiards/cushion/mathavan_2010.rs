//! Mathavan, Jackson & Parkin, "A theoretical analysis of billiard ball dynamics under cushion impacts", Proc. IMechE C
//! 224 (2010) 1863-1873.
//!
//! The ball is wedged between the nose and the cloth and slips on both. The impulse `P` of the nose takes the place of
//! time. With the cushion at `+y`, `s = sin θ = (h - R)/R` and `c = cos θ`, velocities `v` and `u = R w`, and impulses
//! as changes of velocity, the paper's equations 12 and 15 to 17 are
//!
//! ```text
//! slip on the nose  (v_x + u_y s - u_z c, -v_y s + v_z c + u_x),   friction k against it, |k| = f_cushion
//! slip on the cloth (v_x - u_y, v_y + u_x),                        friction H against it, |H| = f_cloth G
//! G = s + c k_y                      (how hard the cloth is pressed; it cannot pull)
//! dv_x = -(k_x + H_x) dP             du_x = -5/2 (k_y + H_y) dP
//! dv_y = -(c - s k_y + H_y) dP       du_y = -5/2 (s k_x - H_x) dP
//! dW   = |v_y| c dP                  du_z =  5/2 c k_x dP
//! ```
//!
//! Compression ends when the normal speed does, at the work `W`; restitution when it has given back `e² W`.
//!
//! Where a contact does not slip the paper lets its friction rest, and lets it act again as soon as there is slip. In
//! steps that become ever finer this has one limit, and that limit is computed here: a contact without slip takes just
//! the friction that keeps it so, if that is allowed, and otherwise all of it, in the one direction in which the slip it
//! then makes goes (Filippov's solution). A rolling ball therefore starts in a defined way and not in the direction of
//! a rounding.
//!
//! The equations are smooth but for the moments at which a slip ends, so an embedded Runge-Kutta pair (Dormand &
//! Prince 1980, orders 5 and 4) with a step of its own choice runs from one to the next: it shortens its steps towards
//! such a moment until the slip is as good as nothing.

use super::Touch;
use crate::DVec3;
use crate::billiards::ball::BallState;

/// Error of a step, as a part of the ball's whole speed. With a hundredth of it, 9,000 random impacts up to 5 m/s changed by
/// 2e-7 m/s in the middle and 2e-5 m/s at most, and cost twice as much.
const ERROR: f64 = 1e-8;
/// Slips that count as none, in the same measure. The step that ends a slip may overshoot by some hundred times what its
/// error says, for the stages that see the friction turned round weigh as little as that. All of it must count as no
/// slip, or the end would be chased to and fro in tiny steps.
const NO_SLIP: f64 = 300.0 * ERROR;
/// A slip that begins slowly counts as none until it is as large as this, in the same measure, and friction has the one
/// direction in which it can begin: a small slip turns so fast that thousands of steps would go into following it.
const BEGINNING: f64 = 1e-4;
/// Steps after which, and impulses over the ball's whole speed above which, the ball counts as jammed.
const MOST_STEPS: usize = 2_000;
const MOST_IMPULSE: f64 = 100.0;

/// The parts in which a stage takes the rates before it (the last is the step), and the difference of the two orders.
const STAGES: [&[f64]; 6] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];
const OFF: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339_200.0, 22.0 / 525.0, -1.0 / 40.0];

pub(super) fn resolve(touch: &Touch<'_>) -> BallState {
    let (spec, state) = (touch.spec, &touch.state);
    let sine = touch.lean.clamp(-1.0, 1.0);
    let (up, out) = (DVec3::Z, touch.out);
    let along = out.cross(up);
    let turned = |v: DVec3| [v.dot(along), v.dot(out), v.z];
    let ([vx, vy, vz], [ux, uy, uz]) = (turned(state.velocity), turned(state.spin * spec.radius));
    let lift = if touch.on_cloth { 0.0 } else { vz };
    let start = Motion([vx, vy, lift, ux, uy, uz, 0.0]);
    let wedge = Wedge {
        sine,
        cosine: (1.0 - sine * sine).sqrt(),
        nose: spec.cushion_friction,
        cloth: touch.on_cloth.then_some(spec.slide),
        size: start.0.iter().map(|x| x * x).sum::<f64>().sqrt(),
    };
    if !(wedge.approach(&start) > 0.0 && wedge.size.is_finite()) {
        return *state;
    }
    let e = touch.restitution();
    let Some(Motion([vx, vy, vz, ux, uy, uz, _])) = wedge.impact(start, e * e) else {
        // A nose so high and so rough that friction holds the ball in the wedge: these equations have no end then.
        let after = super::han_2005::resolve(touch);
        return if touch.on_cloth { BallState { velocity: after.velocity.with_z(0.0), ..after } } else { after };
    };
    let back = |[x, y, z]: [f64; 3]| along * x + out * y + up * z;
    BallState { velocity: back([vx, vy, vz]), spin: back([ux, uy, uz]) / spec.radius, ..*state }
}

/// `v`, `R w` and the work done.
#[derive(Clone, Copy)]
struct Motion([f64; 7]);

impl Motion {
    /// After a step with the rates taken in these parts.
    fn plus(&self, step: f64, parts: &[f64], rates: &[Rate; 7]) -> Self {
        let change = |k: usize| parts.iter().zip(rates).map(|(part, rate)| part * rate.0[k]).sum::<f64>();
        Self(core::array::from_fn(|k| self.0[k] + step * change(k)))
    }

    fn work(&self) -> f64 {
        self.0[6]
    }
}

/// How a motion changes with the impulse.
#[derive(Clone, Copy)]
struct Rate([f64; 7]);

/// Which contacts count as not slipping.
#[derive(Clone, Copy, Default)]
struct Held {
    nose: bool,
    cloth: bool,
}

/// A ball between nose and cloth.
struct Wedge {
    sine: f64,
    cosine: f64,
    /// Friction on the nose, and on the cloth if the ball lies on it.
    nose: f64,
    cloth: Option<f64>,
    /// The ball's whole speed, to measure errors by.
    size: f64,
}

impl Wedge {
    /// Speed along the normal, towards the cushion.
    fn approach(&self, m: &Motion) -> f64 {
        m.0[1] * self.cosine + m.0[2] * self.sine
    }

    /// Compression, then restitution of the part `kept` of the work.
    fn impact(&self, start: Motion, kept: f64) -> Option<Motion> {
        let mut held = Held::default();
        let mut m = self.until(start, &mut held, |m| self.approach(m))?;
        let target = kept * m.work();
        m.0[6] = 0.0;
        if target > 0.0 { self.until(m, &mut held, |m| target - m.work()) } else { Some(m) }
    }

    /// Follows the motion until `left`, positive at first, has come down to nothing.
    fn until(&self, start: Motion, held: &mut Held, left: impl Fn(&Motion) -> f64) -> Option<Motion> {
        let (mut m, mut step, mut impulse) = (start, 0.01 * self.size, 0.0);
        let end = 1e-12 * left(&start);
        *held = self.held_next(&m, *held);
        for _ in 0..MOST_STEPS {
            let (next, error) = self.step(&m, *held, step);
            // The error of a step of this pair goes with the fifth power of its length.
            let ratio = error / (ERROR * self.size);
            let better = step * (0.9 * libm::pow(ratio, -0.2)).clamp(0.1, 4.0);
            if ratio > 1.0 && step > 1e-13 * self.size {
                step = better;
            } else if left(&next) < 0.0 {
                return Some(self.last(&m, *held, step, left, end));
            } else {
                impulse += step;
                (m, step) = (next, better);
                *held = self.held_next(&m, *held);
                if left(&m) <= end {
                    return Some(m);
                }
                if impulse > MOST_IMPULSE * self.size {
                    return None;
                }
            }
        }
        None
    }

    /// Which contacts count as not slipping in the next step.
    fn held_next(&self, m: &Motion, held: Held) -> Held {
        let (nose, cloth) = self.slips(m);
        let (k, h) = self.friction(m, held);
        let counts = |slip: [f64; 2], was: bool, begins: bool| {
            let part = length(slip) / self.size;
            part <= NO_SLIP || was && begins && part <= BEGINNING
        };
        let full = 1.0 - 1e-9;
        Held {
            nose: counts(nose, held.nose, length(k) >= full * self.nose),
            cloth: counts(cloth, held.cloth, length(h) >= full * self.grip(k)),
        }
    }

    /// The step, shorter than `step`, that ends where `left` is nothing: false position, kept from crawling by halving
    /// the value at an end that stays twice (the Illinois rule).
    fn last(&self, m: &Motion, held: Held, step: f64, left: impl Fn(&Motion) -> f64, end: f64) -> Motion {
        let (mut low, mut high) = ((0.0, left(m)), (step, left(&self.step(m, held, step).0)));
        let mut was_low = None;
        let mut found = *m;
        for _ in 0..80 {
            let middle = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
            found = self.step(m, held, middle).0;
            let rest = left(&found);
            if rest.abs() <= end || high.0 - low.0 <= 1e-15 * step {
                break;
            }
            let is_low = rest > 0.0;
            let stays = if was_low == Some(is_low) { 0.5 } else { 1.0 };
            if is_low {
                (low, high.1) = ((middle, rest), high.1 * stays);
            } else {
                (high, low.1) = ((middle, rest), low.1 * stays);
            }
            was_low = Some(is_low);
        }
        found
    }

    /// One step, and the size of its error.
    fn step(&self, m: &Motion, held: Held, h: f64) -> (Motion, f64) {
        let mut rates = [self.rate(m, held); 7];
        let mut next = *m;
        for (k, parts) in STAGES.iter().enumerate() {
            next = m.plus(h, parts, &rates);
            rates[k + 1] = self.rate(&next, held);
        }
        let off = Motion([0.0; 7]).plus(h, &OFF, &rates);
        // The work is a square of speeds and follows them; only they are judged.
        let error = off.0.iter().take(6).map(|x| x * x).sum::<f64>().sqrt();
        (next, error)
    }

    fn rate(&self, m: &Motion, held: Held) -> Rate {
        let (s, c) = (self.sine, self.cosine);
        let ([kx, ky], [hx, hy]) = self.friction(m, held);
        let lift = if self.cloth.is_some() { 0.0 } else { -(s + c * ky) };
        Rate([
            -(kx + hx),
            -(c - s * ky + hy),
            lift,
            -2.5 * (ky + hy),
            -2.5 * (s * kx - hx),
            2.5 * c * kx,
            self.approach(m).abs(),
        ])
    }

    /// Slip on the nose and on the cloth.
    fn slips(&self, m: &Motion) -> ([f64; 2], [f64; 2]) {
        let [vx, vy, vz, ux, uy, uz, _] = m.0;
        let (s, c) = (self.sine, self.cosine);
        ([vx + uy * s - uz * c, vz * c - vy * s + ux], [vx - uy, vy + ux])
    }

    /// The most friction of the cloth, with that of the nose.
    fn grip(&self, k: [f64; 2]) -> f64 {
        self.cloth.unwrap_or(0.0) * (self.sine + self.cosine * k[1]).max(0.0)
    }

    /// Friction on the nose and on the cloth, as parts of the nose's impulse.
    fn friction(&self, m: &Motion, held: Held) -> ([f64; 2], [f64; 2]) {
        let (s, c) = (self.sine, self.cosine);
        let (nose, cloth) = self.slips(m);
        let (nose, cloth) = (direction(nose, held.nose), direction(cloth, held.cloth));
        let pressed = |k: [f64; 2]| self.grip(k);
        let full = |way: [f64; 2], most: f64| [way[0] * most, way[1] * most];
        if let (Some(nose), Some(cloth)) = (nose, cloth) {
            let k = full(nose, self.nose);
            return (k, full(cloth, pressed(k)));
        }
        let (k, h) = self.held(nose, cloth);
        let (on_nose, on_cloth) = (length(k), length(h));
        if (nose.is_some() || on_nose <= self.nose)
            && (cloth.is_some() || on_cloth <= pressed(k))
            && s + c * k[1] >= 0.0
        {
            return (k, h);
        }
        // More than a contact can hold: it begins to slip. Move its friction along the slip that it leaves, as far as is
        // allowed, until nothing changes. A slip's rate falls with its own friction by 7/2 or less, so that the steps do
        // not overshoot.
        let (mut k, mut h) = (nose.map_or([0.0; 2], |n| full(n, self.nose)), [0.0; 2]);
        for _ in 0..60 {
            let (old_k, old_h) = (k, h);
            h = cloth.map_or_else(|| within(self.cloth_rate(k, h), h, pressed(k)), |way| full(way, pressed(k)));
            if nose.is_none() {
                k = within(self.nose_rate(k, h), k, self.nose);
            }
            if length([k[0] - old_k[0], k[1] - old_k[1]]) + length([h[0] - old_h[0], h[1] - old_h[1]]) < 1e-9 {
                break;
            }
        }
        (k, h)
    }

    /// The frictions that keep the slip of one contact or of both at nothing, if the other slips in a direction.
    fn held(&self, nose: Option<[f64; 2]>, cloth: Option<[f64; 2]>) -> ([f64; 2], [f64; 2]) {
        let (s, c) = (self.sine, self.cosine);
        let (across, lever) = (1.0 - 2.5 * s, 2.5 - s);
        let Some(grip) = self.cloth else {
            return (nose.map_or([0.0; 2], |way| [way[0] * self.nose, way[1] * self.nose]), [0.0; 2]);
        };
        match (nose, cloth) {
            (Some(way), _) => {
                let k = [way[0] * self.nose, way[1] * self.nose];
                (k, [-across * k[0] / 3.5, (-c - lever * k[1]) / 3.5])
            }
            (None, Some(way)) => {
                let h = [grip * way[0], grip * way[1]];
                let k = s * (c - lever * h[1]) / (s * s + 2.5 + lever * c * h[1]);
                let pressed = s + c * k;
                ([-across * pressed * h[0] / 3.5, k], [pressed * h[0], pressed * h[1]])
            }
            (None, None) => {
                // Of the two equations for the slips up the nose and over the cloth the determinant is 5/2 (1 + s)².
                let whole = 2.5 * (1.0 + s) * (1.0 + s);
                let k = (3.5 * s + lever) * c / whole;
                ([0.0, k], [0.0, (-c - lever * k) / 3.5])
            }
        }
    }

    /// How the slip on the nose changes with the impulse.
    fn nose_rate(&self, k: [f64; 2], h: [f64; 2]) -> [f64; 2] {
        let (s, c) = (self.sine, self.cosine);
        if self.cloth.is_none() {
            return [-3.5 * k[0], -3.5 * k[1]];
        }
        [-3.5 * k[0] - (1.0 - 2.5 * s) * h[0], s * c - (s * s + 2.5) * k[1] - (2.5 - s) * h[1]]
    }

    /// How the slip on the cloth changes with the impulse.
    fn cloth_rate(&self, k: [f64; 2], h: [f64; 2]) -> [f64; 2] {
        let s = self.sine;
        [-(1.0 - 2.5 * s) * k[0] - 3.5 * h[0], -self.cosine - (2.5 - s) * k[1] - 3.5 * h[1]]
    }
}

/// Unit vector along a slip, if it is one.
fn direction(slip: [f64; 2], held: bool) -> Option<[f64; 2]> {
    let size = length(slip);
    (!held && size > 0.0).then(|| [slip[0] / size, slip[1] / size])
}

/// Friction moved along the slip that it leaves, no longer than `most`.
fn within(slip: [f64; 2], friction: [f64; 2], most: f64) -> [f64; 2] {
    let [x, y] = [friction[0] + slip[0] / 3.5, friction[1] + slip[1] / 3.5];
    let size = length([x, y]);
    if size > most { [x * (most / size), y * (most / size)] } else { [x, y] }
}

fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}
