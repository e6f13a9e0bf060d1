//! Looking around in a machine without touching it: its playfield, whether a place is free, how far a way is clear.

use super::{Machine, Playfield};
use glam::DVec3;

impl Machine {
    /// What its parts stand on.
    pub fn playfield(&self) -> &Playfield {
        &self.playfield
    }

    /// Could a ball of `radius` be put here without overlapping a surface, a bat or another ball? Only surfaces count: the
    /// inside of a block that is larger than the ball is free, too. See [`clear_way`](Self::clear_way) for that.
    ///
    /// ```
    /// use carom::pinball::{Machine, Playfield, part::Bumper};
    /// use carom::{DVec2, DVec3, units::PINBALL_RADIUS};
    /// let mut machine = Machine::new(&Playfield::sized(0.5, 1.0))?;
    /// machine.add("bumper", Bumper { centre: DVec2::new(0.25, 0.5), ..Bumper::default() })?;
    /// assert!(machine.is_free(DVec3::new(0.1, 0.5, PINBALL_RADIUS), PINBALL_RADIUS));
    /// assert!(!machine.is_free(DVec3::new(0.22, 0.5, PINBALL_RADIUS), PINBALL_RADIUS), "in the bumper");
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn is_free(&self, place: DVec3, radius: f64) -> bool {
        self.world.is_free(place, radius)
    }

    /// The part of the straight way from one place to another that a ball of `radius` has free, as everything stands now: 1
    /// if nothing is in its way, 0 if it cannot even start. Straight down from the glass it tells on what a ball would land.
    pub fn clear_way(&self, from: DVec3, to: DVec3, radius: f64) -> f64 {
        self.world.clear_way(from, to, radius)
    }
}
