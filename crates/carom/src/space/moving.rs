//! A space that moves: where it is at a moment, how fast, and what its motion does to what is seen from it.

use super::similarity::Similarity;
use super::transform::turn_about;
use crate::ball::Ball;
use crate::path::Path;
use glam::DVec3;

/// A space at a moment, and how it moves then. The numbers are seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// How it lies.
    pub lies: Similarity,
    /// m/s: of its origin.
    pub velocity: DVec3,
    /// m/s²: of its origin.
    pub acceleration: DVec3,
    /// rad/s: how it turns about its origin.
    pub spin: DVec3,
    /// rad/s²: how that changes; along the spin.
    pub spin_rate: DVec3,
}

impl Moving {
    /// A space that stays where it is.
    pub fn still(lies: Similarity) -> Self {
        let nothing = DVec3::ZERO;
        Self { lies, velocity: nothing, acceleration: nothing, spin: nothing, spin_rate: nothing }
    }

    /// A space that lies so within this one and moves along with it.
    pub fn carrying(&self, inner: &Similarity) -> Self {
        let lies = inner.then(&self.lies);
        let velocity = self.velocity_at(lies.origin);
        let acceleration = self.acceleration_of(lies.origin, velocity);
        Self { lies, velocity, acceleration, ..*self }
    }

    /// m/s: how what belongs to it moves at a place.
    #[inline]
    pub fn velocity_at(&self, p: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(p - self.lies.origin)
    }

    /// m/s²: how something that moves at `p` with `velocity` must accelerate to keep its velocity as seen from inside. For what
    /// belongs to the space itself that is its own acceleration; the rest is Coriolis'.
    pub fn acceleration_of(&self, p: DVec3, velocity: DVec3) -> DVec3 {
        let arm = p - self.lies.origin;
        let relative = velocity - self.velocity_at(p);
        self.acceleration
            + self.spin_rate.cross(arm)
            + self.spin.cross(self.spin.cross(arm))
            + 2.0 * self.spin.cross(relative)
    }

    /// A path that begins at this moment, as it is seen from inside for a short while: to the second order in time, and
    /// exactly if the space does not turn. See [`jerk`](Self::jerk) for what is left out.
    pub fn path_in(&self, path: &Path) -> Path {
        Path {
            p: self.lies.place_in(path.p),
            v: self.lies.vector_in(path.v - self.velocity_at(path.p)),
            a: self.lies.vector_in(path.a - self.acceleration_of(path.p, path.v)),
        }
    }

    /// m/s³, seen from outside: a bound on the third derivative of such a path as seen from inside, while it is within `far` of
    /// the origin and moves with `speed` at most. `K h³/6` is what [`path_in`](Self::path_in) leaves out after a time `h`.
    pub fn jerk(&self, path: &Path, far: f64, speed: f64) -> f64 {
        let (spin, rate) = (self.spin.length(), self.spin_rate.length());
        // With D = d/dt - Ω×, the derivative as seen from inside: D³ρ, term by term.
        3.0 * spin * (path.a - self.acceleration).length()
            + 3.0 * (spin * spin + rate) * speed
            + (spin * spin * spin + 3.0 * spin * rate) * far
    }

    /// A ball as it is seen from inside.
    pub fn ball_in(&self, ball: &Ball) -> Ball {
        let (velocity, spin) = (ball.velocity - self.velocity_at(ball.position), ball.spin - self.spin);
        super::Seen::into(Ball { velocity, spin, ..*ball }, &self.lies)
    }

    /// A ball that is seen so from inside.
    pub fn ball_out(&self, ball: &Ball) -> Ball {
        let ball = super::Seen::out_of(*ball, &self.lies);
        Ball { velocity: ball.velocity + self.velocity_at(ball.position), spin: ball.spin + self.spin, ..ball }
    }
}

/// How a space moves for a while: its origin on a parabola, turning about one axis with a steadily changing rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// s: when it begins and ends, on the world's clock.
    pub start: f64,
    /// s.
    pub until: f64,
    /// How it lies at the start.
    pub from: Similarity,
    /// m/s: of its origin at the start.
    pub velocity: DVec3,
    /// m/s²: of its origin, all along.
    pub acceleration: DVec3,
    /// Unit vector, seen from outside; nothing if it does not turn.
    pub axis: DVec3,
    /// rad/s: how fast it turns at the start.
    pub rate: f64,
    /// rad/s²: how that changes.
    pub rate_change: f64,
}

impl Stretch {
    /// It stays as it lies, for ever.
    pub fn still(lies: Similarity, start: f64) -> Self {
        let nothing = DVec3::ZERO;
        Self {
            start,
            until: f64::INFINITY,
            from: lies,
            velocity: nothing,
            acceleration: nothing,
            axis: nothing,
            rate: 0.0,
            rate_change: 0.0,
        }
    }

    /// Does it stay where it is?
    pub fn is_still(&self) -> bool {
        self.velocity == DVec3::ZERO && self.acceleration == DVec3::ZERO && !self.turns()
    }

    /// Does it turn?
    pub fn turns(&self) -> bool {
        self.rate != 0.0 || self.rate_change != 0.0
    }

    /// The space at a moment of the world's clock. After the end it stays as it was there, for whoever looks late.
    pub fn at(&self, moment: f64) -> Moving {
        let t = moment.min(self.until) - self.start;
        let origin = self.from.origin + (self.velocity + self.acceleration * (0.5 * t)) * t;
        let mut turn = self.from.turn;
        if self.turns() {
            turn = (turn_about(self.axis, (self.rate + 0.5 * self.rate_change * t) * t) * turn).normalize();
        }
        Moving {
            lies: Similarity { turn, origin, scale: self.from.scale },
            velocity: self.velocity + self.acceleration * t,
            acceleration: self.acceleration,
            spin: self.axis * (self.rate + self.rate_change * t),
            spin_rate: self.axis * self.rate_change,
        }
    }

    /// The path of its origin, from its start.
    pub fn origin(&self) -> Path {
        Path { p: self.from.origin, v: self.velocity, a: self.acceleration }
    }
}
