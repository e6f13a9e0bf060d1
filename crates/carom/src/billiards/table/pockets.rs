//! The table with six pockets: its few figures, and every rail, jaw and pocket that follows from them.

use super::{Jaw, Pocket, Rail, Table};
use crate::error::in_range;
use crate::{DVec2, Error};
use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4};

/// The figures of a table with six pockets.
///
/// The sides of a pocket's mouth run from the rounded tips of the cushions outwards. At a side pocket they open by
/// `side_angle` from the direction straight out; at a corner by `corner_angle` from its diagonal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PocketSpec {
    /// Playing area along `x`, nose to nose, m.
    pub width: f64,
    /// Playing area along `y`, nose to nose, m.
    pub length: f64,
    /// From the nose to the wood, m.
    pub cushion_width: f64,
    /// Height of the noses over the cloth, m.
    pub nose_height: f64,
    /// Mouth of a corner pocket between the points where the noses' lines meet the sides of the mouth, m.
    pub corner_width: f64,
    /// Opening of a corner pocket's sides, rad.
    pub corner_angle: f64,
    /// From the corner of the playing area to the centre of its pocket, m.
    pub corner_depth: f64,
    /// Radius of a corner pocket, m.
    pub corner_radius: f64,
    /// Radius of the tips at a corner pocket, m.
    pub corner_jaw_radius: f64,
    /// Mouth of a side pocket, m.
    pub side_width: f64,
    /// Opening of a side pocket's sides, rad.
    pub side_angle: f64,
    /// From the noses' line to the centre of a side pocket, m.
    pub side_depth: f64,
    /// Radius of a side pocket, m.
    pub side_radius: f64,
    /// Radius of the tips at a side pocket, m.
    pub side_jaw_radius: f64,
    /// Where a potted ball lies below the cloth, m.
    pub drop: f64,
}

impl PocketSpec {
    /// A seven-foot pool table: 78 by 39 inches.
    pub const POOL_7: Self = Self {
        width: 0.9906,
        length: 1.9812,
        cushion_width: 0.0508,
        nose_height: 0.036_576,
        corner_width: 0.118,
        corner_angle: 5.3_f64.to_radians(),
        corner_depth: 0.0417,
        corner_radius: 0.062,
        corner_jaw_radius: 0.020_95,
        side_width: 0.137,
        side_angle: 7.14_f64.to_radians(),
        side_depth: 0.0685,
        side_radius: 0.0645,
        side_jaw_radius: 0.007_95,
        drop: 0.08,
    };
    /// An eight-foot pool table, 88 by 44 inches, with the pockets of the seven-foot one.
    pub const POOL_8: Self = Self { width: 1.1176, length: 2.2352, ..Self::POOL_7 };
    /// A nine-foot pool table, 100 by 50 inches, with the pockets of the seven-foot one.
    pub const POOL_9: Self = Self { width: 1.27, length: 2.54, ..Self::POOL_7 };
    /// A full-size snooker table.
    pub const SNOOKER: Self = Self {
        width: 1.778,
        length: 3.569,
        cushion_width: 0.047_63,
        nose_height: 0.039,
        corner_width: 0.080_14,
        corner_angle: 0.0,
        corner_depth: 0.067_35,
        corner_radius: 0.0889,
        corner_jaw_radius: 0.0889,
        side_width: 0.084_57,
        side_angle: 0.0,
        side_depth: 0.051_59,
        side_radius: 0.053_19,
        side_jaw_radius: 0.0669,
        drop: 0.08,
    };

    /// The table of these figures under `name`.
    ///
    /// Rails and jaws are numbered clockwise from the lower left corner's mouth; a tip has the number
    /// of the side it ends, with a `t`. Order and names are the reference engine's, so that its events can be compared.
    pub fn build(&self, name: &str) -> Table {
        Table {
            name: name.to_owned(),
            width: self.width,
            length: self.length,
            nose_height: self.nose_height,
            cushion_width: self.cushion_width,
            rails: self.rails(),
            jaws: self.jaws(),
            pockets: self.pockets(),
        }
    }

    /// Fails if a figure cannot be a table's. Whether the table that follows is closed and its pockets can be reached,
    /// [`Table::check`] and [`Table::check_for`] say.
    ///
    /// # Errors
    /// The first figure out of its range.
    pub fn check(&self) -> Result<(), Error> {
        in_range("width", self.width, 0.05, 1e4)?;
        in_range("length", self.length, 0.05, 1e4)?;
        in_range("cushion width", self.cushion_width, 1e-3, 1.0)?;
        in_range("nose height", self.nose_height, 1e-4, 1.0)?;
        let half = FRAC_PI_4 - 0.01;
        in_range("corner pocket width", self.corner_width, 1e-3, self.width)?;
        in_range("corner pocket angle", self.corner_angle, -half, half)?;
        in_range("corner pocket depth", self.corner_depth, -1.0, 1.0)?;
        in_range("corner pocket radius", self.corner_radius, 1e-3, self.width)?;
        in_range("corner jaw radius", self.corner_jaw_radius, 1e-4, self.width)?;
        in_range("side pocket width", self.side_width, 1e-3, self.length)?;
        in_range("side pocket angle", self.side_angle, -half, half)?;
        in_range("side pocket depth", self.side_depth, -1.0, 1.0)?;
        in_range("side pocket radius", self.side_radius, 1e-3, self.length)?;
        in_range("side jaw radius", self.side_jaw_radius, 1e-4, self.length)?;
        in_range("drop", self.drop, 1e-3, 10.0)?;
        Ok(())
    }

    /// Direction of a corner mouth's side from the noses' line.
    fn corner_turn(&self) -> f64 {
        FRAC_PI_4 + self.corner_angle
    }

    /// From the corner of the playing area, along the noses' line, to the mouth's side.
    fn corner_reach(&self) -> f64 {
        self.corner_width * FRAC_1_SQRT_2
    }

    /// From there to the point where the tip's circle touches the nose (and, as far again, the mouth's side).
    fn corner_tangent(&self) -> f64 {
        self.corner_jaw_radius / libm::tan(0.5 * (FRAC_PI_2 + self.corner_turn()))
    }

    /// The same at a side pocket.
    fn side_tangent(&self) -> f64 {
        self.side_jaw_radius / libm::tan(0.5 * (FRAC_PI_2 + self.side_angle))
    }

    /// The straight cushions.
    fn rails(&self) -> Vec<Rail> {
        let (w, l) = (self.width, self.length);
        let middle = 0.5 * self.length;
        let from_corner = self.corner_reach() + self.corner_tangent();
        let (below, above) =
            (0.5 * (l - self.side_width) - self.side_tangent(), 0.5 * (l + self.side_width) + self.side_tangent());
        let [lb, lt, rb, rt] = self.corners();
        let [lc, rc] = self.sides();

        // The lower left quarter's mouth sides, outer end first; the other quarters are its mirror images.
        let (sine, cosine) = (libm::sin(self.corner_turn()), libm::cos(self.corner_turn()));
        let outer =
            DVec2::new(self.corner_reach() - self.cushion_width * libm::tan(self.corner_turn()), -self.cushion_width);
        let inner = DVec2::new(self.corner_reach() - self.corner_tangent() * sine, -self.corner_tangent() * cosine);
        let corner = |name: &str, pocket: DVec2, flipped: bool| {
            let place = |point: DVec2| {
                let point = if flipped { DVec2::new(point.y, point.x) } else { point };
                self.reflected(point, pocket)
            };
            Rail::facing(name, place(outer), place(inner), pocket)
        };
        // The outer end uses the sine where the tangent would lie on the line through the tip: less than 0.1 mm apart,
        // and the very coordinates of the reference table.
        let (sine, cosine) = (libm::sin(self.side_angle), libm::cos(self.side_angle));
        let mouth = 0.5 * (l - self.side_width);
        let outer = DVec2::new(-self.cushion_width, mouth + self.cushion_width * sine);
        let inner = DVec2::new(-self.side_tangent() * cosine, mouth + self.side_tangent() * sine);
        let side = |name: &str, pocket: DVec2, over: bool| {
            let place = |point: DVec2| {
                let y = if over { l - point.y } else { point.y };
                DVec2::new(if pocket.x > 0.0 { w - point.x } else { point.x }, y)
            };
            Rail::facing(name, place(outer), place(inner), pocket)
        };
        let straight = |name: &str, from: (f64, f64), to: (f64, f64)| {
            Rail::facing(name, DVec2::from(from), DVec2::from(to), DVec2::new(0.5 * w, middle))
        };
        vec![
            straight("3", (0.0, from_corner), (0.0, below)),
            straight("6", (0.0, above), (0.0, l - from_corner)),
            straight("15", (w, from_corner), (w, below)),
            straight("12", (w, above), (w, l - from_corner)),
            straight("18", (from_corner, 0.0), (w - from_corner, 0.0)),
            straight("9", (from_corner, l), (w - from_corner, l)),
            side("5", lc, true),
            side("4", lc, false),
            side("13", rc, true),
            side("14", rc, false),
            corner("1", lb, false),
            corner("2", lb, true),
            corner("8", lt, false),
            corner("7", lt, true),
            corner("11", rt, true),
            corner("10", rt, false),
            corner("16", rb, true),
            corner("17", rb, false),
        ]
    }

    /// The round tips.
    fn jaws(&self) -> Vec<Jaw> {
        let [lb, lt, rb, rt] = self.corners();
        let (rc, rs) = (self.corner_jaw_radius, self.side_jaw_radius);
        let from_corner = self.corner_reach() + self.corner_tangent();
        let below = 0.5 * (self.length - self.side_width) - self.side_tangent();
        let above = 0.5 * (self.length + self.side_width) + self.side_tangent();
        let jaw = |name: &str, centre: DVec2, radius: f64| Jaw { name: name.to_owned(), centre, radius };
        let level = |name: &str, pocket| jaw(name, self.reflected(DVec2::new(from_corner, -rc), pocket), rc);
        let upright = |name: &str, pocket| jaw(name, self.reflected(DVec2::new(-rc, from_corner), pocket), rc);
        vec![
            level("1t", lb),
            upright("2t", lb),
            jaw("4t", DVec2::new(-rs, below), rs),
            jaw("5t", DVec2::new(-rs, above), rs),
            upright("7t", lt),
            level("8t", lt),
            level("10t", rt),
            upright("11t", rt),
            jaw("13t", DVec2::new(self.width + rs, above), rs),
            jaw("14t", DVec2::new(self.width + rs, below), rs),
            upright("16t", rb),
            level("17t", rb),
        ]
    }

    /// The holes.
    fn pockets(&self) -> Vec<Pocket> {
        let [lb, lt, rb, rt] = self.corners();
        let [lc, rc] = self.sides();
        let pocket = |name: &str, centre, radius| Pocket { name: name.to_owned(), centre, radius, depth: self.drop };
        vec![
            pocket("lb", lb, self.corner_radius),
            pocket("lc", lc, self.side_radius),
            pocket("lt", lt, self.corner_radius),
            pocket("rb", rb, self.corner_radius),
            pocket("rc", rc, self.side_radius),
            pocket("rt", rt, self.corner_radius),
        ]
    }

    /// Centres of the corner pockets: lower left, upper left, lower right, upper right.
    fn corners(&self) -> [DVec2; 4] {
        let out = self.corner_depth * FRAC_1_SQRT_2;
        let (right, top) = (self.width + out, self.length + out);
        [DVec2::new(-out, -out), DVec2::new(-out, top), DVec2::new(right, -out), DVec2::new(right, top)]
    }

    /// Centres of the side pockets: left, right.
    fn sides(&self) -> [DVec2; 2] {
        let middle = 0.5 * self.length;
        [DVec2::new(-self.side_depth, middle), DVec2::new(self.width + self.side_depth, middle)]
    }

    /// A point of the lower left quarter, mirrored into the quarter of `pocket`.
    fn reflected(&self, point: DVec2, pocket: DVec2) -> DVec2 {
        DVec2::new(
            if pocket.x > 0.5 * self.width { self.width - point.x } else { point.x },
            if pocket.y > 0.5 * self.length { self.length - point.y } else { point.y },
        )
    }
}
