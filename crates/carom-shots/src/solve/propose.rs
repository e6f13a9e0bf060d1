//! Strikes worth trying.

use super::noise::normal;
use super::{Goal, Options};
use crate::Prepared;
use carom::DVec2;
use carom::billiards::{Strike, direction, pots};
use carom::math::rng::Stream;
use core::f64::consts::{PI, TAU};

/// Throw and squirt turn paths by a few degrees: so far from a geometrical aim the right one may be.
const AIM_SPREAD: f64 = 1.5 * PI / 180.0;
/// Part of the strikes that begin at an aim, if there are aims.
const AIMED: f64 = 0.7;
/// Part of the strikes that are sent at some ball, the rest going anywhere.
const AT_A_BALL: f64 = 0.6;

/// Makes strikes out of numbers.
pub(super) struct Proposer {
    plain: Strike,
    seed: u64,
    speeds: (f64, f64),
    offset: f64,
    elevation: f64,
    /// Directions of straight pots that serve the goal.
    aims: Vec<f64>,
    /// Direction of every other ball, and half the angle it takes up.
    balls: Vec<(f64, f64)>,
}

impl Proposer {
    pub(super) fn new(prepared: &Prepared, goal: &Goal, plain: Strike, options: &Options) -> Self {
        let Prepared { table, models, balls, .. } = prepared;
        let wants = |aim: &carom::billiards::PotAim| match (&goal.pot, &goal.score) {
            (Some(pot), _) => {
                pot.ball.is_none_or(|ball| ball == aim.ball) && pot.pocket.is_none_or(|pocket| pocket == aim.pocket)
            }
            (None, Some(game)) => {
                let hittable = &game.constraints().hittable;
                hittable.is_empty() || balls.get(aim.ball).is_some_and(|ball| hittable.contains(&ball.name))
            }
            (None, None) => false,
        };
        let straight =
            || pots(table, balls, plain.ball).into_iter().filter(wants).filter(|aim| aim.direction.is_finite());
        let mut aims: Vec<f64> = straight().filter(|aim| aim.viable).map(|aim| aim.direction).collect();
        if aims.is_empty() {
            aims = straight().map(|aim| aim.direction).collect();
        }
        let miscue = models.strike.miscue.map_or(1.0, |limit| 0.95 * limit);
        Self {
            plain,
            seed: options.seed,
            speeds: options.speeds,
            offset: options.offset.min(miscue),
            elevation: options.elevation,
            aims,
            balls: seen(prepared, plain.ball),
        }
    }

    /// Strike number `k`.
    pub(super) fn strike(&self, k: usize) -> Strike {
        let mut stream = Stream::new(self.seed, &format!("strike {k}"));
        let direction = self.direction(&mut stream);
        let (slow, fast) = self.speeds;
        let speed = slow * libm::exp(stream.unit() * libm::log(fast / slow));
        // Centre-line strikes are the usual ones; the others spread evenly over the ball's face.
        let on_line = stream.unit() < 0.4;
        let radius = self.offset * stream.unit().sqrt();
        let (sin, cos) = libm::sincos(TAU * stream.unit());
        let (side, height) = if on_line { (0.0, radius * sin.signum()) } else { (radius * cos, radius * sin) };
        let up = stream.unit();
        let elevation = if up < 0.5 { 0.0 } else { (2.0 * up - 1.0) * self.elevation };
        self.tidy(Strike { direction, speed, side, height, elevation, ..self.plain })
    }

    /// A strike near another. `far` is 1 for the widest search.
    pub(super) fn near(&self, strike: &Strike, far: f64, purpose: &str) -> Strike {
        let mut stream = Stream::new(self.seed, purpose);
        let mut step = |size: f64| far * size * normal(&mut stream);
        let [direction, speed, side, height, up] = [0.02, 0.2, 0.1, 0.1, 0.1].map(&mut step);
        self.tidy(Strike {
            direction: strike.direction + direction,
            speed: strike.speed * libm::exp(speed),
            side: strike.side + side,
            height: strike.height + height,
            elevation: strike.elevation + if self.elevation > 0.0 { up } else { 0.0 },
            ..*strike
        })
    }

    fn direction(&self, stream: &mut Stream) -> f64 {
        let (kind, which, spread) = (stream.unit(), stream.unit(), stream.unit());
        let wobble = normal(stream);
        if kind < AIMED
            && let Some(aim) = pick(&self.aims, which)
        {
            return aim + AIM_SPREAD * wobble;
        }
        let kind = if self.aims.is_empty() { kind } else { (kind - AIMED) / (1.0 - AIMED) };
        match pick(&self.balls, which) {
            Some((towards, half)) if kind < AT_A_BALL => towards + (2.0 * spread - 1.0) * half,
            _ => TAU * spread,
        }
    }

    /// The same strike within its bounds, and with no more digits than anybody needs.
    fn tidy(&self, strike: Strike) -> Strike {
        let rounded = |x: f64, unit: f64| libm::round(x * unit) / unit;
        let degrees = rounded(strike.direction.to_degrees(), 1e4);
        let degrees = degrees - 360.0 * libm::floor(degrees / 360.0);
        let (slow, fast) = self.speeds;
        let offset = libm::hypot(strike.side, strike.height);
        let pull = if offset > self.offset { self.offset / offset } else { 1.0 };
        // Rounding a point on the edge outwards would be a miscue.
        let inwards = |x: f64| libm::trunc(x * pull * 1e4) / 1e4 + 0.0;
        let degrees_up = rounded(strike.elevation.clamp(0.0, self.elevation).to_degrees(), 1e3);
        Strike {
            direction: rounded(degrees, 1e4).to_radians(),
            speed: rounded(strike.speed, 1e4).clamp(slow, fast),
            side: inwards(strike.side),
            height: inwards(strike.height),
            elevation: degrees_up.to_radians(),
            ..strike
        }
    }
}

fn pick<T: Copy>(list: &[T], which: f64) -> Option<T> {
    list.get((which * list.len() as f64) as usize).copied()
}

/// Where the other balls are seen from the struck one.
fn seen(prepared: &Prepared, struck: usize) -> Vec<(f64, f64)> {
    let Some(own) = prepared.balls.get(struck) else { return Vec::new() };
    let from: DVec2 = own.state.position.truncate();
    let others = prepared.balls.iter().enumerate();
    others
        .filter(|(k, ball)| *k != struck && !ball.state.phase.is_out())
        .map(|(_, ball)| {
            let to = ball.state.position.truncate();
            let reach = own.spec.radius + ball.spec.radius;
            let far = (to - from).length().max(reach);
            (direction(from, to), libm::asin(reach / far))
        })
        .collect()
}
