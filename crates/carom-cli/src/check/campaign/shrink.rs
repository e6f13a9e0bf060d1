//! Cutting a plan down to what its trouble needs: shorter, with fewer balls and fewer deeds (delta debugging; Zeller & Hildebrandt
//! 2002). Every smaller plan is played; it counts if the same kind of trouble comes of it.

use super::case::Field;
use super::plan::Plan;
use super::watch::Trouble;
use carom::pinball::Machine;

/// Plans that are tried at most, so that a case that can hardly be cut down takes no hour. A count, not a time: the result is the
/// same on every machine.
const MOST_TRIES: usize = 400;

/// A plan that is cut down, and what comes of it.
#[derive(Debug)]
pub(crate) struct Shrunk {
    pub(crate) plan: Plan,
    pub(crate) trouble: Trouble,
    /// Plans that were played.
    pub(crate) tries: usize,
}

/// Cuts a plan down from which this trouble comes.
pub(crate) fn shrink(field: &Field, machine: &mut Machine, plan: &Plan, trouble: &Trouble) -> Shrunk {
    let best = Shrunk { plan: plan.clone(), trouble: trouble.clone(), tries: 0 };
    let mut work = Work { field, machine, longest: plan.ticks, best };
    work.shorten();
    loop {
        let before = work.best.plan.size();
        work.with_fewer(|plan| plan.balls.len(), |plan, keep| retain(&mut plan.balls, keep));
        work.with_fewer(|plan| plan.deeds.len(), |plan, keep| retain(&mut plan.deeds, keep));
        work.begin_earlier();
        if work.best.plan.size() == before || work.best.tries >= MOST_TRIES {
            return work.best;
        }
    }
}

struct Work<'a> {
    field: &'a Field,
    machine: &'a mut Machine,
    /// Ticks of the plan as it was. With less in it the trouble may come later.
    longest: u64,
    best: Shrunk,
}

impl Work<'_> {
    /// Plays a smaller plan; if the trouble is still there, it is the best from now on.
    fn try_out(&mut self, mut plan: Plan) -> bool {
        if self.best.tries >= MOST_TRIES {
            return false;
        }
        self.best.tries += 1;
        plan.ticks = self.longest;
        let played = self.field.play(self.machine, &plan).ok().and_then(|played| played.trouble);
        match played.filter(|trouble| trouble.kind == self.best.trouble.kind) {
            Some(trouble) => {
                (self.best.plan, self.best.trouble) = (plan, trouble);
                self.shorten();
                true
            }
            None => false,
        }
    }

    /// What comes after the trouble is of no use; it changes nothing to leave it out.
    fn shorten(&mut self) {
        let last = self.best.trouble.tick;
        let plan = &mut self.best.plan;
        plan.ticks = last + 1;
        plan.balls.retain(|ball| ball.tick <= last);
        plan.deeds.retain(|deed| deed.tick <= last);
    }

    /// Leaves out as many of a list as can be: large pieces first, then smaller ones.
    fn with_fewer(&mut self, count: impl Fn(&Plan) -> usize, keep: impl Fn(&mut Plan, &dyn Fn(usize) -> bool)) {
        let mut piece = count(&self.best.plan).div_ceil(2);
        while piece > 0 {
            let mut start = 0;
            while start < count(&self.best.plan) {
                let mut plan = self.best.plan.clone();
                keep(&mut plan, &|k| k < start || k >= start + piece);
                if !self.try_out(plan) {
                    start += piece;
                }
            }
            piece = if piece == 1 { 0 } else { piece.div_ceil(2) };
        }
    }

    /// Leaves out the time before anything happens.
    fn begin_earlier(&mut self) {
        let plan = &self.best.plan;
        let first = plan.balls.iter().map(|ball| ball.tick).chain(plan.deeds.iter().map(|deed| deed.tick)).min();
        let Some(early) = first.filter(|first| *first > 0) else { return };
        let mut plan = plan.clone();
        plan.balls.iter_mut().for_each(|ball| ball.tick -= early);
        plan.deeds.iter_mut().for_each(|deed| deed.tick -= early);
        self.try_out(plan);
    }
}

fn retain<T>(list: &mut Vec<T>, keep: &dyn Fn(usize) -> bool) {
    let mut k = 0;
    list.retain(|_| {
        k += 1;
        keep(k - 1)
    });
}
