//! Round after round: explore, improve, repeat with errors, keep the most forgiving.

use super::goal::first_pot;
use super::propose::Proposer;
use super::trial::{Bench, Tried};
use super::{Found, Options, Solution};
use crate::summary::summary;
use carom::billiards::Strike;
use core::f64::consts::{PI, TAU};
use rayon::prelude::*;

/// Strikes of a round: after each there is something to show for it.
const ROUND: usize = 1500;
/// Strikes of a round that is worth beginning.
const LEAST_ROUND: usize = 40;
/// Strikes improved in a round.
const IMPROVED: usize = 12;
/// Errors in a first look at how forgiving a strike is.
const LOOK: usize = 12;
/// Steps by which a strike is made more forgiving.
const EASING: usize = 4;
/// Strikes kept from round to round.
const POOL: usize = 24;

pub(super) struct Round<'a> {
    bench: &'a Bench<'a>,
    proposer: &'a Proposer,
    options: &'a Options,
    /// Strikes that meet the goal, and how many of the first errors they forgive; the most forgiving first.
    pool: Vec<(Strike, usize)>,
    nearest: Option<Tried>,
    /// Strikes proposed so far: the number of the next.
    proposed: usize,
}

impl<'a> Round<'a> {
    pub(super) fn new(bench: &'a Bench<'a>, proposer: &'a Proposer, options: &'a Options) -> Self {
        Self { bench, proposer, options, pool: Vec::new(), nearest: None, proposed: 0 }
    }

    /// Rounds until the strikes are used up; enough are left for the last repeats.
    pub(super) fn play(&mut self) {
        let last = (self.options.repeats * self.options.keep * 2).min(self.options.tries / 3);
        loop {
            self.one(ROUND.min(self.bench.left().saturating_sub(last)));
            if self.bench.is_stopped() || self.bench.left() < last + LEAST_ROUND {
                return;
            }
        }
    }

    /// A round of so many strikes: half of them new ones, a fifth to improve the best, a fifth to look at what meets the
    /// goal, and a tenth to ease it.
    fn one(&mut self, strikes: usize) {
        let first = self.proposed;
        self.proposed += (strikes / 2).max(1);
        let mut explored = self.bench.try_all((first..self.proposed).map(|k| self.proposer.strike(k)).collect());
        sort(&mut explored);
        let improved = self.improve(&distinct(&explored, IMPROVED), strikes / 5 / IMPROVED);
        explored.extend(improved);
        sort(&mut explored);
        if let Some(best) = explored.first()
            && self.nearest.is_none_or(|nearest| best.miss < nearest.miss)
        {
            self.nearest = Some(*best);
        }
        let met: Vec<Tried> = explored.into_iter().filter(|tried| tried.miss == 0.0).collect();
        // Told to stop, it still looks at a few, so that what was found is not lost: a moment's work.
        let most = (strikes / 5 / LOOK).max(1);
        let looked: Vec<(Strike, usize)> = distinct(&met, most)
            .iter()
            .enumerate()
            .map_while(|(k, tried)| {
                (!self.bench.is_stopped() || k < self.options.keep).then(|| (tried.strike, self.look(&tried.strike)))
            })
            .collect();
        self.keep(looked);
        let eased: Vec<(Strike, usize)> = self
            .pool
            .iter()
            .take(strikes / 10 / (EASING * (LOOK + 1)))
            .map(|(strike, forgiven)| self.ease(*strike, *forgiven))
            .collect();
        self.keep(eased);
    }

    /// How many of the first errors a strike forgives.
    fn look(&self, strike: &Strike) -> usize {
        self.bench.robust(strike, &self.options.noise, self.options.seed, LOOK)
    }

    /// Each strike moved, by ever smaller steps, towards the goal.
    fn improve(&self, from: &[Tried], steps: usize) -> Vec<Tried> {
        let round = self.proposed;
        let one = |(rank, start): (usize, &Tried)| {
            let mut best = *start;
            for step in 0..steps {
                if best.miss == 0.0 || self.bench.is_stopped() {
                    break;
                }
                let far = libm::exp2(-4.0 * step as f64 / steps as f64);
                let strike = self.proposer.near(&best.strike, far, &format!("improve {round} {rank} {step}"));
                let miss = self.bench.miss(&strike);
                if miss < best.miss {
                    best = Tried { strike, miss };
                }
            }
            best
        };
        from.par_iter().enumerate().map(one).collect()
    }

    /// A strike moved to where it forgives more.
    fn ease(&self, strike: Strike, forgiven: usize) -> (Strike, usize) {
        let mut best = (strike, forgiven);
        for step in 0..EASING {
            if best.1 == LOOK || self.bench.is_stopped() {
                break;
            }
            let far = 0.5 / (1 + step) as f64;
            let purpose = format!("ease {} {} {step}", self.proposed, strike.direction.to_bits());
            let near = self.proposer.near(&best.0, far, &purpose);
            if self.bench.miss(&near) == 0.0 {
                let forgiven = self.look(&near);
                if forgiven > best.1 {
                    best = (near, forgiven);
                }
            }
        }
        best
    }

    fn keep(&mut self, more: Vec<(Strike, usize)>) {
        self.pool.extend(more);
        // The sort is stable: among equals the first found comes first.
        self.pool.sort_by_key(|(_, forgiven)| core::cmp::Reverse(*forgiven));
        let mut kept: Vec<(Strike, usize)> = Vec::new();
        for (strike, forgiven) in self.pool.drain(..) {
            if kept.len() < POOL && !kept.iter().any(|(other, _)| is_alike(other, &strike)) {
                kept.push((strike, forgiven));
            }
        }
        self.pool = kept;
    }

    /// What was found, after the last repeats.
    pub(super) fn found(self) -> Found {
        let stopped = self.bench.is_stopped();
        let most = self.options.keep * 2;
        let repeats = self.options.repeats.min(self.bench.left() / most);
        // Told to stop, one has no time for more than the first look; and few strikes allow few repeats.
        let repeats = (!stopped && (repeats == self.options.repeats || repeats > LOOK)).then_some(repeats);
        let one = |(strike, forgiven): &(Strike, usize)| match repeats {
            Some(repeats) => {
                let forgiven = self.bench.robust(strike, &self.options.noise, self.options.seed, repeats);
                self.solution(strike, forgiven, repeats)
            }
            None => self.solution(strike, *forgiven, LOOK),
        };
        let mut solutions: Vec<Solution> = self.pool.iter().take(most).filter_map(one).collect();
        solutions.sort_by(|a, b| b.robust.total_cmp(&a.robust));
        solutions.truncate(self.options.keep);
        let nearest = if solutions.is_empty() { self.nearest } else { None };
        Found { solutions, nearest: nearest.map(|tried| (tried.strike, tried.miss)), tried: self.bench.done(), stopped }
    }

    fn solution(&self, strike: &Strike, forgiven: usize, repeats: usize) -> Option<Solution> {
        let prepared = self.bench.prepared;
        let shot = self.bench.shot(strike)?;
        let call = first_pot(&shot, strike.ball).and_then(|(ball, pocket)| {
            Some((prepared.balls.get(ball)?.name.clone(), prepared.table.pockets.get(pocket)?.name.clone()))
        });
        Some(Solution {
            strike: *strike,
            robust: forgiven as f64 / repeats as f64,
            repeats,
            call,
            cue_ball: shot.state(strike.ball).position,
            words: summary(prepared, &shot, strike.ball),
        })
    }
}

/// The nearest to the goal first; the sort is stable.
fn sort(tried: &mut [Tried]) {
    tried.sort_by(|a, b| a.miss.total_cmp(&b.miss));
}

/// The first few that are not alike.
fn distinct(tried: &[Tried], most: usize) -> Vec<Tried> {
    let mut kept: Vec<Tried> = Vec::new();
    for one in tried {
        if kept.len() == most {
            break;
        }
        if !kept.iter().any(|other| is_alike(&other.strike, &one.strike)) {
            kept.push(*one);
        }
    }
    kept
}

/// Would a player call them the same strike?
fn is_alike(a: &Strike, b: &Strike) -> bool {
    let turn = (a.direction - b.direction).abs();
    let turn = turn.min(TAU - turn);
    turn < 0.5 * PI / 180.0
        && (a.speed - b.speed).abs() < 0.1 * a.speed.max(b.speed)
        && (a.side - b.side).abs() < 0.1
        && (a.height - b.height).abs() < 0.1
        && (a.elevation - b.elevation).abs() < 0.05
}
