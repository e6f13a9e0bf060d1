//! Looking round: whom does a ball meet first?

use super::ball::Ball;
use super::grid::{Grid, NOBODY, ROW};

/// A ball that looks round at the moment `now`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<const D: usize> {
    now: f64,
    place: [f64; D],
    velocity: [f64; D],
    /// The square of the distance at which two balls touch.
    touch: f64,
    /// Whom it has just met: they part, whatever rounding says about their slope.
    just_met: u32,
    /// The first meeting so far, and with whom.
    pub(super) meets: f64,
    pub(super) partner: u32,
}

impl<const D: usize> Look<D> {
    /// Looks for meetings before `meets`.
    #[inline(always)]
    pub(super) fn new(ball: &Ball<D>, now: f64, touch: f64, meets: f64, just_met: u32) -> Self {
        let velocity = ball.velocity;
        Self { now, place: ball.at(now), velocity, touch, just_met, meets, partner: NOBODY }
    }

    /// Looks at everyone in a cell and in those beside it. `alone` if nobody else is in the cell itself.
    #[inline(always)]
    pub(super) fn all(&mut self, balls: &[Ball<D>], grid: &Grid<D>, number: u32, alone: bool) {
        let low = number - grid.diagonal();
        let others = ALL & !(u32::from(alone) << OWN);
        if D == 2 {
            let Some(rows) = grid.layer(low) else { return };
            self.rows(balls, grid, 0, rows, others);
        } else {
            for z in 0..3 {
                let Some(rows) = grid.layer(low + z as u32 * grid.stride(2)) else { return };
                self.rows(balls, grid, LAYER * z, rows, if z == 1 { others } else { ALL });
            }
        }
    }

    /// Looks at everyone in the cells on one side of one: those that came near by crossing into it.
    #[inline(always)]
    pub(super) fn ahead(&mut self, balls: &[Ball<D>], grid: &Grid<D>, number: u32, axis: usize, up: bool) {
        let low = number - grid.diagonal();
        let layers = if D == 2 { 1 } else { 3 };
        let step = if D == 2 { 0 } else { grid.stride(2) };
        match axis {
            0 => {
                let x = if up { 2 } else { 0 };
                for z in 0..layers {
                    let from = low + z as u32 * step + x as u32;
                    let column = [0, 1, 2].map(|y| [grid.first(from + y * grid.stride(1)), NOBODY, NOBODY, NOBODY]);
                    self.rows(balls, grid, LAYER * z + x, column, COLUMN);
                }
            }
            1 => {
                let (row, from) = if up { (2, low + 2 * grid.stride(1)) } else { (0, low) };
                for z in 0..layers {
                    let Some(&cells) = grid.row(from + z as u32 * step) else { return };
                    self.rows(balls, grid, LAYER * z + ROW * row, [cells], ALL);
                }
            }
            _ => {
                let z = if up { 2 } else { 0 };
                let Some(rows) = grid.layer(low + z as u32 * step) else { return };
                self.rows(balls, grid, LAYER * z, rows, ALL);
            }
        }
    }

    /// Looks at everyone in the cells of rows whose bit is `wanted`. `code` is that of the first of them.
    #[inline(always)]
    fn rows<const R: usize>(
        &mut self,
        balls: &[Ball<D>],
        grid: &Grid<D>,
        code: usize,
        rows: [[u32; ROW]; R],
        wanted: u32,
    ) {
        // Which cells are empty cannot be guessed, and a wrong guess costs a processor more than ten additions. So first a
        // bit for each cell that is not.
        let mut found = !negative(&rows) & wanted;
        while found != 0 {
            let k = found.trailing_zeros() as usize;
            found &= found - 1;
            let mut other = rows.as_flattened().get(k).copied().unwrap_or(NOBODY);
            let corner = grid.corner_of(code + k);
            let from = core::array::from_fn(|d| self.place[d] - corner[d]);
            while let Some(ball) = balls.get(other as usize) {
                self.consider(&from, other, ball);
                other = grid.after(other);
            }
        }
    }

    /// Is this the first that it meets? `from` is its own place as counted from the corner of the other's cell.
    ///
    /// With `r` from it to the other and `w` their velocity apart, `|r + w t|` is the diameter at
    /// `t = (r² - d²) / (sqrt(b² - w² (r² - d²)) - b)` with `b = r w`: the smaller root, in the form without
    /// cancellation. A pair that is shut and closing meets at once; one that opens does not meet. The other is passed over
    /// if it looks round itself before, because it will find this pair then. For itself, `b` is zero.
    #[inline(always)]
    fn consider(&mut self, from: &[f64; D], other: u32, ball: &Ball<D>) {
        let wait = self.now - ball.since;
        let r: [f64; D] = core::array::from_fn(|d| ball.place[d] + ball.velocity[d] * wait - from[d]);
        let w: [f64; D] = core::array::from_fn(|d| ball.velocity[d] - self.velocity[d]);
        let b = dot(&r, &w);
        if b >= 0.0 {
            return;
        }
        let open = dot(&r, &r) - self.touch;
        let square = b * b - dot(&w, &w) * open;
        if square < 0.0 {
            return;
        }
        let wait = open / (square.sqrt() - b);
        let time = self.now + if wait > 0.0 { wait } else { 0.0 };
        if time < self.meets && time < ball.meets && other != self.just_met {
            self.meets = time;
            self.partner = other;
        }
    }
}

/// Cells in a layer, as counted by codes.
const LAYER: usize = 3 * ROW;
/// The bits of the three cells in each of three rows.
const ALL: u32 = 0b0111_0111_0111;
/// The number of the bit of the cell in the middle.
const OWN: usize = ROW + 1;
/// The bits of the first cell in each of three rows.
const COLUMN: u32 = 0b0001_0001_0001;

/// A bit for each number of up to three rows that is negative, as nobody's is and no ball's.
///
/// Two numbers at a time: the signs of the first two of a row come to the bits 29 and 61 of a word, those of the others to 31
/// and 63; earlier rows have theirs four bits lower.
#[inline(always)]
fn negative<const R: usize>(rows: &[[u32; ROW]; R]) -> u32 {
    let signs = |a: u32, b: u32| (u64::from(a) | u64::from(b) << 32) & 0x8000_0000_8000_0000;
    let all = rows
        .iter()
        .enumerate()
        .fold(0, |all, (k, &[a, b, c, d])| all | (signs(a, b) >> 2 | signs(c, d)) >> (ROW * (2 - k)));
    (all >> 21) as u32 & 0x555 | (all >> 52) as u32 & 0xaaa
}

#[inline(always)]
pub(super) fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = a[0] * b[0];
    for d in 1..D {
        sum += a[d] * b[d];
    }
    sum
}
