//! The grid of balls: each is kept in all the cells that its way crosses until it next looks around.
//!
//! A ball's *reach* is the box of its path, grown by its radius, for as long as the ball has said it will hold. Two balls
//! can only meet where their reaches share a cell. A ball renews its reach when its path changes or its time is up, and
//! then looks at those who are there; whoever renews last sees the other, so no pair is missed.

use super::Aabb;

/// A grid of cells in the plane. Things outside its area are in the cells of its border.
#[derive(Clone, Debug, Default)]
pub(crate) struct BallGrid {
    origin: [f64; 2],
    per_metre: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<u32>>,
    /// Where each ball is kept: first and last column and row.
    spans: Vec<Option<[u32; 4]>>,
    /// Marks who was visited in this query.
    seen: Vec<u32>,
    query: u32,
}

/// Cells along one side, at most.
const MOST_CELLS: f64 = 1024.0;

impl BallGrid {
    /// An empty grid over `area` with cells about `cell` metres wide.
    pub(crate) fn new(area: &Aabb, cell: f64, balls: usize) -> Self {
        let size = (area.max - area.min).truncate().max(glam::DVec2::splat(cell));
        // A square root of cells per ball on each side is plenty: more cells than balls only cost memory.
        let most = (4.0 * (balls as f64).sqrt()).ceil().clamp(1.0, MOST_CELLS);
        let cell = cell.max(size.max_element() / most);
        let count = |length: f64| ((length / cell).ceil() as usize).clamp(1, MOST_CELLS as usize);
        let (columns, rows) = (count(size.x), count(size.y));
        Self {
            origin: [area.min.x, area.min.y],
            per_metre: 1.0 / cell,
            columns,
            rows,
            cells: vec![Vec::new(); columns * rows],
            spans: vec![None; balls],
            seen: vec![0; balls],
            query: 0,
        }
    }

    /// Keeps `ball` in all cells of `reach`, and nowhere else.
    pub(crate) fn put(&mut self, ball: usize, reach: &Aabb) {
        let span = self.span(reach);
        if self.spans[ball] == Some(span) {
            return;
        }
        self.take(ball);
        self.spans[ball] = Some(span);
        self.for_cells(span, |cell| cell.push(ball as u32));
    }

    /// Removes `ball`.
    pub(crate) fn take(&mut self, ball: usize) {
        if let Some(span) = self.spans[ball].take() {
            self.for_cells(span, |cell| {
                if let Some(k) = cell.iter().position(|&b| b == ball as u32) {
                    cell.swap_remove(k);
                }
            });
        }
    }

    /// All balls that share a cell with `ball`, each once, by rising index.
    pub(crate) fn neighbours(&mut self, ball: usize, found: &mut Vec<u32>) {
        found.clear();
        let Some([c0, c1, r0, r1]) = self.spans[ball] else { return };
        self.query = self.query.wrapping_add(1);
        self.seen[ball] = self.query;
        for row in r0..=r1 {
            for column in c0..=c1 {
                for &other in &self.cells[row as usize * self.columns + column as usize] {
                    if self.seen[other as usize] != self.query {
                        self.seen[other as usize] = self.query;
                        found.push(other);
                    }
                }
            }
        }
        // Cells keep no order of their own; index order keeps the answer the same whatever happened before.
        found.sort_unstable();
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
        ) {
            let make = |p: [f64; 2], size: f64| Aabb { min: DVec3::new(p[0], p[1], 0.0), max: DVec3::new(p[0] + size, p[1] + size, 0.0) };
            let mut boxes: Vec<Aabb> = boxes.into_iter().map(|(p, size)| make(p, size)).collect();
            let mut grid = BallGrid::new(&make([-1.0, -1.0], 2.0), 0.1, boxes.len());
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
            }
        }
    }
}
