//! Logarithmic axes: where a value is drawn, and which lines help the eye.

/// A logarithmic axis from one value to another, and where they are on the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// The values that must be on it, and where its ends are drawn. It ends at a power of ten, or at two or five times one.
    pub(super) fn around(values: impl IntoIterator<Item = f64>, from: f64, to: f64) -> Self {
        let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
        for value in values.into_iter().filter(|value| value.is_finite() && *value > 0.0) {
            (low, high) = (low.min(value), high.max(value));
        }
        if high <= 0.0 {
            (low, high) = (1.0, 10.0);
        }
        Self { low: round(low, false), high: round(high * 1.000_001, true), from, to }
    }

    /// Where a value is; those beyond the ends are at the ends.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = libm::log(value / self.low) / libm::log(self.high / self.low);
        self.from + (self.to - self.from) * share.clamp(0.0, 1.0)
    }

    pub(super) fn ends(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// The powers of ten on the axis; every second or third one if there are many.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let (first, last) = (libm::ceil(libm::log10(self.low) - 1e-9), libm::floor(libm::log10(self.high) + 1e-9));
        let step = libm::ceil((last - first + 1.0) / 8.0).max(1.0);
        let mut ticks = Vec::new();
        let mut power = libm::ceil(first / step) * step;
        while power <= last {
            ticks.push(libm::pow(10.0, power));
            power += step;
        }
        ticks
    }
}

/// The next of 1, 2, 5, 10 and so on, upwards or downwards.
fn round(value: f64, up: bool) -> f64 {
    let ten = libm::pow(10.0, libm::floor(libm::log10(value)));
    let steps = [1.0, 2.0, 5.0, 10.0];
    let found = if up {
        steps.into_iter().find(|step| ten * step >= value)
    } else {
        steps.into_iter().rev().find(|step| ten * step <= value)
    };
    ten * found.unwrap_or(1.0)
}

/// A power of ten as people write it: 0.01, 1, 1,000, 1 M; far ones as a power.
pub(super) fn tick_text(value: f64) -> String {
    let power = libm::round(libm::log10(value)) as i32;
    match power {
        -4..=-1 => format!("{value:.*}", power.unsigned_abs() as usize),
        0..=2 => format!("{value:.0}"),
        3..=5 => format!("{:.0},000", value / 1e3),
        6..=8 => format!("{:.0} M", value / 1e6),
        _ => format!("10{}", raised(power)),
    }
}

/// A whole number in raised digits.
fn raised(number: i32) -> String {
    number
        .to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            c => c.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(c),
        })
        .collect()
}

/// Moves labels that stand one above the other apart, as little as their order allows; `least` is their distance.
pub(super) fn apart(places: &[f64], least: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
    // Labels that touch form a block, whose middle stays in the mean of its places.
    let mut blocks: Vec<(f64, Vec<usize>)> = Vec::new();
    for index in order {
        blocks.push((places[index], vec![index]));
        while let [.., (upper, above), (lower, below)] = blocks.as_slice() {
            let room = least * (above.len() + below.len()) as f64 * 0.5;
            if lower - upper >= room - 1e-9 {
                break;
            }
            let (a, b) = (above.len() as f64, below.len() as f64);
            let joined = ((upper * a + lower * b) / (a + b), above.iter().chain(below).copied().collect());
            blocks.truncate(blocks.len() - 2);
            blocks.push(joined);
        }
    }
    let mut moved = places.to_vec();
    for (middle, block) in blocks {
        let first = middle - least * (block.len() as f64 - 1.0) * 0.5;
        for (k, index) in block.into_iter().enumerate() {
            moved[index] = first + least * k as f64;
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_holds_its_values_and_shows_powers_of_ten() {
        let scale = Scale::around([0.023, 340.0], 0.0, 100.0);
        assert_eq!(scale.ends(), [0.02, 500.0]);
        assert_eq!(scale.ticks().iter().map(|t| tick_text(*t)).collect::<Vec<_>>(), ["0.1", "1", "10", "100"]);
        assert!(scale.at(0.02) == 0.0 && scale.at(500.0) == 100.0 && scale.at(1e9) == 100.0);
        let wide = Scale::around([1e-17, 1.0], 0.0, 1.0);
        assert!(wide.ticks().len() <= 8, "{:?}", wide.ticks());
        assert_eq!([1e-12, 1e-4, 1e3, 1e5, 1e6].map(tick_text), ["10⁻¹²", "0.0001", "1,000", "100,000", "1 M"]);
    }

    #[test]
    fn labels_keep_their_order_and_their_distance() {
        let moved = apart(&[50.0, 10.0, 12.0, 11.0, 90.0], 10.0);
        assert_eq!(moved, [50.0, 1.0, 21.0, 11.0, 90.0]);
        let all = apart(&[5.0; 4], 2.0);
        assert_eq!(all, [2.0, 4.0, 6.0, 8.0]);
    }
}
