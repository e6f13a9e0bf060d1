//! What belongs to the game rather than to the machine: lamps.

use crate::record::record;
use crate::value::{Angle, Place, Size, choice};

choice! {
    /// How a lamp looks.
    LampShape {
        /// A disk.
        Round = "round",
        /// An arrow along its heading.
        Arrow = "arrow",
        /// A square.
        Square = "square",
        /// A bar across its heading.
        Bar = "bar",
    }
}

record! {
    /// A lamp in the playfield. It does nothing to balls; rules light it.
    Lamp = "lamp" {
        /// Its name.
        name: String = "none",
        /// Its middle.
        at: Place,
        /// Half of its width.
        radius: Size = "8",
        /// Its colour when lit, as on a page: "#ffd36e".
        colour: String = "\"#ffd36e\"",
        /// How it looks.
        shape: LampShape = "\"round\"",
        /// Where it points: 0 away from the player, clockwise.
        heading: Angle = "0",
        /// A few letters on it.
        text: String = "none",
    }
}
