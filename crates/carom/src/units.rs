//! SI inside; Visual Pinball's units at the border, and the way between. Nothing else in Carom converts.
//!
//! Visual Pinball measures length so that a standard ball (1 1/16 inch across) is 50 units wide, time in steps of
//! 10 ms, mass in standard balls of 80 g.

/// Metres in one Visual Pinball length unit.
pub const VP_LENGTH: f64 = 1.0625 * 0.0254 / 50.0;
/// Seconds in one Visual Pinball time unit.
pub const VP_TIME: f64 = 0.01;
/// Kilograms in one Visual Pinball mass unit.
pub const VP_MASS: f64 = 0.08;
/// m/s in one Visual Pinball speed unit.
pub const VP_SPEED: f64 = VP_LENGTH / VP_TIME;
/// m/s² in one Visual Pinball acceleration unit.
pub const VP_ACCELERATION: f64 = VP_LENGTH / (VP_TIME * VP_TIME);
/// N m in one Visual Pinball unit of torque.
pub const VP_TORQUE: f64 = VP_MASS * VP_LENGTH * VP_LENGTH / (VP_TIME * VP_TIME);
/// rad/s in one Visual Pinball unit of spin.
pub const VP_SPIN: f64 = 1.0 / VP_TIME;
/// m/s: the speed at which Visual Pinball's elasticity falloff is stated (18.53 of its speed units).
pub const VP_FALLOFF_SPEED: f64 = 18.53 * VP_SPEED;

/// m: radius of a standard pinball.
pub const PINBALL_RADIUS: f64 = 25.0 * VP_LENGTH;
/// kg: mass of a standard pinball.
pub const PINBALL_MASS: f64 = VP_MASS;
/// m/s²: gravity at the Earth's surface, as pinball and billiards literature rounds it.
pub const EARTH_GRAVITY: f64 = 9.81;

/// Visual Pinball length units to metres.
pub fn metres_from_vp(units: f64) -> f64 {
    units * VP_LENGTH
}

/// Metres to Visual Pinball length units.
pub fn vp_from_metres(metres: f64) -> f64 {
    metres / VP_LENGTH
}

/// Degrees to radians.
pub fn radians(degrees: f64) -> f64 {
    degrees * (core::f64::consts::PI / 180.0)
}

/// Radians to degrees.
pub fn degrees(radians: f64) -> f64 {
    radians * (180.0 / core::f64::consts::PI)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_fifty_units_wide() {
        assert!((VP_LENGTH - 0.539_75e-3).abs() < 1e-15, "{VP_LENGTH}");
        assert!((vp_from_metres(2.0 * PINBALL_RADIUS) - 50.0).abs() < 1e-12, "a ball's diameter");
        assert!((vp_from_metres(metres_from_vp(1234.5)) - 1234.5).abs() < 1e-9, "there and back");
        assert!((EARTH_GRAVITY / VP_ACCELERATION - 1.817_51).abs() < 1e-4, "Visual Pinball's GRAVITYCONST");
    }
}
