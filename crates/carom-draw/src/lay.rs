//! How a part's own space lies in the table: what is drawn in the one, put down in the other.
//!
//! Parts draw themselves as if they stood upright at the origin. What is only shifted, turned about z or scaled evenly is the
//! same form elsewhere. What leans is seen from above as it is: each point of a mark is where the point at its height goes.

use crate::form::polygon;
use crate::pen::layer_of;
use crate::scene::{Form, Layer, Line, Stretch};
use carom::space::Transform;
use carom::{DVec2, DVec3};
use core::f64::consts::TAU;

/// Corners of a circle that is seen from a slant.
const CORNERS: usize = 72;
/// m: what lies lower than this, all of it, is still an inlay.
const INLAY: f64 = 0.01;
/// The cosine of the lean from which on a flat thing is seen edge-on: its lines would hide what it lies on.
const EDGE_ON: f64 = 0.1;
/// The sine of the steepest slope of a group by whose own up and down its parts are ordered.
const STEEP: f64 = 0.1;

/// How a part's own space lies in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lay {
    transform: Transform,
    /// Metres on the table for one within, of what lies flat within.
    pub(crate) scale: f64,
    /// Does what stands upright within do so on the table?
    pub(crate) upright: bool,
    /// Do circles that lie flat within stay circles?
    round: bool,
    /// The leaning floor on which the part stands, if it stands on one.
    floor: Option<Floor>,
    /// m: what all that was put down reaches, on the table and, flat, within.
    reach: Reach,
    /// m: a place in the middle of the part, within. By its height the part is above or below others.
    middle: DVec2,
    /// Where all of a part that leans is drawn, once that is known.
    layer: Option<Layer>,
}

/// m: of all that was put down.
#[derive(Clone, Copy, Debug)]
struct Reach {
    low: f64,
    high: f64,
    min: DVec2,
    max: DVec2,
}

/// The floor of a leaning group. Things on it are ordered by their heights over it: whatever stands at its lower end lies
/// lower than its middle, and still is not below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Floor {
    origin: DVec3,
    /// Heights over the floor, in the group's own metres, are along this.
    up: DVec3,
    /// Metres up on the table for one over the floor.
    rise: f64,
}

impl Floor {
    /// The floor of a group that lies so; `None` if it is upright, or so steep that it is a wall.
    pub(crate) fn of(group: &Transform) -> Option<Self> {
        let turn = group.linear();
        let rise = turn.z_axis.z;
        let steep = rise.abs() <= STEEP * turn.z_axis.length();
        let up = turn.inverse().transpose().z_axis;
        (!group.keeps_upright() && !steep && up.is_finite()).then_some(Self { origin: group.origin(), up, rise })
    }

    fn height(&self, place: DVec3) -> f64 {
        self.origin.z + self.rise * self.up.dot(place - self.origin)
    }
}

impl Lay {
    pub(crate) fn new(transform: Transform, floor: Option<Floor>) -> Self {
        let scales = transform.scales();
        Self {
            transform,
            scale: (scales.x * scales.y).sqrt(),
            upright: transform.keeps_upright(),
            round: transform.keeps_circles(),
            floor,
            reach: Reach {
                low: f64::INFINITY,
                high: f64::NEG_INFINITY,
                min: DVec2::INFINITY,
                max: DVec2::NEG_INFINITY,
            },
            middle: DVec2::ZERO,
            layer: None,
        }
    }

    /// Has all of the part to be drawn once before it is known where it belongs?
    pub(crate) fn wants_measure(&self) -> bool {
        !self.upright || self.floor.is_some()
    }

    /// After all of the part has been drawn once: it lies as high as it was seen to reach.
    pub(crate) fn measured(self) -> Self {
        let Reach { low, high, min, max } = self.reach;
        let layer = if low <= high { layer_of(low, high) } else { Layer::Low };
        let middle = if min.cmple(max).all() { (min + max) * 0.5 } else { DVec2::ZERO };
        Self { layer: Some(layer), middle, ..self }
    }

    /// The same for a space within this one.
    pub(crate) fn within(&self, inner: &Transform, layer: Layer) -> Self {
        Self { layer: self.layer.or(Some(layer)), ..Self::new(inner.then(&self.transform), self.floor) }
    }

    /// With what a space within it was seen to reach.
    pub(crate) fn joined(self, inner: Option<Self>) -> Self {
        let Some(Reach { low, high, .. }) = inner.map(|inner| inner.reach) else { return self };
        Self { reach: Reach { low: self.reach.low.min(low), high: self.reach.high.max(high), ..self.reach }, ..self }
    }

    /// From here on this is the middle of what is drawn.
    pub(crate) fn about(&mut self, middle: DVec2) {
        self.middle = middle;
    }

    /// Where something between these heights lies.
    pub(crate) fn layer_of(&self, bottom: f64, top: f64) -> Layer {
        match self.layer {
            Some(layer) if !self.upright => layer,
            _ => layer_of(self.lifted(bottom), self.lifted(top)),
        }
    }

    /// The layer of a mark that lies at the height `z` within, and would lie in `layer` if that were the table's.
    pub(crate) fn layer(&self, layer: Layer, z: f64) -> Layer {
        if layer != Layer::Inlay {
            return layer;
        }
        let (low, high) =
            if self.upright { (self.lifted(z), self.lifted(z)) } else { (self.reach.low, self.reach.high) };
        match self.layer.filter(|_| !self.upright) {
            _ if high <= INLAY => Layer::Inlay,
            Some(layer) => layer,
            None => layer_of(low, high),
        }
    }

    /// m: by what marks of one layer are ordered, for those that lie at the height `z` within.
    pub(crate) fn order(&self, z: f64) -> f64 {
        self.order_at(self.middle.extend(z))
    }

    /// The same for a place within.
    pub(crate) fn order_at(&self, place: DVec3) -> f64 {
        let place = self.transform.place(place);
        self.floor.map_or(place.z, |floor| floor.height(place))
    }

    /// Where a place within is.
    pub(crate) fn place(&mut self, place: DVec3) -> DVec3 {
        let there = self.transform.place(place);
        let Reach { low, high, min, max } = &mut self.reach;
        (*low, *high) = (low.min(there.z), high.max(there.z));
        (*min, *max) = (min.min(place.truncate()), max.max(place.truncate()));
        there
    }

    /// What becomes of a difference of places.
    pub(crate) fn vector(&self, v: DVec3) -> DVec3 {
        self.transform.vector(v)
    }

    pub(crate) fn mirrors(&self) -> bool {
        self.transform.mirrors()
    }

    /// A form that lies flat at the height `z` within, as it is seen from above.
    pub(crate) fn form(&mut self, form: &Form, z: f64) -> Form {
        let mut at = |p: DVec2| self.place(p.extend(z)).truncate();
        match form {
            Form::Path(stretches) => Form::Path(
                stretches
                    .iter()
                    .map(|s| Stretch { points: s.points.iter().map(|&p| at(p)).collect(), closed: s.closed })
                    .collect(),
            ),
            Form::Curve { start, pieces } => {
                Form::Curve { start: at(*start), pieces: pieces.iter().map(|piece| piece.map(&mut at)).collect() }
            }
            Form::Circle { centre, radius } => {
                let border: Vec<DVec2> = round(*centre, *radius).into_iter().map(&mut at).collect();
                if self.round {
                    let centre = self.place(centre.extend(z)).truncate();
                    return Form::Circle { centre, radius: radius * self.scale };
                }
                polygon(border)
            }
            Form::Text { at: foot, height, anchor, words } => {
                Form::Text { at: at(*foot), height: height * self.scale, anchor: *anchor, words: words.clone() }
            }
        }
    }

    /// Which way the upper side of what lies flat within looks.
    pub(crate) fn up(&self) -> DVec3 {
        let up = self.vector(DVec3::X).cross(self.vector(DVec3::Y));
        if self.mirrors() { -up } else { up }
    }

    /// Is what lies flat within seen from its edge?
    pub(crate) fn is_edge_on(&self) -> bool {
        let up = self.up();
        up.z.abs() <= EDGE_ON * up.length()
    }

    /// A line as wide as it was meant to be.
    pub(crate) fn line(&self, line: Line) -> Line {
        Line { width: line.width * self.scale, dash: line.dash.map(|dash| dash * self.scale), ..line }
    }

    /// m: how high on the table something is that is so high within; for what is upright.
    pub(crate) fn lifted(&self, z: f64) -> f64 {
        self.transform.place(DVec3::Z * z).z
    }
}

/// Metres on the table for one within, in the mean of all directions.
pub(crate) fn mean_scale(lies: &Transform) -> f64 {
    if *lies == Transform::IDENTITY { 1.0 } else { libm::cbrt(lies.linear().determinant().abs()) }
}

/// The corners of a circle.
pub(crate) fn round(centre: DVec2, radius: f64) -> Vec<DVec2> {
    let corner = |k: usize| centre + crate::form::unit(TAU * k as f64 / CORNERS as f64) * radius;
    (0..CORNERS).map(corner).collect()
}

/// The borders of a form, each walked from x towards y.
pub(crate) fn borders(form: &Form) -> Vec<Vec<DVec2>> {
    let mut borders = match form {
        Form::Path(stretches) => stretches.iter().filter(|s| s.closed).map(|s| s.points.clone()).collect(),
        Form::Circle { centre, radius } => vec![round(*centre, *radius)],
        _ => Vec::new(),
    };
    borders.iter_mut().filter(|border| signed_area(border) < 0.0).for_each(|border| border.reverse());
    borders
}

/// m²: positive if it is walked from x towards y.
pub(crate) fn signed_area(points: &[DVec2]) -> f64 {
    let Some(&first) = points.first() else { return 0.0 };
    let next = points.iter().skip(1).chain([&first]);
    0.5 * points.iter().zip(next).map(|(a, b)| (*a - first).perp_dot(*b - first)).sum::<f64>()
}
