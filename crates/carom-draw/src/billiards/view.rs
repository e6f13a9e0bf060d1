//! How a billiard table lies on the sheet.

use carom::{DVec2, DVec3};

/// Which way a table lies: seen from above, the head rail on the left, or at the foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    /// Head rail at the foot of the sheet; otherwise on its left.
    pub(crate) portrait: bool,
}

impl View {
    /// From the table to the sheet, whose `y` points down.
    pub(crate) fn place(self, at: DVec2) -> DVec2 {
        if self.portrait { DVec2::new(at.x, -at.y) } else { DVec2::new(at.y, at.x) }
    }

    /// The same for points.
    pub(crate) fn places(self, points: impl IntoIterator<Item = DVec2>) -> Vec<DVec2> {
        points.into_iter().map(|at| self.place(at)).collect()
    }

    /// The direction on the table that points right on the sheet.
    pub(crate) fn right(self) -> DVec3 {
        if self.portrait { DVec3::X } else { DVec3::Y }
    }

    /// The direction on the table that points down on the sheet.
    pub(crate) fn down(self) -> DVec3 {
        if self.portrait { DVec3::NEG_Y } else { DVec3::X }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Right and down on the sheet span a plane seen from above: a table must not be drawn as in a mirror.
    #[test]
    fn a_table_is_not_seen_in_a_mirror() {
        for view in [View { portrait: false }, View { portrait: true }] {
            assert_eq!(view.right().cross(view.down()), DVec3::NEG_Z);
            assert_eq!(view.place(view.right().truncate()), DVec2::X);
            assert_eq!(view.place(view.down().truncate()), DVec2::Y);
        }
    }
}
