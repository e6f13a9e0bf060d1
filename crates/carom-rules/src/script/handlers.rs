//! Which functions of a script hear what: by their names, as in Visual Pinball, or put down with `on_hit` and its kin.

use super::desk::{Names, unknown};
use crate::button::Button;
use crate::occurrence::Occurrence;
use carom::pinball::{GroupId, Happening, PartId};
use rhai::{AST, Dynamic};
use std::collections::BTreeMap;

/// What something happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Part,
    Group,
    Lamp,
    Timer,
    Counter,
    Mode,
    Nothing,
}

/// A kind of occurrence that a script can hear.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Its word in names: `target1_hit`, `on_hit`.
    pub(super) word: &'static str,
    /// The function that puts a handler down for it, and how that is called.
    pub(super) on: &'static str,
    pub(super) forms: &'static str,
    pub(super) of: Of,
    /// What a handler is told, in this order; it may take fewer.
    pub(super) tells: &'static [&'static str],
}

macro_rules! kind {
    ($word:literal, Nothing, [$($tells:literal),*]) => {
        kind!($word, Nothing, [$($tells),*], concat!("on_", $word, "(|", $($tells, " ",)* "| ...)"))
    };
    ($word:literal, $of:ident, [$($tells:literal),*]) => {
        kind!($word, $of, [$($tells),*], concat!("on_", $word, "(name, |", $($tells, " ",)* "| ...)"))
    };
    ($word:literal, $of:ident, [$($tells:literal),*], $forms:expr) => {
        Kind { word: $word, on: concat!("on_", $word), forms: $forms, of: Of::$of, tells: &[$($tells),*] }
    };
}

/// All kinds.
pub(super) const KINDS: &[Kind] = &[
    kind!("hit", Part, ["speed", "name"]),
    kind!("unhit", Part, ["name"]),
    kind!("collide", Part, ["speed", "name"]),
    kind!("slingshot", Part, ["speed", "name"]),
    kind!("end_of_stroke", Part, ["speed", "name"]),
    kind!("start_of_stroke", Part, ["speed", "name"]),
    kind!("spin", Part, ["name"]),
    kind!("dropped", Part, ["name"]),
    kind!("raised", Part, ["name"]),
    kind!("ejected", Part, ["name"]),
    kind!("locked", Part, ["count", "name"]),
    kind!("arrived", Group, ["name"]),
    kind!("stalled", Group, ["name"]),
    kind!("timer", Timer, ["name"]),
    kind!("counter", Counter, ["value", "name"]),
    kind!("begins", Mode, ["name"]),
    kind!("ends", Mode, ["name"]),
    kind!("lamp", Lamp, ["name"]),
    kind!("game_begins", Nothing, []),
    kind!("ball_begins", Nothing, []),
    kind!("ball_ends", Nothing, []),
    kind!("game_ends", Nothing, []),
    kind!("drained", Nothing, []),
    kind!("saved", Nothing, []),
    kind!("multiball_begins", Nothing, ["balls"]),
    kind!("multiball_ends", Nothing, []),
    kind!("key_down", Nothing, ["button"]),
    kind!("key_up", Nothing, ["button"]),
    kind!("balls_meet", Nothing, ["speed"]),
    kind!("warning", Nothing, ["count"]),
    kind!("tilt", Nothing, []),
];

/// What a handler is for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Nothing,
    /// A part, group or lamp, by its number.
    Number(usize),
    /// A timer, counter or mode by its name.
    Name(String),
    /// The same by a function's name, in which only some letters can stand.
    Like(String),
}

/// A function that hears something.
#[derive(Clone, Debug)]
pub(super) struct Handler {
    /// How the script names it.
    pub(super) title: String,
    /// The function, and how many of the things told it takes.
    pub(super) function: String,
    pub(super) takes: Vec<String>,
    /// What it does, as a script of its own: a call would lose the line at which it is stopped.
    pub(super) body: AST,
}

impl Handler {
    pub(super) fn new(title: String, function: &str) -> Self {
        Self { title, function: function.to_owned(), takes: Vec::new(), body: AST::empty() }
    }
}

/// All handlers of a script.
#[derive(Clone, Debug, Default)]
pub(super) struct Handlers {
    pub(super) list: Vec<Handler>,
    by_subject: BTreeMap<(&'static str, Subject), Vec<usize>>,
}

impl Handlers {
    /// Puts a handler down.
    pub(super) fn add(&mut self, word: &'static str, subject: Subject, handler: Handler) {
        self.by_subject.entry((word, subject)).or_default().push(self.list.len());
        self.list.push(handler);
    }

    /// For each handler, the word of what it hears.
    pub(super) fn words(&self) -> Vec<&'static str> {
        let mut words = vec![""; self.list.len()];
        for ((word, _), handlers) in &self.by_subject {
            handlers.iter().filter_map(|handler| words.get_mut(*handler).map(|at| *at = word)).for_each(drop);
        }
        words
    }

    /// The handlers of something, in the order in which they were put down.
    pub(super) fn of(&self, heard: &Heard<'_>) -> Vec<usize> {
        let with = |subject: Subject| self.by_subject.get(&(heard.word, subject)).into_iter().flatten().copied();
        match heard.subject {
            Who::Nothing => with(Subject::Nothing).collect(),
            Who::Number(number) => with(Subject::Number(number)).collect(),
            // Names are only compared when somebody listens to that kind at all.
            Who::Name(name) if self.by_subject.keys().any(|(word, _)| *word == heard.word) => {
                let exact = with(Subject::Name(name.to_owned()));
                exact.chain(with(Subject::Like(plain(name)))).collect()
            }
            Who::Name(_) => Vec::new(),
        }
    }
}

/// For what a function is a handler by its name; `None` if the name is not of that form.
pub(super) fn by_name(function: &str, names: &Names) -> Option<Result<(&'static str, Subject), String>> {
    let function = plain(function);
    if let Some(kind) = KINDS.iter().find(|kind| kind.of == Of::Nothing && kind.word == function) {
        return Some(Ok((kind.word, Subject::Nothing)));
    }
    if let Some(name) = function.strip_prefix("timer_") {
        return Some(Ok(("timer", Subject::Like(name.to_owned()))));
    }
    let ends_in =
        |kind: &&Kind| function.strip_suffix(kind.word).is_some_and(|lead| lead.ends_with('_') && lead.len() > 1);
    // The longest word counts: `x_end_of_stroke`.
    let kind = KINDS.iter().filter(|kind| kind.of != Of::Nothing).filter(ends_in).max_by_key(|kind| kind.word.len())?;
    let name = function.strip_suffix(kind.word)?.strip_suffix('_')?;
    Some(match kind.of {
        Of::Part => numbered(name, "part", &names.part_names).map(|number| (kind.word, Subject::Number(number))),
        Of::Group => numbered(name, "group", &names.group_names).map(|number| (kind.word, Subject::Number(number))),
        Of::Lamp => numbered(name, "lamp", &names.lamp_names).map(|number| (kind.word, Subject::Number(number))),
        Of::Timer | Of::Counter | Of::Mode | Of::Nothing => Ok((kind.word, Subject::Like(name.to_owned()))),
    })
}

/// The number of the one whose name is this, but for letters that cannot stand in a function's name.
fn numbered(name: &str, what: &str, all: &[String]) -> Result<usize, String> {
    let mut found = all.iter().enumerate().filter(|(_, other)| plain(other) == name);
    match (found.next(), found.next()) {
        (Some((number, _)), None) => Ok(number),
        (Some((_, one)), Some((_, other))) => {
            Err(format!("it could be for \"{one}\" or for \"{other}\": use `on_...(name, || ...)` instead"))
        }
        (None, _) => Err(unknown(what, name, &all.iter().map(|name| plain(name)).collect::<Vec<_>>())),
    }
}

/// A name as it can stand in a function's: small letters, digits, underscores.
pub(super) fn plain(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' }).collect()
}

/// What a handler is found by.
#[derive(Clone, Copy, Debug)]
pub(super) enum Who<'a> {
    Nothing,
    Number(usize),
    Name(&'a str),
}

/// An occurrence in the words of scripts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard<'a> {
    pub(super) word: &'static str,
    pub(super) subject: Who<'a>,
    /// What stands before the name in the things told.
    first: First,
}

#[derive(Clone, Copy, Debug)]
enum First {
    None,
    Whole(i64),
    Real(f64),
    Button(Button),
}

impl<'a> Heard<'a> {
    /// An occurrence in the words of scripts, if they have some for it.
    pub(super) fn new(what: &'a Occurrence) -> Option<Self> {
        let plain = |word, first: First| Some(Self { word, subject: Who::Nothing, first });
        let named = |word, name: &'a String, first| Some(Self { word, subject: Who::Name(name), first });
        match what {
            Occurrence::GameBegins => plain("game_begins", First::None),
            Occurrence::BallBegins => plain("ball_begins", First::None),
            Occurrence::BallEnds => plain("ball_ends", First::None),
            Occurrence::GameEnds => plain("game_ends", First::None),
            Occurrence::Drained(_) => plain("drained", First::None),
            Occurrence::Saved => plain("saved", First::None),
            Occurrence::MultiballBegins(balls) => plain("multiball_begins", First::Whole(i64::from(*balls))),
            Occurrence::MultiballEnds => plain("multiball_ends", First::None),
            Occurrence::Button(button, true) => plain("key_down", First::Button(*button)),
            Occurrence::Button(button, false) => plain("key_up", First::Button(*button)),
            Occurrence::Warning(count) => plain("warning", First::Whole(i64::from(*count))),
            Occurrence::Tilt => plain("tilt", First::None),
            Occurrence::Timer(name) => named("timer", name, First::None),
            Occurrence::Counter(name, value) => named("counter", name, First::Whole(*value)),
            Occurrence::ModeBegins(name) => named("begins", name, First::None),
            Occurrence::ModeEnds(name) => named("ends", name, First::None),
            Occurrence::Locked(part, count) => Some(at(*part, "locked", First::Whole(i64::from(*count)))),
            Occurrence::Lamp(number) => Some(Self { word: "lamp", subject: Who::Number(*number), first: First::None }),
            Occurrence::Machine(event) => Self::of_machine(event.what),
        }
    }

    fn of_machine(what: Happening) -> Option<Self> {
        Some(match what {
            Happening::Hit { part, speed, .. } => at(part, "hit", First::Real(speed)),
            Happening::Unhit { part, .. } => at(part, "unhit", First::None),
            Happening::Collide { part, speed, .. } => at(part, "collide", First::Real(speed)),
            Happening::Slingshot { part, speed, .. } => at(part, "slingshot", First::Real(speed)),
            Happening::EndOfStroke { part, speed } => at(part, "end_of_stroke", First::Real(speed)),
            Happening::StartOfStroke { part, speed } => at(part, "start_of_stroke", First::Real(speed)),
            Happening::Spin { part } => at(part, "spin", First::None),
            Happening::Dropped { part } => at(part, "dropped", First::None),
            Happening::Raised { part } => at(part, "raised", First::None),
            Happening::Ejected { part, .. } => at(part, "ejected", First::None),
            Happening::Arrived { group } => group_at(group, "arrived"),
            Happening::Stalled { group, .. } => group_at(group, "stalled"),
            Happening::BallsMeet { speed, .. } => {
                Self { word: "balls_meet", subject: Who::Nothing, first: First::Real(speed) }
            }
            _ => return None,
        })
    }

    /// What a handler is told.
    pub(super) fn tells(&self, names: &Names) -> Vec<Dynamic> {
        let first = match self.first {
            First::None => None,
            First::Whole(number) => Some(Dynamic::from_int(number)),
            First::Real(number) => Some(Dynamic::from_float(number)),
            First::Button(button) => Some(button_word(button).into()),
        };
        let name = match self.subject {
            Who::Nothing => None,
            Who::Name(name) => Some(name.into()),
            Who::Number(number) => {
                let list = match self.word {
                    "lamp" => &names.lamp_names,
                    "arrived" | "stalled" => &names.group_names,
                    _ => &names.part_names,
                };
                list.get(number).map(|name| name.as_str().into())
            }
        };
        first.into_iter().chain(name).collect()
    }
}

fn at<'a>(part: PartId, word: &'static str, first: First) -> Heard<'a> {
    Heard { word, subject: Who::Number(part.index()), first }
}

fn group_at<'a>(group: GroupId, word: &'static str) -> Heard<'a> {
    Heard { word, subject: Who::Number(group.index()), first: First::None }
}

/// The word for a button, the same as in messages and recordings.
fn button_word(button: Button) -> &'static str {
    match button {
        Button::Left => "left",
        Button::Right => "right",
        Button::Plunge => "plunge",
        Button::Start => "start",
        Button::NudgeLeft => "nudge_left",
        Button::NudgeRight => "nudge_right",
        Button::NudgeUp => "nudge_up",
        Button::LeftExtra => "left_extra",
        Button::RightExtra => "right_extra",
    }
}
