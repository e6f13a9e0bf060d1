//! Any way of placing: translation, rotation, scale, a matrix; one after the other, parents outside.

use super::similarity::Similarity;
use crate::error::{Error, in_range, vector_in_range};
use crate::math::trig;
use crate::tolerance::{MOST_LENGTH, PLACED_ALIKE, PLACED_UPRIGHT};
use glam::{DMat3, DQuat, DVec3};

/// An affine map: from a part's own space into its parent's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    matrix: DMat3,
    origin: DVec3,
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Transform {
    /// Nothing is moved.
    pub const IDENTITY: Self = Self { matrix: DMat3::IDENTITY, origin: DVec3::ZERO };

    /// Shifts.
    pub fn translation(by: DVec3) -> Self {
        Self { matrix: DMat3::IDENTITY, origin: by }
    }

    /// Turns about an axis through the origin, counter-clockwise for whoever looks against it, by an angle in radians.
    ///
    /// # Errors
    /// When the axis has no direction or a number is not sane.
    pub fn rotation(axis: DVec3, angle: f64) -> Result<Self, Error> {
        in_range("angle", angle, -1e6, 1e6)?;
        vector_in_range("axis", axis, MOST_LENGTH)?;
        let Some(axis) = axis.try_normalize() else {
            return Err(Error::degenerate("an axis", "has no direction"));
        };
        Ok(Self { matrix: DMat3::from_quat(turn_about(axis, angle)), origin: DVec3::ZERO })
    }

    /// Turns about the x axis, then about the y axis, then about the z axis, by these angles in radians.
    ///
    /// # Errors
    /// When a number is not sane.
    pub fn turns(angles: DVec3) -> Result<Self, Error> {
        let x = Self::rotation(DVec3::X, angles.x)?;
        Ok(x.then(&Self::rotation(DVec3::Y, angles.y)?).then(&Self::rotation(DVec3::Z, angles.z)?))
    }

    /// Scales along the three axes; a negative factor mirrors.
    ///
    /// # Errors
    /// When a factor is nothing or not sane.
    pub fn scaling(by: DVec3) -> Result<Self, Error> {
        Self::matrix(DMat3::from_diagonal(by), DVec3::ZERO)
    }

    /// Any matrix, and a shift after it.
    ///
    /// # Errors
    /// When a number is not sane, or the matrix flattens things.
    pub fn matrix(matrix: DMat3, origin: DVec3) -> Result<Self, Error> {
        for axis in [matrix.x_axis, matrix.y_axis, matrix.z_axis] {
            vector_in_range("matrix of a placement", axis, MOST_LENGTH)?;
        }
        vector_in_range("shift of a placement", origin, MOST_LENGTH)?;
        let sizes = matrix.x_axis.length() * matrix.y_axis.length() * matrix.z_axis.length();
        if sizes < 1e-18 || matrix.determinant().abs() < 1e-12 * sizes {
            return Err(Error::degenerate("a placement", "flattens what it places: no scale may be 0"));
        }
        Ok(Self { matrix, origin })
    }

    /// First this, then `outer`: a part in its parent, and that in its own.
    #[must_use]
    pub fn then(&self, outer: &Self) -> Self {
        Self { matrix: outer.matrix * self.matrix, origin: outer.place(self.origin) }
    }

    /// The linear part.
    pub fn linear(&self) -> DMat3 {
        self.matrix
    }

    /// Where the origin goes.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Where a place goes.
    pub fn place(&self, p: DVec3) -> DVec3 {
        self.matrix * p + self.origin
    }

    /// What becomes of a difference of places.
    pub fn vector(&self, v: DVec3) -> DVec3 {
        self.matrix * v
    }

    /// Does it turn a left hand into a right one?
    pub fn mirrors(&self) -> bool {
        self.matrix.determinant() < 0.0
    }

    /// By what the three axes are scaled.
    pub fn scales(&self) -> DVec3 {
        DVec3::new(self.matrix.x_axis.length(), self.matrix.y_axis.length(), self.matrix.z_axis.length())
    }

    /// Does what stands upright stay upright: is z only scaled and shifted, not mirrored, and does nothing else lean into it?
    pub fn keeps_upright(&self) -> bool {
        let m = &self.matrix;
        let lean = m.x_axis.z.abs() + m.y_axis.z.abs() + m.z_axis.x.abs() + m.z_axis.y.abs();
        m.z_axis.z > 0.0 && lean <= PLACED_UPRIGHT * self.scales().max_element()
    }

    /// Does a circle lying flat stay one: are x and y scaled alike and still square to each other?
    pub fn keeps_circles(&self) -> bool {
        let (x, y) = (self.matrix.x_axis, self.matrix.y_axis);
        let size = x.length().max(y.length());
        self.keeps_upright()
            && (x.length() - y.length()).abs() <= PLACED_ALIKE * size
            && x.dot(y).abs() <= PLACED_ALIKE * size * size
    }

    /// The same as a turn, a shift and one scale; `None` if it mirrors, leans or scales unevenly, so that a ball would be
    /// none any more.
    pub fn similarity(&self) -> Option<Similarity> {
        if self.mirrors() {
            return None;
        }
        let scale = libm::cbrt(self.matrix.determinant());
        let turn = self.matrix * (1.0 / scale);
        let off = turn.transpose() * turn - DMat3::IDENTITY;
        let worst = off.to_cols_array().into_iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if worst > PLACED_ALIKE {
            return None;
        }
        let turn = if *self == Self::translation(self.origin) { DQuat::IDENTITY } else { DQuat::from_mat3(&turn) };
        Some(Similarity { turn: turn.normalize(), origin: self.origin, scale })
    }
}

impl From<Similarity> for Transform {
    fn from(lies: Similarity) -> Self {
        Self { matrix: DMat3::from_quat(lies.turn) * lies.scale, origin: lies.origin }
    }
}

/// The turn about a unit axis. By libm: the standard library's sine is another one on each system.
pub(crate) fn turn_about(axis: DVec3, angle: f64) -> DQuat {
    let half = axis * trig::sin(0.5 * angle);
    DQuat::from_xyzw(half.x, half.y, half.z, trig::cos(0.5 * angle))
}
