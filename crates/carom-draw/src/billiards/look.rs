//! How balls look, by their names.

use crate::colour::Colour;

/// What a ball looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) colour: Colour,
    /// Its number, if it has one.
    pub(crate) number: Option<u8>,
    /// White, with a band of its colour.
    pub(crate) striped: bool,
}

pub(crate) const IVORY: Colour = Colour::hex(0xf6f1e4);
pub(crate) const DARK: Colour = Colour::hex(0x16181c);

/// The colours of the balls 1 to 8; 9 to 15 have those of 1 to 7 as a stripe.
const POOL: [Colour; 8] = [
    Colour::hex(0xf5c228),
    Colour::hex(0x2257c4),
    Colour::hex(0xd9322c),
    Colour::hex(0x6a3aa8),
    Colour::hex(0xf07a24),
    Colour::hex(0x15803d),
    Colour::hex(0x8c2331),
    DARK,
];

/// Balls known by their colour.
const NAMED: [(&str, Colour); 12] = [
    ("cue", IVORY),
    ("white", IVORY),
    ("red", Colour::hex(0xc9201f)),
    ("yellow", Colour::hex(0xf4c61f)),
    ("green", Colour::hex(0x0b7a45)),
    ("brown", Colour::hex(0x7d4a22)),
    ("blue", Colour::hex(0x1f5fd0)),
    ("pink", Colour::hex(0xf29bb2)),
    ("black", DARK),
    ("object", Colour::hex(0xc9201f)),
    ("orange", Colour::hex(0xf07a24)),
    ("purple", Colour::hex(0x6a3aa8)),
];

impl Look {
    /// By the name: a number, or a colour with perhaps more behind it (`red_03`). Any other ball takes a colour by its place
    /// among the balls.
    pub(crate) fn of(name: &str, place: usize) -> Self {
        if let Ok(number @ 1..=15) = name.parse::<u8>() {
            let colour = POOL[usize::from((number - 1) % 8)];
            // The numbers after 8 begin again with the colour of 1.
            return Self { colour, number: Some(number), striped: number > 8 };
        }
        let lower = name.to_ascii_lowercase();
        let colour = NAMED.iter().find(|(known, _)| lower.starts_with(known)).map(|(_, colour)| *colour);
        Self { colour: colour.unwrap_or(POOL[place % 7]), number: None, striped: false }
    }

    /// The colour of its trail: its own, but light enough to be seen on any cloth.
    pub(crate) fn trail(self) -> Colour {
        let sum = u32::from(self.colour.r) * 3 + u32::from(self.colour.g) * 6 + u32::from(self.colour.b);
        let light = f64::from(sum) / 2550.0;
        self.colour.towards(Colour::hex(0xffffff), (0.62 - light).clamp(0.0, 0.45))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_look_as_players_know_them() {
        assert_eq!(Look::of("8", 0), Look { colour: DARK, number: Some(8), striped: false });
        let nine = Look::of("9", 0);
        assert_eq!((nine.colour, nine.striped), (Look::of("1", 0).colour, true));
        assert_eq!(Look::of("15", 0).colour, Look::of("7", 0).colour);
        assert_eq!(Look::of("red_03", 0).colour, Look::of("red", 9).colour);
        assert_eq!((Look::of("cue", 5).colour, Look::of("16", 0).number), (IVORY, None));
        assert_ne!(Look::of("somebody", 0).colour, Look::of("somebody else", 1).colour);
    }
}
