//! When two balls meet: the quartic of two parabolas.

use super::level;
use crate::DVec3;
use crate::math::fall::first_fall;
use crate::tolerance::BILLIARD_TOUCH;

/// The first `t` in `[0, to]` at which two balls meet, from how the second one's centre moves as seen from the first:
/// `place + velocity t + acceleration t²/2`; `reach` is the sum of the radii.
///
/// With A = a/2, B = v, C = p the squared distance less `reach²` is
/// `A·A t⁴ + 2 A·B t³ + (B·B + 2 A·C) t² + 2 B·C t + C·C - reach²` (Leckie & Greenspan 2005).
#[inline]
pub(in super::super) fn pair(place: DVec3, velocity: DVec3, acceleration: DVec3, reach: f64, to: f64) -> Option<f64> {
    let half = acceleration * 0.5;
    let c = [
        place.length_squared() - reach * reach,
        2.0 * velocity.dot(place),
        velocity.length_squared() + 2.0 * half.dot(place),
        2.0 * half.dot(velocity),
        half.length_squared(),
    ];
    let double = 2.0 * reach;
    if c[0] > double * BILLIARD_TOUCH {
        return first_fall(c, to);
    }
    // Touching: gap and speed from their squares.
    let (gap, speed) = (c[0] / double, c[1] / double);
    let level = level(gap, speed);
    let start = c[0] - double * level;
    if start <= 0.0 && c[1] < 0.0 {
        return Some(0.0);
    }
    if start <= 0.0 {
        // Parting: the fall after the rise, with the root at the start divided out.
        return first_fall([c[1], c[2], c[3], c[4], 0.0], to);
    }
    first_fall([start, c[1], c[2], c[3], c[4]], to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_meet_when_their_centres_are_as_far_apart_as_their_radii_add_up_to() {
        let t = pair(DVec3::new(1.0, 0.0, 0.0), DVec3::new(-2.0, 0.0, 0.0), DVec3::ZERO, 0.1, 9.0).unwrap();
        assert!((t - 0.45).abs() < 1e-15);
        // Slowing down, and stopping before.
        let t = pair(DVec3::new(1.0, 0.0, 0.0), DVec3::new(-1.0, 0.0, 0.0), DVec3::new(0.6, 0.0, 0.0), 0.1, 9.0);
        assert_eq!(t, None);
    }

    #[test]
    fn touching_balls_need_no_spacer() {
        let touching = DVec3::new(0.1, 0.0, 0.0);
        assert_eq!(pair(touching, DVec3::X, DVec3::ZERO, 0.1, 9.0), None);
        assert_eq!(pair(touching, -DVec3::X, DVec3::ZERO, 0.1, 9.0), Some(0.0));
        assert_eq!(pair(touching, DVec3::ZERO, DVec3::ZERO, 0.1, 9.0), None);
        assert_eq!(pair(touching, DVec3::Y, DVec3::ZERO, 0.1, 9.0), None, "past each other");
        let back = pair(touching, DVec3::X, -DVec3::X, 0.1, 9.0).unwrap();
        assert!((back - 2.0).abs() < 1e-14, "{back}");
    }
}
