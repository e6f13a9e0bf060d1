//! A player's errors.

use carom::billiards::Strike;
use carom::math::rng::Stream;
use core::f64::consts::TAU;

/// A player's errors: standard deviations of what is added to a strike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// Of the direction, rad.
    pub direction: f64,
    /// Of the speed, as a part of it.
    pub speed: f64,
    /// Of the contact point, sideways and upwards each, as a part of the radius.
    pub offset: f64,
    /// Of the elevation, rad.
    pub elevation: f64,
}

impl Default for Noise {
    /// A practised amateur: 0.125 degrees of direction, half a millimetre of contact point and 0.1 degrees of elevation are
    /// the errors that the computer pool tournaments of the ICGA put on every strike; 3 % of speed.
    fn default() -> Self {
        Self {
            direction: 0.125_f64.to_radians(),
            speed: 0.03,
            offset: 0.5e-3 / 0.028_575,
            elevation: 0.1_f64.to_radians(),
        }
    }
}

impl Noise {
    /// No errors at all.
    pub const NONE: Self = Self { direction: 0.0, speed: 0.0, offset: 0.0, elevation: 0.0 };

    pub(super) fn is_sound(&self) -> bool {
        let all = [self.direction, self.speed, self.offset, self.elevation];
        all.iter().all(|sigma| sigma.is_finite() && *sigma >= 0.0)
    }

    /// The strike with error number `k`. Every strike meets the same errors, so that comparing two of them is fair.
    pub(super) fn on(&self, strike: &Strike, seed: u64, k: usize) -> Strike {
        let mut stream = Stream::new(seed, &format!("error {k}"));
        let mut error = |sigma: f64| sigma * normal(&mut stream);
        // Errors are drawn in one order, whether they are used or not.
        let [direction, speed, side, height, up] =
            [self.direction, self.speed, self.offset, self.offset, self.elevation].map(&mut error);
        Strike {
            direction: strike.direction + direction,
            speed: (strike.speed * (1.0 + speed)).max(0.0),
            side: strike.side + side,
            height: strike.height + height,
            // A level cue lies on the rail or the hand: it does not go below level.
            elevation: (strike.elevation + up).max(0.0),
            ..*strike
        }
    }
}

/// A number from the standard normal distribution (Box and Muller 1958; one of the two is enough).
pub(super) fn normal(stream: &mut Stream) -> f64 {
    // The first is never zero, whose logarithm is infinite.
    let (u, v) = (1.0 - stream.unit(), stream.unit());
    (-2.0 * libm::log(u)).sqrt() * libm::cos(TAU * v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_numbers_have_mean_zero_and_deviation_one() {
        let mut stream = Stream::new(3, "normal");
        let numbers: Vec<f64> = (0..100_000).map(|_| normal(&mut stream)).collect();
        let mean = numbers.iter().sum::<f64>() / 1e5;
        let deviation = (numbers.iter().map(|x| x * x).sum::<f64>() / 1e5).sqrt();
        assert!(mean.abs() < 0.01 && (deviation - 1.0).abs() < 0.01, "{mean} {deviation}");
    }
}
