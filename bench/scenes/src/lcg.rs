//! The one source of numbers for all scenes: a linear congruential generator that is three lines in any language.

/// `s = s * 6364136223846793005 + 1442695040888963407 mod 2^64`, and a draw is the upper 53 bits of the new state.
///
/// Good enough to scatter pegs, and every program that runs these scenes can repeat it to the last bit.
#[derive(Clone, Debug)]
pub struct Lcg {
    state: u64,
}

impl Lcg {
    /// Starts at `seed`; the first draw steps first.
    pub fn new(seed: u64) -> Self {
        Lcg { state: seed }
    }

    /// A number in `0.0..1.0`.
    pub fn draw(&mut self) -> f64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // 2^-53; a 53-bit integer is exact in f64.
        (self.state >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_of_seed_one() {
        // 6364136223846793005 + 1442695040888963407 = 7806831264735756412, shifted by 11, over 2^53.
        let mut lcg = Lcg::new(1);
        assert_eq!(lcg.draw(), (7_806_831_264_735_756_412_u64 >> 11) as f64 / 9_007_199_254_740_992.0);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&lcg.draw())));
    }
}
