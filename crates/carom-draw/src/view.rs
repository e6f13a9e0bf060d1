//! From where a picture is seen.

use carom::DVec3;
use carom::units::radians;
use core::str::FromStr;

/// From where a picture is seen. All views are parallel: what is as long is drawn as long, near or far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Straight from above, every part with its own look.
    #[default]
    Above,
    /// From where the player stands: the outlines of what balls can meet, x to the right and z up.
    Front,
    /// From the right, the player's end on the left: the same, z up.
    Side,
    /// From the player's right, 35° above the playfield: the same.
    Oblique,
}

impl View {
    /// All of them, with their words.
    pub const ALL: [(&'static str, Self); 4] =
        [("above", Self::Above), ("front", Self::Front), ("side", Self::Side), ("oblique", Self::Oblique)];

    /// A place on the table, as it is seen: to the right, down, and towards the eye.
    pub(crate) fn seen(self, p: DVec3) -> DVec3 {
        // How far the eye is turned to the right of the player's, and how high it is.
        let (turn, height) = match self {
            Self::Above => return p,
            Self::Front => return DVec3::new(p.x, -p.z, p.y),
            Self::Side => return DVec3::new(-p.y, -p.z, p.x),
            Self::Oblique => (radians(25.0), radians(35.0)),
        };
        let (cos, sin) = (libm::cos(turn), libm::sin(turn));
        let (across, near) = (p.x * cos - p.y * sin, p.x * sin + p.y * cos);
        let (cos, sin) = (libm::cos(height), libm::sin(height));
        DVec3::new(across, near * sin - p.z * cos, near * cos + p.z * sin)
    }
}

impl FromStr for View {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|(name, _)| *name == word);
        known.map(|(_, view)| view).ok_or_else(|| "it must be above, front, side or oblique".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_neither_stretches_nor_shrinks() {
        let (a, b) = (DVec3::new(0.1, 0.7, 0.02), DVec3::new(-0.3, 0.2, 0.11));
        for (name, view) in View::ALL {
            let seen = (view.seen(a) - view.seen(b)).length();
            assert!((seen - (a - b).length()).abs() < 1e-12, "{name}: {seen}");
            assert_eq!(name.parse::<View>(), Ok(view));
        }
        assert!("below".parse::<View>().is_err());
    }

    /// What is nearer to the player is lower in the picture and nearer to the eye, and what is higher is higher.
    #[test]
    fn the_player_is_in_front() {
        let view = View::Oblique;
        let (here, near, up) = (view.seen(DVec3::ZERO), view.seen(DVec3::Y), view.seen(DVec3::Z));
        assert!(near.y > here.y && near.z > here.z && up.y < here.y && up.z > here.z);
        assert!(view.seen(DVec3::X).x > here.x);
        assert_eq!(View::Side.seen(DVec3::Y), DVec3::new(-1.0, 0.0, 0.0));
    }
}
