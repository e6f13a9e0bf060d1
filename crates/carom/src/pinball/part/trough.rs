//! The trough: takes the balls that drain, keeps them in order, and puts them back into play one by one.

use super::trigger::TriggerArea;
use crate::error::{Error, in_range, vector_in_range};
use crate::tolerance::{MOST_LENGTH, MOST_SPEED};
use crate::units::{PINBALL_MASS, PINBALL_RADIUS, VP_SPEED};
use crate::zone::Zone;
use glam::{DVec2, DVec3};

/// A trough with its drain.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `drain` | where it takes balls | m | 50 mm about 0, 0 | (a kicker and script) |
/// | `exit` | where it puts them, their centre | m | 0, 0, one radius | (a kicker and script) |
/// | `kick_angle` | heading with which they come out | rad | 0 | |
/// | `kick_speed` | speed with which they come out | m/s | 0.54 (10) | |
/// | `balls` | how many standard balls it holds at first | | 1 | |
/// | `capacity` | how many it can hold | | 8 | |
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub struct Trough {
    pub drain: TriggerArea,
    pub exit: DVec3,
    pub kick_angle: f64,
    pub kick_speed: f64,
    pub balls: usize,
    pub capacity: usize,
}

impl Default for Trough {
    fn default() -> Self {
        Self {
            drain: TriggerArea::Round { centre: DVec2::ZERO, radius: 0.05 },
            exit: DVec3::new(0.0, 0.0, PINBALL_RADIUS),
            kick_angle: 0.0,
            kick_speed: 10.0 * VP_SPEED,
            balls: 1,
            capacity: 8,
        }
    }
}

/// A ball that waits: its radius and mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Waiting {
    pub(crate) radius: f64,
    pub(crate) mass: f64,
}

impl Trough {
    pub(crate) fn check(&self) -> Result<(), Error> {
        vector_in_range("trough: exit", self.exit, MOST_LENGTH)?;
        in_range("trough: kick angle", self.kick_angle, -100.0, 100.0)?;
        in_range("trough: kick speed", self.kick_speed, 0.0, MOST_SPEED)?;
        in_range("trough: capacity", self.capacity as f64, 1.0, 1000.0)?;
        in_range("trough: balls", self.balls as f64, 0.0, self.capacity as f64)?;
        self.zone().map(drop)
    }

    pub(crate) fn zone(&self) -> Result<Zone, Error> {
        let zone = match &self.drain {
            TriggerArea::Round { centre, radius } => Zone::disk(*centre, *radius),
            TriggerArea::Outline(corners) => Zone::outline(corners),
        };
        zone.map_err(|error| error.within("trough"))
    }

    /// The balls that it holds at first.
    pub(crate) fn first_balls(&self) -> Vec<Waiting> {
        vec![Waiting { radius: PINBALL_RADIUS, mass: PINBALL_MASS }; self.balls]
    }
}
