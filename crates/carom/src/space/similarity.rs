//! A turn, a shift and one scale for all directions: the ways of placing that leave a ball a ball.

use crate::ball::Ball;
use crate::broad::Aabb;
use crate::path::Path;
use crate::tolerance::MOST_LENGTH;
use glam::{DMat3, DQuat, DVec3};

/// How one space lies in another: first scaled, then turned, then shifted. Times are the same in both, so speeds scale as
/// lengths do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similarity {
    /// Unit.
    pub(crate) turn: DQuat,
    /// m: where its origin is, seen from outside.
    pub(crate) origin: DVec3,
    /// Metres outside for one inside; positive.
    pub(crate) scale: f64,
}

/// A place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place(pub DVec3);

/// A direction: it is turned, but neither shifted nor scaled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction(pub DVec3);

/// A velocity, an acceleration or any difference of places: turned and scaled, but not shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Velocity(pub DVec3);

/// A spin, rad/s: turned only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spin(pub DVec3);

/// What can be seen from another space.
pub trait Seen: Sized {
    /// Said inside, seen from outside.
    #[must_use]
    fn out_of(self, lies: &Similarity) -> Self;
    /// Said outside, seen from inside.
    #[must_use]
    fn into(self, lies: &Similarity) -> Self;
}

impl Similarity {
    /// Where both are the same.
    pub const IDENTITY: Self = Self { turn: DQuat::IDENTITY, origin: DVec3::ZERO, scale: 1.0 };

    /// The unit quaternion by which it turns.
    pub fn turn(&self) -> DQuat {
        self.turn
    }

    /// m: where its origin is, seen from outside.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Metres outside for one inside.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// First this, then `outer`.
    #[must_use]
    pub fn then(&self, outer: &Self) -> Self {
        Self {
            turn: (outer.turn * self.turn).normalize(),
            origin: outer.place_out(self.origin),
            scale: outer.scale * self.scale,
        }
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let turn = self.turn.conjugate();
        let scale = 1.0 / self.scale;
        Self { turn, origin: -(turn * self.origin) * scale, scale }
    }

    /// A place said inside, seen from outside.
    #[inline]
    pub(crate) fn place_out(&self, p: DVec3) -> DVec3 {
        self.origin + self.turn * (p * self.scale)
    }

    /// A place said outside, seen from inside.
    #[inline]
    pub(crate) fn place_in(&self, p: DVec3) -> DVec3 {
        (self.turn.conjugate() * (p - self.origin)) / self.scale
    }

    /// A difference of places, a velocity, an acceleration.
    #[inline]
    pub(crate) fn vector_out(&self, v: DVec3) -> DVec3 {
        self.turn * (v * self.scale)
    }

    #[inline]
    pub(crate) fn vector_in(&self, v: DVec3) -> DVec3 {
        (self.turn.conjugate() * v) / self.scale
    }

    /// A direction, a spin.
    #[inline]
    pub(crate) fn direction_out(&self, n: DVec3) -> DVec3 {
        self.turn * n
    }

    #[inline]
    pub(crate) fn direction_in(&self, n: DVec3) -> DVec3 {
        self.turn.conjugate() * n
    }

    /// A length said outside, seen from inside: a ball's radius.
    #[inline]
    pub(crate) fn length_in(&self, length: f64) -> f64 {
        length / self.scale
    }

    /// The box, seen from outside, that holds a box said inside; infinite where that is.
    pub fn bounds(&self, inside: &Aabb) -> Aabb {
        let (low, high) = (inside.min, inside.max);
        if !(low.is_finite() && high.is_finite()) {
            return self.endless(inside);
        }
        let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
        let turn = DMat3::from_quat(self.turn);
        let half = DMat3::from_cols(turn.x_axis.abs(), turn.y_axis.abs(), turn.z_axis.abs()) * half * self.scale;
        let middle = self.place_out(middle);
        // Some roundings to spare: a tree must not deny a thing that a ball just reaches.
        let spare = DVec3::splat(8.0 * f64::EPSILON * (middle.length() + half.length() + self.origin.length()));
        Aabb { min: middle - half - spare, max: middle + half + spare }
    }

    /// The same where the box has no end: each coordinate outside is a sum of those inside.
    fn endless(&self, inside: &Aabb) -> Aabb {
        let turn = DMat3::from_quat(self.turn).transpose();
        let rows = [turn.x_axis, turn.y_axis, turn.z_axis];
        let (mut min, mut max) = (self.origin, self.origin);
        // The lean of rounding is none: no ball is so far away that it would matter, and a tree can sort what is bounded.
        let end =
            |x: f64, lean: f64| if lean.abs() < 1e-15 { x.clamp(-4.0 * MOST_LENGTH, 4.0 * MOST_LENGTH) } else { x };
        for (k, row) in rows.into_iter().enumerate() {
            for j in 0..3 {
                let weight = row[j] * self.scale;
                let (a, b) = (end(inside.min[j], row[j]) * weight, end(inside.max[j], row[j]) * weight);
                min[k] += a.min(b);
                max[k] += a.max(b);
            }
        }
        let largest = |x: DVec3| x.abs().to_array().into_iter().filter(|x| x.is_finite()).fold(0.0, f64::max);
        let spare = 1e-14 * (1.0 + largest(min) + largest(max) + largest(self.origin));
        Aabb { min: min - spare, max: max + spare }
    }
}

/// The four kinds of vector, each with its own way out and in.
macro_rules! seen {
    ($($kind:ident: $out:ident, $in:ident;)*) => {
        $(impl Seen for $kind {
            #[inline]
            fn out_of(self, lies: &Similarity) -> Self {
                Self(lies.$out(self.0))
            }

            #[inline]
            fn into(self, lies: &Similarity) -> Self {
                Self(lies.$in(self.0))
            }
        })*
    };
}
seen! {
    Place: place_out, place_in;
    Velocity: vector_out, vector_in;
    Direction: direction_out, direction_in;
    Spin: direction_out, direction_in;
}

impl Seen for Path {
    #[inline]
    fn out_of(self, lies: &Similarity) -> Self {
        Self { p: lies.place_out(self.p), v: lies.vector_out(self.v), a: lies.vector_out(self.a) }
    }

    #[inline]
    fn into(self, lies: &Similarity) -> Self {
        Self { p: lies.place_in(self.p), v: lies.vector_in(self.v), a: lies.vector_in(self.a) }
    }
}

impl Seen for Ball {
    fn out_of(self, lies: &Similarity) -> Self {
        Self {
            position: lies.place_out(self.position),
            velocity: lies.vector_out(self.velocity),
            spin: lies.direction_out(self.spin),
            orientation: lies.turn * self.orientation,
            radius: self.radius * lies.scale,
            force: lies.vector_out(self.force),
            torque: lies.direction_out(self.torque) * (lies.scale * lies.scale),
            ..self
        }
    }

    fn into(self, lies: &Similarity) -> Self {
        Self {
            position: lies.place_in(self.position),
            velocity: lies.vector_in(self.velocity),
            spin: lies.direction_in(self.spin),
            orientation: lies.turn.conjugate() * self.orientation,
            radius: lies.length_in(self.radius),
            force: lies.vector_in(self.force),
            torque: lies.direction_in(self.torque) / (lies.scale * lies.scale),
            ..self
        }
    }
}
