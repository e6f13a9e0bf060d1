//! From wall time to ticks: how many of them are due.

use core::time::Duration;

/// ms: when more time than this has passed unseen, the machine was asleep or overloaded, and the rest is dropped. A game that
/// races to make good for a pause nobody asked for cannot be played.
const MOST_LATE: f64 = 100.0;

/// The pace of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    last: Duration,
    /// Ticks that are due. Negative, down to -1, after a press that did not wait for its tick.
    owed: f64,
    rate: f64,
    paused: bool,
}

impl Pace {
    pub(crate) fn new(now: Duration) -> Self {
        Self { last: now, owed: 0.0, rate: 1.0, paused: false }
    }

    /// Time goes on to now.
    pub(crate) fn pass(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.last).as_nanos() as f64 / 1e6;
        self.last = self.last.max(now);
        if !self.paused {
            self.owed = (self.owed + passed * self.rate).min(MOST_LATE * self.rate.max(0.01));
        }
    }

    /// Is a tick due?
    pub(crate) fn is_due(&self) -> bool {
        self.owed >= 1.0
    }

    /// May a tick run at once, because a button was pressed? Once; the one after it must wait for its time.
    pub(crate) fn may_hurry(&self) -> bool {
        !self.paused && self.owed >= 0.0
    }

    /// A tick has run.
    pub(crate) fn ran(&mut self) {
        self.owed -= 1.0;
    }

    /// How long it is until so many more ticks have become due.
    pub(crate) fn until(&self, ticks: u64) -> Duration {
        let ms = (ticks as f64 - self.owed).max(0.0) / self.rate;
        // Rounded up, or the last billionth of a tick would be waited for in vain over and over.
        Duration::from_secs_f64((ms * 1e-3).min(3600.0)) + Duration::from_nanos(1)
    }

    /// ms of wall time since the last tick was due.
    pub(crate) fn ahead(&self) -> f64 {
        self.owed.max(0.0) / self.rate
    }

    /// Slow motion.
    pub(crate) fn set_rate(&mut self, rate: f64) {
        // What is owed was counted at the old rate, and less than a tick of it matters.
        (self.rate, self.owed) = (rate, self.owed.min(1.0));
    }

    pub(crate) fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused
    }

    /// Another game begins: nothing is owed.
    pub(crate) fn restart(&mut self, now: Duration) {
        (self.last, self.owed) = (now, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn ticks(pace: &mut Pace, now: u64) -> usize {
        pace.pass(ms(now));
        let mut count = 0;
        while pace.is_due() {
            pace.ran();
            count += 1;
        }
        count
    }

    #[test]
    fn a_tick_is_due_every_millisecond_times_the_rate() {
        let mut pace = Pace::new(ms(5));
        assert_eq!(ticks(&mut pace, 22), 17);
        assert_eq!(ticks(&mut pace, 22), 0);
        pace.set_rate(0.25);
        assert_eq!(ticks(&mut pace, 62), 10);
        assert_eq!(pace.until(1), ms(4) + Duration::from_nanos(1));
    }

    #[test]
    fn a_sleep_is_not_made_good() {
        let mut pace = Pace::new(ms(0));
        assert_eq!(ticks(&mut pace, 3_600_000), 100);
        assert_eq!(ticks(&mut pace, 3_600_001), 1, "and time goes on as before");
    }

    #[test]
    fn nothing_is_owed_for_a_pause() {
        let mut pace = Pace::new(ms(0));
        pace.set_paused(true);
        assert_eq!(ticks(&mut pace, 50), 0);
        pace.set_paused(false);
        assert_eq!(ticks(&mut pace, 60), 10);
    }

    #[test]
    fn a_hurried_tick_is_taken_from_the_time_to_come() {
        let mut pace = Pace::new(ms(0));
        assert!(pace.may_hurry());
        pace.ran();
        assert!(!pace.may_hurry(), "a flood of presses does not make time run faster");
        assert_eq!((pace.ahead(), pace.until(1)), (0.0, ms(2) + Duration::from_nanos(1)));
        assert_eq!(ticks(&mut pace, 10), 9);
    }
}
