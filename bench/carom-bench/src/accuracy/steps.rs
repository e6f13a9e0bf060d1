//! The three ways in which time is cut into steps.

use scenes::double::Double;
use scenes::lcg::Lcg;

/// How long each step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Steps {
    Sixtieth,
    Thousandth,
    /// A tenth of a millisecond to 50 ms, in no order.
    Uneven,
}

impl Steps {
    pub(crate) const ALL: [Steps; 3] = [Steps::Sixtieth, Steps::Thousandth, Steps::Uneven];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Steps::Sixtieth => "1/60",
            Steps::Thousandth => "1/1000",
            Steps::Uneven => "uneven",
        }
    }

    /// Steps that add up to `total` seconds to within 1e-14 s, so that an error of the engine's clock is the engine's.
    pub(crate) fn cut(self, total: f64) -> Vec<f64> {
        match self {
            Steps::Sixtieth => vec![1.0 / 60.0; libm::round(total * 60.0) as usize],
            Steps::Thousandth => vec![0.001; libm::round(total * 1000.0) as usize],
            Steps::Uneven => {
                let mut draws = Lcg::new(5);
                let (mut steps, mut left) = (Vec::new(), Double::from(total));
                while left > Double::ZERO {
                    // Spread evenly over the orders of magnitude; the last step is what is left.
                    let step = 1e-4 * libm::pow(500.0, draws.draw());
                    let step = step.min(left.to_f64());
                    steps.push(step);
                    left = left - Double::from(step);
                }
                steps
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_adds_up() {
        for steps in Steps::ALL {
            for total in [1.0, 10.0, 60.0] {
                let sum = steps.cut(total).into_iter().fold(Double::ZERO, |sum, step| sum + Double::from(step));
                assert!((sum - Double::from(total)).to_f64().abs() < 1e-14, "{steps:?} {total}");
            }
        }
        let uneven = Steps::Uneven.cut(60.0);
        assert!(uneven.iter().all(|step| *step > 0.0 && *step < 0.05));
    }
}
