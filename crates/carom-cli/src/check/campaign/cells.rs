//! A table in cells, so that a ball is compared with what is near it only.

use carom::DVec2;

/// Cells along each side of a table.
const CELLS: usize = 48;

/// Which of some boxes there are at a place, by their indices.
#[derive(Debug)]
pub(crate) struct Cells {
    corner: DVec2,
    per_metre: DVec2,
    cells: Vec<Vec<u32>>,
}

impl Cells {
    /// Boxes by their least and greatest corners (m) on a table of this area.
    pub(crate) fn new((min, max): (DVec2, DVec2), boxes: impl Iterator<Item = (DVec2, DVec2)>) -> Self {
        let per_metre = CELLS as f64 / (max - min).max(DVec2::splat(1e-3));
        let mut made = Self { corner: min, per_metre, cells: vec![Vec::new(); CELLS * CELLS] };
        for (k, (low, high)) in boxes.enumerate() {
            let ((left, top), (right, bottom)) = (made.cell(low), made.cell(high));
            for row in top..=bottom {
                made.cells[row * CELLS..][left..=right].iter_mut().for_each(|cell| cell.push(k as u32));
            }
        }
        made
    }

    /// All boxes that are at a place, and others near it.
    pub(crate) fn at(&self, place: DVec2) -> impl Iterator<Item = usize> {
        let (column, row) = self.cell(place);
        self.cells[row * CELLS + column].iter().map(|&k| k as usize)
    }

    /// The column and row of a place; of one beside the table those of the nearest cell, as of boxes that reach beyond it.
    fn cell(&self, place: DVec2) -> (usize, usize) {
        let cell = ((place - self.corner) * self.per_metre).clamp(DVec2::ZERO, DVec2::splat((CELLS - 1) as f64));
        (cell.x as usize, cell.y as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_is_found_wherever_it_is() {
        let area = (DVec2::new(-0.1, 0.0), DVec2::new(0.5, 1.1));
        let boxes: Vec<(DVec2, DVec2)> = (0..200)
            .map(|k| {
                let low = DVec2::new(f64::from(k * 37 % 101) / 120.0 - 0.3, f64::from(k * 53 % 97) / 80.0 - 0.1);
                (low, low + DVec2::new(f64::from(k % 7) * 0.02, f64::from(k % 11) * 0.03))
            })
            .collect();
        let cells = Cells::new(area, boxes.iter().copied());
        for k in 0..10_000 {
            let place = DVec2::new(f64::from(k % 100) / 90.0 - 0.3, f64::from(k / 100) / 70.0 - 0.2);
            let holds = |(low, high): &(DVec2, DVec2)| place.cmpge(*low).all() && place.cmple(*high).all();
            for (index, _) in boxes.iter().enumerate().filter(|(_, corners)| holds(corners)) {
                assert!(cells.at(place).any(|found| found == index), "box {index} at {place}");
            }
        }
    }
}
