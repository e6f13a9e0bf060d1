//! Numbers as the table and the engine want them, and a note for each that had to be changed.

use super::FAR;
use crate::items::{DragPoint, Surface};
use carom::units::VP_SPEED;
use carom_tables::{Amount, Angle, Corner, Length, Outline, Place, Size};

/// What is said of an item.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) list: Vec<String>,
    /// Is the part different from the item?
    pub(super) differs: bool,
}

/// A surface with numbers that the engine takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skin {
    pub(super) elasticity: Amount,
    pub(super) falloff: Amount,
    pub(super) friction: Amount,
    pub(super) scatter: Angle,
}

impl Notes {
    /// Something worth knowing.
    pub(super) fn say(&mut self, note: impl Into<String>) {
        self.list.push(note.into());
    }

    /// Something in which the part differs from the item.
    pub(super) fn differ(&mut self, note: impl Into<String>) {
        self.differs = true;
        self.list.push(note.into());
    }

    /// A number within a range; what lies beyond is brought to its end.
    pub(super) fn within(&mut self, what: &str, number: f64, least: f64, most: f64) -> f64 {
        let near = number.clamp(least, most);
        if near != number {
            self.differ(format!("its {what} of {number} becomes {near}"));
        }
        near
    }

    /// A length that cannot be negative.
    pub(super) fn size(&mut self, what: &str, size: f64) -> Size {
        Size(self.within(what, size, 0.0, FAR))
    }

    /// A length that must be more than nothing: what Visual Pinball feels as a pin or a blade is made one, and not left out.
    /// The least is the one that it has for the radii of a flipper (guide 6.1).
    pub(super) fn breadth(&mut self, what: &str, size: f64) -> Size {
        Size(self.within(what, size, 0.01, FAR))
    }

    /// A speed in Visual Pinball's unit that cannot be negative; m/s come out. Authors write huge thresholds to say "never".
    pub(super) fn speed(&mut self, what: &str, speed: f64) -> Amount {
        Amount(self.within(what, speed, 0.0, 1e7) * VP_SPEED)
    }

    /// A number that cannot be negative.
    pub(super) fn amount(&mut self, what: &str, amount: f64) -> Amount {
        Amount(self.within(what, amount, 0.0, 1e9))
    }

    /// A surface. A negative scatter means the table's own; the engine gives back no more than came (Visual Pinball lets
    /// an author ask for more), and turns a rebound by a right angle at most.
    pub(super) fn surface(&mut self, surface: Surface, hard_scatter: f64) -> Skin {
        let scatter = if surface.scatter < 0.0 { hard_scatter } else { surface.scatter };
        Skin {
            elasticity: Amount(self.within("elasticity", surface.elasticity, 0.0, 1.0)),
            falloff: Amount(self.within("elasticity falloff", surface.falloff, 0.0, 1000.0)),
            friction: Amount(self.within("friction", surface.friction, 0.0, 100.0)),
            scatter: Angle(self.within("scatter", scatter, 0.0, 90.0)),
        }
    }
}

/// A place that is not absurdly far away.
pub(super) fn place([x, y, _]: [f64; 3]) -> Result<Place, String> {
    near(x)?;
    near(y)?;
    Ok([Length(x), Length(y)])
}

/// A coordinate that is not absurdly far away.
pub(super) fn near(coordinate: f64) -> Result<f64, String> {
    if coordinate.abs() <= FAR { Ok(coordinate) } else { Err(format!("it lies absurdly far away, at {coordinate}")) }
}

/// An outline of at least so many points.
pub(super) fn outline(points: &[DragPoint], least: usize) -> Result<Outline, String> {
    if points.len() < least {
        return Err(format!("its outline has {} points, and {least} are needed", points.len()));
    }
    let corner = |point: &DragPoint| {
        Ok(Corner {
            at: place(point.at)?,
            smooth: point.smooth.then_some(true),
            slingshot: point.slingshot.then_some(true),
            ..Corner::default()
        })
    };
    points.iter().map(corner).collect::<Result<_, String>>().map(Outline::Corners)
}
