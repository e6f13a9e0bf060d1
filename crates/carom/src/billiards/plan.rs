//! What each ball comes to next. A change of one ball's path is followed by a new search for it and for those that were to
//! meet it; all others keep what they know.

use super::ball::Phase;
use super::detect::{self, Flight, Wall};
use super::leg::Leg;
use super::pocket;
use super::queue::Key;
use super::shot::{NONE, Shot};
use super::sieve::Box2;
use crate::{DVec2, DVec3};

/// What a ball comes to by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Alone {
    Nothing,
    /// Its phase ends.
    Turn,
    /// A cushion or a pocket, on the cloth.
    Wall(Wall),
    /// The end of a flight.
    Flight(Flight),
    /// It leaves the edge of a pocket about which it turned.
    Tipped,
    /// Something in the pocket it falls into.
    Pocket(pocket::Contact),
}

/// What a ball comes to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    pub(super) alone: Alone,
    pub(super) alone_at: f64,
    pub(super) partner: u32,
    pub(super) meets_at: f64,
}

impl Next {
    pub(super) const NEVER: Self =
        Self { alone: Alone::Nothing, alone_at: f64::INFINITY, partner: NONE, meets_at: f64::INFINITY };

    /// When, and who comes first of those at one moment: changes of a ball's own motion and pots before impacts.
    #[inline]
    fn key(&self) -> Key {
        if self.alone_at <= self.meets_at {
            let rank = match self.alone {
                Alone::Turn | Alone::Wall(Wall::Pocket(_)) | Alone::Pocket(_) | Alone::Flight(Flight::Pocket(_)) => 0,
                _ => 1,
            };
            Key { time: self.alone_at, rank }
        } else {
            Key { time: self.meets_at, rank: 1 }
        }
    }
}

impl Shot {
    /// At the start: everything anew.
    pub(super) fn plan_all(&mut self) {
        let count = self.now.len();
        for ball in 0..count {
            self.plan_alone(ball);
        }
        for ball in 0..count {
            self.find_partner(ball, |other| other < ball);
            self.enqueue(ball);
        }
    }

    /// After `changed` have new paths.
    pub(super) fn plan(&mut self, changed: &[usize]) {
        // Those whose plans are void: the changed, and whoever was to meet them.
        let words = self.sieve.words();
        let mut void = [0_u64; 4];
        let mut many = Vec::new();
        let void: &mut [u64] = if words <= 4 {
            &mut void[..words]
        } else {
            many.resize(words, 0);
            &mut many
        };
        for &ball in changed {
            void[ball / 64] |= 1 << (ball % 64);
            let followers = &self.followers[ball * words..(ball + 1) * words];
            void.iter_mut().zip(followers).for_each(|(void, follower)| *void |= follower);
            self.plan_alone(ball);
        }
        for_each_bit(void, |ball| self.part(ball));
        for word in 0..words {
            let mut bits = void[word];
            while bits != 0 {
                let ball = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                // Pairs among the void are looked at once, by the later of the two.
                self.find_partner(ball, |other| void[other / 64] >> (other % 64) & 1 == 1 && other > ball);
                self.enqueue(ball);
            }
        }
    }

    /// `ball` stays where it was: only what it comes to by itself has changed.
    pub(super) fn stay(&mut self, ball: usize) {
        self.plan_alone(ball);
        self.enqueue(ball);
    }

    /// What `ball` comes to without another, and where its way lies until then.
    fn plan_alone(&mut self, ball: usize) {
        let leg = self.legs[self.now[ball] as usize];
        let now = self.time;
        let fit = self.fits[ball];
        let next = &mut self.next[ball];
        (next.alone, next.alone_at) = (Alone::Nothing, f64::INFINITY);
        match leg.state.phase {
            Phase::Stationary => {}
            Phase::Spinning => (next.alone, next.alone_at) = (Alone::Turn, leg.end),
            Phase::Sliding | Phase::Rolling => {
                (next.alone, next.alone_at) = (Alone::Turn, leg.end);
                let span = leg.end - leg.start;
                if let Some((t, wall)) =
                    self.bed.first(&fit, leg.state.position, leg.state.velocity, leg.acceleration, span)
                    && t < span
                {
                    (next.alone, next.alone_at) = (Alone::Wall(wall), leg.start + t);
                }
            }
            Phase::Airborne => {
                let (p, v, gravity) = (leg.state.position, leg.state.velocity, self.models.gravity);
                if let Some((at, _)) = self.tipping[ball] {
                    (next.alone, next.alone_at) = (Alone::Tipped, at);
                } else if let Some(pocket) = self.falling[ball] {
                    let hole = &self.bed.pockets[usize::from(pocket)];
                    let mouth = self.bed.mouth(usize::from(pocket), &fit);
                    if let Some((t, contact)) =
                        pocket::next(hole, &mouth, &self.specs[ball], &leg.state, gravity, self.bed.nose)
                    {
                        (next.alone, next.alone_at) = (Alone::Pocket(contact), leg.start + t);
                    }
                } else {
                    let (t, flight) =
                        detect::flight(&self.bed, &fit, p, v, gravity, self.models.pocket, self.models.quirks);
                    (next.alone, next.alone_at) = (Alone::Flight(flight), leg.start + t);
                }
            }
            Phase::Potted | Phase::Off => {
                self.sieve.take(ball);
                return;
            }
        }
        if self.tipping[ball].is_some() {
            // What is shown of it is no motion that could meet another.
            self.sieve.take(ball);
            return;
        }
        let until = if leg.state.phase.moves() { next.alone_at } else { now };
        self.sieve.put(ball, way(&leg, now, until, fit.radius));
    }

    /// Forgets whom `ball` was to meet.
    #[inline]
    fn part(&mut self, ball: usize) {
        let next = &mut self.next[ball];
        let partner = next.partner;
        if partner != NONE {
            let words = self.sieve.words();
            self.followers[partner as usize * words + ball / 64] &= !(1 << (ball % 64));
        }
        (next.partner, next.meets_at) = (NONE, f64::INFINITY);
    }

    /// `ball` is to meet `partner`.
    #[inline]
    fn pair_up(&mut self, ball: usize, partner: usize, at: f64) {
        self.part(ball);
        let words = self.sieve.words();
        self.followers[partner * words + ball / 64] |= 1 << (ball % 64);
        let next = &mut self.next[ball];
        (next.partner, next.meets_at) = (partner as u32, at);
    }

    /// Whom `ball` meets first; those for which `skip` holds are looked at from their own side.
    #[inline]
    fn find_partner(&mut self, ball: usize, skip: impl Fn(usize) -> bool) {
        let leg = self.legs[self.now[ball] as usize];
        if leg.state.phase.is_out() || self.tipping[ball].is_some() {
            return;
        }
        let now = self.time;
        let moves = leg.state.phase.moves();
        let me = Seen::at(&leg, now);
        let radius = self.fits[ball].radius;
        let own_end = if moves { self.next[ball].alone_at } else { f64::INFINITY };
        for word in 0..self.sieve.words() {
            let mut near = self.sieve.near(ball, word);
            while near != 0 {
                let other = word * 64 + near.trailing_zeros() as usize;
                near &= near - 1;
                if skip(other) || !self.sieve.box_of(ball).meets(self.sieve.box_of(other)) {
                    continue;
                }
                let theirs = &self.legs[self.now[other] as usize];
                let they_move = theirs.state.phase.moves();
                if !moves && !they_move {
                    continue;
                }
                let their_end = if they_move { self.next[other].alone_at } else { f64::INFINITY };
                // Later than that, somebody's path has changed.
                let to = own_end.min(their_end).min(self.next[ball].meets_at) - now;
                let they = Seen::at(theirs, now);
                let reach = radius + self.fits[other].radius;
                let found = detect::pair(they.p - me.p, they.v - me.v, they.a - me.a, reach, to);
                let Some(t) = found else { continue };
                let at = now + t;
                if at < self.next[ball].meets_at {
                    self.pair_up(ball, other, at);
                }
                if at < self.next[other].meets_at {
                    self.pair_up(other, ball, at);
                    self.enqueue(other);
                }
            }
        }
    }

    #[inline]
    fn enqueue(&mut self, ball: usize) {
        self.queue.set(ball, self.next[ball].key());
    }
}

fn for_each_bit(words: &[u64], mut f: impl FnMut(usize)) {
    for (word, &bits) in words.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            f(word * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// A path seen from the present moment.
struct Seen {
    p: DVec3,
    v: DVec3,
    a: DVec3,
}

impl Seen {
    #[inline]
    fn at(leg: &Leg, now: f64) -> Self {
        let t = now - leg.start;
        if leg.state.phase.moves() {
            let (v, a) = (leg.state.velocity, leg.acceleration);
            Self { p: leg.state.position + (v + a * (0.5 * t)) * t, v: v + a * t, a }
        } else {
            Self { p: leg.state.position, v: DVec3::ZERO, a: DVec3::ZERO }
        }
    }
}

/// The box of a ball's way.
#[inline]
fn way(leg: &Leg, now: f64, until: f64, radius: f64) -> Box2 {
    let (from, to) = (now - leg.start, until - leg.start);
    let (p, v, a) = (leg.state.position.truncate(), leg.state.velocity.truncate(), leg.acceleration.truncate());
    let at = |t: f64| p + (v + a * (0.5 * t)) * t;
    let (start, end) = (at(from), at(to));
    let (mut low, mut high) = (start.min(end), start.max(end));
    // Where a path turns back on one axis it goes farther than both ends.
    for axis in 0..2 {
        let turn = -v[axis] / a[axis];
        if turn > from && turn < to {
            let place = at(turn)[axis];
            low[axis] = low[axis].min(place);
            high[axis] = high[axis].max(place);
        }
    }
    // Rounding must not hide a touching neighbour.
    let margin = DVec2::splat(radius + 1e-9);
    Box2 { low: low - margin, high: high + margin }
}
