//! Records: the tables of a file, each described once. From the description come the struct, its reader, its writer, its
//! rows of the reference and its JSON Schema, so that they cannot disagree.

use crate::fault::meant;
use crate::value::{Notes, Value};
use core::ops::Range;
use serde_json::{Value as Json, json};
use toml::Spanned;
use toml::de::{DeString, DeTable};

/// A field of a record, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// Its name in the file.
    pub name: &'static str,
    /// What it means.
    pub about: String,
    /// What kind of value it has.
    pub kind: String,
    /// What it is when it is not said; `None` if it must be said.
    pub default: Option<&'static str>,
    /// The words between which it chooses, if it does, and what each means.
    pub words: Vec<(&'static str, String)>,
    /// Its JSON Schema.
    pub(crate) schema: Json,
}

/// A kind of table in a file.
pub(crate) trait Record: Sized + Default {
    /// Its name in the file.
    const KEY: &'static str;
    /// The names of its fields.
    const NAMES: &'static [&'static str];
    /// What it is.
    fn about() -> String;
    /// Its fields.
    fn fields() -> Vec<FieldInfo>;
    /// Reads it. `span` is where the whole of it stands.
    fn read_table(table: &DeTable<'_>, span: Range<usize>, notes: &mut Notes) -> Option<Self>;
    /// Its fields that are said, written.
    fn write_fields(&self) -> Vec<(&'static str, String)>;

    /// Its JSON Schema.
    fn schema_of() -> Json {
        let mut properties = serde_json::Map::new();
        let mut required = Vec::new();
        for field in Self::fields() {
            let mut schema = field.schema;
            schema["description"] = json!(field.about);
            match field.default {
                None => required.push(field.name),
                Some(default) => {
                    if let Ok(value) = serde_json::from_str::<Json>(default) {
                        schema["default"] = value;
                    }
                }
            }
            properties.insert(field.name.to_owned(), schema);
        }
        json!({
            "type": "object",
            "description": Self::about(),
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

/// Finds a field; a key that no record has is a fault.
pub(crate) fn no_strangers<R: Record>(table: &DeTable<'_>, notes: &mut Notes) {
    for (key, _) in table {
        if !R::NAMES.contains(&key.get_ref().as_ref()) {
            stranger(key, &format!("\"{}\"", R::KEY), R::NAMES, notes);
        }
    }
}

/// Notes a key that nobody knows.
pub(crate) fn stranger(key: &Spanned<DeString<'_>>, owner: &str, known: &[&str], notes: &mut Notes) {
    let name = key.get_ref();
    let help = match (other_name(name, known), meant(name, known.iter().copied())) {
        (Some(help), _) => help,
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => format!("its fields are {}", known.join(", ")),
    };
    notes.fault(key.span(), format_args!("{owner} has no field `{}`", name.escape_debug()), help);
}

/// What something is called here that other programs and people call otherwise, if it is among the `known`.
fn other_name(name: &str, known: &[&str]) -> Option<String> {
    let name = name.to_lowercase().replace(['-', ' '], "_");
    let has = |field: &str| known.contains(&field);
    let is_file = has("flipper") && has("carom");
    match name.as_str() {
        "carom" | "physics" | "units" | "about" | "author" if !has(&name) => Some(
            "this belongs to the whole table: move the line to the top of the file, before the first `[`".to_owned(),
        ),
        "playfield" | "materials" => Some(format!("it stands by itself: begin it with a line `[{name}]`")),
        "x" | "y" | "z" | "pos" | "position" | "center" | "centre" | "location" | "place" if has("at") => {
            Some("write its place as `at = [x, y]`".to_owned())
        }
        "points" | "shape" | "polygon" | "vertices" | "corners" | "path" if has("outline") => {
            Some("write its border as `outline = [[x, y], [x, y], [x, y]]`".to_owned())
        }
        "outline" | "points" if has("path") => Some("write its axis as `path = [[x, y], [x, y]]`".to_owned()),
        "points" | "value" | "award" if has("score") => Some("it is called `score` here".to_owned()),
        "event" | "trigger" | "switch" | "hit" if has("on") && has("when") => {
            Some("what happens stands in `on`".to_owned())
        }
        "if" | "condition" | "conditions" | "while" if has("when") => {
            Some("what must hold stands in `when`".to_owned())
        }
        "unless" if has("when") => Some("write it in `when` with `not` before it".to_owned()),
        "lamp" | "lamps" if has("unlight") => {
            Some("lamps stand in `light`, `unlight`, `blink`, `hurry` or `toggle`".to_owned())
        }
        "text" | "message" | "display" if has("say") => Some("it is called `say` here".to_owned()),
        "angle" | "rotation" | "direction" if has("heading") => Some("it is called `heading` here".to_owned()),
        "angle" | "heading" | "direction" if has("rotation") => Some("it is called `rotation` here".to_owned()),
        "group" | "in" | "inside" | "within" if has("parent") => Some("it is called `parent` here".to_owned()),
        "translate" | "translation" | "move" | "moved" if has("parent") => {
            Some("write it as `shift = [x, y, z]`".to_owned())
        }
        "rotate" | "rotation" | "rotated" | "angles" | "tilt" if has("parent") && has("turn") => {
            Some("write it as `turn = [x, y, z]`, in degrees about these axes".to_owned())
        }
        "transform" | "transformation" if has("matrix") => {
            Some("write it as `matrix = [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z]]`".to_owned())
        }
        "keys" | "keyframes" | "frames" | "track" | "motion" | "animation" if has("runs") => {
            Some("write it as `path = [{ time = 0 }, { time = 1, shift = [0, 0, 50] }]`".to_owned())
        }
        "loop" | "repeat" if has("runs") => Some("write `after = \"again\"` or `after = \"back\"`".to_owned()),
        "moves" | "moving" | "kinematic" | "dynamic" if has("runs") => Some("it is called `driven` here".to_owned()),
        "duration" | "for" if has("seconds") => Some("it is called `seconds` here".to_owned()),
        "restitution" | "bounciness" | "bounce" if has("elasticity") => {
            Some("it is called `elasticity` here".to_owned())
        }
        "slingshot" | "slingshots" if is_file => {
            Some("a slingshot is an edge of a wall: { at = [x, y], slingshot = true } in its `outline`".to_owned())
        }
        "lane" | "lanes" | "inlane" | "outlane" | "rollover" | "switch" if is_file => {
            Some("lanes are made of `[[wall]]`, their switches are `[[trigger]]`".to_owned())
        }
        "guide" | "arch" | "orbit" | "arc" if is_file => {
            Some("make it of a `[[wall]]`; its outline may have true arcs: { at = [x, y], arc = 200 }".to_owned())
        }
        "drop_target" | "droptarget" | "standup" | "standup_target" | "stand_up_target" if is_file => {
            Some("it is a `[[target]]`, by its `kind`".to_owned())
        }
        "pop_bumper" | "popbumper" | "jet_bumper" | "pop" if is_file => Some("it is a `[[bumper]]`".to_owned()),
        "hole" | "saucer" | "scoop" | "vuk" if is_file => Some("it is a `[[kicker]]`".to_owned()),
        "drain" | "outhole" if is_file => Some("it belongs to a `[[trough]]`".to_owned()),
        "peg" | "pin" if is_file => Some("it is a `[[post]]`".to_owned()),
        "parent" | "assembly" | "toy" | "mover" | "node" if is_file => {
            Some("it is a `[[group]]`: parts name it as their `parent`".to_owned())
        }
        "table" if is_file => Some("its size and slope stand in `[playfield]`".to_owned()),
        "light" | "insert" | "flasher" if is_file => Some("it is a `[[lamp]]`".to_owned()),
        "rules" | "scoring" | "logic" | "event" | "on" if is_file => {
            Some("each rule begins with a line `[[rule]]`: docs/rules.md is the guide".to_owned())
        }
        "sound" | "decal" if is_file => {
            Some("table files have no sounds or pictures: they are made by the page".to_owned())
        }
        part if !is_file && crate::read::known_keys().contains(&part) => {
            Some(format!("a {part} stands by itself: begin it with a line `[[{part}]]`"))
        }
        _ => None,
    }
}

/// A field that must be said.
pub(crate) fn needed<T: Value>(
    table: &DeTable<'_>,
    name: &str,
    owner: &str,
    span: Range<usize>,
    notes: &mut Notes,
) -> Option<T> {
    match table.get(name) {
        Some(value) => T::read(value, notes),
        None => {
            let help = format_args!("add a line such as `{name} = {}`", T::example());
            notes.missing(span, format_args!("this {owner} has no `{name}`"), help);
            None
        }
    }
}

/// A field that may be left out: `None` only after a fault.
pub(crate) fn perhaps<T: Value>(table: &DeTable<'_>, name: &str, notes: &mut Notes) -> Option<Option<T>> {
    match table.get(name) {
        Some(value) => T::read(value, notes).map(Some),
        None => Some(None),
    }
}

/// Describes a record. A field with `= "text"` may be left out, and the text says what then counts; one without must be
/// said. One that is `placed` has fields for its place, too; one that is only `shifted` has other ones of its own called `turn`
/// and `scale`, older than those.
macro_rules! record {
    ($(#[doc = $about:literal])+ $name:ident = $key:literal placed { $($fields:tt)* }) => {
        $crate::record::record! {
            @within [$(#[doc = $about])+ $name = $key] [$($fields)*] [
                /// Turned about the x axis by the first of these, then about the y axis, then about the z axis of what it
                /// lies in. Seen against an axis it turns counter-clockwise: about z, from x towards y, which is clockwise
                /// from above.
                turn: [$crate::value::Angle; 3] = "[0, 0, 0]",
                /// Made so many times as large before it is turned; by three numbers along x, y and z. Negative mirrors.
                scale: $crate::parts::Scale = "1",
            ]
        }
        $crate::record::record!(@placement $name, turn, scale);
    };
    ($(#[doc = $about:literal])+ $name:ident = $key:literal shifted { $($fields:tt)* }) => {
        $crate::record::record! { @within [$(#[doc = $about])+ $name = $key] [$($fields)*] [] }
        $crate::record::record!(@placement $name);
    };
    (@within [$($head:tt)+] [$($fields:tt)*] [$($turn_and_scale:tt)*]) => {
        $crate::record::record! {
            $($head)+ {
                $($fields)*
                /// The group in which it lies: all its numbers are said there. In the table itself, if in none.
                parent: String = "none",
                /// Moved by this, after it was turned.
                shift: $crate::value::Place3 = "[0, 0, 0]",
                $($turn_and_scale)*
                /// How it lies, instead of `shift`, `turn` and `scale`: three rows of a matrix, and after each a length by
                /// which it is moved.
                matrix: $crate::parts::Matrix = "[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]",
            }
        }
    };
    (@placement $name:ident $(, $more:ident)*) => {
        impl $crate::parts::Placed for $name {
            fn placement(&self) -> $crate::parts::Placement<'_> {
                let parent = self.parent.as_deref();
                let said = $crate::parts::Placement { parent, shift: self.shift, matrix: self.matrix, ..Default::default() };
                $(let said = $crate::parts::Placement { $more: self.$more, ..said };)*
                said
            }
        }
    };
    (
        $(#[doc = $about:literal])+
        $name:ident = $key:literal {
            $($(#[doc = $doc:literal])+ $field:ident : $type:ty $(= $default:literal)?,)*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $field: $crate::record::record!(@type $type $(, $default)?),)*
        }

        impl $crate::record::Record for $name {
            const KEY: &'static str = $key;
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];

            fn about() -> String {
                [$($about),+].map(str::trim).join(" ")
            }

            fn fields() -> Vec<$crate::record::FieldInfo> {
                vec![$($crate::record::FieldInfo {
                    name: stringify!($field),
                    about: [$($doc),+].map(str::trim).join(" "),
                    kind: <$type as $crate::value::Value>::kind(),
                    default: $crate::record::record!(@default $($default)?),
                    words: <$type as $crate::value::Value>::words(),
                    schema: <$type as $crate::value::Value>::schema(),
                }),*]
            }

            fn read_table(
                table: &toml::de::DeTable<'_>,
                span: core::ops::Range<usize>,
                notes: &mut $crate::value::Notes,
            ) -> Option<Self> {
                _ = &span;
                $crate::record::no_strangers::<Self>(table, notes);
                $(let $field = $crate::record::record!(@read table, span, notes, $key, $field, $type $(, $default)?);)*
                // All fields are read before the first fault ends it, so that all faults are told at once.
                Some(Self { $($field: $field?),* })
            }

            fn write_fields(&self) -> Vec<(&'static str, String)> {
                let mut fields = Vec::new();
                $($crate::record::record!(@write self, fields, $field, $type $(, $default)?);)*
                fields
            }
        }
    };
    (@type $type:ty) => { $type };
    (@type $type:ty, $default:literal) => { Option<$type> };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
    (@read $table:ident, $span:ident, $notes:ident, $key:literal, $field:ident, $type:ty) => {
        $crate::record::needed::<$type>($table, stringify!($field), $key, $span.clone(), $notes)
    };
    (@read $table:ident, $span:ident, $notes:ident, $key:literal, $field:ident, $type:ty, $default:literal) => {
        $crate::record::perhaps::<$type>($table, stringify!($field), $notes)
    };
    (@write $self:ident, $fields:ident, $field:ident, $type:ty) => {
        $fields.push((stringify!($field), $crate::value::Value::write(&$self.$field)));
    };
    (@write $self:ident, $fields:ident, $field:ident, $type:ty, $default:literal) => {
        if let Some(value) = &$self.$field {
            $fields.push((stringify!($field), $crate::value::Value::write(value)));
        }
    };
}
pub(crate) use record;
