//! Forms that parts are made of.

use crate::scene::{Form, Stretch};
use carom::DVec2;
use core::f64::consts::{PI, TAU};

pub(crate) fn polygon(points: impl IntoIterator<Item = DVec2>) -> Form {
    Form::Path(vec![Stretch { points: points.into_iter().collect(), closed: true }])
}

pub(crate) fn polyline(points: impl IntoIterator<Item = DVec2>) -> Form {
    Form::Path(vec![Stretch { points: points.into_iter().collect(), closed: false }])
}

pub(crate) fn circle(centre: DVec2, radius: f64) -> Form {
    Form::Circle { centre, radius }
}

pub(crate) fn rectangle(min: DVec2, max: DVec2) -> Form {
    polygon([min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)])
}

/// A rectangle about a segment, so wide to each side.
pub(crate) fn bar(a: DVec2, b: DVec2, half: f64) -> Form {
    let side = (b - a).normalize_or_zero().perp() * half;
    polygon([a + side, b + side, b - side, a - side])
}

/// The unit vector of a heading: 0 away from the player, clockwise.
pub(crate) fn heading(angle: f64) -> DVec2 {
    DVec2::new(libm::sin(angle), -libm::cos(angle))
}

/// The unit vector of an angle from the x axis towards y.
pub(crate) fn unit(angle: f64) -> DVec2 {
    DVec2::new(libm::cos(angle), libm::sin(angle))
}

/// Points of an arc from `start` by `sweep` (rad from the x axis towards y), at most 6° apart.
pub(crate) fn arc(centre: DVec2, radius: f64, start: f64, sweep: f64) -> Vec<DVec2> {
    let pieces = ((sweep.abs() / TAU * 60.0).ceil().clamp(1.0, 240.0)) as usize;
    (0..=pieces).map(|k| centre + unit(start + sweep * k as f64 / pieces as f64) * radius).collect()
}

/// The hull of two circles: a flipper's bat.
pub(crate) fn bat(base: DVec2, base_radius: f64, tip: DVec2, tip_radius: f64) -> Form {
    let axis = tip - base;
    let length = axis.length();
    // One circle within the other: the hull is the larger.
    if length <= (base_radius - tip_radius).abs() {
        let (centre, radius) = if base_radius > tip_radius { (base, base_radius) } else { (tip, tip_radius) };
        return circle(centre, radius);
    }
    let along = libm::atan2(axis.y, axis.x);
    // The tangents touch both circles this far from the axis.
    let side = libm::acos(((base_radius - tip_radius) / length).clamp(-1.0, 1.0));
    let mut points = arc(tip, tip_radius, along - side, 2.0 * side);
    points.extend(arc(base, base_radius, along + side, 2.0 * (PI - side)));
    polygon(points)
}

/// A form moved by so much.
pub(crate) fn moved(form: &Form, by: DVec2) -> Form {
    match form {
        Form::Path(stretches) => Form::Path(
            stretches
                .iter()
                .map(|s| Stretch { points: s.points.iter().map(|&p| p + by).collect(), closed: s.closed })
                .collect(),
        ),
        Form::Curve { start, pieces } => {
            Form::Curve { start: *start + by, pieces: pieces.iter().map(|piece| piece.map(|p| p + by)).collect() }
        }
        Form::Circle { centre, radius } => circle(*centre + by, *radius),
        text => text.clone(),
    }
}

/// A little arrow from `from` the way of `direction` (a unit vector), so long: shaft and head.
pub(crate) fn arrow(from: DVec2, direction: DVec2, length: f64) -> Form {
    let tip = from + direction * length;
    let side = direction.perp() * (0.3 * length);
    let neck = tip - direction * (0.4 * length);
    Form::Path(vec![
        Stretch { points: vec![from, tip], closed: false },
        Stretch { points: vec![neck + side, tip, neck - side], closed: false },
    ])
}

/// m²: the area that a closed run of points encloses.
pub(crate) fn area(points: &[DVec2]) -> f64 {
    let Some(&first) = points.first() else { return 0.0 };
    let next = points.iter().skip(1).chain([&first]);
    0.5 * points.iter().zip(next).map(|(a, b)| (*a - first).perp_dot(*b - first)).sum::<f64>().abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The area of two round ends and the quadrilaterals between: every point of the hull is on one of the circles, and the
    /// hull holds both.
    #[test]
    fn a_bat_holds_both_its_circles() {
        let (base, tip) = (DVec2::new(0.1, 0.2), DVec2::new(0.16, 0.23));
        let form = bat(base, 0.0116, tip, 0.007);
        let Form::Path(stretches) = &form else { panic!("a path") };
        for point in &stretches[0].points {
            let (a, b) = ((*point - base).length() - 0.0116, (*point - tip).length() - 0.007);
            assert!(a.abs() < 1e-12 || b.abs() < 1e-12, "{point}");
            assert!(a > -1e-12 && b > -1e-12, "{point} lies within");
        }
        let (low, high) = form.bounds().unwrap();
        assert!((low.x - (0.1 - 0.0116)).abs() < 1e-4 && (high.x - 0.167).abs() < 1e-4, "{low} {high}");
        assert_eq!(bat(base, 0.1, tip, 0.007), circle(base, 0.1));
    }

    #[test]
    fn areas_do_not_depend_on_the_way_round() {
        let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        let back: Vec<DVec2> = square.iter().rev().copied().collect();
        assert_eq!((area(&square), area(&back), area(&[])), (1.0, 1.0, 0.0));
    }
}
