//! Who could meet whom: strips across the table, each with the set of balls whose way crosses it.
//!
//! A ball's way until its next event lies in a box. The table is cut into strips along both sides; a ball is in the sets
//! of the strips its box touches, one bit per ball. The balls that may meet it are those in one of its strips of both
//! kinds: a few words of bits, whatever the number of balls.

use crate::DVec2;
use crate::reuse::clone_by_field;

/// Strips along each side.
const STRIPS: usize = 16;

/// A ball's way, from above.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Box2 {
    pub(super) low: DVec2,
    pub(super) high: DVec2,
}

impl Box2 {
    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }
}

/// The strips a box touches, both kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Span {
    x: [u8; 2],
    y: [u8; 2],
}

#[derive(Debug)]
pub(super) struct Sieve {
    /// Words of 64 balls.
    words: usize,
    origin: DVec2,
    per_metre: DVec2,
    /// `[strip][word]`, first those across `x`, then those across `y`.
    strips: Vec<u64>,
    boxes: Vec<Box2>,
    spans: Vec<Option<Span>>,
}

clone_by_field!(Sieve { words, origin, per_metre, strips, boxes, spans });

impl Sieve {
    /// For `balls` balls on a playing area; balls outside it are held by the outermost strips.
    pub(super) fn new(balls: usize, width: f64, length: f64) -> Self {
        let words = balls.div_ceil(64).max(1);
        Self {
            words,
            origin: DVec2::ZERO,
            per_metre: DVec2::new(STRIPS as f64 / width, STRIPS as f64 / length),
            strips: vec![0; 2 * STRIPS * words],
            boxes: vec![Box2::default(); balls],
            spans: vec![None; balls],
        }
    }

    /// Forgets all balls.
    pub(super) fn clear(&mut self) {
        self.strips.fill(0);
        self.spans.fill(None);
    }

    #[inline]
    pub(super) fn box_of(&self, ball: usize) -> &Box2 {
        &self.boxes[ball]
    }

    /// `ball` stays in `area` until it is said otherwise.
    #[inline]
    pub(super) fn put(&mut self, ball: usize, area: Box2) {
        self.boxes[ball] = area;
        let low = (area.low - self.origin) * self.per_metre;
        let high = (area.high - self.origin) * self.per_metre;
        // `as` holds what is out of range within it.
        let strip = |x: f64| (x.max(0.0) as usize).min(STRIPS - 1) as u8;
        let span = Span { x: [strip(low.x), strip(high.x)], y: [strip(low.y), strip(high.y)] };
        if self.spans[ball] == Some(span) {
            return;
        }
        self.take(ball);
        let (word, bit) = (ball / 64, 1 << (ball % 64));
        for x in span.x[0]..=span.x[1] {
            self.strips[usize::from(x) * self.words + word] |= bit;
        }
        for y in span.y[0]..=span.y[1] {
            self.strips[(STRIPS + usize::from(y)) * self.words + word] |= bit;
        }
        self.spans[ball] = Some(span);
    }

    /// `ball` is out.
    #[inline]
    pub(super) fn take(&mut self, ball: usize) {
        let Some(span) = self.spans[ball].take() else { return };
        let (word, bit) = (ball / 64, !(1 << (ball % 64)));
        for x in span.x[0]..=span.x[1] {
            self.strips[usize::from(x) * self.words + word] &= bit;
        }
        for y in span.y[0]..=span.y[1] {
            self.strips[(STRIPS + usize::from(y)) * self.words + word] &= bit;
        }
    }

    /// How many words of 64 balls there are.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Which of the 64 balls of a word share strips of both kinds with `ball` (itself not among them).
    #[inline]
    pub(super) fn near(&self, ball: usize, word: usize) -> u64 {
        let Some(span) = self.spans[ball] else { return 0 };
        let (mut across, mut along) = (0, 0);
        for x in span.x[0]..=span.x[1] {
            across |= self.strips[usize::from(x) * self.words + word];
        }
        for y in span.y[0]..=span.y[1] {
            along |= self.strips[(STRIPS + usize::from(y)) * self.words + word];
        }
        let me = if ball / 64 == word { 1 << (ball % 64) } else { 0 };
        across & along & !me
    }
}
