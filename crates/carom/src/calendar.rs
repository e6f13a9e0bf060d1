//! A calendar of coming events: one for each owner, and the first of them at a cost that does not grow with their number.
//!
//! Time is cut into slots of equal length, each with an unordered list of what happens in it; only the present slot is
//! looked through. With one or two events in a slot, entering, moving and taking out cost the same for a hundred owners and for a
//! million (G. Paul, "A Complexity O(1) priority queue for event driven molecular dynamics simulations", Journal of
//! Computational Physics 221 (2007) 615). Events beyond the last slot wait in one more list that is looked through once
//! in a round.
//!
//! Events come out by time, and those of the same moment by owner: the order never depends on how they were entered.

/// No owner.
const NONE: u32 = u32::MAX;
/// In `before`: not in the calendar.
const IDLE: u32 = u32::MAX;
/// In `before`: in the sorted list.
const SORTED: u32 = u32::MAX - 1;
/// In `before`: first in the list of the slot that the other bits name.
const FIRST: u32 = 1 << 31;
/// The most slots; far from the values above.
const MOST_SLOTS: usize = 1 << 28;
/// The fewest: few owners need few, but a list that is looked through in every fourth slot would be slow.
const LEAST_SLOTS: usize = 64;
/// The number of the slot at time zero: the bits of 2^52.
const ZERO: u64 = 0x4330_0000_0000_0000;
/// The last slot. What is beyond never comes.
const LAST_SLOT: u64 = ZERO + (1 << 51);
/// Events in the present slot that are looked through for the next; more are sorted.
const FEW: usize = 8;
/// Slots for each owner.
const SLOTS_EACH: usize = 2;

/// What an owner has in the calendar.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: f64,
    /// The owner before it in the list of its slot, or one of the values above.
    before: u32,
    /// The owner after it.
    after: u32,
}

/// The coming event of each owner, first things first.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    entries: Vec<Entry>,
    /// First owner of each slot's list; a power of two of them.
    slots: Vec<u32>,
    /// First owner of the list of events too far away for a slot.
    far: u32,
    /// Events before the present slot, and those of it when they were many, the next one last; some of them taken out
    /// since. Mostly empty.
    sorted: Vec<(f64, u32)>,
    /// Number of the present slot. All slots before it are empty.
    at: u64,
    /// Slots in a unit of time: a power of two, so that the number of a slot is exact.
    rate: f64,
}

impl Calendar {
    /// An empty calendar for so many owners, with slots of about `slot`, in which one or two events should fall.
    pub(crate) fn new(owners: usize, slot: f64) -> Self {
        let slots = (SLOTS_EACH * owners).next_power_of_two().clamp(LEAST_SLOTS, MOST_SLOTS);
        Self {
            entries: vec![Entry { time: f64::INFINITY, before: IDLE, after: NONE }; owners],
            slots: vec![NONE; slots],
            far: NONE,
            sorted: Vec::new(),
            at: ZERO,
            rate: 1.0 / power_of_two_near(slot),
        }
    }

    /// How much time all slots together span: a power of two.
    pub(crate) fn span(&self) -> f64 {
        self.round() as f64 / self.rate
    }

    /// Takes out what the owner had, if anything.
    #[inline]
    pub(crate) fn clear(&mut self, owner: u32) {
        let Some(entry) = self.entries.get_mut(owner as usize) else { return };
        let Entry { before, after, .. } = *entry;
        if before < SORTED {
            entry.before = IDLE;
            self.unlink(before, after);
        } else {
            // What is left of it in the sorted list is known by this when its turn comes.
            entry.before = IDLE;
        }
    }

    /// Takes out the next event and says when and whose it is, if it is not after `end`.
    #[inline(always)]
    pub(crate) fn take(&mut self, end: f64) -> Option<(f64, u32)> {
        if !self.sorted.is_empty() {
            return self.take_sorted(end);
        }
        let here = self.here();
        let mut slot = here;
        let mut owner = loop {
            match self.slots.get(slot) {
                Some(&NONE) => slot += 1,
                Some(&first) => break first,
                None => return self.take_from_next_round(end),
            }
        };
        self.at += (slot - here) as u64;
        let &Entry { mut time, mut before, mut after } = self.entries.get(owner as usize)?;
        let (mut next, mut count) = (after, 0);
        while let Some(entry) = self.entries.get(next as usize) {
            if is_later((time, owner), (entry.time, next)) {
                (time, owner, before, after) = (entry.time, next, entry.before, entry.after);
            }
            next = entry.after;
            count += 1;
            if count == FEW {
                return self.take_sorted(end);
            }
        }
        if time > end {
            return None;
        }
        self.unlink(before, after);
        self.entries.get_mut(owner as usize)?.before = IDLE;
        Some((time, owner))
    }

    /// Counts all times from so many [`span`](Self::span)s later, and says how much that is. Exact for times that are whole
    /// multiples of the rounding of a span, as all are that were formed as sums with a time of at least a span.
    pub(crate) fn count_from_later(&mut self, spans: u64) -> f64 {
        let by = spans as f64 * self.span();
        // What is in slots stays there; if nothing is, the present one may be any.
        self.at = (self.at - spans * self.round()).max(ZERO);
        self.entries.iter_mut().for_each(|entry| entry.time -= by);
        self.sorted.iter_mut().for_each(|event| event.0 -= by);
        by
    }

    /// Gives the owners other numbers: `order` says who was what before.
    pub(crate) fn rename(&mut self, order: &[u32]) {
        let old = core::mem::take(&mut self.entries);
        self.entries = vec![Entry { time: f64::INFINITY, before: IDLE, after: NONE }; old.len()];
        self.slots.fill(NONE);
        self.far = NONE;
        self.sorted.clear();
        for (new, &owner) in order.iter().enumerate() {
            match old.get(owner as usize) {
                Some(entry) if entry.before != IDLE => self.enter(new as u32, entry.time),
                _ => {}
            }
        }
    }

    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Entry>() * self.entries.capacity()
            + size_of::<u32>() * self.slots.capacity()
            + size_of::<(f64, u32)>() * self.sorted.capacity()
    }

    /// Slots in a round.
    #[inline(always)]
    fn round(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Where the present slot is in its round.
    #[inline(always)]
    fn here(&self) -> usize {
        self.at as usize & (self.slots.len() - 1)
    }

    /// Joins what is before an entry in its list to what is after it.
    #[inline(always)]
    fn unlink(&mut self, before: u32, after: u32) {
        if let Some(next) = self.entries.get_mut(after as usize) {
            next.before = before;
        }
        if let Some(previous) = self.entries.get_mut(before as usize) {
            previous.after = after;
        } else if let Some(first) = self.slots.get_mut((before & !FIRST) as usize) {
            *first = after;
        } else {
            self.far = after;
        }
    }

    /// The slot in which a moment is, counted from [`ZERO`].
    ///
    /// The sum with 2^52 has the whole number of slots, rounded to the nearest, in its last bits; and the bits of a later
    /// moment are never a smaller number, not even of one far too late to be counted in slots.
    #[inline(always)]
    fn number(&self, time: f64) -> u64 {
        (time * self.rate + 4_503_599_627_370_496.0).to_bits()
    }

    /// Enters an event of an owner that has none. An event at infinity never comes.
    #[inline(always)]
    pub(crate) fn enter(&mut self, owner: u32, time: f64) {
        let number = self.number(time);
        if number < self.at {
            return self.enter_sorted(owner, time);
        }
        // What is farther than a round is in no slot, and the number of its list is one too large.
        let is_near = number - self.at < self.round();
        let slot = if is_near { number as usize & (self.slots.len() - 1) } else { self.slots.len() };
        let first = self.slots.get_mut(slot).unwrap_or(&mut self.far);
        let Some(entry) = self.entries.get_mut(owner as usize) else { return };
        let after = *first;
        *first = owner;
        *entry = Entry { time, before: FIRST | slot as u32, after };
        if let Some(next) = self.entries.get_mut(after as usize) {
            next.before = owner;
        }
    }

    /// Enters an event into the sorted list.
    #[cold]
    fn enter_sorted(&mut self, owner: u32, time: f64) {
        let Some(entry) = self.entries.get_mut(owner as usize) else { return };
        *entry = Entry { time, before: SORTED, after: NONE };
        let later = self.sorted.partition_point(|&event| is_later(event, (time, owner)));
        self.sorted.insert(later, (time, owner));
    }

    /// The same as [`take`](Self::take) with the events of the present slot sorted into the list first.
    #[cold]
    fn take_sorted(&mut self, end: f64) -> Option<(f64, u32)> {
        let here = self.here();
        if let Some(first) = self.slots.get_mut(here)
            && *first != NONE
        {
            let mut owner = core::mem::replace(first, NONE);
            while let Some(entry) = self.entries.get_mut(owner as usize) {
                entry.before = SORTED;
                self.sorted.push((entry.time, owner));
                owner = entry.after;
            }
            self.sorted.sort_unstable_by(|&a, &b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        }
        while let Some(&(time, owner)) = self.sorted.last() {
            let Some(entry) = self.entries.get_mut(owner as usize) else { break };
            let is_current = entry.before == SORTED && entry.time == time;
            if is_current && time > end {
                return None;
            }
            self.sorted.pop();
            if is_current {
                entry.before = IDLE;
                return Some((time, owner));
            }
        }
        self.take_again(end)
    }

    /// The same as [`take`](Self::take) from the beginning of the next round, in which those from far away come in.
    #[cold]
    fn take_from_next_round(&mut self, end: f64) -> Option<(f64, u32)> {
        self.at += self.round() - self.here() as u64;
        if !self.fetch_the_far() && self.slots.iter().all(|&first| first == NONE) {
            // There is nothing in any slot: go where the first of the far events is, however far.
            let times = self.entries.iter().filter(|entry| entry.before != IDLE).map(|entry| entry.time);
            let first = self.number(times.fold(f64::INFINITY, f64::min));
            if first >= LAST_SLOT {
                return None;
            }
            self.at = first;
            self.fetch_the_far();
        }
        self.take_again(end)
    }

    /// Not a copy of it: the other end of a circle.
    #[inline(never)]
    fn take_again(&mut self, end: f64) -> Option<(f64, u32)> {
        self.take(end)
    }

    /// Enters those anew that were too far away for a slot, and says whether one of them has a slot now.
    fn fetch_the_far(&mut self) -> bool {
        let mut owner = core::mem::replace(&mut self.far, NONE);
        let mut found = false;
        while let Some(&Entry { time, after, .. }) = self.entries.get(owner as usize) {
            self.enter(owner, time);
            found |= self.number(time).saturating_sub(self.at) < self.round();
            owner = after;
        }
        found
    }
}

/// Whether `a` comes after `b`: by time, then by owner.
#[inline]
fn is_later(a: (f64, u32), b: (f64, u32)) -> bool {
    a.0 > b.0 || (a.0 == b.0 && a.1 > b.1)
}

/// The power of two nearest to a positive number, by their ratio; 1 if there is none.
fn power_of_two_near(value: f64) -> f64 {
    if !(1e-200..1e200).contains(&value) {
        return 1.0;
    }
    // The exponent alone, without the digits.
    f64::from_bits((value * core::f64::consts::SQRT_2).to_bits() & (0x7ff << 52))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// What may be done with a calendar.
    #[derive(Clone, Debug)]
    enum Deed {
        Set(u32, f64),
        Clear(u32),
        Take,
        Later,
    }

    fn deed(owners: u32) -> impl Strategy<Value = Deed> {
        // Whole multiples of an eighth, so that events of the same moment are common; some far away, some never.
        let wait = prop_oneof![
            8 => (0_u32..400).prop_map(|k| f64::from(k) / 8.0),
            1 => (0_u32..400).prop_map(|k| 1000.0 * f64::from(k)),
            1 => Just(f64::INFINITY),
        ];
        prop_oneof![
            6 => (0..owners, wait).prop_map(|(owner, wait)| Deed::Set(owner, wait)),
            1 => (0..owners).prop_map(Deed::Clear),
            5 => Just(Deed::Take),
            1 => Just(Deed::Later),
        ]
    }

    proptest! {
        #[test]
        fn events_come_out_as_from_a_sorted_list(
            slot in prop_oneof![Just(0.01), Just(0.3), Just(4.0), Just(1000.0)],
            deeds in prop::collection::vec(deed(40), 1..400),
        ) {
            let mut calendar = Calendar::new(40, slot);
            let mut oracle: BTreeMap<u32, f64> = BTreeMap::new();
            // Times are counted from `base`; new events never lie before the last one taken, `now`.
            let (mut base, mut now) = (0.0, 0.0_f64);
            for deed in deeds {
                match deed {
                    Deed::Set(owner, wait) => {
                        calendar.clear(owner);
                        calendar.enter(owner, now + wait - base);
                        oracle.insert(owner, now + wait);
                    }
                    Deed::Clear(owner) => {
                        calendar.clear(owner);
                        oracle.remove(&owner);
                    }
                    Deed::Take => {
                        let first = oracle.iter().map(|(&owner, &time)| (time, owner)).filter(|e| e.0 < f64::INFINITY);
                        let first = first.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                        if let Some((time, owner)) = first {
                            let before = f64::from_bits((time - base).to_bits() - u64::from(time > base));
                            if before < time - base {
                                prop_assert_eq!(calendar.take(before), None, "it is not yet time");
                            }
                            now = time;
                            oracle.remove(&owner);
                        }
                        let taken = calendar.take(f64::INFINITY);
                        prop_assert_eq!(taken.map(|(time, owner)| (time + base, owner)), first);
                    }
                    Deed::Later => {
                        let spans = ((now - base) / calendar.span()) as u64;
                        base += calendar.count_from_later(spans);
                    }
                }
            }
        }
    }

    #[test]
    fn a_crowd_in_one_moment_costs_no_more_than_its_sorting() {
        // A lattice whose balls all go equally fast: every owner's event falls in one slot, and every second is taken out
        // before its turn. That took time in the square of their number once.
        let owners = 200_000_u32;
        let mut calendar = Calendar::new(owners as usize, 1.0);
        (0..owners).for_each(|owner| calendar.enter(owner, 100.0));
        for owner in (0..owners).step_by(2) {
            assert_eq!(calendar.take(f64::MAX), Some((100.0, owner)));
            calendar.clear(owner + 1);
        }
        assert_eq!(calendar.take(f64::MAX), None);
    }

    #[test]
    fn an_event_at_the_end_of_time_never_comes() {
        let mut calendar = Calendar::new(3, 1.0);
        calendar.enter(0, f64::INFINITY);
        calendar.enter(1, 1e300);
        assert_eq!(calendar.take(f64::MAX), None, "nothing before the last slot");
        calendar.enter(2, 5.5);
        assert_eq!(calendar.take(f64::MAX), Some((5.5, 2)), "what is entered later still comes");
    }

    #[test]
    fn an_owner_without_a_place_is_left_alone() {
        let mut calendar = Calendar::new(1, 1.0);
        calendar.enter(7, 1.0);
        calendar.clear(u32::MAX);
        assert_eq!(calendar.take(f64::MAX), None);
    }
}
