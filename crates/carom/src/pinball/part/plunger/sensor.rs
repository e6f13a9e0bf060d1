//! The sensor of a real plunger: what it has said of late, how far back and how fast.

use crate::pinball::TICK;

/// ms. Over how long the speed of a sensor is measured: sensors speak every 8 to 10 ms.
const SENSOR_SPAN: usize = 10;
/// ms: for how long the farthest pull of a sensor is remembered.
pub(super) const MEMORY: usize = 100;
/// A sensor is taken to be let go when it is this far before its farthest pull.
const LET_GO: f64 = 0.1;
/// m: the travel of a real plunger.
const REAL_TRAVEL: f64 = 3.0 * 0.0254;

/// What a real plunger's sensor has said in the last tenth of a second: 0 parked, 1 fully back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sensor {
    pub(super) now: f64,
    past: [f64; MEMORY],
    /// Where the next goes: the oldest.
    next: usize,
}

impl Sensor {
    pub(super) fn new(now: f64) -> Self {
        Self { now, past: [now; MEMORY], next: 0 }
    }

    pub(super) fn remember(&mut self) {
        self.past[self.next] = self.now;
        self.next = (self.next + 1) % MEMORY;
    }

    /// The farthest pull of the last tenth of a second.
    fn apex(&self) -> f64 {
        self.past.iter().copied().fold(self.now, f64::max)
    }

    /// m/s: of a real plunger; negative is forward.
    pub(super) fn speed(&self) -> f64 {
        let before = self.past[(self.next + MEMORY - SENSOR_SPAN) % MEMORY];
        (self.now - before) * REAL_TRAVEL / (SENSOR_SPAN as f64 * TICK)
    }

    /// How far back the real plunger was when it was let go, if it runs forward now.
    pub(super) fn let_go_from(&self) -> Option<f64> {
        let apex = self.apex();
        (self.now <= apex - LET_GO && apex > 0.0).then_some(apex)
    }

    /// Everything it knows, the oldest first, for hashes.
    pub(super) fn numbers(self) -> impl Iterator<Item = f64> {
        core::iter::once(self.now).chain((0..MEMORY).map(move |k| self.past[(self.next + k) % MEMORY]))
    }
}
