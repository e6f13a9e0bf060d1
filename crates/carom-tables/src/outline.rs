//! Outlines and ways as an author writes them: points, smooth points, true arcs, or an SVG path.

use crate::record::{Record, record};
use crate::svg_path;
use crate::value::{Length, Notes, Place, Place3, Value, listed};
use serde_json::{Value as Json, json};
use toml::Spanned;
use toml::de::DeValue;

record! {
    /// A point of an outline.
    Corner = "point" {
        /// Where it is.
        at: Place,
        /// Does the outline bend through it (as Visual Pinball's splines), instead of turning at it?
        smooth: bool = "false",
        /// Is the edge from here to the next point a slingshot?
        slingshot: bool = "false",
        /// The edge from here to the next point is a true arc of this radius: positive turns clockwise as the player sees
        /// it, negative the other way.
        arc: Length = "none",
        /// Is that arc the longer one of the two, more than half a circle?
        large: bool = "false",
    }
}

record! {
    /// A point of a ramp's axis.
    Bend = "point" {
        /// Where it is; its height, if it says one, is added to the ramp's own there.
        at: Spot,
        /// Does the axis bend through it, instead of turning at it?
        smooth: bool = "false",
        /// The axis from here to the next point is an arc of this radius, seen from above: positive turns clockwise as the
        /// player sees it, negative the other way.
        arc: Length = "none",
        /// Is that arc the longer one of the two, more than half a circle?
        large: bool = "false",
    }
}

/// An outline: points, or an SVG path.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// Points, from one to the next.
    Corners(Vec<Corner>),
    /// An SVG path in the file's unit, such as `M 0 0 H 100 A 50 50 0 0 1 100 100 Z`.
    Path(String),
}

impl Default for Outline {
    fn default() -> Self {
        Self::Corners(Vec::new())
    }
}

impl Outline {
    /// An outline of plain points.
    pub fn plain(points: &[[f64; 2]]) -> Self {
        let corner = |&[x, y]: &[f64; 2]| Corner { at: [Length(x), Length(y)], ..Corner::default() };
        Self::Corners(points.iter().map(corner).collect())
    }
}

impl Value for Outline {
    fn kind() -> String {
        "outline".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::String(path) => match svg_path::corners(path, 1.0) {
                Ok(_) => Some(Self::Path(path.to_string())),
                Err(fault) => {
                    let (message, help) =
                        (format!("in this path: {fault}"), "write it like \"M 0 0 L 100 0 L 50 80 Z\"");
                    notes.fault(value.span(), message, help);
                    None
                }
            },
            DeValue::Array(list) if loose(list) => told_loose(value, notes),
            DeValue::Array(list) => {
                let read: Vec<Option<Corner>> = list.iter().map(|item| corner(item, notes)).collect();
                read.into_iter().collect::<Option<Vec<_>>>().map(Self::Corners)
            }
            other => {
                let message = format!("this is {}, but an outline is wanted here", crate::value::called(other));
                notes.fault(value.span(), message, "write points like [[0, 0], [100, 0], [50, 80]] or an SVG path");
                None
            }
        }
    }

    fn write(&self) -> String {
        match self {
            Self::Path(path) => path.write(),
            Self::Corners(corners) => listed(corners.iter().map(|corner| short(corner, corner.at.write())).collect()),
        }
    }

    fn example() -> String {
        "[[0, 0], [100, 0], [50, 80]]".to_owned()
    }

    fn schema() -> Json {
        let point = json!({ "oneOf": [Place::schema(), Corner::schema_of()] });
        json!({ "oneOf": [{ "type": "array", "items": point }, { "type": "string" }] })
    }
}

/// Are these numbers one after the other, without brackets round every point?
fn loose(list: &toml::de::DeArray<'_>) -> bool {
    let is_number = |item: &Spanned<DeValue<'_>>| matches!(item.get_ref(), DeValue::Integer(_) | DeValue::Float(_));
    !list.is_empty() && list.iter().all(is_number)
}

fn told_loose<T>(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<T> {
    let help = "put brackets round every point: [[0, 0], [100, 0], [50, 80]]";
    notes.fault(value.span(), "these are numbers, but points are wanted here", help);
    None
}

fn corner(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Corner> {
    match value.get_ref() {
        DeValue::Table(table) => Corner::read_table(table, value.span(), notes),
        _ => Place::read(value, notes).map(|at| Corner { at, ..Corner::default() }),
    }
}

/// A ramp's axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way(pub Vec<Bend>);

impl Value for Way {
    fn kind() -> String {
        "way".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        let DeValue::Array(list) = value.get_ref() else {
            let message =
                format!("this is {}, but a list of points is wanted here", crate::value::called(value.get_ref()));
            notes.fault(value.span(), message, "write points like [[0, 0], [0, -200, 30]]");
            return None;
        };
        if loose(list) {
            return told_loose(value, notes);
        }
        let read: Vec<Option<Bend>> = list.iter().map(|item| bend(item, notes)).collect();
        read.into_iter().collect::<Option<Vec<_>>>().map(Self)
    }

    fn write(&self) -> String {
        listed(self.0.iter().map(|bend| short(bend, bend.at.write())).collect())
    }

    fn example() -> String {
        "[[260, 600], [260, 400], [150, 200]]".to_owned()
    }

    fn schema() -> Json {
        let point = json!({ "oneOf": [Spot::schema(), Bend::schema_of()] });
        json!({ "type": "array", "items": point })
    }
}

fn bend(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Bend> {
    match value.get_ref() {
        DeValue::Table(table) => Bend::read_table(table, value.span(), notes),
        _ => Spot::read(value, notes).map(|at| Bend { at, ..Bend::default() }),
    }
}

/// A place on the playfield, `[x, y]`, or in space, `[x, y, z]`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot(pub Place3);

impl Value for Spot {
    fn kind() -> String {
        "[length, length] or [length, length, length]".to_owned()
    }

    fn read(value: &Spanned<DeValue<'_>>, notes: &mut Notes) -> Option<Self> {
        match value.get_ref() {
            DeValue::Array(list) if list.len() == 3 => Place3::read(value, notes).map(Self),
            _ => Place::read(value, notes).map(|[x, y]| Self([x, y, Length(0.0)])),
        }
    }

    fn write(&self) -> String {
        match self.0 {
            [x, y, z] if z.0 == 0.0 && z.0.is_sign_positive() => [x, y].write(),
            at => at.write(),
        }
    }

    fn example() -> String {
        "[120, 850]".to_owned()
    }

    fn schema() -> Json {
        json!({ "oneOf": [Place::schema(), Place3::schema()] })
    }
}

/// A point as it is written: short if it says nothing but its place.
fn short(record: &impl Record, plain: String) -> String {
    let fields = record.write_fields();
    if fields.len() == 1 {
        return plain;
    }
    let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{{ {} }}", fields.join(", "))
}
