//! A picture of a machine as it stands.

use crate::colour::palette;
use crate::error::Error;
use crate::options::Options;
use crate::pen::Pen;
use crate::places::Places;
use crate::scene::{Anchor, Form, Layer, Mark, Scene};
use crate::sheet::Sheet;
use crate::trail::{self, Trail};
use crate::view::View;
use crate::{ball, parts, pixels, png, svg, table, wire};
use carom::DVec2;
use carom::pinball::part::Part;
use carom::pinball::{Machine, PartId, Pose};

/// A picture of a machine as it stands, and of where balls went.
#[derive(Clone, Debug)]
pub struct Picture<'m> {
    machine: &'m Machine,
    options: Options,
    trails: Vec<Trail>,
}

impl<'m> Picture<'m> {
    /// A picture of a machine as it stands now.
    pub fn of(machine: &'m Machine) -> Self {
        Self { machine, options: Options::default(), trails: Vec::new() }
    }

    /// With other options.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// With the ways of balls.
    #[must_use]
    pub fn with_trails(mut self, trails: Vec<Trail>) -> Self {
        self.trails = trails;
        self
    }

    /// Pixels for a metre: the same both ways, everywhere.
    pub fn scale(&self) -> f64 {
        self.sheet().scale
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        let sheet = self.sheet();
        (sheet.width, sheet.height)
    }

    /// Pixels from the upper left corner to a place on the playfield (m).
    pub fn pixel(&self, at: DVec2) -> DVec2 {
        self.sheet().pixel(self.options.view.seen(at.extend(0.0)).truncate())
    }

    /// What the picture is made of, in metres.
    pub fn scene(&self) -> Scene {
        self.scene_on(&self.sheet())
    }

    /// As SVG. Of a size that is out of range the nearest possible is taken.
    pub fn svg(&self) -> String {
        let sheet = self.sheet();
        let names: Vec<&str> = self.machine.parts().map(|(_, name, _)| name).collect();
        svg::write(&self.scene_on(&sheet), &sheet, &names)
    }

    /// As PNG.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn png(&self) -> Result<Vec<u8>, Error> {
        self.options.check()?;
        let sheet = self.sheet();
        let mut canvas = pixels::Canvas::new(&sheet)?;
        canvas.draw(&self.scene_on(&sheet).marks);
        png::write(&canvas.into_rgb(), sheet.width, sheet.height)
    }

    fn sheet(&self) -> Sheet {
        sheet_of(self.machine, &self.options)
    }

    fn scene_on(&self, sheet: &Sheet) -> Scene {
        let view = self.options.view;
        let mut marks = still(&Places::now(self.machine), sheet, &self.options, |_, _| true);
        let mut pen = Pen::new(sheet.hair, sheet.field_area());
        if self.options.show.balls {
            for ball in self.machine.balls().filter_map(|id| self.machine.ball(id)) {
                ball::draw_seen(ball.position, ball.radius, view, &mut pen);
            }
            // Where there are trails a ball lies on the end of its own.
            if !self.trails.is_empty() {
                pen.marks.iter_mut().for_each(|mark| (mark.layer, mark.z) = (Layer::Trail, 1.0));
            }
        }
        if let Some((from, to)) = trail::span(&self.trails) {
            let mut trails = self.trails.clone();
            trails.iter_mut().flat_map(|trail| &mut trail.points).for_each(|point| point.1 = view.seen(point.1));
            trail::draw(&trails, (from, to), &mut pen);
            if self.options.show.legend {
                table::time_bar(sheet, from, to, &mut pen);
            }
        }
        marks.append(&mut pen.marks);
        Scene::sorted(marks)
    }
}

/// The sheet of a machine.
pub(crate) fn sheet_of(machine: &Machine, options: &Options) -> Sheet {
    match options.view {
        View::Above => Sheet::of(machine, options.size),
        _ => wire::sheet(&Places::now(machine), options),
    }
}

/// The ground and those parts that `which` picks, at their poses, with labels and scale bar if asked for.
pub(crate) fn still(
    places: &Places<'_>,
    sheet: &Sheet,
    options: &Options,
    which: impl Fn(PartId, &Part) -> bool,
) -> Vec<Mark> {
    let machine = places.machine;
    let mut pen = Pen::new(sheet.hair, sheet.field_area());
    if options.view != View::Above {
        wire::ground(places, sheet, options.view, &mut pen);
        let which = |id: PartId| machine.data(id).is_some_and(|part| which(id, part));
        let pose = |id: PartId| machine.pose(id).unwrap_or_default();
        wire::marks(places, &wire::wires(places, options, which, pose), options, &mut pen);
        if options.show.legend {
            table::scale_bar(sheet, &mut pen);
        }
        return pen.marks;
    }
    table::ground(sheet, machine.playfield().border.is_some(), &mut pen);
    let mut written = Vec::new();
    for (id, name, _) in machine.parts().filter(|(id, _, part)| which(*id, part)) {
        let first = pen.marks.len();
        one(places, id, &machine.pose(id).unwrap_or_default(), options, &mut pen);
        if options.labels {
            label(name, first, &mut pen, &mut written);
        }
    }
    if options.show.legend {
        table::scale_bar(sheet, &mut pen);
    }
    pen.marks
}

/// One part, without what is not to be shown.
pub(crate) fn one(places: &Places<'_>, id: PartId, pose: &Pose, options: &Options, pen: &mut Pen) {
    let Some(part) = places.machine.data(id) else { return };
    if parts::is_zone(part) && !options.show.zones {
        return;
    }
    let first = pen.marks.len();
    parts::draw(places, id, part, pose, pen);
    if !options.show.above {
        let high = pen.marks.iter().skip(first).any(|mark| mark.layer == Layer::High);
        let mut k = 0;
        // With what hangs above goes its shadow.
        pen.marks.retain(|mark| {
            k += 1;
            k <= first || mark.layer != Layer::High && !(high && mark.layer == Layer::Shade)
        });
    }
}

/// A part's name in the middle of the marks from `first` on, or a few lines above or below if one is `written` there already.
fn label(name: &str, first: usize, pen: &mut Pen, written: &mut Vec<(DVec2, DVec2)>) {
    let boxes = pen.marks.iter().skip(first).filter(|m| m.layer != Layer::Shade).filter_map(|m| m.form.bounds());
    let Some((low, high)) = boxes.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { return };
    let height = 7.0 * pen.hair;
    let middle = (low + high) * 0.5;
    // A letter of the stroke font is about as wide as it is high, its space included.
    let half = DVec2::new(0.52 * height * name.chars().count() as f64, 0.6 * height);
    let is_free = |at: &DVec2| {
        let (low, high) = (*at - half, *at + half);
        !written.iter().any(|(a, b)| low.cmplt(*b).all() && high.cmpgt(*a).all())
    };
    let lines = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0];
    let places = lines.map(|line| middle + DVec2::new(0.0, 1.3 * height * line));
    let middle = places.into_iter().find(is_free).unwrap_or(middle);
    written.push((middle - half, middle + half));
    let at = middle + DVec2::new(0.0, 0.5 * height);
    let form = Form::Text { at, height, anchor: Anchor::Middle, words: name.to_owned() };
    let halo = pen.hairs(palette::SHADE.opaque(0.85), 3.0);
    pen.both(Layer::Top, 1.0, form, palette::INK, halo);
}
