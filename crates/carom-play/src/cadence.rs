//! When the next frame goes to a page: as often as it asked for, and half as often while the server is short of time.
//!
//! Frames cost more than the ticks between them. When a machine has more tables than it can serve, all of them come late, by
//! chance now one and now another; a page shows thirty frames in even steps better than forty that stumble.

use core::time::Duration;

/// Frames that come late by more than this part of their period, on average, are too many.
const TOO_LATE: f64 = 1.0;
/// Where they are late by less than this part, or than this, there may be all of them again. Timers alone are late by a millisecond.
const IN_TIME: f64 = 0.15;
const IN_TIME_SECONDS: f64 = 1.5e-3;
/// How much the last frame counts in the average.
const NEWEST: f64 = 0.05;

/// The cadence of one page's frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cadence {
    /// Between two frames, as it was asked for.
    period: Duration,
    next: Duration,
    /// By which part of their period frames have been late, on average.
    late: f64,
    /// Every second frame is left out.
    sparing: bool,
}

impl Cadence {
    pub(crate) fn new(hz: f64, now: Duration) -> Self {
        Self { period: period(hz), next: now, late: 0.0, sparing: false }
    }

    /// The page asks for another rate.
    pub(crate) fn set_rate(&mut self, hz: f64) {
        self.period = period(hz);
    }

    /// The next frame is to go now.
    pub(crate) fn hurry(&mut self, now: Duration) {
        self.next = now;
    }

    pub(crate) fn is_due(&self, now: Duration) -> bool {
        now >= self.next
    }

    /// How long it is until the next frame.
    pub(crate) fn until(&self, now: Duration) -> Duration {
        self.next.saturating_sub(now)
    }

    /// A frame that was due goes now. Those that were missed are not made good.
    pub(crate) fn go(&mut self, now: Duration) {
        let late = now.saturating_sub(self.next).as_secs_f64() / self.period.as_secs_f64();
        // However late: one long wait is one.
        self.late += NEWEST * (late.min(2.0) - self.late);
        let in_time = IN_TIME.max(IN_TIME_SECONDS / self.period.as_secs_f64());
        self.sparing = self.late > if self.sparing { in_time } else { TOO_LATE.max(2.0 * in_time) };
        let next = self.next + self.step();
        self.next = if next > now { next } else { now + self.step() };
    }

    /// A frame goes before it is due: the next is due a whole step later.
    pub(crate) fn go_early(&mut self, now: Duration) {
        self.next = now + self.step();
    }

    fn step(&self) -> Duration {
        if self.sparing { 2 * self.period } else { self.period }
    }
}

fn period(hz: f64) -> Duration {
    Duration::from_secs_f64(1.0 / hz.clamp(*crate::request::RATES.start(), *crate::request::RATES.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many frames go in a second in which each is late by this.
    fn frames(cadence: &mut Cadence, from: Duration, late: Duration) -> usize {
        let mut now = from;
        let mut count = 0;
        while now < from + Duration::from_secs(1) {
            now += cadence.until(now) + late;
            assert!(cadence.is_due(now));
            cadence.go(now);
            count += 1;
        }
        count
    }

    #[test]
    fn a_server_short_of_time_sends_every_second_frame_and_all_of_them_again_afterwards() {
        let mut cadence = Cadence::new(60.0, Duration::ZERO);
        let second = Duration::from_secs(1);
        assert!((59..=61).contains(&frames(&mut cadence, Duration::ZERO, Duration::from_micros(200))), "in time");
        frames(&mut cadence, second, Duration::from_millis(20));
        let spared = frames(&mut cadence, 2 * second, Duration::from_millis(20));
        assert!((29..=31).contains(&spared), "{spared} frames in a second while they come late");
        frames(&mut cadence, 3 * second, Duration::from_millis(1));
        frames(&mut cadence, 4 * second, Duration::from_millis(1));
        let again = frames(&mut cadence, 5 * second, Duration::from_millis(1));
        assert!((55..=61).contains(&again), "{again} frames in a second afterwards");
    }

    #[test]
    fn a_fast_page_gets_all_of_its_frames_again_too() {
        let mut cadence = Cadence::new(240.0, Duration::ZERO);
        let second = Duration::from_secs(1);
        frames(&mut cadence, Duration::ZERO, Duration::from_millis(9));
        assert!(cadence.sparing);
        frames(&mut cadence, second, Duration::from_millis(1));
        assert!(!cadence.sparing);
    }

    #[test]
    fn one_long_wait_spares_nothing() {
        let mut cadence = Cadence::new(60.0, Duration::ZERO);
        frames(&mut cadence, Duration::ZERO, Duration::from_micros(200));
        let now = Duration::from_secs(9);
        cadence.go(now);
        assert!(!cadence.sparing && cadence.until(now) == cadence.period);
    }
}
