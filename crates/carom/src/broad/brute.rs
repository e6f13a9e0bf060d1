//! The oracle: every box, one after the other. Five lines that are easy to trust.

use super::Aabb;

/// All boxes in a row.
#[derive(Clone, Debug, Default)]
pub struct Brute {
    boxes: Vec<Aabb>,
}

impl Brute {
    /// Over these boxes.
    pub fn new(boxes: impl IntoIterator<Item = Aabb>) -> Self {
        Self { boxes: boxes.into_iter().collect() }
    }

    /// Calls `visit` with the index of every box that shares a point with `area`.
    pub fn query(&self, area: &Aabb, mut visit: impl FnMut(usize)) {
        self.boxes.iter().enumerate().filter(|(_, b)| b.overlaps(area)).for_each(|(k, _)| visit(k));
    }
}
