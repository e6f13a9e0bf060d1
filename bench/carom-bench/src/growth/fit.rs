//! How a cost grows: the exponent p of cost = c·nᵖ, fitted by least squares to the logarithms.

/// The exponent of the best power law through the points, or nothing if they are too few or not positive.
pub(crate) fn exponent(points: impl IntoIterator<Item = (f64, f64)>) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points.into_iter().map(|(n, cost)| (libm::log(n), libm::log(cost))).collect();
    if logs.len() < 2 || logs.iter().any(|(x, y)| !x.is_finite() || !y.is_finite()) {
        return None;
    }
    let count = logs.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| logs.iter().map(pick).sum::<f64>() / count;
    let (mx, my) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = logs.iter().map(|(x, _)| (x - mx) * (x - mx)).sum();
    let together: f64 = logs.iter().map(|(x, y)| (x - mx) * (y - my)).sum();
    (spread > 0.0).then(|| together / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_gives_its_own_exponent_back() {
        for p in [0.0, 0.08, 1.0, 1.5] {
            let points = [1e2, 1e3, 1e5, 1e6].map(|n| (n, 7.0 * libm::pow(n, p)));
            assert!((exponent(points).unwrap() - p).abs() < 1e-12, "{p}");
        }
        assert_eq!(exponent([(100.0, 1.0)]), None);
        assert_eq!(exponent([(100.0, 1.0), (100.0, 2.0)]), None);
        assert_eq!(exponent([(100.0, 1.0), (1000.0, 0.0)]), None);
    }
}
