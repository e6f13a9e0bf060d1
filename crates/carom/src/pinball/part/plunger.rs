//! A plunger: a rod that is pulled back along y and shot forward, by a key, by a coil, or by a real one with a sensor.
//!
//! Visual Pinball's law. The tip runs between `y` (fully back) and `y - stroke` (fully forward) and rests at its park. A
//! shot gives it one speed, by how far it was pulled, until it bounces past its park and dies out there; what a ball gets
//! from it is a law of its own.

mod motion;
mod sensor;

pub(crate) use motion::PlungerState;

use crate::error::{Error, in_range};
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::{VP_LENGTH, VP_SPEED, VP_TIME};
use glam::DVec2;

/// Visual Pinball's plunger weighs thirty balls wherever its mass counts, and has a natural stroke of thirteen units.
const PLUNGER_BALLS: f64 = 30.0;
const NATURAL_STROKE: f64 = 13.0;

/// A plunger.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `x` | of its middle | m | 0 | Center |
/// | `y` | of its tip, fully back | m | 0 | Center |
/// | `width` | half of the tip's | m | 25 units, 13 mm | Width |
/// | `height` | from the tip, fully back, to its base | m | 20 units, 11 mm | Height |
/// | `stroke` | from fully back to fully forward | m | 80 units, 43 mm | Stroke |
/// | `low` | height of the surface it lies on | m | 0 | Surface |
/// | `pull_speed` | a pull gains a thirtieth of this each millisecond | m/s | 5 units, 0.27 m/s | PullSpeed |
/// | `release_speed` | a shot does this over 3.9 strokes a second, if pulled a whole stroke behind its park | | 80 | ReleaseSpeed |
/// | `park` | where it rests, from 0, fully forward, to 1, fully back | | 1/6 | ParkPosition |
/// | `auto` | does a coil drive it? Then every shot is a full one | | false | AutoPlunger |
/// | `mechanical` | does it follow a real one with a sensor? | | false | MechPlunger |
/// | `mech_strength` | how quickly it follows | | 85 | MechStrength |
/// | `transfer` | part of its speed that a ball feels | | 1 | MomentumXfer |
/// | `scatter_speed` | largest random change of a ball's speed along y, on the hardest table | m/s | 0 | ScatterVelocity |
#[derive(Clone, Debug, PartialEq)]
pub struct Plunger {
    /// m: of its middle.
    pub x: f64,
    /// m: of its tip, fully back.
    pub y: f64,
    /// m: half of the tip's.
    pub width: f64,
    /// m: from the tip, fully back, to its base.
    pub height: f64,
    /// m: from fully back to fully forward.
    pub stroke: f64,
    /// m: height of the surface it lies on.
    pub low: f64,
    /// m/s: a pull gains a thirtieth of this each millisecond.
    pub pull_speed: f64,
    /// In 1/3.9 strokes a second.
    pub release_speed: f64,
    /// Where it rests, from 0, fully forward, to 1, fully back.
    pub park: f64,
    /// Does a coil drive it?
    pub auto: bool,
    /// Does it follow a real one with a sensor?
    pub mechanical: bool,
    /// How quickly it follows.
    pub mech_strength: f64,
    /// Part of its speed that a ball feels.
    pub transfer: f64,
    /// m/s: largest random change of a ball's speed along y.
    pub scatter_speed: f64,
}

impl Default for Plunger {
    fn default() -> Self {
        Self {
            x: 0.0,
            y: 0.0,
            width: 25.0 * VP_LENGTH,
            height: 20.0 * VP_LENGTH,
            stroke: 80.0 * VP_LENGTH,
            low: 0.0,
            pull_speed: 5.0 * VP_SPEED,
            release_speed: 80.0,
            park: 1.0 / 6.0,
            auto: false,
            mechanical: false,
            mech_strength: 85.0,
            transfer: 1.0,
            scatter_speed: 0.0,
        }
    }
}

impl Plunger {
    /// Is every number sane?
    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("x", self.x, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("y", self.y, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("width", self.width, VP_LENGTH * 1e-3, MOST_LENGTH)?;
        in_range("height", self.height, 0.0, MOST_LENGTH)?;
        in_range("stroke", self.stroke, VP_LENGTH * 1e-3, MOST_LENGTH)?;
        in_range("low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("pull_speed", self.pull_speed, 0.0, MOST_SPEED)?;
        in_range("release_speed", self.release_speed, 0.0, 1e6)?;
        in_range("park", self.park, 0.0, 1.0)?;
        in_range("mech_strength", self.mech_strength, 0.0, 1e3)?;
        in_range("transfer", self.transfer, 0.0, 1e3)?;
        in_range("scatter_speed", self.scatter_speed, 0.0, MOST_SPEED)?;
        Ok(())
    }

    /// The corners of the plunger seen from above with its tip at `place` (m): the tip's left and right, the base's right
    /// and left. The tip's face looks towards −y.
    pub(crate) fn corners(&self, place: f64) -> [DVec2; 4] {
        let (left, right, base) = (self.x - self.width, self.x + self.width, self.y + self.height);
        [DVec2::new(left, place), DVec2::new(right, place), DVec2::new(right, base), DVec2::new(left, base)]
    }

    /// m: from where to where it stands: as high as a ball.
    pub(crate) fn extent(&self) -> (f64, f64) {
        (self.low, self.low + 50.0 * VP_LENGTH)
    }

    /// m: the tip's place, fully forward.
    fn front(&self) -> f64 {
        self.y - self.stroke
    }

    /// m: the tip's place at `part` of the stroke, 0 fully forward and 1 fully back.
    fn place(&self, part: f64) -> f64 {
        self.front() + part * self.stroke
    }

    /// m/s: the speed of a shot from `back` (part of the stroke) behind the park.
    fn shot(&self, back: f64) -> f64 {
        -self.release_speed * self.stroke * back / (NATURAL_STROKE * PLUNGER_BALLS * VP_TIME)
    }
}
