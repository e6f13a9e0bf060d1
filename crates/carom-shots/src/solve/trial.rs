//! One strike tried: played to its end and measured.

use super::Noise;
use super::goal::Goal;
use crate::Prepared;
use carom::billiards::{Shot, Strike};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use rayon::prelude::*;

/// Events of a trial at most: a shot that is worth playing has far fewer.
const MOST_EVENTS: usize = 5000;
/// What a strike that cannot be played misses by (a miscue).
const MISCUE: f64 = 100.0;

/// A strike and by how much it misses the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    pub(super) strike: Strike,
    pub(super) miss: f64,
}

/// Plays strikes, and counts them.
pub(super) struct Bench<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) goal: &'a Goal,
    total: usize,
    done: AtomicUsize,
    progress: &'a (dyn Fn(usize, usize) + Sync),
    stop: &'a AtomicBool,
}

impl<'a> Bench<'a> {
    pub(super) fn new(
        prepared: &'a Prepared,
        goal: &'a Goal,
        total: usize,
        progress: &'a (dyn Fn(usize, usize) + Sync),
        stop: &'a AtomicBool,
    ) -> Self {
        Self { prepared, goal, total, done: AtomicUsize::new(0), progress, stop }
    }

    /// Strikes played so far.
    pub(super) fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// Strikes that may still be played.
    pub(super) fn left(&self) -> usize {
        self.total.saturating_sub(self.done())
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays a strike; `None` if it is a miscue or cannot be played.
    pub(super) fn shot(&self, strike: &Strike) -> Option<Shot> {
        let Prepared { table, models, balls, time, events, .. } = self.prepared;
        let mut shot = Shot::new(table, models, balls, Some(strike)).ok()?;
        shot.run_until(*time, (*events).min(MOST_EVENTS));
        Some(shot)
    }

    /// By how much a strike misses.
    pub(super) fn miss(&self, strike: &Strike) -> f64 {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.progress)(done.min(self.total), self.total);
        self.shot(strike).map_or(MISCUE, |shot| self.goal.miss(self.prepared, &shot, strike.ball))
    }

    /// Tries strikes at the same time; the answers come in their order. Told to stop, it leaves out the rest.
    pub(super) fn try_all(&self, strikes: Vec<Strike>) -> Vec<Tried> {
        let one = |strike: Strike| (!self.is_stopped()).then(|| Tried { strike, miss: self.miss(&strike) });
        let tried: Vec<Option<Tried>> = strikes.into_par_iter().map(one).collect();
        tried.into_iter().flatten().collect()
    }

    /// How many of the repeats with errors meet the goal.
    pub(super) fn robust(&self, strike: &Strike, noise: &Noise, seed: u64, repeats: usize) -> usize {
        (0..repeats).into_par_iter().filter(|k| self.miss(&noise.on(strike, seed, *k)) == 0.0).count()
    }
}
