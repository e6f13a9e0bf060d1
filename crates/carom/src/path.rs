//! A ball's centre over time: a parabola, exactly, until something happens.

use crate::broad::Aabb;
use glam::DVec3;

/// Where the centre of a ball is, `time` seconds after the path's start: `p + v t + a t²/2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// m: place at the start.
    pub p: DVec3,
    /// m/s: velocity at the start.
    pub v: DVec3,
    /// m/s²: acceleration all along.
    pub a: DVec3,
}

impl Path {
    /// The place after `time`.
    #[inline]
    pub fn at(&self, time: f64) -> DVec3 {
        self.p + (self.v + self.a * (0.5 * time)) * time
    }

    /// The velocity after `time`.
    #[inline]
    pub fn velocity_at(&self, time: f64) -> DVec3 {
        self.v + self.a * time
    }

    /// The same path, begun `time` later.
    pub fn from(&self, time: f64) -> Self {
        Self { p: self.at(time), v: self.velocity_at(time), a: self.a }
    }

    /// How this path looks from another that began at the same moment.
    pub fn seen_from(&self, other: &Self) -> Self {
        Self { p: self.p - other.p, v: self.v - other.v, a: self.a - other.a }
    }

    /// The box that holds the centre from `from` to `to`, with some roundings to spare: a tree must not deny a ball that
    /// just reaches a thing at the top of its flight.
    pub fn bounds(&self, from: f64, to: f64) -> Aabb {
        let (start, end) = (self.at(from), self.at(to));
        let mut bounds = Aabb { min: start.min(end), max: start.max(end) };
        // Each coordinate turns once, where its speed is nothing.
        for k in 0..3 {
            if self.a[k] != 0.0 {
                let turn = -self.v[k] / self.a[k];
                if turn > from && turn < to {
                    let extreme = self.p[k] + 0.5 * self.v[k] * turn;
                    bounds.min[k] = bounds.min[k].min(extreme);
                    bounds.max[k] = bounds.max[k].max(extreme);
                }
            }
        }
        let spare = (self.p.abs() + (self.v.abs() + self.a.abs() * to) * to) * (4.0 * f64::EPSILON);
        Aabb { min: bounds.min - spare, max: bounds.max + spare }
    }

    /// How long from `from` until the centre has travelled at most `distance`: the time at which that is certain.
    pub fn time_to_travel(&self, from: f64, distance: f64) -> f64 {
        let speed = self.velocity_at(from).length();
        let acceleration = self.a.length();
        // s = v t + a t²/2, solved without cancellation; infinite for a ball that does not move.
        let denominator = speed + (speed * speed + 2.0 * acceleration * distance).sqrt();
        if denominator > 0.0 { 2.0 * distance / denominator } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = DVec3> {
        proptest::array::uniform3(-3.0..3.0_f64).prop_map(DVec3::from)
    }

    proptest! {
        #[test]
        fn the_box_holds_the_path(p in vector(), v in vector(), a in vector(), from in 0.0..1.0_f64, span in 0.0..2.0_f64) {
            let path = Path { p, v, a };
            let bounds = path.bounds(from, from + span);
            for k in 0..=50 {
                let at = path.at(from + span * f64::from(k) / 50.0);
                prop_assert!((at - at.clamp(bounds.min, bounds.max)).length() < 1e-12);
            }
        }

        #[test]
        fn no_farther_than_said(p in vector(), v in vector(), a in vector(), distance in 0.001..1.0_f64) {
            let path = Path { p, v, a };
            let time = path.time_to_travel(0.3, distance);
            prop_assert!((path.at(0.3 + time) - path.at(0.3)).length() <= distance * (1.0 + 1e-12));
        }
    }
}
