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

    /// The earlier comes first; then the lower rank; then the lower index. As one number: times are not negative, and the bits
    /// of such numbers are in their order.
    #[inline]
    fn key(self, ball: u32) -> u128 {
        // Adding nothing makes a zero that is negative a plain one.
        u128::from((self.time + 0.0).to_bits()) << 64 | u128::from(self.rank) << 32 | u128::from(ball)
    }
}

/// The tournament.
#[derive(Debug)]
pub(crate) struct Queue {
    /// The keys of winners: node k has children 2k and 2k + 1; the leaves are `size..2 size`.
    winner: Vec<u128>,
    size: usize,
    count: usize,
    /// s: when the first of all is due; never, if nobody is. Every tick asks for it.
    next: f64,
}

clone_by_field!(Queue { winner, size, count, next });

impl Default for Queue {
    fn default() -> Self {
        Self { winner: Vec::new(), size: 0, count: 0, next: f64::INFINITY }
    }
}

impl Queue {
    /// Room for `count` balls, none of which has anything to come; what was there is kept.
    pub(crate) fn grow(&mut self, count: usize) {
        let size = count.next_power_of_two().max(1);
        let kept = self.count.min(count);
        let mut winner: Vec<u128> = (0..2 * size).map(|k| Due::NEVER.key((k % size) as u32)).collect();
        winner[size..size + kept].copy_from_slice(&self.winner[self.size..self.size + kept]);
        for node in (1..size).rev() {
            winner[node] = winner[2 * node].min(winner[2 * node + 1]);
        }
        (self.winner, self.size, self.count) = (winner, size, count);
        self.next = time_of(self.winner[1]);
    }

    /// Sets when `ball` is due.
    #[inline]
    pub(crate) fn set(&mut self, ball: usize, due: Due) {
        let mut node = self.size + ball;
        self.winner[node] = due.key(ball as u32);
        while node > 1 {
            node /= 2;
            let after = self.winner[2 * node].min(self.winner[2 * node + 1]);
            if self.winner[node] == after {
                return; // Whoever won here won before, and is due as before.
            }
            self.winner[node] = after;
        }
        self.next = time_of(self.winner[1]);
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
        self.winner.get(1).map(|&key| (key as u32 as usize, self.next))
    }
}

/// s: the time in a key.
#[inline]
fn time_of(key: u128) -> f64 {
    f64::from_bits((key >> 64) as u64)
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
