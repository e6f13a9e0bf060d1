//! One ball of a gas: where it was last known, how it goes on, and whom it meets next.

use super::grid::NOBODY;

/// A ball, in the order in which its parts are read: what others ask for is in the first 64 bytes, one line of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Ball<const D: usize> {
    /// The centre at the moment `since`, from the low corner of the cell it is in now. So no number grows with the box,
    /// and a place is known to the same 1e-16 of a diameter in a box of any size.
    pub(super) place: [f64; D],
    pub(super) velocity: [f64; D],
    /// The moment of its last impact.
    pub(super) since: f64,
    /// When it meets its partner. If it has none, or the partner has met another in between, it looks round anew then.
    pub(super) meets: f64,
    pub(super) partner: u32,
    /// How many impacts the partner had had when the meeting was foreseen.
    pub(super) partner_impacts: u32,
    /// How many impacts it has had.
    pub(super) impacts: u32,
    /// Its cell.
    pub(super) cell: [u16; D],
}

impl<const D: usize> Ball<D> {
    pub(super) fn new(cell: [u16; D], place: [f64; D], velocity: [f64; D], since: f64) -> Self {
        let (meets, partner) = (f64::INFINITY, NOBODY);
        Self { place, velocity, since, meets, partner, partner_impacts: 0, impacts: 0, cell }
    }

    /// Where it is, in its cell.
    #[inline]
    pub(super) fn at(&self, now: f64) -> [f64; D] {
        let wait = now - self.since;
        core::array::from_fn(|d| self.place[d] + self.velocity[d] * wait)
    }

    /// When it reaches the border of its cell along each axis. Along an axis on which it does not move, zero divides what is
    /// left and gives infinity; or what is no number, if nothing is left, which is never the first of two.
    #[inline(always)]
    pub(super) fn leaves(&self, side: &[f64; D]) -> [f64; D] {
        core::array::from_fn(|d| {
            let v = self.velocity[d];
            let border = if v >= 0.0 { side[d] } else { 0.0 };
            self.since + (border - self.place[d]) / v
        })
    }
}

/// The first of several moments.
#[inline(always)]
pub(super) fn first<const D: usize>(times: [f64; D], but: f64) -> f64 {
    times.into_iter().fold(but, |a, b| if b < a { b } else { a })
}
