//! Who is next: a tournament of all balls' next events.
//!
//! A complete binary tree of winners over the balls; a ball whose event changes plays its matches again, up to the first that
//! neither was won by it nor is now. Finding the next event is free, changing one costs log2 of the number of balls at most,
//! and nothing is ever allocated.

use crate::reuse::clone_by_field;

/// When a ball's next event is, and how it ranks among those of the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Due {
    pub(crate) time: f64,
    pub(crate) rank: u8,
}

impl Due {
    pub(crate) const NEVER: Self = Self { time: f64::INFINITY, rank: u8::MAX };
}

/// The tournament.
#[derive(Debug)]
pub(crate) struct Queue {
    due: Vec<Due>,
    /// Winners: node k has children 2k and 2k + 1; the leaves are `size..2 size`.
    winner: Vec<u32>,
    size: usize,
    /// s: when the first of all is due; never, if nobody is. Every tick asks for it.
    next: f64,
}

clone_by_field!(Queue { due, winner, size, next });

impl Default for Queue {
    fn default() -> Self {
        Self { due: Vec::new(), winner: Vec::new(), size: 0, next: f64::INFINITY }
    }
}

impl Queue {
    /// Room for `count` balls, none of which has anything to come; what was there is kept.
    pub(crate) fn grow(&mut self, count: usize) {
        self.due.resize(count, Due::NEVER);
        self.size = count.next_power_of_two().max(1);
        self.winner.resize(2 * self.size, 0);
        for leaf in 0..self.size {
            self.winner[self.size + leaf] = leaf as u32;
        }
        for node in (1..self.size).rev() {
            self.winner[node] = self.better(self.winner[2 * node], self.winner[2 * node + 1]);
        }
        self.next = self.due_of(self.winner[1]).time;
    }

    /// Sets when `ball` is due.
    pub(crate) fn set(&mut self, ball: usize, due: Due) {
        self.due[ball] = due;
        let ball = ball as u32;
        let mut node = (self.size + ball as usize) / 2;
        while node >= 1 {
            let before = self.winner[node];
            let after = self.better(self.winner[2 * node], self.winner[2 * node + 1]);
            self.winner[node] = after;
            if before != ball && after != ball {
                return; // Whoever won here won before, and is due as before.
            }
            node /= 2;
        }
        self.next = self.due_of(self.winner[1]).time;
    }

    /// s: when the first ball is due; infinite if none ever is.
    #[inline]
    pub(crate) fn next(&self) -> f64 {
        self.next
    }

    /// The ball that is due first, and when.
    #[inline]
    pub(crate) fn first(&self) -> Option<(usize, f64)> {
        if self.next == f64::INFINITY {
            return None;
        }
        self.winner.get(1).map(|&ball| (ball as usize, self.next))
    }

    /// The earlier; then the lower rank; then the lower index.
    fn better(&self, a: u32, b: u32) -> u32 {
        let (x, y) = (self.due_of(a), self.due_of(b));
        if (y.time, y.rank, b) < (x.time, x.rank, a) { b } else { a }
    }

    fn due_of(&self, ball: u32) -> Due {
        self.due.get(ball as usize).copied().unwrap_or(Due::NEVER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_winner_is_the_least(changes in proptest::collection::vec((0..13_usize, 0..8_u8, 0..3_u8), 1..60)) {
            let mut queue = Queue::default();
            queue.grow(13);
            let mut plain = [Due::NEVER; 13];
            for (ball, time, rank) in changes {
                let due = Due { time: f64::from(time), rank };
                queue.set(ball, due);
                plain[ball] = due;
                let least = (0..13).min_by(|&a, &b| {
                    plain[a].time.total_cmp(&plain[b].time).then(plain[a].rank.cmp(&plain[b].rank)).then(a.cmp(&b))
                });
                prop_assert_eq!(queue.first().map(|found| found.0), least);
                prop_assert_eq!(Some(queue.next()), least.map(|ball| plain[ball].time));
            }
        }
    }

    #[test]
    fn nothing_is_due_in_an_empty_world() {
        let mut queue = Queue::default();
        assert_eq!(queue.first(), None);
        queue.grow(0);
        assert_eq!(queue.first(), None);
        queue.grow(3);
        assert_eq!(queue.first(), None);
    }
}
