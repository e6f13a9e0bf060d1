//! Pictures of billiard tables and shots, straight from above.
//!
//! ```
//! use carom::billiards::{Ball, BallSpec, Table};
//! use carom_draw::billiards::{Drawing, ShotOptions};
//!
//! let table = Table::named("carom").ok_or("no such table")?;
//! let balls = [Ball::at_rest("white", 0.7, 0.7, BallSpec::CAROM), Ball::at_rest("red", 0.7, 2.1, BallSpec::CAROM)];
//! let drawing = Drawing::of(&table, &balls).with_options(ShotOptions { size: 500, ..ShotOptions::default() });
//! assert!(drawing.svg().starts_with("<svg"));
//! # assert!(drawing.png()?.len() > 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ball;
mod course;
mod cushions;
mod film;
mod foot;
mod look;
mod table;
mod trail;
mod view;

pub use course::Course;
pub use film::{Film, FilmOptions};
pub use table::Marking;

use crate::colour::{Colour, palette};
use crate::error::{Error, in_range};
use crate::form::polyline;
use crate::options::{LARGEST_SIZE, SMALLEST_SIZE};
use crate::pen::Pen;
use crate::scene::{Anchor, Form, Layer, Line, Mark, Scene};
use crate::sheet::Sheet;
use crate::{pixels, png, svg};
use ball::Body;
use carom::billiards::{Ball, Phase, Strike, Table, What};
use carom::{DQuat, DVec2, DVec3};
use course::Whereabouts;
use look::{IVORY, Look};
use view::View;

/// What a picture of a shot shows, and how large it is.
///
/// | field | meaning | default |
/// |---|---|---|
/// | `size` | pixels of the longer side | 1200 |
/// | `portrait` | the table stands upright, its head rail at the foot | no: the head rail is on the left |
/// | `labels` | write the names of balls without a number, and of pockets | no |
/// | `marking` | lines and spots on the cloth | those that suit the table |
/// | `trails` | where balls went | yes |
/// | `starts` | where balls lay that have moved | yes |
/// | `ghosts` | where the cue ball was when it hit another | yes |
/// | `legend` | scale bar, strike, and what the lines mean | yes |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotOptions {
    /// Pixels of the longer side.
    pub size: u32,
    /// Does the table stand upright?
    pub portrait: bool,
    /// Are names written?
    pub labels: bool,
    /// Lines and spots on the cloth.
    pub marking: Marking,
    /// Where balls went.
    pub trails: bool,
    /// Where balls lay that have moved.
    pub starts: bool,
    /// Where the cue ball was when it hit another.
    pub ghosts: bool,
    /// Scale bar, strike, and what the lines mean.
    pub legend: bool,
}

impl Default for ShotOptions {
    fn default() -> Self {
        let marking = Marking::ByTable;
        let (trails, starts, ghosts, legend) = (true, true, true, true);
        Self { size: 1200, portrait: false, labels: false, marking, trails, starts, ghosts, legend }
    }
}

impl ShotOptions {
    fn check(&self) -> Result<(), Error> {
        in_range("size of a picture in pixels", self.size.into(), SMALLEST_SIZE.into(), LARGEST_SIZE.into())
    }

    fn view(&self) -> View {
        View { portrait: self.portrait }
    }
}

/// A picture of a table and its balls, and of what a shot made of them.
#[derive(Clone, Debug)]
pub struct Drawing<'t> {
    table: &'t Table,
    balls: &'t [Ball],
    options: ShotOptions,
    course: Option<Course>,
    strike: Option<Strike>,
}

impl<'t> Drawing<'t> {
    /// Balls on a table as they lie.
    pub fn of(table: &'t Table, balls: &'t [Ball]) -> Self {
        Self { table, balls, options: ShotOptions::default(), course: None, strike: None }
    }

    /// With other options.
    #[must_use]
    pub fn with_options(mut self, options: ShotOptions) -> Self {
        self.options = options;
        self
    }

    /// With what happened: trails, and the balls where they came to rest.
    #[must_use]
    pub fn with_course(mut self, course: Course) -> Self {
        self.course = Some(course);
        self
    }

    /// With the line along which the cue aims.
    #[must_use]
    pub fn with_strike(mut self, strike: Option<Strike>) -> Self {
        self.strike = strike;
        self
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        let sheet = self.sheet();
        (sheet.width, sheet.height)
    }

    /// Pixels from the upper left corner to a place on the table (m).
    pub fn pixel(&self, at: DVec2) -> DVec2 {
        self.sheet().pixel(self.options.view().place(at))
    }

    /// What the picture is made of, in metres.
    pub fn scene(&self) -> Scene {
        let sheet = self.sheet();
        let mut marks = still(self.table, &self.options, false, &sheet);
        let mut pen = Pen::new(sheet.hair, sheet.field_area());
        self.shot(&sheet, &mut pen);
        marks.append(&mut pen.marks);
        Scene::sorted(marks)
    }

    /// As SVG. Of a size that is out of range the nearest possible is taken.
    pub fn svg(&self) -> String {
        let names: Vec<&str> = self.balls.iter().map(|ball| ball.name.as_str()).collect();
        svg::write(&self.scene(), &self.sheet(), &names)
    }

    /// As PNG.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn png(&self) -> Result<Vec<u8>, Error> {
        self.options.check()?;
        let sheet = self.sheet();
        let mut canvas = pixels::Canvas::new(&sheet)?;
        canvas.draw(&self.scene().marks);
        png::write(&canvas.into_rgb(), sheet.width, sheet.height)
    }

    fn sheet(&self) -> Sheet {
        sheet(self.table, &self.options)
    }

    fn shot(&self, sheet: &Sheet, pen: &mut Pen) {
        let view = self.options.view();
        let looks: Vec<Look> = self.balls.iter().enumerate().map(|(k, ball)| Look::of(&ball.name, k)).collect();
        if let Some(strike) = &self.strike {
            self.aim(strike, sheet, pen);
        }
        if let Some(course) = &self.course {
            self.ways(course, &looks, sheet, pen);
        }
        let mut potted = vec![0_usize; self.table.pockets.len()];
        for (k, (ball, look)) in self.balls.iter().zip(&looks).enumerate() {
            pen.part = Some(k);
            let seen = Whereabouts::Seen(ball.state.position, ball.state.phase);
            let end = self.course.as_ref().and_then(|course| course.whereabouts(k, course.end()));
            match end.unwrap_or(seen) {
                Whereabouts::Seen(at, phase) if !phase.is_out() => {
                    put(ball, *look, at, DQuat::IDENTITY, view, pen);
                    if self.options.labels && look.number.is_none() {
                        let above = DVec2::new(0.0, -1.35 * ball.spec.radius);
                        label(&ball.name, view.place(at.truncate()) + above, pen);
                    }
                }
                Whereabouts::Potted(pocket) => {
                    if let (Some(hole), Some(count)) = (self.table.pockets.get(pocket), potted.get_mut(pocket)) {
                        in_pocket(ball, *look, hole.centre, hole.radius, *count, view, pen);
                        *count += 1;
                    }
                }
                _ => {}
            }
            pen.part = None;
        }
        if self.options.labels {
            // Beside the hole, so that what lies in it is seen.
            let middle = DVec2::new(0.5 * self.table.width, 0.5 * self.table.length);
            for pocket in &self.table.pockets {
                let away = view.place((pocket.centre - middle).normalize_or_zero());
                let at = view.place(pocket.centre) + away * (pocket.radius + 6.0 * pen.hair);
                label(&pocket.name, at + DVec2::new(0.0, 4.0 * pen.hair), pen);
            }
        }
    }

    /// Trails, starting places, ghosts, and the foot that explains them.
    fn ways(&self, course: &Course, looks: &[Look], sheet: &Sheet, pen: &mut Pen) {
        let view = self.options.view();
        let moved: Vec<usize> = (0..self.balls.len()).filter(|&k| course.moving(k).next().is_some()).collect();
        let cloth = self.options.marking.of(self.table).cloth().1;
        let faint = (2.2 / (moved.len().max(1) as f64).sqrt()).clamp(0.45, 1.0);
        for &k in &moved {
            let (Some(ball), Some(look)) = (self.balls.get(k), looks.get(k)) else { continue };
            if self.options.trails {
                // The cue ball's way is the shot; it stands out.
                let faint = if course.struck() == Some(k) { 1.0 } else { faint };
                trail::draw(course, k, look.trail().towards(cloth, 0.55 * (1.0 - faint)), faint, view, pen);
            }
            if self.options.starts {
                trail::start(ball, *look, view, pen);
            }
        }
        if self.options.ghosts {
            trail::ghosts(course, self.balls, course.struck().unwrap_or(0), view, pen);
        }
        if self.options.legend {
            let phase = |leg: &carom::billiards::Leg| leg.state.phase;
            let phases: Vec<Phase> = moved.iter().flat_map(|&k| course.moving(k)).map(|(leg, _)| phase(leg)).collect();
            foot::legend(if self.options.trails { &phases } else { &[] }, course.end(), sheet, pen);
        }
    }

    /// The line of the cue through the ball it strikes, to the first thing in its way, and the cue behind it.
    fn aim(&self, strike: &Strike, sheet: &Sheet, pen: &mut Pen) {
        let Some(ball) = self.balls.get(strike.ball) else { return };
        let view = self.options.view();
        let way = DVec2::new(libm::cos(strike.direction), libm::sin(strike.direction));
        let at = ball.state.position.truncate();
        // A contact to the left lies to the left of the line through the centre.
        let line = at + way.perp() * (strike.side * ball.spec.radius);
        let reach = self.free_way(strike.ball, at, way);
        let aim = polyline(view.places([at, at + way * reach]));
        pen.line(
            Layer::Ball,
            -2.5,
            aim,
            Line::new(Colour::hex(0xffffff).opaque(0.55), 1.2 * pen.hair).dashed(6.0 * pen.hair),
        );
        // Where the ball would be then; once it has been played, its true places are drawn.
        if self.course.is_none() && self.options.ghosts {
            let ring = crate::form::circle(view.place(at + way * reach), ball.spec.radius);
            let line = Line::new(Colour::hex(0xffffff).opaque(0.7), 0.07 * ball.spec.radius);
            pen.both(Layer::Ball, -1.2, ring, Colour::hex(0xffffff).opaque(0.14), line);
        }
        cue(line, way, ball.spec.radius, view, pen);
        if self.options.legend {
            foot::strike(strike, sheet, pen);
        }
    }

    /// m: how far a ball can go straight on before it would touch another, or leave the playing area.
    fn free_way(&self, ball: usize, at: DVec2, way: DVec2) -> f64 {
        let Some(own) = self.balls.get(ball) else { return 0.0 };
        let room = own.spec.radius;
        let border = |at: f64, way: f64, most: f64| {
            let edge = if way > 0.0 { most - room } else { room };
            if way == 0.0 { f64::INFINITY } else { ((edge - at) / way).max(0.0) }
        };
        let mut reach = border(at.x, way.x, self.table.width).min(border(at.y, way.y, self.table.length));
        for (k, other) in self.balls.iter().enumerate() {
            let to = other.state.position.truncate() - at;
            let (along, aside) = (to.dot(way), to.perp_dot(way));
            let both = room + other.spec.radius;
            if k != ball && along > 0.0 && aside.abs() < both {
                reach = reach.min(along - (both * both - aside * aside).max(0.0).sqrt());
            }
        }
        reach.clamp(0.0, 1e3)
    }
}

pub(crate) fn sheet(table: &Table, options: &ShotOptions) -> Sheet {
    let (low, high) = table::outside(table);
    let view = options.view();
    let (a, b) = (view.place(low), view.place(high));
    Sheet::about((a.min(b), a.max(b)), options.size)
}

/// The table without its balls.
pub(crate) fn still(table: &Table, options: &ShotOptions, plain: bool, sheet: &Sheet) -> Vec<Mark> {
    let mut pen = Pen::new(sheet.hair, sheet.field_area());
    table::draw(table, options.marking, plain, sheet, options.view(), &mut pen);
    if options.legend {
        // On tables of an ordinary size a length that leaves room beside it, upright too.
        match table.width {
            0.5..3.0 => crate::table::scale_bar_of(0.2, sheet, &mut pen),
            _ => crate::table::scale_bar(sheet, &mut pen),
        }
    }
    pen.marks
}

/// A ball with its centre here; darker below the cloth.
pub(crate) fn put(ball: &Ball, look: Look, centre: DVec3, turned: DQuat, view: View, pen: &mut Pen) {
    let radius = ball.spec.radius;
    let light = (1.0 + (centre.z - radius) / (3.0 * radius)).clamp(0.3, 1.0);
    let layer = if light < 0.99 { Layer::Shade } else { Layer::Ball };
    let centre = if light < 0.99 { centre.with_z(centre.z + 2.0) } else { centre };
    ball::draw(&Body { centre, radius, look, turned, light }, view, layer, pen);
}

/// A potted ball, seen dimly in its pocket, beside those that fell before.
fn in_pocket(ball: &Ball, look: Look, centre: DVec2, hole: f64, before: usize, view: View, pen: &mut Pen) {
    let turn = crate::form::unit(2.4 * before as f64);
    let aside = if before == 0 { 0.0 } else { (hole - ball.spec.radius).clamp(0.0, 0.7 * ball.spec.radius) };
    let at = centre + turn * aside;
    let radius = 0.82 * ball.spec.radius;
    let body = Body { centre: at.extend(2.0 + before as f64), radius, look, turned: DQuat::IDENTITY, light: 0.55 };
    ball::draw(&body, view, Layer::Shade, pen);
}

/// The front of a cue that has just struck: ferrule, shaft, and its end fading out.
fn cue(at: DVec2, way: DVec2, radius: f64, view: View, pen: &mut Pen) {
    let tip = at - way * (1.25 * radius);
    let place = |back: f64, side: f64| view.place(tip - way * back + way.perp() * side);
    let mut part = |from: f64, to: f64, colour: Colour| {
        let half = |back: f64| 0.0062 + 0.0075 * back;
        let form = crate::form::polygon([
            place(from, half(from)),
            place(to, half(to)),
            place(to, -half(to)),
            place(from, -half(from)),
        ]);
        pen.fill(Layer::Ball, 0.5, form, colour);
    };
    part(0.0, 0.006, Colour::hex(0x2c78b8));
    part(0.006, 0.028, IVORY);
    let pieces = 10;
    for k in 0..pieces {
        let back = |k: i32| 0.028 + 0.03 * f64::from(k);
        part(back(k), back(k + 1), Colour::hex(0xd9b27c).opaque(1.0 - f64::from(k) / f64::from(pieces)));
    }
}

fn label(name: &str, at: DVec2, pen: &mut Pen) {
    let height = 8.0 * pen.hair;
    let form = Form::Text { at, height, anchor: Anchor::Middle, words: name.to_owned() };
    let halo = pen.hairs(palette::SHADE.opaque(0.8), 2.5);
    pen.both(Layer::Top, 1.0, form, palette::INK, halo);
}

/// Balls that were potted or left the table by a moment.
pub(crate) fn is_out(course: &Course, ball: usize, time: f64) -> bool {
    let out = |what: What| matches!(what, What::Pot { ball: b, .. } | What::Off { ball: b } if b == ball);
    course.events().iter().any(|event| event.time <= time && out(event.what))
}
