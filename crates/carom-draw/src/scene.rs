//! What a picture is made of: marks, in metres, in the order in which they are put on the sheet.

use crate::colour::Colour;
use carom::DVec2;

/// Where a mark lies, from the bottom up. Within a layer lower things come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The room, the cabinet and the playfield.
    Ground,
    /// What lies in the playfield or flush with it.
    Inlay,
    /// Shadows on the playfield.
    Shade,
    /// What stands on the playfield.
    Low,
    /// Balls on the playfield.
    Ball,
    /// What hangs above the balls; always translucent.
    High,
    /// Balls on what hangs above.
    HighBall,
    /// Trails, above all else, so that what happened below a ramp is seen.
    Trail,
    /// Labels, scale bar and legend.
    Top,
}

/// A mark on the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where it lies.
    pub layer: Layer,
    /// m: how high, within its layer.
    pub z: f64,
    /// To which part of the machine it belongs: its index.
    pub part: Option<usize>,
    /// Its form.
    pub form: Form,
    /// With what it is filled.
    pub fill: Option<Paint>,
    /// With what its border, or an open line, is drawn.
    pub line: Option<Line>,
}

/// The form of a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Straight lines; what they wind round is inside.
    Path(Vec<Stretch>),
    /// Parabolas end to end. A stretch of a parabola is a quadratic Bézier curve, exactly.
    Curve {
        /// m: where it begins.
        start: DVec2,
        /// m: of each parabola the control point, where the tangents of its ends meet, and its end.
        pieces: Vec<[DVec2; 2]>,
    },
    /// A circle.
    Circle {
        /// m.
        centre: DVec2,
        /// m.
        radius: f64,
    },
    /// Words on one line.
    Text {
        /// m: the foot of the first, middle or last letter.
        at: DVec2,
        /// m: height of a capital letter.
        height: f64,
        /// How it stands about `at`.
        anchor: Anchor,
        /// What it says.
        words: String,
    },
}

/// A run of straight lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stretch {
    /// m.
    pub points: Vec<DVec2>,
    /// Does it end where it began?
    pub closed: bool,
}

/// How words stand about their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// They begin there.
    Start,
    /// Their middle is there.
    Middle,
    /// They end there.
    End,
}

/// What fills a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// One colour.
    Flat(Colour),
    /// From one colour in the middle to another outside.
    Round {
        /// In the middle.
        inner: Colour,
        /// Outside.
        outer: Colour,
        /// Where the middle is, in parts of the form's box.
        middle: DVec2,
        /// How far outside is, in parts of the form's box.
        reach: f64,
    },
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Self {
        Self::Flat(colour)
    }
}

/// How a line is drawn. Bends are round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its colour.
    pub colour: Colour,
    /// m.
    pub width: f64,
    /// m: length of its dashes and gaps; nothing for a whole line.
    pub dash: Option<f64>,
    /// Are its ends round? Ends of dashes never are.
    pub round_ends: bool,
}

impl Line {
    /// A whole line with round ends.
    pub fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: None, round_ends: true }
    }

    /// The same line, cut off straight: pieces of a translucent line laid end to end show no beads.
    pub fn cut(self) -> Self {
        Self { round_ends: false, ..self }
    }

    /// The same line in dashes so long.
    pub fn dashed(self, dash: f64) -> Self {
        Self { dash: Some(dash), round_ends: false, ..self }
    }
}

/// All marks of a picture, in the order in which they are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The marks.
    pub marks: Vec<Mark>,
}

impl Scene {
    /// Puts marks into the order in which they are drawn; those of one layer and height stay in the order in which they came.
    pub(crate) fn sorted(mut marks: Vec<Mark>) -> Self {
        marks.sort_by(|a, b| a.layer.cmp(&b.layer).then(a.z.total_cmp(&b.z)));
        Self { marks }
    }
}

impl Form {
    /// m: the box that holds it, if it is anywhere. Words have none.
    pub fn bounds(&self) -> Option<(DVec2, DVec2)> {
        match self {
            Self::Path(stretches) => {
                let start = (DVec2::INFINITY, DVec2::NEG_INFINITY);
                let points = stretches.iter().flat_map(|s| &s.points).filter(|p| p.is_finite());
                let (low, high) = points.fold(start, |(low, high), &p| (low.min(p), high.max(p)));
                low.cmple(high).all().then_some((low, high))
            }
            // A parabola lies in the triangle of its ends and its control point.
            Self::Curve { start, pieces } => {
                let points = pieces.iter().flatten().chain([start]).filter(|p| p.is_finite());
                let none = (DVec2::INFINITY, DVec2::NEG_INFINITY);
                let (low, high) = points.fold(none, |(low, high), &p| (low.min(p), high.max(p)));
                low.cmple(high).all().then_some((low, high))
            }
            Self::Circle { centre, radius } => {
                let reach = DVec2::splat(*radius);
                (centre.is_finite() && radius.is_finite()).then_some((*centre - reach, *centre + reach))
            }
            Self::Text { .. } => None,
        }
    }
}
