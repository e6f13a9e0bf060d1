//! Machines seen from the front, the side or a slant: the outlines of what balls can meet, as they lie now. Made for looking
//! whether things are where they should be.

mod parts;
mod shapes;

use crate::colour::{Colour, palette};
use crate::lay::signed_area;
use crate::options::Options;
use crate::pen::Pen;
use crate::places::Places;
use crate::scene::{Form, Layer, Line, Mark, Paint, Stretch};
use crate::sheet::Sheet;
use crate::view::View;
use carom::pinball::{PartId, Pose};
use carom::{DVec2, DVec3};
use shapes::{Run, outlines};
use std::collections::BTreeMap;

/// Most runs of lines of one part: a mesh of tens of thousands of triangles would be one blot.
const MOST_RUNS: usize = 6000;
/// m: what has no end is drawn as if it ended here.
const HIGH: f64 = 0.05;

/// The outlines of one part.
#[derive(Clone, Debug)]
pub(crate) struct Wire {
    pub(crate) part: PartId,
    colour: Colour,
    /// Does no ball ever touch it?
    is_zone: bool,
    runs: Vec<Run>,
}

/// The outlines of those parts that `which` picks; `pose` says how they stand.
pub(crate) fn wires(
    places: &Places<'_>,
    options: &Options,
    which: impl Fn(PartId) -> bool,
    pose: impl Fn(PartId) -> Pose,
) -> Vec<Wire> {
    let mut met: BTreeMap<PartId, Vec<Run>> = BTreeMap::new();
    for (_, collider, owner) in places.machine.colliders() {
        let Some(part) = owner.filter(|part| which(*part)) else { continue };
        let runs = met.entry(part).or_default();
        if runs.len() < MOST_RUNS {
            let lies = places.colliders_of(part);
            let found = outlines(collider.shape(), (0.0, HIGH)).into_iter();
            runs.extend(found.map(|run| lies.iter().fold(run, |run, lies| run.placed(lies))));
        }
    }
    let mut wires = Vec::new();
    for (id, _, part) in places.machine.parts().filter(|(id, _, _)| which(*id)) {
        let is_zone = crate::parts::is_zone(part);
        if is_zone && !options.show.zones {
            continue;
        }
        let mut runs = met.remove(&id).unwrap_or_default();
        let lies = places.transform(id);
        let own = parts::moving(part, places.machine.playfield().difficulty, &pose(id));
        runs.extend(own.into_iter().map(|run| run.placed(&lies)));
        runs.retain(|run| run.points.iter().all(|p| p.is_finite()));
        wires.push(Wire { part: id, colour: parts::colour(part), is_zone, runs });
    }
    wires
}

/// The sheet on which all of it has room.
pub(crate) fn sheet(places: &Places<'_>, options: &Options) -> Sheet {
    let view = options.view;
    let machine = places.machine;
    let all = wires(places, options, |_| true, |id| machine.pose(id).unwrap_or_default());
    let lines = all.iter().flat_map(|wire| &wire.runs).flat_map(|run| &run.points).copied();
    let balls = machine.balls().filter_map(|id| machine.ball(id)).flat_map(|ball| {
        let reach = DVec3::splat(ball.radius);
        [ball.position - reach, ball.position + reach]
    });
    let points = field(places).into_iter().flatten().chain(lines).chain(balls);
    let seen = points.filter(|p| p.is_finite()).map(|p| view.seen(p).truncate());
    let span = seen.map(|p| (p, p)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    Sheet::about(span.unwrap_or((DVec2::ZERO, DVec2::ONE)), options.size)
}

/// The room and the playfield, and on it the outlines of parts.
pub(crate) fn marks(places: &Places<'_>, wires: &[Wire], options: &Options, pen: &mut Pen) {
    for wire in wires {
        put(wire, options.view, pen);
        let name = places.machine.parts().nth(wire.part.index()).map(|(_, name, _)| name);
        if let (true, Some(name), Some(middle)) = (options.labels, name, middle(wire, options.view)) {
            label(name, middle, pen);
        }
    }
}

/// The room, and the playfield with the slope it has on the table's own terms: none.
pub(crate) fn ground(places: &Places<'_>, sheet: &Sheet, view: View, pen: &mut Pen) {
    let all = crate::form::rectangle(sheet.min, sheet.max);
    pen.fill(Layer::Ground, -5.0, all, palette::ROOM);
    if let Some(corners) = field(places) {
        let form = crate::form::polygon(corners.map(|p| view.seen(p).truncate()));
        let edge = pen.hairs(palette::CABINET_EDGE, 1.6);
        pen.both(Layer::Ground, -3.0, form, palette::FIELD_DIM, edge);
    }
}

/// The corners of the playfield, if it has a border.
fn field(places: &Places<'_>) -> Option<[DVec3; 4]> {
    let border = places.machine.playfield().border?;
    let (low, high) = (border.min, border.max);
    Some([low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)].map(|p| p.extend(0.0)))
}

fn put(wire: &Wire, view: View, pen: &mut Pen) {
    let has_edges = wire.runs.iter().any(|run| run.points.len() == 2);
    let (mut faces, mut bordered, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let (mut depth, mut count) = (0.0, 0.0);
    for run in &wire.runs {
        let seen: Vec<DVec3> = run.points.iter().map(|&p| view.seen(p)).collect();
        (depth, count) = (depth + seen.iter().map(|p| p.z).sum::<f64>(), count + seen.len() as f64);
        let mut points: Vec<DVec2> = seen.iter().map(|p| p.truncate()).collect();
        // All the same way round, so that faces before and behind each other are filled once.
        if signed_area(&points) < 0.0 {
            points.reverse();
        }
        let kind = match run.closed {
            true if run.is_triangle && has_edges => &mut faces,
            true => &mut bordered,
            false => &mut lines,
        };
        kind.push(Stretch { points, closed: run.closed });
    }
    let mut line = Line::new(wire.colour.opaque(0.9), 1.1 * pen.hair);
    if wire.is_zone {
        line = line.dashed(4.0 * pen.hair);
    }
    let fill = Some(Paint::Flat(wire.colour.opaque(if wire.is_zone { 0.08 } else { 0.2 })));
    let (part, z) = (Some(wire.part.index()), depth / f64::max(count, 1.0));
    for (stretches, fill, line) in [(faces, fill, None), (bordered, fill, Some(line)), (lines, None, Some(line))] {
        if !stretches.is_empty() {
            pen.marks.push(Mark { layer: Layer::Low, z, part, form: Form::Path(stretches), fill, line });
        }
    }
}

fn middle(wire: &Wire, view: View) -> Option<DVec2> {
    let points = wire.runs.iter().flat_map(|run| &run.points).map(|&p| view.seen(p).truncate());
    let (low, high) = points.map(|p| (p, p)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    Some((low + high) * 0.5)
}

fn label(name: &str, at: DVec2, pen: &mut Pen) {
    let height = 7.0 * pen.hair;
    let anchor = crate::scene::Anchor::Middle;
    let form = Form::Text { at: at + DVec2::Y * (0.5 * height), height, anchor, words: name.to_owned() };
    let halo = pen.hairs(palette::SHADE.opaque(0.85), 3.0);
    pen.both(Layer::Top, 1.0, form, palette::INK, halo);
}
