//! Where the balls can be: each until it next looks around.
//!
//! A ball's *reach* is the box of its path, grown by its radius, for as long as the ball has said it will hold. Two balls
//! can only meet where their reaches overlap. A ball renews its reach when its path changes or its time is up, and then
//! looks at those who are there; whoever renews last sees the other, so no pair is missed.
//!
//! The reaches of up to [`FEW`] balls are simply looked through, four at a time. More are kept in a grid as well, each in all
//! the cells that its reach crosses.

use super::Aabb;
use glam::{DVec3, Vec4};

/// The reaches of four balls, side by side, in single precision, rounded outwards; nothing for those out of play.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Reaches {
    min: [[f32; 4]; 3],
    max: [[f32; 4]; 3],
}

impl Reaches {
    const NONE: Self = Self { min: [[f32::INFINITY; 4]; 3], max: [[f32::NEG_INFINITY; 4]; 3] };
}

/// The balls of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct BallGrid {
    reaches: Vec<Reaches>,
    /// Cells in the plane, if there are many balls. Things outside their area are in the cells of its border.
    cells: Vec<Vec<u32>>,
    origin: [f64; 2],
    per_metre: f64,
    columns: usize,
    rows: usize,
    /// In which cells each ball is kept: first and last column and row.
    spans: Vec<Option<[u32; 4]>>,
    /// Marks who was visited in this query.
    seen: Vec<u32>,
    query: u32,
}

/// So many balls need no grid.
const FEW: usize = 48;
/// Cells along one side, at most.
const MOST_CELLS: f64 = 1024.0;
/// More than a rounding to single precision, as part of a number and as a number.
const ROUNDING: f64 = 1.0 / (1_u64 << 23) as f64;
const LEAST: f64 = 1e-30;

impl BallGrid {
    /// No balls in play yet, of so many; cells over `area`, if any, are about `cell` metres wide.
    pub(crate) fn new(area: &Aabb, cell: f64, balls: usize) -> Self {
        let reaches = vec![Reaches::NONE; balls.div_ceil(4)];
        if balls <= FEW {
            return Self { reaches, ..Self::default() };
        }
        let size = (area.max - area.min).truncate().max(glam::DVec2::splat(cell));
        // Four cells per ball are plenty: more only cost memory, and time for a ball that crosses them.
        let most = (2.0 * (balls as f64).sqrt()).ceil().clamp(1.0, MOST_CELLS);
        let cell = cell.max(size.max_element() / most);
        let count = |length: f64| ((length / cell).ceil() as usize).clamp(1, MOST_CELLS as usize);
        let (columns, rows) = (count(size.x), count(size.y));
        Self {
            reaches,
            cells: vec![Vec::new(); columns * rows],
            origin: [area.min.x, area.min.y],
            per_metre: 1.0 / cell,
            columns,
            rows,
            spans: vec![None; balls],
            seen: vec![0; balls],
            query: 0,
        }
    }

    /// Lets `ball` have this reach, and no other.
    #[inline]
    pub(crate) fn put(&mut self, ball: usize, reach: &Aabb) {
        let spare = |w: DVec3| w.abs() * ROUNDING + LEAST;
        let (min, max) = ((reach.min - spare(reach.min)).as_vec3(), (reach.max + spare(reach.max)).as_vec3());
        let (row, lane) = (&mut self.reaches[ball / 4], ball % 4);
        for axis in 0..3 {
            (row.min[axis][lane], row.max[axis][lane]) = (min[axis], max[axis]);
        }
        if !self.cells.is_empty() {
            let span = self.span(reach);
            if self.spans[ball] != Some(span) {
                self.take_from_cells(ball);
                self.spans[ball] = Some(span);
                self.for_cells(span, |cell| cell.push(ball as u32));
            }
        }
    }

    /// Removes `ball`.
    pub(crate) fn take(&mut self, ball: usize) {
        let row = &mut self.reaches[ball / 4];
        for axis in 0..3 {
            (row.min[axis][ball % 4], row.max[axis][ball % 4]) = (f32::INFINITY, f32::NEG_INFINITY);
        }
        if !self.cells.is_empty() {
            self.take_from_cells(ball);
        }
    }

    fn take_from_cells(&mut self, ball: usize) {
        if let Some(span) = self.spans[ball].take() {
            self.for_cells(span, |cell| {
                if let Some(k) = cell.iter().position(|&b| b == ball as u32) {
                    cell.swap_remove(k);
                }
            });
        }
    }

    /// All balls whose reach overlaps that of `ball`, each once, by rising index.
    #[inline]
    pub(crate) fn neighbours(&mut self, ball: usize, found: &mut Vec<u32>) {
        found.clear();
        if !self.cells.is_empty() {
            return self.neighbours_in_cells(ball, found);
        }
        let own = self.reach(ball);
        for (k, row) in self.reaches.iter().enumerate() {
            let mut mask = overlap(row, &own);
            if k == ball / 4 {
                mask &= !(1 << (ball % 4));
            }
            while mask != 0 {
                found.push(4 * k as u32 + mask.trailing_zeros());
                mask &= mask - 1;
            }
        }
    }

    fn neighbours_in_cells(&mut self, ball: usize, found: &mut Vec<u32>) {
        let Some([c0, c1, r0, r1]) = self.spans[ball] else { return };
        let own = self.reach(ball);
        self.query = self.query.wrapping_add(1);
        self.seen[ball] = self.query;
        for row in r0..=r1 {
            for column in c0..=c1 {
                for &other in &self.cells[row as usize * self.columns + column as usize] {
                    if self.seen[other as usize] != self.query {
                        self.seen[other as usize] = self.query;
                        if overlap(&self.reaches[other as usize / 4], &own) & 1 << (other % 4) != 0 {
                            found.push(other);
                        }
                    }
                }
            }
        }
        // Cells keep no order of their own; index order keeps the answer the same whatever happened before.
        found.sort_unstable();
    }

    /// The least and most coordinates of a ball's reach.
    #[inline]
    fn reach(&self, ball: usize) -> [[Vec4; 3]; 2] {
        let (row, lane) = (&self.reaches[ball / 4], ball % 4);
        // Not by `map`, which is a call for each.
        let [x, y, z] = &row.min;
        let [u, v, w] = &row.max;
        [
            [Vec4::splat(x[lane]), Vec4::splat(y[lane]), Vec4::splat(z[lane])],
            [Vec4::splat(u[lane]), Vec4::splat(v[lane]), Vec4::splat(w[lane])],
        ]
    }

    fn span(&self, reach: &Aabb) -> [u32; 4] {
        let cell = |x: f64, origin: f64, count: usize| {
            // A saturating cast: what is outside, however far, is at the border.
            (((x - origin) * self.per_metre).max(0.0) as usize).min(count - 1) as u32
        };
        [
            cell(reach.min.x, self.origin[0], self.columns),
            cell(reach.max.x, self.origin[0], self.columns),
            cell(reach.min.y, self.origin[1], self.rows),
            cell(reach.max.y, self.origin[1], self.rows),
        ]
    }

    fn for_cells(&mut self, [c0, c1, r0, r1]: [u32; 4], mut visit: impl FnMut(&mut Vec<u32>)) {
        for row in r0..=r1 {
            for column in c0..=c1 {
                visit(&mut self.cells[row as usize * self.columns + column as usize]);
            }
        }
    }
}

/// Which of four reaches overlap another.
#[inline]
fn overlap(row: &Reaches, [min, max]: &[[Vec4; 3]; 2]) -> u32 {
    let along = |axis: usize| {
        Vec4::from_array(row.min[axis]).cmple(max[axis]) & Vec4::from_array(row.max[axis]).cmpge(min[axis])
    };
    (along(0) & along(1) & along(2)).bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn whoever_overlaps_is_a_neighbour(
            boxes in proptest::collection::vec((proptest::array::uniform2(-2.0..2.0_f64), 0.01..0.5_f64), 1..40),
            moved in proptest::collection::vec(proptest::array::uniform2(-2.0..2.0_f64), 0..20),
            many in any::<bool>(),
        ) {
            let make = |p: [f64; 2], size: f64| Aabb { min: DVec3::new(p[0], p[1], 0.0), max: DVec3::new(p[0] + size, p[1] + size, 0.0) };
            let mut boxes: Vec<Aabb> = boxes.into_iter().map(|(p, size)| make(p, size)).collect();
            let count = boxes.len() + if many { FEW } else { 0 };
            let mut grid = BallGrid::new(&make([-1.0, -1.0], 2.0), 0.1, count);
            prop_assert_eq!(grid.cells.is_empty(), !many);
            boxes.iter().enumerate().for_each(|(k, b)| grid.put(k, b));
            for (k, p) in moved.into_iter().enumerate() {
                let k = k % boxes.len();
                boxes[k] = make(p, 0.2);
                grid.put(k, &boxes[k]);
            }
            let mut found = vec![];
            for (k, b) in boxes.iter().enumerate() {
                grid.neighbours(k, &mut found);
                for (j, other) in boxes.iter().enumerate() {
                    prop_assert!(j == k || !b.overlaps(other) || found.contains(&(j as u32)), "{} misses {}", k, j);
                }
                prop_assert!(!found.contains(&(k as u32)));
                prop_assert!(found.is_sorted_by(|a, b| a < b));
            }
            // Whoever is taken out is nobody's neighbour.
            grid.take(0);
            for k in 1..boxes.len() {
                grid.neighbours(k, &mut found);
                prop_assert!(!found.contains(&0));
            }
        }
    }
}
