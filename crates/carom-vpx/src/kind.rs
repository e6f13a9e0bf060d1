//! The kinds of item that a table holds, by their numbers in a file and their names in the text layout.

use std::fmt;

/// A kind of item of a Visual Pinball table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names are Visual Pinball's own")]
pub enum Kind {
    Wall,
    Flipper,
    Timer,
    Plunger,
    TextBox,
    Bumper,
    Trigger,
    Light,
    Kicker,
    Decal,
    Gate,
    Spinner,
    Ramp,
    Reel,
    LightSequencer,
    Primitive,
    Flasher,
    Rubber,
    HitTarget,
    Ball,
    PartGroup,
    /// A number that no known version of Visual Pinball gives to an item; the largest, if not even that can be read.
    Unknown(u32),
}

/// Number, kind, name in the text layout, other names that mean the same.
const KINDS: [(u32, Kind, &str, &[&str]); 21] = [
    (0, Kind::Wall, "Wall", &["surface"]),
    (1, Kind::Flipper, "Flipper", &[]),
    (2, Kind::Timer, "Timer", &[]),
    (3, Kind::Plunger, "Plunger", &[]),
    (4, Kind::TextBox, "TextBox", &["text"]),
    (5, Kind::Bumper, "Bumper", &[]),
    (6, Kind::Trigger, "Trigger", &[]),
    (7, Kind::Light, "Light", &[]),
    (8, Kind::Kicker, "Kicker", &[]),
    (9, Kind::Decal, "Decal", &[]),
    (10, Kind::Gate, "Gate", &[]),
    (11, Kind::Spinner, "Spinner", &[]),
    (12, Kind::Ramp, "Ramp", &[]),
    (17, Kind::Reel, "Reel", &["dispreel", "emreel"]),
    (18, Kind::LightSequencer, "LightSequencer", &["lightseq"]),
    (19, Kind::Primitive, "Primitive", &["prim"]),
    (20, Kind::Flasher, "Flasher", &[]),
    (21, Kind::Rubber, "Rubber", &[]),
    (22, Kind::HitTarget, "HitTarget", &["target"]),
    (23, Kind::Ball, "Ball", &[]),
    (24, Kind::PartGroup, "PartGroup", &[]),
];

impl Kind {
    /// By its number in a file.
    pub(crate) fn of_number(number: u32) -> Self {
        KINDS.iter().find(|row| row.0 == number).map_or(Self::Unknown(number), |row| row.1)
    }

    /// By its name in the text layout, in any case and with or without underscores.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let name = plain(name);
        KINDS.iter().find(|row| plain(row.2) == name || row.3.contains(&name.as_str())).map(|row| row.1)
    }

    /// Can a ball feel it?
    pub fn is_physical(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Wall | Flipper
                | Plunger
                | Bumper
                | Trigger
                | Kicker
                | Gate
                | Spinner
                | Ramp
                | Primitive
                | Rubber
                | HitTarget
                | Ball
        )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(u32::MAX) => f.write_str("Unknown"),
            Self::Unknown(number) => write!(f, "Unknown{number}"),
            known => f.write_str(KINDS.iter().find(|row| row.1 == *known).map_or("", |row| row.2)),
        }
    }
}

/// A name without the differences between versions: small letters and digits only.
pub(crate) fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
