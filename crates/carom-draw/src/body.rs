//! The sides of what leans: a block over an outline, seen from above.

use crate::colour::{Colour, palette};
use crate::form::polygon;
use crate::lay::{Lay, borders, signed_area};
use crate::pen::{Pen, shadow_by};
use crate::scene::{Form, Layer, Line, Mark, Paint, Stretch};
use carom::{DVec2, DVec3};

/// The light comes from the back, on the left, steeply.
const LIGHT: DVec3 = DVec3::new(-0.4, -0.5, 0.77);

/// A block over an outline.
#[derive(Debug)]
pub(crate) struct Body<'f> {
    pub(crate) outline: &'f Form,
    /// m: from where to where it stands.
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Its colours, from the foot up, each to this part of its height; the last to the top.
    pub(crate) colours: &'f [(f64, Colour)],
    /// How dark its shadow is.
    pub(crate) shadow: f64,
}

impl Pen {
    /// The sides of a block and, if it is turned over, its underside. Of one that stands upright neither is seen; its top is
    /// what the part itself draws.
    pub(crate) fn body(&mut self, body: &Body<'_>) {
        let Some(mut lay) = self.lay.filter(|lay| !lay.upright) else { return };
        if !(body.low.is_finite() && body.high.is_finite()) {
            return;
        }
        let layer = lay.layer_of(body.low, body.high);
        let walls: Vec<Side> = borders(body.outline).iter().flat_map(|border| sides(border, body, &mut lay)).collect();
        self.lay = Some(lay);
        self.cast(&walls, body.shadow);
        let order = lay.order(0.5 * (body.low + body.high));
        let edge = Line::new(palette::SHADE.opaque(0.55), 0.8 * self.hair * lay.scale);
        let mut put = |z: f64, form: Form, fill: Option<Colour>, line: Option<Line>| {
            self.marks.push(Mark { layer, z, part: self.part, form, fill: fill.map(Paint::Flat), line });
        };
        // The far end's border first: where it is hidden the sides cover it.
        for z in [body.low, body.high] {
            put(order, lay.form(body.outline, z), None, Some(edge));
        }
        let mut seen: Vec<&Side> = walls.iter().filter(|side| side.is_seen()).collect();
        seen.sort_by(|a, b| a.height().total_cmp(&b.height()));
        for side in seen {
            let mut from = 0.0;
            for &(to, colour) in body.colours {
                let fill = lit(colour, side.normal);
                // A line of the same colour closes the seams, but doubles what is translucent.
                let line = (colour.a == 255).then(|| Line::new(fill, 0.4 * self.hair * lay.scale));
                put(order, polygon(side.band(from, to)), Some(fill), line);
                from = to;
            }
        }
        for side in walls.iter().filter(|side| side.is_rim) {
            put(order, crate::form::polyline([side.foot[0], side.head[0]].map(DVec3::truncate)), None, Some(edge));
        }
        let up = lay.up();
        if let (true, Some((_, colour))) = (up.z < 0.0, body.colours.first()) {
            put(lay.order(body.low), lay.form(body.outline, body.low), Some(lit(*colour, -up)), Some(edge));
        }
    }

    /// A flat thing with its corners anywhere: what leans of a plate.
    pub(crate) fn face(&mut self, layer: Layer, corners: &[DVec3], fill: Colour, line: Line) {
        let count = corners.len().max(1) as f64;
        let middle = corners.iter().copied().sum::<DVec3>() / count;
        let Some(mut lay) = self.lay else { return };
        let form = polygon(corners.iter().map(|&p| lay.place(p).truncate()));
        self.lay = Some(lay);
        let (z, line) = (lay.order_at(middle), lay.line(line));
        self.marks.push(Mark { layer, z, part: self.part, form, fill: Some(Paint::Flat(fill)), line: Some(line) });
    }

    /// A run of lines anywhere.
    pub(crate) fn run(&mut self, layer: Layer, points: &[DVec3], line: Line) {
        let count = points.len().max(1) as f64;
        let middle = points.iter().copied().sum::<DVec3>() / count;
        let Some(mut lay) = self.lay else { return };
        let form = crate::form::polyline(points.iter().map(|&p| lay.place(p).truncate()));
        self.lay = Some(lay);
        let (z, line) = (lay.order_at(middle), lay.line(line));
        self.marks.push(Mark { layer, z, part: self.part, form, fill: None, line: Some(line) });
    }

    /// A ball: round from wherever it is seen.
    pub(crate) fn ball(&mut self, layer: Layer, centre: DVec3, radius: f64, fill: Colour, line: Line) {
        let Some(mut lay) = self.lay else { return };
        for side in [-radius, radius] {
            lay.place(centre + DVec3::Z * side);
        }
        let form = crate::form::circle(lay.place(centre).truncate(), radius * lay.scale);
        self.lay = Some(lay);
        let (z, line) = (lay.order_at(centre), lay.line(line));
        self.marks.push(Mark { layer, z, part: self.part, form, fill: Some(Paint::Flat(fill)), line: Some(line) });
    }

    /// A colour in the light that falls on a thin face with this normal, from whichever side it is seen.
    pub(crate) fn lit(&self, colour: Colour, normal: DVec3) -> Colour {
        let normal = self.lay.map_or(normal, |lay| lay.vector(normal));
        lit(colour, if normal.z < 0.0 { -normal } else { normal })
    }

    /// The shadow of a block: of its ends and of all its sides, as one form, so that it is nowhere darker than elsewhere.
    fn cast(&mut self, walls: &[Side], depth: f64) {
        let dark = |p: DVec3| p.truncate() + shadow_by(p.z);
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut add = |mut points: Vec<DVec2>| {
            if signed_area(&points) < 0.0 {
                points.reverse();
            }
            stretches.push(Stretch { points, closed: true });
        };
        for side in walls {
            add(side.band(0.0, 1.0).iter().zip(side.heights()).map(|(p, z)| dark(p.extend(z))).collect());
        }
        add(walls.iter().map(|side| dark(side.foot[0])).collect());
        add(walls.iter().map(|side| dark(side.head[0])).collect());
        let fill = Some(Paint::Flat(palette::SHADE.opaque(depth)));
        self.marks.push(Mark {
            layer: Layer::Shade,
            z: 0.0,
            part: self.part,
            form: Form::Path(stretches),
            fill,
            line: None,
        });
    }
}

/// One side of a block, on the table.
struct Side {
    foot: [DVec3; 2],
    head: [DVec3; 2],
    /// Outward.
    normal: DVec3,
    /// Is the side before it seen, and this one not, or the other way round?
    is_rim: bool,
}

impl Side {
    fn is_seen(&self) -> bool {
        self.normal.z > 1e-9 * self.normal.length()
    }

    fn height(&self) -> f64 {
        self.foot[0].z + self.head[1].z
    }

    /// From one part of its height to another.
    fn band(&self, from: f64, to: f64) -> [DVec2; 4] {
        let at = |k: usize, part: f64| (self.foot[k] + (self.head[k] - self.foot[k]) * part).truncate();
        [at(0, from), at(1, from), at(1, to), at(0, to)]
    }

    /// m: of the corners of the whole band.
    fn heights(&self) -> [f64; 4] {
        [self.foot[0], self.foot[1], self.head[1], self.head[0]].map(|p| p.z)
    }
}

fn sides(border: &[DVec2], body: &Body<'_>, lay: &mut Lay) -> Vec<Side> {
    let flip = if lay.mirrors() { -1.0 } else { 1.0 };
    let next = border.iter().cycle().skip(1);
    let mut sides: Vec<Side> = border
        .iter()
        .zip(next)
        .map(|(&a, &b)| {
            let foot = [a, b].map(|p| lay.place(p.extend(body.low)));
            let head = [a, b].map(|p| lay.place(p.extend(body.high)));
            // Along times up points outward if the border is walked from x towards y.
            let normal = (foot[1] - foot[0]).cross(head[0] - foot[0]) * flip;
            Side { foot, head, normal, is_rim: false }
        })
        .collect();
    let mut before = sides.last().is_some_and(Side::is_seen);
    for side in &mut sides {
        (side.is_rim, before) = (side.is_seen() != before, side.is_seen());
    }
    sides
}

/// A paint in the light that falls on a face. What is translucent has its own.
pub(crate) fn lit_paint(paint: Paint, normal: DVec3) -> Paint {
    let opaque = |colour: Colour| if colour.a == 255 { lit(colour, normal) } else { colour };
    match paint {
        Paint::Flat(colour) => Paint::Flat(opaque(colour)),
        Paint::Round { inner, outer, middle, reach } => {
            Paint::Round { inner: opaque(inner), outer: opaque(outer), middle, reach }
        }
    }
}

/// A colour in the light that falls on a face; what lies flat keeps it.
fn lit(colour: Colour, normal: DVec3) -> Colour {
    let light = normal.normalize_or_zero().dot(LIGHT) / LIGHT.z;
    let dark = palette::SHADE.opaque(f64::from(colour.a) / 255.0);
    colour.towards(dark, 0.6 * (1.0 - light).clamp(0.0, 1.0))
}
