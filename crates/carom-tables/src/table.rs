//! A table as data: what stands in a table file, in the file's own units.

use crate::parts::{
    Ball, Bumper, Collider, Counter, Flipper, Game, Gate, Group, Input, Kicker, Lamp, Magnet, Material, Mesh, Mode,
    Placed as _, Playfield, Plunger, Post, Ramp, Rubber, Rule, Spinner, Target, Trigger, Trough, Turntable, Wall,
};
use crate::value::choice;
use carom::units::{VP_LENGTH, radians};
use std::collections::BTreeMap;

/// The newest version of the file format that this crate reads and writes; it reads every one from 1.
pub const FORMAT: u64 = 2;
/// The version of the physics for which tables are made: the engine's. A table that was made for an older one is read as it is,
/// and played with this one.
pub use carom::PHYSICS;

choice! {
    /// The unit of all lengths in a file.
    Unit {
        /// Millimetres.
        Millimetres = "mm",
        /// Metres.
        Metres = "m",
        /// Inches.
        Inches = "in",
        /// Visual Pinball's: a standard ball is 50 wide.
        VisualPinball = "vp",
    }
}

impl Unit {
    /// Metres in one of it.
    pub fn metres(self) -> f64 {
        match self {
            Self::Millimetres => 1e-3,
            Self::Metres => 1.0,
            Self::Inches => 0.0254,
            Self::VisualPinball => VP_LENGTH,
        }
    }
}

/// Calls `$then!` with every kind of part: its field in [`Table`], its type.
macro_rules! for_each_part {
    ($then:ident) => {
        $then! {
            walls: Wall,
            ramps: Ramp,
            rubbers: Rubber,
            posts: Post,
            meshes: Mesh,
            colliders: Collider,
            flippers: Flipper,
            plungers: Plunger,
            gates: Gate,
            spinners: Spinner,
            bumpers: Bumper,
            kickers: Kicker,
            triggers: Trigger,
            targets: Target,
            magnets: Magnet,
            turntables: Turntable,
            troughs: Trough,
        }
    };
}
pub(crate) use for_each_part;

macro_rules! define_table {
    ($($field:ident: $type:ident,)*) => {
        /// A table: what stands in a table file, in the file's own units. Fields that are `None` are not said there and take
        /// their defaults.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Table {
            /// What it is called.
            pub name: Option<String>,
            /// What it is, in a sentence or two.
            pub about: Option<String>,
            /// Who made it.
            pub author: Option<String>,
            /// The unit of its lengths.
            pub units: Unit,
            /// Its playfield.
            pub playfield: Playfield,
            /// Its own materials, by name.
            pub materials: BTreeMap<String, Material>,
            /// Its groups.
            pub groups: Vec<Group>,
            $(
                #[doc = concat!("Its parts of the kind `", stringify!($type), "`.")]
                pub $field: Vec<$type>,
            )*
            /// Balls that are there at first.
            pub balls: Vec<Ball>,
            /// Lamps in its playfield.
            pub lamps: Vec<Lamp>,
            /// How the game is played.
            pub game: Game,
            /// Numbers that rules count with.
            pub counters: Vec<Counter>,
            /// Its modes.
            pub modes: Vec<Mode>,
            /// Its rules.
            pub rules: Vec<Rule>,
            /// What happens by itself, and when.
            pub inputs: Vec<Input>,
        }

        impl Table {
            /// How many parts there are of each kind, by the kind's name in a file.
            pub fn counts(&self) -> Vec<(&'static str, usize)> {
                use crate::record::Record as _;
                vec![$(($type::KEY, self.$field.len())),*]
            }

            /// The first part that says something of its place: its kind and its number.
            fn first_placed(&self) -> Option<(&'static str, usize)> {
                use crate::record::Record as _;
                $(
                    if let Some(index) = self.$field.iter().position(|part| part.placement().is_said()) {
                        return Some(($type::KEY, index + 1));
                    }
                )*
                None
            }
        }
    };
}
for_each_part!(define_table);

impl Table {
    /// How many parts there are.
    pub fn part_count(&self) -> usize {
        self.counts().iter().map(|(_, count)| count).sum()
    }

    /// The oldest version of the file format that can say what this table says: 2 if it has groups, parts that say something of
    /// their place, or inputs that drive groups; else 1.
    pub fn format(&self) -> u64 {
        if self.second_format().is_some() { 2 } else { 1 }
    }

    /// What it has that only the second version of the format can say, if anything.
    pub(crate) fn second_format(&self) -> Option<String> {
        if !self.groups.is_empty() {
            return Some("it has groups".to_owned());
        }
        if let Some((kind, number)) = self.first_placed() {
            return Some(format!("{kind} {number} says how it lies"));
        }
        let index = self.inputs.iter().position(Input::drives)?;
        Some(format!("input {} drives a group", index + 1))
    }

    /// A length of the file in metres.
    pub(crate) fn metres(&self, length: f64) -> f64 {
        length * self.units.metres()
    }
}

/// Degrees of a file in radians.
pub(crate) fn turned(degrees: f64) -> f64 {
    radians(degrees)
}
