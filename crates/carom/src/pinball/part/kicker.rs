//! The kicker: a hole that catches a ball and throws it out again.
//!
//! In the old way (`legacy`) it takes every ball whose centre comes over its inner part. Otherwise it is a real hole: over
//! it the playfield is not there, the ball rolls over the rim, rattles, and is caught when it has sunk in, or flies on.

use crate::error::{Error, flat_in_range, in_range};
use crate::math::rng::Stream;
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::{PINBALL_RADIUS, VP_LENGTH, VP_SPEED};
use crate::zone::Zone;
use glam::{DVec2, DVec3};

/// A kicker.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `centre` | the middle of the hole | m | 0, 0 | Center |
/// | `radius` | of the hole | m | 13.5 mm (25) | Radius |
/// | `low` | height of what it is in | m | 0 | Surface |
/// | `legacy` | catches everything over its inner part | | yes | Legacy |
/// | `fall_through` | the ball drops out below instead of being held | | no | FallThrough |
/// | `hit_accuracy` | how low the ball must have sunk to be caught, as a part of its height on the playfield | | 0.5 | HitAccuracy |
/// | `hit_height` | up to where it catches | m | 18.9 mm (35) | HitHeight |
/// | `kick_angle` | heading of the throw | rad | 0 | Kick |
/// | `kick_speed` | speed of the throw | m/s | 1.08 (20) | Kick |
/// | `kick_inclination` | how steeply upwards | rad | 0 | KickZ |
/// | `scatter` | by how much the heading varies, at most | rad | 0 | Scatter |
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub struct Kicker {
    pub centre: DVec2,
    pub radius: f64,
    pub low: f64,
    pub legacy: bool,
    pub fall_through: bool,
    pub hit_accuracy: f64,
    pub hit_height: f64,
    pub kick_angle: f64,
    pub kick_speed: f64,
    pub kick_inclination: f64,
    pub scatter: f64,
}

impl Default for Kicker {
    fn default() -> Self {
        Self {
            centre: DVec2::ZERO,
            radius: 25.0 * VP_LENGTH,
            low: 0.0,
            legacy: true,
            fall_through: false,
            hit_accuracy: 0.5,
            hit_height: 35.0 * VP_LENGTH,
            kick_angle: 0.0,
            kick_speed: 20.0 * VP_SPEED,
            kick_inclination: 0.0,
            scatter: 0.0,
        }
    }
}

impl Kicker {
    pub(crate) fn check(&self) -> Result<(), Error> {
        flat_in_range("kicker: centre", self.centre, MOST_LENGTH)?;
        in_range("kicker: radius", self.radius, 1e-6, MOST_LENGTH)?;
        in_range("kicker: low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("kicker: hit accuracy", self.hit_accuracy, 0.0, 1.0)?;
        in_range("kicker: hit height", self.hit_height, 1e-6, MOST_LENGTH)?;
        in_range("kicker: kick angle", self.kick_angle, -100.0, 100.0)?;
        in_range("kicker: kick speed", self.kick_speed, 0.0, MOST_SPEED)?;
        in_range("kicker: kick inclination", self.kick_inclination, -10.0, 10.0)?;
        in_range("kicker: scatter", self.scatter, 0.0, 10.0)?;
        Ok(())
    }

    /// m: within what of the middle a ball's centre counts (guide 7.7).
    fn reach(&self) -> f64 {
        self.radius
            * if !self.legacy {
                1.0
            } else if self.fall_through {
                0.75
            } else {
                0.6
            }
    }

    /// Its mouth: where a ball counts as over the hole.
    pub(crate) fn mouth(&self) -> Result<Zone, Error> {
        let depth = if self.legacy { 0.5 * PINBALL_RADIUS } else { 4.0 * PINBALL_RADIUS };
        // Visual Pinball's is closed above by a dome, a fifth of the radius high; this is its middle height.
        let high = self.low + self.hit_height + 0.1 * self.reach();
        Zone::disk(self.centre, self.reach())?.with_height(self.low - depth, high)
    }

    /// Its pit: where a ball has sunk in so far that it is caught. Only a real hole has one.
    pub(crate) fn pit(&self) -> Result<Option<Zone>, Error> {
        if self.legacy {
            return Ok(None);
        }
        let high = self.low + PINBALL_RADIUS * self.hit_accuracy;
        Zone::disk(self.centre, self.reach())?.with_height(self.low - 4.0 * PINBALL_RADIUS, high).map(Some)
    }

    /// Where a ball of `radius` is held.
    pub(crate) fn seat(&self, radius: f64) -> DVec3 {
        self.centre.extend(self.low + radius)
    }

    /// m/s: with what a ball is thrown out.
    pub(crate) fn throw(angle: f64, speed: f64, inclination: f64, scatter: f64, stream: &mut Stream) -> DVec3 {
        let turned = if scatter > 0.0 {
            let x = stream.between(-1.0, 1.0);
            angle + 1.5 * 3.0_f64.sqrt() * x * (1.0 - x * x) * scatter
        } else {
            angle
        };
        let up = speed * libm::sin(inclination);
        // Visual Pinball keeps the full speed along the table when the throw does not go upwards.
        let along = if up > 0.0 { speed * libm::cos(inclination) } else { speed };
        (super::flipper::direction(turned) * along).extend(up)
    }
}
