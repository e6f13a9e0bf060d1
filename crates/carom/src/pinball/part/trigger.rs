//! The trigger: a rollover, a lane wire, an invisible line. It tells of balls that come and go and never touches them.

use crate::error::{Error, in_range};
use crate::tolerance::MOST_LENGTH;
use crate::units::{PINBALL_RADIUS, VP_LENGTH};
use crate::zone::Zone;
use glam::DVec2;

/// What a trigger covers.
#[derive(Clone, Debug, PartialEq)]
pub enum TriggerArea {
    /// A button or star: everything within a radius.
    Round {
        /// m: its middle.
        centre: DVec2,
        /// m.
        radius: f64,
    },
    /// Everything within an outline.
    Outline(Vec<DVec2>),
}

/// A trigger.
///
/// | field | meaning | unit | default | Visual Pinball |
/// |---|---|---|---|---|
/// | `area` | what it covers | m | a square of 32 mm (60) | Shape, DragPoints, Radius |
/// | `low` | height of what it lies on | m | 0 | Surface |
/// | `hit_height` | up to where it notices balls | m | 27 mm (50) | HitHeight |
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the table above says what each is")]
pub struct Trigger {
    pub area: TriggerArea,
    pub low: f64,
    pub hit_height: f64,
}

impl Default for Trigger {
    fn default() -> Self {
        let half = 30.0 * VP_LENGTH;
        let square = [[-half, -half], [half, -half], [half, half], [-half, half]].map(DVec2::from);
        Self { area: TriggerArea::Outline(square.to_vec()), low: 0.0, hit_height: 50.0 * VP_LENGTH }
    }
}

impl Trigger {
    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("trigger: low", self.low, -MOST_LENGTH, MOST_LENGTH)?;
        in_range("trigger: hit height", self.hit_height, 0.0, MOST_LENGTH)?;
        self.zone().map(drop)
    }

    pub(crate) fn zone(&self) -> Result<Zone, Error> {
        let zone = match &self.area {
            TriggerArea::Round { centre, radius } => Zone::disk(*centre, *radius),
            TriggerArea::Outline(corners) => Zone::outline(corners),
        };
        // A ball that half reaches into it counts, as in Visual Pinball.
        let slack = 0.5 * PINBALL_RADIUS;
        let zone = zone.map_err(|error| error.within("trigger"))?;
        zone.with_height(self.low - slack, self.low + self.hit_height + slack)
    }
}
