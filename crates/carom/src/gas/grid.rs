//! Which balls are near: a grid of cells, none smaller than a ball, so that whoever may be hit next is in the same cell or
//! in one beside it.
//!
//! Round the cells of the box is one more layer on each side. Between walls it stays empty; in a periodic box it shows
//! what is on the opposite side. So every cell has all its neighbours at the same distances in memory.

use super::Border;

/// No ball: the end of a cell's list.
pub(super) const NOBODY: u32 = u32::MAX;
/// The most cells along one axis: their numbers are kept in sixteen bits.
const MOST: f64 = 60_000.0;
/// Cells are at least this many diameters wide, so that rounding never lets two balls touch over a whole cell.
const ROOM: f64 = 1.0 + 1e-6;
/// Cells for each ball, at most. A thin gas would otherwise have mostly empty ones.
const CELLS_EACH: f64 = 3.0;

/// Cells of a row that are read together: the three beside each other that matter, and one more, because a processor reads
/// four as fast as one.
pub(super) const ROW: usize = 4;
/// Places for the codes of the cells round a cell: three layers of three rows.
pub(super) const CODES: usize = 9 * ROW;

/// The cells and who is in each.
#[derive(Clone, Debug)]
pub(super) struct Grid<const D: usize> {
    /// The first ball of each cell.
    first: Vec<u32>,
    /// For each ball, the next in its cell.
    next: Vec<u32>,
    /// Cells along each axis; they are numbered from 1.
    cells: [u16; D],
    /// From a cell to the next along each axis.
    stride: [u32; D],
    /// The size of a cell.
    pub(super) side: [f64; D],
    /// The corners of the cells round a cell, by code; its own is zero.
    corners: [[f64; D]; CODES],
    border: Border,
}

impl<const D: usize> Grid<D> {
    /// The fewest cells along an axis of a periodic box: so the cells on both sides of one are two different ones.
    const LEAST_ROUND: f64 = 3.0;

    /// The least size of a periodic box along each axis.
    pub(super) fn least_periodic(diameter: f64) -> f64 {
        Self::LEAST_ROUND * ROOM * diameter
    }

    /// Cells for `count` balls of a diameter whose centres keep within `room`.
    pub(super) fn new(count: usize, diameter: f64, room: [f64; D], border: Border) -> Self {
        let volume: f64 = room.iter().product();
        let balanced = root::<D>(volume / (CELLS_EACH * count.max(1) as f64));
        let least = (ROOM * diameter).max(balanced);
        let fewest = if border == Border::Periodic { Self::LEAST_ROUND } else { 1.0 };
        let cells = room.map(|length| (length / least).floor().clamp(fewest, MOST));
        let side: [f64; D] = core::array::from_fn(|d| room[d] / cells[d]);
        let corners = core::array::from_fn(|code| {
            let digits = digits(code);
            core::array::from_fn(|d| (f64::from(digits[d]) - 1.0) * side[d])
        });
        let cells = cells.map(|n| n as u16);
        let mut stride = [1; D];
        for d in 1..D {
            stride[d] = stride[d - 1] * (u32::from(cells[d - 1]) + 2);
        }
        let total: usize = cells.iter().map(|&n| usize::from(n) + 2).product();
        // Rows are read four cells at a time, the last one too.
        let total = total + ROW - 3;
        Self { first: vec![NOBODY; total], next: vec![NOBODY; count], cells, stride, side, corners, border }
    }

    /// The cell of a centre, and where in it the centre is.
    pub(super) fn locate(&self, place: [f64; D]) -> ([u16; D], [f64; D]) {
        let number = |d: usize| (place[d] / self.side[d]).floor().clamp(0.0, f64::from(self.cells[d] - 1));
        let cell = core::array::from_fn(|d| number(d) as u16 + 1);
        let within = core::array::from_fn(|d| place[d] - number(d) * self.side[d]);
        (cell, within)
    }

    /// The corner from which places in a cell are counted, as seen from that of the box of centres.
    pub(super) fn corner(&self, cell: [u16; D]) -> [f64; D] {
        core::array::from_fn(|d| (f64::from(cell[d]) - 1.0) * self.side[d])
    }

    /// The same for a cell beside another, as seen from that one; `code` says which.
    #[inline]
    pub(super) fn corner_of(&self, code: usize) -> [f64; D] {
        self.corners.get(code).copied().unwrap_or([0.0; D])
    }

    /// Puts everyone into a cell anew.
    pub(super) fn fill(&mut self, cells: impl Iterator<Item = [u16; D]>) {
        self.first.fill(NOBODY);
        for (ball, cell) in cells.enumerate() {
            self.enter(cell, ball as u32);
        }
    }

    /// Puts a ball into a cell.
    pub(super) fn enter(&mut self, cell: [u16; D], ball: u32) {
        self.push(self.number(cell), ball);
        self.show_opposite(cell);
    }

    /// Lets a ball pass from its cell to the next along an axis, and gives that cell and its number; `None` if there is a
    /// wall between.
    #[inline(always)]
    pub(super) fn pass(&mut self, ball: u32, old: [u16; D], axis: usize, up: bool) -> Option<([u16; D], u32)> {
        let (at, last, stride) = (old[axis], self.cells[axis], self.stride[axis]);
        let number = self.number(old);
        let (mut new, mut to) = (old, if up { number + stride } else { number - stride });
        new[axis] = if up { at + 1 } else { at - 1 };
        // Not at the border, and not in the cell next to it.
        let is_far_inside = (0..D).all(|d| old[d].wrapping_sub(3) < self.cells[d].saturating_sub(4));
        if !is_far_inside {
            let is_last = at == if up { last } else { 1 };
            if is_last {
                if self.border == Border::Walls {
                    return None;
                }
                let round = u32::from(last) * stride;
                (new[axis], to) = if up { (1, to - round) } else { (last, to + round) };
            }
        }
        self.unlink(number, ball);
        self.push(to, ball);
        if !is_far_inside {
            self.show_opposite(old);
            self.show_opposite(new);
        }
        Some((new, to))
    }

    #[inline(always)]
    fn push(&mut self, number: u32, ball: u32) {
        if let (Some(first), Some(next)) = (self.first.get_mut(number as usize), self.next.get_mut(ball as usize)) {
            *next = core::mem::replace(first, ball);
        }
    }

    #[inline(always)]
    fn unlink(&mut self, number: u32, ball: u32) {
        let after = self.after(ball);
        let Some(first) = self.first.get_mut(number as usize) else { return };
        if *first == ball {
            *first = after;
            return;
        }
        let mut at = *first;
        while let Some(next) = self.next.get_mut(at as usize) {
            if *next == ball {
                *next = after;
                return;
            }
            at = *next;
        }
    }

    /// The first balls of the cells of three rows, one above the other; `low` is the number of the very first cell.
    #[inline(always)]
    pub(super) fn layer(&self, low: u32) -> Option<[[u32; ROW]; 3]> {
        Some([*self.row(low)?, *self.row(low + self.stride[1])?, *self.row(low + 2 * self.stride[1])?])
    }

    /// The first balls of the cells of a row that begins with the cell of this number.
    #[inline(always)]
    pub(super) fn row(&self, low: u32) -> Option<&[u32; ROW]> {
        self.first.get(low as usize..low as usize + ROW)?.first_chunk()
    }

    /// From the number of a cell back to that of the one below it along all axes.
    #[inline(always)]
    pub(super) fn diagonal(&self) -> u32 {
        self.stride.iter().sum()
    }

    /// The first ball of a cell.
    #[inline]
    pub(super) fn first(&self, number: u32) -> u32 {
        self.first.get(number as usize).copied().unwrap_or(NOBODY)
    }

    /// The ball after this one in its cell.
    #[inline]
    pub(super) fn after(&self, ball: u32) -> u32 {
        self.next.get(ball as usize).copied().unwrap_or(NOBODY)
    }

    /// The number of a cell.
    #[inline]
    pub(super) fn number(&self, cell: [u16; D]) -> u32 {
        // Along the first axis, cells are beside each other.
        (1..D).fold(u32::from(cell[0]), |number, d| number + u32::from(cell[d]) * self.stride[d])
    }

    /// From the number of a cell to that of the next along an axis.
    #[inline]
    pub(super) fn stride(&self, axis: usize) -> u32 {
        self.stride[axis]
    }

    /// By how many cells `b` is farther along each axis than `a`, which is beside it: -1, 0 or 1, the short way round.
    #[inline]
    pub(super) fn step(&self, a: [u16; D], b: [u16; D]) -> [f64; D] {
        core::array::from_fn(|d| match i32::from(b[d]) - i32::from(a[d]) {
            // From the last to the first, or back.
            2.. => -1.0,
            near @ -1..=1 => f64::from(near),
            _ => 1.0,
        })
    }

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        size_of::<u32>() * (self.first.capacity() + self.next.capacity())
    }

    /// Shows the first ball of a cell at the border also on the opposite side of a periodic box.
    #[cold]
    fn show_opposite(&mut self, cell: [u16; D]) {
        if self.border == Border::Walls {
            return;
        }
        if (0..D).all(|d| cell[d] != 1 && cell[d] != self.cells[d]) {
            return;
        }
        let first = self.first(self.number(cell));
        // Along one axis, and in corners along two or three.
        for axes in 1..1_u32 << D {
            let mut image = cell;
            for d in (0..D).filter(|d| axes >> d & 1 == 1) {
                image[d] = match cell[d] {
                    1 => self.cells[d] + 1,
                    last if last == self.cells[d] => 0,
                    inside => inside,
                };
            }
            let number = self.number(image) as usize;
            if let Some(shown) = self.first.get_mut(number) {
                *shown = first;
            }
        }
    }
}

/// Where a cell is among those round another, by its code: along each axis, 0 is below, 1 the same and 2 above.
pub(super) fn digits(code: usize) -> [u32; 3] {
    [code % ROW, code / ROW % 3, code / (3 * ROW)].map(|digit| digit as u32)
}

/// The side of a square or cube.
pub(super) fn root<const D: usize>(volume: f64) -> f64 {
    if D == 2 { volume.sqrt() } else { libm::cbrt(volume) }
}
