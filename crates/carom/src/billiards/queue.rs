//! Who is next: a tournament of the balls' own next moments. A change of one ball replays only its way to the final.

use crate::reuse::clone_by_field;

/// The earliest of many moments; among equal ones the lowest rank, then the lowest number.
#[derive(Debug)]
pub(super) struct Queue {
    /// Leaves, filled up to a power of two.
    keys: Vec<Key>,
    /// `winners[1]` is the final; the leaves' parents are the last half.
    winners: Vec<u32>,
    half: usize,
}

clone_by_field!(Queue { keys, winners, half });

/// When, and in which order among equals.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Key {
    pub(super) time: f64,
    pub(super) rank: u8,
}

impl Key {
    pub(super) const NEVER: Self = Self { time: f64::INFINITY, rank: u8::MAX };

    #[inline]
    fn beats(&self, other: &Self) -> bool {
        self.time < other.time || (self.time == other.time && self.rank < other.rank)
    }
}

impl Queue {
    pub(super) fn new(count: usize) -> Self {
        let half = count.next_power_of_two().max(2);
        let mut queue = Self { keys: vec![Key::NEVER; half], winners: vec![0; half], half };
        queue.clear();
        queue
    }

    /// Nothing comes any more.
    pub(super) fn clear(&mut self) {
        self.keys.fill(Key::NEVER);
        for node in (1..self.half).rev() {
            self.winners[node] = self.leftmost(node);
        }
    }

    fn leftmost(&self, node: usize) -> u32 {
        let mut node = node;
        while node < self.half {
            node *= 2;
        }
        (node - self.half) as u32
    }

    /// The next moment of `item` is `key`.
    #[inline]
    pub(super) fn set(&mut self, item: usize, key: Key) {
        self.keys[item] = key;
        let mut node = (item + self.half) / 2;
        while node >= 1 {
            let (left, right) = if 2 * node >= self.half {
                ((2 * node - self.half) as u32, (2 * node + 1 - self.half) as u32)
            } else {
                (self.winners[2 * node], self.winners[2 * node + 1])
            };
            // The left one has the lower numbers: it wins a tie.
            let right_wins = self.keys[right as usize].beats(&self.keys[left as usize]);
            self.winners[node] = if right_wins { right } else { left };
            node /= 2;
        }
    }

    /// Who is next, and when.
    #[inline]
    pub(super) fn first(&self) -> (usize, f64) {
        let winner = self.winners[1] as usize;
        (winner, self.keys[winner].time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rng::Stream;

    #[test]
    fn the_first_is_the_first_of_all_and_ties_go_by_rank_then_number() {
        let mut stream = Stream::new(3, "queue");
        for count in [1, 2, 3, 7, 16, 22, 100] {
            let mut queue = Queue::new(count);
            let mut keys = vec![Key::NEVER; count];
            assert_eq!(queue.first().1, f64::INFINITY);
            for _ in 0..500 {
                let item = (stream.unit() * count as f64) as usize;
                let key = Key { time: (stream.unit() * 5.0).floor(), rank: (stream.unit() * 3.0) as u8 };
                keys[item] = key;
                queue.set(item, key);
                let best = (0..count).fold(0, |best, k| if keys[k].beats(&keys[best]) { k } else { best });
                assert_eq!(queue.first(), (best, keys[best].time));
            }
        }
    }
}
