//! A billiard table from above: wood, cloth, cushions, pockets, sights, and the lines and spots of its game.

use super::cushions;
use super::view::View;
use crate::colour::{Colour, palette};
use crate::form::{arc, circle, polygon, polyline, rectangle};
use crate::pen::Pen;
use crate::scene::{Form, Layer, Line, Paint, Stretch};
use crate::sheet::Sheet;
use carom::DVec2;
use carom::billiards::{Rail, Table};
use core::f64::consts::{FRAC_PI_2, PI};

const WOOD_LIT: Colour = Colour::hex(0x6d4426);
const WOOD_DIM: Colour = Colour::hex(0x3d2413);
const WOOD_EDGE: Colour = Colour::hex(0x9a6a3e);
const PEARL: Colour = Colour::hex(0xf3ead2);
const LEATHER: Colour = Colour::hex(0x1a1210);
const LEATHER_LIT: Colour = Colour::hex(0x3a2a22);
const CHALK: Colour = Colour::hex(0xf4f7f2);

/// m: wood beside a cushion, at least, and beyond a pocket.
const WOOD: f64 = 0.095;
const BEYOND_POCKET: f64 = 0.03;

/// Which lines and spots are on the cloth, and its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marking {
    /// By the table: without pockets as for carom, longer than 3.2 m as for snooker, otherwise as for pool.
    #[default]
    ByTable,
    /// Head string, head spot and foot spot.
    Pool,
    /// Baulk line, the D and six spots.
    Snooker,
    /// Five spots.
    Carom,
}

impl Marking {
    pub(crate) fn of(self, table: &Table) -> Self {
        match self {
            Self::ByTable if table.pockets.is_empty() => Self::Carom,
            Self::ByTable if table.length > 3.2 => Self::Snooker,
            Self::ByTable => Self::Pool,
            own => own,
        }
    }

    /// The cloth in the light and at its border.
    pub(crate) fn cloth(self) -> (Colour, Colour) {
        match self {
            Self::Snooker => (Colour::hex(0x2f8a4e), Colour::hex(0x1b5c33)),
            Self::Carom => (Colour::hex(0x2c78b8), Colour::hex(0x1a4d7e)),
            _ => (Colour::hex(0x22807a), Colour::hex(0x135250)),
        }
    }
}

/// m: the box of the table with its wood, on the table.
pub(crate) fn outside(table: &Table) -> (DVec2, DVec2) {
    let (mut low, mut high) = field(table);
    let wood = DVec2::splat(table.cushion_width.clamp(0.0, 1.0) + WOOD);
    low -= wood;
    high += wood;
    for pocket in table.pockets.iter().filter(|pocket| pocket.centre.is_finite()) {
        let reach = DVec2::splat(pocket.radius + BEYOND_POCKET);
        low = low.min(pocket.centre - reach);
        high = high.max(pocket.centre + reach);
    }
    // The same all round looks best.
    let (a, b) = field(table);
    let most = (a - low).max(high - b).max_element();
    (a - DVec2::splat(most), b + DVec2::splat(most))
}

/// m: the box of the playing area.
fn field(table: &Table) -> (DVec2, DVec2) {
    let whole = (DVec2::ZERO, DVec2::new(table.width, table.length));
    table
        .rails
        .iter()
        .flat_map(|rail| [rail.from, rail.to])
        .filter(|p| p.is_finite() && table.jaws.is_empty())
        .fold(whole, |(low, high), p| (low.min(p), high.max(p)))
}

/// Everything that stands still. `plain`: without shades of colour, for moving pictures, which have few colours.
pub(crate) fn draw(table: &Table, marking: Marking, plain: bool, sheet: &Sheet, view: View, pen: &mut Pen) {
    let marking = marking.of(table);
    pen.fill(Layer::Ground, -5.0, rectangle(sheet.min, sheet.max), palette::ROOM);
    wood(table, plain, view, pen);
    cloth(table, marking, plain, view, pen);
    lines(table, marking, view, pen);
    noses(table, marking, view, pen);
    pockets(table, view, pen);
    if marking != Marking::Snooker {
        sights(table, view, pen);
    }
}

fn wood(table: &Table, plain: bool, view: View, pen: &mut Pen) {
    let (low, high) = outside(table);
    let radius = 0.06_f64.min(0.25 * (high - low).min_element());
    let frame = |inset: f64| polygon(view.places(rounded(low + inset, high - inset, radius - inset)));
    pen.fill(Layer::Ground, -4.5, crate::form::moved(&frame(0.0), DVec2::splat(0.014)), palette::SHADE.opaque(0.6));
    let lit = lit(WOOD_LIT, WOOD_DIM, plain);
    pen.both(Layer::Ground, -4.0, frame(0.0), lit, pen.hairs(palette::SHADE, 1.0));
    pen.line(Layer::Ground, -4.0, frame(0.006), Line::new(WOOD_EDGE.opaque(0.55), 0.0035));
}

/// Lit from above the middle of the table, or everywhere alike.
fn lit(inner: Colour, outer: Colour, plain: bool) -> Paint {
    let middle = DVec2::new(0.5, 0.47);
    if plain { inner.towards(outer, 0.4).into() } else { Paint::Round { inner, outer, middle, reach: 0.64 } }
}

/// A rectangle with round corners.
fn rounded(low: DVec2, high: DVec2, radius: f64) -> Vec<DVec2> {
    let r = radius.max(0.0);
    let corner = |x: f64, y: f64, turn: f64| arc(DVec2::new(x, y), r, turn * FRAC_PI_2, FRAC_PI_2);
    let mut points = corner(high.x - r, high.y - r, 0.0);
    points.extend(corner(low.x + r, high.y - r, 1.0));
    points.extend(corner(low.x + r, low.y + r, 2.0));
    points.extend(corner(high.x - r, low.y + r, 3.0));
    points
}

fn cloth(table: &Table, marking: Marking, plain: bool, view: View, pen: &mut Pen) {
    let (inner, outer) = marking.cloth();
    let lit = lit(inner, outer, plain);
    let form = match loop_of(&table.rails) {
        Some(points) => polygon(view.places(points)),
        None => {
            let (low, high) = field(table);
            // Under the cushions and into the mouths of the pockets.
            let under = DVec2::splat(table.cushion_width.clamp(0.0, 0.2));
            polygon(view.places(corners(low - under, high + under)))
        }
    };
    pen.fill(Layer::Ground, -3.0, form, lit);
}

fn corners(low: DVec2, high: DVec2) -> [DVec2; 4] {
    [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
}

/// The corners of a table whose rails meet end to end all round.
fn loop_of(rails: &[Rail]) -> Option<Vec<DVec2>> {
    let first = rails.first()?;
    let mut left: Vec<&Rail> = rails.iter().skip(1).collect();
    let mut points = vec![first.from, first.to];
    while let Some(&here) = points.last() {
        let near = |p: DVec2| (p - here).length() < 1e-6;
        let Some(k) = left.iter().position(|rail| near(rail.from) || near(rail.to)) else { break };
        let rail = left.swap_remove(k);
        points.push(if near(rail.from) { rail.to } else { rail.from });
    }
    let end = points.pop()?;
    (left.is_empty() && points.len() > 2 && (end - first.from).length() < 1e-6).then_some(points)
}

fn noses(table: &Table, marking: Marking, view: View, pen: &mut Pen) {
    let (lit, dim) = marking.cloth();
    let top = lit.towards(dim, 0.55);
    for cushion in cushions::of(table, view) {
        let fall = crate::form::moved(&cushion.top, DVec2::new(0.006, 0.009));
        pen.fill(Layer::Shade, 0.0, fall, palette::SHADE.opaque(0.3));
        let wood = Line::new(palette::SHADE.opaque(0.45), 0.004);
        pen.both(Layer::Low, 0.0, cushion.top, top, wood);
        pen.line(Layer::Low, 0.1, polyline(cushion.nose.iter().copied()), Line::new(lit.towards(CHALK, 0.34), 0.0045));
    }
}

/// Holes, and the leather round their backs: of its ring only what lies over the wood is not under the cloth.
fn pockets(table: &Table, view: View, pen: &mut Pen) {
    for pocket in &table.pockets {
        let at = view.place(pocket.centre);
        let leather = Paint::Round { inner: LEATHER_LIT, outer: LEATHER, middle: DVec2::splat(0.5), reach: 0.5 };
        let seam = Line::new(WOOD_EDGE.opaque(0.6), 0.003);
        pen.both(Layer::Ground, -3.5, circle(at, pocket.radius + 0.02), leather, seam);
        let inner = Colour::hex(0x000000);
        let hole = Paint::Round { inner, outer: Colour::hex(0x14110f), middle: DVec2::splat(0.5), reach: 0.5 };
        pen.both(Layer::Shade, 1.0, circle(at, pocket.radius), hole, Line::new(palette::SHADE, 0.003));
    }
}

/// Diamonds of pearl, their long way across the rail.
fn sights(table: &Table, view: View, pen: &mut Pen) {
    let size = DVec2::new(0.0075, 0.013);
    for at in table.diamonds() {
        let long = if at.x < 0.0 || at.x > table.width { DVec2::X } else { DVec2::Y };
        let (wide, tall) = (long.perp() * size.x, long * size.y);
        let points = view.places([at + tall, at + wide, at - tall, at - wide]);
        pen.both(Layer::Inlay, 0.0, polygon(points), PEARL, Line::new(palette::SHADE.opaque(0.5), 0.0012));
    }
}

/// Lines and spots. Places are those on which the racks are built.
fn lines(table: &Table, marking: Marking, view: View, pen: &mut Pen) {
    let (w, l) = (table.width, table.length);
    let chalk = Line::new(CHALK.opaque(0.42), 0.0035);
    let spot = |x: f64, y: f64, pen: &mut Pen| {
        pen.fill(Layer::Inlay, 0.0, circle(view.place(DVec2::new(x * w, y * l)), 0.006), CHALK.opaque(0.55));
    };
    let across = |y: f64| polyline(view.places([DVec2::new(0.0, y * l), DVec2::new(w, y * l)]));
    match marking {
        Marking::Pool | Marking::ByTable => {
            pen.line(Layer::Inlay, 0.0, across(0.25), Line { colour: CHALK.opaque(0.25), ..chalk });
            [0.25, 0.75].into_iter().for_each(|y| spot(0.5, y, pen));
        }
        Marking::Snooker => {
            let baulk = 0.2045;
            let d = arc(DVec2::new(0.5 * w, baulk * l), w / 6.0, PI, PI);
            let d = Stretch { points: view.places(d), closed: false };
            pen.line(Layer::Inlay, 0.0, Form::Path(vec![d]), chalk);
            pen.line(Layer::Inlay, 0.0, across(baulk), chalk);
            let third = 1.0 / 3.0;
            for (x, y) in
                [(third, baulk), (0.5, baulk), (2.0 * third, baulk), (0.5, 0.5), (0.5, 0.75), (0.5, 10.0 / 11.0)]
            {
                spot(x, y, pen);
            }
        }
        Marking::Carom => {
            let aside = 0.1825 / 1.42;
            for (x, y) in [(0.5, 0.25), (0.5, 0.5), (0.5, 0.75), (0.5 - aside, 0.25), (0.5 + aside, 0.25)] {
                spot(x, y, pen);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> Table {
        Table::named("pool-7").unwrap()
    }

    fn carom() -> Table {
        Table::named("carom").unwrap()
    }

    #[test]
    fn rails_that_meet_all_round_are_a_loop() {
        assert_eq!(loop_of(&carom().rails).map(|points| points.len()), Some(4));
        assert_eq!(loop_of(&pool().rails), None);
        assert_eq!(loop_of(&[]), None);
        assert_eq!(loop_of(&carom().rails[..3]), None);
    }

    #[test]
    fn the_cloth_is_that_of_the_game() {
        assert_eq!(Marking::ByTable.of(&pool()), Marking::Pool);
        assert_eq!(Marking::ByTable.of(&carom()), Marking::Carom);
        assert_eq!(Marking::ByTable.of(&Table { length: 3.569, ..pool() }), Marking::Snooker);
        assert_eq!(Marking::Carom.of(&pool()), Marking::Carom);
    }
}
