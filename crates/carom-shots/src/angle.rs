//! Degrees in files, radians in the engine, and not a bit lost between them.

/// The number of degrees, with the fewest digits, that is read as exactly these radians. There is none for about one
/// angle in eleven: degrees of a size then lie farther apart than radians do.
pub(crate) fn degrees(radians: f64) -> Option<f64> {
    let near = radians.to_degrees();
    let is_it = |degrees: &f64| degrees.to_radians().to_bits() == radians.to_bits();
    let short = (0..15).filter_map(|digits| format!("{near:.digits$}").parse().ok()).find(is_it);
    let mut below = near;
    let mut above = near;
    short.or_else(|| {
        is_it(&near).then_some(near).or_else(|| {
            (0..4).find_map(|_| {
                (below, above) = (below.next_down(), above.next_up());
                [below, above].into_iter().find(is_it)
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::math::rng::Stream;

    #[test]
    fn angles_that_were_written_in_degrees_come_back_as_they_were_written() {
        for written in [0.0, -0.0, 90.0, 45.5, 272.48, -13.0, 1e-7, 359.999] {
            assert_eq!(degrees(f64::to_radians(written)).map(f64::to_bits), Some(f64::to_bits(written)), "{written}");
        }
    }

    #[test]
    fn any_angle_in_degrees_is_read_again_as_the_same_radians() {
        let mut stream = Stream::new(1, "angles");
        for _ in 0..20_000 {
            let radians = stream.between(-400.0, 400.0).to_radians();
            let back = degrees(radians).expect("it came from degrees");
            assert_eq!(back.to_radians().to_bits(), radians.to_bits());
        }
    }
}
