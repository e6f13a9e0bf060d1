//! Random choices for building cases.

use carom::DVec3;
use carom::math::rng::Stream;

/// A stream of choices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice(Stream);

impl Dice {
    pub(crate) fn new(seed: u64, purpose: &str) -> Self {
        Self(Stream::new(seed, purpose))
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0.between(low, high)
    }

    /// Uniform in its logarithm.
    pub(crate) fn log(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(self.between(libm::log(low), libm::log(high)))
    }

    pub(crate) fn chance(&mut self, part: f64) -> bool {
        self.0.unit() < part
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0.bits() % n
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    pub(crate) fn sign(&mut self) -> f64 {
        self.pick(&[-1.0, 1.0])
    }

    /// 10 to the minus 1 .. `most`.
    pub(crate) fn small(&mut self, most: u64) -> f64 {
        libm::exp10(-((1 + self.below(most)) as f64))
    }

    /// A whole number of sixteenths, at most `most`.
    pub(crate) fn sixteenths(&mut self, most: i32) -> f64 {
        let n = 16 * most;
        f64::from(self.below(2 * n as u64 + 1) as i32 - n) / 16.0
    }

    /// A length: exactly a power of two, or any.
    pub(crate) fn length(&mut self, exact: bool, low: f64, high: f64) -> f64 {
        let length = self.log(low, high);
        if exact { libm::exp2(libm::round(libm::log2(length))) } else { length }
    }

    pub(crate) fn direction(&mut self) -> DVec3 {
        loop {
            let v = DVec3::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            if (0.01..1.0).contains(&v.length()) {
                return v.normalize();
            }
        }
    }

    /// A unit vector across `n`.
    pub(crate) fn across(&mut self, n: DVec3) -> DVec3 {
        loop {
            let v = self.direction();
            let v = v - n * v.dot(n);
            if v.length() > 0.01 {
                return v.normalize();
            }
        }
    }

    /// One of the six directions of the axes, or of four in the plane.
    pub(crate) fn axis(&mut self, flat: bool) -> DVec3 {
        let axes = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
        axes[self.below(if flat { 4 } else { 6 }) as usize]
    }

    /// Any direction, exact or not, in the plane or not.
    pub(crate) fn heading(&mut self, exact: bool, flat: bool) -> DVec3 {
        if exact {
            return self.axis(flat);
        }
        let v = self.direction();
        if flat { DVec3::new(v.x, v.y, 0.0).try_normalize().unwrap_or(DVec3::X) } else { v }
    }

    pub(crate) fn vector(&mut self, size: f64) -> DVec3 {
        self.direction() * size
    }
}
