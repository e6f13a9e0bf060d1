//! Trigonometry from `libm`: a plain port of one C library, the same bits on every machine. The standard library's
//! `sin` calls whatever the system has, and those differ in the last bit.

/// Sine of an angle in radians.
pub fn sin(angle: f64) -> f64 {
    libm::sin(angle)
}

/// Cosine of an angle in radians.
pub fn cos(angle: f64) -> f64 {
    libm::cos(angle)
}

/// The angle of the vector `(x, y)`, in `(-pi, pi]`.
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}
