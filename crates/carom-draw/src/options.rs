//! What a picture shows, and how large it is.

use crate::error::{Error, in_range};
use crate::view::View;

/// Pixels: the smallest longer side of a picture.
pub const SMALLEST_SIZE: u32 = 16;
/// Pixels: the largest longer side of a picture. A square one of this size takes a quarter of a gigabyte while it is
/// drawn.
pub const LARGEST_SIZE: u32 = 8192;

/// What a picture shows, and how large it is.
///
/// | field | meaning | default |
/// |---|---|---|
/// | `size` | pixels of the longer side | 1200 |
/// | `labels` | write every part's name beside it | no |
/// | `view` | from where it is seen | from above |
/// | `show` | what is drawn | everything |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Pixels of the longer side.
    pub size: u32,
    /// Is every part's name written beside it?
    pub labels: bool,
    /// From where it is seen.
    pub view: View,
    /// What is drawn.
    pub show: Show,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: 1200, labels: false, view: View::Above, show: Show::default() }
    }
}

impl Options {
    pub(crate) fn check(&self) -> Result<(), Error> {
        in_range("size of a picture in pixels", self.size.into(), SMALLEST_SIZE.into(), LARGEST_SIZE.into())
    }
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    /// The balls in play.
    pub balls: bool,
    /// What a ball does not touch: triggers, magnets, the drain.
    pub zones: bool,
    /// What hangs above the balls: plastics, ramps, upper parts of toys.
    pub above: bool,
    /// The scale bar, and the legend of time where there are trails.
    pub legend: bool,
}

impl Default for Show {
    fn default() -> Self {
        Self { balls: true, zones: true, above: true, legend: true }
    }
}
