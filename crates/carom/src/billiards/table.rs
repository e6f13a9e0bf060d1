//! A billiard table as balls see it: cushions, jaws and pockets around a level cloth.

mod check;
mod diamonds;
mod pockets;

use crate::DVec2;

pub use pockets::PocketSpec;

/// A table. The origin is the lower left corner of the playing area, nose to nose, at the height of the cloth; `x` runs
/// along the short side, `y` along the long one, `z` up. The head rail, from which one breaks, is `y = 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// `pool-7`, `pool-8`, `pool-9`, `snooker`, `carom`, or a name of your own.
    pub name: String,
    /// Along `x`, m.
    pub width: f64,
    /// Along `y`, m.
    pub length: f64,
    /// Height of the cushions' noses over the cloth, m.
    pub nose_height: f64,
    /// From the nose to the wood, m.
    pub cushion_width: f64,
    /// Straight cushions, the sides of jaws included.
    pub rails: Vec<Rail>,
    /// Round tips of cushions.
    pub jaws: Vec<Jaw>,
    /// Pockets.
    pub pockets: Vec<Pocket>,
}

/// A straight piece of cushion.
#[derive(Clone, Debug, PartialEq)]
pub struct Rail {
    /// Its name in reports.
    pub name: String,
    /// Its ends.
    pub from: DVec2,
    /// Its ends.
    pub to: DVec2,
    /// Level unit vector towards the side on which balls are.
    pub inward: DVec2,
}

/// A round tip of a cushion: an upright cylinder.
#[derive(Clone, Debug, PartialEq)]
pub struct Jaw {
    /// Its name in reports.
    pub name: String,
    /// Its centre.
    pub centre: DVec2,
    /// Its radius, m.
    pub radius: f64,
}

/// A pocket: an upright hole.
#[derive(Clone, Debug, PartialEq)]
pub struct Pocket {
    /// `lb`, `lc`, `lt`, `rb`, `rc`, `rt`: left or right, bottom, centre or top.
    pub name: String,
    /// Its centre.
    pub centre: DVec2,
    /// Its radius, m.
    pub radius: f64,
    /// Where a potted ball lies below the cloth, m.
    pub depth: f64,
}

impl Table {
    /// Names of the built-in tables.
    pub const NAMES: [&'static str; 5] = ["pool-7", "pool-8", "pool-9", "snooker", "carom"];

    /// The built-in table of that name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "pool-7" => PocketSpec::POOL_7.build(name),
            "pool-8" => PocketSpec::POOL_8.build(name),
            "pool-9" => PocketSpec::POOL_9.build(name),
            "snooker" => PocketSpec::SNOOKER.build(name),
            "carom" => Self::standard_carom(),
            _ => return None,
        })
    }

    /// The match table of carom: 2.84 by 1.42 m.
    pub(super) fn standard_carom() -> Self {
        Self::carom(1.42, 2.84, 0.037, CAROM_CUSHION_WIDTH)
    }

    /// A table without pockets: four rails, `3` (left), `12` (right), `9` (top) and `18` (bottom).
    pub fn carom(width: f64, length: f64, nose_height: f64, cushion_width: f64) -> Self {
        let (origin, right) = (DVec2::ZERO, DVec2::new(width, 0.0));
        let (left_top, right_top) = (DVec2::new(0.0, length), DVec2::new(width, length));
        let rails = vec![
            Rail { name: "3".to_owned(), from: origin, to: left_top, inward: DVec2::X },
            Rail { name: "12".to_owned(), from: right_top, to: right, inward: DVec2::NEG_X },
            Rail { name: "9".to_owned(), from: left_top, to: right_top, inward: DVec2::NEG_Y },
            Rail { name: "18".to_owned(), from: origin, to: right, inward: DVec2::Y },
        ];
        let (jaws, pockets) = (Vec::new(), Vec::new());
        Self { name: "carom".to_owned(), width, length, nose_height, cushion_width, rails, jaws, pockets }
    }

    /// A square of cloth of `size` m with cushions far away, for experiments with balls alone.
    pub fn field(size: f64) -> Self {
        Self { name: "field".to_owned(), ..Self::carom(size, size, 0.037, CAROM_CUSHION_WIDTH) }
    }

    /// The number of the pocket of that name.
    pub fn pocket(&self, name: &str) -> Option<usize> {
        self.pockets.iter().position(|pocket| pocket.name == name)
    }

    /// The point that lies the part `across` of the width and `along` of the length from the origin.
    pub fn point(&self, across: f64, along: f64) -> DVec2 {
        DVec2::new(across * self.width, along * self.length)
    }
}

impl Rail {
    /// A rail whose balls are on the side of the point `towards`.
    ///
    /// Its normal is zero, and [`Table::check`] refuses it, if the ends are the same or `towards` lies on its line.
    pub fn facing(name: impl Into<String>, from: DVec2, to: DVec2, towards: DVec2) -> Self {
        let normal = (to - from).perp().normalize_or_zero();
        let side = normal.dot(towards - from);
        let inward = if side == 0.0 { DVec2::ZERO } else { normal * side.signum() };
        Self { name: name.into(), from, to, inward }
    }
}

/// From nose to wood on a carom table, m: for pictures, and for where a ball is off the table.
const CAROM_CUSHION_WIDTH: f64 = 0.0508;

/// m: how near to a nose line the centre of a ball on the cloth comes. The nose touches it above (or below) its middle, so
/// that is less than a radius.
pub(super) fn nose_reach(nose_height: f64, radius: f64) -> f64 {
    let over = nose_height - radius;
    if over.abs() < radius { (radius * radius - over * over).sqrt() } else { radius }
}
